//! Normalises URLs by the rungs of RFC 3986 section 6.2, each of which can be chosen. Start at `normalize`.
//!
//! The standards differ in what each rung changes:
//!
//! | rung | rfc3986, rfc3987 (6.2.2, 6.2.3) | draft1997 (sections 2.4.2, 4.1, 4.3 and 6) |
//! |---|---|---|
//! | case | scheme, host, digits of escapes | the same (2.4.1: an escape is its octet) |
//! | percent | decodes escapes of `unreserved` | also those of characters not reserved in that component |
//! | path | removes dot segments | nothing: they have a meaning in relative references only |
//! | scheme | see below | drops the default port |
//!
//! Under rfc3986 and rfc3987, the scheme rung drops a default or empty port. An empty path after an authority becomes `/`
//! for `http` and similar schemes, and `file://localhost` becomes `file://`. In `mailto`, domains and names of fields become
//! lower case and `to=` is joined with the addresses.
//!
//! Exceptions:
//!
//! - A path without a leading slash after a scheme (`foo:x/../y`) keeps its dot segments, because 5.2.4 would make it
//!   rooted.
//! - A relative reference without authority keeps its dot segments, because their meaning depends on the base.
//!   `//h/a/../b` is normalised: resolution would fold it anyway, by 5.2.2.
//! - If the path of a URL without authority would begin with `//`, `/.` stays before it.
//! - An escape that would become the `:` that ends a scheme stays.
//!
//! The rungs are confluent: normalising by one rung and then by all rungs gives the same form as normalising by all at
//! once. So equivalence by rungs is transitive.
//!
//! Equivalence is decided in [`crate::compare()`]. No octet is decoded twice: `%2541` stays.

mod mailto;
mod write;

use alloc::borrow::Cow;

pub use self::mailto::mail_address_fault;
use crate::syntax::Hints;
use crate::{Reference, Standard, default_port, port};

/// One rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rung {
    /// Case normalisation (RFC 3986 section 6.2.2.1).
    Case,
    /// Percent-encoding normalisation (6.2.2.2).
    Percent,
    /// Path segment normalisation (6.2.2.3).
    Path,
    /// Scheme-based normalisation (6.2.3).
    Scheme,
}

impl Rung {
    /// All rungs, from the lowest.
    pub const ALL: &[Self] = &[Self::Case, Self::Percent, Self::Path, Self::Scheme];

    /// Returns the name in options and records: `case`, `percent`, `path`, `scheme`.
    ///
    /// ```
    /// assert_eq!(napkin::Rung::Case.name(), "case");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Scheme => "scheme",
        }
    }
}

/// A set of rungs.
///
/// ```
/// use napkin::{Rung, Rungs};
/// let syntax_based = Rungs::CASE | Rungs::PERCENT | Rungs::PATH;
/// assert!(syntax_based.contains(Rung::Path) && !syntax_based.contains(Rung::Scheme));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rungs(u8);

impl Rungs {
    /// No rung.
    pub const NONE: Self = Self(0);
    /// Case of scheme, host and escapes.
    pub const CASE: Self = Self::of(Rung::Case);
    /// Unnecessary escapes.
    pub const PERCENT: Self = Self::of(Rung::Percent);
    /// Dot segments.
    pub const PATH: Self = Self::of(Rung::Path);
    /// The rules of the scheme.
    pub const SCHEME: Self = Self::of(Rung::Scheme);
    /// All rungs; none of them changes the identified resource.
    pub const ALL: Self = Self(15);

    /// Returns the set of one rung.
    ///
    /// ```
    /// use napkin::{Rung, Rungs};
    /// assert_eq!(Rungs::of(Rung::Path), Rungs::PATH);
    /// ```
    #[must_use]
    pub const fn of(rung: Rung) -> Self {
        Self(1 << rung as u8)
    }

    /// Returns the union of both sets; the operator `|` for constants.
    ///
    /// ```
    /// use napkin::{Rung, Rungs};
    /// const SYNTAX: Rungs = Rungs::CASE.or(Rungs::PERCENT).or(Rungs::PATH);
    /// assert!(!SYNTAX.contains(Rung::Scheme));
    /// ```
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the rung is in the set.
    ///
    /// ```
    /// use napkin::{Rung, Rungs};
    /// assert!(Rungs::ALL.contains(Rung::Scheme) && !Rungs::CASE.contains(Rung::Scheme));
    /// ```
    #[must_use]
    pub const fn contains(self, rung: Rung) -> bool {
        self.0 >> rung as u8 & 1 == 1
    }

    /// Returns whether the set has no rung.
    ///
    /// ```
    /// use napkin::{Reference, Rungs, normalize};
    /// assert!(normalize(Reference::from_static("http://h/"), Rungs::ALL).changed.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the rungs of the set, from the lowest.
    ///
    /// ```
    /// use napkin::{Rung, Rungs};
    /// assert!((Rungs::PATH | Rungs::CASE).iter().eq([Rung::Case, Rung::Path]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Rung> {
        Rung::ALL.iter().copied().filter(move |&rung| self.contains(rung))
    }
}

impl core::ops::BitOr for Rungs {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl core::ops::BitOrAssign for Rungs {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.or(other);
    }
}

/// A normal form, and the rungs that changed the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Normalized<'a> {
    /// The normal form; borrowed when the reference is normal already.
    pub text: Cow<'a, str>,
    /// The rungs that changed something; empty exactly if `text` equals the input.
    pub changed: Rungs,
}

/// Returns the normal form of `reference` at `rungs`, by the rules of its standard (RFC 3986 section 6.2).
///
/// The result is valid under the same standard. Normalising it again changes nothing. Under `whatwg` a reference is the serialised
/// URL, which is the normal form of that standard (URL Standard section 4.6): it stays as it is.
///
/// ```
/// use napkin::{Reference, Rungs, Standard, normalize};
/// let url = Reference::parse("HTTP://Pub.example:80/%7Esam/./menu/../napkin", Standard::Rfc3986)?;
/// assert_eq!(normalize(url, Rungs::ALL).text, "http://pub.example/~sam/napkin");
/// assert_eq!(normalize(url, Rungs::CASE).text, "http://pub.example:80/%7Esam/./menu/../napkin");
/// # Ok::<(), napkin::Error>(())
/// ```
#[must_use]
#[inline]
pub fn normalize<'a>(reference: Reference<'a>, rungs: Rungs) -> Normalized<'a> {
    // Inlined, so that an ordinary URL is not copied.
    let hints = reference.parts().hints;
    if !hints.has(Hints::DOTS.and(Hints::UPPER).and(Hints::ESCAPE)) && !rungs.contains(Rung::Scheme) {
        return Normalized { text: Cow::Borrowed(reference.as_str()), changed: Rungs::NONE };
    }
    normalize_at_length(&reference, rungs)
}

#[inline(never)]
fn normalize_at_length<'a>(reference: &Reference<'a>, rungs: Rungs) -> Normalized<'a> {
    if reference.standard() == Standard::Whatwg || is_plain(reference, rungs) {
        return Normalized { text: Cow::Borrowed(reference.as_str()), changed: Rungs::NONE };
    }
    let (text, changed) = write::normal(reference, rungs);
    if changed.is_empty() {
        return Normalized { text: Cow::Borrowed(reference.as_str()), changed };
    }
    Normalized { text: Cow::Owned(text), changed }
}

/// Returns whether the parser has seen nothing that `rungs` could change, which is true for 99 of 100 URLs of the web.
fn is_plain(reference: &Reference<'_>, rungs: Rungs) -> bool {
    let hints = reference.parts().hints;
    let escapes_stay = || {
        !hints.has(Hints::ESCAPE)
            || (reference.standard() != Standard::Draft1997 && write::escapes_are_normal(reference, rungs))
    };
    !hints.has(Hints::DOTS.and(Hints::UPPER))
        && escapes_stay()
        && (!rungs.contains(Rung::Scheme) || !scheme_applies(reference))
}

/// Returns whether scheme-based normalisation has something to change.
fn scheme_applies(reference: &Reference<'_>) -> bool {
    if !reference.parts().has_authority() {
        return mailto::applies(reference);
    }
    let host = reference.host_text().unwrap_or_default();
    drops_port(reference) || gains_slash(reference) || drops_host(reference, host)
}

/// Returns whether the port is redundant: the scheme's default port, or an empty port after the colon.
fn drops_port(reference: &Reference<'_>) -> bool {
    if !reference.parts().has_port() {
        return false;
    }
    let draft = reference.standard() == Standard::Draft1997;
    match reference.port_text() {
        Some("") => !draft || reference.scheme().is_some_and(|scheme| default_port(scheme).is_some()),
        _ => reference.port().is_some_and(|port| reference.scheme().and_then(default_port) == Some(port)),
    }
}

/// Returns whether the scheme's definition turns an empty path into `/`: section 6.2.3 requires it of URIs with an
/// authority.
fn gains_slash(reference: &Reference<'_>) -> bool {
    let parts = reference.parts();
    parts.has_authority()
        && parts.path_start == parts.path_end()
        && reference.standard() != Standard::Draft1997
        && reference.scheme().is_some_and(port::empty_path_is_root)
}

/// Returns whether the host is the `localhost` of `file://localhost/`, which is also the host if none is written (RFC
/// 8089 section 2). `host` is the host as it will be written.
fn drops_host(reference: &Reference<'_>, host: &str) -> bool {
    reference.standard() != Standard::Draft1997
        && host.eq_ignore_ascii_case("localhost")
        && reference.user().is_none()
        && reference.port_text().is_none_or(str::is_empty)
        && reference.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"))
}
