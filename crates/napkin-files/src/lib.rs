//! Opens, creates, names and moves files in folders that other programs and users may write to.
//!
//! Only a regular file is opened, and no link at its name is followed: a pipe would block until its other end is
//! opened, and a link leads to a file that somebody else has chosen. A file is created under a free name, and moved to
//! its place only while that name still belongs to it. The caller must trust the folders on the path.

mod names;

pub use self::names::{MAX_NAME, Names, safe_name};

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use tempfile::TempPath;

/// Opens a regular file to read it. Never blocks.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// std::fs::write(folder.join("menu"), "beer")?;
/// assert!(napkin_files::open(&folder.join("menu")).is_ok());
/// // A folder is not a regular file.
/// assert!(napkin_files::open(folder).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// I/O errors; `InvalidInput` for a link, a folder, a pipe, a socket or a device.
pub fn open(path: &Path) -> io::Result<File> {
    opened(OpenOptions::new().read(true), path)
}

/// Opens a regular file to write to it in place, without truncating it. Never blocks.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// std::fs::write(folder.join("menu"), "beer")?;
/// assert_eq!(napkin_files::open_to_write(&folder.join("menu"))?.metadata()?.len(), 4);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Like [`open`]; and `InvalidInput` for a file with another name (a hard link), which the write would change too.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    let file = opened(OpenOptions::new().read(true).write(true), path)?;
    match names(&file.metadata()?) {
        0 | 1 => Ok(file),
        _ => Err(refused("a file with another name")),
    }
}

/// Opens a regular file that belongs to this user, and that no other user may write to. Never blocks.
///
/// Systems without such permissions are not asked for them.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// # #[cfg(unix)] {
/// # use std::os::unix::fs::PermissionsExt;
/// let menu = folder.join("menu");
/// std::fs::write(&menu, "beer")?;
/// std::fs::set_permissions(&menu, PermissionsExt::from_mode(0o644))?;
/// assert!(napkin_files::open_own(&menu).is_ok());
/// std::fs::set_permissions(&menu, PermissionsExt::from_mode(0o646))?;
/// assert!(napkin_files::open_own(&menu).is_err());
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Like [`open`]; and `PermissionDenied` for a file of another user, or that others may write to.
pub fn open_own(path: &Path) -> io::Result<File> {
    let file = open(path)?;
    match foreign(&file.metadata()?) {
        Some(why) => Err(io::Error::new(ErrorKind::PermissionDenied, why)),
        None => Ok(file),
    }
}

/// Creates a file.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// assert!(napkin_files::create(&folder.join("menu")).is_ok());
/// assert!(napkin_files::create(&folder.join("menu")).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// I/O errors: `AlreadyExists` if the name is taken, even by a dangling link.
pub fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// Reads a regular file of at most `limit` bytes.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// std::fs::write(folder.join("menu"), "beer")?;
/// assert_eq!(napkin_files::read(&folder.join("menu"), 4)?, b"beer");
/// assert!(napkin_files::read(&folder.join("menu"), 3).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Like [`open`]; and `FileTooLarge` if the file is longer.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Returns whether a path is a regular file, and no link to one, with exactly these bytes.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// std::fs::write(folder.join("menu"), "beer")?;
/// assert!(napkin_files::holds(&folder.join("menu"), b"beer"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_as_long = |there: Metadata| there.is_file() && there.len() == bytes.len() as u64;
    fs::symlink_metadata(path).is_ok_and(is_as_long) && read(path, bytes.len() as u64).is_ok_and(|there| there == bytes)
}

/// Returns whether a path still names this open file. Systems without file numbers only check that it is a regular
/// file.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let file = napkin_files::create(&folder.join("menu"))?;
/// assert!(napkin_files::is_at(&file, &folder.join("menu"))?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let there = fs::symlink_metadata(path)?;
    Ok(there.is_file() && is_same(&file.metadata()?, &there))
}

/// How to treat an existing file at the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Replace it.
    Anything,
    /// Keep it, and fail.
    Nothing,
}

/// Moves the open file at `from` to its place in the same file system.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let file = napkin_files::create(&folder.join("menu.part"))?;
/// napkin_files::put(&file, &folder.join("menu.part"), &folder.join("menu"), napkin_files::Over::Nothing)?;
/// assert!(folder.join("menu").exists());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// I/O errors; `ResourceBusy` if another file is at `from`, or was moved in place of this one; and `AlreadyExists`.
pub fn put(file: &File, from: &Path, to: &Path, over: Over) -> io::Result<()> {
    let swapped = || io::Error::new(ErrorKind::ResourceBusy, "another file in its place");
    if !is_at(file, from)? {
        return Err(swapped());
    }
    match over {
        Over::Anything => fs::rename(from, to)?,
        // Dropping a `TempPath` removes its file, so a failure keeps the path.
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
    // Systems without the flags below: check the file that is there at this moment.
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

/// Makes the options refuse links and not wait for pipes.
#[cfg(unix)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY)
}

/// Sets `FILE_FLAG_OPEN_REPARSE_POINT`: a link itself is opened, and is no regular file.
#[cfg(windows)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::windows::fs::OpenOptionsExt::custom_flags(options, 0x0020_0000)
}

#[cfg(not(any(unix, windows)))]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Returns why others can change a file, if they can.
#[cfg(unix)]
fn foreign(there: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    changed_by_others(there.uid(), rustix::process::geteuid().as_raw(), there.mode())
}

#[cfg(not(unix))]
fn foreign(_: &Metadata) -> Option<&'static str> {
    None
}

/// Returns why others can change a file of this owner with this mode, if they can. The process belongs to `user`.
#[cfg(unix)]
fn changed_by_others(owner: u32, user: u32, mode: u32) -> Option<&'static str> {
    match mode & 0o022 {
        _ if owner != user => Some("the file belongs to another user"),
        0 => None,
        _ => Some("other users can write to the file"),
    }
}

/// Returns whether both are the metadata of the same file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns whether both can be the metadata of the same file: the system has no file numbers.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len()
}

/// Returns the number of names of a file; 0 if the system does not tell.
#[cfg(unix)]
fn names(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    0
}

/// Names the kind of a file that is not regular.
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

/// The README; its example is a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;

    use super::*;

    /// Creates a folder with one file of each kind.
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

    /// A pipe without another end would block: this test must end, too.
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
        }
        assert_eq!(open_to_write(&at("twin")).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(open(Path::new("/dev/null")).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(read(&at("twin"), 4).unwrap(), b"beer");
        assert_eq!(read(&at("file"), 3).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert!(holds(&at("file"), b"beer") && !holds(&at("file"), b"bear") && !holds(&at("file"), b"bee"));
        assert_eq!(open(&at("missing")).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(fs::read(at("target")).unwrap(), b"beer");
    }

    #[test]
    fn files_that_others_can_change_are_not_own() {
        for (owner, mode, is_own) in [
            (1000, 0o100_644, true),
            (1000, 0o100_600, true),
            (1000, 0o100_444, true),
            (1000, 0o100_664, false),
            (1000, 0o100_646, false),
            (0, 0o100_644, false),
            (1001, 0o100_600, false),
        ] {
            assert_eq!(changed_by_others(owner, 1000, mode).is_none(), is_own, "{owner} {mode:o}");
        }
        let folder = folder();
        assert_eq!(open_own(&folder.path().join("link")).unwrap_err().kind(), ErrorKind::InvalidInput);
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
        // The targets of links and hard links are unchanged.
        assert!(holds(&at("target"), b"beer") && holds(&at("twin"), b"beer"));
        let (file, part) = written(at("part"));
        put(&file, &part, &at("new"), Over::Nothing).unwrap();
        assert!(holds(&at("new"), b"ours") && !part.exists());
    }
}
