//! Determines the base URL of a document, and its origin. Start with `base`.
//!
//! The innermost of the four layers of draft-fielding-url-syntax-05 section 5.1 applies. In HTML, the innermost layer
//! is the first `base` element that has an `href` (HTML standard 4.2.3); it applies to every link of the document, also
//! to earlier ones. A `base` in a comment, a script, a `template` or a `noscript` is ignored: it is not in the
//! document, or not for browsers that run scripts. The `href` is resolved as the standard says: under the URL Standard
//! the result is HTML's "frozen base URL" (4.2.3), under the others RFC 3986 section 5.2 applies. The crate `napkin`
//! resolves.

use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::links::html::{self, BaseElement};
use crate::links::xml;
use crate::options::Limits;
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

/// Finds the base URL of a document (section 5.1).
///
/// ```
/// use napkin_document::{BaseLayer, Entity, base};
/// let page = Entity::new(b"<p><base target=_top><base href='/Test/a/b/c'>").retrieved_from("http://pub.example/menu");
/// let found = base(&page);
/// assert_eq!(found.layer, BaseLayer::Content);
/// assert_eq!(found.url.as_deref(), Some("http://pub.example/Test/a/b/c"));
/// ```
#[must_use]
pub fn base(entity: &Entity<'_>) -> BaseFound {
    BaseDeclared::of(entity).generic()
}

/// Returns the base URL of a document under a standard. Under the URL Standard it is serialized by that standard, or
/// absent if the applicable base is not a URL. Under the other standards it is the result of [`base()`].
///
/// ```
/// use napkin::Standard;
/// use napkin_document::{Entity, base_under};
/// let page = Entity::new(b"<base href='/y'>").retrieved_from("file:///C:/x");
/// assert_eq!(base_under(&page, Standard::Whatwg).url.as_deref(), Some("file:///C:/y"));
/// assert_eq!(base_under(&page, Standard::Rfc3986).url.as_deref(), Some("file:///y"));
/// ```
#[must_use]
pub fn base_under(entity: &Entity<'_>, standard: Standard) -> BaseFound {
    BaseDeclared::of(entity).under(standard)
}

/// The declarations about the base by a document and its surroundings, before a standard interprets them. One reading
/// of the document thus serves all standards.
#[derive(Clone, Debug)]
pub struct BaseDeclared {
    element: Option<BaseElement<'static>>,
    outer: BaseFound,
}

impl BaseDeclared {
    /// Reads a document.
    #[must_use]
    pub fn of(entity: &Entity<'_>) -> Self {
        Self::within(entity, &Limits::default())
    }

    /// Reads a document within other limits.
    #[must_use]
    pub fn within(entity: &Entity<'_>, limits: &Limits) -> Self {
        let embedded = |bytes| embedded(bytes, entity.kind, limits);
        let element = match encoding::transcoded(entity) {
            None => embedded(entity.bytes).map(BaseElement::into_owned),
            Some((text, level)) => embedded(text.as_bytes()).map(|found| BaseElement {
                element: level.source(found.element),
                span: level.source(found.span),
                href: found.href.into_owned().into(),
            }),
        };
        Self::with_element(element, entity)
    }

    pub(crate) fn with_element(element: Option<BaseElement<'static>>, entity: &Entity<'_>) -> Self {
        Self { element, outer: outer(entity) }
    }

    /// Returns the `href` of the embedded base, in bytes of the document, whether it is used or ignored.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.element.as_ref().map(|element| element.span)
    }

    /// Returns the base under a standard: see [`base_under`].
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
        let text = element.href.to_string();
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

fn embedded<'a>(bytes: &'a [u8], kind: Kind, limits: &Limits) -> Option<BaseElement<'a>> {
    match kind {
        Kind::Html => html::base_element(bytes, limits),
        Kind::Xml | Kind::Svg => xml::base_element(bytes, limits),
        _ => None,
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
