//! Determines the bytes that replace a link. Start at `place`.

use super::characters::Style;
use super::escape::Escape;
use super::{html, json, markdown, text, xml};
use crate::context::Context;
use crate::link::Link;
use crate::options::Options;
use crate::references;
use crate::written::{Holder, QuoteMark};
use napkin::Span;
use std::borrow::Cow;

/// Returns the bytes of a page that a new reference replaces, and the text to write there; `None` if the syntax
/// cannot hold it. For bundles: `data:` URLs from `napkin::data` need no escapes, however long they are.
pub(crate) fn written(bytes: &[u8], ascii: bool, link: &Link<'_>, new: &str) -> Option<(Span, String)> {
    let is_quoted = matches!(link.written.holder, Holder::HtmlAttribute(QuoteMark::Single | QuoteMark::Double));
    if is_quoted && new.starts_with("data:") && !new.ends_with(',') && memchr::memchr(b'#', new.as_bytes()).is_none() {
        return Some((link.span, new.to_owned()));
    }
    let style = Style { ascii, ..Style::default() };
    place(bytes, &text::Before::default(), link, new, style, &Options::default()).map(|(span, text, _)| (span, text))
}

/// Escapes a piece of a document in an attribute for the span where it is written.
pub(crate) fn into_attribute(bytes: &[u8], ascii: bool, value: Span, span: Span, text: &str) -> String {
    attribute(bytes, Style { ascii, ..Style::default() }, value, span, text)
}

pub(super) fn attribute(bytes: &[u8], style: Style, value: Span, span: Span, text: &str) -> String {
    let quote = QuoteMark::around(bytes, value);
    let joins = joins(bytes, span, Holder::HtmlAttribute(quote));
    html::attribute(text, quote, Style { joins, ..style }).into_owned()
}

/// Returns the bytes that a text replaces, the escaped text, and its decoded form.
pub(super) fn place(
    bytes: &[u8],
    before: &text::Before,
    link: &Link<'_>,
    new: &str,
    style: Style,
    options: &Options,
) -> Option<(Span, String, String)> {
    let escapes = link.escapes();
    let new = &*if style.xml { xml::hold(new) } else { Cow::Borrowed(new) };
    let held = escapes.last()?.hold(new, style)?;
    // Empty text in XML is no reference.
    if held.is_empty() && matches!(escapes[..], [Escape::XmlText(_), Escape::Whole]) {
        return None;
    }
    let around = || (&bytes[..link.span.start], &bytes[link.span.end..]);
    if let Some(way) = markdown::written(bytes, before, link, &held, style, options) {
        return way.map(|(text, held)| (link.span, text, held));
    }
    if matches!(&link.context, Context::Json { path: "string", .. }) && !json::is_read(&held, style) {
        return None;
    }
    if let [Escape::Text(delimiter)] = escapes[..] {
        let text = text::written(bytes, before, link, delimiter, &held, options)?;
        return Some((link.span, text, held.into_owned()));
    }
    let holder = link.written.holder;
    // Whether the attribute contains nothing but the reference.
    let is_only = link.written.before == 0;
    let is_bare = memchr::memchr_iter(b'&', link.raw).any(|at| !references::is_reference(&link.raw[at..]));
    let style = Style { bare_ampersands: is_bare, joins: joins(bytes, link.span, holder), ..style };
    let mut text: Cow<'_, str> = Cow::Borrowed(&held);
    for &escape in escapes[1..].iter().rev() {
        text = Cow::Owned(escape.write(&text, style).into_owned());
    }
    if holder == Holder::HtmlAttribute(QuoteMark::None) {
        if html::is_missing(bytes, link.span) && is_only {
            let value = html::attribute(&text, QuoteMark::Double, Style { joins: false, ..style });
            return Some((link.span, format!("=\"{value}\""), held.into_owned()));
        }
        if html::is_whole(bytes, link.span)
            && is_only
            && let Some(quoted) = html::quoted(&text, style)
        {
            return Some((link.span, quoted, held.into_owned()));
        }
    }
    if let Escape::XmlText(sections) = escapes[0] {
        return Some((link.span, xml::text(&text, sections, around(), style), held.into_owned()));
    }
    let text = escapes[0].write(&text, style).into_owned();
    Some((link.span, text, held.into_owned()))
}

/// Returns whether a character reference without semicolon may end directly before the link, so that the new text
/// could extend it.
fn joins(bytes: &[u8], span: Span, holder: Holder) -> bool {
    let is_decoded = matches!(holder, Holder::HtmlAttribute(_) | Holder::HtmlText);
    is_decoded && span.start.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric())
}
