//! Parses `Content-Type`, `Content-Disposition`, and their parameters. Start at `ContentType`.
//!
//! The module reads the media type (RFC 2045 section 5.1), decides which of several parameters with one name counts, and joins
//! parameters in pieces by their numbers (RFC 2231). It decodes escapes only in pieces marked with `*`. Encoded words in quoted
//! strings stay literal (RFC 2047 section 5, rule 3).

use crate::encoded_words;
use crate::lexer::{self, Piece, Structured};
use crate::mapped_bytes::{ByteBuilder, Mapped};
use encoding_rs::Encoding;
use napkin::{Finding, Sink, Span, Standard, percent};
use std::borrow::Cow;

use crate::rules;

/// A field of the form `value; name=value`.
///
/// ```
/// use napkin_mail::ContentType;
/// let field = b"Message/External-Body (c); access-type=URL; URL*1=\"/b\"; URL*0=\"http://h\"";
/// let read = ContentType::parse(field);
/// assert_eq!(read.essence(), "message/external-body");
/// assert_eq!(read.parameter("url").unwrap().text(), "http://h/b");
/// ```
#[derive(Clone, Debug)]
pub struct ContentType<'a> {
    bytes: &'a [u8],
    /// The place of the bytes in their text.
    at: usize,
    read: Cow<'a, Written>,
}

/// The parsed value of a field, stored for fields that are requested more than once. All spans refer to the value.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    essence: Cow<'static, str>,
    fields: Structured,
}

impl Written {
    /// Parses the value of a field.
    pub(crate) fn read(value: &[u8]) -> Self {
        let fields = lexer::structured(value);
        Self { essence: essence(&value[fields.head.range()]), fields }
    }

    /// Returns the field with this parsed value, whose bytes are at `at` in their text.
    pub(crate) const fn of<'a>(&'a self, value: &'a [u8], at: usize) -> ContentType<'a> {
        ContentType { bytes: value, at, read: Cow::Borrowed(self) }
    }

    /// Returns the text before the parameters, in lower case.
    pub(crate) fn essence(&self) -> &str {
        &self.essence
    }

    /// Returns the text before the parameters if it is a media type or a common disposition.
    pub(crate) fn media_type(&self) -> Option<Cow<'static, str>> {
        match &self.essence {
            Cow::Borrowed(usual) => Some(Cow::Borrowed(usual)),
            Cow::Owned(written) => is_media_type(written).then(|| Cow::Owned(written.clone())),
        }
    }
}

impl<'a> ContentType<'a> {
    /// Parses the value of a field, the text after its colon.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = ContentType::parse(b"text/html; charset=utf-8; name*0=a; name*1=b");
    /// assert_eq!(value.essence(), "text/html");
    /// ```
    #[must_use]
    pub fn parse(value: &'a [u8]) -> Self {
        Self::read(value, 0)
    }

    /// Parses a value that begins at `at` in its text.
    pub(crate) fn read(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, read: Cow::Owned(Written::read(bytes)) }
    }

    /// Returns the value before the parameters in lower case, such as `text/plain` or `attachment`. A value without a slash
    /// is not a media type and counts as `text/plain` (RFC 2045 section 5.2); see [`is_media_type`](Self::is_media_type).
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// assert_eq!(ContentType::parse(b" Text/HTML; charset=utf-8").essence(), "text/html");
    /// assert_eq!(ContentType::parse(b" attachment; filename=menu.pdf").essence(), "attachment");
    /// ```
    #[must_use]
    pub fn essence(&self) -> &str {
        &self.read.essence
    }

    /// Returns whether the value has the form `type/subtype`.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// assert!(ContentType::parse(b"text/html; charset=utf-8").is_media_type());
    /// assert!(!ContentType::parse(b"text").is_media_type());
    /// ```
    #[must_use]
    pub fn is_media_type(&self) -> bool {
        is_media_type(self.essence())
    }

    /// Returns the parameter with this name, in any case.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = ContentType::parse(b"text/html; charset=utf-8; name*0=a; name*1=b");
    /// assert_eq!(value.parameter("name").unwrap().text(), "ab");
    /// ```
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<Parameter> {
        self.parameter_with(name, &mut ())
    }

    /// Returns the parameter that is written with a `*` after its name, in one piece: `filename*=utf-8''caf%C3%A9` (RFC 2231
    /// section 4).
    pub(crate) fn extended_parameter(&self, name: &str) -> Option<Parameter> {
        let is_extended =
            |piece: &&Piece| matches!(suffix(piece.name.of_bytes(self.bytes), name), Some(Suffix::Marked));
        let piece = *self.pieces().iter().find(is_extended)?;
        Some(Parameter::new(self.joined(&[(0, true, piece)]), piece.name.shift(self.at), piece.is_quoted))
    }

    /// Like `parameter`, but also reports repeated parameters and missing pieces. Spans refer to the text that
    /// contains the field.
    ///
    /// ```
    /// use napkin_mail::{ContentType, rules};
    /// let mut findings = Vec::new();
    /// let value = ContentType::parse(b"text/html; charset=utf-8; charset=latin1");
    /// let charset = value.parameter_with("charset", &mut findings).unwrap();
    /// assert_eq!(charset.text(), "utf-8");
    /// assert_eq!((findings[0].rule, findings[0].span), (rules::MAIL_PARAMETER_REPEATED, napkin::Span::new(26, 33)));
    /// ```
    pub fn parameter_with(&self, name: &str, findings: &mut dyn Sink) -> Option<Parameter> {
        let mut say = |rule, span: Span| {
            findings.report(Finding::new(rule, Standard::Rfc3986, span.shift(self.at), "", None));
        };
        let mut whole = None;
        let mut pieces: Vec<(usize, bool, Piece)> = Vec::new();
        for &piece in self.pieces() {
            match suffix(piece.name.of_bytes(self.bytes), name) {
                None => {}
                Some(Suffix::None) => match whole {
                    None => whole = Some((piece, false)),
                    Some(_) => say(rules::MAIL_PARAMETER_REPEATED, piece.name),
                },
                Some(Suffix::Marked) => match whole {
                    None => whole = Some((piece, true)),
                    Some(_) => say(rules::MAIL_PARAMETER_REPEATED, piece.name),
                },
                Some(Suffix::Number(number, is_marked)) => pieces.push((number, is_marked, piece)),
                Some(Suffix::Wrong) => say(rules::MAIL_PARAMETER_PIECES, piece.name),
            }
        }
        if let Some((piece, is_marked)) = whole {
            if let Some((_, _, other)) = pieces.first() {
                say(rules::MAIL_PARAMETER_REPEATED, other.name);
            }
            let joined =
                if is_marked { self.joined(&[(0, true, piece)]) } else { (piece.content(self.bytes, self.at), None) };
            return Some(Parameter::new(joined, piece.name.shift(self.at), piece.is_quoted));
        }
        pieces.sort_by_key(|(number, ..)| *number);
        let repeated = pieces.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].2.name);
        if let Some(name) = repeated {
            say(rules::MAIL_PARAMETER_REPEATED, name);
        }
        pieces.dedup_by_key(|(number, ..)| *number);
        let count = pieces.iter().enumerate().take_while(|(place, (number, ..))| place == number).count();
        if let Some((_, _, piece)) = pieces.get(count) {
            say(rules::MAIL_PARAMETER_PIECES, piece.name);
        }
        let pieces = &pieces[..count];
        let (_, _, first) = pieces.first()?;
        let is_quoted = pieces.iter().all(|(_, _, piece)| piece.is_quoted);
        Some(Parameter::new(self.joined(pieces), first.name.shift(self.at), is_quoted))
    }

    /// Joins pieces, given in order, and returns the charset that the first piece names.
    fn joined(&self, pieces: &[(usize, bool, Piece)]) -> (Mapped, Option<&'static Encoding>) {
        let start = pieces.first().map_or(0, |(_, _, piece)| piece.inside.start);
        let mut built = ByteBuilder::new(self.at + start);
        let mut charset = None;
        for (number, is_marked, piece) in pieces {
            if !is_marked {
                piece.append(self.bytes, self.at, &mut built);
                continue;
            }
            let content = piece.content(self.bytes, self.at);
            let mut from = 0;
            if *number == 0 {
                let mut quotes = memchr::memchr_iter(b'\'', &content.bytes);
                if let (Some(first), Some(second)) = (quotes.next(), quotes.next()) {
                    charset = Encoding::for_label(&content.bytes[..first]);
                    from = second + 1;
                }
            }
            unescape(&content, from, &mut built);
        }
        (built.finish(), charset)
    }

    /// Returns whether the field has at most one parameter, and not in pieces, so that none can be repeated or lack a piece.
    /// This is the usual case.
    pub(crate) fn has_one_parameter_at_most(&self) -> bool {
        match self.pieces() {
            [] => true,
            [piece] => memchr::memchr(b'*', piece.name.of_bytes(self.bytes)).is_none(),
            _ => false,
        }
    }

    /// Reports errors in the parameters with this name, as [`parameter_with`](Self::parameter_with) does.
    pub(crate) fn check_parameter(&self, name: &str, findings: &mut dyn Sink) {
        let mut named = self.pieces().iter().filter_map(|piece| suffix(piece.name.of_bytes(self.bytes), name));
        // A single parameter that is not in pieces has no such error.
        if !matches!((named.next(), named.next()), (None | Some(Suffix::None), None)) {
            self.parameter_with(name, findings);
        }
    }

    /// Returns the values of all parameters with this name that are not in pieces; without any, the value joined from pieces.
    pub(crate) fn values(&self, name: &str) -> Vec<String> {
        let is_named = |piece: &&Piece| piece.name.of_bytes(self.bytes).eq_ignore_ascii_case(name.as_bytes());
        let value = |piece: &Piece| piece.content(self.bytes, self.at).text().trim().to_owned();
        let whole: Vec<String> = self.pieces().iter().filter(is_named).map(value).collect();
        if whole.is_empty() {
            self.parameter(name).into_iter().map(|it| it.text().into_owned()).collect()
        } else {
            whole
        }
    }

    /// Returns the names of all parameters as written, in order. Each piece counts separately.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = ContentType::parse(b"text/html; charset=utf-8; name*0=a; name*1=b");
    /// assert_eq!(value.names().collect::<Vec<_>>(), ["charset", "name*0", "name*1"]);
    /// ```
    pub fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.pieces().iter().map(|piece| String::from_utf8_lossy(piece.name.of_bytes(self.bytes)))
    }

    /// Returns the span of the text before the first parameter, in the value of the field.
    pub(crate) fn head(&self) -> Span {
        self.read.fields.head
    }

    /// Returns all parameters, each piece separately. Spans refer to the value of the field.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.read.fields.parameters
    }

    /// Returns the span from the first to the last parameter, in the text of the field; `None` without parameters.
    pub(crate) fn all_parameters(&self) -> Option<Span> {
        let pieces = self.pieces();
        Some(Span::new(pieces.first()?.name.start, pieces.last()?.value.end).shift(self.at))
    }

    /// Reports violations of the grammar in the field.
    ///
    /// ```
    /// use napkin_mail::{ContentType, rules};
    /// let mut findings = Vec::new();
    /// ContentType::parse(b"text/html; charset").check(&mut findings);
    /// assert_eq!(findings[0].rule, rules::MAIL_PARAMETER);
    /// ```
    pub fn check(&self, findings: &mut dyn Sink) {
        for &(rule, span) in &self.read.fields.flaws {
            findings.report(Finding::new(rule, Standard::Rfc3986, span.shift(self.at), "", None));
        }
    }
}

/// Common media types and dispositions, which need no allocation.
const USUAL: [&str; 13] = [
    "text/plain", "text/html", "multipart/alternative", "multipart/mixed", "multipart/related", "message/rfc822",
    "application/octet-stream", "application/pdf", "image/gif", "image/jpeg", "image/png", "attachment", "inline",
];

fn is_media_type(essence: &str) -> bool {
    essence.split_once('/').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty() && !b.contains('/'))
}

fn essence(head: &[u8]) -> Cow<'static, str> {
    if let Some(usual) = USUAL.iter().find(|usual| usual.as_bytes().eq_ignore_ascii_case(head)) {
        return Cow::Borrowed(usual);
    }
    if head.iter().any(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'(')) {
        return without_white_space(head).into();
    }
    let lower = String::from_utf8(head.to_ascii_lowercase());
    lower.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()).into()
}

fn without_white_space(head: &[u8]) -> String {
    let mut out = Vec::new();
    let mut at = 0;
    while at < head.len() {
        at = lexer::skip(head, at);
        if let Some(&byte) = head.get(at) {
            out.push(byte.to_ascii_lowercase());
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Decodes the escapes of an extended value (RFC 2231 section 4). A malformed escape stays literal.
fn unescape(content: &Mapped, from: usize, built: &mut ByteBuilder) {
    let bytes = &content.bytes;
    let mut at = from;
    while at < bytes.len() {
        let escaped = bytes.get(at..at + 3).filter(|escape| escape[0] == b'%');
        let length = if escaped.is_some() { 3 } else { 1 };
        let source = content.level.source(Span::new(at, at + length));
        let mut byte = Vec::with_capacity(3);
        percent::decode_into(&bytes[at..at + length], &mut byte);
        if length == 3 && byte.len() == 3 {
            built.unit(&byte[..1], content.level.source(Span::new(at, at + 1)));
            at += 1;
        } else {
            built.unit(&byte, source);
            at += length;
        }
    }
}

enum Suffix {
    None,
    Marked,
    Number(usize, bool),
    /// A number with a leading zero, or no number.
    Wrong,
}

/// Returns the suffix after `name` in a written name, if the written name begins with it.
fn suffix(written: &[u8], name: &str) -> Option<Suffix> {
    let (head, rest) = written.split_at_checked(name.len())?;
    if !head.eq_ignore_ascii_case(name.as_bytes()) {
        return None;
    }
    match rest {
        [] => return Some(Suffix::None),
        b"*" => return Some(Suffix::Marked),
        [b'*', ..] => {}
        _ => return None,
    }
    let (digits, is_marked) = match rest[1..].strip_suffix(b"*") {
        Some(digits) => (digits, true),
        None => (&rest[1..], false),
    };
    let is_number = digits.iter().all(u8::is_ascii_digit) && (digits == b"0" || !digits.starts_with(b"0"));
    let number = std::str::from_utf8(digits).ok().filter(|_| is_number).and_then(|digits| digits.parse().ok());
    Some(number.map_or(Suffix::Wrong, |number| Suffix::Number(number, is_marked)))
}

/// The value of a parameter, with a map to its source.
#[derive(Clone, Debug)]
pub struct Parameter {
    value: Mapped,
    charset: Option<&'static Encoding>,
    name: Span,
    is_quoted: bool,
}

impl Parameter {
    fn new((value, charset): (Mapped, Option<&'static Encoding>), name: Span, is_quoted: bool) -> Self {
        Self { value, charset, name, is_quoted }
    }

    /// Returns the bytes of the value, without quotes, quoted pairs, folds and escapes.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = b"attachment; filename=\"a\\\"b.pdf\"";
    /// let filename = ContentType::parse(value).parameter("filename").unwrap();
    /// assert_eq!(filename.bytes(), b"a\"b.pdf");
    /// ```
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.value.bytes
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.value.bytes
    }

    /// Returns the value as text, decoded from the charset that it names (RFC 2231 section 4), else from UTF-8. Ill-formed
    /// text is replaced.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = b"application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A";
    /// let title = ContentType::parse(value).parameter("title").unwrap();
    /// assert_eq!(title.text(), "This is ***fun***");
    /// ```
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self.charset {
            Some(charset) => charset.decode_without_bom_handling(&self.value.bytes).0,
            None => String::from_utf8_lossy(&self.value.bytes),
        }
    }

    /// Returns the value as text, decoded leniently for programs that write encoded words here, or raw UTF-8 or windows-1252.
    pub(crate) fn lenient_text(&self) -> String {
        if self.charset.is_some() {
            return self.text().into_owned();
        }
        if memchr::memmem::find(self.bytes(), b"=?").is_some() {
            return encoded_words::decode_words(self.bytes());
        }
        encoded_words::text_in(self.bytes(), b"")
    }

    /// Returns whether the value is a quoted string, or all of its pieces are.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = b"attachment; filename=\"menu of today.pdf\"";
    /// let filename = ContentType::parse(value).parameter("filename").unwrap();
    /// assert!(filename.is_quoted());
    /// ```
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Returns the span that the value was decoded from, in the text of the field.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = b"text/html; charset=utf-8";
    /// let charset = ContentType::parse(value).parameter("charset").unwrap();
    /// assert_eq!(charset.span().of_bytes(value), b"utf-8");
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        self.value.cover
    }

    /// Returns the span of its name, or of the name of its first piece.
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = b"text/html; Charset=utf-8";
    /// let charset = ContentType::parse(value).parameter("charset").unwrap();
    /// assert_eq!(charset.name_span().of_bytes(value), b"Charset");
    /// ```
    #[must_use]
    pub const fn name_span(&self) -> Span {
        self.name
    }

    /// Returns the place in the text of the field of a span of [`bytes`](Self::bytes).
    ///
    /// ```
    /// use napkin_mail::ContentType;
    /// let value = b"attachment; filename*=utf-8''caf%C3%A9.pdf";
    /// let filename = ContentType::parse(value).parameter("filename").unwrap();
    /// assert_eq!(filename.bytes(), "caf\u{e9}.pdf".as_bytes());
    /// assert_eq!(filename.source_span(napkin::Span::new(3, 5)).of_bytes(value), b"%C3%A9");
    /// ```
    #[must_use]
    pub fn source_span(&self, span: Span) -> Span {
        self.value.level.source(span)
    }

    pub(crate) const fn mapped(&self) -> &Mapped {
        &self.value
    }
}
