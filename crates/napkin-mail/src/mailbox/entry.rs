//! One message of a mailbox, with its envelope line and quoting: `MailboxEntry`.

use super::Mailbox;
use super::not_held::{NotHeld, WhyNotHeld};
use super::quoting::{MailboxFormat, Quoting};
use crate::body_counts;
use crate::rules;
use napkin::{Finding, Sink, Span, Standard};
use std::borrow::Cow;

/// Whether an entry holds a whole message or a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// A whole message.
    #[default]
    Message,
    /// The first piece of a message that is larger than the limit.
    TooLarge,
    /// Another piece of that message.
    Continued,
}

/// A message of a mailbox. The three byte fields of all entries concatenate to the bytes of the mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MailboxEntry {
    /// The envelope line, which begins with `From `, with its line break; at the beginning of a mailbox, with any empty lines
    /// before it. Empty if a mailbox begins without such a line.
    pub envelope: Vec<u8>,
    /// The message as stored in the mailbox, with quoting.
    pub message: Vec<u8>,
    /// The empty line after the message, which belongs to the mailbox.
    pub end: Vec<u8>,
    /// Whether this is the whole message.
    pub kind: EntryKind,
    /// The quoting of its lines. `None` if quoting the unquoted message again would not give the same bytes.
    pub quoting: Quoting,
    /// Whether the message certainly has no quoted line, as the search for its end found.
    pub(super) is_verbatim: bool,
    /// The place in the message of a `Content-Length` that does not lead to its end.
    pub(super) wrong_length: Option<Span>,
    /// A line of the message that may begin another message.
    pub(super) doubtful: Option<Span>,
    /// Whether the next message begins without an empty line before it.
    pub(super) is_unseparated: bool,
    /// The format of its mailbox, if it is in one, and whether lengths were trusted there.
    pub(super) mailbox: Option<(MailboxFormat, bool)>,
}

impl MailboxEntry {
    /// Creates an entry for a message outside a mailbox.
    ///
    /// ```
    /// use napkin_mail::MailboxEntry;
    /// let entry = MailboxEntry::outside_mailbox(b"Subject: Soup\n\n>From the pub\n".to_vec());
    /// assert_eq!(*entry.content(), entry.message);
    /// ```
    #[must_use]
    pub fn outside_mailbox(message: Vec<u8>) -> Self {
        Self { message, ..Self::default() }
    }

    /// Returns the message without the quoting of the mailbox.
    ///
    /// ```
    /// use napkin_mail::Mailbox;
    /// let entry = Mailbox::new(&b"From sam\nSubject: Soup\n\n>From the pub\n"[..]).next().unwrap()?;
    /// assert_eq!(*entry.content(), *b"Subject: Soup\n\nFrom the pub\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn content(&self) -> Cow<'_, [u8]> {
        if self.is_verbatim { Cow::Borrowed(&self.message) } else { self.quoting.undo(&self.message) }
    }

    /// Returns the positions in the [content](Self::content), in ascending order, at which a `>` that quotes a line in
    /// the mailbox is left out.
    ///
    /// ```
    /// use napkin_mail::Mailbox;
    /// let entry = Mailbox::new(&b"From sam\nS: 1\n\n>From a\n>>From b\n"[..]).next().unwrap()?;
    /// assert_eq!((&*entry.content(), entry.quotes()), (&b"S: 1\n\nFrom a\n>From b\n"[..], vec![6, 13]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn quotes(&self) -> Vec<usize> {
        let Cow::Owned(content) = self.content() else { return Vec::new() };
        let (mut quotes, mut line) = (Vec::new(), 0);
        // Lines differ by at most one `>` at their beginning.
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::len).collect::<Vec<_>>();
        for (short, long) in lines(&content).into_iter().zip(lines(&self.message)) {
            quotes.extend((long > short).then_some(line));
            line += short;
        }
        quotes
    }

    /// Returns the entry's bytes with new content: quoted, with updated count fields such as `Content-Length`.
    ///
    /// ```
    /// use napkin_mail::{Mailbox, WhyNotHeld};
    /// let entry = Mailbox::new(&b"From sam\nS: 1\n\n>From a\n"[..]).next().unwrap()?;
    /// assert_eq!(*entry.content(), *b"S: 1\n\nFrom a\n");
    /// assert_eq!(entry.with_content(b"S: 1\n\nFrom b\n").unwrap(), b"From sam\nS: 1\n\n>From b\n");
    ///
    /// // Here nothing is quoted, so that one message would become two.
    /// let entry = Mailbox::new(&b"From sam\nS: 1\n\nsoup\nFrom a\n"[..]).next().unwrap()?;
    /// let not_held = entry.with_content(b"S: 1\n\nsoup\n\nFrom b\n").unwrap_err();
    /// assert_eq!((not_held.why, &*not_held.line), (WhyNotHeld::BeginsMessage, "From b"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the mailbox would read back something else: a line would begin another message, or would be taken
    /// for a quoted line.
    pub fn with_content(&self, content: &[u8]) -> Result<Vec<u8>, NotHeld> {
        if *self.content() == *content {
            return Ok(self.bytes());
        }
        let quoted = self.quoting.redo(content);
        let is_plain = matches!((&quoted, self.content()), (Cow::Borrowed(_), Cow::Borrowed(_)));
        let quoted = if is_plain {
            quoted.into_owned()
        } else {
            let read = self.quoting.undo(&quoted);
            if *read != *content {
                let place = common_length(&read, content);
                return Err(self.not_held(WhyNotHeld::ReadsQuoted, content, content, place));
            }
            body_counts::counted(&self.message, quoted.into_owned())
        };
        let mut whole = [&self.envelope[..], &quoted, &self.end].concat();
        let Some((first, is_alone)) = self.first_in(&whole) else { return Ok(whole) };
        if !is_alone {
            return Err(self.not_held(WhyNotHeld::BeginsMessage, content, &whole, first.bytes().len()));
        }
        if self.end.is_empty() && first.message.len() < quoted.len() {
            // A reader would take the empty line at its end for the separator of the mailbox.
            whole.extend_from_slice(if quoted.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
        }
        Ok(whole)
    }

    /// Like `with_content`, but also requires that the old content restores the current bytes. This is
    /// stricter: if the only unquoted line disappears, the new content no longer shows that the mailbox left it unquoted.
    ///
    /// ```
    /// use napkin_mail::{Mailbox, WhyNotHeld};
    /// let entry = Mailbox::new(&b"From sam\nS: 1\n\nsoup\nFrom a\n"[..]).next().unwrap()?;
    /// assert_eq!(entry.with_content(b"S: 1\n\nbeer\n").unwrap(), b"From sam\nS: 1\n\nbeer\n");
    /// let not_held = entry.with_reversible_content(b"S: 1\n\nbeer\n").unwrap_err();
    /// assert_eq!((not_held.why, &*not_held.line), (WhyNotHeld::NotReversible, "From a"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`with_content`](Self::with_content), and [`WhyNotHeld::NotReversible`].
    pub fn with_reversible_content(&self, content: &[u8]) -> Result<Vec<u8>, NotHeld> {
        let (whole, old, bytes) = (self.with_content(content)?, self.content(), self.bytes());
        let Some((first, _)) = self.first_in(&whole).filter(|_| whole != bytes) else { return Ok(whole) };
        let back = first.with_content(&old).unwrap_or_default();
        // After a wrong length, no further length is trusted.
        let is_wrong = |entry: &Self| entry.wrong_length.is_some();
        let is_parted = !self.end.is_empty() || parts_itself(&self.message) == parts_itself(&first.message);
        // An empty line starts a body, in which lines are quoted.
        let uncounted = |content: &[u8]| body_counts::without(content, &body_counts::NAMES);
        let is_read = uncounted(&first.content()) == uncounted(content);
        if back == bytes && is_read && is_wrong(&first) == is_wrong(self) && is_parted {
            return Ok(whole);
        }
        let place = common_length(&back, &bytes).saturating_sub(self.envelope.len()).min(self.message.len());
        Err(self.not_held(WhyNotHeld::NotReversible, content, &self.message, place))
    }

    /// Returns the error for this content; its line is the line at `place` in `text`.
    fn not_held(&self, why: WhyNotHeld, content: &[u8], text: &[u8], place: usize) -> NotHeld {
        let line = String::from_utf8_lossy(&text[line_at(text, place).range()]).into_owned();
        let old = self.content();
        let changed = line_at(&old, common_length(&old, content));
        let start = self.quoting.redo(&old[..changed.start]).len();
        NotHeld { why, line, span: line_at(&self.message, start) }
    }

    /// Reads `whole` as a mailbox. Returns its first message and whether it is the only one, or `None` outside mailboxes.
    fn first_in(&self, whole: &[u8]) -> Option<(Self, bool)> {
        let (format, believes_lengths) = self.mailbox?;
        let mut mailbox = Mailbox::new(whole).with_format(format).with_limit(usize::MAX);
        mailbox.believes_lengths = believes_lengths;
        // Reading from memory does not fail.
        let first = mailbox.next()?.ok()?;
        Some((first, mailbox.next().is_none()))
    }

    /// Returns the bytes of the entry as stored in the mailbox.
    ///
    /// ```
    /// use napkin_mail::Mailbox;
    /// let bytes = b"From sam\nSubject: Soup\n\n";
    /// let entry = Mailbox::new(&bytes[..]).next().unwrap()?;
    /// assert_eq!(entry.bytes(), bytes);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        [&self.envelope[..], &self.message, &self.end].concat()
    }

    /// Reports errors of the message as part of a mailbox. Spans refer to [`message`](Self::message).
    ///
    /// ```
    /// use napkin_mail::{Mailbox, rules};
    /// let mut findings = Vec::new();
    /// let entry = Mailbox::new(&b"From sam\nSubject: Soup\n\n"[..]).with_limit(8).next().unwrap()?;
    /// entry.check(&mut findings);
    /// assert_eq!(findings[0].rule, rules::MAILBOX_MESSAGE_TOO_LARGE);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn check(&self, findings: &mut dyn Sink) {
        let mut say = |rule, span| findings.report(Finding::new(rule, Standard::Rfc3986, span, "", None));
        if self.kind == EntryKind::TooLarge {
            say(rules::MAILBOX_MESSAGE_TOO_LARGE, Span::new(0, self.message.len().min(80)));
        }
        if let Some(span) = self.wrong_length {
            say(rules::MAILBOX_CONTENT_LENGTH, span);
        }
        if let Some(span) = self.doubtful {
            say(rules::MAILBOX_LINE_DOUBTFUL, span);
        }
        if self.is_unseparated {
            say(rules::MAILBOX_NO_EMPTY_LINE, Span::new(self.message.len(), self.message.len()));
        }
    }
}

/// Returns whether a message with a correct length ends with an empty line, which separates it from the next message.
fn parts_itself(message: &[u8]) -> bool {
    body_counts::has_true_length(message) && (message.ends_with(b"\n\n") || message.ends_with(b"\n\r\n"))
}

/// Returns the length of the common prefix of two texts, in bytes.
fn common_length(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Returns the line around a place, without its line break.
fn line_at(text: &[u8], place: usize) -> Span {
    let start = memchr::memrchr(b'\n', &text[..place]).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', &text[place..]).map_or(text.len(), |at| place + at);
    Span::new(start, start + text[start..end].strip_suffix(b"\r").map_or(end - start, <[u8]>::len))
}
