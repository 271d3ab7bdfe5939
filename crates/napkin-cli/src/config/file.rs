//! Finds and reads the file of settings.
//!
//! A file that was found may come from anybody, for example with an archive. It is read only if it belongs to the user and nobody else can
//! change it, and it may set only the options that `found` lists. A file that the user has named is trusted.

use std::env;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::environment::{flag, variable};
use super::setting::Wrong;

/// The name of the file that is searched for.
const NAME: &str = "napkin.toml";

/// A file of settings.
pub(super) struct Source {
    /// The path, as messages show it.
    pub(super) name: String,
    /// The folder to which paths in the file are relative.
    pub(super) folder: PathBuf,
    pub(super) text: String,
    /// Whether it was found, and not named.
    pub(super) is_found: bool,
}

/// Reads the file that the command line or the environment names. If they name none, reads the file that is found.
pub(super) fn read(given: &ArgMatches) -> Result<Option<Source>, Wrong> {
    let limit = limit(given)?;
    match named(given)? {
        Choice::None => Ok(None),
        Choice::Named(path) => {
            let bytes = File::open(&path).and_then(|file| within(file, limit));
            source(&path, bytes.map_err(|error| unread(&path, &error, false))?, false).map(Some)
        }
        Choice::Found => {
            let Some((shown, path)) = find() else { return Ok(None) };
            let opened = napkin_files::open_own(&path);
            let bytes = opened.and_then(|file| within(file, limit)).map_err(|error| unread(&shown, &error, true))?;
            source(&shown, bytes, true).map(Some)
        }
    }
}

/// Which file to read.
enum Choice {
    None,
    Named(PathBuf),
    Found,
}

fn named(given: &ArgMatches) -> Result<Choice, Wrong> {
    if let Some(path) = given.get_one::<PathBuf>("config") {
        return Ok(Choice::Named(path.clone()));
    }
    if given.get_flag("no_config") {
        return Ok(Choice::None);
    }
    let none = variable("no-config")?.map(|text| flag("no-config", &text)).transpose()?;
    match (none, variable("config")?) {
        (Some(true), Some(_)) => {
            Err(Wrong::new("NAPKIN_CONFIG and NAPKIN_NO_CONFIG: expected one of them, found both", None))
        }
        (Some(true), None) => Ok(Choice::None),
        (_, Some(path)) => Ok(Choice::Named(path.into())),
        (_, None) => Ok(Choice::Found),
    }
}

/// Returns the most bytes of the file.
fn limit(given: &ArgMatches) -> Result<u64, Wrong> {
    let default = || given.get_one::<u64>("max_config").copied().unwrap_or_default();
    match variable("max-config")? {
        Some(_) if given.value_source("max_config") == Some(ValueSource::CommandLine) => Ok(default()),
        Some(text) => text
            .parse()
            .map_err(|_| Wrong::new(format!("NAPKIN_MAX_CONFIG: expected a number of bytes, found `{text}`"), None)),
        None => Ok(default()),
    }
}

/// Returns the file in the current folder or in the nearest folder above it, with the path that messages show.
///
/// A folder that this user cannot search has no file for this user.
fn find() -> Option<(PathBuf, PathBuf)> {
    let current = env::current_dir().ok()?;
    let mut shown = PathBuf::from(NAME);
    for folder in current.ancestors() {
        let path = folder.join(NAME);
        if fs::symlink_metadata(&path).is_ok() {
            return Some((shown, path));
        }
        shown = Path::new("..").join(shown);
    }
    None
}

fn within(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

fn source(path: &Path, bytes: Vec<u8>, is_found: bool) -> Result<Source, Wrong> {
    let name = path.to_string_lossy().into_owned();
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Wrong::new(format!("{name}:{line}: expected UTF-8"), None)
    })?;
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    Ok(Source { name, folder, text, is_found })
}

/// Returns the message for a file that cannot be read.
fn unread(path: &Path, error: &io::Error, is_found: bool) -> Wrong {
    let path = path.display();
    let why = match error.kind() {
        ErrorKind::FileTooLarge => "the file is larger than the limit; raise --max-config".to_owned(),
        ErrorKind::InvalidInput => format!("expected a regular file, found {error}"),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase(),
    };
    let help = format!("pass `--config {path}` if you trust the file, or `--no-config` to ignore it");
    Wrong::new(format!("{path}: {why}"), is_found.then_some(help))
}
