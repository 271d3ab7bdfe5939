//! Decodes uuencoded bodies (POSIX.1-2017, utility `uuencode`), with a map back to the source.
//!
//! Data is between a line `begin MODE NAME` and a line `end`; a body without a `begin` line has no data. The first character
//! of a data line gives its number of bytes, and characters after them are ignored. Missing characters count as zero, because
//! spaces at the end of a line may be lost in transit.

use napkin::Span;
use napkin::map::{Level, Unit, Units};

/// Returns the start of the data, after the first `begin` line.
pub(super) fn begin(body: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = memchr::memmem::find(&body[at..], b"begin ") {
        let start = at + found;
        let end = line_end(body, start);
        let mode = body[start + 6..end].split(|&byte| byte == b' ').next().unwrap_or_default();
        let is_mode = (3..=4).contains(&mode.len()) && mode.iter().all(|byte| (b'0'..=b'7').contains(byte));
        if is_mode && (start == 0 || body[start - 1] == b'\n') {
            return Some(end);
        }
        at = start + 6;
    }
    None
}

/// Decodes a body that begins at `origin` in the message, if it has data.
pub(super) fn decode(body: &[u8], origin: usize) -> Option<(Vec<u8>, Level)> {
    let start = begin(body)?;
    let mut bytes = Vec::with_capacity((body.len() - start) / 4 * 3);
    let mut units = Units::default();
    units.push(Unit { text: Span::new(0, 0), source: Span::new(0, start).shift(origin) });
    let end = append(&body[start..], &mut bytes, &mut |text, source| {
        units.push(Unit { text, source: source.shift(origin + start) });
    });
    let rest = Span::new(start + end.unwrap_or(body.len() - start), body.len());
    units.push(Unit { text: Span::new(bytes.len(), bytes.len()), source: rest.shift(origin) });
    Some((bytes, Level::new(origin, units)))
}

/// Decodes lines, and reports each to `unit`. Returns the start of the `end` line if it is among them.
pub(super) fn append(lines: &[u8], out: &mut Vec<u8>, unit: &mut dyn FnMut(Span, Span)) -> Option<usize> {
    let mut at = 0;
    while at < lines.len() {
        let end = line_end(lines, at);
        let line = lines[at..end].trim_ascii_end();
        if line == b"end" {
            return Some(at);
        }
        let start = out.len();
        if let Some((&count, groups)) = line.split_first() {
            data(usize::from(value(count)), groups, out);
        }
        unit(Span::new(start, out.len()), Span::new(at, end));
        at = end;
    }
    None
}

/// Returns the end of the line at `at`, after its line break.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found + 1)
}

/// Returns the six bits of a character. A space and a grave accent are both zero.
const fn value(byte: u8) -> u8 {
    byte.wrapping_sub(b' ') & 63
}

/// Decodes the data of a line.
fn data(count: usize, groups: &[u8], out: &mut Vec<u8>) {
    let end = out.len() + count;
    for group in groups.chunks(4) {
        let bits = (0..4).fold(0_u32, |bits, place| bits << 6 | u32::from(group.get(place).map_or(0, |&it| value(it))));
        out.extend_from_slice(&bits.to_be_bytes()[1..]);
        if out.len() >= end {
            break;
        }
    }
    out.resize(end, 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data lines come from Python's `binascii.b2a_uu`.
    #[test]
    fn data_are_found() {
        for (body, expected) in [
            ("begin 644 napkin\n&;F%P:VEN\n`\nend\n", Some(&b"napkin"[..])),
            ("begin 644 napkin\r\n$86)C9```\r\n`\r\nend\r\n", Some(b"abcd")),
            ("text\nbegin 0644 a\n#0V%T\n`\nend\ntext\n", Some(b"Cat")),
            ("begin 644 a\n$86)C9\n", Some(b"abcd")),
            ("begin 644 a\n$86)C\n#\n", Some(b"abc\0\0\0\0")),
            ("begin 644 a\n \nend\n#0V%T\n", Some(b"")),
            ("begin 644 a\n", Some(b"")),
            ("begin again\n#0V%T\n", None),
            ("to begin 644 a\n#0V%T\n", None),
            ("", None),
        ] {
            assert_eq!(decode(body.as_bytes(), 0).map(|found| found.0).as_deref(), expected, "{body:?}");
        }
    }

    #[test]
    fn places_lead_back_to_lines() {
        let (bytes, level) = decode(b"begin 644 a\n#0V%T\n#0V%T\n`\nend\n", 100).expect("data");
        assert_eq!(bytes, b"CatCat");
        for (span, source) in [((0, 1), (112, 118)), ((2, 4), (112, 124)), ((3, 6), (118, 124)), ((5, 6), (118, 124))] {
            assert_eq!(level.source(Span::new(span.0, span.1)), Span::new(source.0, source.1), "{span:?}");
        }
    }
}
