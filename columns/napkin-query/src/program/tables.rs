//! Registers files as tables of a session.
//!
//! This module names the tables, and chooses the reader by the file's extension.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionConfig, SessionContext};
use napkin_document::file_url;

use crate::options::Engine;
use crate::output::Trouble;
use crate::text;

/// Creates a session with the functions and the limits of the options.
pub(crate) fn session(engine: &Engine) -> Result<SessionContext, Trouble> {
    let mut config = SessionConfig::new().with_batch_size(engine.batch.get());
    config = config.with_target_partitions(engine.threads().get());
    let mut runtime = RuntimeEnvBuilder::new();
    if let Some(limit) = engine.memory {
        runtime = runtime.with_memory_limit(limit.get(), 1.0);
    }
    let session = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
    napkin_query::functions().into_iter().for_each(|function| session.register_udf(function));
    session.register_udtf(napkin_query::Links::NAME, Arc::new(napkin_query::Links));
    Ok(session)
}

/// Registers `FILE` or `NAME=FILE` as a table, and returns its name.
pub(crate) async fn register(session: &SessionContext, told: &str, engine: &Engine) -> Result<String, Trouble> {
    let (name, file) = match told.split_once('=') {
        Some((name, file)) if is_name(name) => (name.to_ascii_lowercase(), file),
        _ => (name_of(told), told),
    };
    if session.table_exist(name.as_str())? {
        return Err(Trouble::Usage(format!("two tables are called `{name}`: NAME={file} gives one another name")));
    }
    let path = Path::new(file);
    if file != "-" {
        path.metadata().map_err(|error| Trouble::io(path, error))?;
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
    // A URL, because the engine treats `*` and `?` in paths as patterns.
    let url = || file_url(path).ok_or_else(|| Trouble::Usage(format!("{file}: no file has this name")));
    match ending.to_ascii_lowercase().as_str() {
        "parquet" => {
            let options = ParquetReadOptions { file_extension: &ending, ..ParquetReadOptions::default() };
            session.register_parquet(&name, url()?, options).await?;
        }
        "csv" | "tsv" => {
            let delimiter = if ending.eq_ignore_ascii_case("tsv") { b'\t' } else { b',' };
            let options = CsvReadOptions::new().delimiter(delimiter).file_extension(&ending);
            session.register_csv(&name, url()?, options).await?;
        }
        _ => {
            let path = (file != "-").then(|| PathBuf::from(file));
            drop(session.register_table(&name, Arc::new(text::table(path, engine.max_length.get())?))?);
        }
    }
    Ok(name)
}

/// Returns whether SQL accepts a text as a name.
fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the name of a file's table.
fn name_of(file: &str) -> String {
    if file == "-" {
        return "stdin".to_owned();
    }
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if is_name(&name) { name } else { format!("_{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables() {
        for (file, name) in [
            ("seen.txt", "seen"),
            ("/lists/Top-100.parquet", "top_100"),
            ("2026.csv", "_2026"),
            ("-", "stdin"),
            ("b\u{fc}cher.csv", "b_cher"),
        ] {
            assert_eq!(name_of(file), name, "{file}");
        }
        assert!(is_name("a1") && !is_name("1a") && !is_name("a b") && !is_name(""));
    }
}
