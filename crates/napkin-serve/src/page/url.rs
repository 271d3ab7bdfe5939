//! Shows all sections about one URL.

use maud::{Markup, html};
use napkin::{Component, Parts, Reference, Span, Standard, check, default_port, percent, whatwg};
use napkin_answer::bounds::Bounds;
use napkin_answer::output::shown;
use napkin_retrieve::Policy;

use super::form::Form;
use super::scheme_card::scheme_card;
use super::sections::{permalink, sections};
use super::shell_commands::{self, commands};
use super::{
    audit, brief, browser_url, compare, data_url, escapes, findings, labelled_parts, normal_form, patterns,
    query_pairs, resolution, retrieval, standards,
};
use crate::answer::Problem;
use crate::markup::{TABLE, clipped, fold, row, rule_link, section, table};

const LONG: usize = 400;

/// The longest texts in a permalink, in bytes.
const LINK: usize = 8 << 10;

pub(super) fn show(form: &Form, permits: &Policy, bounds: &Bounds) -> Result<Markup, Problem> {
    let (text, removed) = form.bare(&form.url);
    let base_text = form.bare(&form.base).0;
    let base = whatwg::Url::parse(&base_text, None).ok();
    let text = &*text;
    let readings = standards::readings(form, text, base.as_ref());
    let components =
        &readings.iter().find(|reading| reading.standard == form.standard()).unwrap_or(&readings[0]).components;
    let query = components.as_ref().and_then(|(text, parts)| Some(parts.span(Component::Query)?.of(text)));
    let can_be_set = form.standard() == Standard::Whatwg || Reference::parse(text, form.standard()).is_ok();
    let audited = audit::audited(form, text, &base_text);
    let points = findings::points(form, text, base.as_ref(), &audited.findings);
    sections(
        bounds,
        &[
            &|| Ok(html! { @if !text.is_empty() { (brief::show(form, &readings, &audited, &points, &linked(form))) } }),
            &|| Ok(drawn(form, &removed, components.as_ref())),
            &|| Ok(findings::show(form, text, &points)),
            &|| Ok(audit::show(form, &audited)),
            &|| Ok(standards::show(text, &readings)),
            &|| Ok(browser_url::show(form, text, &base_text)),
            &|| Ok(resolution::show(form, text, &base_text)),
            &|| normal_form::show(form, text, base.as_ref(), bounds),
            &|| Ok(compare::show(form, text)),
            &|| Ok(patterns::show(form, text, base.as_ref())),
            &|| Ok(html! { @if let Some((text, parts)) = components { (decoded(text, *parts)) } }),
            &|| Ok(query_pairs::show(form, query, can_be_set)),
            &|| Ok(data_url::show(form, text)),
            &|| Ok(retrieval::policy_verdict(text, permits)),
            &|| Ok(scheme(text)),
            &|| Ok(in_a_terminal(form, text, &base_text)),
        ],
    )
}

/// Draws the URL with labelled parts, and lists the characters removed around the typed text.
fn drawn(form: &Form, removed: &[Span], components: Option<&(String, Parts)>) -> Markup {
    let content = html! {
        p class="aside" { "As " (form.standard().name()) " reads it" }
        @if let Some((text, parts)) = components {
            (labelled_parts::draw(text, *parts))
        } @else {
            p class="problem" { "No URL can be made of this." }
        }
        @if !removed.is_empty() {
            p class="note" {
                "Taken off, as Appendix E of the draft advises for what people type: "
                @for span in removed.iter().take(10) { code { (shown(span.of(&form.url))) } " " }
                span class="aside" { (rule_link("typed")) }
            }
        }
        @if form.url.is_empty() { (linked(form)) }
    };
    section("drawn", "The parts", content)
}

/// Shows a link to this page, with its content after `#`, which is not sent. It contains passwords only if they are shown.
fn linked(form: &Form) -> Markup {
    if form.url.len() + form.base.len() + form.other.len() > LINK {
        return html! {};
    }
    // Masking needs the decoded text: the typed form may hide the password in escapes.
    let said = |text| {
        let masked = form.masked(text);
        if form.escapes { escapes::written(&masked).into() } else { masked }
    };
    let (url, base, other) = (said(&form.url), said(&form.base), said(&form.other));
    let standard = Some(form.standard()).filter(|&standard| standard != Standard::Rfc3986);
    let standard = standard.map_or("", Standard::name);
    let escapes = if form.escapes { "read" } else { "" };
    let mut pairs =
        vec![("url", &*url), ("base", &base), ("other", &other), ("standard", standard), ("escapes", escapes)];
    pairs.retain(|(_, value)| !value.is_empty());
    permalink("/", &pairs)
}

/// Shows percent-escapes, decoded.
fn decoded(text: &str, parts: Parts) -> Markup {
    let escaped = Component::SMALLEST.iter().copied().filter_map(|component| {
        let text = parts.span(component)?.of(text);
        text.contains('%').then_some((component, text))
    });
    let escaped: Vec<_> = escaped.collect();
    if escaped.is_empty() {
        return html! {};
    }
    let rows = html! {
        @for (component, text) in escaped {
            (row(component.name(), &[&clipped(text, LONG), &clipped(&meaning(text), LONG)]))
        }
    };
    let title = "Percent-decoding";
    section("decoded", title, table(TABLE, title, &["part", "as it stands", "stands for"], rows))
}

/// Returns a text decoded once, and decoded again if that differs.
fn meaning(text: &str) -> String {
    let once = undone(text.as_bytes());
    let again = undone(&once);
    let more = format!("   and if it is decoded once more: {}", readable(&again));
    readable(&once) + if again == once { "" } else { &more }
}

fn undone(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    percent::decode_into(text, &mut out);
    out
}

/// Returns bytes as text, or in hexadecimal.
fn readable(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().take(LONG).map(|byte| format!("{byte:02x} ")).collect::<String>() + "(not UTF-8)",
    }
}

/// Shows facts about the scheme and the host.
fn scheme(text: &str) -> Markup {
    let parts = check(text, Standard::Rfc3986, &mut ());
    let Some(scheme) = scheme_of(text) else { return html! {} };
    let is_special = matches!(&*scheme, "http" | "https" | "ws" | "wss" | "ftp" | "file");
    let port = default_port(&scheme).map_or_else(|| "none known".to_owned(), |port| port.to_string());
    let has_host = parts.span(Component::Host).is_some_and(|span| !span.is_empty());
    let host = napkin_audit::safe_host(text);
    let host = host.as_ref().map_or("the standards do not agree on it: compare no list with it", |host| host.as_str());
    let rows = html! {
        (row("default port", &[&port]))
        (row("in browsers", &[if is_special { "special: \\ is a slash, hosts are domains" } else { "not special" }]))
        @if has_host { (row("host", &[host])) }
    };
    let title = "The scheme and the host";
    html! {
        (fold("scheme", title, false, table(TABLE, title, &["of the URL", "what is known"], rows)))
        (scheme_card(&scheme))
    }
}

/// Shows the commands that print the same answers.
fn in_a_terminal(form: &Form, text: &str, base: &str) -> Markup {
    let word = |text: &str| shell_commands::word(&form.masked(text));
    let (url, bare) = (word(&form.url), word(text));
    let base_option = if base.is_empty() { String::new() } else { format!(" --base {}", word(base)) };
    // With escapes every character counts, so nothing is removed.
    let typed = if form.escapes { "" } else { " --typed" };
    let mut lines = vec![format!("napkin parse{typed} --pretty --standard all{base_option} -- {url}")];
    if !base.is_empty() {
        lines.push(format!("napkin resolve{typed} --standard all{base_option} -- {url}"));
    }
    lines.push(format!("napkin normalize{typed} --json -- {url}"));
    if !form.other.is_empty() {
        lines.push(format!("napkin compare --standard all -- {bare} {}", word(&form.other)));
    }
    lines.push(format!("napkin audit --pretty{base_option} -- {bare}"));
    lines.push(format!("napkin audit --pretty --verdict{base_option} -- {bare}"));
    if napkin::data::is_data_url(text) {
        lines.push(format!("napkin data inspect -- {url}"));
    }
    if let Some(scheme) = scheme_of(text).filter(|scheme| napkin_scheme::registered(scheme).is_some()) {
        lines.push(format!("napkin scheme show {scheme}"));
    }
    commands(lines.iter().map(String::as_str))
}

/// Returns the scheme, in lower case.
fn scheme_of(text: &str) -> Option<String> {
    let parts = check(text, Standard::Rfc3986, &mut ());
    parts.span(Component::Scheme).map(|span| span.of(text).to_ascii_lowercase())
}
