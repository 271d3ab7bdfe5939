//! The options that leave something out of a bundle.

use clap::Args;

#[derive(Args, Clone, Copy)]
pub(crate) struct BundleWithout {
    /// Leave scripts out, and disable those in the text of the page
    #[arg(long, help_heading = WITHOUT)]
    pub(crate) no_js: bool,
    /// Leave style sheets out, and disable styles in the text of the page
    #[arg(long, help_heading = WITHOUT)]
    pub(crate) no_css: bool,
    /// Leave images out
    #[arg(long, help_heading = WITHOUT)]
    pub(crate) no_images: bool,
    /// Leave fonts out
    #[arg(long, help_heading = WITHOUT)]
    pub(crate) no_fonts: bool,
    /// Leave audio and video out
    #[arg(long, help_heading = WITHOUT)]
    pub(crate) no_media: bool,
    /// Forbid the page to load anything, by a Content Security Policy
    #[arg(long, help_heading = WITHOUT)]
    pub(crate) isolate: bool,
}

/// The heading of these options.
const WITHOUT: &str = "Contents";

impl BundleWithout {
    /// Returns whether any of these options is given.
    pub(crate) const fn any(self) -> bool {
        self.no_js || self.no_css || self.no_images || self.no_fonts || self.no_media || self.isolate
    }
}
