//! Which media types.

use napkin::media::{MediaType, Reading};

use crate::Error;
use crate::rules;

/// Which media types are admitted: all but those denied, or only those allowed. Patterns are `image/png`, `image/*`, `*/*`.
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
    /// These; others are not, once one is allowed.
    #[must_use]
    pub fn allow(mut self, pattern: &str) -> Self {
        self.allowed.push(pattern.to_ascii_lowercase());
        self
    }

    /// Not these, though they be allowed.
    #[must_use]
    pub fn deny(mut self, pattern: &str) -> Self {
        self.denied.push(pattern.to_ascii_lowercase());
        self
    }

    /// Whether a media type is admitted, of which the parameters play no part.
    #[must_use]
    pub fn admit(&self, media_type: &str) -> bool {
        let essence = essence(media_type);
        let any = |patterns: &[String]| patterns.iter().any(|pattern| fits(pattern, &essence));
        !any(&self.denied) && (self.allowed.is_empty() || any(&self.allowed))
    }

    /// Judges what came; what has no media type may be anything, and is `application/octet-stream`.
    pub(crate) fn judge(&self, url: &str, media_type: Option<&str>) -> Result<(), Error> {
        let media_type = media_type.unwrap_or("application/octet-stream");
        if self.admit(media_type) {
            return Ok(());
        }
        let message = format!("expected a media type that the policy admits, but found {}", essence(media_type));
        Err(Error::new(rules::MEDIA_TYPE_NOT_PERMITTED, url, message))
    }
}

/// As browsers read it; what they cannot read is `application/octet-stream`, and is judged as such.
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
