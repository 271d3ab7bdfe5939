//! Connections of line protocols: FTP, gopher and NNTP.
//!
//! Reads lines within a limit and in linear time, and refuses to write line breaks inside a line.

use bytes::{Bytes, BytesMut};
use napkin::Rule;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::error::reason;
use crate::rules;
use crate::{Connection, Error, Limits};

/// Bytes per read.
const PIECE: usize = 64 << 10;

/// A connection that exchanges lines.
pub(super) struct Lines {
    connection: Connection,
    url: String,
    /// Bytes that have arrived and have not been taken.
    buffer: BytesMut,
    /// Leading bytes of the buffer that contain no line end.
    searched: usize,
    /// The limit on the length of a line, in bytes.
    limit: usize,
    /// The rule of a broken connection.
    broken: Rule,
}

impl Lines {
    pub(super) fn new(connection: Connection, limits: &Limits) -> Self {
        let url = connection.target().url().as_str().to_owned();
        let (buffer, broken) = (BytesMut::new(), rules::CONNECTION_FAILED);
        Self { connection, url, buffer, searched: 0, limit: limits.max_fields, broken }
    }

    /// Switches to a body: from now on a broken connection is `body-incomplete`.
    pub(super) fn in_body(mut self) -> Self {
        self.broken = rules::BODY_INCOMPLETE;
        self
    }

    /// Starts TLS. Bytes that have arrived before are an error: nobody knows who has sent them.
    pub(super) async fn protected(self, limits: &Limits) -> Result<Self, Error> {
        if !self.buffer.is_empty() {
            return Err(self.error(rules::TLS_FAILED, "expected the beginning of TLS, but found bytes before it"));
        }
        let connection = self.connection.protect(limits).await?;
        Ok(Self { connection, ..self })
    }

    /// Ends the connection. Some servers wait for the end of TLS before they confirm a transfer.
    pub(super) async fn close(&mut self) {
        // The server may have ended it first.
        let _ = self.connection.shutdown().await;
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Creates an error about the URL of this connection.
    pub(super) fn error(&self, rule: Rule, message: impl Into<String>) -> Error {
        Error::new(rule, &self.url, message)
    }

    /// Creates the error that the body is incomplete.
    pub(super) fn incomplete(&self, expected: &str, found: &str) -> Error {
        self.error(rules::BODY_INCOMPLETE, format!("expected {expected}, but found {found}"))
    }

    /// Writes a line, and adds its end.
    ///
    /// # Errors
    /// `escaped-control` if the text contains a line break; `connection-failed`.
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

    /// Waits for more bytes. Returns `false` at the end of the connection.
    async fn fill(&mut self) -> Result<bool, Error> {
        self.buffer.reserve(PIECE);
        match self.connection.read_buf(&mut self.buffer).await {
            Ok(read) => Ok(read > 0),
            Err(error) => {
                Err(self.error(self.broken, format!("expected more from the server, but found {}", reason(&error))))
            }
        }
    }

    /// Returns the offset after the first line end, if one has arrived.
    fn end(&mut self) -> Option<usize> {
        let end = self.buffer[self.searched..].iter().position(|&octet| octet == b'\n');
        let end = end.map(|at| self.searched + at + 1);
        self.searched = end.map_or(self.buffer.len(), |end| end - 1);
        end
    }

    /// Returns whether a complete line has arrived.
    pub(super) fn has_line(&mut self) -> bool {
        self.end().is_some()
    }

    /// Returns the next line with its end. The last line may have none. `None` after it.
    ///
    /// # Errors
    /// `fields-too-large`, and the rule of a broken connection.
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

    /// Returns the buffered bytes, or the next ones; `None` at the end of the connection.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        if self.buffer.is_empty() && !self.fill().await? {
            return Ok(None);
        }
        self.searched = 0;
        Ok(Some(self.buffer.split().freeze()))
    }

    /// Returns the first line without taking it, or its first `limit` bytes.
    pub(super) async fn peek(&mut self, limit: usize) -> Result<&[u8], Error> {
        while self.end().is_none() && self.buffer.len() < limit && self.fill().await? {}
        let end = self.end().unwrap_or(self.buffer.len());
        Ok(&self.buffer[..end])
    }
}

/// Returns a line without its end.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns the text of a server in a form for messages: printable and short.
pub(super) fn quoted(octets: &[u8]) -> String {
    const LONGEST: usize = 120;
    let text = String::from_utf8_lossy(without_end(octets));
    let shown: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    shown.trim().to_owned()
}

/// Returns the three digits at the start of a reply of FTP (RFC 959 section 4.2) and NNTP (RFC 3977 section 3.2).
pub(super) fn code(line: &[u8]) -> Option<u16> {
    let digits = line.get(..3).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    let is_end = line.get(3).is_none_or(|octet| !octet.is_ascii_alphanumeric());
    is_end.then(|| digits.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0')))
}
