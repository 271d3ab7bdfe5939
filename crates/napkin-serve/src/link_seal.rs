//! Authenticates links that the gateway has written.
//!
//! A retrieved page is in a sandbox with an opaque origin, so a browser describes its requests like those of any other site.
//! The gateway's links in such a page therefore carry a seal: a keyed hash (SipHash) of the URL. The key is random per process
//! and never leaves it. A seal is valid for its URL alone.

use std::hash::{BuildHasher, RandomState};

use crate::guard::is_equal;

/// The key.
#[derive(Default)]
pub(crate) struct Seal(RandomState);

/// The number of hexadecimal digits of a seal.
pub(crate) const DIGITS: usize = 16;

impl Seal {
    /// Returns the seal of a URL. The fragment is ignored, because browsers do not send it.
    pub(crate) fn of(&self, url: &str) -> String {
        let url = url.split('#').next().unwrap_or_default();
        format!("{:016x}", self.0.hash_one(url))
    }

    /// Returns whether a seal is valid for the URL; compares in constant time.
    pub(crate) fn is_of(&self, seal: &str, url: &str) -> bool {
        is_equal(seal.as_bytes(), self.of(url).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_of_one_url_and_one_server() {
        let (seal, other) = (Seal::default(), Seal::default());
        let sealed = seal.of("gopher://pub.example/1");
        assert!(seal.is_of(&sealed, "gopher://pub.example/1") && seal.is_of(&sealed, "gopher://pub.example/1#x"));
        assert!(!seal.is_of(&sealed, "gopher://pub.example/0") && !seal.is_of("", "gopher://pub.example/1"));
        assert!(!other.is_of(&sealed, "gopher://pub.example/1") && !seal.is_of(&sealed[1..], "gopher://pub.example/1"));
    }
}
