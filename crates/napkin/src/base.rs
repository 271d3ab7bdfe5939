//! Finds the absolute base URL of a document, from the layers of RFC 3986 section 5.1.
//!
//! A reader of documents finds a declaration (a `base` element, a header field) and calls [`complete`].
//! [`Base`] then resolves references against the result.

use crate::{Base, Reference, Resolution, Standard};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// The layer that a base URL comes from, the innermost first (RFC 3986 section 5.1, draft-fielding-url-syntax-05 section 5.1).
///
/// ```
/// use napkin::base::BaseLayer;
/// assert!(BaseLayer::Content < BaseLayer::Retrieval);
/// assert_eq!(BaseLayer::EncapsulatingEntity.section(), "5.1.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BaseLayer {
    /// 5.1.1: embedded in the document's content.
    Content,
    /// 5.1.2: the base URL of the entity that encloses the document.
    EncapsulatingEntity,
    /// 5.1.3: the URL used to retrieve the document.
    Retrieval,
    /// 5.1.4: no base; every reference must be absolute.
    None,
}

impl BaseLayer {
    /// All layers, the innermost first.
    pub const ALL: &'static [Self] = &[Self::Content, Self::EncapsulatingEntity, Self::Retrieval, Self::None];

    /// Returns the name: `content`, `encapsulating-entity`, `retrieval`, `none`.
    ///
    /// ```
    /// assert_eq!(napkin::base::BaseLayer::Content.name(), "content");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::EncapsulatingEntity => "encapsulating-entity",
            Self::Retrieval => "retrieval",
            Self::None => "none",
        }
    }

    /// Returns the section of RFC 3986, and of draft-fielding-url-syntax-05, that defines the layer.
    ///
    /// ```
    /// assert_eq!(napkin::base::BaseLayer::None.section(), "5.1.4");
    /// ```
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::Content => "5.1.1",
            Self::EncapsulatingEntity => "5.1.2",
            Self::Retrieval => "5.1.3",
            Self::None => "5.1.4",
        }
    }
}

impl fmt::Display for BaseLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the absolute form of a base URL that a document declares, resolved against `outer` if it is relative.
///
/// An absolute URL is returned unchanged, valid or not, so that its error is reported: falling back to another base would
/// silently resolve references elsewhere. Returns `None` if the URL is relative and `outer` does not complete it, or if
/// it [cannot be a base](is_refused).
///
/// ```
/// use napkin::base::complete;
/// assert_eq!(complete("menu/", Some("http://pub.example/")).as_deref(), Some("http://pub.example/menu/"));
/// assert_eq!(complete("menu/", None), None);
/// assert_eq!(complete("data:,beer", None), None);
/// ```
#[must_use]
pub fn complete(declared: &str, outer: Option<&str>) -> Option<String> {
    if scheme(declared).is_some() {
        return (!is_refused(declared)).then(|| declared.to_owned());
    }
    // HTML allows characters beyond ASCII in URLs.
    let standard = Standard::Rfc3987;
    let base = Base::new(Reference::parse(outer?, standard).ok()?).ok()?;
    match base.resolve(Reference::parse(declared, standard).ok()?).ok()? {
        Resolution::Absolute(url) => Some(url.into_string()),
        _ => None,
    }
}

/// Returns whether a declared base URL is ignored because its scheme is `data` or `javascript` (HTML standard, "set the
/// frozen base URL").
///
/// ```
/// assert!(napkin::base::is_refused("JavaScript:0") && !napkin::base::is_refused("menu/"));
/// ```
#[must_use]
pub fn is_refused(declared: &str) -> bool {
    scheme(declared).is_some_and(|scheme| ["data", "javascript"].iter().any(|name| scheme.eq_ignore_ascii_case(name)))
}

/// Returns the scheme of a text: `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` before a colon.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    is_scheme(scheme).then_some(scheme)
}

/// Returns whether a text is a scheme (RFC 3986 section 3.1).
pub(crate) fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}
