//! Shows all sections about one URL.

use maud::{Markup, html};
use napkin::{Component, Parts, Reference, Span, Standard, check, default_port, percent, whatwg};
use napkin_answer::bounds::Bounds;
use napkin_answer::output::shown;
use napkin_retrieve::Policy;

use super::command::{self, commands};
use super::question::Question;
use super::{
    audit, browser, card, compare, data, drawing, escapes, findings, normal, pairs, permalink, policy, readings,
    resolution, sections,
};
use crate::answer::Problem;
use crate::markup::{TABLE, clipped, row, rule_link, section, table};

const LONG: usize = 400;

/// The longest texts in a permalink, in bytes.
const LINK: usize = 8 << 10;

pub(super) fn show(question: &Question, permits: &Policy, bounds: &Bounds) -> Result<Markup, Problem> {
    let (text, removed) = question.bare(&question.url);
    let base_text = question.bare(&question.base).0;
    let base = whatwg::Url::parse(&base_text, None).ok();
    let text = &*text;
    let readings = readings::of(question, text, base.as_ref());
    let components =
        &readings.iter().find(|reading| reading.standard == question.standard()).unwrap_or(&readings[0]).components;
    let query = components.as_ref().and_then(|(text, parts)| Some(parts.span(Component::Query)?.of(text)));
    let can_be_set = question.standard() == Standard::Whatwg || Reference::parse(text, question.standard()).is_ok();
    sections(
        bounds,
        &[
            &|| Ok(drawn(question, &removed, components.as_ref())),
            &|| Ok(findings::show(question, text, base.as_ref())),
            &|| Ok(audit::show(question, text, &base_text)),
            &|| Ok(readings::show(text, &readings)),
            &|| Ok(browser::show(question, text, &base_text)),
            &|| Ok(resolution::show(question, text, &base_text)),
            &|| normal::show(question, text, base.as_ref(), bounds),
            &|| Ok(compare::show(question, text)),
            &|| Ok(html! { @if let Some((text, parts)) = components { (decoded(text, *parts)) } }),
            &|| Ok(pairs::show(question, query, can_be_set)),
            &|| Ok(data::show(question, text)),
            &|| Ok(policy::foreseen(text, permits)),
            &|| Ok(scheme(text)),
            &|| Ok(in_a_terminal(question, text, &base_text)),
        ],
    )
}

/// Draws the URL with labelled parts, and lists the characters removed around the typed text.
fn drawn(question: &Question, removed: &[Span], components: Option<&(String, Parts)>) -> Markup {
    let content = html! {
        p class="aside" { "As " (question.standard().name()) " reads it" }
        @if let Some((text, parts)) = components {
            (drawing::draw(text, *parts))
        } @else {
            p class="problem" { "No URL can be made of this." }
        }
        @if !removed.is_empty() {
            p class="note" {
                "Taken off, as Appendix E of the draft advises for what people type: "
                @for span in removed.iter().take(10) { code { (shown(span.of(&question.url))) } " " }
                span class="aside" { (rule_link("typed")) }
            }
        }
        (linked(question))
    };
    section("drawn", "The parts", content)
}

/// Shows a link to this page, with its content after `#`, which is not sent. It contains passwords only if they are shown.
fn linked(question: &Question) -> Markup {
    if question.url.len() + question.base.len() + question.other.len() > LINK {
        return html! {};
    }
    // Masking needs the decoded text: the typed form may hide the password in escapes.
    let said = |text| {
        let masked = question.masked(text);
        if question.escapes { escapes::written(&masked).into() } else { masked }
    };
    let (url, base, other) = (said(&question.url), said(&question.base), said(&question.other));
    let standard = Some(question.standard()).filter(|&standard| standard != Standard::Rfc3986);
    let standard = standard.map_or("", Standard::name);
    let escapes = if question.escapes { "read" } else { "" };
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
        (section("scheme", title, table(TABLE, title, &["of the URL", "what is known"], rows)))
        (card::card(&scheme))
    }
}

/// Shows the commands that print the same answers.
fn in_a_terminal(question: &Question, text: &str, base: &str) -> Markup {
    let word = |text: &str| command::word(&question.masked(text));
    let (url, bare) = (word(&question.url), word(text));
    let base_option = if base.is_empty() { String::new() } else { format!(" --base {}", word(base)) };
    // With escapes every character counts, so nothing is removed.
    let typed = if question.escapes { "" } else { " --typed" };
    let mut lines = vec![format!("napkin parse{typed} --pretty --standard all{base_option} -- {url}")];
    if !base.is_empty() {
        lines.push(format!("napkin resolve{typed} --standard all{base_option} -- {url}"));
    }
    lines.push(format!("napkin normalize{typed} --json -- {url}"));
    if !question.other.is_empty() {
        lines.push(format!("napkin compare --standard all -- {bare} {}", word(&question.other)));
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
