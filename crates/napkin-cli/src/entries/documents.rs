//! Documents of a folder that is walked: opens each file, and decides whether the command reads it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use napkin_document::archive::is_document_name;
use napkin_document::{Kind, unreadable};
use napkin_mail::is_mailbox;

use crate::folders::{Found, FoundFile, Skip, Skipped, Walk};
use crate::options::FolderOptions;
use crate::output::Trouble;

/// The number of bytes that determine whether a file is mail, or a document.
pub(super) const HEAD: u64 = 64 << 10;

/// The files of folders that a command reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    /// Documents and messages.
    Documents,
    /// Documents and messages whose data is screened.
    Screened,
    /// Documents that are not messages. No folder is a mailbox.
    Pages,
    /// Pages in HTML. No folder is a mailbox.
    Html,
    /// Archives, by their names. No folder is a mailbox.
    Archives,
    /// Messages. Any folder with messages is a mailbox.
    Messages,
}

/// Iterates over the documents of a folder.
pub(super) struct Documents<'o> {
    name: String,
    walk: Walk<'o>,
    wants: Wants,
    skipped: &'o Skipped,
    /// The number of files that were found, read or not, since it was last asked.
    visited: u64,
    is_empty: bool,
}

/// A document of a folder, or what is to be reported.
pub(super) enum Entry {
    Document(FoundFile, File),
    Note(String),
    Failed(Trouble),
}

impl<'o> Documents<'o> {
    pub(super) fn new(
        root: &Path,
        wants: Wants,
        options: &'o FolderOptions,
        skipped: &'o Skipped,
    ) -> Result<Self, Trouble> {
        let (name, walk) = (root.to_string_lossy().into_owned(), Walk::new(root, options, skipped)?);
        Ok(Self { name, walk, wants, skipped, visited: 0, is_empty: true })
    }

    /// Returns the number of files since the last call.
    pub(super) fn take_visited(&mut self) -> u64 {
        std::mem::take(&mut self.visited)
    }

    fn open(&self, found: &FoundFile) -> io::Result<Option<File>> {
        let mut file = napkin_files::open(&found.real)?;
        Ok(self.is_wanted(&found.path.to_string_lossy(), &mut file)?.then_some(file))
    }

    /// Returns whether the command reads a file: by its name, else by its content.
    fn is_wanted(&self, name: &str, file: &mut File) -> io::Result<bool> {
        if is_document_name(name) {
            return Ok(matches!(self.wants, Wants::Documents | Wants::Screened | Wants::Archives));
        }
        if self.wants == Wants::Archives {
            return Ok(false);
        }
        match (Kind::of_name(name), self.wants) {
            (Some(_), Wants::Documents) => return Ok(true),
            (Some(kind), Wants::Screened) => return Ok(kind != Kind::Pdf),
            (Some(kind), Wants::Pages) => return Ok(!kind.is_message() && kind != Kind::Pdf),
            (Some(kind), Wants::Html) => return Ok(kind == Kind::Html),
            (Some(kind), Wants::Messages) if kind.is_message() => return Ok(true),
            _ => {}
        }
        let mut head = Vec::new();
        (&mut *file).take(HEAD).read_to_end(&mut head)?;
        file.rewind()?;
        let is_mail = || is_mailbox(&head) || Kind::of_content(&head).is_message();
        Ok(match self.wants {
            Wants::Documents if Kind::of_content(&head) == Kind::Pdf => true,
            Wants::Documents | Wants::Screened => unreadable(&head, None).is_none(),
            Wants::Pages => unreadable(&head, None).is_none() && !is_mail(),
            Wants::Html => unreadable(&head, None).is_none() && !is_mail() && Kind::of_content(&head) == Kind::Html,
            Wants::Messages => is_mail(),
            Wants::Archives => false,
        })
    }

    fn entry(&mut self, found: FoundFile) -> Option<Entry> {
        self.visited += 1;
        // A document that changes does so under its own name, once.
        if found.is_link && matches!(self.wants, Wants::Pages | Wants::Html) {
            self.skipped.add(Skip::Link);
            return None;
        }
        match self.open(&found) {
            Ok(Some(file)) => {
                self.is_empty = false;
                Some(Entry::Document(found, file))
            }
            Ok(None) => {
                self.skipped.add(Skip::Other);
                None
            }
            Err(error) => {
                self.is_empty = false;
                Some(Entry::Failed(Trouble::io(found.path.to_string_lossy(), error)))
            }
        }
    }

    /// Reports a folder without documents: a wrong name or pattern must not look like a clean answer.
    fn end(&mut self) -> Option<Entry> {
        let what = match self.wants {
            Wants::Messages => "messages",
            Wants::Archives => "archives",
            Wants::Html => "pages in HTML",
            Wants::Documents | Wants::Screened | Wants::Pages => "documents",
        };
        let name = &self.name;
        std::mem::take(&mut self.is_empty).then(|| {
            let rest = self.skipped.describe().map(|rest| format!(" (not read: {rest})")).unwrap_or_default();
            Entry::Failed(Trouble::Usage(format!("{name}: found no {what} in this folder{rest}")))
        })
    }
}

impl Iterator for Documents<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            let entry = match self.walk.next() {
                Some(Found::File(found)) => self.entry(found),
                Some(Found::Outside(path)) => {
                    let path = path.to_string_lossy();
                    Some(Entry::Note(format!("{path}: is not read: the symbolic link leads out of the folder")))
                }
                Some(Found::Failed(trouble)) => {
                    self.is_empty = false;
                    Some(Entry::Failed(trouble))
                }
                None => return self.end(),
            };
            if entry.is_some() {
                return entry;
            }
        }
    }
}
