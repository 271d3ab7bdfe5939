//! Rules about escapes: line breaks, controls, delimiters, doubly escaped characters, overlong UTF-8.
//!
//! Sections 2.4.2 and 7 of the draft, RFC 3986 sections 2.4 and 7.3, and RFC 3629 section 10 say which escapes are
//! dangerous in which component.

use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::{Component, Span};

/// The position of an escape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    User,
    Host,
    Path,
    /// In the query or the fragment.
    Behind,
}

/// Returns the value of a hexadecimal digit.
fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    // In data, scripts and mail, line breaks and controls are legitimate.
    let is_text = view.is_scheme(&["data", "javascript", "mailto", "sms", "tel", "xmpp", "bitcoin", "magnet"]);
    if view.is_scheme(&["mailto"]) {
        mail(view, out);
    }
    let bytes = view.text.as_bytes();
    let (mut from, mut breaks_end) = (0, 0);
    while let Some(found) = crate::bytes::find(&bytes[from..], b'%') {
        let at = from + found;
        from = at + 1;
        let place = place(view, at);
        match escape_at(bytes, at) {
            Some(octet) if !is_text => one(view, out, at, octet, place, &mut breaks_end),
            Some(_) => {}
            None => {
                twice_broken(bytes, at, out);
                vendor(bytes, at, out);
            }
        }
    }
}

/// Reports escaped line breaks of a `mailto:` URL outside the body, where they end a header field (RFC 6068 section
/// 2).
fn mail(view: &View<'_>, out: &mut Out<'_>) {
    let mut at = view.span(Component::Path).start;
    for piece in view.text[at..].split(['?', '&']) {
        let bytes = piece.as_bytes();
        let is_body = bytes.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"body="));
        let breaks = |place: &usize| matches!(escape_at(bytes, *place), Some(b'\r' | b'\n'));
        if let Some(place) = (0..bytes.len()).find(breaks).filter(|_| !is_body) {
            out.report(rules::ESCAPED_LINE_BREAK, Span::new(at + place, at + place + 3));
        }
        at += piece.len() + 1;
    }
}

fn place(view: &View<'_>, at: usize) -> Place {
    let host = view.span(Component::Host);
    match at {
        _ if at >= view.span(Component::Path).end => Place::Behind,
        _ if at >= view.span(Component::Path).start => Place::Path,
        _ if at >= host.start => Place::Host,
        _ => Place::User,
    }
}

/// Checks one escape. `breaks_end` is the end of the last run of escaped line breaks that was scanned.
fn one(view: &View<'_>, out: &mut Out<'_>, at: usize, octet: u8, place: Place, breaks_end: &mut usize) {
    let bytes = view.text.as_bytes();
    let span = Span::new(at, at + 3);
    match octet {
        b'\r' | b'\n' if place != Place::Behind || !view.is_web() || begins_field(bytes, at, breaks_end) => {
            out.report(rules::ESCAPED_LINE_BREAK, span);
        }
        b'\r' | b'\n' => {}
        0 => out.report(rules::ESCAPED_CONTROL, span),
        1..=0x1F | 0x7F if place != Place::Behind => out.report(rules::ESCAPED_CONTROL, span),
        b'/' | b'\\' | b'?' | b'#' | b'[' | b']' if matches!(place, Place::User | Place::Host) => {
            out.report(rules::ESCAPED_DELIMITER, span);
        }
        b'@' | b':' if place == Place::Host => out.report(rules::ESCAPED_DELIMITER, span),
        b'\\' if place == Place::Path => out.report(rules::BACKSLASH, span),
        b'%' => twice(bytes, at, place, out),
        0xC0.. => overlong(bytes, at, octet, out),
        _ => {}
    }
}

/// Returns whether a known HTTP field or a second response begins after a line break in a query. Other text may have
/// several lines.
fn begins_field(bytes: &[u8], at: usize, breaks_end: &mut usize) -> bool {
    const FIELDS: [&str; 13] = [
        "set-cookie", "location", "content-", "host", "http/", "refresh", "x-", "transfer-", "link", "access-control-",
        "cookie", "connection", "<",
    ];
    // Only the end of the last scanned run is stored: a scan of the run for each of its escapes would be quadratic.
    let mut rest = if at < *breaks_end { *breaks_end } else { at };
    while matches!(escape_at(bytes, rest), Some(b'\r' | b'\n' | b' ' | b'\t')) {
        rest += 3;
    }
    *breaks_end = rest;
    let behind = &bytes[rest..];
    let field = FIELDS
        .iter()
        .find(|name| behind.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())));
    let is_markup = escape_at(bytes, rest) == Some(b'<') && rest >= at + 12;
    let has_colon = || {
        let line = behind.iter().take(40).position(|&byte| byte == b':' || byte == b'&');
        let escaped = behind.windows(3).take(40).position(|three| three.eq_ignore_ascii_case(b"%3a"));
        line.is_some_and(|at| behind[at] == b':') || escaped.is_some()
    };
    let is_pair =
        ["host=", "protocol=", "username=", "password="].iter().any(|name| behind.starts_with(name.as_bytes()));
    is_markup || is_pair || field.is_some_and(|name| *name == "http/" || *name == "<" || has_colon())
}

/// Reports `%%32%65`: an invalid escape whose digits are escaped.
fn twice_broken(bytes: &[u8], at: usize, out: &mut Out<'_>) {
    let is_escaped = |at| escape_at(bytes, at).and_then(hex).is_some();
    let is_raw = |at: usize| bytes.get(at).copied().and_then(hex).is_some();
    let end = match () {
        () if is_escaped(at + 1) && is_escaped(at + 4) => at + 7,
        () if (is_escaped(at + 1) && is_raw(at + 4)) || (is_raw(at + 1) && is_escaped(at + 2)) => at + 5,
        () => return,
    };
    out.report(rules::DOUBLE_ENCODING, Span::new(at, end));
}

/// Reports an escaped escape. Queries often contain URLs that are escaped twice, so in a query only escapes without an
/// honest use are reported. Spaces and characters beyond ASCII mislead no check; names of products in paths have them.
fn twice(bytes: &[u8], at: usize, place: Place, out: &mut Out<'_>) {
    // The digits may be escaped too: `%25%32%65`.
    let digit = |at: usize| {
        let octet = escape_at(bytes, at).map(|octet| (octet, at + 3));
        let (octet, end) = octet.or_else(|| Some((*bytes.get(at)?, at + 1)))?;
        Some((hex(octet)?, end))
    };
    let Some((high, behind)) = digit(at + 3) else { return };
    let Some((low, end)) = digit(behind) else { return };
    let inner = high << 4 | low;
    let is_up = inner == b'/' && bytes[..at].ends_with(b"..");
    let is_never_meant = is_up || matches!(inner, 0 | b'\r' | b'\n' | b'.' | b'\\' | b'<' | b'>');
    let is_harmless = inner == b' ' || matches!(inner, 0x80..=0xBF | 0xC2..);
    if is_never_meant || (place != Place::Behind && !is_harmless) {
        out.report(rules::DOUBLE_ENCODING, Span::new(at, end));
    }
}

/// Reports an overlong UTF-8 sequence that a lenient decoder reads as an ASCII character.
fn overlong(bytes: &[u8], at: usize, first: u8, out: &mut Out<'_>) {
    let (count, mut value) = match first {
        0xC0 | 0xC1 => (2, u32::from(first & 0x1F)),
        0xE0 => (3, 0),
        0xF0 => (4, 0),
        0xF8 => (5, 0),
        0xFC => (6, 0),
        _ => return,
    };
    for number in 1..count {
        // The second byte may be invalid, as in `%c0%2f`: some decoders accept it.
        match escape_at(bytes, at + 3 * number) {
            Some(octet @ 0x80..=0xBF) => value = value << 6 | u32::from(octet & 0x3F),
            _ => return,
        }
    }
    if value < 0x80 {
        out.report(rules::OVERLONG_UTF8, Span::new(at, at + 3 * count));
    }
}

/// Reports `%uXXXX`, an invalid escape that IIS decoded, if the character is ASCII or looks like a dot or a slash.
fn vendor(bytes: &[u8], at: usize, out: &mut Out<'_>) {
    if !matches!(bytes.get(at + 1), Some(b'u' | b'U')) {
        return;
    }
    let digits = bytes.get(at + 2..at + 6).unwrap_or_default();
    let Some(value) = digits.iter().try_fold(0, |value, &digit| Some(value << 4 | u32::from(hex(digit)?))) else {
        return;
    };
    let is_disguise =
        digits.len() == 4 && (value < 0x80 || matches!(value, 0xFF0E | 0xFF0F | 0xFF3C | 0x2215 | 0x2216 | 0x2044));
    if is_disguise {
        out.report(rules::OVERLONG_UTF8, Span::new(at, at + 6));
    }
}
