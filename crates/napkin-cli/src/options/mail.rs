//! The options of `napkin mail`.

mod extract;

use std::path::PathBuf;

use clap::{ArgAction, Args, Subcommand, ValueHint};
use napkin_mail::{AttachOptions, Limits, Profile, Wrap};

pub(crate) use self::extract::MailExtract;
use super::{DocumentList, FormOptions, InputOptions, LIMITS, Mailboxes, OutputPath};

/// How far messages are taken apart.
#[derive(Args, Clone, Copy)]
pub(crate) struct MessageLimits {
    /// Limit the nesting of parts to N levels
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_part_depth: usize,
    /// Limit the parts of a message to N
    #[arg(long, value_name = "N", default_value_t = Limits::default().parts, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_parts: usize,
    /// Limit the header of a part to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().header, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_header: usize,
    /// Decode at most BYTES of encoded messages to find their parts
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().decoded, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_encoded: usize,
}

impl MessageLimits {
    /// Returns the limits for the library.
    pub(crate) fn limits(self) -> Limits {
        Limits::default()
            .with_depth(self.max_part_depth)
            .with_parts(self.max_parts)
            .with_header(self.max_header)
            .with_decoded(self.max_encoded)
    }
}

/// List, save, detach and attach the parts of messages
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin mail list message.eml
  napkin mail extract message.eml -o files
  napkin mail attach --from https://pub.example/files/=files small.eml > message.eml")]
pub(crate) struct Mail {
    #[command(subcommand)]
    pub(crate) command: MailCommand,
}

#[derive(Subcommand)]
pub(crate) enum MailCommand {
    List(MailList),
    Extract(MailExtract),
    Detach(MailDetach),
    // It has the options of retrieval, which are many.
    Attach(Box<MailAttach>),
    Relink(MailRelink),
}

/// List the parts of messages as a tree, with types, sizes, base URLs, identifiers and external bodies
///
/// Nothing is retrieved. Exits with 1 if something is lost or unusable: a multipart without an end, an external body without an access
/// type, or parts beyond a limit. Remarks are printed on a terminal, and with -v. In a pipe the columns are the message, the part, the
/// type, the size as encoded, the base URL, and the file name; an external body has its URL, or the reason why it has none. The size as
/// decoded, for which each body is read, is the field `size` of --json and --format.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin mail list message.eml
  napkin mail list --json Maildir
  napkin mail list --format '{part} {type} {size}' archive.mbox")]
pub(crate) struct MailList {
    /// Read these messages, mbox files, folders of messages, or standard input if there are none or `-`
    #[arg(value_name = "MESSAGE", value_hint = ValueHint::AnyPath)]
    pub(crate) messages: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) list: DocumentList,
    #[command(flatten)]
    pub(crate) bases: MailBases,
    /// Escape white space within a URL instead of removing it (RFC 2017 section 3.1)
    #[arg(long)]
    pub(crate) keep_spaces: bool,
    #[command(flatten)]
    pub(crate) inputs: InputOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
}

/// How the parts of a message inherit base URLs.
#[derive(Args)]
pub(crate) struct MailBases {
    /// Choose how parts inherit base URLs: draft1997, rfc2110, rfc2557 or lenient
    ///
    /// `lenient` is rfc2557 with Content-Base.
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    /// Set the URL from which the messages were retrieved
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
}

/// Move large parts to files, and replace them by external bodies with URLs (RFC 2017)
///
/// A file is named by the SHA-256 digest of its content, so equal parts are stored once. The message goes to standard output. A part is
/// moved only if attaching it again restores the message byte for byte. The files appear in the folder after the output has been
/// written. Signed and encrypted parts stay, and so do parts of a multipart/related or multipart/alternative; diagnostics report them.
/// Exits with 1 if a part should have moved and could not.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin mail detach --to files --url https://pub.example/files/ message.eml > small.eml
  napkin mail detach --to files --url https://pub.example/files/ --related a.mbox -o b.mbox
  napkin mail detach --to files --url https://pub.example/files/ --dry-run Maildir")]
pub(crate) struct MailDetach {
    /// Write the files to this folder, which is created if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) to: PathBuf,
    /// Set the URL of the folder
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) url: String,
    /// Move only parts of at least BYTES, as encoded; 0 moves all
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10)]
    pub(crate) min_size: u64,
    /// Move the direct parts of a multipart/related or multipart/alternative, too
    #[arg(long)]
    pub(crate) related: bool,
    /// Break URLs over lines by words (RFC 2017), rfc2231 (for Gnus) or none
    #[arg(long, value_name = "FORM", default_value = "words", value_parser = wrap)]
    pub(crate) wrap: Wrap,
    #[command(flatten)]
    pub(crate) output: MailOutput,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// The changed message, and how it is read.
#[derive(Args)]
pub(crate) struct MailOutput {
    /// Change this message, mbox file, Maildir or MH folder, or standard input if there is none or `-`
    #[arg(value_name = "MESSAGE", value_hint = ValueHint::AnyPath)]
    pub(crate) message: Option<PathBuf>,
    /// Write the message or mailbox to this file once it is complete [default: standard output]
    ///
    /// For a Maildir or an MH folder, FILE is a new folder, or the source, whose messages are replaced one by one.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<OutputPath>,
    /// Print the changes, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
}

/// Retrieve external bodies, check them, and put them in their place
///
/// Prints the URLs and asks before it retrieves anything (RFC 2046 section 5.2.3.6); --yes agrees beforehand. An object must have the
/// type that the message states, and match its Content-MD5, hash and size. A digest proves that an object is intact, not who made it.
/// An external body that fails stays as it was; the exit status is then 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin mail attach --from https://pub.example/files/=files small.eml > message.eml
  napkin mail attach --yes --from https://pub.example/files/=files small.mbox -o all.mbox
  napkin mail attach --dry-run small.eml")]
pub(crate) struct MailAttach {
    /// Retrieve without asking; `file:` URLs then need --only-below
    #[arg(short, long)]
    pub(crate) yes: bool,
    /// Read objects below this URL from this folder
    #[arg(long, value_name = "URL=DIR", action = ArgAction::Append, value_parser = folder)]
    pub(crate) from: Vec<(String, PathBuf)>,
    /// Attach only the external body of this part; another part is an error
    #[arg(long, value_name = "NUMBER", action = ArgAction::Append)]
    pub(crate) part: Vec<String>,
    /// Retrieve expired objects, too, which may still be available
    #[arg(long)]
    pub(crate) expired: bool,
    /// Escape white space within a URL instead of removing it (RFC 2017 section 3.1)
    #[arg(long)]
    pub(crate) keep_spaces: bool,
    /// Set the URL from which the message was retrieved
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Add a Content-Location with its URL to each object without a base (RFC 2557 section 4.2)
    #[arg(long)]
    pub(crate) label: bool,
    /// Retrieve nothing; read only files of --from
    #[cfg(feature = "retrieve")]
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) output: MailOutput,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    /// Limit an object to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = AttachOptions::default().max_object, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_object: u64,
}

/// Change the URLs of external bodies, and convert other detached attachments to RFC 2017
///
/// Converts the attachments that mutt and Thunderbird detached or deleted, and the access types FTP, ANON-FTP, TFTP, LOCAL-FILE and AFS.
/// All other bytes of the message stay as they are. Exits with 1 if a detached attachment has no URL and stays.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin mail relink --map http://old.example/=https://pub.example/ message.eml > relinked.eml
  napkin mail relink --deleted https://pub.example/files/ archive.mbox -o relinked.mbox
  napkin mail relink --map http://old.example/=https://pub.example/ --dry-run message.eml")]
pub(crate) struct MailRelink {
    /// Replace a URL, and all URLs below it; the first map that matches applies
    #[arg(long, value_name = "FROM=TO", action = ArgAction::Append)]
    pub(crate) map: Vec<String>,
    /// Set the URL of the folder with deleted attachments, which are found by name
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) deleted: Option<String>,
    /// Break URLs over lines by words (RFC 2017), rfc2231 (for Gnus) or none
    #[arg(long, value_name = "FORM", default_value = "words", value_parser = wrap)]
    pub(crate) wrap: Wrap,
    #[command(flatten)]
    pub(crate) output: MailOutput,
    #[command(flatten)]
    pub(crate) form: FormOptions,
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
