//! Shows the data of a `data:` URL so that no active content can run.
//!
//! Only images of formats without scripts are shown as images, in a frame without rights, by a newly written URL. All other
//! data is shown as text.

use maud::{Markup, PreEscaped, Render, html};
use napkin::base64;
use napkin::data::{DataUrl, MediaLimits, Reading, check, is_data_url};
use napkin_document::screen::{Policy, TypePattern, screen_url};

use super::form::Form;
use crate::markup::{TABLE, clipped, lines, quote, row, section, sentence, table};
use napkin_answer::output::shown;

/// Image formats without active content; the type is detected from the bytes.
const IMAGES: [&str; 6] = ["image/png", "image/gif", "image/jpeg", "image/webp", "image/bmp", "image/avif"];

/// The most bytes of an image that is shown.
const IMAGE: usize = 2 << 20;
/// The most characters of a text that are shown.
const TEXT: usize = 2000;
/// The most nested `data:` URLs whose verdicts are shown.
const MOST: usize = 50;

pub(super) fn show(form: &Form, text: &str) -> Markup {
    if !is_data_url(text) {
        return html! {};
    }
    let limits = MediaLimits::STREAM;
    let mut findings = Vec::new();
    // `findings` also receives the error that ends the reader.
    let _ = check(text, Reading::Strict, &limits, &mut findings);
    let content = html! {
        @match DataUrl::parse_with(text, Reading::Whatwg, &limits) {
            Ok(url) => { (contents(&url)) }
            Err(error) => {
                p class="problem" { "Browsers find no data here: " (sentence(&error.finding().to_string())) }
            }
        }
        (verdict(text))
        @if !findings.is_empty() { p { "By RFC 2397:" } }
        @for finding in findings.iter().take(10) {
            p { (sentence(&finding.to_string())) " " span class="aside" { (shown(finding.see())) } }
            (quote(&form.masked(text), finding.span))
        }
    };
    section("data", "The data", content)
}

fn contents(url: &DataUrl<'_>) -> Markup {
    let media_type = url.media_type();
    let Ok(data) = url.decode() else {
        return html! { p class="problem" { "Its base64 cannot be decoded." } };
    };
    let rows = html! {
        (row("media type", &[&clipped(&media_type.to_string(), TEXT)]))
        (row("charset", &[media_type.parameter("charset").unwrap_or("(none)")]))
        (row("written in", &[if url.is_base64() { "base64" } else { "percent-escapes" }]))
        (row("length", &[&format!("{} bytes", data.len())]))
    };
    let image =
        infer::get(&data).map(|kind| kind.mime_type()).and_then(|found| IMAGES.into_iter().find(|&i| i == found));
    html! {
        (table(TABLE, "What the URL says", &["of the data", "what the URL says"], rows))
        @match image {
            Some(image) if data.len() <= IMAGE => { (preview(image, &data)) }
            Some(_) => { p { "An image, too large to show here." } }
            None => { (as_text(&data)) }
        }
    }
}

/// Shows an image with its detected type, in a frame without rights.
fn preview(image: &str, data: &[u8]) -> Markup {
    let source = format!("<img alt='' height=180 src='data:{image};base64,{}'>", base64::encode(data));
    html! { iframe class="preview" sandbox title="The image, in a frame without rights" srcdoc=(source) {} }
}

fn as_text(data: &[u8]) -> Markup {
    let text = String::from_utf8_lossy(&data[..data.len().min(4 * TEXT)]);
    let mut rest = text.chars();
    let beginning: String = rest.by_ref().take(TEXT).collect();
    html! {
        pre class="contents" tabindex="0" aria-label="The data as text" { (lines(beginning.split('\n'))) }
        @if rest.next().is_some() || data.len() > 4 * TEXT {
            p class="aside" { "Only the beginning is shown." }
        }
    }
}

/// Shows the screen's verdict under a policy that admits no active content.
fn verdict(text: &str) -> Markup {
    let policy = Policy::default().with_deny(vec![TypePattern::active()]).with_sniff(true);
    let (mut rows, mut count) = (String::new(), 0);
    let screened = screen_url(text, &policy, &mut |find| {
        count += 1;
        if count <= MOST {
            let codes: Vec<_> = find.findings.iter().map(|finding| finding.rule.code()).collect();
            let essence = format!("{}{}", "› ".repeat(find.depth() - 1), find.essence());
            let verdict = if find.is_denied() { "refused" } else { "admitted" };
            row(&essence, &[verdict, &codes.join(", ")]).render_to(&mut rows);
        }
    });
    let is_admitted = screened.is_admitted();
    html! {
        p class=(if is_admitted { "good" } else { "problem" }) {
            "The screen " (if is_admitted { "admits" } else { "refuses" }) " it, where nothing active may stand."
        }
        (table(TABLE, "What the screen finds", &["type", "verdict", "findings"], PreEscaped(rows)))
    }
}
