//! Detects the media type that data looks like. Start at `sniffed`.
//!
//! Recognizes markup as the MIME Sniffing Standard does (section 7.1), and SVG, which the standard leaves to XML;
//! other types come from the table of the crate `infer`. Two-letter signatures such as `BM` or `MZ` are ignored in
//! data that is text by section 7.2 of the standard.

use std::io::Read;

use napkin::media::MediaType;

use crate::entity::is_html;

/// The number of bytes examined: the *resource header* of MIME Sniffing section 5.2.
const HEADER: usize = 1445;

/// Returns the essence of the media type that the data looks like.
pub(super) fn sniffed(data: &[u8]) -> Option<&'static str> {
    let head = &data[..data.len().min(HEADER)];
    if let Some(markup) = markup(head) {
        return Some(markup);
    }
    let found = infer::get(data)?.mime_type();
    let is_text = !head.iter().any(|&byte| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f | 0x80..));
    let is_long = [&b"%PDF-"[..], b"GIF8", b"{\\rtf", b"%!PS", b"#!"].iter().any(|magic| data.starts_with(magic));
    // The HTML and XML results of `infer` rest on a prefix that was examined more closely above.
    (!matches!(found, "text/html" | "text/xml") && (!is_text || is_long)).then_some(found)
}

/// Returns the markup that data looks like, as [`sniffed`] does. Reads only the beginning.
pub(super) fn markup_of(data: impl Read) -> Option<&'static str> {
    let mut head = Vec::new();
    // Reading from memory does not fail.
    let _ = data.take(HEADER as u64).read_to_end(&mut head);
    markup(&head)
}

fn markup(head: &[u8]) -> Option<&'static str> {
    let utf16 = |unit: fn([u8; 2]) -> u16| -> Vec<u8> {
        let units = head[2..].as_chunks::<2>().0.iter().map(|&pair| unit(pair));
        units.map(|unit| u8::try_from(unit).unwrap_or(b'?')).collect()
    };
    let decoded;
    let text = match head {
        [0xef, 0xbb, 0xbf, rest @ ..] => rest,
        [0xfe, 0xff, ..] => {
            decoded = utf16(u16::from_be_bytes);
            &decoded
        }
        [0xff, 0xfe, ..] => {
            decoded = utf16(u16::from_le_bytes);
            &decoded
        }
        _ => head,
    };
    let text = text.trim_ascii_start();
    if text.starts_with(b"<?xml") || is_svg(text) {
        return Some(if has_svg(text) { "image/svg+xml" } else { "text/xml" });
    }
    is_html(text).then_some("text/html")
}

fn is_svg(text: &[u8]) -> bool {
    let begins = |start: &[u8]| text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start));
    begins(b"<svg") || begins(b"<!doctype svg")
}

/// Returns whether the root element, as far as visible, is `svg`, with or without a prefix.
fn has_svg(text: &[u8]) -> bool {
    memchr::memchr_iter(b'<', text).any(|at| {
        let name = &text[at + 1..];
        let name =
            &name[..name.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b':').unwrap_or(name.len())];
        name == b"svg" || name.ends_with(b":svg")
    }) || is_svg(text)
}

/// Returns whether the declared media type contradicts the detected one.
pub(super) fn contradicts(declared: &MediaType<'_>, sniffed: &str) -> bool {
    let essence = declared.essence();
    let is_xml = |essence: &str| essence.ends_with("+xml") || essence.ends_with("/xml") || essence == "text/xsl";
    let top_level = |essence: &str| essence.split('/').next().unwrap_or_default().to_owned();
    let agree = match sniffed {
        _ if essence == sniffed || synonym(essence) == synonym(sniffed) => true,
        // These types declare nothing.
        _ if essence == "application/octet-stream" || essence == "binary/octet-stream" => true,
        // A page may begin with an SVG drawing, and XHTML looks like either.
        "image/svg+xml" | "text/xml" => is_xml(essence) || (essence == "text/html"),
        "text/html" => is_xml(essence),
        // A container, whose declared type names its contents.
        "application/zip" | "application/x-ole-storage" => essence.starts_with("application/"),
        "text/x-shellscript" => essence == "text/plain" || essence.starts_with("application/"),
        _ => ["audio", "video", "font"].contains(&top_level(essence).as_str()) && is_stream(sniffed),
    };
    !agree
}

/// Returns whether it is a media container or a font, which go by many names.
fn is_stream(essence: &str) -> bool {
    ["audio/", "video/", "application/font-"].iter().any(|start| essence.starts_with(start))
}

/// Returns the canonical name of a media type.
fn synonym(essence: &str) -> &str {
    match essence {
        "image/jpg" | "image/pjpeg" => "image/jpeg",
        "image/x-png" | "image/apng" => "image/png",
        "image/x-icon" | "image/ico" => "image/vnd.microsoft.icon",
        "image/x-ms-bmp" => "image/bmp",
        "image/heic" => "image/heif",
        "application/x-pdf" => "application/pdf",
        "application/x-gzip" => "application/gzip",
        "application/x-zip-compressed" => "application/zip",
        "application/font-woff2" | "application/x-font-woff" => "application/font-woff",
        "application/x-font-ttf" | "application/x-font-otf" | "application/vnd.ms-opentype" => "application/font-sfnt",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin::media::Reading;

    #[test]
    fn types_are_sniffed_from_content() {
        let cases: [(&[u8], Option<&str>); 22] = [
            (b"", None),
            (b"plain", None),
            (b"BMW", None),
            (b"MZ is a name", None),
            (b"MZ\x90\0\x03\0\0\0", Some("application/vnd.microsoft.portable-executable")),
            (b"<script>1</script>", Some("text/html")),
            (b"\n <!DOCTYPE html>", Some("text/html")),
            (b"<HTML>", Some("text/html")),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Some("image/svg+xml")),
            (b"<?xml version='1.0'?><svg/>", Some("image/svg+xml")),
            (b"<?xml version='1.0'?><s:svg/>", Some("image/svg+xml")),
            (b"<?xml version='1.0'?><rss/>", Some("text/xml")),
            (b"\xef\xbb\xbf<html>", Some("text/html")),
            (b"\xff\xfe<\0p\0>\0", Some("text/html")),
            (b"\xfe\xff\0<\0p\0>", Some("text/html")),
            (b"GIF89a\x01\0", Some("image/gif")),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some("image/png")),
            (b"\xff\xd8\xff\xe0", Some("image/jpeg")),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some("image/webp")),
            (b"%PDF-1.7", Some("application/pdf")),
            (b"PK\x03\x04\0\0", Some("application/zip")),
            (b"#!/bin/sh\n", Some("text/x-shellscript")),
        ];
        for (data, expected) in cases {
            assert_eq!(sniffed(data), expected, "{}", data.escape_ascii());
        }
    }

    #[test]
    fn contents_that_contradict_a_type_are_reported() {
        for (declared, sniffed, expected) in [
            ("image/gif", "image/gif", false),
            ("image/jpg", "image/jpeg", false),
            ("image/gif", "text/html", true),
            ("image/png", "image/svg+xml", true),
            ("text/plain", "text/html", true),
            ("text/html", "image/svg+xml", false),
            ("application/xhtml+xml", "text/html", false),
            ("x/y+xml", "text/xml", false),
            ("text/html", "image/gif", true),
            ("application/epub+zip", "application/zip", false),
            ("image/png", "application/zip", true),
            ("application/octet-stream", "application/vnd.microsoft.portable-executable", false),
            ("video/webm", "video/x-matroska", false),
            ("font/woff2", "application/font-woff", false),
            ("audio/mpeg", "application/pdf", true),
        ] {
            let media_type = MediaType::parse(declared, Reading::Whatwg).expect("a media type");
            assert_eq!(contradicts(&media_type, sniffed), expected, "{declared} {sniffed}");
        }
    }
}
