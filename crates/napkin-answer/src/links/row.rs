//! Resolves and prints the references of a document, one row each.
//!
//! `Rows` keeps the position in the document; `Row` prints one reference.

use std::borrow::Cow;
use std::sync::Arc;

use napkin::{Base, Finding, Reference, Span, Standard, Url, whatwg};
use napkin_document::{BaseLayer, Context, InnerBase, Link, LinkResolver, ResolvedLink};

use super::document::{Document, Parts};
use crate::output::{self, Cursor, CursorPosition, Page, joined, shown};
use crate::record::{Place, violations};
use crate::{fields, rules};

/// Columns of the place and of the context, for people.
const PLACE: usize = 8;
const CONTEXT: usize = 22;

/// Prints the references of a document in their order.
pub struct Rows<'d> {
    document: &'d Document<'d>,
    resolver: LinkResolver<'d>,
    /// The place of the last reference in its window.
    spot: CursorPosition,
    /// The offset of the window in the document.
    offset: usize,
    explain: bool,
    /// Whether URLs are printed relative to the base URL, except in JSON and templates.
    pub relative: bool,
    /// The number of relative references without a base.
    without_base: usize,
    /// The message part of the last reference.
    last_part: Option<Arc<str>>,
}

/// A reference of a document, with its absolute form.
pub struct Row<'r, 'l, 'a> {
    rows: &'r Rows<'r>,
    /// The reference as written.
    pub link: &'l Link<'a>,
    /// The bytes that its spans refer to.
    window: &'l [u8],
    /// Line and column, from 1.
    pub place: (usize, usize),
    /// The absolute form, and the base that made it.
    pub done: ResolvedLink,
    /// The URL relative to its base, if that is asked for.
    relative: Option<String>,
    /// Whether the reference is relative and has no base.
    pub lacks_base: bool,
    /// Whether the reference is the first in its message part.
    begins_part: bool,
}

impl<'d> Rows<'d> {
    pub(super) fn new(document: &'d Document<'d>, explain: bool) -> Self {
        Self {
            document,
            resolver: LinkResolver::new(&document.based),
            spot: CursorPosition::default(),
            offset: 0,
            explain,
            relative: false,
            without_base: 0,
            last_part: None,
        }
    }

    /// Moves to the next window, which begins `consumed` bytes after the last window, and returns its place.
    pub fn pass(&mut self, window: &[u8], consumed: usize) -> CursorPosition {
        self.spot = Cursor::resume(window, self.spot).advance(consumed).spot().behind(consumed);
        self.offset += consumed;
        self.spot
    }

    /// Returns the row of the next reference, with its places in a window, or in the whole document.
    pub fn row<'r, 'l, 'a>(&'r mut self, link: &'l Link<'a>, window: &'l [u8]) -> Row<'r, 'l, 'a> {
        let at = Cursor::resume(window, self.spot).advance(link.span.start);
        self.spot = at.spot();
        let done = self.resolver.resolve(link);
        let has_base = self.document.based.found.url.is_some() || done.given().is_some();
        let lacks_base = !has_base && done.absolute.as_ref().is_err_and(|error| rules::lacks_base(error.rule));
        self.without_base += usize::from(lacks_base);
        let part = link.part.as_ref().map(|part| &part.number);
        let begins_part = part.is_some_and(|part| self.last_part.as_ref() != Some(part));
        if let Some(part) = part.filter(|_| begins_part) {
            self.last_part = Some(Arc::clone(part));
        }
        let relative = if self.relative { self.relativized(&done) } else { None };
        Row { rows: self, link, window, place: (at.line, at.column), done, relative, lacks_base, begins_part }
    }

    /// Returns a URL relative to its base; `None` if it has another scheme or authority than the base.
    fn relativized(&self, done: &ResolvedLink) -> Option<String> {
        let url = done.absolute.as_ref().ok()?.as_ref()?;
        let read = |text| Reference::parse(text, Standard::Rfc3986).ok();
        let base = Base::new(read(self.resolver.base_of(done).0?)?).ok()?;
        let relative = base.relativize(read(url.as_str())?).ok()?;
        let found = relative.reference();
        let is_path = found.scheme().is_none() && found.authority().is_none();
        is_path.then(|| relative.as_str().to_owned())
    }

    /// Prints the remaining diagnostics at the end of the document.
    pub fn finish(&self, page: &mut Page<'_>) {
        if self.without_base > 0 && !page.tells_errors() {
            let (name, count) = (self.document.name, self.without_base);
            let references = if count == 1 { "reference" } else { "references" };
            page.note(&format!("{name}: no base URL for {count} relative {references}; --base gives one"));
        }
        if page.is_pretty() {
            page.line("");
        }
    }
}

impl<'r, 'l> Row<'r, 'l, '_> {
    /// Prints the row, and a diagnostic of what is wrong with it.
    pub fn print(&self, page: &mut Page<'_>) {
        page.count();
        if page.flow().is_break() {
            return;
        }
        // A message in a field or in an explanation quotes the decoded text of the reference.
        match &self.done.absolute {
            Err(error) => self.complain(error, page),
            Ok(_) if self.rows.document.based.standard == Standard::Whatwg && page.shows_remarks() => self.remark(page),
            Ok(_) => {}
        }
        page.row(self);
    }

    /// Returns the URL of the base, and the layer that it comes from.
    #[must_use]
    pub fn base(&self) -> (Option<&str>, BaseLayer) {
        self.rows.resolver.base_of(&self.done)
    }

    /// Returns where the reference is.
    #[must_use]
    pub fn context(&self) -> String {
        in_words(&self.link.context)
    }

    /// Prints an error at its exact place in the document. All missing bases share one remark.
    fn complain(&self, error: &Finding, page: &mut Page<'_>) {
        page.say_no();
        if self.lacks_base || page.tells_errors() {
            return;
        }
        let (text, place, finding) = self.placed(error);
        page.diagnose(&text, place, &[finding]);
    }

    /// Prints the violations of a reference that parses nevertheless.
    fn remark(&self, page: &mut Page<'_>) {
        // The reference has been parsed: no error ends the parser.
        let (findings, _) = violations(&self.link.text, self.rows.resolver.whatwg_base(&self.done));
        for finding in &joined(&findings) {
            let (text, place, finding) = self.placed(finding);
            page.remark(&text, place, &[finding]);
        }
    }

    /// Converts a finding in a reference to a place in the document: returns the text to quote, the place, and the finding with
    /// its span in the quoted text.
    fn placed(&self, finding: &Finding) -> (Cow<'l, str>, Place<'r>, Finding) {
        let link = self.link;
        let source = link.source_span(finding.span);
        let at = Cursor::resume(self.window, self.rows.spot).advance(source.start.max(link.span.start));
        let place = Place::At { source: self.rows.document.name, line: at.line, column: at.column };
        let raw = link.raw_lossy();
        // Quotes the raw bytes if they can show the place, otherwise the decoded text.
        let is_shown = raw.len() == link.raw.len() && !self.rows.document.is_wide();
        if is_shown && source.start >= link.span.start && source.end <= link.span.end {
            let span = Span::new(source.start - link.span.start, source.end - link.span.start);
            (raw, place, finding.with_span(span))
        } else {
            (Cow::Borrowed(&*link.text), place, *finding)
        }
    }

    /// Explains how the reference was resolved.
    fn explain(&self, page: &mut Page<'_>) {
        let aside = page.paint().aside();
        let indent = " ".repeat(PLACE + 2);
        let (base, layer) = self.rows.resolver.base_of(&self.done);
        let why = match (self.done.absolute.as_ref(), base) {
            (Err(error), _) => format!("{error} ({})", error.see()),
            (Ok(Some(url)), _) if self.is_absolute(&self.link.text, url) => {
                "absolute by itself; the base plays no part".to_owned()
            }
            (Ok(None), _) => "a reference to the current document (section 3); the base plays no part".to_owned(),
            (Ok(Some(_)), Some(base)) => {
                format!("against {base} from section {} ({layer}{})", layer.section(), self.given())
            }
            (Ok(Some(_)), None) => String::new(),
        };
        page.line(format_args!("{indent}{aside}{why}{aside:#}"));
    }

    /// Prints the heading of a message part, with its base, before the part's references.
    fn part(&self, number: &str, page: &mut Page<'_>) {
        let Some(Parts { parsed, .. }) = self.rows.document.message else { return };
        let Some(part) = self.link.part.as_ref().and_then(|part| parsed.message.part_at(part.index)) else { return };
        let Some((url, from)) = self.rows.document.base_of(part) else { return };
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        page.line(format_args!("  {heading}part {number}{heading:#}  base {url}  {aside}{from}{aside:#}"));
        if self.rows.explain {
            self.rows.document.layers_of(part, page);
        }
    }

    /// Describes the header field of the message that gives the base.
    fn given(&self) -> String {
        let given = self.done.given();
        let of = given.and_then(|given| Some(format!(", {} of part {}", given.context(), given.part()?)));
        of.unwrap_or_default()
    }

    /// Returns the number of the message part that the reference points to (RFC 2557 section 8.2).
    #[must_use]
    pub fn target(&self) -> Option<String> {
        let Parts { parsed, related } = self.rows.document.message?;
        let from = parsed.message.part_at(self.link.part.as_ref()?.index)?;
        let url = match &self.done.absolute {
            Ok(Some(url)) => url.as_str(),
            // By RFC 2110 an unresolved reference is compared as written.
            _ => &self.link.text,
        };
        Some(related.find(from, url)?.part.number())
    }

    /// Returns whether a text gives the URL without a base. Under `whatwg`, a text with a scheme may be relative: `http:menu`.
    fn is_absolute(&self, text: &str, url: &Url) -> bool {
        match self.rows.document.based.standard {
            Standard::Whatwg => whatwg::Url::parse(text, None).is_ok_and(|alone| alone.href() == url.as_str()),
            standard => Reference::parse(text, standard).is_ok_and(|reference| reference.is_absolute()),
        }
    }

    /// Returns the absolute form, or else the text in the document.
    fn url(&self) -> &str {
        if let Some(relative) = &self.relative {
            return relative;
        }
        match &self.done.absolute {
            Ok(Some(url)) => url.as_str(),
            _ => &self.link.text,
        }
    }
}

impl output::Row for Row<'_, '_, '_> {
    fields! { self;
        let link = self.link;
        let (base, layer) = self.rows.resolver.base_of(&self.done);
        let absolute = self.done.absolute.as_ref().ok().and_then(Option::as_ref);
        let in_document = |error: &Finding| error.with_span(link.source_span(error.span).shift(self.rows.offset));
        let error = self.done.absolute.as_ref().err().map(in_document);
        let own = [&*link.text];
        // Most references have one reading, which needs no allocation.
        let all = (!link.alternatives.is_empty()).then(|| link.readings().collect::<Vec<_>>());
        let given = self.done.given();
        "source" => self.rows.document.name,
        "part" => link.part.as_ref().map(|part| &*part.number),
        "start" => link.span.start + self.rows.offset,
        "end" => link.span.end + self.rows.offset,
        "raw" => link.raw,
        "context" => &in_words(&link.context),
        "base" => base,
        "base_from" => layer.name(),
        "standard" => self.rows.document.based.standard.name(),
        "ok" => error.is_none(),
        "absolute" => absolute.map(Url::as_str),
        "same_document" => is_same_document(link),
        "scheme" => absolute.map(Url::scheme),
        "error" => error.as_ref(),
        "line" => self.place.0,
        "column" => self.place.1,
        "readings" => all.as_deref().unwrap_or(&own),
        "base_field" => given.and_then(InnerBase::field).as_deref(),
        "base_part" => given.and_then(InnerBase::part),
        "to_part" => self.target().as_deref(),
    }

    /// Prints the row for programs, piece by piece: the formatter takes several times as long.
    fn plain(&self, page: &mut Page<'_>) {
        let (line, column) = self.place;
        page.put_standard(self.rows.document.of, self.rows.document.based.standard);
        page.text(self.rows.document.name);
        page.text(":");
        page.number(line);
        page.text(":");
        page.number(column);
        page.text("\t");
        page.text(self.url());
        page.text("\t");
        match &self.link.context {
            Context::HtmlAttribute { element, attribute } => {
                ["html ", element, "[", attribute, "]\n"].into_iter().for_each(|text| page.text(text));
            }
            context => page.line(context),
        }
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let paint = page.paint();
        let (aside, name) = (paint.aside(), paint.name());
        let style = if self.done.absolute.is_err() { paint.error() } else { paint.answer() };
        let place = format!("{}:{}", self.place.0, self.place.1);
        if let Some(part) = self.link.part.as_ref().filter(|_| self.begins_part) {
            self.part(&part.number, page);
        }
        let url = shown(self.url());
        page.put(format_args!(
            "{aside}{place:>PLACE$}{aside:#}  {name}{:CONTEXT$}{name:#} {style}{url}{style:#}",
            self.link.context.to_string()
        ));
        match &self.done.absolute {
            Ok(None) => page.put(format_args!("{aside}  this document{aside:#}")),
            Ok(Some(url)) if url.as_str() != self.link.text => {
                page.put(format_args!("{aside}  <- {}{aside:#}", shown(&self.link.text)));
            }
            Err(error) => page.put(format_args!("{aside}  {}{aside:#}", error.rule.code())),
            Ok(Some(_)) => {}
        }
        if let Some(part) = self.target() {
            page.put(format_args!("{aside}  = part {part}{aside:#}"));
        }
        page.line("");
        if self.rows.explain {
            self.explain(page);
        }
    }
}

/// Describes a context. The most common context avoids the formatter, which takes several times as long.
fn in_words(context: &Context<'_>) -> String {
    match context {
        Context::HtmlAttribute { element, attribute } => ["html ", element, "[", attribute, "]"].concat(),
        context => context.to_string(),
    }
}

/// Returns whether a reference is empty or a fragment alone, and makes no new request (section 3).
fn is_same_document(link: &Link<'_>) -> bool {
    !link.new_request && (link.text.is_empty() || link.text.starts_with('#'))
}
