//! `napkin_links('folder')`: the references of the documents of a folder, or of an object store, as a table.
//!
//! Each partition of the table walks the whole folder and reads every n-th document, so that no list of files is kept. A batch is
//! sent as soon as it has the session's batch size. A document that cannot be read fails the query; rows are never missing.
//! `table` and `plan` are the table and the scan of it, `partition` reads a share of the documents, `rows` defines the rows, `how` says how
//! documents are read, `folder` and `objects` find what is read, `stored` tells archives from documents, and `document` reads one.

mod archive;
mod document;
mod folder;
mod how;
mod objects;
mod partition;
mod plan;
mod rows;
mod stored;
mod table;

use std::sync::Arc;

use datafusion_catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion_common::{Result, ScalarValue, plan_err};
use datafusion_expr::Expr;

pub use self::plan::LinksExec;
pub use self::table::{LinksCall, LinksTable};

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
        let partitions = args.session().config().target_partitions().max(1);
        let table = LinksTable::new(call(args.exprs(), partitions)?, args.session().runtime_env())?;
        table.check()?;
        Ok(Arc::new(table))
    }
}

/// Reads the arguments.
fn call(arguments: &[Expr], partitions: usize) -> Result<LinksCall> {
    if !(1..=3).contains(&arguments.len()) {
        return plan_err!("napkin_links: expected 1 to 3 arguments, but found {}", arguments.len());
    }
    let Some(place) = constant(arguments, 0)?.and_then(|value| value.try_as_str().flatten()) else {
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
    Ok(LinksCall { place: place.to_owned(), standard, limit, partitions })
}

/// Returns an argument, which must be a constant.
fn constant(arguments: &[Expr], number: usize) -> Result<Option<&ScalarValue>> {
    match arguments.get(number) {
        None => Ok(None),
        Some(Expr::Literal(value, _)) => Ok(Some(value)),
        Some(other) => plan_err!("napkin_links: expected a constant as argument {}, but found {other}", number + 1),
    }
}
