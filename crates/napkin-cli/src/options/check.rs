//! The options of `napkin check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, ValueHint};
use napkin_answer::names::AUTO;
use napkin_check::{Options, Slugs, Verdict};
use napkin_document::Kind;

use super::{FolderOptions, FormOptions, INPUT, LIMITS, Mailboxes, MessageLimits, ReaderLimits, kinds};

const SERVERS: &str = "Servers";

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds".into())
}

/// Check what the links of documents point at
///
/// Files, fragments and URLs of all schemes are checked, each target once.
/// Links that begin with `/` are looked up in --root, else in the folder. Exits with 1 if a link is broken, and with 2 if a target could
/// not be looked at. In a pipe the columns are the place, the verdict, the reference and the reason.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin check site/
  napkin check --slugs gitlab --offline README.md docs/
  napkin check --base https://pub.example/ --fallback-extensions html --json public/")]
pub(crate) struct Check {
    /// Check these files, folders and URLs, or standard input if there are none or `-`
    #[arg(value_name = "FILE|FOLDER|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Look up links that begin with `/` in this folder; no link may lead out of it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) root: Option<PathBuf>,
    /// Set the URL at which the folder will be published; links to it are looked up in the folder
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Accept these files for a link to a folder; `.` accepts the folder alone
    ///
    /// By default, pages need index.html or index.htm, and Markdown may link to any folder.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) index_files: Option<Vec<String>>,
    /// Try these extensions for files that do not exist, such as html
    #[arg(long, value_name = "EXTENSIONS", value_delimiter = ',')]
    pub(crate) fallback_extensions: Vec<String>,
    /// Name the headings of Markdown as this program does: github, gitlab, mdbook or docusaurus
    #[arg(long, value_name = "PROGRAM", default_value = "github")]
    pub(crate) slugs: Slugs,
    /// Send no requests; links to servers are skipped
    #[arg(long)]
    pub(crate) offline: bool,
    /// Accept links with these verdicts, such as fragment-missing
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) allow: Vec<Verdict>,
    /// Check www. and ftp. hosts and mail addresses in plain text, too
    #[arg(long)]
    pub(crate) bare: bool,
    /// Set the type of the documents; `auto` uses the name, then the content
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = kinds(), help_heading = INPUT)]
    pub(crate) kind: ::std::option::Option<Kind>,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Ask servers at loopback and private addresses and on any port, too
    #[arg(long, help_heading = SERVERS)]
    pub(crate) allow_private: bool,
    /// Send at most N requests at a time to a host
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = SERVERS)]
    pub(crate) host_concurrency: usize,
    /// Wait SECONDS between two requests to a host
    #[arg(long, value_name = "SECONDS", default_value = "0.02", value_parser = seconds, help_heading = SERVERS)]
    pub(crate) host_interval: Duration,
    /// Ask at most N times while a server fails or wants fewer requests
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) tries: u32,
    /// Wait at most SECONDS if a server asks for a pause
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) max_wait: Duration,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    /// Limit a document, and a file in which fragments are looked up, to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
}

impl Check {
    /// Returns the options for the library. Good links are reported if `report_good`.
    pub(crate) fn options(&self, report_good: bool) -> Options {
        let reading = napkin_document::Options::default()
            .with_bare(self.bare)
            .with_mail(self.limits.limits())
            .with_limits(self.readers.limits());
        let mut options = Options::default()
            .with_slugs(self.slugs)
            .with_fallback_extensions(self.fallback_extensions.iter().cloned())
            .with_report_good(report_good)
            .with_max_document(self.max_document)
            .with_offline(self.offline)
            .with_host_concurrency(self.host_concurrency)
            .with_host_interval(self.host_interval)
            .with_tries(self.tries)
            .with_max_wait(self.max_wait)
            .with_reading(reading);
        #[cfg(feature = "retrieve")]
        {
            options.max_redirects = usize::try_from(self.retrieval.max_redirects).unwrap_or(usize::MAX);
        }
        options.index_files.clone_from(&self.index_files);
        options.root.clone_from(&self.root);
        match &self.base {
            Some(base) => options.with_base(base),
            None => options,
        }
    }
}
