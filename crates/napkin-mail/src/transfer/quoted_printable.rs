//! Decodes quoted-printable (RFC 2045 section 6.7), with a map back to the source.

use napkin::Span;
use napkin::map::{Level, Unit, Units};

/// Returns the decoded size of quoted-printable, by the same rules as decoding, with a single search.
pub(super) fn count(raw: &[u8]) -> usize {
    let (mut done, mut count) = (0, raw.len());
    for at in memchr::memchr2_iter(b'=', b'\n', raw) {
        if at < done {
            // The line feed is part of a soft line break.
            continue;
        }
        if raw[at] == b'\n' {
            let end = at - usize::from(at > done && raw[at - 1] == b'\r');
            count -= raw[done..end].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            continue;
        }
        let (byte, length) = escape(&raw[at..]);
        count -= length - usize::from(byte.is_some());
        done = at + length;
    }
    count
}

/// Decodes quoted-printable that begins at `at` in the message. An invalid escape stays literal.
pub(super) fn decode(bytes: &[u8], at: usize) -> (Vec<u8>, Level) {
    let mut out = Vec::with_capacity(bytes.len());
    let mut units = Units::default();
    append(bytes, &mut out, &mut |text, source| units.push(Unit { text, source: source.shift(at) }));
    (out, Level::new(at, units))
}

/// Decodes quoted-printable, and reports each place where the text differs from its source to `unit`.
pub(super) fn append(bytes: &[u8], out: &mut Vec<u8>, unit: &mut dyn FnMut(Span, Span)) {
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr2(b'=', b'\n', &bytes[at..]) {
        at += found;
        if bytes[at] == b'\n' {
            // White space before a line break was added in transit (section 6.7, rule 3).
            let end = at - usize::from(at > done && bytes[at - 1] == b'\r');
            let blanks = bytes[done..end].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            if blanks > 0 {
                out.extend_from_slice(&bytes[done..end - blanks]);
                unit(Span::new(out.len(), out.len()), Span::new(end - blanks, end));
                done = end;
            }
            at += 1;
            continue;
        }
        out.extend_from_slice(&bytes[done..at]);
        let (byte, length) = escape(&bytes[at..]);
        let start = out.len();
        out.extend_from_slice(byte.as_slice());
        if length > 1 {
            unit(Span::new(start, out.len()), Span::new(at, at + length));
        }
        at += length;
        done = at;
    }
    out.extend_from_slice(&bytes[done..]);
}

/// Returns the byte of the escape at the start, if it encodes one, and the length of the escape.
fn escape(bytes: &[u8]) -> (Option<u8>, usize) {
    let digit = |at: usize| bytes.get(at).and_then(|&digit| char::from(digit).to_digit(16));
    if let Some((high, low)) = digit(1).zip(digit(2)) {
        return (Some((high << 4 | low) as u8), 3);
    }
    let blanks = bytes[1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &bytes[1 + blanks..] {
        [b'\r', b'\n', ..] => (None, blanks + 3),
        [b'\n', ..] => (None, blanks + 2),
        [] => (None, blanks + 1),
        _ => (Some(b'='), 1),
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
            ("a \t\r\nb \nc ", "a\r\nb\nc "),
            ("a=20\r\n", "a \r\n"),
        ] {
            assert_eq!(decode(raw.as_bytes(), 0).0, expected.as_bytes(), "{raw:?}");
        }
        let (_, level) = decode(b"x=3Dy=\r\nz", 0);
        assert_eq!(level.source(Span::new(1, 2)), Span::new(1, 4));
        assert_eq!(level.source(Span::new(2, 4)), Span::new(4, 9));
    }

    #[test]
    fn lengths_of_quoted_printable_are_those_of_decoding() {
        for raw in [
            "", "=", "a=3Db= \t\r\n \t\nc \r\n", "=\n \n", " \n \n", "a \r\r\n", "\r\n", "=zz =\n\n", "=0\n=A \n",
            "=3D \n", "=\r",
        ] {
            assert_eq!(count(raw.as_bytes()), decode(raw.as_bytes(), 0).0.len(), "{raw:?}");
        }
    }
}
