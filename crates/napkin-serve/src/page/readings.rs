//! Shows how each standard parses a text, side by side.

use std::borrow::Cow;

use napkin::{Component, Parts, Standard, check, draft1997_verdict, whatwg};

use super::question::Question;
use crate::html::{Html, clipped};
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
pub(super) fn of(question: &Question, text: &str, base: Option<&whatwg::Url>) -> Vec<Reading> {
    let record = Record::new(text.as_bytes(), napkin_answer::record::Place::Argument(1));
    let masked = question.masked(text);
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
                let made = url.map(|url| (question.masked(url.href()).into_owned(), url.reference().parts()));
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

pub(super) fn show(text: &str, readings: &[Reading], html: &mut Html) {
    html.section("readings", "Each standard’s reading");
    html.raw("<p>≠ marks a row in which the standards differ; what is <mark>marked</mark> differs from RFC 3986.</p>");
    html.stack("Each standard’s reading", &["part", NAMES[0], NAMES[1], NAMES[2], NAMES[3]]);
    row("valid", readings, &|reading| Some(reading.valid.into()), html);
    row("kind", readings, &|reading| Some(reading.kind.into()), html);
    for &component in Component::SMALLEST {
        let cell = |reading: &Reading| {
            let (text, parts) = reading.components.as_ref()?;
            Some(match parts.span(component)?.of(text) {
                "" => "(empty)".into(),
                text => Cow::Owned(text.to_owned()),
            })
        };
        if readings.iter().any(|reading| cell(reading).is_some()) {
            row(component.name(), readings, &cell, html);
        }
    }
    html.end_table().raw("<p class=aside>By the grammar of the draft’s Appendix A this is: <code>");
    html.raw(draft1997_verdict(text).name()).raw("</code>.</p></section>");
}

fn row<'r>(
    name: &'static str,
    readings: &'r [Reading],
    cell: &dyn Fn(&'r Reading) -> Option<Cow<'r, str>>,
    html: &mut Html,
) {
    // The second reading is RFC 3986. An invalid URL has no components that could differ.
    let usual = cell(&readings[1]);
    let cells: Vec<_> = readings
        .iter()
        .map(|reading| {
            let cell = cell(reading);
            let is_usual = cell == usual || (cell.is_none() && reading.components.is_none());
            (cell, is_usual)
        })
        .collect();
    let differs = cells.iter().any(|(_, is_usual)| !is_usual);
    // A phone shows equal cells once.
    let is_one = cells.iter().all(|(cell, _)| *cell == usual);
    html.raw(if is_one { "<tr class=same>" } else { "<tr>" });
    html.raw("<th scope=row>").raw(if differs { "<abbr title=\"the standards differ\">≠</abbr> " } else { "" });
    html.raw(name).raw("</th>");
    for ((cell, is_usual), of) in cells.iter().zip(NAMES) {
        html.raw("<td data-of=\"").raw(if is_one { "all" } else { of }).raw("\">");
        html.raw(if *is_usual { "<code>" } else { "<mark><code>" });
        html.text(&clipped(cell.as_deref().unwrap_or("–"), LONG));
        html.raw(if *is_usual { "</code></td>" } else { "</code></mark></td>" });
    }
    html.raw("</tr>");
}
