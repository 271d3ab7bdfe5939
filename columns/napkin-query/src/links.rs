//! `napkin_links('folder')`: the references of the documents of a folder, or of an object store, as a table.
//!
//! Each partition of the table walks the whole folder and reads every n-th document, so that no list of files is kept. A batch is
//! sent as soon as it has the session's batch size. A document that cannot be read fails the query; rows are never missing.
//! `rows` defines the rows, `how` says how documents are read, `folder` and `objects` find what is read, `stored` tells archives from
//! documents, and `document` reads one.

mod archive;
mod document;
mod folder;
mod how;
mod objects;
mod rows;
mod stored;

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use async_trait::async_trait;
use datafusion_catalog::streaming::StreamingTable;
use datafusion_catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion_common::{Result, ScalarValue, plan_err};
use datafusion_execution::runtime_env::RuntimeEnv;
use datafusion_execution::{SendableRecordBatchStream, TaskContext};
use datafusion_expr::{Expr, TableType};
use datafusion_physical_plan::ExecutionPlan;
use datafusion_physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion_physical_plan::streaming::PartitionStream;
use tokio::runtime::Handle;

use self::folder::Walk;
use self::how::{How, shown};
use self::objects::Objects;
use self::rows::Rows;
use self::stored::Stored;

/// The number of batches that a partition prepares ahead of its consumer.
const AHEAD: usize = 1;

/// The table function `napkin_links(folder[, standard[, limit]])`.
///
/// `folder` is a folder, which is read with its subfolders, or one document; or the URL of such in an object store that the session has
/// (`s3://bucket/crawl/`). `standard` is the name of a standard, or `usual`
/// (the default): the [usual standard](napkin_document::Entity::usual_standard) of the document. `limit` is the greatest length of a document in
/// bytes, by default [`Links::LIMIT`]; a longer document is an error, because documents are read whole.
///
/// The columns are the fields of `napkin links --json`, then `page`, the URL from which the document was retrieved, `rel` of the link,
/// `domain`, the registrable domain of the absolute URL, and `text`, the visible text of links in HTML and Markdown, for which documents
/// are read a second time if a query has the column. Empty fields are null.
///
/// ```
/// # use std::sync::Arc;
/// # use datafusion::prelude::SessionContext;
/// let session = SessionContext::new();
/// session.register_udtf("napkin_links", Arc::new(napkin_query::Links));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Links;

impl Links {
    /// The default for the greatest length of a document, in bytes.
    pub const LIMIT: u64 = 64 << 20;

    /// The name of the function in SQL.
    pub const NAME: &'static str = "napkin_links";
}

impl TableFunctionImpl for Links {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let asked = Asked::of(args.exprs(), args.session().runtime_env())?;
        let of = args.session().config().target_partitions().max(1);
        Ok(Arc::new(Table { asked, of }))
    }
}

/// The table, in so many partitions.
#[derive(Debug)]
struct Table {
    asked: Asked,
    of: usize,
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        rows::schema()
    }

    fn table_type(&self) -> TableType {
        TableType::View
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let text = rows::schema().index_of(rows::TEXT)?;
        let has_texts = projection.is_none_or(|columns| columns.contains(&text));
        let how = How { has_texts, ..self.asked.how };
        let asked = Asked { how, ..self.asked.clone() };
        let shares =
            (0..self.of).map(|number| Share { asked: asked.clone(), schema: rows::schema(), number, of: self.of });
        let shares = shares.map(|share| Arc::new(share) as Arc<dyn PartitionStream>).collect();
        StreamingTable::try_new(rows::schema(), shares)?.scan(state, projection, filters, limit).await
    }
}

/// The arguments of the function.
#[derive(Clone, Debug)]
struct Asked {
    place: Place,
    how: How,
}

/// Where the documents are.
#[derive(Clone, Debug)]
enum Place {
    /// A folder, or a file.
    Folder(PathBuf),
    Objects(Objects),
}

impl Asked {
    fn of(arguments: &[Expr], session: &RuntimeEnv) -> Result<Self> {
        if !(1..=3).contains(&arguments.len()) {
            return plan_err!("napkin_links: expected 1 to 3 arguments, but found {}", arguments.len());
        }
        let Some(folder) = constant(arguments, 0)?.and_then(|value| value.try_as_str().flatten()) else {
            return plan_err!("napkin_links: expected the name of a folder as argument 1");
        };
        let standard = match constant(arguments, 1)?.and_then(|value| value.try_as_str().flatten()) {
            None | Some("usual") => None,
            Some(name) => Some(crate::arguments::standard_of(name)?),
        };
        let limit = match constant(arguments, 2)? {
            None => Links::LIMIT,
            Some(ScalarValue::Int64(Some(limit))) if *limit > 0 => limit.unsigned_abs(),
            Some(other) => {
                return plan_err!("napkin_links: expected a number of bytes as argument 3, but found {other}");
            }
        };
        Ok(Self { place: Place::of(folder, session)?, how: How { standard, has_texts: false, limit } })
    }

    /// Sends the rows of each `of`-th document, beginning with `number`, until the receiver is closed.
    fn read(
        &self,
        (number, of): (usize, usize),
        rows: &mut Rows,
        send: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<bool> {
        match &self.place {
            Place::Folder(folder) => {
                for path in Walk::new(folder).skip(number).step_by(of) {
                    let path = path?;
                    if !Stored::of_file(&path)?.rows(path == *folder, self.how, rows, send)? {
                        return Ok(false);
                    }
                }
            }
            Place::Objects(objects) => {
                let runtime = Handle::current();
                for found in objects.list(&runtime).skip(number).step_by(of) {
                    let (object, is_asked) = found?;
                    if !objects.open(&object, &runtime)?.rows(is_asked, self.how, rows, send)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

impl Place {
    fn of(text: &str, session: &RuntimeEnv) -> Result<Self> {
        if let Some(objects) = Objects::of(text, session)? {
            return Ok(Self::Objects(objects));
        }
        let folder = PathBuf::from(text);
        match folder.metadata() {
            Ok(_) => Ok(Self::Folder(folder)),
            Err(error) => plan_err!("napkin_links: {}: {error}", shown(text)),
        }
    }
}

/// Returns an argument, which must be a constant.
fn constant(arguments: &[Expr], number: usize) -> Result<Option<&ScalarValue>> {
    match arguments.get(number) {
        None => Ok(None),
        Some(Expr::Literal(value, _)) => Ok(Some(value)),
        Some(other) => plan_err!("napkin_links: expected a constant as argument {}, but found {other}", number + 1),
    }
}

/// The documents of one partition: every `of`-th document, beginning with `number`.
#[derive(Debug)]
struct Share {
    asked: Asked,
    schema: SchemaRef,
    number: usize,
    of: usize,
}

impl PartitionStream for Share {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let size = context.session_config().batch_size();
        let mut stream = RecordBatchReceiverStreamBuilder::new(self.schema.clone(), AHEAD);
        let (asked, sender, number, of) = (self.asked.clone(), stream.tx(), self.number, self.of);
        stream.spawn_blocking(move || {
            // The receiver closes once the query has enough rows.
            let mut send = |batch| sender.blocking_send(Ok(batch)).is_ok();
            let mut rows = Rows::new(size);
            if asked.read((number, of), &mut rows, &mut send)? && !rows.is_empty() {
                send(rows.finish()?);
            }
            Ok(())
        });
        stream.build()
    }
}
