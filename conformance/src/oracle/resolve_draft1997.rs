//! draft-fielding-url-syntax-05 section 5.2: steps 1 to 7, with its string replacements.

use super::appendix_b::matched;

/// The result of resolving a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// "a reference to the current document", with the fragment if there is one.
    CurrentDocument(Option<String>),
    /// "the absolute form of the URL reference".
    Absolute(String),
}

impl std::fmt::Display for Resolved {
    /// As Appendix C prints it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::CurrentDocument(None) => write!(f, "(current document)"),
            Self::CurrentDocument(Some(fragment)) => write!(f, "(current document)#{fragment}"),
            Self::Absolute(url) => write!(f, "{url}"),
        }
    }
}

/// Steps 1 to 7.
#[must_use]
pub fn resolve(base: &str, reference: &str) -> Resolved {
    let base = matched(base);
    // 1)
    let r = matched(reference);
    // 2)
    if r.path.is_empty() && r.scheme.is_none() && r.authority.is_none() && r.query.is_none() {
        return Resolved::CurrentDocument(r.fragment.map(str::to_owned));
    }
    // 3)
    if r.scheme.is_some() {
        return Resolved::Absolute(reference.to_owned());
    }
    let scheme = base.scheme;
    // 4)
    if r.authority.is_some() {
        return step7(scheme, r.authority, r.path, r.query, r.fragment);
    }
    let site = base.authority;
    // 5)
    if r.path.starts_with('/') {
        return step7(scheme, site, r.path, r.query, r.fragment);
    }
    // 6)
    let buffer = step6(base.path, r.path, r.query);
    // h) and i)
    let (path, query) = match buffer.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (buffer.as_str(), None),
    };
    step7(scheme, site, path, query, r.fragment)
}

/// 6 a) to g).
fn step6(base_path: &str, path: &str, query: Option<&str>) -> String {
    // a) "any characters after the last (right-most) slash character, if any, are excluded"
    let mut buffer = base_path[..base_path.rfind('/').map_or(0, |slash| slash + 1)].to_owned();
    // b)
    buffer.push_str(path);
    // c)
    if let Some(query) = query {
        buffer.push('?');
        buffer.push_str(query);
    }
    // d) "All occurrences of "./", where "." is a complete path segment, are removed"
    while let Some(at) = place(&buffer, |segment, rest| segment == "." && rest.starts_with("./")) {
        buffer.replace_range(at..at + "./".len(), "");
    }
    // e) "If the buffer string ends with "." as a complete path segment, that "." is removed"
    if let Some(at) = place(&buffer, |segment, rest| segment == "." && rest == ".") {
        buffer.truncate(at);
    }
    // f) "All occurrences of "<segment>/../", where <segment> is a complete path segment not equal to "..", are
    // removed ... iteratively, removing the leftmost matching pattern on each iteration, until no matching pattern
    // remains"
    let pattern = |segment: &str, rest: &str| segment != ".." && rest[segment.len()..].starts_with("/../");
    while let Some(at) = place(&buffer, pattern) {
        let end = at + buffer[at..].find("/../").expect("it was just seen") + "/../".len();
        buffer.replace_range(at..end, "");
    }
    // g) "If the buffer string ends with "<segment>/..", where <segment> is a complete path segment not equal to
    // "..", that "<segment>/.." is removed"
    if let Some(at) = place(&buffer, |segment, rest| segment != ".." && &rest[segment.len()..] == "/..") {
        buffer.truncate(at);
    }
    buffer
}

/// Returns the start of the leftmost complete path segment that `fits`. `fits` gets the segment, and the buffer from there on.
///
/// A slash that begins the buffer is a delimiter and not the end of an empty segment; between two slashes there is an
/// empty segment.
fn place(buffer: &str, fits: impl Fn(&str, &str) -> bool) -> Option<usize> {
    let mut at = usize::from(buffer.starts_with('/'));
    loop {
        let rest = &buffer[at..];
        let segment = rest.split('/').next().unwrap_or("");
        if fits(segment, rest) {
            return Some(at);
        }
        at += segment.len() + 1;
        if at > buffer.len() {
            return None;
        }
    }
}

/// 7), the pseudocode.
fn step7(
    scheme: Option<&str>,
    site: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) -> Resolved {
    let mut result = String::new();
    if let Some(scheme) = scheme {
        result += scheme;
        result += ":";
    }
    if let Some(site) = site {
        result += "//";
        result += site;
    }
    result += path;
    if let Some(query) = query {
        result += "?";
        result += query;
    }
    if let Some(fragment) = fragment {
        result += "#";
        result += fragment;
    }
    Resolved::Absolute(result)
}
