//! Converts byte offsets of a document to lines and columns, both counted from 1.

/// The offsets of the lines' first bytes, except the first line's.
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { starts: memchr::memchr_iter(b'\n', bytes).map(|at| at + 1).collect() }
    }

    /// Returns the line and the column of a byte, from 1; a column counts characters.
    pub(crate) fn position(&self, bytes: &[u8], at: usize) -> (usize, usize) {
        let before = self.starts.partition_point(|&start| start <= at);
        let start = if before == 0 { 0 } else { self.starts[before - 1] };
        // Limits the counting of characters: a line may have megabytes and thousands of references.
        let head = &bytes[start..at.min(start + 4096).max(start)];
        let characters = String::from_utf8_lossy(head).chars().count() + (at - start).saturating_sub(4096);
        (before + 1, characters + 1)
    }
}
