//! Prints how each standard parses a reference, one column per standard, with marks at differences.
//!
//! A text that is invalid under a standard of the generic syntax is still split at its delimiters. Under `whatwg` the
//! components come from the parsed URL; an invalid text has no components.

use napkin::{Component, Parts, Standard, check, draft1997_verdict, whatwg};

use crate::output::{Page, columns, shown};
use crate::record::Record;

/// The mark of a row in which the standards differ, in addition to the colour.
const DIFFERS: &str = "≠";

/// How one standard parses a text.
struct Reading<'a> {
    valid: String,
    kind: &'static str,
    /// The text that contains the components, and their spans; `None` for an invalid text.
    components: Option<(&'a str, Parts)>,
}

/// One row: a name and a cell per standard.
struct Row {
    name: &'static str,
    cells: Vec<String>,
}

pub(crate) fn print(record: &Record<'_>, base: Option<&whatwg::Url>, page: &mut Page<'_>) {
    let text = record.text();
    let heading = page.paint().heading();
    page.line(format_args!("{heading}{}{heading:#}", shown(&text)));
    let read = |&standard: &_| record.read(standard).map(|reference| reference.kind().name());
    let generic: Vec<_> = Standard::GENERIC.iter().map(read).collect();
    let url = record.url(base);
    let violations = record.violations(base);
    let mut readings: Vec<Reading<'_>> = (Standard::GENERIC.iter().zip(&generic))
        .map(|(&standard, read)| Reading {
            valid: if read.is_ok() { "yes" } else { "no" }.into(),
            kind: read.as_ref().copied().unwrap_or("-"),
            components: Some((&text, check(&text, standard, &mut ()))),
        })
        .collect();
    readings.push(whatwg(url.as_ref().ok(), violations.len()));
    table(&rows(&readings), page);
    let name = page.paint().name();
    page.line(format_args!("  {name}grammar of draft1997:{name:#} {}", draft1997_verdict(&text).name()));
    if let Ok(url) = &url {
        page.line(format_args!("  {name}href of whatwg:{name:#} {}", shown(url.href())));
        page.line(format_args!("  {name}origin of whatwg:{name:#} {}", url.origin()));
    }
    page.line("");
    let refused = generic.iter().map(|read| read.as_ref().err()).chain([url.as_ref().err()]);
    for findings in refused.flatten() {
        page.say_no();
        page.diagnose(&text, record.place, findings);
    }
    if url.is_ok() && page.shows_remarks() {
        page.remark(&text, record.place, &violations);
    }
}

fn whatwg(url: Option<&whatwg::Url>, violations: usize) -> Reading<'_> {
    let Some(url) = url.map(whatwg::Url::reference) else {
        return Reading { valid: "no".into(), kind: "-", components: None };
    };
    let valid = match violations {
        0 => "yes".into(),
        1 => "1 violation".into(),
        count => format!("{count} violations"),
    };
    Reading { valid, kind: url.kind().name(), components: Some((url.as_str(), url.parts())) }
}

fn rows(readings: &[Reading<'_>]) -> Vec<Row> {
    let row = |name, cell: &dyn Fn(&Reading<'_>) -> String| Row { name, cells: readings.iter().map(cell).collect() };
    let mut rows = vec![
        Row { name: "", cells: Standard::ALL.iter().map(ToString::to_string).collect() },
        row("valid", &|reading| reading.valid.clone()),
        row("kind", &|reading| reading.kind.to_owned()),
    ];
    for &component in Component::SMALLEST {
        if readings.iter().any(|reading| reading.text(component).is_some()) {
            rows.push(row(component.name(), &|reading| reading.cell(component)));
        }
    }
    rows
}

impl Reading<'_> {
    fn text(&self, component: Component) -> Option<&str> {
        let (text, parts) = self.components?;
        parts.span(component).map(|span| span.of(text))
    }

    fn cell(&self, component: Component) -> String {
        match self.text(component) {
            None => "-".into(),
            Some("") => "(empty)".into(),
            Some(text) => shown(text),
        }
    }
}

fn table(rows: &[Row], page: &mut Page<'_>) {
    let paint = page.paint();
    let (name_style, changed) = (paint.name(), paint.changed());
    let widths: Vec<usize> = (0..Standard::ALL.len())
        .map(|column| rows.iter().map(|row| columns(&row.cells[column])).max().unwrap_or(0))
        .collect();
    for (number, row) in rows.iter().enumerate() {
        let differs = number > 0 && row.cells.iter().any(|cell| *cell != row.cells[0]);
        let (mark, style) = if differs { (DIFFERS, changed) } else { (" ", page.paint().plain()) };
        page.put(format_args!("{changed}{mark}{changed:#} {name_style}{:<9}{name_style:#}", row.name));
        let last = row.cells.len() - 1;
        for (column, (cell, width)) in row.cells.iter().zip(&widths).enumerate() {
            let fill = if column == last { 0 } else { width - columns(cell) };
            page.put(format_args!("  {style}{cell}{style:#}{:fill$}", ""));
        }
        page.line("");
    }
}
