//! What may stand in a line of a text protocol.
//!
//! Decides: which octets never reach one. In `http` escapes are sent as they stand, so that `%0D%0A` is six characters; in
//! FTP, gopher, NNTP and TFTP they are decoded first, and a line break would end the command and begin another.

use napkin::percent::Encoded;
use napkin::{Component, Span};

use crate::{Error, Target, rules};

/// The schemes whose components are decoded into lines, and the control characters that their definition has a use for.
const TEXT_PROTOCOLS: [(&str, &[u8]); 6] = [
    ("ftp", b""),
    ("ftps", b""),
    // RFC 4266 section 2.2: a tab stands between the selector and the search string.
    ("gopher", b"\t"),
    ("news", b""),
    ("nntp", b""),
    // RFC 1350: names end with NUL.
    ("tftp", b""),
];

/// Whether the URLs of this scheme are checked for escaped control characters before anything is sent.
#[must_use]
pub fn is_text_protocol(scheme: &str) -> bool {
    TEXT_PROTOCOLS.iter().any(|(name, _)| *name == scheme)
}

/// The octets of a component, fit for a line: none is below 20 or is 7F, but those that `also` names.
///
/// The driver has asked this about every component of a URL of a text protocol. Retrievers ask it again where they put
/// something into a line, so that there is no way around it.
///
/// # Errors
/// `escaped-control`.
pub fn octets(component: Encoded<'_>, also: &[u8], target: &Target) -> Result<Vec<u8>, Error> {
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

/// The first escape for a control character, and which.
fn escaped_control(text: &str, also: &[u8]) -> Option<(usize, u8)> {
    let escapes = text.match_indices('%').map(|(at, _)| at);
    escapes
        .filter_map(|at| Some((at, u8::from_str_radix(text.get(at + 1..at + 3)?, 16).ok()?)))
        .find(|(_, octet)| (*octet < 0x20 || *octet == 0x7f) && !also.contains(octet))
}
