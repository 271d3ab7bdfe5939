//! Draws a URL on one line with labelled parts.
//!
//! A part has a name and a bracket, and is never marked by colour alone.

use napkin::{Component, Parts, Span};

use crate::html::{Html, clipped};

/// The most characters that are drawn per part.
const LONG: usize = 300;

/// Draws the parts of `text`, which may be masked, and the delimiters between them.
pub(super) fn draw(text: &str, parts: Parts, html: &mut Html) {
    html.raw("<ol class=ruler>");
    let mut at = 0;
    for &component in Component::SMALLEST {
        let Some(span) = parts.span(component) else { continue };
        if span.start >= at {
            delimiter(text.get(at..span.start).unwrap_or(""), html);
            part(component.name(), span, text, html);
            at = span.end;
        }
    }
    delimiter(text.get(at..).unwrap_or(""), html);
    html.raw("</ol>");
}

fn delimiter(text: &str, html: &mut Html) {
    if !text.is_empty() {
        html.raw("<li class=delimiter><code>").text(&clipped(text, LONG)).raw("</code></li>");
    }
}

fn part(name: &'static str, span: Span, text: &str, html: &mut Html) {
    html.raw("<li class=\"part ").raw(name).raw("\"><code>");
    match text.get(span.range()).unwrap_or("") {
        "" => html.raw("&#8203;"),
        text => html.text(&clipped(text, LONG)),
    };
    html.raw("</code><span>").raw(name).raw(if span.is_empty() { " (empty)" } else { "" }).raw("</span></li>");
}
