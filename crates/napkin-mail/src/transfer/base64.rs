//! Decodes base64 (RFC 2045 section 6.8), with a map back to the source: characters outside the alphabet are ignored, and
//! padding ends a group.

use super::{BodyReader, Encoding};
use napkin::Span;
use napkin::map::Places;

/// An unfinished group of base64 digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    bits: u32,
    pub(super) count: usize,
}

impl Group {
    pub(super) const EMPTY: Self = Self { bits: 0, count: 0 };

    pub(super) fn append(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        let mut rest = piece;
        while let Some((&byte, behind)) = rest.split_first().filter(|_| self.count > 0) {
            self.push(byte, out);
            rest = behind;
        }
        let behind = append_groups(rest, out);
        behind.iter().for_each(|&byte| self.push(byte, out));
    }

    fn push(&mut self, byte: u8, out: &mut Vec<u8>) {
        if let Some(value) = value(byte) {
            self.bits = self.bits << 6 | value;
            self.count += 1;
            if self.count == 4 {
                self.finish(out);
            }
        } else if byte == b'=' {
            self.finish(out);
        }
    }

    /// Appends the bytes of the group, complete or not.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        if self.count > 1 {
            out.extend_from_slice(&(self.bits << (6 * (4 - self.count))).to_be_bytes()[1..self.count]);
        }
        *self = Self::EMPTY;
    }
}

/// Decodes many bytes at a time, if they are whole groups and white space up to the last group. Returns the remainder.
fn append_groups<'b>(piece: &'b [u8], out: &mut Vec<u8>) -> &'b [u8] {
    let odd = count_digits(piece) % 4;
    let mut last = piece.iter().enumerate().rev().filter(|(_, byte)| is_digit(**byte)).map(|(at, _)| at);
    let end = odd.checked_sub(1).and_then(|before| last.nth(before)).unwrap_or(piece.len());
    let (groups, rest) = piece.split_at(end);
    // These groups cannot contain padding, so this decoder agrees with the rules of mail.
    if napkin::base64::decode_forgiving(groups, out).is_ok() { rest } else { piece }
}

/// Counts the digits of base64.
fn count_digits(bytes: &[u8]) -> usize {
    // The compiler vectorizes blocks of a fixed length without a loop: a quarter of the instructions that slices of any
    // length take.
    let digits = |bytes: &[u8]| usize::from(bytes.iter().map(|&byte| u8::from(is_digit(byte))).sum::<u8>());
    let (blocks, rest) = bytes.as_chunks::<64>();
    blocks.iter().map(|block| digits(block)).sum::<usize>() + digits(rest)
}

/// Returns the decoded size of base64. Counts the digits before each padding character, which ends a group.
pub(super) fn count(raw: &[u8]) -> u64 {
    let bytes = |part: &[u8]| {
        let digits = count_digits(part);
        (digits / 4 * 3 + (digits % 4).saturating_sub(1)) as u64
    };
    let (mut done, mut count) = (0, 0);
    for padding in memchr::memchr_iter(b'=', raw) {
        count += bytes(&raw[done..padding]);
        done = padding + 1;
    }
    count + bytes(&raw[done..])
}

/// Returns whether [`value`] is not `None`, without a branch.
const fn is_digit(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26) | (byte.wrapping_sub(b'/') < 11) | (byte == b'+')
}

/// Maps decoded bytes back to their base64 digits.
///
/// Lines of equal length share one entry, so the size does not grow with the number of such lines.
#[derive(Debug, Default)]
pub(super) struct Runs {
    runs: Vec<Run>,
    /// Where padding has ended an incomplete group.
    cuts: Vec<Cut>,
    digits: usize,
    end: usize,
}

/// Lines of digits at equal distances, all of equal length except a shorter last line.
#[derive(Debug)]
struct Run {
    /// The number of digits before it.
    digit: usize,
    /// The start of its first line in base64.
    source: usize,
    /// The digits in a line.
    line: usize,
    /// The distance between the starts of two lines.
    stride: usize,
}

/// A place where the count of digits in groups begins anew.
#[derive(Clone, Copy, Debug, Default)]
struct Cut {
    /// The number of bytes and of digits before it.
    text: usize,
    digit: usize,
    /// Where the incomplete group before it ends in base64.
    end: usize,
}

/// Decodes base64. Ignores other characters; padding ends a group.
pub(super) fn decode(raw: &[u8]) -> (Vec<u8>, Runs) {
    let mut bytes = Vec::with_capacity(raw.len() / 4 * 3 + 3);
    BodyReader::new(raw, Encoding::Base64).each(&mut |piece| {
        bytes.extend_from_slice(piece);
        true
    });
    (bytes, Runs::of(raw))
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

impl Places for Runs {
    /// Returns the base64 of all groups that a span of the bytes touches.
    fn source(&self, span: Span) -> Span {
        let start = self.group(span.start).start.min(self.end);
        let end = if span.is_empty() { start } else { self.group(span.end - 1).end.clamp(start, self.end) };
        Span::new(start, end)
    }
}

impl Runs {
    fn of(raw: &[u8]) -> Self {
        let mut runs = Self { end: raw.len(), ..Self::default() };
        let mut at = 0;
        while at < raw.len() {
            let gap = raw[at..].iter().position(|&byte| is_digit(byte)).unwrap_or(raw.len() - at);
            if let Some(padding) = memchr::memchr(b'=', &raw[at..at + gap]) {
                // Padding is one character or two.
                let padding = at + padding + 1;
                runs.cut(padding + usize::from(raw.get(padding) == Some(&b'=')));
            }
            at += gap;
            let line = raw[at..].iter().position(|&byte| !is_digit(byte)).unwrap_or(raw.len() - at);
            if line > 0 {
                runs.push(at, line);
            }
            at += line;
        }
        runs.cut(raw.len());
        runs
    }

    /// Adds digits without anything between them.
    fn push(&mut self, source: usize, line: usize) {
        let digit = self.digits;
        self.digits += line;
        if let Some(run) = self.runs.last_mut().filter(|run| line <= run.line) {
            let count = digit - run.digit;
            if count == run.line {
                // The second line tells the distance.
                run.stride = source - run.source;
                return;
            }
            if count.is_multiple_of(run.line) && source == run.source + count / run.line * run.stride {
                return;
            }
        }
        self.runs.push(Run { digit, source, line, stride: line });
    }

    /// Ends the group at the last digit, if it is incomplete.
    fn cut(&mut self, end: usize) {
        let digit = self.digits;
        let last = self.cuts.last().copied().unwrap_or_default();
        let (groups, rest) = ((digit - last.digit) / 4, (digit - last.digit) % 4);
        let text = last.text + groups * 3 + rest.saturating_sub(1);
        match self.cuts.last_mut() {
            _ if rest == 0 => {}
            // A single digit encodes no byte.
            Some(last) if last.text == text => last.digit = digit,
            _ => self.cuts.push(Cut { text, digit, end }),
        }
    }

    /// Returns the base64 of the group that encodes the byte at `at`.
    fn group(&self, at: usize) -> Span {
        let number = self.cuts.partition_point(|cut| cut.text <= at);
        let before = number.checked_sub(1).map(|number| self.cuts[number]).unwrap_or_default();
        let group = (at - before.text) / 3;
        let digit = before.digit + group * 4;
        let end = match self.cuts.get(number) {
            Some(cut) if cut.text < before.text + group * 3 + 3 => cut.end,
            _ => self.place(digit + 3) + 1,
        };
        Span::new(self.place(digit), end)
    }

    /// Returns the place of a digit in the base64.
    fn place(&self, digit: usize) -> usize {
        let number = self.runs.partition_point(|run| run.digit <= digit);
        let Some(run) = number.checked_sub(1).map(|number| &self.runs[number]) else { return 0 };
        let count = digit - run.digit;
        run.source + count / run.line * run.stride + count % run.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(decode(raw.as_bytes()).0, expected.as_bytes(), "{raw:?}");
        }
        let (_, runs) = decode(b"bmFw\r\na2lu\n\nb!mFw");
        for (span, source) in
            [((0, 1), (0, 4)), ((2, 4), (0, 10)), ((3, 6), (6, 10)), ((6, 9), (12, 17)), ((0, 0), (0, 0))]
        {
            assert_eq!(runs.source(Span::new(span.0, span.1)), Span::new(source.0, source.1), "{span:?}");
        }
    }

    /// Finds the digits of each byte's group one by one, as RFC 2045 section 6.8 defines groups.
    fn groups(raw: &[u8]) -> Vec<Span> {
        let (mut groups, mut open) = (Vec::new(), Vec::new());
        let mut close = |open: &mut Vec<usize>, end: usize| {
            let bytes = (open.len() * 3 / 4).min(3);
            groups.extend(std::iter::repeat_n((open.first().copied(), end), bytes));
            open.clear();
        };
        for (at, &byte) in raw.iter().enumerate() {
            if is_digit(byte) {
                open.push(at);
            }
            if open.len() == 4 {
                close(&mut open, at + 1);
            } else if byte == b'=' {
                // A group of two digits is followed by two characters of padding.
                close(&mut open, at + 1 + usize::from(raw.get(at + 1) == Some(&b'=')));
            }
        }
        close(&mut open, raw.len());
        groups.into_iter().map(|(start, end)| Span::new(start.unwrap_or(end), end)).collect()
    }

    proptest::proptest! {
        #[test]
        fn base64_bytes_lead_back_to_their_groups(
            parts in proptest::collection::vec(("[A-Z]{0,9}|[=!\n]{1,3}|A{4}\n|A{6}\n", 1_usize..5), 0..12),
        ) {
            let raw: String = parts.iter().map(|(part, times)| part.repeat(*times)).collect();
            let (bytes, runs) = decode(raw.as_bytes());
            let groups = groups(raw.as_bytes());
            proptest::prop_assert_eq!(bytes.len(), groups.len());
            // The end of the bytes, and any place beyond it, map to a place in the source too.
            for at in bytes.len()..bytes.len() + 9 {
                let spans = [Span::new(at, at), Span::new(at, at + 1), Span::new(0, at + 1)].map(|span| runs.source(span));
                proptest::prop_assert!(spans.iter().all(|span| span.end <= raw.len()), "{:?} {} {:?}", raw, at, spans);
            }
            for (at, group) in groups.iter().enumerate() {
                proptest::prop_assert_eq!(runs.source(Span::new(at, at + 1)), *group, "{:?} {}", raw, at);
            }
        }
    }

    #[test]
    fn base64_lines_of_one_length_take_one_run() {
        for line in ["A".repeat(76), "A".repeat(75), "A".repeat(3), "A".repeat(72) + "  "] {
            for line_break in ["\n", "\r\n"] {
                let raw = (line.clone() + line_break).repeat(1000) + "AAA==";
                let runs = Runs::of(raw.as_bytes());
                assert!(runs.runs.len() <= 2 && runs.cuts.len() == 1, "{line:?} {line_break:?} {runs:?}");
            }
        }
    }

    #[test]
    fn lengths_of_base64_are_those_of_decoding() {
        assert!((0..=255).all(|byte| is_digit(byte) == value(byte).is_some()));
        for raw in ["", "Zg", "Zg==", "Zm9v", "Zm 9v\r\nZg=", "Z===Zg==x", "=", "Z", "Zm9vZ", "\u{ff}Zm9v!\u{300}"] {
            assert_eq!(count(raw.as_bytes()), decode(raw.as_bytes()).0.len() as u64, "{raw:?}");
        }
    }
}
