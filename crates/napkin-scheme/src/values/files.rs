//! Conversions between URLs and files of FTP and TFTP, and items of gopher.

use alloc::string::String;
use alloc::vec::Vec;

use super::{NAME, is_dots, octets, of_scheme, push, unrepresentable, url_of};
use napkin::percent::{PATH, Set};
use napkin::{Error, Reference, Url};

/// The octets that end a line of FTP, and NUL.
const LINE: &[u8] = b"\0\r\n";

/// The arguments of an FTP retrieval: of each `CWD`, of `RETR` or `NLST`, and the type (RFC 1738 section 3.2.2).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ftp {
    /// The directories, outermost first; a slash in one is part of its name.
    pub directories: Vec<Vec<u8>>,
    /// The file; empty for the directory itself.
    pub file: Vec<u8>,
    /// The type of the transfer.
    pub kind: Option<FtpType>,
}

/// The type of a transfer by FTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FtpType {
    /// `a`: text.
    Ascii,
    /// `i`: octets.
    Image,
    /// `d`: a list of names.
    Directory,
}

impl FtpType {
    const ALL: [(char, Self); 3] = [('a', Self::Ascii), ('i', Self::Image), ('d', Self::Directory)];
}

impl Ftp {
    /// Returns the URL under an authority, which is a host with an optional user and port.
    ///
    /// ```
    /// use napkin_scheme::values::Ftp;
    /// // RFC 1738 section 3.2.2: CWD /etc, RETR motd.
    /// let motd = Ftp { directories: vec![b"/etc".to_vec()], file: b"motd".to_vec(), kind: None };
    /// assert_eq!(motd.map("host.dom")?, "ftp://host.dom/%2Fetc/motd");
    /// assert_eq!(Ftp::unmap(motd.map("host.dom")?.reference())?, motd);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a name is `.` or `..`, which programs treat as dot segments, if a name contains a line end or NUL,
    /// or if the authority is not valid.
    pub fn map(&self, authority: &str) -> Result<Url, Error> {
        let mut text = String::from("ftp://") + authority;
        for segment in self.directories.iter().chain([&self.file]) {
            if is_dots(segment) {
                return Err(unrepresentable("names other than `.` and `..`"));
            }
            text.push('/');
            push(&mut text, segment, NAME, LINE)?;
        }
        if let Some((letter, _)) = FtpType::ALL.into_iter().find(|(_, kind)| Some(*kind) == self.kind) {
            text.push_str(";type=");
            text.push(letter);
        }
        url_of(text, "ftp")
    }

    /// Returns the file that a URL names.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::{Ftp, FtpType};
    /// let url = Reference::parse("ftp://pub.example/menus/today;type=a", Standard::Rfc3986)?;
    /// assert_eq!(Ftp::unmap(url)?.file, b"today");
    /// assert_eq!(Ftp::unmap(url)?.kind, Some(FtpType::Ascii));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the URL is not an FTP URL, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["ftp"])?;
        let path = url.path().as_str();
        let (path, kind) = match path.to_ascii_lowercase().find(";type=") {
            Some(at) => (&path[..at], path.chars().last().map(|letter| letter.to_ascii_lowercase())),
            None => (path, None),
        };
        let mut segments: Vec<_> = path.strip_prefix('/').unwrap_or(path).split('/').map(octets).collect();
        let file = segments.pop().unwrap_or_default();
        let kind = FtpType::ALL.into_iter().find(|(letter, _)| Some(*letter) == kind).map(|(_, kind)| kind);
        Ok(Self { directories: segments, file, kind })
    }
}

/// The characters that an item contains without escapes: all characters of a path.
const SELECTOR: Set = PATH;

/// An item of a gopher server (RFC 4266 section 2.1). The client sends the selector, then after tabs the search and
/// the Gopher+ string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gopher {
    /// The type, a printable ASCII character such as `1` for a menu.
    pub kind: char,
    /// The selector to send to the server.
    pub selector: Vec<u8>,
    /// The search string.
    pub search: Option<Vec<u8>>,
    /// The Gopher+ string, which requires a search, possibly empty.
    pub plus: Option<Vec<u8>>,
}

impl Gopher {
    /// Returns the URL under an authority.
    ///
    /// ```
    /// use napkin_scheme::values::Gopher;
    /// let search = Gopher { kind: '7', selector: b"/find".to_vec(), search: Some(b"dark beer".to_vec()), plus: None };
    /// assert_eq!(search.map("pub.example")?, "gopher://pub.example/7/find%09dark%20beer");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the type is not a printable character, if a value contains a tab, a line end or NUL, if
    /// there is a Gopher+ string without a search, or if the selector has a segment `.` or `..`, which programs treat
    /// as dot segments.
    pub fn map(&self, authority: &str) -> Result<Url, Error> {
        if !self.kind.is_ascii_graphic()
            || matches!(self.kind, '/' | '.')
            || (self.plus.is_some() && self.search.is_none())
        {
            return Err(unrepresentable("a type that is a printable character, and a search before a Gopher+ string"));
        }
        let mut text = String::from("gopher://") + authority + "/";
        push(&mut text, &[self.kind as u8], SELECTOR.without(Set::of(b"/")), b"")?;
        for (number, piece) in
            [Some(&self.selector), self.search.as_ref(), self.plus.as_ref()].into_iter().flatten().enumerate()
        {
            if number > 0 {
                text.push_str("%09");
            }
            push(&mut text, piece, SELECTOR, b"\0\t\r\n")?;
        }
        let url = url_of(text, "gopher")?;
        if url.reference().segments().any(|segment| is_dots(&segment.text().decode_bytes())) {
            return Err(unrepresentable("a selector without `.` and `..` between slashes"));
        }
        Ok(url)
    }

    /// Returns the item that a URL names. The text after a `?` is part of the selector, as in old URLs.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::Gopher;
    /// let url = Reference::parse("gopher://pub.example/7/find%09dark%20beer", Standard::Rfc3986)?;
    /// assert_eq!(Gopher::unmap(url)?.search.unwrap(), b"dark beer");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the URL is not a gopher URL, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["gopher"])?;
        let mut all = octets(url.path().as_str().strip_prefix('/').unwrap_or_default());
        if let Some(query) = url.query() {
            all.push(b'?');
            all.extend_from_slice(&query.decode_bytes());
        }
        // RFC 4266 section 2.1: an empty path is the menu of the server.
        let kind = all.first().map_or('1', |&kind| kind as char);
        let rest = all.get(1..).unwrap_or_default();
        let mut pieces = rest.split(|&octet| octet == b'\t').map(<[u8]>::to_vec);
        let selector = pieces.next().unwrap_or_default();
        Ok(Self { kind, selector, search: pieces.next(), plus: pieces.next() })
    }
}

/// A file of a TFTP server (RFC 3617 section 3).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tftp {
    /// The name, without the leading slash of the path.
    pub file: Vec<u8>,
    /// The mode of the transfer.
    pub mode: Option<TftpMode>,
}

/// The mode of a transfer by TFTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TftpMode {
    /// `netascii`: text.
    NetAscii,
    /// `octet`: octets.
    Octet,
}

impl Tftp {
    /// Returns the URL under an authority.
    ///
    /// ```
    /// use napkin_scheme::values::{Tftp, TftpMode};
    /// // The example of RFC 3617 section 4.
    /// let file = Tftp { file: b"myconfigurationfile".to_vec(), mode: Some(TftpMode::NetAscii) };
    /// assert_eq!(file.map("example.com")?, "tftp://example.com/myconfigurationfile;mode=netascii");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the name is empty, contains NUL, or has a segment `.` or `..`, which programs treat as dot
    /// segments.
    pub fn map(&self, authority: &str) -> Result<Url, Error> {
        if self.file.split(|&octet| octet == b'/').any(is_dots) {
            return Err(unrepresentable("a name without `.` and `..` between slashes"));
        }
        let mut text = String::from("tftp://") + authority + "/";
        push(&mut text, &self.file, NAME.or(Set::of(b"/")), b"\0")?;
        text.push_str(match self.mode {
            Some(TftpMode::NetAscii) => ";mode=netascii",
            Some(TftpMode::Octet) => ";mode=octet",
            None => "",
        });
        url_of(text, "tftp")
    }

    /// Returns the file that a URL names.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::{Tftp, TftpMode};
    /// let url = Reference::parse("tftp://example.com/myconfigurationfile;mode=netascii", Standard::Rfc3986)?;
    /// assert_eq!(Tftp::unmap(url)?.mode, Some(TftpMode::NetAscii));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the URL is not a TFTP URL, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["tftp"])?;
        let path = url.path().as_str().strip_prefix('/').unwrap_or_default();
        let (file, mode) = path.split_once(';').unwrap_or((path, ""));
        let mode = match mode.to_ascii_lowercase().as_str() {
            "mode=netascii" => Some(TftpMode::NetAscii),
            "mode=octet" => Some(TftpMode::Octet),
            _ => None,
        };
        Ok(Self { file: octets(file), mode })
    }
}
