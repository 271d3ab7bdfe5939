//! `java.net.URL` of Java 17 (`java/net/URL.java`, `java/net/URLStreamHandler.java`), for the schemes that Java has.
//!
//! Spaces and control characters around the reference are removed, and a leading `url:`. The authority ends at `/` or
//! at the query. An authority with two `@` has no host; otherwise only control characters are refused in a name. Dot
//! segments are kept.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::seen::{BAD_ADDRESS, BAD_PORT, Read, Refused, Seen, before, is_digits, is_ipv6, lower, number, some};

const SCHEMES: [&str; 7] = ["http", "https", "ftp", "file", "jar", "mailto", "jrt"];

pub(super) fn read(text: &str) -> Read<'_> {
    let text = trimmed(text);
    let (start, rest) = text.split_once(':').ok_or(Refused::Scheme)?;
    let scheme = lower(start);
    if !SCHEMES.contains(&&*scheme) {
        return Err(Refused::Scheme);
    }
    let rest = rest.split_once('#').map_or(rest, |(rest, _)| rest);
    let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
    match &*scheme {
        "mailto" if rest.is_empty() => return Err(Refused::Wrong("no address")),
        "mailto" => return Ok(Seen { scheme: Some(scheme), path: Cow::Borrowed(rest), ..Seen::default() }),
        "jar" => return jar(scheme, rest),
        _ => {}
    }
    let (host, port, path) = match rest.strip_prefix("//").filter(|behind| !behind.starts_with("//")) {
        None => (None, None, rest),
        Some(behind) => {
            let (authority, path) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
            let (host, port) = host_and_port(authority)?;
            (some(host), port, path)
        }
    };
    Ok(Seen { scheme: Some(scheme), host, port, path: Cow::Borrowed(path) })
}

fn trimmed(text: &str) -> &str {
    let text = text.trim_matches(|c: char| c <= ' ');
    match text.as_bytes() {
        [b'u' | b'U', b'r' | b'R', b'l' | b'L', b':', ..] => &text[4..],
        _ => text,
    }
}

/// A `URL` with a context. The scheme is ignored if it is the context's and the context has an absolute path.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let of_base = read(base)?.into_owned();
    let text = trimmed(text);
    let written =
        text.split_once(':').filter(|(name, _)| is_protocol(name)).map(|(name, behind)| (lower(name), behind));
    let behind = match &written {
        None => text,
        Some((name, _)) if of_base.scheme.as_ref() != Some(name) => return read(text).map(Seen::into_owned),
        Some(_) if !of_base.path.starts_with('/') => return read(text).map(Seen::into_owned),
        Some((_, behind)) => behind,
    };
    let (front, rest) = before(behind.split_once('#').map_or(behind, |(front, _)| front), &['?']);
    if of_base.scheme.as_deref() == Some("mailto") {
        return Ok(Seen { path: Cow::Owned([front, rest].concat()), ..of_base });
    }
    let (mut seen, mut path, mut has_own) = (of_base.clone(), front, false);
    if let Some(behind) = front.strip_prefix("//").filter(|behind| !behind.starts_with("//")) {
        let (authority, rest) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
        let (host, port) = host_and_port(authority)?;
        seen.host = some(host).map(|host| Cow::Owned(host.into_owned()));
        // From an authority with two `@`, Java takes nothing, and the context's port stays.
        seen.port = if authority.matches('@').nth(1).is_some() { seen.port } else { port };
        (path, has_own) = (rest, !authority.is_empty());
    }
    let before = if has_own { "" } else { &*of_base.path };
    let directory = &before[..before.rfind('/').map_or(0, |slash| slash + 1)];
    seen.path = Cow::Owned(match path {
        // A query alone refers to the directory.
        "" if rest.is_empty() || !front.is_empty() => String::from(before),
        "" => String::from(if directory.is_empty() { "/" } else { directory }),
        _ if path.starts_with('/') => String::from(path),
        _ if before.is_empty() => ["/", path].concat(),
        _ => without_dots(&[if directory.is_empty() { "/" } else { directory }, path].concat()),
    });
    Ok(seen)
}

/// Unicode letters are allowed.
fn is_protocol(text: &str) -> bool {
    let may_follow = |c: char| c.is_alphanumeric() || matches!(c, '.' | '+' | '-');
    text.starts_with(char::is_alphabetic) && text.chars().all(may_follow)
}

/// Removes dot segments as `URLStreamHandler` does: `..` at the root is kept, and so is the next one, but not a third.
fn without_dots(path: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." if !is_last && !out.is_empty() => {}
            ".." if !is_last && out.len() > 1 && !(out.len() == 2 && out[1] == "..") => drop(out.pop()),
            _ => out.push(segment),
        }
    }
    let mut path = out.join("/");
    if path.ends_with("/..") {
        // The first match counts, even if others follow.
        let at = path.find("/..").unwrap_or_default();
        if let Some(slash) = path[..at].rfind('/') {
            path.truncate(slash + 1);
        }
    }
    if path.ends_with("/.") {
        path.pop();
    }
    path
}

/// A `jar:` URL contains another URL, up to `!/`, and has no host itself.
fn jar<'a>(scheme: Cow<'a, str>, rest: &'a str) -> Read<'a> {
    let (inner, _) = rest.rsplit_once("!/").ok_or(Refused::Wrong("a jar without an entry"))?;
    read(inner)?;
    Ok(Seen { scheme: Some(scheme), path: Cow::Borrowed(rest), ..Seen::default() })
}

fn host_and_port(authority: &str) -> Result<(&str, Option<u32>), Refused> {
    let text = match authority.split_once('@') {
        Some((_, behind)) if behind.contains('@') => return Ok(("", None)),
        Some((_, behind)) => behind,
        None => authority,
    };
    let end = match text.strip_prefix('[') {
        Some(inside) => {
            let end = inside.find(']').filter(|&end| end > 1).ok_or(BAD_ADDRESS)?;
            let address = inside[..end].split('%').next().unwrap_or_default();
            if !is_ipv6(address) {
                return Err(BAD_ADDRESS);
            }
            end + 2
        }
        None => text.find(':').unwrap_or(text.len()),
    };
    let port = match text[end..].strip_prefix(':') {
        None if end < text.len() => return Err(BAD_PORT),
        None | Some("") => None,
        Some(port) => signed(port)?,
    };
    if text[..end].contains(|c: char| c.is_ascii_control()) {
        return Err(super::seen::BAD_HOST);
    }
    Ok((&text[..end], port))
}

/// Returns a number with an optional sign; -1 counts as no port.
fn signed(text: &str) -> Result<Option<u32>, Refused> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let value = number(digits).filter(|&value| is_digits(digits) && value <= i32::MAX as u32).ok_or(BAD_PORT)?;
    match (text.starts_with('-'), value) {
        (true, 1) => Ok(None),
        (true, 2..) => Err(BAD_PORT),
        _ => Ok(Some(value)),
    }
}
