//! Parses IPv6 addresses by RFC 3986 section 3.2.2, without the zones of RFC 6874. Start at `parse_ipv6`.

use super::ipv4::quad;
use crate::Span;
use crate::percent::hex;

/// An error in an IPv6 address, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ipv6Fault {
    /// The offending bytes; empty at the end if something is missing.
    pub(crate) span: Span,
    /// The place of the first `::` if the error is a second one.
    pub(crate) also: Option<Span>,
    /// The expected text, for the message.
    pub(crate) expected: &'static str,
}

const fn fault(start: usize, end: usize, expected: &'static str) -> Ipv6Fault {
    Ipv6Fault { span: Span::new(start, end), also: None, expected }
}

/// Returns the eight groups of the address `bytes[start..end]`, or its first error.
pub(crate) const fn parse_ipv6(bytes: &[u8], start: usize, end: usize) -> Result<[u16; 8], Ipv6Fault> {
    match ipv6_groups(bytes, start, end) {
        Some(groups) => Ok(groups),
        None => explain(bytes, start, end),
    }
}

/// Returns the eight groups of the address `bytes[start..end]`; `None` if there is an error, which [`explain`] finds.
///
/// Parses in one pass. `::` may stand for one or more groups of zeros, and the last 32 bits may be written as an IPv4
/// address.
pub(crate) const fn ipv6_groups(bytes: &[u8], start: usize, end: usize) -> Option<[u16; 8]> {
    let mut rest = bytes.split_at(end).0.split_at(start).1;
    let mut groups = [0; 8];
    // The number of groups, and the number of those before the `::`.
    let (mut count, mut gap) = (0, NO_GAP);
    if let [b':', after @ ..] = rest {
        let [b':', after @ ..] = after else { return None };
        gap = 0;
        rest = after;
    }
    loop {
        let (group, mut value, mut length) = (rest, 0, 0);
        let stop = loop {
            let [byte, after @ ..] = rest else { break b':' };
            let digit = HEX[*byte as usize];
            if digit == NO_DIGIT {
                break *byte;
            }
            value = value << 4 | digit as u16;
            length += 1;
            rest = after;
        };
        if group.is_empty() && gap == count {
            break;
        }
        if count == 8 {
            return None;
        }
        if stop == b'.' {
            let Ok((high, low)) = dotted_quad(group, 0, group.len(), count) else { return None };
            groups[count] = high;
            groups[count + 1] = low;
            count += 2;
            break;
        }
        if stop != b':' || length == 0 || length > 4 {
            return None;
        }
        groups[count] = value;
        count += 1;
        rest = match rest {
            [] => break,
            [_, b':', ..] if gap != NO_GAP => return None,
            [_, b':', after @ ..] => {
                gap = count;
                after
            }
            [_, after @ ..] => after,
        };
    }
    match (gap, count) {
        (NO_GAP, 8) => Some(groups),
        (NO_GAP, _) | (_, 8) => None,
        _ => Some(widen(groups, count, gap)),
    }
}

const NO_GAP: usize = usize::MAX;

const NO_DIGIT: u8 = 16;

/// The value of each hexadecimal digit, or [`NO_DIGIT`].
const HEX: &[u8; 256] = &{
    let mut values = [NO_DIGIT; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(value) = hex(byte as u8) {
            values[byte] = value;
        }
        byte += 1;
    }
    values
};

/// Does the same as [`ipv6_groups`], and finds the error.
#[cold]
const fn explain(bytes: &[u8], start: usize, end: usize) -> Result<[u16; 8], Ipv6Fault> {
    let mut groups = [0; 8];
    let mut count = 0;
    let mut gap = None; // (groups before it, its place)
    let mut at = start;
    if at < end && bytes[at] == b':' {
        if at + 1 == end || bytes[at + 1] != b':' {
            return Err(fault(at, at + 1, "a group of hexadecimal digits or `::`"));
        }
        gap = Some((0, at));
        at += 2;
    }
    while at < end {
        if count == 8 {
            return Err(fault(at, end, "eight groups"));
        }
        let (value, group_end) = digits(bytes, at, end);
        if group_end < end && bytes[group_end] == b'.' {
            match dotted_quad(bytes, at, end, count) {
                Ok((high, low)) => {
                    groups[count] = high;
                    groups[count + 1] = low;
                }
                Err(fault) => return Err(fault),
            }
            count += 2;
            break;
        }
        if let Some(fault) = group_fault(bytes, at, group_end, end) {
            return Err(fault);
        }
        groups[count] = value;
        count += 1;
        at = group_end;
        if at == end {
            break;
        }
        // `group_fault` has checked that a colon is here.
        at += 1;
        if at == end {
            return Err(fault(at - 1, at, "`]` or another `:`"));
        }
        if bytes[at] == b':' {
            if let Some((_, first)) = gap {
                let mut second = fault(at - 1, at + 1, "no second `::`");
                second.also = Some(Span::new(first, first + 2));
                return Err(second);
            }
            gap = Some((count, at - 1));
            at += 1;
        }
    }
    match gap {
        None if count < 8 => Err(fault(end, end, "eight groups or `::`")),
        None => Ok(groups),
        Some((_, place)) if count == 8 => Err(fault(place, place + 2, "no `::` beside eight groups")),
        Some((before, _)) => Ok(widen(groups, count, before)),
    }
}

/// Returns the value of the hexadecimal digits that begin at `at`, and their end. Only the value of up to four digits has
/// a meaning.
const fn digits(bytes: &[u8], at: usize, end: usize) -> (u16, usize) {
    let mut value = 0;
    let mut stop = at;
    while stop < end {
        let Some(digit) = hex(bytes[stop]) else { break };
        value = value << 4 | digit as u16;
        stop += 1;
    }
    (value, stop)
}

/// Returns the error of a group, which must have one to four digits, followed by a colon or the end.
const fn group_fault(bytes: &[u8], at: usize, group_end: usize, end: usize) -> Option<Ipv6Fault> {
    if group_end == at {
        return Some(fault(at, char_end(bytes, at, end), "a hexadecimal digit"));
    }
    if group_end < end && bytes[group_end] != b':' {
        return Some(fault(group_end, char_end(bytes, group_end, end), "a hexadecimal digit, `:` or `]`"));
    }
    if group_end - at > 4 {
        return Some(fault(at, group_end, "at most four digits in a group"));
    }
    None
}

/// Reads the last 32 bits as an IPv4 address; returns two groups.
const fn dotted_quad(bytes: &[u8], at: usize, end: usize, count: usize) -> Result<(u16, u16), Ipv6Fault> {
    if count > 6 {
        return Err(fault(at, end, "eight groups, of which an IPv4 address takes two"));
    }
    match quad(bytes, at, end) {
        Some(address) => Ok(((address >> 16) as u16, address as u16)),
        None => Err(fault(at, end, "an IPv4 address of four numbers up to 255")),
    }
}

/// Moves the groups after the `::` to the end.
const fn widen(groups: [u16; 8], count: usize, before: usize) -> [u16; 8] {
    let mut wide = [0; 8];
    let mut group = 0;
    while group < count {
        let place = if group < before { group } else { group + 8 - count };
        wide[place] = groups[group];
        group += 1;
    }
    wide
}

/// Returns the end of the character at `at`, so that an error covers whole characters.
const fn char_end(bytes: &[u8], at: usize, end: usize) -> usize {
    let mut stop = at + 1;
    while stop < end && bytes[stop] & 0xC0 == 0x80 {
        stop += 1;
    }
    stop
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use alloc::{format, vec};

    use super::*;

    /// The standard library decides which texts are addresses; this parser must agree, and find the error in all others.
    #[test]
    fn agrees_with_the_standard_library() {
        let good = [
            "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "fe80::a:b",
            "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5::1.2.3.4", "ABCD:ef01::",
        ];
        for text in good {
            let expected: core::net::Ipv6Addr = text.parse().unwrap();
            assert_eq!(parse_ipv6(text.as_bytes(), 0, text.len()), Ok(expected.segments()), "{text}");
        }
    }

    #[test]
    fn points_at_the_fault() {
        // (text, offending bytes)
        let bad = [
            ("", 0..0),
            ("1:2", 3..3),
            (":1", 0..1),
            ("1:", 1..2),
            ("1::2::3", 4..6),
            (":::", 2..3),
            ("12345::", 0..5),
            ("g::", 0..1),
            ("1:g::", 2..3),
            ("fe80::1%25eth0", 7..8),
            ("1:2:3:4:5:6:7:8:9", 16..17),
            ("::1:2:3:4:5:6:7:8", 0..2),
            ("::1.2.3", 2..7),
            ("::1.2.3.256", 2..11),
            ("1:2:3:4:5:6:7:1.2.3.4", 14..21),
            ("1.2.3.4", 7..7),
            ("::1.2.3.4:5", 2..11),
        ];
        for (text, span) in bad {
            assert!(text.parse::<core::net::Ipv6Addr>().is_err(), "{text}");
            let fault = parse_ipv6(text.as_bytes(), 0, text.len()).unwrap_err();
            assert_eq!(fault.span, span.into(), "{text}: expected {}", fault.expected);
        }
    }

    /// Every text of up to nine pieces, with and without brackets' neighbours around it.
    #[test]
    fn ipv6_groups_agree_with_the_reader_that_finds_errors() {
        let pieces =
            ["", ":", "::", "1", "a:", ":fedc", "00001", "g", ".", "1.2.3.4", ":1.2.3.400", "1:2:3:4:5:6", "7:8"];
        let mut texts: Vec<String> = vec![String::new()];
        for length in 0..if cfg!(miri) { 2 } else { 4 } {
            let longest: Vec<String> = texts.iter().filter(|text| length == 0 || !text.is_empty()).cloned().collect();
            texts.extend(longest.iter().flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}"))));
        }
        for text in texts {
            let (bytes, around) = (text.as_bytes(), format!("0{text}:"));
            let found = ipv6_groups(bytes, 0, bytes.len());
            assert_eq!(found, explain(bytes, 0, bytes.len()).ok(), "{text}");
            assert_eq!(found, ipv6_groups(around.as_bytes(), 1, 1 + bytes.len()), "{text}");
            let expected: Option<core::net::Ipv6Addr> = text.parse().ok();
            assert_eq!(found, expected.map(|address| address.segments()), "{text}");
        }
    }
}
