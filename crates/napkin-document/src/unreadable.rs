//! Detects documents without links because they are not text: programs, archives, office documents, PDF, images. Read
//! as text they would seem to contain no references; [`unreadable`] identifies them by their first bytes so that a
//! command can report it.

use crate::entity::Kind;
use napkin_mail::is_message;

/// The number of bytes that are checked.
const HEAD: usize = 64 << 10;

/// The smallest number of control characters that makes a document binary data by their share alone.
const FEW: usize = 16;

/// Returns the media type of a document that cannot be read as text: by its signature, or `application/octet-stream` if
/// more than one byte in twenty is a control character. `charset` is the encoding, if the caller knows it.
///
/// UTF-16 is readable if it has a byte order mark or the caller specifies it. UTF-32 is not an encoding of the Encoding
/// Standard, and is unreadable.
///
/// ```
/// use napkin_document::unreadable;
/// assert_eq!(unreadable(b"%PDF-1.7\n%\x80\x01\x02", None), Some("application/pdf"));
/// assert_eq!(unreadable("see http://pub.example/".as_bytes(), None), None);
/// ```
#[must_use]
pub fn unreadable(bytes: &[u8], charset: Option<&str>) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(HEAD)];
    if matches!(head, [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..]) {
        return Some("text/plain;charset=utf-32");
    }
    let is_wide = charset.is_some_and(|label| label.to_ascii_lowercase().contains("utf-16"));
    if is_wide || matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return None;
    }
    if head.starts_with(b"%PDF-") {
        return Some("application/pdf");
    }
    // Parts of a message may be binary data (RFC 3030).
    if is_message(head) {
        return None;
    }
    // Each sum fits into one byte, so that the compiler can vectorize the count.
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(is_strange(byte))).sum::<u8>();
    let strange: usize = head.chunks(128).map(|bytes| usize::from(sum(bytes))).sum();
    // A short signature such as `BM` can also begin a text. Signatures are slow to compare.
    if strange > 0
        && let Some(found) = infer::get(bytes)
    {
        let is_text =
            matches!(found.matcher_type(), infer::MatcherType::Text) || found.mime_type().starts_with("text/");
        if !is_text {
            return Some(found.mime_type());
        }
    }
    let is_mail = || Kind::of_content(head).is_message();
    (strange >= FEW && strange * 20 > head.len() && !is_mail()).then_some("application/octet-stream")
}

/// Returns whether a byte never occurs in text in any encoding that extends ASCII: a control character that is neither
/// white space nor part of a terminal's escape sequence.
const fn is_strange(byte: u8) -> bool {
    (byte <= 0x06) | (byte.wrapping_sub(0x0e) <= 0x1a - 0x0e) | (byte.wrapping_sub(0x1c) <= 0x1f - 0x1c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_cannot_be_read_are_told_by_their_bytes() {
        let elf = [&b"\x7fELF\x02\x01\x01"[..], &[0; 64]].concat();
        let noise: Vec<u8> = (0..4096_u32).map(|number| (number.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        let wide: Vec<u8> = "see http://pub.example/ here".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let cases: [(&[u8], Option<&str>); 12] = [
            (&elf, Some("application/x-executable")),
            (b"PK\x03\x04\x14\0\0\0", Some("application/zip")),
            (b"%PDF-1.7", Some("application/pdf")),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some("image/png")),
            (b"GIF89a\x01\0", Some("image/gif")),
            (b"\xff\xd8\xff\xe0\0\x10JFIF\0", Some("image/jpeg")),
            (b"\x1f\x8b\x08\0", Some("application/gzip")),
            (b"\xfd7zXZ\0\0", Some("application/x-xz")),
            (b"\0asm\x01\0\0\0", Some("application/wasm")),
            (&noise, Some("application/octet-stream")),
            (b"\xff\xfe\0\0a\0\0\0", Some("text/plain;charset=utf-32")),
            (&wide, Some("application/octet-stream")),
        ];
        for (bytes, expected) in cases {
            assert_eq!(unreadable(bytes, None), expected, "{}", bytes[..bytes.len().min(20)].escape_ascii());
        }
        assert_eq!(unreadable(&wide, Some("UTF-16LE")), None);
    }

    #[test]
    fn texts_are_never_taken_for_binary_data() {
        let marked: Vec<u8> = "\u{feff}see http://pub.example/".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let colours = "\x1b[31mred\x1b[0m \x07\x08\x0c\n".repeat(100);
        let message =
            [&b"From: a@b\nTo: c@d\nSubject: x\nContent-Transfer-Encoding: binary\n\n"[..], &[1; 4096]].concat();
        let cases: [&[u8]; 14] = [
            b"",
            b"BMW f\xe4hrt",
            b"MZ is a name",
            b"GIF89a is a format",
            b"<a\0href=x\0>y</a>",
            b"#!/bin/sh\ncurl http://pub.example/\n",
            b"%!PS-Adobe-3.0\n",
            b"{\\rtf1 HYPERLINK \"http://pub.example/\"}",
            "\u{feff}see http://pub.example/".as_bytes(),
            "日本語 http://pub.example/".as_bytes(),
            &marked,
            colours.as_bytes(),
            &message,
            b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>",
        ];
        for bytes in cases {
            assert_eq!(unreadable(bytes, None), None, "{}", bytes[..bytes.len().min(40)].escape_ascii());
        }
    }
}
