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
    let (mut was, mut piece, mut inner_top) = (DOT, 0, 0);
    for (at, &byte) in bytes.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        // `--`, `..`, and what begins or ends a label with a hyphen.
        pair |= class & was & (HYPHEN | DOT) != 0 || class | was == HYPHEN | DOT;
        seen |= class;
        if class & (HYPHEN | DOT) != 0 {
            // Between the first dot and the last, where another host may begin.
            if dots > 0 && is_top(&bytes[piece..at]) {
                inner_top = if inner_top == 0 { at } else { usize::MAX };
            }
            piece = at + 1;
            if class == DOT {
                dots += 1;
                before_last = last;
                last = piece;
            }
        }
        was = class;
    }
    if seen & OTHER != 0 || pair || was != LETTER || !(1..=3).contains(&dots) {
        return false;
    }
    let top = &bytes[last..];
    // `com.au` is a suffix.
    let is_of_suffix = inner_top == last - 1 && top.len() == 2;
    let begins_once = inner_top == 0 || is_of_suffix;
    begins_once
        && top.iter().all(u8::is_ascii_lowercase)
        && !is_inward(bytes, before_last, last)
        && !may_be_suffix(host, top)
}

/// Whether a piece of a host is a top-level domain that hardly ever stands within one.
fn is_top(piece: &[u8]) -> bool {
    (3..=4).contains(&piece.len()) && words::TOP_LEVELS.iter().any(|label| label.as_bytes() == piece)
}

/// Whether the host may be one that leads inward: by its last label, or its last two, of which first a table is asked.
fn is_inward(host: &[u8], before_last: usize, last: usize) -> bool {
    let may_be = |end: &[u8], table: &[u64; 256]| table[usize::from(end[0])] & 1 << end.len().min(63) != 0;
    let (two, one) = (&host[before_last..], &host[last..]);
    (may_be(one, &ENDS) || may_be(two, &PAIRS)) && {
        let is_end = |name: &&str| host.ends_with(name.as_bytes());
        words::INWARD_HOSTS.iter().any(is_end) || words::ADDRESS_HOSTS.iter().any(is_end)
    }
}

/// The lengths of the last labels, and of the last two, of hosts that lead inward, by their first byte.
static ENDS: [u64; 256] = lengths(1);
static PAIRS: [u64; 256] = lengths(2);

const fn lengths(labels: usize) -> [u64; 256] {
    add(add([0; 256], &words::INWARD_HOSTS, labels), &words::ADDRESS_HOSTS, labels)
}

const fn add(mut table: [u64; 256], names: &[&str], labels: usize) -> [u64; 256] {
    let mut number = 0;
    while number < names.len() {
        let name = names[number].as_bytes();
        let (mut start, mut dots) = (name.len(), 0);
        while start > 0 && dots + (name[start - 1] == b'.') as usize != labels {
            start -= 1;
            dots += (name[start] == b'.') as usize;
        }
        // A name of fewer labels has no such end, and one of a single label is an end itself.
        if dots + 1 == labels && (labels > 1 || start == 0) {
            table[name[start] as usize] |= 1 << (name.len() - start);
        }
        number += 1;
    }
    table
}

/// Of the suffixes of more than one label that are not of the list's private part, all but a few are those of countries.
fn may_be_suffix(host: &str, top: &[u8]) -> bool {
    let is_common = matches!(top, b"com" | b"net" | b"org" | b"edu" | b"gov" | b"info" | b"biz");
    !is_common && !host.starts_with("www.") && suffixes::is_public(host)
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
    let may_be_secret = bytes.len() >= 16 && parameters::may_be_token(first);
    !(may_be_secret || may_lead() || is_known())
}
