//! One message of a mailbox, as it stands there.

use super::Mailbox;
use super::quoting::{MailboxFormat, Quoting};
use napkin::{Finding, Rule, Sink, Span, Standard};
use std::borrow::Cow;

/// Whether all of a message is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// All of it.
    #[default]
    Message,
    /// The first piece of a message that is larger than the limit.
    TooLarge,
    /// Another piece of that message.
    Continued,
}

/// A message of a mailbox. Its three pieces, of all messages, put together are the mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MailboxEntry {
    /// The line that begins with `From `, with its line break; empty if the mailbox begins otherwise.
    pub envelope: Vec<u8>,
    /// The message as it stands in the mailbox, quoted.
    pub message: Vec<u8>,
    /// The empty line behind it, which belongs to the mailbox.
    pub end: Vec<u8>,
    /// Whether this is all of the message.
    pub kind: EntryKind,
    /// How lines are quoted in it. `None` where undoing it and doing it again would not give the same bytes.
    pub quoting: Quoting,
    /// A `Content-Length` that leads elsewhere, in the message.
    pub(super) wrong_length: Option<Span>,
    /// Whether the next one begins without an empty line before it.
    pub(super) is_unseparated: bool,
    /// The kind of mailbox that it stands in, if it does, and whether lengths were believed there.
    pub(super) mailbox: Option<(MailboxFormat, bool)>,
}

impl MailboxEntry {
    /// A message that stands for itself, in no mailbox.
    #[must_use]
    pub fn alone(message: Vec<u8>) -> Self {
        Self { message, ..Self::default() }
    }

    /// The message without the quoting of the mailbox.
    #[must_use]
    pub fn content(&self) -> Cow<'_, [u8]> {
        self.quoting.undo(&self.message)
    }

    /// What stands in the mailbox for a message that this one has become: quoted, with counts that are true of that. `None` where it
    /// would be read as something else: where a line would begin another message, or the mailbox cannot say what was quoted.
    ///
    /// ```
    /// use napkin_document::mail::Mailbox;
    /// let entry = Mailbox::new(&b"From sam\nS: 1\n\n>From a\n"[..]).next().unwrap()?;
    /// assert_eq!(*entry.content(), *b"S: 1\n\nFrom a\n");
    /// assert_eq!(entry.with_content(b"S: 1\n\nFrom b\n").unwrap(), b"From sam\nS: 1\n\n>From b\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_content(&self, content: &[u8]) -> Option<Vec<u8>> {
        if *self.content() == *content {
            return Some(self.bytes());
        }
        let quoted = self.quoting.redo(content);
        let is_plain = matches!((&quoted, self.content()), (Cow::Borrowed(_), Cow::Borrowed(_)));
        let quoted = if is_plain {
            quoted.into_owned()
        } else {
            if *self.quoting.undo(&quoted) != *content {
                return None;
            }
            crate::mail::counts::counted(&crate::mail::Message::parse(&self.message), quoted.into_owned())
        };
        let whole = [&self.envelope[..], &quoted, &self.end].concat();
        self.is_one(&whole).then_some(whole)
    }

    /// Whether that is one message where this one is.
    fn is_one(&self, whole: &[u8]) -> bool {
        let Some((format, believes_lengths)) = self.mailbox else { return true };
        let mut mailbox = Mailbox::new(whole).with_format(format).with_limit(usize::MAX);
        mailbox.believes_lengths = believes_lengths;
        mailbox.take(2).count() == 1
    }

    /// All of it as it stands in the mailbox.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        [&self.envelope[..], &self.message, &self.end].concat()
    }

    /// What is wrong with it as a message of a mailbox. Places are those of [`message`](Self::message).
    pub fn check(&self, findings: &mut dyn Sink) {
        let mut say = |rule, span| findings.report(Finding::new(rule, Standard::Rfc3986, span, "", None));
        if self.kind == EntryKind::TooLarge {
            say(Rule::MailboxMessageTooLarge, Span::new(0, self.message.len().min(80)));
        }
        if let Some(span) = self.wrong_length {
            say(Rule::MailboxContentLength, span);
        }
        if self.is_unseparated {
            say(Rule::MailboxNoEmptyLine, Span::new(self.message.len(), self.message.len()));
        }
    }
}
