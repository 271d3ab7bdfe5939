//! The base URL of a document, and its origin. The module `reader` finds it.
//!
//! The innermost of the four layers of draft-fielding-url-syntax-05 section 5.1 applies. In HTML, the innermost layer
//! is the first `base` element that has an `href` (HTML standard 4.2.3); it applies to every link of the document, also
//! to earlier ones. A `base` in a comment, a script, a `template` or a `noscript` is ignored: it is not in the
//! document, or not for browsers that run scripts. The `href` is resolved as the standard says: under the URL Standard
//! the result is HTML's "frozen base URL" (4.2.3), under the others RFC 3986 section 5.2 applies. The crate `napkin`
//! resolves.

use crate::encoding::Charset;
use crate::entity::Entity;
use crate::links::html::BaseElement;
pub use napkin::base::BaseLayer;
use napkin::base::complete;
use napkin::{Finding, Reference, Span, Standard, whatwg};

/// The base URL of a document and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseFound {
    /// The layer that defines it.
    pub layer: BaseLayer,
    /// The base URL: absolute, and under RFC 3986 not otherwise checked. `None` for [`BaseLayer::None`], and under the
    /// URL Standard if the layer's base is not a URL.
    pub url: Option<String>,
    /// The start tag of the `base` element that defines the base, in bytes of the document.
    pub element: Option<Span>,
    /// The `href` of this element, in bytes of the document.
    pub span: Option<Span>,
    /// The decoded `href`, before it is resolved.
    pub href: Option<String>,
    /// An embedded base that is ignored: a relative one without a base to resolve it against, or one whose scheme is
    /// `data` or `javascript` (HTML standard, "set the frozen base URL").
    pub rejected: Option<RejectedBase>,
    /// The base URL that applies without the document's content, as it was given. An embedded base is resolved against
    /// it.
    pub outer: Option<String>,
}

/// A `base` element that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedBase {
    /// The `href` of the element, in bytes of the document.
    pub span: Span,
    /// The decoded `href`.
    pub text: String,
}

/// The declarations about the base by a document and its surroundings, before a standard interprets them. One reading
/// of the document thus serves all standards.
#[derive(Clone, Debug)]
pub struct BaseDeclared {
    element: Option<BaseElement>,
    outer: BaseFound,
    /// The encoding of the document.
    pub(crate) charset: Charset,
}

impl BaseDeclared {
    /// `charset` is the encoding of the entity.
    pub(crate) fn new(element: Option<BaseElement>, entity: &Entity<'_>, charset: Charset) -> Self {
        Self { element, outer: outer(entity), charset }
    }

    /// Returns the `href` of the embedded base, in bytes of the document, whether it is used or ignored.
    ///
    /// ```
    /// use napkin_document::{BaseDeclared, Entity};
    /// let declared = BaseDeclared::of(&Entity::new(b"<base href=menu/>"));
    /// assert_eq!(declared.span(), Some(napkin::Span::new(11, 16)));
    /// ```
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.element.as_ref().map(|element| element.span)
    }

    /// Returns the base under a standard: see [`base_under`](crate::base_under).
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BaseLayer, Entity};
    /// let page = Entity::new(b"<base href='data:,x'>").retrieved_from("http://pub.example/");
    /// let declared = BaseDeclared::of(&page);
    /// assert_eq!(declared.under(Standard::Whatwg).layer, BaseLayer::Retrieval);
    /// assert!(declared.under(Standard::Whatwg).rejected.is_some());
    /// ```
    #[must_use]
    pub fn under(&self, standard: Standard) -> BaseFound {
        match standard {
            Standard::Whatwg => self.frozen(),
            _ => self.generic(),
        }
    }

    fn generic(&self) -> BaseFound {
        let outer = self.outer.url.as_deref();
        self.with(self.outer.url.clone(), |href| complete(href, outer))
    }

    /// Performs "set the frozen base URL" (HTML standard 4.2.3): parses the `href` against the fallback base URL. The
    /// fallback applies if this fails, or if the scheme of the result is `data` or `javascript`.
    fn frozen(&self) -> BaseFound {
        let outer = self.outer.url.as_deref().and_then(|url| whatwg::Url::parse(url, None).ok());
        let freeze = |href: &str| {
            let url = whatwg::Url::parse(href, outer.as_ref()).ok()?;
            (!matches!(url.scheme(), "data" | "javascript")).then(|| url.to_string())
        };
        self.with(outer.as_ref().map(ToString::to_string), freeze)
    }

    /// Returns the base if the surroundings give `outer`. `href` resolves the embedded base, or returns `None` to
    /// reject it.
    fn with(&self, outer: Option<String>, href: impl FnOnce(&str) -> Option<String>) -> BaseFound {
        let outer = BaseFound { url: outer, ..self.outer.clone() };
        let Some(element) = &self.element else { return outer };
        let text = element.href.clone();
        match href(&text) {
            Some(url) => BaseFound {
                layer: BaseLayer::Content,
                url: Some(url),
                element: Some(element.element),
                span: Some(element.span),
                href: Some(text),
                ..outer
            },
            None => BaseFound { rejected: Some(RejectedBase { span: element.span, text }), ..outer },
        }
    }
}

/// Returns the base by layers 5.1.2 to 5.1.4. The retrieval URL of an enclosed document is ignored, because the
/// enclosing entity's base already takes it into account.
fn outer(entity: &Entity<'_>) -> BaseFound {
    let (layer, url) = match (entity.encapsulating, entity.retrieval) {
        (Some(url), _) => (BaseLayer::EncapsulatingEntity, Some(url.to_owned())),
        (None, Some(url)) => (BaseLayer::Retrieval, Some(url.to_owned())),
        (None, None) => (BaseLayer::None, None),
    };
    let outer = url.clone();
    BaseFound { layer, url, element: None, span: None, href: None, rejected: None, outer }
}

/// Returns the reason why a URL is not a base under a standard. The URL remains the base so that the error is reported:
/// resolving against another base would silently give wrong results.
pub(crate) fn error(url: &str, standard: Standard) -> Option<Finding> {
    match standard {
        Standard::Whatwg => whatwg::Url::parse(url, None).err().map(Finding::from),
        _ => Reference::parse(url, standard).err().map(Finding::from),
    }
}
