//! URLs that are constants of a program.
//!
//! The parser of the URL Standard cannot run at compile time. This module accepts the literals that RFC 3986 and the URL
//! Standard parse alike, and refuses all others.

use crate::syntax::{Hints, read_scalar};
use crate::{HostKind, Parts, Reference, Standard};

/// The schemes that a literal may have, with their default ports.
const SCHEMES: [(&[u8], u32); 5] = [(b"https", 443), (b"http", 80), (b"wss", 443), (b"ws", 80), (b"ftp", 21)];

/// Parses a literal to a constant URL. In a `const`, an invalid literal does not compile.
///
/// Accepts a URL in serialised form with the scheme `https`, `http`, `wss`, `ws` or `ftp` and a domain without `xn--`, but
/// without a user, an escape or a dot segment. For other URLs, use `LazyLock<Url>`.
///
/// ```
/// use napkin::{Reference, whatwg};
/// const API: Reference = whatwg::from_static("https://api.example/v1/");
/// assert_eq!(whatwg::Url::try_from(API)?.join("menu")?, "https://api.example/v1/menu");
/// # Ok::<(), napkin::Error>(())
/// ```
/// ```compile_fail
/// const API: napkin::Reference = napkin::whatwg::from_static("https://API.example");
/// ```
///
/// # Panics
/// Panics for any other text, which is a compile error in a `const`.
#[must_use]
pub const fn from_static(text: &'static str) -> Reference<'static> {
    let Ok(parts) = read_scalar(text, Standard::Rfc3986) else { panic!("expected a URL") };
    let bytes = text.as_bytes();
    let Some(default_port) = default_port(bytes, parts.scheme_end as usize) else {
        panic!("expected `https:` or the like")
    };
    assert!(
        !parts.hints.has(Hints::DOTS.and(Hints::UPPER).and(Hints::ESCAPE)),
        "expected no dots, upper case or escapes"
    );
    assert!(parts.has_authority() && parts.at == 0, "expected a host without a user");
    assert!(is_domain(bytes, parts.host_start() as usize, parts.host_end as usize), "expected a domain");
    assert!(!parts.has_port() || is_port(bytes, &parts, default_port), "expected a port other than the default one");
    assert!(parts.path_start < parts.path_end(), "expected a path after the host");
    let query = parts.path_end() as usize;
    assert!(!has_quote(bytes, query, parts.query_end() as usize), "expected a query without `'`");
    Reference::from_parts(text, Parts { host: HostKind::Domain, ..parts }, Standard::Whatwg)
}

const fn default_port(bytes: &[u8], scheme_end: usize) -> Option<u32> {
    let mut number = 0;
    while number < SCHEMES.len() {
        let (scheme, port) = SCHEMES[number];
        let mut at = 0;
        while at < scheme.len() && at < scheme_end && scheme[at] == bytes[at] {
            at += 1;
        }
        if at == scheme.len() && at == scheme_end {
            return Some(port);
        }
        number += 1;
    }
    None
}

/// Returns whether a host is a domain in lower case whose last label begins with a letter and that has no `xn--`.
const fn is_domain(bytes: &[u8], start: usize, end: usize) -> bool {
    let (mut at, mut label) = (start, start);
    while at < end {
        match bytes[at] {
            b'.' => label = at + 1,
            b'a'..=b'z' | b'0'..=b'9' => {}
            b'-' if at == start || bytes[at - 1] != b'-' => {}
            _ => return false,
        }
        at += 1;
    }
    label < end && bytes[label].is_ascii_lowercase()
}

/// Returns whether the port has no leading zeros and is not the default port.
const fn is_port(bytes: &[u8], parts: &Parts, default: u32) -> bool {
    let (mut at, end) = (parts.host_end as usize + 1, parts.path_start as usize);
    let is_short = at < end && end - at <= 5 && (bytes[at] != b'0' || end - at == 1);
    let mut port = 0;
    while is_short && at < end {
        port = port * 10 + (bytes[at] - b'0') as u32;
        at += 1;
    }
    is_short && port <= 65535 && port != default
}

const fn has_quote(bytes: &[u8], mut at: usize, end: usize) -> bool {
    while at < end {
        if bytes[at] == b'\'' {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::from_static;
    use crate::whatwg::Url;

    #[test]
    fn literals_equal_what_the_parser_makes_of_them() {
        for text in [
            "https://api.example/", "http://h:8080/a;b/c.d?x=1&y", "http://h:8080/a'b#f'", "ws://h:0/",
            "wss://a-b.c1/", "ftp://h1.x/a?#",
        ] {
            let (literal, url) = (from_static(text), Url::parse(text, None).unwrap());
            assert_eq!((literal.as_str(), literal.parts()), (url.as_str(), url.reference().parts()), "{text}");
        }
    }

    #[test]
    #[cfg(feature = "std")]
    fn literals_that_the_parser_rewrites_are_refused() {
        for text in [
            "https://h", "HTTPS://h/", "https://H/", "https://h:443/", "https://h:080/", "https://h:/",
            "https://h:65536/", "https://1.2/", "https://1.2.3.4/", "https://[::1]/", "https://xn--a/", "https://a@h/",
            "https://h/a/../b", "https://h/%7E", "https://h/?'", "https:///a", "/a", "mailto:a",
        ] {
            assert!(std::panic::catch_unwind(|| from_static(text)).is_err(), "{text}");
        }
    }
}
