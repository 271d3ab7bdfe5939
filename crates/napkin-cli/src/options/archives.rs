//! The limits of archives that are documents.

use clap::Args;
use napkin_document::archive::ArchiveLimits;

use super::LIMITS;

/// How far archives are unpacked.
#[derive(Args, Clone, Copy)]
pub(crate) struct ArchiveOptions {
    /// Read at most N members of an archive (zip, tar, EPUB, OpenDocument, Office Open XML)
    #[arg(long, value_name = "N", default_value_t = ArchiveLimits::default().members, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_members: usize,
    /// Limit an unpacked member of an archive to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = ArchiveLimits::default().member, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_member: u64,
    /// Limit all unpacked members of an archive to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = ArchiveLimits::default().total, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_unpacked: u64,
    /// Refuse members above 1 MiB that unpack to more than N times their size
    #[arg(long, value_name = "N", default_value_t = ArchiveLimits::default().ratio, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_ratio: u64,
    /// Read at most N archives inside each other
    #[arg(long, value_name = "N", default_value_t = ArchiveLimits::default().depth, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_archives: usize,
}

impl ArchiveOptions {
    /// Returns the limits for the library.
    pub(crate) fn limits(self) -> ArchiveLimits {
        ArchiveLimits::default()
            .with_members(self.max_members)
            .with_member(self.max_member)
            .with_total(self.max_unpacked)
            .with_ratio(self.max_ratio)
            .with_depth(self.max_archives)
    }
}
