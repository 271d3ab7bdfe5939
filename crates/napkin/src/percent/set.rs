//! The character sets of RFC 3986, RFC 3987 and draft-fielding-url-syntax-05, each written as in its grammar. Start at
//! `Set`.

/// A set of characters: ASCII characters, and the two ranges beyond ASCII that RFC 3987 names.
///
/// ```
/// use napkin::percent::{Set, UNRESERVED};
/// const FILE_NAME: Set = UNRESERVED.or(Set::of(b" ()")).without(Set::of(b"~"));
/// assert!(FILE_NAME.contains(' ') && !FILE_NAME.contains('~') && !FILE_NAME.contains('%'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set {
    ascii: u128,
    ucschar: bool,
    iprivate: bool,
}

impl Set {
    /// No character.
    pub const NONE: Self = Self { ascii: 0, ucschar: false, iprivate: false };

    /// Returns the set of these ASCII characters. `%` is not allowed, because it always begins an escape.
    ///
    /// ```
    /// use napkin::percent::Set;
    /// const VOWELS: Set = Set::of(b"aeiou");
    /// assert!(VOWELS.contains('a') && !VOWELS.contains('b'));
    /// ```
    ///
    /// # Panics
    /// On `%` and on bytes beyond ASCII; in a constant, compilation fails.
    #[must_use]
    pub const fn of(bytes: &[u8]) -> Self {
        let mut set = Self::NONE;
        let mut at = 0;
        while at < bytes.len() {
            assert!(bytes[at] < 128 && bytes[at] != b'%', "expected an ASCII character other than `%`");
            set.ascii |= 1 << bytes[at];
            at += 1;
        }
        set
    }

    /// Returns the ASCII characters from `first` to `last`, both included.
    const fn range(first: u8, last: u8) -> Self {
        let mut set = Self::NONE;
        let mut byte = first;
        while byte <= last {
            set.ascii |= 1 << byte;
            byte += 1;
        }
        set
    }

    /// Returns the union of both sets.
    ///
    /// ```
    /// use napkin::percent::{ALPHA, DIGIT};
    /// assert!(ALPHA.or(DIGIT).contains('7'));
    /// ```
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            ascii: self.ascii | other.ascii,
            ucschar: self.ucschar || other.ucschar,
            iprivate: self.iprivate || other.iprivate,
        }
    }

    /// Returns the set without the characters of `other`.
    ///
    /// ```
    /// use napkin::percent::{PATH, Set, encode};
    /// assert_eq!(encode("a;b/c", PATH.without(Set::of(b";"))), "a%3Bb/c");
    /// ```
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self {
            ascii: self.ascii & !other.ascii,
            ucschar: self.ucschar && !other.ucschar,
            iprivate: self.iprivate && !other.iprivate,
        }
    }

    /// Returns whether the character is in the set.
    ///
    /// ```
    /// use napkin::percent::{PCHAR, iri};
    /// assert!(!PCHAR.contains('é') && iri::PCHAR.contains('é'));
    /// ```
    #[must_use]
    pub const fn contains(self, c: char) -> bool {
        if c.is_ascii() {
            return self.contains_byte(c as u8);
        }
        (self.ucschar && is_ucschar(c)) || (self.iprivate && is_iprivate(c))
    }

    /// Returns for each byte whether it is an ASCII character of the set, for fast look-ups.
    pub(crate) const fn table(self) -> [bool; 256] {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 128 {
            table[byte as usize] = self.contains_byte(byte);
            byte += 1;
        }
        table
    }

    /// Returns whether the byte is an ASCII character of the set.
    ///
    /// ```
    /// assert!(napkin::percent::DIGIT.contains_byte(b'7'));
    /// ```
    #[must_use]
    pub const fn contains_byte(self, byte: u8) -> bool {
        byte < 128 && self.ascii >> byte & 1 == 1
    }
}

impl core::fmt::Debug for Set {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let ranges = [(self.ucschar, "ucschar"), (self.iprivate, "iprivate")];
        let ascii = (0..128).filter(|&byte| self.contains_byte(byte)).map(char::from);
        f.debug_set().entries(ascii).entries(ranges.into_iter().filter(|r| r.0).map(|r| r.1)).finish()
    }
}

/// Returns whether a character is in `ucschar` of RFC 3987 section 2.2.
pub(crate) const fn is_ucschar(c: char) -> bool {
    let c = c as u32;
    match c {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        // Planes 1 to 13 without their last two code points, plane 14 from U+E1000.
        0x1_0000..=0xD_FFFF => c & 0xFFFF <= 0xFFFD,
        0xE_1000..=0xE_FFFD => true,
        _ => false,
    }
}

/// Returns whether a character is in `iprivate` of RFC 3987 section 2.2.
pub(crate) const fn is_iprivate(c: char) -> bool {
    matches!(c as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// `ALPHA`: the letters of ASCII.
pub const ALPHA: Set = Set::range(b'A', b'Z').or(Set::range(b'a', b'z'));
/// `DIGIT`.
pub const DIGIT: Set = Set::range(b'0', b'9');
/// `HEXDIG`, in either case.
pub const HEXDIG: Set = DIGIT.or(Set::range(b'A', b'F')).or(Set::range(b'a', b'f'));
/// The characters of `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
pub const SCHEME: Set = ALPHA.or(DIGIT).or(Set::of(b"+-."));
/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (RFC 3986 section 2.3).
pub const UNRESERVED: Set = ALPHA.or(DIGIT).or(Set::of(b"-._~"));
/// `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"` (RFC 3986 section 2.2).
pub const GEN_DELIMS: Set = Set::of(b":/?#[]@");
/// `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="` (RFC 3986 section 2.2).
pub const SUB_DELIMS: Set = Set::of(b"!$&'()*+,;=");
/// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )` (RFC 3986 section 3.2.1).
pub const USERINFO: Set = UNRESERVED.or(SUB_DELIMS).or(Set::of(b":"));
/// `reg-name = *( unreserved / pct-encoded / sub-delims )` (RFC 3986 section 3.2.2).
pub const REG_NAME: Set = UNRESERVED.or(SUB_DELIMS);
/// `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"` (RFC 3986 section 3.3).
pub const PCHAR: Set = UNRESERVED.or(SUB_DELIMS).or(Set::of(b":@"));
/// `segment = *pchar` (RFC 3986 section 3.3).
pub const SEGMENT: Set = PCHAR;
/// The characters of a path: `pchar` and the `/` between segments (RFC 3986 section 3.3).
pub const PATH: Set = PCHAR.or(Set::of(b"/"));
/// `query = *( pchar / "/" / "?" )` (RFC 3986 section 3.4).
pub const QUERY: Set = PCHAR.or(Set::of(b"/?"));
/// `fragment = *( pchar / "/" / "?" )` (RFC 3986 section 3.5).
pub const FRAGMENT: Set = PCHAR.or(Set::of(b"/?"));
/// The characters of a name or value in a query pair: `query` without the delimiters `&`, `=`, `+` and `;`.
pub const QUERY_PAIR: Set = QUERY.without(Set::of(b"&=+;"));

/// The sets of RFC 3987 section 2.2.
pub mod iri {
    use super::Set;

    const UCSCHAR: Set = Set { ucschar: true, ..Set::NONE };
    const IPRIVATE: Set = Set { iprivate: true, ..Set::NONE };

    /// `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar`.
    pub const UNRESERVED: Set = super::UNRESERVED.or(UCSCHAR);
    /// `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )`.
    pub const USERINFO: Set = UNRESERVED.or(super::SUB_DELIMS).or(Set::of(b":"));
    /// `ireg-name = *( iunreserved / pct-encoded / sub-delims )`.
    pub const REG_NAME: Set = UNRESERVED.or(super::SUB_DELIMS);
    /// `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"`.
    pub const PCHAR: Set = UNRESERVED.or(super::SUB_DELIMS).or(Set::of(b":@"));
    /// `isegment = *ipchar`.
    pub const SEGMENT: Set = PCHAR;
    /// The characters of a path: `ipchar` and the `/` between segments.
    pub const PATH: Set = PCHAR.or(Set::of(b"/"));
    /// `iquery = *( ipchar / iprivate / "/" / "?" )`.
    pub const QUERY: Set = PCHAR.or(IPRIVATE).or(Set::of(b"/?"));
    /// `ifragment = *( ipchar / "/" / "?" )`.
    pub const FRAGMENT: Set = PCHAR.or(Set::of(b"/?"));
}

/// The sets of draft-fielding-url-syntax-05, Appendix A.
pub mod draft1997 {
    use super::{ALPHA, DIGIT, Set};

    /// `mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","`.
    pub const MARK: Set = Set::of(b"$-_.!~*'(),");
    /// `unreserved = alpha | digit | mark`.
    pub const UNRESERVED: Set = ALPHA.or(DIGIT).or(MARK);
    /// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"`.
    pub const RESERVED: Set = Set::of(b";/?:@&=+");
    /// `urlc = reserved | unreserved | escaped`.
    pub const URLC: Set = RESERVED.or(UNRESERVED);
    /// `user = *( unreserved | escaped | ";" | "&" | "=" | "+" )`, and the same for `password`.
    pub const USER: Set = UNRESERVED.or(Set::of(b";&=+"));
    /// `pchar = unreserved | escaped | ":" | "@" | "&" | "=" | "+"`.
    pub const PCHAR: Set = UNRESERVED.or(Set::of(b":@&=+"));
    /// The characters of a path: `pchar`, the `;` before a parameter and the `/` between segments.
    pub const PATH: Set = PCHAR.or(Set::of(b";/"));
    /// The characters without a reserved purpose in a path: all but `/ ; = ?` (section 4.3.2).
    pub const PATH_FREE: Set = PATH.without(Set::of(b"/;=?"));
    /// The characters without a reserved purpose in a query: all but `/ & = +` (section 4.3.3).
    pub const QUERY_FREE: Set = URLC.without(Set::of(b"/&=+"));
    /// The characters without a reserved purpose in a user or password: all but `: @ ? /` (section 4.3.1).
    pub const USER_FREE: Set = USER.without(Set::of(b":@?/"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 1997 grammar has other character classes, but its components allow the same characters as those of RFC 3986.
    #[test]
    fn the_standards_admit_the_same_ascii() {
        assert_eq!(draft1997::URLC, QUERY);
        assert_eq!(draft1997::PATH, PATH);
        assert_eq!(draft1997::USER, REG_NAME);
    }

    #[test]
    fn the_edges_of_ucschar_and_iprivate() {
        let inside = [
            '\u{a0}', '\u{d7ff}', '\u{f900}', '\u{fdcf}', '\u{fdf0}', '\u{ffef}', '\u{10000}', '\u{1fffd}',
            '\u{dfffd}', '\u{e1000}', '\u{efffd}',
        ];
        let outside = [
            '\u{9f}', '\u{e000}', '\u{f8ff}', '\u{fdd0}', '\u{fdef}', '\u{fff0}', '\u{1fffe}', '\u{dffff}',
            '\u{e0000}', '\u{e0fff}', '\u{efffe}', '\u{f0000}',
        ];
        assert!(inside.into_iter().all(is_ucschar));
        assert!(!outside.into_iter().any(is_ucschar));
        assert!(
            ['\u{e000}', '\u{f8ff}', '\u{f0000}', '\u{ffffd}', '\u{100000}', '\u{10fffd}'].into_iter().all(is_iprivate)
        );
        assert!(!['\u{dfffd}', '\u{f900}', '\u{ffffe}', '\u{10fffe}'].into_iter().any(is_iprivate));
    }
}
