//! References of which nothing needs to be asked.
//!
//! Decides: that a reference of RFC 3986 is an ordinary URL of the web: no user, port or escape, a host of two to four ordinary labels, and no
//! parameter whose name or value any rule knows. What it is not sure of is asked by the rules.

use super::rules::{parameters, suffixes, words};
use super::settings::Settings;
use crate::syntax::Hints;
use crate::{Component, Parts, Rule};

pub(super) fn is_plain(text: &str, parts: &Parts, settings: &Settings) -> bool {
    let is_ordinary = parts.at == 0
        && parts.host_end == parts.path_start
        && !parts.hints.has(Hints::ESCAPE)
        && !parts.hints.has(Hints::DOTS)
        && !settings.is_enabled(Rule::HardToTranscribe)
        && is_of_the_web(text.as_bytes(), parts.scheme_end);
    is_ordinary && {
        let part = |component| parts.span(component).map_or("", |span| span.of(text));
        let (host, path) = (part(Component::Host), part(Component::Path));
        is_plain_host(host)
            && is_plain_path(path.as_bytes(), host)
            && !(path.is_empty() && text.contains('@'))
            && is_plain_query(part(Component::Query), settings)
            && is_plain_query(part(Component::Fragment), settings)
    }
}

fn is_of_the_web(text: &[u8], scheme_end: u32) -> bool {
    match scheme_end {
        5 => text.starts_with(b"https://"),
        4 => text.starts_with(b"http://"),
        _ => false,
    }
}

/// What a byte of a host is.
const OTHER: u8 = 1;
const DOT: u8 = 2;
const HYPHEN: u8 = 4;
const LETTER: u8 = 8;
const DIGIT: u8 = 16;

static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'.' => DOT,
            b'-' => HYPHEN,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
};

fn is_plain_host(host: &str) -> bool {
    let bytes = host.as_bytes();
    let (mut seen, mut dots, mut last, mut before_last, mut pair) = (0, 0, 0, 0, false);
    let mut was = DOT;
    for (at, &byte) in bytes.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        // `--`, `..`, and what begins or ends a label with a hyphen.
        pair |= class & was & (HYPHEN | DOT) != 0 || class | was == HYPHEN | DOT;
        seen |= class;
        if class == DOT {
            dots += 1;
            before_last = last;
            last = at + 1;
        }
        was = class;
    }
    let is_usual = seen & OTHER == 0 && !pair && was == LETTER && (1..=3).contains(&dots);
    if !is_usual || !bytes[last..].iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    let top = &bytes[last..];
    !is_inward(host, before_last) && !may_be_suffix(host, top, dots) && !has_inner_top(host, dots)
}

/// Whether the host may be one that leads inward.
fn is_inward(host: &str, before_last: usize) -> bool {
    let name = &host[before_last..];
    words::INWARD_ENDS.contains(&name.rsplit('.').next().unwrap_or_default())
        || words::INWARD_HOSTS.contains(&name)
        || words::ADDRESS_HOSTS.contains(&name)
        || words::INWARD_HOSTS.contains(&host)
}

/// Only suffixes of countries have more than one label that is not of the list's private part, but for those of a few others.
fn may_be_suffix(host: &str, top: &[u8], dots: usize) -> bool {
    if matches!(top, b"com" | b"net" | b"org" | b"edu" | b"gov" | b"info" | b"biz") || host.starts_with("www.") {
        return false;
    }
    dots <= 3 && suffixes::is_public(host)
}

/// Whether the host may begin like another: a label between the first and the last, or a piece of one, is a top-level domain.
fn has_inner_top(host: &str, dots: usize) -> bool {
    let inner = host.split_once('.').and_then(|(_, rest)| rest.rsplit_once('.')).map_or("", |(inner, _)| inner);
    dots >= 2 && inner.split(['.', '-']).any(|label| words::TOP_LEVELS.contains(&label))
}

/// Path parameters, hosts whose paths are secrets, and tokens, which have sixteen bytes or more.
fn is_plain_path(path: &[u8], host: &str) -> bool {
    let may_be_token =
        |word: &[u8]| word.len() >= 16 && parameters::may_be_token(word[0]) && parameters::is_token(word);
    crate::bytes::find(path, b';').is_none()
        && !words::SECRET_PATHS.iter().any(|(of, ..)| *of == host)
        && (path.len() < 17 || !path.split(|&byte| byte == b'/').any(may_be_token))
}

fn is_plain_query(query: &str, settings: &Settings) -> bool {
    query.is_empty() || query.split('&').all(|pair| is_plain_pair(pair, settings))
}

fn is_plain_pair(pair: &str, settings: &Settings) -> bool {
    let Some((name, value)) = pair.split_once('=') else { return true };
    let bytes = value.as_bytes();
    let Some(&first) = bytes.first() else { return true };
    let mut buffer = [0; 32];
    let mut is_known = || parameters::may_be_known(parameters::plain(name, &mut buffer), settings);
    let may_lead = || {
        matches!(first, b'/' | b'.' | b'+')
            || crate::bytes::find(bytes, b':').is_some()
            || value.contains("../")
            || value.contains("..;/")
            || value.contains("....//")
    };
    !(bytes.len() >= 16 && parameters::may_be_token(first)) && !may_lead() && !is_known()
}
