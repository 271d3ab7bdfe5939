//! How fast: `rate FILE...`, one URL a line; a table in Markdown.
//!
//! For each list: nanoseconds a URL for the engine alone, for the kernel with the host and with all fields, for Common Crawl's columns,
//! and the share of twice the rate that two threads reach. The best of several runs, as other programs only ever make one slower.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use arrow_array::{Array, StringArray};
use napkin::{Component, Reference, Standard, whatwg};
use napkin_columns::{Field, common_crawl, in_order, parts};

/// How many rows a batch has: what DataFusion takes if it is not told.
const BATCH: usize = 8192;

/// How often each thing is measured.
const RUNS: usize = 15;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| list | standard | engine | host | {} fields | Common Crawl | 2 threads |\n|---|---|---|---|---|---|---|",
        Field::ALL.len()
    );
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        let batches: Vec<StringArray> = lines.chunks(BATCH).map(|lines| StringArray::from(lines.to_vec())).collect();
        for standard in [Standard::Rfc3986, Standard::Rfc3987, Standard::Whatwg] {
            row(&file, &lines, &batches, standard);
        }
    }
    Ok(())
}

fn row(file: &str, lines: &[&str], batches: &[StringArray], standard: Standard) {
    let name = file.rsplit('/').next().unwrap_or(file);
    let engine = best(lines.len(), || lines.iter().filter(|line| is_read(line, standard)).count());
    let kernel = |fields: &[Field]| {
        best(lines.len(), || {
            batches.iter().map(|batch| parts(batch, standard, fields).map_or(0, |made| made.len())).sum()
        })
    };
    let (host, all) = (kernel(&[Field::Text(Component::Host)]), kernel(Field::ALL));
    let crawl =
        best(lines.len(), || batches.iter().map(|batch| common_crawl(batch).map_or(0, |made| made.len())).sum());
    let [one, two] = [1, 2].map(|threads| by_threads(batches, standard, threads));
    let share = one / two / 2.0 * 100.0;
    println!("| {name} | {standard} | {engine:.1} ns | {host:.1} ns | {all:.1} ns | {crawl:.0} ns | {share:.0} % |");
}

fn is_read(line: &str, standard: Standard) -> bool {
    if standard == Standard::Whatwg {
        whatwg::parse_borrowed(line, None).is_ok()
    } else {
        Reference::parse(line, standard).is_ok()
    }
}

/// All fields of all batches, several times over so that starting threads is not what is measured.
fn by_threads(batches: &[StringArray], standard: Standard, threads: usize) -> f64 {
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    best(1, || {
        let mut rows = 0;
        let many = batches.iter().cycle().take(20 * batches.len());
        let work = |batch: &StringArray| parts(batch, standard, Field::ALL);
        let sink = |made: Result<arrow_array::ArrayRef, _>| made.map(|made| rows += made.len());
        let done = in_order(many, threads, work, sink);
        if done.is_ok() { rows } else { 0 }
    })
}

/// Nanoseconds for each of `count`.
fn best(count: usize, run: impl Fn() -> usize) -> f64 {
    let once = || {
        let begun = Instant::now();
        black_box(run());
        begun.elapsed().as_nanos() as f64 / count as f64
    };
    (0..RUNS).map(|_| once()).fold(f64::MAX, f64::min)
}
