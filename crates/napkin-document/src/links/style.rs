//! Makes links of the references that [`css`](super::css) finds, in style sheet documents and in CSS inside other
//! formats.
//!
//! The address of a source map is a link of the document, and is reported last.

use crate::attributes::Type;
use crate::context::{Context, CssPlace};
use crate::decoded;
use crate::link::Link;
use crate::links::css;
use crate::usage::Use;
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::{Level, Map};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Passes every link of a style sheet to `sink`.
pub(crate) fn links<'a>(bytes: &'a [u8], sink: &mut dyn FnMut(Link<'a>, Use) -> ControlFlow<()>) -> ControlFlow<()> {
    let place = |place| Context::Css(place);
    let source_map = within(bytes, bytes, &Arc::new(Level::verbatim(0)), &place, sink)?;
    if let Some(span) = source_map {
        // A comment has no escapes.
        let mut link = decoded::plain(bytes, span, Context::SourceMap("css"));
        link.new_request = true;
        link.written = Written::whole(Holder::Comment);
        sink(link, Use::Other)?;
    }
    ControlFlow::Continue(())
}

/// Passes the links of CSS to `sink`; `level` maps the CSS to the document.
pub(crate) fn within<'a>(
    bytes: &'a [u8],
    css: &[u8],
    level: &Arc<Level>,
    context: &dyn Fn(CssPlace) -> Context<'a>,
    sink: &mut dyn FnMut(Link<'a>, Use) -> ControlFlow<()>,
) -> ControlFlow<(), Option<Span>> {
    css::references(css, &mut |found, used, place| {
        let built = css::decode(&css[found.range()], found.start);
        let inner = Level::new(found.start, built.units).within(level);
        // An escape at either edge that decodes to nothing is not part of the reference.
        let whole = Span::new(0, built.text.len());
        let span = if built.text.is_empty() { level.source(found) } else { inner.source(whole) };
        let mut link = Link::verbatim(bytes, span, "", context(place));
        match std::str::from_utf8(link.raw) {
            Ok(raw) if raw == built.text => link.text = Cow::Borrowed(raw),
            _ => {
                link.text = Cow::Owned(built.text);
                link.map = Some(Box::new(Map { inner, outer: None }));
            }
        }
        // CSS Values 4 section 4.5.4: a URL that begins with `#` refers to the document itself, whatever its base.
        link.written = Written { kind: Some(Type::Css), ..Written::new(Holder::StyleSheet, css, found.start) };
        link.new_request = !link.text.starts_with('#');
        sink(link, used)
    })
}
