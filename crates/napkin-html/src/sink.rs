//! The receiver of the tags, texts and problems of a page.

use std::ops::ControlFlow;

use crate::problem::Problem;
use crate::span::Span;
use crate::tag::Tag;

/// How a text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// The text of a `style` of HTML, as it stands.
    Style,
    /// The text of a `noscript`, as it stands: HTML that is read where there are no scripts.
    Noscript,
    /// Text of a `style` of SVG, with character references.
    SvgStyle,
    /// The text of a CDATA section in a `style` of SVG, as it stands.
    SvgStyleVerbatim,
}

/// A text that may hold references.
#[derive(Clone, Copy, Debug)]
pub struct Text<'w> {
    /// The bytes that the place refers to.
    pub window: &'w [u8],
    /// Where these bytes begin in the page.
    pub offset: usize,
    /// The text.
    pub span: Span,
    /// How to read it.
    pub kind: TextKind,
    /// Whether it is longer than the reader admits, so that it comes in pieces.
    pub is_cut: bool,
}

/// Receives what a page holds. Each method decides whether the scanner goes on; by default it does.
pub trait Sink {
    /// Receives a start tag.
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let _ = tag;
        ControlFlow::Continue(())
    }

    /// Receives the text of a `style` or a `noscript`.
    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        let _ = text;
        ControlFlow::Continue(())
    }

    /// Receives a problem of the page, at bytes of the window: a limit was reached.
    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        let _ = problem;
        ControlFlow::Continue(())
    }
}
