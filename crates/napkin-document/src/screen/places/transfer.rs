//! Transfer encodings of mail, with the way back.
//!
//! Decides: what quoted-printable (RFC 2045 section 6.7) and base64 (section 6.8) stand for, as mail readers read them: what is
//! not of the alphabet is passed over.

use crate::map::{Level, Unit};
use napkin::Span;

/// Quoted-printable. What is no escape stands for itself.
pub(super) fn quoted_printable(bytes: &[u8]) -> (Vec<u8>, Level) {
    let mut out = Vec::with_capacity(bytes.len());
    let mut units = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'=', &bytes[at..]) {
        out.extend_from_slice(&bytes[at..at + found]);
        at += found;
        let (byte, length) = escape(&bytes[at..]);
        let start = out.len();
        out.extend(byte);
        if length > 1 {
            units.push(Unit { text: Span::new(start, out.len()), source: Span::new(at, at + length) });
        }
        at += length;
    }
    out.extend_from_slice(&bytes[at..]);
    (out, Level::new(0, units))
}

/// The escape at the start: what it stands for, and its length.
fn escape(bytes: &[u8]) -> (Option<u8>, usize) {
    let digits = bytes.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        return (Some(byte), 3);
    }
    let blanks = bytes[1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &bytes[1 + blanks..] {
        [b'\r', b'\n', ..] => (None, blanks + 3),
        [b'\n', ..] => (None, blanks + 2),
        [] => (None, blanks + 1),
        _ => (Some(b'='), 1),
    }
}

/// The way back from bytes to their base64: runs of groups that stand together.
pub(super) struct Runs {
    runs: Vec<Run>,
    end: usize,
}

/// Where a run begins, in bytes and in base64, and how wide its groups are there.
struct Run {
    text: usize,
    source: usize,
    width: usize,
}

/// Base64, in which everything else is passed over, and padding ends a group.
pub(super) fn base64(bytes: &[u8]) -> (Vec<u8>, Runs) {
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let mut runs: Vec<Run> = Vec::new();
    let (mut group, mut count, mut start, mut last) = (0_u32, 0, 0, usize::MAX);
    for (at, &byte) in bytes.iter().enumerate() {
        let value = value(byte);
        if let Some(value) = value {
            start = if count == 0 { at } else { start };
            group = group << 6 | value;
            count += 1;
        }
        if count == 4 || (byte == b'=' && count > 1) {
            let is_next = last == start && at + 1 - start == 4 && runs.last().is_some_and(|run| run.width == 4);
            if !is_next {
                runs.push(Run { text: out.len(), source: start, width: (at + 1 - start).max(4) });
            }
            out.extend_from_slice(&(group << (6 * (4 - count))).to_be_bytes()[1..count]);
            // Behind a group that is cut short the count begins anew.
            last = if count == 4 { at + 1 } else { usize::MAX };
        }
        if count == 4 || byte == b'=' {
            (group, count) = (0, 0);
        }
    }
    if count > 1 {
        runs.push(Run { text: out.len(), source: start, width: bytes.len() - start });
        out.extend_from_slice(&(group << (6 * (4 - count))).to_be_bytes()[1..count]);
    }
    (out, Runs { runs, end: bytes.len() })
}

fn value(byte: u8) -> Option<u32> {
    Some(
        match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        }
        .into(),
    )
}

impl Runs {
    /// The base64 of a span of the bytes: that of all groups that it touches.
    pub(super) fn source(&self, span: Span) -> Span {
        let start = self.group(span.start).start;
        let end = if span.is_empty() { start } else { self.group(span.end - 1).end };
        Span::new(start.min(self.end), end.clamp(start, self.end.max(start)))
    }

    fn group(&self, at: usize) -> Span {
        let number = self.runs.partition_point(|run| run.text <= at);
        let Some(run) = number.checked_sub(1).map(|number| &self.runs[number]) else { return Span::new(0, 0) };
        let start = run.source + (at - run.text) / 3 * run.width;
        Span::new(start, start + run.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_printable_is_undone() {
        for (raw, expected) in [
            ("a=3D=3db", "a==b"),
            ("a=\r\nb=\nc= \t\r\nd", "abcd"),
            ("a=zzb=", "a=zzb"),
            ("a=\u{e9}", "a=\u{e9}"),
            ("a\r\nb", "a\r\nb"),
        ] {
            assert_eq!(quoted_printable(raw.as_bytes()).0, expected.as_bytes(), "{raw:?}");
        }
        let (_, level) = quoted_printable(b"x=3Dy=\r\nz");
        assert_eq!(level.source(Span::new(1, 2)), Span::new(1, 4));
        assert_eq!(level.source(Span::new(2, 4)), Span::new(4, 9));
    }

    #[test]
    fn base64_is_undone() {
        for (raw, expected) in [
            ("bmFwa2lu", "napkin"),
            ("bmFw\r\na2lu", "napkin"),
            ("bm!Fwa2\n!lu", "napkin"),
            ("bmE=cGtpbg==", "napkin"),
            ("bmFwa2l", "napki"),
            ("====", ""),
            ("b", ""),
        ] {
            assert_eq!(base64(raw.as_bytes()).0, expected.as_bytes(), "{raw:?}");
        }
        let (_, runs) = base64(b"bmFw\r\na2lu\n\nb!mFw");
        for (span, source) in
            [((0, 1), (0, 4)), ((2, 4), (0, 10)), ((3, 6), (6, 10)), ((6, 9), (12, 17)), ((0, 0), (0, 0))]
        {
            assert_eq!(runs.source(Span::new(span.0, span.1)), Span::new(source.0, source.1), "{span:?}");
        }
    }
}
