//! Counts the entries of folders that are left out.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Why an entry of a folder is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Its name begins with a dot.
    Hidden,
    /// A `.gitignore` names it.
    Ignored,
    /// An option excludes it.
    Excluded,
    /// A symbolic link out of the folder, to a folder, or into `.git`.
    Link,
    /// Not a document that the command reads.
    Other,
}

/// The number of entries that were left out, for each reason. A folder counts as one entry.
#[derive(Default)]
pub(crate) struct Skipped([AtomicUsize; 5]);

impl Skipped {
    pub(crate) fn add(&self, why: Skip) {
        self.0[why as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Describes the counts: `2 hidden, 1 by .gitignore`. Returns `None` if nothing was left out.
    pub(crate) fn describe(&self) -> Option<String> {
        let reasons = ["hidden", "by .gitignore", "by --include or --exclude", "symbolic links", "of other kinds"];
        let counted = self.0.iter().zip(reasons).map(|(count, why)| (count.load(Ordering::Relaxed), why));
        let words: Vec<String> =
            counted.filter(|&(count, _)| count > 0).map(|(count, why)| format!("{count} {why}")).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}
