//! A document with its kind and its origin. Start with `Entity`.
//!
//! The kind is determined by the name, then by the content. The module `encoding` determines the encoding.

use crate::target_fragments::TargetFragments;
use napkin_mail::is_message;
use std::path::Path;

/// A document: its bytes, its kind and its origin (draft-fielding-url-syntax-05 section 5.1.2 and 5.1.3).
///
/// ```
/// use napkin_document::{Entity, Kind};
/// let page = Entity::new(b"<!doctype html><a href=/>").retrieved_from("http://pub.example/menu");
/// assert_eq!(page.kind, Kind::Html);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entity<'a> {
    /// The document, in any encoding: see [`charset()`](crate::charset()).
    pub bytes: &'a [u8],
    /// The format in which to read it.
    pub kind: Kind,
    /// The last URL used to retrieve it, after redirects.
    pub retrieval: Option<&'a str>,
    /// The base URL of the message or document that encloses it.
    pub encapsulating: Option<&'a str>,
    /// The label of its encoding, if a header field or the caller specifies it.
    pub charset: Option<&'a str>,
    /// What hyperlinks in another member of the same package add to the targets in this one.
    pub fragments: Option<&'a TargetFragments>,
}

impl<'a> Entity<'a> {
    /// Creates a document without an origin; its kind is guessed from its content.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind};
    /// assert_eq!(Entity::new(b"<a href=menu>").kind, Kind::Html);
    /// assert_eq!(Entity::new(b"see http://pub.example/").kind, Kind::Text);
    /// ```
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { kind: Kind::of_content(bytes), ..Self::unknown(bytes) }
    }

    pub(crate) fn unknown(bytes: &'a [u8]) -> Self {
        Self { bytes, kind: Kind::Text, retrieval: None, encapsulating: None, charset: None, fragments: None }
    }

    /// Sets the kind.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind};
    /// let notes = Entity::new(b"[menu](beer)").with_kind(Kind::Markdown);
    /// assert_eq!(napkin_document::collect_links(&notes, &Default::default()).len(), 1);
    /// ```
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Sets the kind by the file name, if the name indicates one.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind};
    /// assert_eq!(Entity::new(b"").named("menu.css").kind, Kind::Css);
    /// assert_eq!(Entity::new(b"<p>").named("menu").kind, Kind::Html);
    /// ```
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { kind: Kind::of_name(name).unwrap_or(self.kind), ..self }
    }

    /// Sets the URL from which the document was retrieved: the last one, after redirects (section 5.1.3).
    ///
    /// ```
    /// use napkin_document::{BaseLayer, Entity, base};
    /// let page = Entity::new(b"<p>").retrieved_from("http://pub.example/menu");
    /// assert_eq!(base(&page).layer, BaseLayer::Retrieval);
    /// ```
    #[must_use]
    pub fn retrieved_from(self, url: &'a str) -> Self {
        Self { retrieval: Some(url), ..self }
    }

    /// Sets the base URL of the enclosing entity (section 5.1.2).
    ///
    /// ```
    /// use napkin_document::{BaseLayer, Entity, base};
    /// let page = Entity::new(b"<p>").retrieved_from("http://pub.example/").within("http://h/");
    /// assert_eq!(base(&page).layer, BaseLayer::EncapsulatingEntity);
    /// assert_eq!(base(&page).url.as_deref(), Some("http://h/"));
    /// ```
    #[must_use]
    pub fn within(self, base: &'a str) -> Self {
        Self { encapsulating: Some(base), ..self }
    }

    /// Sets the encoding by its label, as in the `charset` of a header field. Only a byte order mark takes precedence.
    /// An unknown label is ignored.
    ///
    /// ```
    /// use napkin_document::{Entity, collect_links};
    /// let page = Entity::new(b"<a href=caf\xe9>").in_charset("latin1");
    /// assert_eq!(collect_links(&page, &Default::default())[0].text, "caf\u{e9}");
    /// ```
    #[must_use]
    pub fn in_charset(self, label: &'a str) -> Self {
        Self { charset: Some(label), ..self }
    }
}

/// Returns the `file:` URL of a file, the retrieval URL of the document in the file (draft-fielding-url-syntax-05
/// section 5.1.3). Returns `None` if the path is empty, or if it is relative and there is no current folder.
///
/// ```
/// # #[cfg(unix)] {
/// let url = napkin_document::file_url("/pub/beer menu.html".as_ref());
/// assert_eq!(url.as_deref(), Some("file:///pub/beer%20menu.html"));
/// # }
/// ```
#[must_use]
pub fn file_url(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let path = path.as_os_str().as_encoded_bytes();
    let slashed: Vec<u8> = path.iter().map(|&byte| if cfg!(windows) && byte == b'\\' { b'/' } else { byte }).collect();
    let root = if slashed.starts_with(b"/") { "" } else { "/" };
    Some(format!("file://{root}{}", napkin::percent::encode(&slashed, napkin::percent::PATH).as_str()))
}

/// Returns the URL of a file below a folder, or of a member of an archive as if the archive were one. The folder's query and fragment do not
/// count. `path` has slashes, and is encoded.
///
/// ```
/// use napkin_document::url_below;
/// assert_eq!(url_below("http://pub.example/menu.docx?v=2", "word/ale 1.xml"), "http://pub.example/menu.docx/word/ale%201.xml");
/// ```
#[must_use]
pub fn url_below(folder: &str, path: &str) -> String {
    let folder = folder.split(['?', '#']).next().unwrap_or_default();
    let slash = if folder.ends_with('/') { "" } else { "/" };
    format!("{folder}{slash}{}", napkin::percent::encode(path.as_bytes(), napkin::percent::PATH).as_str())
}

/// A kind of document that can contain references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// HTML, with the CSS and the SVG in it.
    Html,
    /// A style sheet.
    Css,
    /// A standalone SVG document.
    Svg,
    /// XML: feeds, outlines, site maps, XHTML, embedded SVG, and other XML that links by the conventions of XML.
    Xml,
    /// Plain text.
    Text,
    /// Markdown: CommonMark with the tables, the strikethrough and the bare URLs of GitHub.
    Markdown,
    /// JSON without a known vocabulary, JSON Lines, and logs: strings that are absolute URLs, and the absolute URLs in
    /// running text.
    Json,
    /// The manifest of a web application.
    Manifest,
    /// A source map (ECMA-426).
    SourceMap,
    /// JavaScript; only the address of its source map is read.
    JavaScript,
    /// A message with all its parts.
    Mail,
    /// A page and its resources as one message (RFC 2557): read as `Mail` is, but shown by browsers.
    Mhtml,
    /// AsciiDoc.
    AsciiDoc,
    /// Heads of HTTP responses: their `Link`, `Location` and the like.
    Http,
    /// LaTeX, with the commands of hyperref.
    Latex,
    /// Org.
    Org,
    /// PDF: the URIs of its actions.
    Pdf,
    /// A playlist: HTTP Live Streaming (RFC 8216) and M3U.
    Playlist,
    /// reStructuredText, with the directives of Sphinx that name files.
    Rst,
    /// TOML, with what `Cargo.toml` and `pyproject.toml` name.
    Toml,
    /// Turtle, TriG, N-Triples, N-Quads and SPARQL.
    Turtle,
    /// YAML, with the vocabularies of OpenAPI, AsyncAPI and JSON Schema.
    Yaml,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 22] = [
        Self::Html,
        Self::Css,
        Self::Svg,
        Self::Xml,
        Self::Text,
        Self::Markdown,
        Self::Json,
        Self::Manifest,
        Self::SourceMap,
        Self::JavaScript,
        Self::Mail,
        Self::Mhtml,
        Self::AsciiDoc,
        Self::Http,
        Self::Latex,
        Self::Org,
        Self::Pdf,
        Self::Playlist,
        Self::Rst,
        Self::Toml,
        Self::Turtle,
        Self::Yaml,
    ];

    /// Returns whether this is a message, each part of which has its own base: email or MHTML.
    ///
    /// ```
    /// use napkin_document::Kind;
    /// assert!(Kind::Mhtml.is_message() && !Kind::Html.is_message());
    /// ```
    #[must_use]
    pub const fn is_message(self) -> bool {
        matches!(self, Self::Mail | Self::Mhtml)
    }

    /// Returns the name used on the command line: `html`, `css`, `svg`, `xml`, `text`, `markdown`, `json`, `manifest`,
    /// `sourcemap`, `javascript`, `mail`, `mhtml`, `asciidoc`, `http`, `latex`, `org`, `pdf`, `playlist`, `rst`,
    /// `toml`, `turtle`, `yaml`.
    ///
    /// ```
    /// use napkin_document::Kind;
    /// assert_eq!(Kind::Markdown.name(), "markdown");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Css => "css",
            Self::Svg => "svg",
            Self::Xml => "xml",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Manifest => "manifest",
            Self::SourceMap => "sourcemap",
            Self::JavaScript => "javascript",
            Self::Mail => "mail",
            Self::Mhtml => "mhtml",
            Self::AsciiDoc => "asciidoc",
            Self::Http => "http",
            Self::Latex => "latex",
            Self::Org => "org",
            Self::Pdf => "pdf",
            Self::Playlist => "playlist",
            Self::Rst => "rst",
            Self::Toml => "toml",
            Self::Turtle => "turtle",
            Self::Yaml => "yaml",
        }
    }

    /// Returns the kind indicated by the extension of a file name or of a URL's path.
    ///
    /// ```
    /// use napkin_document::Kind;
    /// assert_eq!(Kind::of_name("examples/pub.HTML"), Some(Kind::Html));
    /// assert_eq!(Kind::of_name("napkin"), None);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let file = name.rsplit(['/', '\\']).next()?;
        if file.eq_ignore_ascii_case("manifest.json") {
            return Some(Self::Manifest);
        }
        let (_, ending) = file.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" | "xht" | "shtml" => Some(Self::Html),
            "css" => Some(Self::Css),
            "svg" => Some(Self::Svg),
            "xml" | "rss" | "atom" | "rdf" | "opml" | "xsl" | "xslt" | "xsd" | "mml" | "opf" | "ncx" | "smil"
            | "rels" | "fodt" | "fods" | "fodp" | "fodg" => Some(Self::Xml),
            "md" | "markdown" | "mdx" | "mkd" | "mdown" => Some(Self::Markdown),
            "json" | "jsonld" | "geojson" | "gltf" | "ipynb" | "har" => Some(Self::Json),
            "webmanifest" => Some(Self::Manifest),
            "map" => Some(Self::SourceMap),
            "eml" | "rfc822" | "mbox" => Some(Self::Mail),
            "mht" | "mhtml" => Some(Self::Mhtml),
            "adoc" | "asciidoc" => Some(Self::AsciiDoc),
            "tex" | "latex" | "ltx" => Some(Self::Latex),
            "org" => Some(Self::Org),
            "pdf" => Some(Self::Pdf),
            "m3u8" | "m3u" => Some(Self::Playlist),
            "rst" | "rest" => Some(Self::Rst),
            "ttl" | "turtle" | "trig" | "nt" | "nq" | "n3" | "rq" | "sparql" | "ru" => Some(Self::Turtle),
            "toml" => Some(Self::Toml),
            "yaml" | "yml" | "cff" => Some(Self::Yaml),
            "txt" | "text" | "log" => Some(Self::Text),
            _ => None,
        }
    }

    /// Returns the kind indicated by a media type, whose parameters are ignored. Returns `None` for types without
    /// references that this crate finds.
    ///
    /// ```
    /// use napkin_document::Kind;
    /// assert_eq!(Kind::of_media_type("text/HTML; charset=utf-8"), Some(Kind::Html));
    /// assert_eq!(Kind::of_media_type("application/atom+xml"), Some(Kind::Xml));
    /// assert_eq!(Kind::of_media_type("multipart/related"), Some(Kind::Mhtml));
    /// assert_eq!(Kind::of_media_type("image/png"), None);
    /// ```
    #[must_use]
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        let essence = media_type.split(';').next()?.trim().to_ascii_lowercase();
        match essence.as_str() {
            "text/html" | "application/xhtml+xml" => Some(Self::Html),
            "text/css" => Some(Self::Css),
            "image/svg+xml" => Some(Self::Svg),
            "text/markdown" => Some(Self::Markdown),
            "application/manifest+json" => Some(Self::Manifest),
            "application/json" => Some(Self::Json),
            "text/plain" => Some(Self::Text),
            "text/xml" | "application/xml" => Some(Self::Xml),
            "text/javascript" | "application/javascript" | "application/x-javascript" => Some(Self::JavaScript),
            "message/rfc822" | "message/global" => Some(Self::Mail),
            "multipart/related" | "application/x-mimearchive" => Some(Self::Mhtml),
            "text/asciidoc" | "text/x-asciidoc" => Some(Self::AsciiDoc),
            "message/http" | "application/http" => Some(Self::Http),
            "text/x-tex" | "application/x-tex" | "application/x-latex" => Some(Self::Latex),
            "text/org" | "text/x-org" => Some(Self::Org),
            "application/pdf" => Some(Self::Pdf),
            "application/vnd.apple.mpegurl" | "application/x-mpegurl" | "audio/mpegurl" | "audio/x-mpegurl" => {
                Some(Self::Playlist)
            }
            "text/x-rst" | "text/prs.fallenstein.rst" => Some(Self::Rst),
            "text/turtle" | "application/trig" | "application/n-triples" | "application/n-quads" | "text/n3" => {
                Some(Self::Turtle)
            }
            "application/sparql-query" | "application/sparql-update" => Some(Self::Turtle),
            "application/toml" => Some(Self::Toml),
            "application/yaml" | "application/x-yaml" | "text/yaml" | "text/x-yaml" => Some(Self::Yaml),
            "application/vnd.oai.openapi" => Some(Self::Yaml),
            _ if essence.ends_with("+yaml") => Some(Self::Yaml),
            _ if essence.ends_with("+xml") => Some(Self::Xml),
            _ if essence.ends_with("+json") => Some(Self::Json),
            _ => None,
        }
    }

    /// Guesses the kind from the beginning of the content: HTML by the patterns of the MIME Sniffing standard (section
    /// 7.1), XML by its declaration, its document type or a known root, CSS by `@charset` and `@import`, JSON by an
    /// object, messages by their header, PDF by `%PDF-`, Turtle by `@prefix` and `@base`, playlists by `#EXTM3U`, LaTeX by `\documentclass`, heads of HTTP by a status line, YAML by `%YAML` and a first member `openapi`, `swagger` or `asyncapi`; otherwise plain
    /// text. JavaScript, Markdown and other formats that look like text are never guessed.
    ///
    /// ```
    /// use napkin_document::Kind;
    /// assert_eq!(Kind::of_content(b"<?xml version='1.0'?><rss>"), Kind::Xml);
    /// assert_eq!(Kind::of_content(b"From: sam@pub.example\nSubject: Menu\n\n"), Kind::Mail);
    /// ```
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Self {
        match bytes {
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            [0xfe, 0xff, ..] | [0xff, 0xfe, ..] => {
                let start = &bytes[..bytes.len().min(SNIFFED)];
                let encoding = if bytes[0] == 0xfe { encoding_rs::UTF_16BE } else { encoding_rs::UTF_16LE };
                Self::of_text(encoding.decode_with_bom_removal(start).0.as_bytes())
            }
            _ => Self::of_text(bytes),
        }
    }

    fn of_text(bytes: &[u8]) -> Self {
        let (bytes, text) = (without_mark(bytes), without_mark(bytes).trim_ascii_start());
        match text.first() {
            Some(b'<') => of_markup(text),
            Some(b'H') if begins_http(text) => Self::Http,
            Some(_) if is_message(bytes) => {
                if is_mhtml(bytes) {
                    Self::Mhtml
                } else {
                    Self::Mail
                }
            }
            Some(b'@') if text.starts_with(b"@charset \"") || text.starts_with(b"@import ") => Self::Css,
            Some(b'@') if text.starts_with(b"@prefix ") || text.starts_with(b"@base <") => Self::Turtle,
            Some(b'#') if text.starts_with(b"#EXTM3U") => Self::Playlist,
            Some(b'\\') if text.starts_with(b"\\documentclass") => Self::Latex,
            Some(b'%' | b'a' | b'o' | b's') if YAML_STARTS.iter().any(|start| text.starts_with(start)) => Self::Yaml,
            Some(b'{') if matches!(text[1..].trim_ascii_start().first(), Some(b'"' | b'}')) => Self::Json,
            _ => Self::Text,
        }
    }
}

/// Returns what follows the version in a status line (RFC 9112 section 4).
pub(crate) fn http_status(line: &str) -> Option<&str> {
    let (version, status) = line.strip_prefix("HTTP/")?.split_once(' ')?;
    let is_version = version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let has_status = status.len() >= 3 && status.bytes().take(3).all(|byte| byte.is_ascii_digit());
    (is_version && has_status).then_some(status)
}

/// Returns whether a text begins with a status line.
fn begins_http(text: &[u8]) -> bool {
    let line = &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())];
    line.starts_with(b"HTTP/") && std::str::from_utf8(line).is_ok_and(|line| http_status(line).is_some())
}

/// The first bytes that identify YAML.
const YAML_STARTS: [&[u8]; 4] = [b"%YAML ", b"openapi: ", b"swagger: ", b"asyncapi: "];

/// The number of bytes used to guess the kind.
const SNIFFED: usize = 1024;

/// Returns the text without its byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Returns whether a message is a page saved by a browser.
fn is_mhtml(text: &[u8]) -> bool {
    let header = &text[..text.len().min(SNIFFED)];
    let end = memchr::memmem::find(header, b"\n\n").or(memchr::memmem::find(header, b"\n\r\n")).unwrap_or(header.len());
    let has = |text: &[u8]| memchr::memmem::find(&header[..end], text).is_some();
    has(b"Snapshot-Content-Location:") || has(b"From: <Saved by") || has(b"From: \"Saved by")
}

/// Root elements that identify XML without a declaration.
const XML_ROOTS: [&str; 6] = ["<rss", "<feed", "<rdf:rdf", "<opml", "<urlset", "<sitemapindex"];

/// Guesses the kind of a text that begins with `<`.
fn of_markup(text: &[u8]) -> Kind {
    let start = &text[..text.len().min(SNIFFED)];
    let has = |word: &[u8]| memchr::memmem::find(start, word).is_some();
    if begins_with_tag(start, "<?xml") {
        // A file that begins with an XML declaration and has an `html` element is read as HTML, as a file with that
        // extension is.
        let is_html = has(b"<html") || has(b"<!DOCTYPE html");
        return if is_html {
            Kind::Html
        } else if has(b"<svg") {
            Kind::Svg
        } else {
            Kind::Xml
        };
    }
    if begins_with_tag(start, "<!doctype svg") || (begins_with_tag(start, "<svg") && has(b"xmlns")) {
        return Kind::Svg;
    }
    if XML_ROOTS.iter().any(|root| begins_with_tag(start, root)) {
        return Kind::Xml;
    }
    if is_html(start) { Kind::Html } else { Kind::Text }
}

/// Returns whether a text, without leading white space, begins as HTML does.
pub(crate) fn is_html(text: &[u8]) -> bool {
    text.starts_with(b"<!--") || HTML_STARTS.iter().any(|start| begins_with_tag(text, start))
}

/// The patterns of MIME Sniffing 7.1, and elements with which fragments begin in practice.
const HTML_STARTS: [&str; 26] = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
    "<title", "<b", "<body", "<br", "<p", "<meta", "<base", "<link", "<img", "<ul", "<ol", "<svg", "<form", "<main",
    "<section",
];

/// Returns whether the text begins with a whole tag name: `<a>` and `<a href>` are tags of `a`, `<abbr>` is not.
fn begins_with_tag(text: &[u8], start: &str) -> bool {
    let Some((head, rest)) = text.split_at_checked(start.len()) else { return false };
    head.eq_ignore_ascii_case(start.as_bytes())
        && rest.first().is_some_and(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_content() {
        for (content, kind) in [
            ("", Kind::Text),
            ("Sam wrote", Kind::Text),
            ("<http://pub.example/>", Kind::Text),
            ("<abc", Kind::Text),
            ("\u{feff}\n <!DOCTYPE html>", Kind::Html),
            ("<!doctype html public \"-//IETF//DTD HTML//EN\">", Kind::Html),
            ("<HTML>", Kind::Html),
            ("<a href=x>", Kind::Html),
            ("<p>", Kind::Html),
            ("<!-- -->", Kind::Html),
            ("<svg>", Kind::Html),
            ("<svg xmlns='http://www.w3.org/2000/svg'>", Kind::Svg),
            ("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x'><svg/>", Kind::Svg),
            ("<?xml version='1.0'?><!-- made by a program --><svg/>", Kind::Svg),
            ("<?xml version='1.0'?>\n<!DOCTYPE html><html/>", Kind::Html),
            ("<?xml version='1.0'?><x/>", Kind::Xml),
            ("<rss version='2.0'>", Kind::Xml),
            ("<feed xmlns='http://www.w3.org/2005/Atom'>", Kind::Xml),
            ("<rdf:RDF>", Kind::Xml),
            ("<feedback>", Kind::Text),
            ("@charset \"utf-8\";", Kind::Css),
            ("@import 'x';", Kind::Css),
            ("@sam wrote", Kind::Text),
            ("{ \"a\": 1}", Kind::Json),
            ("{}", Kind::Json),
            ("{a}", Kind::Text),
        ] {
            assert_eq!(Kind::of_content(content.as_bytes()), kind, "{content}");
            let wide: Vec<u8> = format!("\u{feff}{content}").encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(Kind::of_content(&wide), kind, "{content} in UTF-16");
        }
    }
}
