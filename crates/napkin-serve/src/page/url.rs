//! Shows all sections about one URL.

use napkin::{Component, Reference, Span, Standard, check, default_port, percent, whatwg};
use napkin_retrieve::Policy;

use super::question::Question;
use super::readings::Reading;
use super::{
    audit, browser, card, command, compare, data, drawing, escapes, findings, normal, pairs, policy, readings,
    resolution,
};
use crate::html::{Html, clipped};

const LONG: usize = 400;

/// The longest texts in a permalink, in bytes.
const LINK: usize = 8 << 10;

pub(super) fn show(question: &Question, permits: &Policy, html: &mut Html) {
    let (text, removed) = question.bare(&question.url);
    let base_text = question.bare(&question.base).0;
    let base = whatwg::Url::parse(&base_text, None).ok();
    let text = &*text;
    let readings = readings::of(question, text, base.as_ref());
    let components =
        &readings.iter().find(|reading| reading.standard == question.standard()).unwrap_or(&readings[0]).components;
    let query = components.as_ref().and_then(|(text, parts)| Some(parts.span(Component::Query)?.of(text)));
    let can_be_set = question.standard() == Standard::Whatwg || Reference::parse(text, question.standard()).is_ok();
    let sections: [&dyn Fn(&mut Html); 14] = [
        &|html| drawn(question, &removed, &readings, html),
        &|html| findings::show(question, text, base.as_ref(), html),
        &|html| audit::show(question, text, &base_text, html),
        &|html| readings::show(text, &readings, html),
        &|html| browser::show(question, text, &base_text, html),
        &|html| resolution::show(question, text, &base_text, html),
        &|html| normal::show(question, text, base.as_ref(), html),
        &|html| compare::show(question, text, html),
        &|html| components.iter().for_each(|(text, parts)| decoded(text, *parts, html)),
        &|html| pairs::show(question, query, can_be_set, html),
        &|html| data::show(question, text, html),
        &|html| policy::foreseen(text, permits, html),
        &|html| scheme(text, html),
        &|html| commands(question, text, &base_text, html),
    ];
    for section in sections {
        // A page that is too long or too late is refused: no further work is done for it.
        if html.watch(0).is_break() {
            return;
        }
        section(html);
    }
}

/// Draws the URL with labelled parts, and lists the characters removed around the typed text.
fn drawn(question: &Question, removed: &[Span], readings: &[Reading], html: &mut Html) {
    html.section("drawn", "The parts").raw("<p class=aside>As ").raw(question.standard().name()).raw(" reads it</p>");
    let reading = readings.iter().find(|reading| reading.standard == question.standard());
    match reading.and_then(|reading| reading.components.as_ref()) {
        Some((text, parts)) => drawing::draw(text, *parts, html),
        None => {
            html.raw("<p class=problem>No URL can be made of this.</p>");
        }
    }
    if !removed.is_empty() {
        html.raw("<p class=note>Taken off, as Appendix E of the draft advises for what people type: ");
        for span in removed.iter().take(10) {
            html.raw("<code>").text(span.of(&question.url)).raw("</code> ");
        }
        html.raw("<span class=aside><a href=\"/rules/typed\">typed</a></span></p>");
    }
    permalink(question, html);
    html.raw("</section>");
}

/// Shows a link to this page, with its content after `#`, which is not sent. It contains passwords only if they are shown.
fn permalink(question: &Question, html: &mut Html) {
    if question.url.len() + question.base.len() + question.other.len() > LINK {
        return;
    }
    let mut fragment = whatwg::SearchParams::new();
    for (name, value) in [("url", &question.url), ("base", &question.base), ("other", &question.other)] {
        if !value.is_empty() {
            // Masking needs the decoded text: the typed form may hide the password in escapes.
            let shown = question.masked(value);
            fragment.append(name, &if question.escapes { escapes::written(&shown).into() } else { shown });
        }
    }
    if question.standard() != Standard::Rfc3986 {
        fragment.append("standard", question.standard().name());
    }
    if question.escapes {
        fragment.append("escapes", "read");
    }
    html.raw("<p><a id=permalink href=\"/#").verbatim(&fragment.to_string()).raw("\">Permalink</a></p>");
}

/// Shows percent-escapes, decoded.
fn decoded(text: &str, parts: napkin::Parts, html: &mut Html) {
    let escaped = Component::SMALLEST.iter().copied().filter_map(|component| {
        let text = parts.span(component)?.of(text);
        text.contains('%').then_some((component, text))
    });
    let escaped: Vec<_> = escaped.collect();
    if escaped.is_empty() {
        return;
    }
    html.section("decoded", "Percent-decoding");
    html.table("Percent-decoding", &["part", "as it stands", "stands for"]);
    for (component, text) in escaped {
        let once = undone(text.as_bytes());
        let again = undone(&once);
        let mut means = readable(&once);
        if again != once {
            means += &format!("   and if it is decoded once more: {}", readable(&again));
        }
        html.row(component.name(), &[&clipped(text, LONG), &clipped(&means, LONG)]);
    }
    html.end_table().raw("</section>");
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
fn scheme(text: &str, html: &mut Html) {
    let parts = check(text, Standard::Rfc3986, &mut ());
    let Some(scheme) = scheme_of(text) else { return };
    let is_special = matches!(&*scheme, "http" | "https" | "ws" | "wss" | "ftp" | "file");
    html.section("scheme", "The scheme and the host")
        .table("The scheme and the host", &["of the URL", "what is known"]);
    html.row("default port", &[&default_port(&scheme).map_or("none known".to_owned(), |port| port.to_string())]);
    html.row("in browsers", &[if is_special { "special: \\ is a slash, hosts are domains" } else { "not special" }]);
    let has_host = parts.span(Component::Host).is_some_and(|span| !span.is_empty());
    match napkin_audit::safe_host(text) {
        Ok(host) => html.row("host", &[host.as_str()]),
        Err(_) if has_host => html.row("host", &["the standards do not agree on it: compare no list with it"]),
        Err(_) => html,
    };
    html.end_table().raw("</section>");
    card::card(&scheme, html);
}

/// Shows the commands that print the same answers.
fn commands(question: &Question, text: &str, base: &str, html: &mut Html) {
    let word = |text: &str| command::word(&question.masked(text));
    let url = word(&question.url);
    let base_option = if base.is_empty() { String::new() } else { format!(" --base {}", word(base)) };
    // With escapes every character counts, so nothing is removed.
    let typed = if question.escapes { "" } else { " --typed" };
    command::section(html);
    let mut line = |command: String| command::line(&command, html);
    line(format!("napkin parse{typed} --pretty --standard all{base_option} -- {url}"));
    if !base.is_empty() {
        line(format!("napkin resolve{typed} --standard all{base_option} -- {url}"));
    }
    line(format!("napkin normalize{typed} --json -- {url}"));
    if !question.other.is_empty() {
        line(format!("napkin compare --standard all -- {} {}", word(text), word(&question.other)));
    }
    line(format!("napkin audit --pretty{base_option} -- {}", word(text)));
    line(format!("napkin audit --pretty --verdict{base_option} -- {}", word(text)));
    if napkin::data::is_data_url(text) {
        line(format!("napkin data inspect -- {url}"));
    }
    if let Some(scheme) = scheme_of(text).filter(|scheme| napkin_scheme::registered(scheme).is_some()) {
        line(format!("napkin scheme show {scheme}"));
    }
    command::end(html);
}

/// Returns the scheme, in lower case.
fn scheme_of(text: &str) -> Option<String> {
    let parts = check(text, Standard::Rfc3986, &mut ());
    parts.span(Component::Scheme).map(|span| span.of(text).to_ascii_lowercase())
}
