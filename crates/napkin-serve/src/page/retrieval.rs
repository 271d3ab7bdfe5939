//! Shows the policy's verdict on a URL before it is retrieved, and the hops afterwards.

use maud::{Markup, display, html};
use napkin::Span;
use napkin_retrieve::{Error, Policy, Request, Trail};

use crate::markup::{LIST, clipped, rule_link, section, sentence, table};
use napkin_answer::output::shown;
use napkin_answer::retrieval::option;

/// The longest URL in a link, in bytes.
const LINK: usize = 8 << 10;
/// The longest piece of a URL that is drawn, in characters.
const LONG: usize = 400;

/// Shows the policy's verdict on a URL, and links that retrieve it. `text` has no wrapping that Appendix E removes.
pub(super) fn policy_verdict(text: &str, policy: &Policy) -> Markup {
    if !napkin::Reference::parse(text, napkin::Standard::Rfc3986).is_ok_and(|url| url.is_absolute())
        && !napkin::data::is_data_url(text)
    {
        return html! {};
    }
    let content = html! {
        @match policy.precheck(&Request::get(text)) {
            Ok(()) => {
                p class="good" {
                    "The policy of the gateway permits this URL. It checks the addresses of the host when the URL is retrieved."
                }
                // Links never contain a password.
                @if text.len() <= LINK && napkin::mask_passwords(text) == text {
                    @let url = napkin::percent::encode(text.as_bytes(), napkin::percent::UNRESERVED);
                    p {
                        a href={ "/get?url=" (url.as_str()) } { "Retrieve" } " or see "
                        a href={ "/trail?url=" (url.as_str()) } { "the way there, hop by hop" }
                    }
                }
            }
            Err(error) => {
                p class="problem" { "The policy of the gateway refuses this: " (sentence(error.message())) }
                (underlined(error.url(), error.finding().span))
                p { "Rule: " (rule_link(error.rule().code())) }
                (admitting(&error))
            }
        }
    };
    section("retrieval", "Retrieval", content)
}

/// Returns the option that admits a refused URL.
pub(crate) fn admitting(error: &Error) -> Markup {
    html! {
        @if let Some(option) = option(error) {
            p class="note" { code { "napkin serve " (shown(&option)) } " admits it." }
        }
    }
}

/// Shows a URL with a part marked.
pub(crate) fn underlined(url: &str, span: Span) -> Markup {
    let part = |from, to| url.get(from..to).map(|text| clipped(text, LONG));
    let parts = part(0, span.start).zip(part(span.start, span.end)).zip(part(span.end, url.len()));
    html! {
        @if let Some(((before, part), after)) = parts { p { code { (before) mark { (part) } (after) } } }
    }
}

/// Shows the hops of a retrieval, with the result of each.
pub(crate) fn hops(trail: &Trail) -> Markup {
    if trail.hops().is_empty() {
        return html! {};
    }
    let rows = html! {
        @for (number, hop) in trail.hops().iter().enumerate() {
            tr {
                th scope="row" { (number + 1) }
                td { code { (clipped(hop.url(), LONG)) } }
                td { code { @if let Some(address) = hop.address() { (display(address)) } } }
                td { @if let Some(status) = hop.status() { (status) } }
                td {
                    @for finding in hop.findings() {
                        (rule_link(finding.rule().code())) ": " (sentence(finding.message())) br;
                    }
                }
            }
        }
    };
    section("trail", "The way there", table(LIST, "The way there", &["hop", "URL", "address", "status", "found"], rows))
}
