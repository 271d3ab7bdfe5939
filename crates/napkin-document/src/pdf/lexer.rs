//! The tokens of PDF (ISO 32000-2 section 7.2 and 7.3). Start with `Lexer`.

use std::cell::Cell;

pub(super) enum Token<'t> {
    /// `<<` or `[`, and their ends.
    Open,
    Close,
    Name(Vec<u8>),
    String(Vec<u8>),
    Word(&'t [u8]),
}

pub(super) struct Lexer<'t, 'l> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    /// The bytes that may still be read.
    pub(super) left: &'l Cell<usize>,
}

impl<'t> Lexer<'t, '_> {
    pub(super) fn next(&mut self) -> Option<Token<'t>> {
        let before = self.at;
        let rest = skip(&self.text[before..]);
        let (token, length) = match rest {
            [] => return None,
            [b'<', b'<', ..] => (Token::Open, 2),
            [b'>', b'>', ..] => (Token::Close, 2),
            [b'[', ..] => (Token::Open, 1),
            [b']', ..] => (Token::Close, 1),
            [b'(', ..] => literal(rest),
            [b'<', ..] => {
                let end = rest.iter().position(|byte| *byte == b'>').unwrap_or(rest.len() - 1);
                (Token::String(hexadecimal(&rest[1..end.max(1)])), end + 1)
            }
            [b'/', ..] => {
                let length = 1 + rest[1..].iter().take_while(|byte| is_regular(**byte)).count();
                (Token::Name(name(&rest[1..length])), length)
            }
            _ => {
                let length = rest.iter().take_while(|byte| is_regular(**byte)).count().max(1);
                (Token::Word(&rest[..length]), length)
            }
        };
        let start = self.text.len() - rest.len();
        self.left.set(self.left.get().saturating_sub(length + start - before));
        self.at = start + length;
        (self.left.get() > 0).then_some(token)
    }
}

/// Reads a string in parentheses, and returns its length.
pub(super) fn literal(rest: &[u8]) -> (Token<'static>, usize) {
    let (mut bytes, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while let Some(&byte) = rest.get(at) {
        at += 1;
        match byte {
            b'(' if depth == 0 => depth = 1,
            b')' if depth == 1 => break,
            b'(' => {
                depth += 1;
                bytes.push(byte);
            }
            b')' => {
                depth -= 1;
                bytes.push(byte);
            }
            b'\\' => at += escaped(&rest[at..], &mut bytes),
            _ => bytes.push(byte),
        }
    }
    (Token::String(bytes), at)
}

/// Reads what follows a backslash, and returns its length.
fn escaped(rest: &[u8], bytes: &mut Vec<u8>) -> usize {
    let digits: Vec<u8> = rest.iter().copied().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).collect();
    if !digits.is_empty() {
        let value = digits.iter().fold(0_u16, |value, digit| value * 8 + u16::from(digit - b'0'));
        bytes.push((value & 0xff) as u8);
        return digits.len();
    }
    match rest.first() {
        None => return 0,
        Some(b'\n') => {}
        Some(b'\r') => return if rest.get(1) == Some(&b'\n') { 2 } else { 1 },
        Some(b'n') => bytes.push(b'\n'),
        Some(b'r') => bytes.push(b'\r'),
        Some(b't') => bytes.push(b'\t'),
        Some(b'b') => bytes.push(8),
        Some(b'f') => bytes.push(12),
        Some(&other) => bytes.push(other),
    }
    1
}

pub(super) fn hexadecimal(digits: &[u8]) -> Vec<u8> {
    let value = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits: Vec<u8> = digits.iter().filter_map(value).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

/// Decodes the escapes of a name: `#20`.
fn name(text: &[u8]) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|digits| byte == b'#' && digits.iter().all(u8::is_ascii_hexdigit));
        match digits {
            Some(digits) => {
                bytes.extend(hexadecimal(digits));
                rest = &behind[2..];
            }
            None => {
                bytes.push(byte);
                rest = behind;
            }
        }
    }
    bytes
}

/// Decodes a text string (section 7.9.2.2): UTF-16 with a mark, UTF-8, or else the first 256 characters of Unicode.
pub(super) fn string(bytes: &[u8]) -> String {
    if let Some(units) = bytes.strip_prefix(b"\xfe\xff") {
        let units: Vec<u16> = units.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        return String::from_utf16_lossy(&units);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}

/// Reads the number with which a text begins.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&text[..length]).ok()?.parse().ok()
}

fn is_regular(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte != 0 && !b"()<>[]{}/%".contains(&byte)
}

/// Skips white space.
pub(super) fn skip(text: &[u8]) -> &[u8] {
    let length = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0).count();
    &text[length..]
}
