//! The options of `napkin screen`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};
use napkin_answer::names::AUTO;
use napkin_answer::screen::{InUse, format, in_use};
use napkin_document::screen::{Format, ScreenLimits, TypePattern};

use super::{FormOptions, INPUT, InputOptions, LIMITS, ReaderLimits};

/// List every `data:` URL of documents, at any depth, and test it against a policy
///
/// Each URL is listed with its media type as browsers determine it. Without --deny and --allow everything is admitted. Exits with 1 if
/// a URL is not admitted, or if a limit kept something from being read. A TYPE is a media type, `image/*`, `*/*`, `*/*+xml`, or
/// `active`: types that can run scripts, which are HTML, all XML and so SVG, JavaScript, PDF, Flash and mail. In a pipe the columns are
/// the place, the depth, the type, the size in bytes, the context, and the findings.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin screen page.html message.eml
  napkin screen --deny active page.html
  napkin screen --allow-in image=image/png,image/gif --sniff --json page.html")]
pub(crate) struct Screen {
    /// Screen these documents, folders and mailboxes, or standard input if there are none or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) documents: Vec<PathBuf>,
    /// Refuse these media types; this has priority over --allow
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) deny: Vec<TypePattern>,
    /// Allow only these media types
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) allow: Vec<TypePattern>,
    /// Refuse media types for a use: image, style, script, navigation, frame, font, media or other
    #[arg(long, value_name = "USE=TYPES", value_parser = in_use, action = ArgAction::Append)]
    pub(crate) deny_in: Vec<InUse>,
    /// Allow only these media types for a use, instead of --allow: image=image/png,image/gif
    #[arg(long, value_name = "USE=TYPES", value_parser = in_use, action = ArgAction::Append)]
    pub(crate) allow_in: Vec<InUse>,
    /// Test the type that the data looks like, too, and refuse data that contradicts its type
    #[arg(long)]
    pub(crate) sniff: bool,
    /// Set the type of the documents: auto, html, css, xml, json, text or mail
    ///
    /// `auto` uses the name, then the content.
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = format, help_heading = INPUT)]
    pub(crate) kind: ::std::option::Option<Format>,
    #[command(flatten)]
    pub(crate) inputs: InputOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Limit the nesting of URLs to N levels
    #[arg(long, value_name = "N", default_value_t = ScreenLimits::default().depth, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_depth: usize,
    /// Limit the URLs of a document to N
    #[arg(long, value_name = "N", default_value_t = ScreenLimits::default().count, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_count: usize,
    /// Limit the data of a URL to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = ScreenLimits::default().size, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_size: usize,
    /// Limit the data of all URLs of a document to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = ScreenLimits::default().total, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_total: usize,
    /// Limit a document to BYTES; a larger one is an error
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
}
