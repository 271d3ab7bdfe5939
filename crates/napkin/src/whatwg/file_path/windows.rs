//! Windows paths: Unicode, starting with a drive or with a server and share, with the separators `\` and `/`.

use alloc::string::String;
use alloc::vec::Vec;

use super::{push_segment, refuse, without_nul, write_first_segment, write_segment};
use crate::whatwg::Url;
use crate::{Component, Error, Finding, HostKind, Span};

/// The expected form of a server, for messages. `.` names the devices of this machine, and IPv6 addresses contain colons, which paths cannot.
const SERVER: &str = "a server by its name or its IPv4 address";

/// The start of an absolute path.
enum Root<'p> {
    /// `C:`
    Drive(&'p str),
    /// The server of `\\server\share` with its offset, and the share.
    Share { server: &'p str, place: usize, share: &'p str },
}

/// An absolute path, split after its root.
struct Split<'p> {
    root: Root<'p>,
    /// The text after the root, including the separator before it; may be empty.
    rest: &'p str,
}

impl Url {
    /// Converts an absolute Windows path to a URL, on any system (RFC 8089 appendices D.2, E.2 and E.3).
    ///
    /// `C:\x` and `C:/x` become `file:///C:/x`; the case of the drive is kept. `\\server\share\x` becomes
    /// `file://server/share/x`, with the server in lower case and ASCII form. `.` and `..` are resolved, but never above
    /// the drive or the share, and repeated separators count as one. In the verbatim paths `\\?\C:\x` and
    /// `\\?\UNC\server\share\x` nothing is resolved, and names that would mean something else without the prefix are
    /// refused.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// assert_eq!(Url::from_windows_path(r"C:\menu\100% #1")?.href(), "file:///C:/menu/100%25%20%231");
    /// assert_eq!(Url::from_windows_path(r"\\pub\menu\today")?.href(), "file://pub/menu/today");
    /// assert!(Url::from_windows_path(r"C:menu").is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error with the rule `unrepresentable` and the span in the path if the path is relative to a directory or
    /// a drive, is a device path (`\\.\`, or any other `\\?\` path), contains NUL, has no server or share, or has a server
    /// that a URL does not keep, such as `localhost`. Returns the host parser's error if the server is not a host, and an
    /// error if the path is too long for a URL.
    pub fn from_windows_path(path: &str) -> Result<Self, Error> {
        without_nul(path.as_bytes())?;
        let Split { root, rest } = match path.strip_prefix(r"\\?\") {
            Some(behind) => split_verbatim(path, behind)?,
            None => split(path)?,
        };
        let mut segments = Vec::new();
        let mut pieces = rest.split(is_separator).skip(1).peekable();
        while let Some(piece) = pieces.next() {
            let is_last = pieces.peek().is_none();
            if is_last || !piece.is_empty() {
                push_segment(&mut segments, piece.as_bytes(), is_last);
            }
        }
        let mut text = String::from("file://");
        match root {
            Root::Drive(drive) => {
                text.push('/');
                text.push_str(drive);
            }
            Root::Share { server, share, .. } => {
                text.push_str(server);
                write_first_segment(&mut text, share.as_bytes());
            }
        }
        segments.iter().for_each(|segment| write_segment(&mut text, segment));
        match root {
            Root::Drive(_) => Self::parse(&text, None),
            Root::Share { server, place, .. } => with_server(&text, server, Span::new(place, place + server.len())),
        }
    }

    /// Converts a `file` URL to a Windows path, on any system: `C:\x`, or `\\server\share\x` if the URL has a host. The
    /// drive may be written `C|`, which the URL parser accepts, or `C%3A`. Query and fragment are ignored.
    ///
    /// The path has no dot segments and does not begin like a device path. It is not checked for names of devices (`CON`),
    /// or for names with a `:` or with a dot at the end.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// assert_eq!(Url::parse("file:///c%3A/menu/100%25", None)?.to_windows_path()?, r"c:\menu\100%");
    /// assert_eq!(Url::parse("file://pub/menu/today", None)?.to_windows_path()?, r"\\pub\menu\today");
    /// assert!(Url::parse("file:///menu", None)?.to_windows_path().is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error with the rule `unrepresentable` and the span in the URL if the scheme is not `file`; if there is
    /// neither a drive nor a host, or a host without a share; if the host is an IPv6 address; if host or share consist
    /// only of dots; if a name contains `%2F`, `%5C` or `%00`; or if the path is not UTF-8.
    pub fn to_windows_path(&self) -> Result<String, Error> {
        let decoded = self.decoded_path(br"/\")?.into_owned();
        let path = self.unicode(decoded)?.replace('/', r"\");
        let place = self.place(Component::Path);
        let host = self.hostname();
        if host.is_empty() {
            return match path.as_bytes() {
                [_, letter, b':'] if letter.is_ascii_alphabetic() => Ok(String::from(&path[1..]) + r"\"),
                [_, letter, b':', b'\\', ..] if letter.is_ascii_alphabetic() => Ok(path[1..].into()),
                _ => Err(refuse(place, "a path that begins with a drive")),
            };
        }
        if !self.is_server() {
            return Err(refuse(self.place(Component::Host), SERVER));
        }
        if is_dots(path[1..].split('\\').next().unwrap_or_default()) {
            return Err(refuse(place, "a path that begins with a share"));
        }
        Ok(String::from(r"\\") + host + &path)
    }

    /// Returns whether a path can name the host.
    fn is_server(&self) -> bool {
        matches!(self.parts.host, HostKind::Domain | HostKind::Ipv4) && !is_dots(self.hostname())
    }
}

const fn is_separator(c: char) -> bool {
    matches!(c, '\\' | '/')
}

/// Returns whether a name is empty or has only dots, which is the same, because Windows drops dots at the end of names.
fn is_dots(name: &str) -> bool {
    name.bytes().all(|byte| byte == b'.')
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Splits a path that begins with a drive and a separator; `None` for all other paths.
fn split_drive(path: &str) -> Option<Split<'_>> {
    let (drive, rest) = path.split_at_checked(2)?;
    (is_drive(drive) && rest.starts_with(is_separator)).then_some(Split { root: Root::Drive(drive), rest })
}

fn split(path: &str) -> Result<Split<'_>, Error> {
    let mut chars = path.chars();
    if !(chars.next().is_some_and(is_separator) && chars.next().is_some_and(is_separator)) {
        return split_drive(path).ok_or_else(|| refuse(Span::new(0, path.len()), "an absolute path"));
    }
    if matches!(path.as_bytes(), [_, _, b'.' | b'?'] | [_, _, b'.' | b'?', b'\\' | b'/', ..]) {
        return Err(refuse(Span::new(0, path.len().min(4)), "a path that is not a device's"));
    }
    split_share(path, 2)
}

/// Splits a path whose server begins at `place` into server, share and rest.
fn split_share(path: &str, place: usize) -> Result<Split<'_>, Error> {
    let behind = &path[place..];
    let (server, tail) = behind.split_at(behind.find(is_separator).unwrap_or(behind.len()));
    let server_end = place + server.len();
    if server.is_empty() {
        return Err(refuse(Span::new(place, place), "a server"));
    }
    let tail = tail.strip_prefix(is_separator).unwrap_or_default();
    let (share, rest) = tail.split_at(tail.find(is_separator).unwrap_or(tail.len()));
    if is_dots(share) {
        let start = path.len().min(server_end + 1);
        return Err(refuse(Span::new(start, start + share.len()), "a share"));
    }
    Ok(Split { root: Root::Share { server, place, share }, rest })
}

/// Splits the text after `\\?\`, where Windows resolves nothing and `/` is not a separator.
fn split_verbatim<'p>(path: &'p str, behind: &'p str) -> Result<Split<'p>, Error> {
    const PREFIX: usize = r"\\?\".len();
    if let Some(at) = path.find('/') {
        return Err(refuse(Span::new(at, at + 1), r"a name that means the same without `\\?\`"));
    }
    let is_unc = behind.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(r"UNC\"));
    let split =
        if is_unc { split_share(path, PREFIX + 4)? } else { split_drive(behind).ok_or_else(|| device(path))? };
    // Check the share too: without the prefix, dots at its end would be lost.
    let mut at = match split.root {
        Root::Drive(drive) => PREFIX + drive.len() + 1,
        Root::Share { share, .. } => path.len() - split.rest.len() - share.len(),
    };
    let mut names = path[at..].split('\\').peekable();
    while let Some(name) = names.next() {
        let is_end = name.is_empty() && names.peek().is_none();
        if !is_end && (name.is_empty() || name.ends_with(['.', ' '])) {
            return Err(refuse(Span::new(at, at + name.len()), r"a name that means the same without `\\?\`"));
        }
        at += name.len() + 1;
    }
    Ok(split)
}

fn device(path: &str) -> Error {
    refuse(Span::new(0, path.len()), "a path that is not a device's")
}

/// Parses `text`, and returns the URL if its host is exactly the server.
fn with_server(text: &str, server: &str, place: Span) -> Result<Url, Error> {
    let url =
        Url::parse(text, None).map_err(|error| Error::new(Finding { span: place, also: None, ..*error.finding() }))?;
    // An ASCII server must not change: the host `2024` becomes the address 0.0.7.232, and `%41` becomes `A`.
    let same = if server.is_ascii() {
        url.hostname().eq_ignore_ascii_case(server)
    } else {
        url.parts.host == HostKind::Domain && !server.bytes().any(|byte| byte <= b' ' || byte == b'%')
    };
    // The path must not change either: `?` or `#` in the server would end the host, and `c:` would be a drive.
    let path = &text["file://".len() + server.len()..];
    if same && url.is_server() && url.pathname() == path { Ok(url) } else { Err(refuse(place, SERVER)) }
}
