//! SURT keys, by which the indexes of web archives sort URLs: `org,archive)/goo?a=1&b`. Start with `write`.
//!
//! The key is that of the Wayback Machine's indexes (`WaybackURLKeyMaker`; the tests of `napkin-columns` have its published ones), and Common
//! Crawl's `url_surtkey`. Invalid texts have keys too: characters that no standard admits are escaped. This module splits a
//! text by the regular expression of RFC 3986 appendix B on octets, and writes the key; `canonical` finds equivalent URLs.
//! Domains beyond ASCII are converted by UTS 46, as in browsers. The archive uses IDNA 2003, so keys differ for `ß` and a few
//! other characters.

mod address;
mod canonical;
mod session;

use std::borrow::Cow;

/// The components of a text, not yet decoded; `None` for undefined and for empty components.
#[derive(Default)]
struct Split<'t> {
    scheme: &'t [u8],
    host: Option<&'t [u8]>,
    port: Option<u16>,
    path: Option<&'t [u8]>,
    query: Option<&'t [u8]>,
}

/// Appends the key of a text to `out`; `None` if it has none: if it is white space alone, or has a port that is not a 16-bit number. The empty
/// text has the key `-`.
///
/// ```
/// let mut key = Vec::new();
/// napkin_document::surt::write("http://www.archive.org/goo/?b&a=1#top", &mut key);
/// assert_eq!(key, b"org,archive)/goo?a=1&b");
/// ```
pub fn write(text: &str, out: &mut Vec<u8>) -> Option<()> {
    if text.is_empty() {
        out.push(b'-');
        return Some(());
    }
    if text.starts_with("filedesc") {
        out.extend_from_slice(text.as_bytes());
        return Some(());
    }
    if text.trim_ascii().is_empty() {
        return None;
    }
    let text = prepared(text.as_bytes());
    let split = split(&text)?;
    let host = split.host.map(|host| canonical::host(host, split.scheme)).filter(|host| !host.is_empty());
    match &host {
        None => {
            out.extend_from_slice(split.scheme);
            out.push(b':');
        }
        Some(host) => write_host(host, port(&split), out),
    }
    canonical::write_path(split.path, host.is_some(), out);
    if let Some(query) = canonical::query(split.query) {
        if out.last() == Some(&b':') && split.path.is_none() {
            out.push(b'/');
        }
        out.push(b'?');
        out.extend_from_slice(&query);
    }
    Some(())
}

/// Writes the labels of a host in reverse order, separated by commas, and the port, if any.
fn write_host(host: &[u8], port: Option<u16>, out: &mut Vec<u8>) {
    for (number, label) in host.rsplit(|&byte| byte == b'.').enumerate() {
        if number > 0 {
            out.push(b',');
        }
        out.extend_from_slice(label);
    }
    if let Some(port) = port {
        out.extend_from_slice(format!(":{port}").as_bytes());
    }
    out.push(b')');
}

fn port(split: &Split<'_>) -> Option<u16> {
    let default = match split.scheme {
        scheme if scheme.eq_ignore_ascii_case(b"http") => 80,
        scheme if scheme.eq_ignore_ascii_case(b"https") => 443,
        _ => 0,
    };
    split.port.filter(|&port| port != default)
}

/// Removes surrounding white space, and line breaks and tabs inside. Adds `http://` to a text without a scheme, and removes
/// repetitions of it.
fn prepared(text: &[u8]) -> Cow<'_, [u8]> {
    let text = text.trim_ascii();
    let text = text.strip_prefix(b"\x0b").unwrap_or(text);
    let mut text = if text.iter().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')) {
        Cow::Owned(text.iter().copied().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r')).collect())
    } else {
        Cow::Borrowed(text)
    };
    if scheme(&text).is_none() {
        text = Cow::Owned([b"http://", &*text].concat());
    }
    let mut once = &*text;
    while let Some(rest) = without_web(once)
        && without_web(rest).is_some()
    {
        once = rest;
    }
    let start = text.len() - once.len();
    if start == 0 { text } else { Cow::Owned(text[start..].to_vec()) }
}

fn without_web(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"http://").or_else(|| text.strip_prefix(b"https://"))
}

fn scheme(text: &[u8]) -> Option<&[u8]> {
    let colon = text.iter().position(|&byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')))?;
    (text[colon] == b':' && text[0].is_ascii_alphabetic()).then(|| &text[..colon])
}

fn split(text: &[u8]) -> Option<Split<'_>> {
    let scheme = scheme(text).unwrap_or_default();
    let rest = if scheme.is_empty() { text } else { &text[scheme.len() + 1..] };
    let rest = &rest[..rest.iter().position(|&byte| byte == b'#').unwrap_or(rest.len())];
    let (rest, query) = cut(rest, b'?');
    let (authority, path) = match rest.strip_prefix(b"//") {
        Some(rest) => rest.split_at(rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len())),
        None => (&[][..], rest),
    };
    let (host, port) = host_and_port(authority)?;
    let mut split = Split { scheme, host: filled(host), port, path: filled(path), query: query.and_then(filled) };
    if let (None, Some(path), true) = (split.host, split.path, scheme.starts_with(b"http")) {
        // `http:////host/path`: the extra slashes count as a typing error.
        let start = path.iter().position(|&byte| byte != b'/').unwrap_or(path.len());
        let end = path[start..].iter().position(|&byte| byte == b'/').map_or(path.len(), |slash| start + slash);
        split.host = Some(&path[start..end]);
        split.path = Some(if end < path.len() { &path[end..] } else { b"/" });
    }
    Some(split)
}

fn filled(text: &[u8]) -> Option<&[u8]> {
    (!text.is_empty()).then_some(text)
}

fn cut(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == at) {
        Some(place) => (&text[..place], Some(&text[place + 1..])),
        None => (text, None),
    }
}

/// Returns the host after the last `@`, in brackets or up to a colon, and the port after it.
fn host_and_port(authority: &[u8]) -> Option<(&[u8], Option<u16>)> {
    let end = authority.iter().rposition(|&byte| byte != b':').map_or(0, |last| last + 1);
    let authority = &authority[..end];
    let start = authority.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    let authority = &authority[start..];
    let (host, port) = match cut(authority, b'[') {
        (_, Some(inside)) => {
            let (host, behind) = cut(inside, b']');
            (host, behind.and_then(|behind| cut(behind, b':').1))
        }
        _ => cut(authority, b':'),
    };
    let Some(digits) = port.filter(|digits| !digits.is_empty()) else { return Some((host, None)) };
    let number = digits.iter().try_fold(0_u32, |number, byte| {
        byte.is_ascii_digit().then(|| number.saturating_mul(10).saturating_add(u32::from(byte - b'0')))
    })?;
    Some((host, Some(u16::try_from(number).ok()?).filter(|&port| port != 0)))
}
