//! The file in which the answers of servers are kept from run to run.
//!
//! It is replaced as a whole, so a run that is killed leaves the last complete one. A file of another user, or that others may write to,
//! is refused, since it could hide broken links.

use std::io::{ErrorKind, Read};
use std::path::Path;

use napkin_check::Checker;

use crate::commands::rewrite::save;
use crate::options::Asking;
use crate::output::{Page, Trouble};

/// Returns the checker that uses the kept answers, and keeps those of this run while it goes on.
pub(super) fn used(checker: Checker, options: &Asking) -> Result<Checker, Trouble> {
    let Some(path) = options.retrieval.cache.clone() else { return Ok(checker) };
    let limit = options.retrieval.max_cache;
    let record = read(&path, limit).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
    let checker = checker.with_record(&record, options.ages());
    // The last attempt reports an error.
    Ok(checker.with_saver(move |record| drop(write(&path, record, limit))))
}

/// Keeps the answers of the run.
pub(super) fn keep(checker: &Checker, options: &Asking, page: &mut Page<'_>) {
    let Some(path) = options.retrieval.cache.as_deref().filter(|_| checker.has_client()) else { return };
    if let Err(error) = write(path, &checker.record(), options.retrieval.max_cache) {
        page.trouble(&Trouble::io(path.to_string_lossy(), error));
    }
}

fn read(path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match napkin_files::open_own(path) {
        Ok(file) => file.take(limit).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    Ok(bytes)
}

/// Writes as many whole lines as the limit admits.
fn write(path: &Path, record: &str, limit: u64) -> std::io::Result<()> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let end = if record.len() <= limit {
        record.len()
    } else {
        record.as_bytes()[..limit].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
    };
    save::whole(path, path, &record.as_bytes()[..end])
}
