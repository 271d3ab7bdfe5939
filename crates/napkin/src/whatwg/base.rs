//! Base URLs of the URL Standard that index their path, for documents with a long base and many relative URLs.

#[cfg(feature = "encoding")]
use super::ParseInError;
use super::{Against, Url};
use crate::Error;
use crate::path::Levels;

/// A base URL, prepared for any number of relative URLs.
///
/// The results are those of [`Url::join`] and [`Url::parse_in`]. Joining takes time proportional to the lengths of the text
/// and the result; [`Url::join`] also takes time proportional to the length of the base. This matters for a document with a
/// long base and many short links.
///
/// ```
/// use napkin::whatwg::{BaseUrl, Url};
/// let base = BaseUrl::new(Url::parse("http://pub.example/menu/today", None)?);
/// assert_eq!(base.join("../napkin")?.href(), "http://pub.example/napkin");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BaseUrl {
    url: Url,
    levels: Option<Levels>,
}

impl BaseUrl {
    /// Prepares a URL for many relative URLs.
    ///
    /// ```
    /// use napkin::whatwg::{BaseUrl, Url};
    /// let base = BaseUrl::new(Url::parse("http://pub.example/menu/", None)?);
    /// assert_eq!(base.join("pie")?, "http://pub.example/menu/pie");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn new(url: Url) -> Self {
        Self { levels: Levels::of(url.reference().path().as_str(), false), url }
    }

    /// Returns the URL.
    ///
    /// ```
    /// use napkin::whatwg::{BaseUrl, Url};
    /// let base = BaseUrl::new(Url::parse("http://pub.example", None)?);
    /// assert_eq!(*base.url(), "http://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Parses `text` against this base.
    ///
    /// ```
    /// use napkin::whatwg::{BaseUrl, Url};
    /// let base = BaseUrl::new(Url::parse("http://pub.example/menu/today", None)?);
    /// assert_eq!(base.join("?day=2")?, "http://pub.example/menu/today?day=2");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Url::parse`].
    pub fn join(&self, text: &str) -> Result<Url, Error> {
        Url::parse_against(text, Some(self.against()))
    }

    /// Parses `text` against this base, as in a document whose encoding has this label.
    ///
    /// ```
    /// use napkin::whatwg::{BaseUrl, Url};
    /// let base = BaseUrl::new(Url::parse("http://pub.example/", None)?);
    /// assert_eq!(base.join_in("?caf\u{e9}", "latin1").unwrap(), "http://pub.example/?caf%E9");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Url::parse_in`].
    #[cfg(feature = "encoding")]
    pub fn join_in(&self, text: &str, label: &str) -> Result<Url, ParseInError> {
        Url::parse_in_against(text, Some(self.against()), label)
    }

    fn against(&self) -> Against<'_> {
        Against { levels: self.levels.as_ref(), ..self.url.against() }
    }
}
