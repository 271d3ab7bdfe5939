//! Encoded words (RFC 2047).
//!
//! Decides where in a field's text encoded words occur and what they decode to, also if a character is cut between two
//! words. Charsets are those of the Encoding standard; text in an unknown charset is read as UTF-8, or, if it is no
//! UTF-8, as windows-1252. The caller knows where encoded words are allowed.

use crate::mapped_bytes::{ByteBuilder, Mapped};
use crate::transfer::{self, Encoding as Transfer};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use napkin::Span;

/// Decodes an unstructured field, such as `Subject`: unfolds it, decodes encoded words, and trims white space.
///
/// ```
/// use napkin_mail::decode_words;
/// assert_eq!(decode_words(b" =?ISO-8859-1?Q?Caf=E9?=\r\n =?utf-8?B?IG1lbnU=?= of today"), "Caf\u{e9} menu of today");
/// assert_eq!(decode_words(b"=?utf-8?X?no?= =?x"), "=?utf-8?X?no?= =?x");
/// ```
#[must_use]
pub fn decode_words(value: &[u8]) -> String {
    if memchr::memchr3(b'\r', b'\n', b'?', value).is_none() {
        return String::from_utf8_lossy(value).trim().to_owned();
    }
    let mut unfolded = ByteBuilder::new(0);
    crate::lexer::unfold(value, Span::new(0, value.len()), 0, false, &mut unfolded);
    let decoded = decoded(&unfolded.finish());
    decoded.text().trim().to_owned()
}

/// Decodes encoded words in an unfolded text, and keeps the map to the source. The result is UTF-8 if the source is.
pub(crate) fn decoded(text: &Mapped) -> Mapped {
    if memchr::memmem::find(&text.bytes, b"=?").is_none() {
        return text.clone();
    }
    text.map(|bytes, built| {
        let (mut done, mut at) = (0, 0);
        let mut words: Vec<Word> = Vec::new();
        while let Some(found) = memchr::memmem::find(&bytes[at..], b"=?") {
            let start = at + found;
            let Some(word) = word(&bytes[start..]) else {
                at = start + 2;
                continue;
            };
            let word = Word { span: word.span.shift(start), ..word };
            let between = &bytes[done..start];
            // Section 6.2: white space between encoded words is ignored.
            let is_adjacent = !words.is_empty() && between.iter().all(u8::is_ascii_whitespace);
            if !is_adjacent || words[0].charset != word.charset {
                write(&mut words, built);
            }
            if !is_adjacent {
                built.run(between, done);
            }
            (at, done) = (word.span.end, word.span.end);
            words.push(word);
        }
        write(&mut words, built);
        built.run(&bytes[done..], done);
    })
}

/// An encoded word: its position, charset and decoded bytes.
struct Word {
    span: Span,
    charset: &'static Encoding,
    bytes: Vec<u8>,
}

/// Writes adjacent words of one charset: each by itself, or joined if a character is cut between them, which section 5
/// forbids but programs do.
fn write(words: &mut Vec<Word>, built: &mut ByteBuilder) {
    let text = |bytes: &[u8], charset: &'static Encoding| charset.decode_without_bom_handling(bytes).0.into_owned();
    let has_errors = |bytes: &[u8], charset: &'static Encoding| charset.decode_without_bom_handling(bytes).1;
    if let [first, .., last] = &words[..]
        && words.iter().any(|word| has_errors(&word.bytes, word.charset))
    {
        let joined: Vec<u8> = words.iter().flat_map(|word| word.bytes.iter().copied()).collect();
        if !has_errors(&joined, first.charset) {
            built.unit(text(&joined, first.charset).as_bytes(), Span::new(first.span.start, last.span.end));
            return words.clear();
        }
    }
    for word in words.drain(..) {
        built.unit(text_of(&word.bytes, word.charset).as_bytes(), word.span);
    }
}

/// The longest accepted word in bytes. Section 2 allows 75 characters; some programs write a whole line as one word.
const LONGEST: usize = 998;

/// Reads the encoded word at the start.
fn word(text: &[u8]) -> Option<Word> {
    let text = &text[..text.len().min(LONGEST)];
    let mut marks = memchr::memchr_iter(b'?', text).skip(1);
    let (first, second) = (marks.next()?, marks.next()?);
    let charset = &text[2..first];
    let kind = &text[first + 1..second];
    let end = second + 1 + memchr::memmem::find(&text[second + 1..], b"?=")?;
    let content = &text[second + 1..end];
    // RFC 2231 section 5: a language may follow the charset.
    let charset = charset.split(|&byte| byte == b'*').next().unwrap_or_default();
    let is_token = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_graphic);
    if !is_token(charset) || !content.iter().all(|&byte| byte >= b' ') || content.contains(&b'?') {
        return None;
    }
    let bytes = match kind {
        b"B" | b"b" => transfer::decode(content, 0, Transfer::Base64).bytes.into_owned(),
        b"Q" | b"q" => {
            let spaced: Vec<u8> = content.iter().map(|&byte| if byte == b'_' { b' ' } else { byte }).collect();
            transfer::decode(&spaced, 0, Transfer::QuotedPrintable).bytes.into_owned()
        }
        _ => return None,
    };
    Some(Word { span: Span::new(0, end + 2), charset: charset_of(charset), bytes })
}

/// Decodes bytes in a charset. A charset that the Encoding Standard does not define counts as UTF-8, and ill-formed UTF-8 as
/// windows-1252.
pub(crate) fn text_in(bytes: &[u8], charset: &[u8]) -> String {
    text_of(bytes, charset_of(charset))
}

fn charset_of(label: &[u8]) -> &'static Encoding {
    Encoding::for_label(label).unwrap_or(UTF_8)
}

fn text_of(bytes: &[u8], charset: &'static Encoding) -> String {
    let (text, had_errors) = charset.decode_without_bom_handling(bytes);
    let text = if had_errors && charset == UTF_8 { WINDOWS_1252.decode_without_bom_handling(bytes).0 } else { text };
    text.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 2047 section 8.
    #[test]
    fn the_examples_of_the_rfc() {
        for (written, shown) in [
            ("(=?ISO-8859-1?Q?a?=)", "(a)"),
            ("(=?ISO-8859-1?Q?a?= b)", "(a b)"),
            ("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"),
            ("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"),
            ("(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)", "(ab)"),
            ("(=?ISO-8859-1?Q?a_b?=)", "(a b)"),
            ("(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)"),
            ("=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>", "Keith Moore <moore@cs.utk.edu>"),
            ("=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <keld@dkuug.dk>", "Keld J\u{f8}rn Simonsen <keld@dkuug.dk>"),
            (
                "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=\r\n =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=",
                "If you can read this you understand the example.",
            ),
            ("=?US-ASCII*EN?Q?Keith_Moore?=", "Keith Moore"),
            ("=?unknown-8bit?Q?caf=E9?=", "caf\u{e9}"),
            ("=?utf-8?Q?a b?= c", "a b c"),
            ("=?utf-8?Q?", "=?utf-8?Q?"),
            ("=??Q?a?=", "=??Q?a?="),
            // Characters that are cut between words are joined, as in Python's `email.header.decode_header`.
            ("=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=", "caf\u{e9}"),
            ("=?UTF-8?B?Y2Fmww==?=\r\n =?utf-8?Q?=A9_menu?= x", "caf\u{e9} menu x"),
            ("=?Shift_JIS?Q?=83?= =?Shift_JIS?Q?=65?=", "\u{30c6}"),
            ("=?utf-8?Q?=F0?= =?utf-8?Q?=9F=8D?= =?utf-8?Q?=BA?=", "\u{1f37a}"),
            // Words of different charsets, or with text between them, are decoded one by one.
            ("=?utf-8?Q?=C3?= =?iso-8859-1?Q?=A9?=", "\u{c3}\u{a9}"),
            ("=?utf-8?Q?=C3?=-=?utf-8?Q?=A9?=", "\u{c3}-\u{a9}"),
            // If joining leaves an error, the words are decoded one by one, so that one wrong word spoils no other.
            ("=?utf-8?Q?=E9?= =?utf-8?Q?=C3=A9?=", "\u{e9}\u{e9}"),
        ] {
            assert_eq!(decode_words(written.as_bytes()), shown, "{written}");
        }
    }
}
