//! Rewrites nested documents, and documents in other encodings. Start at `Writer::whole`.
//!
//! Edits of a nested document become edits of the document around it, which contains it in an attribute, in text, or
//! in its lines. Two kinds of edits cannot be carried outward: those in an entity reference that contains more than
//! the link, and those in an encoding that is not ASCII-compatible.

use super::characters::{Style, is_utf8};
use super::edit::{At, Edit};
use super::markdown::begins_line;
use super::replacement::attribute;
use super::report::LeftReason;
use super::writer::Writer;
use super::xml;
use crate::encoding::{self, charset};
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::links::markdown;
use crate::links::xml::{self as source, replaceable};
use napkin::Span;
use napkin::map::Level;
use std::sync::Arc;

impl Writer<'_> {
    /// Returns the edits of the outermost document, in any encoding.
    pub(super) fn whole(&mut self, entity: &Entity<'_>) -> Vec<Edit> {
        let (bytes, kind) = (entity.bytes, entity.kind);
        let charset = charset(entity);
        let Some((text, level)) = encoding::transcoded(entity) else {
            let ascii = match kind {
                Kind::Html | Kind::Css => !is_utf8(bytes),
                _ => std::str::from_utf8(bytes).is_err(),
            };
            let style = Style { ascii, ..Style::default() };
            return self.document(kind, &At { bytes, style, outward: &|span| span, depth: 0 });
        };
        let style = Style { ascii: true, ..Style::default() };
        let outward = |span| level.source(span);
        let edits = self.document(kind, &At { bytes: text.as_bytes(), style, outward: &outward, depth: 0 });
        let is_compatible = charset.is_ascii_compatible();
        let edits = edits.into_iter().filter_map(|edit| {
            if !is_compatible || !edit.text(&self.changes).is_ascii() {
                self.undone.insert(edit.change, LeftReason::Unwritable);
                return None;
            }
            Some(Edit { span: level.source(edit.span), ..edit })
        });
        edits.collect()
    }

    /// Returns the edits of a document in an attribute, as edits of the attribute whose value is at `value`.
    pub(super) fn in_attribute(&mut self, text: &str, level: &Level, value: Span, at: &At<'_>) -> Vec<Edit> {
        let outer = |span, text: &str| Some(attribute(at.bytes, at.style, value, span, text));
        let style = Style { xml: at.style.xml, ..Style::default() };
        self.nested(text, level, None, style, at, &outer)
    }

    /// Returns the edits of a nested page, escaped by `outer` for the document around it.
    fn nested(
        &mut self,
        text: &str,
        level: &Level,
        base: Option<&Arc<InnerBase>>,
        style: Style,
        at: &At<'_>,
        outer: &dyn Fn(Span, &str) -> Option<String>,
    ) -> Vec<Edit> {
        // The text is already decoded, whatever encoding it declares (HTML standard 13.2.3.1).
        self.new.enter(&Entity::new(text.as_bytes()).with_kind(Kind::Html).in_charset("utf-8"), base);
        let outward = |span| (at.outward)(level.source(span));
        let inside = At { bytes: text.as_bytes(), style, outward: &outward, depth: at.depth + 1 };
        let inner = self.document(Kind::Html, &inside);
        self.new.leave();
        let outer = inner.into_iter().filter_map(|edit| {
            let span = level.source(edit.span);
            let Some(text) = outer(span, edit.text(&self.changes)) else {
                self.undone.insert(edit.change, LeftReason::Unwritable);
                return None;
            };
            let escaped = (text != self.changes[edit.change].new).then_some(text);
            Some(Edit { span, escaped, ..edit })
        });
        outer.collect()
    }

    /// Returns the edits of an XML document.
    pub(super) fn xml(&mut self, at: &At<'_>) -> Vec<Edit> {
        let at = &At { style: Style { xml: true, ..at.style }, ..*at };
        let mut edits = Vec::new();
        let _ = source::pieces(at.bytes, &self.options.limits, false, None, &mut |piece| {
            let (decoded, base, holder) = match piece {
                source::Piece::Link(link, _) => {
                    edits.extend(self.link(&link, at));
                    return self.flow();
                }
                source::Piece::Base(_, link) => {
                    edits.extend(self.link(&link, at));
                    return self.flow();
                }
                source::Piece::Document(decoded, base, holder) => (decoded, base, holder),
                _ => return self.flow(),
            };
            // Contents of feeds are often plain text.
            let is_page = memchr::memchr(b'<', decoded.text.as_bytes()).is_some();
            if is_page && at.depth < self.options.limits.documents {
                let outer = |span: Span, text: &str| {
                    let raw = &at.bytes[span.range()];
                    match &holder {
                        source::Holds::Attribute(quote, is_sound) => (*is_sound && replaceable::value(raw, true))
                            .then(|| xml::attribute(text, *quote, at.style).into_owned()),
                        source::Holds::Text(sections) => {
                            let (sections, around) =
                                (sections.at(span), (&at.bytes[..span.start], &at.bytes[span.end..]));
                            replaceable::text(raw, sections, true).then(|| xml::text(text, sections, around, at.style))
                        }
                    }
                };
                let style = Style { xml: true, ..Style::default() };
                edits.extend(self.nested(&decoded.text, &decoded.level, base.as_ref(), style, at, &outer));
            }
            self.flow()
        });
        edits
    }

    /// Returns the edits of a Markdown document.
    pub(super) fn markdown(&mut self, at: &At<'_>) -> Vec<Edit> {
        let (found, html) = markdown::parts(at.bytes, self.options);
        let mut edits: Vec<Edit> = found.iter().filter_map(|link| self.link(link, at)).collect();
        if self.flow().is_continue()
            && at.depth < self.options.limits.documents
            && memchr::memchr(b'<', html.text.as_bytes()).is_some()
        {
            let style = Style { lines: true, ..at.style };
            // Raw HTML after the marks at the start of a line must not begin another block.
            let outer = |span: Span, text: &str| {
                let is_first = begins_line(&at.bytes[..span.start]);
                let is_harmless = !span.is_empty() && text.starts_with(is_harmless);
                // The old bytes may have closed raw HTML such as `<?`.
                let closes = memchr::memchr(b'>', &at.bytes[span.range()]).is_some();
                (!closes && (!is_first || is_harmless)).then(|| text.to_owned())
            };
            edits.extend(self.nested(&html.text, &html.level, None, style, at, &outer));
        }
        edits.sort_by_key(|edit| edit.span.start);
        edits
    }
}

/// Returns whether no Markdown block begins with this character at the start of a line.
fn is_harmless(first: char) -> bool {
    first.is_ascii_alphabetic() || matches!(first, '/' | '.' | '%' | '&' | '\\' | '"')
}
