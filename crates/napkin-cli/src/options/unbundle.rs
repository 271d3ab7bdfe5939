//! The options of `napkin unbundle`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use napkin_document::unbundle::BundleLimits;
use napkin_mail::Profile;

use super::{FormOptions, MessageLimits};

/// A page with files beside it, of one that carries them: the reverse of `bundle`
///
/// What is loaded with the page from `data:` URLs becomes files in the folder, each object once, and the page goes there too;
/// references to them are relative, and all other bytes stay as they are. A `data:` URL that is wrong stays, and is listed on
/// standard error: then the exit status is 1. Of MHTML the parts become files, and the page `NAME.html`; what no part has is an
/// absolute link and is listed. Either everything is written or nothing. What has been written is printed, one
/// file a line.
#[derive(Args)]
pub(crate) struct Unbundle {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The folder for all files; it is created where it is missing. Files in it are replaced only with --force
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// In a message, by which standard base URLs go through parts: draft1997, rfc2110, rfc2557, or lenient, which is rfc2557 and
    /// Content-Base
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    /// Write over files that are there
    #[arg(short, long)]
    pub(crate) force: bool,
    /// How many bytes one object may have
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().object)]
    pub(crate) max_object: usize,
    /// How many bytes all objects may have together, each as often as it is in the page
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().total)]
    pub(crate) max_total: usize,
    /// How deep style sheets and frames may stand in each other; never more than 128
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().depth)]
    pub(crate) max_depth: usize,
    /// How many references may become files
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().count)]
    pub(crate) max_count: usize,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    /// The page, style sheet, image in SVG or MHTML; `-` is standard input, from which comes `index.html`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) document: PathBuf,
}
