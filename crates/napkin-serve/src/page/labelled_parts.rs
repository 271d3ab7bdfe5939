//! Draws a URL on one line with labelled parts.
//!
//! A part has a name and a bracket, and is never marked by colour alone.

use maud::{Markup, html};
use napkin::{Component, Parts, Span};

use crate::markup::clipped;

/// The most characters that are drawn per part.
const LONG: usize = 300;

/// Draws the parts of `text`, which may be masked, and the delimiters between them.
pub(super) fn draw(text: &str, parts: Parts) -> Markup {
    let (mut items, mut at) = (Vec::new(), 0);
    for &component in Component::SMALLEST {
        let Some(span) = parts.span(component).filter(|span| span.start >= at) else { continue };
        items.extend([delimiter(text.get(at..span.start)), part(component.name(), span, text)]);
        at = span.end;
    }
    items.push(delimiter(text.get(at..)));
    html! { ol class="ruler" { @for item in items { (item) } } }
}

fn delimiter(text: Option<&str>) -> Markup {
    html! {
        @if let Some(text) = text.filter(|text| !text.is_empty()) {
            li class="delimiter" { code { (clipped(text, LONG)) } }
        }
    }
}

fn part(name: &str, span: Span, text: &str) -> Markup {
    let text = text.get(span.range()).unwrap_or("");
    html! {
        li class={ "part " (name) } {
            code { @if text.is_empty() { "\u{200b}" } @else { (clipped(text, LONG)) } }
            span { (name) @if span.is_empty() { " (empty)" } }
        }
    }
}
