//! Writes URLs into plain text so that they can be extracted again.
//!
//! Breaks long URLs over lines (Appendix E: angle brackets, and "no whitespace should be introduced after a hyphen").
//! The module `links` extracts the URLs unchanged.

use super::schemes::begins_url;
use crate::options::Limits;

/// The smallest line width; more frequent breaks are not useful.
const NARROWEST: usize = 16;

/// Returns an absolute URL between angle brackets, broken over lines of at most `width` bytes where possible, never
/// after a hyphen and never inside a percent-encoding (draft-fielding-url-syntax-05 Appendix E).
///
/// Widths below 16 count as 16. A URL is not broken if it is too long to be joined again within the default
/// [`Limits::wrapped`]. White space, `<`, `>` and `"`, which no URL contains, are percent-encoded.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect_links, write_delimited};
/// let url = "http://pub.example/beer/on-tap?night=friday";
/// let text = write_delimited(url, 24);
/// assert_eq!(text, "<http://pub.example/beer\n/on-tap?night=friday>");
/// assert_eq!(collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Text), &Options::default())[0].text, url);
/// ```
#[must_use]
pub fn write_delimited(url: &str, width: usize) -> String {
    let url = writable(url);
    let width = width.max(NARROWEST);
    let mut text = String::with_capacity(url.len() + url.len() / width + 2);
    text.push('<');
    // A scheme named `url` would be taken for the announcement that Appendix E recommends.
    let announcement = if url.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("url:")) { "URL:" } else { "" };
    text.push_str(announcement);
    let mut rest = url.as_str();
    // Each line break costs a byte, so a URL of half the limit always stays within it.
    let is_breakable = url.len() < Limits::default().wrapped / 2;
    let (mut room, mut first) = (width - 1 - announcement.len(), first_break(&url));
    while is_breakable && rest.len() + 1 > room {
        let Some(at) = break_point(rest, room, first) else { break };
        text.push_str(&rest[..at]);
        text.push('\n');
        rest = &rest[at..];
        (room, first) = (width, 1);
    }
    text.push_str(rest);
    text.push('>');
    text
}

fn writable(url: &str) -> String {
    let mut text = String::with_capacity(url.len());
    for character in url.chars() {
        match character {
            '\0'..=' ' | '"' | '<' | '>' | '\x7f' => text.push_str(&format!("%{:02X}", u32::from(character))),
            _ => text.push(character),
        }
    }
    text
}

/// Returns the last position from `first` to `room` where a line may end, preferably before a delimiter and in the
/// second half; otherwise the first possible position beyond `room`.
fn break_point(url: &str, room: usize, first: usize) -> Option<usize> {
    let room = room.min(url.len().saturating_sub(1));
    let is_delimiter = |at: &usize| b"/?#&;=".contains(&url.as_bytes()[*at]);
    let mut good = (first..=room).rev().filter(|&at| may_break(url, at));
    let best = good.clone().take_while(|&at| at > room / 2).find(is_delimiter);
    best.or_else(|| good.next()).or_else(|| (first.max(room + 1)..url.len()).find(|&at| may_break(url, at)))
}

fn may_break(url: &str, at: usize) -> bool {
    let bytes = url.as_bytes();
    let in_escape = bytes[at - 1] == b'%' || (at >= 2 && bytes[at - 2] == b'%');
    // No other line may look like the start of another URL.
    url.is_char_boundary(at) && bytes[at - 1] != b'-' && !in_escape && !begins_url(&bytes[at..])
}

/// Returns the position after `http://` and one more byte, or `mailto:` and one more: a reader needs this much in the
/// first line to recognize a URL.
fn first_break(url: &str) -> usize {
    let colon = url.find(':').unwrap_or(0);
    colon + if url[colon..].starts_with("://") { 4 } else { 2 }
}
