//! Normalises `mailto:` URLs by RFC 6068 section 2. Start at `normal`.
//!
//! Domains and the names of header fields are case-insensitive; local parts and values are not (RFC 3986 section 6.2.3
//! uses the domain as its example). Section 2 calls `mailto:a@x,b@x`, `mailto:?to=a@x,b@x` and `mailto:a@x?to=b@x`
//! equivalent, so the field `to` is joined with the addresses. Text that is not an `addr-spec` stays unchanged. So do
//! several fields `to`, which programs read differently, and a domain in brackets, because no standard says which of its
//! octets are case-insensitive.

use alloc::borrow::Cow;
use alloc::string::String;

use super::write::fold_between_escapes;
use crate::percent::{Encoded, Set, UNRESERVED, iri};
use crate::{Reference, Standard};

/// `qchar` of RFC 6068 section 2.
const QCHAR: Set = UNRESERVED.or(Set::of(b"!$'()*+,;:@"));

/// Returns whether the rules of the scheme apply to a reference: the 1997 draft has no fields and no rule about
/// domains.
pub(super) fn applies(reference: &Reference<'_>) -> bool {
    matches!(reference.standard(), Standard::Rfc3986 | Standard::Rfc3987)
        && !reference.parts().has_authority()
        && reference.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"))
}

/// Returns the normal form of `url`, whose path begins at `path_start`; `None` if `url` is normal already.
pub(super) fn normal(url: &str, path_start: usize) -> Option<String> {
    let (whole, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
    let (head, rest) = whole.split_at(path_start);
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let joined = query.and_then(|query| joining(path, query));
    let mut out = String::with_capacity(url.len());
    out.push_str(head);
    push_addresses(&mut out, path);
    if let Some(value) = joined {
        if !path.is_empty() {
            out.push(',');
        }
        push_addresses(&mut out, value);
    }
    let mut mark = '?';
    for field in query.into_iter().flat_map(|query| query.split('&')) {
        if joined.is_none() || recipients(field).is_none() {
            out.push(mark);
            push_field(&mut out, field);
            mark = '&';
        }
    }
    out.push_str(fragment);
    (out != url).then_some(out)
}

/// Returns the value of the only field `to`, if it and the path are lists of addresses.
fn joining<'u>(path: &str, query: &'u str) -> Option<&'u str> {
    let mut values = query.split('&').filter_map(recipients);
    let value = values.next().filter(|value| values.next().is_none() && is_list(value))?;
    (path.is_empty() || is_list(path)).then_some(value)
}

/// Returns the value of a field `to`.
fn recipients(field: &str) -> Option<&str> {
    let (name, value) = field.split_once('=')?;
    decoded(name).eq_ignore_ascii_case("to").then_some(value)
}

fn decoded(text: &str) -> Cow<'_, str> {
    Encoded::unchecked(text).decode_lossy()
}

fn is_list(text: &str) -> bool {
    text.split(',').all(|address| domain(address).is_some())
}

/// Returns the position of the domain of an `addr-spec`, and whether the domain is a name; `None` if the text is no
/// `addr-spec`.
fn domain(address: &str) -> Option<(usize, bool)> {
    let start = address.rfind('@')? + 1;
    let (domain, whole) = (decoded(&address[start..]), decoded(address));
    let is_written = address.bytes().all(|byte| byte == b'%' || !byte.is_ascii() || QCHAR.contains_byte(byte));
    // Characters that every component may contain; the same holds for a character and for its escapes.
    let is_readable = whole.chars().all(|c| c.is_ascii() || iri::UNRESERVED.contains(c));
    // An escaped `@` after the last literal one is part of the address, not a delimiter.
    let is_address = is_written && is_readable && !domain.contains('@') && mail_address_fault(&whole).is_none();
    is_address.then(|| (start, !domain.starts_with('[')))
}

/// Appends a list of addresses, with their domains in lower case.
fn push_addresses(out: &mut String, list: &str) {
    for (number, address) in list.split(',').enumerate() {
        if number > 0 {
            out.push(',');
        }
        let start = out.len();
        out.push_str(address);
        if let Some((domain, true)) = domain(address) {
            fold_between_escapes(out, start + domain);
        }
    }
}

/// Appends a header field, with its name in lower case.
fn push_field(out: &mut String, field: &str) {
    let Some((name, value)) = field.split_once('=') else { return out.push_str(field) };
    let start = out.len();
    out.push_str(name);
    fold_between_escapes(out, start);
    out.push('=');
    match recipients(field) {
        Some(addresses) => push_addresses(out, addresses),
        None => out.push_str(value),
    }
}

/// Returns the part that is missing or wrong in an email address; `None` for an `addr-spec` of RFC 6068 section 2,
/// without white space or comments. Characters beyond ASCII are those of RFC 6532.
///
/// ```
/// use napkin::mail_address_fault;
/// assert_eq!(mail_address_fault("sam@pub.example"), None);
/// assert_eq!(mail_address_fault("sam"), Some("an address with `@`"));
/// ```
#[must_use]
pub fn mail_address_fault(address: &str) -> Option<&'static str> {
    let Some((local, domain)) = address.rsplit_once('@') else { return Some("an address with `@`") };
    let is_quoted = local.len() >= 2 && local.starts_with('"') && local.ends_with('"');
    let is_atext = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    let is_dot_atom = |text: &str| text.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atext));
    let is_literal = domain.starts_with('[') && domain.ends_with(']') && domain.len() > 2;
    let is_inner = |text: &str| text.chars().all(|c| !c.is_control());
    if !(is_dot_atom(local) || (is_quoted && is_inner(local))) {
        return Some("a local part before `@`");
    }
    let is_domain = is_dot_atom(domain) || (is_literal && is_inner(domain));
    (!is_domain).then_some("a domain behind `@`")
}
