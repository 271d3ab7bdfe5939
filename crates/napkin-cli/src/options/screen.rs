//! The options of `napkin screen`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};
use napkin_answer::names::AUTO;
use napkin_answer::screen::{InUse, format, in_use};
use napkin_document::screen::{Format, ScreenLimits, TypePattern};

use super::{FormOptions, Mailboxes, ReaderLimits};

/// Every `data:` URL in a document, at any depth, with its true media type, and whether a policy admits it
///
/// Exits with 1 when one is not admitted, or when something has not been looked at because of a limit. Without --deny and
/// --allow everything is admitted. A TYPE is a media type, `image/*`, `*/*`, `*/*+xml`, or `active`: what can run scripts,
/// which is HTML, XML of any kind and so SVG, JavaScript, PDF, Flash and mail. Types are those by which browsers go. In a
/// pipe the columns are the place, the depth, the type, the size in bytes, the context, and findings.
#[derive(Args)]
pub(crate) struct Screen {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// What may not stand anywhere; this goes before what is allowed
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) deny: Vec<TypePattern>,
    /// What alone may stand
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) allow: Vec<TypePattern>,
    /// What may not stand where it is used so: image, style, script, navigation, frame, font, media or other
    #[arg(long, value_name = "USE=TYPES", value_parser = in_use, action = ArgAction::Append)]
    pub(crate) deny_in: Vec<InUse>,
    /// What alone may stand where it is used so, in place of --allow: image=image/png,image/gif
    #[arg(long, value_name = "USE=TYPES", value_parser = in_use, action = ArgAction::Append)]
    pub(crate) allow_in: Vec<InUse>,
    /// What the data looks like counts like its type, and data that contradicts its type is not admitted
    #[arg(long)]
    pub(crate) sniff: bool,
    /// What the documents are: auto, html, css, xml, json, text, mail; auto looks at the name, then at the content
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = format)]
    pub(crate) kind: ::std::option::Option<Format>,
    /// How many URLs may stand inside each other
    #[arg(long, value_name = "N", default_value_t = ScreenLimits::default().depth)]
    pub(crate) max_depth: usize,
    /// How many URLs a document may have
    #[arg(long, value_name = "N", default_value_t = ScreenLimits::default().count)]
    pub(crate) max_count: usize,
    /// How many bytes of data one may have
    #[arg(long, value_name = "BYTES", default_value_t = ScreenLimits::default().size)]
    pub(crate) max_size: usize,
    /// How many bytes of data all of a document may have
    #[arg(long, value_name = "BYTES", default_value_t = ScreenLimits::default().total)]
    pub(crate) max_total: usize,
    /// The most bytes of a document; a larger one is an error
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    pub(crate) max_document: u64,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    /// Documents and mailboxes; none or `-`: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) documents: Vec<PathBuf>,
}
