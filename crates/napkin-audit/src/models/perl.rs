//! The module `URI` 5.17 of Perl (`URI.pm`, `URI/_server.pm`, `URI/_generic.pm`).
//!
//! `<...>`, `"..."` and white space around the text are removed, and characters that are invalid in a URI are escaped. The
//! authority ends at `/`, `?` or `#`; its last `@` ends the user. The host is decoded, and exists only for schemes whose class
//! has servers. Nothing is refused.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::seen::{Read, Seen, before, is_digits, lower, number, some};

const SERVERS: [&str; 21] = [
    "http", "https", "ftp", "gopher", "file", "ldap", "ldaps", "mms", "news", "nntp", "nntps", "pop", "rlogin",
    "rsync", "rtsp", "rtspu", "sftp", "snews", "ssh", "telnet", "tn3270",
];

pub(super) fn read(text: &str) -> Read<'_> {
    let text = unwrapped(text);
    let scheme = super::seen::scheme(text).map(|(scheme, _)| lower(scheme));
    // Any text may precede the colon when Perl looks for the path.
    let rest = text
        .split_once(':')
        .filter(|(start, _)| !start.is_empty() && !start.contains(['/', '?', '#']))
        .map_or(text, |(_, rest)| rest);
    let brackets = if scheme.as_deref() == Some("mailto") { "[]" } else { "" };
    if scheme.as_deref().is_some_and(|scheme| scheme == "mailto" || scheme == "urn" || scheme == "data") {
        return Ok(Seen { scheme, path: escaped(before(rest, &['#']).0, brackets), ..Seen::default() });
    }
    let (authority, rest) = rest.strip_prefix("//").map_or((None, rest), |behind| {
        let (authority, rest) = before(behind, &['/', '?', '#']);
        (Some(authority), rest)
    });
    let ends: &[char] = if scheme.as_deref() == Some("ftp") { &['#'] } else { &['?', '#'] };
    let mut seen = Seen { path: escaped(before(rest, ends).0, ""), ..Seen::default() };
    if let Some(authority) = authority.filter(|_| scheme.as_deref().is_some_and(|scheme| SERVERS.contains(&scheme))) {
        if scheme.as_deref() == Some("file") {
            seen.host = some(authority).map(|_| octets(authority));
            seen.scheme = scheme;
            return Ok(seen);
        }
        let text = authority.rsplit_once('@').map_or(authority, |(_, behind)| behind);
        // A colon without digits stays in the host.
        let is_port = |(_, port): &(&str, &str)| !port.is_empty() && is_digits(port);
        let (host, port) = text.rsplit_once(':').filter(is_port).unwrap_or((text, ""));
        let host = super::seen::unbracketed(host).unwrap_or(host);
        seen.host = (!host.is_empty()).then(|| octets(host));
        seen.port = number(port);
    }
    seen.scheme = scheme;
    Ok(seen)
}

/// `new_abs`: creates the reference with the scheme of the base, then calls its `abs`.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let (text, base) = (unwrapped(text), unwrapped(base));
    let scheme = super::seen::scheme(base).map(|(scheme, _)| scheme);
    if super::seen::scheme(text).is_some() || scheme.is_none() {
        return read(text).map(Seen::into_owned);
    }
    let scheme = scheme.unwrap_or_default();
    let is_opaque = OPAQUE.iter().any(|opaque| opaque.eq_ignore_ascii_case(scheme));
    if is_opaque || text.starts_with("//") {
        return read(&[scheme, ":", text].concat()).map(Seen::into_owned);
    }
    // In FTP, the query is part of the path.
    let ends: &[char] = if scheme.eq_ignore_ascii_case("ftp") { &['#'] } else { &['?', '#'] };
    let (authority, directory) = hierarchy(&base[scheme.len() + 1..], ends);
    let (_, path) =
        hierarchy(text.split_once(':').filter(|(start, _)| is_start(start)).map_or(text, |(_, rest)| rest), ends);
    let authority = authority.map_or_else(String::new, |authority| ["//", authority].concat());
    let path = match path {
        "" => String::from(directory),
        // Perl then appends the whole text to the authority, including what looked like a scheme.
        _ if path.starts_with('/') => [if text.starts_with('/') { "" } else { "/" }, before(text, ends).0].concat(),
        _ => merged(&directory[..directory.rfind('/').map_or(0, |slash| slash + 1)], path),
    };
    read(&[&lower(scheme), ":", &authority, &path].concat()).map(Seen::into_owned)
}

/// Schemes whose class has no hierarchy, so that no reference is relative to them.
const OPAQUE: [&str; 4] = ["mailto", "urn", "data", "javascript"];

/// Returns the end of the text before the colon when Perl looks for the path.
fn is_start(text: &str) -> bool {
    !text.is_empty() && !text.contains(['/', '?', '#'])
}

/// Returns the authority and the path of the text after a scheme.
fn hierarchy<'a>(text: &'a str, ends: &[char]) -> (Option<&'a str>, &'a str) {
    match text.strip_prefix("//") {
        Some(behind) => {
            let (authority, path) = before(behind, &['/', '?', '#']);
            (Some(authority), before(path, ends).0)
        }
        None => (None, before(text, ends).0),
    }
}

/// Merges paths like the loop of `abs`, which keeps a `..` above the root.
fn merged(directory: &str, path: &str) -> String {
    let joined = [directory, path].concat();
    let joined = joined.strip_prefix('/').unwrap_or(&joined);
    let mut rest = joined.split('/').peekable();
    let mut out: Vec<&str> = Vec::new();
    loop {
        let Some(&last) = out.last() else {
            match rest.next() {
                Some(segment) => out.push(segment),
                None => break,
            }
            continue;
        };
        let Some(&next) = rest.peek() else { break };
        if last == "." {
            out.pop();
        } else if next == ".." && last != ".." {
            out.pop();
            rest.next();
            if rest.peek().is_none() && !out.is_empty() {
                out.push("");
                break;
            }
        } else {
            rest.next();
            out.push(next);
        }
    }
    if let Some(last) = out.last_mut().filter(|last| **last == ".") {
        *last = "";
    }
    ["/", &out.join("/")].concat()
}

fn unwrapped(text: &str) -> &str {
    let text = text
        .strip_prefix('<')
        .and_then(|text| text.strip_suffix('>'))
        .map_or(text, |text| text.strip_prefix("URL:").unwrap_or(text));
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{B}')
}

/// Decodes escapes, each byte to one character, as Perl stores them.
fn octets(host: &str) -> Cow<'_, str> {
    match host.contains('%') || !host.is_ascii() {
        true => Cow::Owned(super::seen::bytes_of(host).iter().copied().map(char::from).collect()),
        false => Cow::Borrowed(host),
    }
}

/// Escapes the characters that RFC 2396 does not allow; only mail addresses keep brackets.
fn escaped<'a>(path: &'a str, more: &str) -> Cow<'a, str> {
    let is_kept = |byte: u8| {
        more.as_bytes().contains(&byte) || byte.is_ascii_alphanumeric() || b";/?:@&=+$,-_.!~*'()%#".contains(&byte)
    };
    if path.bytes().all(is_kept) {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        super::seen::push_escaped(&mut out, byte, is_kept(byte));
    }
    Cow::Owned(out)
}
