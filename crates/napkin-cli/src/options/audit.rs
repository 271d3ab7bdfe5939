//! The options of `napkin audit`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgAction, Args, ValueHint};
use napkin::Rule;
use napkin_answer::audit::{Options, rule};
use napkin_answer::names::Standards;
use napkin_audit::Level;

use super::{DocumentOptions, FormOptions, INPUT, LIMITS, OUTPUT, Records, ReportOptions, UrlPatterns};

/// Find dangerous URLs in lists, documents and mail
///
/// An argument that names a file is a document or an mbox file; of a folder, each document and message is audited. Any other argument is a URL, which is judged as written: --retrieve retrieves and audits the document instead. Standard
/// input is a list of URLs, one per line, unless --type names the type of a document. Exits with 1 if something at or above --fail-on
/// was found. In a pipe the columns are the place, the level, the rule, the text and the message. Passwords and tokens are masked.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin audit 'https://paypal.com@pub.example/'
  napkin audit --fail-on high page.html message.eml
  napkin audit --verdict < urls.txt")]
pub(crate) struct Audit {
    /// Audit these URLs, documents, folders or mailboxes, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,
    /// Print whether programs agree on the host, port and path of each URL
    ///
    /// The verdict is agree, normalise-first or reject. With --json, every reading is printed.
    #[arg(long, conflicts_with = "report")]
    pub(crate) verdict: bool,
    /// Set the base of relative references, and the URL of documents
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Exit with 1 from this level on: low, medium, high, none
    #[arg(long, value_name = "LEVEL", default_value = "low")]
    pub(crate) fail_on: FailOn,
    /// Hide findings below this level: low, medium, high
    #[arg(long, value_name = "LEVEL", default_value = "low")]
    pub(crate) min_level: Level,
    /// Check only these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule)]
    pub(crate) only: Vec<Rule>,
    /// Check these rules, too, such as hard-to-transcribe
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule, hide_short_help = true)]
    pub(crate) enable: Vec<Rule>,
    /// Skip these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule)]
    pub(crate) disable: Vec<Rule>,
    #[command(flatten)]
    pub(crate) patterns: UrlPatterns,
    /// Configure a rule, such as port-not-default.allow=8080
    ///
    /// The form is RULE.NAME=VALUE. Further examples: dotless-host.allow=wiki, secret-parameter.names=tab, trailing-dot.level=high.
    #[arg(long, value_name = "SETTING", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) set: Vec<String>,
    /// Report hosts that look like NAME, such as paypaI.com for paypal.com
    #[arg(long, value_name = "NAME", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) protect: Vec<String>,
    /// Report URLs that any program takes to a host that is not in FILE
    ///
    /// Each line of FILE is an entry: HOST, .SUFFIX for its subdomains, HOST:PORT, HOST:* or SCHEME://HOST. Lines that begin with `#`
    /// are comments.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) allow_hosts: Option<PathBuf>,
    /// Mend documents in place where browsers keep reading the same URL
    ///
    /// These are backslashes, tabs and line breaks, unusual spellings of IP addresses, invisible characters in hosts, and URLs that every
    /// program reads alike in their normal form. No other byte changes. Messages stay as they are.
    #[arg(long, conflicts_with_all = ["diff", "verdict"])]
    pub(crate) fix: bool,
    /// Print what --fix would change
    #[arg(long, conflicts_with_all = ["json", "format", "report", "sarif", "verdict"])]
    pub(crate) diff: bool,
    /// Hide the findings in this baseline
    ///
    /// Documents are named from the folder of the baseline, and each line admits one finding.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the findings to this baseline, and exit with 0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "baseline", hide_short_help = true)]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Obey comments `napkin-audit: allow RULE`; use it only for your own documents
    #[arg(long, hide_short_help = true)]
    pub(crate) suppressions: bool,
    /// Retrieve the documents that URLs name, and audit them
    ///
    /// URLs are retrieved under the policy.
    #[cfg(feature = "retrieve")]
    #[arg(long, conflicts_with = "verdict", hide_short_help = true)]
    pub(crate) retrieve: bool,
    /// Read a list of URLs from this file, too, or from standard input for `-`
    #[arg(long, value_name = "FILE", action = ArgAction::Append, value_hint = ValueHint::FilePath, help_heading = INPUT, hide_short_help = true)]
    pub(crate) from: Vec<PathBuf>,
    /// End records with NUL instead of a line end
    #[arg(short = '0', long, help_heading = INPUT, hide_short_help = true)]
    pub(crate) null: bool,
    #[command(flatten)]
    pub(crate) reading: DocumentOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) report: ReportOptions,
    /// Print one log in SARIF 2.1.0, as --report sarif does
    #[arg(long, conflicts_with_all = ["json", "format", "verdict"], help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) sarif: bool,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    /// Limit the findings of a rule in a reference to N; one more record counts the rest
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_findings: usize,
    /// Limit a document to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    /// Limit a record of standard input to BYTES; a longer record is a finding in its place
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_length: usize,
}

/// The level from which findings make the command fail; `None` for no level.
#[derive(Clone, Copy)]
pub(crate) struct FailOn(pub(crate) Option<Level>);

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = (text != "none").then(|| text.parse()).transpose();
        level.map(Self).map_err(|_| "expected low, medium, high or none".to_owned())
    }
}

impl Audit {
    /// Returns the question for the library.
    pub(crate) fn question(&self) -> Options {
        Options {
            verdict: self.verdict,
            base: self.base.clone(),
            min_level: self.min_level,
            only: self.only.clone(),
            enable: self.enable.clone(),
            disable: self.disable.clone(),
            set: self.set.clone(),
            protect: self.protect.clone(),
            allow_hosts: None,
            filter: napkin::pattern::UrlFilter::default(),
            max_findings: self.max_findings,
            suppressions: self.suppressions,
            shows_excused: self.has_report(),
            names: None,
            kind: self.reading.kind,
            mail: self.reading.limits.limits(),
            readers: self.reading.readers.limits(),
            max_length: self.max_length,
        }
    }

    /// Returns the number of worker threads.
    pub(crate) fn jobs(&self) -> Option<usize> {
        // Reports list findings one after the other, and a baseline admits the first of equal findings.
        if self.has_report() || self.baseline.is_some() { Some(1) } else { self.reading.inputs.mailboxes.jobs }
    }

    fn has_report(&self) -> bool {
        self.sarif || !self.report.report.is_empty()
    }

    /// Returns the options of a list.
    pub(crate) fn records(&self) -> Records {
        Records {
            form: FormOptions { json: false, format: None },
            standard: Standards::One(napkin::Standard::Rfc3986),
            null: self.null,
            jobs: self.jobs(),
            typed: false,
            max_length: self.max_length,
            from: Vec::new(),
            skip_invalid: false,
        }
    }
}
