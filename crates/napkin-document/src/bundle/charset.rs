//! Character encodings of embedded objects. Start at `utf8` and `stated`.
//!
//! Detects the declared charset with the first steps of the algorithms of HTML and CSS (byte order mark, `meta`,
//! `@charset`), and converts UTF-16 to UTF-8. Other encodings keep their bytes, because the bundler writes only ASCII
//! into them.

use encoding_rs::{Encoding, UTF_8};
use napkin::media::MediaType;
use std::borrow::Cow;

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the text in UTF-8 if its byte order mark declares UTF-16; otherwise returns the bytes unchanged.
pub(crate) fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) if encoding != UTF_8 => {
            let (text, _) = encoding.decode_without_bom_handling(bytes);
            Cow::Owned(text.into_owned().into_bytes())
        }
        _ => Cow::Borrowed(bytes),
    }
}

/// Returns the charset that a style sheet declares (CSS Syntax Level 3 section 3.2).
pub(crate) fn of_sheet(css: &[u8]) -> Option<String> {
    if css.starts_with(MARK) {
        return Some("utf-8".into());
    }
    let rest = css.strip_prefix(b"@charset \"")?;
    let end = rest.iter().take(1024).position(|&byte| byte == b'"')?;
    let label = std::str::from_utf8(&rest[..end]).ok().filter(|label| label.is_ascii())?;
    // A declaration that is readable as ASCII cannot be in UTF-16; CSS Syntax reads it as UTF-8.
    let is_utf16 = label.to_ascii_lowercase().starts_with("utf-16");
    (rest.get(end + 1) == Some(&b';')).then(|| if is_utf16 { "utf-8".into() } else { label.to_ascii_lowercase() })
}

/// Returns the charset in the `content` of a `meta`: `text/html; charset=utf-8`.
pub(super) fn of_content(content: &str) -> Option<String> {
    let lower = content.to_ascii_lowercase();
    let behind = lower.split_once("charset")?.1.trim_start().strip_prefix('=')?.trim_start();
    let label = match behind.chars().next()? {
        quote @ ('"' | '\'') => behind[1..].split(quote).next()?,
        _ => behind.split([';', ' ', '\t', '\n', '\x0c', '\r']).next()?,
    };
    (!label.is_empty()).then(|| label.to_owned())
}

/// Returns whether a label means UTF-8.
pub(crate) fn is_utf8(label: &str) -> bool {
    ["utf-8", "utf8", "unicode-1-1-utf-8"].iter().any(|name| label.trim().eq_ignore_ascii_case(name))
}

/// Returns the media type to state before a text: with this charset, or without one if the text is ASCII.
pub(super) fn stated(media_type: &MediaType<'static>, text: &[u8], charset: Option<&str>) -> MediaType<'static> {
    let given = media_type.parameter("charset");
    let plain = || MediaType::new(media_type.top_level(), media_type.subtype()).ok();
    let is_needless = text.is_ascii() && given.is_none_or(|label| is_utf8(label) || label == "us-ascii");
    let only_charset = media_type.parameters().len() == 1;
    match (given, charset) {
        (Some(_), _) if is_needless && only_charset => plain(),
        (None, Some(charset)) if !is_needless => media_type.clone().with_parameter("charset", charset).ok(),
        _ => None,
    }
    .unwrap_or_else(|| media_type.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_charsets_are_found() {
        for (css, charset) in [
            (&b"@charset \"ISO-8859-1\";a{}"[..], Some("iso-8859-1")),
            (b"@charset \"utf-16\";", Some("utf-8")),
            (b"@charset 'latin1';", None),
            (b"@charset \"latin1\" ;", None),
            (b"\xef\xbb\xbf@charset \"latin1\";", Some("utf-8")),
            (b"a{}", None),
        ] {
            assert_eq!(of_sheet(css).as_deref(), charset, "{}", css.escape_ascii());
        }
        for (content, charset) in [
            ("text/html; charset=UTF-8", Some("utf-8")),
            ("text/html;charset = 'latin1'; x", Some("latin1")),
            ("text/html", None),
            ("charset", None),
            ("charset=", None),
        ] {
            assert_eq!(of_content(content).as_deref(), charset, "{content}");
        }
    }

    #[test]
    fn charset_of_utf_16_becomes_utf_8() {
        assert_eq!(&*utf8(b"\xff\xfea\0\xe9\0"), "\u{feff}a\u{e9}".as_bytes());
        assert_eq!(&*utf8(b"\xfe\xff\0a\xd8"), "\u{feff}a\u{fffd}".as_bytes());
        assert_eq!(&*utf8(b"abc"), b"abc");
    }
}
