//! Mailboxes: many messages in one file (RFC 4155 and its older relatives).
//!
//! Decides: where messages begin and end: at a line that begins with `From ` behind an empty line, or at the very beginning. A
//! `Content-Length` that leads to such a line, or to the end, counts before lines within it, until one has led elsewhere: then none is
//! believed any more, so that nothing is read over and over. Quoted lines (`>From `) stay as they are. One message is held at a time.

use std::io::{self, BufRead, Read};

/// A message of a mailbox. Its three pieces, of all messages, put together are the mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MailboxEntry {
    /// The line that begins with `From `, with its line break; empty if the mailbox begins otherwise.
    pub envelope: Vec<u8>,
    /// The message.
    pub message: Vec<u8>,
    /// The empty line behind it, which belongs to the mailbox.
    pub end: Vec<u8>,
}

/// Reads the messages of a mailbox one by one.
///
/// ```
/// use napkin_document::mail::Mailbox;
/// let text = b"From sam\nSubject: a\n\n1\n\nFrom kim\nSubject: b\n\n2\n";
/// let messages: Result<Vec<_>, _> = Mailbox::new(&text[..]).collect();
/// assert_eq!(messages?[0].message, b"Subject: a\n\n1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Mailbox<R> {
    source: R,
    /// What has been read and not been handed out.
    ready: Vec<u8>,
    believes_lengths: bool,
    limit: usize,
}

impl<R: BufRead> Mailbox<R> {
    /// The messages of a mailbox, each of at most 1 GiB.
    pub const fn new(source: R) -> Self {
        Self { source, ready: Vec::new(), believes_lengths: true, limit: 1 << 30 }
    }

    /// The same with another limit on the bytes of a message. A larger one is an error, of kind
    /// [`InvalidData`](io::ErrorKind::InvalidData).
    #[must_use]
    pub fn with_limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Reads so far that there is a line at `at`; where it ends, which is `at` at the end of the mailbox.
    fn line(&mut self, at: usize) -> io::Result<usize> {
        if let Some(end) = self.ready.get(at..).and_then(|rest| memchr::memchr(b'\n', rest)) {
            return Ok(at + end + 1);
        }
        if self.ready.len() > self.limit {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a message of the mailbox is larger than the limit",
            ));
        }
        let most = (self.limit - self.ready.len()) as u64 + 1;
        (&mut self.source).take(most).read_until(b'\n', &mut self.ready)?;
        Ok(self.ready.len().max(at))
    }

    /// Reads so many bytes, if there are.
    fn fill(&mut self, length: usize) -> io::Result<bool> {
        let missing = length.saturating_sub(self.ready.len());
        (&mut self.source).take(missing as u64).read_to_end(&mut self.ready)?;
        Ok(self.ready.len() >= length)
    }

    /// Whether a message ends at `at`: behind it there is nothing, or an empty line and then nothing or the next one.
    fn ends(&mut self, at: usize) -> io::Result<Option<usize>> {
        let mut end = self.line(at)?;
        if end > at && is_empty(&self.ready[at..end]) {
            let empty = end;
            end = self.line(empty)?;
            let is_end = end == empty || self.ready[empty..].starts_with(b"From ");
            return Ok(is_end.then_some(empty));
        }
        let is_end = end == at || (self.ready[..at].ends_with(b"\n\n") && self.ready[at..].starts_with(b"From "));
        Ok(is_end.then_some(at))
    }

    /// Where the message ends, and where the next one begins, by the length that its header gives.
    fn by_length(&mut self, body: usize, header: &[u8]) -> io::Result<Option<(usize, usize)>> {
        let Some(length) = content_length(header).filter(|_| self.believes_lengths) else { return Ok(None) };
        let end = body.saturating_add(length);
        if end <= self.limit
            && self.fill(end)?
            && (length == 0 || self.ready[..end].ends_with(b"\n"))
            && let Some(next) = self.ends(end)?
        {
            return Ok(Some((end, next)));
        }
        self.believes_lengths = false;
        Ok(None)
    }

    fn entry(&mut self) -> io::Result<Option<MailboxEntry>> {
        let first = self.line(0)?;
        if first == 0 {
            return Ok(None);
        }
        let start = if self.ready.starts_with(b"From ") { first } else { 0 };
        let (mut at, mut empty, mut in_header) = (start, None, true);
        let (end, next) = loop {
            let line_end = self.line(at)?;
            if line_end == at {
                // The last empty line belongs to the mailbox if something stands before it.
                break (empty.filter(|&empty| !in_header && empty > start).unwrap_or(at), at);
            }
            if let Some(empty) = empty
                && self.ready[at..].starts_with(b"From ")
            {
                break (empty, at);
            }
            let is_blank = is_empty(&self.ready[at..line_end]);
            if in_header && is_blank {
                let header = self.ready[start..at].to_vec();
                in_header = false;
                if let Some(found) = self.by_length(line_end, &header)? {
                    break found;
                }
                // The line between header and body is no end of a message.
                (at, empty) = (line_end, None);
                continue;
            }
            empty = is_blank.then_some(at);
            at = line_end;
        };
        let rest = self.ready.split_off(next);
        let mut entry = MailboxEntry { message: std::mem::replace(&mut self.ready, rest), ..MailboxEntry::default() };
        entry.end = entry.message.split_off(end);
        entry.envelope = entry.message.drain(..start).collect();
        Ok(Some(entry))
    }
}

impl<R: BufRead> Iterator for Mailbox<R> {
    type Item = io::Result<MailboxEntry>;

    fn next(&mut self) -> Option<io::Result<MailboxEntry>> {
        self.entry().transpose()
    }
}

fn is_empty(line: &[u8]) -> bool {
    matches!(line, b"\n" | b"\r\n")
}

/// The length that a header gives.
fn content_length(header: &[u8]) -> Option<usize> {
    let message = super::Message::parse(header);
    let field = message.root().field("content-length")?;
    std::str::from_utf8(field.value()).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn messages(text: &str) -> Vec<String> {
        let entries: Vec<_> = Mailbox::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
        let together: Vec<u8> =
            entries.iter().flat_map(|entry| [&entry.envelope[..], &entry.message, &entry.end].concat()).collect();
        assert_eq!(String::from_utf8_lossy(&together), text);
        entries.into_iter().map(|entry| String::from_utf8(entry.message).unwrap()).collect()
    }

    #[test]
    fn messages_begin_where_they_should() {
        for (text, expected) in [
            ("", &[][..]),
            ("From a\n", &[""]),
            ("From a\nS: 1\n\nx\n\nFrom b\nS: 2\n\ny\n\n", &["S: 1\n\nx\n", "S: 2\n\ny\n"]),
            ("From a\r\nS: 1\r\n\r\nx\r\n\r\nFrom b\r\nS: 2\r\n\r\ny", &["S: 1\r\n\r\nx\r\n", "S: 2\r\n\r\ny"]),
            ("S: 1\n\nx\n", &["S: 1\n\nx\n"]),
            ("From a\nS: 1\n\nx\nFrom here on\n\n>From b\n", &["S: 1\n\nx\nFrom here on\n\n>From b\n"]),
            (
                "From a\nContent-Length: 12\n\nx\n\nFrom us\n\n\nFrom b\nS: 2\n\n",
                &["Content-Length: 12\n\nx\n\nFrom us\n\n", "S: 2\n\n"],
            ),
            (
                "From a\nContent-Length: 3\n\nx\n\nFrom b\nContent-Length: 99\n\ny\n\nFrom c\n\n",
                &["Content-Length: 3\n\nx\n\n", "Content-Length: 99\n\ny\n", "\n"],
            ),
        ] {
            assert_eq!(messages(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_message_beyond_the_limit_is_an_error() {
        let text = format!("From a\nS: 1\n\n{}", "soup\n".repeat(100));
        let mut mailbox = Mailbox::new(text.as_bytes()).with_limit(100);
        assert_eq!(mailbox.next().unwrap().unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert_eq!(Mailbox::new(text.as_bytes()).with_limit(text.len()).count(), 1);
    }

    proptest! {
        #[test]
        fn pieces_put_together_are_the_mailbox(pieces in prop::collection::vec(
            prop::sample::select(vec!["From a\n", "\n", "\r\n", "x\n", "S: 1\n", "Content-Length: 4\n", "Content-Length: 9\n", "x"]), 0..20)) {
            messages(&pieces.concat());
        }
    }
}
