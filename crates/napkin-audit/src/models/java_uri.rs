//! `java.net.URI` of Java 17 (`java/net/URI.java`): RFC 2396 with the addresses of RFC 2732, and letters beyond ASCII.
//!
//! An authority that RFC 2396 allows but that is not a server (a name with `_`, two `@`, digits as the last label) is
//! kept as text, and `getHost()` returns `null`. Backslashes, spaces, braces, and brackets in paths are refused.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::seen::{
    BAD_ADDRESS, BAD_CHARACTER, BAD_PORT, Read, Refused, Seen, before, is_ipv6, is_scheme, number, some,
};

const PATH: &str = "-_.!~*'()/:@&=+$,;";
const URIC: &str = "-_.!~*'();/?:@&=+$,[]";
const REG_NAME: &str = "-_.!~*'()$,;:@&=+";
const USER: &str = "-_.!~*'();:&=+$,";

pub(super) fn read(text: &str) -> Read<'_> {
    let has_fragment = text.contains('#');
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    good(fragment, URIC)?;
    let (start, behind) = before(text, &[':', '/', '?']);
    let (scheme, rest) = match behind.strip_prefix(':') {
        Some(rest) if is_scheme(start) => (Some(Cow::Borrowed(start)), rest),
        Some(_) => return Err(Refused::Scheme),
        None => (None, text),
    };
    if scheme.is_some() && !rest.starts_with('/') {
        good(rest, URIC)?;
        return if rest.is_empty() {
            Err(Refused::Wrong("nothing behind the scheme"))
        } else {
            Ok(Seen { scheme, ..Seen::default() })
        };
    }
    let (host, port, rest) = match rest.strip_prefix("//") {
        None => (None, None, rest),
        Some(behind) => {
            let (authority, rest) = before(behind, &['/', '?']);
            if authority.is_empty() && rest.is_empty() && !has_fragment {
                return Err(Refused::Wrong("no authority where it wants one"));
            }
            let (host, port) = self::authority(authority)?;
            (host, port, rest)
        }
    };
    let (path, query) = before(rest, &['?']);
    good(path, PATH)?;
    good(query, URIC)?;
    Ok(Seen { scheme, host: host.and_then(some), port, path: Cow::Borrowed(path) })
}

/// `resolve` of a base. A reference with a scheme and the path of a reference with an authority stay unchanged; `..`
/// above the root is kept.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let (of_base, seen) = (read(base)?.into_owned(), read(text)?.into_owned());
    let (front, behind) = before(text, &['?', '#']);
    let is_opaque = |seen: &Seen<'_>, text: &str| {
        seen.scheme.as_deref().is_some_and(|scheme| !text[scheme.len() + 1..].starts_with('/'))
    };
    if seen.scheme.is_some() || is_opaque(&of_base, base) {
        return Ok(seen);
    }
    if front.strip_prefix("//").is_some_and(|authority| !authority.is_empty() && !authority.starts_with('/')) {
        return Ok(Seen { scheme: of_base.scheme, ..seen });
    }
    let directory = of_base.path.rfind('/').map_or("/", |slash| &of_base.path[..=slash]);
    let path = match &*seen.path {
        // A fragment alone refers to this document; an empty reference refers to the directory.
        "" if behind.starts_with('#') => of_base.path,
        "" => Cow::Owned(normalised(of_base.path.rfind('/').map_or("", |_| directory))),
        path if path.starts_with('/') => Cow::Owned(String::from(path)),
        path => Cow::Owned(normalised(&[directory, path].concat())),
    };
    Ok(Seen { path, ..of_base })
}

/// `normalize`: removes empty segments and dot segments, except for `..` without a segment before it.
fn normalised(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split_inclusive('/') {
        match (segment.strip_suffix('/').unwrap_or(segment), kept.last()) {
            ("" | ".", _) => {}
            ("..", Some(&last)) if last != "../" => drop(kept.pop()),
            _ => kept.push(segment),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    [root, &kept.concat()].concat()
}

/// Returns whether a text has only letters, digits, escapes, some punctuation, and non-ASCII characters other than
/// spaces.
fn is_good(text: &str, more: &str) -> bool {
    let other = |c: char| !c.is_ascii() && !c.is_control() && !c.is_whitespace();
    super::seen::has_whole_escapes(text)
        && text.chars().all(|c| c == '%' || c.is_ascii_alphanumeric() || other(c) || (c.is_ascii() && more.contains(c)))
}

fn good(text: &str, more: &str) -> Result<(), Refused> {
    if is_good(text, more) { Ok(()) } else { Err(BAD_CHARACTER) }
}

type HostAndPort<'a> = (Option<&'a str>, Option<u32>);

/// Parses a server, or else a registry-based name.
fn authority(text: &str) -> Result<HostAndPort<'_>, Refused> {
    let is_name = is_good(text, REG_NAME);
    let may_be_server = match text.contains(']') {
        // Brackets may contain a zone, whose `%` does not begin an escape.
        true => is_good(&without_percents(text), "-_.!~*'();:&=+$,@[]"),
        false => is_good(text, "-_.!~*'();:&=+$,@["),
    };
    match server(text) {
        _ if text.is_empty() => Ok((None, None)),
        Ok(found) if may_be_server => Ok(found),
        _ if is_name => Ok((None, None)),
        Err(refused) if may_be_server => Err(refused),
        _ => Err(BAD_CHARACTER),
    }
}

fn without_percents(text: &str) -> Cow<'_, str> {
    super::seen::without(text, &['%'])
}

fn server(text: &str) -> Result<HostAndPort<'_>, Refused> {
    let host = match text.split_once('@') {
        Some((user, host)) => {
            good(user, USER)?;
            host
        }
        None => text,
    };
    let end = match host.strip_prefix('[') {
        Some(inside) => {
            let end = inside.find(']').ok_or(BAD_ADDRESS)?;
            literal(&inside[..end])?;
            end + 2
        }
        None => {
            let end = host.find(':').unwrap_or(host.len());
            if !is_hostname(&host[..end]) && !is_address(&host[..end]) {
                return Err(super::seen::BAD_HOST);
            }
            end
        }
    };
    let port = match host[end..].strip_prefix(':') {
        None if end < host.len() => return Err(BAD_PORT),
        None | Some("") => None,
        Some(digits) if super::seen::is_digits(digits) => number(digits).filter(|&port| port <= i32::MAX as u32),
        Some(_) => return Err(BAD_PORT),
    };
    if port.is_none() && host.len() > end + 1 {
        return Err(BAD_PORT);
    }
    Ok((Some(&host[..end]), port))
}

fn literal(inside: &str) -> Result<(), Refused> {
    let (address, zone) = inside.split_once('%').map_or((inside, None), |(address, zone)| (address, Some(zone)));
    let is_zone =
        |zone: &str| !zone.is_empty() && zone.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte));
    if is_ipv6(address) && zone.is_none_or(is_zone) { Ok(()) } else { Err(BAD_ADDRESS) }
}

fn is_address(text: &str) -> bool {
    let is_byte = |part: &str| !part.is_empty() && super::seen::is_digits(part) && number(part) <= Some(255);
    text.split('.').count() == 4 && text.split('.').all(is_byte)
}

/// Returns whether a text is labels of letters, digits and inner hyphens, with or without a final dot; the last of
/// several labels begins with a letter.
fn is_hostname(text: &str) -> bool {
    let is_label = |label: &str| {
        let bytes = label.as_bytes();
        matches!((bytes.first(), bytes.last()), (Some(first), Some(last)) if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric())
            && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    let text = text.strip_suffix('.').unwrap_or(text);
    let last = text.rsplit('.').next().unwrap_or_default();
    text.split('.').all(is_label) && (last.len() == text.len() || last.as_bytes()[0].is_ascii_alphabetic())
}
