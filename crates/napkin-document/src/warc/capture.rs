//! What a server sent, as a record of a web archive keeps it: the response of HTTP with its codings, or the bytes alone.

use std::borrow::Cow;
use std::io::Read;

use super::{WarcRecord, push_field};
use crate::Kind;
use crate::archive::{ArchiveError, ArchiveLimits};
use crate::http_head;

/// The most content codings of a body: more than one is rare, and each multiplies the size.
const MOST_CODINGS: usize = 3;

/// A response, or a resource without one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capture<'a> {
    /// The URL from which it was retrieved: `WARC-Target-URI` (section 5.13), without the angle brackets of WARC 1.0.
    pub url: &'a str,
    /// The status code of the response.
    pub status: Option<u16>,
    /// The fields of the response. Without a response, `content-type` is that of the record.
    pub fields: Vec<(String, String)>,
    /// The body as it was sent, with all codings.
    pub sent: &'a [u8],
    /// Whether bytes of the body are missing here, because of a limit.
    pub is_cut: bool,
}

impl<'a> Capture<'a> {
    pub(super) fn of(record: &'a WarcRecord) -> Option<Self> {
        let url = record.field("WARC-Target-URI")?;
        let url = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(url);
        let is_response = match record.field("WARC-Type")? {
            kind if kind.eq_ignore_ascii_case("response") => true,
            kind if kind.eq_ignore_ascii_case("resource") || kind.eq_ignore_ascii_case("conversion") => false,
            _ => return None,
        };
        let is_cut = (record.block.len() as u64) < record.length;
        if let Some((status, fields, sent)) = is_response.then(|| response(&record.block)).flatten() {
            return Some(Self { url, status: Some(status), fields, sent, is_cut });
        }
        let media_type = record.field("Content-Type");
        let fields = media_type.map(|media_type| ("content-type".to_owned(), media_type.to_owned())).into_iter();
        Some(Self { url, status: None, fields: fields.collect(), sent: &record.block, is_cut })
    }

    /// Returns the value of the first field with this name in lower case.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| &**value)
    }

    /// Returns the media type that the fields state.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: dns:pub.example\r\nContent-Type: text/dns\r\n\
    ///     Content-Length: 4\r\n\r\nbeer\r\n\r\n";
    /// let record = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// assert_eq!(record.capture().unwrap().media_type(), Some("text/dns"));
    /// ```
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.field("content-type").filter(|media_type| !media_type.trim().is_empty())
    }

    /// Returns whether the body is a document that can contain links: by its media type, or if none is stated.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/\r\nContent-Type: image/png\r\n\
    ///     Content-Length: 4\r\n\r\nbeer\r\n\r\n";
    /// let record = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// assert!(!record.capture().unwrap().is_document());
    /// ```
    #[must_use]
    pub fn is_document(&self) -> bool {
        !self.sent.is_empty() && self.media_type().is_none_or(|media_type| Kind::of_media_type(media_type).is_some())
    }

    /// Returns the fields that have references, as a document of [`Kind::Http`]; `None` if there are none.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 51\r\n\r\n\
    ///     HTTP/1.1 301 Moved Permanently\r\nLocation: /menu\r\n\r\n\r\n\r\n";
    /// let record = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// assert_eq!(record.capture().unwrap().head().unwrap(), b"location: /menu\r\n");
    /// ```
    #[must_use]
    pub fn head(&self) -> Option<Vec<u8>> {
        http_head(&self.fields)
    }

    /// Returns the body without its codings: first the transfer coding, then the content codings, the last one first. Many archives keep
    /// fields of codings that are no longer there: a body that does not begin as its coding demands is returned as it is.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 61\r\n\r\n\
    ///     HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbeer\r\n0\r\n\r\n\r\n\r\n";
    /// let record = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// assert_eq!(&*record.capture().unwrap().body(ArchiveLimits::default()).unwrap(), b"beer");
    /// ```
    ///
    /// # Errors
    /// The body is larger than the limit of a member, its coding is unknown, or it is damaged.
    pub fn body(&self, limits: ArchiveLimits) -> Result<Cow<'a, [u8]>, ArchiveError> {
        if self.is_cut || self.sent.len() as u64 > limits.member {
            return Err(ArchiveError::Member(self.name(), limits.member));
        }
        let coded = |name: &str| self.field(name).unwrap_or_default().to_ascii_lowercase();
        let mut body = match coded("transfer-encoding").contains("chunked").then(|| unchunked(self.sent)).flatten() {
            Some(Ok(body)) => Cow::Owned(body),
            Some(Err(why)) => return Err(ArchiveError::Unreadable(self.name(), why.to_owned())),
            None => Cow::Borrowed(self.sent),
        };
        let codings = coded("content-encoding");
        let codings: Vec<&str> = codings.split(',').map(str::trim).filter(|coding| !coding.is_empty()).collect();
        if codings.len() > MOST_CODINGS {
            return Err(ArchiveError::Unreadable(self.name(), format!("it has {} content codings", codings.len())));
        }
        for coding in codings.iter().rev() {
            if let Some(decoded) = self.decoded(&body, coding, limits)? {
                body = Cow::Owned(decoded);
            }
        }
        Ok(body)
    }

    /// Returns the body without a content coding (RFC 9110 section 8.4.1); `None` if it has none.
    fn decoded(&self, body: &[u8], coding: &str, limits: ArchiveLimits) -> Result<Option<Vec<u8>>, ArchiveError> {
        let unreadable = |why: String| ArchiveError::Unreadable(self.name(), why);
        let most = limits.most(body.len() as u64);
        let reader: Box<dyn Read + '_> = match coding {
            "gzip" | "x-gzip" if super::source::is_gzip(body) => Box::new(flate2::read::MultiGzDecoder::new(body)),
            // RFC 1950 section 2.2: the method, and a sum that 31 divides.
            "deflate" if matches!(body, [a, b, ..] if a & 15 == 8 && (u32::from(*a) << 8 | u32::from(*b)) % 31 == 0) => {
                Box::new(flate2::read::ZlibDecoder::new(body))
            }
            // Servers that misread RFC 9110 send it without this header.
            "deflate" => Box::new(flate2::read::DeflateDecoder::new(body)),
            "br" => Box::new(brotli_decompressor::Decompressor::new(body, 4096)),
            "gzip" | "x-gzip" | "identity" => return Ok(None),
            _ => return Err(unreadable(format!("its content coding `{coding}` is unknown"))),
        };
        let mut decoded = Vec::new();
        match reader.take(most.saturating_add(1)).read_to_end(&mut decoded) {
            Ok(_) if decoded.len() as u64 <= most => Ok(Some(decoded)),
            Ok(_) => Err(limits.exceeded(self.name(), most)),
            // Text in its place was decoded before it was stored.
            Err(_) if decoded.is_empty() && is_text(body) => Ok(None),
            Err(error) => Err(unreadable(error.to_string())),
        }
    }

    fn name(&self) -> String {
        napkin::mask_passwords(self.url).into_owned()
    }
}

fn is_text(body: &[u8]) -> bool {
    let head = &body[..body.len().min(256)];
    !head.iter().any(|&byte| byte < b' ' && !byte.is_ascii_whitespace())
}

type Response<'a> = (u16, Vec<(String, String)>, &'a [u8]);

/// Returns the status, the fields and the body of a response (RFC 9112 section 4 and 5).
fn response(block: &[u8]) -> Option<Response<'_>> {
    let (first, mut rest) = line(block)?;
    let mut words = first.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    words.next().filter(|version| version.starts_with(b"HTTP/"))?;
    let status = std::str::from_utf8(words.next()?).ok()?.trim_end().parse().ok()?;
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut has_end = false;
    while let Some((line, behind)) = line(rest).filter(|_| !has_end) {
        rest = behind;
        has_end = line.is_empty();
        // Lines without a colon are ignored.
        push_field(&mut fields, &String::from_utf8_lossy(line));
    }
    fields.iter_mut().for_each(|(name, _)| name.make_ascii_lowercase());
    // A header without an end has no body.
    Some((status, fields, if has_end { rest } else { &[] }))
}

/// Returns the first line without its end, and what follows.
fn line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr(b'\n', text)?;
    let line = &text[..end];
    Some((line.strip_suffix(b"\r").unwrap_or(line), &text[end + 1..]))
}

/// Returns the body without the chunked coding (RFC 9112 section 7.1); `None` if it does not begin with a chunk.
fn unchunked(mut coded: &[u8]) -> Option<Result<Vec<u8>, &'static str>> {
    let mut body = Vec::new();
    let mut is_first = true;
    while let Some((size, rest)) = line(coded) {
        let digits = size.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
        let size =
            std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let Some(size) = size.and_then(|size| usize::from_str_radix(size, 16).ok()) else {
            return (!is_first).then_some(Err("expected the size of a chunk, but found something else"));
        };
        if size == 0 {
            return Some(Ok(body));
        }
        is_first = false;
        let Some((chunk, behind)) = rest.split_at_checked(size) else { return Some(Err("a chunk is cut off")) };
        body.extend_from_slice(chunk);
        coded = behind.strip_prefix(b"\r\n").or_else(|| behind.strip_prefix(b"\n")).unwrap_or(behind);
    }
    (!is_first).then_some(if coded.is_empty() {
        Ok(body)
    } else {
        Err("expected the size of a chunk, but found the end")
    })
}
