//! `napkin_links('folder')`: the references of the documents of a folder as a table.
//!
//! Decides: that each partition of the table walks the folder and reads every so many documents of it, so that no list of files is kept;
//! that a batch is handed on as soon as it has as many rows as the session's batches have; and that what cannot be read is an error of the
//! query, never rows that are missing. What the rows are, `rows` decides, and which files are documents, `folder`.

mod folder;
mod rows;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use datafusion_catalog::streaming::StreamingTable;
use datafusion_catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion_common::{DataFusionError, Result, ScalarValue, exec_err, plan_err};
use datafusion_execution::{SendableRecordBatchStream, TaskContext};
use datafusion_expr::Expr;
use datafusion_physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion_physical_plan::streaming::PartitionStream;
use napkin::{Standard, mask_passwords};
use napkin_document::Kind;

use self::folder::{Document, Walk};
use self::rows::Rows;

/// How many batches a partition is ahead of who takes them.
const AHEAD: usize = 1;

/// The table function `napkin_links(folder[, standard[, limit]])`.
///
/// `folder` is a folder, whose documents are read with those of its folders, or one document. `standard` is the name of one, or `usual`, which
/// it is where it is left out: that of the [kind of document](Kind::usual_standard). `limit` is the length in bytes above which a document is an
/// error, [`Links::LIMIT`] where it is left out: a document is read whole.
///
/// The columns are the fields of `napkin links --json`. An empty column of these is null.
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
    /// How long a document may be, in bytes, if the function is not told.
    pub const LIMIT: u64 = 64 << 20;

    /// The name that it goes by.
    pub const NAME: &'static str = "napkin_links";
}

impl TableFunctionImpl for Links {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let asked = Asked::of(args.exprs())?;
        let of = args.session().config().target_partitions().max(1);
        let shares = (0..of).map(|number| Share { asked: asked.clone(), schema: rows::schema(), number, of });
        let shares = shares.map(|share| Arc::new(share) as Arc<dyn PartitionStream>).collect();
        Ok(Arc::new(StreamingTable::try_new(rows::schema(), shares)?))
    }
}

/// What the function is called with.
#[derive(Clone, Debug)]
struct Asked {
    folder: PathBuf,
    /// `None` for that of the kind of document.
    standard: Option<Standard>,
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
            Ok(_) => Ok(Self { folder, standard, limit }),
            Err(error) => plan_err!("napkin_links: {}: {error}", shown(&folder)),
        }
    }
}

/// An argument, which has to be a constant.
fn constant(arguments: &[Expr], number: usize) -> Result<Option<&ScalarValue>> {
    match arguments.get(number) {
        None => Ok(None),
        Some(Expr::Literal(value, _)) => Ok(Some(value)),
        Some(other) => plan_err!("napkin_links: expected a constant as argument {}, but found {other}", number + 1),
    }
}

/// The documents that one partition reads: every so many.
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
            // Nobody takes batches any more, once a limit has been reached.
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

/// The rows of a document. `false` if nobody takes them any more.
fn read(path: &Path, asked: &Asked, rows: &mut Rows, send: &mut dyn FnMut(RecordBatch) -> bool) -> Result<bool> {
    let failed = |error: std::io::Error| DataFusionError::Execution(format!("{}: {error}", shown(path)));
    let length = path.metadata().map_err(failed)?.len();
    let name = path.to_string_lossy();
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
    document.rows(&name, asked.standard, rows, send)
}

/// A path as a message has it.
fn shown(path: &Path) -> String {
    mask_passwords(&path.to_string_lossy()).chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
