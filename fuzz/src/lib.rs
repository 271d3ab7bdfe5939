//! Helpers for the targets: splits an input into two texts, and composes a reference by the standards' own rules.
//!
//! This file checks no property.

#[path = "../../conformance/tests/it/common/attributes.rs"]
pub mod attributes;
pub mod peers;
pub mod whatwg;

use napkin::{Base, Component, Reference, Resolution, Standard};

/// Returns two texts: the text before the first NUL or line break, and the text after it.
#[must_use]
pub fn two_texts(data: &[u8]) -> Option<(&str, &str)> {
    let (first, second) = str::from_utf8(data).ok()?.split_once(['\0', '\n'])?;
    Some((first, second))
}

/// Parses the text as a reference; `None` if the standard refuses it.
#[must_use]
pub fn valid(text: &str, standard: Standard) -> Option<Reference<'_>> {
    Reference::parse(text, standard).ok()
}

/// Parses the text as a base; `None` if the standard refuses it or it has no scheme.
#[must_use]
pub fn valid_base(text: &str, standard: Standard) -> Option<Base<'_>> {
    Base::new(valid(text, standard)?).ok()
}

/// Composes a reference from the five components by RFC 3986 section 5.3.
#[must_use]
pub fn recomposed(reference: Reference<'_>) -> String {
    let mut result = String::new();
    let mut append = |before: &str, component, behind: &str| {
        if let Some(text) = reference.component(component) {
            result.extend([before, text, behind]);
        }
    };
    append("", Component::Scheme, ":");
    append("//", Component::Authority, "");
    append("", Component::Path, "");
    append("?", Component::Query, "");
    append("#", Component::Fragment, "");
    result
}

/// Composes an authority by RFC 3986 section 3.2, with the user information in two parts: `[ user [ ":" password ] "@"
/// ] host [ ":" port ]`.
#[must_use]
pub fn recomposed_authority(reference: Reference<'_>) -> Option<String> {
    let mut result = String::new();
    let mut append = |before: &str, component| {
        if let Some(text) = reference.component(component) {
            result.extend([before, text]);
        }
    };
    append("", Component::User);
    append(":", Component::Password);
    append(if reference.user().is_some() { "@" } else { "" }, Component::Host);
    append(":", Component::Port);
    reference.authority().map(|_| result)
}

/// Resolves a reference, and returns the result as the draft's Appendix C prints it.
///
/// # Panics
/// If it cannot be resolved, which no input of a fuzzer should cause.
#[must_use]
pub fn resolved(base: &Base<'_>, reference: Reference<'_>) -> String {
    match base.resolve(reference).expect("a short reference resolves") {
        Resolution::Absolute(url) => url.into_string(),
        Resolution::SameDocument => {
            let fragment = reference.fragment().map_or(String::new(), |fragment| format!("#{}", fragment.as_str()));
            format!("(current document){fragment}")
        }
    }
}

/// Returns whether a path may have dot segments.
#[must_use]
pub fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// Returns whether there is an escaped dot.
#[must_use]
pub fn has_escaped_dots(text: &str) -> bool {
    text.contains("%2e") || text.contains("%2E")
}

/// Returns whether there is an escape of a non-ASCII byte.
#[must_use]
pub fn has_escapes_beyond_ascii(text: &str) -> bool {
    text.split('%').skip(1).any(|behind| behind.starts_with(|digit: char| "89ABCDEFabcdef".contains(digit)))
}
