//! Changes to a document: new bytes for pieces of it.

use napkin::Span;

/// New bytes for a piece of a document.
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) bytes: Vec<u8>,
}

/// Returns the bytes with the edits applied.
pub(crate) fn apply(bytes: &[u8], edits: Vec<Edit>) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + edits.iter().map(|edit| edit.bytes.len()).sum::<usize>());
    let mut done = 0;
    for edit in edits {
        // Attributes cannot overlap; an edit that overlaps the previous one is skipped.
        if edit.span.start >= done {
            out.extend_from_slice(&bytes[done..edit.span.start]);
            out.extend_from_slice(&edit.bytes);
            done = edit.span.end;
        }
    }
    out.extend_from_slice(&bytes[done..]);
    out
}
