//! Replaces byte ranges of a text, and keeps all other bytes.

use napkin::Span;

/// Returns a text with each span replaced. The spans must not overlap.
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
