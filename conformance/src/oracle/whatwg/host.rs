//! "Host representation", "Host parsing" and "Host serializing".

use std::fmt;

use super::Errors;
use super::code_points::{PercentEncodeSet, is_forbidden_host_code_point, is_url_code_point};
use super::idna::domain_parse;
use super::ipv6::{ipv6_parse, ipv6_serialize};
use super::percent::{contains_percent_encoded_byte, percent_decode, utf8_decode_without_bom, utf8_percent_encode};

/// "host".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A non-empty ASCII string that names a realm within a network.
    Domain(String),
    /// A 32-bit unsigned integer.
    Ipv4(u32),
    /// Its eight pieces.
    Ipv6([u16; 8]),
    /// A non-empty ASCII string.
    Opaque(String),
    /// "empty host".
    Empty,
}

/// "host serializer".
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ipv4(address) => f.write_str(&ipv4_serialize(*address)),
            Self::Ipv6(pieces) => write!(f, "[{}]", ipv6_serialize(pieces)),
            Self::Domain(host) | Self::Opaque(host) => f.write_str(host),
            Self::Empty => Ok(()),
        }
    }
}

/// "host parser".
pub fn host_parse(input: &str, is_opaque: bool, errors: &mut Errors) -> Option<Host> {
    if let Some(literal) = input.strip_prefix('[') {
        let Some(literal) = literal.strip_suffix(']') else {
            errors.push("IPv6-unclosed");
            return None;
        };
        return ipv6_parse(literal, errors).map(Host::Ipv6);
    }
    if is_opaque {
        return opaque_host_parse(input, errors);
    }
    assert!(!input.is_empty(), "only an opaque host can be empty here");
    if contains_percent_encoded_byte(input) {
        errors.push("domain-percent-encoded");
    }
    let domain = utf8_decode_without_bom(&percent_decode(input.as_bytes()));
    let ascii_domain = domain_parse(&domain, false, errors)?;
    if ends_in_a_number(&ascii_domain) {
        if !domain.is_ascii() {
            errors.push("IPv4-non-ASCII-input");
        }
        return ipv4_parse(&ascii_domain, errors).map(Host::Ipv4);
    }
    Some(Host::Domain(ascii_domain))
}

/// "ends in a number checker".
#[must_use]
pub fn ends_in_a_number(input: &str) -> bool {
    assert!(!input.is_empty(), "a domain is not empty");
    let mut parts: Vec<&str> = input.split('.').collect();
    if parts.last() == Some(&"") {
        parts.pop();
    }
    // A lone dot has lost its only other label by now, and is not empty: « "", "" » without its last.
    let last = *parts.last().expect("strictly splitting what is not empty leaves one part besides a last empty one");
    if !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    ipv4_number_parse(last).is_some()
}

/// "IPv4 parser".
pub fn ipv4_parse(input: &str, errors: &mut Errors) -> Option<u32> {
    let mut parts: Vec<&str> = input.split('.').collect();
    if parts.last() == Some(&"") {
        errors.push("IPv4-empty-part");
        if parts.len() > 1 {
            parts.pop();
        }
    }
    if parts.len() < 4 {
        errors.push("IPv4-too-few-parts");
    }
    if parts.len() > 4 {
        errors.push("IPv4-too-many-parts");
        return None;
    }
    let mut numbers = Vec::new();
    for part in parts {
        let Some((number, non_decimal)) = ipv4_number_parse(part) else {
            errors.push("IPv4-non-numeric-part");
            return None;
        };
        if non_decimal {
            errors.push("IPv4-non-decimal-part");
        }
        numbers.push(number);
    }
    if numbers.iter().any(|&number| number > 255) {
        errors.push("IPv4-out-of-range-part");
    }
    let (&last, others) = numbers.split_last().expect("splitting gives at least one part");
    if others.iter().any(|&number| number > 255) {
        return None;
    }
    let exponent = u32::try_from(5 - numbers.len()).expect("one to four parts");
    if last >= 256_u64.pow(exponent) {
        return None;
    }
    let mut ipv4 = last;
    for (counter, n) in (0..).zip(others) {
        ipv4 += n * 256_u64.pow(3 - counter);
    }
    Some(u32::try_from(ipv4).expect("the checks above leave 32 bits"))
}

/// "IPv4 number parser": the number, and whether it is written other than in decimal. A number beyond 64 bits is the
/// greatest of them, since nothing asks for more than whether it is beyond 32.
fn ipv4_number_parse(input: &str) -> Option<(u64, bool)> {
    if input.is_empty() {
        return None;
    }
    let mut input = input;
    let mut validation_error = false;
    let mut radix = 10;
    if input.starts_with("0X") || input.starts_with("0x") {
        validation_error = true;
        input = &input[2..];
        radix = 16;
    } else if input.len() >= 2 && input.starts_with('0') {
        validation_error = true;
        input = &input[1..];
        radix = 8;
    }
    if input.is_empty() {
        return Some((0, true));
    }
    let mut output: u64 = 0;
    for c in input.chars() {
        let digit = c.to_digit(radix)?;
        output = output.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit));
    }
    Some((output, validation_error))
}

/// "opaque-host parser". What is empty is no opaque host but the empty host.
fn opaque_host_parse(input: &str, errors: &mut Errors) -> Option<Host> {
    if input.chars().any(is_forbidden_host_code_point) {
        errors.push("host-invalid-code-point");
        return None;
    }
    if input.chars().any(|c| !is_url_code_point(c) && c != '%') {
        errors.push("invalid-URL-unit");
    }
    let starts_with_two_hex = |text: &str| text.chars().take(2).filter(char::is_ascii_hexdigit).count() == 2;
    if input.split('%').skip(1).any(|following| !starts_with_two_hex(following)) {
        errors.push("invalid-URL-unit");
    }
    Some(match utf8_percent_encode(input, PercentEncodeSet::C0Control) {
        empty if empty.is_empty() => Host::Empty,
        host => Host::Opaque(host),
    })
}

/// "IPv4 serializer".
fn ipv4_serialize(address: u32) -> String {
    let mut output = String::new();
    let mut n = address;
    for i in 1..=4 {
        output.insert_str(0, &(n % 256).to_string());
        if i != 4 {
            output.insert(0, '.');
        }
        n /= 256;
    }
    output
}
