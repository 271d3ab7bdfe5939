//! The texts of elements that may contain references. Start with `Collected`.

use super::instruction::Language;
use super::piece::{CData, Holds, Piece};
use super::tables::Text;
use super::{Document, replaceable};
use crate::attributes::Type;
use crate::context::Context;
use crate::decoded::Decoded;
use crate::links::style;
use crate::usage::Use;
use crate::values;
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::Builder;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The text of an element whose text may contain references.
pub(super) struct Collected {
    pub(super) meaning: Text,
    pub(super) vocabulary: &'static str,
    pub(super) element: String,
    pub(super) built: Builder,
    pub(super) sections: CData,
    /// The start and the current end of the text.
    pub(super) place: Option<(usize, usize)>,
    /// The number of elements open with it.
    pub(super) depth: usize,
}

impl<'a, 't> Document<'a, 't, '_> {
    /// Handles markup inside a collected text: it ends the text, unless it is a style sheet or a piece of a field.
    pub(super) fn interrupt(&mut self) {
        if self.collected.as_ref().is_some_and(|collected| !collected.holds()) {
            self.end_text(false);
        }
    }

    /// Appends text to the collected text, without the comments and tags before it.
    pub(super) fn text(&mut self, piece: &str) {
        let at = self.place(piece);
        if let Some(collected) = &mut self.collected {
            collected.reach(at, at + piece.len());
            collected.built.text.push_str(piece);
        }
    }

    /// Reports the collected text; `is_over` says whether its element ends here.
    pub(super) fn end_text(&mut self, is_over: bool) {
        let Some(mut collected) = self.collected.take() else { return };
        if collected.meaning == Text::Field {
            self.field = Some(collected);
            return;
        }
        let built = std::mem::take(&mut collected.built);
        let sections = std::mem::take(&mut collected.sections);
        let place = collected.place.take();
        let (meaning, vocabulary, element) = (collected.meaning, collected.vocabulary, collected.element.clone());
        let depth = collected.depth;
        if !is_over {
            self.collected = Some(collected);
        }
        let Some((start, _)) = place else { return self.release() };
        let decoded = Decoded::new(built, start, &self.level);
        let context = |attribute| Context::Xml { vocabulary, element: Cow::Owned(element.clone()), attribute };
        match meaning {
            Text::Url(used) | Text::Base(used) | Text::OfRetrieval(used) => {
                let span = values::trimmed(decoded.text.as_bytes());
                // A text of only white space is not an empty reference.
                if !span.is_empty() {
                    let mut link = decoded.link(self.bytes, span, context(None));
                    link.new_request = used != Use::Navigation;
                    link.base = match meaning {
                        Text::Base(_) => self.base_of_parent(depth, &link),
                        Text::OfRetrieval(_) => None,
                        _ => self.base.clone(),
                    };
                    let sections = sections.at(link.span);
                    let is_own = replaceable::text(link.raw, sections, false);
                    let holder = if is_own { Holder::XmlText(sections) } else { Holder::Unknown };
                    link.written = Written::url(holder, Type::Url);
                    self.put(Piece::Link(link, used));
                }
            }
            Text::Formula => self.instructions(Language::Formula, &decoded, &context(None)),
            Text::Field => {}
            Text::Html => self.put(Piece::Document(decoded, self.base.clone(), Holds::Text(sections))),
            Text::Css => {
                let (bytes, base) = (self.bytes, &self.base);
                let held = &mut self.held;
                let _ = style::within(
                    bytes,
                    decoded.text.as_bytes(),
                    &decoded.level,
                    &|_| context(None),
                    &mut |mut link, used| {
                        link.base.clone_from(base);
                        let sections = sections.at(link.span);
                        let is_own = replaceable::text(link.raw, sections, true);
                        link.written.holder = if is_own { Holder::XmlText(sections) } else { Holder::Unknown };
                        held.push(Piece::Link(link, used));
                        ControlFlow::Continue(())
                    },
                );
            }
        }
        self.release();
    }

    /// Reports the pieces that were held back, in document order.
    pub(super) fn release(&mut self) {
        if self.field.is_some() {
            return;
        }
        self.held.sort_by_key(|piece| match piece {
            Piece::Link(link, _) | Piece::Other(link, _) => link.span.start,
            Piece::Document(decoded, ..) => decoded.level.source(Span::new(0, 0)).start,
            Piece::Base(base, _) => base.span.start,
            Piece::Target { .. } | Piece::Limit(_) => usize::MAX,
        });
        for piece in std::mem::take(&mut self.held) {
            self.hand_out(piece);
        }
    }
}

impl Collected {
    /// Returns whether what follows is held back until the text has ended.
    pub(super) fn holds(&self) -> bool {
        matches!(self.meaning, Text::Css | Text::Field)
    }

    /// Continues the text at a position and skips the source before it.
    pub(super) fn reach(&mut self, at: usize, end: usize) {
        match self.place {
            Some((start, before)) => {
                if before < at {
                    self.built.unit("", Span::new(before, at));
                }
                self.place = Some((start, end));
            }
            None => self.place = Some((at, end)),
        }
    }
}
