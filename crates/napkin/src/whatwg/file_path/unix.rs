//! Paths of Unix: bytes, of which `/` separates and NUL ends.

use alloc::string::String;
use alloc::vec::Vec;

use super::{push_segment, refuse, without_nul, write_first_segment, write_segment};
use crate::whatwg::Url;
use crate::{Component, Error, Span};

impl Url {
    /// The URL of an absolute path of Unix, on any system.
    ///
    /// A path is bytes, all of which are in the URL, those that are not UTF-8 too. Only `.` and `..` are resolved,
    /// since no URL has them, without regard to links. A first name such as `c:` is written `c%3A`, as it is no
    /// drive. RFC 8089 appendix D.1.
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
    /// The path is relative or contains NUL (rule `unrepresentable`), with the place in the path; or it is too long
    /// for a URL.
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

    /// The path of Unix that a `file` URL stands for, on any system: its bytes, decoded. Query and fragment are no
    /// part of it.
    ///
    /// For a path without dot segments it undoes [`from_unix_path`](Self::from_unix_path).
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
    /// The scheme is another one, there is a host, or a name contains `%2F` or `%00` (rule `unrepresentable`), with
    /// the place in the URL.
    pub fn to_unix_path(&self) -> Result<Vec<u8>, Error> {
        let path = self.decoded_path(b"/")?;
        if !self.hostname().is_empty() {
            return Err(refuse(self.place(Component::Host), "a file URL without a host"));
        }
        Ok(path.into_owned())
    }
}
