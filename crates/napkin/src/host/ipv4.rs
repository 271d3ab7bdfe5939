//! Parses IPv4 addresses in every spelling that browsers accept: `127.1`, `0x7f.1`, `017700000001`. Start at `parse`.
//!
//! Implements the *ends in a number* checker, the IPv4 parser and the IPv4 number parser of the URL Standard (section
//! 3.5). [`quad`] parses only the four plain decimal groups of the RFCs.

/// A number of an address, and whether it is not in plain decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// The value. Numbers beyond 32 bits become the largest value, which is in no address.
    pub(crate) value: u64,
    pub(crate) odd: bool,
}

/// The IPv4 number parser; `None` if the text is not a number.
pub(crate) fn number(text: &[u8]) -> Option<Number> {
    let (radix, digits) = match text {
        [] => return None,
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', digits @ ..] if !digits.is_empty() => (8, digits),
        digits => (10, digits),
    };
    let mut value: u64 = 0;
    for &digit in digits {
        let digit = char::from(digit).to_digit(radix)?;
        value = (value * u64::from(radix) + u64::from(digit)).min(u64::from(u32::MAX) + 1);
    }
    Some(Number { value, odd: radix != 10 })
}

/// Returns whether the last label of an ASCII host is a number, so that the host is an IPv4 address or an error (the *ends in
/// a number* checker of the URL Standard, section 3.5). Resolvers and some programs read such a host as an address under
/// every scheme.
///
/// ```
/// use napkin::ends_in_number;
/// assert!(ends_in_number("127.1") && ends_in_number("pub.0x7f.") && ends_in_number("256.256.256.256"));
/// assert!(!ends_in_number("1.pub.example") && !ends_in_number("0x7g"));
/// ```
#[inline]
#[must_use]
pub fn ends_in_number(host: impl AsRef<[u8]>) -> bool {
    let domain = host.as_ref();
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    let start = domain.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    let last = &domain[start..];
    // A label that does not begin with a digit is not a number; most labels end here.
    last.first().is_some_and(u8::is_ascii_digit) && (last.iter().all(u8::is_ascii_digit) || number(last).is_some())
}

/// Returns the address of `bytes[start..end]` if it is four decimal numbers up to 255 without leading zeros.
pub(crate) const fn quad(bytes: &[u8], start: usize, end: usize) -> Option<u32> {
    let mut rest = bytes.split_at(end).0.split_at(start).1;
    let (mut address, mut count) = (0, 0);
    loop {
        let [first @ b'0'..=b'9', after @ ..] = rest else { return None };
        let mut octet = (*first - b'0') as u32;
        rest = after;
        if let [second @ b'0'..=b'9', after @ ..] = rest {
            if octet == 0 {
                return None;
            }
            octet = octet * 10 + (*second - b'0') as u32;
            rest = after;
            if let [third @ b'0'..=b'9', after @ ..] = rest {
                octet = octet * 10 + (*third - b'0') as u32;
                rest = after;
            }
        }
        address = address << 8 | octet;
        count += 1;
        rest = match rest {
            _ if octet > 255 => return None,
            [] if count == 4 => return Some(address),
            [b'.', after @ ..] if count < 4 => after,
            _ => return None,
        };
    }
}

/// The IPv4 parser: returns the address of a domain that ends in a number; `None` if parsing fails.
pub(crate) fn parse(domain: &[u8]) -> Option<u32> {
    quad(domain, 0, domain.len()).or_else(|| parse_any(domain))
}

/// Parses an address in any spelling.
#[cold]
fn parse_any(domain: &[u8]) -> Option<u32> {
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    let mut address: u64 = 0;
    let mut before: Option<u64> = None;
    let mut count = 0;
    for part in domain.split(|&byte| byte == b'.') {
        let value = number(part)?.value;
        if let Some(octet) = before.replace(value) {
            if octet > 255 {
                return None;
            }
            address = address << 8 | octet;
        }
        count += 1;
        if count > 4 {
            return None;
        }
    }
    // The last number fills the rest of the 32 bits.
    let bits = 8 * (5 - count);
    let last = before?;
    if last >> bits != 0 {
        return None;
    }
    u32::try_from(address << bits | last).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_spelling() {
        // (domain, whether it ends in a number, the address)
        let cases: [(&str, bool, Option<[u8; 4]>); 22] = [
            ("127.0.0.1", true, Some([127, 0, 0, 1])),
            ("127.1", true, Some([127, 0, 0, 1])),
            ("2130706433", true, Some([127, 0, 0, 1])),
            ("0x7f.1", true, Some([127, 0, 0, 1])),
            ("0X7F000001", true, Some([127, 0, 0, 1])),
            ("017700000001", true, Some([127, 0, 0, 1])),
            ("192.168.257", true, Some([192, 168, 1, 1])),
            ("192.0x00A80001", true, Some([192, 168, 0, 1])),
            ("1.2.3.4.", true, Some([1, 2, 3, 4])),
            ("0", true, Some([0, 0, 0, 0])),
            ("0x", true, Some([0, 0, 0, 0])),
            ("4294967295", true, Some([255; 4])),
            ("4294967296", true, None),
            ("99999999999999999999999999", true, None),
            ("256.0.0.1", true, None),
            ("1.2.3.256", true, None),
            ("1.2.3.4.5", true, None),
            ("09", true, None),
            ("pub.1", true, None),
            ("1..2", true, None),
            ("pub.example", false, None),
            ("1.2.3.0xz", false, None),
        ];
        for (domain, ends, address) in cases {
            assert_eq!(ends_in_number(domain.as_bytes()), ends, "{domain}");
            if ends {
                assert_eq!(parse(domain.as_bytes()).map(u32::to_be_bytes), address, "{domain}");
            }
        }
        assert!(!ends_in_number(b"") && !ends_in_number(b".") && !ends_in_number(b"1..") && ends_in_number(b"1."));
    }
}
