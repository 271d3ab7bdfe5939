//! `parse_url` of PHP 8.2 (`ext/standard/url.c`), which checks little, as it admits: it is not for validating URLs.
//!
//! The last `@` ends the user and the last `:` the host; the leading digits of a port count. `host:80/` is a host and
//! a port. Control characters become `_`. A later `:` in a relative reference may turn all of it into a path.

use alloc::borrow::Cow;
use alloc::string::String;

use super::seen::{BAD_PORT, Read, Refused, Seen, before, is_digits, is_scheme_byte, number, some};

const NO_HOST: Refused = Refused::Wrong("no host where it wants one");

pub(super) fn read(text: &str) -> Read<'_> {
    let Some((start, rest)) = text.split_once(':') else {
        return without_scheme(text);
    };
    if start.is_empty() || !start.bytes().all(is_scheme_byte) {
        // A colon after `?` or `#`, or at the end, does not begin a port.
        let is_early = !start.is_empty() && !rest.is_empty() && !start.contains(['?', '#']);
        return if is_early || start.is_empty() { port_first(text, rest) } else { without_scheme(text) };
    }
    let scheme = clean(start);
    if rest.is_empty() {
        return Ok(Seen { scheme: Some(scheme), ..Seen::default() });
    }
    if let Some(behind) = rest.strip_prefix("//") {
        if start.eq_ignore_ascii_case("file") && behind.starts_with('/') {
            let is_drive = behind.len() > 2 && behind.as_bytes()[2] == b':';
            return Ok(with_path(Some(scheme), if is_drive { &behind[1..] } else { behind }));
        }
        return authority(Some(scheme), behind, None);
    }
    if !rest.starts_with('/') {
        let digits = rest.bytes().take(6).take_while(u8::is_ascii_digit).count();
        if digits < 6 && matches!(rest.as_bytes().get(digits), None | Some(b'/')) {
            return port_first(text, rest);
        }
    }
    Ok(with_path(Some(scheme), rest))
}

/// PHP has no function that resolves references, so a reference with a scheme or an authority is parsed, and others
/// are refused.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let seen = read(text)?.into_owned();
    match seen.scheme {
        Some(_) => Ok(seen),
        None if text.starts_with("//") => Ok(Seen { scheme: read(base)?.into_owned().scheme, ..seen }),
        None => Err(Refused::Relative),
    }
}

/// Without a scheme, the first colon may end a host and begin a port.
fn port_first<'a>(text: &'a str, rest: &'a str) -> Read<'a> {
    let digits = rest.bytes().take(6).take_while(u8::is_ascii_digit).count();
    let is_port = (1..6).contains(&digits) && matches!(rest.as_bytes().get(digits), None | Some(b'/'));
    if is_port {
        let port = number(&rest[..digits]).filter(|&port| port <= 0xFFFF).ok_or(BAD_PORT)?;
        return authority(None, text.strip_prefix("//").unwrap_or(text), Some(port));
    }
    if rest.is_empty() {
        return Err(BAD_PORT);
    }
    without_scheme(text)
}

fn without_scheme(text: &str) -> Read<'_> {
    match text.strip_prefix("//") {
        Some(behind) => authority(None, behind, None),
        None => Ok(with_path(None, text)),
    }
}

fn authority<'a>(scheme: Option<Cow<'a, str>>, text: &'a str, port: Option<u32>) -> Read<'a> {
    let (authority, rest) = before(text, &['/', '?', '#']);
    let text = authority.rsplit_once('@').map_or(authority, |(_, behind)| behind);
    let is_literal = text.starts_with('[') && authority.ends_with(']');
    let (host, digits) = if is_literal { (text, "") } else { text.rsplit_once(':').unwrap_or((text, "")) };
    let port = match port {
        None => leading_number(digits)?,
        // A port of zero counts as no port.
        some => some,
    };
    if host.is_empty() {
        return Err(NO_HOST);
    }
    Ok(Seen { host: Some(clean(host)), port, ..with_path(scheme, rest) })
}

/// Returns the number at the beginning of a text of at most five characters, as the C library reads it.
fn leading_number(text: &str) -> Result<Option<u32>, Refused> {
    if text.is_empty() {
        return Ok(None);
    }
    let unsigned = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{B}', '\u{C}']);
    let is_negative = unsigned.starts_with('-');
    let unsigned = unsigned.strip_prefix(['+', '-']).unwrap_or(unsigned);
    let digits = &unsigned[..unsigned.bytes().take_while(u8::is_ascii_digit).count()];
    debug_assert!(is_digits(digits), "only digits were taken");
    match number(digits) {
        Some(port) if text.len() <= 5 && port <= 0xFFFF && (!is_negative || port == 0) => Ok(Some(port)),
        _ => Err(BAD_PORT),
    }
}

fn with_path<'a>(scheme: Option<Cow<'a, str>>, rest: &'a str) -> Seen<'a> {
    Seen { scheme, path: clean(before(rest, &['?', '#']).0), ..Seen::default() }
}

/// Replaces control characters by `_`.
fn clean(text: &str) -> Cow<'_, str> {
    match text.contains(|c: char| c.is_ascii_control()) {
        true => Cow::Owned(text.chars().map(|c| if c.is_ascii_control() { '_' } else { c }).collect::<String>()),
        false => some(text).unwrap_or_default(),
    }
}
