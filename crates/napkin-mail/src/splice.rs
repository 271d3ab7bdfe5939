//! Changes at byte ranges.
//!
//! Decides: nothing but that everything outside of them stays as it is.

use napkin::Span;

/// A text in which each span, in their order and none in another, is replaced.
pub(crate) fn splice(bytes: &[u8], mut edits: Vec<(Span, Vec<u8>)>) -> Vec<u8> {
    edits.sort_by_key(|(span, _)| *span);
    let added: usize = edits.iter().map(|(_, text)| text.len()).sum();
    let removed: usize = edits.iter().map(|(span, _)| span.len()).sum();
    let mut out = Vec::with_capacity((bytes.len() + added).saturating_sub(removed));
    let mut done = 0;
    for (span, text) in edits {
        out.extend_from_slice(&bytes[done..span.start.max(done)]);
        out.extend_from_slice(&text);
        done = span.end.max(done);
    }
    out.extend_from_slice(&bytes[done..]);
    out
}
