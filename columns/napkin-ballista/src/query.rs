//! Runs a query on a cluster.
//!
//! The executors read the files of the tables. Text files are not supported, because only `napkin-query` has a reader for them.

use std::io::{self, BufWriter, Write};
use std::net::SocketAddr;
use std::path::Path;

use datafusion::arrow::csv::WriterBuilder;
use datafusion::execution::context::SQLOptions;
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionContext};
use futures::StreamExt;

use crate::cluster::Cluster;
use crate::functions;
use crate::options::Query;
use crate::trouble::Trouble;

pub(crate) async fn run(options: &Query) -> Result<(), Trouble> {
    if let Some(scheduler) = options.scheduler {
        return answer(options, scheduler).await;
    }
    // The query's own cluster, which ends with the query.
    let mut cluster = Cluster::start(options).await?;
    let scheduler = cluster.address;
    let done = tokio::select! {
        done = answer(options, scheduler) => done,
        // A scheduler waits for new executors, but this cluster gets none.
        trouble = cluster.ended() => return Err(trouble),
    };
    match done {
        Ok(()) => Ok(()),
        Err(error) => Err(cluster.reason(error).await),
    }
}

async fn answer(options: &Query, scheduler: SocketAddr) -> Result<(), Trouble> {
    let session = functions::client(scheduler).await?;
    for file in &options.files {
        register(&session, file).await?;
    }
    let allowed = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    let mut batches = session.sql_with_options(&options.sql, allowed).await?.execute_stream().await?;
    let mut output = BufWriter::new(io::stdout().lock());
    let names: Vec<String> = batches.schema().fields().iter().map(|field| quoted(field.name())).collect();
    writeln!(output, "{}", names.join(","))?;
    let mut writer = WriterBuilder::new().with_header(false).build(output);
    while let Some(batch) = batches.next().await {
        writer.write(&batch?)?;
    }
    Ok(writer.into_inner().flush()?)
}

/// Quotes a name of the header by RFC 4180.
fn quoted(name: &str) -> String {
    let plain = !name.contains(['"', ',', '\n', '\r']);
    if plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

async fn register(session: &SessionContext, told: &str) -> Result<(), Trouble> {
    let (name, file) = match told.split_once('=') {
        Some((name, file)) => (name.to_owned(), file),
        None => (name_of(told), told),
    };
    let path = Path::new(file).canonicalize().map_err(|error| format!("{file}: {error}"))?;
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let text = path.to_str().ok_or_else(|| format!("{file}: expected a name in UTF-8"))?;
    if path.is_dir() || ending == "parquet" {
        session.register_parquet(name, text, ParquetReadOptions::default()).await?;
    } else if ending == "csv" {
        session.register_csv(name, text, CsvReadOptions::new()).await?;
    } else {
        return Err(format!(
            "{file}: expected Parquet or CSV; `napkin query 'SELECT * FROM ...' {file} -o FILE.parquet` makes it of text"
        )
        .into());
    }
    Ok(())
}

/// Returns the name of a file's table.
fn name_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
