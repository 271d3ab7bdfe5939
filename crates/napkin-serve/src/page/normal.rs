//! Shows the normal form, rung by rung (RFC 3986 section 6.2).

use napkin::{Reference, Rung, Rungs, Standard, normalize, whatwg};

use super::question::Question;
use crate::html::Html;

pub(super) fn show(question: &Question, text: &str, base: Option<&whatwg::Url>, html: &mut Html) {
    let standard =
        Some(question.standard()).filter(|&standard| standard != Standard::Whatwg).unwrap_or(Standard::Rfc3986);
    html.section("normal", "Normal form, rung by rung");
    html.table("Normal form, rung by rung", &["rung", "form", "changes"]);
    html.row("as read", &[&question.masked(text), ""]);
    match Reference::parse(text, standard) {
        Ok(reference) => rungs(question, reference, html),
        Err(_) => {
            html.raw("<tr><th scope=row>")
                .raw(standard.name())
                .raw("</th><td colspan=2>none: it is not valid</td></tr>");
        }
    }
    if let Ok(url) = whatwg::Url::parse(text, base) {
        let word = if url.href() == text { "nothing" } else { "serialize" };
        html.row("whatwg", &[&question.masked(url.href()), word]);
    }
    html.end_table().raw("</section>");
}

fn rungs(question: &Question, reference: Reference<'_>, html: &mut Html) {
    let mut rungs = Rungs::NONE;
    let mut before = reference.as_str().to_owned();
    for &rung in Rung::ALL {
        rungs |= Rungs::of(rung);
        let normal = normalize(reference, rungs).text.into_owned();
        let (a, b) = (question.masked(&before), question.masked(&normal));
        html.raw("<tr><th scope=row>").raw(rung.name()).raw("</th><td><code>");
        changed(&a, &b, html);
        html.raw("</code></td><td><code>").raw(if before == normal { "nothing" } else { rung.name() });
        html.raw("</code></td></tr>");
        before = normal;
    }
}

/// Writes a text with a mark around the changed characters.
pub(super) fn changed(before: &str, text: &str, html: &mut Html) {
    let front: usize = before.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (rest_before, rest) = (&before[front..], &text[front..]);
    let pairs = rest_before.chars().rev().zip(rest.chars().rev());
    let back: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (middle, behind) = rest.split_at(rest.len() - back);
    html.text(&text[..front]);
    if before != text {
        html.raw("<mark>").text(if middle.is_empty() { "⌫" } else { middle }).raw("</mark>");
    }
    html.text(behind);
}
