//! Header fields.

use crate::parameters::ContentType;
use crate::tree::RawField;
use napkin::Span;
use std::borrow::Cow;
use std::fmt;

/// A header field.
#[derive(Clone, Copy)]
pub struct Field<'m> {
    pub(super) text: &'m [u8],
    pub(super) raw: RawField,
}

impl<'m> Field<'m> {
    /// Its name as it is written.
    #[must_use]
    pub fn name(&self) -> Cow<'m, str> {
        String::from_utf8_lossy(self.raw.name.of_bytes(self.text))
    }

    /// Whether it has this name, in any case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.raw.name.of_bytes(self.text).eq_ignore_ascii_case(name.as_bytes())
    }

    /// What stands behind the colon, folds and all, without the last line break.
    #[must_use]
    pub fn value(&self) -> &'m [u8] {
        self.raw.value.of_bytes(self.text)
    }

    /// The place of [`value`](Self::value) in the text of the entity.
    #[must_use]
    pub const fn value_span(&self) -> Span {
        self.raw.value
    }

    /// The place of the name.
    #[must_use]
    pub const fn name_span(&self) -> Span {
        self.raw.name
    }

    /// The place of all of it, with the last line break.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.raw.span
    }

    /// The place of the value without white space around it.
    pub(crate) fn trimmed_span(&self) -> Span {
        let (value, span) = (self.value(), self.value_span());
        let start = span.start + value.len() - value.trim_ascii_start().len();
        Span::new(start, start + value.trim_ascii().len())
    }

    /// The value as one with parameters.
    #[must_use]
    pub fn structured(&self) -> ContentType<'m> {
        ContentType::read(self.value(), self.raw.value.start)
    }
}

impl fmt::Debug for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name(), String::from_utf8_lossy(self.value()))
    }
}
