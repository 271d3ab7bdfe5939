//! The options of commands that answer each reference by itself.

use clap::Args;

use napkin_answer::names::Standards;

use super::FormOptions;

/// Options of the commands that read references, one a record.
#[derive(Args)]
pub(crate) struct Records {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The standard to read under: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: Standards,
    /// Records end with NUL instead of a line end; an empty one is the empty reference
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    /// Worker threads [default: one a core]
    #[arg(short = 'j', long = "jobs", value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Read arguments as people type them: quotes, <>, URL: and white space are taken off, with a remark
    #[arg(long)]
    pub(crate) typed: bool,
    /// The longest record of standard input, in bytes; a longer one is an error in its place
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20)]
    pub(crate) max_length: usize,
}
