//! The options of commands that read mailboxes.

use clap::Args;
use napkin_mail::MailboxFormat;

/// How the messages of mailboxes are read: of mbox files, and of Maildir and MH folders.
#[derive(Args)]
pub(crate) struct Mailboxes {
    /// How the messages of an mbox file are told apart and quoted: auto looks at each, mboxo, mboxrd, mboxcl, mboxcl2
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) mbox_format: MailboxFormat,
    /// Also the folders in a Maildir (`.Name`), and those in an MH folder
    #[arg(long)]
    pub(crate) subfolders: bool,
    /// How many bytes a message may have; a larger one is not read, and stays as it is in its mailbox
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    pub(crate) max_message: usize,
    /// How many bytes of messages of mbox files may be held at a time, or one message, if that has more
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20)]
    pub(crate) max_ahead: usize,
    /// Worker threads [default: one a core]
    #[arg(short = 'j', long = "jobs", value_name = "N")]
    pub(crate) jobs: Option<usize>,
}
