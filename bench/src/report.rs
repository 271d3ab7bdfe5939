//! Prints the tables.

use crate::inputs::input;
use crate::lists::{Texts, shuffled};
use crate::operations::{Operation, View};
use crate::timing::{Case, fastest};

/// All measurements of one list of URLs.
pub(crate) fn urls(name: &str, texts: &Texts) {
    println!("## {name}: {} URLs of {:.1} bytes on average\n", texts.count(), texts.mean());
    println!("ns a URL; × is the ratio to `napkin` in the same column.\n");
    println!("| operation | peer | list's order | × | shuffled | × |\n|---|---|--:|--:|--:|--:|");
    let mixed = shuffled(&texts.views());
    let mut notes = Vec::new();
    for operation in Operation::ALL {
        let (rows, mut found) = compare(operation, texts);
        notes.append(&mut found);
        let (mixed_rows, _) = compare(operation, &mixed);
        for (row, mixed) in rows.iter().zip(&mixed_rows) {
            let (ratio, mixed_ratio) = (ratio(row.nanoseconds, &rows), ratio(mixed.nanoseconds, &mixed_rows));
            let title = operation.title();
            println!(
                "| {title} | {} | {:.1} | {ratio} | {:.1} | {mixed_ratio} |",
                row.peer, row.nanoseconds, mixed.nanoseconds
            );
        }
    }
    println!();
    notes.iter().for_each(|note| println!("- {note}"));
    println!();
}

struct Row {
    peer: &'static str,
    nanoseconds: f64,
}

/// One operation on one list, with its remarks.
fn compare(operation: Operation, texts: &Texts) -> (Vec<Row>, Vec<String>) {
    let input = input(operation, &texts.views());
    let view = View::new(&input);
    let mut cases = operation.cases(&view);
    let notes = notes(operation, texts.count() - input.texts.count(), &cases, view.texts.len());
    let best = fastest(&mut cases);
    let per_url = 1e9 / input.texts.count().max(1) as f64;
    let row = |(case, seconds): (&Case<'_>, f64)| Row { peer: case.peer, nanoseconds: seconds * per_url };
    (cases.iter().zip(best).map(row).collect(), notes)
}

/// The number of excluded URLs, and of results on which the peers differ.
fn notes(operation: Operation, left_out: usize, cases: &[Case<'_>], count: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if left_out > 0 {
        notes.push(format!("{}: {left_out} URLs left out", operation.title()));
    }
    let Some(ours) = cases[0].result.as_ref() else { return notes };
    for case in &cases[1..] {
        let theirs = case.result.as_ref().expect("rivals have results alike");
        let differ = (0..count).filter(|&place| ours(place) != theirs(place)).count();
        if differ > 0 {
            notes.push(format!("{}: {differ} results of {} differ from napkin's", operation.title(), case.peer));
        }
    }
    notes
}

/// Returns the ratio to the first row; empty if there is only one row.
fn ratio(value: f64, rows: &[Row]) -> String {
    if rows.len() > 1 { format!("{:.2}", value / rows[0].nanoseconds) } else { String::new() }
}
