//! Limits of the reader of messages.

/// How far a message is read. Each limit has a finding of its own; what lies beyond is content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep entities may stand in each other: `mail-too-deep`. Default: 100.
    pub depth: usize,
    /// How many entities there may be: `mail-too-many-parts`. Default: 100,000.
    pub parts: usize,
    /// How many bytes the header of one may have: `mail-header-too-large`. Default: 1 MiB.
    pub header: usize,
    /// How many bytes may be decoded to find parts in encoded messages: `mail-decoded-too-large`. Default: 256 MiB.
    pub decoded: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 100, parts: 100_000, header: 1 << 20, decoded: 256 << 20 }
    }
}
