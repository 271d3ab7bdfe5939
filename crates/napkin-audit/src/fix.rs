//! Fixes for findings: replacements that keep the meaning of the reference. [`safe_fixes`] are those that change nothing for browsers.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::net::Ipv6Addr;

use super::disagreement::{Verdict, disagreement, folded};
use crate::rules;
use napkin::{Component, Finding, Rule, Span, Standard, check, whatwg};

/// The base of relative references when two readings are compared.
const BASE: &str = "https://pub.invalid/a/b?c";

/// Returns the fixes of `findings` after which a browser still reads the same URL, in the order of their spans. No two of them
/// overlap.
///
/// A finding whose fix changes the URL, such as the removal of a password, has none: only the author knows whether the resource is
/// still found.
///
/// ```
/// use napkin_audit::{Settings, audit, safe_fixes};
/// let text = "http://sam:secret@pub.example\\menu";
/// let mut findings = Vec::new();
/// audit(text, None, &Settings::default(), &mut findings);
/// let fixes = safe_fixes(text, &findings);
/// assert_eq!(fixes.iter().map(|(span, new)| (span.of(text), &**new)).collect::<Vec<_>>(), [("\\", "/")]);
/// ```
#[must_use]
pub fn safe_fixes(text: &str, findings: &[Finding]) -> Vec<(Span, String)> {
    let mut fixes: Vec<(Span, String)> = Vec::new();
    // A fix of a single place leaves more of the author's spelling than the normal form of the whole.
    let (whole, single): (Vec<_>, Vec<_>) =
        findings.iter().partition::<Vec<&Finding>, _>(|finding| finding.rule == rules::NORMALISE_FIRST);
    for (span, new) in single.into_iter().chain(whole).filter_map(|finding| fix(text, finding)) {
        let overlaps =
            |(other, _): &(Span, String)| span.start < other.end.max(other.start + 1) && other.start < span.end;
        if !fixes.iter().any(overlaps) && reads_the_same(text, &applied(text, &[(span, new.clone())])) {
            let at = fixes.partition_point(|(other, _)| other.start < span.start);
            fixes.insert(at, (span, new));
        }
    }
    if reads_the_same(text, &applied(text, &fixes)) { fixes } else { Vec::new() }
}

/// Returns a text with replacements, which are in order.
fn applied(text: &str, fixes: &[(Span, String)]) -> String {
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for (span, piece) in fixes {
        new.push_str(&text[at..span.start]);
        new.push_str(piece);
        at = span.end;
    }
    new.push_str(&text[at..]);
    new
}

/// Returns whether two references are the same URL for browsers.
fn reads_the_same(one: &str, other: &str) -> bool {
    let Ok(base) = whatwg::Url::parse(BASE, None) else { return false };
    let read = |text| whatwg::Url::parse(text, Some(&base));
    matches!((read(one), read(other)), (Ok(one), Ok(other)) if one.href() == other.href())
}

pub(super) fn fix(text: &str, finding: &Finding) -> Option<(Span, String)> {
    // Only rules with one finding per reference use the host, so that no fix costs more than its finding.
    let host = || check(text, Standard::Rfc3986, &mut ()).span(Component::Host).unwrap_or_default();
    let span = finding.span;
    let rule = finding.rule;
    match rule {
        _ if rule == rules::IP_SPELLING => {
            let host = host();
            let folded = folded(host.of(text));
            // A mapped address is the IPv4 address itself; other forms reach the IPv4 address through a gateway.
            let inner =
                folded.trim_matches(['[', ']']).parse().ok().and_then(|address: Ipv6Addr| address.to_ipv4_mapped());
            let instead = inner.map_or(folded, |inner| inner.to_string());
            (instead != host.of(text)).then_some((host, instead))
        }
        _ if rule == rules::TRAILING_DOT => Some((host(), host().of(text).trim_end_matches('.').to_string())),
        _ if rule == rules::NORMALISE_FIRST => match disagreement(text).verdict {
            Verdict::NormaliseFirst(form) => Some((Span::new(0, text.len()), form)),
            _ => None,
        },
        // Remove the colon before the password too.
        _ if rule == rules::PASSWORD_IN_URL => Some((Span::new(span.start - 1, span.end), String::new())),
        // Remove the `@` too, and the password if there is one.
        _ if rule == rules::USER_IN_URL => Some((Span::new(span.start, host().start), String::new())),
        _ if rule == rules::BACKSLASH && span.of(text).starts_with('\\') => Some((span, "/".repeat(span.len()))),
        _ if REMOVED.contains(&rule) => Some((span, String::new())),
        _ if rule == rules::OVERLONG_UTF8 => overlong(span.of(text)).map(|c| (span, c.to_string())),
        _ if [rules::INSECURE_SCHEME, rules::MIXED_CONTENT].contains(&rule) => {
            secure(span.of(text)).map(|scheme| (span, scheme.into()))
        }
        _ => None,
    }
}

/// The rules about characters that are removed.
const REMOVED: [Rule; 4] =
    [rules::BIDI_CONTROL, rules::INVISIBLE_CHARACTER, rules::CONTROL_CHARACTER, rules::SPACE_AROUND];

/// Returns the letter or digit that a lenient decoder reads from an overlong sequence. Other characters could be delimiters,
/// which would change the URL.
fn overlong(escapes: &str) -> Option<char> {
    let last = u8::from_str_radix(escapes.get(escapes.len() - 2..)?, 16).ok()?;
    let first = u8::from_str_radix(escapes.get(1..3)?, 16).ok()?;
    let c = char::from(last & 0x3F | if first & 1 == 1 && escapes.len() == 6 { 0x40 } else { 0 });
    c.is_ascii_alphanumeric().then_some(c)
}

fn secure(scheme: &str) -> Option<&'static str> {
    match scheme {
        "http" => Some("https"),
        "ws" => Some("wss"),
        _ => None,
    }
}
