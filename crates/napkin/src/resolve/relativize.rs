//! The inverse of resolution: tries a few candidate references, verifies each by resolving it, and keeps the shortest.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::base::{Base, Resolution, ResolveOutcome};
use crate::syntax::Hints;
use crate::{Error, Reference, ReferenceBuf};

/// Returns the shortest reference that resolves to `url` itself, or else to `resolve(url)`.
pub(super) fn shortest(base: &Base<'_>, url: Reference<'_>) -> Result<ReferenceBuf, Error> {
    if let Some(tail) = same_path(base, url)? {
        return ReferenceBuf::parse(tail, url.standard());
    }
    let Resolution::Absolute(target) = base.resolve(url)? else { return Ok(url.to_buf()) };
    let mut search = Search { base, target: target.reference(), best: target.as_str().into(), trial: String::new() };
    // The target is its own fallback. Of two equally short candidates, the first one wins.
    search.same_authority();
    search.network_path();
    ReferenceBuf::parse(search.best, url.standard())
}

/// Returns a reference without a path for a URL that has the path of the base, if it resolves to exactly this URL.
/// Section 5.2.2 keeps the dot segments of the base's path only for a reference without a path.
fn same_path<'u>(base: &Base<'_>, url: Reference<'u>) -> Result<Option<&'u str>, Error> {
    let parts = url.parts();
    let head = |url: Reference<'_>| url.parts().path_end() as usize;
    let of_base = base.url.as_str().get(..head(base.url));
    if !parts.hints.has(Hints::DOTS) || !url.is_absolute() || of_base != url.as_str().get(..head(url)) {
        return Ok(None);
    }
    let text = url.as_str();
    let mut resolved = String::new();
    for tail in [&text[parts.query_end() as usize..], &text[parts.path_end() as usize..]] {
        let Ok(reference) = Reference::parse(tail, url.standard()) else { continue };
        if base.resolve_into(reference, &mut resolved)? == ResolveOutcome::Absolute && resolved == text {
            return Ok(Some(tail));
        }
    }
    Ok(None)
}

struct Search<'a> {
    base: &'a Base<'a>,
    target: Reference<'a>,
    best: String,
    /// Buffer for resolving candidates.
    trial: String,
}

impl Search<'_> {
    /// Keeps the candidate if it is shorter than the best one and resolves to the target.
    fn offer(&mut self, candidate: &str) {
        if candidate.len() >= self.best.len() {
            return;
        }
        let Ok(reference) = Reference::parse(candidate, self.target.standard()) else { return };
        let outcome = self.base.resolve_into(reference, &mut self.trial);
        if outcome == Ok(ResolveOutcome::Absolute) && self.trial == self.target.as_str() {
            self.best = candidate.into();
        }
    }

    /// Offers `//host/...` if the target and the base have the same scheme.
    fn network_path(&mut self) {
        let target = self.target;
        if target.parts().has_authority() && self.base.url.scheme() == target.scheme() {
            self.offer(&target.as_str()[target.parts().scheme_end as usize + 1..]);
        }
    }

    /// Offers references without authority if the target and the base have the same scheme and authority.
    fn same_authority(&mut self) {
        let (target, url) = (self.target, self.base.url);
        if url.scheme() != target.scheme() || url.authority() != target.authority() {
            return;
        }
        let parts = target.parts();
        let text = target.as_str();
        self.offer(&text[parts.query_end() as usize..]);
        self.offer(&text[parts.path_end() as usize..]);
        self.relative_path();
        let rooted = &text[parts.path_start as usize..];
        self.offer(rooted);
        if rooted.starts_with("//") {
            // Two slashes would begin an authority.
            self.offer(&("/.".to_string() + rooted));
        }
    }

    /// Offers references such as `../g`: up to the last common directory, then down.
    fn relative_path(&mut self) {
        let Some(directory) = self.directory() else { return };
        let parts = self.target.parts();
        let (path, tail) = self.target.as_str()[parts.path_start as usize..].split_at(self.target.path().len());
        let common = common_directory(&directory, path);
        let levels = match self.base.levels {
            Some(levels) if matches!(directory, Cow::Borrowed(_)) => levels.slashes_from(self.base.directory(), common),
            _ => directory[common..].bytes().filter(|&byte| byte == b'/').count(),
        };
        if levels * "../".len() > self.best.len() {
            return;
        }
        let down = &path[common..];
        let mut up = "../".repeat(levels);
        if down.is_empty() {
            // `.` and `..` resolve like `./` and `../`, and are shorter.
            let here = if levels == 0 { "." } else { &up[..up.len() - 1] };
            self.offer(&(here.to_string() + tail));
        }
        self.offer(&(up.clone() + down + tail));
        // A first segment that is empty or contains a colon needs a `./` before it.
        up.push_str("./");
        self.offer(&(up + down + tail));
    }

    /// Returns the base's directory as resolution uses it, without dot segments.
    fn directory(&self) -> Option<Cow<'_, str>> {
        let parts = self.base.url.parts();
        let levels = self.base.levels.filter(|_| parts.has_authority());
        let directory = levels.map_or(self.base.directory(), |levels| levels.directory(self.base.directory()));
        if (levels.is_some() || !parts.hints.has(Hints::DOTS)) && !directory.is_empty() {
            return Some(directory.into());
        }
        let here = Reference::parse(".", self.target.standard()).ok()?;
        match self.base.resolve(here) {
            Ok(Resolution::Absolute(url)) => Some(Cow::Owned(url.reference().path().as_str().into())),
            _ => None,
        }
    }
}

/// Returns the length of the longest common prefix that ends with a slash.
fn common_directory(directory: &str, path: &str) -> usize {
    let equal = directory.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    directory.as_bytes()[..equal].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)
}
