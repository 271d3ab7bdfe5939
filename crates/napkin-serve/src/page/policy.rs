//! Shows the policy's verdict on a URL before it is retrieved, and the hops afterwards.

use napkin::Span;
use napkin_retrieve::{Policy, Request, Trail};

use crate::html::Html;
use crate::html::clipped;
use napkin_answer::retrieval::option;

/// The longest URL in a link, in bytes.
const LINK: usize = 8 << 10;
/// The longest piece of a URL that is drawn, in characters.
const LONG: usize = 400;

/// Shows the policy's verdict on a URL, and links that retrieve it. `text` has no wrapping that Appendix E removes.
pub(super) fn foreseen(text: &str, policy: &Policy, html: &mut Html) {
    if !napkin::Reference::parse(text, napkin::Standard::Rfc3986).is_ok_and(|url| url.is_absolute())
        && !napkin::data::is_data_url(text)
    {
        return;
    }
    html.section("retrieval", "Retrieval");
    match policy.precheck(&Request::get(text)) {
        Ok(()) => {
            let kind = "as far as can be said before anybody is asked for an address";
            html.raw("<p class=good>The policy of the gateway permits this, ").raw(kind).raw(".</p>");
            // Links never contain a password.
            if text.len() <= LINK && napkin::mask_passwords(text) == text {
                let url = napkin::percent::encode(text.as_bytes(), napkin::percent::UNRESERVED);
                html.raw("<p><a href=\"/get?url=").verbatim(url.as_str()).raw("\">Retrieve</a> or see ");
                html.raw("<a href=\"/trail?url=").verbatim(url.as_str()).raw("\">the way there, hop by hop</a></p>");
            }
        }
        Err(error) => {
            html.raw("<p class=problem>The policy of the gateway refuses this: ").sentence(error.message()).raw("</p>");
            underlined(error.url(), error.finding().span, html);
            html.raw("<p>Rule: <a href=\"/rules/").raw(error.rule().code()).raw("\">").raw(error.rule().code());
            html.raw("</a></p>");
            if let Some(option) = option(&error) {
                html.raw("<p class=note><code>napkin serve ").text(&option).raw("</code> admits it.</p>");
            }
        }
    }
    html.raw("</section>");
}

/// Shows a URL with a part marked.
pub(crate) fn underlined(url: &str, span: Span, html: &mut Html) {
    let (Some(before), Some(part), Some(after)) =
        (url.get(..span.start), url.get(span.start..span.end), url.get(span.end..))
    else {
        return;
    };
    html.raw("<p><code>").text(&clipped(before, LONG)).raw("<mark>").text(&clipped(part, LONG)).raw("</mark>");
    html.text(&clipped(after, LONG)).raw("</code></p>");
}

/// Shows the hops of a retrieval, with the result of each.
pub(crate) fn hops(trail: &Trail, html: &mut Html) {
    if trail.hops().is_empty() {
        return;
    }
    html.section("trail", "The way there");
    html.list("The way there", &["hop", "URL", "address", "status", "found"]);
    for (number, hop) in trail.hops().iter().enumerate() {
        html.raw("<tr><th scope=row>").number(number + 1).raw("</th><td><code>").text(&clipped(hop.url(), LONG));
        html.raw("</code></td><td><code>");
        html.text(&hop.address().map(|address| address.to_string()).unwrap_or_default()).raw("</code></td><td>");
        html.text(&hop.status().map(|status| status.to_string()).unwrap_or_default()).raw("</td><td>");
        for finding in hop.findings() {
            html.raw("<a href=\"/rules/").raw(finding.rule().code()).raw("\">").raw(finding.rule().code());
            html.raw("</a>: ").sentence(finding.message()).raw("<br>");
        }
        html.raw("</td></tr>");
    }
    html.end_table().raw("</section>");
}
