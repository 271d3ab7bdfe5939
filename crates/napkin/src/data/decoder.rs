//! Decodes `data:` URLs that arrive in pieces, in bounded memory. Start at `Decoder`.

use alloc::vec::Vec;
use core::{fmt, mem};

use super::body::Body;
use super::header::{self, Header, Scheme, is_around, is_break};
use super::{DataUrl, MediaLimits, Reading};
use crate::media::{MediaType, check_length};
use crate::{Error, Finding, Span, rules};

/// The number of bytes decoded at a time.
const BLOCK: usize = 16 << 10;

/// The scheme as it is buffered, without skipped characters.
const KEPT_SCHEME: &[u8] = b"data:";

/// Decodes a `data:` URL that arrives in pieces, and passes on its data in pieces.
///
/// All pieces together are what [`DataUrl::decode`] returns for the whole text. Memory does not grow with the data:
/// buffered text is within the [`MediaLimits`].
///
/// ```
/// use napkin::data::{Decoder, Reading};
/// let mut decoder = Decoder::new(Reading::Whatwg);
/// let mut data = Vec::new();
/// for piece in ["data:image/gi", "f;base", "64,R0l", "GODdh"] {
///     decoder.push(piece.as_bytes(), &mut |bytes| data.extend_from_slice(bytes))?;
/// }
/// assert_eq!(decoder.media_type().map(|media_type| media_type.essence()), Some("image/gif"));
/// let summary = decoder.finish(&mut |bytes| data.extend_from_slice(bytes))?;
/// assert_eq!((data.as_slice(), summary.length), (&b"GIF87a"[..], 6));
/// # Ok::<(), napkin::Error>(())
/// ```
pub struct Decoder {
    reading: Reading,
    limits: MediaLimits,
    state: State,
    header: Option<Header<'static>>,
    /// Whether a byte other than a line break has followed the scheme.
    has_begun: bool,
    /// The number of bytes received.
    at: usize,
    length: u64,
    block: Vec<u8>,
}

enum State {
    Scheme(Scheme),
    /// The text between the scheme and the comma, and its offset.
    Header(Vec<u8>, usize),
    /// The whole text, because browsers parse `data:/` hierarchically. The offset is that of the text after the scheme.
    Hierarchy(Vec<u8>, usize),
    /// The data, and buffered bytes that belong to it only if more data follows.
    Body(Body, Vec<u8>),
    Failed(Error),
}

/// The facts about a decoded `data:` URL.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The media type.
    pub media_type: MediaType<'static>,
    /// Whether the data was in base64.
    pub is_base64: bool,
    /// The length of the data in bytes.
    pub length: u64,
    /// The length of the text in bytes.
    pub text_length: u64,
    /// The offset of `#` and the fragment, in bytes.
    pub fragment: Option<usize>,
    /// Under [`Reading::Strict`], a remark about the first white space that was removed from the data.
    pub white_space: Option<Finding>,
}

/// Shows how much was read and decoded; never the data.
impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decoder({}, {} bytes read, {} bytes decoded)", self.reading.name(), self.at, self.length)
    }
}

impl Decoder {
    /// Returns a decoder with the limits of [`MediaLimits::STREAM`].
    ///
    /// ```
    /// use napkin::data::{Decoder, Reading};
    /// let mut data = Vec::new();
    /// let mut decoder = Decoder::new(Reading::Whatwg);
    /// decoder.push(b"data:,napkin", &mut |bytes| data.extend_from_slice(bytes))?;
    /// decoder.finish(&mut |bytes| data.extend_from_slice(bytes))?;
    /// assert_eq!(data, b"napkin");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn new(reading: Reading) -> Self {
        Self::with_limits(reading, MediaLimits::STREAM)
    }

    /// Returns a decoder with other limits. With limits it may reject texts that [`DataUrl`] decodes; without limits it
    /// may have to buffer the whole text.
    ///
    /// ```
    /// use napkin::data::{Decoder, MediaLimits, Reading};
    /// let mut decoder = Decoder::with_limits(Reading::Whatwg, MediaLimits::STREAM.with_media_type(8));
    /// assert_eq!(decoder.push(b"data:text/html,x", &mut |_| ()).unwrap_err().rule().code(), "media-type-too-long");
    /// ```
    #[must_use]
    pub fn with_limits(reading: Reading, limits: MediaLimits) -> Self {
        let state = State::Scheme(Scheme::default());
        Self { reading, limits, state, header: None, has_begun: false, at: 0, length: 0, block: Vec::new() }
    }

    /// Returns the media type, once it has been read.
    ///
    /// ```
    /// use napkin::data::{Decoder, Reading};
    /// let mut decoder = Decoder::new(Reading::Whatwg);
    /// decoder.push(b"data:text/html,", &mut |_| ())?;
    /// assert_eq!(decoder.media_type().unwrap().essence(), "text/html");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn media_type(&self) -> Option<&MediaType<'static>> {
        self.header.as_ref().map(|header| &header.media_type)
    }

    /// Returns whether the data is in base64, once the media type has been read.
    ///
    /// ```
    /// use napkin::data::{Decoder, Reading};
    /// let mut decoder = Decoder::new(Reading::Whatwg);
    /// assert_eq!(decoder.is_base64(), None);
    /// decoder.push(b"data:;base64,", &mut |_| ())?;
    /// assert_eq!(decoder.is_base64(), Some(true));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn is_base64(&self) -> Option<bool> {
        self.header.as_ref().map(|header| header.is_base64)
    }

    /// Reads the next piece of the text, of any length, and passes data to `out` in pieces of at most 16 KiB. A piece of
    /// text may give no piece of data or several.
    ///
    /// ```
    /// use napkin::data::{Decoder, Reading};
    /// let mut decoder = Decoder::new(Reading::Strict);
    /// decoder.push(b"data:,a", &mut |_| ())?;
    /// assert_eq!(decoder.push(b"\"", &mut |_| ()).unwrap_err().span().start, 7);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`DataUrl::parse_with`] and [`DataUrl::decode`], with spans in the whole text. Every later piece
    /// returns the same error. `out` may or may not have received the data before the error.
    pub fn push(&mut self, piece: &[u8], out: &mut impl FnMut(&[u8])) -> Result<(), Error> {
        if self.block.is_empty() {
            self.block.resize(BLOCK, 0);
        }
        self.take(piece, out).inspect_err(|&error| self.state = State::Failed(error))
    }

    fn take(&mut self, mut piece: &[u8], out: &mut impl FnMut(&[u8])) -> Result<(), Error> {
        while !piece.is_empty() {
            let read = match &mut self.state {
                State::Scheme(scheme) => match scheme.push(piece[0], self.at, self.reading)? {
                    true => {
                        self.state = State::Header(Vec::new(), self.at + 1);
                        1
                    }
                    false => 1,
                },
                State::Header(..) => self.header(piece)?,
                State::Hierarchy(text, _) => {
                    keep(text, piece, &self.limits, self.at, self.reading)?;
                    piece.len()
                }
                State::Body(body, kept) => {
                    let room = (&mut self.block[..], &mut self.length);
                    flow(body, kept, piece, self.reading, &self.limits, room, out)?;
                    piece.len()
                }
                State::Failed(error) => return Err(*error),
            };
            self.at += read;
            piece = &piece[read..];
        }
        Ok(())
    }

    /// Takes the header up to the comma. Returns the number of bytes taken.
    fn header(&mut self, piece: &[u8]) -> Result<usize, Error> {
        let State::Header(text, start) = &mut self.state else { return Ok(0) };
        let end = piece.iter().position(|&byte| matches!(byte, b',' | b'#'));
        let front = &piece[..end.unwrap_or(piece.len())];
        text.extend_from_slice(&front[..front.len().min(self.limits.media_type.saturating_add(1))]);
        check_length(text.len(), *start, &self.limits, self.reading.standard())?;
        let begins = !self.has_begun && front.iter().any(|&byte| !is_break(byte));
        self.has_begun |= begins;
        if self.reading == Reading::Whatwg && begins && header::is_hierarchical(front) {
            self.state = State::Hierarchy([KEPT_SCHEME, &text[..]].concat(), *start);
            return Ok(front.len());
        }
        let Some(end) = end else { return Ok(front.len()) };
        if piece[end] == b'#' {
            return Err(header::no_comma(text, *start, true, self.reading.standard()));
        }
        let read = Header::read(text, *start, self.reading, &self.limits);
        self.header = Some(read.map_err(|error| sharpened(error, text, *start))?.into_owned());
        let is_base64 = self.is_base64().unwrap_or(false);
        self.state = State::Body(Body::new(is_base64, self.reading, self.at + end + 1), Vec::new());
        Ok(end + 1)
    }

    /// Ends the text and passes the rest of the data to `out` in one piece, which may be empty.
    ///
    /// ```
    /// use napkin::data::{Decoder, Reading};
    /// let mut decoder = Decoder::new(Reading::Whatwg);
    /// decoder.push(b"data:,a%20pint#x", &mut |_| ())?;
    /// let summary = decoder.finish(&mut |_| ())?;
    /// assert_eq!((summary.length, summary.fragment), (6, Some(14)));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`push`](Self::push), and incomplete data.
    pub fn finish(mut self, out: &mut impl FnMut(&[u8])) -> Result<Summary, Error> {
        let standard = self.reading.standard();
        let (fragment, white_space) = match mem::replace(&mut self.state, State::Scheme(Scheme::default())) {
            State::Failed(error) => return Err(error),
            State::Scheme(_) => return Err(Scheme::missing(Span::new(self.at, self.at), None, self.reading)),
            State::Header(text, start) => {
                let text = &text[..header::end(&text, self.reading)];
                return Err(header::no_comma(text, start, false, standard));
            }
            State::Hierarchy(text, start) => {
                let at = self.at;
                let placed = |error: Error| match error.span().start {
                    0 => header::anywhere(error, at),
                    _ => Error::new(error.finding().shift(start - KEPT_SCHEME.len())),
                };
                let url = DataUrl::parse_with(&text, self.reading, &self.limits).map_err(placed)?;
                let data = url.decode().map_err(placed)?;
                self.length = data.len() as u64;
                out(&data);
                self.header = Some(url.header.into_owned());
                (None, None)
            }
            State::Body(mut body, _) => {
                let last = body.finish()?;
                self.length += last.bytes().len() as u64;
                out(last.bytes());
                (body.fragment(), body.white_space())
            }
        };
        let Header { media_type, is_base64 } =
            self.header.unwrap_or(Header { media_type: MediaType::default_of_data(), is_base64: false });
        let white_space = white_space.map(|span| Finding::new(rules::DATA_WHITE_SPACE, standard, span, "", None));
        let (length, text_length) = (self.length, self.at as u64);
        Ok(Summary { media_type, is_base64, length, text_length, fragment, white_space })
    }
}

/// Extends the span of an error in the buffered text to the whole character.
fn sharpened(error: Error, kept: &[u8], start: usize) -> Error {
    let finding = *error.finding();
    let Some(at) = finding.span.start.checked_sub(start) else { return error };
    let inside = Error::new(Finding { span: Span::new(at, at + finding.span.len()), ..finding });
    Error::new(header::sharpened(inside, kept).finding().shift(start))
}

/// Buffers a piece that begins at `at`, within the limit.
fn keep(kept: &mut Vec<u8>, piece: &[u8], limits: &MediaLimits, at: usize, reading: Reading) -> Result<(), Error> {
    if kept.len().saturating_add(piece.len()) > limits.kept {
        return Err(too_much(Span::new(at, at + piece.len()), reading));
    }
    kept.extend_from_slice(piece);
    Ok(())
}

/// Returns the error that the text to buffer exceeds the limit.
pub(super) fn too_much(span: Span, reading: Reading) -> Error {
    let expected = "no more than can be kept until its meaning is known";
    Error::new(Finding::new(rules::TOO_LONG, reading.standard(), span, expected, None))
}

/// Decodes a piece of the data. Buffers trailing bytes that are to be removed if they turn out to end the URL.
fn flow(
    body: &mut Body,
    kept: &mut Vec<u8>,
    piece: &[u8],
    reading: Reading,
    limits: &MediaLimits,
    (block, length): (&mut [u8], &mut u64),
    out: &mut impl FnMut(&[u8]),
) -> Result<(), Error> {
    let end = match (reading, body.fragment()) {
        (Reading::Whatwg, None) => piece.iter().rposition(|&byte| !is_around(byte, reading)).map_or(0, |at| at + 1),
        _ => piece.len(),
    };
    let (inside, last) = piece.split_at(end);
    if end > 0 {
        for mut piece in [&mem::take(kept)[..], inside] {
            while !piece.is_empty() {
                let (read, written) = body.step(piece, block)?;
                if written > 0 {
                    *length += written as u64;
                    out(&block[..written]);
                }
                piece = &piece[read..];
            }
        }
    }
    keep(kept, last, limits, body.at() + kept.len(), reading)
}
