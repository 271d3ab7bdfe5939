//! Finds bodies that cannot be decoded, or only with a loss.

use napkin_mail::{Encoding, Part};

/// Returns whether a body cannot be decoded at all: its encoding is unknown, or not what its field says.
pub(super) fn is_encoded(part: Part<'_, '_>) -> bool {
    match part.encoding() {
        Encoding::Unknown => true,
        // Decoding makes any uuencoded data shorter. A body that is none stays as it is.
        Encoding::Uuencode => {
            !part.raw_body().is_empty() && part.reader().count_bytes() == part.raw_body().len() as u64
        }
        _ => false,
    }
}

/// Returns the loss in decoding a body: characters of a base64 body that are not base64, or a group that is cut off (RFC 2045
/// section 6.8).
pub(super) fn of(part: Part<'_, '_>) -> Option<String> {
    if part.encoding() != Encoding::Base64 {
        return None;
    }
    let (mut digits, mut pads, mut strays) = (0_usize, 0_usize, 0_usize);
    for byte in part.raw_body() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' => digits += 1,
            b'=' => pads += 1,
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => strays += 1,
        }
    }
    if strays > 0 {
        return Some(format!("its base64 has other characters, which are left out: {strays}"));
    }
    let is_whole = (digits + pads).is_multiple_of(4) && pads <= 2;
    (!is_whole).then(|| "its base64 is cut off, or has several ends".to_owned())
}
