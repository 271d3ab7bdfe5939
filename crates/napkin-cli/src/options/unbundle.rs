//! The options of `napkin unbundle`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use napkin_document::unbundle::BundleLimits;
use napkin_mail::Profile;

use super::{FormOptions, LIMITS, MessageLimits};

/// Split a bundled page into a page and separate files
///
/// Objects in `data:` URLs become files in the folder, each object once, and so do the parts of MHTML. References to the files are
/// relative; all other bytes stay as they are. A `data:` URL that cannot be decoded stays and is listed on standard error; the exit
/// status is then 1. In MHTML, a resource without a part stays an absolute link and is listed; the page is `NAME.html`. Either all
/// files are written or none. Prints the names of the files, one per line.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin unbundle page.one.html -o site
  napkin unbundle saved.mhtml -o site --force
  napkin unbundle --json -o site - < page.one.html")]
pub(crate) struct Unbundle {
    /// Split this page, style sheet, SVG image or MHTML file; `-` is standard input, which becomes `index.html`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) document: PathBuf,
    /// Write all files to this folder, which is created if it is missing
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Replace existing files
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Choose how parts of MHTML inherit base URLs: draft1997, rfc2110, rfc2557 or lenient
    ///
    /// `lenient` is rfc2557 with Content-Base.
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Limit an object to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().object, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_object: usize,
    /// Limit all objects together to BYTES; an object counts as often as the page uses it
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().total, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_total: usize,
    /// Limit the nesting of style sheets and frames to N levels, at most 128
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().depth, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_depth: usize,
    /// Turn at most N references into files
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().count, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_count: usize,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
}
