//! Conversions between file paths and `file` URLs, for Unix and Windows paths on any system.
//!
//! The conversions follow RFC 8089 (appendices D and E) where the URL Standard agrees; the URL Standard itself defines none.
//! A path or URL that does not survive the round trip is refused. The disk is never accessed, so whether a file, link or
//! device exists plays no part.

mod unix;
mod windows;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};

use super::Url;
use crate::percent::{Encoded, SEGMENT, encode_into, escape, escape_at};
use crate::{Component, Error, Finding, Span, Standard, rules};

#[cfg(feature = "std")]
impl Url {
    /// Converts a path of the current system to a URL: [`from_windows_path`](Self::from_windows_path) on Windows, elsewhere
    /// [`from_unix_path`](Self::from_unix_path). The disk is not accessed.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let directory = std::env::temp_dir();
    /// let url = Url::from_file_path(directory.join("a napkin"))?;
    /// assert_eq!(url.to_file_path()?, directory.join("a napkin"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of those functions. On systems other than Unix, the path must also be Unicode.
    pub fn from_file_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        native::read(path.as_ref())
    }

    /// Converts the URL to a path of the current system: [`to_windows_path`](Self::to_windows_path) on Windows, elsewhere
    /// [`to_unix_path`](Self::to_unix_path). The disk is not accessed.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse(if cfg!(windows) { "file:///C:/menu" } else { "file:///menu" }, None)?;
    /// assert_eq!(url.to_file_path()?.file_name().unwrap(), "menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of those functions. On systems other than Unix, the path must also be Unicode.
    pub fn to_file_path(&self) -> Result<PathBuf, Error> {
        native::write(self)
    }
}

/// On Unix paths are bytes.
#[cfg(all(feature = "std", unix))]
mod native {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    use super::{Error, Path, PathBuf, Url};

    pub(super) fn read(path: &Path) -> Result<Url, Error> {
        Url::from_unix_path(path.as_os_str().as_bytes())
    }

    pub(super) fn write(url: &Url) -> Result<PathBuf, Error> {
        url.to_unix_path().map(|path| OsString::from_vec(path).into())
    }
}

/// On Windows, and where there is no file system such as under WebAssembly, paths are Unicode.
#[cfg(all(feature = "std", not(unix)))]
mod native {
    use super::{Error, Path, PathBuf, Span, Url, refuse};

    pub(super) fn read(path: &Path) -> Result<Url, Error> {
        let Some(text) = path.to_str() else {
            let valid = path.to_string_lossy().find('\u{fffd}').unwrap_or_default();
            return Err(refuse(Span::new(valid, path.as_os_str().len()), "a path that is Unicode"));
        };
        if cfg!(windows) { Url::from_windows_path(text) } else { Url::from_unix_path(text) }
    }

    pub(super) fn write(url: &Url) -> Result<PathBuf, Error> {
        if cfg!(windows) {
            return url.to_windows_path().map(PathBuf::from);
        }
        url.to_unix_path().and_then(|path| url.unicode(path)).map(PathBuf::from)
    }
}

fn refuse(span: Span, expected: &'static str) -> Error {
    Error::new(Finding::new(rules::UNREPRESENTABLE, Standard::Whatwg, span, expected, None))
}

/// Refuses NUL, which ends a path on every system.
fn without_nul(path: &[u8]) -> Result<(), Error> {
    match path.iter().position(|&byte| byte == 0) {
        Some(at) => Err(refuse(Span::new(at, at + 1), "a path without NUL")),
        None => Ok(()),
    }
}

/// Appends a segment, or applies a dot segment. A `..` removes the segment before it, and the empty segments in between,
/// which the URL parser would count and a file system does not: `a//..` is the directory that contains `a`.
fn push_segment<'p>(segments: &mut Vec<&'p [u8]>, segment: &'p [u8], is_last: bool) {
    match segment {
        b"." => {}
        b".." => while segments.pop().is_some_and(<[u8]>::is_empty) {},
        _ => {
            segments.push(segment);
            return;
        }
    }
    if is_last {
        // The path now names a directory, so it ends in a slash.
        segments.push(b"");
    }
}

/// Appends `/` and the segment. Only RFC 3986's *pchar* stays unescaped, so that the URL is valid and no `\` or `|` gets a
/// special meaning.
fn write_segment(out: &mut String, segment: &[u8]) {
    out.push('/');
    encode_into(segment, SEGMENT, out);
}

/// Appends `/` and the first segment, in which the colon of `c:` is escaped, since `c:` would be parsed as a drive.
fn write_first_segment(out: &mut String, segment: &[u8]) {
    match segment {
        [letter, b':'] if letter.is_ascii_alphabetic() => {
            out.push('/');
            out.push((*letter).into());
            out.push_str(escape(b':'));
        }
        _ => write_segment(out, segment),
    }
}

impl Url {
    /// Returns the span of a component; an empty span if it is undefined.
    fn place(&self, component: Component) -> Span {
        self.parts.span(component).unwrap_or_default()
    }

    /// Returns the decoded path of a `file` URL. Refuses escapes of NUL and of `separators`.
    fn decoded_path(&self, separators: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
        if self.scheme() != "file" {
            return Err(refuse(self.place(Component::Scheme), "a file URL"));
        }
        let path = self.pathname();
        let start = self.place(Component::Path).start;
        for (at, _) in path.match_indices('%') {
            let span = Span::new(start + at, start + at + 3);
            match escape_at(path.as_bytes(), at) {
                Some(0) => return Err(refuse(span, "a path without NUL")),
                Some(byte) if separators.contains(&byte) => {
                    return Err(refuse(span, "a name without a separator of names"));
                }
                _ => {}
            }
        }
        Ok(Encoded::unchecked(path).decode_bytes())
    }

    /// Returns the decoded path as text, or an error at the first escape that is not UTF-8.
    fn unicode(&self, decoded: Vec<u8>) -> Result<String, Error> {
        String::from_utf8(decoded).map_err(|error| {
            let path = self.pathname().as_bytes();
            let mut at = 0;
            for _ in 0..error.utf8_error().valid_up_to() {
                at += if escape_at(path, at).is_some() { 3 } else { 1 };
            }
            let start = self.place(Component::Path).start + at;
            refuse(Span::new(start, start + 3), "a path in UTF-8")
        })
    }
}
