//! The strings of a document, with the members around them. Start with `Stack`, which a reader of a syntax moves.

use super::json;
use crate::written::Holder;
use napkin::Span;
use napkin::map::Builder;

/// A string that is not a member name, or text between strings that may contain a URL.
pub(super) struct Value<'p> {
    /// Whether it is a string, and not text between strings.
    pub(super) is_string: bool,
    /// The path of members to the string: `icons[].src`.
    pub(super) path: &'p str,
    /// The span between the quotes, or of the text.
    pub(super) span: Span,
    /// The decoded string and its notation; `None` for JSON, which is decoded when it is needed.
    pub(super) decoded: Option<(&'p str, Notation)>,
    /// The number of the innermost object around it.
    pub(super) object: usize,
    /// The objects and arrays around it.
    pub(super) open: &'p [Open],
}

/// How a decoded string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// In double quotes, with escapes by backslashes.
    Double,
    /// In single quotes.
    Single,
    /// Without quotes.
    Plain,
    /// Without quotes, in brackets or braces.
    PlainInFlow,
    /// As indented lines.
    Block,
}

impl Value<'_> {
    /// Returns the number of the innermost object or array around it.
    pub(super) fn container(&self) -> usize {
        self.open.last().map_or(0, |open| open.number)
    }

    /// Returns whether the string is part of data that a schema describes.
    pub(super) fn is_data(&self) -> bool {
        self.open.last().is_some_and(|open| open.words == Words::Data)
    }

    /// Returns the decoded string; for JSON, its source.
    pub(super) fn raw<'t>(&'t self, text: &'t str) -> &'t str {
        self.decoded.map_or_else(|| self.span.of(text), |(decoded, _)| decoded)
    }

    /// Returns the decoded string, with the places of its escapes.
    pub(super) fn built(&self, text: &str) -> Builder {
        match self.decoded {
            _ if !self.is_string => Builder { text: self.span.of(text).to_owned(), ..Builder::default() },
            None => json::unescaped(text, self.span),
            Some((decoded, notation)) => aligned(text, self.span, decoded, notation),
        }
    }

    /// Returns how a reference is written that is the whole string.
    pub(super) fn holder(&self, text: &str) -> Holder {
        match self.decoded {
            None | Some((_, Notation::Double)) => Holder::JsonString,
            Some((decoded, _)) if decoded != self.span.of(text) => Holder::Unknown,
            Some((_, Notation::Single)) => Holder::SingleQuotes,
            Some((_, Notation::Plain | Notation::PlainInFlow)) => Holder::PlainScalar,
            Some((_, Notation::Block)) => Holder::Unknown,
        }
    }

    /// Returns how a URL is written in the text of the string.
    pub(super) fn prose_holder(&self) -> Holder {
        match self.decoded {
            _ if !self.is_string => Holder::Text,
            None | Some((_, Notation::Double)) => Holder::JsonString,
            Some((_, Notation::Plain | Notation::Block)) => Holder::Text,
            Some((_, Notation::Single | Notation::PlainInFlow)) => Holder::Unknown,
        }
    }
}

/// Returns a decoded string, with the places of all that is written differently: escapes, folded lines, indentation.
fn aligned(text: &str, span: Span, decoded: &str, notation: Notation) -> Builder {
    let source = span.of(text);
    if source == decoded {
        return Builder { text: decoded.to_owned(), ..Builder::default() };
    }
    let mut built = Builder::default();
    let (mut at, mut rest) = (0, decoded);
    let place = |start: usize, end: usize| Span::new(start, end).shift(span.start);
    while at < source.len() {
        let next = &source[at..];
        let length = escape(next, notation);
        if length > 0 {
            let (kept, behind) = rest.split_at(if is_line_end(next) { 0 } else { first(rest) });
            built.unit(kept, place(at, at + length));
            (at, rest) = (at + length, behind);
        } else if first(next) > 0 && rest.starts_with(&next[..first(next)]) {
            let length = first(next);
            built.text.push_str(&next[..length]);
            (at, rest) = (at + length, &rest[length..]);
        } else if space(next) > 0 {
            let (kept, behind) = rest.split_at(space(rest));
            built.unit(kept, place(at, at + space(next)));
            (at, rest) = (at + space(next), behind);
        } else {
            break;
        }
    }
    if !rest.is_empty() {
        built.unit(rest, place(at, source.len()));
    }
    built
}

/// Returns the length of the first character.
fn first(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Returns the length of the white space at the start.
fn space(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()
}

/// Returns whether a backslash escapes the end of the line.
fn is_line_end(text: &str) -> bool {
    text[1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n')
}

/// Returns the length of the escape at the start; 0 if there is none.
fn escape(text: &str, notation: Notation) -> usize {
    match notation {
        Notation::Single if text.starts_with("''") => 2,
        Notation::Double if text.starts_with('\\') && is_line_end(text) => 1 + space(&text[1..]),
        Notation::Double if text.starts_with('\\') => {
            let letter = text[1..].chars().next();
            let digits = match letter {
                Some('x') => 2,
                Some('u') => 4,
                Some('U') => 8,
                _ => 0,
            };
            let length = 1 + letter.map_or(0, char::len_utf8) + digits;
            let is_pair = matches!(text.get(2..4), Some("d8" | "d9" | "da" | "db" | "D8" | "D9" | "DA" | "DB"));
            let length = if digits == 4 && is_pair && text.get(6..8) == Some("\\u") { 12 } else { length };
            if text.is_char_boundary(length.min(text.len())) { length.min(text.len()) } else { 0 }
        }
        _ => 0,
    }
}

/// An open object or array.
pub(super) struct Open {
    /// Its number in the document, in the order of their starts.
    pub(super) number: usize,
    pub(super) is_object: bool,
    words: Words,
    /// The number of the innermost object.
    object: usize,
    /// The length of the path inside it, before a member name.
    path: usize,
    /// The length of the path outside it.
    outer: usize,
}

/// The objects and arrays around a place, and the path to it.
#[derive(Default)]
pub(super) struct Stack {
    path: String,
    open: Vec<Open>,
    begun: usize,
}

impl Stack {
    /// Begins an object or an array.
    pub(super) fn begin(&mut self, is_object: bool) {
        let (outer, number) = (self.path.len(), self.begun);
        let words = self.open.last().map_or(Words::Keywords, |open: &Open| match open.is_object {
            true => open.words.within(self.path[open.path.min(outer)..].trim_start_matches('.'), is_object),
            // The items of a list of data are data; others are objects with keywords.
            false if open.words == Words::Data => Words::Data,
            false => Words::Keywords,
        });
        self.path.push_str(if is_object { "" } else { "[]" });
        let object = if is_object { number } else { self.open.last().map_or(0, |open| open.object) };
        self.open.push(Open { number, is_object, words, object, path: self.path.len(), outer });
        self.begun += 1;
    }

    /// Ends the innermost object or array.
    pub(super) fn end(&mut self) {
        if let Some(closed) = self.open.pop() {
            self.path.truncate(closed.outer);
        }
    }

    /// Ends all objects and arrays but the outermost `left`.
    pub(super) fn end_to(&mut self, left: usize) {
        while self.open.len() > left {
            self.end();
        }
    }

    /// Ends a member.
    pub(super) fn end_member(&mut self) {
        if let Some(open) = self.open.last().filter(|open| open.is_object) {
            self.path.truncate(open.path);
        }
    }

    /// Begins a member. A name that looks like several path segments must not match a path of the tables.
    pub(super) fn name(&mut self, name: &str) {
        self.end_member();
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(if name.contains(['.', '[']) { "?" } else { name });
    }

    /// Returns the number of open objects and arrays.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns whether the innermost one is an object.
    pub(super) fn is_in_object(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_object)
    }

    /// Returns the string at a span.
    pub(super) fn value<'p>(&'p self, span: Span, decoded: Option<(&'p str, Notation)>) -> Value<'p> {
        let object = self.open.last().map_or(0, |open| open.object);
        Value { is_string: true, path: &self.path, span, decoded, object, open: &self.open }
    }
}

/// Returns text between strings.
pub(super) fn between(span: Span) -> Value<'static> {
    Value { is_string: false, path: "", span, decoded: None, object: 0, open: &[] }
}

/// What the names of members mean in an object of JSON Schema, OpenAPI or AsyncAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// The words of the vocabulary.
    Keywords,
    /// Any names, each of an object with keywords: the members of `properties`.
    Names,
    /// Nothing: the value is data that a schema describes.
    Data,
}

impl Words {
    /// Returns what names mean in the value of a member; `is_object` tells its type.
    fn within(self, name: &str, is_object: bool) -> Self {
        match (self, name) {
            (Self::Data, _) | (Self::Keywords, "enum" | "const" | "default" | "example" | "value") => Self::Data,
            // In OpenAPI they have names, in schemas they are a list.
            (Self::Keywords, "examples") if !is_object => Self::Data,
            (
                Self::Keywords,
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies"
                | "examples",
            ) if is_object => Self::Names,
            _ => Self::Keywords,
        }
    }
}
