//! Decodes transfer encodings (RFC 2045 section 6), with a map back to the bytes of the message.
//!
//! Quoted-printable (section 6.7) and base64 (section 6.8) are decoded as mail readers do: characters outside the alphabet
//! are ignored. The private `x-uuencode` (section 6.3) occurs in old mail. [`BodyReader`] decodes a body piece by piece;
//! [`Decoded`] holds a whole body with its map.

mod uuencode;

use crate::lexer;
use napkin::Span;
use napkin::map::{Level, Places, Unit, Units};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

/// A transfer encoding.
///
/// ```
/// use napkin_mail::Encoding;
/// assert_eq!(Encoding::of(b" Quoted-Printable (lines)"), Encoding::QuotedPrintable);
/// assert_eq!(Encoding::of(b""), Encoding::SevenBit);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `7bit`, or nothing (section 6.1).
    #[default]
    SevenBit,
    /// `8bit`
    EightBit,
    /// `binary`
    Binary,
    /// `quoted-printable`
    QuotedPrintable,
    /// `base64`
    Base64,
    /// `x-uuencode`, `x-uue`, `uuencode` or `uue`: the output of the POSIX utility `uuencode`. No mail standard defines it,
    /// and this crate never writes it.
    Uuencode,
    /// Any other word. The body is not decoded, and its media type is unreliable (section 6.4).
    Unknown,
}

/// The known values of the field.
const WORDS: [(&[u8], Encoding); 10] = [
    (b"7bit", Encoding::SevenBit),
    (b"8bit", Encoding::EightBit),
    (b"binary", Encoding::Binary),
    (b"quoted-printable", Encoding::QuotedPrintable),
    (b"base64", Encoding::Base64),
    (b"", Encoding::SevenBit),
    (b"x-uuencode", Encoding::Uuencode),
    (b"x-uue", Encoding::Uuencode),
    (b"uuencode", Encoding::Uuencode),
    (b"uue", Encoding::Uuencode),
];

impl Encoding {
    /// Parses the value of a `Content-Transfer-Encoding` field.
    #[must_use]
    pub fn of(value: &[u8]) -> Self {
        let value = &value[lexer::skip(value, 0)..];
        let end = value.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b';'));
        let word = &value[..end.unwrap_or(value.len())];
        WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map_or(Self::Unknown, |&(_, it)| it)
    }

    /// Returns the name: `7bit`, `8bit`, `binary`, `quoted-printable`, `base64`, `x-uuencode` or `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SevenBit => "7bit",
            Self::EightBit => "8bit",
            Self::Binary => "binary",
            Self::QuotedPrintable => "quoted-printable",
            Self::Base64 => "base64",
            Self::Uuencode => "x-uuencode",
            Self::Unknown => "unknown",
        }
    }

    /// Returns whether decoding changes the bytes of a body.
    #[must_use]
    pub const fn changes_bytes(self) -> bool {
        matches!(self, Self::QuotedPrintable | Self::Base64 | Self::Uuencode)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A decoded body, with a map back to the message.
#[derive(Clone, Debug)]
pub struct Decoded<'b> {
    /// The decoded bytes.
    pub bytes: Cow<'b, [u8]>,
    pub(crate) level: Level,
}

impl Decoded<'_> {
    /// Returns the place in the message of a span of [`bytes`](Self::bytes). It covers every encoded byte that the span was
    /// decoded from.
    #[must_use]
    pub fn source_span(&self, span: Span) -> Span {
        self.level.source(span)
    }

    /// Returns the map from [`bytes`](Self::bytes) to the message.
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }
}

/// Decodes a body that begins at `at` in the message.
pub(crate) fn decode(raw: &[u8], at: usize, encoding: Encoding) -> Decoded<'_> {
    match encoding {
        Encoding::QuotedPrintable => {
            let (bytes, level) = quoted_printable(raw, at);
            Decoded { bytes: bytes.into(), level }
        }
        Encoding::Base64 => {
            let (bytes, runs) = base64(raw);
            Decoded { bytes: bytes.into(), level: Level::computed(at, Arc::new(runs)) }
        }
        Encoding::Uuencode => match uuencode::decode(raw, at) {
            Some((bytes, level)) => Decoded { bytes: bytes.into(), level },
            None => decode(raw, at, Encoding::Unknown),
        },
        _ => Decoded { bytes: raw.into(), level: Level::verbatim(at) },
    }
}

/// Reads a body piece by piece, in constant memory.
#[derive(Clone, Debug)]
pub struct BodyReader<'b> {
    raw: &'b [u8],
    encoding: Encoding,
    /// The decoded bytes; the first `taken` of them have been read.
    ready: Vec<u8>,
    taken: usize,
    group: Group,
    has_begun: bool,
}

impl<'b> BodyReader<'b> {
    /// Creates a reader for a body with this encoding.
    #[must_use]
    pub const fn new(raw: &'b [u8], encoding: Encoding) -> Self {
        Self { raw, encoding, ready: Vec::new(), taken: 0, group: Group { bits: 0, count: 0 }, has_begun: false }
    }

    /// Returns the number of decoded bytes that remain, without storing them.
    #[must_use]
    pub fn count_bytes(mut self) -> u64 {
        self.begin();
        match self.encoding {
            Encoding::Base64 if self.group.count == 0 && self.ready.is_empty() => return count_base64(self.raw),
            Encoding::QuotedPrintable => {
                return (self.ready.len() - self.taken + count_quoted_printable(self.raw)) as u64;
            }
            encoding if encoding.changes_bytes() => {}
            _ => return self.raw.len() as u64,
        }
        let mut count = (self.ready.len() - self.taken) as u64;
        while self.refill() {
            count += self.ready.len() as u64;
        }
        count
    }

    /// Passes the remaining pieces to `take` while it returns true. Returns whether it accepted them all.
    pub(crate) fn each(mut self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        self.begin();
        if !self.encoding.changes_bytes() {
            return take(self.raw);
        }
        let mut goes_on = take(&self.ready[self.taken..]);
        while goes_on && self.refill() {
            goes_on = take(&self.ready);
        }
        goes_on
    }

    /// Finds the `begin` line of uuencoded data. A body without such a line is not decoded.
    fn begin(&mut self) {
        if self.encoding == Encoding::Uuencode && !std::mem::replace(&mut self.has_begun, true) {
            match uuencode::begin(self.raw) {
                Some(start) => self.raw = &self.raw[start..],
                None => self.encoding = Encoding::Unknown,
            }
        }
    }

    /// Decodes the next piece; returns whether there was one.
    fn refill(&mut self) -> bool {
        self.ready.clear();
        self.taken = 0;
        while self.ready.is_empty() && !self.raw.is_empty() {
            // A piece ends at a line break, so that it splits no escape and no blanks before a line break.
            let wanted = self.raw.len().min(PIECE);
            let end = match memchr::memrchr(b'\n', &self.raw[..wanted]) {
                Some(end) if wanted < self.raw.len() => end + 1,
                None if wanted < self.raw.len() => {
                    memchr::memchr(b'\n', self.raw).map_or(self.raw.len(), |end| end + 1)
                }
                _ => wanted,
            };
            let (piece, rest) = self.raw.split_at(end);
            self.raw = rest;
            self.ready.reserve(piece.len());
            match self.encoding {
                Encoding::QuotedPrintable => append_quoted_printable(piece, &mut self.ready, &mut |_, _| {}),
                Encoding::Base64 => self.group.append(piece, &mut self.ready),
                Encoding::Uuencode => {
                    if uuencode::append(piece, &mut self.ready, &mut |_, _| {}).is_some() {
                        self.raw = &[];
                    }
                }
                _ => self.ready.extend_from_slice(piece),
            }
            if self.raw.is_empty() && self.encoding == Encoding::Base64 {
                self.group.finish(&mut self.ready);
            }
        }
        !self.ready.is_empty()
    }
}

/// The usual size of a piece in encoded bytes.
const PIECE: usize = 16 << 10;

impl Read for BodyReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.begin();
        if !self.encoding.changes_bytes() {
            return self.raw.read(out);
        }
        if self.taken == self.ready.len() && !self.refill() {
            return Ok(0);
        }
        let count = (&self.ready[self.taken..]).read(out)?;
        self.taken += count;
        Ok(count)
    }
}

/// An unfinished group of base64 digits.
#[derive(Clone, Copy, Debug)]
struct Group {
    bits: u32,
    count: usize,
}

impl Group {
    fn append(&mut self, piece: &[u8], out: &mut Vec<u8>) {
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
    fn finish(&mut self, out: &mut Vec<u8>) {
        if self.count > 1 {
            out.extend_from_slice(&(self.bits << (6 * (4 - self.count))).to_be_bytes()[1..self.count]);
        }
        *self = Self { bits: 0, count: 0 };
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
fn count_base64(raw: &[u8]) -> u64 {
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

/// Returns the decoded size of quoted-printable, by the same rules as decoding, with a single search.
fn count_quoted_printable(raw: &[u8]) -> usize {
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
fn quoted_printable(bytes: &[u8], at: usize) -> (Vec<u8>, Level) {
    let mut out = Vec::with_capacity(bytes.len());
    let mut units = Units::default();
    append_quoted_printable(bytes, &mut out, &mut |text, source| units.push(Unit { text, source: source.shift(at) }));
    (out, Level::new(at, units))
}

/// Decodes quoted-printable, and reports each place where the text differs from its source to `unit`.
fn append_quoted_printable(bytes: &[u8], out: &mut Vec<u8>, unit: &mut dyn FnMut(Span, Span)) {
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

/// Maps decoded bytes back to their base64 digits.
///
/// Lines of equal length share one entry, so the size does not grow with the number of such lines.
#[derive(Debug, Default)]
struct Runs {
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
fn base64(raw: &[u8]) -> (Vec<u8>, Runs) {
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
            assert_eq!(quoted_printable(raw.as_bytes(), 0).0, expected.as_bytes(), "{raw:?}");
        }
        let (_, level) = quoted_printable(b"x=3Dy=\r\nz", 0);
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
            let (bytes, runs) = base64(raw.as_bytes());
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
    fn pieces_are_the_whole() {
        let mut long = b"bmFwa2lu=20\r\n =41 \n".repeat(3000);
        long.extend_from_slice(b"YQ");
        for encoding in [Encoding::SevenBit, Encoding::QuotedPrintable, Encoding::Base64, Encoding::Uuencode] {
            let whole = decode(&long, 0, encoding);
            let mut read = Vec::new();
            BodyReader::new(&long, encoding).read_to_end(&mut read).expect("memory");
            assert!(read == *whole.bytes, "{encoding}");
            assert_eq!(BodyReader::new(&long, encoding).count_bytes(), read.len() as u64);
            let mut rest = BodyReader::new(&long, encoding);
            rest.read_exact(&mut [0; 5]).expect("memory");
            assert_eq!(rest.count_bytes(), read.len() as u64 - 5, "{encoding}");
        }
    }

    #[test]
    fn lengths_of_quoted_printable_are_those_of_decoding() {
        for raw in [
            "",
            "=",
            "a=3Db= \t\r\n \t\nc \r\n",
            "=\n \n",
            " \n \n",
            "a \r\r\n",
            "\r\n",
            "=zz =\n\n",
            "=0\n=A \n",
            "=3D \n",
            "=\r",
        ] {
            assert_eq!(count_quoted_printable(raw.as_bytes()), quoted_printable(raw.as_bytes(), 0).0.len(), "{raw:?}");
        }
    }

    #[test]
    fn lengths_of_base64_are_those_of_decoding() {
        assert!((0..=255).all(|byte| is_digit(byte) == value(byte).is_some()));
        for raw in ["", "Zg", "Zg==", "Zm9v", "Zm 9v\r\nZg=", "Z===Zg==x", "=", "Z", "Zm9vZ", "\u{ff}Zm9v!\u{300}"] {
            assert_eq!(count_base64(raw.as_bytes()), base64(raw.as_bytes()).0.len() as u64, "{raw:?}");
        }
    }
}
