//! Quotes a text with a span underlined.

use napkin::Span;
use napkin_answer::output::underlined;

use crate::html::Html;

/// The number of quoted columns.
const WIDTH: usize = 96;

/// Adds the text with the span underlined.
pub(super) fn quote(masked: &str, span: Span, html: &mut Html) {
    let (line, underline) = underlined(masked, span, WIDTH);
    html.raw("<pre class=quote tabindex=0>").text(&line).raw("\n").raw("<span class=caret>").text(&underline);
    html.raw("</span></pre>");
}
