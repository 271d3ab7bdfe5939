//! The options of `napkin bundle`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use napkin_document::bundle::BundleLimits;
use napkin_mail::Profile;

use super::{FormOptions, MessageLimits};
use crate::date::date;

/// A page with everything that it needs, in one file
///
/// The page may be HTML or MHTML, and so may the file: --format mhtml, or a name that ends so, makes MHTML, in which every object is
/// a part as it is.
///
/// Images, style sheets, scripts, fonts, media and frames become `data:` URLs, or text of the page; other links become
/// absolute, and those of a local file stay relative. What cannot be had is listed on standard error, and left as a link: then the exit status is 1. Files
/// are read from the page's folder and below, and from nowhere else unless --root or --allow-outside says so; a page that is
/// retrieved has no files. Everything else is retrieved under the policy. For a page in MHTML nothing is retrieved, and files are read
/// only where --root or --allow-outside says so. With --output, --json and --format with a template give one record for each object
/// and each failure.
#[derive(Args)]
pub(crate) struct Bundle {
    /// JSON Lines: one object a record
    #[arg(long)]
    pub(crate) json: bool,
    /// What is made: `html` or `mhtml` [default: by the name of the output, else html]. Any other text is a template of the
    /// record's names: '{ok} {url}'; \t and \n are known
    #[arg(long, value_name = "html|mhtml|TEMPLATE")]
    pub(crate) format: Vec<String>,
    /// The date in the header of MHTML: 2026-11-22, with a time of day 2026-11-22T06:30:00Z, or seconds since 1970
    /// [default: 1970-01-01]
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) date: Option<i64>,
    /// The URL that the page comes from; without it, a file is at its `file:` URL. What is below the URL of its root is read
    /// from the root
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// In a message, by which standard base URLs go through parts: draft1997, rfc2110, rfc2557, or lenient, which is rfc2557 and
    /// Content-Base
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    /// The folder that files may be read from, and that `/` at the beginning of a reference means [default: that of the page; `/` is none of
    /// its files]
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
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().object)]
    pub(crate) max_object: usize,
    /// How many bytes all objects may take in the page, each as often as it is there
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().total)]
    pub(crate) max_total: usize,
    /// How deep style sheets and frames may stand in each other
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().depth)]
    pub(crate) max_depth: usize,
    /// How many references may be embedded
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().count)]
    pub(crate) max_count: usize,
    /// How many bytes the references may have once they are absolute, each with its base; further ones stay as they are, and are listed
    /// [default: 16 MiB, or 100 times the page if that is more]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_links: Option<usize>,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    /// The file for the page; a file of that name is replaced once the page is whole [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// The page, in HTML or MHTML: a file, or a URL, which is retrieved; `-` is standard input
    #[arg(value_name = "FILE|URL", value_hint = ValueHint::FilePath)]
    pub(crate) document: PathBuf,
}

impl Bundle {
    /// Whether MHTML is made.
    pub(crate) fn makes_mhtml(&self) -> bool {
        let named = || {
            let ending = self.output.as_ref().and_then(|path| path.extension());
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case("mhtml") || ending.eq_ignore_ascii_case("mht"))
        };
        self.format.iter().rev().find_map(|format| made(format)).unwrap_or_else(named)
    }

    /// How records are printed.
    pub(crate) fn form(&self) -> FormOptions {
        let template = self.format.iter().rev().find(|format| made(format).is_none());
        FormOptions { json: self.json, format: template.cloned() }
    }
}

/// Whether MHTML is made, if that is what the text says.
fn made(format: &str) -> Option<bool> {
    match format {
        "html" => Some(false),
        "mhtml" => Some(true),
        _ => None,
    }
}
