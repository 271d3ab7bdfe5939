//! `napkin parse --standard all` on a terminal: every standard's reading in a column, and where they differ.

use napkin::{Reference, Standard, draft1997_verdict};

use super::parse::LEAVES;
use crate::output::{Page, columns, shown};
use crate::stream::Record;

/// What stands in a row where the standards differ; the colour says it again.
const DIFFERS: &str = "≠";

/// One row: a name and each standard's answer.
struct Row {
    name: &'static str,
    cells: Vec<String>,
}

pub(super) fn print(record: &Record<'_>, page: &mut Page<'_>) {
    let readings: Vec<_> = Standard::ALL.iter().map(|&standard| record.read(standard)).collect();
    let text = record.text();
    let heading = page.paint().heading();
    page.line(format_args!("{heading}{}{heading:#}", shown(&text)));
    let mut rows = vec![Row { name: "", cells: Standard::ALL.iter().map(ToString::to_string).collect() }];
    let cells = readings.iter().map(|reading| if reading.is_ok() { "yes" } else { "no" }.to_owned());
    rows.push(Row { name: "valid", cells: cells.collect() });
    row("kind", &readings, |reference| Some(reference.kind().name().to_owned()), &mut rows);
    for component in LEAVES {
        row(component.name(), &readings, |reference| reference.component(component).map(cell), &mut rows);
    }
    table(&rows, page);
    page.line(format_args!("  grammar of draft1997: {}", draft1997_verdict(&text).name()));
    page.line("");
    for findings in readings.iter().filter_map(|reading| reading.as_ref().err()) {
        page.say_no();
        findings.iter().for_each(|finding| page.diagnose(&text, record.place, finding));
    }
}

type Reading<'a> = Result<Reference<'a>, Vec<napkin::Finding>>;

/// A row, unless no standard has anything to say.
fn row(
    name: &'static str,
    readings: &[Reading<'_>],
    cell: impl Fn(Reference<'_>) -> Option<String>,
    rows: &mut Vec<Row>,
) {
    let cells: Vec<Option<String>> =
        readings.iter().map(|reading| reading.as_ref().ok().and_then(|reference| cell(*reference))).collect();
    if cells.iter().any(Option::is_some) {
        rows.push(Row { name, cells: cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into())).collect() });
    }
}

fn cell(text: &str) -> String {
    if text.is_empty() { "(empty)".into() } else { shown(text) }
}

fn table(rows: &[Row], page: &mut Page<'_>) {
    let paint = page.paint();
    let (name_style, changed) = (paint.name(), paint.changed());
    let widths: Vec<usize> = (0..Standard::ALL.len())
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
