//! Converts URLs of single schemes to values of the name space that they come from, and back (RFC 2718 section 2.2.1).
//!
//! For every value that `map` accepts, `unmap` returns the same value. A value that a URL cannot represent is refused,
//! never changed. A mapping with one component is a template in the definition
//! ([`Definition::map`](super::Definition::map)); paths of files are
//! [`whatwg::Url::from_unix_path`](napkin::whatwg::Url::from_unix_path) and related functions.

mod files;
mod mail;
mod news;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

pub use self::files::{Ftp, FtpType, Gopher, Tftp, TftpMode};
pub use self::mail::{Cid, Mailto, Mid};
pub use self::news::{News, Nntp};
use super::check;
use crate::rules;
use napkin::percent::{Encoded, Set, encode_into};
use napkin::{Error, Finding, Reference, Severity, Span, Standard, Url};

/// The characters that path segments contain without escapes: `pchar` without those that some schemes reserve.
const NAME: Set = napkin::percent::PCHAR.without(Set::of(b";"));

/// Checks that a URL has one of these schemes and follows the definition of its scheme.
fn of_scheme(url: Reference<'_>, names: &[&str]) -> Result<(), Error> {
    let scheme = url.scheme().unwrap_or_default();
    if !names.iter().any(|name| scheme.eq_ignore_ascii_case(name)) {
        let span = Span::new(0, scheme.len());
        return Err(Error::new(Finding::new(
            rules::SCHEME,
            url.standard(),
            span,
            "the scheme of this value",
            scheme.chars().next(),
        )));
    }
    let mut findings: Vec<Finding> = Vec::new();
    check(url, &mut findings);
    let first = findings.into_iter().find(|finding| finding.rule.severity() == Severity::Error);
    first.map_or(Ok(()), |finding| Err(Error::new(finding)))
}

/// Parses a text to a URL and checks it by the definition of its scheme.
fn url_of(text: String, name: &str) -> Result<Url, Error> {
    let url = Url::parse(text, Standard::Rfc3986)?;
    of_scheme(url.reference(), &[name])?;
    Ok(url)
}

fn unrepresentable(expected: &'static str) -> Error {
    Error::new(Finding::new(rules::UNREPRESENTABLE, Standard::Rfc3986, Span::default(), expected, None))
}

/// Appends data; refuses octets that end a line or a text in protocols, which no URL may introduce.
fn push(out: &mut String, data: &[u8], keep: Set, forbidden: &[u8]) -> Result<(), Error> {
    if data.iter().any(|octet| forbidden.contains(octet)) {
        return Err(unrepresentable("a value without line ends, tabs or NUL"));
    }
    encode_into(data, keep, out);
    Ok(())
}

/// Refuses a segment that programs would remove as a dot segment: they treat escaped dots as dots.
fn is_dots(segment: &[u8]) -> bool {
    matches!(segment, b"." | b"..")
}

fn octets(text: &str) -> Vec<u8> {
    Encoded::unchecked(text).decode_bytes().into_owned()
}

/// Returns the decoded characters; the scheme has already refused octets that are not UTF-8.
fn characters(text: &str) -> String {
    Cow::into_owned(Encoded::unchecked(text).decode_lossy())
}
