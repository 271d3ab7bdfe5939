//! Protocols that send parts of a URL in lines of text.
//!
//! HTTP sends escapes as they are, so that `%0D%0A` is six characters. FTP, gopher, NNTP and TFTP decode them first,
//! and a line break would end the command and begin another. Such octets are refused here.

use napkin::percent::Encoded;
use napkin::{Component, Span};

use crate::{Error, Target, rules};

/// The schemes whose components are decoded into lines, and the control characters that the scheme allows.
const TEXT_PROTOCOLS: [(&str, &[u8]); 6] = [
    ("ftp", b""),
    ("ftps", b""),
    // RFC 4266 section 2.2: a tab separates the selector and the search string.
    ("gopher", b"\t"),
    ("news", b""),
    ("nntp", b""),
    // RFC 1350: names end with NUL.
    ("tftp", b""),
];

/// Returns whether URLs of this scheme are checked for escaped control characters before anything is sent.
///
/// ```
/// use napkin_retrieve::text_protocol::is_text_protocol;
/// assert!(is_text_protocol("ftp") && !is_text_protocol("http"));
/// ```
#[must_use]
pub fn is_text_protocol(scheme: &str) -> bool {
    TEXT_PROTOCOLS.iter().any(|(name, _)| *name == scheme)
}

/// Decodes a component for use in a line. Refuses octets below 20 and 7F, except those in `also`.
///
/// The client has checked every component of a URL of a text protocol. Retrievers check again when they write a line.
///
/// ```
/// use std::sync::Arc;
/// use napkin_retrieve::{Policy, Request, text_protocol::decoded_octets};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let permit = Arc::new(Policy::public_web()).permit(&Request::get("http://8.8.8.8/a%20b%09c")).await?;
/// let (target, path) = (permit.target(), permit.target().reference().path());
/// assert_eq!(decoded_octets(path, b"\t", target)?, b"/a b\tc");
/// assert_eq!(decoded_octets(path, b"", target).unwrap_err().rule().code(), "escaped-control");
/// # Ok::<(), napkin_retrieve::Error>(())
/// # }).unwrap();
/// ```
///
/// # Errors
/// `escaped-control`.
pub fn decoded_octets(component: Encoded<'_>, also: &[u8], target: &Target) -> Result<Vec<u8>, Error> {
    let octets = component.decode_bytes().into_owned();
    match octets.iter().find(|octet| (**octet < 0x20 || **octet == 0x7f) && !also.contains(octet)) {
        None => Ok(octets),
        Some(octet) => Err(refused(target.url().as_str(), *octet)),
    }
}

/// Checks every component of a URL of a text protocol.
pub(crate) fn check(target: &Target) -> Result<(), Error> {
    let Some((_, also)) = TEXT_PROTOCOLS.iter().find(|(name, _)| *name == target.scheme()) else { return Ok(()) };
    let reference = target.reference();
    for component in [Component::User, Component::Password, Component::Host, Component::Path, Component::Query] {
        let Some(span) = reference.span(component) else { continue };
        let text = span.of(target.url().as_str());
        if let Some((at, octet)) = escaped_control(text, also) {
            let place = Span::new(span.start + at, span.start + at + 3);
            return Err(refused(target.url().as_str(), octet).at(place));
        }
    }
    Ok(())
}

fn refused(url: &str, octet: u8) -> Error {
    let message = format!("expected octets that a line can carry, but found an escape for {octet:02X}");
    Error::new(rules::ESCAPED_CONTROL, url, message)
}

/// Returns the first escaped control character and its offset.
fn escaped_control(text: &str, also: &[u8]) -> Option<(usize, u8)> {
    let escapes = text.match_indices('%').map(|(at, _)| at);
    escapes
        .filter_map(|at| Some((at, u8::from_str_radix(text.get(at + 1..at + 3)?, 16).ok()?)))
        .find(|(_, octet)| (*octet < 0x20 || *octet == 0x7f) && !also.contains(octet))
}
