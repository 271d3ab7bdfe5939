//! What the targets share: two texts out of one input, and a reference written down by the standards' own recipe.
//!
//! Holds no property itself.

#[path = "../../conformance/tests/it/common/attributes.rs"]
pub mod attributes;
pub mod peers;
pub mod whatwg;

use napkin::{Base, Component, Reference, Resolution, Standard};

/// Two texts out of one: what stands before the first NUL or line break, and what stands behind it.
#[must_use]
pub fn two_texts(data: &[u8]) -> Option<(&str, &str)> {
    let (first, second) = str::from_utf8(data).ok()?.split_once(['\0', '\n'])?;
    Some((first, second))
}

/// The text as a reference, if the standard takes it.
#[must_use]
pub fn valid(text: &str, standard: Standard) -> Option<Reference<'_>> {
    Reference::parse(text, standard).ok()
}

/// The text as a base, if the standard takes it and it has a scheme.
#[must_use]
pub fn valid_base(text: &str, standard: Standard) -> Option<Base<'_>> {
    Base::new(valid(text, standard)?).ok()
}

/// RFC 3986 section 5.3, from the five components.
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

/// RFC 3986 section 3.2, with the user information in two: `[ user [ ":" password ] "@" ] host [ ":" port ]`.
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

/// What a reference resolves to, as the draft's Appendix C prints it.
///
/// # Panics
/// When it cannot be resolved, which nothing of a fuzzer's size should bring about.
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

/// Whether a path may have dot segments.
#[must_use]
pub fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// Whether there is a dot that is escaped.
#[must_use]
pub fn has_escaped_dots(text: &str) -> bool {
    text.contains("%2e") || text.contains("%2E")
}

/// Whether there is an escape of an octet that is not ASCII.
#[must_use]
pub fn has_escapes_beyond_ascii(text: &str) -> bool {
    text.split('%').skip(1).any(|behind| behind.starts_with(|digit: char| "89ABCDEFabcdef".contains(digit)))
}
