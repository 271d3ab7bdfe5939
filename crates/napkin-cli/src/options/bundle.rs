//! The options of `napkin bundle`.

mod without;

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use napkin_mail::Profile;

pub(crate) use self::without::BundleWithout;
use super::{FolderOptions, FormOptions, INPUT, LIMITS, MessageLimits, OUTPUT, ObjectLimits, OutputPath};
use crate::date::date;

/// Pack a page and everything it loads into one file
///
/// Images, style sheets, scripts, fonts, media and frames become `data:` URLs or text of the page. Other links become absolute; those
/// of a local file stay relative. The page may be HTML or MHTML, and so may the output: `--format mhtml`, or an output name that ends
/// in .mhtml, makes MHTML, in which each object is a part. `--format wacz`, or a name that ends in .wacz, makes a web archive, in which the
/// page and each object are the responses of servers.
///
/// Files are read only from the folder of the page and below, unless --root or --allow-outside is given. Everything else is retrieved
/// under the policy. A page that is retrieved reads no files; a page in MHTML retrieves nothing. An object that is not available
/// stays a link and is listed on standard error; the exit status is then 1. With --output, --json and a template print one record for
/// each object and each failure.
///
/// Of a folder, every page is bundled into the same place below the folder of --output. Its files, and `/` at the beginning of a reference,
/// are below the folder then.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin bundle page.html -o page.one.html
  napkin bundle https://pub.example/ --format mhtml -o pub.mhtml
  napkin bundle --offline site -o site.bundled")]
pub(crate) struct Bundle {
    /// Bundle this page, or each page of this folder; `-` is standard input
    #[arg(value_name = "FILE|FOLDER|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) document: PathBuf,
    /// Write the page to this file once it is complete, or the pages of a folder to this folder [default: standard output]
    ///
    /// `%title%` in its name is the title of the page, without characters that are dangerous in names. A file that exists is then not
    /// replaced.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<OutputPath>,
    /// Make `html`, `mhtml` or `wacz` [default: by the name of the output], or print records by a template
    ///
    /// Any other text is a template of the names of JSON fields, such as '{ok} {url}'.
    #[arg(long, value_name = "FORM")]
    pub(crate) format: Vec<String>,
    /// Set the date in MHTML and WACZ: 2026-11-22, or with a time 2026-11-22T06:30:00Z [default: 1970-01-01]
    ///
    /// A number is the number of seconds since 1970.
    #[arg(long, value_name = "DATE", value_parser = date, hide_short_help = true)]
    pub(crate) date: Option<i64>,
    /// Set the URL of the page [default: the file's URL]; URLs below it are files below the root
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Read files only below this folder, which `/` at the beginning of a reference names [default: the page's folder]
    ///
    /// Without this option, `/` names no file.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,
    /// Read any file that the page names
    #[arg(long)]
    pub(crate) allow_outside: bool,
    /// Retrieve nothing; objects that are not in files stay links
    #[cfg(feature = "retrieve")]
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) without: BundleWithout,
    /// Choose how parts of MHTML inherit base URLs: draft1997, rfc2110, rfc2557 or lenient
    ///
    /// `lenient` is rfc2557 with Content-Base.
    #[arg(long, value_name = "NAME", default_value = "lenient", hide_short_help = true)]
    pub(crate) profile: Profile,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    /// Use N worker threads for the pages of a folder [default: one per core]
    #[arg(short = 'j', long = "jobs", value_name = "N", help_heading = INPUT, hide_short_help = true)]
    pub(crate) jobs: Option<usize>,
    /// Print JSON Lines: one object per record
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    /// Limit a page of a folder to BYTES; a larger one is an error
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    #[command(flatten)]
    pub(crate) objects: ObjectLimits,
    /// Limit the absolute forms of references to BYTES; list further references, and keep them as they are
    ///
    /// The default is 16 MiB, or 100 times the page if that is more.
    #[arg(long, value_name = "BYTES", help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_links: Option<usize>,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
}

impl Bundle {
    /// Returns what to make: by the option, or else by the name of the output.
    pub(crate) fn made(&self) -> Made {
        let named = || {
            let ending =
                OutputPath::file(self.output.as_ref()).and_then(Path::extension)?.to_str()?.to_ascii_lowercase();
            let ending = if ending == "mht" { "mhtml" } else { &ending };
            made(ending)
        };
        self.format.iter().rev().find_map(|format| made(format)).or_else(named).unwrap_or(Made::Html)
    }

    /// Returns how records are printed.
    pub(crate) fn form(&self) -> FormOptions {
        let template = self.format.iter().rev().find(|format| made(format).is_none());
        FormOptions { json: self.json, format: template.cloned() }
    }
}

/// What a bundle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    Html,
    Mhtml,
    Wacz,
}

impl Made {
    /// Returns the ending of files that are not pages; `None` for pages.
    pub(crate) const fn ending(self) -> Option<&'static str> {
        match self {
            Self::Html => None,
            Self::Mhtml => Some("mhtml"),
            Self::Wacz => Some("wacz"),
        }
    }
}

/// Returns what a format asks for; `None` for a template.
fn made(format: &str) -> Option<Made> {
    match format {
        "html" => Some(Made::Html),
        "mhtml" => Some(Made::Mhtml),
        "wacz" => Some(Made::Wacz),
        _ => None,
    }
}
