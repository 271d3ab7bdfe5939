//! Chooses URLs by patterns. Start at `UrlFilter`.

use super::input::Input;
use super::set::PatternSet;
use super::url_pattern::Pattern;
use crate::whatwg::Url;

/// Chooses URLs: those that match one of some patterns, except those that match one of others. Without patterns, all URLs.
///
/// ```
/// use napkin::pattern::{Pattern, UrlFilter};
/// let filter = UrlFilter::default()
///     .only([Pattern::parse("https://*.pub.example/*", None)?])
///     .except([Pattern::parse("https://cork.pub.example/*", None)?]);
/// assert!(filter.admits_text("https://dublin.pub.example/menu", None));
/// assert!(!filter.admits_text("https://cork.pub.example/menu", None));
/// assert!(!filter.admits_text("https://other.example/", None));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UrlFilter {
    /// `None` admits all URLs.
    only: Option<PatternSet>,
    except: Option<PatternSet>,
}

impl UrlFilter {
    /// Returns the filter that admits only URLs that match one of these patterns, or one of an earlier call. If there are none at all,
    /// it admits no URL.
    ///
    /// ```
    /// use napkin::pattern::UrlFilter;
    /// assert!(!UrlFilter::default().only([]).admits_text("https://pub.example/", None));
    /// ```
    #[must_use]
    pub fn only(self, patterns: impl IntoIterator<Item = Pattern>) -> Self {
        Self { only: Some(extended(self.only, patterns)), ..self }
    }

    /// Returns the filter that admits no URL that matches one of these patterns, or one of an earlier call.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, UrlFilter};
    /// let filter = UrlFilter::default().except([Pattern::parse("*://*/menu", None)?]);
    /// assert!(filter.admits_text("https://pub.example/", None) && !filter.admits_text("https://pub.example/menu", None));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn except(self, patterns: impl IntoIterator<Item = Pattern>) -> Self {
        Self { except: Some(extended(self.except, patterns)), ..self }
    }

    /// Returns whether the filter admits every URL, because it has no patterns.
    ///
    /// ```
    /// use napkin::pattern::UrlFilter;
    /// assert!(UrlFilter::default().is_open() && !UrlFilter::default().only([]).is_open());
    /// ```
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.only.is_none() && self.except.as_ref().is_none_or(PatternSet::is_empty)
    }

    /// Returns whether the filter admits a URL.
    ///
    /// ```
    /// use napkin::pattern::UrlFilter;
    /// let url = napkin::whatwg::Url::parse("https://pub.example/", None)?;
    /// assert!(UrlFilter::default().admits(&url));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn admits<'u>(&self, input: impl Into<Input<'u>>) -> bool {
        let input = input.into();
        let has = |set: &PatternSet| set.has_match(input);
        self.only.as_ref().is_none_or(has) && !self.except.as_ref().is_some_and(has)
    }

    /// Returns whether the filter admits URLs of some patterns only.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, UrlFilter};
    /// let pattern = Pattern::parse("https://*.pub.example/*", None)?;
    /// assert!(UrlFilter::default().only([pattern.clone()]).is_selective());
    /// assert!(!UrlFilter::default().except([pattern]).is_selective());
    /// # Ok::<(), napkin::Finding>(())
    /// ```
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.only.is_some()
    }

    /// Returns whether the filter admits a URL, which may be relative to a base. A text that is not a URL matches no pattern.
    ///
    /// ```
    /// use napkin::pattern::UrlFilter;
    /// assert!(UrlFilter::default().admits_text("http://[", None));
    /// assert!(!UrlFilter::default().only([]).admits_text("http://[", None));
    /// ```
    #[must_use]
    pub fn admits_text(&self, text: &str, base: Option<&Url>) -> bool {
        self.is_open() || Url::parse(text, base).map_or(self.only.is_none(), |url| self.admits(&url))
    }
}

fn extended(set: Option<PatternSet>, patterns: impl IntoIterator<Item = Pattern>) -> PatternSet {
    let known = set.into_iter().flat_map(PatternSet::into_patterns);
    known.chain(patterns).collect()
}
