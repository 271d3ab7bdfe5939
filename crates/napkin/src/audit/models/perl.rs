//! The module `URI` 5.17 of Perl (`URI.pm`, `URI/_server.pm`, `URI/_generic.pm`).
//!
//! `<...>`, `"..."` and white space around are dropped, and what may not stand in a URI is escaped. The authority ends at
//! `/`, `?` or `#`; its last `@` ends the user. The host has its escapes undone, and is there only for the schemes whose class
//! knows of servers. Nothing is refused.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Read, Seen, before, is_digits, lower, number, some};

const SERVERS: [&str; 21] = [
    "http", "https", "ftp", "gopher", "file", "ldap", "ldaps", "mms", "news", "nntp", "nntps", "pop", "rlogin",
    "rsync", "rtsp", "rtspu", "sftp", "snews", "ssh", "telnet", "tn3270",
];

pub(super) fn read(text: &str) -> Read<'_> {
    let text = unwrapped(text);
    let scheme = super::scheme(text).map(|(scheme, _)| lower(scheme));
    // Anything may stand before a colon where the path is sought.
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
        // A colon without digits stays with the host.
        let is_port = |(_, port): &(&str, &str)| !port.is_empty() && is_digits(port);
        let (host, port) = text.rsplit_once(':').filter(is_port).unwrap_or((text, ""));
        let host = super::unbracketed(host).unwrap_or(host);
        seen.host = (!host.is_empty()).then(|| octets(host));
        seen.port = number(port);
    }
    seen.scheme = scheme;
    Ok(seen)
}

fn unwrapped(text: &str) -> &str {
    let text = text
        .strip_prefix('<')
        .and_then(|text| text.strip_suffix('>'))
        .map_or(text, |text| text.strip_prefix("URL:").unwrap_or(text));
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{B}')
}

/// Escapes undone, each octet as a character of its own; that is how Perl has them.
fn octets(host: &str) -> Cow<'_, str> {
    match host.contains('%') || !host.is_ascii() {
        true => Cow::Owned(super::bytes_of(host).iter().copied().map(char::from).collect()),
        false => Cow::Borrowed(host),
    }
}

/// What RFC 2396 does not admit becomes escapes; only addresses of mail keep brackets.
fn escaped<'a>(path: &'a str, more: &str) -> Cow<'a, str> {
    let is_kept = |byte: u8| {
        more.as_bytes().contains(&byte) || byte.is_ascii_alphanumeric() || b";/?:@&=+$,-_.!~*'()%#".contains(&byte)
    };
    if path.bytes().all(is_kept) {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        super::push_escaped(&mut out, byte, is_kept(byte));
    }
    Cow::Owned(out)
}
