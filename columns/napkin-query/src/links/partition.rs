//! The documents of a place, and one partition of them.

use std::path::PathBuf;

use arrow_array::RecordBatch;
use datafusion_common::{Result, plan_err};
use datafusion_execution::SendableRecordBatchStream;
use datafusion_execution::runtime_env::RuntimeEnv;
use datafusion_physical_plan::stream::RecordBatchReceiverStreamBuilder;
use tokio::runtime::Handle;

use super::folder::Walk;
use super::how::{How, shown};
use super::objects::Objects;
use super::rows::{self, Rows};
use super::stored::Stored;

/// The number of batches that a partition prepares ahead of its consumer.
const AHEAD: usize = 1;

/// Where the documents are.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A folder, or a file.
    Folder(PathBuf),
    Objects(Objects),
}

impl Place {
    pub(super) fn of(text: &str, runtime: &RuntimeEnv) -> Result<Self> {
        Ok(Objects::of(text, runtime)?.map_or_else(|| Self::Folder(PathBuf::from(text)), Self::Objects))
    }

    /// Checks that a folder exists.
    pub(super) fn check(&self) -> Result<()> {
        let Self::Folder(folder) = self else { return Ok(()) };
        match folder.metadata() {
            Ok(_) => Ok(()),
            Err(error) => plan_err!("napkin_links: {}: {error}", shown(&folder.to_string_lossy())),
        }
    }
}

/// The documents of one partition: every `of`-th document, beginning with `number`.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) place: Place,
    pub(super) how: How,
    pub(super) number: usize,
    pub(super) of: usize,
}

impl Partition {
    /// Reads the documents in a thread for blocking work, and returns their rows in batches of `size`.
    pub(super) fn stream(self, size: usize) -> SendableRecordBatchStream {
        let mut stream = RecordBatchReceiverStreamBuilder::new(rows::schema(), AHEAD);
        let sender = stream.tx();
        stream.spawn_blocking(move || {
            // The receiver closes once the query has enough rows.
            let mut send = |batch| sender.blocking_send(Ok(batch)).is_ok();
            let mut rows = Rows::new(size);
            if self.read(&mut rows, &mut send)? && !rows.is_empty() {
                send(rows.finish()?);
            }
            Ok(())
        });
        stream.build()
    }

    /// Sends the rows until the receiver is closed.
    fn read(&self, rows: &mut Rows, send: &mut dyn FnMut(RecordBatch) -> bool) -> Result<bool> {
        match &self.place {
            Place::Folder(folder) => {
                // The folder is there for each process that reads it, or the query fails.
                self.place.check()?;
                for path in Walk::new(folder).skip(self.number).step_by(self.of) {
                    let path = path?;
                    if !Stored::of_file(&path)?.rows(path == *folder, self.how, rows, send)? {
                        return Ok(false);
                    }
                }
            }
            Place::Objects(objects) => {
                let runtime = Handle::current();
                for found in objects.list(&runtime).skip(self.number).step_by(self.of) {
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
