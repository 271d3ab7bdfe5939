//! Appends paths to a URL: removes dot segments, encodes characters and keeps drive letters (path state).

use alloc::string::String;

use super::{Class, is_drive, starts_with_drive};
use crate::percent::{EncodeSet, escape};
use crate::syntax::scan;

pub(super) fn first_segment(path: &str) -> &str {
    path.strip_prefix('/').map_or("", |path| path.split('/').next().unwrap_or(""))
}

pub(super) fn is_normalized_drive(segment: &str) -> bool {
    segment.ends_with(':') && is_drive(segment.as_bytes())
}

/// Returns the end of a path without its last segment (*shorten a path*). A drive is kept.
pub(super) fn shortened_end(path: &str, class: Class) -> usize {
    let last = path.rfind('/').unwrap_or(0);
    if class == Class::File && last == 0 && is_normalized_drive(first_segment(path)) { path.len() } else { last }
}

/// Appends a path, whose first slash may be missing, to the path in `out` from `floor` on (path state).
pub(crate) fn push_path(out: &mut String, floor: usize, class: Class, text: &str) {
    push_segments(out, floor, class, if class.is_slash(text.as_bytes()[0]) { &text[1..] } else { text });
}

/// Appends the segments of a path without its first slash. The empty text is one empty segment.
pub(super) fn push_segments(out: &mut String, floor: usize, class: Class, text: &str) {
    let mut rest = text;
    loop {
        // A drive letter at the start of the path cannot be copied unchanged.
        if !(class == Class::File && out.len() == floor && starts_with_drive(rest.as_bytes())) {
            let plain = scan::plain_path(rest.as_bytes());
            if plain == rest.len() {
                out.push('/');
                out.push_str(rest);
                return;
            }
            if let Some(slash) = rest[..plain].rfind('/') {
                out.push('/');
                out.push_str(&rest[..slash]);
                rest = &rest[slash + 1..];
            }
        }
        let end = rest.bytes().position(|byte| class.is_slash(byte));
        let segment = &rest[..end.unwrap_or(rest.len())];
        push_segment(out, floor, class, segment, end.is_none());
        let Some(end) = end else { return };
        rest = &rest[end + 1..];
    }
}

fn push_segment(out: &mut String, floor: usize, class: Class, segment: &str, is_last: bool) {
    match dots(segment.as_bytes()) {
        0 => {
            let drive = class == Class::File && out.len() == floor && is_drive(segment.as_bytes());
            out.push('/');
            if drive {
                out.push_str(&segment[..1]);
                out.push(':');
            } else {
                encode(EncodeSet::PATH, segment, out);
            }
            return;
        }
        1 => {}
        _ => out.truncate(floor + shortened_end(&out[floor..], class)),
    }
    if is_last {
        out.push('/');
    }
}

/// Returns 1 for a *single-dot URL path segment*, 2 for a *double-dot* one, 0 for any other.
pub(super) fn dots(segment: &[u8]) -> usize {
    let mut rest = segment;
    let mut count = 0;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return 0,
        };
        count += 1;
        if count > 2 {
            return 0;
        }
    }
    count
}

/// Appends `text` to `out` with UTF-8 percent-encode. Runs of unescaped bytes are copied at once.
pub(super) fn encode(set: EncodeSet, text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        // Every byte beyond ASCII is in the set, so this is a character boundary.
        let (before, odd) = rest.split_at(scan::before(rest.as_bytes(), set));
        out.push_str(before);
        let run = odd.bytes().take_while(|&byte| set.contains_byte(byte));
        let count = run.map(|byte| out.push_str(escape(byte))).count();
        rest = &odd[count..];
        if rest.is_empty() {
            return;
        }
    }
}
