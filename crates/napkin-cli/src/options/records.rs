//! The options of commands that answer each reference by itself.

use clap::Args;

use napkin_answer::names::Standards;

use super::{FormOptions, INPUT};

/// Options of the commands that read references, one a record.
#[derive(Args)]
pub(crate) struct Records {
    /// Use this standard: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: Standards,
    /// End records with NUL instead of a line end; an empty record is the empty reference
    #[arg(short = '0', long, help_heading = INPUT)]
    pub(crate) null: bool,
    /// Remove quotes, `<>`, `URL:` and white space around references, with a remark
    #[arg(long, help_heading = INPUT)]
    pub(crate) typed: bool,
    /// Use N worker threads [default: one per core]
    #[arg(short = 'j', long = "jobs", value_name = "N", help_heading = INPUT)]
    pub(crate) jobs: Option<usize>,
    /// Limit a record of standard input to BYTES; a longer record is an error in its place
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20, help_heading = INPUT)]
    pub(crate) max_length: usize,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}
