//! Shows the links of a document as a table, and the bases that apply.

use maud::{Markup, html};
use napkin::Finding;
use napkin_answer::audit::Options as Audit;
use napkin_answer::bounds::Bounds;
use napkin_answer::links::{self, Lister, Options, Row};
use napkin_answer::names::{self, kind_of};
use napkin_answer::output::{Form as Output, Page, Printing, Session, shown};
use napkin_answer::screen;
use napkin_document::screen::{Policy, TypePattern};
use napkin_document::{BaseLayer, InnerBase};

use super::audit;
use super::broken_links::broken_links;
use super::form::Form;
use super::sections::sections;
use super::shell_commands::{self, commands};
use crate::answer::Problem;
use crate::markup::{self, LIST, TABLE, clipped, flow, rule_link, section, sentence, table};
use crate::parameters::value_problem;
use crate::state::Gateway;

/// The most links that are shown.
const MOST: usize = 1000;
/// The most message parts whose layers are drawn.
const PARTS: usize = 40;

const LONG: usize = 300;

static SESSION: Session = Session::silent();

pub(super) fn show(form: &Form, gateway: &Gateway, bounds: &Bounds) -> Result<Markup, Problem> {
    let base = Some(napkin_document::clean_typed(&form.at).text.into_owned()).filter(|base| !base.is_empty());
    let kind = match &*form.kind {
        "" => None,
        name => names::kind(name).map_err(|why| value_problem("type", why))?,
    };
    let options = Options { base: base.clone(), kind, explain: true, ..Options::default() };
    let name = if form.name.is_empty() { "document" } else { &form.name };
    let links = listed(&options, name, form.document.as_bytes(), bounds)?;
    let audit = Audit { base, kind, ..Audit::default() };
    let bytes = form.document.as_bytes();
    sections(
        bounds,
        &[
            &|| Ok(brief(&links)),
            &|| Ok(bases(form, &options, name, &links, bounds)),
            &|| Ok(found(form, &links)),
            &|| broken_links(form, options.base.as_deref(), kind, name, gateway, bounds),
            &|| audit::of_document(form, &audit, name, bounds),
            &|| Ok(screened(&options, name, bytes, bounds)),
            &|| Ok(in_a_terminal(form, &options, name)),
        ],
    )
}

/// Says in one sentence how many links there are, and how many of those that are shown have no absolute form.
fn brief(links: &Links) -> Markup {
    let links = &links.first;
    let wrong = links.rows.iter().filter(|link| link.absolute.is_err()).count();
    html! {
        section class="brief" aria-label="In short" {
            p #brief class=(if wrong == 0 { "good" } else { "problem" }) {
                (if wrong == 0 { "✓ " } else { "✗ " })
                (links.count) @if links.count == 1 { " link" } @else { " links" }
                @if wrong > 0 { "; " (wrong) " not valid, or without a base URL" }
                "."
            }
        }
    }
}

/// Returns the detected kind of a document, if the form does not name one.
pub(super) fn recognised(form: &Form) -> Option<&'static str> {
    if form.document.is_empty() || !matches!(&*form.kind, "" | names::AUTO) {
        return None;
    }
    Some(kind_of(None, &form.name, form.document.as_bytes()).name())
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
    pub(super) fn said_if_more(&self, command: &str) -> Markup {
        html! {
            @if self.count > self.rows.len() {
                "; the first " (self.rows.len()) " are shown, " code { (command) } " shows them all"
            }
        }
    }
}

/// Returns the printing of work whose rows are rendered here.
pub(super) fn printing(bounds: &Bounds) -> Printing<'static> {
    Printing::new(Output::Plain, &SESSION).within(bounds.clone())
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

fn listed(options: &Options, name: &str, bytes: &[u8], bounds: &Bounds) -> Result<Links, Problem> {
    let lister = Lister::new(options);
    let entity = lister.entity(bytes, name, options.base.as_deref());
    lister.check_base(lister.standards(&entity), &SESSION)?;
    let mut links = Links { first: First::new(MOST), broken: 0 };
    let (printing, mut length, mut checked) = (printing(bounds), 0, Ok(()));
    lister.document(&entity, name, &mut Page::new(&printing), &mut |row, _| {
        links.broken += usize::from(row.done.absolute.is_err());
        links.first.add(|| {
            let link = Link::of(row);
            length += link.length();
            link
        });
        checked = bounds.check(length);
        flow(checked)
    });
    checked?;
    Ok(links)
}

/// Draws the figure of section 5.1 with the layers of the document, or of each message part that contains a link.
fn bases(form: &Form, options: &Options, name: &str, links: &Links, bounds: &Bounds) -> Markup {
    let mut parts: Vec<String> = Vec::new();
    for part in links.first.rows.iter().filter_map(|link| link.part.as_ref()) {
        if !parts.contains(part) && parts.len() < PARTS {
            parts.push(part.clone());
        }
    }
    let figure = Printing { form: Output::Pretty, ..printing(bounds) };
    let figures = links::figures(options, name, form.document.as_bytes(), &parts, &figure);
    let drawn = |figure: &[u8]| {
        let text = String::from_utf8_lossy(figure);
        let masked = text.lines().map(|line| form.masked(line.strip_prefix("  ").unwrap_or(line)));
        html! { pre class="figure" tabindex="0" { @for line in masked { (shown(&line)) "\n" } } }
    };
    let content = html! {
        @if figures.is_empty() { p { "No part of the message has a link." } }
        @for (number, (part, figure)) in figures.iter().enumerate() {
            @if let Some(part) = part {
                details open[number == 0] { summary { (shown(&form.masked(part))) } (drawn(figure)) }
            } @else {
                (drawn(figure))
            }
        }
        @if figures.len() == PARTS {
            p class="aside" {
                "The first " (PARTS) " parts with links; " code { "napkin links --explain" } " draws all."
            }
        }
    };
    section("bases", "The base that applies", content)
}

/// Shows the links as a table.
fn found(form: &Form, links: &Links) -> Markup {
    let first = &links.first;
    let is_message = first.rows.iter().any(|link| link.part.is_some());
    let columns = ["part", "place", "where", "as written", "absolute form", "base from"];
    let columns = if is_message { &columns } else { &columns[1..] };
    let rows = html! { @for link in &first.rows { (row(form, link, is_message)) } };
    let content = html! {
        p {
            (first.count) @if first.count == 1 { " link" } @else { " links" }
            @if links.broken > 0 { ", of which " (links.broken) " cannot be completed" }
            (first.said_if_more("napkin links"))
            @if let Some(kind) = recognised(form) { ", read as " b #kind { (kind) } }
            "."
        }
        p class="filter" hidden {
            label for="filter" { "Filter" } input #filter type="search";
            output #matches for="filter" {}
        }
        (table(LIST, "Links", columns, rows))
    };
    section("links", "Links", content)
}

/// Returns line and column.
pub(super) fn place((line, column): (usize, usize)) -> String {
    format!("{line}:{column}")
}

fn row(form: &Form, link: &Link, is_message: bool) -> Markup {
    let layer = match link.layer {
        BaseLayer::Content => "content, 5.1.1",
        BaseLayer::EncapsulatingEntity => "encapsulating entity, 5.1.2",
        BaseLayer::Retrieval => "retrieval, 5.1.3",
        _ => "none, 5.1.4",
    };
    html! {
        tr class=[link.absolute.is_err().then_some("wrong")] {
            @if is_message {
                th scope="row" { (shown(link.part.as_deref().unwrap_or_default())) }
                td { (place(link.place)) }
            } @else {
                th scope="row" { (place(link.place)) }
            }
            td { (shown(&link.context)) }
            td { code { (clipped(&form.masked(&link.raw), LONG)) } }
            td {
                @match &link.absolute {
                    Ok(Some(url)) => { code { (clipped(&form.masked(url), LONG)) } }
                    Ok(None) => { "this document" }
                    Err(error) => {
                        strong { "error:" } " " (sentence(&error.to_string())) " " (rule_link(error.rule.code()))
                    }
                }
                @if let Some(part) = &link.to_part { " " span class="aside" { "= part " (shown(part)) } }
            }
            td {
                (layer)
                @if let Some(field) = &link.field {
                    br;
                    span class="aside" {
                        (shown(field)) @if let Some(part) = &link.base_part { " of part " (shown(part)) }
                    }
                }
            }
        }
    }
}

/// Shows the screen's verdict on the `data:` URLs in a document.
fn screened(options: &Options, name: &str, bytes: &[u8], bounds: &Bounds) -> Markup {
    let format = options.kind.and_then(|kind| screen::format(kind.name()).ok().flatten());
    let policy = Policy::default().with_deny(vec![TypePattern::active()]).with_sniff(true);
    let (printing, mut first) = (printing(bounds), First::new(MOST));
    screen::document(name, bytes, format, &policy, &mut Page::new(&printing), &mut |row, _| {
        first.add(|| {
            let essence = row.find.media_type.map_or("–", |media_type| media_type.essence());
            let size = row.find.data.map_or("null".to_owned(), |data| data.len().to_string());
            let verdict = if !row.find.is_denied() && row.find.is_read() { "admitted" } else { "refused" };
            let (context, essence) = (clipped(row.find.context, LONG), clipped(essence, LONG));
            markup::row(&place((row.line, row.column)), &[&context, &essence, &size, verdict])
        });
        flow(bounds.check(0))
    });
    if first.rows.is_empty() {
        return html! {};
    }
    let rows = html! { @for row in &first.rows { (row) } };
    let content = html! {
        p { "As a policy sees them that admits nothing active." }
        (table(TABLE, "data: URLs", &["place", "where", "type", "bytes", "verdict"], rows))
    };
    section("screened", html! { code { "data:" } " URLs in it, screened" }, content)
}

/// Shows the commands that print the same for a file.
fn in_a_terminal(form: &Form, options: &Options, name: &str) -> Markup {
    let file = shell_commands::word(name);
    let base = options
        .base
        .as_deref()
        .map(|base| format!(" --base {}", shell_commands::word(&form.masked(base))))
        .unwrap_or_default();
    let kind = options.kind.map(|_| format!(" --type {}", form.kind)).unwrap_or_default();
    let offline = if form.servers { "" } else { " --offline" };
    commands([
        &*format!("napkin links --explain --pretty{base}{kind} -- {file}"),
        &format!("napkin check{offline} --pretty{base}{kind} -- {file}"),
        &format!("napkin audit --pretty{base}{kind} -- {file}"),
        &format!("napkin screen --deny active --sniff -- {file}"),
    ])
}
