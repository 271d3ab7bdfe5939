//! The options of commands that read mailboxes.

use clap::Args;
use napkin_mail::MailboxFormat;

use super::{INPUT, LIMITS};

/// The default limits, in bytes.
const MESSAGE: usize = 1 << 30;
const AHEAD: usize = 256 << 20;

/// How the messages of mailboxes are read: of mbox files, and of Maildir and MH folders.
#[derive(Args)]
pub(crate) struct Mailboxes {
    /// Set the format of mbox files: auto, mboxo, mboxrd, mboxcl or mboxcl2
    #[arg(long, value_name = "NAME", default_value_t, help_heading = INPUT, hide_short_help = true)]
    pub(crate) mbox_format: MailboxFormat,
    /// Read the subfolders of Maildir (`.Name`) and MH folders, too
    #[arg(long, help_heading = INPUT, hide_short_help = true)]
    pub(crate) subfolders: bool,
    /// Use N worker threads [default: one per core]
    #[arg(short = 'j', long = "jobs", value_name = "N", help_heading = INPUT)]
    pub(crate) jobs: Option<usize>,
    /// Limit a message to BYTES; a larger one is not read, and stays in its mailbox
    #[arg(long, value_name = "BYTES", default_value_t = MESSAGE, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_message: usize,
    /// Hold at most BYTES of messages of mbox files at a time, or one larger message
    #[arg(long, value_name = "BYTES", default_value_t = AHEAD, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_ahead: usize,
}

impl Default for Mailboxes {
    fn default() -> Self {
        let (mbox_format, subfolders, jobs) = Default::default();
        Self { mbox_format, subfolders, jobs, max_message: MESSAGE, max_ahead: AHEAD }
    }
}
