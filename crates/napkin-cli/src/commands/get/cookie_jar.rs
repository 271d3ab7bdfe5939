//! The cookies of a run, and the file that keeps them between runs (`--cookie-jar`).
//!
//! The file is a list of passwords: only its owner can read it, and it is replaced whole.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use napkin_retrieve::Cookies;

use crate::commands::rewrite::save;
use crate::options::HttpOptions;
use crate::output::Trouble;

/// The most bytes of the file.
const MAX_FILE: u64 = 64 << 20;

pub(super) struct CookieJar {
    pub(super) cookies: Option<Cookies>,
    file: Option<PathBuf>,
}

impl CookieJar {
    /// Creates the jar that the options ask for, with the cookies of the file. A missing file has none.
    pub(super) fn open(options: &HttpOptions) -> Result<Self, Trouble> {
        let (cookies, file) = (options.jar(), options.cookie_jar.clone());
        if let (Some(cookies), Some(path)) = (&cookies, &file) {
            let name = path.to_string_lossy();
            if let Some(text) = text(path)? {
                cookies.add_lines(&text).map_err(|error| Trouble::Usage(format!("{name}: {error}")))?;
            }
        }
        Ok(Self { cookies, file })
    }

    /// Writes the cookies back to the file.
    pub(super) fn save(&self) -> Result<(), Trouble> {
        let (Some(cookies), Some(path)) = (&self.cookies, &self.file) else { return Ok(()) };
        let written = save::Writer::secret(path).and_then(|mut writer| {
            writer.write_all(cookies.to_lines().as_bytes())?;
            writer.finish()
        });
        written.map_err(|error| Trouble::io(path.to_string_lossy(), error))
    }
}

/// Returns the text of the file; `None` without a file. A symbolic link is followed, as when the file is written.
fn text(path: &Path) -> Result<Option<String>, Trouble> {
    let name = path.to_string_lossy();
    let read = path.canonicalize().and_then(|path| napkin_files::read(&path, MAX_FILE));
    match read {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| {
            Trouble::Usage(format!("{name}: expected cookies in lines of text, but found bytes that are not UTF-8"))
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Trouble::io(name, error)),
    }
}
