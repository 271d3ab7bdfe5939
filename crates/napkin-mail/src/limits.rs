//! Limits of the message parser: `Limits`.

/// Limits the work of parsing a message. Each limit has its own finding; text beyond a limit is read as content.
///
/// ```
/// use napkin_mail::{Limits, Message, rules};
/// let mut findings = Vec::new();
/// let nested = b"Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nSubject: Menu\n\n";
/// Message::read(nested, &Limits::default().with_depth(1), &mut findings);
/// assert_eq!(findings[0].rule, rules::MAIL_TOO_DEEP);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest nesting depth of entities: `mail-too-deep`. Default: 100.
    pub depth: usize,
    /// The largest number of entities: `mail-too-many-parts`. Default: 100,000.
    pub parts: usize,
    /// The largest header in bytes: `mail-header-too-large`. Default: 1 MiB.
    pub header: usize,
    /// The bytes that are decoded to find parts in encoded messages: `mail-decoded-too-large`. Default: 256 MiB.
    pub decoded: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 100, parts: 100_000, header: 1 << 20, decoded: 256 << 20 }
    }
}

impl Limits {
    /// Returns the limits with this largest nesting depth of entities.
    ///
    /// ```
    /// use napkin_mail::{Limits, Message, rules};
    /// let mut findings = Vec::new();
    /// let message = rules::MAIL_TOO_DEEP.example().unwrap().text;
    /// Message::read(message.as_bytes(), &Limits::default().with_depth(2), &mut findings);
    /// assert_eq!(findings[0].rule, rules::MAIL_TOO_DEEP);
    /// ```
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Returns the limits with this largest number of entities.
    ///
    /// ```
    /// use napkin_mail::{Limits, Message, rules};
    /// let mut findings = Vec::new();
    /// let message = rules::MAIL_TOO_MANY_PARTS.example().unwrap().text;
    /// Message::read(message.as_bytes(), &Limits::default().with_parts(4), &mut findings);
    /// assert_eq!(findings[0].rule, rules::MAIL_TOO_MANY_PARTS);
    /// ```
    #[must_use]
    pub const fn with_parts(self, parts: usize) -> Self {
        Self { parts, ..self }
    }

    /// Returns the limits with this largest header in bytes.
    ///
    /// ```
    /// use napkin_mail::{Limits, Message, rules};
    /// let mut findings = Vec::new();
    /// let message = rules::MAIL_HEADER_TOO_LARGE.example().unwrap().text;
    /// Message::read(message.as_bytes(), &Limits::default().with_header(256), &mut findings);
    /// assert_eq!(findings[0].rule, rules::MAIL_HEADER_TOO_LARGE);
    /// ```
    #[must_use]
    pub const fn with_header(self, header: usize) -> Self {
        Self { header, ..self }
    }

    /// Returns the limits with this number of bytes that are decoded to find parts.
    ///
    /// ```
    /// use napkin_mail::{Limits, Message, rules};
    /// let mut findings: Vec<napkin::Finding> = Vec::new();
    /// let message = rules::MAIL_DECODED_TOO_LARGE.example().unwrap().text;
    /// Message::read(message.as_bytes(), &Limits::default().with_decoded(16), &mut findings);
    /// assert!(findings.iter().any(|finding| finding.rule == rules::MAIL_DECODED_TOO_LARGE));
    /// ```
    #[must_use]
    pub const fn with_decoded(self, decoded: usize) -> Self {
        Self { decoded, ..self }
    }
}
