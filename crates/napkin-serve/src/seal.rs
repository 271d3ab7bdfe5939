//! Links that the gateway has written.
//!
//! Decides: whether a link came from here. A page that was retrieved is in a sandbox, whose origin is nobody's, so that a browser
//! says of its requests what it says of those of any other site. The links that the gateway writes into it carry a seal, by which
//! they are known: a keyed hash (SipHash) of the URL, whose key is drawn at the start and leaves nobody. A seal is good for its URL
//! alone.

use std::hash::{BuildHasher, RandomState};

/// The key.
#[derive(Default)]
pub(crate) struct Seal(RandomState);

/// How a seal is written: so many digits.
pub(crate) const DIGITS: usize = 16;

impl Seal {
    /// The seal of a URL. A fragment plays no part: it is not sent.
    pub(crate) fn of(&self, url: &str) -> String {
        let url = url.split('#').next().unwrap_or_default();
        format!("{:016x}", self.0.hash_one(url))
    }

    /// Whether it is one of the URL.
    pub(crate) fn is_of(&self, seal: &str, url: &str) -> bool {
        let own = self.of(url);
        let differing = seal.bytes().zip(own.bytes()).fold(0, |differing, (a, b)| differing | (a ^ b));
        seal.len() == DIGITS && std::hint::black_box(differing) == 0
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
