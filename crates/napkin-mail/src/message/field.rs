//! Header fields.

use crate::encoded_words::decode_words;
use crate::parameters::ContentType;
use crate::tree::RawField;
use napkin::Span;
use std::borrow::Cow;
use std::fmt;

/// A header field.
///
/// ```
/// use napkin_mail::Message;
/// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
/// let message = Message::parse(bytes);
/// let field = message.root().field("subject").unwrap();
/// assert_eq!(field.text(), "Caf\u{e9} menu");
/// ```
#[derive(Clone, Copy)]
pub struct Field<'m> {
    pub(super) source: &'m [u8],
    pub(super) raw: RawField,
}

impl<'m> Field<'m> {
    /// Returns the name as it is written.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
    /// let message = Message::parse(bytes);
    /// let field = message.root().field("subject").unwrap();
    /// assert_eq!(field.name(), "Subject");
    /// ```
    #[must_use]
    pub fn name(&self) -> Cow<'m, str> {
        String::from_utf8_lossy(self.raw.name.of_bytes(self.source))
    }

    /// Returns whether the field has this name, in any case.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
    /// let message = Message::parse(bytes);
    /// let field = message.root().field("subject").unwrap();
    /// assert!(field.is("SUBJECT"));
    /// ```
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.raw.name.of_bytes(self.source).eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns the text after the colon as it is written, with folds, without the last line break.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
    /// let message = Message::parse(bytes);
    /// let field = message.root().field("subject").unwrap();
    /// assert_eq!(field.value(), b" =?utf-8?Q?Caf=C3=A9?=\n menu");
    /// ```
    #[must_use]
    pub fn value(&self) -> &'m [u8] {
        self.raw.value.of_bytes(self.source)
    }

    /// Returns the value as text: unfolded, with its encoded words decoded (RFC 2047), and without white space around it. For
    /// fields of free text, such as `Subject`. In other fields an encoded word may be part of a quoted string or of an
    /// address, where it is none.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n");
    /// assert_eq!(message.root().field("subject").unwrap().text(), "Caf\u{e9} menu");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        decode_words(self.value())
    }

    /// Returns the place of the [value](Self::value) in the text of the entity.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
    /// let message = Message::parse(bytes);
    /// let field = message.root().field("subject").unwrap();
    /// assert_eq!(field.value_span().of_bytes(bytes), field.value());
    /// ```
    #[must_use]
    pub const fn value_span(&self) -> Span {
        self.raw.value
    }

    /// Returns the place of the name in the text of the entity.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
    /// let message = Message::parse(bytes);
    /// let field = message.root().field("subject").unwrap();
    /// assert_eq!(field.name_span().of_bytes(bytes), b"Subject");
    /// ```
    #[must_use]
    pub const fn name_span(&self) -> Span {
        self.raw.name
    }

    /// Returns the place of the whole field in the text of the entity, with the last line break.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: =?utf-8?Q?Caf=C3=A9?=\n menu\n\n";
    /// let message = Message::parse(bytes);
    /// let field = message.root().field("subject").unwrap();
    /// assert_eq!(field.span().end, bytes.len() - 1);
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        self.raw.span
    }

    /// Returns the place of the value without white space around it.
    pub(crate) fn trimmed_span(&self) -> Span {
        let (value, span) = (self.value(), self.value_span());
        let start = span.start + value.len() - value.trim_ascii_start().len();
        Span::new(start, start + value.trim_ascii().len())
    }

    /// Returns the value as one with parameters: `value; name=value` (RFC 2045 section 5.1).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Disposition: attachment; filename=menu.pdf\n\n");
    /// let field = message.root().field("content-disposition").unwrap().structured();
    /// assert_eq!((field.essence(), &*field.parameter("filename").unwrap().text()), ("attachment", "menu.pdf"));
    /// ```
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
