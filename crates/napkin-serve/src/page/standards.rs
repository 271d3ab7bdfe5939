//! Shows how each standard parses a text, side by side.

use maud::{Markup, html};
use napkin::{Component, Parts, Standard, check, draft1997_verdict, whatwg};

use super::form::Form;
use crate::markup::{STACK, clipped, fold, table};
use napkin_answer::record::Record;

const LONG: usize = 200;

/// The columns, in the order of [`Standard::ALL`].
const NAMES: [&str; 4] = ["draft of 1997", "RFC 3986", "RFC 3987", "WHATWG"];

/// How one standard parses a text.
pub(super) struct Reading {
    pub(super) standard: Standard,
    pub(super) valid: &'static str,
    pub(super) kind: &'static str,
    /// The text that contains the components, masked if required, and their spans.
    pub(super) components: Option<(String, Parts)>,
}

/// Returns the readings of all four standards. `text` is the typed text without the wrapping that Appendix E removes.
pub(super) fn readings(form: &Form, text: &str, base: Option<&whatwg::Url>) -> Vec<Reading> {
    let record = Record::new(text.as_bytes(), napkin_answer::record::Place::Argument(1));
    let masked = form.masked(text);
    Standard::ALL
        .iter()
        .map(|&standard| match standard {
            Standard::Whatwg => {
                let url = record.url(base).ok();
                let valid = match (&url, record.violations(base).is_empty()) {
                    (None, _) => "no",
                    (Some(_), true) => "yes",
                    (Some(_), false) => "read, with violations",
                };
                let kind = url.as_ref().map_or("-", |url| url.reference().kind().name());
                let made = url.map(|url| (form.masked(url.href()).into_owned(), url.reference().parts()));
                Reading { standard, valid, kind, components: made }
            }
            _ => {
                let read = record.read(standard).map(|reference| reference.kind().name());
                let parts = check(text, standard, &mut ());
                let valid = if read.is_ok() { "yes" } else { "no" };
                Reading {
                    standard,
                    valid,
                    kind: read.unwrap_or("-"),
                    components: Some((masked.clone().into_owned(), parts)),
                }
            }
        })
        .collect()
}

pub(super) fn show(text: &str, readings: &[Reading]) -> Markup {
    let components = Component::SMALLEST.iter().map(|&component| {
        let cell = move |reading: &Reading| {
            let (text, parts) = reading.components.as_ref()?;
            let text = parts.span(component)?.of(text);
            Some(if text.is_empty() { "(empty)" } else { text }.to_owned())
        };
        (component.name(), readings.iter().map(cell).collect::<Vec<_>>())
    });
    let all = |cell: fn(&Reading) -> &'static str| readings.iter().map(|one| Some(cell(one).to_owned())).collect();
    let lines = [("valid", all(|reading| reading.valid)), ("kind", all(|reading| reading.kind))];
    let lines: Vec<_> =
        lines.into_iter().chain(components.filter(|(_, cells)| cells.iter().any(Option::is_some))).collect();
    let is_open = lines.iter().any(|(_, cells)| differs(cells, readings));
    let rows = html! { @for (name, cells) in lines { (row(name, readings, cells)) } };
    let content = html! {
        p { "≠ marks a row in which the standards differ; what is " mark { "marked" } " differs from RFC 3986." }
        (table(STACK, "Each standard’s reading", &["part", NAMES[0], NAMES[1], NAMES[2], NAMES[3]], rows))
        p class="aside" {
            "By the grammar of the draft’s Appendix A this is: " code { (draft1997_verdict(text).name()) } "."
        }
    };
    fold("readings", "Each standard’s reading", is_open, content)
}

/// Returns whether a cell is like that of RFC 3986, the second. An invalid URL has no components that could differ.
fn is_usual(cell: &Option<String>, reading: &Reading, cells: &[Option<String>]) -> bool {
    *cell == cells[1] || (cell.is_none() && reading.components.is_none())
}

fn differs(cells: &[Option<String>], readings: &[Reading]) -> bool {
    !cells.iter().zip(readings).all(|(cell, reading)| is_usual(cell, reading, cells))
}

/// Returns a row with a cell per reading.
fn row(name: &str, readings: &[Reading], cells: Vec<Option<String>>) -> Markup {
    let differs = differs(&cells, readings);
    // A phone shows equal cells once.
    let is_one = cells.iter().all(|cell| *cell == cells[1]);
    html! {
        tr class=[is_one.then_some("same")] {
            th scope="row" { @if differs { abbr title="the standards differ" { "≠" } " " } (name) }
            @for ((cell, reading), of) in cells.iter().zip(readings).zip(NAMES) {
                @let text = html! { code { (clipped(cell.as_deref().unwrap_or("–"), LONG)) } };
                td data-of=(if is_one { "all" } else { of }) {
                    @if is_usual(cell, reading, &cells) { (text) } @else { mark { (text) } }
                }
            }
        }
    }
}
