//! The options of `napkin bundle`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use napkin_document::bundle::Limits;

use super::FormOptions;

/// A page with everything that it needs, in one file
///
/// Images, style sheets, scripts, fonts, media and frames become `data:` URLs, or text of the page; other links become
/// absolute. What cannot be had is listed on standard error, and left as an absolute link: then the exit status is 1. Files
/// are read from the page's folder and below, and from nowhere else unless --root or --allow-outside says so; a page that is
/// retrieved has no files. Everything else is retrieved under the policy. With --output,
/// --json and --format give one record for each object and each failure.
#[derive(Args)]
pub(crate) struct Bundle {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The URL that the page comes from; without it, a file is at its `file:` URL. What is below the URL of its root is read
    /// from the root
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// The folder that files may be read from [default: that of the page]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,
    /// Read any file that the page names, wherever it is
    #[arg(long)]
    pub(crate) allow_outside: bool,
    /// Retrieve nothing: what is not in a file stays a link
    #[cfg(feature = "retrieve")]
    #[arg(long)]
    pub(crate) offline: bool,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    /// How many bytes one object may have
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().object)]
    pub(crate) max_object: usize,
    /// How many bytes all objects may take in the page, each as often as it is there
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().total)]
    pub(crate) max_total: usize,
    /// How deep style sheets and frames may stand in each other
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    pub(crate) max_depth: usize,
    /// How many references may be embedded
    #[arg(long, value_name = "N", default_value_t = Limits::default().count)]
    pub(crate) max_count: usize,
    /// Where the page goes; it is there whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// The page: a file, or a URL, which is retrieved; `-` is standard input
    #[arg(value_name = "FILE|URL", value_hint = ValueHint::FilePath)]
    pub(crate) document: PathBuf,
}
