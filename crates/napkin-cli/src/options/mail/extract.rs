//! The options of `napkin mail extract`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};

use super::MessageLimits;
use crate::options::{FormOptions, InputOptions, LIMITS};

/// Save the attachments of messages to a folder, each under a safe name
///
/// A name has no path, no control characters and at most 200 bytes, and is no hidden file and no device. Equal names get a number
/// (`menu-2.pdf`), and a part without a name is `part-2.pdf`, by its number and type. Messages inside messages are entered. A file of
/// the folder is never replaced without --force, and stays if it has the same bytes. In a pipe the columns are the message, the part,
/// the type, the size, and the file. Exits with 1 if an attachment is not saved, or is damaged.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin mail extract message.eml -o files
  napkin mail extract --type 'image/*' --inline --min-size 10000 Maildir -o pictures
  napkin mail extract --json archive.mbox -o files")]
pub(crate) struct MailExtract {
    /// Read these messages, mbox files, folders of messages, or standard input if there are none or `-`
    #[arg(value_name = "MESSAGE", value_hint = ValueHint::AnyPath)]
    pub(crate) messages: Vec<PathBuf>,
    /// Write the files to this folder, which is created if it is missing
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Save only parts of this media type, such as application/pdf or 'image/*'
    ///
    /// `message/rfc822` saves messages inside of messages whole.
    #[arg(long = "type", value_name = "GLOB", action = ArgAction::Append)]
    pub(crate) types: Vec<String>,
    /// Save only parts of at least BYTES, as decoded
    #[arg(long, value_name = "BYTES", default_value_t = 0, hide_default_value = true)]
    pub(crate) min_size: u64,
    /// Save the texts and pictures that readers show in the message, too
    #[arg(long)]
    pub(crate) inline: bool,
    /// Replace existing files
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) inputs: InputOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    /// Save at most N files
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_count: usize,
    /// Save at most BYTES in all files together
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_total: u64,
}
