//! Reads headers line by line, and determines the structure of the body from them.
//!
//! The module decides which lines of a header are fields, which continue a field, and which are neither and are skipped (RFC 5322
//! section 2.2). An empty line ends the header. At its end the module decides whether the body has parts, is a message, or is
//! content without structure.

use super::KnownField;
use super::body_structure::BodyStructure;
use super::{Encoded, Node, RawField, Reader, Shape};
use crate::header_line::{is_telling_field, name_and_white as field_name};
use crate::rules;
use crate::transfer::Encoding;
use napkin::Span;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Limits the bare CRs that are checked in one line, so that a line of nothing else takes linear time.
const BARE_CRS: usize = 1000;

impl Reader<'_> {
    /// Reads one line of a header. Returns the start of the next line.
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
            return self.continuation(at, content_end, end);
        } else if let Some((name, value)) = self.field(at, content_end) {
            self.add_field(RawField { name, value, span: Span::new(at, end) });
        } else if self.is_envelope(line) {
            self.add_no_field(at, end);
        } else {
            return self.no_field(at, content_end, end);
        }
        self.find_bare_cr(at, content_end);
        Some(end)
    }

    /// Returns the spans of the name and the value of the field at `at`. A byte order mark may precede the message.
    fn field(&self, at: usize, content_end: usize) -> Option<(Span, Span)> {
        let mark = if at == 0 && self.bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let line = &self.bytes[at + mark..content_end];
        let colon = field_name(line)?;
        let start = at + mark;
        let name = Span::new(start, start + line[..colon].trim_ascii_end().len());
        Some((name, Span::new(start + colon + 1, content_end)))
    }

    /// Returns whether a line is the envelope line of a mailbox, or a line that UUCP puts before a header (RFC 976
    /// section 2.4). Only other such lines may precede it.
    fn is_envelope(&mut self, line: &[u8]) -> bool {
        let is_first = self.top().fields.is_empty();
        let has_no_field = self.open.last().is_some_and(|open| !open.has_header);
        is_first && line.starts_with(b"From ") || has_no_field && line.starts_with(b">From ")
    }

    /// Skips a line that is no field: only an empty line ends a header (RFC 5322 section 2.1). If no field follows
    /// either, there is no header, and the line begins the body.
    fn no_field(&mut self, at: usize, content_end: usize, end: usize) -> Option<usize> {
        let span = Span::new(at, content_end.min(at + 80));
        let has_header = self.open.last().is_some_and(|open| open.has_header);
        if !has_header && !self.has_field_from(end) {
            self.say(rules::MAIL_HEADER_LINE, span);
            self.end_header(at, Span::new(at, at));
            // The line is the first line of the body, or of the header of an entity in the body.
            return Some(at);
        }
        let is_passed_over = self.open.last_mut().is_some_and(|open| {
            open.has_header = true;
            std::mem::replace(&mut open.passes_over, true)
        });
        if is_passed_over {
            self.extend(end);
        } else {
            self.say(rules::MAIL_LINE_SKIPPED, span);
            self.add_no_field(at, end);
            self.open.iter_mut().next_back().into_iter().for_each(|open| open.passes_over = true);
        }
        Some(end)
    }

    /// Returns whether a field follows `at` before the header ends. A part of a multipart may lack a header, so only
    /// well-known fields count there.
    fn has_field_from(&mut self, at: usize) -> bool {
        let node = self.top();
        let (start, parent) = (node.header.start, node.parent);
        let is_part = parent.is_some_and(|parent| matches!(self.tree.nodes[parent].shape, Shape::Multipart { .. }));
        let mut next = at;
        while next < self.bytes.len() && next - start <= self.limits.header {
            let (content_end, end) = self.line(next);
            let line = &self.bytes[next..content_end];
            if line.is_empty() || line.starts_with(b"--") && self.ended_by(next).is_some() {
                return false;
            }
            if is_telling_field(line, is_part) {
                return true;
            }
            next = end;
        }
        false
    }

    /// Adds a line that is no field.
    fn add_no_field(&mut self, at: usize, end: usize) {
        let none = Span::new(at, at);
        self.add_field(RawField { name: none, value: none, span: Span::new(at, end) });
    }

    /// Extends the last line of the header to `end`.
    fn extend(&mut self, end: usize) {
        let range = self.top().fields.clone();
        if let Some(field) = self.tree.fields[range].last_mut() {
            field.span.end = end;
        }
        self.top().header.end = end;
    }

    /// Reports a bare CR that other programs may take for a line end: a field or another CR follows it.
    fn find_bare_cr(&mut self, at: usize, content_end: usize) {
        let line = &self.bytes[at..content_end];
        let is_end = |&cr: &usize| line.get(cr + 1) == Some(&b'\r') || field_name(&line[cr + 1..]).is_some();
        if let Some(cr) = memchr::memchr_iter(b'\r', line).take(BARE_CRS).find(is_end) {
            self.say(rules::MAIL_BARE_CR, Span::new(at + cr, at + cr + 1));
        }
    }

    fn add_field(&mut self, field: RawField) {
        self.tree.fields.push(field);
        let count = self.tree.fields.len();
        let known = KnownField::of(&self.bytes[field.name.range()]);
        if let Some(open) = self.open.last_mut() {
            open.has_header |= !field.name.is_empty();
            open.passes_over = false;
        }
        let node = self.top();
        known.into_iter().for_each(|known| node.known.found(known, count - 1 - node.fields.start));
        node.fields.end = count;
        node.header.end = field.span.end;
    }

    /// Reads a line that begins with white space: it continues the previous line, or, as the first line of the header,
    /// is no field.
    fn continuation(&mut self, at: usize, content_end: usize, end: usize) -> Option<usize> {
        let range = self.top().fields.clone();
        match self.tree.fields[range].last_mut() {
            Some(field) if !field.name.is_empty() => field.value.end = content_end,
            Some(_) => {}
            None => return self.no_field(at, content_end, end),
        }
        self.extend(end);
        self.find_bare_cr(at, content_end);
        Some(end)
    }

    /// Adds a line of a header beyond the size limit. Such lines are kept as one raw line, and not read as fields.
    fn beyond_header(&mut self, at: usize, end: usize) {
        let is_first = self.open.last_mut().is_some_and(|open| !std::mem::replace(&mut open.has_too_long_header, true));
        if is_first {
            self.say(rules::MAIL_HEADER_TOO_LARGE, Span::new(at, end.min(at + 80)));
            return self.add_no_field(at, end);
        }
        self.extend(end);
    }

    /// Ends the header before `at`, with or without a separator, and determines the structure of the body.
    pub(super) fn end_header(&mut self, at: usize, separator: Span) {
        let start = separator.end.max(at);
        let node = self.top();
        node.separator = separator;
        node.body = Span::new(start, start);
        self.in_header = false;
        let place = self.open.last().map_or(0, |open| open.node);
        let facts = BodyStructure::of(self.tree, place, self.bytes);
        let Node { parent, depth, .. } = self.tree.nodes[place];
        // The inner header of an external body describes the object elsewhere, not the phantom body.
        let is_phantom = parent.is_some_and(|parent| self.tree.nodes[parent].shape == Shape::External);
        if facts.shape == Shape::Leaf || is_phantom {
            return;
        }
        if depth >= self.limits.depth {
            return self.say(rules::MAIL_TOO_DEEP, self.tree.nodes[place].header);
        }
        self.compose(place, facts, start);
    }

    /// Starts reading the body of a composite entity.
    fn compose(&mut self, place: usize, facts: BodyStructure, start: usize) {
        let depth = self.tree.nodes[place].depth;
        let is_encoded = facts.encoding.changes_bytes();
        if is_encoded {
            self.say(rules::MAIL_TRANSFER_ENCODING, facts.encoding_span);
        }
        if matches!(facts.shape, Shape::Multipart { .. }) {
            let Some(boundary) = facts.boundary else {
                return self.say(rules::MAIL_BOUNDARY, facts.content_type_span);
            };
            if boundary.is_empty() || boundary.len() > 70 || boundary.ends_with(b" ") || !boundary.is_ascii() {
                self.say(rules::MAIL_BOUNDARY, facts.content_type_span);
            }
            self.tree.nodes[place].shape = facts.shape;
            if is_encoded {
                self.tree.encoded.push(Encoded { node: place, boundary: Some(boundary.clone()) });
                self.open.iter_mut().next_back().into_iter().for_each(|open| open.is_encoded = true);
            }
            return self.open_boundary(boundary);
        }
        // A body that begins with a field is not base64, whatever the header declares.
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
