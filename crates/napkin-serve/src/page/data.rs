//! Shows the data of a `data:` URL so that no active content can run.
//!
//! Only images of formats without scripts are shown as images, in a frame without rights, by a newly written URL. All other
//! data is shown as text.

use napkin::base64;
use napkin::data::{DataUrl, MediaLimits, Reading, check, is_data_url};
use napkin_document::screen::{Policy, TypePattern, screen_url};

use super::question::Question;
use super::quote::quote;
use crate::html::{Html, clipped};

/// Image formats without active content; the type is detected from the bytes.
const IMAGES: [&str; 6] = ["image/png", "image/gif", "image/jpeg", "image/webp", "image/bmp", "image/avif"];

/// The most bytes of an image that is shown.
const IMAGE: usize = 2 << 20;
/// The most characters of a text that are shown.
const TEXT: usize = 2000;

pub(super) fn show(question: &Question, text: &str, html: &mut Html) {
    if !is_data_url(text) {
        return;
    }
    html.section("data", "The data");
    let limits = MediaLimits::STREAM;
    let mut findings = Vec::new();
    // `findings` also receives the error that ends the reader.
    let _ = check(text, Reading::Strict, &limits, &mut findings);
    match DataUrl::parse_with(text, Reading::Whatwg, &limits) {
        Ok(url) => contents(&url, html),
        Err(error) => {
            html.raw("<p class=problem>Browsers find no data here: ")
                .sentence(&error.finding().to_string())
                .raw("</p>");
        }
    }
    verdict(text, html);
    if !findings.is_empty() {
        html.raw("<p>By RFC 2397:</p>");
    }
    for finding in findings.iter().take(10) {
        html.raw("<p>")
            .sentence(&finding.to_string())
            .raw(" <span class=aside>")
            .text(finding.see())
            .raw("</span></p>");
        quote(&question.masked(text), finding.span, html);
    }
    html.raw("</section>");
}

fn contents(url: &DataUrl<'_>, html: &mut Html) {
    let media_type = url.media_type();
    let Ok(data) = url.decode() else {
        html.raw("<p class=problem>Its base64 cannot be decoded.</p>");
        return;
    };
    html.table("What the URL says", &["of the data", "what the URL says"]);
    html.row("media type", &[&clipped(&media_type.to_string(), TEXT)]);
    html.row("charset", &[media_type.parameter("charset").unwrap_or("(none)")]);
    html.row("written in", &[if url.is_base64() { "base64" } else { "percent-escapes" }]);
    html.row("length", &[&format!("{} bytes", data.len())]).end_table();
    let image =
        infer::get(&data).map(|kind| kind.mime_type()).and_then(|found| IMAGES.into_iter().find(|&i| i == found));
    match image {
        Some(image) if data.len() <= IMAGE => preview(image, &data, html),
        Some(_) => {
            html.raw("<p>An image, too large to show here.</p>");
        }
        None => as_text(&data, html),
    }
}

/// Shows an image with its detected type, in a frame without rights.
fn preview(image: &'static str, data: &[u8], html: &mut Html) {
    html.raw("<iframe class=preview sandbox title=\"The image, in a frame without rights\" srcdoc=\"");
    html.raw("&lt;img alt='' height=180 src='data:").raw(image).raw(";base64,").verbatim(&base64::encode(data));
    html.raw("'&gt;\"></iframe>");
}

fn as_text(data: &[u8], html: &mut Html) {
    let text = String::from_utf8_lossy(&data[..data.len().min(4 * TEXT)]);
    html.raw("<pre class=contents tabindex=0 aria-label=\"The data as text\">");
    let mut rest = text.chars();
    for line in rest.by_ref().take(TEXT).collect::<String>().split('\n') {
        html.text(line).raw("\n");
    }
    html.raw("</pre>");
    if rest.next().is_some() || data.len() > 4 * TEXT {
        html.raw("<p class=aside>Only the beginning is shown.</p>");
    }
}

/// Shows the screen's verdict under a policy that admits no active content.
fn verdict(text: &str, html: &mut Html) {
    let policy = Policy { deny: vec![TypePattern::active()], sniff: true, ..Policy::default() };
    let mut rows: Vec<(String, bool, Vec<&'static str>)> = Vec::new();
    let screened = screen_url(text, &policy, &mut |find| {
        if rows.len() < 50 {
            let codes = find.findings.iter().map(|finding| finding.rule.code()).collect();
            rows.push((format!("{}{}", "› ".repeat(find.depth() - 1), find.essence()), find.is_denied(), codes));
        }
    });
    let admitted = screened.is_admitted();
    html.raw(if admitted { "<p class=good>The screen admits it" } else { "<p class=problem>The screen refuses it" });
    html.raw(", where nothing active may stand.</p>");
    html.table("What the screen finds", &["type", "verdict", "findings"]);
    for (essence, denied, codes) in &rows {
        html.row(essence, &[if *denied { "refused" } else { "admitted" }, &codes.join(", ")]);
    }
    html.end_table();
}
