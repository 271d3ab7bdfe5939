//! What a format finds. Start with `Mark`.

use crate::context::Context;
use crate::inner_base::{InnerBase, is_absolute};
use crate::options::Options;
use crate::rules;
use crate::written::Holder;
use napkin::map::{Builder, Level, Units};
use napkin::{Finding, Span, Standard};
use std::collections::VecDeque;
use std::sync::Arc;

/// A document in UTF-8.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    /// The mapping to the bytes of the document.
    pub(super) level: &'t Arc<Level>,
    pub(super) options: &'t Options,
}

/// A part of a text that its format explains.
#[derive(Debug)]
pub(super) struct Mark {
    /// The reference in the text, without its delimiters.
    pub(super) span: Span,
    /// What the reference is, as the context prints it; `None` if the part has no links, as a comment has none.
    pub(super) place: Option<&'static str>,
    /// The decoded reference, if it differs from the text.
    pub(super) built: Option<Builder>,
    /// The base that the document gives for this place.
    pub(super) base: Option<Arc<InnerBase>>,
    /// See [`Link::rel`](crate::Link::rel).
    pub(super) rel: Option<Box<str>>,
    /// See [`Link::new_request`](crate::Link::new_request).
    pub(super) is_request: bool,
    pub(super) holder: Holder,
}

impl Mark {
    /// A reference that is written as it is.
    pub(super) const fn new(span: Span, place: &'static str) -> Self {
        Self { span, place: Some(place), built: None, base: None, rel: None, is_request: false, holder: Holder::Marked }
    }

    /// A part without links.
    pub(super) fn without_links(span: Span) -> Self {
        Self { place: None, holder: Holder::Unknown, ..Self::new(span, "") }
    }

    /// Sets the decoded text of the reference; the places of its units are offsets in the document's text.
    pub(super) fn decoded(self, built: Builder) -> Self {
        if built.units.is_empty() {
            return self;
        }
        // Escapes and substitutions are not written again.
        Self { built: Some(built), holder: Holder::Unknown, ..self }
    }

    pub(super) fn within(self, base: Option<Arc<InnerBase>>) -> Self {
        Self { base, ..self }
    }

    pub(super) const fn requested(mut self) -> Self {
        self.is_request = true;
        self
    }
}

/// What a format has found, in the order of the document.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) marks: VecDeque<Mark>,
    /// The problems of the document; their spans are places in its text.
    pub(super) findings: Vec<Finding>,
}

impl Found {
    pub(super) fn push(&mut self, mark: Mark) {
        self.marks.push_back(mark);
    }
}

/// A format that marks its references.
pub(super) trait Format {
    /// Reads the next piece of the text, and adds its marks. Returns whether there was one.
    fn step(&mut self, found: &mut Found) -> bool;
}

/// Returns a text without the characters that are dropped, and without the backslashes before those that are escaped.
pub(super) fn without(
    text: &str,
    at: usize,
    is_dropped: impl Fn(char) -> bool,
    is_escaped: impl Fn(char) -> bool,
) -> Builder {
    let mut built = Builder { text: String::with_capacity(text.len()), units: Units::default() };
    let mut characters = text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let start = at + start;
        if is_dropped(character) {
            built.unit("", Span::new(start, start + character.len_utf8()));
        } else if character == '\\'
            && let Some((_, next)) = characters.next_if(|(_, next)| is_escaped(*next))
        {
            let mut bytes = [0; 4];
            let kept = if is_dropped(next) { "" } else { next.encode_utf8(&mut bytes) };
            built.unit(kept, Span::new(start, start + 1 + next.len_utf8()));
        } else {
            built.text.push(character);
        }
    }
    built
}

/// The bases that a document gives, each relative to the one before.
pub(super) struct Bases<'t> {
    level: &'t Arc<Level>,
    context: Context<'static>,
    current: Option<Arc<InnerBase>>,
    /// The most bases that are relative to each other.
    most: usize,
}

impl<'t> Bases<'t> {
    /// `context` is where the bases stand.
    pub(super) const fn new(source: Source<'t>, context: Context<'static>) -> Self {
        Self { level: source.level, context, current: None, most: source.options.limits.bases }
    }

    pub(super) fn current(&self) -> Option<Arc<InnerBase>> {
        self.current.clone()
    }

    /// Sets the base to a reference at `span` of the text.
    pub(super) fn set(&mut self, text: String, span: Span, found: &mut Found) {
        let outer = self.current.take().filter(|_| !is_absolute(&text));
        if outer.as_ref().is_some_and(|outer| outer.depth() >= self.most) {
            found.findings.push(Finding::new(rules::BASES_TOO_DEEP, Standard::Rfc3986, span, "", None));
            self.current = outer;
            return;
        }
        self.current = Some(InnerBase::new(text, self.level.source(span), self.context.clone(), outer));
    }
}
