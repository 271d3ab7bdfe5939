//! Bases that apply to a part of a document.
//!
//! Decides: nothing but how they hang together. XML Base lets every element name the base of what it contains, and a
//! document inside a document may have a `base` element of its own; each is a reference, to be resolved against the next
//! one outwards, and the last of them against the base of the document.

use crate::base::BaseLayer;
use crate::context::Context;
use napkin::Span;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A base that the content gives for a part of a document (draft-fielding-url-syntax-05 section 5.1.1): `xml:base`, or
/// the `base` element of a document inside the document.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect};
/// let xml = br#"<a xml:base="http://pub.example/menu/"><b xml:base="beer/"><c href="ale"/></b></a>"#;
/// let links = collect(&Entity::new(xml).with_kind(Kind::Xml), &Options::default());
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

    /// The base of a part of a message, which a header field gives, or nothing: then it is `thismessage:/`.
    pub(crate) fn of_part(
        text: String,
        span: Span,
        context: Context<'static>,
        layer: BaseLayer,
        part: Option<Arc<str>>,
    ) -> Arc<Self> {
        Arc::new(Self { text, span, context, outer: None, depth: 1, layer, part })
    }

    /// How many bases it is, with those around it.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The reference, decoded as that of a link is.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its bytes in the document.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Where it stands.
    #[must_use]
    pub const fn context(&self) -> &Context<'static> {
        &self.context
    }

    /// Returns the name of the place that gives it: `Content-Base` for a header field, else the context in words. `None`
    /// for `thismessage:/`, which nothing gives.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect};
    /// let message = Entity::new(b"Content-Base: http://h/\nContent-Type: text/html\n\n<a href=x>").with_kind(Kind::Mail);
    /// let base = collect(&message, &Options::default())[0].base.clone().expect("a base");
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

    /// The layer that it comes from: the content, but for parts of messages, to which what they stand in may give it.
    #[must_use]
    pub const fn layer(&self) -> BaseLayer {
        self.layer
    }

    /// The number of the part of a message in whose header it stands.
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        self.part.as_deref()
    }

    /// The base that this one is resolved against; `None`: that of the document.
    #[must_use]
    pub const fn outer(&self) -> Option<&Arc<Self>> {
        self.outer.as_ref()
    }

    /// This base and those around it, from the inside out: each is resolved against the next, and the last against the
    /// base of the document.
    pub fn outwards(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |base| base.outer.as_deref())
    }
}

/// Without recursion, which would take as much stack as they are deep.
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
