//! Limits what an HTTP/2 server sends besides data.
//!
//! hyper answers every `PING` and `SETTINGS`, collects header fields, and ignores frames of unknown types, so that a server
//! could keep a client busy for ever without an answer. The reader here sees the head of every frame before hyper does (RFC 9113
//! section 4.1), and ends the connection if the frames of other types outgrow the data.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The bytes that a server may send besides data. Each request adds `max_fields`, and each byte of data adds one.
#[derive(Debug)]
pub(super) struct Allowance {
    left: AtomicI64,
    per_request: i64,
    /// More is not saved for later, however many requests a connection carries.
    most: i64,
    is_exceeded: AtomicBool,
}

impl Allowance {
    /// The allowance of a new connection, for its settings; at most that of `requests` is saved.
    pub(super) fn new(per_request: usize, requests: usize) -> Self {
        let per_request = i64::try_from(per_request).unwrap_or(i64::MAX);
        let most = per_request.saturating_mul(i64::try_from(requests).unwrap_or(i64::MAX));
        Self { left: AtomicI64::new(per_request), per_request, most, is_exceeded: AtomicBool::new(false) }
    }

    pub(super) fn request(&self) {
        self.change(self.per_request);
    }

    /// Returns whether the server has sent more than it may.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded.load(Ordering::Relaxed)
    }

    fn change(&self, bytes: i64) {
        let changed = |left: i64| Some(left.saturating_add(bytes).min(self.most));
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, changed).unwrap_or_default();
        if left.saturating_add(bytes) < 0 {
            self.is_exceeded.store(true, Ordering::Relaxed);
        }
    }
}

/// A connection whose frames are counted.
pub(super) struct Counted<C> {
    connection: C,
    frames: Frames,
    allowance: Arc<Allowance>,
}

impl<C> Counted<C> {
    pub(super) fn new(connection: C, allowance: Arc<Allowance>) -> Self {
        Self { connection, frames: Frames::default(), allowance }
    }
}

impl<C: AsyncRead + Unpin> AsyncRead for Counted<C> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        std::task::ready!(Pin::new(&mut this.connection).poll_read(cx, buffer))?;
        this.allowance.change(this.frames.balance(&buffer.filled()[before..]));
        Poll::Ready(if this.allowance.is_exceeded() { Err(io::ErrorKind::InvalidData.into()) } else { Ok(()) })
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for Counted<C> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }
}

/// The bytes of a frame's head.
const HEAD: usize = 9;
/// The most bytes of a frame's payload, unless a client admits more. hyper refuses a longer frame before it reads it.
const LARGEST: usize = 16_384;
/// The most bytes of padding in a frame, with the byte that counts them (RFC 9113 section 6.1).
const PADDING: i64 = 256;

/// The place in a sequence of frames.
#[derive(Debug, Default)]
struct Frames {
    /// The head of the current frame, as far as it has arrived.
    head: [u8; HEAD],
    arrived: usize,
    /// Bytes of the current frame's payload that are to come.
    rest: usize,
}

impl Frames {
    /// Returns the bytes of data in the frames that begin in `bytes`, less their other bytes.
    fn balance(&mut self, mut bytes: &[u8]) -> i64 {
        let mut balance = 0;
        while !bytes.is_empty() {
            let payload = self.rest.min(bytes.len());
            self.rest -= payload;
            bytes = &bytes[payload..];
            let part = (HEAD - self.arrived).min(bytes.len());
            self.head[self.arrived..][..part].copy_from_slice(&bytes[..part]);
            self.arrived += part;
            bytes = &bytes[part..];
            if self.arrived == HEAD {
                balance += self.begin();
            }
        }
        balance
    }

    /// Begins the payload of a frame whose head has arrived, and returns the balance of the whole frame.
    fn begin(&mut self) -> i64 {
        const DATA: u8 = 0;
        const PADDED: u8 = 8;
        let [a, b, c, kind, flags, ..] = self.head;
        self.arrived = 0;
        self.rest = u32::from_be_bytes([0, a, b, c]) as usize;
        if self.rest > LARGEST {
            return 0;
        }
        let length = self.rest as i64;
        let data = match kind {
            DATA if flags & PADDED != 0 => (length - PADDING).max(0),
            DATA => length,
            _ => 0,
        };
        2 * data - length - HEAD as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, payload: usize) -> Vec<u8> {
        let length = (payload as u32).to_be_bytes();
        let head = [length[1], length[2], length[3], kind, flags, 0, 0, 0, 1];
        [&head[..], &vec![0xff; payload]].concat()
    }

    /// RFC 9113 sections 4.1 and 6: DATA is 0, HEADERS 1, SETTINGS 4, PING 6; 8 is the flag PADDED.
    #[test]
    fn frames_are_counted_wherever_they_are_cut() {
        let cases = [
            (frame(0, 0, 1000), 1000 - 9),
            (frame(0, 1, 0), -9),
            (frame(0, 8, 1000), 1000 - 2 * 256 - 9),
            (frame(0, 8, 10), -10 - 9),
            (frame(1, 8, 1000), -1000 - 9),
            (frame(4, 0, 6), -6 - 9),
            (frame(6, 0, 8), -8 - 9),
            (frame(0xfa, 0, 16_384), -16_384 - 9),
            (frame(0xfa, 0, 16_385), 0),
        ];
        let all: Vec<u8> = cases.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
        let expected: i64 = cases.iter().map(|(_, balance)| balance).sum();
        for size in [1, 2, 8, 9, 10, 1000, all.len()] {
            let mut frames = Frames::default();
            let found: i64 = all.chunks(size).map(|piece| frames.balance(piece)).sum();
            assert_eq!(found, expected, "{size}");
        }
        for (bytes, balance) in cases {
            assert_eq!(Frames::default().balance(&bytes), balance);
        }
    }

    #[test]
    fn allowance_grows_by_requests_up_to_its_limit() {
        let allowance = Allowance::new(100, 3);
        allowance.change(-100);
        assert!(!allowance.is_exceeded());
        for _ in 0..9 {
            allowance.request();
        }
        allowance.change(-300);
        assert!(!allowance.is_exceeded());
        allowance.change(-1);
        assert!(allowance.is_exceeded());
    }
}
