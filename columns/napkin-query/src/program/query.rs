//! `query`: runs a statement, and writes its result.

use datafusion::execution::context::SQLOptions;
use futures::StreamExt;

use crate::forms::Writer;
use crate::options::Query;
use crate::output::{Output, Trouble, form};
use crate::tables;

pub(crate) fn run(options: &Query) -> Result<(), Trouble> {
    let form = form(options.to, options.output.as_deref())?;
    let threads = options.engine.threads().get();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::Io { what: "the engine".to_owned(), error })?;
    runtime.block_on(async {
        let session = tables::session(&options.engine)?;
        for file in &options.files {
            tables::register(&session, file, &options.engine).await?;
        }
        // Statements only read. The options replace `COPY` and `CREATE EXTERNAL TABLE`.
        let allowed = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
        let frame = session.sql_with_options(&options.sql, allowed).await?;
        let mut batches = frame.execute_stream().await?;
        let schema = batches.schema();
        let mut writer = Writer::new(form, Output::open(options.output.as_deref())?, &schema)?;
        while let Some(batch) = batches.next().await {
            writer.write(&batch?)?;
        }
        writer.finish(&schema)?.finish()
    })
}
