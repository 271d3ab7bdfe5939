//! The canonical form of a body, and its digests.
//!
//! Decides: which bytes a Content-MD5 is taken of (RFC 1864 section 2, RFC 2049 section 4): those of a text with CRLF at the end of each
//! line, those of anything else as they are. Digests show integrity. None of them says who has made something.

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::Sha256;

/// Whether lines of a body of this type end with CRLF in its canonical form.
fn is_text(essence: &str) -> bool {
    essence.starts_with("text/")
}

/// Hands out the canonical form piece by piece.
fn pieces<'b>(essence: &str, bytes: &'b [u8], mut take: impl FnMut(&'b [u8])) {
    if !is_text(essence) {
        return take(bytes);
    }
    let mut done = 0;
    for at in memchr::memchr_iter(b'\n', bytes) {
        if !bytes[..at].ends_with(b"\r") {
            take(&bytes[done..at]);
            take(b"\r");
            done = at;
        }
    }
    take(&bytes[done..]);
}

/// How many bytes the canonical form has.
pub(super) fn length(essence: &str, bytes: &[u8]) -> u64 {
    let mut length = 0;
    pieces(essence, bytes, |piece| length += piece.len() as u64);
    length
}

/// The canonical form.
pub(super) fn form(essence: &str, bytes: &[u8]) -> Vec<u8> {
    let mut form = Vec::with_capacity(bytes.len());
    pieces(essence, bytes, |piece| form.extend_from_slice(piece));
    form
}

/// MD5 of the canonical form: what Content-MD5 says.
pub(super) fn md5(essence: &str, bytes: &[u8]) -> [u8; 16] {
    let mut digest = Md5::new();
    pieces(essence, bytes, |piece| digest.update(piece));
    digest.finalize().into()
}

/// MD5 of bytes as they are.
pub(super) fn raw_md5(bytes: &[u8]) -> [u8; 16] {
    Md5::digest(bytes).into()
}

/// SHA-1, by which RFC 4483 names what it means.
pub(super) fn sha1(bytes: &[u8]) -> [u8; 20] {
    Sha1::digest(bytes).into()
}

/// SHA-256 in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_a_text_is_that_of_its_canonical_form() {
        for (essence, bytes, canonical) in [
            ("text/plain", &b"a\nb\n"[..], &b"a\r\nb\r\n"[..]),
            ("text/plain", b"a\r\nb\n\n", b"a\r\nb\r\n\r\n"),
            ("text/plain", b"\n", b"\r\n"),
            ("text/plain", b"", b""),
            ("text/plain", b"a\rb", b"a\rb"),
            ("image/gif", b"a\nb", b"a\nb"),
        ] {
            assert_eq!(form(essence, bytes), canonical, "{bytes:?}");
            assert_eq!(length(essence, bytes), canonical.len() as u64, "{bytes:?}");
            assert_eq!(md5(essence, bytes), raw_md5(canonical), "{bytes:?}");
        }
    }
}
