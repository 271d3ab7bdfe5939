//! Guesses the media type of an object that was served without one. Start at `media_type`.
//!
//! Images, audio and video are recognized by their first bytes. Other objects of web pages are recognized by the file
//! extension in the URL's path.

use crate::javascript::is_javascript;
use napkin::media::{MediaType, Reading};

/// Extensions and media types; the first extension of a type is its usual one. `mime_guess` has no usual ones.
const ENDINGS: &[(&str, &str)] = &[
    ("css", "text/css"),
    ("js", "text/javascript"),
    ("mjs", "text/javascript"),
    ("cjs", "text/javascript"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("html", "text/html"),
    ("htm", "text/html"),
    ("xhtml", "application/xhtml+xml"),
    ("xht", "application/xhtml+xml"),
    ("svg", "image/svg+xml"),
    ("xml", "application/xml"),
    ("png", "image/png"),
    ("apng", "image/apng"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("ico", "image/x-icon"),
    ("bmp", "image/bmp"),
    ("woff2", "font/woff2"),
    ("woff", "font/woff"),
    ("ttf", "font/ttf"),
    ("otf", "font/otf"),
    ("eot", "application/vnd.ms-fontobject"),
    ("mp4", "video/mp4"),
    ("m4v", "video/mp4"),
    ("webm", "video/webm"),
    ("ogv", "video/ogg"),
    ("mp3", "audio/mpeg"),
    ("m4a", "audio/mp4"),
    ("ogg", "audio/ogg"),
    ("oga", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("wav", "audio/wav"),
    ("flac", "audio/flac"),
    ("vtt", "text/vtt"),
    ("pdf", "application/pdf"),
    ("txt", "text/plain"),
    ("wasm", "application/wasm"),
];

/// Returns the stated media type of an object, or a guess if it is missing or malformed.
pub(super) fn media_type(stated: Option<&str>, url: &str, bytes: &[u8]) -> MediaType<'static> {
    let parsed = |text: &str| MediaType::parse(text, Reading::Whatwg).ok().map(MediaType::into_owned);
    let of_bytes = || {
        let found = infer::get(bytes)?.mime_type();
        ["image/", "audio/", "video/"].iter().any(|start| found.starts_with(start)).then_some(found)
    };
    let is_text = || std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    let other = || if is_text() { "text/plain" } else { "application/octet-stream" };
    stated
        .and_then(parsed)
        .or_else(|| parsed(of_bytes().or_else(|| by_name(url)).unwrap_or_else(other)))
        .unwrap_or_else(MediaType::default_of_data)
}

fn by_name(url: &str) -> Option<&'static str> {
    let path = url.split(['?', '#']).next()?;
    let (_, ending) = path.rsplit('/').next()?.rsplit_once('.')?;
    ENDINGS.iter().find(|(name, _)| ending.eq_ignore_ascii_case(name)).map(|&(_, found)| found)
}

/// Returns the usual file extension of a media type, by its essence.
pub(crate) fn ending(essence: &str) -> Option<&'static str> {
    let usual = match essence {
        _ if is_javascript(essence) => "text/javascript",
        "image/jpg" | "image/pjpeg" => "image/jpeg",
        "image/vnd.microsoft.icon" | "image/ico" => "image/x-icon",
        "image/x-ms-bmp" => "image/bmp",
        "application/font-woff" | "application/x-font-woff" => "font/woff",
        "application/font-woff2" | "application/x-font-woff2" => "font/woff2",
        "application/x-font-ttf" | "application/x-font-truetype" | "application/font-ttf" | "font/truetype" => {
            "font/ttf"
        }
        "application/x-font-otf" | "application/x-font-opentype" | "font/opentype" => "font/otf",
        "audio/mp3" => "audio/mpeg",
        "audio/x-wav" | "audio/wave" => "audio/wav",
        "text/xml" => "application/xml",
        "text/json" => "application/json",
        _ => essence,
    };
    ENDINGS.iter().find(|&&(_, known)| known == usual).map(|&(ending, _)| ending)
}

/// Returns whether the media type is that of a page.
pub(crate) fn is_page(media_type: &MediaType<'_>) -> bool {
    matches!(media_type.essence(), "text/html" | "application/xhtml+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        for (essence, expected) in [
            ("text/javascript", Some("js")),
            ("application/x-javascript", Some("js")),
            ("image/jpeg", Some("jpg")),
            ("image/jpg", Some("jpg")),
            ("image/svg+xml", Some("svg")),
            ("application/font-woff", Some("woff")),
            ("text/plain", Some("txt")),
            ("text/unheard-of", None),
        ] {
            assert_eq!(ending(essence), expected, "{essence}");
        }
    }

    #[test]
    fn types() {
        for (stated, url, bytes, expected) in [
            (None, "file:///a/b.css", &b"p{}"[..], "text/css"),
            (None, "http://h/b.CSS?v=2", b"p{}", "text/css"),
            (Some("text/plain; charset=latin1"), "http://h/b.css", b"p{}", "text/plain;charset=latin1"),
            (None, "http://h/b.png", b"GIF89a\x01\0", "image/gif"),
            (None, "http://h/b", b"text", "text/plain"),
            (None, "http://h/b", b"\0\x01", "application/octet-stream"),
            (None, "http://h/b.woff2", b"wOF2", "font/woff2"),
            (Some("nonsense"), "http://h/b.js", b"1", "text/javascript"),
        ] {
            assert_eq!(media_type(stated, url, bytes).to_string(), expected, "{url}");
        }
    }
}
