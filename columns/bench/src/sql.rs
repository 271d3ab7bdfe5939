//! Compares the functions of `napkin-query` with those of `datafusion-spark`, in one engine, over a table in memory.
//!
//! Every batch of answers is computed and dropped. The engine's overhead is the same for all cases.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;
use tokio::runtime::Runtime;

use crate::timing::Case;

/// Spark's parts, one call for each; Spark has no call for all parts.
const PARTS: [&str; 7] = ["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "REF"];

pub(crate) fn cases(batches: &[StringViewArray]) -> Vec<Case<'static>> {
    let ours = napkin_query::functions;
    let spark = || datafusion_spark::all_default_scalar_functions().iter().map(|one| one.as_ref().clone()).collect();
    let calls = |standard: &str| {
        let call = |part: &&str| format!("try_parse_url(url, '{part}'{standard})");
        format!("SELECT {} FROM urls", PARTS.iter().map(call).collect::<Vec<_>>().join(", "))
    };
    let parts = |standard: &str| format!("SELECT url_parts(url, '{standard}') FROM urls");
    let case = |name, functions: Vec<ScalarUDF>, sql: String, threads| {
        let query = Query::new(functions, batches, sql, threads);
        Case::new(name, move || query.run())
    };
    vec![
        case("datafusion-spark: try_parse_url, seven parts", spark(), calls(""), 1),
        case("napkin: try_parse_url by whatwg, seven parts", ours(), calls(", NULL, 'whatwg'"), 1),
        case("napkin: try_parse_url by rfc3986, seven parts", ours(), calls(""), 1),
        case("napkin: url_parts by whatwg, 14 fields", ours(), parts("whatwg"), 1),
        case("napkin: url_parts by rfc3986, 14 fields", ours(), parts("rfc3986"), 1),
        case("two threads: datafusion-spark: try_parse_url, seven parts", spark(), calls(""), 2),
        case("two threads: napkin: url_parts by whatwg, 14 fields", ours(), parts("whatwg"), 2),
        case("two threads: napkin: url_parts by rfc3986, 14 fields", ours(), parts("rfc3986"), 2),
    ]
}

/// A query over the table, in its own runtime.
struct Query {
    runtime: Runtime,
    session: SessionContext,
    sql: String,
}

impl Query {
    fn new(functions: Vec<ScalarUDF>, batches: &[StringViewArray], sql: String, threads: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).build().expect("a runtime");
        let session = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(threads));
        functions.into_iter().for_each(|function| session.register_udf(function));
        let rows = |batch: &StringViewArray| {
            RecordBatch::try_from_iter([("url", Arc::new(batch.clone()) as ArrayRef)]).expect("a column")
        };
        let mut partitions = vec![Vec::new(); threads];
        batches.iter().enumerate().for_each(|(place, batch)| partitions[place % threads].push(rows(batch)));
        let schema = partitions[0][0].schema();
        let table = MemTable::try_new(schema, partitions).expect("a table");
        session.register_table("urls", Arc::new(table)).expect("a name that is free");
        Self { runtime, session, sql }
    }

    /// Runs the query, and returns the number of rows.
    fn run(&self) -> usize {
        self.runtime.block_on(async {
            let frame = self.session.sql(&self.sql).await.expect("a query");
            let streams = frame.execute_stream_partitioned().await.expect("a plan");
            let counts = streams.into_iter().map(|mut stream| {
                tokio::spawn(async move {
                    let mut rows = 0;
                    while let Some(batch) = stream.next().await {
                        rows += batch.expect("answers").num_rows();
                    }
                    rows
                })
            });
            let mut rows = 0;
            for count in counts.collect::<Vec<_>>() {
                rows += count.await.expect("a task that ends");
            }
            rows
        })
    }
}
