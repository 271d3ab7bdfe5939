//! The columns of Common Crawl's index of the URLs in a file, one a line, as a table with tabs: `common_crawl FILE > TABLE`.
//!
//! What `conformance/common-crawl.sh` holds against the programs that Common Crawl uses. Null is `\N`.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write, stdout};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, StringArray};
use napkin_columns::{common_crawl, in_order};

/// How many rows are read at a time.
const BATCH: usize = 8192;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("expected a file of URLs")?;
    let mut lines = BufReader::new(File::open(file)?).lines();
    let mut out = BufWriter::new(stdout().lock());
    let batches = std::iter::from_fn(|| {
        let batch: Vec<String> = lines.by_ref().take(BATCH).map_while(Result::ok).collect();
        (!batch.is_empty()).then(|| StringArray::from(batch))
    });
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    in_order(batches, threads, |batch| common_crawl(&batch), |made| write(&made?, &mut out))?;
    Ok(out.flush()?)
}

fn write(made: &ArrayRef, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for row in 0..made.len() {
        for (number, column) in made.as_struct().columns().iter().enumerate() {
            let before = if number > 0 { "\t" } else { "" };
            match (column.is_null(row), column.as_string_view_opt()) {
                (true, _) => write!(out, "{before}\\N")?,
                (false, Some(texts)) => write!(out, "{before}{}", texts.value(row))?,
                (false, None) => write!(out, "{before}{}", column.as_primitive::<Int32Type>().value(row))?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
