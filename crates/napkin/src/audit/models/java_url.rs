//! `java.net.URL` of Java 17 (`java/net/URL.java`, `java/net/URLStreamHandler.java`), for the schemes that Java has.
//!
//! Spaces and control characters around the reference are dropped, and `url:` before it. The authority ends at `/` or at the
//! query. With two `@` in it there is no host at all; else only control characters are refused in a name. Dot segments stay.

use alloc::borrow::Cow;

use super::{BAD_ADDRESS, BAD_PORT, Read, Refused, Seen, is_digits, is_ipv6, lower, number, some};

const SCHEMES: [&str; 7] = ["http", "https", "ftp", "file", "jar", "mailto", "jrt"];

pub(super) fn read(text: &str) -> Read<'_> {
    let text = text.trim_matches(|c: char| c <= ' ');
    let text = match text.as_bytes() {
        [b'u' | b'U', b'r' | b'R', b'l' | b'L', b':', ..] => &text[4..],
        _ => text,
    };
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

/// A `jar:` URL holds another, up to `!/`, and is at no host itself.
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
        return Err(super::BAD_HOST);
    }
    Ok((&text[..end], port))
}

/// A number with a sign or without; -1 is as none.
fn signed(text: &str) -> Result<Option<u32>, Refused> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let value = number(digits).filter(|&value| is_digits(digits) && value <= i32::MAX as u32).ok_or(BAD_PORT)?;
    match (text.starts_with('-'), value) {
        (true, 1) => Ok(None),
        (true, 2..) => Err(BAD_PORT),
        _ => Ok(Some(value)),
    }
}
