//! Finds references in Markdown: CommonMark with GitHub's extensions. Start with `read`.
//!
//! `pulldown-cmark` distinguishes links, code and text. This module finds the span of each destination and decodes its
//! escapes (CommonMark 0.31 sections 2.4, 2.5, 4.7, 6.3 to 6.5), joins the raw HTML to one page, and finds URLs in the
//! text (GitHub Flavored Markdown section 6.9), whose ends follow Appendix E. A reference link has no destination of
//! its own: the link is its definition, also if nothing uses the definition.
//!
//! Definitions may follow their uses, so `pulldown-cmark` divides the whole document into blocks before the first link:
//! one pass over its lines. All other work is done block by block, and a sink that breaks saves the rest of it.

mod destination;

use crate::context::{Context, MarkdownPlace};
use crate::decoded::{self, Decoded};
use crate::entity::Kind;
use crate::link::Link;
use crate::links::{members, text};
use crate::options::Options;
use crate::outward::Outward;
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::{Builder, Level};
use pulldown_cmark::{CowStr, Event, LinkType, Options as Extensions, Parser, Tag, TagEnd};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

pub(crate) const EXTENSIONS: Extensions = Extensions::ENABLE_TABLES
    .union(Extensions::ENABLE_FOOTNOTES)
    .union(Extensions::ENABLE_STRIKETHROUGH)
    .union(Extensions::ENABLE_TASKLISTS);

/// Receives the links of a block, the raw HTML, and the end of the block.
type Each<'s, 'a> = &'s mut dyn FnMut(&mut Vec<Link<'a>>, &mut RawHtml<'_>, Option<usize>) -> ControlFlow<()>;

/// Passes the links of each block, in no particular order, and the raw HTML so far to `each`, with the offset in `bytes`
/// before which everything has been found; `None` at the end.
pub(crate) fn read<'a>(bytes: &'a [u8], options: &Options, each: Each<'_, 'a>) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(bytes);
    let html = RawHtml { text: &text, level: Arc::clone(&level), pieces: Vec::new(), length: 0, end: 0 };
    Document { bytes, text: &text, level, options, opened: false, found: Vec::new() }.read(html, each)
}

/// Returns the Markdown links and, separately, the raw HTML.
pub(crate) fn parts<'a>(bytes: &'a [u8], options: &Options) -> (Vec<Link<'a>>, Decoded) {
    let mut found = Vec::new();
    let mut page = Decoded { text: String::new(), level: Arc::default() };
    let _ = read(bytes, options, &mut |links, html, end| {
        found.append(links);
        if end.is_none() {
            page = html.decoded();
        }
        ControlFlow::Continue(())
    });
    found.sort_by_key(|link| link.span.start);
    (found, page)
}

struct Document<'a, 't, 'o> {
    bytes: &'a [u8],
    text: &'t str,
    level: Arc<Level>,
    options: &'o Options,
    /// Whether the text of the current block contains an angle bracket so far.
    opened: bool,
    found: Vec<Link<'a>>,
}

/// A link or an image that has not ended yet.
struct Open<'t> {
    place: MarkdownPlace,
    is_inline: bool,
    destination: CowStr<'t>,
    /// The current end of the content between the brackets.
    inside: usize,
}

impl<'a, 't> Document<'a, 't, '_> {
    /// Reads the metadata before the text, and returns its length.
    fn front_matter(&mut self) -> usize {
        let Some(front) = front_matter(self.text) else { return 0 };
        let level = Arc::new(Level::verbatim(front.content.start).within(&self.level));
        let text = &self.text[front.content];
        let found = &mut self.found;
        members::front_matter(self.bytes, (text, &level), front.kind, self.options, &mut |link| found.push(link));
        front.length
    }

    fn read(&mut self, mut html: RawHtml<'t>, each: Each<'_, 'a>) -> ControlFlow<()> {
        let text: &'t str = self.text;
        let front = self.front_matter();
        let behind = |range: Range<usize>| range.start + front..range.end + front;
        let parser = Parser::new_ext(&text[front..], EXTENSIONS);
        let definitions = parser.reference_definitions().iter();
        let mut definitions: Vec<(Range<usize>, String)> =
            definitions.map(|(_, found)| (behind(found.span.clone()), found.dest.to_string())).collect();
        definitions.sort_by_key(|(range, _)| range.start);
        let mut definitions = definitions.into_iter().peekable();
        let mut open: Vec<Open<'t>> = Vec::new();
        let mut plain = front..front;
        // Whether the text of the block contains an angle bracket before the start of `plain`.
        let mut opened_before = false;
        let mut code = 0_usize;
        for (event, range) in parser.into_offset_iter().map(|(event, range)| (event, behind(range))) {
            // The event at the end of a link has the range of the whole link.
            let is_end = matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
            if let Some(open) = open.last_mut().filter(|_| !is_end) {
                open.inside = open.inside.max(range.end);
            }
            let opened = self.opened;
            self.opened = match &event {
                Event::Text(_) => opened || memchr::memchr(b'<', &text.as_bytes()[range.clone()]).is_some(),
                Event::Start(tag) => opened && is_inline(&tag.to_end()),
                Event::End(tag) => opened && is_inline(tag),
                _ => opened,
            };
            let ends_block = matches!(&event, Event::End(tag) if !is_inline(tag)).then_some(range.end);
            match event {
                Event::Text(_) if open.is_empty() && code == 0 && range.start == plain.end => plain.end = range.end,
                Event::Text(_) if open.is_empty() && code == 0 => {
                    let before = std::mem::replace(&mut opened_before, opened);
                    self.bare(std::mem::replace(&mut plain, range), before);
                }
                Event::Code(_) if open.is_empty() && self.options.code => {
                    let code = &text[range.clone()];
                    let ticks = code.len() - code.trim_start_matches('`').len();
                    self.bare(std::mem::replace(&mut plain, range.end..range.end), opened_before);
                    self.bare(
                        range.start + ticks..range.end.saturating_sub(ticks).max(range.start + ticks),
                        opened_before,
                    );
                }
                Event::Start(Tag::Paragraph) => self.imports(range),
                Event::Start(Tag::CodeBlock(_)) if !self.options.code => code += 1,
                Event::End(TagEnd::CodeBlock) => code = code.saturating_sub(1),
                Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                    open.extend(self.start(MarkdownPlace::Link, link_type, dest_url, range));
                }
                Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                    open.extend(self.start(MarkdownPlace::Image, link_type, dest_url, range));
                }
                Event::End(TagEnd::Link | TagEnd::Image) => self.end(&mut open, &range),
                Event::Html(html_text) | Event::InlineHtml(html_text) => html.push(&html_text, &range),
                _ => {}
            }
            if let Some(end) = ends_block {
                self.bare(std::mem::replace(&mut plain, end..end), std::mem::take(&mut opened_before));
                while let Some((range, destination)) = definitions.next_if(|(range, _)| range.start < end) {
                    self.definition(&destination, range);
                }
                self.end_block(&mut html, end, each)?;
            }
        }
        self.bare(plain, opened_before);
        definitions.for_each(|(range, destination)| self.definition(&destination, range));
        each(&mut self.found, &mut html, None)
    }

    /// Passes on what was found up to the end of a block. A block without links says nothing new.
    fn end_block(&mut self, html: &mut RawHtml<'_>, end: usize, each: Each<'_, 'a>) -> ControlFlow<()> {
        if self.found.is_empty() && html.length() == 0 {
            return ControlFlow::Continue(());
        }
        each(&mut self.found, html, Some(self.level.source(Span::new(end, end)).start))
    }

    /// Begins a link or an image. An autolink is complete at once, because its text is its destination.
    fn start(
        &mut self,
        place: MarkdownPlace,
        kind: LinkType,
        destination: CowStr<'t>,
        range: Range<usize>,
    ) -> Option<Open<'t>> {
        if matches!(kind, LinkType::Autolink | LinkType::Email) {
            let span = Span::new(range.start + 1, range.end.saturating_sub(1).max(range.start + 1));
            let prefix = if kind == LinkType::Email { "mailto:" } else { "" };
            let address = destination.strip_prefix("mailto:").filter(|_| kind == LinkType::Email);
            let built = destination::decoded(self.text, span, address.unwrap_or(&destination), prefix);
            self.put(built, span, MarkdownPlace::Autolink);
            if let Some(link) = self.found.last_mut().filter(|_| kind == LinkType::Email) {
                link.assumed = Some("mailto:");
            }
        }
        // The content between the brackets begins after `[` or `![`.
        let inside = range.start + if place == MarkdownPlace::Image { 2 } else { 1 };
        Some(Open { place, is_inline: kind == LinkType::Inline, destination, inside })
    }

    /// Ends the innermost link or image.
    fn end(&mut self, open: &mut Vec<Open<'t>>, range: &Range<usize>) {
        if let Some(ended) = open.pop().filter(|ended| ended.is_inline) {
            let span = destination::of_link(self.text, ended.inside, range.end, &ended.destination);
            let built = destination::decoded(self.text, span, &ended.destination, "");
            self.put(built, span, ended.place);
        }
        if let Some(outer) = open.last_mut() {
            outer.inside = outer.inside.max(range.end);
        }
    }

    fn definition(&mut self, destination: &str, range: Range<usize>) {
        let span = destination::of_definition(self.text, range.start, range.end, destination);
        let built = destination::decoded(self.text, span, destination, "");
        self.put(built, span, MarkdownPlace::Definition);
    }

    /// Finds the modules that a paragraph of MDX imports: paths that begin with a dot.
    fn imports(&mut self, paragraph: Range<usize>) {
        let text = &self.text[paragraph.clone()];
        if !text.starts_with("import ") && !text.starts_with("export ") {
            return;
        }
        let mut start = paragraph.start;
        for line in text.split_inclusive('\n') {
            if let Some(span) = imported(line) {
                self.put(
                    Builder { text: span.of(line).to_owned(), ..Builder::default() },
                    span.shift(start),
                    MarkdownPlace::Import,
                );
            }
            start += line.len();
        }
    }

    fn put(&mut self, built: Builder, span: Span, place: MarkdownPlace) {
        let decoded = Decoded::new(built, span.start, &self.level);
        let whole = Span::new(0, decoded.text.len());
        let mut link = decoded.link(self.bytes, whole, Context::Markdown(place));
        link.written = Written::whole(self.holder(&link, place));
        link.new_request = matches!(place, MarkdownPlace::Image | MarkdownPlace::Import);
        self.found.push(link);
    }

    fn holder(&self, link: &Link<'_>, place: MarkdownPlace) -> Holder {
        let open = self.opened && place != MarkdownPlace::Definition;
        if place == MarkdownPlace::Autolink {
            return Holder::MarkdownAutolink { open };
        }
        let before = link.span.start.checked_sub(1).map(|at| self.bytes[at]);
        if place == MarkdownPlace::Import {
            return if before == Some(b'\'') { Holder::SingleQuotes } else { Holder::Marked };
        }
        let angle = before == Some(b'<') && self.bytes.get(link.span.end) == Some(&b'>');
        Holder::MarkdownDestination { angle, open }
    }

    /// Finds links in text outside links and code.
    fn bare(&mut self, range: Range<usize>, opened: bool) {
        let text = &self.text.as_bytes()[range.clone()];
        if text.is_empty() || memchr::memchr3(b':', b'@', b'.', text).is_none() {
            return;
        }
        // Section 6.9 links `www.` and mail addresses, but not `ftp.`.
        let options = Options { bare: true, ..*self.options };
        let level = Decoded::new(Builder::default(), range.start, &self.level).level;
        let mut outward = Outward::new(self.bytes, &level, None);
        let opens = if opened { Some(0) } else { memchr::memchr(b'<', text) };
        let _ = text::links(text, &options, &mut (), &mut |link| {
            if link.assumed != Some("ftp://") || self.options.bare {
                let open = opens.is_some_and(|at| at < link.span.start);
                let mut link = outward.link(link);
                link.context = Context::Markdown(MarkdownPlace::Bare);
                link.written = Written::whole(Holder::MarkdownText { open });
                self.found.push(link);
            }
            ControlFlow::Continue(())
        });
    }
}

/// Returns the place of the relative path that a line of a module imports or exports again.
fn imported(line: &str) -> Option<Span> {
    let statement = line.trim_end().trim_end_matches(';');
    let quote = statement.chars().next_back().filter(|quote| matches!(quote, '\'' | '"'))?;
    let end = statement.len() - 1;
    let start = statement[..end].rfind(quote)? + 1;
    let before = statement[..start - 1].trim_end();
    let is_import = before == "import" || before.ends_with(" from") || before.ends_with("}from");
    let path = &statement[start..end];
    // Bundlers look for files whose extension is missing.
    let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let is_path = has_extension && (path.starts_with("./") || path.starts_with("../"));
    (is_import && is_path && !path.contains('\\')).then(|| Span::new(start, end))
}

/// Returns whether text continues after the end of this element in the same block.
fn is_inline(tag: &TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

/// The number of bytes in a line that may be container markers.
const MARKS: usize = 1024;

/// The metadata before a text.
pub(crate) struct FrontMatter {
    /// Its length, with the lines around it.
    pub(crate) length: usize,
    content: Range<usize>,
    kind: Kind,
}

/// Returns the front matter that many site generators allow: YAML between two lines of three hyphens, or TOML between two lines of three plus
/// signs, beginning in the first line of the document, and not followed by an empty line. (`pulldown-cmark` would accept front matter
/// anywhere, and thus skip everything between two thematic breaks.)
pub(crate) fn front_matter(text: &str) -> Option<FrontMatter> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    let kind = match first.trim_end() {
        "---" => Kind::Yaml,
        "+++" => Kind::Toml,
        _ => return None,
    };
    let mut length = first.len();
    for (number, line) in lines.enumerate() {
        length += line.len();
        let is_end = match (line.trim_end(), kind) {
            ("", _) if number == 0 => return None,
            ("---" | "...", Kind::Yaml) | ("+++", Kind::Toml) => true,
            _ => false,
        };
        if is_end {
            return Some(FrontMatter { length, content: first.len()..length - line.len(), kind });
        }
    }
    None
}

/// The raw HTML of a document, joined to one page, without its beginning if that has been read.
pub(crate) struct RawHtml<'t> {
    text: &'t str,
    level: Arc<Level>,
    /// The parts of the text.
    pieces: Vec<Span>,
    /// Their length in bytes.
    length: usize,
    /// The end of the last one.
    end: usize,
}

impl RawHtml<'_> {
    /// Appends the raw HTML at a range of the document, without container markers and without the replacements of tabs
    /// and NULs.
    fn push(&mut self, html: &str, range: &Range<usize>) {
        // In some blocks the last event repeats earlier content.
        if range.start < self.end {
            return;
        }
        let source = &self.text[range.clone()];
        let mut done = 0;
        for line in html.split_inclusive('\n') {
            let line = line.strip_suffix('\n').unwrap_or(line);
            let rest = &source.as_bytes()[done..];
            let near = &rest[..rest.len().min(line.len() + MARKS)];
            let Some(found) = memchr::memmem::find(near, line.as_bytes()) else { continue };
            let start = range.start + done + found;
            let end = start + line.len();
            // A line end and the markers after it map to one line feed.
            let is_ended = self.text.as_bytes().get(end) == Some(&b'\n');
            self.put(Span::new(start, end + usize::from(is_ended)));
            done += found + line.len() + usize::from(is_ended);
        }
    }

    fn put(&mut self, piece: Span) {
        self.length += piece.len();
        self.end = piece.end;
        match self.pieces.last_mut() {
            Some(last) if last.end == piece.start => last.end = piece.end,
            _ => self.pieces.push(piece),
        }
    }

    /// Returns the offset in the document.
    pub(crate) fn start(&self) -> Option<usize> {
        self.pieces.first().map(|piece| self.level.source(Span::new(piece.start, piece.start)).start)
    }

    /// Returns the length in bytes.
    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    pub(crate) fn decoded(&self) -> Decoded {
        let mut built = Builder::default();
        let start = self.pieces.first().map_or(0, |piece| piece.start);
        let mut before = start;
        for piece in &self.pieces {
            if before < piece.start {
                built.unit("", Span::new(before, piece.start));
            }
            built.text.push_str(piece.of(self.text));
            before = piece.end;
        }
        Decoded::new(built, start, &self.level)
    }

    /// Removes the first bytes.
    pub(crate) fn consume(&mut self, mut bytes: usize) {
        self.length -= bytes;
        let mut gone = 0;
        for piece in &mut self.pieces {
            if bytes < piece.len() {
                piece.start += bytes;
                break;
            }
            bytes -= piece.len();
            gone += 1;
        }
        self.pieces.drain(..gone);
    }
}
