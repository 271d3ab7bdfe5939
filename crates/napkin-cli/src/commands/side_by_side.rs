//! `napkin parse --standard all` on a terminal: every standard's reading in a column, and where they differ.
//!
//! A text that a standard does not admit has components all the same: where its delimiters put them.

use napkin::{Component, Finding, Parts, Reference, Standard, check, draft1997_verdict};

use crate::output::{Page, columns, shown};
use crate::stream::Record;

/// What stands in a row where the standards differ; the colour says it again.
const DIFFERS: &str = "≠";

/// What one standard makes of a text.
struct Reading<'a> {
    parts: Parts,
    read: Result<Reference<'a>, Vec<Finding>>,
}

/// One row: a name and each standard's answer.
struct Row {
    name: &'static str,
    cells: Vec<String>,
}

pub(super) fn print(record: &Record<'_>, page: &mut Page<'_>) {
    let text = record.text();
    let reading =
        |&standard: &Standard| Reading { parts: check(&text, standard, &mut ()), read: record.read(standard) };
    let readings: Vec<Reading<'_>> = Standard::GENERIC.iter().map(reading).collect();
    let heading = page.paint().heading();
    page.line(format_args!("{heading}{}{heading:#}", shown(&text)));
    table(&rows(&text, &readings), page);
    page.line(format_args!("  grammar of draft1997: {}", draft1997_verdict(&text).name()));
    page.line("");
    for findings in readings.iter().filter_map(|reading| reading.read.as_ref().err()) {
        page.say_no();
        page.diagnose(&text, record.place, findings);
    }
}

fn rows(text: &str, readings: &[Reading<'_>]) -> Vec<Row> {
    let row = |name, cell: &dyn Fn(&Reading<'_>) -> String| Row { name, cells: readings.iter().map(cell).collect() };
    let mut rows = vec![
        Row { name: "", cells: Standard::GENERIC.iter().map(ToString::to_string).collect() },
        row("valid", &|reading| if reading.read.is_ok() { "yes" } else { "no" }.to_owned()),
        row("kind", &|reading| reading.read.as_ref().map_or("-", |reference| reference.kind().name()).to_owned()),
    ];
    for component in Component::SMALLEST {
        if readings.iter().any(|reading| reading.parts.span(component).is_some()) {
            rows.push(row(component.name(), &|reading| cell(text, &reading.parts, component)));
        }
    }
    rows
}

fn cell(text: &str, parts: &Parts, component: Component) -> String {
    match parts.span(component).map(|span| span.of(text)) {
        None => "-".into(),
        Some("") => "(empty)".into(),
        Some(text) => shown(text),
    }
}

fn table(rows: &[Row], page: &mut Page<'_>) {
    let paint = page.paint();
    let (name_style, changed) = (paint.name(), paint.changed());
    let widths: Vec<usize> = (0..Standard::GENERIC.len())
        .map(|column| rows.iter().map(|row| columns(&row.cells[column])).max().unwrap_or(0))
        .collect();
    for (number, row) in rows.iter().enumerate() {
        let differs = number > 0 && row.cells.iter().any(|cell| *cell != row.cells[0]);
        let (mark, style) = if differs { (DIFFERS, changed) } else { (" ", anstyle::Style::new()) };
        page.put(format_args!("{changed}{mark}{changed:#} {name_style}{:<9}{name_style:#}", row.name));
        let last = row.cells.len() - 1;
        for (column, (cell, width)) in row.cells.iter().zip(&widths).enumerate() {
            let fill = if column == last { 0 } else { width - columns(cell) };
            page.put(format_args!("  {style}{cell}{style:#}{:fill$}", ""));
        }
        page.line("");
    }
}
