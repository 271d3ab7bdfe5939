//! Mailboxes that are folders: Maildir (maildir(5) of qmail, with the subfolders of Maildir++), and MH.
//!
//! A folder with `cur` and `new` is a Maildir. A folder with a numbered file that is a message is an MH folder: a page
//! named `404` makes none. For a command that reads all documents, a folder with web pages is no mailbox, since its pages
//! would not be read.
//!
//! In a Maildir, the files of `new` and `cur` are messages, in order of delivery time, except names that begin with a
//! dot; files in `tmp` are still being delivered. In MH, the files with numeric names are messages, in numeric order.
//! Folders are sorted by name, the outermost first; subfolders are read only if they are asked for.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use napkin_document::Kind;
use napkin_mail::{EntryKind, MailboxEntry, is_mailbox, maildir_order};

use super::documents::Wants;
use super::message::MailboxMessage;

/// The format of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FolderKind {
    Maildir,
    Mh,
}

/// A mailbox that is a folder.
pub(crate) struct Folder {
    pub(crate) kind: FolderKind,
    /// The folders with messages, relative to the outermost one, which is the first.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) files: Vec<FolderFile>,
}

/// A message of a folder.
#[derive(Clone, Debug)]
pub(crate) struct FolderFile {
    /// The outermost folder.
    pub(crate) root: PathBuf,
    /// The folder relative to the root. It contains `new` and `cur`, or the files of MH.
    pub(crate) folder: PathBuf,
    /// The path in the folder: `cur/NAME`, or a number.
    pub(crate) rest: PathBuf,
}

/// The number of bytes that are read of a message that is too large.
const HEAD: u64 = 4096;

impl Folder {
    /// Opens a folder that must be a mailbox.
    pub(crate) fn open(root: &Path, subfolders: bool) -> io::Result<Self> {
        Self::find(root, subfolders, Wants::Messages)?.ok_or_else(|| io::ErrorKind::IsADirectory.into())
    }

    /// Opens a folder if it is a mailbox for a command that reads these files.
    pub(crate) fn find(root: &Path, subfolders: bool, wants: Wants) -> io::Result<Option<Self>> {
        let Some(kind) = kind(root)? else { return Ok(None) };
        if matches!(wants, Wants::Pages | Wants::Html | Wants::Archives)
            || (matches!(wants, Wants::Documents | Wants::Screened) && has_pages(root)?)
        {
            return Ok(None);
        }
        let mut found = Self { kind, folders: Vec::new(), files: Vec::new() };
        let mut open = vec![PathBuf::new()];
        while let Some(folder) = open.pop() {
            found.list(root, &folder)?;
            if subfolders {
                let mut inner = inner(root, &folder, kind)?;
                inner.sort_by(|a, b| b.cmp(a));
                open.extend(inner);
            }
            found.folders.push(folder);
        }
        Ok(Some(found))
    }

    /// Adds the messages of a folder.
    fn list(&mut self, root: &Path, folder: &Path) -> io::Result<()> {
        let mut names = Vec::new();
        let places: &[&str] = if self.kind == FolderKind::Maildir { &["new", "cur"] } else { &[""] };
        for place in places {
            for entry in fs::read_dir(root.join(folder).join(place))? {
                let entry = entry?;
                let name = entry.file_name();
                let is_message = match self.kind {
                    FolderKind::Maildir => !name.as_encoded_bytes().starts_with(b"."),
                    FolderKind::Mh => number(&name).is_some(),
                };
                // An entry of unknown type is kept, and its error is reported when it is read.
                if is_message && !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    names.push((name, *place));
                }
            }
        }
        match self.kind {
            FolderKind::Maildir => names.sort_by(|(a, in_a), (b, in_b)| {
                maildir_order(&a.to_string_lossy(), &b.to_string_lossy()).then(a.cmp(b)).then(in_a.cmp(in_b))
            }),
            FolderKind::Mh => names.sort_by_key(|(name, _)| number(name)),
        }
        self.files.extend(names.into_iter().map(|(name, place)| FolderFile {
            root: root.to_owned(),
            folder: folder.to_owned(),
            rest: Path::new(place).join(name),
        }));
        Ok(())
    }
}

/// Returns the format of a folder if it is a mailbox.
fn kind(folder: &Path) -> io::Result<Option<FolderKind>> {
    if ["cur", "new"].iter().all(|name| folder.join(name).is_dir()) {
        return Ok(Some(FolderKind::Maildir));
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let is_message = || number(&entry.file_name()).is_some() && is_message(&entry.path());
        if is_file && (entry.file_name() == ".mh_sequences" || is_message()) {
            return Ok(Some(FolderKind::Mh));
        }
    }
    Ok(None)
}

/// Returns whether a file begins like a message. A file that cannot be read is one, so that its error is reported.
fn is_message(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = napkin_files::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_err() || is_mailbox(&head) || Kind::of_content(&head).is_message()
}

/// Returns whether a file of the folder has the name of a document that is neither a message nor plain text. Plain text
/// may be a log of a mail server.
fn has_pages(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let kind = Kind::of_name(&entry?.file_name().to_string_lossy());
        if kind.is_some_and(|kind| !kind.is_message() && kind != Kind::Text) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the subfolders of a folder. Those of Maildir++ are all in the outermost one.
fn inner(root: &Path, folder: &Path, of: FolderKind) -> io::Result<Vec<PathBuf>> {
    let mut inner = Vec::new();
    if of == FolderKind::Maildir && folder != Path::new("") {
        return Ok(inner);
    }
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let has_dot = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && has_dot == (of == FolderKind::Maildir) && kind(&entry.path()).ok().flatten() == Some(of) {
            inner.push(folder.join(entry.file_name()));
        }
    }
    Ok(inner)
}

/// Returns the number of an MH message.
fn number(name: &OsStr) -> Option<u64> {
    let name = name.to_str().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))?;
    name.parse().ok()
}

impl FolderFile {
    pub(crate) fn path(&self) -> PathBuf {
        self.root.join(&self.folder).join(&self.rest)
    }

    /// Returns the name for diagnostics.
    pub(crate) fn name(&self) -> String {
        self.path().to_string_lossy().into_owned()
    }

    /// Reads the message, or the beginning of a message that is larger than the limit.
    pub(crate) fn read(&self, limit: usize) -> io::Result<MailboxMessage> {
        let path = self.path();
        // Opening a pipe would wait for a writer.
        let about = fs::metadata(&path)?;
        if !about.is_file() {
            return Err(io::Error::other("is no file"));
        }
        let mut file = File::open(&path)?;
        let limit = limit as u64;
        let mut bytes = Vec::with_capacity(usize::try_from(about.len().min(limit)).unwrap_or(0));
        let is_known = about.len() <= limit;
        (&mut file).take(if is_known { limit.saturating_add(1) } else { HEAD }).read_to_end(&mut bytes)?;
        let is_whole = is_known && bytes.len() as u64 <= limit;
        if !is_whole {
            bytes.truncate(usize::try_from(HEAD).unwrap_or(usize::MAX));
        }
        let mut entry = MailboxEntry::outside_mailbox(bytes);
        entry.kind = if is_whole { EntryKind::Message } else { EntryKind::TooLarge };
        Ok(MailboxMessage { name: self.name(), path: path.into(), offset: None, entry })
    }
}
