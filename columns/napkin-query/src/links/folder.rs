//! Finds the documents of a folder, in order.
//!
//! Names are sorted by their bytes, folders and files together. Hidden files (`.git`) are skipped, and links to folders are not
//! followed, which avoids cycles. A file with an unknown extension that contains zero bytes and has no UTF-16 byte order mark
//! counts as binary, like a picture, and is skipped.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use datafusion_common::{DataFusionError, Result};
use napkin_document::audit::LinkTexts;
use napkin_document::{BasedDocument, Cursor, Entity, Kind, LinkResolver, Options, Reader, file_url};
use napkin_mail::Related;

use super::rows::{Rows, Source, Target};
use super::{How, shown};

/// Walks the files of a folder and its subfolders; keeps only the names of open folders.
pub(super) struct Walk {
    /// The remaining entries of each open folder, in reverse order.
    open: Vec<Vec<PathBuf>>,
}

impl Walk {
    /// Creates a walk of a folder, or of one file.
    pub(super) fn new(path: &Path) -> Self {
        Self { open: vec![vec![path.to_owned()]] }
    }

    fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
        let failed = |error: io::Error| DataFusionError::Execution(format!("{}: {error}", shown(folder)));
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let is_linked = entry.file_type().map_err(failed)?.is_symlink();
            if !is_hidden && (!is_linked || entry.path().is_file()) {
                paths.push(entry.path());
            }
        }
        paths.sort_unstable_by(|a, b| b.cmp(a));
        Ok(paths)
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(path) = self.open.last_mut()?.pop() else {
                self.open.pop();
                continue;
            };
            if path.is_file() {
                return Some(Ok(path));
            }
            // Other entries, such as pipes and sockets, are skipped.
            if path.is_dir() {
                match Self::entries(&path) {
                    Ok(entries) => self.open.push(entries),
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }
}

/// The number of bytes that decide whether a file is binary.
const HEAD: u64 = 8192;

/// Returns whether a file with an unknown extension is binary.
pub(super) fn is_binary(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(has_zeros(&head))
}

fn has_zeros(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD as usize)];
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
    /// Creates a document; `None` for a binary file. `kind` is the kind by the file's name.
    pub(super) fn of(bytes: &'b [u8], kind: Option<Kind>, path: &Path) -> Option<Self> {
        if kind.is_none() && has_zeros(bytes) {
            return None;
        }
        let kind = kind.unwrap_or_else(|| Kind::of_content(bytes));
        // A mail program passes messages as files, but did not retrieve them from there: RFC 2557 section 5 has a base for them.
        let url = if kind.is_message() { None } else { file_url(path) };
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
