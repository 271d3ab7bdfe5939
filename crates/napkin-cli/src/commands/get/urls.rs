//! Reads the URLs to retrieve from arguments, standard input or a file.
//!
//! Determines the place of each URL for diagnostics, and how many URLs are held at a time.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use napkin::{Reference, Standard};
use napkin_retrieve::Error;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::retrieval::URL;
use crate::input::{Blocks, Cut};
use crate::options::Get;
use crate::output::Trouble;
use napkin_answer::rules;

/// A URL to retrieve.
pub(super) struct Asked {
    pub(super) url: String,
    /// Its place in the input, such as `stdin:3`.
    pub(super) place: String,
    /// The error if it is not a valid URL.
    pub(super) wrong: Option<Error>,
    /// Resolves when its object may be written, if others are written before it.
    pub(super) turn: Option<Turn>,
}

/// Resolves when the object before has been written.
pub(super) type Turn = tokio::sync::oneshot::Receiver<()>;

impl Asked {
    fn new(bytes: &[u8], place: String, max_length: usize) -> Self {
        let url = String::from_utf8_lossy(bytes).into_owned();
        let wrong = if bytes.len() > max_length {
            let message = format!("expected at most {max_length} bytes, but found more");
            Some(Error::new(rules::TOO_LONG, &url, message))
        } else if std::str::from_utf8(bytes).is_err() {
            let error = Reference::parse_bytes(bytes, Standard::Rfc3986).err();
            error.map(|error| Error::invalid_url(&url, &error))
        } else {
            None
        };
        Self { url, place, wrong, turn: None }
    }
}

/// The reason why the list could not be read to its end.
pub(super) type Failed = Arc<Mutex<Option<Trouble>>>;

/// The sources of the URLs.
pub(super) struct Urls {
    arguments: Vec<OsString>,
    from: Option<(PathBuf, File)>,
    cut: Cut,
}

impl Urls {
    /// Returns the URL if there is a single one and it is an argument.
    pub(super) fn only(options: &Get) -> Option<Asked> {
        let [url] = &options.urls[..] else { return None };
        let is_one = options.folder().is_none() && url != "-";
        is_one.then(|| Asked::new(url.as_encoded_bytes(), URL.to_owned(), usize::MAX))
    }

    /// Returns the number of URLs if all are arguments, or in a file; other lists may have no end.
    pub(super) fn total(options: &Get) -> Result<Option<u64>, Trouble> {
        let cut = Cut { null: options.null, max_length: options.max_length };
        match &options.from {
            Some(path) => counted(path, cut).map_err(|error| Trouble::io(path.to_string_lossy(), error)),
            None if options.urls.is_empty() || options.urls.iter().any(|url| url == "-") => Ok(None),
            None => Ok(Some(options.urls.len() as u64)),
        }
    }

    pub(super) fn of(options: &Get) -> Result<Self, Trouble> {
        let from = options.from.as_ref().map(|path| {
            let opened = File::open(path).map(|file| (path.clone(), file));
            opened.map_err(|error| Trouble::io(path.to_string_lossy(), error))
        });
        let standard_input = options.urls.is_empty() && from.is_none();
        let arguments = if standard_input { vec!["-".into()] } else { options.urls.clone() };
        let cut = Cut { null: options.null, max_length: options.max_length };
        Ok(Self { arguments, from: from.transpose()?, cut })
    }

    /// Reads the URLs on a separate thread, since reading may wait for input.
    pub(super) fn read(self) -> (Receiver<Vec<Asked>>, Failed) {
        let (sender, receiver) = channel(1);
        let failed = Failed::default();
        let why = Arc::clone(&failed);
        std::thread::spawn(move || {
            if let Err(trouble) = self.send(&sender)
                && let Ok(mut why) = why.lock()
            {
                *why = Some(trouble);
            }
        });
        (receiver, failed)
    }

    fn send(self, sender: &Sender<Vec<Asked>>) -> Result<(), Trouble> {
        if let Some((path, file)) = self.from {
            return records(file, &path.to_string_lossy(), self.cut, sender);
        }
        for (number, argument) in (1..).zip(self.arguments) {
            if argument == "-" {
                records(io::stdin(), "stdin", self.cut, sender)?;
                continue;
            }
            let place = format!("argument {number}");
            if sender.blocking_send(vec![Asked::new(argument.as_encoded_bytes(), place, usize::MAX)]).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Returns the number of records of a regular file.
fn counted(path: &Path, cut: Cut) -> io::Result<Option<u64>> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    Blocks::new(file, cut).try_fold(Some(0), |count, block| {
        let records = cut.records(&block?).count() as u64;
        Ok(count.map(|count| count + records))
    })
}

/// The maximum number of URLs per batch. Sending the URLs of a block in batches avoids waking the receiver for each of
/// them.
const BATCH: usize = 64;

fn records(input: impl Read, name: &str, cut: Cut, sender: &Sender<Vec<Asked>>) -> Result<(), Trouble> {
    for block in Blocks::new(input, cut) {
        let block = block.map_err(|error| Trouble::io(name, error))?;
        let mut records = cut.records(&block).peekable();
        while records.peek().is_some() {
            let one = |(number, bytes)| Asked::new(bytes, format!("{name}:{number}"), cut.max_length);
            if sender.blocking_send(records.by_ref().take(BATCH).map(one).collect()).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}
