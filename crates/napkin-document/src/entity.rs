//! A document together with where it came from.
//!
//! Decides: what kind of document some bytes are, by name, then by content. Header fields and mail come later; their
//! place is `Kind`, which is not exhaustive.

/// Bytes, what they are, and where they came from (draft-fielding-url-syntax-05 section 5.1.2 and 5.1.3).
///
/// ```
/// use napkin_document::{Entity, Kind};
/// let page = Entity::new(b"<!doctype html><a href=/>").retrieved_from("http://pub.example/menu");
/// assert_eq!(page.kind, Kind::Html);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entity<'a> {
    /// The document. HTML in an ASCII-compatible encoding; UTF-16 has to be transcoded first.
    pub bytes: &'a [u8],
    /// How to read it.
    pub kind: Kind,
    /// The last URL used to retrieve it, after redirects.
    pub retrieval: Option<&'a str>,
    /// The base URL of the message or document that encloses it.
    pub encapsulating: Option<&'a str>,
}

impl<'a> Entity<'a> {
    /// A document of the kind that its content suggests, from nowhere.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, kind: Kind::of_content(bytes), retrieval: None, encapsulating: None }
    }

    /// The same, of this kind.
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// The same, of the kind that its file name says, if it says any.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { kind: Kind::of_name(name).unwrap_or(self.kind), ..self }
    }

    /// The same, retrieved from `url`: the last one, after redirects (section 5.1.3).
    #[must_use]
    pub fn retrieved_from(self, url: &'a str) -> Self {
        Self { retrieval: Some(url), ..self }
    }

    /// The same, enclosed in an entity whose base URL is `base` (section 5.1.2).
    #[must_use]
    pub fn within(self, base: &'a str) -> Self {
        Self { encapsulating: Some(base), ..self }
    }
}

/// A kind of document that can contain references. CSS, SVG and mail are to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// HTML, with the CSS and the SVG in it.
    Html,
    /// Plain text.
    Text,
}

impl Kind {
    /// The name that the command uses: `html`, `text`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Text => "text",
        }
    }

    /// The kind that the ending of a file name, or of a URL's path, says.
    ///
    /// ```
    /// use napkin_document::Kind;
    /// assert_eq!(Kind::of_name("examples/pub.HTML"), Some(Kind::Html));
    /// assert_eq!(Kind::of_name("napkin"), None);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" | "xht" | "shtml" => Some(Self::Html),
            "txt" | "text" | "md" | "rst" | "log" => Some(Self::Text),
            _ => None,
        }
    }

    /// The kind that the beginning of the content suggests: HTML by the patterns of the MIME Sniffing standard
    /// (section 7.1), else plain text.
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Self {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if is_html(text) { Self::Html } else { Self::Text }
    }
}

/// Whether a text, without white space before it, begins as HTML does.
pub(crate) fn is_html(text: &[u8]) -> bool {
    text.starts_with(b"<!--") || HTML_STARTS.iter().any(|start| begins_with_tag(text, start))
}

/// MIME Sniffing 7.1, with the elements that fragments begin with in practice.
const HTML_STARTS: [&str; 26] = [
    "<!doctype html",
    "<html",
    "<head",
    "<script",
    "<iframe",
    "<h1",
    "<div",
    "<font",
    "<table",
    "<a",
    "<style",
    "<title",
    "<b",
    "<body",
    "<br",
    "<p",
    "<meta",
    "<base",
    "<link",
    "<img",
    "<ul",
    "<ol",
    "<svg",
    "<form",
    "<main",
    "<section",
];

/// Whether the name is complete: `<a>` and `<a href>` are tags of `a`, `<abbr>` is not.
fn begins_with_tag(text: &[u8], start: &str) -> bool {
    let Some((head, rest)) = text.split_at_checked(start.len()) else { return false };
    head.eq_ignore_ascii_case(start.as_bytes())
        && rest.first().is_some_and(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_content() {
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
        ] {
            assert_eq!(Kind::of_content(content.as_bytes()), kind, "{content}");
        }
    }
}
