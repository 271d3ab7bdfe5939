//! Shows the links of a document as a table, and the bases that apply.

use napkin::Finding;
use napkin_answer::audit::Options as Audit;
use napkin_answer::links::{self, Lister, Options, Row};
use napkin_answer::names::{self, kind_of};
use napkin_answer::output::{Form, Page, Printing, Session};
use napkin_answer::screen;
use napkin_document::screen::{Policy, TypePattern};
use napkin_document::{BaseLayer, InnerBase};

use super::question::Question;
use super::{audit, command};
use crate::answer::Problem;
use crate::html::{Html, clipped};
use crate::parameters::value_problem;

/// The most links that are shown.
const MOST: usize = 1000;
/// The most message parts whose layers are drawn.
const PARTS: usize = 40;

const LONG: usize = 300;

static SESSION: Session = Session::silent();

/// Writes one section of the page.
type Section<'a> = &'a dyn Fn(&mut Html) -> Result<(), Problem>;

pub(super) fn show(question: &Question, html: &mut Html) -> Result<(), Problem> {
    let base = Some(napkin_document::clean_typed(&question.at).text.into_owned()).filter(|base| !base.is_empty());
    let kind = match &*question.kind {
        "" => None,
        name => names::kind(name).map_err(|why| value_problem("type", why))?,
    };
    let options = Options { base: base.clone(), kind, explain: true, ..Options::default() };
    let name = if question.name.is_empty() { "document" } else { &question.name };
    let links = listed(&options, name, question.document.as_bytes(), html)?;
    let audit = Audit { base, kind, ..Audit::default() };
    let bytes = question.document.as_bytes();
    let sections: [Section<'_>; 5] = [
        &|html| {
            bases(question, &options, name, &links, html);
            Ok(())
        },
        &|html| {
            found(question, &links, html);
            Ok(())
        },
        &|html| audit::of_document(question, &audit, name, html),
        &|html| {
            screened(&options, name, bytes, html);
            Ok(())
        },
        &|html| {
            commands(question, &options, name, html);
            Ok(())
        },
    ];
    for section in sections {
        // A page that is too long or too late is refused: no further work is done for it.
        if html.watch(0).is_break() {
            break;
        }
        section(html)?;
    }
    Ok(())
}

/// Returns the detected kind of a document, if the form does not name one.
pub(super) fn recognised(question: &Question) -> Option<&'static str> {
    if question.document.is_empty() || !matches!(&*question.kind, "" | names::AUTO) {
        return None;
    }
    Some(kind_of(None, &question.name, question.document.as_bytes()).name())
}

/// The first rows of an answer, and the number of all rows.
#[derive(Debug)]
pub(super) struct First<T> {
    most: usize,
    pub(super) count: usize,
    pub(super) rows: Vec<T>,
}

impl<T> First<T> {
    pub(super) fn new(most: usize) -> Self {
        Self { most, count: 0, rows: Vec::new() }
    }

    /// Counts a row, and keeps it if it is among the first.
    pub(super) fn add(&mut self, row: impl FnOnce() -> T) {
        self.count += 1;
        if self.rows.len() < self.most {
            self.rows.push(row());
        }
    }

    /// Says how many rows are shown, if there are more.
    pub(super) fn said_if_more(&self, command: &'static str, html: &mut Html) {
        if self.count > self.rows.len() {
            html.raw("; the first ")
                .number(self.rows.len())
                .raw(" are shown, <code>")
                .raw(command)
                .raw("</code> shows them all");
        }
    }
}

/// Returns a page for work whose rows are rendered here: it has the limits of `html`.
pub(super) fn printing(html: &Html) -> Printing<'static> {
    let printing = Printing::new(Form::Plain, &SESSION);
    match html.bounds() {
        Some(bounds) => printing.within(bounds.clone()),
        None => printing,
    }
}

/// A link, as the table shows it.
struct Link {
    part: Option<String>,
    place: (usize, usize),
    context: String,
    raw: String,
    /// `None` for the current document.
    absolute: Result<Option<String>, Finding>,
    to_part: Option<String>,
    layer: BaseLayer,
    field: Option<String>,
    base_part: Option<String>,
}

impl Link {
    fn of(row: &Row<'_, '_, '_>) -> Self {
        let given = row.done.given();
        Self {
            part: row.link.part.as_ref().map(|part| part.number.to_string()),
            place: row.place,
            context: row.context(),
            raw: row.link.raw_lossy().into_owned(),
            absolute: match &row.done.absolute {
                Ok(url) => Ok(url.as_ref().map(|url| url.as_str().to_owned())),
                Err(error) => Err(*error),
            },
            to_part: row.target(),
            layer: row.base().1,
            field: given.and_then(InnerBase::field).map(|field| field.to_string()),
            base_part: given.and_then(InnerBase::part).map(str::to_owned),
        }
    }

    /// Returns the approximate size in bytes.
    fn length(&self) -> usize {
        let absolute = self.absolute.as_ref().ok().and_then(Option::as_ref).map_or(0, String::len);
        size_of::<Self>() + self.raw.len() + absolute
    }
}

/// The links of a document.
struct Links {
    first: First<Link>,
    /// The number of links that cannot be resolved.
    broken: usize,
}

fn listed(options: &Options, name: &str, bytes: &[u8], html: &mut Html) -> Result<Links, Problem> {
    let lister = Lister::new(options);
    let entity = lister.entity(bytes, name, options.base.as_deref());
    lister.check_base(lister.standards(entity.kind), &SESSION)?;
    let mut links = Links { first: First::new(MOST), broken: 0 };
    let mut length = 0;
    let printing = printing(html);
    lister.document(&entity, name, &mut Page::new(&printing), &mut |row, _| {
        links.broken += usize::from(row.done.absolute.is_err());
        links.first.add(|| {
            let link = Link::of(row);
            length += link.length();
            link
        });
        html.watch(length)
    });
    Ok(links)
}

/// Draws the figure of section 5.1 with the layers of the document, or of each message part that contains a link.
fn bases(question: &Question, options: &Options, name: &str, links: &Links, html: &mut Html) {
    let mut parts: Vec<String> = Vec::new();
    for part in links.first.rows.iter().filter_map(|link| link.part.as_ref()) {
        if !parts.contains(part) && parts.len() < PARTS {
            parts.push(part.clone());
        }
    }
    let figure = Printing { form: Form::Pretty, ..printing(html) };
    let figures = links::figures(options, name, question.document.as_bytes(), &parts, &figure);
    html.section("bases", "The base that applies");
    if figures.is_empty() {
        html.raw("<p>No part of the message has a link.</p>");
    }
    for (number, (part, figure)) in figures.iter().enumerate() {
        if let Some(part) = part {
            html.raw(if number == 0 { "<details open><summary>" } else { "<details><summary>" });
            html.text(&question.masked(part)).raw("</summary>");
        }
        html.raw("<pre class=figure tabindex=0>");
        for line in String::from_utf8_lossy(figure).lines() {
            html.text(&question.masked(line.strip_prefix("  ").unwrap_or(line))).raw("\n");
        }
        html.raw(if part.is_some() { "</pre></details>" } else { "</pre>" });
    }
    if figures.len() == PARTS {
        html.raw("<p class=aside>The first ")
            .number(PARTS)
            .raw(" parts with links; <code>napkin links --explain</code> draws all.</p>");
    }
    html.raw("</section>");
}

/// Shows the links as a table.
fn found(question: &Question, links: &Links, html: &mut Html) {
    let first = &links.first;
    html.section("links", "Links").raw("<p>").number(first.count);
    html.raw(if first.count == 1 { " link" } else { " links" });
    if links.broken > 0 {
        html.raw(", of which ").number(links.broken).raw(" cannot be completed");
    }
    first.said_if_more("napkin links", html);
    if let Some(kind) = recognised(question) {
        html.raw(", read as <b id=kind>").raw(kind).raw("</b>");
    }
    html.raw(".</p><p class=filter hidden><label for=filter>Filter</label><input id=filter type=search>");
    html.raw("<output id=matches for=filter></output></p>");
    let is_message = first.rows.iter().any(|link| link.part.is_some());
    let columns = ["part", "place", "where", "as written", "absolute form", "base from"];
    html.list("Links", if is_message { &columns } else { &columns[1..] });
    for link in &first.rows {
        row(question, link, is_message, html);
    }
    html.end_table().raw("</section>");
}

/// Adds line and column.
pub(super) fn place((line, column): (usize, usize), html: &mut Html) -> &mut Html {
    html.number(line).raw(":").number(column)
}

fn row(question: &Question, link: &Link, is_message: bool, html: &mut Html) {
    html.raw(if link.absolute.is_ok() { "<tr><th scope=row>" } else { "<tr class=wrong><th scope=row>" });
    if is_message {
        html.text(link.part.as_deref().unwrap_or_default()).raw("</th><td>");
        place(link.place, html).raw("</td><td>")
    } else {
        place(link.place, html).raw("</th><td>")
    }
    .text(&link.context)
    .raw("</td><td><code>");
    html.text(&clipped(&question.masked(&link.raw), LONG)).raw("</code></td><td>");
    match &link.absolute {
        Ok(Some(url)) => html.raw("<code>").text(&clipped(&question.masked(url), LONG)).raw("</code>"),
        Ok(None) => html.raw("this document"),
        Err(error) => {
            let rule = error.rule.code();
            html.raw("<strong>error:</strong> ").sentence(&error.to_string());
            html.raw(" <a href=\"/rules/").raw(rule).raw("\">").raw(rule).raw("</a>")
        }
    };
    if let Some(part) = &link.to_part {
        html.raw(" <span class=aside>= part ").text(part).raw("</span>");
    }
    let layer = match link.layer {
        BaseLayer::Content => "content, 5.1.1",
        BaseLayer::EncapsulatingEntity => "encapsulating entity, 5.1.2",
        BaseLayer::Retrieval => "retrieval, 5.1.3",
        _ => "none, 5.1.4",
    };
    html.raw("</td><td>").raw(layer);
    if let Some(field) = &link.field {
        html.raw("<br><span class=aside>").text(field);
        if let Some(part) = &link.base_part {
            html.raw(" of part ").text(part);
        }
        html.raw("</span>");
    }
    html.raw("</td></tr>");
}

/// Shows the screen's verdict on the `data:` URLs in a document.
fn screened(options: &Options, name: &str, bytes: &[u8], html: &mut Html) {
    let format = options.kind.and_then(|kind| screen::format(kind.name()).ok().flatten());
    let policy = Policy { deny: vec![TypePattern::active()], sniff: true, ..Policy::default() };
    let mut first = First::new(MOST);
    let printing = printing(html);
    screen::document(name, bytes, format, &policy, &mut Page::new(&printing), &mut |row, _| {
        first.add(|| {
            let essence = row.find.media_type.map(|media_type| media_type.essence().to_owned());
            let size = row.find.data.map_or("null".to_owned(), |data| data.len().to_string());
            let is_admitted = !row.find.is_denied() && row.find.is_read();
            ((row.line, row.column), row.find.context.to_owned(), essence, size, is_admitted)
        });
        html.watch(0)
    });
    if first.rows.is_empty() {
        return;
    }
    html.section("screened", "<code>data:</code> URLs in it, screened");
    html.raw("<p>As a policy sees them that admits nothing active.</p>");
    html.table("data: URLs", &["place", "where", "type", "bytes", "verdict"]);
    for ((line, column), context, essence, size, is_admitted) in &first.rows {
        let essence = clipped(essence.as_deref().unwrap_or("–"), LONG);
        let verdict = if *is_admitted { "admitted" } else { "refused" };
        html.row(&format!("{line}:{column}"), &[&clipped(context, LONG), &essence, size, verdict]);
    }
    html.end_table().raw("</section>");
}

/// Shows the commands that print the same for a file.
fn commands(question: &Question, options: &Options, name: &str, html: &mut Html) {
    let file = command::word(name);
    let base = options
        .base
        .as_deref()
        .map(|base| format!(" --base {}", command::word(&question.masked(base))))
        .unwrap_or_default();
    let kind = match options.kind {
        None => String::new(),
        Some(_) => format!(" --type {}", question.kind),
    };
    command::section(html);
    command::line(&format!("napkin links --explain --pretty{base}{kind} -- {file}"), html);
    command::line(&format!("napkin audit --pretty{base}{kind} -- {file}"), html);
    command::line(&format!("napkin screen --deny active --sniff -- {file}"), html);
    command::end(html);
}
