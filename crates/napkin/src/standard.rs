//! The standards under which a reference can be parsed, and their names.
//!
//! The grammars are in [`crate::syntax`], one file per standard.

use core::fmt;
use core::str::FromStr;

/// A standard of URL syntax.
///
/// ```
/// use napkin::Standard;
/// assert_eq!("rfc3986".parse(), Ok(Standard::Rfc3986));
/// assert_eq!(Standard::Draft1997.title(), "draft-fielding-url-syntax-05");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Standard {
    /// draft-fielding-url-syntax-05 of May 1997, the text between RFC 1738/1808 and RFC 2396.
    Draft1997,
    /// RFC 3986, URI: Generic Syntax.
    Rfc3986,
    /// RFC 3987, Internationalized Resource Identifiers.
    Rfc3987,
    /// The WHATWG URL Standard, which browsers follow: see [`whatwg`](crate::whatwg).
    Whatwg,
}

impl Standard {
    /// All standards, oldest first.
    pub const ALL: &[Self] = &[Self::Draft1997, Self::Rfc3986, Self::Rfc3987, Self::Whatwg];

    /// The standards of the generic syntax, which can parse a relative reference without knowing its base.
    pub const GENERIC: &[Self] = &[Self::Draft1997, Self::Rfc3986, Self::Rfc3987];

    /// Returns the name that commands and files use: `draft1997`, `rfc3986`, `rfc3987`, `whatwg`.
    ///
    /// ```
    /// use napkin::Standard;
    /// assert_eq!(Standard::Rfc3986.name().parse(), Ok(Standard::Rfc3986));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft1997 => "draft1997",
            Self::Rfc3986 => "rfc3986",
            Self::Rfc3987 => "rfc3987",
            Self::Whatwg => "whatwg",
        }
    }

    /// Returns the title by which people cite the standard.
    ///
    /// ```
    /// use napkin::Standard;
    /// assert_eq!((Standard::Rfc3987.title(), Standard::Whatwg.title()), ("RFC 3987", "URL Standard"));
    /// ```
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Draft1997 => "draft-fielding-url-syntax-05",
            Self::Rfc3986 => "RFC 3986",
            Self::Rfc3987 => "RFC 3987",
            Self::Whatwg => "URL Standard",
        }
    }
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownStandard;

impl fmt::Display for UnknownStandard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected draft1997, rfc3986, rfc3987 or whatwg, but found another name")
    }
}

impl core::error::Error for UnknownStandard {}

impl FromStr for Standard {
    type Err = UnknownStandard;

    fn from_str(name: &str) -> Result<Self, UnknownStandard> {
        Self::ALL.iter().copied().find(|standard| standard.name() == name).ok_or(UnknownStandard)
    }
}
