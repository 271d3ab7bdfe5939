//! Implements the host parser of the URL Standard (section 3.5) and its serializer (section 3.6). Start at `parse`.
//!
//! An ASCII domain is lower-cased without Unicode ToASCII, as the standard does since 25 June 2026, and so needs no
//! tables. Any other domain needs the `idna` feature. The validation errors are found in [`super::violations`].

use alloc::borrow::Cow;
use alloc::string::String;

use super::{HostKind, idna, ipv4, ipv6_groups};
use crate::percent::{EncodeSet, Encoded, escape_at};

/// A host of the standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    /// A domain. If it is borrowed, the caller must make it lower case.
    Domain(Cow<'a, str>),
    Ipv4(u32),
    Ipv6([u16; 8]),
    /// An opaque host, percent-encoded.
    Opaque(Cow<'a, str>),
    Empty,
}

impl Value<'_> {
    pub(crate) const fn kind(&self) -> HostKind {
        match self {
            Self::Domain(_) => HostKind::Domain,
            Self::Ipv4(_) => HostKind::Ipv4,
            Self::Ipv6(_) => HostKind::Ipv6,
            Self::Opaque(_) => HostKind::Opaque,
            Self::Empty => HostKind::Empty,
        }
    }
}

/// The reason why a text is not a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A reason that [`super::violations`] names.
    Invalid,
    /// The text is beyond ASCII, and this build has no tables for it.
    #[cfg_attr(feature = "idna", allow(dead_code))]
    Idna,
}

/// The host parser. `special` is false for opaque hosts. An empty text is the empty host; the caller must reject it for
/// special schemes other than `file`.
pub(crate) fn parse(text: &str, special: bool) -> Result<Value<'_>, Failure> {
    let bytes = text.as_bytes();
    match bytes {
        [] => Ok(Value::Empty),
        [b'[', .., b']'] => ipv6_groups(bytes, 1, bytes.len() - 1).map(Value::Ipv6).ok_or(Failure::Invalid),
        [b'[', ..] => Err(Failure::Invalid),
        _ if special => parse_domain(text),
        _ => match classes(text) {
            0 => Ok(Value::Opaque(Cow::Borrowed(text))),
            seen if seen & FORBIDDEN_HOST != 0 => Err(Failure::Invalid),
            _ => Ok(Value::Opaque(EncodeSet::C0_CONTROL.encode(text))),
        },
    }
}

/// Returns whether an opaque host needs no percent-encoding.
pub(crate) fn is_plain_opaque(text: &str) -> bool {
    classes(text) == 0
}

/// Returns the classes of all characters.
fn classes(text: &str) -> u8 {
    text.bytes().fold(0, |seen, byte| seen | CLASSES[usize::from(byte)])
}

/// Returns whether [`parse`] accepts a text. Allocates only for domains beyond ASCII, and for domains of more than 253
/// bytes with escapes, which exceed the limit of DNS.
pub(crate) fn is_host(text: &str, special: bool) -> bool {
    match text.as_bytes() {
        [b'[', ..] => parse(text, special).is_ok(),
        [] => true,
        _ if !special => classes(text) & FORBIDDEN_HOST == 0,
        bytes if bytes.contains(&b'%') => is_escaped_domain(text),
        _ => parse_domain(text).is_ok(),
    }
}

/// Returns whether a text with escapes is a domain or an IPv4 address.
#[cold]
fn is_escaped_domain(text: &str) -> bool {
    let mut buffer = [0; 253];
    let (mut at, mut end) = (0, 0);
    while at < text.len() && end < buffer.len() {
        let escaped = escape_at(text.as_bytes(), at);
        buffer[end] = escaped.unwrap_or(text.as_bytes()[at]);
        at += if escaped.is_some() { 3 } else { 1 };
        end += 1;
    }
    let domain = &buffer[..end];
    let seen = domain.iter().fold(0, |seen, &byte| seen | CLASSES[usize::from(byte)]);
    if at < text.len() || seen & BEYOND != 0 {
        return parse(text, true).is_ok();
    }
    seen == 0 && (!ipv4::ends_in_number(domain) || ipv4::parse(domain).is_some())
}

fn parse_domain(text: &str) -> Result<Value<'_>, Failure> {
    let domain = domain(text)?;
    if ipv4::ends_in_number(domain.as_bytes()) {
        return ipv4::parse(domain.as_bytes()).map(Value::Ipv4).ok_or(Failure::Invalid);
    }
    Ok(Value::Domain(domain))
}

/// Returns the domain that a text writes, which may still be an IPv4 address. If it is borrowed, the caller must make it
/// lower case.
pub(crate) fn domain(text: &str) -> Result<Cow<'_, str>, Failure> {
    let seen = classes(text);
    if seen & (BEYOND | PERCENT) != 0 {
        let decoded = if seen & PERCENT == 0 { Cow::Borrowed(text) } else { decode(text) };
        return to_ascii(&decoded).map(Cow::Owned);
    }
    if seen & FORBIDDEN == 0 { Ok(Cow::Borrowed(text)) } else { Err(Failure::Invalid) }
}

/// Returns the domain with its escapes decoded, as UTF-8 without BOM. Other octets become U+FFFD, which no domain
/// contains.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    Encoded::unchecked(text).decode_lossy()
}

/// The domain parser, not strict.
fn to_ascii(domain: &str) -> Result<String, Failure> {
    let ascii = if domain.is_ascii() {
        domain.to_ascii_lowercase()
    } else if let Some(ascii) = idna::ordinary_to_ascii(domain) {
        return Ok(ascii);
    } else {
        idna::to_ascii(domain)?
    };
    let forbidden = ascii.bytes().any(|byte| CLASSES[usize::from(byte)] & (FORBIDDEN | PERCENT | BEYOND) != 0);
    if ascii.is_empty() || forbidden { Err(Failure::Invalid) } else { Ok(ascii) }
}

/// Returns whether a byte is a *forbidden host code point*.
pub(crate) const fn is_forbidden(byte: u8) -> bool {
    matches!(
        byte,
        0 | b'\t' | b'\n' | b'\r' | b' ' | b'#' | b'/' | b':' | b'<' | b'>' | b'?' | b'@' | b'['..=b'^' | b'|'
    )
}

/// A *forbidden domain code point* other than `%`.
const FORBIDDEN: u8 = 1;
const PERCENT: u8 = 2;
/// Not ASCII.
const BEYOND: u8 = 4;
/// A *forbidden host code point*.
const FORBIDDEN_HOST: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'%' => PERCENT,
            0..=0x1F | 0x7F => FORBIDDEN,
            0x80.. => BEYOND,
            byte if is_forbidden(byte) => FORBIDDEN,
            _ => 0,
        };
        if is_forbidden(byte as u8) {
            classes[byte] |= FORBIDDEN_HOST;
        }
        byte += 1;
    }
    classes
};

/// Appends a host to `out`: the host serializer.
pub(crate) fn push(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Domain(Cow::Borrowed(domain)) => {
            let start = out.len();
            out.push_str(domain);
            out[start..].make_ascii_lowercase();
        }
        Value::Domain(Cow::Owned(domain)) => out.push_str(domain),
        Value::Opaque(text) => out.push_str(text),
        Value::Ipv4(address) => push_ipv4(*address, out),
        Value::Ipv6(pieces) => push_ipv6(pieces, out),
        Value::Empty => {}
    }
}

/// ASCII of at most 41 bytes, the length of the longest address. A number is written as a block of four bytes, of which the
/// next piece replaces those beyond the number.
struct Line {
    bytes: [u8; 44],
    length: usize,
}

impl Line {
    const EMPTY: Self = Self { bytes: [0; 44], length: 0 };

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn block(&mut self, bytes: [u8; 4], length: usize) {
        self.bytes[self.length..self.length + 4].copy_from_slice(&bytes);
        self.length += length;
    }

    /// Appends a number in hexadecimal digits, without leading zeros, in lower case.
    fn hexadecimal(&mut self, number: u16) {
        let digit = |shift: u32| b"0123456789abcdef"[usize::from(number >> shift & 15)];
        let block = u32::from_le_bytes([digit(12), digit(8), digit(4), digit(0)]);
        let length = (19 - (number | 1).leading_zeros()) / 4;
        self.block((block >> (8 * (4 - length))).to_le_bytes(), length as usize);
    }

    /// Appends a number in decimal digits.
    fn decimal(&mut self, number: u16) {
        let digit = |power: u16| b'0' + (number / power % 10) as u8;
        if number >= 10_000 {
            self.push(digit(10_000));
        }
        let block = u32::from_le_bytes([digit(1000), digit(100), digit(10), digit(1)]);
        let length = if number >= 1000 { 4 } else { 1 + u32::from(number >= 10) + u32::from(number >= 100) };
        self.block((block >> (8 * (4 - length))).to_le_bytes(), length as usize);
    }

    fn append(&self, out: &mut String) {
        out.push_str(core::str::from_utf8(&self.bytes[..self.length]).expect("a line is ASCII"));
    }
}

/// Appends a number in decimal digits.
pub(crate) fn push_decimal(number: u16, out: &mut String) {
    let mut line = Line::EMPTY;
    line.decimal(number);
    line.append(out);
}

/// The IPv4 serializer.
fn push_ipv4(address: u32, out: &mut String) {
    let mut line = Line::EMPTY;
    for (at, octet) in address.to_be_bytes().into_iter().enumerate() {
        if at > 0 {
            line.push(b'.');
        }
        line.decimal(octet.into());
    }
    line.append(out);
}

/// The IPv6 serializer.
fn push_ipv6(pieces: &[u16; 8], out: &mut String) {
    ipv6_line(pieces).append(out);
}

/// Returns whether a text, with its brackets, is the serialised form of an address.
pub(crate) fn is_written_ipv6(pieces: &[u16; 8], text: &[u8]) -> bool {
    let Line { bytes, length } = ipv6_line(pieces);
    bytes[..length] == *text
}

/// Returns the serialised form of an address. `::` replaces the longest run of two or more zeros; of runs of equal length, it
/// replaces the first.
/// Unlike RFC 5952 it never writes the last two pieces as an IPv4 address.
fn ipv6_line(pieces: &[u16; 8]) -> Line {
    let mut line = Line::EMPTY;
    line.push(b'[');
    let (start, length) = longest_zeros(pieces);
    let mut at = 0;
    while at < 8 {
        if length > 1 && at == start {
            if at == 0 {
                line.push(b':');
            }
            line.push(b':');
            at += length;
            continue;
        }
        line.hexadecimal(pieces[at]);
        at += 1;
        if at < 8 {
            line.push(b':');
        }
    }
    line.push(b']');
    line
}

/// Returns the start and the length of the first of the longest runs of zeros.
fn longest_zeros(pieces: &[u16; 8]) -> (usize, usize) {
    let mut best = (0, 0);
    let mut start = 0;
    for (at, &piece) in pieces.iter().enumerate() {
        if piece != 0 {
            start = at + 1;
        } else if at + 1 - start > best.1 {
            best = (start, at + 1 - start);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of section 3 of the standard, and the serializer's own examples.
    #[test]
    fn the_tables_of_the_standard() {
        // (text, as a host of a special URL, as an opaque host)
        let cases = [
            ("EXAMPLE.COM", Some("example.com"), Some("EXAMPLE.COM")),
            ("example%2Ecom", Some("example.com"), Some("example%2Ecom")),
            ("0", Some("0.0.0.0"), Some("0")),
            ("%30", Some("0.0.0.0"), Some("%30")),
            ("0x", Some("0.0.0.0"), Some("0x")),
            ("0xffffffff", Some("255.255.255.255"), Some("0xffffffff")),
            ("[0:0::1]", Some("[::1]"), Some("[::1]")),
            ("[0:0::1%5D", None, None),
            ("[0:0::%31]", None, None),
            ("09", None, Some("09")),
            ("example.255", None, Some("example.255")),
            ("example^example", None, None),
            ("[1:2:0:0:5:0:0:0]", Some("[1:2:0:0:5::]"), Some("[1:2:0:0:5::]")),
            ("[1:0:0:4:5:0:0:8]", Some("[1::4:5:0:0:8]"), Some("[1::4:5:0:0:8]")),
            ("[1:0:3:4:5:6:7:8]", Some("[1:0:3:4:5:6:7:8]"), Some("[1:0:3:4:5:6:7:8]")),
            ("[::]", Some("[::]"), Some("[::]")),
            ("[::ffff:127.0.0.1]", Some("[::ffff:7f00:1]"), Some("[::ffff:7f00:1]")),
            ("a%00b", None, Some("a%00b")),
            ("%C2%AD", None, Some("%C2%AD")),
            ("xn--", Some("xn--"), Some("xn--")),
            ("a!'()*b", Some("a!'()*b"), Some("a!'()*b")),
        ];
        let written = |text, special| {
            let mut out = String::new();
            push(&parse(text, special).ok()?, &mut out);
            Some(out)
        };
        for (text, domain, opaque) in cases {
            assert_eq!(written(text, true).as_deref(), domain, "{text}");
            assert_eq!(written(text, false).as_deref(), opaque, "{text}");
        }
        assert_eq!(parse("", true), Ok(Value::Empty));
    }

    /// The standard library writes the same digits.
    #[test]
    fn every_number_of_an_address_is_written_without_leading_zeros() {
        for number in (0..=u16::MAX).step_by(if cfg!(miri) { 777 } else { 1 }) {
            let mut line = Line::EMPTY;
            line.decimal(number);
            line.push(b':');
            line.hexadecimal(number);
            let mut out = String::new();
            line.append(&mut out);
            assert_eq!(out, alloc::format!("{number}:{number:x}"));
        }
    }
}
