//! Reads text as a table, one row per line.
//!
//! A line ends with LF or CRLF; an empty line is a row too. Invalid UTF-8 becomes U+FFFD. Lines are read on demand, one batch at
//! a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

use datafusion::arrow::array::{RecordBatch, StringViewBuilder, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::PartitionStream;

/// Returns a table of the lines of a file, or of standard input without a path: the columns `line`, from 1, and `url`.
pub(crate) fn table(path: Option<PathBuf>, max_length: usize) -> Result<StreamingTable> {
    let lines = Lines { path, max_length, schema: schema() };
    StreamingTable::try_new(schema(), vec![Arc::new(lines)])
}

fn schema() -> SchemaRef {
    let fields = vec![Field::new("line", DataType::UInt64, false), Field::new("url", DataType::Utf8View, false)];
    Arc::new(Schema::new(fields))
}

#[derive(Debug)]
struct Lines {
    path: Option<PathBuf>,
    max_length: usize,
    schema: SchemaRef,
}

impl PartitionStream for Lines {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let size = context.session_config().batch_size();
        let mut stream = RecordBatchReceiverStreamBuilder::new(self.schema.clone(), 1);
        let (sender, path, max_length) = (stream.tx(), self.path.clone(), self.max_length);
        stream.spawn_blocking(move || {
            let name = path.as_ref().map_or("stdin".to_owned(), |path| path.display().to_string());
            let failed = |error: io::Error| DataFusionError::Execution(format!("{name}: {error}"));
            let source: Box<dyn Read> = match path {
                Some(path) => Box::new(File::open(path).map_err(failed)?),
                None => Box::new(io::stdin()),
            };
            let mut lines = Reader { source: BufReader::with_capacity(1 << 20, source), read: 0, max_length };
            while let Some(batch) = lines.batch(size, &name)? {
                if sender.blocking_send(Ok(batch)).is_err() {
                    break;
                }
            }
            Ok(())
        });
        stream.build()
    }
}

struct Reader {
    source: BufReader<Box<dyn Read>>,
    read: u64,
    max_length: usize,
}

impl Reader {
    /// Returns the next rows; `None` at the end.
    fn batch(&mut self, size: usize, name: &str) -> Result<Option<RecordBatch>> {
        let (mut urls, mut line, first) = (StringViewBuilder::new(), Vec::new(), self.read + 1);
        for _ in 0..size {
            line.clear();
            let limit = self.max_length as u64 + 2;
            let failed = |error: io::Error| DataFusionError::Execution(format!("{name}: {error}"));
            if (&mut self.source).take(limit).read_until(b'\n', &mut line).map_err(failed)? == 0 {
                break;
            }
            self.read += 1;
            let text = line.strip_suffix(b"\n").map_or(&line[..], |line| line.strip_suffix(b"\r").unwrap_or(line));
            if text.len() > self.max_length {
                let (read, limit) = (self.read, self.max_length);
                let why =
                    format!("{name}:{read}: expected at most {limit} bytes, but found more; --max-length is the limit");
                return Err(DataFusionError::Execution(why));
            }
            urls.append_value(String::from_utf8_lossy(text));
        }
        let urls = urls.finish();
        if self.read < first {
            return Ok(None);
        }
        let numbers = UInt64Array::from_iter_values(first..=self.read);
        Ok(Some(RecordBatch::try_new(schema(), vec![Arc::new(numbers), Arc::new(urls)])?))
    }
}
