//! Policies for `data:` URLs: which media types are admitted for which use. Start at `Policy::admits`.
//!
//! A denial wins. Otherwise a list for the use, if any, is exhaustive; otherwise the general list, if any; without
//! lists everything is admitted.

use std::fmt;
use std::str::FromStr;

use crate::javascript::is_javascript;
use crate::usage::Use;

/// A pattern of media types: `text/html`, `image/*`, `*/*`, `*/*+xml`, or the class `active`.
///
/// ```
/// use napkin_document::screen::TypePattern;
/// let xml: TypePattern = "*/*+xml".parse()?;
/// assert!(xml.matches("image/svg+xml") && !xml.matches("text/xml"));
/// let active: TypePattern = "active".parse()?;
/// assert!(active.matches("text/html") && active.matches("x/y+xml") && !active.matches("image/png"));
/// # Ok::<(), napkin_document::screen::InvalidPattern>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePattern(Pattern);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pattern {
    Active,
    /// A type, and a subtype with an optional suffix; an empty string is a wildcard.
    Type {
        top_level: String,
        subtype: String,
        suffix: String,
    },
}

impl TypePattern {
    /// Returns the pattern of types that can run scripts or act when opened: HTML; any XML, which may contain HTML
    /// and SVG elements; JavaScript under all its names; PDF, which has its own scripts and forms; Flash; email and
    /// multipart bodies, which contain pages.
    ///
    /// ```
    /// use napkin_document::screen::TypePattern;
    /// assert!(TypePattern::active().matches("application/pdf"));
    /// assert!(!TypePattern::active().matches("text/plain"));
    /// ```
    #[must_use]
    pub const fn active() -> Self {
        Self(Pattern::Active)
    }

    /// Returns whether it matches the media type with this essence, in lower case.
    ///
    /// ```
    /// use napkin_document::screen::TypePattern;
    /// let images: TypePattern = "image/*".parse()?;
    /// assert!(images.matches("image/svg+xml") && !images.matches("text/html"));
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn matches(&self, essence: &str) -> bool {
        let Pattern::Type { top_level, subtype, suffix } = &self.0 else { return is_active(essence) };
        let (a, b) = essence.split_once('/').unwrap_or((essence, ""));
        let rest = if suffix.is_empty() { Some(b) } else { b.strip_suffix(suffix.as_str()) };
        (top_level.is_empty() || a == top_level) && rest.is_some_and(|rest| subtype.is_empty() || rest == subtype)
    }
}

/// The error for a text that is no [`TypePattern`].
///
/// ```
/// use napkin_document::screen::TypePattern;
/// let error = "text/".parse::<TypePattern>().unwrap_err();
/// assert!(error.to_string().starts_with("expected `active`, or a media type such as text/html"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidPattern;

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `active`, or a media type such as text/html, image/*, */* or */*+xml")
    }
}

impl std::error::Error for InvalidPattern {}

impl FromStr for TypePattern {
    type Err = InvalidPattern;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_ascii_lowercase();
        if text == "active" {
            return Ok(Self::active());
        }
        let (top_level, rest) = text.split_once('/').ok_or(InvalidPattern)?;
        let (subtype, suffix) = match rest.strip_prefix("*+") {
            Some(suffix) => ("*", format!("+{suffix}")),
            None => (rest, String::new()),
        };
        let is_name = |name: &str| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
        };
        let is_part = |name: &str| name == "*" || is_name(name);
        if !is_part(top_level) || !is_part(subtype) || !(suffix.is_empty() || is_name(&suffix[1..])) {
            return Err(InvalidPattern);
        }
        let plain = |name: &str| if name == "*" { String::new() } else { name.to_owned() };
        Ok(Self(Pattern::Type { top_level: plain(top_level), subtype: plain(subtype), suffix }))
    }
}

impl fmt::Display for TypePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pattern::Type { top_level, subtype, suffix } = &self.0 else { return f.write_str("active") };
        let star = |name: &str| if name.is_empty() { "*".to_owned() } else { name.to_owned() };
        write!(f, "{}/{}{suffix}", star(top_level), star(subtype))
    }
}

fn is_active(essence: &str) -> bool {
    let others = [
        "text/html", "text/xml", "application/xml", "text/xsl", "application/pdf", "application/x-shockwave-flash",
        "message/rfc822",
    ];
    essence.ends_with("+xml")
        || essence.starts_with("multipart/")
        || others.contains(&essence)
        || is_javascript(essence)
}

/// A policy for `data:` URLs, and the limits of the search. The default admits everything, within
/// [`ScreenLimits::default`].
///
/// ```
/// use napkin_document::Use;
/// use napkin_document::screen::Policy;
/// let policy = Policy::default()
///     .with_deny(vec!["active".parse()?])
///     .with_allow_in(vec![(Use::Image, vec!["image/png".parse()?, "image/gif".parse()?])]);
/// assert!(policy.admits("image/gif", Use::Image));
/// assert!(!policy.admits("image/jpeg", Use::Image));
/// assert!(policy.admits("image/jpeg", Use::Navigation));
/// assert!(!policy.admits("image/svg+xml", Use::Image));
/// # Ok::<(), napkin_document::screen::InvalidPattern>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Policy {
    /// The admitted types; if empty, every type that is not denied.
    pub allow: Vec<TypePattern>,
    /// The denied types, which take precedence.
    pub deny: Vec<TypePattern>,
    /// The only types admitted for a use, in place of [`allow`](Self::allow). Lists for the same use are combined.
    pub allow_in: Vec<(Use, Vec<TypePattern>)>,
    /// The types denied for a use.
    pub deny_in: Vec<(Use, Vec<TypePattern>)>,
    /// Whether the type that the data looks like must be admitted as well, and a mismatch with the declared type is
    /// denied.
    pub sniff: bool,
    /// The limits of the search.
    pub limits: ScreenLimits,
}

impl Policy {
    /// Returns the policy that admits these types and no others.
    ///
    /// ```
    /// use napkin_document::{Use, screen::Policy};
    /// let policy = Policy::default().with_allow(vec!["image/*".parse()?]);
    /// assert!(policy.admits("image/gif", Use::Image) && !policy.admits("text/html", Use::Navigation));
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn with_allow(self, allow: Vec<TypePattern>) -> Self {
        Self { allow, ..self }
    }

    /// Returns the policy that denies these types.
    ///
    /// ```
    /// use napkin_document::{Use, screen::Policy};
    /// let policy = Policy::default().with_deny(vec!["active".parse()?]);
    /// assert!(policy.admits("image/gif", Use::Image) && !policy.admits("text/html", Use::Navigation));
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn with_deny(self, deny: Vec<TypePattern>) -> Self {
        Self { deny, ..self }
    }

    /// Returns the policy that admits only these types for these uses.
    ///
    /// ```
    /// use napkin_document::{Use, screen::Policy};
    /// let policy = Policy::default().with_allow_in(vec![(Use::Image, vec!["image/gif".parse()?])]);
    /// assert!(policy.admits("image/png", Use::Navigation) && !policy.admits("image/png", Use::Image));
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn with_allow_in(self, allow_in: Vec<(Use, Vec<TypePattern>)>) -> Self {
        Self { allow_in, ..self }
    }

    /// Returns the policy that denies these types for these uses.
    ///
    /// ```
    /// use napkin_document::{Use, screen::Policy};
    /// let policy = Policy::default().with_deny_in(vec![(Use::Navigation, vec!["text/html".parse()?])]);
    /// assert!(policy.admits("text/html", Use::Image) && !policy.admits("text/html", Use::Navigation));
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn with_deny_in(self, deny_in: Vec<(Use, Vec<TypePattern>)>) -> Self {
        Self { deny_in, ..self }
    }

    /// Returns the policy that also checks the type that the data looks like, or not.
    ///
    /// ```
    /// use napkin_document::screen::Policy;
    /// assert!(Policy::default().with_sniff(true).sniff);
    /// ```
    #[must_use]
    pub fn with_sniff(self, sniff: bool) -> Self {
        Self { sniff, ..self }
    }

    /// Returns the policy with these limits of the search.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, ScreenLimits};
    /// let policy = Policy::default().with_limits(ScreenLimits::default().with_depth(2));
    /// assert_eq!(policy.limits.depth, 2);
    /// ```
    #[must_use]
    pub fn with_limits(self, limits: ScreenLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns whether a media type, by its essence in lower case, is admitted for a use.
    ///
    /// ```
    /// use napkin_document::{Use, screen::{Policy, TypePattern}};
    /// let policy = Policy::default().with_deny_in(vec![(Use::Frame, vec![TypePattern::active()])]);
    /// assert!(!policy.admits("text/html", Use::Frame));
    /// assert!(policy.admits("text/html", Use::Navigation));
    /// ```
    #[must_use]
    pub fn admits(&self, essence: &str, used: Use) -> bool {
        let any = |patterns: &[TypePattern]| patterns.iter().any(|pattern| pattern.matches(essence));
        let any_for = |lists: &[(Use, Vec<TypePattern>)]| {
            let mut own = lists.iter().filter(|(of, _)| *of == used).peekable();
            own.peek()?;
            Some(own.any(|(_, patterns)| any(patterns)))
        };
        if any(&self.deny) || any_for(&self.deny_in) == Some(true) {
            return false;
        }
        any_for(&self.allow_in).unwrap_or_else(|| self.allow.is_empty() || any(&self.allow))
    }
}

/// The limits of the search. Each limit has its own finding; nothing beyond it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScreenLimits {
    /// Limits how deep `data:` URLs nest: `data-too-deep`. Default: 8. Between two of them, documents in attributes
    /// and parts of email may nest four times as deep, but not beyond 64.
    pub depth: usize,
    /// Limits the number of URLs: `data-too-many`. Default: 10,000.
    pub count: usize,
    /// Limits the decoded bytes of one URL: `data-too-large`. Default: 64 MiB.
    pub size: usize,
    /// Limits the decoded bytes of all URLs together: `data-total-too-large`. Default: 256 MiB.
    pub total: usize,
    /// The limits of the reader of each format. `depth` replaces their limit on nested documents.
    pub readers: crate::Limits,
}

impl Default for ScreenLimits {
    fn default() -> Self {
        Self { depth: 8, count: 10_000, size: 64 << 20, total: 256 << 20, readers: crate::Limits::default() }
    }
}

impl ScreenLimits {
    /// Returns the limits with this nesting depth of `data:` URLs.
    ///
    /// ```
    /// use napkin_document::screen::ScreenLimits;
    /// assert_eq!(ScreenLimits::default().with_depth(2).depth, 2);
    /// ```
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Returns the limits with this number of URLs.
    ///
    /// ```
    /// use napkin_document::screen::ScreenLimits;
    /// assert_eq!(ScreenLimits::default().with_count(100).count, 100);
    /// ```
    #[must_use]
    pub const fn with_count(self, count: usize) -> Self {
        Self { count, ..self }
    }

    /// Returns the limits with this number of decoded bytes of one URL.
    ///
    /// ```
    /// use napkin_document::screen::ScreenLimits;
    /// assert_eq!(ScreenLimits::default().with_size(1 << 20).size, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// Returns the limits with this number of decoded bytes of all URLs.
    ///
    /// ```
    /// use napkin_document::screen::ScreenLimits;
    /// assert_eq!(ScreenLimits::default().with_total(1 << 24).total, 1 << 24);
    /// ```
    #[must_use]
    pub const fn with_total(self, total: usize) -> Self {
        Self { total, ..self }
    }

    /// Returns the limits with these limits of the readers of formats.
    ///
    /// ```
    /// use napkin_document::{Limits, screen::ScreenLimits};
    /// let limits = ScreenLimits::default().with_readers(Limits::default().with_bases(8));
    /// assert_eq!(limits.readers.bases, 8);
    /// ```
    #[must_use]
    pub const fn with_readers(self, readers: crate::Limits) -> Self {
        Self { readers, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_mean_what_they_say() {
        let cases = [
            ("text/html", "text/html", true),
            ("TEXT/Html", "text/html", true),
            ("text/html", "text/htmlx", false),
            ("image/*", "image/svg+xml", true),
            ("image/*", "imagex/png", false),
            ("*/*", "a/b", true),
            ("*/*+xml", "application/rss+xml", true),
            ("*/*+xml", "application/xml", false),
            ("image/*+xml", "application/rss+xml", false),
            ("*/html", "text/html", true),
            ("active", "application/pdf", true),
            ("active", "text/jscript", true),
            ("active", "multipart/related", true),
            ("active", "text/css", false),
            ("active", "text/plain", false),
        ];
        for (pattern, essence, expected) in cases {
            let read: TypePattern = pattern.parse().expect("a pattern");
            assert_eq!(read.matches(essence), expected, "{pattern} {essence}");
            assert_eq!(read.to_string(), pattern.to_ascii_lowercase());
        }
        for wrong in ["", "html", "text/", "/html", "te*t/html", "text/h*", "*/*+", "text/html;charset=utf-8"] {
            assert!(wrong.parse::<TypePattern>().is_err(), "{wrong}");
        }
    }
}
