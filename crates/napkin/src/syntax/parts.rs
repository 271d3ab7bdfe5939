//! The offsets of the components of a reference, and the names of the components.

use crate::{HostKind, Span};

/// The maximum length of a text in bytes. The limit comes from this crate, not from a standard: offsets have 32 bits.
pub const MAX_LENGTH: usize = u32::MAX as usize - 8;

/// The maximum length of a text in bytes, plus the length of the base if the URL keeps any part of the base.
///
/// The limit comes from this crate, not from the standard: offsets have 32 bits ([`MAX_LENGTH`](crate::MAX_LENGTH)), and a
/// URL is at most three times as long as its text, when every byte is escaped. A longer text gives the finding `too-long`.
pub const MAX_URL_LENGTH: usize = MAX_LENGTH / 4;

/// The components of a reference, as offsets into its text.
///
/// ```text
///   foo://sam:pw@example.com:8042/over/there?name=ferret#nose
///   \_/   \_/ \/ \_________/ \__/\_________/ \_________/ \__/
///    |     |   |      |        |      |           |        |
/// scheme user password host   port   path       query   fragment
/// ```
///
/// Offsets have 32 bits, so that a reference fits into a cache line. An offset of zero means *undefined*; the offset of
/// a defined component is never zero where zero has this meaning. Undefined and empty are different (RFC 3986 section
/// 5.3): `?` has an empty query, the empty text has no query.
///
/// Invariants, for a text of length `end`: `user_end` < `at` <= `host_end` <= `path_start` <= `end` where they are
/// defined. Every offset is a character boundary, because each is next to an ASCII delimiter.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Offset of the `:` after the scheme; 0 if the scheme is undefined.
    pub(crate) scheme_end: u32,
    /// Offset of the `:` before the password; 0 if the password is undefined.
    pub(crate) user_end: u32,
    /// Offset of the `@` after the user information; 0 if the user is undefined.
    pub(crate) at: u32,
    /// End of the host; 0 if the authority is undefined.
    pub(crate) host_end: u32,
    /// Start of the path, which is the end of the authority. The port is defined if this differs from `host_end`.
    pub(crate) path_start: u32,
    /// Offset after the `?`; 0 if the query is undefined.
    pub(crate) query_start: u32,
    /// Offset after the `#`; 0 if the fragment is undefined.
    pub(crate) fragment_start: u32,
    /// Length of the text.
    pub(crate) end: u32,
    /// The kind of the host; meaningless if the authority is undefined.
    pub(crate) host: HostKind,
    /// Flags that let later work be skipped, see [`Hints`].
    pub(crate) hints: Hints,
}

/// The parts of the empty text.
pub(crate) const EMPTY: Parts = Parts {
    scheme_end: 0,
    user_end: 0,
    at: 0,
    host_end: 0,
    path_start: 0,
    query_start: 0,
    fragment_start: 0,
    end: 0,
    host: HostKind::Name,
    hints: Hints::NONE,
};

/// Flags that the parser sets, so that later work can be skipped. A flag may be set without need, but it is never clear
/// where there is work to do. 99 % of the URLs of the web have no flag set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hints(u8);

impl Hints {
    pub(crate) const NONE: Self = Self(0);
    /// The text contains a `%`.
    pub(crate) const ESCAPE: Self = Self(1);
    /// The path begins with `.` or contains `/.`.
    pub(crate) const DOTS: Self = Self(2);
    /// The scheme or the host contains an upper-case letter.
    pub(crate) const UPPER: Self = Self(4);

    /// All flags, for a URL that was not searched for the characters that they report.
    pub(crate) const ANY: Self = Self(7);

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn and_if(self, condition: bool, other: Self) -> Self {
        if condition { self.and(other) } else { self }
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Compares the offsets, and the host kinds if there is an authority. Hints are ignored.
impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        let places = |p: &Self| {
            [p.scheme_end, p.user_end, p.at, p.host_end, p.path_start, p.query_start, p.fragment_start, p.end]
        };
        places(self) == places(other) && (self.host_end == 0 || self.host == other.host)
    }
}

impl Eq for Parts {}

/// A component or subcomponent of a reference.
///
/// ```
/// use napkin::Component;
/// assert_eq!("query".parse(), Ok(Component::Query));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Component {
    /// The text before the first `:`.
    Scheme,
    /// User, password, host and port together; the 1997 draft calls it *site*.
    Authority,
    /// The user name, before `:` or `@`.
    User,
    /// The text between the first `:` of the user information and the `@`.
    Password,
    /// The host, including the brackets of an address.
    Host,
    /// The text after the `:` of the host.
    Port,
    /// The path; never undefined, though it may be empty.
    Path,
    /// The text between `?` and `#`.
    Query,
    /// The text after `#`.
    Fragment,
}

impl Component {
    /// All components, in text order; the authority comes before its parts.
    pub const ALL: &[Self] = &[
        Self::Scheme,
        Self::Authority,
        Self::User,
        Self::Password,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

    /// The components that contain no other component: all except the authority.
    pub const SMALLEST: &[Self] =
        &[Self::Scheme, Self::User, Self::Password, Self::Host, Self::Port, Self::Path, Self::Query, Self::Fragment];

    /// Returns the name in records and options: `scheme`, `authority`, `user`, ...
    ///
    /// ```
    /// assert_eq!(napkin::Component::Fragment.name(), "fragment");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::User => "user",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }
}

/// The error for a text that is not the name of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownComponent;

impl core::fmt::Display for UnknownComponent {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("expected the name of a component, such as `host`, but found another name")
    }
}

impl core::error::Error for UnknownComponent {}

impl core::str::FromStr for Component {
    type Err = UnknownComponent;

    fn from_str(name: &str) -> Result<Self, UnknownComponent> {
        Self::ALL.iter().copied().find(|component| component.name() == name).ok_or(UnknownComponent)
    }
}

impl Parts {
    /// Returns the span of a component; `None` if it is undefined.
    ///
    /// ```
    /// use napkin::{Component, Standard, check};
    /// let text = "http://h:8o/menu"; // Also a text with errors has parts.
    /// assert_eq!(check(text, Standard::Rfc3986, &mut ()).span(Component::Port).unwrap().of(text), "8o");
    /// ```
    #[must_use]
    #[inline]
    pub const fn span(&self, component: Component) -> Option<Span> {
        let (start, end) = match component {
            Component::Scheme if self.scheme_end > 0 => (0, self.scheme_end),
            Component::Authority if self.has_authority() => (self.authority_start(), self.path_start),
            Component::User if self.at > 0 => (self.authority_start(), self.user_stop()),
            Component::Password if self.user_end > 0 => (self.user_end + 1, self.at),
            Component::Host if self.has_authority() => (self.host_start(), self.host_end),
            Component::Port if self.has_port() => (self.host_end + 1, self.path_start),
            Component::Path => (self.path_start, self.path_end()),
            Component::Query if self.query_start > 0 => (self.query_start, self.query_end()),
            Component::Fragment if self.fragment_start > 0 => (self.fragment_start, self.end),
            _ => return None,
        };
        Some(Span::new(start as usize, end as usize))
    }

    /// Returns whether the text may contain a `%`. `false` is always right; `true` may be wrong.
    ///
    /// ```
    /// assert!(napkin::Reference::from_static("/a%20pint").parts().may_have_escapes());
    /// ```
    #[must_use]
    #[inline]
    pub const fn may_have_escapes(&self) -> bool {
        self.hints.has(Hints::ESCAPE)
    }

    /// Returns whether the path may contain a segment that begins with `.`. `false` is always right; `true` may be wrong.
    /// Escaped dots do not count.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// let parts = Reference::parse("http://pub.example/a/../b", Standard::Rfc3986)?.parts();
    /// assert!(parts.may_have_dot_segments() && !parts.may_have_escapes());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn may_have_dot_segments(&self) -> bool {
        self.hints.has(Hints::DOTS)
    }

    /// Returns whether the reference has an authority, which may be empty.
    #[inline]
    pub(crate) const fn has_authority(&self) -> bool {
        self.host_end > 0
    }

    /// Returns whether the reference has a port, which may be empty.
    #[inline]
    pub(crate) const fn has_port(&self) -> bool {
        self.has_authority() && self.host_end < self.path_start
    }

    /// Returns the offset after the `//`, if the authority is defined.
    #[inline]
    pub(crate) const fn authority_start(&self) -> u32 {
        if self.scheme_end > 0 { self.scheme_end + 3 } else { 2 }
    }

    /// Returns the end of the user, if the user is defined.
    #[inline]
    const fn user_stop(&self) -> u32 {
        if self.user_end > 0 { self.user_end } else { self.at }
    }

    /// Returns the start of the host, if the authority is defined.
    #[inline]
    pub(crate) const fn host_start(&self) -> u32 {
        if self.at > 0 { self.at + 1 } else { self.authority_start() }
    }

    /// Returns the end of the path.
    #[inline]
    pub(crate) const fn path_end(&self) -> u32 {
        if self.query_start > 0 { self.query_start - 1 } else { self.query_end() }
    }

    /// Returns the end of the query; without a query, the end of the path.
    #[inline]
    pub(crate) const fn query_end(&self) -> u32 {
        if self.fragment_start > 0 { self.fragment_start - 1 } else { self.end }
    }
}

/// Returns `place + by`. The caller has checked that the result fits into 32 bits.
pub(crate) const fn shifted(place: u32, by: i64) -> u32 {
    (place as i64 + by) as u32
}

/// The difference between an ordinary URL and its serialised form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ready {
    /// The path is empty, so the `/` of the serialised form is missing.
    pub(crate) lacks_slash: bool,
}

/// The offsets of a path, query and fragment that are already in serialised form.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct PlainTail {
    /// Offset after the `?`; 0 if the query is undefined.
    pub(in crate::syntax) query_start: u32,
    /// Offset after the `#`; 0 if the fragment is undefined.
    pub(in crate::syntax) fragment_start: u32,
    /// Whether the text contains a `%`.
    pub(in crate::syntax) escape: bool,
}
