//! Determines the encoding of a document, and decodes documents that are not in UTF-8. Start with `charset`.
//!
//! The byte order mark takes precedence, then the encoding given with the document, then the document's declaration
//! (`encoding/declared.rs`), then the default of its kind. Decoded text maps back to the bytes. The tables are from
//! `encoding_rs`.
//!
//! Without a declaration, browsers use the encoding of the user's language, or guess from letter frequencies, each in
//! its own way (HTML standard 13.2.3.2 allows both). Guesses are not reproducible, so this module makes none: HTML is
//! UTF-8 if all of it is valid UTF-8, otherwise windows-1252, which the standard suggests for most languages. All other
//! kinds are UTF-8.

mod declared;

pub(crate) use self::declared::PRESCAN;

use crate::entity::{Entity, Kind};
use encoding_rs::{CoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use napkin::Span;
use napkin::map::{Builder, Level, Places};
use std::fmt;
use std::sync::Arc;

/// The source of the encoding, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CharsetFrom {
    /// The document begins with a byte order mark.
    ByteOrderMark,
    /// A header field, or the caller: [`Entity::charset`].
    Entity,
    /// The content: `meta` in HTML, the declaration of XML, `@charset` in CSS.
    Content,
    /// No source: the default of the kind.
    Default,
}

impl CharsetFrom {
    /// Returns `byte-order-mark`, `entity`, `content` or `default`.
    ///
    /// ```
    /// use napkin_document::CharsetFrom;
    /// assert_eq!(CharsetFrom::ByteOrderMark.name(), "byte-order-mark");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::Entity => "entity",
            Self::Content => "content",
            Self::Default => "default",
        }
    }
}

impl fmt::Display for CharsetFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The encoding of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    /// The source of the encoding.
    pub from: CharsetFrom,
}

impl Charset {
    /// Returns the encoding's name in the Encoding standard, which is also one of its labels: `UTF-8`, `windows-1252`,
    /// `UTF-16LE`.
    ///
    /// ```
    /// use napkin_document::{Entity, charset};
    /// assert_eq!(charset(&Entity::new(b"<meta charset=latin1>")).name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// Returns whether every ASCII byte always represents itself.
    pub(crate) fn is_ascii_compatible(&self) -> bool {
        self.encoding.is_ascii_compatible()
    }
}

/// Finds the encoding of a document.
///
/// In a page in a legacy encoding, the queries of URLs are written in that encoding. To follow the URL Standard, pass
/// the name to `napkin::whatwg::Url::parse_in`.
///
/// ```
/// use napkin_document::{CharsetFrom, Entity, charset};
/// let page = charset(&Entity::new(b"<!doctype html><meta charset=latin2><a href='?q=\xb1'>"));
/// assert_eq!((page.name(), page.from), ("ISO-8859-2", CharsetFrom::Content));
/// ```
#[must_use]
pub fn charset(entity: &Entity<'_>) -> Charset {
    let bytes = entity.bytes;
    let of = |from| move |encoding| Charset { encoding, from };
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| of(CharsetFrom::ByteOrderMark)(encoding));
    // RFC 8259 section 8.1, and "parse JSON bytes" of Infra: JSON is UTF-8, whatever a header field says. So is TOML, and YAML unless it has
    // a byte order mark (YAML 1.2 section 5.2).
    if entity.kind == Kind::Pdf {
        return Charset { encoding: UTF_8, from: CharsetFrom::Default };
    }
    if matches!(entity.kind, Kind::Json | Kind::Manifest | Kind::SourceMap | Kind::Toml | Kind::Yaml) {
        return marked.unwrap_or(Charset { encoding: UTF_8, from: CharsetFrom::Default });
    }
    let given = || entity.charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    marked
        .or_else(|| given().map(of(CharsetFrom::Entity)))
        .or_else(|| declared::encoding(bytes, entity.kind).map(of(CharsetFrom::Content)))
        .unwrap_or_else(|| of(CharsetFrom::Default)(default(bytes, entity.kind)))
}

/// Returns the name of the encoding that a page with these first bytes declares.
pub(crate) fn declared_by_page(start: &[u8]) -> Option<&'static str> {
    declared::encoding(start, Kind::Html).map(Encoding::name)
}

fn default(bytes: &[u8], kind: Kind) -> &'static Encoding {
    match kind {
        Kind::Html if std::str::from_utf8(bytes).is_err() => WINDOWS_1252,
        _ => UTF_8,
    }
}

/// Decodes a document that is not in UTF-8, with the mapping to its bytes. Returns `None` if the document is in UTF-8,
/// or must be read as UTF-8.
pub(crate) fn transcoded(entity: &Entity<'_>) -> Option<(Arc<str>, Arc<Level>)> {
    decoded(entity.bytes, charset(entity))
}

/// Decodes a document as [`transcoded`] does, in an encoding that is known.
pub(crate) fn decoded(bytes: &[u8], Charset { encoding, .. }: Charset) -> Option<(Arc<str>, Arc<Level>)> {
    if encoding == UTF_8 {
        return None;
    }
    if encoding == UTF_16LE {
        return Some(utf16(bytes, u16::from_le_bytes));
    }
    if encoding == UTF_16BE {
        return Some(utf16(bytes, u16::from_be_bytes));
    }
    // By the design of the standard, such a document contains no references.
    if encoding == REPLACEMENT {
        return Some(("".into(), Arc::default()));
    }
    if encoding.is_single_byte() {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        return Some(with_places(text.into_owned(), 0, Width::Byte));
    }
    let built = multi_byte(bytes, encoding);
    Some((built.text.into(), Arc::new(Level::new(0, built.units))))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (Arc<str>, Arc<Level>) {
    let start = if matches!(bytes, [0xfe, 0xff, ..] | [0xff, 0xfe, ..]) { 2 } else { 0 };
    let units = bytes[start..].as_chunks::<2>().0.iter().map(|&pair| unit(pair));
    let text = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    with_places(text, start, Width::Utf16)
}

/// The number of source bytes per character.
#[derive(Clone, Copy, Debug)]
enum Width {
    Byte,
    Utf16,
}

impl Width {
    /// Returns the number of source bytes for the characters that begin in a piece of UTF-8.
    fn of(self, text: &[u8]) -> usize {
        match self {
            Self::Byte => text.iter().filter(|&&byte| is_first(byte)).count(),
            Self::Utf16 => {
                2 * text.iter().map(|&byte| usize::from(is_first(byte)) + usize::from(byte >= 0xf0)).sum::<usize>()
            }
        }
    }
}

const fn is_first(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// The mapping from a text in UTF-8 to a source whose characters have an almost fixed width.
#[derive(Debug)]
struct Checkpoints {
    text: Arc<str>,
    width: Width,
    /// The offset in the source for each [`STEP`]th byte of the text.
    places: Vec<usize>,
}

/// The distance of checkpoints in bytes of the text: the table takes an eighth of the text's size, and few characters
/// need counting.
const STEP: usize = 64;

fn with_places(text: String, start: usize, width: Width) -> (Arc<str>, Arc<Level>) {
    let text: Arc<str> = text.into();
    let mut at = start;
    let chunks = text.as_bytes().chunks(STEP);
    let places = chunks.map(|chunk| {
        let place = at;
        at += width.of(chunk);
        place
    });
    let places = places.collect();
    (Arc::clone(&text), Arc::new(Level::computed(0, Arc::new(Checkpoints { text, width, places }))))
}

impl Places for Checkpoints {
    fn source(&self, span: Span) -> Span {
        Span::new(self.place(span.start), self.place(span.end))
    }
}

impl Checkpoints {
    fn place(&self, at: usize) -> usize {
        let Some(last) = self.places.len().checked_sub(1) else { return 0 };
        let number = (at / STEP).min(last);
        let passed = self.text.as_bytes().get(number * STEP..at).unwrap_or_default();
        self.places[number] + self.width.of(passed)
    }
}

/// Copies runs of ASCII, except in ISO-2022-JP, which has modes. Decodes everything else one byte at a time, so that
/// the place of each character is known.
fn multi_byte(bytes: &[u8], encoding: &'static Encoding) -> Builder {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut built = Builder::default();
    let (mut start, mut at) = (0, 0);
    // After an error the decoder may have buffered bytes that it has not yet decoded.
    let mut is_between = encoding != ISO_2022_JP;
    while at < bytes.len() {
        if is_between {
            let run = bytes[at..].iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len() - at);
            built.text.push_str(std::str::from_utf8(&bytes[at..at + run]).unwrap_or_default());
            at += run;
            start = at;
            if at == bytes.len() {
                break;
            }
        }
        let mut buffer = [0; 32];
        let (result, _, written, _) = decoder.decode_to_utf8(&bytes[at..at + 1], &mut buffer, at + 1 == bytes.len());
        debug_assert_eq!(result, CoderResult::InputEmpty, "no byte makes more than the buffer holds");
        at += 1;
        let text = std::str::from_utf8(&buffer[..written]).unwrap_or_default();
        is_between = encoding != ISO_2022_JP && !text.is_empty() && !text.contains('\u{FFFD}');
        if !text.is_empty() {
            built.unit(text, Span::new(start, at));
            start = at;
        }
    }
    built
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(bytes: &[u8], label: &str) -> (Arc<str>, Arc<Level>) {
        transcoded(&Entity::new(bytes).with_kind(Kind::Text).in_charset(label)).expect("not UTF-8")
    }

    /// Asserts that every character maps to the bytes that encode it.
    fn assert_leads_back(bytes: &[u8], label: &str) {
        let (text, level) = text_of(bytes, label);
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        for (at, character) in text.char_indices() {
            let source = level.source(Span::new(at, at + character.len_utf8()));
            let (alone, _) = encoding.decode_without_bom_handling(&bytes[source.range()]);
            assert_eq!(alone, character.to_string(), "{label} {at} {source:?}");
        }
    }

    #[test]
    fn places_lead_back() {
        let mixed = "a href='caf\u{e9}' ".repeat(40);
        assert_leads_back(&WINDOWS_1252.encode(&mixed).0, "windows-1252");
        let japanese = "a=\u{65e5}\u{672c}? \u{30d3}\u{30fc}\u{30eb};".repeat(40);
        for label in ["shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"] {
            let text =
                if label == "big5" || label == "euc-kr" { japanese.replace('\u{30fc}', "") } else { japanese.clone() };
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert_leads_back(&encoding.encode(&text).0, label);
        }
        let wide = format!("{japanese}\u{1f37a}{japanese}");
        let little: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_leads_back(&little, "utf-16le");
        let big: Vec<u8> = wide.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_leads_back(&big, "utf-16be");
    }

    #[test]
    fn texts_are_what_the_whole_decoder_says() {
        // Modes and ill-formed input: a lone lead byte, a broken four-byte sequence before ASCII, the end of input
        // inside a character.
        for (label, bytes) in [
            ("iso-2022-jp", &b"a \x1b$BF|K\\\x1b(B b"[..]),
            ("gb18030", b"a\x81 b\x81\x30\x81a\x81\x30\x81\x81\x30c\x81"),
            ("gb18030", b"\x84\x31\xa4\x39x\x81\x30"),
            ("shift_jis", b"\x81\x20\x83\x72 x\x81"),
            ("euc-jp", b"\x8f\xa2\xaf\x8f x\xa4"),
            ("big5", b"\x88\x62x\x88\x20"),
            ("windows-1252", b"\x80\x81\xff"),
            ("x-user-defined", b"a\x80\xff"),
            ("iso-2022-kr", b""),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let expected = encoding.decode_without_bom_handling(bytes).0;
            let (text, level) = text_of(bytes, label);
            if label != "iso-2022-kr" {
                assert_eq!(*text, *expected, "{label}");
            }
            assert!(level.source(Span::new(0, text.len())).end <= bytes.len(), "{label}");
        }
    }
}
