//! A text with a place in it underlined.

use napkin::Span;
use napkin_answer::output::underlined;

use crate::html::Html;

/// How many columns of a text are quoted.
const WIDTH: usize = 96;

/// Adds the text with the place underlined.
pub(super) fn quote(masked: &str, span: Span, html: &mut Html) {
    let (line, underline) = underlined(masked, span, WIDTH);
    html.raw("<pre class=quote tabindex=0>").text(&line).raw("\n").raw("<span class=caret>").text(&underline);
    html.raw("</span></pre>");
}
