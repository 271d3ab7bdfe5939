//! Maps URLs that are equivalent for an archive to one form.
//!
//! Escapes are decoded until none is left, then written once. Hosts are addresses or lower-case names without `www` and its
//! number. Paths are in lower case, without dot segments, double slashes and a final slash. Queries are in lower case with
//! sorted pairs. Session identifiers are removed.

use std::borrow::Cow;

use napkin::whatwg;

use super::{address, session};

/// Returns the host as written in keys.
pub(super) fn host<'t>(host: &'t [u8], scheme: &[u8]) -> Cow<'t, [u8]> {
    let mut host = unescaped(host);
    if !host.is_ascii()
        && let Some(ascii) = to_ascii(&host)
    {
        host = Cow::Owned(ascii);
    }
    if host.windows(2).any(|pair| pair == b"..") {
        host = Cow::Owned(single_dots(&host));
    }
    let trimmed = trim_dots(&host);
    if let Some(address) = address::canonical(trimmed) {
        return Cow::Owned(address.into_bytes());
    }
    let host = if trimmed.len() == host.len() { host } else { Cow::Owned(trimmed.to_vec()) };
    let host = lowered(escaped(host));
    let www = if scheme == b"dns" { 0 } else { www(&host) };
    match host {
        Cow::Borrowed(host) => Cow::Borrowed(&host[www..]),
        Cow::Owned(mut host) => {
            host.drain(..www);
            Cow::Owned(host)
        }
    }
}

/// Converts a domain to ASCII with the URL parser, because the URL Standard's host parser has no separate function.
fn to_ascii(host: &[u8]) -> Option<Vec<u8>> {
    // Drops octets that are not UTF-8.
    let name: String = host.utf8_chunks().map(|chunk| chunk.valid()).collect();
    if name.is_ascii() {
        return Some(name.into_bytes());
    }
    let is_host = !name.contains(['/', '?', '#', '@', '\\', ':', '%', '[']);
    let url = is_host.then(|| whatwg::Url::parse(&format!("http://{name}/"), None).ok())??;
    Some(url.hostname().as_bytes().to_vec())
}

fn single_dots(host: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(host.len());
    let mut at = 0;
    while at < host.len() {
        out.push(host[at]);
        at += if host[at..].starts_with(b"..") { 2 } else { 1 };
    }
    out
}

fn trim_dots(host: &[u8]) -> &[u8] {
    let start = host.iter().position(|&byte| byte != b'.').unwrap_or(host.len());
    let end = host.iter().rposition(|&byte| byte != b'.').map_or(start, |last| last + 1);
    &host[start..end]
}

/// Returns the length of a leading `www.`, `www2.` or the like.
fn www(host: &[u8]) -> usize {
    let Some(rest) = host.strip_prefix(b"www") else { return 0 };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if rest.get(digits) == Some(&b'.') { 3 + digits + 1 } else { 0 }
}

/// Appends the path of a key.
pub(super) fn write_path(path: Option<&[u8]>, has_host: bool, out: &mut Vec<u8>) {
    let path = path.map(unescaped);
    let path = if has_host { Some(Cow::Owned(segments(path.as_deref().unwrap_or_default()))) } else { path };
    let Some(path) = path else { return };
    let path = lowered(escaped(path));
    let path = session::strip_from_path(path);
    let end = if path.len() > 1 && path.ends_with(b"/") { path.len() - 1 } else { path.len() };
    out.extend_from_slice(&path[..end]);
}

/// Removes dot segments, and empty segments except the last. A `..` without a preceding segment stays.
fn segments(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|&byte| byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if kept.is_empty() => kept.push(segment),
            b".." => drop(kept.pop()),
            _ => kept.push(segment),
        }
    }
    let mut out = Vec::with_capacity(path.len() + 1);
    out.push(b'/');
    if let Some((last, others)) = kept.split_last() {
        for segment in others.iter().filter(|segment| !segment.is_empty()) {
            out.extend_from_slice(segment);
            out.push(b'/');
        }
        out.extend_from_slice(last);
    }
    out
}

/// Returns the query of a key; `None` if there is none, or nothing is left.
pub(super) fn query(query: Option<&[u8]>) -> Option<Vec<u8>> {
    let query = escaped(unescaped(query?));
    let query = lowered(session::strip_from_query(query));
    if query.is_empty() {
        return None;
    }
    let mut pairs: Vec<(&[u8], Option<&[u8]>)> =
        query.split(|&byte| byte == b'&').map(|pair| super::cut(pair, b'=')).collect();
    pairs.sort_unstable();
    let mut out = Vec::with_capacity(query.len());
    for (number, (name, value)) in pairs.into_iter().enumerate() {
        if number > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(name);
        if let Some(value) = value {
            out.push(b'=');
            out.extend_from_slice(value);
        }
    }
    Some(out)
}

/// Decodes escapes until none is left: `%2525` becomes `%`.
///
/// A decoded octet may complete another escape with its neighbours. Escapes never overlap, so the order of decoding does not
/// matter. Each octet is read once; whenever the output ends with an escape, its octet replaces it, and the end is checked again.
fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    for &byte in text {
        out.push(byte);
        while let Some(octet) = escape_at_end(&out) {
            out.truncate(out.len() - 3);
            out.push(octet);
        }
    }
    Cow::Owned(out)
}

fn escape_at_end(text: &[u8]) -> Option<u8> {
    let &[b'%', high, low] = text.last_chunk::<3>()? else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

/// Escapes controls, spaces, `#`, `%` and octets beyond ASCII.
fn escaped(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let is_kept = |byte: u8| matches!(byte, b'!'..=b'~') && !matches!(byte, b'#' | b'%');
    if text.iter().all(|&byte| is_kept(byte)) {
        return text;
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    for &byte in &*text {
        if is_kept(byte) {
            out.push(byte);
        } else {
            let digit = |nibble: u8| b"0123456789ABCDEF"[usize::from(nibble)];
            out.extend_from_slice(&[b'%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    Cow::Owned(out)
}

fn lowered(mut text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if text.iter().any(u8::is_ascii_uppercase) {
        text.to_mut().make_ascii_lowercase();
    }
    text
}
