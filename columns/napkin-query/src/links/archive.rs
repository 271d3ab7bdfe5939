//! Reads the documents of archives: web archives (WARC, WACZ), EPUB, office documents.

use arrow_array::RecordBatch;
use datafusion_common::{DataFusionError, Result};
use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::container::Container;

use super::document::rows_of;
use super::how::{How, shown};
use super::rows::{Rows, Source};

/// Sends the rows of the documents of an archive with a name and a URL. A damaged record fails the query, as a document that cannot be read
/// does. Returns `false` if the receiver is closed.
pub(super) fn read(
    (name, url): (&str, Option<String>),
    container: Container,
    limits: ArchiveLimits,
    how: How,
    rows: &mut Rows,
    send: &mut dyn FnMut(RecordBatch) -> bool,
) -> Result<bool> {
    for document in container.documents(url, limits) {
        let document = document.map_err(|error| failed(name, &error))?;
        let name = format!("{name}/{}", document.path);
        let source = Source { name: &name, page: document.url.as_deref() };
        if !rows_of(&document.entity(), source, how, rows, send)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the error of an archive.
pub(super) fn failed(name: &str, error: &ArchiveError) -> DataFusionError {
    DataFusionError::Execution(format!("{}: {error}", shown(name)))
}
