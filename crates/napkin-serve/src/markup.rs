//! Pieces of HTML that several pages share.
//!
//! Pages are written with [`maud::html!`], which escapes every value. Text of a request goes through [`shown`] or a function
//! of this module, so that controls and characters that reorder or hide text get stand-ins; only a value that a form sends
//! back is [`Typed`].

use std::ops::ControlFlow;

use maud::{Markup, PreEscaped, Render, html};
use napkin::Span;
use napkin_answer::bounds::Stop;
use napkin_answer::output::{shown, underlined};

/// The number of quoted columns.
const WIDTH: usize = 96;

/// The longest text that is drawn whole, in bytes.
const WHOLE: usize = 500;

/// The classes of a table that can be scrolled sideways.
pub(crate) const TABLE: &str = "scroll";
/// The classes of a table that is a list; a phone shows each row as a few lines.
pub(crate) const LIST: &str = "scroll list";
/// The classes of a table that compares; a phone shows each row as a block, with one line per cell, led by its `data-of`.
pub(crate) const STACK: &str = "scroll stack";

/// A text that a form sends back, without stand-ins. HTML has no NUL, and reads CR as a line end.
pub(crate) struct Typed<'t>(pub(crate) &'t str);

impl Render for Typed<'_> {
    fn render_to(&self, buffer: &mut String) {
        for (number, line) in self.0.split('\r').enumerate() {
            buffer.push_str(if number > 0 { "&#13;" } else { "" });
            line.replace('\0', "\u{fffd}").render_to(buffer);
        }
    }
}

/// Returns the step after a check of the limits: work ends once one is exceeded.
pub(crate) fn flow(checked: Result<(), Stop>) -> ControlFlow<()> {
    checked.map_or(ControlFlow::Break(()), ControlFlow::Continue)
}

/// Returns a section with its heading.
pub(crate) fn section(id: &str, title: impl Render, content: impl Render) -> Markup {
    html! { section aria-labelledby=(id) { h2 id=(id) { (title) } (content) } }
}

/// Returns a table that can also be scrolled by keys. `class` is [`TABLE`], [`LIST`] or [`STACK`].
pub(crate) fn table(class: &str, label: &str, columns: &[&str], rows: impl Render) -> Markup {
    html! {
        div class=(class) role="group" tabindex="0" aria-label=(label) {
            table {
                thead { tr { @for column in columns { th scope="col" { (column) } } } }
                tbody { (rows) }
            }
        }
    }
}

/// Returns a row with a heading.
pub(crate) fn row(head: &str, cells: &[&str]) -> Markup {
    html! { tr { th scope="row" { (shown(head)) } @for cell in cells { td { code { (shown(cell)) } } } } }
}

/// Returns a link to the page of a rule.
pub(crate) fn rule_link(code: &str) -> Markup {
    html! { a href={ "/rules/" (code) } { (code) } }
}

/// Returns the replacement that a finding proposes; `text` has stand-ins.
pub(crate) fn instead(text: &str) -> Markup {
    html! { @if text.is_empty() { "Remove it." } @else { "Instead: " code { (text) } } }
}

/// Returns a sentence; text between grave accents becomes code.
pub(crate) fn sentence(text: &str) -> Markup {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, quoted, behind)) = quotation(rest) {
        html! { (shown(before)) code { (shown(quoted)) } }.render_to(&mut out);
        rest = behind;
    }
    shown(rest).render_to(&mut out);
    PreEscaped(out)
}

/// Returns the text before, in and after the first quotation. A grave accent followed by another is part of the quotation.
fn quotation(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let is_end = |&at: &usize| rest.as_bytes()[at] == b'`' && rest.as_bytes().get(at + 1) != Some(&b'`');
    let end = (1..rest.len()).find(is_end)?;
    Some((before, &rest[..end], &rest[end + 1..]))
}

/// Returns a line of a text with the span underlined.
pub(crate) fn quote(masked: &str, span: Span) -> Markup {
    let (line, underline) = underlined(masked, span, WIDTH);
    html! { pre class="quote" tabindex="0" { (shown(&line)) "\n" span class="caret" { (shown(&underline)) } } }
}

/// Draws a text once, with a line of carets for each span, numbered if there are several. `None` without spans, or if the
/// text is longer than a line should be.
pub(crate) fn figure(masked: &str, spans: &[Span]) -> Option<Markup> {
    if spans.is_empty() || masked.len() > WHOLE {
        return None;
    }
    let drawn: Vec<_> = spans.iter().map(|&span| underlined(masked, span, 4 * WHOLE)).collect();
    let (line, _) = drawn.first()?;
    Some(html! {
        pre class="quote" tabindex="0" {
            (shown(line))
            @for (number, (_, carets)) in drawn.iter().enumerate() {
                "\n" span class="caret" { (shown(carets)) @if spans.len() > 1 { " " (number + 1) } }
            }
        }
    })
}

/// Returns a section whose content is folded behind its heading, unless `is_open`.
pub(crate) fn fold(id: &str, title: impl Render, is_open: bool, content: impl Render) -> Markup {
    html! { section aria-labelledby=(id) { details open[is_open] { summary id=(id) { h2 { (title) } } (content) } } }
}

/// Returns lines, each with stand-ins.
pub(crate) fn lines<'t>(lines: impl IntoIterator<Item = &'t str>) -> Markup {
    html! { @for line in lines { (shown(line)) "\n" } }
}

/// Returns at most about `length` characters, from both ends of a longer text, with stand-ins.
pub(crate) fn clipped(text: &str, length: usize) -> String {
    // Each character has at least one byte.
    if text.len() <= length || text.chars().count() <= length {
        return shown(text);
    }
    let half = length / 2;
    let front: String = text.chars().take(half).collect();
    let mut back: Vec<char> = text.chars().rev().take(half).collect();
    back.reverse();
    shown(&format!("{front} … {}", back.iter().collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        let text = clipped("<b x=\"&\">\0\u{202e}\n", 100);
        let html = html! { p title=(text) { (text) (Typed("</textarea>\r\0")) } }.into_string();
        let escaped = "&lt;b x=&quot;&amp;&quot;&gt;␀\u{fffd}␊";
        assert_eq!(html, format!("<p title=\"{escaped}\">{escaped}&lt;/textarea&gt;&#13;\u{fffd}</p>"));
    }

    #[test]
    fn quotations_in_sentences_become_code() {
        for (text, expected) in [
            ("expected `//`, but found `<b>`", "expected <code>//</code>, but found <code>&lt;b&gt;</code>"),
            ("but found ```", "but found <code>`</code>"),
            ("but found `a`b`", "but found <code>a</code>b`"),
            ("one ` alone", "one ` alone"),
            ("none", "none"),
            ("``", "``"),
            ("`ä`", "<code>ä</code>"),
        ] {
            assert_eq!(sentence(text).into_string(), expected);
        }
    }

    #[test]
    fn long_texts_are_clipped() {
        assert_eq!(clipped("napkin", 6), "napkin");
        assert_eq!(clipped("äöüäöü", 6), "äöüäöü");
        assert_eq!(clipped("napkins", 6), "nap … ins");
    }
}
