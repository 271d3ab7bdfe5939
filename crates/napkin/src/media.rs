//! Parses and writes media types such as `text/html;charset=utf-8`, as found in `Content-Type` fields and `data:` URLs.
//!
//! `MediaType::parse` reads by one of two [`Reading`]s: RFC 2045 section 5.1, or "parse a MIME type" of the MIME Sniffing
//! Standard (section 4.4), which skips invalid parameters. `Display` follows "serialize a MIME type" (section
//! 4.5), whose output both readings accept. Values in `data:` URLs are percent-encoded instead of quoted; see
//! [`data`](crate::data).
//!
//! ```
//! use napkin::media::{MediaType, Reading};
//! let page = MediaType::parse("Text/HTML; Charset=\"utf-8\"", Reading::Strict)?;
//! assert_eq!(page.essence(), "text/html");
//! assert_eq!(page.parameter("charset"), Some("utf-8"));
//! assert_eq!(page.to_string(), "text/html;charset=utf-8");
//! # Ok::<(), napkin::Error>(())
//! ```

mod rfc2045;
mod whatwg;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::percent::{ALPHA, DIGIT, Set};
use crate::{Error, Finding, Rule, Sink, Span, Standard, rules};

/// Selects the rules by which media types and `data:` URLs are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Follows the grammars of RFC 2045, and of RFC 2397 with its predecessor draft-masinter-url-data-02. Reports an
    /// error for everything else.
    Strict,
    /// Reads as browsers do, by the MIME Sniffing Standard and the `data:` URL processor of the Fetch Standard.
    #[default]
    Whatwg,
}

impl Reading {
    /// Both readings.
    pub const ALL: &[Self] = &[Self::Strict, Self::Whatwg];

    /// Returns the name that commands use: `strict`, `whatwg`.
    ///
    /// ```
    /// assert_eq!(napkin::media::Reading::Strict.name(), "strict");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Whatwg => "whatwg",
        }
    }

    /// Returns the URL standard under which findings of this reading are reported: RFC 3986 for RFC 2397, the URL
    /// Standard for the Fetch Standard.
    ///
    /// ```
    /// use napkin::{Standard, media::Reading};
    /// assert_eq!(Reading::Strict.standard(), Standard::Rfc3986);
    /// ```
    #[must_use]
    pub const fn standard(self) -> Standard {
        match self {
            Self::Strict => Standard::Rfc3986,
            Self::Whatwg => Standard::Whatwg,
        }
    }
}

/// Limits how much of a media type is read. Exceeding a limit reports the code named at the limit.
///
/// The standards set no such limits, so the default is [none](Self::NONE). Stream decoders, which must buffer text until
/// its meaning is known, use [`STREAM`](Self::STREAM) by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MediaLimits {
    /// The longest media type, in bytes: `media-type-too-long`.
    pub media_type: usize,
    /// The most parameters: `media-type-too-many-parameters`.
    pub parameters: usize,
    /// The most bytes that a stream buffers until later bytes decide their meaning: `too-long`. A stream buffers white
    /// space and controls that may end the URL. Under [`Reading::Whatwg`] it buffers all of a URL that begins with
    /// `data:/`. A [`Checker`](crate::data::Checker) also buffers white space before the scheme and in escapes.
    pub kept: usize,
}

impl MediaLimits {
    /// No limits.
    pub const NONE: Self = Self { media_type: usize::MAX, parameters: usize::MAX, kept: usize::MAX };

    /// A media type of 64 KiB, 1000 parameters, and 1 MiB buffered.
    pub const STREAM: Self = Self { media_type: 64 << 10, parameters: 1000, kept: 1 << 20 };

    /// Returns the limits with a different maximum length of the media type, in bytes.
    ///
    /// ```
    /// use napkin::media::{MediaLimits, MediaType, Reading};
    /// let limits = MediaLimits::NONE.with_media_type(10);
    /// assert!(MediaType::parse_with("text/x-long", Reading::Whatwg, &limits, &mut ()).is_err());
    /// ```
    #[must_use]
    pub const fn with_media_type(self, bytes: usize) -> Self {
        Self { media_type: bytes, ..self }
    }

    /// Returns the limits with a different maximum number of parameters.
    ///
    /// ```
    /// use napkin::media::{MediaLimits, MediaType, Reading};
    /// let limits = MediaLimits::NONE.with_parameters(1);
    /// assert!(MediaType::parse_with("text/plain;a=1;b=2", Reading::Whatwg, &limits, &mut ()).is_err());
    /// ```
    #[must_use]
    pub const fn with_parameters(self, count: usize) -> Self {
        Self { parameters: count, ..self }
    }

    /// Returns the limits with a different maximum number of bytes that a stream buffers.
    ///
    /// ```
    /// use napkin::data::{Decoder, MediaLimits, Reading};
    /// let mut decoder = Decoder::with_limits(Reading::Whatwg, MediaLimits::STREAM.with_kept(4));
    /// decoder.push(b"data:/a", &mut |_| ())?; // Browsers fold this path, so the decoder keeps it.
    /// assert_eq!(decoder.push(b"/../b,X", &mut |_| ()).unwrap_err().rule().code(), "too-long");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_kept(self, bytes: usize) -> Self {
        Self { kept: bytes, ..self }
    }
}

impl Default for MediaLimits {
    fn default() -> Self {
        Self::NONE
    }
}

/// `token` of RFC 2045 section 5.1: ASCII without controls, space and `tspecials`. `%` also belongs to a token, but no
/// [`Set`] can contain it.
pub(crate) const TOKEN: Set = HTTP_TOKEN.or(Set::of(b"{}"));

/// *HTTP token code points* of the MIME Sniffing Standard, without `%`, which no [`Set`] can contain.
const HTTP_TOKEN: Set = ALPHA.or(DIGIT).or(Set::of(b"!#$&'*+-.^_`|~"));

/// Returns whether `text` is a token of one or more characters of `set` or `%`.
pub(crate) fn is_token(text: &str, set: Set) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'%' || set.contains_byte(byte))
}

/// A parameter: a name in lower case, and a value without quotes or escapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameter<'a> {
    name: Cow<'a, str>,
    value: Cow<'a, str>,
}

impl<'a> Parameter<'a> {
    /// Returns the name, in lower case.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// let page = MediaType::parse("text/html; Charset=UTF-8", Reading::Strict)?;
    /// assert_eq!(page.parameters()[0].name(), "charset");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value, without quotes and escapes.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// let note = MediaType::parse(r#"text/plain; name="a \"b\"""#, Reading::Strict)?;
    /// assert_eq!(note.parameters()[0].value(), r#"a "b""#);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    pub(crate) fn new(name: Cow<'a, str>, value: Cow<'a, str>) -> Self {
        Self { name, value }
    }

    fn into_owned(self) -> Parameter<'static> {
        Parameter { name: self.name.into_owned().into(), value: self.value.into_owned().into() }
    }
}

/// A media type with its parameters. It borrows every part that the text has in lower case and without escapes.
///
/// Two media types are equal when they have the same essence and the same parameters in the same order. Only values are
/// case-sensitive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MediaType<'a> {
    essence: Cow<'a, str>,
    slash: usize,
    parameters: Parameters<'a>,
}

/// A list of parameters. That of most `data:` URLs needs no memory.
#[derive(Clone)]
enum Parameters<'a> {
    /// The list of [`MediaType::default_of_data`].
    OfData,
    Other(Vec<Parameter<'a>>),
}

static OF_DATA: [Parameter<'static>; 1] =
    [Parameter { name: Cow::Borrowed("charset"), value: Cow::Borrowed("US-ASCII") }];

impl<'a> Parameters<'a> {
    fn as_slice(&self) -> &[Parameter<'a>] {
        match self {
            Self::OfData => &OF_DATA,
            Self::Other(list) => list,
        }
    }

    fn into_vec(self) -> Vec<Parameter<'a>> {
        match self {
            Self::OfData => OF_DATA.to_vec(),
            Self::Other(list) => list,
        }
    }
}

impl<'a> From<Vec<Parameter<'a>>> for Parameters<'a> {
    fn from(list: Vec<Parameter<'a>>) -> Self {
        Self::Other(list)
    }
}

impl fmt::Debug for Parameters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl PartialEq for Parameters<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Parameters<'_> {}

impl Hash for Parameters<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<'a> MediaType<'a> {
    /// Parses the value of a `Content-Type` field.
    ///
    /// Under [`Reading::Strict`], comments and folded lines may be between any two tokens (RFC 822).
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// // RFC 2045 section 5.1
    /// let text = "text/plain; charset=us-ascii (Plain text)";
    /// assert_eq!(MediaType::parse(text, Reading::Strict)?.to_string(), "text/plain;charset=us-ascii");
    /// assert_eq!(MediaType::parse(text, Reading::Whatwg)?.to_string(), r#"text/plain;charset="us-ascii (Plain text)""#);
    /// let error = MediaType::parse("text", Reading::Whatwg).unwrap_err();
    /// assert_eq!(error.to_string(), "expected `/` and a subtype, but found the end at byte 4");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Under [`Reading::Strict`], reports the first deviation from the grammar. Under [`Reading::Whatwg`], reports a
    /// missing type or subtype.
    pub fn parse(text: &'a str, reading: Reading) -> Result<Self, Error> {
        Self::parse_with(text, reading, &MediaLimits::NONE, &mut ())
    }

    /// Parses the value of a `Content-Type` field within limits, and reports skipped parameters to `sink`. The spans are
    /// offsets in `text`.
    ///
    /// ```
    /// use napkin::Finding;
    /// use napkin::media::{MediaLimits, MediaType, Reading};
    /// let mut findings: Vec<Finding> = Vec::new();
    /// MediaType::parse_with("text/html;a=1;a=2", Reading::Whatwg, &MediaLimits::NONE, &mut findings)?;
    /// assert_eq!(findings[0].rule.code(), "media-type-repeated");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), and an exceeded limit.
    pub fn parse_with<S: Sink + ?Sized>(
        text: &'a str,
        reading: Reading,
        limits: &MediaLimits,
        sink: &mut S,
    ) -> Result<Self, Error> {
        check_length(text.len(), 0, limits, reading.standard())?;
        match reading {
            Reading::Strict => rfc2045::parse(text, limits, sink),
            Reading::Whatwg => whatwg::parse(text, limits, sink),
        }
    }

    /// Returns a media type without parameters. Both parts become lower case.
    ///
    /// ```
    /// use napkin::media::MediaType;
    /// let brief = MediaType::new("text", "plain")?.with_parameter("charset", "US-ASCII")?;
    /// assert_eq!(brief, MediaType::default_of_data());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// A part is not a token. The span is an offset in that part.
    pub fn new(top_level: &str, subtype: &str) -> Result<MediaType<'static>, Error> {
        for part in [top_level, subtype] {
            if !is_token(part, HTTP_TOKEN) {
                let at = Span::new(0, part.len());
                return Err(unexpected(rules::MEDIA_TYPE, Standard::Whatwg, part, at, "a token"));
            }
        }
        let essence = [top_level, "/", subtype].concat().to_ascii_lowercase();
        Ok(MediaType { essence: essence.into(), slash: top_level.len(), parameters: Vec::new().into() })
    }

    /// Adds a parameter, or replaces the value of the parameter with this name. The name becomes lower case.
    ///
    /// ```
    /// use napkin::media::MediaType;
    /// let page = MediaType::new("text", "html")?.with_parameter("Charset", "utf-8")?;
    /// assert_eq!(page.to_string(), "text/html;charset=utf-8");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// The name is not a token, or the value has a character that a quoted string cannot contain: a control, or a
    /// character beyond U+00FF. The span is an offset in the name or the value.
    pub fn with_parameter(mut self, name: &str, value: &str) -> Result<Self, Error> {
        if !is_token(name, HTTP_TOKEN) {
            let at = Span::new(0, name.len());
            return Err(unexpected(rules::MEDIA_TYPE_PARAMETER, Standard::Whatwg, name, at, "a token"));
        }
        if let Some((at, _)) = value.char_indices().find(|&(_, c)| !whatwg::is_quotable(c)) {
            let at = Span::new(at, value.len());
            let expected = "a character that may stand in a quoted string";
            return Err(unexpected(rules::MEDIA_TYPE_PARAMETER, Standard::Whatwg, value, at, expected));
        }
        let name = name.to_ascii_lowercase();
        let value = Cow::Owned(String::from(value));
        let mut parameters = self.parameters.into_vec();
        match parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) => parameter.value = value,
            None => parameters.push(Parameter { name: name.into(), value }),
        }
        self.parameters = parameters.into();
        Ok(self)
    }

    /// Returns `text/plain;charset=US-ASCII`, the media type of a `data:` URL that names none (RFC 2397 section 2).
    ///
    /// ```
    /// use napkin::media::MediaType;
    /// assert_eq!(MediaType::default_of_data().to_string(), "text/plain;charset=US-ASCII");
    /// ```
    #[must_use]
    pub fn default_of_data() -> MediaType<'static> {
        MediaType { essence: "text/plain".into(), slash: 4, parameters: Parameters::OfData }
    }

    /// Returns a media type with `essence`, which is in lower case and has its `/` at byte `slash`.
    pub(crate) fn from_parts(essence: Cow<'a, str>, slash: usize, parameters: Vec<Parameter<'a>>) -> Self {
        Self { essence, slash, parameters: parameters.into() }
    }

    /// Returns type and subtype, in lower case: `text/html` (MIME Sniffing section 4.1).
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// assert_eq!(MediaType::parse("Text/HTML;charset=utf-8", Reading::Strict)?.essence(), "text/html");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn essence(&self) -> &str {
        &self.essence
    }

    /// Returns the part before the slash, in lower case: `text`.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// assert_eq!(MediaType::parse("Text/HTML", Reading::Strict)?.top_level(), "text");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn top_level(&self) -> &str {
        &self.essence[..self.slash]
    }

    /// Returns the part after the slash, in lower case: `html`.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// assert_eq!(MediaType::parse("Text/HTML", Reading::Strict)?.subtype(), "html");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn subtype(&self) -> &str {
        &self.essence[self.slash + 1..]
    }

    /// Returns the parameters, in order. No two have the same name.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// let page = MediaType::parse("text/html;a=1;b=2;a=3", Reading::Whatwg)?;
    /// assert!(page.parameters().iter().map(|parameter| parameter.value()).eq(["1", "2"]));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn parameters(&self) -> &[Parameter<'a>] {
        self.parameters.as_slice()
    }

    /// Returns the value of the parameter of this name; the case of the name does not matter.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// let page = MediaType::parse("text/html;charset=utf-8", Reading::Strict)?;
    /// assert_eq!((page.parameter("Charset"), page.parameter("q")), (Some("utf-8"), None));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters().iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name));
        found.map(Parameter::value)
    }

    /// Returns the media type with copies of the texts that it borrowed.
    ///
    /// ```
    /// use napkin::media::{MediaType, Reading};
    /// let text = String::from("text/html");
    /// let kept: MediaType<'static> = MediaType::parse(&text, Reading::Strict)?.into_owned();
    /// assert_eq!(kept.essence(), "text/html");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> MediaType<'static> {
        MediaType {
            essence: self.essence.into_owned().into(),
            slash: self.slash,
            parameters: match self.parameters {
                Parameters::OfData => Parameters::OfData,
                Parameters::Other(list) => list.into_iter().map(Parameter::into_owned).collect::<Vec<_>>().into(),
            },
        }
    }
}

/// *Serialize a MIME type* (MIME Sniffing section 4.5): values that are not tokens are quoted.
impl fmt::Display for MediaType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.essence)?;
        for Parameter { name, value } in self.parameters() {
            write!(f, ";{name}=")?;
            if is_token(value, HTTP_TOKEN) {
                f.write_str(value)?;
                continue;
            }
            f.write_str("\"")?;
            for piece in value.split_inclusive(['"', '\\']) {
                let kept = piece.trim_end_matches(['"', '\\']);
                f.write_str(kept)?;
                if kept.len() < piece.len() {
                    write!(f, "\\{}", &piece[kept.len()..])?;
                }
            }
            f.write_str("\"")?;
        }
        Ok(())
    }
}

/// Returns the text in lower case; borrowed if it has no upper-case letters.
pub(crate) fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns an error at a span of `text`. The character that was found is the first one of the span.
pub(crate) fn unexpected(rule: Rule, standard: Standard, text: &str, span: Span, expected: &'static str) -> Error {
    let found = text.get(span.start..).and_then(|rest| rest.chars().next());
    Error::new(Finding::new(rule, standard, span, expected, found))
}

/// Checks that a media type of `length` bytes at offset `start` is within the limits.
pub(crate) fn check_length(length: usize, start: usize, limits: &MediaLimits, standard: Standard) -> Result<(), Error> {
    if length <= limits.media_type {
        return Ok(());
    }
    let span = Span::new(start + limits.media_type, start + length);
    Err(Error::new(Finding::new(rules::MEDIA_TYPE_TOO_LONG, standard, span, "", None)))
}

/// A parameter and its place in the text.
pub(crate) struct Read<'a> {
    pub(crate) parameter: Parameter<'a>,
    pub(crate) span: Span,
}

/// Removes and reports parameters whose name occurred before. Sorting by name avoids a time quadratic in their number.
pub(crate) fn distinct<'a, S: Sink + ?Sized>(
    read: Vec<Read<'a>>,
    standard: Standard,
    sink: &mut S,
) -> Vec<Parameter<'a>> {
    if read.len() < 2 {
        return read.into_iter().map(|read| read.parameter).collect();
    }
    let mut order: Vec<usize> = (0..read.len()).collect();
    order.sort_by(|&a, &b| read[a].parameter.name.cmp(&read[b].parameter.name));
    let mut first = alloc::vec![None; read.len()];
    for pair in order.windows(2) {
        if read[pair[0]].parameter.name == read[pair[1]].parameter.name {
            first[pair[1]] = first[pair[0]].or(Some(pair[0]));
        }
    }
    let spans: Vec<Span> = read.iter().map(|read| read.span).collect();
    let mut kept = Vec::with_capacity(read.len());
    for (Read { parameter, span }, first) in read.into_iter().zip(first) {
        match first {
            None => kept.push(parameter),
            Some(first) => {
                sink.report(Finding::new(rules::MEDIA_TYPE_REPEATED, standard, span, "", None).with_also(spans[first]));
            }
        }
    }
    kept
}

/// Checks the number of parameters against the limit; the parameter at `span` is number `count`.
pub(crate) fn check_count(count: usize, span: Span, limits: &MediaLimits, standard: Standard) -> Result<(), Error> {
    if count <= limits.parameters {
        return Ok(());
    }
    Err(Error::new(Finding::new(rules::MEDIA_TYPE_TOO_MANY_PARAMETERS, standard, span, "", None)))
}

#[cfg(test)]
mod tests;
