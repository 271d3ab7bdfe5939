//! A session with the functions, tables of texts in each layout, and the results of queries.

#![allow(dead_code)]

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

/// A row of a result as text; `None` for null.
pub(crate) type Row = Vec<Option<String>>;

/// Creates a session as an application does.
pub(crate) fn session() -> SessionContext {
    let session = SessionContext::new();
    for function in napkin_query::functions() {
        session.register_udf(function);
    }
    session
}

/// Returns the result of a statement.
pub(crate) fn answer(session: &SessionContext, sql: &str) -> Result<Vec<Row>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let batches = runtime.block_on(async { session.sql(sql).await?.collect().await })?;
    let mut rows = Vec::new();
    for batch in &batches {
        let columns: Vec<Vec<Option<String>>> = batch.columns().iter().map(|column| texts(column)).collect();
        rows.extend((0..batch.num_rows()).map(|row| columns.iter().map(|column| column[row].clone()).collect::<Row>()));
    }
    Ok(rows)
}

/// Returns the names of the columns of the result.
pub(crate) fn columns(session: &SessionContext, sql: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let frame = runtime.block_on(session.sql(sql)).unwrap();
    frame.schema().fields().iter().map(|field| field.name().clone()).collect()
}

/// Returns the result of a statement that must succeed.
pub(crate) fn rows(session: &SessionContext, sql: &str) -> Vec<Row> {
    answer(session, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// Returns the error of a statement that must fail.
pub(crate) fn failure(session: &SessionContext, sql: &str) -> String {
    match answer(session, sql) {
        Ok(rows) => panic!("{sql}: expected an error, but found {rows:?}"),
        Err(error) => error.to_string(),
    }
}

/// A row as written in a test.
pub(crate) fn row(texts: &[Option<&str>]) -> Row {
    texts.iter().map(|text| text.map(str::to_owned)).collect()
}

fn texts(column: &dyn Array) -> Vec<Option<String>> {
    let formatter = ArrayFormatter::try_new(column, &FormatOptions::default()).unwrap();
    let nulls = column.logical_nulls();
    let is_null = |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
    (0..column.len()).map(|row| (!is_null(row)).then(|| formatter.value(row).to_string())).collect()
}

/// Returns a layout of texts by its name.
pub(crate) type Layout = (&'static str, fn(&[Option<&str>]) -> ArrayRef);

/// Each layout that texts of a table may have.
pub(crate) const LAYOUTS: [Layout; 5] = [
    ("Utf8", |texts| Arc::new(texts.iter().copied().collect::<StringArray>())),
    ("LargeUtf8", |texts| Arc::new(texts.iter().copied().collect::<LargeStringArray>())),
    ("Utf8View", |texts| Arc::new(texts.iter().copied().collect::<StringViewArray>())),
    ("dictionary", |texts| Arc::new(texts.iter().copied().collect::<DictionaryArray<Int32Type>>())),
    ("dictionary of views with nulls among its values", |texts| {
        let keys = Int32Array::from_iter_values(0..texts.len() as i32);
        Arc::new(DictionaryArray::new(keys, Arc::new(texts.iter().copied().collect::<StringViewArray>())))
    }),
];

/// Registers a table of columns of texts.
pub(crate) fn table(session: &SessionContext, name: &str, columns: &[(&str, Vec<Option<&str>>)]) {
    table_in(session, name, LAYOUTS[0], columns, 0);
}

/// Registers the same table in a layout, without the first rows: a slice of longer columns.
pub(crate) fn table_in(
    session: &SessionContext,
    name: &str,
    (_, make): Layout,
    columns: &[(&str, Vec<Option<&str>>)],
    skipped: usize,
) {
    let columns = columns.iter().map(|(name, texts)| (*name, make(texts), true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let batch = batch.slice(skipped, batch.num_rows() - skipped);
    drop(session.deregister_table(name));
    session.register_batch(name, batch).unwrap();
}
