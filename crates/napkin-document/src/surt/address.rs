//! Parses IPv4 addresses in the forms that archives accept.
//!
//! A single number is reduced to its lowest 32 bits. Otherwise there are up to four numbers, decimal, or octal after a zero; the
//! last number fills the remaining bytes, as in `inet_aton`. Hexadecimal numbers are names.

/// Returns the address of a host as four decimal numbers.
pub(super) fn canonical(host: &[u8]) -> Option<String> {
    if !host.first()?.is_ascii_digit() || !host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
        return None;
    }
    if !host.contains(&b'.') {
        let number =
            host.iter().fold(0_u32, |number, byte| number.wrapping_mul(10).wrapping_add(u32::from(byte - b'0')));
        return Some(dotted(number));
    }
    // A host that begins with a zero is octal, or else a name.
    if host[0] == b'0' && host.iter().any(|byte| matches!(byte, b'8' | b'9')) {
        return None;
    }
    let parts: Vec<&[u8]> = host.split(|&byte| byte == b'.').collect();
    if parts.len() > 4 {
        return None;
    }
    let (last, octets) = parts.split_last()?;
    let mut address = 0_u32;
    for part in octets {
        address = address << 8 | u32::from(u8::try_from(number(part)?).ok()?);
    }
    let left = 32 - 8 * octets.len() as u32;
    let last = number(last)?;
    (last < 1 << left).then(|| dotted((u64::from(address) << left | last) as u32))
}

fn number(text: &[u8]) -> Option<u64> {
    let radix = if text.first()? == &b'0' { 8 } else { 10 };
    text.iter().try_fold(0_u64, |number, &byte| {
        let digit = char::from(byte).to_digit(radix)?;
        Some(number.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit)))
    })
}

fn dotted(number: u32) -> String {
    std::net::Ipv4Addr::from(number).to_string()
}
