//! The options of `napkin audit`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};
use napkin::Rule;
use napkin_answer::audit::{Options, rule};
use napkin_answer::names::{AUTO, Standards};
use napkin_audit::Level;
use napkin_document::Kind;

use super::{FormOptions, kinds};
use crate::options::{Mailboxes, Records};

/// What is dangerous in URLs, in lists of them, and in documents and mail
///
/// An argument that is a file is a document, or an mbox file, and a folder is a Maildir or MH folder: of these each message is audited, and
/// is called by its number or its file. Any other argument is a URL, which is judged as it is written: nothing is retrieved, unless
/// --retrieve says that it names a document. Standard input is a list of URLs, one a line, unless --type says
/// what document it is. Exits with 1 when something at or above --fail-on was found. In a pipe the columns are the place, the level, the rule,
/// the text that is meant, and the message; what looks like a password or a token is masked.
#[derive(Args)]
pub(crate) struct Audit {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// One log in SARIF 2.1.0
    #[arg(long, conflicts_with_all = ["json", "format", "verdict"])]
    pub(crate) sarif: bool,
    /// Of each URL, whether programs agree on its host, port and path: agree, normalise first or reject; with --json all readings
    #[arg(long)]
    pub(crate) verdict: bool,
    /// The base of relative references; of documents, the URL that they come from
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Retrieve the documents that URLs name, under the policy, and audit these instead of the URLs
    #[cfg(feature = "retrieve")]
    #[arg(long, conflicts_with = "verdict")]
    pub(crate) retrieve: bool,
    /// The level from which on a finding makes the exit status 1: low, medium, high
    #[arg(long, value_name = "LEVEL", default_value = "low")]
    pub(crate) fail_on: Level,
    /// Findings below this level are not shown: low, medium, high
    #[arg(long, value_name = "LEVEL", default_value = "low")]
    pub(crate) min_level: Level,
    /// Ask these rules alone
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule)]
    pub(crate) only: Vec<Rule>,
    /// Ask these rules too: hard-to-transcribe is off otherwise
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule)]
    pub(crate) enable: Vec<Rule>,
    /// Do not ask these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule)]
    pub(crate) disable: Vec<Rule>,
    /// Set something of a rule: port-not-default.allow=8080, dotless-host.allow=wiki, secret-parameter.names=tab,
    /// trailing-dot.level=high
    #[arg(long, value_name = "RULE.NAME=VALUE", action = ArgAction::Append)]
    pub(crate) set: Vec<String>,
    /// List at most N findings of a rule in one reference; a record of its own counts the rest
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) max_findings: usize,
    /// Do not report what is in this file, which --write-baseline has written
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Write what is found to this file, and exit with 0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "baseline")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Comments `napkin-audit: allow RULE` count; for documents of your own, as others would excuse themselves
    #[arg(long)]
    pub(crate) suppressions: bool,
    /// What the documents are; auto looks at the name, then at the content
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = kinds())]
    pub(crate) kind: ::std::option::Option<Kind>,
    /// The longest document, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    pub(crate) max_document: u64,
    #[command(flatten)]
    pub(crate) limits: super::MessageLimits,
    #[command(flatten)]
    pub(crate) readers: super::ReaderLimits,
    /// Records end with NUL instead of a line end
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    /// The longest record of standard input, in bytes; a longer one is a finding in its place
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    pub(crate) max_length: usize,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::Retrieval,
    /// URLs or documents; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,
}

impl Audit {
    /// The question for the library.
    pub(crate) fn question(&self) -> Options {
        Options {
            verdict: self.verdict,
            base: self.base.clone(),
            min_level: self.min_level,
            only: self.only.clone(),
            enable: self.enable.clone(),
            disable: self.disable.clone(),
            set: self.set.clone(),
            max_findings: self.max_findings,
            suppressions: self.suppressions,
            kind: self.kind,
            mail: self.limits.limits(),
            readers: self.readers.limits(),
            max_length: self.max_length,
        }
    }

    /// Returns the number of worker threads.
    pub(crate) fn jobs(&self) -> Option<usize> {
        // A SARIF log lists the results one after the other.
        if self.sarif { Some(1) } else { self.mailboxes.jobs }
    }

    /// The options of a list.
    pub(crate) fn records(&self) -> Records {
        Records {
            form: FormOptions { json: false, format: None },
            standard: Standards::One(napkin::Standard::Rfc3986),
            null: self.null,
            jobs: self.jobs(),
            typed: false,
            max_length: self.max_length,
        }
    }
}
