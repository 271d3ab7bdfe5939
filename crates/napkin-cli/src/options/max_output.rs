//! The limit on the output for one document.

use clap::Args;

use super::LIMITS;

/// The default limit: a number of bytes, or a multiple of the document if that is more.
const LEAST: usize = 16 << 20;
const TIMES: usize = 100;

/// How long the output may become.
#[derive(Args)]
pub(crate) struct MaxOutput {
    /// Limit the output for a document to BYTES, and 1 KiB per reference of a list
    ///
    /// The default is 16 MiB, or 100 times the document if that is more.
    #[arg(long, value_name = "BYTES", help_heading = LIMITS, hide_short_help = true)]
    max_output: Option<usize>,
}

impl MaxOutput {
    /// Returns the limit for a document of this many bytes.
    pub(crate) fn of(&self, document: u64) -> usize {
        self.max_output.unwrap_or_else(|| default_output(document))
    }
}

/// Returns the default limit for a document of this many bytes; no honest document reaches it.
pub(crate) fn default_output(document: u64) -> usize {
    usize::try_from(document).unwrap_or(usize::MAX).saturating_mul(TIMES).max(LEAST)
}
