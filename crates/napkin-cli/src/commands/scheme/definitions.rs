//! Reads scheme definitions from the files that the options name.

use std::path::Path;

use napkin_answer::scheme::book::{Book, Source};

use crate::input;
use crate::options::Definitions;
use crate::output::{Session, Trouble};

/// Reads a file of definitions; `-` is standard input.
pub(super) fn read(path: &Path) -> Result<Source, Trouble> {
    let file = input::file(path);
    let name = file.map_or("stdin".into(), |path| path.to_string_lossy().into_owned());
    let bytes = input::read_whole(file).map_err(|error| Trouble::io(&*name, error))?;
    Source::held(name, bytes)
}

impl Definitions {
    /// Reads the files of definitions.
    pub(super) fn book(&self, session: &Session) -> Result<Book, Trouble> {
        let mut book = Book::default();
        self.files.iter().try_for_each(|path| book.add(&read(path)?, &self.limits.limits(), session))?;
        Ok(book)
    }
}
