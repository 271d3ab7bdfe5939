//! Resolution by RFC 3986 section 5.2.2, with the names of that section: R is the reference, T the target.

use alloc::string::String;

use super::base::{Base, push_base_head, push_network_path, push_tail};
use crate::path::{Levels, Step, push_segments, push_without_dots};
use crate::syntax::Hints;
use crate::{Parts, Reference, Sink, rules};

/// Transforms R into T, written to `out`.
pub(super) fn write<S: Sink + ?Sized>(base: &Base<'_>, r: Reference<'_>, out: &mut String, sink: &mut S) -> Parts {
    let from = r.parts();
    if from.scheme_end > 0 && (base.strict || !same_scheme(base, r)) {
        if !from.hints.has(Hints::DOTS) {
            out.push_str(r.as_str());
            return from;
        }
        out.push_str(&r.as_str()[..from.path_start as usize]);
        return with_own_path(r, from, out, base, sink);
    }
    if from.has_authority() {
        let parts = push_network_path(out, base, r);
        return with_own_path(r, parts, out, base, sink);
    }
    let path = r.path().as_str();
    if path.is_empty() {
        return with_base_path(base, r, out);
    }
    let parts = push_base_head(out, base);
    if path.starts_with('/') {
        return with_own_path(r, parts, out, base, sink);
    }
    let above = push_merged(base, path, out);
    finish(r, parts, out, above, base, sink)
}

fn same_scheme(base: &Base<'_>, r: Reference<'_>) -> bool {
    base.url.scheme().zip(r.scheme()).is_some_and(|(base, r)| base.eq_ignore_ascii_case(r))
}

/// T.path = remove_dot_segments(R.path)
fn with_own_path<S: Sink + ?Sized>(
    r: Reference<'_>,
    parts: Parts,
    out: &mut String,
    base: &Base<'_>,
    sink: &mut S,
) -> Parts {
    let floor = out.len();
    let path = r.path().as_str();
    let above = if r.parts().hints.has(Hints::DOTS) {
        push_without_dots(out, floor, path)
    } else {
        out.push_str(path);
        0
    };
    finish(r, parts, out, above, base, sink)
}

/// T.path = Base.path, and T.query = R.query if it is defined, Base.query if not
fn with_base_path(base: &Base<'_>, r: Reference<'_>, out: &mut String) -> Parts {
    let mut parts = base.url.parts();
    if r.parts().query_start > 0 {
        out.push_str(&base.url.as_str()[..parts.path_end() as usize]);
        return push_tail(out, r, parts);
    }
    out.push_str(&base.url.as_str()[..parts.query_end() as usize]);
    let query_start = parts.query_start;
    parts = push_tail(out, r, parts);
    parts.query_start = query_start;
    parts
}

/// Merges the paths (section 5.2.3) and removes dot segments. Returns the number of `..` above the root.
fn push_merged(base: &Base<'_>, path: &str, out: &mut String) -> usize {
    let floor = out.len();
    let directory = base.levels.map_or(base.directory(), |levels| levels.directory(base.directory()));
    if directory.is_empty() {
        return if base.url.parts().has_authority() {
            push_segments(out, floor, path)
        } else {
            push_without_dots(out, floor, path)
        };
    }
    if let Some(levels) = base.levels {
        return push_climbed(levels, directory, path, out);
    }
    if base.url.parts().hints.has(Hints::DOTS) {
        let mut merged = String::with_capacity(directory.len() + path.len());
        merged.push_str(directory);
        merged.push_str(path);
        return push_without_dots(out, floor, &merged);
    }
    out.push_str(&directory[..directory.len() - 1]);
    push_segments(out, floor, path)
}

/// Merges like `push_merged`, with a directory whose levels are listed.
fn push_climbed(levels: &Levels, directory: &str, path: &str, out: &mut String) -> usize {
    let step = |segment: &[u8]| match segment {
        b"." => Step::Stay,
        b".." => Step::Up,
        _ => Step::Down,
    };
    let floor = out.len();
    let climb = levels.climb(path.as_bytes(), 0, |byte| byte == b'/', step);
    out.push_str(&directory[..climb.kept]);
    let rest = &path[climb.from..];
    // After a removed segment, the rest begins with a slash unless the path ends there.
    push_segments(out, floor, if climb.from > 0 { rest.strip_prefix('/').unwrap_or(rest) } else { rest });
    climb.above + usize::from(levels.above)
}

/// Inserts `/.` before a path that would parse as an authority, then appends query and fragment.
fn finish<S: Sink + ?Sized>(
    r: Reference<'_>,
    mut parts: Parts,
    out: &mut String,
    above: usize,
    base: &Base<'_>,
    sink: &mut S,
) -> Parts {
    let start = parts.path_start as usize;
    if above > 0 {
        sink.report(base.finding(rules::ABOVE_ROOT, r, ""));
    }
    let guarded = !parts.has_authority() && out[start..].starts_with("//");
    if guarded {
        out.insert_str(start, "/.");
        sink.report(base.finding(rules::READS_BACK_DIFFERENTLY, r, ""));
    }
    parts = push_tail(out, r, parts);
    // The dot segments are removed; only the inserted `/.` still needs the hint.
    parts.hints = parts.hints.without(Hints::DOTS).and_if(guarded, Hints::DOTS);
    parts
}
