//! Checks `data:` URLs that arrive in pieces, in bounded memory. Start at `Checker`.
//!
//! This module decides how much of a text must have arrived before its findings are certain. The findings themselves come
//! from `check.rs`, next to [`check`](super::check()).

use alloc::vec::Vec;
use core::fmt;

use super::check::{Front, Known, Walk, around, check};
use super::decoder::too_much;
use super::header::{self, Scheme, is_around, is_break};
use super::{MediaLimits, Reading};
use crate::media::check_length;
use crate::{Error, Sink, Span};

/// The number of bytes examined at a time.
const BLOCK: usize = 16 << 10;

/// Reports the findings that [`check`](super::check()) reports, for a `data:` URL that arrives in pieces.
///
/// Memory does not grow with the data: buffered text is within the [`MediaLimits`].
///
/// ```
/// use napkin::Finding;
/// use napkin::data::{Checker, MediaLimits, Reading};
/// let mut findings: Vec<Finding> = Vec::new();
/// let mut checker = Checker::new(Reading::Whatwg, MediaLimits::STREAM);
/// for piece in ["data:;base", "64,bmFw a2lu", "#fold"] {
///     checker.push(piece.as_bytes(), &mut findings)?;
/// }
/// checker.finish(&mut findings)?;
/// let found: Vec<_> = findings.iter().map(|finding| (finding.rule.code(), finding.span.start)).collect();
/// assert_eq!(found, [("data-white-space", 17), ("data-fragment", 22)]);
/// # Ok::<(), napkin::Error>(())
/// ```
pub struct Checker {
    reading: Reading,
    limits: MediaLimits,
    state: State,
    /// The number of bytes received.
    at: usize,
}

enum State {
    Front(Begun),
    Data(Piece),
    Fragment(Known, Span),
    Failed(Error),
}

/// The text up to the comma.
#[derive(Default)]
struct Begun {
    text: Vec<u8>,
    scheme: Scheme,
    /// The offset after the scheme.
    start: Option<usize>,
    /// The text length at which the character that replaces the scheme is known, since its UTF-8 bytes may arrive one by
    /// one.
    wrong: Option<usize>,
    /// Whether a byte other than a line break has followed the scheme.
    has_begun: bool,
    is_hierarchical: bool,
}

/// Data that is not decided yet.
struct Piece {
    known: Known,
    text: Vec<u8>,
    /// The offset of `text` in the whole text.
    origin: usize,
    /// The offset in `text` after the last byte that is certain to remain, even if the text ends here.
    end: usize,
}

/// Shows how much was read; never the text.
impl fmt::Debug for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checker({}, {} bytes read)", self.reading.name(), self.at)
    }
}

impl Checker {
    /// Returns a checker that reports findings by `reading`, within limits.
    ///
    /// ```
    /// use napkin::data::{Checker, MediaLimits, Reading};
    /// let checker = Checker::new(Reading::Strict, MediaLimits::STREAM);
    /// assert!(checker.finish(&mut ()).is_err()); // The empty text is no `data:` URL.
    /// ```
    #[must_use]
    pub fn new(reading: Reading, limits: MediaLimits) -> Self {
        Self { reading, limits, state: State::Front(Begun::default()), at: 0 }
    }

    /// Reads the next piece of the text, of any length.
    ///
    /// ```
    /// use napkin::Finding;
    /// use napkin::data::{Checker, MediaLimits, Reading};
    /// let (mut checker, mut findings) = (Checker::new(Reading::Strict, MediaLimits::STREAM), Vec::<Finding>::new());
    /// let pieces = [b"http", b"://h"];
    /// assert!(pieces.iter().any(|piece| checker.push(*piece, &mut findings).is_err()));
    /// assert_eq!(findings[0].rule.code(), "data-scheme");
    /// ```
    ///
    /// # Errors
    /// The text is not a `data:` URL or exceeds a limit, so nothing more can be found. The error has been reported. Every
    /// later piece returns the same error.
    pub fn push<S: Sink + ?Sized>(&mut self, piece: &[u8], sink: &mut S) -> Result<(), Error> {
        piece.chunks(BLOCK).try_for_each(|block| {
            self.take(block, sink).inspect_err(|&error| {
                if !matches!(self.state, State::Failed(_)) {
                    sink.report(*error.finding());
                    self.state = State::Failed(error);
                }
            })
        })
    }

    fn take<S: Sink + ?Sized>(&mut self, mut block: &[u8], sink: &mut S) -> Result<(), Error> {
        if let State::Front(begun) = &mut self.state {
            let (length, ends) = begun.take(block, self.reading, &self.limits, sink)?;
            self.at += length;
            block = &block[length..];
            if ends {
                let piece = core::mem::take(begun).end(self.reading, &self.limits, sink);
                self.state = State::Data(piece);
            }
        }
        let old = self.at;
        self.at += block.len();
        let last = block.iter().rposition(|&byte| !is_around(byte, self.reading)).map(|last| last + 1);
        match &mut self.state {
            State::Front(_) => Ok(()),
            State::Data(piece) => {
                piece.text.extend_from_slice(block);
                piece.end = last.map_or(piece.end, |last| old + last - piece.origin);
                let is_new = last.is_some() || piece.text.len() == piece.end;
                self.data(is_new, sink)
            }
            State::Fragment(_, span) => {
                span.end = last.map_or(span.end, |last| old + last);
                Ok(())
            }
            State::Failed(error) => Err(*error),
        }
    }

    /// Reports all findings that are certain. If `is_new` is false, the buffered text is not examined again.
    fn data<S: Sink + ?Sized>(&mut self, is_new: bool, sink: &mut S) -> Result<(), Error> {
        let State::Data(piece) = &mut self.state else { return Ok(()) };
        if is_new {
            let (at, is_fragment) = {
                let mut walk = piece.walk(sink);
                let at = walk.read_sure();
                (at, walk.text[..walk.end].get(at) == Some(&b'#'))
            };
            if is_fragment {
                let span = Span::new(piece.origin + at, piece.origin + piece.end);
                piece.walk(sink).finish(span.start);
                let State::Data(piece) = core::mem::replace(&mut self.state, State::Front(Begun::default())) else {
                    return Ok(());
                };
                self.state = State::Fragment(piece.known, span);
                return Ok(());
            }
            piece.text.drain(..at);
            piece.origin += at;
            piece.end -= at;
        }
        if piece.text.len() > self.limits.kept {
            return Err(too_much(Span::new(piece.origin, self.at), self.reading));
        }
        Ok(())
    }

    /// Ends the text.
    ///
    /// ```
    /// use napkin::Finding;
    /// use napkin::data::{Checker, MediaLimits, Reading};
    /// let (mut checker, mut findings) = (Checker::new(Reading::Strict, MediaLimits::STREAM), Vec::<Finding>::new());
    /// checker.push(b"data:;base64,b", &mut findings)?;
    /// assert_eq!(checker.finish(&mut findings).unwrap_err(), findings[0].into());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first error that makes the text unreadable. It was reported with the others.
    pub fn finish<S: Sink + ?Sized>(self, sink: &mut S) -> Result<(), Error> {
        let known = match self.state {
            State::Front(begun) => return check(&begun.text, self.reading, &self.limits, sink),
            State::Failed(error) => return Err(error),
            State::Data(mut piece) => {
                let (origin, end) = (piece.origin, piece.end);
                let mut walk = piece.walk(sink);
                let at = origin + walk.read(0);
                walk.finish(at);
                walk.ends(Span::new(at, origin + end), self.at);
                piece.known
            }
            State::Fragment(mut known, span) => {
                Walk { known: &mut known, text: &[], origin: 0, end: 0, sink }.ends(span, self.at);
                known
            }
        };
        known.fatal.map_or(Ok(()), Err)
    }
}

impl Begun {
    /// Takes the text up to the comma. Returns the number of bytes taken, and whether the front ended.
    fn take<S: Sink + ?Sized>(
        &mut self,
        block: &[u8],
        reading: Reading,
        limits: &MediaLimits,
        sink: &mut S,
    ) -> Result<(usize, bool), Error> {
        for (number, &byte) in block.iter().enumerate() {
            let at = self.text.len();
            self.text.push(byte);
            match self.start {
                None if self.wrong.is_some_and(|wrong| self.text.len() < wrong) => {}
                None if self.wrong.is_some() => header::scheme_end(&self.text, reading).map(|_| ())?,
                None => match self.scheme.push(byte, at, reading) {
                    Ok(ends) => self.start = ends.then_some(at + 1),
                    Err(error) if byte.is_ascii() => return Err(error),
                    Err(_) => self.wrong = Some(at + 4),
                },
                Some(start) => {
                    self.is_hierarchical |= !self.has_begun && byte == b'/' && reading == Reading::Whatwg;
                    self.has_begun |= !is_break(byte);
                    if !self.is_hierarchical && matches!(byte, b',' | b'#') {
                        return Ok((number + 1, true));
                    }
                    if !self.is_hierarchical {
                        check_length(self.text.len() - start, start, limits, reading.standard()).inspect_err(|_| {
                            around(&self.text, start, reading).into_iter().for_each(|finding| sink.report(finding));
                        })?;
                    }
                }
            }
            if (self.start.is_none() || self.is_hierarchical) && self.text.len() > limits.kept {
                return Err(too_much(Span::new(at, at + 1), reading));
            }
        }
        Ok((block.len(), false))
    }

    /// Reports the findings of the front, and returns the text after it.
    fn end<S: Sink + ?Sized>(mut self, reading: Reading, limits: &MediaLimits, sink: &mut S) -> Piece {
        let start = self.start.unwrap_or_default();
        let front = Front::read(&self.text, start, reading, limits);
        front.findings.iter().for_each(|&finding| sink.report(finding));
        let known = Known::new(&front, &self.text, start, reading);
        let text = self.text.split_off(front.body);
        Piece { known, end: text.len(), text, origin: front.body }
    }
}

impl Piece {
    fn walk<'a, S: Sink + ?Sized>(&'a mut self, sink: &'a mut S) -> Walk<'a, S> {
        Walk { known: &mut self.known, text: &self.text, origin: self.origin, end: self.end, sink }
    }
}
