//! `URI.parse` of Ruby 3.1 (`lib/uri/rfc3986_parser.rb`, `lib/uri/ftp.rb`, `lib/uri/file.rb`): RFC 3986 by one regular
//! expression, with queries of any ASCII characters.
//!
//! A port is any number. A text after a scheme without a slash is not a path. The path of `ftp` begins after the
//! slash, and ends before `;type=`. A file URL with the host `localhost` has no host.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::seen::{BAD_CHARACTER, Read, Refused, Seen, before, has_whole_escapes, lower, number, some};
use napkin::{Component, Reference, Standard};

pub(super) fn read(text: &str) -> Read<'_> {
    let (front, behind) = before(text, &['?', '#']);
    let fragment = behind.split_once('#').map_or("", |(_, fragment)| fragment);
    let is_fragment = |c: char| c.is_ascii_alphanumeric() || "!$&'()*+,-.:;=@_~/?%".contains(c);
    if !text.is_ascii() || !fragment.chars().all(is_fragment) || !has_whole_escapes(fragment) {
        return Err(BAD_CHARACTER);
    }
    let reference =
        Reference::parse(front, Standard::Rfc3986).map_err(|_| Refused::Wrong("a text that is not a URI"))?;
    let scheme = reference.scheme().map(lower);
    let host = reference.host_text().unwrap_or_default();
    let port = reference.port_text().and_then(number);
    let path = reference.component(Component::Path).unwrap_or_default();
    let is_rootless = scheme.is_some() && !path.is_empty() && !path.starts_with('/');
    let query = behind.split('#').next().unwrap_or_default();
    if !is_rootless
        && query
            .as_bytes()
            .windows(3)
            .any(|three| matches!(three, [b'%', one, two] if !one.is_ascii_hexdigit() && !two.is_ascii_hexdigit()))
    {
        return Err(super::seen::BAD_ESCAPE);
    }
    let has_fragment = behind.contains('#');
    let mut seen =
        Seen { scheme, host: some(super::seen::unbracketed(host).unwrap_or(host)), port, path: Cow::Borrowed(path) };
    match seen.scheme.as_deref() {
        Some("ftp") if is_rootless => return Err(Refused::Wrong("no path where it wants one")),
        Some("ftp") => seen.path = ftp_path(path),
        Some("ldap" | "ldaps") if has_fragment || is_rootless => return Err(Refused::Wrong("no query of LDAP")),
        Some("mailto") if !is_rootless && !behind.starts_with('?') => return Err(Refused::Wrong("no address")),
        Some("file") => (seen.host, seen.port) = (seen.host.filter(|host| host != "localhost"), None),
        _ => {}
    }
    if is_rootless {
        seen.path = Cow::Borrowed("");
    }
    Ok(seen)
}

/// `URI.join`, which is `merge`.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let (of_base, seen) = (read(base)?.into_owned(), read(text)?.into_owned());
    let Some(scheme) = of_base.scheme.as_deref() else { return Err(Refused::Wrong("a base without a scheme")) };
    // An empty component counts as missing.
    let authority = text.strip_prefix("//").map_or("", |behind| before(behind, &['/', '?', '#']).0);
    let has_authority = !authority.trim_matches(['@', ':']).is_empty();
    let is_same = seen.scheme.is_none() && !has_authority && seen.path.is_empty();
    // A query removes the dot segments of the base.
    let stays = is_same && !before(text, &['?', '#']).1.starts_with('?');
    if scheme == "ftp" {
        let is_relative = seen.scheme.is_none() && !has_authority;
        // Ruby asks the reference for components that it lacks only if something changes.
        return match is_relative && (is_same || merged(&of_base.path, &seen.path) == of_base.path) {
            true => Ok(of_base),
            false => Err(Refused::Wrong("a base that fails in joining")),
        };
    }
    if seen.scheme.is_some() {
        return Ok(seen);
    }
    if has_authority {
        let host = seen.host.filter(|host| !(scheme == "file" && *host == "localhost"));
        let port = if scheme == "file" { None } else { seen.port };
        return Ok(Seen { scheme: of_base.scheme, host, port, path: seen.path });
    }
    let is_rootless = !base[scheme.len() + 1..].starts_with('/') && !base[scheme.len() + 1..].is_empty();
    let path = match stays || is_rootless {
        true => of_base.path,
        false => Cow::Owned(merged(&of_base.path, &seen.path)),
    };
    Ok(Seen { path, ..of_base })
}

/// `merge_path`, step by step.
fn merged(base: &str, path: &str) -> String {
    let (mut out, mut own) = (folded(&pieces(base)), pieces(path));
    if own.first().is_some_and(|first| first.is_empty()) {
        out.clear();
        own.remove(0);
    }
    if matches!(own.last(), Some(&("." | ".."))) {
        own.push("");
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in own.into_iter().filter(|segment| *segment != ".") {
        match (segment, kept.last()) {
            ("..", Some(&last)) if last != ".." => drop(kept.pop()),
            _ => kept.push(segment),
        }
    }
    if out.is_empty() {
        out.push("");
    } else if !kept.is_empty() {
        out.pop();
    }
    let above = kept.iter().take_while(|segment| **segment == "..").count();
    for _ in 0..above {
        if out.len() > 1 {
            out.pop();
        }
    }
    out.extend(&kept[above..]);
    if above > 0 && above == kept.len() {
        out.push("");
    }
    out.join("/")
}

fn pieces(path: &str) -> Vec<&str> {
    if path.is_empty() { Vec::new() } else { path.split('/').collect() }
}

/// Returns the segments of a base without `..`; a leading `..` removes all others.
fn folded<'a>(segments: &[&'a str]) -> Vec<&'a str> {
    let mut out: Vec<&str> = Vec::new();
    for &segment in segments {
        match segment {
            ".." if out.pop().is_none() => return Vec::new(),
            ".." => {}
            _ => out.push(segment),
        }
    }
    if segments.last() == Some(&"..") {
        out.push("");
    }
    out
}

fn ftp_path(path: &str) -> Cow<'_, str> {
    let path = path.split(";type=").next().unwrap_or_default();
    let path = path.strip_prefix('/').unwrap_or(path);
    match path.strip_prefix("%2F") {
        Some(rest) => Cow::Owned(String::from("/") + rest),
        None => Cow::Borrowed(path),
    }
}
