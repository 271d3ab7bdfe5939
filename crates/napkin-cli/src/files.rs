//! Files in folders that other programs and users may write to.
//!
//! Decides: which files are opened, made and put in place. Only a regular file is opened, and no link at its name is followed: a pipe
//! would wait for its other end, and a link leads to a file of somebody's choice. A file is made under a name that is free, and
//! gets its place only while it is still the file at that name. Folders on the way are the caller's to trust.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use tempfile::TempPath;

/// Opens a regular file to read it. Never waits.
///
/// # Errors
/// Of the system; and `InvalidInput` for a link, a folder, a pipe, a socket or a device.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    opened(OpenOptions::new().read(true), path)
}

/// Opens a regular file to write to it, where it is, without making it shorter. Never waits.
///
/// # Errors
/// As [`open`]; and `InvalidInput` for a file that has another name as well, which would be written to under that name too.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    let file = opened(OpenOptions::new().read(true).write(true), path)?;
    match names(&file.metadata()?) {
        0 | 1 => Ok(file),
        _ => Err(refused("a file with another name")),
    }
}

/// Makes a file that was not there.
///
/// # Errors
/// Of the system: `AlreadyExists` where there is anything at all, a link to nowhere too.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// Opens a folder, and no link to one. Never waits.
///
/// # Errors
/// Of the system, which may open no folders; and where it is no folder.
pub(crate) fn open_folder(path: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return Err(ErrorKind::NotADirectory.into());
    }
    let folder = without_following(OpenOptions::new().read(true)).open(path)?;
    if folder.metadata()?.is_dir() { Ok(folder) } else { Err(ErrorKind::NotADirectory.into()) }
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// As [`open`]; and `FileTooLarge` where there are more bytes.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Returns whether a regular file, and no link to one, has exactly these bytes.
pub(crate) fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_as_long = |there: Metadata| there.is_file() && there.len() == bytes.len() as u64;
    fs::symlink_metadata(path).is_ok_and(is_as_long) && read(path, bytes.len() as u64).is_ok_and(|there| there == bytes)
}

/// Returns whether this open file is what is at a name now. Systems without numbers of files: whether a regular file is.
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let there = fs::symlink_metadata(path)?;
    Ok(there.is_file() && is_same(&file.metadata()?, &there))
}

/// What happens to what is at the place of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// It is replaced.
    Anything,
    /// It stays, and the file gets no place.
    Nothing,
}

/// Moves the open file at `from` to its place in the same file system.
///
/// # Errors
/// Of the system; `ResourceBusy` where another file is at `from`, or was moved in place of this one; and `AlreadyExists`.
pub(crate) fn put(file: &File, from: &Path, to: &Path, over: Over) -> io::Result<()> {
    let swapped = || io::Error::new(ErrorKind::ResourceBusy, "another file in its place");
    if !is_at(file, from)? {
        return Err(swapped());
    }
    match over {
        Over::Anything => fs::rename(from, to)?,
        // A path that is dropped takes its file along: in vain where the file has moved.
        Over::Nothing => match TempPath::try_from_path(from)?.persist_noclobber(to) {
            Ok(()) => {}
            Err(error) => {
                let _ = error.path.keep();
                return Err(error.error);
            }
        },
    }
    if is_at(file, to)? { Ok(()) } else { Err(swapped()) }
}

fn opened(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // Systems without the flags below: what is there at this moment.
    let there = fs::symlink_metadata(path)?;
    if let Some(kind) = other_kind(&there) {
        return Err(refused(kind));
    }
    let file = without_following(options).open(path)?;
    match other_kind(&file.metadata()?) {
        Some(kind) => Err(refused(kind)),
        None => Ok(file),
    }
}

/// Links are not followed, and pipes are not waited for.
#[cfg(unix)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY)
}

/// `FILE_FLAG_OPEN_REPARSE_POINT`: a link is opened itself, and is no regular file.
#[cfg(windows)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::windows::fs::OpenOptionsExt::custom_flags(options, 0x0020_0000)
}

#[cfg(not(any(unix, windows)))]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Returns whether these are of the same file.
#[cfg(unix)]
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len()
}

/// How many names a file has; 0 where the system does not say.
#[cfg(unix)]
fn names(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    0
}

/// What it is, if it is no regular file.
fn other_kind(there: &Metadata) -> Option<&'static str> {
    if there.is_file() {
        return None;
    }
    Some(match there.file_type() {
        kind if kind.is_symlink() => "a symbolic link",
        kind if kind.is_dir() => "a folder",
        _ => "a pipe, a socket or a device",
    })
}

fn refused(found: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, found)
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;

    use super::*;

    /// A folder with one of each kind.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["file", "target", "twin"] {
            fs::write(at(name), "beer").unwrap();
        }
        symlink(at("target"), at("link")).unwrap();
        symlink(at("nowhere"), at("dangling")).unwrap();
        fs::hard_link(at("twin"), at("other")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        UnixListener::bind(at("socket")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        folder
    }

    const OTHERS: [&str; 5] = ["link", "dangling", "folder", "socket", "pipe"];

    /// A pipe without another end would block: that the test ends is part of what it shows.
    #[test]
    fn files_only_regular_ones_are_opened_and_never_waited_for() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        for name in OTHERS {
            for opened in [open(&at(name)), open_to_write(&at(name))] {
                assert_eq!(opened.unwrap_err().kind(), ErrorKind::InvalidInput, "{name}");
            }
            assert_eq!(create(&at(name)).unwrap_err().kind(), ErrorKind::AlreadyExists, "{name}");
            assert!(!holds(&at(name), b"beer"), "{name}");
            assert_eq!(open_folder(&at(name)).is_ok(), name == "folder", "{name}");
        }
        assert_eq!(open_to_write(&at("twin")).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(open(Path::new("/dev/null")).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(read(&at("twin"), 4).unwrap(), b"beer");
        assert_eq!(read(&at("file"), 3).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert!(holds(&at("file"), b"beer") && !holds(&at("file"), b"bear") && !holds(&at("file"), b"bee"));
        assert_eq!(open(&at("missing")).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(fs::read(at("target")).unwrap(), b"beer");
    }

    fn written(path: PathBuf) -> (File, PathBuf) {
        let mut file = create(&path).unwrap();
        file.write_all(b"ours").unwrap();
        (file, path)
    }

    #[test]
    fn files_that_were_swapped_are_not_put_in_place() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        for (over, swap) in [(Over::Anything, "file"), (Over::Nothing, "link"), (Over::Anything, "pipe")] {
            let (file, part) = written(at("part"));
            fs::rename(at(swap), &part).unwrap();
            assert_eq!(put(&file, &part, &at("place"), over).unwrap_err().kind(), ErrorKind::ResourceBusy);
            assert!(!at("place").exists());
            fs::rename(&part, at(swap)).unwrap();
        }
    }

    #[test]
    fn files_are_put_in_place_over_nothing_or_anything() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        for name in ["file", "link", "pipe", "other"] {
            let (file, part) = written(at("part"));
            assert_eq!(put(&file, &part, &at(name), Over::Nothing).unwrap_err().kind(), ErrorKind::AlreadyExists);
            assert_eq!(fs::read(&part).unwrap(), b"ours", "{name}");
            put(&file, &part, &at(name), Over::Anything).unwrap();
            assert!(holds(&at(name), b"ours") && !part.exists(), "{name}");
        }
        // What links and names led to is as it was.
        assert!(holds(&at("target"), b"beer") && holds(&at("twin"), b"beer"));
        let (file, part) = written(at("part"));
        put(&file, &part, &at("new"), Over::Nothing).unwrap();
        assert!(holds(&at("new"), b"ours") && !part.exists());
    }
}
