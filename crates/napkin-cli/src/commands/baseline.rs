//! The baseline: a file of known findings, which are not reported again.
//!
//! Each line is a finding: its fingerprint, its rule and its document. The fingerprint is computed from the rule, the document and
//! the reference, so that a finding may move to another line. Documents are named from the folder of the baseline. Equal lines
//! count: two of them admit two findings. The reference itself is not written, since it may contain a secret.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use napkin_answer::report::Names;

use crate::output::{Page, Trouble};

/// The length of a fingerprint, in hexadecimal digits. Earlier versions wrote other ones, which could be forged, or references.
const FINGERPRINT: usize = 64;

/// The known findings, and the baseline file to write.
pub(super) struct Baseline {
    /// For each fingerprint, how many findings it admits, and how many there were.
    known: HashMap<String, (usize, AtomicUsize)>,
    /// The number of lines without a fingerprint.
    unusable: usize,
    /// The file to write, and how often each finding occurs: its document, its rule and its fingerprint.
    written: Option<(PathBuf, Mutex<Lines>)>,
}

type Lines = BTreeMap<(String, String, String), usize>;

impl Baseline {
    pub(super) fn new(read: Option<&Path>, written: Option<&Path>) -> Result<Self, Trouble> {
        let (mut known, mut unusable) = (HashMap::<_, (usize, AtomicUsize)>::new(), 0);
        if let Some(path) = read {
            let text = fs::read_to_string(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let print = line.split('\t').next().unwrap_or_default();
                if print.len() == FINGERPRINT && print.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    known.entry(print.to_owned()).or_default().0 += 1;
                } else {
                    unusable += 1;
                }
            }
        }
        Ok(Self { known, unusable, written: written.map(|path| (path.to_owned(), Mutex::default())) })
    }

    /// Returns how a baseline names documents: from its folder, or from the working directory if there is no baseline.
    pub(super) fn names(read: Option<&Path>, written: Option<&Path>) -> Names {
        Names::from_folder(read.or(written).and_then(Path::parent).unwrap_or(Path::new("")))
    }

    /// Returns whether a new baseline is written.
    pub(super) const fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Returns whether there is neither a baseline nor one to write.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.written.is_none()
    }

    /// Returns whether a finding is not to be reported: it is in the baseline, or a new baseline is being written.
    pub(super) fn knows(&self, fingerprint: &str, rule: &str, document: &str) -> bool {
        if let Some((_, lines)) = &self.written {
            let key = [document, rule, fingerprint].map(|text| text.replace(['\n', '\r', '\t'], " "));
            *lines.lock().unwrap_or_else(PoisonError::into_inner).entry(key.into()).or_default() += 1;
            return true;
        }
        let known = self.known.get(fingerprint);
        known.is_some_and(|(admitted, found)| found.fetch_add(1, Ordering::Relaxed) < *admitted)
    }

    /// Writes the new baseline, or prints a note if the old one has findings that no longer occur.
    pub(super) fn finish(&self, command: &str, page: &mut Page<'_>) {
        if let Some((path, lines)) = &self.written {
            let mut text = format!("# What napkin {command} found: fingerprint, rule, document.\n");
            for ((document, rule, print), count) in &*lines.lock().unwrap_or_else(PoisonError::into_inner) {
                text += &format!("{print}\t{rule}\t{document}\n").repeat(*count);
            }
            if let Err(error) = fs::write(path, text) {
                page.trouble(&Trouble::io(path.to_string_lossy(), error));
            }
        }
        let missing = |(admitted, found): &(usize, AtomicUsize)| admitted.saturating_sub(found.load(Ordering::Relaxed));
        let gone: usize = self.known.values().map(missing).sum();
        if self.unusable > 0 {
            page.note("the baseline has lines of an earlier version, which do not count any more; --write-baseline writes it anew");
        } else if gone > 0 {
            page.note(&format!("{gone} of the baseline's findings are gone; --write-baseline writes it anew"));
        }
    }
}
