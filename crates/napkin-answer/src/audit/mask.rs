//! Masks secrets in all forms of output, whichever rules are enabled.
//!
//! Each byte of a secret becomes a star, so that offsets stay valid.

use std::borrow::Cow;

use napkin::Span;
use napkin_audit::{Settings, secrets};

/// The secrets of one reference.
pub(super) struct Mask<'t> {
    text: &'t str,
    secrets: Vec<Span>,
}

impl<'t> Mask<'t> {
    pub(super) fn of(text: &'t str, settings: &Settings) -> Self {
        Self { text, secrets: secrets(text, settings) }
    }

    /// Returns the reference with its secrets masked, at equal length.
    pub(super) fn reference(&self) -> Cow<'t, str> {
        if self.secrets.is_empty() {
            return Cow::Borrowed(self.text);
        }
        let mut out = String::with_capacity(self.text.len());
        for span in &self.secrets {
            out.push_str(&self.text[out.len()..span.start]);
            out.push_str(&"*".repeat(span.len()));
        }
        out.push_str(&self.text[out.len()..]);
        Cow::Owned(out)
    }

    /// Masks the secrets of the reference in a text derived from the reference.
    pub(super) fn derived<'d>(&self, text: &'d str) -> Cow<'d, str> {
        let secrets = self.secrets.iter().map(|span| span.of(self.text));
        secrets
            .filter(|secret| text.contains(secret))
            .fold(Cow::Borrowed(text), |text, secret| Cow::Owned(text.replace(secret, &"*".repeat(secret.len()))))
    }
}

/// Returns a reference with its secrets masked.
pub fn masked<'t>(text: &'t str, settings: &Settings) -> Cow<'t, str> {
    Mask::of(text, settings).reference()
}
