//! Fixes for findings: replacements that keep the meaning of the reference.

use alloc::string::{String, ToString};
use core::net::Ipv6Addr;

use super::disagreement::{Verdict, disagreement, folded};
use crate::rules;
use napkin::{Component, Finding, Span, Standard, check};

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
        _ if [rules::BIDI_CONTROL, rules::INVISIBLE_CHARACTER, rules::CONTROL_CHARACTER].contains(&rule) => {
            Some((span, String::new()))
        }
        _ if rule == rules::OVERLONG_UTF8 => overlong(span.of(text)).map(|c| (span, c.to_string())),
        _ if [rules::INSECURE_SCHEME, rules::MIXED_CONTENT].contains(&rule) => {
            secure(span.of(text)).map(|scheme| (span, scheme.into()))
        }
        _ => None,
    }
}

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
