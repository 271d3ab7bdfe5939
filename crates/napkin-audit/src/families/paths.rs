//! Rules about dot segments: hidden ones, and those that lead above the root.
//!
//! RFC 3986 sections 5.2.4 and 6.2.2.3, and what servers decode afterwards: escaped slashes, backslashes, parameters.

use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::{Component, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let path = view.span(Component::Path);
    let is_rooted = path.of(view.text).starts_with('/');
    if view.has(Component::Scheme) && !is_rooted && !view.has(Component::Host) {
        return;
    }
    let mut depth = 0_usize;
    let (mut at, mut is_behind_dots) = (path.start, false);
    for segment in path.of(view.text).split('/') {
        let span = Span::new(at, at + segment.len());
        at += segment.len() + 1;
        match kind(segment.as_bytes()) {
            Kind::Plain if is_behind_dots && is_of_dots(segment) => out.report(rules::PATH_TRAVERSAL, span),
            // nginx joins what follows `/static` to a folder if the prefix of a location lacks its slash.
            Kind::Plain if ends_upwards(segment) && at < path.end => out.report(rules::PATH_TRAVERSAL, span),
            Kind::Plain => depth += usize::from(!segment.is_empty()),
            Kind::Hidden => out.report(rules::ENCODED_DOT_SEGMENT, span),
            Kind::Dot => {}
            Kind::Up if is_rooted && depth == 0 => out.report(rules::PATH_TRAVERSAL, span),
            Kind::Up => depth = depth.saturating_sub(1),
        }
        is_behind_dots = is_of_dots(segment);
    }
}

/// Returns whether a name of letters, digits, `-` and `_` ends with two dots.
fn ends_upwards(segment: &str) -> bool {
    let is_of_names = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    segment.strip_suffix("..").is_some_and(|name| !name.is_empty() && name.bytes().all(is_of_names))
}

/// Reports three or more dots, which mean a parent folder to some servers and old systems. A single such segment may
/// be an ellipsis.
fn is_of_dots(segment: &str) -> bool {
    segment.len() > 2 && segment.bytes().all(|byte| byte == b'.')
}

enum Kind {
    Plain,
    Dot,
    Up,
    /// A `.` or `..` for some programs only.
    Hidden,
}

fn kind(segment: &[u8]) -> Kind {
    match segment {
        b"." => Kind::Dot,
        b".." => Kind::Up,
        _ if holds_dots(segment) => Kind::Hidden,
        _ => Kind::Plain,
    }
}

/// Returns whether a segment, split at escaped slashes, backslashes and semicolons, has a part `..`, or is an escaped
/// `.` or `..`.
fn holds_dots(segment: &[u8]) -> bool {
    let (mut at, mut dots, mut others, mut escaped, mut cut) = (0, 0, false, false, false);
    let mut is_found = false;
    loop {
        let octet = segment.get(at).map(|&raw| escape_at(segment, at).map_or((raw, 1), |octet| (octet, 3)));
        let ends = matches!(octet, None | Some((b'/' | b'\\' | b';' | 0, _)));
        if ends {
            cut |= octet.is_some();
            is_found |= !others && ((dots == 2 && (cut || escaped)) || (dots == 1 && escaped && segment.len() == 3));
            (dots, others, escaped) = (0, false, false);
        }
        let Some((octet, length)) = octet else { return is_found };
        if !ends {
            dots += usize::from(octet == b'.');
            others |= octet != b'.';
            escaped |= length == 3;
        }
        at += length;
    }
}

/// Returns whether a value leads upwards: `../` or `..\`, escaped or raw, at its beginning or after a slash; or text
/// that becomes `../` if a filter removes the first `../` or a path parameter.
pub(super) fn leads_upwards(value: &[u8]) -> bool {
    if value.windows(4).any(|four| matches!(four, b"..;/")) || value.windows(6).any(|six| six == b"....//") {
        return true;
    }
    value.windows(3).enumerate().any(|(at, three)| {
        let is_up = matches!(three, b"../" | b"..\\");
        is_up && (at == 0 || matches!(value[at - 1], b'/' | b'\\' | b'=' | b':'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_dots() {
        for segment in ["%2e%2e", ".%2E", "%2e.", "%2e", "..%2f", "a%2f..", "..%5c", "..;", "..;a=b", "..\\..", "..%00"]
        {
            assert!(holds_dots(segment.as_bytes()), "{segment}");
        }
        for segment in ["", "a", "...", "a..", "..a", "a%2eb", "%2e%2e%2e", "a%2fb", "v1.2", "%2ea", "a;b", ".git"] {
            assert!(!holds_dots(segment.as_bytes()), "{segment}");
        }
    }
}
