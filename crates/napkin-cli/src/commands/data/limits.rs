//! The standard and the limits for `data:` URLs, as the options set them.

use napkin::data::{MediaLimits, Reading};

use crate::options::DataReading;

/// The name of standard input in diagnostics.
pub(super) const INPUT: &str = "standard input";

impl DataReading {
    pub(super) fn reading(&self) -> Reading {
        if self.strict { Reading::Strict } else { Reading::Whatwg }
    }

    pub(super) fn limits(&self) -> MediaLimits {
        MediaLimits::STREAM.with_media_type(self.max_type_length).with_parameters(self.max_parameters)
    }
}
