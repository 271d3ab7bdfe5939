//! Paths of Windows: Unicode, behind a drive or a server and its share, of which `\` and `/` separate.

use alloc::string::String;
use alloc::vec::Vec;

use super::{push_segment, refuse, without_nul, write_first_segment, write_segment};
use crate::whatwg::Url;
use crate::{Component, Error, Finding, HostKind, Span};

/// What a server must be: `.` is this machine's devices, and an IPv6 address has colons, which no path has.
const SERVER: &str = "a server by its name or its IPv4 address";

/// What an absolute path begins with.
enum Root<'p> {
    /// `C:`
    Drive(&'p str),
    /// The server of `\\server\share`, and where it stands.
    Share { server: &'p str, place: usize, share: &'p str },
}

/// An absolute path.
struct Split<'p> {
    root: Root<'p>,
    /// Behind the root, with the separator before it; or empty.
    rest: &'p str,
}

impl Url {
    /// The URL of an absolute path of Windows, on any system.
    ///
    /// `C:\x` and `C:/x` are `file:///C:/x`, the drive in the case that it has; `\\server\share\x` is
    /// `file://server/share/x`, the server in lower case and, beyond ASCII, in its ASCII form. `.` and `..` are
    /// resolved, never beyond the drive or the share, and separators in a row are one. Behind the prefix of verbatim
    /// paths, `\\?\C:\x` and `\\?\UNC\server\share\x`, nothing is resolved: a name is refused there that means
    /// something else without it. RFC 8089 appendices D.2, E.2 and E.3.
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
    /// The path is relative, to a directory or to a drive; it is a device's (`\\.\`, or `\\?\` and anything else); it
    /// contains NUL; it has no server or share, or a server whose name a URL does not keep, such as `localhost`, which
    /// it drops (rule `unrepresentable`), or which is no host (a rule of the host's), with the place in the path. Or
    /// it is too long for a URL.
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

    /// The path of Windows that a `file` URL stands for, on any system: `C:\x`, or `\\server\share\x` when it has a
    /// host. The drive may be written `C|`, as the URL parser has it, or `C%3A`. Query and fragment are no part of
    /// the path.
    ///
    /// What is found has no dot segments and is no device's by its beginning. That no name in it is one of a device
    /// (`CON`), or one with a `:` or a dot at its end, is not looked at.
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
    /// The scheme is another one; there is neither a drive nor a host, or a host without a share; the host is an IPv6
    /// address; host or share are nothing but dots; a name contains `%2F`, `%5C` or `%00`; the path is not UTF-8 (rule
    /// `unrepresentable`), with the place in the URL.
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

    /// Whether the host is one that a path can name.
    fn is_server(&self) -> bool {
        matches!(self.parts.host, HostKind::Domain | HostKind::Ipv4) && !is_dots(self.hostname())
    }
}

const fn is_separator(c: char) -> bool {
    matches!(c, '\\' | '/')
}

/// Whether a name is empty or, since Windows drops dots at its end, as good as empty.
fn is_dots(name: &str) -> bool {
    name.bytes().all(|byte| byte == b'.')
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// The drive and the rest of a path that begins with a drive and a separator.
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

/// Server, share and the rest of a path, of which the server begins at `place`.
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

/// What stands behind `\\?\`, where Windows resolves nothing and `/` is no separator.
fn split_verbatim<'p>(path: &'p str, behind: &'p str) -> Result<Split<'p>, Error> {
    const PREFIX: usize = r"\\?\".len();
    if let Some(at) = path.find('/') {
        return Err(refuse(Span::new(at, at + 1), r"a name that means the same without `\\?\`"));
    }
    let is_unc = behind.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(r"UNC\"));
    let split =
        if is_unc { split_share(path, PREFIX + 4)? } else { split_drive(behind).ok_or_else(|| device(path))? };
    // The share too: without the prefix, dots at its end would be lost.
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

/// The URL of `text`, if its host is the server and nothing else is read as the host.
fn with_server(text: &str, server: &str, place: Span) -> Result<Url, Error> {
    let url =
        Url::parse(text, None).map_err(|error| Error::new(Finding { span: place, also: None, ..*error.finding() }))?;
    // An ASCII name has nothing to be mapped; `2024` is the address 0.0.7.232, and `%41` is `A`, which is not it.
    let same = if server.is_ascii() {
        url.hostname().eq_ignore_ascii_case(server)
    } else {
        url.parts.host == HostKind::Domain && !server.bytes().any(|byte| byte <= b' ' || byte == b'%')
    };
    // `?` and `#` in a name would end the host, and `c:` would be a drive.
    let path = &text["file://".len() + server.len()..];
    if same && url.is_server() && url.pathname() == path { Ok(url) } else { Err(refuse(place, SERVER)) }
}
