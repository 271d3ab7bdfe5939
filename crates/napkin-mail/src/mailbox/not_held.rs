//! The error for new content that a mailbox cannot hold: `NotHeld`.

use napkin::{Finding, Span, Standard};
use std::fmt;

use crate::rules;

/// Why a mailbox cannot hold the new content of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhyNotHeld {
    /// A line would begin another message.
    BeginsMessage,
    /// A line would be taken for a quoted line.
    ReadsQuoted,
    /// The old content could not be restored byte for byte.
    NotReversible,
}

/// The error for new content that a mailbox would read back as something else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotHeld {
    /// Why.
    pub why: WhyNotHeld,
    /// The offending line of the new content, without its line break. For `NotReversible`, the line in the mailbox that could
    /// not be restored.
    pub line: String,
    /// The first line of the stored message that the new content changes, without its line break.
    pub span: Span,
}

impl NotHeld {
    /// Returns the finding, with its span in the message as stored in the mailbox.
    ///
    /// ```
    /// use napkin_mail::{Mailbox, MailboxFormat, rules};
    /// let mut mailbox = Mailbox::new(&b"From a\n\nx\n\n"[..]).with_format(MailboxFormat::Mboxo);
    /// let entry = mailbox.next().unwrap()?;
    /// let error = entry.with_content(b"\n>From b\n").unwrap_err();
    /// assert_eq!(error.finding().rule, rules::MAILBOX_READS_QUOTED);
    /// assert_eq!(error.finding().span.of_bytes(&entry.message), b"x");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn finding(&self) -> Finding {
        let rule = match self.why {
            WhyNotHeld::BeginsMessage => rules::MAILBOX_BEGINS_MESSAGE,
            WhyNotHeld::ReadsQuoted => rules::MAILBOX_READS_QUOTED,
            WhyNotHeld::NotReversible => rules::MAIL_NOT_REVERSIBLE,
        };
        Finding::new(rule, Standard::Rfc3986, self.span, "", None)
    }
}

impl fmt::Display for NotHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = &self.line;
        match self.why {
            WhyNotHeld::BeginsMessage => write!(f, "a line of what it becomes would begin another message: `{line}`"),
            WhyNotHeld::ReadsQuoted => {
                write!(f, "a line of what it becomes would be taken for a quoted one: `{line}`")
            }
            WhyNotHeld::NotReversible => {
                write!(f, "this mailbox could not have it back byte for byte: `{line}`")
            }
        }
    }
}

impl std::error::Error for NotHeld {}
