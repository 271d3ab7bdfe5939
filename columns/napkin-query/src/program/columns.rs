//! `columns`: adds the components of a column of URLs to the columns of its file.
//!
//! Rows keep their order, while all threads process batches.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, RecordBatch, cast::AsArray};
use datafusion::arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef};
use datafusion::common::exec_datafusion_err;
use datafusion::error::{DataFusionError, Result};
use futures::StreamExt;
use napkin_columns::{Field as Component, common_crawl, common_crawl_type, data_type, in_order, parts, rows};

use crate::forms::Writer;
use crate::options::{Columns, Engine};
use crate::output::{Output, Trouble, form};
use crate::tables;

pub(crate) fn run(options: &Columns) -> Result<(), Trouble> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::Io { what: "the engine".to_owned(), error })?;
    // One thread reads, in the order of the file.
    let one = Engine { jobs: Some(std::num::NonZeroUsize::MIN), ..options.engine };
    let mut batches = runtime.block_on(async {
        let session = tables::session(&one)?;
        let name = tables::register(&session, &options.input, &one).await?;
        Ok::<_, Trouble>(session.table(name.as_str()).await?.execute_stream().await?)
    })?;
    let plan = Plan::of(options, &batches.schema())?;
    let form = form(None, Some(&options.output))?;
    let mut writer = Writer::new(form, Output::open(Some(&options.output))?, &plan.schema)?;
    let source = std::iter::from_fn(|| runtime.block_on(batches.next()));
    in_order(
        source,
        options.engine.threads(),
        |batch: Result<RecordBatch>| plan.widened(&batch?),
        |batch: Result<RecordBatch>| writer.write(&batch?),
    )?;
    writer.finish(&plan.schema)?.finish()
}

/// How a batch is transformed.
struct Plan {
    column: usize,
    /// `None` for Common Crawl's columns.
    standard: Option<napkin::Standard>,
    schema: SchemaRef,
}

impl Plan {
    fn of(options: &Columns, input: &SchemaRef) -> Result<Self, Trouble> {
        let name = &options.column;
        let Some((column, found)) = input.column_with_name(name) else {
            let known: Vec<&str> = input.fields().iter().map(|field| field.name().as_str()).collect();
            let known = known.join("`, `");
            return Err(Trouble::Usage(format!("{}: expected a column `{name}`, but found `{known}`", options.input)));
        };
        let is_text = match found.data_type() {
            DataType::Dictionary(_, values) => values.is_string(),
            kind => kind.is_string(),
        };
        if !is_text {
            let kind = found.data_type();
            return Err(Trouble::Usage(format!("{}: expected texts in `{name}`, but found {kind}", options.input)));
        }
        let standard = (!options.common_crawl).then_some(options.standard);
        let (made, prefix) = match standard {
            Some(_) => (data_type(Component::ALL), format!("{name}_")),
            None => (common_crawl_type(), String::new()),
        };
        let made = made_fields(&made);
        let made =
            made.iter().map(|field| Field::new(format!("{prefix}{}", field.name()), field.data_type().clone(), true));
        let mut fields: Vec<Field> = input.fields().iter().map(|field| field.as_ref().clone()).collect();
        for field in made {
            if input.column_with_name(field.name()).is_some() {
                let name = field.name();
                return Err(Trouble::Usage(format!("{}: there is a column `{name}` already", options.input)));
            }
            fields.push(field);
        }
        Ok(Self { column, standard, schema: Arc::new(Schema::new(fields)) })
    }

    fn widened(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        let urls = batch.column(self.column);
        let made = match self.standard {
            Some(standard) => parts(urls, standard, Component::ALL)?,
            None => common_crawl(urls)?,
        };
        let made = rows(&made)?;
        let made = made.as_struct_opt().ok_or_else(|| exec_datafusion_err!("expected a structure"))?;
        // Values below a null structure count as null, whatever its columns contain.
        let masked = |column: &ArrayRef| -> Result<ArrayRef> {
            match made.nulls() {
                None => Ok(Arc::clone(column)),
                Some(nulls) => {
                    let nulls = datafusion::arrow::array::BooleanArray::new(!nulls.inner(), None);
                    Ok(datafusion::arrow::compute::nullif(column, &nulls)?)
                }
            }
        };
        let made = made.columns().iter().map(masked).collect::<Result<Vec<_>>>()?;
        let columns = batch.columns().iter().cloned().chain(made).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(DataFusionError::from)
    }
}

fn made_fields(kind: &DataType) -> Fields {
    match kind {
        DataType::Struct(fields) => fields.clone(),
        _ => Fields::empty(),
    }
}
