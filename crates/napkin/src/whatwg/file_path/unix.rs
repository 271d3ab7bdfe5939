//! Unix paths: bytes without NUL, with the separator `/`.

use alloc::string::String;
use alloc::vec::Vec;

use super::{push_segment, refuse, without_nul, write_first_segment, write_segment};
use crate::whatwg::Url;
use crate::{Component, Error, Span};

impl Url {
    /// Converts an absolute Unix path to a URL, on any system (RFC 8089 appendix D.1).
    ///
    /// The URL keeps all bytes of the path, including bytes that are not UTF-8. The segments `.` and `..` are resolved
    /// without regard to links, because URLs cannot contain them. A first name such as `c:` becomes `c%3A`, because it is
    /// not a drive.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// assert_eq!(Url::from_unix_path("/menu/100% #1")?.href(), "file:///menu/100%25%20%231");
    /// assert_eq!(Url::from_unix_path(b"/c:/\xff/../\xe9")?.href(), "file:///c%3A/%E9");
    /// assert!(Url::from_unix_path("menu").is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the path is relative or contains NUL (rule `unrepresentable`), with the span in the path, or if
    /// the path is too long for a URL.
    pub fn from_unix_path(path: impl AsRef<[u8]>) -> Result<Self, Error> {
        let path = path.as_ref();
        let Some(rest) = path.strip_prefix(b"/") else {
            return Err(refuse(Span::new(0, path.len()), "an absolute path"));
        };
        without_nul(path)?;
        let mut segments = Vec::new();
        let mut split = rest.split(|&byte| byte == b'/').peekable();
        while let Some(segment) = split.next() {
            push_segment(&mut segments, segment, split.peek().is_none());
        }
        let mut text = String::from("file://");
        for (number, segment) in segments.iter().enumerate() {
            if number == 0 {
                write_first_segment(&mut text, segment);
            } else {
                write_segment(&mut text, segment);
            }
        }
        Self::parse(&text, None)
    }

    /// Converts a `file` URL to a Unix path, on any system: the decoded bytes of the path. Query and fragment are ignored.
    ///
    /// For paths without dot segments, this is the inverse of [`from_unix_path`](Self::from_unix_path).
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse("file://localhost/menu/100%25%20%231?#", None)?;
    /// assert_eq!(url.to_unix_path()?, b"/menu/100% #1");
    /// let error = Url::parse("file:///menu%2F..", None)?.to_unix_path().unwrap_err();
    /// assert_eq!(error.span().of("file:///menu%2F.."), "%2F");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the scheme is not `file`, if there is a host, or if a name contains `%2F` or `%00` (rule
    /// `unrepresentable`), with the span in the URL.
    pub fn to_unix_path(&self) -> Result<Vec<u8>, Error> {
        let path = self.decoded_path(b"/")?;
        if !self.hostname().is_empty() {
            return Err(refuse(self.place(Component::Host), "a file URL without a host"));
        }
        Ok(path.into_owned())
    }
}
