//! `urllib.parse.urlsplit` of Python 3.11.4 and later (`Lib/urllib/parse.py`; 3.11.2 in Debian 12 has the same by its
//! security fixes).
//!
//! Control characters and spaces before the reference are removed, and tabs and line ends anywhere. The authority ends
//! at `/`, `?` or `#`, never at `\`; its last `@` ends the user, and the next `:` the host. Text after a closing
//! bracket is ignored, except for a port. A wrong port raises an error only when a program reads it; this model always
//! reads it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::seen::{
    BAD_ADDRESS, BAD_PORT, Read, Refused, Seen, before, is_digits, is_ipv6, lower, number, scheme, some, without,
};

const LINE_ENDS: [char; 3] = ['\t', '\r', '\n'];

pub(super) fn read(text: &str) -> Read<'_> {
    match cleaned(text) {
        Cow::Borrowed(text) => seen(&split(text)?),
        Cow::Owned(text) => seen(&split(&text)?).map(Seen::into_owned),
    }
}

fn cleaned(text: &str) -> Cow<'_, str> {
    without(text.trim_start_matches(|c: char| c <= ' '), &LINE_ENDS)
}

/// The result of `urlsplit`, without the query and the fragment.
struct Split<'a> {
    scheme: Option<Cow<'a, str>>,
    authority: &'a str,
    path: &'a str,
}

fn split(text: &str) -> Result<Split<'_>, Refused> {
    let (scheme, rest) = scheme(text).map_or((None, text), |(scheme, rest)| (Some(lower(scheme)), rest));
    let (authority, rest) = rest.strip_prefix("//").map_or(("", rest), |rest| before(rest, &['/', '?', '#']));
    brackets(authority)?;
    composed(authority)?;
    let (path, _) = before(rest, &['?', '#']);
    Ok(Split { scheme, authority, path })
}

fn seen<'a>(split: &Split<'a>) -> Read<'a> {
    let authority = split.authority;
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, behind)| behind);
    let (host, port) = match host_and_port.split_once('[') {
        Some((_, behind)) => {
            let (host, port) = behind.split_once(']').unwrap_or((behind, ""));
            (host, port.split_once(':').map_or("", |(_, port)| port))
        }
        None => host_and_port.split_once(':').unwrap_or((host_and_port, "")),
    };
    let port = if is_digits(port) { number(port) } else { return Err(BAD_PORT) };
    if port > Some(0xFFFF) {
        return Err(BAD_PORT);
    }
    let scheme = split.scheme.clone();
    Ok(Seen { scheme, host: some(host).map(|_| host_of(host)), port, path: Cow::Borrowed(split.path) })
}

/// The schemes with relative references, those with an authority, and those with parameters in the last segment.
/// `None` is a missing scheme, and belongs to all three.
const RELATIVE: [&str; 18] = [
    "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtspu",
    "sftp", "svn", "svn+ssh", "ws", "wss",
];
const WITH_AUTHORITY: [&str; 24] = [
    "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews", "prospero",
    "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss",
];
const WITH_PARAMETERS: [&str; 14] =
    ["ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel"];

/// `urljoin`, then `urlsplit` of its result.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    if text.is_empty() || base.is_empty() {
        return read(if text.is_empty() { base } else { text }).map(Seen::into_owned);
    }
    let (of_base, of_text) = (cleaned(base), cleaned(text));
    let (base, reference) = (split(&of_base)?, split(&of_text)?);
    let scheme = reference.scheme.as_deref().or(base.scheme.as_deref());
    let is_one_of = |list: &[&str]| scheme.is_none_or(|scheme| list.contains(&scheme));
    if scheme != base.scheme.as_deref() || !is_one_of(&RELATIVE) {
        return read(text).map(Seen::into_owned);
    }
    let has_authority = is_one_of(&WITH_AUTHORITY);
    let is_alone = has_authority && !reference.authority.is_empty();
    let authority = if has_authority && !is_alone { base.authority } else { reference.authority };
    let may_have = is_one_of(&WITH_PARAMETERS);
    let (path, own) = parameters(reference.path, may_have);
    let (base_path, base_own) = parameters(base.path, may_have);
    let (path, own) = match (is_alone, path.is_empty() && own.is_empty()) {
        (true, _) => (Cow::Borrowed(path), own),
        (false, true) => (Cow::Borrowed(base_path), base_own),
        (false, false) => (Cow::Owned(merged(base_path, path)), own),
    };
    let whole = unsplit(scheme.unwrap_or_default(), authority, &path, own, has_authority);
    read(&whole).map(Seen::into_owned)
}

/// Returns a path, and the text after the first `;` of its last segment.
fn parameters(path: &str, may_have: bool) -> (&str, &str) {
    let segment = path.rfind('/').unwrap_or(0);
    match path[segment..].find(';').filter(|_| may_have) {
        Some(at) => (&path[..segment + at], &path[segment + at + 1..]),
        None => (path, ""),
    }
}

/// Removes empty segments in the middle of a merged path, and `..` above the root.
fn merged(base: &str, path: &str) -> String {
    let is_rooted = path.starts_with('/');
    let joined = match base.rfind('/') {
        Some(slash) if !is_rooted => Cow::Owned([&base[..=slash], path].concat()),
        None if !is_rooted && base.is_empty() => Cow::Owned(["/", path].concat()),
        _ => Cow::Borrowed(path),
    };
    let count = joined.split('/').count();
    let mut out: Vec<&str> = Vec::new();
    for (number, segment) in joined.split('/').enumerate() {
        let is_inner = 0 < number && number + 1 < count;
        match segment {
            "" if is_inner && !is_rooted => {}
            "." => {}
            ".." => drop(out.pop()),
            _ => out.push(segment),
        }
    }
    if matches!(joined.rsplit('/').next(), Some("." | "..")) {
        out.push("");
    }
    let path = out.join("/");
    if path.is_empty() { String::from("/") } else { path }
}

/// `urlunparse`.
fn unsplit(scheme: &str, authority: &str, path: &str, parameters: &str, has_authority: bool) -> String {
    let mut path = String::from(path);
    if !parameters.is_empty() {
        path.push(';');
        path.push_str(parameters);
    }
    if !authority.is_empty() || (!scheme.is_empty() && has_authority && !path.starts_with("//")) {
        let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
        path = ["//", authority, slash, &path].concat();
    }
    if scheme.is_empty() { path } else { [scheme, ":", &path].concat() }
}

/// Verifies that brackets come in pairs, and that the first pair contains an address.
fn brackets(authority: &str) -> Result<(), Refused> {
    let Some((_, behind)) = authority.split_once('[') else {
        return if authority.contains(']') { Err(BAD_ADDRESS) } else { Ok(()) };
    };
    if !authority.contains(']') {
        return Err(BAD_ADDRESS);
    }
    let inside = behind.split(']').next().unwrap_or_default();
    let is_good = match inside.strip_prefix('v') {
        Some(future) => future.split_once('.').is_some_and(|(version, rest)| {
            !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit()) && !rest.is_empty()
        }),
        None => match inside.split_once('%') {
            Some((address, zone)) => is_ipv6(address) && !zone.is_empty() && !zone.contains('%'),
            None => is_ipv6(inside),
        },
    };
    if is_good { Ok(()) } else { Err(BAD_ADDRESS) }
}

/// Refuses the characters that Unicode's normalisation form KC turns into delimiters. The list is complete.
fn composed(authority: &str) -> Result<(), Refused> {
    let is_delimiter = |c: char| {
        matches!(
            c,
            '\u{2048}' | '\u{2049}' | '\u{2047}' | '\u{2100}' | '\u{2101}' | '\u{2105}' | '\u{2106}' | '\u{2A74}'
        ) || matches!(c, '\u{FE13}' | '\u{FE16}' | '\u{FE55}' | '\u{FE56}' | '\u{FE5F}' | '\u{FE6B}')
            || matches!(c, '\u{FF03}' | '\u{FF0F}' | '\u{FF1A}' | '\u{FF1F}' | '\u{FF20}')
    };
    if authority.contains(is_delimiter) {
        return Err(Refused::Wrong("a character that normalisation makes a delimiter of"));
    }
    Ok(())
}

/// Returns the host in lower case, except for the zone of an address.
fn host_of(host: &str) -> Cow<'_, str> {
    match host.split_once('%') {
        None => lower(host),
        Some((name, zone)) => {
            let mut out = String::from(lower(name));
            out.push('%');
            out.push_str(zone);
            Cow::Owned(out)
        }
    }
}
