//! The options of `napkin template`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{INPUT, Records};

/// Make URLs from a template, and read the values back (RFC 6570)
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin template expand 'https://pub.example/{drink}{?size}' drink=beer size='half pint'
  napkin template match 'https://pub.example/{drink}{?size}' 'https://pub.example/beer?size=pint'
  napkin template check '/{drink}{?size:0}'")]
pub(crate) struct Template {
    #[command(subcommand)]
    pub(crate) command: TemplateCommand,
}

#[derive(Subcommand)]
pub(crate) enum TemplateCommand {
    Expand(TemplateExpand),
    Match(TemplateMatch),
    Check(TemplateCheck),
}

/// Print the URL that a template makes of values
///
/// A name that is given several times has a list. With --values, each line is a JSON object whose texts, numbers, lists and objects are
/// the values, and makes a URL. `--standard rfc3987` keeps characters beyond ASCII.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin template expand '/{drink}{?size}' drink=beer size=pint
  napkin template expand '{/menu*}' menu=beer menu=dark
  napkin template expand '/{drink}' --values drinks.jsonl")]
pub(crate) struct TemplateExpand {
    /// Expand this template
    pub(crate) template: String,
    /// Use these values
    #[arg(value_name = "NAME=VALUE", conflicts_with = "from")]
    pub(crate) values: Vec<String>,
    /// Read values from this file, a JSON object a line
    ///
    /// `-` is standard input.
    #[arg(long = "values", value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "values", help_heading = INPUT)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Print the values from which a template makes each URL
///
/// A URL that the template does not make is an error, with the place up to which it does. Of several ways, the first variable takes as
/// much as the rest allows; the field `ambiguous` tells that there are others.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin template match '/{drink}{?size}' '/beer?size=pint'
  napkin template match --json '{/menu*}' < urls.txt
  napkin template match --any-order --other-pairs '/search{?q}' '/search?page=2&q=beer'")]
pub(crate) struct TemplateMatch {
    /// Match against this template
    pub(crate) template: String,
    /// Match these URLs, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    /// Accept the pairs of a query in any order
    #[arg(long)]
    pub(crate) any_order: bool,
    /// Accept pairs of a query that belong to no variable
    #[arg(long)]
    pub(crate) other_pairs: bool,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Check templates, and print their level and their variables
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin template check '/{drink}{?size}'
  napkin template check --json '{=a}'
  napkin template check < templates.txt")]
pub(crate) struct TemplateCheck {
    /// Check these templates, or standard input if there are none or `-`
    #[arg(value_name = "TEMPLATE")]
    pub(crate) templates: Vec<OsString>,
    #[command(flatten)]
    pub(crate) records: Records,
}
