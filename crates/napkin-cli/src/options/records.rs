//! The options of commands that answer each reference by itself.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};

use napkin_answer::names::Standards;

use super::{FormOptions, INPUT};
use crate::output::{Printing, Row, Session, Trouble};

/// Options of the commands that read references, one a record.
#[derive(Args)]
pub(crate) struct Records {
    /// Use this standard: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: Standards,
    /// Read the references of this file, too
    ///
    /// `-` is standard input.
    #[arg(long, value_name = "FILE", action = ArgAction::Append, value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) from: Vec<PathBuf>,
    /// Leave out invalid records, and count them
    ///
    /// Diagnostics report them. The exit status is 0 unless all records are invalid.
    #[arg(long, help_heading = INPUT)]
    pub(crate) skip_invalid: bool,
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

impl Records {
    /// Returns the form that the options ask for, for rows of this type.
    pub(crate) fn printing_of<'s, R: Row>(&self, session: &'s Session) -> Result<Printing<'s>, Trouble> {
        Ok(self.form.printing_of::<R>(session)?.without_invalid(self.skip_invalid))
    }
}
