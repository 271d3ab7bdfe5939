//! Removes identifiers of a visitor's session.
//!
//! In queries these are the pairs `jsessionid`, `phpsessid`, `sid` with 32 letters or digits, `aspsessionid` with eight letters
//! and 24 more, and `cfid` followed by `cftoken`. In paths these are segments of ASP.NET, `(S(...24...))` or `(...24...)`, before
//! a page `.aspx`. If there are several, the last is removed. A name also matches the end of a longer name. Case is ignored.

use std::borrow::Cow;

/// Returns the length of a session identifier at the start of a text.
type Find = fn(&[u8]) -> Option<usize>;

/// Removes the last pair of each kind from a query.
pub(super) fn strip_from_query(mut query: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    const KINDS: [Find; 4] =
        [|text| named(text, b"jsessionid="), |text| named(text, b"phpsessid="), |text| named(text, b"sid="), asp];
    // Each name contains one of these strings. The check saves most queries the search for every name.
    if !query.windows(3).any(|three| three.eq_ignore_ascii_case(b"id=") || three.eq_ignore_ascii_case(b"oni")) {
        return query;
    }
    for find in KINDS {
        let ends = |at: usize| {
            let end = at + find(&query[at..])?;
            matches!(query.get(end), None | Some(b'&')).then_some((at, end))
        };
        if let Some((start, end)) = (0..query.len()).rev().find_map(ends) {
            let rest = query.get(end + 1..).unwrap_or_default();
            query = Cow::Owned([&query[..start], rest].concat());
        }
    }
    match cold_fusion(&query) {
        Some((start, end)) => Cow::Owned([&query[..start], query.get(end + 1..).unwrap_or_default()].concat()),
        None => query,
    }
}

fn named(text: &[u8], name: &[u8]) -> Option<usize> {
    let rest = without(text, name)?;
    run(rest, 32, u8::is_ascii_alphanumeric).then_some(name.len() + 32)
}

fn asp(text: &[u8]) -> Option<usize> {
    let rest = without(text, b"aspsessionid")?;
    let is_one = run(rest, 8, u8::is_ascii_alphabetic)
        && rest.get(8) == Some(&b'=')
        && run(&rest[9..], 24, u8::is_ascii_alphabetic);
    is_one.then_some("aspsessionid".len() + 8 + 1 + 24)
}

/// Returns the span of the last `cfid` pair that is followed by `cftoken`, including `cftoken`.
fn cold_fusion(query: &[u8]) -> Option<(usize, usize)> {
    let mut end = query.len();
    let mut behind: &[u8] = &[];
    for pair in query.rsplit(|&byte| byte == b'&') {
        let start = end - pair.len();
        if without(behind, b"cftoken=").is_some_and(|value| !value.is_empty()) {
            let named = |&at: &usize| without(&pair[at..], b"cfid=").is_some_and(|value| !value.is_empty());
            if let Some(at) = (0..pair.len()).rev().find(named) {
                return Some((start + at, end + 1 + behind.len()));
            }
        }
        behind = pair;
        end = start.saturating_sub(1);
    }
    None
}

fn without<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let (start, rest) = text.split_at_checked(name.len())?;
    start.eq_ignore_ascii_case(name).then_some(rest)
}

fn run(text: &[u8], length: usize, is_member: impl Fn(&u8) -> bool) -> bool {
    text.get(..length).is_some_and(|run| run.iter().all(is_member))
}

/// Removes session segments from a path.
pub(super) fn strip_from_path(mut path: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if !path.windows(2).any(|pair| pair == b"/(") {
        return path;
    }
    for find in [several as Find, single] {
        if let Some((start, end)) = last_segment(&path, find) {
            path = Cow::Owned([&path[..start], &path[end..]].concat());
        }
    }
    path
}

/// Returns the last session segment that is followed by a page `.aspx` with a name, before any question mark.
fn last_segment(path: &[u8], find: Find) -> Option<(usize, usize)> {
    // The two nearest `.aspx`, going left: the nearest has no name if it follows the segment directly.
    let (mut near, mut next) = (None, None);
    for at in (0..path.len()).rev() {
        match path[at] {
            b'?' => (near, next) = (None, None),
            b'.' if without(&path[at..], b".aspx").is_some() => (near, next) = (Some(at), near),
            b'/' => {
                let end = find(&path[at + 1..]).map(|length| at + 1 + length);
                if let Some(end) = end.filter(|end| [near, next].into_iter().flatten().any(|page| page > *end)) {
                    return Some((at + 1, end));
                }
            }
            _ => {}
        }
    }
    None
}

/// `(A(24)S(24))/`.
fn several(text: &[u8]) -> Option<usize> {
    let mut at = text.starts_with(b"(").then_some(1)?;
    let mut count = 0;
    while text.get(at)?.is_ascii_alphabetic() {
        at += 1 + group(&text[at + 1..])?;
        count += 1;
    }
    (count > 0 && text[at..].starts_with(b")/")).then_some(at + 2)
}

/// `(24)/`.
fn single(text: &[u8]) -> Option<usize> {
    let end = group(text)?;
    (text.get(end) == Some(&b'/')).then_some(end + 1)
}

fn group(text: &[u8]) -> Option<usize> {
    let is_one =
        text.starts_with(b"(") && run(&text[1..], 24, u8::is_ascii_alphanumeric) && text.get(25) == Some(&b')');
    is_one.then_some(26)
}
