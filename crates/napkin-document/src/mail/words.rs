//! Encoded words (RFC 2047).
//!
//! Decides: where in a field's text encoded words stand, and what they stand for. Charsets are those of the Encoding standard; one that
//! it does not know is read as UTF-8, or where it is none as windows-1252. Where encoded words are allowed, the caller knows.

use super::bytes::{ByteBuilder, Mapped};
use super::transfer::{self, Encoding as Transfer};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use napkin::Span;

/// The text of an unstructured field, such as `Subject`: unfolded, encoded words decoded, without white space at either end.
///
/// ```
/// use napkin_document::mail::decode_words;
/// assert_eq!(decode_words(b" =?ISO-8859-1?Q?Caf=E9?=\r\n =?utf-8?B?IG1lbnU=?= of today"), "Caf\u{e9} menu of today");
/// assert_eq!(decode_words(b"=?utf-8?X?no?= =?x"), "=?utf-8?X?no?= =?x");
/// ```
#[must_use]
pub fn decode_words(value: &[u8]) -> String {
    if memchr::memchr3(b'\r', b'\n', b'?', value).is_none() {
        return String::from_utf8_lossy(value).trim().to_owned();
    }
    let mut unfolded = ByteBuilder::new(0);
    super::lexer::unfold(value, Span::new(0, value.len()), 0, false, &mut unfolded);
    let decoded = decoded(&unfolded.finish());
    decoded.text().trim().to_owned()
}

/// The same of an unfolded text, with the way back. Its bytes are UTF-8 where those of the source are.
pub(super) fn decoded(text: &Mapped) -> Mapped {
    if memchr::memmem::find(&text.bytes, b"=?").is_none() {
        return text.clone();
    }
    text.map(|bytes, built| {
        let (mut done, mut at) = (0, 0);
        let mut behind_word = false;
        while let Some(found) = memchr::memmem::find(&bytes[at..], b"=?") {
            let start = at + found;
            let Some((end, decoded)) = word(&bytes[start..]) else {
                at = start + 2;
                continue;
            };
            let between = &bytes[done..start];
            // Section 6.2: white space between encoded words is none.
            if !(behind_word && between.iter().all(u8::is_ascii_whitespace)) {
                built.run(between, done);
            }
            built.unit(decoded.as_bytes(), Span::new(start, start + end));
            at = start + end;
            done = at;
            behind_word = true;
        }
        built.run(&bytes[done..], done);
    })
}

/// The longest word that is read. Section 2 has 75 characters; some programs write the whole of a line as one.
const LONGEST: usize = 998;

/// The encoded word at the start: how long it is, and what it stands for.
fn word(text: &[u8]) -> Option<(usize, String)> {
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
    Some((end + 2, text_in(&bytes, charset)))
}

/// The text of bytes in a charset. One that the Encoding Standard does not know is read as UTF-8, and what is none then as windows-1252.
pub(super) fn text_in(bytes: &[u8], charset: &[u8]) -> String {
    let charset = Encoding::for_label(charset).unwrap_or(UTF_8);
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
        ] {
            assert_eq!(decode_words(written.as_bytes()), shown, "{written}");
        }
    }
}
