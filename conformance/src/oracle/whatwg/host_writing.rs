//! "Host writing": the valid strings for a host. Nothing here parses hosts, except that the steps of "valid domain" begin with
//! the domain parser.

use super::Errors;
use super::code_points::is_forbidden_host_code_point;
use super::host::ends_in_a_number;
use super::idna::domain_parse;
use super::url_writing::are_url_units;

/// "valid host string".
#[must_use]
pub fn is_valid_host_string(text: &str) -> bool {
    is_valid_domain_string(text) || is_valid_ipv4_address_string(text) || is_bracketed_ipv6_address(text)
}

/// "U+005B ([), followed by a valid IPv6-address string, followed by U+005D (])".
fn is_bracketed_ipv6_address(text: &str) -> bool {
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inside.is_some_and(is_valid_ipv6_address_string)
}

/// "valid domain".
fn is_valid_domain(input: &str) -> bool {
    let Some(domain) = domain_parse(input, true, &mut Errors::new()) else { return false };
    !ends_in_a_number(&domain)
}

/// "valid domain string".
#[must_use]
pub fn is_valid_domain_string(text: &str) -> bool {
    is_valid_domain(text)
}

/// "valid IPv4-address string".
#[must_use]
pub fn is_valid_ipv4_address_string(text: &str) -> bool {
    let is_shortest_decimal = |part: &str| (0..=255).any(|number: u32| number.to_string() == part);
    text.split('.').count() == 4 && text.split('.').all(is_shortest_decimal)
}

/// "valid IPv6-address string".
#[must_use]
pub fn is_valid_ipv6_address_string(text: &str) -> bool {
    let compressed = text.match_indices("::").any(|(at, _)| {
        let preceding = optional(&text[..at], valid_ipv6_pieces_string);
        let following = &text[at + 2..];
        let following = optional(following, valid_ipv6_pieces_string)
            .or_else(|| optional(following, valid_ipv6_pieces_and_ipv4_string));
        preceding.zip(following).is_some_and(|(preceding, following)| preceding + following <= 7)
    });
    valid_ipv6_pieces_string(text) == Some(8) || valid_ipv6_pieces_and_ipv4_string(text) == Some(8) || compressed
}

/// Returns the length of an optional text; an empty text has length 0.
fn optional(text: &str, length: impl Fn(&str) -> Option<usize>) -> Option<usize> {
    if text.is_empty() { Some(0) } else { length(text) }
}

/// "valid IPv6-pieces-and-IPv4 string": its "effective piece length", if it is one.
fn valid_ipv6_pieces_and_ipv4_string(text: &str) -> Option<usize> {
    if is_valid_ipv4_address_string(text) {
        return Some(2);
    }
    let (pieces, ipv4) = text.rsplit_once(':')?;
    let length = valid_ipv6_pieces_string(pieces)?;
    is_valid_ipv4_address_string(ipv4).then_some(length + 2)
}

/// "valid IPv6-pieces string": its "effective piece length", if it is one.
fn valid_ipv6_pieces_string(text: &str) -> Option<usize> {
    text.split(':').all(is_valid_ipv6_piece_string).then(|| text.split(':').count())
}

/// "valid IPv6-piece string".
fn is_valid_ipv6_piece_string(text: &str) -> bool {
    let is_hex = !text.is_empty() && text.chars().all(|c| c.is_ascii_hexdigit());
    // A longer string has leading zeros or is too great a number.
    let number = if is_hex && text.len() <= 4 { u32::from_str_radix(text, 16).ok() } else { None };
    number.is_some_and(|number| format!("{number:x}").eq_ignore_ascii_case(text))
}

/// "valid opaque-host string".
#[must_use]
pub fn is_valid_opaque_host_string(text: &str) -> bool {
    let one_or_more = !text.is_empty() && are_url_units(text, is_forbidden_host_code_point);
    one_or_more || is_bracketed_ipv6_address(text)
}
