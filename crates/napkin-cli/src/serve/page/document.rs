//! The links of a document, as a table, and the bases that apply.

use std::time::Instant;

use clap::ValueEnum;
use serde_json::Value;

use super::Asked;
use super::html::{Html, clipped};
use crate::commands::{links, screen};
use crate::options::{FormatName, KindName, Links, Screen};
use crate::output::{Form, Page, Printing};
use crate::serve::answer::Problem;
use crate::serve::api::{JSON, Stop, defaults, problem};
use crate::serve::parameters::value_problem;

/// The most links that are shown.
const MOST: usize = 1000;

const LONG: usize = 300;

static FIGURE: Printing<'static> = Printing { form: Form::Pretty, session: JSON.session };

pub(super) fn show(asked: &Asked, deadline: Instant, html: &mut Html) -> Result<(), Problem> {
    let base = napkin_document::typed(&asked.at).text.into_owned();
    let kind = match &*asked.kind {
        "" => KindName::Auto,
        name => KindName::from_str(name, false).map_err(|why| value_problem("type", why))?,
    };
    let options = Links { base: Some(base).filter(|base| !base.is_empty()), kind, explain: true, ..defaults() };
    let name = if asked.name.is_empty() { "document" } else { &asked.name };
    let bytes = asked.document.as_bytes();
    let mut rows = Rows { count: 0, wrong: 0, out: Vec::new() };
    let mut watch = |page: &mut Page<'static>| {
        if Instant::now() > deadline {
            Stop::TooLate.unwind();
        }
        rows.take(page.take_out());
    };
    let page = links::page(&options, name, bytes, &JSON, &mut watch).map_err(problem)?;
    rows.take(page.into_out());
    let figure = String::from_utf8_lossy(&links::figure(&options, name, bytes, &FIGURE)).into_owned();
    html.section("bases", "The base that applies").raw("<pre class=figure tabindex=0>");
    for line in figure.lines().skip(1) {
        html.text(&asked.masked(line.strip_prefix("  ").unwrap_or(line))).raw("\n");
    }
    html.raw("</pre></section>");
    rows.show(asked, html);
    screened(&options, name, bytes, html);
    Ok(())
}

/// The records of the first links.
struct Rows {
    count: usize,
    wrong: usize,
    out: Vec<Value>,
}

impl Rows {
    fn take(&mut self, lines: Vec<u8>) {
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            self.count += 1;
            if self.out.len() < MOST {
                let record: Value = serde_json::from_slice(line).unwrap_or_default();
                self.wrong += usize::from(record["ok"] == false);
                self.out.push(record);
            }
        }
    }

    fn show(&self, asked: &Asked, html: &mut Html) {
        html.section("links", "Links").raw("<p>").number(self.count).raw(if self.count == 1 {
            " link"
        } else {
            " links"
        });
        html.raw(", of which ").number(self.wrong).raw(" cannot be completed");
        if self.count > MOST {
            html.raw("; the first ").number(MOST).raw(" are shown, <code>napkin links</code> shows them all");
        }
        html.raw(".</p><p class=filter hidden><label for=filter>Filter</label><input id=filter type=search>");
        html.raw("<output id=matches for=filter></output></p>");
        html.table("Links", &["place", "where", "as written", "absolute form", "base from"]);
        for record in &self.out {
            row(asked, record, html);
        }
        html.end_table().raw("</section>");
    }
}

fn row(asked: &Asked, record: &Value, html: &mut Html) {
    let text = |name: &str| record[name].as_str().unwrap_or("");
    let place = format!("{}:{}", record["line"], record["column"]);
    html.raw(if record["ok"] == true { "<tr><th scope=row>" } else { "<tr class=wrong><th scope=row>" }).text(&place);
    html.raw("</th><td>").text(text("context")).raw("</td><td><code>");
    html.text(&clipped(&asked.masked(text("raw")), LONG)).raw("</code></td><td>");
    match (&record["absolute"], &record["error"]) {
        (Value::String(url), _) => html.raw("<code>").text(&clipped(&asked.masked(url), LONG)).raw("</code>"),
        (_, Value::Null) => html.raw("this document"),
        (_, error) => {
            let rule = error["rule"].as_str().unwrap_or("");
            let message = error["message"].as_str().unwrap_or("");
            html.raw("<strong>error:</strong> ")
                .text(message)
                .raw(" <a href=\"/rules/")
                .text(rule)
                .raw("\">")
                .text(rule);
            html.raw("</a>")
        }
    };
    let layer = match text("base_from") {
        "content" => "content, 5.1.1",
        "encapsulating-entity" => "encapsulating entity, 5.1.2",
        "retrieval" => "retrieval, 5.1.3",
        _ => "none, 5.1.4",
    };
    html.raw("</td><td>").raw(layer).raw("</td></tr>");
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
    let mut rows = Rows { count: 0, wrong: 0, out: Vec::new() };
    let page = screen::page(&screened, name, bytes, &JSON, &mut |page| rows.take(page.take_out()));
    rows.take(page.into_out());
    if rows.out.is_empty() {
        return;
    }
    html.section("screened", "<code>data:</code> URLs in it, screened");
    html.raw("<p>As a policy sees them that admits nothing active.</p>");
    html.table("data: URLs", &["place", "where", "type", "bytes", "verdict"]);
    for record in &rows.out {
        let place = format!("{}:{}", record["line"], record["column"]);
        let text = |name: &str| record[name].as_str().unwrap_or("–");
        let size = record["size"].to_string();
        let verdict = if record["ok"] == true { "admitted" } else { "refused" };
        html.row(&place, &[&clipped(text("context"), LONG), &clipped(text("essence"), LONG), &size, verdict]);
    }
    html.end_table().raw("</section>");
}
