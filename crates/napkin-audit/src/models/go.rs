//! `net/url` of Go 1.19 (`url.go`): `Parse`, then `Hostname`, `Port` and `EscapedPath`.
//!
//! The fragment and the query are removed first, so that only `/` ends an authority. The last `@` ends the user, whose
//! characters are checked. A port is any number of digits. In a name, only `%25` and escapes of non-ASCII bytes are
//! allowed. Three slashes after a scheme are an empty host and a path.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::seen::{
    BAD_ADDRESS, BAD_CHARACTER, BAD_ESCAPE, BAD_HOST, BAD_PORT, Read, Refused, Seen, decoded, has_whole_escapes,
    is_digits, is_scheme_byte, lower, number, some,
};

pub(super) fn read(text: &str) -> Read<'_> {
    parse(text).map(|parsed| parsed.seen)
}

/// The part of `Parse`'s result that `ResolveReference` uses.
struct Parsed<'a> {
    seen: Seen<'a>,
    has_authority: bool,
}

impl<'a> From<Seen<'a>> for Parsed<'a> {
    fn from(seen: Seen<'a>) -> Self {
        Self { seen, has_authority: false }
    }
}

/// `Parse` of a base, then its `Parse` of a reference, which calls `ResolveReference`. Dot segments are removed from a
/// reference with a scheme too.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let Seen { scheme, host, port, path: directory } = read(base)?;
    let Parsed { seen, has_authority } = parse(text)?;
    let resolved = match seen.scheme.is_some() || has_authority {
        true => Seen { path: Cow::Owned(resolved("", &seen.path)), scheme: seen.scheme.or(scheme), ..seen },
        false => Seen { scheme, host, port, path: Cow::Owned(resolved(&directory, &seen.path)) },
    };
    Ok(resolved.into_owned())
}

/// `resolvePath`: the result begins with `/`, except that an empty path stays empty.
fn resolved(base: &str, path: &str) -> String {
    let directory = base.rfind('/').map_or("", |slash| &base[..=slash]);
    let full = match path {
        "" => String::from(base),
        _ if path.starts_with('/') => String::from(path),
        _ => [directory, path].concat(),
    };
    let mut out: Vec<&str> = Vec::new();
    for segment in full.split('/') {
        match segment {
            // At the beginning, `..` leaves the root.
            "." if out.is_empty() => out.push(""),
            "." => {}
            ".." => drop(out.pop()),
            _ => out.push(segment),
        }
    }
    if matches!(full.rsplit('/').next(), Some("." | "..")) {
        out.push("");
    }
    let path = out.join("/");
    if full.is_empty() || path.starts_with('/') { path } else { ["/", &path].concat() }
}

fn parse(text: &str) -> Result<Parsed<'_>, Refused> {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7F) {
        return Err(BAD_CHARACTER);
    }
    if !has_whole_escapes(fragment) {
        return Err(BAD_ESCAPE);
    }
    if text == "*" {
        return Ok(Seen { path: Cow::Borrowed("*"), ..Seen::default() }.into());
    }
    let (scheme, rest) = scheme(text)?;
    let scheme = scheme.map(lower);
    let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
    if !rest.starts_with('/') {
        return match scheme {
            Some(_) => Ok(Seen { scheme, ..Seen::default() }.into()),
            None if rest.split('/').next().unwrap_or_default().contains(':') => {
                Err(Refused::Wrong("a colon in the first segment of a path"))
            }
            None => Ok(Seen { path: path(rest)?, ..Seen::default() }.into()),
        };
    }
    if let Some(behind) = rest.strip_prefix("//").filter(|behind| scheme.is_some() || !behind.starts_with('/')) {
        let (authority, rest) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
        let host = host(authority)?;
        let (host, port) = host_and_port(host);
        let has_authority = !authority.is_empty();
        return Ok(Parsed { seen: Seen { scheme, host, port, path: path(rest)? }, has_authority });
    }
    Ok(Seen { scheme, path: path(rest)?, ..Seen::default() }.into())
}

/// Returns the text before the colon if it has only characters of schemes; an error for a colon at the beginning.
fn scheme(text: &str) -> Result<(Option<&str>, &str), Refused> {
    match text.bytes().position(|byte| !is_scheme_byte(byte)) {
        Some(0) if text.starts_with(':') => Err(Refused::Scheme),
        Some(end) if text.as_bytes()[end] == b':' && text.as_bytes()[0].is_ascii_alphabetic() => {
            Ok((Some(&text[..end]), &text[end + 1..]))
        }
        _ => Ok((None, text)),
    }
}

fn host(authority: &str) -> Result<Cow<'_, str>, Refused> {
    let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    let host = unescaped(host)?;
    let is_user = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    match user {
        Some(user) if !user.chars().all(is_user) => Err(Refused::Wrong("a user with invalid characters")),
        Some(user) if !has_whole_escapes(user) => Err(BAD_ESCAPE),
        _ => Ok(host),
    }
}

/// Returns the checked host and its port, with the allowed escapes decoded.
fn unescaped(text: &str) -> Result<Cow<'_, str>, Refused> {
    let is_port = |text: &str| text.is_empty() || text.strip_prefix(':').is_some_and(is_digits);
    let mut zone = 0..0;
    if text.starts_with('[') {
        let end = text.rfind(']').ok_or(BAD_ADDRESS)?;
        if !is_port(&text[end + 1..]) {
            return Err(BAD_PORT);
        }
        zone = text[..end].find("%25").map_or(0..0, |start| start..end);
    } else if text.rfind(':').is_some_and(|colon| !is_port(&text[colon..])) {
        return Err(BAD_PORT);
    }
    if !has_whole_escapes(text) {
        return Err(BAD_ESCAPE);
    }
    for (at, c) in text.char_indices() {
        let escaped = (c == '%').then(|| u8::from_str_radix(&text[at + 1..at + 3], 16).unwrap_or_default());
        let is_good = match escaped {
            Some(b'%') => true,
            Some(byte) if zone.contains(&at) => byte == b' ' || is_host(byte),
            Some(byte) => !byte.is_ascii(),
            None => !c.is_ascii() || is_host(c as u8),
        };
        if !is_good {
            return Err(BAD_HOST);
        }
    }
    Ok(decoded(text))
}

const fn is_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':')
        || matches!(byte, b'[' | b']' | b'<' | b'>' | b'"' | b'-' | b'_' | b'.' | b'~')
}

/// The last colon before digits or before nothing begins the port.
fn host_and_port(text: Cow<'_, str>) -> (Option<Cow<'_, str>>, Option<u32>) {
    let (end, port) = match text.rsplit_once(':') {
        Some((host, port)) if is_digits(port) => (host.len(), number(port)),
        _ => (text.len(), None),
    };
    let range = if text[..end].starts_with('[') && text[..end].ends_with(']') { 1..end - 1 } else { 0..end };
    let host = match text {
        Cow::Borrowed(text) => some(&text[range]),
        Cow::Owned(text) => some(&text[range]).map(|host| Cow::Owned(host.into_owned())),
    };
    (host, port)
}

/// Returns the path as Go sends it: unchanged if all its characters are allowed, otherwise decoded and encoded again.
fn path(text: &str) -> Result<Cow<'_, str>, Refused> {
    if !has_whole_escapes(text) {
        return Err(BAD_ESCAPE);
    }
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte);
    if text.bytes().all(|byte| is_kept(byte) || b"!'()*[]%".contains(&byte)) {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    for &byte in super::seen::bytes_of(text).iter() {
        super::seen::push_escaped(&mut out, byte, is_kept(byte));
    }
    Ok(Cow::Owned(out))
}
