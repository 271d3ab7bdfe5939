//! The strings of TOML 1.1. Start with `walk`.
//!
//! The events come from `toml_parser`. A document with an error is running text.

use super::value::{Notation, Stack, Value, between};
use napkin::Span;
use std::borrow::Cow;
use std::ops::ControlFlow;
use toml_parser::decoder::Encoding;
use toml_parser::parser::{EventKind, RecursionGuard, parse_document};
use toml_parser::{ParseError, Raw, Source};

/// The most arrays and tables inside each other; the parser calls itself for each.
const DEPTH: u32 = 128;

/// Passes every string that is not a member name to `found`, and the comments.
pub(super) fn walk(text: &str, found: &mut dyn FnMut(&Value<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let tokens = Source::new(text).lex().into_vec();
    let (mut events, mut error) = (Vec::new(), None::<ParseError>);
    parse_document(&tokens, &mut RecursionGuard::new(&mut events, DEPTH), &mut error);
    if error.is_some() {
        return found(&between(Span::new(0, text.len())));
    }
    let mut document = Document { stack: Stack::default(), members: Vec::new(), is_header: false, has_dot: false };
    document.stack.begin(true);
    for event in events {
        let span = Span::new(event.span().start(), event.span().end());
        let raw = Raw::new_unchecked(span.of(text), event.encoding(), event.span());
        match event.kind() {
            EventKind::Comment => found(&between(span))?,
            EventKind::Scalar => {
                if let Some((span, notation)) = notation(event.encoding(), span) {
                    let mut value = Cow::Borrowed("");
                    let _ = raw.decode_scalar(&mut value, &mut ());
                    found(&document.stack.value(span, Some((&value, notation))))?;
                }
                document.end_member();
            }
            EventKind::SimpleKey => {
                let mut name = Cow::Borrowed("");
                raw.decode_key(&mut name, &mut ());
                document.key(&name);
            }
            kind => document.bracket(kind),
        }
    }
    ControlFlow::Continue(())
}

/// Returns how a string is written, and the span between its quotes; `None` if the value is no string.
fn notation(encoding: Option<Encoding>, span: Span) -> Option<(Span, Notation)> {
    let (quotes, notation) = match encoding? {
        Encoding::LiteralString => (1, Notation::Single),
        Encoding::BasicString => (1, Notation::Double),
        Encoding::MlLiteralString => (3, Notation::Block),
        Encoding::MlBasicString => (3, Notation::Double),
    };
    (span.len() >= 2 * quotes).then(|| (Span::new(span.start + quotes, span.end - quotes), notation))
}

struct Document {
    stack: Stack,
    /// The depth outside each member whose value has not ended.
    members: Vec<usize>,
    /// Whether the keys are those of a table header.
    is_header: bool,
    /// Whether the next key follows another one of the same member.
    has_dot: bool,
}

impl Document {
    /// Reads a part of a key: the parts before it are tables.
    fn key(&mut self, name: &str) {
        if std::mem::take(&mut self.has_dot) {
            self.stack.begin(true);
        } else if !self.is_header {
            self.members.push(self.stack.depth());
        }
        self.stack.name(name);
    }

    /// Ends the member whose value has just ended. Items of arrays are no members.
    fn end_member(&mut self) {
        if self.stack.is_in_object()
            && let Some(outside) = self.members.pop()
        {
            self.stack.end_to(outside);
            self.stack.end_member();
        }
    }

    fn bracket(&mut self, kind: EventKind) {
        match kind {
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                self.stack.end_to(1);
                self.stack.end_member();
                self.members.clear();
                self.is_header = true;
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose => {
                if kind == EventKind::ArrayTableClose {
                    self.stack.begin(false);
                }
                self.stack.begin(true);
                self.is_header = false;
            }
            EventKind::InlineTableOpen => self.stack.begin(true),
            EventKind::ArrayOpen => self.stack.begin(false),
            EventKind::InlineTableClose | EventKind::ArrayClose => {
                self.stack.end();
                self.end_member();
            }
            EventKind::KeySep => self.has_dot = true,
            _ => {}
        }
    }
}
