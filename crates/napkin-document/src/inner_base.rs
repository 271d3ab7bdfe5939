//! The bases of parts of a document. Start with `InnerBase`.
//!
//! With XML Base, every element can give the base of its content, and a nested document may have its own `base`
//! element. Each such base is a reference, resolved against the next one outwards; the outermost is resolved against
//! the base of the document.

use crate::base::BaseLayer;
use crate::context::Context;
use napkin::{Reference, Span, Standard};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A base that the content gives for a part of a document (draft-fielding-url-syntax-05 section 5.1.1): `xml:base`, or
/// the `base` element of a nested document.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect_links};
/// let xml = br#"<a xml:base="http://pub.example/menu/"><b xml:base="beer/"><c href="ale"/></b></a>"#;
/// let links = collect_links(&Entity::new(xml).with_kind(Kind::Xml), &Options::default());
/// let base = links[0].base.as_ref().expect("a base of its own");
/// let outwards: Vec<&str> = base.outwards().map(|base| base.text()).collect();
/// assert_eq!(outwards, ["beer/", "http://pub.example/menu/"]);
/// ```
#[non_exhaustive]
pub struct InnerBase {
    text: String,
    span: Span,
    context: Context<'static>,
    outer: Option<Arc<InnerBase>>,
    depth: usize,
    layer: BaseLayer,
    part: Option<Arc<str>>,
}

impl InnerBase {
    pub(crate) fn new(text: String, span: Span, context: Context<'static>, outer: Option<Arc<Self>>) -> Arc<Self> {
        let depth = outer.as_ref().map_or(1, |outer| outer.depth + 1);
        Arc::new(Self { text, span, context, outer, depth, layer: BaseLayer::Content, part: None })
    }

    /// Creates the base of a message part: given by a header field, otherwise `thismessage:/`.
    pub(crate) fn of_part(
        text: String,
        span: Span,
        context: Context<'static>,
        layer: BaseLayer,
        part: Option<Arc<str>>,
    ) -> Arc<Self> {
        Arc::new(Self { text, span, context, outer: None, depth: 1, layer, part })
    }

    /// Returns the number of nested bases, including this one.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the reference, decoded like that of a link.
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let page = Entity::new(b"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/menu/'><link href='a'/></feed>").with_kind(Kind::Xml);
    /// let base = collect_links(&page, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.text(), "/menu/");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes of the reference in the document.
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let page = Entity::new(b"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/menu/'><link href='a'/></feed>").with_kind(Kind::Xml);
    /// let base = collect_links(&page, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.span().len(), 6);
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the place of the reference.
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let page = Entity::new(b"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/menu/'><link href='a'/></feed>").with_kind(Kind::Xml);
    /// let base = collect_links(&page, &Options::default())[0].base.clone().expect("a base");
    /// assert!(base.context().to_string().contains("xml:base"));
    /// ```
    #[must_use]
    pub const fn context(&self) -> &Context<'static> {
        &self.context
    }

    /// Returns the name of the field or the printed context that gives the base, such as `Content-Base`. Returns `None`
    /// for `thismessage:/`, which no field gives.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect_links};
    /// let message = Entity::new(b"Content-Base: http://h/\nContent-Type: text/html\n\n<a href=x>").with_kind(Kind::Mail);
    /// let base = collect_links(&message, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.field().as_deref(), Some("Content-Base"));
    /// ```
    #[must_use]
    pub fn field(&self) -> Option<Cow<'static, str>> {
        match self.context {
            Context::ThisMessage => None,
            Context::Header(name) => Some(name.into()),
            ref context => Some(context.to_string().into()),
        }
    }

    /// Returns the layer of the base: the content, or for message parts possibly the enclosing entity.
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let page = Entity::new(b"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/menu/'><link href='a'/></feed>").with_kind(Kind::Xml);
    /// let base = collect_links(&page, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.layer(), napkin_document::BaseLayer::Content);
    /// ```
    #[must_use]
    pub const fn layer(&self) -> BaseLayer {
        self.layer
    }

    /// Returns the number of the message part whose header gives the base.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect_links};
    /// let message = Entity::new(b"Content-Base: http://h/\nContent-Type: text/html\n\n<a href=x>").with_kind(Kind::Mail);
    /// let base = collect_links(&message, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.part(), Some("1"));
    /// ```
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        self.part.as_deref()
    }

    /// Returns the base against which this one is resolved; `None` for the base of the document.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect_links};
    /// let xml = Entity::new(b"<a xml:base='/menu/'><b xml:base='beer/'><c href='ale'/></b></a>").with_kind(Kind::Xml);
    /// let base = collect_links(&xml, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.text(), "beer/");
    /// assert_eq!(base.outer().map(|base| base.text()), Some("/menu/"));
    /// ```
    #[must_use]
    pub const fn outer(&self) -> Option<&Arc<Self>> {
        self.outer.as_ref()
    }

    /// Iterates over this base and the bases around it, from the inside out. Each is resolved against the next, and the
    /// last against the base of the document.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect_links};
    /// let xml = Entity::new(b"<a xml:base='/menu/'><b xml:base='beer/'><c href='ale'/></b></a>").with_kind(Kind::Xml);
    /// let base = collect_links(&xml, &Options::default())[0].base.clone().expect("a base");
    /// assert_eq!(base.outwards().map(|base| base.text()).collect::<Vec<_>>(), ["beer/", "/menu/"]);
    /// ```
    pub fn outwards(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |base| base.outer.as_deref())
    }
}

/// Returns whether a base is absolute, so that the bases around it do not matter.
pub(crate) fn is_absolute(base: &str) -> bool {
    Reference::parse(base, Standard::Rfc3987).is_ok_and(|base| base.scheme().is_some())
}

/// Drops iteratively, because recursion would need stack space in proportion to the depth.
impl Drop for InnerBase {
    fn drop(&mut self) {
        let mut next = self.outer.take();
        while let Some(base) = next {
            next = Arc::into_inner(base).and_then(|mut base| base.outer.take());
        }
    }
}

impl fmt::Debug for InnerBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outer = self.outer.as_ref().map(|base| base.text());
        f.debug_struct("InnerBase").field("text", &self.text).field("span", &self.span).field("outer", &outer).finish()
    }
}
