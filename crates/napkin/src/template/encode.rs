//! Encodes literals and values (RFC 6570 sections 1.6 and 3.1), and counts the characters of values.

use core::fmt::{self, Write};

use crate::percent::{GEN_DELIMS, SUB_DELIMS, UNRESERVED, escape, escape_at, is_iprivate, is_ucschar};

const UNRESERVED_BYTES: [bool; 256] = UNRESERVED.table();
const RESERVED_BYTES: [bool; 256] = UNRESERVED.or(GEN_DELIMS).or(SUB_DELIMS).table();

/// Which characters stay.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// Whether reserved characters and escapes stay.
    pub(super) reserved: bool,
    /// Whether characters beyond ASCII stay, as RFC 3987 allows.
    pub(super) beyond_ascii: bool,
}

impl Kept {
    /// Returns whether the byte, of ASCII, stays by itself.
    pub(super) const fn has(self, byte: u8) -> bool {
        if self.reserved { RESERVED_BYTES[byte as usize] } else { UNRESERVED_BYTES[byte as usize] }
    }

    /// Returns the length of the piece at `at` that stays as it is; 0 if it is encoded.
    fn length(self, text: &str, at: usize) -> usize {
        match text.as_bytes()[at] {
            byte if self.has(byte) => 1,
            b'%' if self.reserved && escape_at(text.as_bytes(), at).is_some() => 3,
            0x80.. if self.beyond_ascii => match text[at..].chars().next() {
                Some(c) if is_ucschar(c) || (self.reserved && is_iprivate(c)) => c.len_utf8(),
                _ => 0,
            },
            _ => 0,
        }
    }
}

/// Writes a text, with the characters encoded that do not stay.
pub(super) fn encode(text: &str, kept: Kept, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    let table = if kept.reserved { &RESERVED_BYTES } else { &UNRESERVED_BYTES };
    let (mut from, mut at) = (0, 0);
    while let Some(length) = text.as_bytes()[at..].iter().position(|&byte| !table[byte as usize]) {
        at += length;
        let length = kept.length(text, at);
        if length > 0 {
            at += length;
            continue;
        }
        out.write_str(&text[from..at])?;
        let end = at + text[at..].chars().next().map_or(1, char::len_utf8);
        for &byte in &text.as_bytes()[at..end] {
            out.write_str(escape(byte))?;
        }
        (from, at) = (end, end);
    }
    out.write_str(&text[from..])
}

/// Returns the first `count` characters of a value. If escapes are kept, those of one character count as one, so that none is
/// split (RFC 6570 section 2.4.1).
pub(super) fn prefix(text: &str, count: u16, keeps_escapes: bool) -> &str {
    if !keeps_escapes || !text.contains('%') {
        return text.char_indices().nth(count.into()).map_or(text, |(end, _)| &text[..end]);
    }
    let mut at = 0;
    for _ in 0..count {
        let Some(c) = text[at..].chars().next() else { break };
        let escaped = escaped_character(text.as_bytes(), at);
        at += if escaped > 0 { escaped } else { c.len_utf8() };
    }
    &text[..at]
}

/// Returns the length of the escapes of one character at `at`; of one escape if they do not make a character; 0 if there is
/// none.
pub(super) fn escaped_character(bytes: &[u8], at: usize) -> usize {
    let Some(lead) = escape_at(bytes, at) else { return 0 };
    let more = match lead {
        0xC2..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF4 => 3,
        _ => 0,
    };
    let is_whole = (1..=more).all(|place| matches!(escape_at(bytes, at + 3 * place), Some(0x80..=0xBF)));
    if is_whole { 3 + 3 * more } else { 3 }
}
