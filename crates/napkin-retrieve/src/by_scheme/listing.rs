//! Listings: pages of links to the entries of a folder, a menu or a group.
//!
//! The pages look the same for every scheme, so that link readers find their links. All text of a server is escaped.
//! Listings are written line by line, in constant memory.

use bytes::Bytes;
use napkin::percent;

use super::lines::{Lines, without_end};
use super::pull_body::Source;
use crate::{BoxFuture, Error, Request};

/// The start of every page.
pub(super) const HEAD: &str = "<!DOCTYPE html>\n<meta charset=utf-8>\n";

/// The media type of the pages.
pub(super) const HTML: &str = "text/html;charset=utf-8";

/// The HTML before and after a list.
pub(super) const LIST: [&str; 2] = ["<ul>\n", "</ul>\n"];

/// The media type of the server's own lines, for requests that prefer `text/plain` to `text/html`.
pub(super) const PLAIN: &str = "text/plain";

/// Bytes that are buffered before they are yielded.
const PIECE: usize = 64 << 10;

/// Returns whether the request prefers the server's own lines.
pub(super) fn is_plain_wanted(request: &Request) -> bool {
    let accepted = request.accepted().unwrap_or_default().to_ascii_lowercase();
    accepted.contains(PLAIN) && !accepted.contains("text/html")
}

/// Writes a line of a folder: a link relative to it.
pub(super) fn entry(page: &mut String, name: &[u8], is_folder: bool) {
    let slash = if is_folder { "/" } else { "" };
    let href = percent::encode(name, percent::UNRESERVED);
    let shown = escaped(&text(name));
    page.push_str(&format!("<li><a href=\"./{href}{slash}\">{shown}{slash}</a>\n", href = href.as_str()));
}

/// Decodes text without a declared encoding: UTF-8, or Latin-1 if it is not valid UTF-8.
pub(super) fn text(octets: &[u8]) -> String {
    match std::str::from_utf8(octets) {
        Ok(text) => text.to_owned(),
        Err(_) => octets.iter().map(|&octet| char::from(octet)).collect(),
    }
}

/// Escapes text for HTML, also inside quotes. Control characters become spaces. Other characters that [act or
/// hide](napkin::is_hidden) become U+FFFD, because they could make a name look like another one.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c if c.is_control() => html.push(' '),
            c => html.push(napkin::shown_char(c)),
        }
    }
    html
}

/// Writes the HTML of a line from the server.
pub(super) type Render = Box<dyn FnMut(&[u8], &mut String) + Send>;

/// Returns whether a listing that ends with its connection is complete.
pub(super) type Confirm = Box<dyn FnOnce() -> BoxFuture<'static, Result<(), Error>> + Send>;

/// A listing that is being read.
pub(super) struct Listing {
    lines: Lines,
    /// The HTML before the first line and after the last one.
    frame: [&'static str; 2],
    /// `None` for the server's own lines.
    render: Option<Render>,
    /// `None` if a period on a line of its own marks the end.
    confirm: Option<Confirm>,
    has_begun: bool,
    is_done: bool,
}

impl Listing {
    /// Renders lines as HTML within a frame. `confirm` is called at the end of the connection; without it, a period
    /// marks the end.
    pub(super) fn new(lines: Lines, frame: [&'static str; 2], render: Render, confirm: Option<Confirm>) -> Self {
        Self { lines, frame, render: Some(render), confirm, has_begun: false, is_done: false }
    }

    /// Switches to the server's own lines.
    pub(super) fn plain(mut self, is_plain: bool) -> Self {
        if is_plain {
            self.render = None;
        }
        self
    }

    /// Returns the media type of the output.
    pub(super) fn media_type(&self) -> &'static str {
        if self.render.is_some() { HTML } else { PLAIN }
    }

    async fn step(&mut self, page: &mut String, plain: &mut Vec<u8>) -> Result<(), Error> {
        let Some(line) = self.lines.line().await? else {
            self.is_done = true;
            return match self.confirm.take() {
                Some(confirm) => confirm().await,
                None => Err(self.lines.incomplete("a period at the end", "the end of the connection")),
            };
        };
        let content = without_end(&line);
        // A line without its end may be the start of a longer one.
        let is_end = content == b"." && line.ends_with(b"\n") && self.confirm.is_none();
        if is_end {
            self.is_done = true;
            return Ok(());
        }
        // Lines that begin with a period are sent with two.
        let is_stuffed = content.starts_with(b"..") && self.confirm.is_none();
        let line = if is_stuffed { line.slice(1..) } else { line };
        match &mut self.render {
            Some(render) => render(without_end(&line), page),
            None => plain.extend_from_slice(&line),
        }
        Ok(())
    }
}

impl Source for Listing {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Error> {
        if self.is_done {
            return Ok(None);
        }
        let (mut page, mut plain) = (String::new(), Vec::new());
        if !std::mem::replace(&mut self.has_begun, true) && self.render.is_some() {
            page.push_str(HEAD);
            page.push_str(self.frame[0]);
        }
        loop {
            self.step(&mut page, &mut plain).await?;
            let is_enough = page.len() + plain.len() >= PIECE || !self.lines.has_line();
            if self.is_done || (is_enough && page.len() + plain.len() > 0) {
                break;
            }
        }
        if self.is_done && self.render.is_some() {
            page.push_str(self.frame[1]);
        }
        let piece = if self.render.is_some() { page.into_bytes() } else { plain };
        Ok(Some((piece.into(), self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listing_escapes_server_text() {
        let mut page = String::new();
        entry(&mut page, b"\"><script>alert(1)</script>&\x01\xff", false);
        let href = "./%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E%26%01%FF";
        let shown = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp; \u{ff}";
        assert_eq!(page, format!("<li><a href=\"{href}\">{shown}</a>\n"));
    }

    /// All characters with `Bidi_Control` in Unicode's PropList.txt; the link keeps the octets of the name.
    #[test]
    fn listing_text_has_no_direction_controls() {
        for c in
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars()
        {
            let (name, mut page) = (format!("menu{c}gpj.exe"), String::new());
            entry(&mut page, name.as_bytes(), false);
            let href: String = c.to_string().bytes().map(|octet| format!("%{octet:02X}")).collect();
            assert_eq!(page, format!("<li><a href=\"./menu{href}gpj.exe\">menu\u{fffd}gpj.exe</a>\n"));
        }
    }

    #[test]
    fn listing_keeps_server_lines_for_text_plain() {
        for (accept, expected) in [("text/plain", true), ("text/html, text/plain", false), ("*/*", false)] {
            assert_eq!(is_plain_wanted(&Request::get("gopher://h/").with_accept(accept)), expected, "{accept}");
        }
        assert!(!is_plain_wanted(&Request::get("gopher://h/")));
    }
}
