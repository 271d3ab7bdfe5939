//! Decodes the data of a `data:` URL: percent-encoding and base64.
//!
//! Reads pieces of a text into pieces of memory. `fast_blocks` decodes many bytes at a time where no rule applies. This
//! module takes the other bytes one by one, and keeps the state between two pieces. Start at `Body::step`.

use super::fast_blocks;
use super::header::is_break;
use crate::base64::{Quantum, is_white_space, stray, value};
use crate::media::Reading;
use crate::percent::{QUERY, escape_at, hex};
use crate::{Error, Finding, Rule, Span, rules};

/// The characters that a URL may contain, by byte: `urlchar` of the draft has the same characters as a query of RFC 3986.
static IS_PLAIN: [bool; 256] = QUERY.table();

/// The most bytes that one byte of the text, or its end, decodes to.
const ROOM: usize = 3;

/// Up to `ROOM` bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    bytes: [u8; ROOM],
    length: usize,
}

impl Few {
    pub(super) const NONE: Self = Self { bytes: [0; ROOM], length: 0 };

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The part of an escape that has been read, and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escape {
    None,
    Percent(usize),
    /// With the first digit.
    High(usize, u8),
}

/// The state between two pieces of a text.
#[derive(Clone, Debug)]
pub(super) struct Body {
    is_base64: bool,
    reading: Reading,
    escape: Escape,
    quantum: Quantum,
    /// The offset of the next byte in the text.
    at: usize,
    /// The offset of the `#` that ended the data.
    fragment: Option<usize>,
    /// The first white space that [`Reading::Strict`] removed.
    white_space: Option<Span>,
}

impl Body {
    /// Returns the state before data that begins at `at`.
    pub(super) fn new(is_base64: bool, reading: Reading, at: usize) -> Self {
        let quantum = Quantum::default();
        Self { is_base64, reading, escape: Escape::None, quantum, at, fragment: None, white_space: None }
    }

    /// Returns the offset of the next byte in the text.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Returns the offset of the fragment, if it has been seen.
    pub(super) const fn fragment(&self) -> Option<usize> {
        self.fragment
    }

    /// Returns the first white space that was removed.
    pub(super) const fn white_space(&self) -> Option<Span> {
        self.white_space
    }

    /// Decodes `input` into `out` until the input ends or `out` might not have space for one more byte of the text.
    /// Returns the numbers of bytes read and written.
    pub(super) fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<(usize, usize), Error> {
        if self.fragment.is_some() {
            self.at += input.len();
            return Ok((input.len(), 0));
        }
        let (read, written) = if self.is_base64 { self.base64(input, out)? } else { self.plain(input, out)? };
        self.at += read;
        Ok((read, written))
    }

    fn plain(&mut self, input: &[u8], out: &mut [u8]) -> Result<(usize, usize), Error> {
        let (mut read, mut written) = (0, 0);
        while read < input.len() && self.fragment.is_none() {
            if self.escape == Escape::None {
                let (src, dst) = (&input[read..], &mut out[written..]);
                let (from, to) = match self.reading {
                    Reading::Whatwg => fast_blocks::unescaped(src, dst),
                    Reading::Strict => strict(src, dst),
                };
                (read, written) = (read + from, written + to);
                if from > 0 {
                    continue;
                }
            }
            if out.len() - written < ROOM {
                break;
            }
            let few = self.byte(input[read], self.at + read)?;
            out[written..written + few.length].copy_from_slice(few.bytes());
            (read, written) = (read + 1, written + few.length);
        }
        Ok((read, written))
    }

    fn base64(&mut self, input: &[u8], out: &mut [u8]) -> Result<(usize, usize), Error> {
        let (mut read, mut written) = (0, 0);
        // Before this offset, `fast_blocks` is not worth a try.
        let mut patient = 0;
        loop {
            if self.is_between_groups() && read >= patient {
                let done = fast_blocks::groups(&input[read..], &mut out[written..], self.reading);
                (read, written) = (read + done.read, written + done.written);
                patient = if done.is_vain { read + fast_blocks::PATIENCE } else { 0 };
            }
            // Take at least one character, and continue until a group may begin.
            loop {
                if read == input.len() || out.len() - written < ROOM || self.fragment.is_some() {
                    return Ok((read, written));
                }
                let (byte, span, behind) = self.character(input, read)?;
                read = behind;
                if let Some(byte) = byte
                    && let Some(group) = self.quantum.push(byte, span, self.reading.standard())?
                {
                    out[written..written + 3].copy_from_slice(&group);
                    written += 3;
                }
                if self.is_between_groups() {
                    break;
                }
            }
        }
    }

    /// Returns whether a group may begin at the next byte.
    fn is_between_groups(&self) -> bool {
        self.quantum.is_between_groups() && self.escape == Escape::None && self.fragment.is_none()
    }

    /// Reads a character of base64 at an offset of `input`. Returns the byte, or `None` for white space; its span in the
    /// text; and the offset after it in `input`. A broken escape is an error.
    fn character(&mut self, input: &[u8], read: usize) -> Result<(Option<u8>, Span, usize), Error> {
        let (byte, at) = (input[read], self.at + read);
        let (byte, start, width) = match (self.escape, escape_at(input, read)) {
            (Escape::None, Some(octet)) => (Some(octet), at, 3),
            (Escape::None, None) if value(byte).is_some() => return Ok((Some(byte), Span::new(at, at + 1), read + 1)),
            (Escape::None, None) => (self.byte(byte, at)?.bytes().first().copied(), at, 1),
            (Escape::Percent(start) | Escape::High(start, _), _) => {
                (self.byte(byte, at)?.bytes().first().copied(), start, 1)
            }
        };
        let is_passed = |byte: &u8| self.reading == Reading::Whatwg && is_white_space(*byte);
        Ok((byte.filter(|byte| !is_passed(byte)), Span::new(start, at + width), read + width))
    }

    /// Takes the byte at `at` in any state.
    fn byte(&mut self, byte: u8, at: usize) -> Result<Few, Error> {
        let mut few = Few::NONE;
        match self.reading {
            Reading::Whatwg if is_break(byte) => return Ok(few),
            Reading::Strict if is_white_space(byte) => {
                self.white_space.get_or_insert(Span::new(at, at + 1));
                return Ok(few);
            }
            _ => {}
        }
        match (self.escape, hex(byte)) {
            (Escape::None, _) => {}
            (Escape::Percent(start), Some(_)) => {
                self.escape = Escape::High(start, byte);
                return Ok(few);
            }
            (Escape::High(_, high), Some(low)) => {
                self.escape = Escape::None;
                few.push(hex(high).unwrap_or(0) << 4 | low);
                return Ok(few);
            }
            (_, None) => self.broken(Some(byte), at, &mut few)?,
        }
        match byte {
            b'%' => self.escape = Escape::Percent(at),
            b'#' => self.fragment = Some(at),
            _ if self.is_base64 || self.reading == Reading::Whatwg || IS_PLAIN[usize::from(byte)] => few.push(byte),
            _ => {
                let expected = "a character that may stand in a URL";
                let span = Span::new(at, at + 1);
                return Err(self.error(rules::DATA_CHARACTER, span, expected, Some(byte)));
            }
        }
        Ok(few)
    }

    /// Handles a broken escape: `found` follows at `at`. Browsers read its characters as themselves.
    fn broken(&mut self, found: Option<u8>, at: usize, few: &mut Few) -> Result<(), Error> {
        let (start, high) = match core::mem::replace(&mut self.escape, Escape::None) {
            Escape::None => return Ok(()),
            Escape::Percent(start) => (start, None),
            Escape::High(start, high) => (start, Some(high)),
        };
        if self.reading == Reading::Strict {
            let span = Span::new(start, at + usize::from(found.is_some()));
            return Err(self.error(rules::PCT_ENCODED, span, "two hexadecimal digits after `%`", found));
        }
        if self.is_base64 {
            return Err(stray(b'%', Span::new(start, start + 1), self.reading.standard()));
        }
        few.push(b'%');
        high.into_iter().for_each(|high| few.push(high));
        Ok(())
    }

    fn error(&self, rule: Rule, span: Span, expected: &'static str, found: Option<u8>) -> Error {
        let found = found.map(|byte| if byte.is_ascii() { byte.into() } else { char::REPLACEMENT_CHARACTER });
        Error::new(Finding::new(rule, self.reading.standard(), span, expected, found))
    }

    /// Ends the text and returns the last bytes.
    pub(super) fn finish(&mut self) -> Result<Few, Error> {
        let mut few = Few::NONE;
        let at = self.fragment.unwrap_or(self.at);
        self.broken(None, at, &mut few)?;
        if self.is_base64 {
            let end = self.quantum.end(at, self.reading.standard())?;
            if self.reading == Reading::Strict && !end.is_padded {
                return Err(self.error(rules::BASE64_PADDING, Span::new(at, at), "`=` to the end of the group", None));
            }
            end.bytes().iter().for_each(|&byte| few.push(byte));
        }
        Ok(few)
    }
}

/// Decodes from the front: bytes that need no escape, then escapes.
fn strict(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let window = &src[..src.len().min(dst.len())];
    let run = window.iter().position(|&byte| !IS_PLAIN[usize::from(byte)]).unwrap_or(window.len());
    dst[..run].copy_from_slice(&window[..run]);
    let (mut read, mut written) = (run, run);
    for (escape, byte) in src[run..].chunks_exact(3).zip(&mut dst[run..]) {
        let (Some(high), Some(low), b'%') = (hex(escape[1]), hex(escape[2]), escape[0]) else { break };
        *byte = high << 4 | low;
        (read, written) = (read + 3, written + 1);
    }
    (read, written)
}
