//! The baseline: a file of known links that are not good, which are not reported again.
//!
//! Each line has the verdict, the document and the reference, so that a link may move to another line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use napkin_check::Checked;

use crate::output::{Page, Trouble};

#[derive(Default)]
pub(super) struct Baseline {
    known: BTreeSet<String>,
    /// The file to write.
    written: Option<PathBuf>,
}

const HEAD: &str = "# What napkin check found: verdict, document, reference.\n";

impl Baseline {
    pub(super) fn new(read: Option<&Path>, written: Option<&Path>) -> Result<Self, Trouble> {
        let mut known = BTreeSet::new();
        if let Some(path) = read {
            let text = fs::read_to_string(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
            known.extend(text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned));
        }
        Ok(Self { known, written: written.map(Path::to_owned) })
    }

    /// Returns whether a link is not to be reported: it is in the baseline, or a new one is being written.
    pub(super) fn knows(&mut self, link: &Checked) -> bool {
        let line = format!("{}\t{}\t{}", link.verdict, link.source, link.raw).replace(['\n', '\r'], " ");
        if self.written.is_some() && link.verdict.is_failure() {
            self.known.insert(line);
            return true;
        }
        self.written.is_none() && self.known.contains(&line)
    }

    pub(super) fn finish(&self, page: &mut Page<'_>) {
        let Some(path) = &self.written else { return };
        let lines: String = self.known.iter().map(|line| format!("{line}\n")).collect();
        if let Err(error) = fs::write(path, HEAD.to_owned() + &lines) {
            page.trouble(&Trouble::io(path.to_string_lossy(), error));
        }
    }
}
