//! The registry of schemes: a list with filters, and a page per scheme.
//!
//! A form filters the list, and its URL is the permalink. The script filters while the user types.

use hyper::StatusCode;
use maud::{Markup, html};
use napkin_answer::output::shown;
use napkin_answer::scheme::book::Book;
use napkin_answer::scheme::card::{self, Section};
use napkin_answer::scheme::list::{self, Options, Row};
use napkin_scheme::{self as scheme, Statement, Status};

use super::sections::fragment;
use super::shell_commands::{self, commands};
use crate::answer::{Answer, Problem};
use crate::markup::{LIST, Typed, clipped, sentence, table};
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
    let table_rows = html! { @for row in &rows { (self::row(row)) } };
    let page = html! {
        (form(&words, &options))
        p {
            output #matches for="q" { (rows.len()) " of " (scheme::registry().len()) }
            " schemes. ✓ is defined here in full: URLs of it are checked, and it is known what may be retrieved."
        }
        (table(LIST, "Schemes", &["scheme", "status", "defined", "what it is", "defined by"], table_rows))
        (commands([&*in_a_terminal(&options)]))
    };
    Ok(Answer::page("Schemes", page))
}

fn form(words: &str, options: &Options) -> Markup {
    html! {
        h1 { "Schemes" }
        form #narrowing method="get" action="/schemes" {
            div class="pair" {
                div {
                    label for="q" { "With these words" }
                    input #q name="q" type="search" autofocus autocomplete="off" autocapitalize="off" spellcheck="false"
                        aria-keyshortcuts="/" value=(Typed(words));
                }
                div {
                    label for="status" { "Status" }
                    select #status name="status" {
                        option value="" { "any" }
                        @for status in Status::ALL {
                            option selected[options.status.contains(status)] { (status.name()) }
                        }
                    }
                }
            }
            div class="line" {
                label class="check" {
                    input type="checkbox" name="defined" value="true" checked[options.defined];
                    " Defined in full"
                }
                button { "Narrow" }
            }
        }
    }
}

fn row(row: &Row) -> Markup {
    html! {
        tr data-is={ (row.status.name()) @if row.is_defined { " defined" } } {
            th scope="row" { a href={ "/schemes/" (row.name) } { (row.name) } }
            td { (row.status.name()) }
            td { @if row.is_defined { "✓" } }
            td { (clipped(&row.description, LONG)) }
            td { (clipped(&row.reference, LONG)) }
        }
    }
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
    options.words.iter().fold(line, |line, word| format!("{line} {}", shell_commands::word(word)))
}

/// Returns the page of a scheme: its registry entry and its definition. The page of an unregistered scheme says so.
pub(crate) fn one(name: &str) -> Answer {
    let name = name.to_ascii_lowercase();
    let (definition, registered) = (scheme::find(&name), scheme::registered(&name));
    let is_known = definition.is_some() || registered.is_some();
    let page = html! {
        h1 { code { (clipped(&name, 80)) } }
        @if let Some(definition) = definition {
            p { (sentence(definition.text(Statement::Description))) }
            @for section in &card::sections(definition) { (self::section(section)) }
        } @else if let Some(row) = registered {
            p { (row.description) }
            @for section in &card::row(row) { (self::section(section)) }
            p class="note" {
                "It is registered, but not defined here: nothing of it can be checked or retrieved."
            }
        } @else {
            p class="problem" { "It is not in IANA’s registry, and nothing is known of it here." }
        }
        @if napkin_answer::scheme::template::skeleton(&name).is_ok() {
            p {
                a href={ "/lint?template=" (name) } { "Write a definition of it" }
                ", from a skeleton with all questions"
            }
        }
        p { a href="/schemes" { "All schemes" } }
        @if is_known { (commands([&*format!("napkin scheme show --pretty {name}")])) }
    };
    let status = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    Answer { status, ..Answer::page("A scheme", page) }
}

fn section(section: &Section) -> Markup {
    let mut last = "";
    let mut is_new = |name| std::mem::replace(&mut last, name) != name;
    html! {
        section {
            @if !section.heading.is_empty() { h2 { (section.heading) } }
            dl class="card" {
                @for (name, text) in &section.lines {
                    @if is_new(&**name) { dt { (shown(name)) } }
                    dd { @if name == "example" { (workbench(text)) } @else { (sentence(text)) } }
                }
            }
        }
    }
}

/// Links an example to the workbench.
fn workbench(url: &str) -> Markup {
    html! { a href={ "/#" (fragment(&[("url", url)])) } { code { (shown(url)) } } }
}
