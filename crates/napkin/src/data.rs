//! Reads and writes `data:` URLs, which contain their data in the URL itself.
//!
//! Two [`Reading`]s differ in the media type and the bytes that such a URL contains:
//!
//! - [`Reading::Strict`] follows draft-masinter-url-data-02 and RFC 2397, and rejects everything else. Their grammar has
//!   an unbalanced bracket and lacks the shorthand `;charset=`; where it contradicts their prose, the prose counts:
//!   `data:[<mediatype>][;base64],<data>`. White space comes from line wrapping or transport: it is removed and reported.
//! - [`Reading::Whatwg`] follows the Fetch Standard's `data:` URL processor (section 6), with "forgiving-base64 decode"
//!   of the Infra Standard (section 7).
//!
//! The text is read directly, without building a URL first, as the Fetch Standard allows. The result is that of the URL
//! parser followed by the processor: tabs and line breaks are removed, so is white space around the text, and `#` ends
//! the data. [`check`] reports what is wrong with a text, and so how the readings differ.
//!
//! - [`is_data_url`] tests whether a text is a `data:` URL.
//! - [`encode`] and [`Encoder`] write the shortest URL.
//! - [`DataUrl`] and [`check`] read a text in memory. [`Decoder`] and [`Checker`] take a text in pieces. [`Reader`] wraps
//!   a stream of the standard library.
//!
//! ```
//! use napkin::data::{DataUrl, Reading};
//! let note = DataUrl::parse("data:,A%20brief%20note", Reading::Strict)?;
//! assert_eq!(note.media_type().to_string(), "text/plain;charset=US-ASCII");
//! assert_eq!(note.decode()?, b"A brief note");
//! # Ok::<(), napkin::Error>(())
//! ```

mod body;
mod check;
mod checker;
mod decoder;
mod encode;
mod fast_blocks;
mod header;
#[cfg(feature = "std")]
mod reader;
mod strict;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use self::body::Body;
pub use self::check::check;
pub use self::checker::Checker;
pub use self::decoder::{Decoder, Summary};
pub use self::encode::{Encoder, Form, encode, with_charset};
use self::header::Header;
pub use self::header::is_data_url;
#[cfg(feature = "std")]
pub use self::reader::Reader;
use crate::bytes::find;
use crate::media::MediaType;
pub use crate::media::{MediaLimits, Reading};
use crate::{Error, Finding, Span, rules, whatwg};

/// A `data:` URL in memory, with its media type parsed.
///
/// Its spans are offsets in the text that was passed in.
#[derive(Clone)]
pub struct DataUrl<'a> {
    /// The text that the body is read from: the given text, or the URL parser's output if the given text begins with
    /// `data:/`.
    text: Cow<'a, [u8]>,
    /// The place of the data in `text`, perhaps with a fragment after it.
    body: Span,
    /// The length of the given text.
    given: usize,
    header: Header<'a>,
    reading: Reading,
}

impl<'a> DataUrl<'a> {
    /// Parses the part before the data: the media type, and whether the data is in base64.
    ///
    /// Bytes that are not UTF-8 are read as themselves.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// assert!(DataUrl::parse("data:text/html,<b>Menu</b>", Reading::Whatwg).is_ok());
    /// assert_eq!(DataUrl::parse("http://h/", Reading::Whatwg).unwrap_err().rule().code(), "data-scheme");
    /// ```
    ///
    /// # Errors
    /// Under [`Reading::Whatwg`], whatever makes the processor fail before the data: another scheme, no comma, or an
    /// invalid host after `data://`. Under [`Reading::Strict`], everything that the grammar does not allow.
    pub fn parse<T: AsRef<[u8]> + ?Sized>(text: &'a T, reading: Reading) -> Result<Self, Error> {
        Self::parse_with(text, reading, &MediaLimits::NONE)
    }

    /// Parses the part before the data, within limits.
    ///
    /// ```
    /// use napkin::data::{DataUrl, MediaLimits, Reading};
    /// let error = DataUrl::parse_with("data:text/plain,X", Reading::Whatwg, &MediaLimits::NONE.with_media_type(8)).unwrap_err();
    /// assert_eq!(error.rule().code(), "media-type-too-long");
    /// ```
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), and an exceeded limit.
    pub fn parse_with<T: AsRef<[u8]> + ?Sized>(
        text: &'a T,
        reading: Reading,
        limits: &MediaLimits,
    ) -> Result<Self, Error> {
        let text = text.as_ref();
        let start = header::scheme_end(text, reading)?;
        if reading == Reading::Whatwg && header::is_hierarchical(&text[start..]) {
            return Self::hierarchical(text, limits);
        }
        let comma = header::comma(text, start, reading)?;
        let header = Header::read(&text[start..comma], start, reading, limits)?;
        let body = Span::new(comma + 1, header::end(text, reading));
        Ok(Self { text: Cow::Borrowed(text), body, given: text.len(), header, reading })
    }

    /// Parses a URL whose path begins with `/`: the URL parser may find a host in it, and folds dot segments.
    fn hierarchical(text: &[u8], limits: &MediaLimits) -> Result<Self, Error> {
        // A missing part has no place in the text, because the URL parser has rewritten it: the span is the whole text.
        // The same holds if bytes that are not UTF-8 were replaced, which moves all offsets.
        let anywhere = |error: Error| header::anywhere(error, text.len());
        let given = String::from_utf8_lossy(text);
        let url = whatwg::Url::parse(&given, None);
        let url = if matches!(given, Cow::Borrowed(_)) { url? } else { url.map_err(anywhere)? };
        let href = url.into_string().into_bytes();
        let start = header::scheme_end(&href, Reading::Whatwg)?;
        let comma = header::comma(&href, start, Reading::Whatwg).map_err(anywhere)?;
        let header = Header::read(&href[start..comma], start, Reading::Whatwg, limits).map_err(anywhere)?.into_owned();
        let body = Span::new(comma + 1, href.len());
        Ok(Self { text: Cow::Owned(href), body, given: text.len(), header, reading: Reading::Whatwg })
    }

    /// Returns the media type. It is `text/plain;charset=US-ASCII` if the URL has none and, under [`Reading::Whatwg`],
    /// also if it is malformed.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// let image = DataUrl::parse("data:image/gif;base64,R0lGODdh", Reading::Strict)?;
    /// assert_eq!(image.media_type().essence(), "image/gif");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn media_type(&self) -> &MediaType<'a> {
        &self.header.media_type
    }

    /// Returns the media type, without a copy.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// let media_type = DataUrl::parse("data:,x", Reading::Strict)?.into_media_type();
    /// assert_eq!(media_type.parameter("charset"), Some("US-ASCII"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_media_type(self) -> MediaType<'a> {
        self.header.media_type
    }

    /// Returns whether the data is in base64.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// assert!(DataUrl::parse("data:image/gif;base64,R0lGODdh", Reading::Strict)?.is_base64());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn is_base64(&self) -> bool {
        self.header.is_base64
    }

    /// Returns the rules by which the URL was read.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// assert_eq!(DataUrl::parse("data:,x", Reading::Whatwg)?.reading(), Reading::Whatwg);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the place of the encoded data, without a fragment. Where browsers fold dot segments (`data:/a/../b,X`),
    /// the span is the whole text.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// let text = "data:,X#Y";
    /// assert_eq!(DataUrl::parse(text, Reading::Whatwg)?.body().of(text), "X");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn body(&self) -> Span {
        match &self.text {
            Cow::Borrowed(text) => {
                let end = find(&text[self.body.range()], b'#').map_or(self.body.end, |at| self.body.start + at);
                Span::new(self.body.start, end)
            }
            Cow::Owned(_) => Span::new(0, self.given),
        }
    }

    /// Decodes the data.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// assert_eq!(DataUrl::parse("data:;base64,bmFwa2lu", Reading::Strict)?.decode()?, b"napkin");
    /// assert!(DataUrl::parse("data:;base64,b", Reading::Strict)?.decode().is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The data is declared as base64, but is not base64. Under [`Reading::Strict`] also a broken escape, and a character
    /// that must be escaped.
    pub fn decode(&self) -> Result<Vec<u8>, Error> {
        let mut out = alloc::vec![0; self.max_len()];
        let length = self.decode_into(&mut out)?;
        out.truncate(length);
        Ok(out)
    }

    /// Returns an upper bound of the data's length in bytes, without reading the data, to size a buffer.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// assert_eq!(DataUrl::parse("data:,A%20pint", Reading::Strict)?.max_len(), 8);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn max_len(&self) -> usize {
        let length = self.body.len();
        if self.header.is_base64 { length / 4 * 3 + 2 } else { length }
    }

    /// Decodes the data to the start of `out`, and returns its length.
    ///
    /// ```
    /// use napkin::data::{DataUrl, Reading};
    /// let mut buffer = [0; 12];
    /// let length = DataUrl::parse("data:,A%20brief%20note", Reading::Strict)?.decode_into(&mut buffer)?;
    /// assert_eq!(&buffer[..length], b"A brief note");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`decode`](Self::decode), and `too-long` if the data is longer than `out`, with the span of the
    /// rest.
    pub fn decode_into(&self, out: &mut [u8]) -> Result<usize, Error> {
        self.decode_body(out).map_err(|error| match &self.text {
            Cow::Borrowed(text) => header::sharpened(error, text),
            Cow::Owned(_) => header::anywhere(error, self.given),
        })
    }

    fn decode_body(&self, out: &mut [u8]) -> Result<usize, Error> {
        let mut body = Body::new(self.header.is_base64, self.reading, self.body.start);
        let input = &self.text[self.body.range()];
        let (mut read, mut written) = body.step(input, out)?;
        let mut rest = [0; 8];
        loop {
            let (from, to) = body.step(&input[read..], &mut rest)?;
            let is_end = from == 0 && to == 0;
            let last = if is_end { body.finish()? } else { body::Few::NONE };
            for &byte in rest[..to].iter().chain(last.bytes()) {
                let Some(place) = out.get_mut(written) else {
                    let span = Span::new(self.body.start + read, self.body.end);
                    let expected = "no more data than there is room for";
                    return Err(Error::new(Finding::new(
                        rules::TOO_LONG,
                        self.reading.standard(),
                        span,
                        expected,
                        None,
                    )));
                };
                *place = byte;
                written += 1;
            }
            if is_end {
                return Ok(written);
            }
            read += from;
        }
    }
}

/// Shows the header and the number of bytes after it; never the data, which may be large or secret.
impl fmt::Debug for DataUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base64 = if self.is_base64() { ";base64" } else { "" };
        write!(f, "DataUrl({}: {}{base64}, {} bytes)", self.reading.name(), self.media_type(), self.body().len())
    }
}
