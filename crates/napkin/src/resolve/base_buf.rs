//! Base URLs that own their text and are prepared for many references. [`Base`] resolves.

use super::base::{Base, directory_end};
use crate::path::Levels;
use crate::syntax::Hints;
use crate::{Error, Standard, Url};

/// A base URL that owns its text.
///
/// [`BaseBuf::base`] takes the same time for a base of any length. Resolving a reference against that [`Base`] takes time in
/// proportion to the lengths of the reference and of the result; against a [`Base`] of [`Base::new`], in proportion to the length
/// of the base as well. For a document with a long base and many short references this makes a difference.
///
/// Under `draft1997`, a base or a reference with dot segments takes time in proportion to the length of the base. For the URL
/// Standard there is [`whatwg::BaseUrl`](crate::whatwg::BaseUrl).
///
/// ```
/// use napkin::{BaseBuf, Standard, Url};
/// let base = BaseBuf::new(Url::parse("http://pub.example/menu/today", Standard::Rfc3986)?);
/// assert_eq!(base.base().join("../napkin")?, "http://pub.example/napkin");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BaseBuf {
    url: Url,
    directory_end: u32,
    levels: Option<Levels>,
}

impl BaseBuf {
    /// Prepares a URL for many references. Its fragment plays no part.
    ///
    /// ```
    /// use napkin::{BaseBuf, Url};
    /// let base = BaseBuf::new("http://pub.example/menu/today".parse::<Url>()?);
    /// assert_eq!(base.join("pie")?, "http://pub.example/menu/pie");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn new(url: Url) -> Self {
        let reference = url.reference();
        let path = reference.path().as_str();
        let levels = match reference.standard() {
            Standard::Draft1997 | Standard::Whatwg => None,
            _ => Levels::of(path, reference.parts().hints.has(Hints::DOTS)),
        };
        Self { directory_end: directory_end(reference), levels, url }
    }

    /// Returns the base, borrowed; it has the options, and resolves references that are parsed.
    ///
    /// ```
    /// use napkin::{BaseBuf, Reference, Url};
    /// let base = BaseBuf::new("http://pub.example/menu/today".parse::<Url>()?);
    /// assert_eq!(base.base().relativize(Reference::from_static("http://pub.example/pie"))?, "/pie");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn base(&self) -> Base<'_> {
        Base::with(self.url.reference(), self.directory_end, self.levels.as_ref())
    }

    /// Parses `text` under the standard of the base and resolves it.
    ///
    /// ```
    /// use napkin::{BaseBuf, Url};
    /// let base = BaseBuf::new("http://pub.example/menu/today".parse::<Url>()?);
    /// assert_eq!(base.join("../napkin")?, "http://pub.example/napkin");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Base::join`].
    pub fn join(&self, text: &str) -> Result<Url, Error> {
        self.base().join(text)
    }

    /// Returns the URL.
    ///
    /// ```
    /// use napkin::{BaseBuf, Url};
    /// let base = BaseBuf::new("http://pub.example/".parse::<Url>()?);
    /// assert_eq!(*base.url(), "http://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }
}
