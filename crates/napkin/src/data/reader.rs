//! Decodes a `data:` URL as a stream of the standard library. Start at `Reader`.

use std::io::{self, Read};

use alloc::vec::Vec;
use core::fmt;

use super::{Decoder, MediaLimits, Reading};
use crate::media::MediaType;

/// The number of bytes of text read at a time.
const BLOCK: usize = 32 << 10;

/// Reads a `data:` URL from a stream and decodes its data, in bounded memory.
///
/// ```
/// use std::io::Read;
/// use napkin::data::{Reader, Reading};
/// let mut reader = Reader::new(&b"data:text/plain;base64,bmFwa2lu"[..], Reading::Whatwg);
/// assert_eq!(reader.media_type()?.essence(), "text/plain");
/// let mut data = String::new();
/// reader.read_to_string(&mut data)?;
/// assert_eq!(data, "napkin");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    inner: R,
    /// `None` once the text has ended.
    decoder: Option<Decoder>,
    media_type: Option<MediaType<'static>>,
    input: Vec<u8>,
    ready: Vec<u8>,
    /// The number of bytes of `ready` that were passed on.
    given: usize,
}

/// Shows how much was read and decoded; never the data.
impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reader").field(&self.decoder).finish()
    }
}

impl<R: Read> Reader<R> {
    /// Returns a reader with the limits of [`MediaLimits::STREAM`].
    ///
    /// ```
    /// use napkin::data::{Reader, Reading};
    /// let reader = Reader::new(&b"data:;base64,bmFwa2lu"[..], Reading::Whatwg);
    /// assert_eq!(std::io::read_to_string(reader)?, "napkin");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(inner: R, reading: Reading) -> Self {
        Self::with_limits(inner, reading, MediaLimits::STREAM)
    }

    /// Returns a reader with other limits.
    ///
    /// ```
    /// use napkin::data::{MediaLimits, Reader, Reading};
    /// let limits = MediaLimits::STREAM.with_media_type(8);
    /// let reader = Reader::with_limits(&b"data:text/plain,napkin"[..], Reading::Whatwg, limits);
    /// assert_eq!(std::io::read_to_string(reader).unwrap_err().kind(), std::io::ErrorKind::InvalidData);
    /// ```
    pub fn with_limits(inner: R, reading: Reading, limits: MediaLimits) -> Self {
        let decoder = Some(Decoder::with_limits(reading, limits));
        Self { inner, decoder, media_type: None, input: alloc::vec![0; BLOCK], ready: Vec::new(), given: 0 }
    }

    /// Returns the media type. Reads the text up to the data if necessary.
    ///
    /// ```
    /// use napkin::data::{Reader, Reading};
    /// let mut reader = Reader::new(&b"data:text/css,a"[..], Reading::Whatwg);
    /// assert_eq!(reader.media_type()?.essence(), "text/css");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the inner reader. Errors of the URL are an [`Error`](crate::Error) of the kind
    /// [`InvalidData`](io::ErrorKind::InvalidData).
    pub fn media_type(&mut self) -> io::Result<&MediaType<'static>> {
        while self.media_type.is_none() && self.decoder.is_some() {
            self.fill()?;
        }
        self.media_type.as_ref().ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
    }

    /// Reads another piece of the text.
    fn fill(&mut self) -> io::Result<()> {
        self.ready.drain(..self.given);
        self.given = 0;
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        let length = loop {
            match self.inner.read(&mut self.input) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        let ready = &mut self.ready;
        let out = &mut |bytes: &[u8]| ready.extend_from_slice(bytes);
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        if length > 0 {
            decoder.push(&self.input[..length], out).map_err(invalid)?;
            if self.media_type.is_none() {
                self.media_type = decoder.media_type().cloned();
            }
        } else if let Some(decoder) = self.decoder.take() {
            self.media_type = Some(decoder.finish(out).map_err(invalid)?.media_type);
        }
        Ok(())
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() && self.decoder.is_some() && !out.is_empty() {
            self.fill()?;
        }
        let ready = &self.ready[self.given..];
        let length = ready.len().min(out.len());
        out[..length].copy_from_slice(&ready[..length]);
        self.given += length;
        Ok(length)
    }
}
