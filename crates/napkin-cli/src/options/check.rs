//! The options of `napkin check`.

mod asking;

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum, ValueHint};
use napkin_check::{Options, Slugs, Verdict};

pub(crate) use self::asking::Asking;
use super::{DocumentList, DocumentOptions, FormOptions, LIMITS, ReportOptions, UrlPatterns};

/// Check what the links of documents point at
///
/// Files, fragments and URLs of all schemes are checked, each target once.
/// Links that begin with `/` are looked up in --root, else in the folder. Exits with 1 if a link is broken, and with 2 if a target could
/// not be looked at, or a server does not tell (`auth`, `rate-limited`). In a pipe the columns are the place, the verdict, the reference and the reason.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin check site/
  napkin check --slugs gitlab --offline README.md docs/
  napkin check --base https://pub.example/ --fallback-extensions html --json public/")]
pub(crate) struct Check {
    /// Check these files, folders and URLs, or standard input
    #[arg(value_name = "FILE|FOLDER|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) list: DocumentList,
    /// Look up links that begin with `/` in this folder
    ///
    /// No link may lead out of it.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,
    /// Set the URL at which the folder will be published
    ///
    /// Links to it are looked up in the folder.
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Accept these files for a link to a folder
    ///
    /// `.` accepts the folder alone. By default, pages need index.html or index.htm, and Markdown may link to any folder.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_short_help = true)]
    pub(crate) index_files: Option<Vec<String>>,
    /// Try these extensions for missing files, such as html
    #[arg(long, value_name = "EXT", value_delimiter = ',', hide_short_help = true)]
    pub(crate) fallback_extensions: Vec<String>,
    /// Name headings as github, gitlab, mdbook or docusaurus does
    ///
    /// The default is github.
    #[arg(long, value_name = "PROGRAM", default_value = "github", hide_default_value = true)]
    pub(crate) slugs: Slugs,
    /// Send no requests; skip links to servers
    #[arg(long)]
    pub(crate) offline: bool,
    /// Check the pages of the same origin, too
    ///
    /// They are found by links and site maps; robots.txt is obeyed.
    ///
    /// With --match, matching pages of other origins are checked, too.
    #[arg(long)]
    pub(crate) recurse: bool,
    /// Follow links of pages over at most N levels
    #[arg(long, value_name = "N", default_value_t = 100, requires = "recurse", hide_short_help = true)]
    pub(crate) depth: usize,
    /// Suggest the nearest name for a missing file or fragment
    ///
    /// Files that git has seen move, and targets of http that answer under https, are suggested as well.
    #[arg(long)]
    pub(crate) suggest: bool,
    /// Mend links in place where the new link is certain
    ///
    /// These are names in another case, files that git has seen move, and permanent redirects. No other byte changes.
    #[arg(long, conflicts_with = "diff")]
    pub(crate) fix: bool,
    /// Print what --fix would change
    #[arg(long, conflicts_with_all = ["json", "format", "report"])]
    pub(crate) diff: bool,
    /// Group the links by document or by target
    ///
    /// By target, links are printed at the end, when all are known.
    #[arg(long, value_name = "WHAT", default_value = "document", hide_default_value = true, hide_short_help = true)]
    pub(crate) by: By,
    /// Hide the links in this baseline
    ///
    /// Documents are named from the folder of the baseline, and each line admits one link.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the links that are broken to this baseline, and exit with 0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "baseline", hide_short_help = true)]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Accept these verdicts, such as fragment-missing
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) allow: Vec<Verdict>,
    #[command(flatten)]
    pub(crate) patterns: UrlPatterns,
    /// Check only links in lines that changed since a commit of git
    ///
    /// REV may be a range: main, v1..v2, main...HEAD.
    #[arg(long, value_name = "REV")]
    pub(crate) since: Option<String>,
    /// Check URLs in code of Markdown, too
    #[arg(long, hide_short_help = true)]
    pub(crate) include_verbatim: bool,
    /// Check www. and ftp. hosts and mail addresses in plain text, too
    #[arg(long, hide_short_help = true)]
    pub(crate) bare: bool,
    #[command(flatten)]
    pub(crate) reading: DocumentOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) report: ReportOptions,
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// Limit a document, and a file in which fragments are looked up, to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    /// Limit the pages of --recurse to N
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_pages: usize,
}

/// By what links are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Document,
    Target,
}

impl Check {
    /// Returns the options for the library. Good links are reported if `report_good`.
    pub(crate) fn options(&self, report_good: bool) -> Options {
        let reading = napkin_document::Options::default()
            .with_bare(self.bare)
            .with_code(self.include_verbatim)
            .with_mail(self.reading.limits.limits())
            .with_limits(self.reading.readers.limits());
        let options = Options::default()
            .with_slugs(self.slugs)
            .with_fallback_extensions(self.fallback_extensions.iter().cloned())
            .with_report_good(report_good)
            .with_max_document(self.max_document)
            .with_offline(self.offline)
            .with_suggest(self.suggest)
            .with_recurse(self.recurse)
            .with_max_pages(self.max_pages)
            .with_reading(reading);
        let options = self.asking.options(options);
        let options = self.index_files.iter().fold(options, Options::with_index_files);
        let options = self.root.iter().fold(options, Options::with_root);
        self.base.iter().fold(options, |options, base| options.with_base(base))
    }
}
