//! What a message cannot become in its mailbox, and why.

use napkin::{Finding, Span, Standard};
use std::fmt;

use crate::rules;

/// Why a mailbox cannot hold what a message has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhyNotHeld {
    /// A line of it would begin another message.
    BeginsMessage,
    /// A line of it would be taken for a quoted one.
    ReadsQuoted,
    /// What it was could not be put back byte for byte.
    NotReversible,
}

/// That a mailbox cannot hold what a message has become: it would be read as something else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotHeld {
    /// Why.
    pub why: WhyNotHeld,
    /// The line, without its line break, of what the message has become; of what could not be put back, as it stands in the mailbox.
    pub line: String,
    /// Where what it has become begins to differ: a line of the message as it stands in the mailbox, without its line break.
    pub span: Span,
}

impl NotHeld {
    /// The finding, with its place in the message as it stands in the mailbox.
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
