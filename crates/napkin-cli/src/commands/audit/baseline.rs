//! The baseline: a file of known findings, which are not reported again.
//!
//! Each line has the fingerprint, the rule and the source of a finding. The fingerprint is computed from the rule, the
//! source and the reference, so that a finding may move to another line. The reference itself is not written, since it
//! may contain a secret.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::options::Audit;
use crate::output::{Page, Trouble};
use napkin_answer::audit::Row;

/// The length of a 64-bit fingerprint, in hexadecimal digits.
const OLD: usize = 16;

/// The known findings, and the baseline file to write.
pub(super) struct Baseline {
    known: HashMap<String, AtomicBool>,
    /// The file to write and its lines.
    written: Option<(std::path::PathBuf, Mutex<BTreeSet<String>>)>,
}

impl Baseline {
    pub(super) fn new(options: &Audit) -> Result<Self, Trouble> {
        let mut known = HashMap::new();
        if let Some(path) = &options.baseline {
            let text = fs::read_to_string(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            known.extend(
                lines.filter_map(|line| line.split('\t').next()).map(|it| (it.to_owned(), AtomicBool::new(false))),
            );
        }
        let written = options.write_baseline.clone().map(|path| (path, Mutex::default()));
        Ok(Self { known, written })
    }

    /// Returns whether a finding is not to be reported: it is in the baseline, or a new baseline is being written.
    pub(super) fn knows(&self, row: &Row<'_, '_>) -> bool {
        if let Some((_, lines)) = &self.written {
            let line = format!("{}\t{}\t{}", row.fingerprint(), row.rule().code(), row.source_of_baseline());
            if let Ok(mut lines) = lines.lock() {
                lines.insert(line);
            }
            return true;
        }
        if self.known.is_empty() {
            return false;
        }
        self.known.get(&row.fingerprint()).map(|used| used.store(true, Ordering::Relaxed)).is_some()
    }

    /// Writes the new baseline, or prints a note if the old one has findings that no longer occur.
    pub(super) fn finish(&self, page: &mut Page<'_>) {
        if let Some((path, lines)) = &self.written {
            let lines = lines.lock().map(|lines| lines.iter().fold(String::new(), |all, line| all + line + "\n"));
            let text =
                "# What napkin audit found: fingerprint, rule, source.\n".to_owned() + &lines.unwrap_or_default();
            if let Err(error) = fs::write(path, text) {
                page.trouble(&Trouble::io(path.to_string_lossy(), error));
            }
        }
        let unused = self.known.values().filter(|used| !used.load(Ordering::Relaxed)).count();
        // A baseline of an earlier version has 64-bit fingerprints, which could be forged; they are ignored.
        if self.known.keys().any(|known| known.len() == OLD) {
            page.note("the baseline has fingerprints of 64 bits, which do not count any more; --write-baseline writes it anew");
        } else if unused > 0 {
            page.note(&format!("{unused} of the baseline's findings are gone; --write-baseline writes it anew"));
        }
    }
}
