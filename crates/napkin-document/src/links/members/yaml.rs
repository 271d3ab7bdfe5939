//! The strings of YAML 1.2. Start with `walk`.
//!
//! The names and strings come from `granit-parser`. An alias is not read again, and a string has the path of the place where it is written.
//! What follows an error, as in a template of Helm, is running text.

use super::value::{Notation, Stack, Value, between};
use granit_parser::{Event, Parser, ScalarStyle, StructureStyle, options};
use napkin::Span;
use std::ops::ControlFlow;

/// Passes every string that is not a member name to `found`, and the comments.
pub(super) fn walk(text: &str, found: &mut dyn FnMut(&Value<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    // A comment is passed on at once; any number may follow each other.
    let options = options! { emit_unresolved_aliases: true, max_buffered_comment_events: usize::MAX };
    let mut document = Document { stack: Stack::default(), open: Vec::new(), flow: 0 };
    let mut done = 0;
    for read in Parser::new_from_str_with_options(text, options) {
        let Ok((event, span)) = read else {
            return found(&between(Span::new(done, text.len())));
        };
        let Some(span) = span.byte_range().map(Span::from).filter(|span| text.get(span.range()).is_some()) else {
            continue;
        };
        done = done.max(span.end);
        document.event(text, &event, span, found)?;
    }
    ControlFlow::Continue(())
}

/// What the next node of an open collection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Item,
    Key,
    Value,
}

struct Document {
    stack: Stack,
    open: Vec<Next>,
    /// The number of open collections in brackets and braces.
    flow: usize,
}

impl Document {
    fn event(
        &mut self,
        text: &str,
        event: &Event<'_>,
        span: Span,
        found: &mut dyn FnMut(&Value<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match event {
            Event::Comment(..) => return found(&between(span)),
            Event::DocumentStart(..) => *self = Self { stack: Stack::default(), open: Vec::new(), flow: 0 },
            Event::Scalar(value, ..) if self.open.last() == Some(&Next::Key) => {
                self.stack.name(value);
                self.end_node();
            }
            Event::Scalar(value, style, ..) => {
                let is_string =
                    *style != ScalarStyle::Plain || !matches!(&**value, "" | "~" | "null" | "true" | "false");
                if is_string {
                    let (span, notation) = self.notation(text, *style, span);
                    found(&self.stack.value(span, Some((value, notation))))?;
                }
                self.end_node();
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.name_key();
                self.end_node();
            }
            Event::SequenceStart(style, ..) => self.begin(*style, Next::Item),
            Event::MappingStart(style, ..) => self.begin(*style, Next::Key),
            Event::SequenceEnd | Event::MappingEnd => {
                self.stack.end();
                self.open.pop();
                self.flow = self.flow.saturating_sub(1);
                self.end_node();
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Returns how a string is written, and the span between its quotes.
    fn notation(&self, text: &str, style: ScalarStyle, span: Span) -> (Span, Notation) {
        let notation = match style {
            ScalarStyle::DoubleQuoted => Notation::Double,
            ScalarStyle::SingleQuoted => Notation::Single,
            ScalarStyle::Literal | ScalarStyle::Folded => return (span, Notation::Block),
            ScalarStyle::Plain if self.flow > 0 => return (span, Notation::PlainInFlow),
            ScalarStyle::Plain => return (span, Notation::Plain),
        };
        let is_quoted = span.len() >= 2 && span.of(text).starts_with(['"', '\'']);
        (if is_quoted { Span::new(span.start + 1, span.end - 1) } else { span }, notation)
    }

    fn begin(&mut self, style: StructureStyle, next: Next) {
        self.name_key();
        self.stack.begin(next == Next::Key);
        self.open.push(next);
        self.flow += usize::from(style == StructureStyle::Flow || self.flow > 0);
    }

    /// Names a member whose key is no string.
    fn name_key(&mut self) {
        if self.open.last() == Some(&Next::Key) {
            self.stack.name("?");
        }
    }

    fn end_node(&mut self) {
        if let Some(next) = self.open.last_mut() {
            *next = match next {
                Next::Item => Next::Item,
                Next::Key => Next::Value,
                Next::Value => Next::Key,
            };
        }
    }
}
