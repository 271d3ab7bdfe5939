//! A change to a document, and the document that is changed.

use super::characters::Style;
use super::report::Change;
use napkin::Span;

/// New text for bytes of a document.
pub(super) struct Edit {
    pub(super) span: Span,
    /// The escaped text, if the link's new text has to be escaped.
    pub(super) escaped: Option<String>,
    /// The number of the change.
    pub(super) change: usize,
}

impl Edit {
    pub(super) fn text<'e>(&'e self, changes: &'e [Change]) -> &'e str {
        self.escaped.as_deref().unwrap_or_else(|| &changes[self.change].new)
    }
}

/// A document being rewritten.
pub(super) struct At<'d> {
    pub(super) bytes: &'d [u8],
    pub(super) style: Style,
    /// Maps its spans to the outermost document.
    pub(super) outward: &'d dyn Fn(Span) -> Span,
    /// The number of documents around it.
    pub(super) depth: usize,
}
