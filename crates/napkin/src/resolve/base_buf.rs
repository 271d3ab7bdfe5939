//! Base URLs that own their text and index their path, for documents with a long base and many references.

use super::base::{Base, directory_end};
use crate::path::Levels;
use crate::syntax::Hints;
use crate::{Error, Standard, Url};

/// A base URL that owns its text.
///
/// [`BaseBuf::base`] takes constant time. Resolving against that [`Base`] takes time proportional to the lengths of the
/// reference and the result. Resolving against a base of [`Base::new`] also takes time proportional to the length of the
/// base, which matters for a document with a long base and many short references.
///
/// Under `draft1997`, dot segments in the base or the reference cost time proportional to the length of the base. For the
/// URL Standard, use [`whatwg::BaseUrl`](crate::whatwg::BaseUrl).
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
    /// Prepares a URL for many references. Its fragment is ignored.
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

    /// Returns the borrowed base, which has the options and resolves parsed references.
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
    /// Returns the errors of [`Base::join`].
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
