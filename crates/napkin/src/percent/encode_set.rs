//! The percent-encode sets of the WHATWG URL Standard (section 1.3), under its names. Start at `EncodeSet`.
//!
//! An `EncodeSet` lists the characters that are escaped. A [`super::Set`] lists the characters that are not escaped, and
//! `%` never is one of these. Six of the eight encode sets leave `%` alone, so that encoding twice changes nothing.

use alloc::borrow::Cow;
use alloc::string::String;

/// A percent-encode set of the URL Standard. Every set contains all characters beyond ASCII, and DEL.
///
/// ```
/// use napkin::percent::EncodeSet;
/// assert!(EncodeSet::PATH.contains('^') && !EncodeSet::QUERY.contains('^'));
/// assert_eq!(EncodeSet::PATH.encode("a pint 100%"), "a%20pint%20100%");
/// assert_eq!(EncodeSet::COMPONENT.encode("a pint 100%"), "a%20pint%20100%25");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncodeSet(u8);

impl EncodeSet {
    /// The C0 control percent-encode set: opaque paths and opaque hosts.
    pub const C0_CONTROL: Self = Self(1);
    /// The fragment percent-encode set.
    pub const FRAGMENT: Self = Self(2);
    /// The query percent-encode set, for schemes that are not special.
    pub const QUERY: Self = Self(4);
    /// The special-query percent-encode set: the query percent-encode set and `'`.
    pub const SPECIAL_QUERY: Self = Self(8);
    /// The path percent-encode set.
    pub const PATH: Self = Self(16);
    /// The userinfo percent-encode set: user names and passwords.
    pub const USERINFO: Self = Self(32);
    /// The component percent-encode set: JavaScript's `encodeURIComponent`.
    pub const COMPONENT: Self = Self(64);
    /// The application/x-www-form-urlencoded percent-encode set. [`crate::whatwg::SearchParams`] also writes a space as
    /// `+`.
    pub const FORM_URLENCODED: Self = Self(128);

    /// All sets, in the order of their bits.
    #[cfg(any(
        test,
        all(feature = "std", target_arch = "x86_64"),
        all(target_arch = "aarch64", target_endian = "little")
    ))]
    pub(crate) const ALL: [Self; 8] = {
        let mut sets = [Self(1); 8];
        let mut bit = 0;
        while bit < 8 {
            sets[bit] = Self(1 << bit);
            bit += 1;
        }
        sets
    };

    /// Returns the index of the set in [`Self::ALL`].
    #[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
    pub(crate) const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Returns whether the set encodes the character.
    ///
    /// ```
    /// use napkin::percent::EncodeSet;
    /// assert!(EncodeSet::PATH.contains('?') && !EncodeSet::PATH.contains('%'));
    /// ```
    #[must_use]
    pub const fn contains(self, c: char) -> bool {
        !c.is_ascii() || self.contains_byte(c as u8)
    }

    /// Returns whether the set encodes the byte, which is ASCII or part of a character beyond ASCII.
    ///
    /// ```
    /// use napkin::percent::EncodeSet;
    /// assert!(EncodeSet::C0_CONTROL.contains_byte(0xff) && !EncodeSet::C0_CONTROL.contains_byte(b' '));
    /// ```
    #[must_use]
    #[inline]
    pub const fn contains_byte(self, byte: u8) -> bool {
        TABLE[byte as usize] & self.0 != 0
    }

    /// Encodes the characters of the set in `text`, with upper-case digits: *UTF-8 percent-encode* (section 1.3). Borrows
    /// the text if it has no such characters.
    ///
    /// ```
    /// use napkin::percent::EncodeSet;
    /// assert_eq!(EncodeSet::PATH.encode("a pint 100%"), "a%20pint%20100%");
    /// assert_eq!(EncodeSet::COMPONENT.encode("100%"), "100%25");
    /// ```
    #[must_use]
    pub fn encode(self, text: &str) -> Cow<'_, str> {
        if !text.bytes().any(|byte| self.contains_byte(byte)) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len() + text.len() / 2);
        self.push(text, &mut out);
        Cow::Owned(out)
    }

    /// Appends `text` to `out`, encoded as by `encode`.
    pub(crate) fn push(self, text: &str, out: &mut String) {
        let mut kept = 0;
        for (at, byte) in text.bytes().enumerate() {
            if self.contains_byte(byte) {
                // All bytes of a character beyond ASCII are encoded, so the kept text ends between characters.
                if kept < at {
                    out.push_str(&text[kept..at]);
                }
                out.push_str(escape(byte));
                kept = at + 1;
            }
        }
        out.push_str(text.get(kept..).unwrap_or_default());
    }
}

impl core::fmt::Debug for EncodeSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries((0..128).filter(|&byte| self.contains_byte(byte)).map(char::from)).finish()
    }
}

/// Returns `%XX` for a byte.
#[inline]
pub(crate) fn escape(byte: u8) -> &'static str {
    &ESCAPES[3 * usize::from(byte)..][..3]
}

/// All 256 escapes, concatenated.
static ESCAPES: &str = {
    const BYTES: [u8; 768] = {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        let mut bytes = [b'%'; 768];
        let mut byte = 0;
        while byte < 256 {
            bytes[3 * byte + 1] = DIGITS[byte >> 4];
            bytes[3 * byte + 2] = DIGITS[byte & 15];
            byte += 1;
        }
        bytes
    };
    match core::str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("escapes are ASCII"),
    }
};

/// The sets that contain each byte, as bits.
static TABLE: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut byte = 0x20;
    while byte < 0x7F {
        table[byte as usize] = sets_of(byte);
        byte += 1;
    }
    table
};

/// Returns the sets that contain a printable ASCII character. Each set builds upon another, as in the standard.
const fn sets_of(byte: u8) -> u8 {
    let fragment = matches!(byte, b' ' | b'"' | b'<' | b'>' | b'`');
    let query = matches!(byte, b' ' | b'"' | b'#' | b'<' | b'>');
    let special_query = query || byte == b'\'';
    let path = query || matches!(byte, b'?' | b'^' | b'`' | b'{' | b'}');
    let userinfo = path || matches!(byte, b'/' | b':' | b';' | b'=' | b'@' | b'['..=b']' | b'|');
    let component = userinfo || matches!(byte, b'$'..=b'&' | b'+' | b',');
    let form = component || matches!(byte, b'!' | b'\''..=b')' | b'~');
    bit(fragment, EncodeSet::FRAGMENT)
        | bit(query, EncodeSet::QUERY)
        | bit(special_query, EncodeSet::SPECIAL_QUERY)
        | bit(path, EncodeSet::PATH)
        | bit(userinfo, EncodeSet::USERINFO)
        | bit(component, EncodeSet::COMPONENT)
        | bit(form, EncodeSet::FORM_URLENCODED)
}

const fn bit(contained: bool, set: EncodeSet) -> u8 {
    if contained { set.0 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_hold_what_the_standard_lists() {
        // (set, its printable ASCII characters)
        let cases = [
            (EncodeSet::C0_CONTROL, ""),
            (EncodeSet::FRAGMENT, " \"<>`"),
            (EncodeSet::QUERY, " \"#<>"),
            (EncodeSet::SPECIAL_QUERY, " \"#'<>"),
            (EncodeSet::PATH, " \"#<>?^`{}"),
            (EncodeSet::USERINFO, " \"#/:;<=>?@[\\]^`{|}"),
            (EncodeSet::COMPONENT, " \"#$%&+,/:;<=>?@[\\]^`{|}"),
            (EncodeSet::FORM_URLENCODED, " !\"#$%&'()+,/:;<=>?@[\\]^`{|}~"),
        ];
        for (set, expected) in cases {
            let found: String = (' '..='~').filter(|&c| set.contains(c)).collect();
            assert_eq!(found, expected);
            assert!(set.contains('\0') && set.contains('\u{1f}') && set.contains('\u{7f}') && set.contains('\u{e9}'));
        }
    }

    #[test]
    fn encodes_the_examples_of_the_standard() {
        // (set, text, encoded), from the table of section 1.3 and its tests
        let cases = [
            (EncodeSet::USERINFO, "\u{2261}", "%E2%89%A1"),
            (EncodeSet::USERINFO, "Say what\u{203d}", "Say%20what%E2%80%BD"),
            (EncodeSet::PATH, "", ""),
            (EncodeSet::PATH, "a\u{e9}\u{e9}b\u{1f4a9}", "a%C3%A9%C3%A9b%F0%9F%92%A9"),
            (EncodeSet::C0_CONTROL, "a b\t", "a b%09"),
        ];
        for (set, text, expected) in cases {
            assert_eq!(set.encode(text), expected);
        }
    }
}
