//! Finds the parts of a reference that diagnostics must not show.
//!
//! The result does not depend on the enabled rules. User names are not secret, because the rules about user names show them.

use alloc::vec::Vec;

use super::auditor::audit;
use super::settings::Settings;
use napkin::percent::Encoded;
use napkin::{Component, Span, Standard, check, password_span};

/// Returns the spans of the secrets in a reference: its password, texts anywhere with the form of well-known credentials, the
/// values of parameters with secret names, and the passwords of URLs in parameters. The spans are in text order and neither
/// overlap nor touch. Of the settings, only the names of [`rules::SECRET_PARAMETER`](crate::rules::SECRET_PARAMETER) matter.
///
/// ```
/// use napkin_audit::{Settings, secrets};
/// let text = "https://sam:secret@pub.example/?access_token=6b1f8e20c4&next=ftp://kim:hidden@pub.example/";
/// let found: Vec<&str> = secrets(text, &Settings::none()).iter().map(|span| span.of(text)).collect();
/// assert_eq!(found, ["secret", "6b1f8e20c4", "hidden"]);
/// ```
#[must_use]
pub fn secrets(text: &str, settings: &Settings) -> Vec<Span> {
    let mut findings = Vec::new();
    audit(text, None, &settings.of_secrets(), &mut findings);
    let mut spans: Vec<Span> = findings.iter().map(|finding| finding.span).collect();
    spans.extend(password_span(text));
    let parts = check(text, Standard::Rfc3986, &mut ());
    for span in [Component::Query, Component::Fragment].into_iter().filter_map(|component| parts.span(component)) {
        let mut at = span.start;
        for pair in span.of(text).split('&') {
            let value = pair.find('=').map_or(0, |equals| equals + 1);
            spans.extend(in_value(&pair[value..]).map(|span| span.shift(at + value)));
            at += pair.len() + 1;
        }
    }
    apart(spans)
}

/// Returns the span of the password of a URL in a parameter; the whole value if the URL is escaped.
fn in_value(value: &str) -> Option<Span> {
    let is_url = |text: &str| text.contains("//") && text.contains('@');
    if is_url(value) {
        return password_span(value);
    }
    let decoded = Encoded::unchecked(value).decode_lossy();
    (is_url(&decoded) && password_span(&decoded).is_some()).then_some(Span::new(0, value.len()))
}

/// Sorts spans, and joins those that touch or overlap.
fn apart(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| !span.is_empty());
    spans.sort_by_key(|span| span.start);
    spans.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        last.end = if touches { last.end.max(next.end) } else { last.end };
        touches
    });
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn secrets_are_found_whatever_is_asked() {
        let cases: [(&str, &[&str]); 11] = [
            ("http://pub.example/menu?q=beer#top", &[]),
            ("http://sam@pub.example/", &[]),
            ("http://sam:secret@pub.example/", &["secret"]),
            ("http:sam:secret@pub.example", &["secret"]),
            (
                "https://ghp_0123456789abcdefghijklmnopqrstuvwxyz@pub.example/",
                &["ghp_0123456789abcdefghijklmnopqrstuvwxyz"],
            ),
            ("https://pub.example/?k=AKIAIOSFODNN7EXAMPLE&q=1", &["AKIAIOSFODNN7EXAMPLE"]),
            ("https://pub.example/cb#access_token=2YotnFZFEjr1zCsicMWpAA", &["2YotnFZFEjr1zCsicMWpAA"]),
            ("https://pub.example/?tab=open&tab2=shut", &["open"]),
            ("https://pub.example/?u=http://kim:hidden@pub.example/&v=2", &["hidden"]),
            (
                "https://pub.example/?u=http%3A%2F%2Fkim%3Ahidden%40pub.example",
                &["http%3A%2F%2Fkim%3Ahidden%40pub.example"],
            ),
            ("https://a:b@pub.example/?pwd=hunter2#id_token=hunter3", &["b", "hunter2", "hunter3"]),
        ];
        let mut settings = Settings::none();
        settings.set(rules::SECRET_PARAMETER, "names", "tab").unwrap();
        for (text, expected) in cases {
            let found: Vec<&str> = secrets(text, &settings).iter().map(|span| span.of(text)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
