//! Which files of a folder are documents, and their order.
//!
//! Decides: that names are in the order of their bytes, folders among them; that what is hidden (`.git`) is no document, and a link to a folder
//! is not followed, so that there is no circle; and that a file whose name says nothing and that has octets of zero, but does not
//! begin as UTF-16 does, is none, as pictures are.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use datafusion_common::{DataFusionError, Result};
use napkin::Standard;
use napkin_mail::{Bases, Limits, Message, Profile, Related};
use napkin_document::{BaseDeclared, Based, Completer, Cursor, Entity, Kind, Options, file_url};

use super::rows::{Rows, Target};
use super::shown;

/// The files of a folder and of the folders in it; the names of those that are open are kept.
pub(super) struct Walk {
    /// What is still to come of each open folder, backwards.
    open: Vec<Vec<PathBuf>>,
}

impl Walk {
    /// Of a folder, or of one file.
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
            // What is neither, a pipe or a socket, is no document.
            if path.is_dir() {
                match Self::entries(&path) {
                    Ok(entries) => self.open.push(entries),
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }
}

/// How much of a file says whether it is a document.
const HEAD: u64 = 8192;

/// Whether a file, whose name says nothing, is no document.
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

/// A document that is held.
pub(super) struct Document<'b> {
    bytes: &'b [u8],
    kind: Kind,
    url: Option<String>,
}

impl<'b> Document<'b> {
    /// `None` for what is no document. `kind` is what its name says.
    pub(super) fn of(bytes: &'b [u8], kind: Option<Kind>, path: &Path) -> Option<Self> {
        if kind.is_none() && has_zeros(bytes) {
            return None;
        }
        let kind = kind.unwrap_or_else(|| Kind::of_content(bytes));
        // What a mail program hands over as a file was not retrieved from there: RFC 2557 section 5 has a base for it.
        let url = if matches!(kind, Kind::Mail | Kind::Mhtml) { None } else { file_url(path) };
        Some(Self { bytes, kind, url })
    }

    /// Its references as rows. `false` if nobody takes them any more.
    pub(super) fn rows(
        &self,
        name: &str,
        standard: Option<Standard>,
        rows: &mut Rows,
        send: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<bool> {
        let mut entity = Entity::new(self.bytes).with_kind(self.kind);
        entity.retrieval = self.url.as_deref();
        let message = matches!(self.kind, Kind::Mail | Kind::Mhtml)
            .then(|| Message::read(self.bytes, &Limits::default(), &mut ()));
        let bases = message.as_ref().map(|message| Bases::new(message, Profile::default(), None));
        let related = message.as_ref().zip(bases.as_ref()).map(|(message, bases)| Related::new(message, bases));
        let target = Target { message: message.as_ref().zip(related.as_ref()) };
        let standard = standard.unwrap_or(self.kind.usual_standard());
        let based = Based::new(entity, &BaseDeclared::of(&entity), standard);
        let (mut completer, mut cursor) = (Completer::new(&based), Cursor::new(self.bytes));
        let mut outcome = Ok(true);
        napkin_document::links(&entity, &Options::default(), &mut |link| {
            if !matches!(outcome, Ok(true)) {
                return;
            }
            let at = cursor.advance(link.span.start);
            let done = completer.complete(&link);
            rows.push(name, &link, (at.line, at.column), &completer, &done, standard, &target);
            if rows.is_full() {
                outcome = rows.finish().map(&mut *send);
            }
        });
        outcome
    }
}
