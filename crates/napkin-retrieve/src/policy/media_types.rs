//! The media types that a policy admits.

use napkin::media::{MediaType, Reading};

use crate::Error;
use crate::rules;

/// Media types that are admitted: all except those denied, or only those allowed. Patterns are `image/png`, `image/*`, `*/*`.
///
/// ```
/// use napkin_retrieve::MediaTypes;
/// let types = MediaTypes::default().allow("image/*").deny("image/svg+xml");
/// assert!(types.admit("image/png") && !types.admit("image/svg+xml") && !types.admit("text/html"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MediaTypes {
    allowed: Vec<String>,
    denied: Vec<String>,
}

impl MediaTypes {
    /// Admits these media types and, once called, no others.
    ///
    /// ```
    /// use napkin_retrieve::MediaTypes;
    /// assert!(!MediaTypes::default().allow("image/*").admit("text/html"));
    /// ```
    #[must_use]
    pub fn allow(mut self, pattern: &str) -> Self {
        self.allowed.push(pattern.to_ascii_lowercase());
        self
    }

    /// Refuses these media types, even if [`allow`](Self::allow) admits them.
    ///
    /// ```
    /// use napkin_retrieve::MediaTypes;
    /// assert!(!MediaTypes::default().allow("image/*").deny("image/svg+xml").admit("image/svg+xml"));
    /// ```
    #[must_use]
    pub fn deny(mut self, pattern: &str) -> Self {
        self.denied.push(pattern.to_ascii_lowercase());
        self
    }

    /// Returns whether a media type is admitted. Parameters are ignored.
    ///
    /// ```
    /// use napkin_retrieve::MediaTypes;
    /// assert!(MediaTypes::default().deny("text/html").admit("text/plain;charset=utf-8"));
    /// ```
    #[must_use]
    pub fn admit(&self, media_type: &str) -> bool {
        let essence = essence(media_type);
        let any = |patterns: &[String]| patterns.iter().any(|pattern| fits(pattern, &essence));
        !any(&self.denied) && (self.allowed.is_empty() || any(&self.allowed))
    }

    /// Checks the media type of an answer. An answer without one counts as `application/octet-stream`.
    pub(crate) fn check(&self, url: &str, media_type: Option<&str>) -> Result<(), Error> {
        let media_type = media_type.unwrap_or("application/octet-stream");
        if self.admit(media_type) {
            return Ok(());
        }
        let message = format!("expected a media type that the policy admits, but found {}", essence(media_type));
        Err(Error::new(rules::MEDIA_TYPE_NOT_PERMITTED, url, message))
    }
}

/// Returns the essence as browsers read it (MIME Sniffing Standard); `application/octet-stream` if the text is no
/// media type.
fn essence(media_type: &str) -> String {
    match MediaType::parse(media_type, Reading::Whatwg) {
        Ok(read) => read.essence().to_ascii_lowercase(),
        Err(_) => "application/octet-stream".to_owned(),
    }
}

fn fits(pattern: &str, essence: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some("*") => true,
        Some(top_level) => essence.split('/').next() == Some(top_level),
        None => pattern == essence,
    }
}
