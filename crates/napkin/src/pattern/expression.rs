//! The regular expression of a component (URL Pattern Standard section 2.2). Start at `Expression`.

use alloc::string::String;
use alloc::vec::Vec;

use super::part::{FULL, Modifier, Part, PartKind, Syntax};
use crate::Span;

/// The regular expression of a component, with the places of the pattern's own regular expressions.
pub(super) struct Expression {
    pub(super) text: String,
    /// Places in `text`, and places in the pattern string.
    places: Vec<(Span, Span)>,
}

impl Expression {
    /// Writes the regular expression that matches the parts.
    pub(super) fn of(parts: &[Part], syntax: Syntax) -> Self {
        let mut expression = Self { text: "^".into(), places: Vec::new() };
        for part in parts {
            expression.part(part, syntax);
        }
        expression.text.push('$');
        expression
    }

    /// Returns the place in the pattern string of a place in the regular expression.
    pub(super) fn source(&self, span: Span) -> Option<Span> {
        let (text, source) = self.places.iter().find(|(text, _)| text.start <= span.end && span.start <= text.end)?;
        let at = |place: usize| source.start + place.clamp(text.start, text.end) - text.start;
        Some(Span::new(at(span.start), at(span.end)))
    }

    fn part(&mut self, part: &Part, syntax: Syntax) {
        let modifier = part.modifier.as_str();
        if !part.is_group() {
            if part.modifier == Modifier::None {
                return self.escaped(part.value());
            }
            self.text.push_str("(?:");
            self.escaped(part.value());
            self.text.push(')');
            return self.text.push_str(modifier);
        }
        let repeats = part.modifier.repeats();
        match (part.is_bare(), repeats) {
            (true, false) => self.wrapped("(", part, syntax, ")", modifier),
            (true, true) => self.wrapped("((?:", part, syntax, ")", &[modifier, ")"].concat()),
            (false, _) => {
                self.text.push_str("(?:");
                self.escaped(part.prefix());
                if repeats {
                    self.repeated(part, syntax);
                } else {
                    self.wrapped("(", part, syntax, ")", "");
                }
                self.escaped(part.suffix());
                self.text.push(')');
                self.text.push_str(if part.modifier.may_be_absent() { "?" } else { "" });
            }
        }
    }

    fn repeated(&mut self, part: &Part, syntax: Syntax) {
        self.wrapped("((?:", part, syntax, ")", "(?:");
        self.escaped(part.suffix());
        self.escaped(part.prefix());
        self.wrapped("(?:", part, syntax, ")", ")*)");
    }

    fn wrapped(&mut self, open: &str, part: &Part, syntax: Syntax, close: &str, after: &str) {
        self.text.push_str(open);
        let start = self.text.len();
        self.text.push_str(match part.kind {
            PartKind::Full => FULL,
            PartKind::Segment => syntax.segment(),
            _ => part.value(),
        });
        if part.kind == PartKind::Regexp {
            self.places.push((Span::new(start, self.text.len()), part.regexp()));
        }
        self.text.push_str(close);
        self.text.push_str(after);
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            if matches!(c, '.' | '+' | '*' | '?' | '^' | '$' | '{' | '}' | '(' | ')' | '[' | ']' | '|' | '/' | '\\') {
                self.text.push('\\');
            }
            self.text.push(c);
        }
    }
}
