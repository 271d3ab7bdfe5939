//! Documents in UTF-16.
//!
//! Decides: whether a document is in UTF-16, by its byte order mark, by the charset of its media type, or, where it is XML, by
//! its first characters (XML 1.0, appendix F); and what its text is. All other encodings that browsers know have ASCII
//! where ASCII is, but for UTF-7, which they do not know, and ISO-2022-JP, whose escapes are no part of a URL.

use super::Format;
use napkin::Span;

/// The way back from a text in UTF-8 to its source in UTF-16.
pub(super) struct Checkpoints {
    /// Places of the text and of the source, one for each [`STEP`] characters.
    places: Vec<(usize, usize)>,
}

const STEP: usize = 64;

/// The text of a document in UTF-16; `None` for any other.
pub(super) fn decode(bytes: &[u8], charset: Option<&str>, format: Format) -> Option<(String, Checkpoints)> {
    let named = |name: &str| charset.is_some_and(|charset| charset.eq_ignore_ascii_case(name));
    let (unit, start): (fn([u8; 2]) -> u16, usize) = match bytes {
        [0xfe, 0xff, ..] => (u16::from_be_bytes, 2),
        [0xff, 0xfe, ..] => (u16::from_le_bytes, 2),
        [0xef, 0xbb, 0xbf, ..] => return None,
        [0, b'<', 0, ..] if format == Format::Xml => (u16::from_be_bytes, 0),
        [b'<', 0, _, 0, ..] if format == Format::Xml => (u16::from_le_bytes, 0),
        _ if named("utf-16be") => (u16::from_be_bytes, 0),
        _ if named("utf-16le") || named("utf-16") || named("ucs-2") || named("unicode") => (u16::from_le_bytes, 0),
        _ => return None,
    };
    let units = bytes[start..].as_chunks::<2>().0.iter().map(|&pair| unit(pair));
    let (mut text, mut places, mut at) = (String::new(), Vec::new(), start);
    for (number, character) in char::decode_utf16(units).enumerate() {
        if number % STEP == 0 {
            places.push((text.len(), at));
        }
        at += character.as_ref().map_or(2, |character| 2 * character.len_utf16());
        text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Some((text, Checkpoints { places }))
}

impl Checkpoints {
    pub(super) fn source(&self, text: &str, span: Span) -> Span {
        Span::new(self.place(text, span.start), self.place(text, span.end))
    }

    fn place(&self, text: &str, at: usize) -> usize {
        let number = self.places.partition_point(|&(text, _)| text <= at);
        let Some(&(text_at, source)) = number.checked_sub(1).and_then(|number| self.places.get(number)) else {
            return 0;
        };
        let passed = text.get(text_at..at).unwrap_or_default();
        source + 2 * passed.chars().map(char::len_utf16).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back() {
        let text = "<a href='x'>\u{1f37a}".repeat(40);
        let mut bytes = vec![0xff, 0xfe];
        text.encode_utf16().for_each(|unit| bytes.extend(unit.to_le_bytes()));
        let (decoded, checkpoints) = decode(&bytes, None, Format::Html).expect("UTF-16");
        assert_eq!(decoded, text);
        for (at, character) in text.char_indices() {
            let source = checkpoints.source(&text, Span::new(at, at + character.len_utf8()));
            let units = bytes[source.range()].as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair));
            assert!(char::decode_utf16(units).eq([Ok(character)]), "{at}");
        }
    }
}
