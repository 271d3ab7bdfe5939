//! Replaces prefixes of URLs. Start at `Mapping`.
//!
//! A URL is under a prefix by its components, not by its bytes: `http://h/a/b` and `http://h/a?q` are under `http://h/a`;
//! `http://h/ab` and `http://h.example/a` are not. Both URLs are compared in their normal form (RFC 3986 section 6.2).
//! The rest of the URL is kept as it is written.

use crate::base::is_scheme;
use crate::{Error, Reference, Rungs, Standard, Url, normalize};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// A prefix of URLs and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// In normal form.
    from: Url,
    to: Url,
}

/// The reason why a [`Mapping`] cannot be made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MappingError {
    /// There is no `=` between two URLs.
    NoTarget,
    /// The prefix is not a URL.
    From(String, Error),
    /// The replacement is not a URL.
    To(String, Error),
    /// The replacement has a query or a fragment, so nothing can be appended to it.
    NoPrefix(String),
}

impl fmt::Display for MappingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTarget => f.write_str("expected FROM=TO, two URLs"),
            Self::From(text, error) => {
                write!(f, "`{}` is no URL to replace: {}", crate::mask_passwords(text), error.finding())
            }
            Self::To(text, error) => write!(f, "`{}` is no URL: {}", crate::mask_passwords(text), error.finding()),
            Self::NoPrefix(text) => {
                write!(f, "nothing can be put behind the query or the fragment of `{}`", crate::mask_passwords(text))
            }
        }
    }
}

impl core::error::Error for MappingError {}

impl Mapping {
    /// Returns the mapping of `from`, and of all URLs under it, to `to`. If `from` has a query or a fragment, no other
    /// URL is under it.
    ///
    /// ```
    /// use napkin::{Mapping, Standard, Url};
    /// let mapping = Mapping::new("http://h/a", "http://new.example/b", Standard::Rfc3986)?;
    /// let url = Url::parse("http://h/a/c", Standard::Rfc3986).unwrap();
    /// assert_eq!(mapping.apply(&url).unwrap(), "http://new.example/b/c");
    /// # Ok::<(), napkin::MappingError>(())
    /// ```
    ///
    /// # Errors
    /// One of them is not an absolute URL under the standard, or nothing can be appended to `to`.
    pub fn new(from: &str, to: &str, standard: Standard) -> Result<Self, MappingError> {
        let read = |text: &str| Url::parse(text, standard);
        let from = read(from).map_err(|error| MappingError::From(from.to_owned(), error))?;
        let normal = normalize(from.reference(), Rungs::ALL).text.into_owned();
        let from = read(&normal).unwrap_or(from);
        let to = read(to).map_err(|error| MappingError::To(to.to_owned(), error))?;
        if has_tail(to.reference()) && !has_tail(from.reference()) {
            return Err(MappingError::NoPrefix(to.into_string()));
        }
        Ok(Self { from, to })
    }

    /// Parses `FROM=TO`. A URL may contain `=`: the first one before a scheme separates the two.
    ///
    /// ```
    /// use napkin::{Mapping, Standard};
    /// assert!(Mapping::parse("http://h/?a=b=http://new.example/", Standard::Rfc3986).is_ok());
    /// assert!(Mapping::parse("http://h/", Standard::Rfc3986).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn parse(text: &str, standard: Standard) -> Result<Self, MappingError> {
        let begins_url = |text: &str| text.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme));
        let mut signs = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
        let (from, to) = signs.find(|(_, to)| begins_url(to)).ok_or(MappingError::NoTarget)?;
        Self::new(from, to, standard)
    }

    /// Returns the length of the prefix in bytes: of several mappings that apply to a URL, the longest is the most specific.
    ///
    /// ```
    /// let mapping = napkin::Mapping::parse("http://h/a=http://new.example/", napkin::Standard::Rfc3986)?;
    /// assert_eq!(mapping.prefix_length(), 10);
    /// # Ok::<(), napkin::MappingError>(())
    /// ```
    #[must_use]
    pub fn prefix_length(&self) -> usize {
        self.from.as_str().len()
    }

    /// Returns the replacement of a URL, if the URL lies under the prefix.
    ///
    /// ```
    /// use napkin::{Mapping, Standard, Url};
    /// let mapping = Mapping::parse("http://pub.example/menu=https://new.example/", Standard::Rfc3986)?;
    /// let url = |text| Url::parse(text, Standard::Rfc3986).unwrap();
    /// let mapped = |text| mapping.apply(&url(text)).map(Url::into_string);
    /// assert_eq!(mapped("HTTP://Pub.example:80/%6denu/beer?n=2").as_deref(), Some("https://new.example/beer?n=2"));
    /// assert_eq!(mapped("http://pub.example/menus"), None);
    /// # Ok::<(), napkin::MappingError>(())
    /// ```
    #[must_use]
    pub fn apply(&self, url: &Url) -> Option<Url> {
        let given = url.reference();
        let normal = normalize(given, Rungs::ALL).text;
        let normal = Url::parse(&*normal, given.standard()).ok()?;
        let (from, of) = (self.from.reference(), normal.reference());
        if from.scheme() != of.scheme() || from.authority() != of.authority() {
            return None;
        }
        let tail = |reference: Reference<'_>| reference.fragment().map(|text| format!("#{}", text.as_str()));
        let text = if has_tail(from) {
            let same_query = from.query().map(|text| text.as_str()) == of.query().map(|text| text.as_str());
            let same_fragment = from.fragment().is_none() || tail(from) == tail(of);
            let is_it = same_query && same_fragment && from.path().as_str() == of.path().as_str();
            let kept = if from.fragment().is_none() { tail(given) } else { None };
            is_it.then(|| format!("{}{}", self.to.as_str(), kept.unwrap_or_default()))?
        } else {
            let rest = self.rest(given, of)?;
            let to = self.to.as_str();
            let is_exact = from.path().as_str() == of.path().as_str();
            if is_exact && !self.to.reference().path().is_empty() {
                to.to_owned() + &rest[rest.find(['?', '#']).unwrap_or(rest.len())..]
            } else {
                to.strip_suffix('/').unwrap_or(to).to_owned() + &rest
            }
        };
        Url::parse(text, given.standard()).ok()
    }

    /// Returns the rest of the URL after the prefix, from the slash on, as it is written.
    fn rest(&self, given: Reference<'_>, normal: Reference<'_>) -> Option<String> {
        let prefix = self.from.reference().path().as_str();
        let (stem, of) = (prefix.strip_suffix('/').unwrap_or(prefix), normal.path().as_str());
        let behind = of.strip_prefix(stem)?;
        let is_under = behind.starts_with('/') || (behind.is_empty() && prefix == stem);
        if !is_under {
            return None;
        }
        let slashes = stem.matches('/').count();
        let path = given.path().as_str();
        let start = path.match_indices('/').nth(slashes).map_or(path.len(), |(at, _)| at);
        // If normalising has changed the number of slashes, the rest is taken from the normal form.
        let is_alike = path[start..].is_empty() == behind.is_empty();
        let path = if is_alike { &path[start..] } else { behind };
        let query = given.query().map(|text| format!("?{}", text.as_str())).unwrap_or_default();
        let fragment = given.fragment().map(|text| format!("#{}", text.as_str())).unwrap_or_default();
        Some(format!("{path}{query}{fragment}"))
    }
}

fn has_tail(reference: Reference<'_>) -> bool {
    reference.query().is_some() || reference.fragment().is_some()
}
