//! Writes shorter `data:` URLs for quoted HTML attributes. Start at `in_quotes`.
//!
//! Inside quotes in HTML only the quote ends the URL, and browsers accept any ASCII character in its data. So white
//! space, brackets and `<` need no escapes, which makes texts a fifth shorter. In CSS, in XML and in lists of URLs,
//! the URL is valid by RFC 2397.

use crate::written::QuoteMark;
use napkin::data::{Encoder, Form};
use napkin::media::MediaType;
use std::fmt::Write;

/// The characters that a position can hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// Only those of a valid URL.
    Url,
    /// All except this quote, the end tags of raw text around the attribute, and the characters `&`, `%` and `#`.
    Quotes(QuoteMark),
}

/// Returns the URL for a quoted attribute, if it is shorter than the valid URL `anywhere`.
pub(super) fn in_quotes(data: &[u8], media_type: &MediaType<'_>, quote: QuoteMark, anywhere: &str) -> Option<String> {
    let quote = quote.character()?;
    // Only texts gain from this; other data is encoded as base64.
    let data = std::str::from_utf8(data).ok()?;
    let mut url = Encoder::new(media_type).with_form(Form::Percent).encode(b"").ok()?;
    let mut plain = [false; 256];
    for byte in b' '..=b'~' {
        plain[usize::from(byte)] = !matches!(byte, b'%' | b'#' | b'&' | b'<') && char::from(byte) != quote;
    }
    let (bytes, mut at) = (data.as_bytes(), 0);
    // Browsers trim the end of a URL, so a final space is escaped.
    let end = bytes.len() - usize::from(bytes.ends_with(b" "));
    while at < bytes.len() {
        let run = bytes[at..end.max(at)].iter().take_while(|&&byte| plain[usize::from(byte)]).count();
        if run > 0 {
            url.push_str(data.get(at..at + run)?);
        }
        at += run;
        match bytes.get(at..) {
            None | Some([]) => {}
            // The attribute may be inside raw text that such an end tag would end: `noscript`, `noframes`, `noembed`,
            // `iframe`.
            Some([b'<', rest @ ..]) if !matches!(rest, [b'/', b'n' | b'N' | b'i' | b'I', ..]) => url.push('<'),
            Some([byte, ..]) => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
        at += 1;
        if url.len() >= anywhere.len() {
            return None;
        }
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin::data::{DataUrl, Reading};

    #[test]
    fn only_what_must_be_is_escaped() {
        let css = MediaType::new("text", "css").unwrap();
        for (text, quote, expected) in [
            ("a { b: 'c' }", QuoteMark::Double, Some("data:text/css,a { b: 'c' }")),
            ("a { b: 'c' }", QuoteMark::Single, Some("data:text/css,a { b: %27c%27 }")),
            ("a{b:\"%&#\"}\n ", QuoteMark::Single, Some("data:text/css,a{b:\"%25%26%23\"}%0A%20")),
            ("a{</noscript></p></IFRAME>}", QuoteMark::Double, Some("data:text/css,a{%3C/noscript></p>%3C/IFRAME>}")),
            ("a", QuoteMark::Double, None),
            ("a{}", QuoteMark::None, None),
        ] {
            let anywhere = Encoder::new(&css).encode(text.as_bytes()).unwrap();
            let url = in_quotes(text.as_bytes(), &css, quote, &anywhere);
            assert_eq!(url.as_deref(), expected, "{text}");
            if let Some(url) = url {
                let read = DataUrl::parse(&url, Reading::Whatwg).and_then(|url| url.decode()).unwrap();
                assert_eq!(read, text.as_bytes());
            }
        }
    }
}
