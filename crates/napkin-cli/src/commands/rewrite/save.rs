//! Writes a file that is either complete or absent.
//!
//! A file is written beside its place and then moved there, so that no reader sees half of it. It keeps the permissions
//! of the old file, or of the source document. Other targets, such as pipes, are written to directly.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use napkin_files::Over;

pub(in crate::commands) fn whole(path: &Path, made_from: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut writer = Writer::new(path, made_from)?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// A file that is being written. If it is dropped before it is finished, the old file remains.
pub(in crate::commands) struct Writer {
    file: BufWriter<File>,
    /// The temporary path, the final path and the permissions; `None` if the target is written to directly.
    moves: Option<(PathBuf, PathBuf, Option<Permissions>)>,
}

impl Writer {
    pub(in crate::commands) fn new(path: &Path, made_from: &Path) -> io::Result<Self> {
        // A symbolic link is followed, and its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(Self { file: BufWriter::new(file), moves: None });
        }
        let permissions = there.or_else(|| fs::metadata(made_from).ok().filter(fs::Metadata::is_file));
        let (beside, file) = beside(&path)?;
        let moves = (beside, path, permissions.map(|there| there.permissions()));
        Ok(Self { file: BufWriter::new(file), moves: Some(moves) })
    }

    /// Begins a regular file that only its owner can read, whatever the permissions of the old one.
    #[cfg(feature = "retrieve")]
    pub(in crate::commands) fn secret(path: &Path) -> io::Result<Self> {
        let mut writer = Self::new(path, Path::new(""))?;
        let Some((.., permissions)) = &mut writer.moves else { return Err(io::ErrorKind::InvalidInput.into()) };
        let mut own = writer.file.get_ref().metadata()?.permissions();
        #[cfg(unix)]
        std::os::unix::fs::PermissionsExt::set_mode(&mut own, 0o600);
        writer.file.get_ref().set_permissions(own.clone())?;
        *permissions = Some(own);
        Ok(writer)
    }

    /// Returns whether the output stays invisible until it is finished.
    pub(in crate::commands) const fn is_hidden(&self) -> bool {
        self.moves.is_some()
    }

    /// Flushes the file and sets its permissions, so that only the move can still fail.
    pub(in crate::commands) fn prepare(&mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((.., permissions)) = &self.moves else { return Ok(()) };
        let file = self.file.get_ref();
        permissions.as_ref().map_or(Ok(()), |permissions| file.set_permissions(permissions.clone()))?;
        file.sync_all()
    }

    /// Finishes the output, and moves the file to its place.
    pub(in crate::commands) fn finish(mut self) -> io::Result<()> {
        self.prepare()?;
        let Some((beside, path, _)) = &self.moves else { return Ok(()) };
        napkin_files::put(self.file.get_ref(), beside, path, Over::Anything)?;
        self.moves = None;
        Ok(())
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some((beside, ..)) = &self.moves {
            // The first error is the one to report.
            let _ = fs::remove_file(beside);
        }
    }
}

/// Creates a new file in the same folder.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let mut number = 0;
    loop {
        let beside = path.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
        match napkin_files::create(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
            file => return file.map(|file| (beside, file)),
        }
    }
}
