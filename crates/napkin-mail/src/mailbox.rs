//! Reads mailboxes: files with many messages (RFC 4155 and its predecessors, mbox(5) of qmail). Start at `Mailbox`.
//!
//! The content alone decides what is a mailbox ([`is_mailbox`]), and where messages begin and end. With
//! [`MailboxFormat::Auto`] a message begins at a line that begins with `From ` and is no field, if the line follows an
//! empty line, has a timestamp, or is the first line. A `Content-Length` that leads to such a line, or to the end,
//! takes precedence over lines within the message. Once a length has led elsewhere, no further length is trusted. One
//! message is held at a time; a message larger than the limit is read in pieces.

mod entry;
mod maildir;
mod not_held;
mod quoting;

pub use self::entry::{EntryKind, MailboxEntry};
pub use self::maildir::{maildir_name, maildir_order, maildir_unique};
pub use self::not_held::{NotHeld, WhyNotHeld};
pub use self::quoting::{MailboxFormat, Quoting, UnknownMailboxFormat};

use crate::from_line::is_separator;
use crate::header_line::is_telling_field;
use crate::{body_counts, from_line};

use napkin::Span;
use std::io::{self, Read};

/// The largest read in bytes, and the size of the pieces of a message that is too large.
const BLOCK: usize = 256 << 10;

/// The size of the first read in bytes. It doubles after each full read, so that a short mailbox does not cost a whole block.
const FIRST: usize = 8 << 10;

/// The number of consumed bytes to keep, to detect an empty line before the current line.
const BEHIND: usize = 4;

/// The text that begins a message: a line break, and five characters.
const SEPARATOR: &[u8] = b"\nFrom ";

/// Reads the messages of a mailbox one by one.
///
/// ```
/// use napkin_mail::Mailbox;
/// let text = b"From sam\nSubject: a\n\n1\n\nFrom kim\nSubject: b\n\n2\n";
/// let messages: Result<Vec<_>, _> = Mailbox::new(&text[..]).collect();
/// assert_eq!(messages?[0].message, b"Subject: a\n\n1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Mailbox<R> {
    source: R,
    /// The buffer: `start..end` holds the bytes that were read and not yet returned; spare space follows.
    ready: Vec<u8>,
    start: usize,
    end: usize,
    /// The size of the next read in bytes.
    block: usize,
    has_ended: bool,
    format: MailboxFormat,
    limit: usize,
    believes_lengths: bool,
    /// For a message that is returned in pieces: the number of further bytes before the search for its end begins.
    large: Option<u64>,
}

/// The end of a message and the start of the next, relative to the start of the message.
#[derive(Clone, Copy, Debug)]
struct End {
    end: usize,
    next: usize,
    is_unseparated: bool,
}

/// The facts in the header of a message.
struct Header {
    /// The start of the body, or the end of a message without body.
    body: Result<usize, End>,
    length: Option<(usize, Span)>,
}

/// The extent and quoting of a message in its mailbox.
struct Found {
    end: End,
    quoting: Quoting,
    /// Whether the message certainly has no quoted line.
    is_verbatim: bool,
    /// A `Content-Length` that does not lead to the end of the message.
    wrong_length: Option<Span>,
    /// A line of the message that may begin another message.
    doubtful: Option<Span>,
}

/// Lines of a body that begin with `From ` but do not begin a message.
#[derive(Default)]
struct Seen {
    unquoted: bool,
    /// The body may have quoted lines.
    quoted: bool,
    /// The first such line that may still begin a message.
    doubtful: Option<Span>,
}

enum Stop {
    Error(io::Error),
    /// The message is larger than the limit; with its declared length if that is trusted.
    TooLarge(Option<u64>),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Error(error)
    }
}

impl<R> Mailbox<R> {
    /// Creates a reader for the messages of a mailbox, with a limit of 1 GiB per message.
    ///
    /// ```
    /// use napkin_mail::Mailbox;
    /// let mailbox = "From sam Mon Nov 23 00:00:00 2026\nSubject: Soup\n\nFrom kim Mon Nov 23 00:00:00 2026\nSubject: Beer\n";
    /// let mailbox = Mailbox::new(mailbox.as_bytes());
    /// assert_eq!(mailbox.count(), 2);
    /// ```
    pub const fn new(source: R) -> Self {
        Self {
            source,
            ready: Vec::new(),
            start: 0,
            end: 0,
            block: FIRST,
            has_ended: false,
            format: MailboxFormat::Auto,
            limit: 1 << 30,
            believes_lengths: true,
            large: None,
        }
    }

    /// Limits the size of a message and its envelope line, in bytes. A larger message is returned in pieces
    /// ([`EntryKind::TooLarge`]), with the finding `mailbox-message-too-large`.
    ///
    /// ```
    /// use napkin_mail::{EntryKind, Mailbox};
    /// let entry = Mailbox::new(&b"From sam\nSubject: Soup\n\n"[..]).with_limit(8).next().unwrap()?;
    /// assert_eq!(entry.kind, EntryKind::TooLarge);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Sets the format of the mailbox.
    ///
    /// ```
    /// use napkin_mail::{Mailbox, MailboxFormat};
    /// let mailbox = Mailbox::new(&b"From sam\nSubject: Soup\n\n>>From the pub\n"[..]).with_format(MailboxFormat::Mboxrd);
    /// assert!(mailbox.flatten().all(|entry| entry.content().ends_with(b"\n>From the pub\n")));
    /// ```
    #[must_use]
    pub fn with_format(self, format: MailboxFormat) -> Self {
        Self { format, ..self }
    }
}

impl<R: Read> Mailbox<R> {
    /// Returns the buffered text from the start of the message.
    fn text(&self) -> &[u8] {
        &self.ready[self.start..self.end]
    }

    /// Reads more; returns whether there was any.
    fn more(&mut self) -> io::Result<bool> {
        if self.has_ended {
            return Ok(false);
        }
        let done = self.start.saturating_sub(BEHIND);
        if done > self.end / 2 {
            self.ready.copy_within(done..self.end, 0);
            self.start -= done;
            self.end -= done;
            if self.ready.len() > 16 * BLOCK {
                self.ready.truncate(2 * self.end + BLOCK);
                self.ready.shrink_to_fit();
            }
        }
        // Reuse the buffer without clearing it again.
        let room = self.end + self.block;
        if self.ready.len() < room {
            self.ready.resize(room, 0);
        }
        let read = loop {
            match self.source.read(&mut self.ready[self.end..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done?,
            }
        };
        self.end += read;
        if read == self.block {
            self.block = (2 * read).min(BLOCK);
        }
        self.has_ended = read == 0;
        Ok(read > 0)
    }

    /// Reads until `length` bytes are buffered; returns false if the mailbox ends before.
    fn fill(&mut self, length: usize) -> io::Result<bool> {
        while self.text().len() < length {
            if !self.more()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads more of an unfinished message; returns whether there was any. The envelope line of the next message may lie
    /// beyond the limit, so that the result does not depend on the read size.
    fn grow(&mut self) -> Result<bool, Stop> {
        if self.text().len() > self.limit.saturating_add(from_line::LONGEST) {
            return Err(Stop::TooLarge(None));
        }
        Ok(self.more()?)
    }

    /// Returns the end of the line at `at`, after its line break. At the end of the mailbox, returns `at`.
    fn line(&mut self, at: usize) -> Result<usize, Stop> {
        let mut from = at;
        loop {
            if let Some(found) = memchr::memchr(b'\n', &self.text()[from..]) {
                return Ok(from + found + 1);
            }
            from = self.text().len();
            if !self.grow()? {
                return Ok(from);
            }
        }
    }

    /// Returns the start of the empty line before the line at `at`, if there is one.
    fn empty_before(&self, at: usize) -> Option<usize> {
        let here = self.start + at;
        let before = &self.ready[..here];
        let empty = if before.ends_with(b"\r\n") { here - 2 } else { here.checked_sub(1)? };
        let is_line = before.ends_with(b"\n") && (empty == 0 || before[..empty].ends_with(b"\n"));
        is_line.then(|| empty.saturating_sub(self.start))
    }

    /// Returns whether the line at `at`, which begins with `From `, begins a message. `body` is the start of the previous
    /// message's body: an empty line before it ends the header and does not separate messages.
    fn separates(&mut self, at: usize, body: usize) -> io::Result<bool> {
        let end = self.line_within(at, from_line::LONGEST)?;
        let line = &self.text()[at..end];
        let is_certain = self.format != MailboxFormat::Auto || self.empty_before(at).is_some_and(|empty| empty >= body);
        Ok(is_separator(line) && (is_certain || from_line::has_date(line)))
    }

    /// Returns the end of the line at `at`, without its line break, within the first `longest` bytes.
    fn line_within(&mut self, at: usize, longest: usize) -> io::Result<usize> {
        self.fill(at + longest)?;
        let text = self.text();
        let at = at.min(text.len());
        let line = &text[at..text.len().min(at + longest)];
        Ok(memchr::memchr(b'\n', line).map_or(at + line.len(), |found| at + found))
    }

    /// Returns the end of a message before the line at `next`, or at the end of the mailbox.
    fn end_at(&self, next: usize, body: usize) -> End {
        let empty = self.empty_before(next).filter(|&empty| empty >= body);
        let is_last = next == self.text().len();
        End { end: empty.unwrap_or(next), next, is_unseparated: empty.is_none() && !is_last }
    }

    /// Reads the header of the message that begins at `start`.
    fn header(&mut self, start: usize) -> Result<Header, Stop> {
        let mut at = start;
        let mut length = None;
        loop {
            let end = self.line(at)?;
            if end == at {
                return Ok(Header { body: Err(End { end, next: end, is_unseparated: false }), length });
            }
            let line = &self.text()[at..end];
            if is_empty(line) {
                return Ok(Header { body: Ok(end), length });
            }
            let is_length = length.is_none() && matches!(line[0], b'c' | b'C');
            if is_length && let Some(digits) = body_counts::number(line, body_counts::LENGTH) {
                length = number(&line[digits.range()]).map(|length| (length, digits.shift(at - start)));
            }
            if at > start && self.text()[at..].starts_with(b"From ") && self.separates(at, usize::MAX)? {
                return Ok(Header { body: Err(End { end: at, next: at, is_unseparated: true }), length });
            }
            at = end;
        }
    }

    /// Returns the end of a message if it can end at `at`: the mailbox ends there, or the next message follows, usually after
    /// an empty line.
    fn ends(&mut self, at: usize) -> io::Result<Option<End>> {
        if !self.text()[..at].ends_with(b"\n") {
            let is_last = !self.fill(at + 1)?;
            return Ok(is_last.then_some(End { end: at, next: at, is_unseparated: false }));
        }
        let mut next = self.line_within(at, 2).map(|end| (end + 1).min(self.text().len()))?;
        let is_separated = is_empty(&self.text()[at..next]);
        if !is_separated {
            next = at;
        }
        self.fill(next + from_line::LONGEST)?;
        let rest = &self.text()[next..];
        let is_end = rest.is_empty() || is_separator(rest);
        // Some programs include the empty line in the length.
        let is_separated = is_separated || rest.is_empty() || self.empty_before(at).is_some();
        let end = End { end: at, next, is_unseparated: !is_separated };
        Ok((is_end && (is_separated || self.format != MailboxFormat::Auto)).then_some(end))
    }

    /// Returns the end of the message by its `Content-Length`, if a message can end there.
    fn by_length(&mut self, body: usize, length: usize) -> Result<Option<End>, Stop> {
        let end = body.saturating_add(length);
        if end > self.limit {
            return match self.format {
                MailboxFormat::Auto => Ok(None),
                _ => Err(Stop::TooLarge(Some(end as u64))),
            };
        }
        if !self.fill(end)? {
            return Ok(None);
        }
        Ok(self.ends(end)?)
    }

    /// Looks for the next line that begins a message.
    fn by_lines(&mut self, body: usize) -> Result<(End, Seen), Stop> {
        let (mut from, mut seen) = (body.saturating_sub(1), Seen::default());
        loop {
            let Some(at) = from_line::find_noting(self.text(), from, &mut seen.quoted) else {
                let known = self.text().len();
                if !self.grow()? {
                    return Ok((self.end_at(known, body), seen));
                }
                from = from.max(known.saturating_sub(b"\nFrom".len()));
                continue;
            };
            if self.separates(at, body)? {
                return Ok((self.end_at(at, body), seen));
            }
            seen.unquoted = true;
            if seen.doubtful.is_none() {
                seen.doubtful = self.doubtful(at)?;
            }
            from = at;
        }
    }

    /// Returns the line at `at`, which does not begin a message, if other programs may think that it does: a header
    /// follows, or the line names no sender.
    fn doubtful(&mut self, at: usize) -> io::Result<Option<Span>> {
        let end = self.line_within(at, from_line::LONGEST)?;
        let next = self.line_within(end + 1, from_line::LONGEST)?;
        let text = self.text();
        let line = &text[at..end];
        let has_header = || text.get(end + 1..next).is_some_and(|next| is_telling_field(next, false));
        let names_none =
            || line.strip_prefix(b"From -").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace));
        Ok((is_separator(line) && (names_none() || has_header())).then(|| Span::new(at, end)))
    }

    /// Finds the end of the message at `start`, and its quoting.
    fn find(&mut self, start: usize) -> Result<Found, Stop> {
        use MailboxFormat as Format;
        let header = self.header(start)?;
        let body = match header.body {
            Ok(body) => body,
            Err(end) => {
                let (quoting, is_verbatim) = (Quoting::None, true);
                return Ok(Found { end, quoting, is_verbatim, wrong_length: None, doubtful: None });
            }
        };
        let believes = match self.format {
            Format::Auto => self.believes_lengths,
            Format::Mboxcl | Format::Mboxcl2 => true,
            Format::Mboxo | Format::Mboxrd => false,
        };
        let length = header.length.filter(|_| believes);
        if let Some((length, _)) = length
            && let Some(end) = self.by_length(body, length)?
        {
            let has_unquoted = from_line::find(&self.text()[..end.end], body - 1).is_some();
            let is_quoted = self.format != Format::Mboxcl2 && !has_unquoted;
            let quoting = if is_quoted { Quoting::Once } else { Quoting::None };
            return Ok(Found { end, quoting, is_verbatim: !is_quoted, wrong_length: None, doubtful: None });
        }
        self.believes_lengths &= length.is_none();
        let (end, seen) = self.by_lines(body)?;
        let quoting = match self.format {
            _ if seen.unquoted => Quoting::None,
            Format::Auto | Format::Mboxrd => Quoting::Each,
            Format::Mboxo | Format::Mboxcl => Quoting::Once,
            Format::Mboxcl2 => Quoting::None,
        };
        let doubtful = seen.doubtful.map(|line| Span::new(line.start - start, line.end - start));
        Ok(Found { end, quoting, is_verbatim: !seen.quoted, wrong_length: length.map(|(_, span)| span), doubtful })
    }

    fn entry(&mut self) -> io::Result<Option<MailboxEntry>> {
        if self.large.is_some()
            && let Some(piece) = self.piece()?
        {
            return Ok(Some(piece));
        }
        if self.text().is_empty() && !self.more()? {
            return Ok(None);
        }
        let found = self.envelope().and_then(|start| Ok((start, self.find(start)?)));
        let (start, Found { end, quoting, is_verbatim, wrong_length, doubtful }) = match found {
            Ok((_, found)) if found.end.end > self.limit => return self.begin_large(None).map(Some),
            Ok(found) => found,
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::TooLarge(length)) => return self.begin_large(length).map(Some),
        };
        let text = self.text();
        let entry = MailboxEntry {
            envelope: text[..start].to_vec(),
            message: text[start..end.end].to_vec(),
            end: text[end.end..end.next].to_vec(),
            kind: EntryKind::Message,
            quoting,
            is_verbatim,
            wrong_length,
            doubtful,
            is_unseparated: end.is_unseparated,
            mailbox: Some((self.format, self.believes_lengths)),
        };
        self.start += end.next;
        Ok(Some(entry))
    }

    /// Returns the end of the line that begins the message, after any empty lines at the beginning of the mailbox. Returns 0
    /// without one.
    fn envelope(&mut self) -> Result<usize, Stop> {
        let mut empty = 0;
        while self.fill(empty + from_line::LONGEST)? && empty < from_line::empty_lines(self.text()) {
            empty = from_line::empty_lines(self.text());
        }
        empty = from_line::empty_lines(self.text());
        if is_separator(&self.text()[empty..]) { self.line(empty) } else { Ok(0) }
    }

    /// Returns the first piece of a message that is too large. `length` is its declared length, if that is trusted.
    fn begin_large(&mut self, length: Option<u64>) -> io::Result<MailboxEntry> {
        let window = self.limit.saturating_add(1).min(BLOCK);
        self.fill(window)?;
        // Keep a few bytes, so that the line that begins the next message is not cut.
        let text = &self.text()[..self.text().len().min(window)];
        let empty = from_line::empty_lines(text);
        let envelope = &text[empty..];
        let line = memchr::memchr(b'\n', envelope).filter(|_| is_separator(envelope));
        let line = line.map_or(0, |found| empty + found + 1);
        let cut = text.len().saturating_sub(SEPARATOR.len()).max(line).max(1);
        let (envelope, message) = (text[..line].to_vec(), text[line..cut].to_vec());
        self.start += cut;
        self.large = Some(length.unwrap_or(0).saturating_sub(cut as u64));
        Ok(MailboxEntry { envelope, message, kind: EntryKind::TooLarge, ..MailboxEntry::default() })
    }

    /// Returns the next piece of a message that is too large, if there is one.
    fn piece(&mut self) -> io::Result<Option<MailboxEntry>> {
        self.fill(BLOCK)?;
        let window = self.text().len().min(BLOCK);
        let sure = self.large.and_then(|sure| usize::try_from(sure).ok()).unwrap_or(usize::MAX);
        let cut = if sure >= window { window } else { self.end_of_large(sure, window)? };
        let message = self.text()[..cut].to_vec();
        self.start += cut;
        self.large = self.large.map(|left| left.saturating_sub(cut as u64)).filter(|_| cut > 0);
        Ok((cut > 0).then(|| MailboxEntry { message, kind: EntryKind::Continued, ..MailboxEntry::default() }))
    }

    /// Returns the end of the next piece. The first `sure` bytes belong to the message; after them a line may begin the next
    /// message.
    fn end_of_large(&mut self, sure: usize, window: usize) -> io::Result<usize> {
        let mut from = (self.start + sure).saturating_sub(1);
        while let Some(found) = from_line::find(&self.ready[..self.start + window], from) {
            // Reading may move the buffered text.
            let at = found - self.start;
            if self.separates(at, 0)? {
                self.large = None;
                return Ok(at);
            }
            from = self.start + at;
        }
        let is_last = self.has_ended && window == self.text().len();
        Ok(if is_last { window } else { window.saturating_sub(SEPARATOR.len()).max(1) })
    }
}

impl<R: Read> Iterator for Mailbox<R> {
    type Item = io::Result<MailboxEntry>;

    fn next(&mut self) -> Option<io::Result<MailboxEntry>> {
        self.entry().transpose()
    }
}

fn is_empty(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}

/// Parses digits; returns `None` on overflow.
fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}
