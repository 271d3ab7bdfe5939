//! Protocols of lines: what is common to FTP, gopher and NNTP.
//!
//! Decides: how a line is read, within a limit and in linear work, and what is never written into one.

use bytes::{Bytes, BytesMut};
use napkin::Rule;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::error::reason;
use crate::rules;
use crate::{Connection, Error, Limits};

/// How much is read at once.
const PIECE: usize = 64 << 10;

/// A connection by which lines are exchanged.
pub(super) struct Lines {
    connection: Connection,
    url: String,
    /// What has come and has not been taken.
    buffer: BytesMut,
    /// How much of it is known to have no line's end.
    searched: usize,
    /// The longest line.
    limit: usize,
    /// What a broken connection is.
    broken: Rule,
}

impl Lines {
    pub(super) fn new(connection: Connection, limits: &Limits) -> Self {
        let url = connection.target().url().as_str().to_owned();
        let (buffer, broken) = (BytesMut::new(), rules::CONNECTION_FAILED);
        Self { connection, url, buffer, searched: 0, limit: limits.fields, broken }
    }

    /// From here on what comes is a body: a connection that breaks leaves it incomplete.
    pub(super) fn in_body(mut self) -> Self {
        self.broken = rules::BODY_INCOMPLETE;
        self
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// An error about what this is the connection for.
    pub(super) fn error(&self, rule: Rule, message: impl Into<String>) -> Error {
        Error::new(rule, &self.url, message)
    }

    /// The error that the body is not whole.
    pub(super) fn incomplete(&self, expected: &str, found: &str) -> Error {
        self.error(rules::BODY_INCOMPLETE, format!("expected {expected}, but found {found}"))
    }

    /// Writes a line, whose end is added here.
    ///
    /// # Errors
    /// `escaped-control` for what would be more than one line, `connection-failed`.
    pub(super) async fn send(&mut self, line: &[u8]) -> Result<(), Error> {
        let is_line = |octet: &u8| *octet == b'\t' || (*octet >= 0x20 && *octet != 0x7f);
        if let Some(octet) = line.iter().find(|octet| !is_line(octet)) {
            let message = format!("expected octets that a line can carry, but found {octet:02X}");
            return Err(self.error(rules::ESCAPED_CONTROL, message));
        }
        let whole = [line, b"\r\n"].concat();
        let sent = self.connection.write_all(&whole).await;
        sent.map_err(|error| self.error(self.broken, format!("expected a connection, but found {}", reason(&error))))
    }

    /// Waits for more. False at the end of the connection.
    async fn fill(&mut self) -> Result<bool, Error> {
        self.buffer.reserve(PIECE);
        match self.connection.read_buf(&mut self.buffer).await {
            Ok(read) => Ok(read > 0),
            Err(error) => {
                Err(self.error(self.broken, format!("expected more from the server, but found {}", reason(&error))))
            }
        }
    }

    /// Where the first line ends, if its end has come.
    fn end(&mut self) -> Option<usize> {
        let end = self.buffer[self.searched..].iter().position(|&octet| octet == b'\n');
        let end = end.map(|at| self.searched + at + 1);
        self.searched = end.map_or(self.buffer.len(), |end| end - 1);
        end
    }

    /// Whether a whole line has come.
    pub(super) fn has_line(&mut self) -> bool {
        self.end().is_some()
    }

    /// The next line with its end; the last one may have none. `None` behind it.
    ///
    /// # Errors
    /// `fields-too-large`, and what a broken connection is.
    pub(super) async fn line(&mut self) -> Result<Option<Bytes>, Error> {
        loop {
            let end = self.end();
            if end.unwrap_or(self.buffer.len()) > self.limit {
                let message = format!("expected a line of at most {} bytes, but found more", self.limit);
                return Err(self.error(rules::FIELDS_TOO_LARGE, message));
            }
            if let Some(end) = end {
                self.searched = 0;
                return Ok(Some(self.buffer.split_to(end).freeze()));
            }
            if !self.fill().await? {
                self.searched = 0;
                let rest = self.buffer.split().freeze();
                return Ok((!rest.is_empty()).then_some(rest));
            }
        }
    }

    /// What has come, or comes next, whatever it is; `None` at the end of the connection.
    pub(super) async fn piece(&mut self) -> Result<Option<Bytes>, Error> {
        if self.buffer.is_empty() && !self.fill().await? {
            return Ok(None);
        }
        self.searched = 0;
        Ok(Some(self.buffer.split().freeze()))
    }

    /// The first line, which stays where it is, or as much of it as there is within `limit` bytes.
    pub(super) async fn peek(&mut self, limit: usize) -> Result<&[u8], Error> {
        while self.end().is_none() && self.buffer.len() < limit && self.fill().await? {}
        let end = self.end().unwrap_or(self.buffer.len());
        Ok(&self.buffer[..end])
    }
}

/// A line without its end.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// What a server says, fit for a message: printable, and not long.
pub(super) fn quoted(octets: &[u8]) -> String {
    const LONGEST: usize = 120;
    let text = String::from_utf8_lossy(without_end(octets));
    let shown: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    shown.trim().to_owned()
}

/// The three digits that a reply of FTP (RFC 959 section 4.2) and NNTP (RFC 3977 section 3.2) begins with.
pub(super) fn code(line: &[u8]) -> Option<u16> {
    let digits = line.get(..3).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    let is_end = line.get(3).is_none_or(|octet| !octet.is_ascii_alphanumeric());
    is_end.then(|| digits.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0')))
}
