//! Writes bytes as a `data:` URL. Start at `encode`, or at `Encoder` for options.
//!
//! The output is valid by RFC 2397 and needs no further escaping in HTML attributes, CSS `url()` or angle brackets in
//! email: it contains no quotes, brackets, parentheses, backslashes, ampersands or white space. Resolving leaves it
//! unchanged under every standard. It is in the normal form of RFC 3986 and of the URL Standard.

use alloc::borrow::Cow;
use alloc::string::String;

use super::header::Header;
use crate::base64;
use crate::media::{MediaLimits, MediaType, Reading};
use crate::percent::{QUERY, Set, UNRESERVED, escape};
use crate::{Error, Finding, Span, Standard, rules};

/// The bytes of the data that are written without an escape: the characters of a URL, without `'()`, which end a `url()`
/// of CSS, and without `&`, which begins a character reference in HTML.
const PLAIN: Set = QUERY.without(Set::of(b"'()&"));

/// `PLAIN` as a table indexed by byte.
static IS_PLAIN: [bool; 256] = PLAIN.table();

/// The bytes of a media type that are written without an escape.
const TOKEN_PLAIN: Set = UNRESERVED.or(Set::of(b"!$*+"));

/// The form of the data in a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Percent-encoded.
    Percent,
    /// In base64.
    Base64,
}

/// Writes `data:` URLs of one media type.
///
/// ```
/// use napkin::data::{Encoder, Form};
/// use napkin::media::MediaType;
/// let note = MediaType::default_of_data();
/// assert_eq!(Encoder::new(&note).encode(b"A brief note")?, "data:,A%20brief%20note");
/// assert_eq!(Encoder::new(&note).with_form(Form::Base64).encode(b"A brief note")?, "data:;base64,QSBicmllZiBub3Rl");
/// let image = MediaType::new("image", "gif")?;
/// assert_eq!(Encoder::new(&image).encode(b"GIF89a0\0\0\0\xf0\0\0\0\0\0\xff\xff\xff")?, "data:image/gif;base64,R0lGODlhMAAAAPAAAAAAAP///w==");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    header: String,
    form: Option<Form>,
    max_length: usize,
}

impl Encoder {
    /// Returns an encoder that writes the shorter form, of any length.
    ///
    /// The encoder omits the default `text/plain;charset=US-ASCII`, and `text/plain` before another charset. It
    /// percent-encodes values that are not tokens, as the draft requires. Browsers do not decode these escapes;
    /// [`has_escapes`](Self::has_escapes) reports whether there are any.
    ///
    /// ```
    /// use napkin::data::Encoder;
    /// use napkin::media::MediaType;
    /// let utf8 = MediaType::new("text", "plain")?.with_parameter("charset", "utf-8")?;
    /// assert_eq!(Encoder::new(&utf8).encode("caf\u{e9}".as_bytes())?, "data:;charset=utf-8,caf%C3%A9");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn new(media_type: &MediaType<'_>) -> Self {
        let mut header = String::from("data:");
        if *media_type != MediaType::default_of_data() {
            if media_type.essence() != "text/plain" || media_type.parameter("charset").is_none() {
                push(media_type.top_level(), &mut header);
                header.push('/');
                push(media_type.subtype(), &mut header);
            }
            for parameter in media_type.parameters() {
                header.push(';');
                push(parameter.name(), &mut header);
                header.push('=');
                push(parameter.value(), &mut header);
            }
        }
        Self { header, form: None, max_length: usize::MAX }
    }

    /// Sets the form, instead of choosing the shorter one.
    ///
    /// ```
    /// use napkin::data::{Encoder, Form};
    /// use napkin::media::MediaType;
    /// let encoder = Encoder::new(&MediaType::default_of_data()).with_form(Form::Base64);
    /// assert_eq!(encoder.encode(b"napkin")?, "data:;base64,bmFwa2lu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn with_form(self, form: Form) -> Self {
        Self { form: Some(form), ..self }
    }

    /// Limits the length of the URL, in bytes.
    ///
    /// The `data:` scheme is intended for short values, and many programs limit the length of URLs.
    ///
    /// ```
    /// use napkin::data::Encoder;
    /// use napkin::media::MediaType;
    /// let encoder = Encoder::new(&MediaType::default_of_data()).with_max_length(10);
    /// assert_eq!(encoder.encode(b"napkin").unwrap_err().rule().code(), "data-long");
    /// ```
    #[must_use]
    pub fn with_max_length(self, bytes: usize) -> Self {
        Self { max_length: bytes, ..self }
    }

    /// Returns whether the media type has escapes, which the two [`Reading`]s read differently: `media-type-escape`.
    ///
    /// ```
    /// use napkin::data::Encoder;
    /// use napkin::media::MediaType;
    /// let named = MediaType::new("text", "plain")?.with_parameter("name", "a b")?;
    /// assert!(Encoder::new(&named).has_escapes());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn has_escapes(&self) -> bool {
        self.header.contains('%')
    }

    /// Returns the form chosen for `data`, and the length of the URL in bytes.
    ///
    /// ```
    /// use napkin::data::{Encoder, Form};
    /// use napkin::media::MediaType;
    /// let encoder = Encoder::new(&MediaType::default_of_data());
    /// assert_eq!(encoder.length(b"napkin"), (Form::Percent, 12));
    /// assert_eq!(encoder.length(&[0; 6]), (Form::Base64, 21));
    /// ```
    #[must_use]
    pub fn length(&self, data: &[u8]) -> (Form, usize) {
        let front = self.header.len() + 1;
        let in_base64 = front + ";base64".len() + base64::encoded_length(data.len());
        if self.form == Some(Form::Base64) {
            return (Form::Base64, in_base64);
        }
        let escapes = (0..data.len()).filter(|&at| is_escaped(data, at)).count();
        let percent = front + data.len() + 2 * escapes;
        if self.form == Some(Form::Percent) || percent <= in_base64 {
            return (Form::Percent, percent);
        }
        (Form::Base64, in_base64)
    }

    /// Returns the URL of `data`.
    ///
    /// ```
    /// use napkin::data::Encoder;
    /// use napkin::media::MediaType;
    /// assert_eq!(Encoder::new(&MediaType::new("text", "css")?).encode(b"a{}")?, "data:text/css,a%7B%7D");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The URL is longer than the [limit](Self::with_max_length): `data-long`, with the span of the excess in the URL. A media
    /// type that would not parse again, such as one with an empty value: `media-type-parameter`.
    pub fn encode(&self, data: &[u8]) -> Result<String, Error> {
        let (form, length) = self.length(data);
        if length > self.max_length {
            let span = Span::new(self.max_length, length);
            return Err(Error::new(Finding::new(rules::DATA_LONG, Standard::Rfc3986, span, "", None)));
        }
        let start = "data:".len();
        Header::read(&self.header.as_bytes()[start..], start, Reading::Strict, &MediaLimits::NONE)?;
        let mut url = String::with_capacity(length);
        url.push_str(&self.header);
        match form {
            Form::Base64 => {
                url.push_str(";base64,");
                url.push_str(&base64::encode(data));
            }
            Form::Percent => {
                url.push(',');
                push_data(data, &mut url);
            }
        }
        Ok(url)
    }
}

/// Returns the shortest URL for `data`, of any length. [`Encoder`] has further options.
///
/// ```
/// use napkin::data::{DataUrl, Reading, encode};
/// use napkin::media::MediaType;
/// let html = MediaType::new("text", "html")?;
/// let url = encode(b"<b>Menu</b>", &html)?;
/// assert_eq!(url, "data:text/html,%3Cb%3EMenu%3C/b%3E");
/// assert_eq!(DataUrl::parse(&url, Reading::Strict)?.decode()?, b"<b>Menu</b>");
/// # Ok::<(), napkin::Error>(())
/// ```
///
/// # Errors
/// The media type cannot be written so that it parses again, such as one with an empty value.
pub fn encode(data: &[u8], media_type: &MediaType<'_>) -> Result<String, Error> {
    Encoder::new(media_type).encode(data)
}

/// Adds a charset to a text media type that has none: `US-ASCII` if `data` is ASCII and the type is `text/plain`, whose
/// default it is, otherwise `utf-8`. Data that is not UTF-8 leaves the media type unchanged, because its charset is
/// unknown.
///
/// ```
/// use napkin::data::with_charset;
/// use napkin::media::MediaType;
/// let text = |data| with_charset(MediaType::new("text", "plain").unwrap(), data).to_string();
/// assert_eq!(text(b"napkin"), "text/plain;charset=US-ASCII");
/// assert_eq!(text("caf\u{e9}".as_bytes()), "text/plain;charset=utf-8");
/// assert_eq!(text(b"caf\xe9"), "text/plain");
/// ```
#[must_use]
pub fn with_charset<'a>(media_type: MediaType<'a>, data: &[u8]) -> MediaType<'a> {
    if media_type.top_level() != "text" || media_type.parameter("charset").is_some() {
        return media_type;
    }
    let charset = match core::str::from_utf8(data) {
        Ok(_) if data.is_ascii() && media_type.essence() == "text/plain" => "US-ASCII",
        Ok(_) => "utf-8",
        Err(_) => return media_type,
    };
    // A charset's name is a token, so this cannot fail.
    media_type.clone().with_parameter("charset", charset).unwrap_or(media_type)
}

/// Appends a part of a media type.
fn push(part: &str, out: &mut String) {
    for byte in part.bytes() {
        if TOKEN_PLAIN.contains_byte(byte) {
            out.push(byte.into());
        } else {
            out.push_str(escape(byte));
        }
    }
}

fn push_data(data: &[u8], out: &mut String) {
    let mut kept = 0;
    for at in 0..data.len() {
        if is_escaped(data, at) {
            // The bytes without escapes are ASCII.
            out.push_str(&text(&data[kept..at]));
            out.push_str(escape(data[at]));
            kept = at + 1;
        }
    }
    out.push_str(&text(&data[kept..]));
}

fn text(kept: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(kept)
}

/// Returns whether the byte at `at` is written as an escape.
///
/// A slash is escaped before a dot segment. Otherwise `data:,a/../b` would have a path that resolution by RFC 3986
/// section 5.2.2 turns into `data:b`.
fn is_escaped(data: &[u8], at: usize) -> bool {
    let byte = data[at];
    if byte != b'/' {
        return !IS_PLAIN[usize::from(byte)];
    }
    let rest = &data[at + 1..data.len().min(at + 4)];
    let dots = rest.iter().take_while(|&&byte| byte == b'.').count();
    (1..=2).contains(&dots) && matches!(rest.get(dots), None | Some(b'/' | b'?'))
}
