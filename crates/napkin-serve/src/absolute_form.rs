//! Admits proxy requests for URLs without authority: `GET news:comp.lang.c HTTP/1.1`, `GET data:,beer HTTP/1.1`.
//!
//! The absolute form of RFC 9112 section 3.2.2 is any absolute URI, but the HTTP parser accepts only URIs with `//`. This
//! module inserts a slash before such a target, and reports the change. It changes only the first request of a connection,
//! so that it need not guess where the next request begins; the connection closes after the answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;

/// The most bytes of a line that are inspected: a method, a space and a scheme.
const LOOK: usize = 64;

/// The first line of a connection, into which a slash may be inserted.
pub(crate) struct AbsoluteForm {
    /// The bytes of the first line so far, until the decision is made.
    look: Option<Vec<u8>>,
    /// Bytes to return before more are read.
    ready: Vec<u8>,
    found: Arc<AtomicBool>,
}

impl AbsoluteForm {
    /// Begins a connection. `found` becomes true before the first request is passed on, if a slash was inserted.
    pub(crate) fn new(found: Arc<AtomicBool>) -> Self {
        Self { look: Some(Vec::new()), ready: Vec::new(), found }
    }

    /// Reads from the connection.
    pub(crate) fn poll_read(
        &mut self,
        mut stream: Pin<&mut TcpStream>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        while let Some(look) = &mut self.look {
            let mut piece = [0; 4096];
            let mut read = ReadBuf::new(&mut piece);
            std::task::ready!(stream.as_mut().poll_read(context, &mut read))?;
            let is_end = read.filled().is_empty();
            look.extend_from_slice(read.filled());
            let found = place(&look[..look.len().min(LOOK)]);
            if found.is_none() && !is_end {
                continue;
            }
            if let Some(Some(at)) = found {
                look.insert(at, b'/');
                self.found.store(true, Ordering::Release);
            }
            self.ready = self.look.take().unwrap_or_default();
        }
        if self.ready.is_empty() {
            return stream.poll_read(context, buffer);
        }
        let length = self.ready.len().min(buffer.remaining());
        buffer.put_slice(&self.ready[..length]);
        self.ready.drain(..length);
        self.ready.shrink_to_fit();
        Poll::Ready(Ok(()))
    }
}

/// Returns the place for a slash; `None` while undecided, `Some(None)` if no slash is needed.
fn place(line: &[u8]) -> Option<Option<usize>> {
    // Skips empty lines before a request line (RFC 9112 section 2.2).
    let is_over = line.len() >= LOOK;
    let Some(start) = line.iter().position(|byte| !b"\r\n".contains(byte)) else { return is_over.then_some(None) };
    let rest = &line[start..];
    let Some(space) = rest.iter().position(|byte| !byte.is_ascii_uppercase()) else { return is_over.then_some(None) };
    if rest[space] != b' ' || space == 0 || &rest[..space] == b"CONNECT" {
        return Some(None);
    }
    let target = &rest[space + 1..];
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let Some(colon) = target.iter().position(|byte| !is_scheme(byte)) else { return is_over.then_some(None) };
    if target[colon] != b':' || !target[0].is_ascii_alphabetic() {
        return Some(None);
    }
    match (target.get(colon + 1), target.get(colon + 2)) {
        (Some(b'/'), Some(b'/')) => Some(None),
        (Some(b'/'), None) | (None, _) => is_over.then_some(None),
        _ => Some(Some(start + space + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_come_before_urls_without_authority() {
        for (line, expected) in [
            (&b"GET data:,x HTTP/1.1\r\n"[..], Some(Some(4))),
            (b"\r\nHEAD news:a HTTP/1.1", Some(Some(7))),
            (b"GET file:/x HTTP/1.1", Some(Some(4))),
            (b"GET x-y+z.1:q", Some(Some(4))),
            (b"GET http://h/ HTTP/1.1", Some(None)),
            (b"GET / HTTP/1.1", Some(None)),
            (b"GET /data:,x HTTP/1.1", Some(None)),
            (b"GET 1:x", Some(None)),
            (b"GET :x", Some(None)),
            (b"CONNECT pub.example:443 HTTP/1.1", Some(None)),
            (b"get data:,x", Some(None)),
            (b" GET data:,x", Some(None)),
            (b"GET  data:,x", Some(None)),
            (b"OPTIONS * HTTP/1.1", Some(None)),
            (b"GET data:/", None),
            (b"GET data:", None),
            (b"GET da", None),
            (b"GE", None),
            (b"\r\n", None),
            (b"", None),
        ] {
            assert_eq!(place(line), expected, "{}", String::from_utf8_lossy(line));
        }
        assert_eq!(place(&[b'A'; LOOK]), Some(None));
    }
}
