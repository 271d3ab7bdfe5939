//! RFC 3986 section 6.2.2: syntax-based normalisation of a valid URI, in the order of its subsections.

use super::appendix_b::matched;
use super::resolve_rfc3986::{Target, reads_back_differently, recompose, remove_dot_segments};

/// 6.2.2.1, 6.2.2.2 and 6.2.2.3 together, for a valid reference.
///
/// Dot segments are removed where there is a scheme: in a relative reference they have their meaning (6.2.2.3, "the
/// complete path segments "." and ".." are intended only for use within relative references").
#[must_use]
pub fn normalize(text: &str) -> String {
    let parts = matched(text);
    // Escapes first, so that what they hid has its case normalised and its dots found.
    let mut t = Target {
        scheme: parts.scheme.map(str::to_ascii_lowercase),
        authority: parts.authority.map(authority),
        path: escapes(parts.path),
        query: parts.query.map(escapes),
        fragment: parts.fragment.map(escapes),
    };
    if t.scheme.is_some() {
        t.path = remove_dot_segments(&t.path);
    }
    // The same departure as in resolution.
    if reads_back_differently(&t) {
        t.path.insert_str(0, "/.");
    }
    recompose(&t)
}

/// 6.2.2.1: the host is lower case; the user information is not.
fn authority(text: &str) -> String {
    let (userinfo, hostport) = match text.rsplit_once('@') {
        Some((userinfo, hostport)) => (Some(userinfo), hostport),
        None => (None, text),
    };
    // A port has no letters, so that it may go along. Escapes keep their digits in upper case.
    let lower = escapes(&escapes(hostport).to_ascii_lowercase());
    match userinfo {
        Some(userinfo) => format!("{}@{lower}", escapes(userinfo)),
        None => lower,
    }
}

/// 6.2.2.1: hexadecimal digits in upper case; 6.2.2.2: octets of unreserved characters are decoded.
fn escapes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out += &rest[..at];
        let escape = &rest[at..at + 3];
        let octet = u8::from_str_radix(&escape[1..], 16).expect("a valid escape");
        match char::from(octet) {
            c @ ('A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '.' | '_' | '~') => out.push(c),
            _ => out += &escape.to_ascii_uppercase(),
        }
        rest = &rest[at + 3..];
    }
    out + rest
}
