//! The interface for receiving the tags, texts and problems of a page.

use std::ops::ControlFlow;

use crate::problem::Problem;
use crate::span::Span;
use crate::tag::Tag;

/// How to interpret a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// The text of an HTML `style`, without character references.
    Style,
    /// The text of a `noscript`, undecoded: HTML for clients without scripts.
    Noscript,
    /// Text of an SVG `style`, with character references.
    SvgStyle,
    /// The text of a CDATA section in an SVG `style`, without character references.
    SvgStyleVerbatim,
    /// The text of a `script` whose type is `application/ld+json`, undecoded.
    JsonLd,
}

/// A text that may contain references.
#[derive(Clone, Copy, Debug)]
pub struct Text<'w> {
    /// The bytes that the span refers to.
    pub window: &'w [u8],
    /// The offset of the window in the page.
    pub offset: usize,
    /// The text.
    pub span: Span,
    /// How to interpret it.
    pub kind: TextKind,
    /// Whether the text exceeds the largest window and is delivered in pieces.
    pub is_cut: bool,
}

/// Receives the tags, texts and problems of a page. Each method decides whether the scanner continues; by default it
/// does.
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

    /// Receives a problem: tree construction reached a limit. The span refers to the window.
    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        let _ = problem;
        ControlFlow::Continue(())
    }
}
