//! How documents are read, and named.

use napkin::{Standard, mask_passwords};

/// How documents are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    /// The standard; `None` for the usual standard of the document.
    pub(super) standard: Option<Standard>,
    pub(super) has_texts: bool,
    /// The greatest length of a document, in bytes.
    pub(super) limit: u64,
}

/// Formats a name for a message.
pub(super) fn shown(name: &str) -> String {
    mask_passwords(name).chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
