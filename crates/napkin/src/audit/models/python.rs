//! `urllib.parse.urlsplit` of Python 3.11.4 and later (`Lib/urllib/parse.py`; 3.11.2 in Debian 12 has the same by its
//! security fixes).
//!
//! Control characters and spaces before the reference are dropped, and tabs and line ends anywhere. The authority ends at
//! `/`, `?` or `#`, never at `\`; its last `@` ends the user, and the first `:` behind it the host. What stands behind a
//! closing bracket is not looked at, but for a port. A wrong port refuses only who asks for it, which here is everyone.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{
    BAD_ADDRESS, BAD_PORT, Read, Refused, Seen, before, is_digits, is_ipv6, lower, number, scheme, some, without,
};

const LINE_ENDS: [char; 3] = ['\t', '\r', '\n'];

pub(super) fn read(text: &str) -> Read<'_> {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    match without(text, &LINE_ENDS) {
        Cow::Borrowed(text) => split(text),
        Cow::Owned(text) => split(&text).map(super::Seen::into_owned),
    }
}

fn split(text: &str) -> Read<'_> {
    let (scheme, rest) = scheme(text).map_or((None, text), |(scheme, rest)| (Some(lower(scheme)), rest));
    let (authority, rest) = rest.strip_prefix("//").map_or(("", rest), |rest| before(rest, &['/', '?', '#']));
    brackets(authority)?;
    composed(authority)?;
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
    Ok(Seen { scheme, host: some(host).map(|_| host_of(host)), port, path: Cow::Borrowed(before(rest, &['?', '#']).0) })
}

/// Brackets come in pairs, and in the first pair is an address.
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

/// Characters that normalisation form KC makes delimiters of are refused. These are all that Unicode has.
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

/// In lower case but for the zone of an address.
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
