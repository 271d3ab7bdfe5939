//! Answers that need no written URL: whether a text is a URL, and whether it is one of an ordinary kind that is already in
//! serialised form.

use super::split::scheme_end;
use super::write::host_and_port;
use super::{Against, Class, Clean, Front, fits, split, starts_with_drive};
use crate::host::whatwg as host;
use crate::syntax::parts::{EMPTY, Hints, MAX_URL_LENGTH};
use crate::syntax::scan::{self, PlainTail, tables, words};
use crate::{HostKind, Parts};

/// Returns the parts of a text in serialised form, of any scheme but `http` and `https`, with an ordinary host or without one.
/// Other texts are for [`super::write()`].
pub(crate) fn plain(text: &str) -> Result<Parts, NotPlain> {
    let bytes = text.as_bytes();
    if words::http(bytes).is_some() {
        return Err(NotPlain::Unknown);
    }
    match scheme_end(bytes) {
        0 => Err(NotPlain::NoScheme),
        end => plain_after(text, end).ok_or(NotPlain::Unknown),
    }
}

/// The reason why [`plain`] has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotPlain {
    /// The text, as it is written, begins with no scheme.
    NoScheme,
    Unknown,
}

fn plain_after(text: &str, scheme_end: usize) -> Option<Parts> {
    let bytes = text.as_bytes();
    let start = scheme_end + "://".len();
    if bytes.get(scheme_end..start) != Some(b"://") || bytes.len() > MAX_URL_LENGTH {
        return None;
    }
    let class = Class::of(&bytes[..scheme_end]);
    let (path_start, kind) = match class {
        Class::File if bytes.get(start) == Some(&b'/') => (start, HostKind::Empty),
        Class::Special | Class::File => (tables::domain_end(bytes, start)?, HostKind::Domain),
        Class::Other => match tables::skip(bytes, start, tables::DELIMITER) {
            end if end == start => (end, HostKind::Empty),
            end => (end, HostKind::Opaque),
        },
    };
    let (host, tail) = (&text[start..path_start], &bytes[path_start..]);
    let is_written = match class {
        Class::Special => true,
        Class::File => host != "localhost",
        Class::Other => host::is_plain_opaque(host),
    };
    let is_path = match tail.first() {
        Some(b'/') => true,
        Some(b'?' | b'#') | None => kind == HostKind::Opaque,
        _ => false,
    };
    // A drive letter may be written in another way.
    let is_drive = class == Class::File && tail.get(1..).is_some_and(starts_with_drive);
    if !is_written || !is_path || is_drive || bytes[..scheme_end].iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    let PlainTail { query_start, fragment_start, .. } = scan::plain_tail(bytes, path_start)?;
    let (scheme_end, path_start, end) = (scheme_end as u32, path_start as u32, bytes.len() as u32);
    Some(Parts {
        scheme_end,
        host_end: path_start,
        path_start,
        query_start,
        fragment_start,
        end,
        host: kind,
        hints: Hints::ANY,
        ..EMPTY
    })
}

/// Returns whether the parser accepts a text. Nothing after the authority can make it fail.
pub(crate) fn is_url(raw: &str, base: Option<Against<'_>>) -> bool {
    let text = Clean::trimmed(raw);
    // The caller has looked at the raw text.
    if text.len() < raw.len()
        && let Some(verdict) = scan::front_verdict(text.as_bytes())
    {
        return verdict;
    }
    let front = split(text.as_bytes(), base).filter(|front| fits(text.as_bytes(), front.keep, base));
    // A tab or newline in the bytes that determined the front, up to the authority's end if there is one, may change the
    // front.
    let read = match front {
        Some(front) if front.has_authority && front.class != Class::File => front.path_start,
        _ => text.len(),
    };
    if scan::has_break(&text.as_bytes()[..read]) {
        return Clean::with(text, |clean| scan::front_verdict(clean.as_bytes()).unwrap_or_else(|| is_url(clean, base)));
    }
    front.is_some_and(|front| !front.has_authority || is_authority(text, &front))
}

fn is_authority(text: &str, front: &Front) -> bool {
    host_and_port(text, front).is_some_and(|(host, _)| host::is_host(host, front.class.is_special()))
}
