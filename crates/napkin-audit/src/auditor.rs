//! Applies every enabled rule to one reference.
//!
//! A fast check, `plain`, recognises most URLs of the web as harmless, so that an audit costs little more than parsing. A test
//! verifies that the references which pass this check have no finding. Start with `audit`.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::families;
use super::plain;
use super::settings::Settings;
use super::unwrap::{MAX_WRAPPERS, unwrap, unwrap_all};
use super::view::{Omitted, Out, View};
use crate::rules;
use napkin::{Component, Finding, Reference, Rule, Sink, Span, Standard, check};

/// Reports the dangers in one reference, valid or not.
///
/// Findings are reported in text order. Returns the counts of the findings beyond [`Settings::limit_findings`], which are
/// not reported. With a base, a relative reference is judged by the URL to which it resolves.
///
/// ```
/// use napkin_audit::{Settings, audit};
/// let mut findings = Vec::new();
/// audit("http://0x7f.1:25/?next=//evil.example", None, &Settings::default(), &mut findings);
/// let codes: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
/// assert_eq!(codes, ["ip-spelling", "inward-host", "port-reserved", "redirect-disguised"]);
/// ```
///
/// Without the feature `tables`, mixed scripts and public suffixes are not detected, and domains beyond ASCII need the
/// feature `idna`.
pub fn audit<S: Sink + ?Sized>(text: &str, base: Option<&str>, settings: &Settings, sink: &mut S) -> Vec<Omitted> {
    let read = Reference::parse(text, Standard::Rfc3986);
    if let Ok(reference) = read
        && plain::is_plain(text, &reference.parts(), settings)
    {
        return Vec::new();
    }
    if !settings.is_chosen(text, base) {
        return Vec::new();
    }
    let (findings, omitted) = closely(text, read.ok(), base, settings);
    findings.into_iter().for_each(|finding| sink.report(finding));
    omitted
}

#[cold]
#[inline(never)]
fn closely(
    text: &str,
    read: Option<Reference<'_>>,
    base: Option<&str>,
    settings: &Settings,
) -> (Vec<Finding>, Vec<Omitted>) {
    let (mut findings, omitted) = judge(text, read, base, settings);
    inner_url(text, settings, &mut findings);
    findings.sort_by_key(|finding| (finding.span.start, Reverse(finding.span.end)));
    findings.dedup_by_key(|finding| (finding.rule, finding.span));
    (findings, omitted)
}

/// Applies every rule to the reference itself.
fn judge(
    text: &str,
    read: Option<Reference<'_>>,
    base: Option<&str>,
    settings: &Settings,
) -> (Vec<Finding>, Vec<Omitted>) {
    let parts = read.map_or_else(|| check(text, Standard::Rfc3986, &mut ()), |reference| reference.parts());
    let view = View { text, parts, is_valid: read.is_some() };
    let mut out = Out::new(settings);
    families::schemes::check(&view, &mut out);
    families::credentials::check(&view, &mut out);
    families::hosts::check(&view, &mut out);
    families::disguises::check(&view, &mut out);
    families::scripts::check(&view, &mut out);
    families::ports::check(&view, &mut out);
    families::paths::check(&view, &mut out);
    families::parameters::check(&view, base, &mut out);
    families::escapes::check(&view, &mut out);
    families::invisible::check(&view, &mut out);
    if !view.is_valid {
        families::text::check(&view, &mut out);
    }
    if out.asks(rules::HARD_TO_TRANSCRIBE) {
        families::text::transcription(&view, &mut out);
    }
    families::readers::check(&view, base, &mut out);
    if settings.allowed.as_ref().is_some_and(|list| list.admits(text, base).is_err()) {
        let host = view.span(Component::Host);
        out.report(rules::HOST_NOT_ALLOWED, if host.is_empty() { Span::new(0, text.len()) } else { host });
    }
    (out.findings, out.omitted)
}

/// The rules about a parameter that leads on.
const OF_PARAMETERS: [Rule; 5] = [
    rules::REDIRECT_PARAMETER,
    rules::URL_PARAMETER,
    rules::REDIRECT_DISGUISED,
    rules::DOUBLE_ENCODING,
    rules::NORMALISE_FIRST,
];

/// Audits the URL inside of a link that a known service made: findings have its place in the link. The findings about this
/// parameter as such are removed, because the service is known to lead on.
fn inner_url(text: &str, settings: &Settings, findings: &mut Vec<Finding>) {
    // Without an inner `http`, raw or in base64, a search of the table is useless.
    if !text.get(8..).is_some_and(|rest| rest.contains("http") || rest.contains("aHR0")) {
        return;
    }
    let links = unwrap_all(text, MAX_WRAPPERS);
    let inner = links.iter().rev().find_map(|link| link.url.as_deref());
    let (Some(outer), Some(url)) = (links.first(), inner) else { return };
    let is_outer = |span: Span| span.end <= outer.span.start || outer.span.end <= span.start;
    findings.retain(|finding| is_outer(finding.span) || !OF_PARAMETERS.contains(&finding.rule));
    let read = Reference::parse(url, Standard::Rfc3986).ok();
    if read.is_some_and(|reference| plain::is_plain(url, &reference.parts(), settings)) {
        return;
    }
    let (inner, _) = judge(url, read, None, settings);
    // A link that is wrapped more often is not opened further.
    let hides_more = settings.is_enabled(rules::NESTED_SCHEME) && unwrap(url).is_some_and(|link| link.url.is_some());
    let found = inner.iter().map(|finding| finding.rule).chain(hides_more.then_some(rules::NESTED_SCHEME));
    findings.extend(found.map(|rule| Finding::new(rule, Standard::Rfc3986, outer.span, "", None)));
}

/// Returns a replacement for the bytes of a finding that keeps the meaning of the reference and removes the finding. Returns
/// `None` if the right fix depends on the author's intention.
///
/// ```
/// use napkin_audit::{Settings, audit, fix};
/// let text = "http://0x7f.1/";
/// let mut findings = Vec::new();
/// audit(text, None, &Settings::default(), &mut findings);
/// let (span, instead) = fix(text, &findings[0]).unwrap();
/// assert_eq!((span.of(text), instead.as_str()), ("0x7f.1", "127.0.0.1"));
/// ```
#[must_use]
pub fn fix(text: &str, finding: &Finding) -> Option<(Span, String)> {
    super::fix::fix(text, finding)
}

#[cfg(test)]
mod tests {
    use super::super::disagreement::{Verdict, disagreement};
    use super::*;

    /// References that pass the fast check have no finding, and all readers see the same host.
    #[test]
    fn plain_urls_have_no_findings() {
        const STARTS: [&str; 4] = ["http://", "https://", "HTTPS://", "ftp://"];
        const HOSTS: [&str; 28] = [
            "pub.example", "www.pub.example", "co.uk", "pub.co.uk", "www.bank.com.evil.example", "localhost",
            "localhost.evil.example", "a.local", "127.1", "1.2.3.4", "a_b.example", "xn--bcher-kva.example",
            "pub.example.", "10.0.0.1.nip.io", "localtest.me", "home.arpa", "a.b.c.d.example", "wiki", "-a.example",
            "a..example", "metadata.google.internal", "com.example", "a.com.net.example", "www.pub.com-login.example",
            "0x7f.example", "a.1", "hooks.slack.com", "api.telegram.org",
        ];
        const PATHS: [&str; 23] = [
            "",
            "/",
            "/menu",
            "/a//b",
            "/../x",
            "/%2e",
            "/a;b",
            "/a;jsessionid=6B1F8E20C4",
            "/services/T00000000/B00000000/XXXXXXXXXXXXXXXX",
            "/...",
            "/.../.../",
            "/a:b",
            "/ghp_0123456789abcdefghijklmnopqrstuvwxyz",
            "/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe",
            "/@a",
            "/.git",
            "/a..b",
            "//evil.example",
            "//evil.example/menu",
            "/%2fevil.example",
            "/static../x",
            "/redirect/http://evil.example/",
            "/out",
        ];
        const ENDS: [&str; 28] = [
            "", "?a=b", "?next=/menu", "?next=//evil.example", "?u=http://evil.example/", "?token=6b1f8e20c4", "#a",
            "#token=6b1f8e20c4", "?x=AKIAIOSFODNN7EXAMPLE", "?f=../../etc", "?t=javascript:alert(1)", "?password=",
            "?a=1&b=2&api_key=6b1f8e20c4", "?a&b", "?time=12:30", "?x=a../b", "#/route?a=b", "?r=+//evil.example",
            "?return_to=http:evil.example", "?x[token]=6b1f8e20c4", "?next=/https://evil.example/", "?pub.example",
            "#pub.example", "?@pub.example/", "?//evil.example", "?https://evil.example/", "?next=@evil.example",
            "#/redirect?next=//evil.example",
        ];
        let settings = Settings::default();
        let mut plain = 0;
        for start in STARTS {
            for host in HOSTS {
                for path in PATHS {
                    for end in ENDS {
                        let text = [start, host, path, end].concat();
                        let Ok(reference) = Reference::parse(&text, Standard::Rfc3986) else { continue };
                        if plain::is_plain(&text, &reference.parts(), &settings) {
                            plain += 1;
                            assert_eq!(closely(&text, Some(reference), None, &settings).0, Vec::new(), "{text}");
                            assert!(disagreement(&text).verdict != Verdict::Reject, "{text}");
                        }
                    }
                }
            }
        }
        assert!(plain > 400, "{plain} are plain");
    }
}
