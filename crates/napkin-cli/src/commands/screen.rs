//! `napkin screen`: every `data:` URL of a document, at any depth, and whether a policy admits it.

use std::path::PathBuf;

use napkin::{Finding, Severity};
use napkin_document::screen::{Find, Format, Limits, Policy, Screened, screen};
use napkin_document::{Entity, Kind, Options};

use super::document_findings;
use crate::commands::mailbox::{self, AfterEach, Document, Held, Reader};
use crate::options::{FormatName, Screen};
use crate::ordered;
#[cfg(feature = "serve")]
use crate::output::Printing;
use crate::output::{Answer, Cursor, Page, Session, Trouble, Value, shown};
use crate::record::Place;

/// The names of the fields, in their order.
const FIELDS: [&str; 19] = [
    "source",
    "start",
    "end",
    "line",
    "column",
    "chain",
    "depth",
    "context",
    "use",
    "url",
    "ok",
    "media_type",
    "essence",
    "in_chromium",
    "sniffed",
    "size",
    "denied",
    "findings",
    "refused",
];

/// The most characters of a URL that are printed.
const SHORT: usize = 120;

pub(crate) fn run(options: &Screen, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &FIELDS)?;
    let standard_input = [PathBuf::from("-")];
    let documents = if options.documents.is_empty() { &standard_input[..] } else { &options.documents };
    let is_mail = |name: &str, head: &[u8]| is_mail(options.kind, name, head);
    let threads = ordered::threads(options.mailboxes.jobs);
    let screener = Screener { options, policy: policy(options) };
    Ok(mailbox::read(documents, &options.mailboxes, threads, &is_mail, &printing, &screener))
}

struct Screener<'o> {
    options: &'o Screen,
    policy: Policy,
}

impl<'s> Reader<'s> for Screener<'_> {
    fn document(&self, document: Document, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let Document { name, input, .. } = document;
        match input.read_at_most(self.options.max_document) {
            Ok(Ok(bytes)) => held(&name, &bytes, self.options.kind, &self.policy, page, after_each),
            Ok(Err(length)) => document_findings::too_large(&name, length, self.options.max_document, page),
            Err(error) => page.trouble(&Trouble::io(name, error)),
        }
    }

    fn message(&self, message: &Held, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let (name, content) = (&message.name, message.entry.content());
        held(name, &content, FormatName::One(Format::Mail), &self.policy, page, after_each);
    }
}

/// Whether what begins like an mbox file is mail, by what the documents are said to be, its name, and its beginning.
fn is_mail(option: FormatName, name: &str, head: &[u8]) -> bool {
    match option {
        FormatName::Auto => Format::of_name(name).unwrap_or_else(|| Format::of_content(head)) == Format::Mail,
        FormatName::One(format) => format == Format::Mail,
    }
}

fn policy(options: &Screen) -> Policy {
    let limits = Limits {
        depth: options.max_depth,
        count: options.max_count,
        size: options.max_size,
        total: options.max_total,
        readers: options.readers.limits(),
    };
    Policy {
        allow: options.allow.clone(),
        deny: options.deny.clone(),
        allow_in: options.allow_in.clone(),
        deny_in: options.deny_in.clone(),
        sniff: options.sniff,
        limits,
    }
}

/// The answer for a document that is held. `after_each` may take what is there.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(
    options: &Screen,
    name: &str,
    bytes: &[u8],
    printing: &'s Printing<'s>,
    after_each: &mut dyn FnMut(&mut Page<'s>),
) -> Page<'s> {
    let mut page = Page::new(printing);
    held(name, bytes, options.kind, &policy(options), &mut page, after_each);
    page
}

fn held<'s>(
    name: &str,
    bytes: &[u8],
    format: FormatName,
    policy: &Policy,
    page: &mut Page<'s>,
    after_each: AfterEach<'_, 's>,
) {
    let is_asked = matches!(format, FormatName::Auto);
    if is_asked && document_findings::is_unreadable(name, bytes, None, "--type text", page) {
        return;
    }
    let format = match format {
        FormatName::Auto => Format::of_name(name).unwrap_or_else(|| Format::of_content(bytes)),
        FormatName::One(format) => format,
    };
    if page.is_pretty() {
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        page.line(format_args!("{heading}{name}{heading:#}  {aside}{format}{aside:#}"));
    }
    let mut cursor = Cursor::new(bytes);
    let screened = screen(bytes, format, policy, &mut |find| {
        let at = cursor.advance(find.chain[0].start);
        let row = Row { name, find, line: at.line, column: at.column };
        row.print(page);
        after_each(page);
    });
    if !screened.is_admitted() {
        page.say_no();
    }
    if format == Format::Html {
        let entity = Entity::new(bytes).with_kind(Kind::Html);
        let options = Options { limits: policy.limits.readers, ..Options::default() };
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

/// A find, and where it stands.
struct Row<'r, 'f> {
    name: &'r str,
    find: &'r Find<'f>,
    line: usize,
    column: usize,
}

impl Row<'_, '_> {
    fn print(&self, page: &mut Page<'_>) {
        page.count();
        if page.has_fields() {
            self.fields(page);
        } else if page.is_pretty() {
            self.pretty(page);
        } else {
            self.plain(page);
        }
        if !page.tells_errors() {
            self.diagnose(page);
        }
    }

    /// What is wrong, where it stands in the document; what is worth knowing, to those who ask.
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

    /// Rules that have something to say.
    fn codes(&self) -> String {
        let refused = self.find.error.iter().map(|_| "refused");
        let codes: Vec<&str> = self.find.findings.iter().map(|finding| finding.rule.code()).chain(refused).collect();
        codes.join(",")
    }

    /// Where it stands: the line and the column of the outermost URL, then the offset in the data of each.
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

    fn fields(&self, page: &mut Page<'_>) {
        let find = self.find;
        let outer = find.chain[0];
        let media_type = find.media_type.map(ToString::to_string);
        let refused = find.error.map(Finding::from);
        let url = find.shortened(SHORT);
        let values = [
            Value::Text(self.name),
            Value::Number(outer.start),
            Value::Number(outer.end),
            Value::Number(self.line),
            Value::Number(self.column),
            Value::Spans(find.chain),
            Value::Number(find.depth()),
            Value::Text(find.context),
            Value::Text(find.used.name()),
            Value::Text(&url),
            Value::Bool(!find.is_denied() && find.is_read()),
            media_type.as_deref().into(),
            find.media_type.map(|media_type| media_type.essence()).into(),
            find.in_chromium.map(|media_type| media_type.essence()).into(),
            find.sniffed.into(),
            find.data.map_or(Value::Null, |data| Value::Number(data.len())),
            Value::Bool(find.is_denied()),
            Value::Findings(find.findings),
            refused.as_ref().map_or(Value::Null, Value::Finding),
        ];
        let fields: [_; 19] = std::array::from_fn(|number| (FIELDS[number], values[number]));
        page.fields(&fields);
    }
}
