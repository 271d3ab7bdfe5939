//! Creates links in a text that was decoded from a document. Their text is borrowed from the document if it occurs
//! there unchanged.

use crate::context::Context;
use crate::link::Link;
use napkin::Span;
use napkin::map::{Builder, Level, Map};
use std::borrow::Cow;
use std::sync::Arc;

/// A decoded text with the mapping to its source.
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) level: Arc<Level>,
}

impl Decoded {
    /// Creates a text from `built`, which begins at `at` of the source text of `outer`.
    pub(crate) fn new(built: Builder, at: usize, outer: &Arc<Level>) -> Self {
        let level = Level::new(at, built.units);
        let level = if is_document(outer) { level } else { level.within(outer) };
        Self { text: built.text, level: Arc::new(level) }
    }

    /// Returns the link at a span of the text.
    pub(crate) fn link<'a>(&self, bytes: &'a [u8], span: Span, context: Context<'a>) -> Link<'a> {
        let mut link = Link::verbatim(bytes, self.level.source(span), "", context);
        let text = span.of(&self.text);
        match std::str::from_utf8(link.raw) {
            Ok(raw) if raw == text => link.text = Cow::Borrowed(raw),
            _ => {
                link.text = Cow::Owned(text.to_owned());
                link.map = Some(Box::new(Map { inner: self.level.slice(span.start), outer: None }));
            }
        }
        link
    }
}

/// Returns whether a level is the identity.
fn is_document(level: &Level) -> bool {
    level.is_verbatim() && level.source(Span::new(0, 0)).start == 0
}

/// Returns bytes as text, ill-formed UTF-8 replaced, with the mapping to the bytes.
pub(crate) fn text_of(bytes: &[u8]) -> (Cow<'_, str>, Arc<Level>) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (Cow::Borrowed(text), Arc::new(Level::verbatim(0)));
    }
    let mut built = Builder::default();
    built.bytes(bytes, 0);
    (Cow::Owned(built.text), Arc::new(Level::new(0, built.units)))
}

/// Creates a link whose text is its bytes, ill-formed UTF-8 replaced.
pub(crate) fn plain<'a>(bytes: &'a [u8], span: Span, context: Context<'a>) -> Link<'a> {
    let mut built = Builder::default();
    built.bytes(&bytes[span.range()], span.start);
    let whole = Span::new(0, built.text.len());
    Decoded::new(built, span.start, &Arc::new(Level::verbatim(0))).link(bytes, whole, context)
}
