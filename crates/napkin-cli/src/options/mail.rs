//! The options of `napkin mail`.

use std::path::PathBuf;

use clap::{ArgAction, Args, Subcommand, ValueHint};
use napkin_mail::{AttachOptions, Limits, Profile, Wrap};

use super::{FormOptions, Mailboxes};

/// How far messages are taken apart.
#[derive(Args, Clone, Copy)]
pub(crate) struct MessageLimits {
    /// How deep parts may stand in each other
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, help_heading = "Limits of messages")]
    pub(crate) max_part_depth: usize,
    /// How many parts a message may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().parts, help_heading = "Limits of messages")]
    pub(crate) max_parts: usize,
    /// How many bytes the header of a part may have
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().header, help_heading = "Limits of messages")]
    pub(crate) max_header: usize,
    /// How many bytes of encoded messages may be decoded to find the parts in them
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().decoded, help_heading = "Limits of messages")]
    pub(crate) max_encoded: usize,
}

impl MessageLimits {
    /// The same for the library.
    pub(crate) const fn limits(self) -> Limits {
        Limits { depth: self.max_part_depth, parts: self.max_parts, header: self.max_header, decoded: self.max_encoded }
    }
}

/// Messages: their parts, and objects that stand elsewhere
#[derive(Args)]
pub(crate) struct Mail {
    #[command(subcommand)]
    pub(crate) command: MailCommand,
}

#[derive(Subcommand)]
pub(crate) enum MailCommand {
    List(MailList),
    Detach(MailDetach),
    // It has the options of retrieval, which are many.
    Attach(Box<MailAttach>),
    Relink(MailRelink),
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
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    /// Messages, mbox files, and Maildir and MH folders; none or `-`: standard input
    #[arg(value_name = "MESSAGE", value_hint = ValueHint::AnyPath)]
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

/// Large parts move to files, and external bodies with their URLs take their place (RFC 2017)
///
/// Files are named by the SHA-256 digest of their content, so equal parts are stored once. The message goes to standard output, so
/// that the command works in a pipe. A part moves only if attaching it again restores the message byte for byte. The files appear in the
/// folder only after the output has been written. Signed and encrypted parts stay, and so do parts of a multipart/related or
/// multipart/alternative; diagnostics report them. Exits with 1 if a part should have moved and could not.
#[derive(Args)]
pub(crate) struct MailDetach {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The folder that the files go into; it is made if it is not there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) to: PathBuf,
    /// The URL that the folder has
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) url: String,
    /// The fewest bytes, as they stand in the message, of a part that moves; with 0 all do, even where what takes their place is larger
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10)]
    pub(crate) min_size: u64,
    /// Also parts that stand directly in a multipart/related or multipart/alternative
    #[arg(long)]
    pub(crate) related: bool,
    /// How URLs are broken over lines: words (RFC 2017), rfc2231 (for Gnus), or none
    #[arg(long, value_name = "FORM", default_value = "words", value_parser = wrap)]
    pub(crate) wrap: Wrap,
    #[command(flatten)]
    pub(crate) output: MailOutput,
}

/// Where a message that has been changed goes.
#[derive(Args)]
pub(crate) struct MailOutput {
    /// The file for the message or the mailbox; a file of that name is replaced once the output is whole. For a Maildir or MH folder: a new
    /// folder, or the source itself, whose messages are replaced one by one [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    /// The message, mbox file, or Maildir or MH folder; none or `-`: standard input
    #[arg(value_name = "MESSAGE", value_hint = ValueHint::AnyPath)]
    pub(crate) message: Option<PathBuf>,
}

/// External bodies are retrieved, checked, and put in their place
///
/// First it says what it is about to retrieve, and asks, as RFC 2046 section 5.2.3.6 wants it; --yes agrees beforehand. An object has to be
/// of the type that the message says, and to agree with its Content-MD5, hash and size. Digests show that it is intact, and never who
/// made it. What fails stays as it was; then the exit status is 1.
#[derive(Args)]
pub(crate) struct MailAttach {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Retrieve without asking. Files by `file:` URLs need --only-below then
    #[arg(short, long)]
    pub(crate) yes: bool,
    /// Objects whose URLs are below this one are files of this folder
    #[arg(long, value_name = "URL=DIR", action = ArgAction::Append, value_parser = folder)]
    pub(crate) from: Vec<(String, PathBuf)>,
    /// Only the external body of this number; one that no external body has is an error
    #[arg(long, value_name = "NUMBER", action = ArgAction::Append)]
    pub(crate) part: Vec<String>,
    /// Ask also for what has expired: it is only not guaranteed to be there
    #[arg(long)]
    pub(crate) expired: bool,
    /// Take white space in the middle of a URL for an escape that was forgotten, and not for nothing (RFC 2017 section 3.1)
    #[arg(long)]
    pub(crate) keep_spaces: bool,
    /// The URL that the message was retrieved by
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Give objects without a base of their own a Content-Location with the URL that they come from (RFC 2557 section 4.2)
    #[arg(long)]
    pub(crate) label: bool,
    /// The most bytes of an object
    #[arg(long, value_name = "BYTES", default_value_t = AttachOptions::default().max_object)]
    pub(crate) max_object: u64,
    /// Retrieve nothing but files by --from
    #[cfg(feature = "retrieve")]
    #[arg(long)]
    pub(crate) offline: bool,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    #[command(flatten)]
    pub(crate) output: MailOutput,
}

/// External bodies point elsewhere, and other forms of detached attachments become that of RFC 2017
///
/// These are what mutt and Thunderbird leave of attachments, and the access types FTP, ANON-FTP, TFTP, LOCAL-FILE and AFS. All other bytes
/// of the message stay as they are. Exits with 1 where something has no URL and stays.
#[derive(Args)]
pub(crate) struct MailRelink {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// A URL, and what lies below it, becomes another; the first that applies counts
    #[arg(long, value_name = "FROM=TO", action = ArgAction::Append)]
    pub(crate) map: Vec<String>,
    /// The URL of a folder in which attachments lie that were deleted and kept by their names
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) deleted: Option<String>,
    /// How URLs are broken over lines: words (RFC 2017), rfc2231 (for Gnus), or none
    #[arg(long, value_name = "FORM", default_value = "words", value_parser = wrap)]
    pub(crate) wrap: Wrap,
    #[command(flatten)]
    pub(crate) output: MailOutput,
}

fn wrap(name: &str) -> Result<Wrap, String> {
    match name {
        "words" => Ok(Wrap::Words),
        "rfc2231" => Ok(Wrap::Rfc2231),
        "none" => Ok(Wrap::None),
        _ => Err("expected words, rfc2231 or none".to_owned()),
    }
}

/// `URL=DIR`. The last `=` counts, since a URL may have others; the URL is that of a folder.
fn folder(text: &str) -> Result<(String, PathBuf), String> {
    let (url, folder) = text.rsplit_once('=').ok_or("expected URL=DIR")?;
    let slash = if url.ends_with('/') { "" } else { "/" };
    Ok((format!("{url}{slash}"), PathBuf::from(folder)))
}
