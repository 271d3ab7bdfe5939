//! The formats that are searched for `data:` URLs, and how a document's format is recognized.

use super::sniff;
use crate::entity::{is_html, without_mark};
use napkin::media::MediaType;
use napkin_mail::is_message;
use std::fmt;

/// A format that is searched for `data:` URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// HTML, with embedded CSS, SVG and MathML.
    Html,
    /// A style sheet.
    Css,
    /// XML: SVG, XHTML, feeds, XSLT style sheets, and any other.
    Xml,
    /// JSON.
    Json,
    /// Plain text.
    Text,
    /// A message, with all its parts; also MHTML.
    Mail,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Html, Self::Css, Self::Xml, Self::Json, Self::Text, Self::Mail];

    /// Returns the name: `html`, `css`, `xml`, `json`, `text`, `mail`.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::Mail.name(), "mail");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Css => "css",
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Text => "text",
            Self::Mail => "mail",
        }
    }

    /// Returns the format of a media type, given its essence in lower case.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::of_essence("image/svg+xml"), Some(Format::Xml));
    /// assert_eq!(Format::of_essence("image/png"), None);
    /// ```
    #[must_use]
    pub fn of_essence(essence: &str) -> Option<Self> {
        match essence {
            "text/html" => Some(Self::Html),
            "text/css" => Some(Self::Css),
            "text/xml" | "application/xml" | "text/xsl" => Some(Self::Xml),
            "application/json" | "text/json" => Some(Self::Json),
            "text/plain" | "text/markdown" | "text/csv" => Some(Self::Text),
            "message/rfc822" | "message/global" => Some(Self::Mail),
            _ if essence.starts_with("multipart/") => Some(Self::Mail),
            _ if essence.ends_with("+xml") => Some(Self::Xml),
            _ if essence.ends_with("+json") => Some(Self::Json),
            _ => None,
        }
    }

    /// Returns the format in which data is searched: that of its type; if the type is plain text, or contains no URLs,
    /// the format that the data looks like.
    pub(super) fn of_data(media_type: &MediaType<'_>, sniffed: Option<&str>) -> Option<Self> {
        match Self::of_essence(media_type.essence()) {
            Some(format) if format != Self::Text => Some(format),
            declared => sniffed.and_then(Self::of_essence).or(declared),
        }
    }

    /// Returns the format of a file by its extension.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::of_name("menu.svg"), Some(Format::Xml));
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" | "shtml" => Some(Self::Html),
            "css" => Some(Self::Css),
            "xml" | "svg" | "xhtml" | "xht" | "xsl" | "xslt" | "rss" | "atom" | "mml" => Some(Self::Xml),
            "json" | "webmanifest" | "map" | "gltf" | "geojson" | "jsonld" => Some(Self::Json),
            "eml" | "rfc822" | "mbox" | "mht" | "mhtml" => Some(Self::Mail),
            "txt" | "text" | "md" | "rst" | "log" | "csv" => Some(Self::Text),
            _ => None,
        }
    }

    /// Returns the format that the beginning of the content suggests; text if it suggests none.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::of_content(b"<!doctype html>"), Format::Html);
    /// assert_eq!(Format::of_content(b"[1, 2]"), Format::Json);
    /// ```
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Self {
        match sniff::sniffed(bytes) {
            Some("text/html") => return Self::Html,
            Some("text/xml" | "image/svg+xml") => return Self::Xml,
            _ => {}
        }
        let text = without_mark(bytes).trim_ascii_start();
        match text.first() {
            Some(_) if is_message(without_mark(bytes)) => Self::Mail,
            Some(b'{' | b'[' | b'"') => Self::Json,
            Some(b'@') if text.starts_with(b"@import") || text.starts_with(b"@charset") => Self::Css,
            Some(b'<') if is_html(text) => Self::Html,
            _ => Self::Text,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
