//! One reference of a document: read, completed, printed.

use std::borrow::Cow;
use std::sync::Arc;

use napkin::{Finding, Reference, Span, Standard, Url, whatwg};
use napkin_document::{Completed, Completer, Context, InnerBase, Link};

use super::document::{Document, Parts};
use crate::commands::put_standard;
use crate::output::{Cursor, Page, Spot, Value, joined, shown};
use crate::record::{Place, violations};
use crate::rules;

/// The names of the fields, in their order.
pub(super) const FIELDS: [&str; 20] = [
    "source",
    "part",
    "start",
    "end",
    "raw",
    "context",
    "base",
    "base_from",
    "standard",
    "ok",
    "absolute",
    "same_document",
    "scheme",
    "error",
    "line",
    "column",
    "readings",
    "base_field",
    "base_part",
    "to_part",
];

/// Columns of the place and of the context, for people.
const PLACE: usize = 8;
const CONTEXT: usize = 22;

/// Prints the references of a document in their order.
pub(super) struct Rows<'d> {
    document: &'d Document<'d>,
    completer: Completer<'d>,
    /// Where the last reference stands in its window.
    spot: Spot,
    /// Where the window begins in the document.
    offset: usize,
    explain: bool,
    /// Relative references that nothing completes.
    without_base: usize,
    /// The part of a message that the last reference stands in.
    shown_part: Option<Arc<str>>,
}

/// A reference and what came of it.
struct Row<'l, 'a> {
    link: &'l Link<'a>,
    /// The bytes that its places refer to.
    window: &'l [u8],
    place: (usize, usize),
    done: Completed,
}

impl<'d> Rows<'d> {
    pub(super) fn new(document: &'d Document<'d>, explain: bool) -> Self {
        Self {
            document,
            completer: Completer::new(&document.based),
            spot: Spot::default(),
            offset: 0,
            explain,
            without_base: 0,
            shown_part: None,
        }
    }

    /// The next references stand in a window that begins so many bytes behind the last one: where that is.
    pub(super) fn pass(&mut self, window: &[u8], consumed: usize) -> Spot {
        self.spot = Cursor::resume(window, self.spot).advance(consumed).spot().behind(consumed);
        self.offset += consumed;
        self.spot
    }

    /// Prints a reference with its places in a window, or in the whole document.
    pub(super) fn print(&mut self, link: &Link<'_>, window: &[u8], page: &mut Page<'_>) {
        page.count();
        let at = Cursor::resume(window, self.spot).advance(link.span.start);
        self.spot = at.spot();
        // Printed by itself, in a field or to explain it, a message quotes the text that the reference stands for.
        let row = Row { link, window, place: (at.line, at.column), done: self.completer.complete(link) };
        match &row.done.absolute {
            Err(error) => self.complain(&row, error, page),
            Ok(_) if self.document.based.standard == Standard::Whatwg && page.shows_remarks() => {
                self.remark(&row, page)
            }
            Ok(_) => {}
        }
        if page.has_fields() {
            self.fields(&row, page);
        } else if page.is_pretty() {
            self.pretty(&row, page);
        } else {
            self.plain(&row, page);
        }
    }

    /// What is to be said at the end of the document.
    pub(super) fn finish(&self, page: &mut Page<'_>) {
        if self.without_base > 0 && !page.tells_errors() {
            let (name, count) = (self.document.name, self.without_base);
            let references = if count == 1 { "reference" } else { "references" };
            page.note(&format!("{name}: no base URL for {count} relative {references}; --base gives one"));
        }
        if page.is_pretty() {
            page.line("");
        }
    }

    /// A diagnostic at the exact place in the document. Missing bases are one remark together.
    fn complain(&mut self, row: &Row<'_, '_>, error: &Finding, page: &mut Page<'_>) {
        page.say_no();
        let no_base = self.document.based.found.url.is_none() && row.done.given().is_none();
        if no_base && rules::lacks_base(error.rule) {
            self.without_base += 1;
            return;
        }
        if page.tells_errors() {
            return;
        }
        let (text, place, finding) = self.placed(row, error);
        page.diagnose(&text, place, &[finding]);
    }

    /// What a reference violates that is read all the same.
    fn remark(&self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        // It has been read: there is no error that ends the parser.
        let (findings, _) = violations(&row.link.text, self.completer.whatwg_base(&row.done));
        for finding in &joined(&findings) {
            let (text, place, finding) = self.placed(row, finding);
            page.remark(&text, place, &[finding]);
        }
    }

    /// A finding in a reference where it stands in the document: what to quote, the place, and the finding in that.
    fn placed<'l>(&self, row: &Row<'l, '_>, finding: &Finding) -> (Cow<'l, str>, Place<'d>, Finding) {
        let link = row.link;
        let source = link.source_span(finding.span);
        let at = Cursor::resume(row.window, self.spot).advance(source.start.max(link.span.start));
        let place = Place::At { source: self.document.name, line: at.line, column: at.column };
        let raw = link.raw_lossy();
        // The raw bytes are quoted if the place can be shown in them, else the text that they stand for.
        let is_shown = raw.len() == link.raw.len() && !self.document.is_wide();
        if is_shown && source.start >= link.span.start && source.end <= link.span.end {
            let span = Span::new(source.start - link.span.start, source.end - link.span.start);
            (raw, place, Finding { span, ..*finding })
        } else {
            (Cow::Borrowed(&*link.text), place, *finding)
        }
    }

    /// Piece by piece: formatted, a line takes several times as long.
    fn plain(&self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        let (line, column) = row.place;
        put_standard(self.document.of, self.document.based.standard, page);
        page.text(self.document.name);
        page.text(":");
        page.number(line);
        page.text(":");
        page.number(column);
        page.text("\t");
        page.text(row.url());
        page.text("\t");
        match &row.link.context {
            Context::HtmlAttribute { element, attribute } => {
                ["html ", element, "[", attribute, "]\n"].into_iter().for_each(|text| page.text(text));
            }
            context => page.line(context),
        }
    }

    fn fields(&self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        let link = row.link;
        let (base, layer) = self.completer.base_of(&row.done);
        let absolute = row.done.absolute.as_ref().ok().and_then(Option::as_ref);
        let error = row
            .done
            .absolute
            .as_ref()
            .err()
            .map(|error| Finding { span: link.source_span(error.span).shift(self.offset), ..*error });
        let (own, all);
        let readings: &[&str] = if link.alternatives.is_empty() {
            own = [&*link.text];
            &own
        } else {
            all = link.readings().collect::<Vec<_>>();
            &all
        };
        let context = in_words(&link.context);
        let field = row.done.given().and_then(InnerBase::field);
        let target = self.target(row);
        let values = [
            Value::Text(self.document.name),
            link.part.as_ref().map(|part| &*part.number).into(),
            Value::Number(link.span.start + self.offset),
            Value::Number(link.span.end + self.offset),
            Value::Bytes(link.raw),
            Value::Text(&context),
            base.into(),
            Value::Text(layer.name()),
            Value::Text(self.document.based.standard.name()),
            Value::Bool(error.is_none()),
            absolute.map(Url::as_str).into(),
            Value::Bool(is_same_document(link)),
            absolute.map(Url::scheme).into(),
            error.as_ref().map_or(Value::Null, Value::Finding),
            Value::Number(row.place.0),
            Value::Number(row.place.1),
            Value::Texts(readings),
            field.as_deref().into(),
            row.done.given().and_then(InnerBase::part).into(),
            target.as_deref().into(),
        ];
        let fields: [_; 20] = std::array::from_fn(|number| (FIELDS[number], values[number]));
        page.fields(&fields);
    }

    fn pretty(&mut self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        let paint = page.paint();
        let (aside, name) = (paint.aside(), paint.name());
        let style = if row.done.absolute.is_err() { paint.error() } else { paint.answer() };
        let place = format!("{}:{}", row.place.0, row.place.1);
        if let Some(part) =
            row.link.part.as_ref().map(|part| &part.number).filter(|part| self.shown_part != Some(Arc::clone(part)))
        {
            self.shown_part = Some(Arc::clone(part));
            self.part(row, part, page);
        }
        let url = shown(row.url());
        page.put(format_args!(
            "{aside}{place:>PLACE$}{aside:#}  {name}{:CONTEXT$}{name:#} {style}{url}{style:#}",
            row.link.context.to_string()
        ));
        match &row.done.absolute {
            Ok(None) => page.put(format_args!("{aside}  this document{aside:#}")),
            Ok(Some(url)) if url.as_str() != row.link.text => {
                page.put(format_args!("{aside}  <- {}{aside:#}", shown(&row.link.text)));
            }
            Err(error) => page.put(format_args!("{aside}  {}{aside:#}", error.rule.code())),
            Ok(Some(_)) => {}
        }
        if let Some(part) = self.target(row) {
            page.put(format_args!("{aside}  = part {part}{aside:#}"));
        }
        page.line("");
        if self.explain {
            self.explain(row, page);
        }
    }

    /// How the reference was completed.
    fn explain(&self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        let aside = page.paint().aside();
        let indent = " ".repeat(PLACE + 2);
        let (base, layer) = self.completer.base_of(&row.done);
        let why = match (row.done.absolute.as_ref(), base) {
            (Err(error), _) => format!("{error} ({})", error.see()),
            (Ok(Some(url)), _) if self.is_absolute(&row.link.text, url) => {
                "absolute by itself; the base plays no part".to_owned()
            }
            (Ok(None), _) => "a reference to the current document (section 3); the base plays no part".to_owned(),
            (Ok(Some(_)), Some(base)) => {
                format!("against {base} from section {} ({layer}{})", layer.section(), Self::given(row))
            }
            (Ok(Some(_)), None) => String::new(),
        };
        page.line(format_args!("{indent}{aside}{why}{aside:#}"));
    }

    /// The part of a message that the next references stand in, and its base.
    fn part(&self, row: &Row<'_, '_>, number: &str, page: &mut Page<'_>) {
        let Some(Parts { message, .. }) = self.document.message else { return };
        let Some(part) = row.link.part.as_ref().and_then(|part| message.part_at(part.index)) else { return };
        let Some((url, from)) = self.document.base_of(part) else { return };
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        page.line(format_args!("  {heading}part {number}{heading:#}  base {url}  {aside}{from}{aside:#}"));
        if self.explain {
            self.document.layers_of(part, page);
        }
    }

    /// The field in the header of a message that gives the base.
    fn given(row: &Row<'_, '_>) -> String {
        let given = row.done.given();
        let of = given.and_then(|given| Some(format!(", {} of part {}", given.context(), given.part()?)));
        of.unwrap_or_default()
    }

    /// The part of the message that the reference is to (RFC 2557 section 8.2).
    fn target(&self, row: &Row<'_, '_>) -> Option<String> {
        let Parts { message, related, .. } = self.document.message?;
        let from = message.part_at(row.link.part.as_ref()?.index)?;
        let url = match &row.done.absolute {
            Ok(Some(url)) => url.as_str(),
            // By RFC 2110 what nothing resolves is compared as it stands.
            _ => &row.link.text,
        };
        Some(related.find(from, url)?.part.number())
    }

    /// Whether a text makes the URL without a base. Under `whatwg` one with a scheme may yet be relative: `http:menu`.
    fn is_absolute(&self, text: &str, url: &Url) -> bool {
        match self.document.based.standard {
            Standard::Whatwg => whatwg::Url::parse(text, None).is_ok_and(|alone| alone.href() == url.as_str()),
            standard => Reference::parse(text, standard).is_ok_and(|reference| reference.is_absolute()),
        }
    }
}

impl Row<'_, '_> {
    /// The absolute form, or else what stands in the document.
    fn url(&self) -> &str {
        match &self.done.absolute {
            Ok(Some(url)) => url.as_str(),
            _ => &self.link.text,
        }
    }
}

/// Without the formatter, which takes several times as long, where most links stand.
fn in_words(context: &Context<'_>) -> String {
    match context {
        Context::HtmlAttribute { element, attribute } => ["html ", element, "[", attribute, "]"].concat(),
        context => context.to_string(),
    }
}

/// Empty or a fragment alone, where no new request is made for it (section 3).
fn is_same_document(link: &Link<'_>) -> bool {
    !link.new_request && (link.text.is_empty() || link.text.starts_with('#'))
}
