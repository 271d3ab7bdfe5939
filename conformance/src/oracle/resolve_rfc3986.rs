//! RFC 3986 section 5.2: the pseudocode with its own names.

use super::appendix_b::{Matched, matched};

/// The target of section 5.2.2 before it is written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// `T.scheme`.
    pub scheme: Option<String>,
    /// `T.authority`.
    pub authority: Option<String>,
    /// `T.path`.
    pub path: String,
    /// `T.query`.
    pub query: Option<String>,
    /// `T.fragment`.
    pub fragment: Option<String>,
}

/// 5.2.2: transforms a reference relative to a base.
#[must_use]
pub fn transform(base: &str, reference: &str, strict: bool) -> Target {
    let own = |text: Option<&str>| text.map(str::to_owned);
    let base: Matched<'_> = matched(base);
    let mut r: Matched<'_> = matched(reference);
    let mut t = Target::default();

    // if ((not strict) and (R.scheme == Base.scheme)) then undefine(R.scheme)
    // where 3.1 says what equal is: "accept uppercase letters as equivalent to lowercase in scheme names".
    let lower = |scheme: Option<&str>| scheme.map(str::to_ascii_lowercase);
    if !strict && lower(r.scheme) == lower(base.scheme) {
        r.scheme = None;
    }
    if r.scheme.is_some() {
        t.scheme = own(r.scheme);
        t.authority = own(r.authority);
        t.path = remove_dot_segments(r.path);
        t.query = own(r.query);
    } else {
        if r.authority.is_some() {
            t.authority = own(r.authority);
            t.path = remove_dot_segments(r.path);
            t.query = own(r.query);
        } else {
            if r.path.is_empty() {
                t.path = base.path.to_owned();
                if r.query.is_some() {
                    t.query = own(r.query);
                } else {
                    t.query = own(base.query);
                }
            } else {
                if r.path.starts_with('/') {
                    t.path = remove_dot_segments(r.path);
                } else {
                    t.path = merge(&base, r.path);
                    t.path = remove_dot_segments(&t.path);
                }
                t.query = own(r.query);
            }
            t.authority = own(base.authority);
        }
        t.scheme = own(base.scheme);
    }
    t.fragment = own(r.fragment);
    t
}

/// 5.2.3.
fn merge(base: &Matched<'_>, reference_path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{reference_path}");
    }
    let all_but_the_last_segment = match base.path.rfind('/') {
        Some(right_most) => &base.path[..=right_most],
        None => "",
    };
    format!("{all_but_the_last_segment}{reference_path}")
}

/// 5.2.4.
#[must_use]
pub fn remove_dot_segments(path: &str) -> String {
    // 1.
    let mut input = path.to_owned();
    let mut output = String::new();
    // 2.
    while !input.is_empty() {
        if input.starts_with("../") {
            // A.
            input.drain(.."../".len());
        } else if input.starts_with("./") {
            input.drain(.."./".len());
        } else if input.starts_with("/./") {
            // B.
            input.replace_range(.."/./".len(), "/");
        } else if input == "/." {
            input = "/".to_owned();
        } else if input.starts_with("/../") {
            // C.
            input.replace_range(.."/../".len(), "/");
            remove_last_segment(&mut output);
        } else if input == "/.." {
            input = "/".to_owned();
            remove_last_segment(&mut output);
        } else if input == "." || input == ".." {
            // D.
            input.clear();
        } else {
            // E. "the first path segment ... including the initial "/" character (if any) and any subsequent
            // characters up to, but not including, the next "/" character or the end of the input buffer"
            let start = usize::from(input.starts_with('/'));
            let end = input[start..].find('/').map_or(input.len(), |slash| start + slash);
            output.extend(input.drain(..end));
        }
    }
    // 3.
    output
}

/// "remove the last segment and its preceding "/" (if any) from the output buffer"
fn remove_last_segment(output: &mut String) {
    output.truncate(output.rfind('/').unwrap_or(0));
}

/// 5.3.
#[must_use]
pub fn recompose(t: &Target) -> String {
    let mut result = String::new();
    if let Some(scheme) = &t.scheme {
        result.push_str(scheme);
        result.push(':');
    }
    if let Some(authority) = &t.authority {
        result.push_str("//");
        result.push_str(authority);
    }
    result.push_str(&t.path);
    if let Some(query) = &t.query {
        result.push('?');
        result.push_str(query);
    }
    if let Some(fragment) = &t.fragment {
        result.push('#');
        result.push_str(fragment);
    }
    result
}

/// Returns whether the text of 5.3 would parse as another reference: without an authority, a path that begins with `//`
/// would parse as an authority.
#[must_use]
pub fn reads_back_differently(t: &Target) -> bool {
    t.authority.is_none() && t.path.starts_with("//")
}

/// Returns the literal result.
#[must_use]
pub fn resolve(base: &str, reference: &str, strict: bool) -> String {
    recompose(&transform(base, reference, strict))
}

/// Returns the result with napkin's one departure: `/.` is put before a path that would parse as an authority (section 3.3:
/// without an authority, "the path cannot begin with two slash characters"); 5.2.4 removes it again.
#[must_use]
pub fn resolve_guarded(base: &str, reference: &str, strict: bool) -> String {
    let mut t = transform(base, reference, strict);
    if reads_back_differently(&t) {
        t.path.insert_str(0, "/.");
    }
    recompose(&t)
}
