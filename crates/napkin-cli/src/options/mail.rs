//! The options of `napkin mail`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use napkin_document::mail::{Limits, Profile};

use super::FormOptions;

/// Messages: their parts, and objects that stand elsewhere
#[derive(Args)]
pub(crate) struct Mail {
    #[command(subcommand)]
    pub(crate) command: MailCommand,
}

#[derive(Subcommand)]
pub(crate) enum MailCommand {
    List(MailList),
}

/// The tree of the parts of a message, with type, size, base URL and identifiers, and for external bodies where the object is
///
/// Nothing is retrieved. Exits with 1 when something of the message is lost or cannot be used: a multipart that is not closed, an
/// external body without access type, what lies beyond a limit. What is only worth a remark is said on a terminal, and with -v. In a pipe
/// the columns are the message, the part, the type, the size as it stands there and without transfer encoding, the base URL, and the file
/// name, or for external bodies the URL or the reason why there is none.
#[derive(Args)]
pub(crate) struct MailList {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) bases: MailBases,
    /// Take white space in the middle of a URL for an escape that was forgotten, and not for nothing (RFC 2017 section 3.1)
    #[arg(long)]
    pub(crate) keep_spaces: bool,
    /// How deep parts may stand in each other
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    pub(crate) max_depth: usize,
    /// How many parts a message may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().parts)]
    pub(crate) max_parts: usize,
    /// How many bytes the header of a part may have
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().header)]
    pub(crate) max_header: usize,
    /// How many bytes of encoded messages may be decoded to find the parts in them
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().decoded)]
    pub(crate) max_decoded: usize,
    /// Messages; none or `-`: standard input
    #[arg(value_name = "MESSAGE", value_hint = ValueHint::FilePath)]
    pub(crate) messages: Vec<PathBuf>,
}

/// How bases go through a message.
#[derive(Args)]
pub(crate) struct MailBases {
    /// By which standard base URLs go through a message: draft1997, rfc2110, rfc2557, or lenient, which is rfc2557 and Content-Base
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    /// The URL that the messages were retrieved by
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
}
