//! Which base URL applies to a document, and why.
//!
//! Decides: the four layers of draft-fielding-url-syntax-05 section 5.1, the innermost defined one first. In HTML the
//! innermost is the first `base` element that has an `href` (HTML standard 4.2.3); it applies to every link of the
//! document, wherever it stands. One in a comment, a script, a `template` or a `noscript` does not count: it is not in
//! the document, or not for browsers that run scripts. Resolution itself is the engine's.

use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::links::html::{self, BaseElement};
use crate::links::xml;
use napkin::{Base, Reference, Resolution, Span, Standard};
use std::fmt;

/// The layer of section 5.1 that a base URL comes from, the innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BaseLayer {
    /// 5.1.1: embedded in the document's content.
    Content,
    /// 5.1.2: the base URL of the entity that encloses the document.
    EncapsulatingEntity,
    /// 5.1.3: the URL used to retrieve the document.
    Retrieval,
    /// 5.1.4: undefined; every reference has to be absolute.
    None,
}

impl BaseLayer {
    /// All layers, the innermost first.
    pub const ALL: [Self; 4] = [Self::Content, Self::EncapsulatingEntity, Self::Retrieval, Self::None];

    /// `content`, `encapsulating-entity`, `retrieval`, `none`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::EncapsulatingEntity => "encapsulating-entity",
            Self::Retrieval => "retrieval",
            Self::None => "none",
        }
    }

    /// The section of draft-fielding-url-syntax-05 that defines it.
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

/// The base URL of a document and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseFound {
    /// Where it comes from.
    pub layer: BaseLayer,
    /// The base URL: absolute, not otherwise checked. `None` exactly for [`BaseLayer::None`].
    pub url: Option<String>,
    /// The start tag of the deciding `base` element, in bytes of the document.
    pub element: Option<Span>,
    /// Its `href`, in bytes of the document.
    pub span: Option<Span>,
    /// What the `href` stands for, before it is completed: `url` is its absolute form by RFC 3986 section 5.2. Who
    /// follows the URL Standard parses this instead, against the base that applies without it: for a page from
    /// `file:///C:/x`, the `href` `/y` is `file:///C:/y` there and `file:///y` here.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// use napkin_document::{Entity, base};
    /// let found = base(&Entity::new(b"<base href='/y'>").retrieved_from("file:///C:/x"));
    /// let page = Url::parse("file:///C:/x", None)?;
    /// assert_eq!(page.join(found.href.as_deref().unwrap_or_default())?.href(), "file:///C:/y");
    /// assert_eq!(found.url.as_deref(), Some("file:///y"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub href: Option<String>,
    /// An embedded base that does not count, because it is no base URL: it is relative and nothing completes it, or
    /// its scheme is `data` or `javascript` (HTML standard, "set the frozen base URL").
    pub rejected: Option<RejectedBase>,
}

/// A `base` element that was found and could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedBase {
    /// Its `href`, in bytes of the document.
    pub span: Span,
    /// What the `href` stands for.
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
    let outer = outer(entity);
    let embedded = match encoding::transcoded(entity) {
        None => embedded(entity.bytes, entity.kind),
        Some((text, level)) => embedded(text.as_bytes(), entity.kind).map(|found| BaseElement {
            element: level.source(found.element),
            span: level.source(found.span),
            href: found.href.into_owned().into(),
        }),
    };
    match embedded {
        Some(element) => with_content(element, outer),
        None => outer,
    }
}

fn embedded(bytes: &[u8], kind: Kind) -> Option<BaseElement<'_>> {
    match kind {
        Kind::Html => html::base_element(bytes),
        Kind::Xml | Kind::Svg => xml::base_element(bytes),
        _ => None,
    }
}

/// Layers 5.1.2 to 5.1.4. An enclosed document has no retrieval layer of its own: the enclosing entity's base has
/// already taken it into account.
fn outer(entity: &Entity<'_>) -> BaseFound {
    let (layer, url) = match (entity.encapsulating, entity.retrieval) {
        (Some(url), _) => (BaseLayer::EncapsulatingEntity, Some(url.to_owned())),
        (None, Some(url)) => (BaseLayer::Retrieval, Some(url.to_owned())),
        (None, None) => (BaseLayer::None, None),
    };
    BaseFound { layer, url, element: None, span: None, href: None, rejected: None }
}

fn with_content(found: BaseElement<'_>, outer: BaseFound) -> BaseFound {
    match complete(&found.href, outer.url.as_deref()) {
        Some(url) => BaseFound {
            layer: BaseLayer::Content,
            url: Some(url),
            element: Some(found.element),
            span: Some(found.span),
            href: Some(found.href.into_owned()),
            rejected: None,
        },
        None => BaseFound { rejected: Some(RejectedBase { span: found.span, text: found.href.into_owned() }), ..outer },
    }
}

/// The absolute form of a `base` element's `href`. An absolute one is taken as it stands, valid or not, so that the
/// error shows where it is and not as a base that silently is another.
fn complete(href: &str, outer: Option<&str>) -> Option<String> {
    if scheme(href).is_some() {
        return (!is_refused(href)).then(|| href.to_owned());
    }
    // HTML admits characters outside ASCII; the narrower standard is not the point here.
    let standard = Standard::Rfc3987;
    let base = Base::new(Reference::parse(outer?, standard).ok()?).ok()?;
    match base.resolve(Reference::parse(href, standard).ok()?).ok()? {
        Resolution::Absolute(url) => Some(url.into_string()),
        _ => None,
    }
}

/// Whether HTML makes no base of a reference, because of its scheme.
pub(crate) fn is_refused(href: &str) -> bool {
    scheme(href).is_some_and(|scheme| ["data", "javascript"].iter().any(|name| scheme.eq_ignore_ascii_case(name)))
}

/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`, where a colon ends it.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some(scheme)
}
