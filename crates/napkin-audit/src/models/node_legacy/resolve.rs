//! `url.resolve` of Node 20 (`Url.prototype.resolveObject` and `format` in `lib/url.js`).
//!
//! The steps and their order are the program's. If the reference has another scheme than the base and needs a host but
//! has none, its first segment becomes the host. If the base's scheme is not one with slashes, its host counts as a
//! segment.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{HAVE_SLASHES, Url};

/// The components during the steps; the host includes its port and may be empty.
struct Parts {
    scheme: Option<String>,
    has_slashes: bool,
    has_user: bool,
    host: Option<String>,
    path: Option<String>,
    has_query: bool,
}

impl From<Url> for Parts {
    fn from(url: Url) -> Self {
        let Url { scheme, has_slashes, has_user, path, has_query, is_literal, port, .. } = url;
        let host = url.host.map(|host| {
            let host = if is_literal { ["[", &host, "]"].concat() } else { host };
            port.map_or_else(|| host.clone(), |port| [&host, ":", &port.to_string()].concat())
        });
        Self { scheme, has_slashes, has_user, host, path, has_query }
    }
}

impl Parts {
    fn host(&self) -> &str {
        self.host.as_deref().unwrap_or_default()
    }

    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    fn is_slashed(&self) -> bool {
        self.scheme.as_deref().is_some_and(|scheme| HAVE_SLASHES.contains(&scheme))
    }

    /// Makes the first segment the host; the text before an `@` in it is a user.
    fn set_host(&mut self, host: String) {
        self.host = match host.split_once('@') {
            Some((user, rest)) if !user.is_empty() => {
                self.has_user = true;
                Some(rest.split('@').next().unwrap_or_default().into())
            }
            _ => Some(host),
        };
    }

    /// `format`; only the presence of the user matters.
    fn format(&self) -> String {
        let mut out = self.scheme.as_ref().map_or_else(String::new, |scheme| [scheme, ":"].concat());
        let has_host = !self.host().is_empty();
        let is_file = self.scheme.as_deref().is_some_and(|scheme| scheme.starts_with("file"));
        let needs_slash = self.has_slashes || (self.is_slashed() && has_host);
        if needs_slash || (self.is_slashed() && is_file) {
            out.push_str("//");
        }
        if has_host {
            out.push_str(if self.has_user { "u@" } else { "" });
            out.push_str(self.host());
        }
        if needs_slash && !self.path().is_empty() && !self.path().starts_with('/') {
            out.push('/');
        }
        out.push_str(&self.path().replace('#', "%23").replace('?', "%3F"));
        if self.has_query {
            out.push('?');
        }
        out
    }
}

pub(super) fn resolved(base: Url, reference: Url) -> String {
    let has_fragment = reference.has_fragment;
    let (mut result, relative) = (Parts::from(base), Parts::from(reference));
    if !has_fragment && relative.format().is_empty() {
        return result.format();
    }
    if relative.has_slashes && relative.scheme.is_none() {
        let mut result = Parts { scheme: result.scheme, ..relative };
        if result.is_slashed() && !result.host().is_empty() && result.path().is_empty() {
            result.path = Some("/".into());
        }
        return result.format();
    }
    if relative.scheme.is_some() && relative.scheme != result.scheme {
        return of_other_scheme(&result, relative).format();
    }
    within(&mut result, relative);
    result.format()
}

/// Resolves a reference with a scheme of its own.
fn of_other_scheme(base: &Parts, mut relative: Parts) -> Parts {
    if !relative.is_slashed() {
        return relative;
    }
    if relative.host().is_empty() && relative.scheme.as_deref() != Some("file") {
        let path = relative.path();
        let behind = path.trim_start_matches('/');
        let (host, rest) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
        // Drops the slash after the host, unless the path is absolute and needs it.
        let rest = rest.strip_prefix('/').unwrap_or_default();
        let root = if rest.starts_with('/') { "" } else { "/" };
        (relative.host, relative.path) = (Some(host.into()), Some([root, rest].concat()));
    }
    relative.has_slashes |= base.has_slashes;
    relative
}

/// Replaces the root by a host, or inserts the host before the first segment.
fn put_first(segments: &mut Vec<String>, host: &str) {
    match segments.first_mut() {
        Some(first) if first.is_empty() => *first = host.into(),
        _ => segments.insert(0, host.into()),
    }
}

/// Resolves a reference without a scheme, or with the scheme of the base.
fn within(result: &mut Parts, mut relative: Parts) {
    let split = |parts: &Parts| -> Vec<String> {
        parts.path.iter().flat_map(|path| path.split('/')).map(String::from).collect()
    };
    let (mut segments, mut own) = (split(result), split(&relative));
    let is_rooted = !relative.host().is_empty() || relative.path().starts_with('/');
    let drops_dots =
        is_rooted || result.path().starts_with('/') || (!result.host().is_empty() && !relative.path().is_empty());
    let mut ends_rooted = drops_dots;
    let is_opaque = result.scheme.is_some() && !result.is_slashed();
    if is_opaque {
        if !result.host().is_empty() {
            put_first(&mut segments, result.host());
        }
        result.host = Some(String::new());
        if relative.scheme.is_some() {
            result.has_user = false;
            if !relative.host().is_empty() {
                put_first(&mut own, relative.host());
            }
            relative.host = None;
        }
        let is_root = |segments: &[String]| segments.first().is_some_and(String::is_empty);
        ends_rooted &= is_root(&own) || is_root(&segments);
    }
    if is_rooted {
        if relative.host.is_some() {
            result.has_user &= result.host == relative.host;
            result.host.clone_from(&relative.host);
        }
        segments = own;
    } else if !own.is_empty() {
        segments.pop();
        segments.append(&mut own);
    } else if relative.has_query {
        if is_opaque && !segments.is_empty() {
            result.set_host(segments.remove(0));
        }
        result.has_query = true;
        return;
    }
    if segments.is_empty() {
        result.path = None;
        return;
    }
    let has_host = !result.host().is_empty() || !relative.host().is_empty();
    fold(&mut segments, has_host, ends_rooted, drops_dots);
    let mut is_absolute = segments.first().is_some_and(|first| first.is_empty() || first.starts_with('/'));
    if is_opaque {
        let host = if is_absolute || segments.is_empty() { String::new() } else { segments.remove(0) };
        result.set_host(host);
        is_absolute &= !segments.is_empty();
    }
    if (ends_rooted || (!result.host().is_empty() && !segments.is_empty())) && !is_absolute {
        segments.insert(0, String::new());
    }
    result.path = (!segments.is_empty()).then(|| segments.join("/"));
    result.has_user |= relative.has_user;
    result.has_slashes |= relative.has_slashes;
}

/// Removes dot segments from the end; adds the root and the last slash where they belong.
fn fold(segments: &mut Vec<String>, has_host: bool, ends_rooted: bool, drops_dots: bool) {
    let last = segments.last().map_or("", String::as_str);
    let has_last_slash = last.is_empty() || ((has_host || segments.len() > 1) && matches!(last, "." | ".."));
    let mut up = 0_usize;
    let mut kept: Vec<String> = Vec::new();
    for segment in segments.drain(..).rev() {
        match segment.as_str() {
            "." => {}
            ".." => up += 1,
            _ if up > 0 => up -= 1,
            _ => kept.push(segment),
        }
    }
    if !ends_rooted && !drops_dots {
        kept.extend(core::iter::repeat_n(String::from(".."), up));
    }
    if ends_rooted && kept.last().is_none_or(|first| !first.is_empty() && !first.starts_with('/')) {
        kept.push(String::new());
    }
    kept.reverse();
    *segments = kept;
    let ends_so = segments.last().is_some_and(|last| last.is_empty()) && segments.len() > 1;
    if has_last_slash && !ends_so {
        segments.push(String::new());
    }
}
