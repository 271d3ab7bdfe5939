//! Removes dot segments from paths, by RFC 3986 section 5.2.4 and by step 6 of draft-fielding-url-syntax-05 section 5.2.
//! Start at `remove_dot_segments`.
//!
//! Both work segment by segment at the end of one buffer, as the draft suggests, in linear time: text that `..` removes
//! was written once and is never read again.

mod levels;

use alloc::string::String;

pub(crate) use self::levels::{Levels, Step};
use crate::bytes::{find, rfind};

/// Appends `path` to `out` without its dot segments, by RFC 3986 section 5.2.4. The path begins at `floor` in `out`;
/// nothing before it is removed.
///
/// Returns the number of `..` that had no segment to remove.
pub(crate) fn push_without_dots(out: &mut String, floor: usize, path: &str) -> usize {
    if let Some(behind) = path.strip_prefix('/') {
        return push_segments(out, floor, behind);
    }
    let (first, behind) = first_segment(strip_leading_dots(path));
    out.push_str(first);
    behind.strip_prefix('/').map_or(0, |behind| push_segments(out, floor, behind))
}

/// Removes the dot segments of a path, by RFC 3986 section 5.2.4.
///
/// ```
/// use napkin::remove_dot_segments;
/// assert_eq!(remove_dot_segments("/a/b/c/./../../g"), "/a/g");
/// assert_eq!(remove_dot_segments("mid/content=5/../6"), "mid/6");
/// ```
#[must_use]
pub fn remove_dot_segments(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    push_without_dots(&mut out, 0, path);
    out
}

/// Does the same for the rest of a path after a slash that is not written yet.
pub(crate) fn push_segments(out: &mut String, floor: usize, behind_slash: &str) -> usize {
    let mut above = 0;
    let mut rest = Some(behind_slash);
    while let Some(text) = rest {
        let (segment, next) = first_segment(text);
        rest = next.strip_prefix('/');
        match segment {
            "." => {}
            ".." => above += usize::from(!pop_segment(out, floor)),
            _ => {
                out.push('/');
                out.push_str(segment);
                continue;
            }
        }
        if rest.is_none() {
            out.push('/');
        }
    }
    above
}

/// Steps 2A and 2D of section 5.2.4, for a path that does not begin with `/`.
fn strip_leading_dots(path: &str) -> &str {
    let mut rest = path;
    while let Some(behind) = rest.strip_prefix("../").or_else(|| rest.strip_prefix("./")) {
        rest = behind;
    }
    if matches!(rest, "." | "..") { "" } else { rest }
}

fn first_segment(path: &str) -> (&str, &str) {
    path.split_at(find(path.as_bytes(), b'/').unwrap_or(path.len()))
}

/// Removes the last segment and its slash, if any, from the end of `out`; returns `false` if there is none.
fn pop_segment(out: &mut String, floor: usize) -> bool {
    let slash = rfind(&out.as_bytes()[floor..], b'/').map_or(floor, |slash| floor + slash);
    let popped = out.len() > floor;
    out.truncate(slash);
    popped
}

/// Appends the result of the draft's step 6 for a merged `buffer`, path and query together. The step removes `./` and
/// `<segment>/../` where these are complete segments and the segment is not `..`.
///
/// A slash at the start of the buffer is a delimiter, not the end of an empty segment; later empty segments count.
/// Returns the number of `..` that stay because they had no segment to remove.
pub(crate) fn push_merged_1997(out: &mut String, buffer: &str) -> usize {
    let begin = out.len();
    let mut floor = begin;
    let mut rest = Some(buffer);
    // Each written segment keeps its slash, so the segment that `..` removes is at the end of the buffer.
    let mut stuck = 0;
    while let Some(text) = rest {
        let (segment, last) = match text.split_once('/') {
            Some((segment, behind)) => {
                rest = Some(behind);
                (segment, false)
            }
            None => {
                rest = None;
                (text, true)
            }
        };
        match segment {
            // A slash at the very start, original or exposed by a removal, delimits nothing.
            "" if floor == begin && out.len() == begin && !last => {
                out.push('/');
                floor += 1;
            }
            "." => {}
            ".." if removable(out, floor, stuck) => {
                let end = out.len() - 1;
                out.truncate(out[floor..end].rfind('/').map_or(floor, |slash| floor + slash + 1));
            }
            _ => {
                stuck += usize::from(segment == "..");
                out.push_str(segment);
                if !last {
                    out.push('/');
                }
            }
        }
    }
    stuck
}

/// Returns whether the last segment can be removed, that is, is not `..`. All `..` that stay are at the front.
fn removable(out: &str, floor: usize, stuck: usize) -> bool {
    out.len() > floor + 3 * stuck
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_dots_as_rfc3986_does() {
        // (path, without dot segments)
        let cases = [
            ("", ""),
            ("/", "/"),
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("/..", "/"),
            ("/../..", "/"),
            ("/.", "/"),
            ("/a/.", "/a/"),
            ("/a/..", "/"),
            ("/a//../b", "/a/b"),
            ("../a", "a"),
            ("./../a", "a"),
            (".", ""),
            ("..", ""),
            ("a/..", "/"),
            ("a/../b", "/b"),
            ("/...", "/..."),
            ("/a/.b/..c", "/a/.b/..c"),
            ("//a/../..", "/"),
        ];
        for (path, expected) in cases {
            let mut out = String::from("x:");
            push_without_dots(&mut out, 2, path);
            assert_eq!(&out[2..], expected, "{path}");
        }
    }

    #[test]
    fn merges_as_1997_does() {
        // (buffer, result of steps d to g)
        let cases = [
            ("/b/c/g/../h", "/b/c/h"),
            ("/b/c/.", "/b/c/"),
            ("/b/c/..", "/b/"),
            ("/b/c/../../../g", "/../g"),
            ("/../../g", "/../../g"),
            ("/b/c/g?y/../x", "/b/c/x"),
            ("/b//../g", "/b/g"),
            ("//../g", "/g"),
            ("/..//path", "/..//path"),
            ("a/..", ""),
            ("..", ".."),
            ("../a/../..", "../.."),
            ("/a/../..", "/.."),
            ("./a", "a"),
            ("a/..//../a/", "/../a/"),
            ("", ""),
        ];
        for (buffer, expected) in cases {
            let mut out = String::from("x:");
            push_merged_1997(&mut out, buffer);
            assert_eq!(&out[2..], expected, "{buffer}");
        }
    }
}
