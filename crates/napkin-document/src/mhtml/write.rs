//! Writes a page as an MHTML message. Start at `write`.
//!
//! The message is valid by RFC 5322, and its multipart/related by RFC 2387 and RFC 2557. It opens in Chromium, whose
//! reader is the strictest: lines end with CRLF, every part has an absolute URL and a transfer encoding, parts do not
//! nest, and only fields that must be are folded. The output is reproducible: it depends on neither the clock nor
//! chance.
//!
//! Line endings of text are kept, even LF alone, although RFC 2046 section 4.1.1 requires CRLF: digests cover these
//! bytes, and readers of the web accept either.

use super::encoded::{Body, encoded};
use crate::bundle::{self, Bundled, Fetch, PartOfPage, beside};
use crate::entity::Entity;
use napkin_html::{Fate, Namespace, Sink, Tag, scan};
use napkin_mail::{IdUrl, write_date};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::ops::ControlFlow;

/// Options of writing a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// The limits on the embedded objects. Each object counts once towards the total.
    pub limits: bundle::BundleLimits,
    /// The value of the `Date` field, in seconds from 1970-01-01T00:00:00Z. Default: 0.
    pub date: i64,
}

impl WriteOptions {
    /// Returns the options with these limits on the embedded objects.
    ///
    /// ```
    /// use napkin_document::{bundle::BundleLimits, mhtml::WriteOptions};
    /// let options = WriteOptions::default().with_limits(BundleLimits::default().with_count(100));
    /// assert_eq!(options.limits.count, 100);
    /// ```
    #[must_use]
    pub const fn with_limits(self, limits: bundle::BundleLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the options with this date, in seconds from 1970-01-01T00:00:00Z.
    ///
    /// ```
    /// use napkin_document::mhtml::WriteOptions;
    /// assert_eq!(WriteOptions::default().with_date(784_111_777).date, 784_111_777);
    /// ```
    #[must_use]
    pub const fn with_date(self, date: i64) -> Self {
        Self { date, ..self }
    }
}

/// Writes a page as MHTML, with each object that it needs in its own part. [`Bundled::bytes`] is the message.
///
/// The page is read as by [`bundle`](crate::bundle::bundle()). Scripts are kept, although Chromium runs none in an
/// archive. A failed object is listed, and its reference stays.
///
/// ```
/// use napkin_document::Entity;
/// use napkin_document::bundle::{Fetched, NotFetched, Request};
/// use napkin_mail::Message;
/// use napkin_document::mhtml::{WriteOptions, write};
///
/// let page = Entity::new(b"<title>Menu</title><img src=napkin.gif>").retrieved_from("http://pub.example/menu");
/// let mut fetch = |_: &Request<'_>| Ok::<_, NotFetched>(Fetched::new(b"GIF89a\x01\x02".to_vec()));
/// let written = write(&page, &WriteOptions::default(), &mut fetch);
/// let message = Message::parse(&written.bytes);
/// assert_eq!(message.page().unwrap().decoded().bytes, page.bytes);
/// assert_eq!(message.part("2").unwrap().field("content-location").unwrap().value(), b" http://pub.example/napkin.gif");
/// ```
pub fn write(page: &Entity<'_>, options: &WriteOptions, fetch: &mut dyn Fetch) -> Bundled {
    let (mut bundled, parts, url) = beside(page, &bundle::BundleOptions { limits: options.limits }, fetch);
    let root = root(page, url, &bundled.bytes);
    bundled.bytes = message(page, &root, &parts, options.date);
    bundled
}

/// Returns a page and its objects as a message.
pub(crate) fn joined(page: &Entity<'_>, url: String, media_type: String, parts: &[PartOfPage]) -> Vec<u8> {
    message(page, &Root { url, media_type, bytes: page.bytes.to_vec() }, parts, 0)
}

/// A part, ready to be written.
struct Ready<'p> {
    url: &'p str,
    media_type: &'p str,
    body: Body<'p>,
}

struct Root {
    url: String,
    media_type: String,
    bytes: Vec<u8>,
}

/// Returns the part of the page itself.
fn root(page: &Entity<'_>, url: String, bytes: &[u8]) -> Root {
    let essence = if bundle::is_xml(&url, bytes) { "application/xhtml+xml" } else { "text/html" };
    Root { url, media_type: with_charset(essence, page), bytes: bytes.to_vec() }
}

/// Returns a media type with the charset that the page came with.
pub(crate) fn with_charset(essence: &str, page: &Entity<'_>) -> String {
    let is_plain = |label: &&str| label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    match page.charset.filter(is_plain) {
        Some(label) => format!("{essence}; charset={label}"),
        None => essence.to_owned(),
    }
}

fn message(page: &Entity<'_>, root: &Root, parts: &[PartOfPage], date: i64) -> Vec<u8> {
    let first = Ready { url: &root.url, media_type: &root.media_type, body: encoded(&root.bytes) };
    let others = parts.iter().filter(|part| bundle::source::without_fragment(&part.url) != root.url);
    let others = others.map(|part| Ready { url: &part.url, media_type: &part.media_type, body: encoded(&part.bytes) });
    let all: Vec<Ready<'_>> = std::iter::once(first).chain(others).collect();
    let (digest, boundary) = boundary(&all);
    let id = format!("page.{digest}@mhtml.napkin.invalid");
    let mut head = String::from("From: Saved by napkin <napkin@napkin.invalid>\r\n");
    if !root.url.starts_with("thismessage:") {
        url_field(&mut head, "Snapshot-Content-Location", &root.url);
    }
    subject(&mut head, &title(page));
    let essence = root.media_type.split(';').next().unwrap_or_default();
    let _ = write!(
        head,
        "Date: {}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"{essence}\"; start=\"<{id}>\";\r\n \
         boundary=\"{boundary}\"\r\n\r\n",
        write_date(date)
    );
    let mut out = head.into_bytes();
    for (number, part) in all.iter().enumerate() {
        let mut head = format!("--{boundary}\r\n");
        media_type(&mut head, part.media_type);
        let _ = write!(head, "Content-Transfer-Encoding: {}\r\n", part.body.encoding);
        if number == 0 {
            let _ = write!(head, "Content-ID: <{id}>\r\n");
        }
        match IdUrl::parse(part.url).and_then(|url| url.content_id) {
            Some(id) => url_field(&mut head, "Content-ID", &format!("<{id}>")),
            None => url_field(&mut head, "Content-Location", part.url),
        }
        head.push_str("\r\n");
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(&part.body.text);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    out
}

/// Returns a digest of all parts, and a boundary that occurs in none of them.
fn boundary(parts: &[Ready<'_>]) -> (String, String) {
    let mut hash = Sha256::new();
    for part in parts {
        for piece in [part.url.as_bytes(), part.media_type.as_bytes(), &part.body.text] {
            hash.update(piece);
            hash.update(b"\n");
        }
    }
    let digest = format!("{:.32x}", hash.finalize());
    // `=_` never occurs in quoted-printable or base64 (RFC 2045 section 6.7), and plain text would have to contain
    // its own digest.
    let boundary = format!("----=_napkin_{digest}");
    (digest, boundary)
}

/// Writes a field with a URL. RFC 5322 section 2.1.1 limits lines to 998 characters; Chromium removes one space per
/// fold.
fn url_field(head: &mut String, name: &str, url: &str) {
    const MOST: usize = 900;
    let _ = write!(head, "{name}: ");
    let plain: String = url.chars().map(|c| if c.is_ascii_graphic() { c } else { '_' }).collect();
    let mut rest = plain.as_str();
    while rest.len() > MOST {
        let (line, behind) = rest.split_at(MOST);
        let _ = write!(head, "{line}\r\n ");
        rest = behind;
    }
    let _ = write!(head, "{rest}\r\n");
}

/// Writes the `Content-Type`; drops the parameters if they do not fit on a line.
fn media_type(head: &mut String, media_type: &str) {
    let is_line = media_type.len() < 900 && media_type.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let media_type = if is_line { media_type } else { media_type.split(';').next().unwrap_or_default() };
    let _ = write!(head, "Content-Type: {media_type}\r\n");
}

/// Writes the subject, in encoded words (RFC 2047) if necessary.
fn subject(head: &mut String, title: &str) {
    if title.is_empty() {
        return;
    }
    let is_plain = title.len() < 70 && title.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !title.contains("=?");
    if is_plain {
        let _ = write!(head, "Subject: {title}\r\n");
        return;
    }
    head.push_str("Subject:");
    let mut word = String::new();
    for c in title.chars() {
        let mut bytes = [0; 4];
        let escaped: String = c.encode_utf8(&mut bytes).bytes().fold(String::new(), |mut text, byte| {
            match byte {
                b' ' => text.push('_'),
                byte if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
                byte => {
                    let _ = write!(text, "={byte:02X}");
                }
            }
            text
        });
        // RFC 2047 section 2: lines have at most 76 characters; no character is split between two words.
        if word.len() + escaped.len() > 54 {
            let _ = write!(head, " =?utf-8?Q?{word}?=\r\n");
            word.clear();
        }
        word.push_str(&escaped);
    }
    let _ = write!(head, " =?utf-8?Q?{word}?=\r\n");
}

/// The maximum length of a title in characters.
const TITLE: usize = 500;

/// Returns the title of a page, with white space collapsed.
pub(crate) fn title(page: &Entity<'_>) -> String {
    let mut found = Title::default();
    let _ = scan(page.bytes, &mut found);
    let Some(start) = found.behind else { return String::new() };
    let rest = &page.bytes[start..];
    let ends = |at: &usize| rest[*at..].get(..7).is_some_and(|end| end.eq_ignore_ascii_case(b"</title"));
    let Some(end) = memchr::memchr_iter(b'<', rest).find(ends) else { return String::new() };
    let encoding = encoding_rs::Encoding::for_label(crate::charset(page).name().as_bytes());
    let text = encoding.unwrap_or(encoding_rs::UTF_8).decode_without_bom_handling(&rest[..end]).0;
    let text = napkin_html::decode_attribute_value(text.as_bytes());
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control()).take(TITLE).collect()
}

/// Finds the start of the text of the first `title`.
#[derive(Default)]
struct Title {
    behind: Option<usize>,
}

impl Sink for Title {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let is_title = tag.namespace == Namespace::Html && tag.bytes(tag.name).eq_ignore_ascii_case(b"title");
        if !is_title || tag.fate != Fate::Element {
            return ControlFlow::Continue(());
        }
        self.behind = Some(tag.offset + tag.span.end);
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin_mail::decode_words;

    #[test]
    fn titles_become_subjects() {
        for (page, expected) in [
            ("<title>Menu &amp; beer\n of\ttoday</title>", "Menu & beer of today"),
            ("<svg><title>no</title></svg><TITLE>yes</TITLE>", "yes"),
            ("<p>", ""),
            ("<title>never ended", ""),
            (
                "<title>Caf\u{e9} =?utf-8?Q?x?= \u{1f37a} and more and more and more and more and more and more of it</title>",
                "Caf\u{e9} =?utf-8?Q?x?= \u{1f37a} and more and more and more and more and more and more of it",
            ),
            (
                "<title>\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}</title>",
                "\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}\u{1f37a}",
            ),
        ] {
            let title = title(&Entity::new(page.as_bytes()).with_kind(crate::Kind::Html));
            assert_eq!(title, expected);
            let mut head = String::new();
            subject(&mut head, &title);
            assert!(head.lines().all(|line| line.len() <= 76), "{head}");
            let value = head.trim_end().strip_prefix("Subject:").unwrap_or_default().as_bytes();
            assert_eq!(decode_words(value), expected);
        }
    }

    #[test]
    fn long_urls_are_folded() {
        let url = format!("http://pub.example/{}", "a".repeat(3000));
        let mut head = String::new();
        url_field(&mut head, "Content-Location", &url);
        assert!(head.lines().all(|line| line.len() < 998));
        let bytes = format!("{head}\r\n");
        let message = napkin_mail::Message::parse(bytes.as_bytes());
        let bases = napkin_mail::Bases::new(&message, napkin_mail::Profile::Lenient, None);
        assert_eq!(bases.label(message.root()).as_deref(), Some(&*url));
    }
}
