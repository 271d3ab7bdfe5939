//! The URL API of libcurl 7.88.1 (`lib/urlapi.c`), as the command uses it: with `CURLU_GUESS_SCHEME` and
//! `CURLU_NON_SUPPORT_SCHEME`.
//!
//! A scheme may begin with a digit, and counts only if a slash follows its colon; otherwise the text up to the first
//! `/`, `?` or `#` is an authority. One slash or three count as two. The first `@` ends the user. Escapes in names are
//! decoded, and a name that the C library reads as a numeric address is an address. Dot segments are removed, escaped
//! ones are not. Later versions differ.
//!
//! A reference without a scheme is appended as text to a part of the base, and the result is parsed. A reference that
//! begins with `#` replaces the last segment; a fragment of the base is kept.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::net::{Ipv4Addr, Ipv6Addr};

use super::seen::{
    BAD_ADDRESS, BAD_CHARACTER, BAD_HOST, BAD_PORT, Read, Refused, Seen, before, decoded, is_digits, is_scheme_byte,
    lower, number,
};
use napkin::remove_dot_segments;

const NO_HOST: Refused = Refused::Wrong("no host where it wants one");
const NOT_IN_NAMES: &str = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,&()+";

pub(super) fn read(text: &str) -> Read<'_> {
    // A NUL ends a C string.
    let text = text.split('\0').next().unwrap_or_default();
    if text.bytes().any(|byte| byte <= b' ' || byte == 0x7F) {
        return Err(BAD_CHARACTER);
    }
    let scheme = text.split_once(":/").map(|(scheme, _)| scheme).filter(|scheme| is_scheme(scheme));
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) {
        return file(&text[5..]);
    }
    let behind = scheme.map_or(text, |scheme| &text[scheme.len() + 1..]);
    let from = behind.trim_start_matches('/');
    if scheme.is_some() && behind.len() - from.len() > 3 {
        return Err(Refused::Wrong("more than three slashes behind the scheme"));
    }
    let (authority, rest) = before(if scheme.is_some() { from } else { text }, &['/', '?', '#']);
    let (host, port) = host_and_port(authority, scheme.is_some())?;
    let scheme = scheme.map_or_else(|| Cow::Borrowed(guess(&host)), lower);
    Ok(Seen { scheme: Some(scheme), host: Some(host), port, path: path(before(rest, &['?', '#']).0) })
}

pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let of_base = read(base)?;
    let text = text.split('\0').next().unwrap_or_default();
    let is_whole = text.split_once(":/").is_some_and(|(scheme, _)| is_scheme(scheme));
    let whole = if is_whole { Cow::Borrowed(text) } else { Cow::Owned(joined(written(&of_base, base), text)) };
    read(&whole).map(Seen::into_owned)
}

fn is_scheme(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(is_scheme_byte)
}

/// Returns the base as the API serialises it, without its user.
fn written(seen: &Seen<'_>, base: &str) -> String {
    let mut out = String::from(seen.scheme.as_deref().unwrap_or_default());
    out.push_str("://");
    out.push_str(seen.host.as_deref().unwrap_or_default());
    if let Some(port) = seen.port {
        out.push(':');
        out.push_str(&port.to_string());
    }
    // For a file URL with only a root, curl stores no path, and prints what C prints for a null pointer.
    let is_root = seen.host.is_none() && seen.path == "/";
    out.push_str(if is_root { "(nil)" } else { &seen.path });
    let (_, rest) = before(base, &['?', '#']);
    // `file` URLs have no query in libcurl.
    out.push_str(if seen.host.is_none() { before(rest, &['#']).1 } else { rest });
    out
}

/// `concat_url`: the retained part of the base, a slash if there is none yet, and the reference.
fn joined(mut base: String, text: &str) -> String {
    let start = base.find("//").map_or(0, |at| at + 2);
    if let Some(behind) = text.strip_prefix("//") {
        base.truncate(start);
        // curl encodes nothing before this place, where it assumes the end of the host.
        let from = behind.find("//").map_or(0, |at| at + 2);
        let (host, rest) = behind.split_at(behind[from..].find(['/', '?']).map_or(behind.len(), |at| from + at));
        base.push_str(host);
        push_encoded(&mut base, rest);
        return base;
    }
    let (mut root, mut text) = (Some(start), text);
    if text.starts_with('/') {
        let end = base[start..].find(['/', '?']).map_or(base.len(), |at| start + at);
        base.truncate(end);
    } else {
        (root, text) = cut(&mut base, start, text);
    }
    if !text.starts_with(['/', '?']) && root != Some(base.len()) {
        base.push('/');
    }
    push_encoded(&mut base, text);
    base
}

/// Removes from the base the part that a relative path replaces. Returns the start of its path, if any, and the rest
/// of the reference.
fn cut<'a>(base: &mut String, start: usize, text: &'a str) -> (Option<usize>, &'a str) {
    base.truncate(base[start..].find('?').map_or(base.len(), |at| start + at));
    if let Some(slash) = base[start..].rfind('/').filter(|_| !text.starts_with('?')) {
        base.truncate(start + slash);
    }
    let root = base[start..].find('/').map(|at| start + at + 1);
    let mut text = text.strip_prefix("./").unwrap_or(text);
    let mut levels = 0;
    while let Some(behind) = text.strip_prefix("../") {
        text = behind;
        levels += 1;
    }
    for _ in 0..levels {
        let Some(root) = root.filter(|&root| root < base.len()) else { break };
        base.truncate(base[root..].rfind('/').map_or(root, |at| root + at));
    }
    (root, text)
}

/// Appends a text, with spaces and characters beyond ASCII escaped.
fn push_encoded(out: &mut String, text: &str) {
    let mut is_query = false;
    for byte in text.bytes() {
        is_query |= byte == b'?';
        match byte {
            b' ' if is_query => out.push('+'),
            b' ' => out.push_str("%20"),
            _ if byte.is_ascii() => out.push(char::from(byte)),
            // curl writes hexadecimal digits in lower case, unlike other programs.
            _ => out.push_str(&alloc::format!("%{byte:02x}")),
        }
    }
}

/// Parses the text after `file:`: a path, or a local host and a path.
fn file(behind: &str) -> Read<'_> {
    let starts = |text: &str, with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let is_drive = |text: &str| matches!(text.as_bytes(), [letter, b':' | b'|', b'/' | b'\\', ..] | [letter, b':' | b'|'] if letter.is_ascii_alphabetic());
    let path = match behind.strip_prefix("//") {
        Some(local) if local.starts_with('/') || is_drive(local) => local,
        Some(local) if starts(local, "localhost/") || starts(local, "127.0.0.1/") => &local[9..],
        Some(_) => return Err(Refused::Wrong("a file on another machine")),
        None => behind,
    };
    if is_drive(path.strip_prefix('/').unwrap_or(path)) {
        return Err(Refused::Wrong("a drive"));
    }
    Ok(Seen { scheme: Some(Cow::Borrowed("file")), path: self::path(before(path, &['?', '#']).0), ..Seen::default() })
}

fn path(path: &str) -> Cow<'_, str> {
    if path.is_empty() {
        return Cow::Borrowed("/");
    }
    if !path.contains("/.") {
        return Cow::Borrowed(path);
    }
    Cow::Owned(remove_dot_segments(path))
}

fn host_and_port(authority: &str, has_scheme: bool) -> Result<(Cow<'_, str>, Option<u32>), Refused> {
    if authority.is_empty() {
        return Err(NO_HOST);
    }
    let text = authority.split_once('@').map_or(authority, |(_, behind)| behind);
    let end = if text.starts_with('[') {
        let end = text.find(']').ok_or(BAD_ADDRESS)? + 1;
        if !matches!(text.as_bytes().get(end), None | Some(b':')) {
            return Err(BAD_PORT);
        }
        end
    } else {
        text.find(':').unwrap_or(text.len())
    };
    let port = match text[end..].strip_prefix(':') {
        None => None,
        Some("") if has_scheme => None,
        Some(digits) if !digits.is_empty() && is_digits(digits) => number(digits),
        Some(_) => return Err(BAD_PORT),
    };
    if port > Some(0xFFFF) {
        return Err(BAD_PORT);
    }
    Ok((host(&text[..end])?, port))
}

fn host(text: &str) -> Result<Cow<'_, str>, Refused> {
    if text.is_empty() {
        return Err(NO_HOST);
    }
    if text.starts_with('[') {
        return literal(text);
    }
    if let Some(address) = numbers(text) {
        return Ok(Cow::Owned(address.to_string()));
    }
    let host = decoded(text);
    // Invalid UTF-8 is accepted, but an escaped control character is refused.
    match host.contains(|c: char| NOT_IN_NAMES.contains(c) || c < ' ') || host.is_empty() {
        true => Err(BAD_HOST),
        false => Ok(host),
    }
}

/// Parses an address in brackets and serialises it in its shortest form; the zone is dropped.
fn literal(text: &str) -> Result<Cow<'_, str>, Refused> {
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or(BAD_ADDRESS)?;
    let (address, zone) = inside.split_once('%').map_or((inside, None), |(address, zone)| (address, Some(zone)));
    let zone = zone.map(|zone| zone.strip_prefix("25").filter(|rest| !rest.is_empty()).unwrap_or(zone));
    if zone.is_some_and(|zone| zone.is_empty() || zone.len() > 15) {
        return Err(BAD_ADDRESS);
    }
    let value: Ipv6Addr = address.parse().map_err(|_| BAD_ADDRESS)?;
    let short = short(value);
    let is_shorter = short.len() < address.len();
    Ok(match (is_shorter, zone) {
        (false, None) => Cow::Borrowed(text),
        (true, _) => Cow::Owned(["[", &short, "]"].concat()),
        (false, Some(_)) => Cow::Owned(["[", address, "]"].concat()),
    })
}

/// Serialises an address as the C library does, with dots also if the first six groups are zero.
fn short(address: Ipv6Addr) -> String {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => {
            let [a, b, c, d] = (u32::from(high) << 16 | u32::from(low)).to_be_bytes();
            alloc::format!("::{a}.{b}.{c}.{d}")
        }
        _ => address.to_string(),
    }
}

/// Parses one to four numbers in any base of C; the last number fills the rest of the address.
fn numbers(text: &str) -> Option<Ipv4Addr> {
    let mut numbers = [0; 4];
    let mut count = 0;
    for part in text.split('.') {
        *numbers.get_mut(count)? = c_number(part)?;
        count += 1;
    }
    let last = numbers[count - 1];
    let bits = 8 * (5 - u32::try_from(count).ok()?);
    let mut address = if u64::from(last) < 1 << bits { last } else { return None };
    for (place, &number) in numbers[..count - 1].iter().enumerate() {
        if number > 0xFF {
            return None;
        }
        address |= number << (24 - 8 * place);
    }
    Some(Ipv4Addr::from(address))
}

fn c_number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) { None } else { u32::from_str_radix(digits, radix).ok() }
}

/// Guesses the missing scheme of a host from its first label.
fn guess(host: &str) -> &'static str {
    let label = host.split_once('.').map_or("", |(label, _)| label);
    ["ftp", "dict", "ldap", "imap", "smtp", "pop3"]
        .into_iter()
        .find(|name| label.eq_ignore_ascii_case(name))
        .unwrap_or("http")
}
