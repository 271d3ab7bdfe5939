//! The tree of a message, line by line.
//!
//! Decides: where header fields, bodies, delimiters, preambles and epilogues begin and end (RFC 5322 section 2.1, RFC 2046
//! section 5.1 and 5.2). Every byte belongs to exactly one of them. One pass, no recursion: the entities that stand open are a
//! stack, and a table of the boundaries of the deeper ones says which of them a line ends, so that a thousand open ones cost no more than ten.
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

/// A line of a header, with those that continue it: a field, or what is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawField {
    /// Empty where it is no field: the envelope line of a mailbox, a continuation of nothing, what lies beyond a limit.
    pub(crate) name: Span,
    /// Behind the colon, without the last line break.
    pub(crate) value: Span,
    /// All of it, with the last line break.
    pub(crate) span: Span,
}

/// What an entity is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A body that is no entity.
    Leaf,
    /// Parts between delimiters.
    Multipart {
        /// The close delimiter, without the line break behind it.
        close: Option<Span>,
    },
    /// A message in the body.
    Message,
    /// The header of an entity that stands elsewhere in the body (RFC 2046 section 5.2.3).
    External,
}

/// What the parts of a multipart are to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Subtype {
    /// Anything else, or it is no multipart.
    #[default]
    Other,
    /// Messages, unless they say otherwise (RFC 2046 section 5.1.5).
    Digest,
    /// One page and what it needs (RFC 2387).
    Related,
    /// The same thing in several ways (RFC 2046 section 5.1.4).
    Alternative,
}

/// An entity: all places in its text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) text: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) first: Option<usize>,
    pub(crate) last: Option<usize>,
    pub(crate) next: Option<usize>,
    /// Which of its parent's children it is, from 0.
    pub(crate) ordinal: usize,
    pub(crate) depth: usize,
    pub(crate) fields: Range<usize>,
    /// Where those stand that are asked for by name.
    pub(crate) known: KnownFields,
    /// What its `Content-Type` says, among those of all entities; where its header has been read.
    pub(crate) content_type: Option<usize>,
    pub(crate) encoding: Encoding,
    /// The delimiter before it, with the line breaks at both ends.
    pub(crate) delimiter: Span,
    pub(crate) header: Span,
    pub(crate) separator: Span,
    pub(crate) body: Span,
    pub(crate) shape: Shape,
    /// Of a multipart: what its parts are to each other, so that it is not read from its header for each of them.
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
    /// What fields say that give a type, each read once.
    pub(crate) types: Vec<Written>,
    /// Entities whose bodies have to be decoded before what is in them can be read.
    pub(crate) encoded: Vec<Encoded>,
}

impl Tree {
    /// The place of a known field of an entity.
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
    /// Of a multipart.
    boundary: Option<Vec<u8>>,
}

/// Looks for lines that may be delimiters; made once, as that takes as long as looking through a small message.
static DELIMITERS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n--"));

/// So many of the outermost entities are looked through: making a table costs more than reading most messages, which have one boundary or two.
const NEAR: usize = 8;

/// As many fields and entities as most messages have at most: room for them is made at once, in less than the kilobyte from which on
/// allocators take more time.
const USUAL_FIELDS: usize = 20;
const USUAL_NODES: usize = 4;
const _: () = assert!(USUAL_FIELDS * size_of::<RawField>() <= 1024 && USUAL_NODES * size_of::<Node>() <= 1024);

/// Reads a message: the first text.
pub(crate) fn read(tree: &mut Tree, bytes: &[u8], limits: &Limits, findings: &mut dyn Sink) {
    tree.fields.reserve_exact(USUAL_FIELDS);
    tree.nodes.reserve_exact(USUAL_NODES);
    let mut reader = Reader::new(tree, bytes, 0, limits, findings);
    reader.push(None, 0, Span::default());
    reader.run();
}

/// Reads the body of a composite entity that has been decoded, which is the text of this number.
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
    /// Entities that stand open, the outermost first, each with its boundary if it has one that counts.
    open: Vec<Open>,
    /// How many of them have one.
    bounded: usize,
    /// For each boundary the places in `open` of those that it ends, the innermost last; but for the outermost [`NEAR`].
    boundaries: HashMap<Vec<u8>, Vec<usize>>,
    in_header: bool,
}

#[derive(Default)]
struct Open {
    node: usize,
    /// Whether its own places are in the text that is being read.
    is_here: bool,
    boundary: Option<Vec<u8>>,
    /// Whether its parts may show when it is decoded.
    is_encoded: bool,
    has_too_long_header: bool,
    /// Whether the header has a field.
    has_header: bool,
    /// Whether the last line of the header is no field and was skipped.
    passes_over: bool,
}

/// A line that ends something.
struct Delimiter {
    /// The place in `open` of what it belongs to.
    level: usize,
    is_close: bool,
    /// Where the line ends without and with its line break.
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

    /// Opens an entity, whose header comes next.
    fn push(&mut self, parent: Option<usize>, depth: usize, delimiter: Span) {
        let node = self.tree.add(Node::new(self.text, parent, depth, delimiter, self.tree.fields.len()));
        self.open.push(Open { node, is_here: true, ..Open::default() });
        self.in_header = true;
    }

    /// The line at `at`: where its content ends, and where it ends.
    fn line(&self, at: usize) -> (usize, usize) {
        match memchr::memchr(b'\n', &self.bytes[at..]) {
            Some(found) => {
                let end = at + found;
                (end - usize::from(found > 0 && self.bytes[end - 1] == b'\r'), end + 1)
            }
            None => (self.bytes.len(), self.bytes.len()),
        }
    }

    /// Whether there may be one more entity.
    fn has_room(&mut self, at: usize) -> bool {
        let has_room = self.tree.nodes.len() < self.limits.parts;
        if !has_room {
            self.say(rules::MAIL_TOO_MANY_PARTS, Span::new(at, at));
        }
        has_room
    }

    /// The innermost open entity has a boundary.
    fn open_boundary(&mut self, mut boundary: Vec<u8>) {
        let level = self.open.len() - 1;
        boundary.truncate(boundary.trim_ascii_end().len());
        if level >= NEAR {
            self.boundaries.entry(boundary.clone()).or_default().push(level);
        }
        self.open[level].boundary = Some(boundary);
        self.bounded += 1;
    }

    /// What is left of an entity, or of its parts, that ends nothing any more.
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

    /// The next line of a body that may be a delimiter; what is behind it.
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
            // Nearly always it is that of what the open part stands in.
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

    /// Ends what a delimiter ends; where the next line begins, if any more is to be read.
    fn obey(&mut self, at: usize, delimiter: &Delimiter) -> Option<usize> {
        let Delimiter { level, is_close, content_end, line_end } = *delimiter;
        let before = &self.bytes[..at];
        let break_before = usize::from(before.ends_with(b"\n")) + usize::from(before.ends_with(b"\r\n"));
        let node = self.open[level].node;
        let is_here = self.open[level].is_here;
        let floor = if is_here { self.tree.nodes[node].body.start } else { 0 };
        let start = at.saturating_sub(break_before).max(floor);
        // Which may open an entity, and so takes of the room.
        self.end_headers(level + 1);
        if !is_close && !self.has_room(at) {
            // What follows is content.
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

    /// Ends the header that is being read, if it stands open from this place on. It may be that of a composite entity, in which a header begins.
    fn end_headers(&mut self, level: usize) {
        while self.in_header && self.open.len() > level {
            let at = self.top().header.end;
            self.end_header(at, Span::new(at, at));
        }
    }

    /// Ends all that stands open from this place on.
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

    /// An entity ends; the line break that a delimiter takes may have been its last one.
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
