//! Computes the canonical form of a body, and its digests.
//!
//! Content-MD5 covers the canonical form (RFC 1864 section 2, RFC 2049 section 4): a text with CRLF at the end of each line,
//! and other content unchanged. Digests prove integrity, not authorship.

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::Sha256;

/// Returns whether the canonical form of this media type has lines that end with CRLF.
pub(crate) fn is_text(essence: &str) -> bool {
    essence.starts_with("text/")
}

/// Converts a text that comes in pieces to its canonical form.
#[derive(Default)]
struct Lines {
    /// Whether the last byte was CR.
    has_return: bool,
}

impl Lines {
    /// Passes the canonical form of the next piece to `take`.
    fn piece<'b>(&mut self, bytes: &'b [u8], mut take: impl FnMut(&'b [u8])) {
        let mut done = 0;
        for at in memchr::memchr_iter(b'\n', bytes) {
            if !at.checked_sub(1).map_or(self.has_return, |before| bytes[before] == b'\r') {
                take(&bytes[done..at]);
                take(b"\r");
                done = at;
            }
        }
        take(&bytes[done..]);
        self.has_return = bytes.last().map_or(self.has_return, |&last| last == b'\r');
    }
}

/// Returns the canonical form.
pub(crate) fn form(essence: &str, bytes: &[u8]) -> Vec<u8> {
    let mut form = Vec::with_capacity(bytes.len());
    if is_text(essence) {
        Lines::default().piece(bytes, |piece| form.extend_from_slice(piece));
    } else {
        form.extend_from_slice(bytes);
    }
    form
}

/// Length and digest of a canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Canonical {
    pub(crate) length: u64,
    /// The digest of `Content-MD5`.
    pub(crate) md5: [u8; 16],
}

/// Receives the pieces of some bytes, and returns whether it wants more.
type Take<'t> = dyn FnMut(&[u8]) -> bool + 't;

/// Returns length and digest of the canonical form of bytes, which `each` passes on piece by piece.
pub(crate) fn of(is_text: bool, each: impl FnOnce(&mut Take<'_>) -> bool) -> Canonical {
    let (mut length, mut digest, mut lines) = (0, Md5::new(), Lines::default());
    let mut add = |piece: &[u8]| {
        length += piece.len() as u64;
        digest.update(piece);
    };
    each(&mut |piece| {
        if is_text {
            lines.piece(piece, &mut add);
        } else {
            add(piece);
        }
        true
    });
    Canonical { length, md5: digest.finalize().into() }
}

/// Returns the SHA-1 digest, by which RFC 4483 identifies content.
pub(crate) fn sha1_of(each: impl FnOnce(&mut Take<'_>) -> bool) -> [u8; 20] {
    let mut digest = Sha1::new();
    each(&mut |piece| {
        digest.update(piece);
        true
    });
    digest.finalize().into()
}

/// Returns the SHA-256 digest in hexadecimal digits.
pub(crate) fn sha256_of(each: impl FnOnce(&mut Take<'_>) -> bool) -> String {
    let mut digest = Sha256::new();
    each(&mut |piece| {
        digest.update(piece);
        true
    });
    format!("{:x}", digest.finalize())
}

/// Returns the SHA-256 digest in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    sha256_of(|take| take(bytes))
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
            let expected = Canonical { length: canonical.len() as u64, md5: Md5::digest(canonical).into() };
            assert_eq!(of(is_text(essence), |take| take(bytes)), expected, "{bytes:?}");
            // The result does not depend on where the bytes are cut.
            let by_bytes = of(is_text(essence), |take| bytes.chunks(1).all(take));
            assert_eq!(by_bytes, expected, "{bytes:?}");
        }
    }
}
