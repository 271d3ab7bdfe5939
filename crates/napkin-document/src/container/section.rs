//! A part of a file that is read from its start.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// A part of a file.
#[derive(Debug)]
pub(super) struct Section {
    file: File,
    start: u64,
    end: u64,
    at: u64,
}

impl Section {
    /// Returns a part of a file; the file may be read elsewhere, but not at the same time.
    pub(super) fn new(file: &File, start: u64, end: u64) -> io::Result<Self> {
        Ok(Self { file: file.try_clone()?, start, end, at: start })
    }

    /// Returns the same part, at its start.
    pub(super) fn again(&self) -> io::Result<Self> {
        Self::new(&self.file, self.start, self.end)
    }
}

impl Read for Section {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // The place in the file is shared with those that read other parts.
        self.file.seek(SeekFrom::Start(self.at))?;
        let read = (&self.file).take(self.end - self.at).read(bytes)?;
        self.at += read as u64;
        Ok(read)
    }
}
