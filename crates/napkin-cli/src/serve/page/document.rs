//! The links of a document, as a table, and the bases that apply.

use clap::ValueEnum;
use serde_json::Value;

use super::html::{Html, clipped};
use super::{Asked, audit, command};
use crate::bounds::check;
use crate::commands::{links, screen};
use crate::options::{Audit, FormatName, KindName, Links, Screen};
use crate::output::{Form, Printing};
use crate::serve::answer::Problem;
use crate::serve::api::{JSON, defaults, problem};
use crate::serve::parameters::value_problem;

/// The most links that are shown, and the most parts of a message whose layers are drawn.
const MOST: usize = 1000;
const PARTS: usize = 40;

const LONG: usize = 300;

static FIGURE: Printing<'static> = Printing { form: Form::Pretty, session: JSON.session };

pub(super) fn show(asked: &Asked, html: &mut Html) -> Result<(), Problem> {
    let base = Some(napkin_document::typed(&asked.at).text.into_owned()).filter(|base| !base.is_empty());
    let kind = match &*asked.kind {
        "" => KindName::Auto,
        name => KindName::from_str(name, false).map_err(|why| value_problem("type", why))?,
    };
    let options = Links { base: base.clone(), kind, explain: true, ..defaults() };
    let name = if asked.name.is_empty() { "document" } else { &asked.name };
    let mut rows = Rows::new(MOST, vec!["\"ok\":false,".to_owned()]);
    let page = links::page(&options, name, asked.document.as_bytes(), &JSON, &mut |page| {
        rows.take(&page.take_out());
    });
    rows.take(&page.map_err(problem)?.into_out());
    bases(asked, &options, name, &rows, html);
    found(asked, &rows, html);
    audit::of_document(asked, &Audit { base, kind, ..defaults() }, name, html)?;
    screened(&options, name, asked.document.as_bytes(), html);
    commands(asked, &options, name, html);
    Ok(())
}

/// What a document is, where nobody has said it.
pub(super) fn recognised(asked: &Asked) -> Option<String> {
    if asked.document.is_empty() || !matches!(&*asked.kind, "" | "auto") {
        return None;
    }
    let kind = links::kind(KindName::Auto, &asked.name, asked.document.as_bytes());
    let is_it = |name: &&KindName| **name != KindName::Auto && links::kind(**name, "", b"") == kind;
    KindName::value_variants().iter().find(is_it)?.to_possible_value().map(|value| value.get_name().to_owned())
}

/// The figure of section 5.1, with the layers of the document, or of each part of a message in which there is a link.
fn bases(asked: &Asked, options: &Links, name: &str, rows: &Rows, html: &mut Html) {
    let mut parts: Vec<String> = Vec::new();
    for part in rows.out.iter().filter_map(|record| record["part"].as_str()) {
        if !parts.iter().any(|known| known == part) && parts.len() < PARTS {
            parts.push(part.to_owned());
        }
    }
    let figures = links::figures(options, name, asked.document.as_bytes(), &parts, &FIGURE);
    html.section("bases", "The base that applies");
    if figures.is_empty() {
        html.raw("<p>No part of the message has a link.</p>");
    }
    for (number, (part, figure)) in figures.iter().enumerate() {
        if let Some(part) = part {
            html.raw(if number == 0 { "<details open><summary>" } else { "<details><summary>" });
            html.text(&asked.masked(part)).raw("</summary>");
        }
        html.raw("<pre class=figure tabindex=0>");
        for line in String::from_utf8_lossy(figure).lines() {
            html.text(&asked.masked(line.strip_prefix("  ").unwrap_or(line))).raw("\n");
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

/// The first records of a command, and how many there are.
pub(super) struct Rows {
    most: usize,
    pub(super) count: usize,
    /// The number of bytes of the kept entries.
    length: usize,
    /// What is counted in records, and how often it is there.
    marks: Vec<String>,
    pub(super) counts: Vec<usize>,
    pub(super) out: Vec<Value>,
}

impl Rows {
    /// `marks` are pieces of JSON that stand in no text, where quotes are escaped.
    pub(super) fn new(most: usize, marks: Vec<String>) -> Self {
        Self { most, count: 0, length: 0, counts: vec![0; marks.len()], marks, out: Vec::new() }
    }

    pub(super) fn take(&mut self, lines: &[u8]) {
        check(self.length);
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            self.count += 1;
            for (mark, count) in self.marks.iter().zip(&mut self.counts) {
                *count += usize::from(memchr::memmem::find(line, mark.as_bytes()).is_some());
            }
            if self.out.len() < self.most {
                self.length += line.len();
                self.out.push(serde_json::from_slice(line).unwrap_or_default());
            }
        }
    }

    /// Says so where there are more than are shown.
    pub(super) fn said_if_more(&self, command: &'static str, html: &mut Html) {
        if self.count > self.out.len() {
            html.raw("; the first ")
                .number(self.out.len())
                .raw(" are shown, <code>")
                .raw(command)
                .raw("</code> shows them all");
        }
    }
}

/// Line and column of a record.
pub(super) fn place(record: &Value) -> String {
    format!("{}:{}", record["line"], record["column"])
}

/// The links, as a table.
fn found(asked: &Asked, rows: &Rows, html: &mut Html) {
    html.section("links", "Links").raw("<p>").number(rows.count).raw(if rows.count == 1 { " link" } else { " links" });
    if rows.counts[0] > 0 {
        html.raw(", of which ").number(rows.counts[0]).raw(" cannot be completed");
    }
    rows.said_if_more("napkin links", html);
    if let Some(kind) = recognised(asked) {
        html.raw(", read as <b id=kind>").text(&kind).raw("</b>");
    }
    html.raw(".</p><p class=filter hidden><label for=filter>Filter</label><input id=filter type=search>");
    html.raw("<output id=matches for=filter></output></p>");
    let is_message = rows.out.iter().any(|record| record["part"].is_string());
    let columns = ["part", "place", "where", "as written", "absolute form", "base from"];
    html.list("Links", if is_message { &columns } else { &columns[1..] });
    for record in &rows.out {
        row(asked, record, is_message, html);
    }
    html.end_table().raw("</section>");
}

fn row(asked: &Asked, record: &Value, is_message: bool, html: &mut Html) {
    let text = |name: &str| record[name].as_str().unwrap_or("");
    html.raw(if record["ok"] == true { "<tr><th scope=row>" } else { "<tr class=wrong><th scope=row>" });
    if is_message {
        html.text(text("part")).raw("</th><td>").text(&place(record));
        html.raw("</td><td>")
    } else {
        html.text(&place(record)).raw("</th><td>")
    }
    .text(text("context"))
    .raw("</td><td><code>");
    html.text(&clipped(&asked.masked(text("raw")), LONG)).raw("</code></td><td>");
    match (&record["absolute"], &record["error"]) {
        (Value::String(url), _) => html.raw("<code>").text(&clipped(&asked.masked(url), LONG)).raw("</code>"),
        (_, Value::Null) => html.raw("this document"),
        (_, error) => {
            let rule = error["rule"].as_str().unwrap_or("");
            let message = error["message"].as_str().unwrap_or("");
            html.raw("<strong>error:</strong> ")
                .sentence(message)
                .raw(" <a href=\"/rules/")
                .text(rule)
                .raw("\">")
                .text(rule);
            html.raw("</a>")
        }
    };
    if let Some(part) = record["to_part"].as_str() {
        html.raw(" <span class=aside>= part ").text(part).raw("</span>");
    }
    let layer = match text("base_from") {
        "content" => "content, 5.1.1",
        "encapsulating-entity" => "encapsulating entity, 5.1.2",
        "retrieval" => "retrieval, 5.1.3",
        _ => "none, 5.1.4",
    };
    html.raw("</td><td>").raw(layer);
    if let Some(field) = record["base_field"].as_str() {
        html.raw("<br><span class=aside>").text(field);
        if let Some(part) = record["base_part"].as_str() {
            html.raw(" of part ").text(part);
        }
        html.raw("</span>");
    }
    html.raw("</td></tr>");
}

/// What the screen says of the `data:` URLs in it.
fn screened(options: &Links, name: &str, bytes: &[u8], html: &mut Html) {
    let kind = match options.kind {
        KindName::Auto => FormatName::Auto,
        kind => kind
            .to_possible_value()
            .and_then(|name| crate::options::format(name.get_name()).ok())
            .unwrap_or(FormatName::Auto),
    };
    let deny = vec![napkin_document::screen::TypePattern::active()];
    let screened = Screen { kind, deny, sniff: true, ..defaults() };
    let mut rows = Rows::new(MOST, Vec::new());
    let page = screen::page(&screened, name, bytes, &JSON, &mut |page| rows.take(&page.take_out()));
    rows.take(&page.into_out());
    if rows.out.is_empty() {
        return;
    }
    html.section("screened", "<code>data:</code> URLs in it, screened");
    html.raw("<p>As a policy sees them that admits nothing active.</p>");
    html.table("data: URLs", &["place", "where", "type", "bytes", "verdict"]);
    for record in &rows.out {
        let text = |name: &str| record[name].as_str().unwrap_or("–");
        let size = record["size"].to_string();
        let verdict = if record["ok"] == true { "admitted" } else { "refused" };
        html.row(&place(record), &[&clipped(text("context"), LONG), &clipped(text("essence"), LONG), &size, verdict]);
    }
    html.end_table().raw("</section>");
}

/// The commands that print the same of a file.
fn commands(asked: &Asked, options: &Links, name: &str, html: &mut Html) {
    let file = command::word(name);
    let base = options
        .base
        .as_deref()
        .map(|base| format!(" --base {}", command::word(&asked.masked(base))))
        .unwrap_or_default();
    let kind = match options.kind {
        KindName::Auto => String::new(),
        _ => format!(" --type {}", asked.kind),
    };
    command::section(html);
    command::line(&format!("napkin links --explain --pretty{base}{kind} -- {file}"), html);
    command::line(&format!("napkin audit --pretty{base}{kind} -- {file}"), html);
    command::line(&format!("napkin screen --deny active --sniff -- {file}"), html);
    command::end(html);
}
