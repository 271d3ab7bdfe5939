//! The inverse of resolution: a few candidates, each proved by resolving it, of which the shortest wins.

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
    // A base or a target that does not read back as itself has no shorter name that could be trusted.
    // Of two that are equally short, the one offered first is taken.
    search.same_authority();
    search.network_path();
    ReferenceBuf::parse(search.best, url.standard())
}

/// Returns the query and fragment of a URL that has the base's own path, if they resolve to this URL byte by byte:
/// section 5.2.2 keeps the dot segments of the base's path only for a reference without a path.
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
    /// Takes the candidate if it is shorter than the best and proves right.
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

    /// `//host/...`, where only the scheme is shared.
    fn network_path(&mut self) {
        let target = self.target;
        if target.parts().has_authority() && self.base.url.scheme() == target.scheme() {
            self.offer(&target.as_str()[target.parts().scheme_end as usize + 1..]);
        }
    }

    /// Everything without authority, where scheme and authority are shared.
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

    /// `../g` and its like: up to the last directory in common, then down.
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
            // `.` and `..` say the same as `./` and `../`.
            let here = if levels == 0 { "." } else { &up[..up.len() - 1] };
            self.offer(&(here.to_string() + tail));
        }
        self.offer(&(up.clone() + down + tail));
        // A first segment that is empty or has a colon needs something before it.
        up.push_str("./");
        self.offer(&(up + down + tail));
    }

    /// The base's directory as references are merged with it.
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

/// Length of the longest common prefix that ends behind a slash.
fn common_directory(directory: &str, path: &str) -> usize {
    let equal = directory.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    directory.as_bytes()[..equal].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)
}
