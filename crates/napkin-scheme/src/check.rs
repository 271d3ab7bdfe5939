//! Checks a URL by the definition of its scheme, beyond the generic syntax.
//!
//! [`by_definition`] has the checks that every definition can ask for: a required or forbidden host, the defined
//! components, their characters, and octets that are forbidden even as escapes. The rules of a single scheme have
//! their own file each. Start with [`check`].

mod general;
mod mail;
mod names;
mod news;
mod numbers;
mod paths;
mod piece;

use alloc::vec::Vec;

pub(crate) use self::general::Grammar;
pub use self::general::by_definition;
use self::piece::Checked;
use super::find;
use crate::rules;
use napkin::data::{self, MediaLimits};
use napkin::media::Reading;
use napkin::{Finding, Reference, Sink, Span, Standard};

/// Reports each deviation of `url` from the definition of its scheme, in text order. Returns whether the registry has
/// a definition of the scheme.
///
/// A relative reference has no scheme. The rules are [`rules::SCHEME_RULES`], and for `data:` those of
/// [`napkin::data`]. Under [`Standard::Draft1997`], RFC 1738 defines the schemes: `mailto:` has no header fields.
///
/// ```
/// use napkin::{Reference, Standard};
/// use napkin_scheme as scheme;
/// let mut findings = Vec::new();
/// let url = Reference::parse("ftp://pub.example/menu.txt;type=x", Standard::Rfc3986)?;
/// assert!(scheme::check(url, &mut findings));
/// assert_eq!(findings[0].to_string(), "expected `a`, `i` or `d`, but found `x`");
/// assert_eq!(findings[0].see(), "RFC 1738 section 3.2.2");
/// # Ok::<(), napkin::Error>(())
/// ```
pub fn check<S: Sink + ?Sized>(url: Reference<'_>, sink: &mut S) -> bool {
    let Some(definition) = url.scheme().and_then(find) else { return false };
    if definition.name == "data" {
        let reading = if url.standard() == Standard::Whatwg { Reading::Whatwg } else { Reading::Strict };
        // The result is an error that `sink` has received too.
        let _ = data::check(url.as_str(), reading, &MediaLimits::NONE, sink);
        return true;
    }
    let mut checked = Checked { url, found: Vec::new() };
    by_definition(definition, url, &mut checked.found);
    let is_misread = checked.found.iter().any(|finding| finding.rule == rules::AUTHORITY_FORBIDDEN);
    match definition.name.as_ref() {
        _ if is_misread => {}
        "http" | "https" => paths::http(&mut checked),
        "ws" | "wss" => paths::websocket(&mut checked),
        "ftp" => paths::ftp(&mut checked),
        "tftp" => paths::tftp(&mut checked),
        "gopher" => paths::gopher(&mut checked),
        "file" => paths::file(&mut checked),
        "news" => news::news(&mut checked),
        "nntp" => news::nntp(&mut checked),
        "mailto" => mail::mailto(&mut checked),
        "cid" => mail::cid(&mut checked),
        "mid" => mail::mid(&mut checked),
        "tel" => numbers::tel(&mut checked),
        "urn" => names::urn(&mut checked),
        "blob" => names::blob(&mut checked),
        _ => {}
    }
    checked.found.sort_by_key(|finding| finding.span.start);
    checked.found.into_iter().for_each(|finding| sink.report(finding));
    true
}

/// Reports a relative reference against a base whose scheme has no relative forms ([`rules::RELATIVE_UNSUITABLE`]).
/// This is advice: the syntax of the base decides whether the reference can be resolved.
///
/// ```
/// use napkin::{Reference, Standard};
/// use napkin_scheme as scheme;
/// let read = |text| Reference::parse(text, Standard::Rfc3986).unwrap();
/// let mut findings = Vec::new();
/// scheme::check_relative(read("gopher://pub.example/1/menu"), read("../wine"), &mut findings);
/// assert_eq!(findings[0].rule.code(), "relative-unsuitable");
/// scheme::check_relative(read("ftp://pub.example/menu"), read("../wine"), &mut findings);
/// assert_eq!(findings.len(), 1);
/// ```
pub fn check_relative<S: Sink + ?Sized>(base: Reference<'_>, reference: Reference<'_>, sink: &mut S) {
    let definition = base.scheme().and_then(find);
    let is_none = definition.is_some_and(|definition| !definition.relative);
    let is_fragment = reference.kind() == napkin::ReferenceKind::SameDocument;
    if is_none && !reference.is_absolute() && !is_fragment {
        let span = Span::new(0, reference.as_str().len());
        sink.report(Finding::new(rules::RELATIVE_UNSUITABLE, reference.standard(), span, "", None));
    }
}
