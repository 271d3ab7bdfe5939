//! Reports the validation errors of a host under the URL Standard, with the standard's names and exact places. Start at
//! `report`.
//!
//! Follows the host parser, the IPv4 parser, the IPv6 parser and the opaque-host parser (section 3.5), in the order of
//! their steps. [`super::whatwg`] computes the values. This module only runs when a caller asks for the reasons. For
//! every host that fails there, it reports the error that is the failure.

use super::ipv4::{ends_in_number, number};
use super::whatwg::{Failure, decode, domain, is_forbidden};
use super::{idna, ipv6_violations};
use crate::percent::escape_at;
use crate::{Finding, Rule, Span, Standard, rules};

/// Returns an error of the standard: its rule, and its place in the host.
pub(crate) fn violation(rule: Rule, start: usize, end: usize) -> Finding {
    Finding::new(rule, Standard::Whatwg, Span::new(start, end), "", None)
}

/// Reports the errors of a host, with places in the host. `Err` is the error that ends the parser. `all` adds checks that
/// are slow and never end the parser, such as strict ToASCII of a domain.
pub(crate) fn report(text: &str, special: bool, all: bool, note: &mut dyn FnMut(Finding)) -> Result<(), Finding> {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'[') {
        if bytes.last() != Some(&b']') || bytes.len() == 1 {
            return Err(violation(rules::IPV6_UNCLOSED, bytes.len(), bytes.len()));
        }
        return ipv6_violations::report(bytes, 1, bytes.len() - 1, note);
    }
    if special { report_domain(text, all, note) } else { report_opaque(text, note) }
}

/// The opaque-host parser.
fn report_opaque(text: &str, note: &mut dyn FnMut(Finding)) -> Result<(), Finding> {
    if let Some(at) = text.bytes().position(is_forbidden) {
        let found = text[at..].chars().next();
        return Err(Finding { found, ..violation(rules::HOST_INVALID_CODE_POINT, at, at + 1) });
    }
    units(text, 0, note);
    Ok(())
}

/// Reports every character that is not a URL unit, as in path state and similar states. `from` is added to the places.
pub(crate) fn units(text: &str, from: usize, note: &mut dyn FnMut(Finding)) {
    for (at, c) in text.char_indices() {
        let broken = c == '%' && escape_at(text.as_bytes(), at).is_none();
        if broken || (c != '%' && !is_url_code_point(c)) {
            let span = Span::new(from + at, from + at + c.len_utf8());
            let (expected, found) = if broken {
                ("two hexadecimal digits after `%`", text[at + 1..].chars().take(2).find(|c| !c.is_ascii_hexdigit()))
            } else {
                ("a URL code point or an escape", Some(c))
            };
            note(Finding::new(rules::INVALID_URL_UNIT, Standard::Whatwg, span, expected, found));
        }
    }
}

/// Returns whether a character is one of the *URL code points* of section 4.3.
pub(crate) const fn is_url_code_point(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => true,
        '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | '-' | '.' | '/' | ':' | ';' | '=' | '?' | '@' | '_'
        | '~' => true,
        '\u{A0}'..='\u{10FFFD}' => !matches!(c, '\u{FDD0}'..='\u{FDEF}') && c as u32 & 0xFFFE != 0xFFFE,
        _ => false,
    }
}

/// The host parser after its second step, and the domain parser.
fn report_domain(text: &str, all: bool, note: &mut dyn FnMut(Finding)) -> Result<(), Finding> {
    let bytes = text.as_bytes();
    let escape = if all { (0..bytes.len()).find(|&at| escape_at(bytes, at).is_some()) } else { None };
    if let Some(at) = escape {
        note(violation(rules::DOMAIN_PERCENT_ENCODED, at, at + 3));
    }
    let ascii = domain(text).map_err(|failure| of_domain(text, failure))?;
    if all && !idna::is_strict(&decode(text)) {
        note(offence(text));
    }
    if !ends_in_number(ascii.as_bytes()) {
        return Ok(());
    }
    if let Some((start, end)) = beyond_ascii(bytes) {
        note(violation(rules::IPV4_NON_ASCII_INPUT, start, end));
    }
    report_ipv4(text, &ascii, note)
}

/// Returns the error for a text that is not a domain.
pub(crate) fn of_domain(text: &str, failure: Failure) -> Finding {
    match failure {
        Failure::Idna => violation(rules::IDNA_MISSING, 0, text.len()),
        Failure::Invalid => offence(text),
    }
}

/// Returns the place of the first characters beyond ASCII in a domain, literal or escaped.
fn beyond_ascii(domain: &[u8]) -> Option<(usize, usize)> {
    let length = |at: usize| match escape_at(domain, at) {
        Some(octet) if !octet.is_ascii() => 3,
        _ => usize::from(!domain[at].is_ascii()),
    };
    let start = (0..domain.len()).find(|&at| length(at) > 0)?;
    let mut end = start;
    while end < domain.len() && length(end) > 0 {
        end += length(end);
    }
    Some((start, end))
}

/// Returns the finding for a domain that strict ToASCII rejects: at an ASCII character that it does not allow, or else at
/// the whole domain.
pub(crate) fn offence(text: &str) -> Finding {
    let odd = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.' | '%');
    match text.char_indices().find(|&(_, c)| odd(c)) {
        Some((at, c)) => {
            let span = Span::new(at, at + 1);
            Finding::new(rules::DOMAIN_TO_ASCII, Standard::Whatwg, span, "a letter, a digit, `-` or `.`", Some(c))
        }
        None => violation(rules::DOMAIN_TO_ASCII, 0, text.len()),
    }
}

/// The IPv4 parser. The place is the part if the domain is written as it is read, otherwise the whole host.
fn report_ipv4(text: &str, ascii: &str, note: &mut dyn FnMut(Finding)) -> Result<(), Finding> {
    let exact = text.eq_ignore_ascii_case(ascii);
    let at = |rule, start, end| if exact { violation(rule, start, end) } else { violation(rule, 0, text.len()) };
    let mut end = ascii.len();
    if ascii.ends_with('.') {
        note(at(rules::IPV4_EMPTY_PART, end - 1, end));
        end -= 1;
    }
    let count = ascii[..end].split('.').count();
    if count < 4 {
        note(at(rules::IPV4_TOO_FEW_PARTS, 0, end));
    }
    if count > 4 {
        return Err(at(rules::IPV4_TOO_MANY_PARTS, 0, end));
    }
    let mut beyond = None;
    let mut start = 0;
    for (index, part) in ascii[..end].split('.').enumerate() {
        let place = (start, start + part.len());
        start = place.1 + 1;
        let Some(number) = number(part.as_bytes()) else {
            return Err(at(rules::IPV4_NON_NUMERIC_PART, place.0, place.1));
        };
        if number.odd {
            note(at(rules::IPV4_NON_DECIMAL_PART, place.0, place.1));
        }
        let bits = if index + 1 < count { 8 } else { 8 * (5 - count) };
        let fails = number.value >> bits != 0;
        // Keep the first part that is out of range; a part that ends the parser takes precedence over one that is only
        // reported.
        if number.value > 255 && (beyond.is_none() || fails) && !matches!(beyond, Some((_, true))) {
            beyond = Some((place, fails));
        }
    }
    match beyond {
        None => Ok(()),
        Some((place, true)) => Err(at(rules::IPV4_OUT_OF_RANGE_PART, place.0, place.1)),
        Some((place, false)) => {
            note(at(rules::IPV4_OUT_OF_RANGE_PART, place.0, place.1));
            Ok(())
        }
    }
}
