//! The rows of a document.
//!
//! A file with an unknown extension that contains zero bytes and has no UTF-16 byte order mark counts as binary, like a picture, and is skipped.

use arrow_array::RecordBatch;
use datafusion_common::Result;
use napkin_document::audit::LinkTexts;
use napkin_document::{BasedDocument, Cursor, Entity, Kind, LinkResolver, Options, Reader};
use napkin_mail::Related;

use super::how::How;
use super::rows::{Rows, Source, Target};

fn has_zeros(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(Document::HEAD as usize)];
    let is_wide = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    !is_wide && head.contains(&0)
}

/// A document in memory.
pub(super) struct Document<'b> {
    bytes: &'b [u8],
    kind: Kind,
    url: Option<String>,
}

impl<'b> Document<'b> {
    /// The number of bytes that decide whether a file is binary.
    pub(super) const HEAD: u64 = 8192;

    /// Creates a document; `None` for a binary file. `kind` is the kind by its name, and `url` is where it was retrieved from.
    pub(super) fn of(bytes: &'b [u8], kind: Option<Kind>, url: Option<String>) -> Option<Self> {
        if kind.is_none() && has_zeros(bytes) {
            return None;
        }
        let kind = kind.unwrap_or_else(|| Kind::of_content(bytes));
        // A mail program passes messages as files, but did not retrieve them from there: RFC 2557 section 5 has a base for them.
        let url = url.filter(|_| !kind.is_message());
        Some(Self { bytes, kind, url })
    }

    /// Adds the references as rows, and sends full batches. Returns `false` if the receiver is closed.
    pub(super) fn rows(
        &self,
        name: &str,
        how: How,
        rows: &mut Rows,
        send: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<bool> {
        let mut entity = Entity::new(self.bytes).with_kind(self.kind);
        entity.retrieval = self.url.as_deref();
        rows_of(&entity, Source { name, page: self.url.as_deref() }, how, rows, send)
    }
}

/// Adds the references of a document as rows, and sends full batches. Returns `false` if the receiver is closed.
pub(super) fn rows_of(
    entity: &Entity<'_>,
    source: Source<'_>,
    how: How,
    rows: &mut Rows,
    send: &mut dyn FnMut(RecordBatch) -> bool,
) -> Result<bool> {
    let options = Options::default();
    let reader = Reader::new(entity, &options);
    let texts = how.has_texts.then(|| LinkTexts::of(&reader, &options.limits));
    let parsed = reader.message();
    let related = parsed.map(|parsed| Related::new(&parsed.message, &parsed.bases));
    let target = Target { message: parsed.map(|parsed| &parsed.message).zip(related.as_ref()) };
    let standard = how.standard.unwrap_or_else(|| entity.usual_standard());
    let based = BasedDocument::new(*entity, reader.base(), standard);
    let (mut resolver, mut cursor) = (LinkResolver::new(&based), Cursor::new(entity.bytes));
    let mut outcome = Ok(true);
    reader.links(&mut (), &mut |link| {
        if !matches!(outcome, Ok(true)) {
            return;
        }
        let at = cursor.advance(link.span.start);
        let done = resolver.resolve(&link);
        let text = texts.as_ref().and_then(|texts| texts.at(link.span.start));
        rows.push(source, &link, (at.line, at.column), &resolver, &done, standard, &target, text);
        if rows.is_full() {
            outcome = rows.finish().map(&mut *send);
        }
    });
    outcome
}
