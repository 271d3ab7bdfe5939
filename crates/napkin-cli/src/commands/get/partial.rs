//! A file that is not whole yet, and how an earlier one is resumed.
//!
//! Decides: that what is being written has another name, `FILE.part`, until it is whole; and that it is resumed only with the
//! validator that its first answer had, which stands in `FILE.part.from` with the URL. Only a strong validator will do (RFC
//! 9110 section 8.8.1): by a weak one two objects may be "the same" that differ in bytes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use napkin::Rule;
use napkin_retrieve::{Entity, Error, Fetched};

pub(super) struct Partial {
    path: PathBuf,
    part: PathBuf,
    from: PathBuf,
    url: String,
    /// Whether there is a validator for what has been written.
    can_resume: bool,
}

impl Partial {
    pub(super) fn new(path: &Path, url: &str) -> Self {
        let beside = |ending: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        // A password has no business in a file beside.
        let url = napkin::mask_passwords(url).into_owned();
        Self { path: path.to_owned(), part: beside(".part"), from: beside(".part.from"), url, can_resume: false }
    }

    /// How many bytes are there of the same URL, and the validator that they came with.
    pub(super) fn resumable(&self) -> Option<(u64, String)> {
        let text = fs::read_to_string(&self.from).ok()?;
        let (url, validator) = text.split_once('\n')?;
        let bytes = fs::metadata(&self.part).ok().filter(fs::Metadata::is_file)?.len();
        (url == self.url && bytes > 0).then(|| (bytes, validator.trim_end().to_owned()))
    }

    /// What an earlier run has left.
    pub(super) fn left(&self) -> Option<(PathBuf, u64)> {
        self.resumable().map(|(bytes, _)| (self.part.clone(), bytes))
    }

    /// The file to write to: at its end where the answer is the rest of what is there, else anew.
    pub(super) fn open(&mut self, fetched: &Fetched, resumed: Option<&(u64, String)>) -> io::Result<File> {
        let entity = fetched.entity();
        if let Some((bytes, validator)) = resumed
            && entity.range.is_some_and(|range| range.first == *bytes)
            && self::validator(entity).as_ref() == Some(validator)
        {
            self.can_resume = true;
            return OpenOptions::new().append(true).open(&self.part);
        }
        if resumed.is_some() && entity.range.is_some() {
            let message = "the server sends a part of another version of the object";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let file = File::create(&self.part)?;
        let whole = entity.range.is_none().then(|| self::validator(entity)).flatten();
        self.can_resume = whole.is_some();
        match whole {
            Some(validator) => fs::write(&self.from, format!("{}\n{validator}\n", self.url))?,
            None => drop(fs::remove_file(&self.from)),
        }
        Ok(file)
    }

    /// All is there: it gets its name.
    pub(super) fn finish(&self, mut file: File) -> io::Result<()> {
        file.flush()?;
        file.sync_all()?;
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        fs::rename(&self.part, path)?;
        // What is left of it is of no use to anybody, and does no harm.
        let _ = fs::remove_file(&self.from);
        Ok(())
    }

    /// What stays of a file that did not come whole: nothing where it cannot be resumed, or where there is no room.
    pub(super) fn give_up(&self, error: &Error) -> Option<(PathBuf, u64)> {
        let bytes = fs::metadata(&self.part).map_or(0, |there| there.len());
        if self.can_resume && bytes > 0 && error.rule() != Rule::StorageFailed {
            return Some((self.part.clone(), bytes));
        }
        let _ = fs::remove_file(&self.part);
        let _ = fs::remove_file(&self.from);
        None
    }
}

/// A strong entity tag, or a date if it is old enough to be one (RFC 9110 section 8.8.2.2): a minute before the answer's.
fn validator(entity: &Entity) -> Option<String> {
    let tag = entity.field("etag").filter(|tag| tag.starts_with('"'));
    tag.map(str::to_owned).or_else(|| {
        let (modified, date) = (entity.field("last-modified")?, entity.field("date")?);
        // Without a clock of dates: those of another minute differ before the seconds.
        (entity.field("etag").is_none() && modified.get(..22) != date.get(..22)).then(|| modified.to_owned())
    })
}
