//! Finds hosts and mail addresses without a scheme, if the caller requests them. RFC 3986 section 4.5 (suffix
//! references) warns of the practice, so the link records the assumed prefix.

use super::bare::{closes_itself, pieces};
use crate::context::{Context, Delimiter};
use crate::link::Link;
use napkin::Span;
use napkin::map::{Builder, Level, Map};
use std::borrow::Cow;

/// Returns the link of a host that begins with `www.` or `ftp.`, whose dot is at `dot`, and contains another dot.
pub(super) fn host<'a>(bytes: &'a [u8], dot: usize, floor: usize) -> Option<Link<'a>> {
    let start = dot.checked_sub(3).filter(|&start| start >= floor)?;
    let assumed = match bytes[start..dot].to_ascii_lowercase().as_slice() {
        b"www" => "http://",
        b"ftp" => "ftp://",
        _ => return None,
    };
    if start > floor && is_inside_word(bytes[start - 1]) && !closes_itself(bytes[start - 1]) {
        return None;
    }
    let span = Span::new(start, pieces(bytes, start, dot + 1, 0, &mut false)?.last().end);
    let text = std::str::from_utf8(&bytes[dot + 1..span.end]).ok()?;
    let host = text.split(['/', '?', '#', ':']).next()?;
    let is_host = host.contains('.') && host.split('.').all(|label| !label.is_empty());
    is_host.then(|| link(bytes, span, assumed))
}

/// Returns the link of the mail address around the `@` at `at`: `dot-atom "@" host` with at least one dot in the host.
pub(super) fn mail_address<'a>(bytes: &'a [u8], at: usize, floor: usize) -> Option<Link<'a>> {
    let is_local = |at: &usize| match bytes[*at] {
        b'.' | b'_' | b'%' | b'+' | b'-' => true,
        b'\'' => *at > floor && bytes[at - 1].is_ascii_alphanumeric() && bytes[at + 1].is_ascii_alphanumeric(),
        byte => byte.is_ascii_alphanumeric(),
    };
    let local = (floor..at).rev().take_while(is_local).count();
    let start = at - local + bytes[at - local..at].iter().position(u8::is_ascii_alphanumeric)?;
    let is_domain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let domain = &bytes[at + 1..][..bytes[at + 1..].iter().take_while(|byte| is_domain(byte)).count()];
    let length = domain.iter().rposition(u8::is_ascii_alphanumeric)? + 1;
    let labels = domain[..length].split(|&byte| byte == b'.');
    let is_host = domain[..length].contains(&b'.') && labels.into_iter().all(|label| !label.is_empty());
    // No top-level label is a number (RFC 3696 section 2), which excludes `pip install napkin@1.2`.
    let is_name = domain[..length].rsplit(|&byte| byte == b'.').next().is_some_and(|label| !label[0].is_ascii_digit());
    // `git@pub.example:napkin.git` is the short form of scp.
    let is_scp = matches!(bytes[at + 1 + length..], [b':', next, ..] if next.is_ascii_graphic());
    let is_dotted = bytes[at - 1] != b'.' && !bytes[start..at].windows(2).any(|two| two == b"..");
    (is_host && is_name && is_dotted && !is_scp).then(|| link(bytes, Span::new(start, at + 1 + length), "mailto:"))
}

fn is_inside_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._/@:%&=#~+".contains(&byte)
}

fn link<'a>(bytes: &'a [u8], span: Span, assumed: &'static str) -> Link<'a> {
    let delimiter = match (span.start.checked_sub(1).map(|before| bytes[before]), bytes.get(span.end)) {
        (Some(b'<'), Some(b'>')) => Delimiter::Angle,
        (Some(b'"'), Some(b'"')) => Delimiter::Quote,
        _ => Delimiter::Bare,
    };
    let mut built = Builder::default();
    built.unit(assumed, Span::new(span.start, span.start));
    built.bytes(&bytes[span.range()], span.start);
    let mut link = Link::verbatim(bytes, span, "", Context::Text(delimiter));
    link.text = Cow::Owned(built.text);
    link.map = Some(Box::new(Map { inner: Level::new(span.start, built.units), outer: None }));
    link.assumed = Some(assumed);
    link
}
