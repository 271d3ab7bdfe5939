//! The options of bundling, and the forms of a bundle.

/// Options of bundling and unbundling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BundleOptions {
    /// Limits on the embedded or extracted objects.
    pub limits: BundleLimits,
}

impl BundleOptions {
    /// Returns the options with these limits.
    ///
    /// ```
    /// use napkin_document::bundle::{BundleLimits, BundleOptions};
    /// let options = BundleOptions::default().with_limits(BundleLimits::default().with_count(100));
    /// assert_eq!(options.limits.count, 100);
    /// ```
    #[must_use]
    pub const fn with_limits(self, limits: BundleLimits) -> Self {
        Self { limits, ..self }
    }
}

/// Limits on what a bundle embeds, or on what unbundling extracts. References beyond a limit stay absolute links, or
/// `data:` URLs, and are listed in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BundleLimits {
    /// Limits the bytes of one object. Default: 64 MiB.
    pub object: usize,
    /// Limits the total bytes of all objects, counting each occurrence: as encoded when bundling, as decoded when
    /// unbundling. Default: 512 MiB.
    pub total: usize,
    /// Limits how deep style sheets and framed pages may nest. Default: 16.
    pub depth: usize,
    /// Limits the number of references that are embedded or become files. Default: 100,000.
    pub count: usize,
    /// Limits the total bytes of the references once they are absolute, each with its base; references beyond the limit
    /// stay as written. Without it, a long base would be written once for each short link. Default: 16 MiB.
    pub links: usize,
}

impl Default for BundleLimits {
    fn default() -> Self {
        Self { object: 64 << 20, total: 512 << 20, depth: 16, count: 100_000, links: 16 << 20 }
    }
}

impl BundleLimits {
    /// Returns the limits with this number of bytes of one object.
    ///
    /// ```
    /// use napkin_document::bundle::BundleLimits;
    /// assert_eq!(BundleLimits::default().with_object(1 << 20).object, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_object(self, object: usize) -> Self {
        Self { object, ..self }
    }

    /// Returns the limits with this total number of bytes of all objects.
    ///
    /// ```
    /// use napkin_document::bundle::BundleLimits;
    /// assert_eq!(BundleLimits::default().with_total(1 << 24).total, 1 << 24);
    /// ```
    #[must_use]
    pub const fn with_total(self, total: usize) -> Self {
        Self { total, ..self }
    }

    /// Returns the limits with this nesting depth of style sheets and framed pages.
    ///
    /// ```
    /// use napkin_document::bundle::BundleLimits;
    /// assert_eq!(BundleLimits::default().with_depth(2).depth, 2);
    /// ```
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Returns the limits with this number of references that are embedded or become files.
    ///
    /// ```
    /// use napkin_document::bundle::BundleLimits;
    /// assert_eq!(BundleLimits::default().with_count(100).count, 100);
    /// ```
    #[must_use]
    pub const fn with_count(self, count: usize) -> Self {
        Self { count, ..self }
    }

    /// Returns the limits with this total number of bytes of the absolute references.
    ///
    /// ```
    /// use napkin_document::bundle::BundleLimits;
    /// assert_eq!(BundleLimits::default().with_links(1 << 20).links, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_links(self, links: usize) -> Self {
        Self { links, ..self }
    }
}

/// The form in which a bundle contains objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As text of the page where that is shortest, otherwise as `data:` URLs.
    Text,
    /// Only as `data:` URLs, so that each object can be extracted again.
    Urls,
    /// As separate parts beside the page, each under its URL (MHTML).
    Parts,
}
