//! Sets of octets, in the notation of definitions.

use napkin::percent::{self, Set};

/// A set of octets, written as words separated by spaces.
///
/// A word is a name of the grammars (`ALPHA`, `DIGIT`, `HEXDIG`, `unreserved`, `sub-delims`, `pchar`), `octets` for
/// all octets, `8bit` for those above 127, `CTL` for the controls, one octet such as `%0D`, a range such as `%00-%1F`,
/// or the literal ASCII characters.
///
/// ```
/// use napkin_scheme::Octets;
/// let set = Octets::parse("ALPHA DIGIT -._ %20").unwrap();
/// assert!(set.contains(b'-') && set.contains(b' ') && !set.contains(b'/'));
/// assert!(Octets::parse("%2").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Octets([u128; 2]);

impl Octets {
    /// The empty set.
    pub const NONE: Self = Self([0; 2]);

    /// The set of all octets.
    pub const ALL: Self = Self([u128::MAX; 2]);

    /// Parses a set; returns `None` for an incomplete escape, a range that runs backwards, or a character that is not
    /// ASCII.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// assert!(Octets::parse("DIGIT %00-%1F").unwrap().contains(0x1f));
    /// assert!(Octets::parse("%2").is_none());
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        text.split_ascii_whitespace().try_fold(Self::NONE, |set, word| Some(set.or(Self::word(word)?)))
    }

    fn word(word: &str) -> Option<Self> {
        let set = match word {
            "ALPHA" => Self::of(percent::ALPHA),
            "DIGIT" => Self::of(percent::DIGIT),
            "HEXDIG" => Self::of(percent::HEXDIG),
            "unreserved" => Self::of(percent::UNRESERVED),
            "sub-delims" => Self::of(percent::SUB_DELIMS),
            "pchar" => Self::of(percent::PCHAR),
            "octets" => Self::ALL,
            "8bit" => Self([0, u128::MAX]),
            "CTL" => Self::range(0, 0x1f).or(Self::range(0x7f, 0x7f)),
            _ if word.starts_with('%') => return Self::escaped(word),
            _ => return word.bytes().try_fold(Self::NONE, |set, byte| byte.is_ascii().then(|| set.with(byte))),
        };
        Some(set)
    }

    /// Parses `%0D` or `%00-%1F`.
    fn escaped(word: &str) -> Option<Self> {
        let octet = |text: &str| percent::escape_at(text.as_bytes(), 0).filter(|_| text.len() == 3);
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (first, last) = (octet(first)?, octet(last)?);
        (first <= last).then(|| Self::range(first, last))
    }

    fn of(set: Set) -> Self {
        (0..128).filter(|&byte| set.contains_byte(byte)).fold(Self::NONE, Self::with)
    }

    fn range(first: u8, last: u8) -> Self {
        (first..=last).fold(Self::NONE, Self::with)
    }

    fn with(mut self, byte: u8) -> Self {
        self.0[usize::from(byte >> 7)] |= 1 << (byte & 127);
        self
    }

    /// Returns the union of two sets.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// let [digit, hex] = ["DIGIT", "HEXDIG"].map(|text| Octets::parse(text).unwrap());
    /// assert_eq!(digit.or(hex), hex);
    /// ```
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Returns the intersection of two sets.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// let [digit, hex] = ["DIGIT", "HEXDIG"].map(|text| Octets::parse(text).unwrap());
    /// assert_eq!(digit.and(hex), digit);
    /// ```
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Returns this set without the octets of another.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// let [digit, hex] = ["DIGIT", "HEXDIG"].map(|text| Octets::parse(text).unwrap());
    /// assert!(!hex.without(digit).contains(b'7') && hex.without(digit).contains(b'A'));
    /// ```
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Returns whether the set contains the octet.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// assert!(Octets::ALL.contains(b' ') && !Octets::NONE.contains(b' '));
    /// ```
    #[must_use]
    pub const fn contains(self, octet: u8) -> bool {
        self.0[(octet >> 7) as usize] >> (octet & 127) & 1 == 1
    }

    /// Returns whether the set is empty.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// assert!(Octets::parse("").unwrap().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] == 0 && self.0[1] == 0
    }

    /// Iterates over the octets in ascending order.
    ///
    /// ```
    /// use napkin_scheme::Octets;
    /// assert!(Octets::parse("DIGIT").unwrap().iter().eq(b'0'..=b'9'));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |&octet| self.contains(octet))
    }
}

impl From<Set> for Octets {
    /// Iterates over the ASCII characters of the set.
    fn from(set: Set) -> Self {
        Self::of(set)
    }
}
