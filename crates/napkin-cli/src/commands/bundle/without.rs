//! Leaves kinds of objects out of a bundle, and isolates the page, as monolith does.
//!
//! An object that is left out is never retrieved: the page gets an empty one. What is in the page itself, such as inline
//! scripts, is disabled by a Content Security Policy in front of everything that it governs.

use napkin_document::Use;
use napkin_document::bundle::{Fetch, Fetched, NotFetched, Request};

use crate::options::BundleWithout;
use crate::output::Trouble;

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The policy of `--isolate`: nothing is retrieved, and what the page contains works.
const ISOLATED: &str = "default-src 'unsafe-eval' 'unsafe-inline' data:;";

/// Fetches objects, except those of the kinds that are left out.
pub(super) struct Selected<'f> {
    pub(super) fetch: &'f mut dyn Fetch,
    pub(super) without: BundleWithout,
}

impl Fetch for Selected<'_> {
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
        match empty_type(self.without, request.used) {
            Some(media_type) => Ok(Fetched::new(Vec::new()).of_type(media_type)),
            None => self.fetch.fetch(request),
        }
    }

    fn scope(&self, document: &str) -> usize {
        self.fetch.scope(document)
    }
}

/// Returns the type of the empty object in place of one that is left out; `None` if it is retrieved.
fn empty_type(without: BundleWithout, used: Use) -> Option<&'static str> {
    let (is_left_out, media_type) = match used {
        Use::Image => (without.no_images, "image/png"),
        Use::Style => (without.no_css, "text/css"),
        Use::Script => (without.no_js, "text/javascript"),
        Use::Font => (without.no_fonts, "font/woff2"),
        Use::Media => (without.no_media, "application/octet-stream"),
        _ => (false, ""),
    };
    is_left_out.then_some(media_type)
}

/// Returns the policy for these options; empty without any of them.
fn policy(without: BundleWithout) -> String {
    let pieces = [
        (without.isolate, ISOLATED),
        (without.no_js, "script-src 'none';"),
        (without.no_css, "style-src 'none';"),
        (without.no_images, "img-src 'none';"),
        (without.no_fonts, "font-src 'none';"),
        (without.no_media, "media-src 'none';"),
    ];
    pieces.iter().filter(|(is_given, _)| *is_given).map(|(_, piece)| *piece).collect::<Vec<_>>().join(" ")
}

/// Returns the page with the policy of these options. `name` is that of the page.
///
/// # Errors
/// The page is XML, in which no element can precede the root.
pub(super) fn with_policy(page: Vec<u8>, without: BundleWithout, name: &str) -> Result<Vec<u8>, Trouble> {
    let policy = policy(without);
    if policy.is_empty() {
        return Ok(page);
    }
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if page.strip_prefix(MARK).unwrap_or(&page).starts_with(b"<?xml") || ["xhtml", "xht", "xml"].contains(&&*ending) {
        let why = "expected a page in HTML, since --isolate and --no-... add an element, but found XML";
        return Err(Trouble::Usage(format!("{name}: {why}")));
    }
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let (before, behind) = page.split_at(front(&page));
    Ok([before, meta.as_bytes(), behind].concat())
}

/// Returns the place behind the doctype, with the comments before it; 0 without a doctype. An element there begins the head,
/// and attributes of a following `html` tag still count (HTML section 13.2.6.4).
fn front(page: &[u8]) -> usize {
    let mut at = if page.starts_with(MARK) { MARK.len() } else { 0 };
    let first = at;
    loop {
        at += page[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = &page[at..];
        if rest.get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"<!doctype")) {
            return memchr::memchr(b'>', rest).map_or(first, |end| at + end + 1);
        }
        match comment(rest) {
            Some(length) => at += length,
            None => return first,
        }
    }
}

/// Returns the length of an ordinary comment. Comments with an unusual beginning or end are none here, so that nothing that
/// a browser reads as an element is taken for a comment.
fn comment(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"<!--")?;
    let end = memchr::memmem::find(inside, b"-->")?;
    let is_odd = inside.starts_with(b">")
        || inside.starts_with(b"->")
        || memchr::memmem::find(&inside[..end], b"--!>").is_some();
    (!is_odd).then_some(4 + end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_precede_every_element_and_text() {
        let cases = [
            ("<!DOCTYPE html><html lang=en><script>", 15),
            ("\u{feff} \n<!-- a --><!doctype html>\n<p>", 30),
            ("<p>", 0),
            ("text <script>", 0),
            ("\u{feff}text", 3),
            ("<!--><script>--><!doctype html>", 0),
            ("<!-- --!><script>--><!doctype html>", 0),
            ("<!-- unclosed <!doctype html>", 0),
            ("<!doctype html", 0),
            ("", 0),
        ];
        for (page, expected) in cases {
            assert_eq!(front(page.as_bytes()), expected, "{page}");
        }
    }
}
