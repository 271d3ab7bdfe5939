//! Relaxes the Content Security Policies in a page's `meta` elements as far as the bundle needs. Start at
//! `admitting`.
//!
//! A policy must admit `data:` where an object of that kind has become a `data:` URL (CSP Level 3 section 6.8.1
//! selects the directive), and the import map by its digest. It admits nothing else, so scripts in the text of the
//! page stay forbidden; objects that would become text of the page become `data:` URLs instead. Framed pages inherit
//! the policy of the page around them, so their objects count too.

use crate::usage::Use;
use napkin::base64;
use sha2::{Digest, Sha256};

/// For each kind of object, the directives that apply to it; the first one that is present counts.
const RULING: [&[&str]; 7] = [
    &["img-src", "default-src"],
    &["style-src-elem", "style-src", "default-src"],
    &["script-src-elem", "script-src", "default-src"],
    &["font-src", "default-src"],
    &["media-src", "default-src"],
    &["frame-src", "child-src", "default-src"],
    &["object-src", "default-src"],
];

const SCRIPT: usize = 2;

/// The kinds of objects that have become `data:` URLs.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    /// Returns the kind of a use; the context tells `object` and `embed` from other frames.
    pub(super) fn of(used: Use, context: &str) -> Self {
        let number = match used {
            Use::Image => 0,
            Use::Style => 1,
            Use::Script => SCRIPT,
            Use::Font => 3,
            Use::Media => 4,
            Use::Frame if context.starts_with("html object") || context.starts_with("html embed") => 6,
            Use::Frame => 5,
            _ => return Self(0),
        };
        Self(1 << number)
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Returns the digest by which a policy admits an inline script.
pub(super) fn digest(script: &str) -> String {
    format!("'sha256-{}'", base64::encode(&Sha256::digest(script)))
}

/// Returns a policy that admits these kinds and the import map with this digest; `None` if the policy does so
/// already.
pub(super) fn admitting(policy: &str, kinds: Kinds, map: Option<&str>) -> Option<String> {
    let mut directives: Vec<String> = policy.split(';').map(str::to_owned).collect();
    let before = directives.len();
    let mut is_changed = false;
    for (number, ruling) in RULING.iter().enumerate() {
        let is_needed = kinds.0 & (1 << number) != 0;
        let found = |name: &&&str| directives.iter().position(|one| first_word(one).eq_ignore_ascii_case(name));
        let Some((name, at)) = ruling.iter().find_map(|name| Some((*name, found(&name)?))) else { continue };
        let mut added = Vec::new();
        let words: Vec<&str> = directives[at].split_ascii_whitespace().skip(1).collect();
        let has = |word: &str| words.iter().any(|other| other.eq_ignore_ascii_case(word));
        if is_needed && !has("data:") {
            added.push("data:");
        }
        // `'unsafe-inline'` alone would admit the map, but browsers ignore it beside a digest or nonce.
        let has_digests = words.iter().any(|word| word.starts_with("'sha") || word.starts_with("'nonce-"));
        if let Some(map) = map.filter(|_| number == SCRIPT && (!has("'unsafe-inline'") || has_digests)) {
            added.push(map);
        }
        if added.is_empty() {
            continue;
        }
        is_changed = true;
        let kept = if has("'none'") { "" } else { directives[at].trim_ascii() };
        let kept = kept.get(first_word(kept).len()..).unwrap_or_default();
        let sources = format!("{kept} {}", added.join(" "));
        // `default-src` applies to other kinds too, so it stays, and a directive for this kind is added.
        if name == "default-src" && at < before {
            directives.push(format!("{}{sources}", ruling[ruling.len() - 2]));
        } else {
            directives[at] = format!("{name}{sources}");
        }
    }
    is_changed.then(|| directives.join(";"))
}

fn first_word(directive: &str) -> &str {
    directive.split_ascii_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_admitted_than_is_needed() {
        let (image, script, frame) =
            (Kinds::of(Use::Image, ""), Kinds::of(Use::Script, ""), Kinds::of(Use::Frame, "html iframe[src]"));
        let object = Kinds::of(Use::Frame, "html object[data]");
        for (policy, kinds, map, expected) in [
            ("img-src 'self'", image, None, Some("img-src 'self' data:")),
            ("img-src 'NONE'", image, None, Some("img-src data:")),
            ("img-src *", image, None, Some("img-src * data:")),
            ("img-src data:", image, None, None),
            ("img-src 'self'", script, None, None),
            (
                "default-src 'self'; object-src 'none'",
                image,
                None,
                Some("default-src 'self'; object-src 'none';img-src 'self' data:"),
            ),
            ("default-src 'none'", image.with(script), None, Some("default-src 'none';img-src data:;script-src data:")),
            ("default-src 'self'", frame, None, Some("default-src 'self';child-src 'self' data:")),
            (
                "child-src a.example; default-src b.example",
                frame,
                None,
                Some("child-src a.example data:; default-src b.example"),
            ),
            ("object-src 'none'", frame, None, None),
            ("object-src 'none'", object, None, Some("object-src data:")),
            ("script-src 'self'", script, Some("'sha256-x'"), Some("script-src 'self' data: 'sha256-x'")),
            (
                "script-src 'self' 'unsafe-inline'",
                script,
                Some("'sha256-x'"),
                Some("script-src 'self' 'unsafe-inline' data:"),
            ),
            (
                "script-src 'unsafe-inline' 'nonce-y'",
                script,
                Some("'sha256-x'"),
                Some("script-src 'unsafe-inline' 'nonce-y' data: 'sha256-x'"),
            ),
            ("base-uri 'self'", image, None, None),
            ("", image, None, None),
        ] {
            assert_eq!(admitting(policy, kinds, map).as_deref(), expected, "{policy}");
        }
    }
}
