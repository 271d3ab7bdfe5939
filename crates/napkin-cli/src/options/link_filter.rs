//! The options that choose which links are listed.

use clap::{ArgAction, Args};

use super::{LIMITS, UrlPatterns};

/// Conditions of links. A link is listed if it meets all that are given.
#[derive(Args)]
pub(crate) struct LinkFilter {
    /// List each URL once, by its normal form
    ///
    /// The first of several equal URLs is listed. The documents are then read one after the other.
    #[arg(long)]
    pub(crate) unique: bool,
    /// List only links to the origin of their base URL
    ///
    /// References within the document, and relative references without a base, are internal. Links between files are internal.
    #[arg(long, conflicts_with = "external")]
    pub(crate) internal: bool,
    /// List only links that are not internal
    #[arg(long, hide_short_help = true)]
    pub(crate) external: bool,
    /// List only URLs of these schemes: http,https
    #[arg(long = "scheme", value_name = "NAMES", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) schemes: Vec<String>,
    /// List only URLs with a host that matches: '*.pub.example'
    ///
    /// `*` matches any characters, and `?` a single one. Several options add up.
    #[arg(long = "host", value_name = "GLOB", action = ArgAction::Append)]
    pub(crate) hosts: Vec<String>,
    #[command(flatten)]
    pub(crate) patterns: UrlPatterns,
    /// List only links in a context that matches: 'html a*'
    ///
    /// The context is the last column. Several options add up.
    #[arg(long = "context", value_name = "GLOB", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) contexts: Vec<String>,
    /// Print URLs relative to their base URL
    ///
    /// A URL with another scheme or authority stays absolute.
    #[arg(long, conflicts_with_all = ["json", "format"], hide_short_help = true)]
    pub(crate) relative: bool,
    /// Remember at most N different URLs for --unique
    #[arg(long, value_name = "N", default_value_t = 10_000_000, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_unique: usize,
}
