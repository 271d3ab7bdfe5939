//! Limits of the objects of a bundle.

use clap::Args;
use napkin_document::bundle::BundleLimits;

use super::{LIMITS, default_output};

/// Limits of the objects that a page has in a bundle, or gets from one.
#[derive(Args)]
pub(crate) struct ObjectLimits {
    /// Limit an object to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().object, help_heading = LIMITS, hide_short_help = true)]
    max_object: usize,
    /// Limit all objects together to BYTES; an object counts as often as the page uses it
    #[arg(long, value_name = "BYTES", default_value_t = BundleLimits::default().total, help_heading = LIMITS, hide_short_help = true)]
    max_total: usize,
    /// Limit the nesting of style sheets and frames to N levels, at most 128
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().depth, help_heading = LIMITS, hide_short_help = true)]
    max_depth: usize,
    /// Embed or extract at most N references
    #[arg(long, value_name = "N", default_value_t = BundleLimits::default().count, help_heading = LIMITS, hide_short_help = true)]
    max_count: usize,
}

impl ObjectLimits {
    /// Returns the limits for a page of so many bytes. `links` limits the absolute forms of references, in bytes.
    pub(crate) fn limits(&self, page: usize, links: Option<usize>) -> BundleLimits {
        BundleLimits::default()
            .with_object(self.max_object)
            .with_total(self.max_total)
            .with_depth(self.max_depth)
            .with_count(self.max_count)
            .with_links(links.unwrap_or_else(|| default_output(page as u64)))
    }
}
