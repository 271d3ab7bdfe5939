//! The registry of schemes: a list with filters, and a page per scheme.
//!
//! A form filters the list, and its URL is the permalink. The script filters while the user types.

use hyper::StatusCode;
use napkin_answer::scheme::book::Book;
use napkin_answer::scheme::card::{self, Section};
use napkin_answer::scheme::list::{self, Options, Row};
use napkin_scheme::{self as scheme, Statement, Status};

use super::command;
use crate::answer::{Answer, Problem};
use crate::html::{Html, clipped};
use crate::parameters::{Parameters, value_problem};

/// The longest description in the list, in characters.
const LONG: usize = 160;

/// Returns the filtered list.
///
/// # Errors
/// A parameter is invalid.
pub(crate) fn list(mut parameters: Parameters) -> Result<Answer, Problem> {
    let words = parameters.one("q")?.unwrap_or_default();
    let status = parameters.one("status")?.filter(|name| !name.is_empty());
    let read = |name: String| Status::from_name(&name).ok_or_else(|| value_problem("status", "expected a status"));
    let options = Options {
        status: status.map(read).transpose()?.into_iter().collect(),
        defined: parameters.flag("defined")?,
        words: words.split_whitespace().map(str::to_owned).collect(),
        retrievable: false,
    };
    parameters.finish()?;
    let rows = list::rows(&Book::default(), &options);
    let mut html = Html::default();
    form(&words, &options, &mut html);
    html.raw("<p><output id=matches for=q>").number(rows.len()).raw(" of ").number(scheme::registry().len());
    html.raw("</output> schemes. ✓ is defined here in full: URLs of it are checked, and it is known what may be retrieved.</p>");
    html.list("Schemes", &["scheme", "status", "defined", "what it is", "defined by"]);
    rows.iter().for_each(|row| self::row(row, &mut html));
    html.end_table();
    command::section(&mut html);
    command::line(&in_a_terminal(&options), &mut html);
    command::end(&mut html);
    Ok(Answer::page("Schemes", &html.into_string()))
}

fn form(words: &str, options: &Options, html: &mut Html) {
    html.raw("<h1>Schemes</h1><form id=narrowing method=get action=\"/schemes\"><div class=pair><div><label for=q>With these \
              words</label><input id=q name=q type=search autofocus autocomplete=off autocapitalize=off spellcheck=false \
              aria-keyshortcuts=\"/\" value=\"");
    html.verbatim(words)
        .raw("\"></div><div><label for=status>Status</label><select id=status name=status><option value=\"\">any");
    for status in Status::ALL {
        let is_asked = options.status.contains(status);
        html.raw("</option><option").raw(if is_asked { " selected" } else { "" }).raw(">").raw(status.name());
    }
    html.raw(
        "</option></select></div></div><div class=line><label class=check><input type=checkbox name=defined value=true",
    );
    html.raw(if options.defined { " checked" } else { "" });
    html.raw("> Defined in full</label><button>Narrow</button></div></form>");
}

fn row(row: &Row, html: &mut Html) {
    html.raw("<tr data-is=\"").raw(row.status.name()).raw(if row.is_defined { " defined" } else { "" });
    html.raw("\"><th scope=row><a href=\"/schemes/").text(&row.name).raw("\">").text(&row.name);
    html.raw("</a></th><td>").raw(row.status.name()).raw("</td><td>").raw(if row.is_defined { "✓" } else { "" });
    html.raw("</td><td>").text(&clipped(&row.description, LONG));
    html.raw("</td><td>").text(&clipped(&row.reference, LONG)).raw("</td></tr>");
}

/// Returns the command that prints the list.
fn in_a_terminal(options: &Options) -> String {
    let mut line = "napkin scheme list --pretty".to_owned();
    if options.defined {
        line += " --defined";
    }
    for status in &options.status {
        line += &format!(" --status {}", status.name());
    }
    if !options.words.is_empty() {
        line += " --";
    }
    options.words.iter().fold(line, |line, word| format!("{line} {}", command::word(word)))
}

/// Returns the page of a scheme: its registry entry and its definition. The page of an unregistered scheme says so.
pub(crate) fn one(name: &str) -> Answer {
    let name = name.to_ascii_lowercase();
    let mut html = Html::default();
    html.raw("<h1><code>").text(&clipped(&name, 80)).raw("</code></h1>");
    let (status, known) = match (scheme::find(&name), scheme::registered(&name)) {
        (Some(definition), _) => {
            html.raw("<p>").sentence(definition.text(Statement::Description)).raw("</p>");
            card::sections(definition).iter().for_each(|section| self::section(section, &mut html));
            (StatusCode::OK, true)
        }
        (None, Some(row)) => {
            html.raw("<p>").text(row.description).raw("</p>");
            card::row(row).iter().for_each(|section| self::section(section, &mut html));
            html.raw(
                "<p class=note>It is registered, but not defined here: nothing of it can be checked or retrieved.</p>",
            );
            (StatusCode::OK, true)
        }
        (None, None) => {
            html.raw("<p class=problem>It is not in IANA’s registry, and nothing is known of it here.</p>");
            (StatusCode::NOT_FOUND, false)
        }
    };
    let is_name = napkin_answer::scheme::template::skeleton(&name).is_ok();
    if is_name {
        html.raw("<p><a href=\"/lint?template=")
            .text(&name)
            .raw("\">Write a definition of it</a>, from a skeleton with all questions</p>");
    }
    html.raw("<p><a href=\"/schemes\">All schemes</a></p>");
    if known {
        command::section(&mut html);
        command::line(&format!("napkin scheme show --pretty {name}"), &mut html);
        command::end(&mut html);
    }
    Answer { status, ..Answer::page("A scheme", &html.into_string()) }
}

fn section(section: &Section, html: &mut Html) {
    html.raw("<section>");
    if !section.heading.is_empty() {
        html.raw("<h2>").raw(section.heading).raw("</h2>");
    }
    html.raw("<dl class=card>");
    let mut last = "";
    for (name, text) in &section.lines {
        if name != last {
            html.raw("<dt>").text(name).raw("</dt>");
        }
        html.raw("<dd>");
        match &**name {
            "example" => workbench(text, html),
            _ => {
                html.sentence(text);
            }
        }
        html.raw("</dd>");
        last = name;
    }
    html.raw("</dl></section>");
}

/// Links an example to the workbench.
fn workbench(url: &str, html: &mut Html) {
    let mut fragment = napkin::whatwg::SearchParams::new();
    fragment.append("url", url);
    html.raw("<a href=\"/#").verbatim(&fragment.to_string()).raw("\"><code>").text(url).raw("</code></a>");
}
