//! The options that choose URLs by patterns.

use clap::{ArgAction, Args};
use napkin::pattern::{Pattern, UrlFilter};
use napkin_answer::pattern::Reading;

use crate::output::Trouble;

/// Which URLs are taken.
#[derive(Args)]
pub(crate) struct UrlPatterns {
    /// Take only URLs that a URL pattern matches: 'https://*.pub.example/menu/*'
    ///
    /// The URL Pattern Standard defines patterns. Several options add up. Relative references are matched by the URLs to which they
    /// resolve.
    #[arg(long = "match", value_name = "PATTERN", action = ArgAction::Append, hide_short_help = true)]
    matching: Vec<String>,
    /// Leave out URLs that a URL pattern matches
    #[arg(long = "except", value_name = "PATTERN", action = ArgAction::Append, hide_short_help = true)]
    excepted: Vec<String>,
}

impl UrlPatterns {
    pub(crate) fn filter(&self) -> Result<UrlFilter, Trouble> {
        let filter = UrlFilter::default().except(patterns(&self.excepted)?);
        Ok(if self.matching.is_empty() { filter } else { filter.only(patterns(&self.matching)?) })
    }
}

/// Compiles the patterns of an option.
pub(crate) fn patterns(texts: &[String]) -> Result<Vec<Pattern>, Trouble> {
    texts.iter().map(|text| Reading::default().compile(text)).collect()
}
