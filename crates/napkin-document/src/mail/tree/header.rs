//! Headers, line by line, and what they make of the bodies behind them.
//!
//! Decides: which lines of a header are fields, which continue one, and which end it (RFC 5322 section 2.2), and, when it has ended, what
//! the entity is made of: parts, a message, or nothing that could be taken apart.

use super::{Encoded, Node, RawField, Reader, Shape};
use crate::mail::facts::Facts;
use crate::mail::known::Known;
use crate::mail::transfer::Encoding;
use napkin::{Rule, Span};

impl Reader<'_> {
    /// One line in a header; where the next one begins.
    pub(super) fn header_line(&mut self, at: usize) -> Option<usize> {
        let (content_end, end) = self.line(at);
        let line = &self.bytes[at..content_end];
        if line.starts_with(b"--")
            && let Some(delimiter) = self.delimiter(at)
        {
            return self.obey(at, &delimiter);
        }
        if line.is_empty() {
            self.end_header(at, Span::new(at, end));
            return Some(end);
        }
        let limit = self.limits.header;
        let node = self.open.last().map_or(0, |open| open.node);
        let is_too_long = end - self.tree.nodes[node].header.start > limit;
        if is_too_long {
            self.beyond_header(at, end);
        } else if matches!(line[0], b' ' | b'\t') {
            self.continuation(at, content_end, end);
        } else if let Some(colon) = field_name(line) {
            let name = Span::new(at, at + line[..colon].trim_ascii_end().len());
            let value = Span::new(at + colon + 1, content_end);
            self.add_field(RawField { name, value, span: Span::new(at, end) });
        } else if at == self.tree.nodes[node].header.start
            && (line.starts_with(b"From ") || line.starts_with(b">From "))
        {
            let none = Span::new(at, at);
            self.add_field(RawField { name: none, value: none, span: Span::new(at, end) });
        } else {
            self.say(Rule::MailHeaderLine, Span::new(at, content_end.min(at + 80)));
            self.end_header(at, Span::new(at, at));
            // The line is the first one of the body, or of the header of what stands in it.
            return Some(at);
        }
        Some(end)
    }

    fn add_field(&mut self, field: RawField) {
        self.tree.fields.push(field);
        let count = self.tree.fields.len();
        let known = Known::of(&self.bytes[field.name.range()]);
        let node = self.top();
        known.into_iter().for_each(|known| node.known.found(known, count - 1 - node.fields.start));
        node.fields.end = count;
        node.header.end = field.span.end;
    }

    fn continuation(&mut self, at: usize, content_end: usize, end: usize) {
        let range = self.top().fields.clone();
        let none = Span::new(at, at);
        match self.tree.fields[range].last_mut() {
            Some(field) => {
                if !field.name.is_empty() {
                    field.value.end = content_end;
                }
                field.span.end = end;
                self.top().header.end = end;
            }
            None => {
                self.say(Rule::MailHeaderLine, Span::new(at, content_end.min(at + 80)));
                self.add_field(RawField { name: none, value: none, span: Span::new(at, end) });
            }
        }
    }

    /// A line of a header that has become too long: it is kept apart, and read as nothing.
    fn beyond_header(&mut self, at: usize, end: usize) {
        let is_first = self.open.last_mut().is_some_and(|open| !std::mem::replace(&mut open.has_too_long_header, true));
        if is_first {
            self.say(Rule::MailHeaderTooLarge, Span::new(at, end.min(at + 80)));
            let none = Span::new(at, at);
            return self.add_field(RawField { name: none, value: none, span: Span::new(at, end) });
        }
        let range = self.top().fields.clone();
        if let Some(field) = self.tree.fields[range].last_mut() {
            field.span.end = end;
        }
        self.top().header.end = end;
    }

    /// The header ends before `at`, with a separator or without; the body begins, and what it is made of is settled.
    pub(super) fn end_header(&mut self, at: usize, separator: Span) {
        let start = separator.end.max(at);
        let node = self.top();
        node.separator = separator;
        node.body = Span::new(start, start);
        self.in_header = false;
        let place = self.open.last().map_or(0, |open| open.node);
        let facts = Facts::of(self.tree, place, self.bytes);
        let Node { parent, depth, .. } = self.tree.nodes[place];
        // What the header of an external body says is true of what stands elsewhere.
        let is_phantom = parent.is_some_and(|parent| self.tree.nodes[parent].shape == Shape::External);
        if facts.shape == Shape::Leaf || is_phantom {
            return;
        }
        if depth >= self.limits.depth {
            return self.say(Rule::MailTooDeep, self.tree.nodes[place].header);
        }
        self.compose(place, facts, start);
    }

    /// Reads on in the body of a composite entity.
    fn compose(&mut self, place: usize, facts: Facts, start: usize) {
        let depth = self.tree.nodes[place].depth;
        let is_encoded = facts.encoding.changes_bytes();
        if is_encoded {
            self.say(Rule::MailTransferEncoding, facts.encoding_span);
        }
        if matches!(facts.shape, Shape::Multipart { .. }) {
            let Some(boundary) = facts.boundary else {
                return self.say(Rule::MailBoundary, facts.content_type_span);
            };
            if boundary.is_empty() || boundary.len() > 70 || boundary.ends_with(b" ") || !boundary.is_ascii() {
                self.say(Rule::MailBoundary, facts.content_type_span);
            }
            self.tree.nodes[place].shape = facts.shape;
            if is_encoded {
                self.tree.encoded.push(Encoded { node: place, boundary: Some(boundary.clone()) });
                self.open.iter_mut().next_back().into_iter().for_each(|open| open.is_encoded = true);
            }
            return self.open_boundary(boundary);
        }
        // What says base64 and begins with a field is none.
        let (end, _) = self.line(start);
        let is_plain = facts.encoding == Encoding::Base64 && field_name(&self.bytes[start..end]).is_some();
        if is_encoded && !is_plain {
            self.tree.nodes[place].shape = facts.shape;
            self.tree.encoded.push(Encoded { node: place, boundary: None });
        } else if self.has_room(start) {
            self.tree.nodes[place].shape = facts.shape;
            self.push(Some(place), depth + 1, Span::new(start, start));
        }
    }
}

/// How long the name of the field is that a line begins with: visible ASCII (RFC 5322 section 3.6.8), perhaps white space (section
/// 4.5), and a colon.
fn field_name(line: &[u8]) -> Option<usize> {
    let name = line.iter().position(|&byte| byte == b':' || !byte.is_ascii_graphic()).filter(|&name| name > 0)?;
    let white = line[name..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    (line.get(name + white) == Some(&b':')).then_some(name + white)
}
