//! What the caller of a rewriting supplies, and what it is given. Start at `Rewrite`.

use crate::context::Context;
use crate::entity::Entity;
use crate::inner_base::InnerBase;
use crate::link::Link;
use napkin::Span;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Supplies the new text of links.
pub trait Rewrite {
    /// Returns the new text of a link, or `None` to leave its bytes as they are. It is called for the `base` of a
    /// page too ([`Found::is_base`]). After `Break`, no more links are passed, and [`rewrite_within`](super::rewrite_within) refuses the
    /// document at once.
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>>;

    /// Called at the start of a nested document, to which the next links belong. `base` is the base that applies at
    /// its position, in addition to the base of the document around it.
    fn enter(&mut self, _document: &Entity<'_>, _base: Option<&Arc<InnerBase>>) {}

    /// Called at the end of a nested document.
    fn leave(&mut self) {}
}

impl<F: FnMut(&Found<'_, '_>) -> Option<String>> Rewrite for F {
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        ControlFlow::Continue(self(found))
    }
}

/// A link that may be rewritten.
#[non_exhaustive]
pub struct Found<'l, 'a> {
    /// The link, with spans in the document that contains it.
    pub link: &'l Link<'a>,
    /// Its span in the outermost document.
    pub span: Span,
    pub(super) outward: &'l dyn Fn(Span) -> Span,
}

impl fmt::Debug for Found<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("link", self.link).field("span", &self.span).finish_non_exhaustive()
    }
}

impl Found<'_, '_> {
    /// Returns the bytes of the outermost document that a span of the link's text comes from.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin_document::{Entity, rewrite::{Found, rewrite}};
    /// let page = Entity::new(b"<iframe srcdoc='<a href=&quot;x&amp;amp;y&quot;>'>");
    /// rewrite(&page, &Default::default(), &mut |found: &Found<'_, '_>| {
    ///     assert_eq!(found.source_span(Span::new(1, 2)), Span::new(31, 40));
    ///     None
    /// });
    /// ```
    #[must_use]
    pub fn source_span(&self, text: Span) -> Span {
        (self.outward)(self.link.source_span(text))
    }

    /// Returns whether this is the `href` of a `base`, which is no link by itself.
    ///
    /// ```
    /// use napkin_document::{Entity, rewrite::{Found, rewrite}};
    /// let page = Entity::new(b"<base href=/menu/><a href=beer>");
    /// let mut bases = 0;
    /// rewrite(&page, &Default::default(), &mut |found: &Found<'_, '_>| {
    ///     bases += usize::from(found.is_base());
    ///     None
    /// });
    /// assert_eq!(bases, 1);
    /// ```
    #[must_use]
    pub fn is_base(&self) -> bool {
        match &self.link.context {
            Context::HtmlAttribute { element, attribute: "href" } => element == "base",
            Context::Xml { vocabulary: "html", element, attribute: Some(attribute) } => {
                element == "base" && attribute == "href"
            }
            _ => false,
        }
    }
}
