//! Parses a message into a tree of entities, line by line. Start at `read`.
//!
//! The parser decides where header fields, bodies, delimiters, preambles and epilogues begin and end (RFC 5322 section 2.1,
//! RFC 2046 section 5.1 and 5.2). Every byte belongs to exactly one of them. The parser makes one pass without recursion and
//! keeps the open entities on a stack. A hash table of the inner boundaries finds the entity that a delimiter ends, so that a
//! thousand open entities cost no more than ten.
//!
//! Lines end with LF, with or without CR before it; [`bare_cr`](crate::bare_cr) converts a text whose lines end with CR
//! alone. A delimiter is a whole line: two hyphens, the boundary, optionally two hyphens, then only spaces and tabs; a
//! line that only begins like a delimiter is content. The line break before a delimiter belongs to it. A delimiter of
//! an outer entity ends the inner ones.

mod body_structure;
mod header;
mod known_fields;

pub(crate) use self::known_fields::{KnownField, KnownFields};

use crate::limits::Limits;
use crate::parameters::Written;
use crate::transfer::Encoding;
use memchr::memmem::Finder;
use napkin::{Finding, Rule, Sink, Span, Standard};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::rules;

/// A line of a header with its continuation lines: a field, or a line that is no field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawField {
    /// Empty for a line that is no field: an envelope line of a mailbox, a continuation without a field, or lines beyond a limit.
    pub(crate) name: Span,
    /// The text after the colon, without the last line break.
    pub(crate) value: Span,
    /// The whole field, with the last line break.
    pub(crate) span: Span,
}

/// The structure of the body of an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A body without entities.
    Leaf,
    /// Parts between delimiters.
    Multipart {
        /// The close delimiter, without the line break after it.
        close: Option<Span>,
    },
    /// A message in the body.
    Message,
    /// The body is the header of an entity that is elsewhere (RFC 2046 section 5.2.3).
    External,
}

/// The relation between the parts of a multipart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Subtype {
    /// Any other relation, or not a multipart.
    #[default]
    Other,
    /// Messages by default, unless a part declares another type (RFC 2046 section 5.1.5).
    Digest,
    /// A page and its resources (RFC 2387).
    Related,
    /// The same content in several formats (RFC 2046 section 5.1.4).
    Alternative,
}

/// An entity. All spans refer to its text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) text: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) first: Option<usize>,
    pub(crate) last: Option<usize>,
    pub(crate) next: Option<usize>,
    /// Its position among its parent's children, from 0.
    pub(crate) ordinal: usize,
    pub(crate) depth: usize,
    pub(crate) fields: Range<usize>,
    /// The positions of the known fields.
    pub(crate) known: KnownFields,
    /// The index of its parsed `Content-Type` in `Tree::types`, once its header has been read.
    pub(crate) content_type: Option<usize>,
    pub(crate) encoding: Encoding,
    /// The delimiter before it, with the line breaks at both ends.
    pub(crate) delimiter: Span,
    pub(crate) header: Span,
    pub(crate) separator: Span,
    pub(crate) body: Span,
    pub(crate) shape: Shape,
    /// The relation between the parts of a multipart, stored so that it is not read from the header again for each part.
    pub(crate) subtype: Subtype,
}

impl Node {
    fn new(text: usize, parent: Option<usize>, depth: usize, delimiter: Span, fields: usize) -> Self {
        let at = Span::new(delimiter.end, delimiter.end);
        Self {
            text,
            parent,
            first: None,
            last: None,
            next: None,
            ordinal: 0,
            depth,
            fields: fields..fields,
            known: KnownFields::default(),
            content_type: None,
            encoding: Encoding::SevenBit,
            delimiter,
            header: at,
            separator: at,
            body: at,
            shape: Shape::Leaf,
            subtype: Subtype::Other,
        }
    }
}

/// The entities of a message and their fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) fields: Vec<RawField>,
    /// The parsed `Content-Type` fields.
    pub(crate) types: Vec<Written>,
    /// Entities whose bodies must be decoded before their parts can be read.
    pub(crate) encoded: Vec<Encoded>,
}

impl Tree {
    /// Returns the index in `fields` of a known field of an entity.
    pub(crate) fn known(&self, node: &Node, known: KnownField) -> Option<usize> {
        Some(node.fields.start + node.known.of(known)?)
    }

    fn add(&mut self, mut node: Node) -> usize {
        let place = self.nodes.len();
        if let Some(parent) = node.parent {
            let before = self.nodes[parent].last;
            self.nodes[parent].last = Some(place);
            match before {
                Some(before) => {
                    node.ordinal = self.nodes[before].ordinal + 1;
                    self.nodes[before].next = Some(place);
                }
                None => self.nodes[parent].first = Some(place),
            }
        }
        self.nodes.push(node);
        place
    }
}

/// A composite entity whose body has a transfer encoding.
#[derive(Clone, Debug)]
pub(crate) struct Encoded {
    pub(crate) node: usize,
    /// The boundary, for a multipart.
    boundary: Option<Vec<u8>>,
}

/// Finds lines that may be delimiters. Built once, because building takes as long as searching a small message.
static DELIMITERS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n--"));

/// The number of outermost entities that are searched linearly. Building a table costs more than reading most messages, which
/// have one or two boundaries.
const NEAR: usize = 8;

/// Numbers of fields and entities that suffice for most messages. They are allocated at once, each in at most one kilobyte,
/// because allocators take more time for larger blocks.
const USUAL_FIELDS: usize = 20;
const USUAL_NODES: usize = 4;
const _: () = assert!(USUAL_FIELDS * size_of::<RawField>() <= 1024 && USUAL_NODES * size_of::<Node>() <= 1024);

/// Reads a message, which is text 0.
pub(crate) fn read(tree: &mut Tree, bytes: &[u8], limits: &Limits, findings: &mut dyn Sink) {
    tree.fields.reserve_exact(USUAL_FIELDS);
    tree.nodes.reserve_exact(USUAL_NODES);
    let mut reader = Reader::new(tree, bytes, 0, limits, findings);
    reader.push(None, 0, Span::default());
    reader.run();
}

/// Reads the decoded body of a composite entity, which is the text with the number `text`.
pub(crate) fn read_encoded(
    tree: &mut Tree,
    encoded: &Encoded,
    bytes: &[u8],
    text: usize,
    limits: &Limits,
    findings: &mut dyn Sink,
) {
    let depth = tree.nodes[encoded.node].depth + 1;
    let mut reader = Reader::new(tree, bytes, text, limits, findings);
    match &encoded.boundary {
        Some(boundary) => {
            reader.open.push(Open { node: encoded.node, is_here: false, ..Open::default() });
            reader.open_boundary(boundary.clone());
        }
        None => reader.push(Some(encoded.node), depth, Span::default()),
    }
    reader.run();
}

struct Reader<'r> {
    tree: &'r mut Tree,
    bytes: &'r [u8],
    text: usize,
    limits: &'r Limits,
    findings: &'r mut dyn Sink,
    /// The open entities, outermost first, each with its boundary if that can still occur.
    open: Vec<Open>,
    /// The number of open entities with a boundary.
    bounded: usize,
    /// Maps each boundary to the positions in `open` of its entities, innermost last; without the outermost [`NEAR`] entities.
    boundaries: HashMap<Vec<u8>, Vec<usize>>,
    in_header: bool,
}

#[derive(Default)]
struct Open {
    node: usize,
    /// Whether its own spans refer to the text that is being read.
    is_here: bool,
    boundary: Option<Vec<u8>>,
    /// Whether its parts may appear only after decoding.
    is_encoded: bool,
    has_too_long_header: bool,
    /// Whether the header has a field.
    has_header: bool,
    /// Whether the last line of the header is no field and was skipped.
    passes_over: bool,
}

/// A delimiter line.
struct Delimiter {
    /// The position in `open` of the multipart that it belongs to.
    level: usize,
    is_close: bool,
    /// The end of the line without and with its line break.
    content_end: usize,
    line_end: usize,
}

impl<'r> Reader<'r> {
    fn new(tree: &'r mut Tree, bytes: &'r [u8], text: usize, limits: &'r Limits, findings: &'r mut dyn Sink) -> Self {
        let (open, boundaries) = (Vec::new(), HashMap::new());
        Self { tree, bytes, text, limits, findings, open, bounded: 0, boundaries, in_header: false }
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.bytes.len() {
            let next = if self.in_header { self.header_line(at) } else { self.body_line(at) };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        self.close(0, self.bytes.len());
    }

    fn say(&mut self, rule: Rule, span: Span) {
        self.findings.report(Finding::new(rule, Standard::Rfc3986, span, "", None));
    }

    fn top(&mut self) -> &mut Node {
        let node = self.open.last().map_or(0, |open| open.node);
        &mut self.tree.nodes[node]
    }

    /// Opens an entity; its header comes next.
    fn push(&mut self, parent: Option<usize>, depth: usize, delimiter: Span) {
        let node = self.tree.add(Node::new(self.text, parent, depth, delimiter, self.tree.fields.len()));
        self.open.push(Open { node, is_here: true, ..Open::default() });
        self.in_header = true;
    }

    /// Returns the end of the line at `at`, without and with its line break.
    fn line(&self, at: usize) -> (usize, usize) {
        match memchr::memchr(b'\n', &self.bytes[at..]) {
            Some(found) => {
                let end = at + found;
                (end - usize::from(found > 0 && self.bytes[end - 1] == b'\r'), end + 1)
            }
            None => (self.bytes.len(), self.bytes.len()),
        }
    }

    /// Returns whether the limit allows another entity, and reports if it does not.
    fn has_room(&mut self, at: usize) -> bool {
        let has_room = self.tree.nodes.len() < self.limits.parts;
        if !has_room {
            self.say(rules::MAIL_TOO_MANY_PARTS, Span::new(at, at));
        }
        has_room
    }

    /// Gives the innermost open entity a boundary.
    fn open_boundary(&mut self, mut boundary: Vec<u8>) {
        let level = self.open.len() - 1;
        boundary.truncate(boundary.trim_ascii_end().len());
        if level >= NEAR {
            self.boundaries.entry(boundary.clone()).or_default().push(level);
        }
        self.open[level].boundary = Some(boundary);
        self.bounded += 1;
    }

    /// Removes the boundary of an open entity, so that it no longer ends anything. Returns whether there was one.
    fn close_boundary(&mut self, level: usize) -> bool {
        let Some(boundary) = self.open[level].boundary.take() else { return false };
        self.bounded -= 1;
        if level >= NEAR
            && let Some(levels) = self.boundaries.get_mut(&boundary)
        {
            levels.pop();
            if levels.is_empty() {
                self.boundaries.remove(&boundary);
            }
        }
        true
    }

    /// Finds the next line of a body that may be a delimiter. Returns where reading continues, or `None` at the end.
    fn body_line(&mut self, at: usize) -> Option<usize> {
        if self.bounded == 0 {
            return None;
        }
        let mut line = at;
        if !self.bytes[at..].starts_with(b"--") {
            line = at + DELIMITERS.find(&self.bytes[at..])? + 1;
        }
        match self.delimiter(line) {
            Some(delimiter) => self.obey(line, &delimiter),
            None => Some(self.line(line).1),
        }
    }

    /// Returns the delimiter at `at`, a line that begins with two hyphens. Reports a line that only resembles a
    /// delimiter.
    fn delimiter(&mut self, at: usize) -> Option<Delimiter> {
        let found = self.ended_by(at);
        let innermost = self.open.iter().rev().find_map(|open| open.boundary.as_deref()).filter(|_| found.is_none());
        let (content_end, _) = self.line(at);
        let content = &self.bytes[at + 2..content_end];
        if innermost.is_some_and(|boundary| !boundary.is_empty() && content.starts_with(boundary)) {
            self.say(rules::MAIL_DELIMITER_DOUBTFUL, Span::new(at, content_end));
        }
        found
    }

    fn ended_by(&self, at: usize) -> Option<Delimiter> {
        let (content_end, line_end) = self.line(at);
        let content = &self.bytes[at + 2..content_end];
        let padding = content.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let content = &content[..content.len() - padding];
        let level = |content: &[u8]| {
            let is_bounded = |&level: &usize| self.open[level].boundary.as_deref() == Some(content);
            let count = self.open.len();
            // Nearly always the boundary belongs to the parent of the open part.
            let near = (count.saturating_sub(2)..count).rev().find(is_bounded);
            let deep = || self.boundaries.get(content).and_then(|levels| levels.last().copied());
            near.or_else(|| if count > NEAR { deep() } else { None })
                .or_else(|| (0..count.min(NEAR)).rev().find(is_bounded))
        };
        let opens = level(content).map(|level| (level, false));
        let closes = content.strip_suffix(b"--").and_then(level).map(|level| (level, true));
        let (level, is_close) = opens.max(closes)?;
        Some(Delimiter { level, is_close, content_end, line_end })
    }

    /// Applies a delimiter: ends the inner entities, and opens the next part. Returns the start of the next line, or `None`
    /// to stop.
    fn obey(&mut self, at: usize, delimiter: &Delimiter) -> Option<usize> {
        let Delimiter { level, is_close, content_end, line_end } = *delimiter;
        let before = &self.bytes[..at];
        let break_before = usize::from(before.ends_with(b"\n")) + usize::from(before.ends_with(b"\r\n"));
        let node = self.open[level].node;
        let is_here = self.open[level].is_here;
        let floor = if is_here { self.tree.nodes[node].body.start } else { 0 };
        let start = at.saturating_sub(break_before).max(floor);
        // Ending a header may open an entity, which counts against the limit.
        self.end_headers(level + 1);
        if !is_close && !self.has_room(at) {
            // The rest of the text is content.
            return None;
        }
        self.close(level + 1, start);
        if is_close {
            self.close_boundary(level);
            if is_here {
                self.tree.nodes[node].shape = Shape::Multipart { close: Some(Span::new(start, content_end)) };
            }
            self.in_header = false;
        } else {
            let depth = self.tree.nodes[node].depth + 1;
            self.push(Some(node), depth, Span::new(start, line_end));
        }
        Some(line_end)
    }

    /// Ends the header that is being read, if its entity is at `level` or deeper. Repeats, because ending the header of a
    /// composite entity may begin the header of an inner entity.
    fn end_headers(&mut self, level: usize) {
        while self.in_header && self.open.len() > level {
            let at = self.top().header.end;
            self.end_header(at, Span::new(at, at));
        }
    }

    /// Ends all open entities from this level inwards.
    fn close(&mut self, level: usize, end: usize) {
        self.end_headers(level);
        while self.open.len() > level {
            let last = self.open.len() - 1;
            let is_unclosed = self.close_boundary(last);
            let Some(Open { node: place, is_here, is_encoded, .. }) = self.open.pop() else { return };
            let is_empty = self.tree.nodes[place].first.is_none();
            if is_unclosed && !(is_empty && is_encoded) {
                let rule = if is_empty { rules::MAIL_BOUNDARY } else { rules::MAIL_UNCLOSED };
                self.say(rule, Span::new(end, end));
            }
            if is_here {
                self.end(place, end);
            }
        }
    }

    /// Ends an entity. Clips its spans, because the line break before the delimiter belongs to the delimiter.
    fn end(&mut self, place: usize, end: usize) {
        let node = &mut self.tree.nodes[place];
        node.body.end = end;
        for span in [&mut node.delimiter, &mut node.header, &mut node.separator, &mut node.body] {
            *span = Span::new(span.start.min(end), span.end.min(end));
        }
        if let Some(field) = self.tree.fields[node.fields.clone()].last_mut() {
            for span in [&mut field.name, &mut field.value, &mut field.span] {
                *span = Span::new(span.start.min(end), span.end.min(end));
            }
        }
    }
}
