//! Lists every `data:` URL of a document, at any depth, and whether a policy admits it.

use std::ops::ControlFlow;

use napkin::{Finding, Severity};
use napkin_document::screen::{Find, Format, InvalidPattern, Policy, Screened, TypePattern, screen};
use napkin_document::{Entity, Kind, Options, Use};

use crate::output::{self, Cursor, Page, shown};
use crate::record::Place;
use crate::{document_findings, fields};

/// The most characters of a URL that are printed.
const SHORT: usize = 120;

/// Returns the format with this name; `None` for `auto`.
///
/// # Errors
/// No format has this name.
pub fn format(name: &str) -> Result<Option<Format>, String> {
    let one = Format::ALL.into_iter().find(|format| format.name() == name).map(Some);
    one.or((name == "auto").then_some(None)).ok_or_else(|| "expected auto, html, css, xml, json, text or mail".into())
}

/// A use, and the media types that are allowed for it.
pub type InUse = (Use, Vec<TypePattern>);

/// Parses a use and patterns of media types, such as `image=image/png,image/gif`.
///
/// # Errors
/// Returns what was expected.
pub fn in_use(text: &str) -> Result<InUse, String> {
    let (used, types) = text.split_once('=').ok_or("expected a use, `=` and types, as in image=image/png,image/gif")?;
    let types: Result<_, InvalidPattern> = types.split(',').map(str::parse).collect();
    Ok((used.parse()?, types.map_err(|error| error.to_string())?))
}

/// Returns the format of a document: the given format, else by its name, else by its content.
#[must_use]
pub fn format_of(given: Option<Format>, name: &str, bytes: &[u8]) -> Format {
    given.or_else(|| Format::of_name(name)).unwrap_or_else(|| Format::of_content(bytes))
}

/// Screens a document, passes each find to `each` until it breaks, and prints the remaining diagnostics.
pub fn document<'s>(
    name: &str,
    bytes: &[u8],
    format: Option<Format>,
    policy: &Policy,
    page: &mut Page<'s>,
    each: &mut dyn FnMut(&Row<'_, '_>, &mut Page<'s>) -> ControlFlow<()>,
) {
    if format.is_none() && document_findings::is_unreadable(name, bytes, None, "--type text", page) {
        return;
    }
    let format = format_of(format, name, bytes);
    if page.is_pretty() {
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        page.line(format_args!("{heading}{name}{heading:#}  {aside}{format}{aside:#}"));
    }
    let mut cursor = Cursor::new(bytes);
    let mut flow = ControlFlow::Continue(());
    let screened = screen(bytes, format, policy, &mut |find| {
        let at = cursor.advance(find.chain[0].start);
        flow = each(&Row { name, find, line: at.line, column: at.column }, page);
        flow
    });
    if flow.is_break() {
        return;
    }
    if !screened.is_admitted() {
        page.say_no();
    }
    if format == Format::Html {
        let entity = Entity::new(bytes).with_kind(Kind::Html);
        let options = Options::default().with_limits(policy.limits.readers);
        document_findings::say(name, &entity, &options, Severity::Remark, page);
    }
    if page.is_pretty() {
        page.line(format_args!("  {}", summary(screened)));
        page.line("");
    }
}

fn summary(screened: Screened) -> String {
    let urls = if screened.found == 1 { "URL" } else { "URLs" };
    let mut text = format!("{} data: {urls}", screened.found);
    if screened.denied > 0 {
        text += &format!(", {} not admitted", screened.denied);
    }
    if screened.unread > 0 {
        text += &format!(", {} not read or read otherwise by others", screened.unread);
    }
    text
}

/// A `data:` URL of a document.
#[derive(Debug)]
pub struct Row<'r, 'f> {
    /// The name of the document.
    pub name: &'r str,
    /// The URL, and the screen's findings on it.
    pub find: &'r Find<'f>,
    /// The line of the outermost URL, from 1.
    pub line: usize,
    /// The column of the outermost URL, from 1.
    pub column: usize,
}

impl Row<'_, '_> {
    /// Prints the row.
    pub fn print(&self, page: &mut Page<'_>) {
        page.count();
        page.row(self);
        if !page.tells_errors() {
            self.diagnose(page);
        }
    }

    /// Prints errors at their place in the document, and remarks if they are enabled.
    fn diagnose(&self, page: &mut Page<'_>) {
        let place = Place::At { source: self.name, line: self.line, column: self.column };
        let mut findings = self.find.findings.to_vec();
        findings.extend(self.find.error.map(Finding::from));
        let (errors, remarks): (Vec<_>, Vec<_>) = findings
            .into_iter()
            .partition(|finding| finding.rule.severity() == Severity::Error && self.find.error.is_none());
        page.diagnose(self.find.text, place, &errors);
        if page.shows_remarks() {
            page.remark(self.find.text, place, &remarks);
        }
    }

    /// Returns the codes of the findings.
    fn codes(&self) -> String {
        let refused = self.find.error.iter().map(|_| "refused");
        let codes: Vec<&str> = self.find.findings.iter().map(|finding| finding.rule.code()).chain(refused).collect();
        codes.join(",")
    }

    /// Returns the place: line and column of the outermost URL, then the offset at each level of nested data.
    fn place(&self) -> String {
        let inside = self.find.chain[1..].iter().map(|span| format!("+{}", span.start));
        format!("{}:{}{}", self.line, self.column, inside.collect::<String>())
    }

    fn size(&self) -> String {
        self.find.data.map_or_else(|| "-".to_owned(), |data| data.len().to_string())
    }

    fn essence(&self) -> &str {
        if self.find.media_type.is_some() { self.find.essence() } else { "-" }
    }
}

impl output::Row for Row<'_, '_> {
    fields! { self;
        let find = self.find;
        let outer = find.chain[0];
        "source" => self.name,
        "start" => outer.start,
        "end" => outer.end,
        "line" => self.line,
        "column" => self.column,
        "chain" => find.chain,
        "depth" => find.depth(),
        "context" => find.context,
        "use" => find.used.name(),
        "url" => &find.shortened(SHORT),
        "ok" => !find.is_denied() && find.is_read(),
        "media_type" => find.media_type.map(ToString::to_string).as_ref(),
        "essence" => find.media_type.map(|media_type| media_type.essence()),
        "in_chromium" => find.in_chromium.map(|media_type| media_type.essence()),
        "sniffed" => find.sniffed,
        "size" => find.data.map(|data| data.len()),
        "denied" => find.is_denied(),
        "findings" => find.findings,
        "refused" => find.error.map(Finding::from).as_ref(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let (place, size, codes, essence) = (self.place(), self.size(), self.codes(), self.essence());
        let (depth, context) = (self.find.depth(), shown(self.find.context));
        page.line(format_args!("{}:{place}\t{depth}\t{essence}\t{size}\t{context}\t{codes}", self.name));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let paint = page.paint();
        let (aside, name) = (paint.aside(), paint.name());
        let is_good = !self.find.is_denied() && self.find.is_read();
        let style = if is_good { paint.answer() } else { paint.error() };
        let indent = "  ".repeat(self.find.depth().min(16) - 1);
        let place = self.place();
        let essence = format!("{indent}{}", self.essence());
        page.line(format_args!(
            "{aside}{place:>10}{aside:#}  {style}{essence:<26}{style:#} {aside}{:>8}{aside:#}  {name}{:<18}{name:#}  {}",
            self.size(),
            shown(self.find.context),
            shown(&self.find.shortened(32)),
        ));
    }
}
