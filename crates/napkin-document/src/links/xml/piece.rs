//! The pieces of an XML document: its links and nested documents. Start at `Piece`.

use crate::decoded::Decoded;
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::links::html::BaseElement;
use crate::usage::Use;
use crate::written::{Holder, QuoteMark, Sections};
use napkin::{Finding, Span};
use std::sync::Arc;

/// A piece of an XML document.
pub(crate) enum Piece<'a> {
    Link(Link<'a>, Use),
    /// A place that may contain a URL but is not a link; only if requested.
    Other(Link<'a>, Use),
    /// A nested HTML document, with the base that applies there, and the construct that contains it.
    Document(Decoded, Option<Arc<InnerBase>>, Holds),
    /// The `base` element of XHTML, and its reference.
    Base(BaseElement, Box<Link<'a>>),
    /// An element uses a relationship of Office Open XML; a hyperlink may name a place in its target.
    Target {
        relationship: String,
        place: String,
    },
    /// A limit was reached.
    Limit(Finding),
}

impl Piece<'_> {
    /// Converts a piece from the replacement text of an entity, whose references cannot be replaced one by one.
    pub(super) fn expanded(mut self) -> Self {
        match &mut self {
            Self::Link(link, _) | Self::Other(link, _) => link.written.holder = Holder::Unknown,
            Self::Base(_, link) => link.written.holder = Holder::Unknown,
            Self::Document(_, _, holds) => *holds = Holds::Attribute(QuoteMark::None, false),
            Self::Target { .. } | Self::Limit(_) => {}
        }
        self
    }
}

/// The construct that contains a nested document.
pub(crate) enum Holds {
    /// The quotes, and whether the tag contains only attributes.
    Attribute(QuoteMark, bool),
    Text(CData),
}

/// The CDATA sections of a text, without their delimiters, in bytes of the document.
#[derive(Default)]
pub(crate) struct CData(pub(super) Vec<Span>);

impl CData {
    /// Returns which ends of a span lie in a section.
    pub(crate) fn at(&self, span: Span) -> Sections {
        let of = |at: usize| {
            let next = self.0.partition_point(|section| section.end < at);
            self.0.get(next).is_some_and(|section| section.start <= at)
        };
        Sections { starts: of(span.start), ends: of(span.end) }
    }
}
