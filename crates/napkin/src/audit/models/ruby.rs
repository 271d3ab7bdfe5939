//! `URI.parse` of Ruby 3.1 (`lib/uri/rfc3986_parser.rb`, `lib/uri/ftp.rb`, `lib/uri/file.rb`): RFC 3986 by one expression, but
//! queries of any ASCII characters.
//!
//! Ports may be any number. What has no slash behind its scheme has no path. The path of `ftp` begins behind the slash, and
//! ends before `;type=`. A file on `localhost` has no host.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{BAD_CHARACTER, Read, Refused, Seen, before, has_whole_escapes, lower, number, some};
use crate::{Component, Reference, Standard};

pub(super) fn read(text: &str) -> Read<'_> {
    let (front, behind) = before(text, &['?', '#']);
    let fragment = behind.split_once('#').map_or("", |(_, fragment)| fragment);
    let is_fragment = |c: char| c.is_ascii_alphanumeric() || "!$&'()*+,-.:;=@_~/?%".contains(c);
    if !text.is_ascii() || !fragment.chars().all(is_fragment) || !has_whole_escapes(fragment) {
        return Err(BAD_CHARACTER);
    }
    let reference = Reference::parse(front, Standard::Rfc3986).map_err(|_| Refused::Wrong("no URI of RFC 3986"))?;
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
        return Err(super::BAD_ESCAPE);
    }
    let has_fragment = behind.contains('#');
    let mut seen =
        Seen { scheme, host: some(super::unbracketed(host).unwrap_or(host)), port, path: Cow::Borrowed(path) };
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

fn ftp_path(path: &str) -> Cow<'_, str> {
    let path = path.split(";type=").next().unwrap_or_default();
    let path = path.strip_prefix('/').unwrap_or(path);
    match path.strip_prefix("%2F") {
        Some(rest) => Cow::Owned(String::from("/") + rest),
        None => Cow::Borrowed(path),
    }
}
