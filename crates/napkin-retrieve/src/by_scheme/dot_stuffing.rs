//! Text that ends with a period on a line of its own (RFC 1436, appendix; RFC 3977 section 3.1.1).
//!
//! Finds the end, and removes the first period of lines that begin with two. Works octet by octet, so that lines can
//! have any length.

use bytes::Bytes;

use super::lines::Lines;
use super::pull_body::Source;
use crate::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the start of a line.
    Start,
    /// After a period at the start of a line.
    Period,
    /// After a period and a carriage return at the start of a line.
    PeriodCr,
    /// Within a line.
    Middle,
    /// After a carriage return within a line.
    Cr,
}

/// Removes the added periods.
pub(super) struct Dots {
    state: State,
    /// Whether only CR LF ends a line, or also LF.
    is_strict: bool,
}

impl Dots {
    pub(super) fn new(is_strict: bool) -> Self {
        Self { state: State::Start, is_strict }
    }

    /// Appends the decoded text to `out`. Returns `true` at the end of the text; later octets are ignored.
    pub(super) fn feed(&mut self, octets: &[u8], out: &mut Vec<u8>) -> bool {
        for &octet in octets {
            let is_end = octet == b'\n';
            match (self.state, octet) {
                (State::Start, b'.') => {
                    self.state = State::Period;
                    continue;
                }
                (State::Period, b'\r') => {
                    self.state = State::PeriodCr;
                    continue;
                }
                (State::PeriodCr, b'\n') => return true,
                (State::Period, b'\n') if !self.is_strict => return true,
                // The first of two periods was added by the sender.
                (State::Period, b'.') => {}
                // Keeps the period of servers that do not add one.
                (State::Period, _) => out.push(b'.'),
                (State::PeriodCr, _) => out.extend_from_slice(b".\r"),
                _ => {}
            }
            out.push(octet);
            let ends_line = is_end && (!self.is_strict || self.state == State::Cr);
            self.state = match octet {
                _ if ends_line => State::Start,
                b'\r' => State::Cr,
                _ => State::Middle,
            };
        }
        false
    }

    /// Returns whether the last octet ended a line, or was the final period.
    pub(super) fn is_between_lines(&self) -> bool {
        matches!(self.state, State::Start | State::Period | State::PeriodCr)
    }
}

/// A text that is being read.
pub(super) struct Text {
    lines: Lines,
    dots: Dots,
    is_done: bool,
}

impl Text {
    /// With `is_strict`, lines end with CR LF, and only a period ends the text. Otherwise the end of the connection
    /// also ends it, but not within a line.
    pub(super) fn new(lines: Lines, is_strict: bool) -> Self {
        Self { lines, dots: Dots::new(is_strict), is_done: false }
    }
}

impl Source for Text {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Error> {
        while !self.is_done {
            let Some(piece) = self.lines.chunk().await? else {
                let is_whole = !self.dots.is_strict && self.dots.is_between_lines();
                let error = || self.lines.incomplete("a period at the end of the text", "the end of the connection");
                return if is_whole { Ok(None) } else { Err(error()) };
            };
            let mut out = Vec::with_capacity(piece.len());
            self.is_done = self.dots.feed(&piece, &mut out);
            if !out.is_empty() {
                return Ok(Some((out.into(), self)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3977 section 3.1.1, with the text cut into chunks at every offset.
    #[test]
    fn dot_stuffing_is_removed() {
        for (sent, is_strict, text, is_ended) in [
            (&b"beer\r\n.\r\n"[..], true, &b"beer\r\n"[..], true),
            (b".\r\n", true, b"", true),
            (b"..\r\n...\r\n.\r\n", true, b".\r\n..\r\n", true),
            (b"a\n.\nb\r\n.\r\n", true, b"a\n.\nb\r\n", true),
            (b"a\n.\nb", false, b"a\n", true),
            (b".x\r\n.\rx", false, b".x\r\n.\rx", false),
            (b"a\r\r\n.\r\n", true, b"a\r\r\n", true),
            (b"beer", true, b"beer", false),
        ] {
            for size in 1..=sent.len() {
                let (mut dots, mut out) = (Dots::new(is_strict), Vec::new());
                let ended = sent.chunks(size).any(|piece| dots.feed(piece, &mut out));
                assert_eq!((ended, &out[..]), (is_ended, text), "{sent:?} by {size}");
            }
        }
    }
}
