//! Lines of a document.
//!
//! Decides: in which line and column a byte stands, as people count them.

/// Where the lines begin, but for the first.
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { starts: memchr::memchr_iter(b'\n', bytes).map(|at| at + 1).collect() }
    }

    /// The line and the column of a byte, from 1; columns are characters.
    pub(crate) fn position(&self, bytes: &[u8], at: usize) -> (usize, usize) {
        let before = self.starts.partition_point(|&start| start <= at);
        let start = if before == 0 { 0 } else { self.starts[before - 1] };
        // A line may be megabytes long, and have thousands of references.
        let head = &bytes[start..at.min(start + 4096).max(start)];
        let characters = String::from_utf8_lossy(head).chars().count() + (at - start).saturating_sub(4096);
        (before + 1, characters + 1)
    }
}
