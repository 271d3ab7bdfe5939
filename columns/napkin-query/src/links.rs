//! `napkin_links('folder')`: the references of the documents of a folder as a table.
//!
//! Each partition of the table walks the whole folder and reads every n-th document, so that no list of files is kept. A batch is
//! sent as soon as it has the session's batch size. A document that cannot be read fails the query; rows are never missing.
//! `rows` defines the rows, and `folder` the files that are documents.

mod archive;
mod folder;
mod rows;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use async_trait::async_trait;
use datafusion_catalog::streaming::StreamingTable;
use datafusion_catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion_common::{DataFusionError, Result, ScalarValue, exec_err, plan_err};
use datafusion_execution::{SendableRecordBatchStream, TaskContext};
use datafusion_expr::{Expr, TableType};
use datafusion_physical_plan::ExecutionPlan;
use datafusion_physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion_physical_plan::streaming::PartitionStream;
use napkin::{Standard, mask_passwords};
use napkin_document::Kind;
use napkin_document::archive::{ArchiveLimits, is_document_name};
use napkin_document::container::Container;

use self::folder::{Document, Walk};
use self::rows::Rows;

/// The number of batches that a partition prepares ahead of its consumer.
const AHEAD: usize = 1;

/// The table function `napkin_links(folder[, standard[, limit]])`.
///
/// `folder` is a folder, which is read with its subfolders, or one document. `standard` is the name of a standard, or `usual`
/// (the default): the standard of the [kind of document](Kind::usual_standard). `limit` is the greatest length of a document in
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
        let asked = Asked::of(args.exprs())?;
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

/// How documents are read.
#[derive(Clone, Copy, Debug)]
struct How {
    /// The standard; `None` for the usual standard of the kind of document.
    standard: Option<Standard>,
    has_texts: bool,
}

/// The arguments of the function.
#[derive(Clone, Debug)]
struct Asked {
    folder: PathBuf,
    how: How,
    limit: u64,
}

impl Asked {
    fn of(arguments: &[Expr]) -> Result<Self> {
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
        let folder = PathBuf::from(folder);
        match folder.metadata() {
            Ok(_) => Ok(Self { folder, how: How { standard, has_texts: false }, limit }),
            Err(error) => plan_err!("napkin_links: {}: {error}", shown(&folder)),
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
            for document in Walk::new(&asked.folder).skip(number).step_by(of) {
                if !read(&document?, &asked, &mut rows, &mut send)? {
                    return Ok(());
                }
            }
            if !rows.is_empty() {
                send(rows.finish()?);
            }
            Ok(())
        });
        stream.build()
    }
}

/// Sends the rows of a document, or of the documents of an archive. Returns `false` if the receiver is closed.
fn read(path: &Path, asked: &Asked, rows: &mut Rows, send: &mut dyn FnMut(RecordBatch) -> bool) -> Result<bool> {
    let failed = |error: std::io::Error| DataFusionError::Execution(format!("{}: {error}", shown(path)));
    let length = path.metadata().map_err(failed)?.len();
    let name = path.to_string_lossy();
    // Other zip files of a folder are no documents.
    if is_document_name(&name) || path == asked.folder {
        let limits = ArchiveLimits::default().with_member(asked.limit);
        let file = std::fs::File::open(path).map_err(failed)?;
        if let Some(opened) = Container::of_file(file, &name, limits).map_err(failed)? {
            let container = opened.map_err(|error| archive::failed(path, &error))?;
            return archive::read(path, container, limits, asked.how, rows, send);
        }
    }
    let kind = Kind::of_name(&name);
    if length > asked.limit {
        let limit = asked.limit;
        if kind.is_none() && folder::is_binary(path).map_err(failed)? {
            return Ok(true);
        }
        return exec_err!(
            "{}: expected at most {limit} bytes, but found {length}; argument 3 of napkin_links is the limit",
            shown(path)
        );
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    let Some(document) = Document::of(&bytes, kind, path) else { return Ok(true) };
    document.rows(&name, asked.how, rows, send)
}

/// Formats a path for a message.
fn shown(path: &Path) -> String {
    mask_passwords(&path.to_string_lossy()).chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
