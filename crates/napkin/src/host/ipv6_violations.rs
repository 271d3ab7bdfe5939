//! Follows the IPv6 parser of the URL Standard (section 3.5) step by step, to report its errors by name. Start at
//! `report`.

use super::violations::violation;
use crate::percent::hex;
use crate::{Finding, Rule, rules};

/// The state of the parser.
struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    piece: usize,
    compressed: bool,
}

/// Reports the errors of the address `bytes[start..end]`; `Err` is the error that ends the parser.
pub(super) fn report(bytes: &[u8], start: usize, end: usize, note: &mut dyn FnMut(Finding)) -> Result<(), Finding> {
    let mut parser = Parser { bytes, at: start, end, piece: 0, compressed: false };
    if parser.c() == Some(b':') {
        if parser.bytes[parser.at + 1..end].first() != Some(&b':') {
            return Err(violation(rules::IPV6_INVALID_COMPRESSION, start, start + 1));
        }
        parser.at += 2;
        parser.piece = 1;
        parser.compressed = true;
    }
    parser.pieces(note)?;
    if !parser.compressed && parser.piece != 8 {
        return Err(violation(rules::IPV6_TOO_FEW_PIECES, end, end));
    }
    Ok(())
}

impl Parser<'_> {
    fn c(&self) -> Option<u8> {
        (self.at < self.end).then(|| self.bytes[self.at])
    }

    /// Returns an error at the current character, or at the end.
    fn here(&self, rule: Rule) -> Finding {
        let rest = &self.bytes[self.at..self.end];
        // Cover the whole character.
        let length = rest.iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count() + 1;
        violation(rule, self.at, self.at + length.min(rest.len()))
    }

    fn pieces(&mut self, note: &mut dyn FnMut(Finding)) -> Result<(), Finding> {
        while let Some(c) = self.c() {
            if self.piece == 8 {
                return Err(violation(rules::IPV6_TOO_MANY_PIECES, self.at, self.end));
            }
            if c == b':' {
                if self.compressed {
                    return Err(violation(rules::IPV6_MULTIPLE_COMPRESSION, self.at - 1, self.at + 1));
                }
                self.at += 1;
                self.piece += 1;
                self.compressed = true;
                continue;
            }
            let start = self.at;
            let value = self.value();
            if self.c() == Some(b'.') {
                return self.ipv4(start);
            }
            match self.c() {
                Some(b':') => {
                    self.at += 1;
                    if self.at == self.end {
                        return Err(violation(rules::IPV6_INVALID_CODE_POINT, self.at - 1, self.at));
                    }
                }
                Some(_) => return Err(self.here(rules::IPV6_INVALID_CODE_POINT)),
                None => {}
            }
            let length = self.bytes[start..self.at].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            if length > 1 && value < 1 << (4 * (length - 1)) {
                note(violation(rules::IPV6_PIECE_LEADING_ZERO, start, start + length));
            }
            self.piece += 1;
        }
        Ok(())
    }

    /// Reads up to four hexadecimal digits.
    fn value(&mut self) -> u32 {
        let mut value = 0;
        let stop = self.end.min(self.at + 4);
        while self.at < stop {
            let Some(digit) = hex(self.bytes[self.at]) else { break };
            value = value << 4 | u32::from(digit);
            self.at += 1;
        }
        value
    }

    /// Reads the last 32 bits as an IPv4 address, which begins at `start`.
    fn ipv4(&mut self, start: usize) -> Result<(), Finding> {
        if self.at == start {
            return Err(self.here(rules::IPV4_IN_IPV6_INVALID_CODE_POINT));
        }
        self.at = start;
        if self.piece > 6 {
            return Err(violation(rules::IPV4_IN_IPV6_TOO_MANY_PIECES, start, self.end));
        }
        let mut seen = 0;
        while let Some(c) = self.c() {
            if seen > 0 {
                if c != b'.' || seen == 4 {
                    return Err(self.here(rules::IPV4_IN_IPV6_INVALID_CODE_POINT));
                }
                self.at += 1;
            }
            self.ipv4_piece()?;
            seen += 1;
        }
        if seen != 4 {
            return Err(violation(rules::IPV4_IN_IPV6_TOO_FEW_PARTS, start, self.end));
        }
        self.piece += 2;
        Ok(())
    }

    fn ipv4_piece(&mut self) -> Result<(), Finding> {
        let start = self.at;
        let mut value: Option<u32> = None;
        while let Some(digit) = self.c().filter(u8::is_ascii_digit) {
            let digit = u32::from(digit - b'0');
            value = match value {
                None => Some(digit),
                Some(0) => return Err(self.here(rules::IPV4_IN_IPV6_INVALID_CODE_POINT)),
                Some(value) => Some(value * 10 + digit),
            };
            if value > Some(255) {
                return Err(violation(rules::IPV4_IN_IPV6_OUT_OF_RANGE_PART, start, self.at + 1));
            }
            self.at += 1;
        }
        if value.is_none() { Err(self.here(rules::IPV4_IN_IPV6_INVALID_CODE_POINT)) } else { Ok(()) }
    }
}
