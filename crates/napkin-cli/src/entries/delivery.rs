//! Writes the changed messages of a folder.
//!
//! Each message is complete at any time, in its old or its new form: it is written to `tmp`, as in maildir(5), or
//! beside its place in MH, and then moved. In a new folder, all messages appear at once. Names, flags, permissions and
//! times are kept; the sizes in a name are updated.

use std::fs::{self, File, FileTimes};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use napkin_mail::maildir_name;

use super::mail_folder::{Folder, FolderFile, FolderKind};

/// Files of a folder that are not messages and are copied with them.
const OTHERS: [&str; 3] = ["maildirfolder", ".mh_sequences", "subscriptions"];

/// The destination of messages.
pub(crate) struct Delivery {
    kind: FolderKind,
    /// The temporary folder and its final path, or `None` if messages change in place.
    made: Option<(PathBuf, PathBuf)>,
    is_finished: bool,
    number: AtomicU64,
}

impl Delivery {
    /// Creates a delivery from `folder` at `root` to `to`: the same folder, a new one or an empty one.
    pub(crate) fn new(folder: &Folder, root: &Path, to: &Path) -> io::Result<Self> {
        let delivery = |made| Self { kind: folder.kind, made, is_finished: false, number: AtomicU64::new(0) };
        if let (Ok(there), Ok(from)) = (to.canonicalize(), root.canonicalize()) {
            if there == from {
                return Ok(delivery(None));
            }
            if !there.is_dir() || fs::read_dir(&there)?.next().is_some() {
                return Err(io::Error::other("there already; a mailbox goes to a new folder, or back to its own"));
            }
        }
        let name = to.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let beside = to.with_file_name(format!(".{name}.{}", std::process::id()));
        fs::create_dir(&beside)?;
        let made = delivery(Some((beside.clone(), to.to_owned())));
        for inside in &folder.folders {
            let (from, into) = (root.join(inside), beside.join(inside));
            fs::create_dir_all(&into)?;
            if folder.kind == FolderKind::Maildir {
                ["tmp", "new", "cur"].iter().try_for_each(|place| fs::create_dir(into.join(place)))?;
            }
            for other in OTHERS.iter().filter(|other| from.join(other).is_file()) {
                fs::copy(from.join(other), into.join(other))?;
            }
        }
        Ok(made)
    }

    /// Returns whether the destination is another folder, in which all messages appear at once.
    pub(crate) const fn is_made(&self) -> bool {
        self.made.is_some()
    }

    /// Delivers an unchanged message.
    pub(crate) fn keep(&self, file: &FolderFile) -> io::Result<()> {
        let Some((made, _)) = &self.made else { return Ok(()) };
        let from = file.path();
        let to = made.join(&file.folder).join(&file.rest);
        fs::copy(&from, &to)?;
        File::options().write(true).open(&to)?.set_times(times(&fs::metadata(&from)?))
    }

    /// Delivers a changed message.
    pub(crate) fn change(&self, file: &FolderFile, before: &[u8], after: &[u8]) -> io::Result<()> {
        let from = file.path();
        let root = self.made.as_ref().map_or(&file.root, |(made, _)| made);
        let folder = root.join(&file.folder);
        let rest = match (self.kind, file.rest.file_name().and_then(|name| name.to_str())) {
            (FolderKind::Maildir, Some(name)) => file.rest.with_file_name(&*maildir_name(name, before, after)),
            _ => file.rest.clone(),
        };
        let to = folder.join(&rest);
        let about = fs::metadata(&from)?;
        let (beside, mut new) = self.beside(&folder)?;
        let done = new
            .write_all(after)
            .and_then(|()| new.set_permissions(about.permissions()))
            .and_then(|()| new.set_times(times(&about)))
            .and_then(|()| new.sync_all())
            // A program that has changed the flags meanwhile has renamed the file.
            .and_then(|()| fs::metadata(&from).map(drop))
            .and_then(|()| fs::rename(&beside, &to));
        if let Err(error) = done {
            // The first error is the one to report.
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
        if self.made.is_none() && to != from { fs::remove_file(&from) } else { Ok(()) }
    }

    /// Creates a new file in the place where messages are written.
    fn beside(&self, folder: &Path) -> io::Result<(PathBuf, File)> {
        let since = jiff::Timestamp::now().as_second();
        loop {
            let number = self.number.fetch_add(1, Ordering::Relaxed);
            let name = format!("{since}.P{}Q{number}.napkin", std::process::id());
            let beside = match self.kind {
                FolderKind::Maildir => folder.join("tmp").join(name),
                FolderKind::Mh => folder.join(format!(".{name}")),
            };
            match File::create_new(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1 << 20 => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound && self.kind == FolderKind::Maildir => {
                    fs::create_dir(folder.join("tmp")).map_err(|_| error)?;
                }
                file => return file.map(|file| (beside, file)),
            }
        }
    }

    /// Moves the new folder to its place once all messages are delivered.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let Some((made, to)) = &self.made else { return Ok(()) };
        fs::rename(made, to)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        if let (Some((made, _)), false) = (&self.made, self.is_finished) {
            // If this fails, the remaining folder is hidden, and its name shows its origin.
            let _ = fs::remove_dir_all(made);
        }
    }
}

fn times(about: &fs::Metadata) -> FileTimes {
    about.modified().map_or_else(|_| FileTimes::new(), |time| FileTimes::new().set_modified(time))
}
