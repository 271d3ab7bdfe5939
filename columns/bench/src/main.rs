//! Benchmarks columns of URLs against the engine alone and against the functions of other engines.
//!
//! `napkin-bench-columns FILE [ROWS]` repeats the lines of FILE in batches of DataFusion's size up to ROWS rows (default: a
//! million). With the feature `sql` it also compares DataFusion's own `try_parse_url`, with one thread and with two.
//! `napkin-bench-columns --once CASE FILE [ROWS]` runs one case in one pass, for callgrind.

mod kernels;
#[cfg(feature = "sql")]
mod sql;
#[expect(dead_code, reason = "what rivals find is compared by tests, not here")]
#[path = "../../../bench/src/timing.rs"]
mod timing;

use std::process::ExitCode;

use arrow_array::StringViewArray;

/// The rows of a batch: DataFusion's default.
const BATCH: usize = 8192;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--once", case, file] => once(case, file, 1_000_000),
        ["--once", case, file, rows] => once(case, file, number(rows)),
        [file] => tables(file, 1_000_000),
        [file, rows] => tables(file, number(rows)),
        _ => {
            eprintln!("usage: napkin-bench-columns [--once CASE] FILE [ROWS]");
            ExitCode::from(2)
        }
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("expected a number of rows, but found {text:?}"))
}

/// Returns batches of the lines of a file, repeated.
fn batches(file: &str, rows: usize) -> Vec<StringViewArray> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let batch = |start: usize| {
        let end = rows.min(start + BATCH);
        // One block per batch, as file readers create them.
        let texts: Vec<&str> = (start..end).map(|row| lines[row % lines.len()]).collect();
        let mut made = arrow_array::builder::StringViewBuilder::with_capacity(texts.len())
            .with_fixed_block_size(texts.iter().map(|text| text.len()).sum::<usize>().max(1) as u32);
        texts.iter().for_each(|text| made.append_value(text));
        made.finish()
    };
    (0..rows).step_by(BATCH).map(batch).collect()
}

fn once(name: &str, file: &str, rows: usize) -> ExitCode {
    let batches = batches(file, rows);
    let mut cases = kernels::cases(&batches);
    let Some(case) = cases.iter_mut().find(|case| case.peer == name) else {
        eprintln!("no case {name:?}; there are: {}", cases.iter().map(|case| case.peer).collect::<Vec<_>>().join(", "));
        return ExitCode::from(2);
    };
    println!("{}", (case.run)());
    ExitCode::SUCCESS
}

fn tables(file: &str, rows: usize) -> ExitCode {
    let batches = batches(file, rows);
    table(kernels::cases(&batches), rows);
    #[cfg(feature = "sql")]
    table(sql::cases(&batches), rows);
    ExitCode::SUCCESS
}

fn table(mut cases: Vec<timing::Case<'_>>, rows: usize) {
    let seconds = timing::fastest(&mut cases);
    println!("| | ns a row | million rows a second |\n|---|--:|--:|");
    for (case, seconds) in cases.iter().zip(seconds) {
        println!("| {} | {:.1} | {:.2} |", case.peer, seconds * 1e9 / rows as f64, rows as f64 / seconds / 1e6);
    }
    println!();
}
