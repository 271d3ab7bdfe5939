//! Reads the front of a `data:` URL: the scheme, the comma, and the header between them as browsers read it. Start at
//! `Header::read`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::strict;
use crate::base64::is_white_space;
use crate::bytes::find;
use crate::media::{MediaLimits, MediaType, Reading, check_length};
use crate::percent::escape;
use crate::{Error, Finding, Span, Standard, rules};

/// The media type and the encoding of the data.
#[derive(Clone, Debug)]
pub(super) struct Header<'a> {
    pub(super) media_type: MediaType<'a>,
    pub(super) is_base64: bool,
}

impl<'a> Header<'a> {
    /// Reads the text between the scheme and the comma, which begins at `start`.
    pub(super) fn read(raw: &'a [u8], start: usize, reading: Reading, limits: &MediaLimits) -> Result<Self, Error> {
        check_length(raw.len(), start, limits, reading.standard())?;
        match reading {
            Reading::Strict => strict::read(raw, start, limits, Standard::Rfc3986).into_result(),
            Reading::Whatwg => Self::whatwg(raw, start, limits),
        }
    }

    /// Follows steps 5 to 14 of the `data:` URL processor.
    fn whatwg(raw: &'a [u8], start: usize, limits: &MediaLimits) -> Result<Self, Error> {
        let (text, is_base64) = match serialized(raw) {
            Cow::Borrowed(text) => {
                let (text, is_base64) = without_marker(text.trim_matches(' '));
                (Cow::Borrowed(text), is_base64)
            }
            Cow::Owned(text) => {
                let (text, is_base64) = without_marker(text.trim_matches(' '));
                (Cow::Owned(String::from(text)), is_base64)
            }
        };
        if text.is_empty() {
            return Ok(Self { media_type: MediaType::default_of_data(), is_base64 });
        }
        let text = if text.starts_with(';') { Cow::Owned(["text/plain", &text].concat()) } else { text };
        let media_type = match text {
            Cow::Borrowed(text) => MediaType::parse_with(text, Reading::Whatwg, limits, &mut ()),
            Cow::Owned(text) => {
                MediaType::parse_with(&text, Reading::Whatwg, limits, &mut ()).map(MediaType::into_owned)
            }
        };
        let media_type = match media_type {
            Ok(media_type) => media_type,
            Err(error) if error.rule() == rules::MEDIA_TYPE => MediaType::default_of_data(),
            // An exceeded limit: its place is in the serialized text, so the span is the whole header.
            Err(error) => {
                let span = Span::new(start, start + raw.len());
                return Err(Error::new(Finding { span, ..*error.finding() }));
            }
        };
        Ok(Self { media_type, is_base64 })
    }

    pub(super) fn into_owned(self) -> Header<'static> {
        Header { media_type: self.media_type.into_owned(), is_base64: self.is_base64 }
    }
}

/// Removes `;`, spaces and `base64` from the end by step 11. Returns whether they were there.
fn without_marker(text: &str) -> (&str, bool) {
    let Some((front, word)) = text.len().checked_sub(6).and_then(|at| text.split_at_checked(at)) else {
        return (text, false);
    };
    match front.trim_end_matches(' ').strip_suffix(';') {
        Some(front) if word.eq_ignore_ascii_case("base64") => (front, true),
        _ => (text, false),
    }
}

/// Returns the header as the URL parser and serializer write it: opaque path state and query state of section 4.4 of the
/// URL Standard.
fn serialized(raw: &[u8]) -> Cow<'_, str> {
    let is_kept = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'?';
    if let (true, Ok(text)) = (raw.iter().all(is_kept), core::str::from_utf8(raw)) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(raw.len() + 16);
    let mut is_query = false;
    for &byte in raw.iter().filter(|&&byte| !is_break(byte)) {
        match byte {
            // The only space of an opaque path that is encoded is the one right before the query.
            b'?' if !is_query => {
                is_query = true;
                if text.ends_with(' ') {
                    text.pop();
                    text.push_str("%20");
                }
                text.push('?');
            }
            b' ' | b'"' | b'<' | b'>' if is_query => text.push_str(escape(byte)),
            b' '..=b'~' => text.push(byte.into()),
            _ => text.push_str(escape(byte)),
        }
    }
    Cow::Owned(text)
}

/// Returns whether a byte is an *ASCII tab or newline*, which the URL parser removes.
pub(super) const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns whether a byte is skipped between the characters of the scheme.
pub(super) const fn is_removed(byte: u8, reading: Reading) -> bool {
    match reading {
        Reading::Strict => is_white_space(byte),
        Reading::Whatwg => is_break(byte),
    }
}

/// Returns whether a byte is removed before and after the text.
pub(super) const fn is_around(byte: u8, reading: Reading) -> bool {
    match reading {
        Reading::Strict => is_white_space(byte),
        Reading::Whatwg => byte <= b' ',
    }
}

/// Reads the scheme byte by byte; counts the bytes that matched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scheme(usize);

impl Scheme {
    const TEXT: &'static [u8; 5] = b"data:";

    /// Takes the byte at `at`. Returns whether the scheme ends with it.
    pub(super) fn push(&mut self, byte: u8, at: usize, reading: Reading) -> Result<bool, Error> {
        if byte.eq_ignore_ascii_case(&Self::TEXT[self.0]) {
            self.0 += 1;
            return Ok(self.0 == Self::TEXT.len());
        }
        if (self.0 == 0 && is_around(byte, reading)) || is_removed(byte, reading) {
            return Ok(false);
        }
        let found = if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER };
        Err(Self::missing(Span::new(at, at + 1), Some(found), reading))
    }

    /// Returns the error for a text with another scheme or none.
    pub(super) fn missing(span: Span, found: Option<char>, reading: Reading) -> Error {
        Error::new(Finding::new(rules::DATA_SCHEME, reading.standard(), span, "the scheme `data:`", found))
    }
}

/// Returns whether browsers read a text as a `data:` URL, whatever follows the scheme. They skip white space and controls
/// before the scheme, and tabs and line breaks in it. The scheme has no escapes.
///
/// ```
/// use napkin::data::is_data_url;
/// assert!(is_data_url(" da\tta:text/html,X"));
/// assert!(!is_data_url("d%61ta:,X") && !is_data_url("metadata:,X"));
/// ```
#[must_use]
pub fn is_data_url<T: AsRef<[u8]> + ?Sized>(text: &T) -> bool {
    scheme_end(text.as_ref(), Reading::Whatwg).is_ok()
}

/// Returns the offset after the colon of the scheme.
pub(super) fn scheme_end(text: &[u8], reading: Reading) -> Result<usize, Error> {
    if text.starts_with(Scheme::TEXT) {
        return Ok(Scheme::TEXT.len());
    }
    let mut scheme = Scheme::default();
    for (at, &byte) in text.iter().enumerate() {
        if scheme.push(byte, at, reading).map_err(|error| sharpened(error, text))? {
            return Ok(at + 1);
        }
    }
    Err(Scheme::missing(Span::new(text.len(), text.len()), None, reading))
}

/// Returns whether the text after the scheme begins with `/`, so that it is not an opaque path.
pub(super) fn is_hierarchical(behind: &[u8]) -> bool {
    behind.iter().find(|&&byte| !is_break(byte)) == Some(&b'/')
}

/// Returns the offset of the comma.
pub(super) fn comma(text: &[u8], start: usize, reading: Reading) -> Result<usize, Error> {
    let behind = &text[start..];
    let comma = find(behind, b',');
    let front = &behind[..comma.unwrap_or(behind.len())];
    match (comma, find(front, b'#')) {
        (Some(comma), None) => Ok(start + comma),
        (_, hash) => {
            let end = hash.map_or(end(text, reading).max(start), |at| start + at);
            Err(no_comma(&text[start..end], start, hash.is_some(), reading.standard()))
        }
    }
}

/// Returns the error for a text without a comma. If the last parameter has no `=`, its `;` may be a mistyped comma.
pub(super) fn no_comma(header: &[u8], start: usize, is_cut: bool, standard: Standard) -> Error {
    let place = misplaced(header);
    let end = start + header.len();
    let span = place.map_or(Span::new(end, end), |at| Span::new(start + at, start + at + 1));
    let found = match (place, is_cut) {
        (Some(_), _) => Some(';'),
        (None, true) => Some('#'),
        (None, false) => None,
    };
    Error::new(Finding::new(rules::DATA_COMMA, standard, span, "`,` before the data", found))
}

/// Returns the offset of a `;` in place of the comma, if there is one.
pub(super) fn misplaced(header: &[u8]) -> Option<usize> {
    let at = header.iter().rposition(|&byte| byte == b';')?;
    let last = &header[at + 1..];
    (!last.contains(&b'=') && !last.trim_ascii().eq_ignore_ascii_case(b"base64")).then_some(at)
}

/// Returns the error with all of the text as its span.
pub(super) fn anywhere(error: Error, length: usize) -> Error {
    Error::new(Finding { span: Span::new(0, length), ..*error.finding() })
}

/// Returns the end of the text without trailing bytes that are removed.
pub(super) fn end(text: &[u8], reading: Reading) -> usize {
    text.len() - text.iter().rev().take_while(|&&byte| is_around(byte, reading)).count()
}

/// Returns the character at an offset, and its span.
pub(super) fn character(text: &[u8], at: usize) -> (char, Span) {
    let rest = text.get(at..).unwrap_or_default();
    let first = rest[..rest.len().min(4)].utf8_chunks().next();
    let c = first.and_then(|chunk| chunk.valid().chars().next());
    let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
    let is_whole = rest.starts_with(c.encode_utf8(&mut [0; 4]).as_bytes());
    (c, Span::new(at, (at + if is_whole { c.len_utf8() } else { 1 }).min(text.len())))
}

/// Extends an error whose span ends inside a character to the whole character.
#[cold]
pub(super) fn sharpened(error: Error, text: &[u8]) -> Error {
    let finding = *error.finding();
    let last = finding.span.end.checked_sub(1).filter(|&last| text.get(last).is_some_and(|byte| !byte.is_ascii()));
    let Some(last) = last.filter(|_| finding.found == Some(char::REPLACEMENT_CHARACTER)) else { return error };
    let (c, span) = character(text, last);
    Error::new(Finding { span: Span::new(finding.span.start, span.end), found: Some(c), ..finding })
}

#[cfg(test)]
mod tests {
    use super::is_data_url;

    #[test]
    fn which_texts_are_data_urls() {
        for (text, expected) in [
            ("data:,", true),
            ("DATA:", true),
            (" \u{1}\nda\tt\r\na:x", true),
            ("d a t a:", false),
            ("data", false),
            ("metadata:,", false),
            ("data%3A,", false),
            ("", false),
        ] {
            assert_eq!(is_data_url(text), expected, "{text:?}");
        }
    }
}
