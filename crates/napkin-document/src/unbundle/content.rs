//! Preserves the charset of a `data:` URL in the extracted file.
//!
//! A file can declare a charset only in its bytes. Nothing is needed if the text is ASCII or declares the charset
//! already; UTF-8 becomes a byte order mark, which HTML, CSS, scripts and XML all check first; any other charset
//! becomes the `@charset` of a style sheet. Text is never transcoded.

use crate::bundle::{charset, media_type, tags::Tags};
use crate::javascript::is_javascript;
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};
use napkin::media::MediaType;

/// Returns the bytes of the file; `None` if no file of this type can declare the charset.
pub(super) fn of_file(bytes: Vec<u8>, media_type: &MediaType<'_>) -> Option<Vec<u8>> {
    let essence = media_type.essence();
    let is_xml = essence.ends_with("xml");
    let is_style = essence == "text/css";
    let is_text =
        is_style || is_xml || media_type::is_page(media_type) || is_javascript(essence) || essence == "text/plain";
    // Browsers also ignore unknown labels.
    let encoding = media_type.parameter("charset").and_then(|label| Encoding::for_label(label.as_bytes()));
    let Some(encoding) = encoding.filter(|_| is_text) else { return Some(bytes) };
    let is_plain = encoding.is_ascii_compatible() && encoding != ISO_2022_JP && bytes.is_ascii();
    if is_plain || bytes.starts_with(charset::MARK) {
        return Some(bytes);
    }
    let own = match () {
        () if is_style => charset::of_sheet(&bytes),
        () if media_type::is_page(media_type) => Tags::of(&bytes, 0).charset(&bytes).map(|(label, _)| label),
        () if is_xml && memchr::memmem::find(&bytes[..bytes.len().min(256)], b"encoding").is_none() => {
            Some("utf-8".into())
        }
        () => None,
    };
    let own_encoding = own.as_deref().and_then(|label| Encoding::for_label(label.as_bytes()));
    if own_encoding == Some(encoding) {
        return Some(bytes);
    }
    if encoding == UTF_8 {
        return Some([charset::MARK, &bytes].concat());
    }
    let can_say = is_style && own.is_none() && encoding.is_ascii_compatible();
    can_say.then(|| [format!("@charset \"{}\";", encoding.name()).as_bytes(), &bytes].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin::media::Reading;

    #[test]
    fn charsets_go_into_the_bytes() {
        for (media_type, bytes, expected) in [
            ("text/css;charset=utf-8", &b"a{}"[..], Some(&b"a{}"[..])),
            ("text/css;charset=utf-8", b"\xc3\xa9{}", Some(b"\xef\xbb\xbf\xc3\xa9{}")),
            ("text/css;charset=utf-8", b"@charset \"utf-8\";\xc3\xa9{}", Some(b"@charset \"utf-8\";\xc3\xa9{}")),
            ("text/css;charset=latin1", b"\xe9{}", Some(b"@charset \"windows-1252\";\xe9{}")),
            ("text/css;charset=latin1", b"@charset \"koi8-r\";\xe9{}", None),
            ("text/css;charset=utf-16", b"a\0", None),
            ("text/css", b"\xe9{}", Some(b"\xe9{}")),
            ("text/css;charset=nonsense", b"\xe9{}", Some(b"\xe9{}")),
            ("text/html;charset=utf-8", b"<p>\xc3\xa9", Some(b"\xef\xbb\xbf<p>\xc3\xa9")),
            ("text/html;charset=utf-8", b"<meta charset=utf-8>\xc3\xa9", Some(b"<meta charset=utf-8>\xc3\xa9")),
            ("text/html;charset=latin1", b"<p>\xe9", None),
            ("text/javascript;charset=utf-8", b"'\xc3\xa9'", Some(b"\xef\xbb\xbf'\xc3\xa9'")),
            ("text/javascript;charset=latin1", b"'\xe9'", None),
            ("image/svg+xml;charset=utf-8", b"<svg>\xc3\xa9</svg>", Some(b"<svg>\xc3\xa9</svg>")),
            ("image/png;charset=utf-8", b"\x89PNG", Some(b"\x89PNG")),
        ] {
            let read = MediaType::parse(media_type, Reading::Whatwg).unwrap();
            assert_eq!(of_file(bytes.to_vec(), &read).as_deref(), expected, "{media_type} {}", bytes.escape_ascii());
        }
    }
}
