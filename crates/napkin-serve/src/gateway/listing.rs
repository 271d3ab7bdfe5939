//! Renders folders, menus and groups as pages.
//!
//! The retriever supplies the lines, with all text of the server escaped. This module adds a head, the style of the workbench,
//! and links through the gateway, line by line as the lines arrive.

use bytes::Bytes;
use maud::{PreEscaped, html};
use napkin::whatwg;
use napkin_document::{Entity, Kind};
use napkin_retrieve::Error;

use super::links::{gateway_link, rewritten};
use crate::answer::Answer;
use crate::layout::{END, beginning};
use crate::markup::{Typed, rule_link};
use napkin_answer::output::shown;

/// Renders the lines of a listing as a page.
pub(super) struct ListingPage {
    /// The URL, to which the links are relative.
    url: String,
    /// The head, until it has been sent.
    head: String,
    /// Received lines; the first `done` bytes are rendered.
    rest: Vec<u8>,
    done: usize,
    /// The length of the page so far, in bytes.
    length: usize,
    /// The number of first lines that have been compared with `LINES`.
    seen: usize,
    is_done: bool,
}

/// The retriever's lines before the list; this module's head replaces them.
const LINES: [&[u8]; 2] = [b"<!DOCTYPE html>\n", b"<meta charset=utf-8>\n"];

/// The number of bytes of lines that are rendered at a time.
const SOME: usize = 1 << 10;

impl ListingPage {
    pub(super) fn new(url: &str) -> Self {
        Self { url: url.to_owned(), head: head(url), rest: Vec::new(), done: 0, length: 0, seen: 0, is_done: false }
    }

    /// Adds a piece of the lines.
    pub(super) fn put(&mut self, piece: &[u8]) {
        self.rest.drain(..std::mem::take(&mut self.done));
        self.rest.extend_from_slice(piece);
    }

    /// Renders some of the lines as a piece of the page; `None` once all whole lines are rendered. Renders only a few
    /// at a time, as each link may become as long as the URL of the listing.
    pub(super) fn piece(&mut self) -> Option<Bytes> {
        let lines = &self.rest[self.done..];
        let some = &lines[..lines.len().min(SOME)];
        let end = memchr::memrchr(b'\n', some).or_else(|| memchr::memchr(b'\n', lines))?;
        let lines = lines[..=end].to_vec();
        self.done += lines.len();
        Some(self.lines(&lines))
    }

    /// Returns the URL of the listing.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the length of the page so far, in bytes.
    pub(super) const fn length(&self) -> usize {
        self.length
    }

    /// Returns the remaining lines and the end of the page; empty from the second call on.
    pub(super) fn finish(&mut self) -> Bytes {
        if std::mem::replace(&mut self.is_done, true) {
            return Bytes::new();
        }
        let mut page = self.rest().to_vec();
        page.extend_from_slice(b"</section>");
        page.extend_from_slice(END.as_bytes());
        page.into()
    }

    /// Ends an incomplete page, with the error.
    pub(super) fn broken(&mut self, error: &Error) -> Bytes {
        let mut page = self.rest().to_vec();
        let why = html! {
            (PreEscaped("</pre></ul>"))
            p class="problem" {
                "This is not all of it: " (shown(error.message())) " (" (rule_link(error.rule().code())) ")"
            }
        };
        page.extend_from_slice(why.0.as_bytes());
        page.extend_from_slice(&self.finish());
        page.into()
    }

    /// Renders the last line, which has no line end.
    fn rest(&mut self) -> Bytes {
        let rest = std::mem::take(&mut self.rest);
        let done = std::mem::take(&mut self.done);
        self.lines(&rest[done..])
    }

    fn lines(&mut self, lines: &[u8]) -> Bytes {
        let mut lines = lines;
        let mut page = std::mem::take(&mut self.head).into_bytes();
        while let Some(line) = LINES.get(self.seen).filter(|_| !lines.is_empty()) {
            lines = lines.strip_prefix(*line).unwrap_or(lines);
            self.seen += 1;
        }
        let entity = Entity::new(lines).with_kind(Kind::Html).retrieved_from(&self.url).in_charset("utf-8");
        page.extend_from_slice(&rewritten(&entity, None, None).unwrap_or_default());
        self.length += page.len();
        page.into()
    }
}

fn head(url: &str) -> String {
    let head = html! {
        h1 { code { (shown(&napkin::mask_passwords(url))) } }
        p { @if let Some(above) = above(url) { a href=(gateway_link(&above, None)) { "Up" } } }
        (PreEscaped("<section class=listing>\n"))
    };
    beginning("Listing") + &head.0
}

/// Returns the parent folder, if the scheme has folders.
fn above(url: &str) -> Option<String> {
    let base = whatwg::Url::parse(url, None).ok()?;
    let has_folders = matches!(base.protocol(), "ftp:" | "file:");
    let above = whatwg::Url::parse("..", Some(&base)).ok().filter(|_| has_folders)?;
    (above.href() != base.href()).then(|| above.href().to_owned())
}

/// Returns a form for the words of a gopher search without words, as its URL alone finds nothing (RFC 4266 section 2.2).
pub(super) fn search(url: &str) -> Option<Answer> {
    let reference = napkin::Reference::parse(url, napkin::Standard::Rfc3986).ok()?;
    let is_gopher = reference.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("gopher"));
    let path = reference.path().as_str();
    let is_search = is_gopher && path.starts_with("/7") && reference.query().is_none() && !path.contains("%09");
    if !is_search || napkin::mask_passwords(url) != url {
        return None;
    }
    let page = html! {
        h1 { "Search" }
        p { code { (shown(url)) } }
        form action="/get" {
            input type="hidden" name="url" value=(Typed(url));
            label for="search" { "Words" }
            input #search name="search" autofocus;
            div class="line" { button { "Search" } }
        }
    };
    Some(Answer::page("Search", page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listing_lines_are_rendered_in_pieces_of_any_size() {
        let sent = "<!DOCTYPE html>\n<meta charset=utf-8>\n<ul>\n<li><a href=\"./a%3Cb/\">a&lt;b/</a>\n</ul>\n";
        let whole = |size: usize| {
            let mut listing = ListingPage::new("ftp://sam:secret@pub.example/menu/");
            let mut page = Vec::new();
            for piece in sent.as_bytes().chunks(size) {
                listing.put(piece);
                std::iter::from_fn(|| listing.piece()).for_each(|piece| page.extend_from_slice(&piece));
            }
            page.extend_from_slice(&listing.finish());
            assert!(listing.finish().is_empty());
            String::from_utf8(page).unwrap()
        };
        let page = whole(1);
        assert!((2..sent.len()).all(|size| whole(size) == page));
        assert_eq!(page.matches("<!DOCTYPE html>").count(), 1, "{page}");
        assert!(page.contains("<h1><code>ftp://sam:******@pub.example/menu/</code></h1>"), "{page}");
        assert!(
            page.contains("</ul>\n</section></main><script>") && page.ends_with("</script></body></html>"),
            "{page}"
        );
        assert!(page.contains("pub.example/menu/a%3Cb/\">a&lt;b/</a>"), "{page}");
    }

    /// A folder with a long URL makes each line as long as the URL.
    #[test]
    fn listing_of_a_long_url_is_made_in_small_pieces() {
        const LINES: usize = 2000;
        let url = format!("ftp://pub.example/{}/", "x".repeat(30_000));
        let mut listing = ListingPage::new(&url);
        listing.put("<li><a href=\"./a\">a</a>\n".repeat(LINES).as_bytes());
        let pieces: Vec<Bytes> = std::iter::from_fn(|| listing.piece()).collect();
        assert!(pieces.iter().all(|piece| piece.len() < 3 << 20), "{:?}", pieces.iter().map(Bytes::len).max());
        let length = pieces.iter().map(Bytes::len).sum::<usize>();
        assert_eq!(listing.length(), length);
        assert!(length > LINES * url.len(), "{length}");
        assert!(!listing.finish().is_empty());
    }

    #[test]
    fn gopher_searches_without_words_get_a_form() {
        for (url, expected) in [
            ("gopher://pub.example/7/find", true),
            ("gopher://pub.example/7/find%09beer", false),
            ("gopher://pub.example/7/find?beer", false),
            ("gopher://pub.example/1", false),
            ("http://pub.example/7", false),
        ] {
            assert_eq!(search(url).is_some(), expected, "{url}");
        }
    }
}
