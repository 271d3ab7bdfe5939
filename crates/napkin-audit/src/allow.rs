//! Allow lists of hosts that hold for every reader: a URL is admitted only if each modelled parser goes to an allowed host.
//!
//! Start with [`AllowList::admits`].

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::net::Ipv6Addr;

use super::disagreement::{Reader, Reading, bare, has_no_server, port_of, readings};
use super::models::Seen;
use napkin::{Standard, default_port};

/// Hosts that a program may use, with their schemes and ports.
///
/// | entry | admits |
/// |---|---|
/// | `pub.example` | this host, at the default port of `http` and `https` |
/// | `.pub.example` | its subdomains at any depth, but not `pub.example` itself |
/// | `pub.example:8443`, `[::1]:8080` | this host at this port only |
/// | `pub.example:*` | this host at any port |
/// | `ssh://git.pub.example` | this host by this scheme only |
///
/// Names beyond ASCII are listed in their ASCII form (`xn--...`), in which every program agrees on them.
///
/// ```
/// use napkin_audit::AllowList;
/// let list = AllowList::parse("# partners\npub.example\n.pub.example:*\n").unwrap();
/// assert!(list.admits("https://pub.example/menu", None).is_ok());
/// assert!(list.admits("https://beer.pub.example:8443/", None).is_ok());
/// assert!(list.admits("https://pub.example.evil.example/", None).is_err());
/// // Some programs go to evil.example.
/// assert!(list.admits(r"https://pub.example\@evil.example/", None).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowList {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// In lower case; `http` and `https` if undefined.
    scheme: Option<String>,
    /// In lower case, without brackets. A name after a dot has all its subdomains.
    host: String,
    port: Ports,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ports {
    Default,
    Any,
    Only(u32),
}

/// The error for an entry that is not a host, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongEntry {
    /// The number of the line; the first is 1.
    pub line: usize,
    /// The text of the entry.
    pub entry: String,
}

impl fmt::Display for WrongEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected HOST, .SUFFIX or HOST:PORT in line {}, found `{}`", self.line, self.entry)
    }
}

impl core::error::Error for WrongEntry {}

/// The error for a URL that a reader takes to a host, port or scheme that is not allowed, or reads without a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAllowed {
    /// The reader.
    pub reader: Reader,
    /// The host that it finds; `None` if it finds none or refuses the text.
    pub host: Option<String>,
}

impl fmt::Display for NotAllowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            Some(host) => write!(f, "expected an allowed host and port, found `{host}` under {}", self.reader),
            None => write!(f, "expected a host, found none under {}", self.reader),
        }
    }
}

impl core::error::Error for NotAllowed {}

/// The readers that must accept a text.
const STRICT: [Reader; 2] = [Reader::Standard(Standard::Whatwg), Reader::Standard(Standard::Rfc3986)];

impl AllowList {
    /// Parses a list with one entry per line. Empty lines, and lines that begin with `#`, are skipped.
    ///
    /// ```
    /// use napkin_audit::AllowList;
    /// assert!(AllowList::parse("pub.example\n.beer.example:8443\n").is_ok());
    /// assert_eq!(AllowList::parse("pub.example\nhttps://\n").unwrap_err().line, 2);
    /// ```
    ///
    /// # Errors
    /// Returns the first line that is not an entry.
    pub fn parse(text: &str) -> Result<Self, WrongEntry> {
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let entry = |(line, text)| Entry::parse(text).ok_or_else(|| WrongEntry { line, entry: String::from(text) });
        Ok(Self { entries: lines.map(entry).collect::<Result<_, _>>()? })
    }

    /// Admits a URL if every reader that accepts it goes to an allowed host and port by an allowed scheme. A reader that refuses
    /// the text is harmless. Browsers and RFC 3986 must accept it, so that other programs have no reason to guess.
    ///
    /// With a base, the text may be a relative reference.
    ///
    /// ```
    /// use napkin_audit::AllowList;
    /// let list = AllowList::parse("pub.example").unwrap();
    /// assert!(list.admits("/menu", Some("https://pub.example/")).is_ok());
    /// assert!(list.admits("//evil.example", Some("https://pub.example/")).is_err());
    /// assert!(list.admits("javascript://pub.example/%0aalert(1)", None).is_err());
    /// ```
    ///
    /// # Errors
    /// Returns the first reader that goes elsewhere.
    pub fn admits(&self, text: &str, base: Option<&str>) -> Result<(), NotAllowed> {
        readings(text, base).iter().try_for_each(|reading| self.check(reading))
    }

    fn check(&self, reading: &Reading<'_>) -> Result<(), NotAllowed> {
        let error = |host: Option<&str>| NotAllowed { reader: reading.reader, host: host.map(ToString::to_string) };
        match &reading.seen {
            Ok(seen) if self.allows(seen) || has_no_server(reading.reader, seen) => Ok(()),
            Ok(seen) => Err(error(seen.host.as_deref())),
            Err(_) if STRICT.contains(&reading.reader) => Err(error(None)),
            Err(_) => Ok(()),
        }
    }

    fn allows(&self, seen: &Seen<'_>) -> bool {
        let Some(host) = seen.host.as_deref() else { return false };
        let scheme = seen.scheme.as_deref().unwrap_or_default();
        self.entries.iter().any(|entry| entry.has_scheme(scheme) && entry.has_host(bare(host)) && entry.has_port(seen))
    }
}

impl Entry {
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
            None => (None, text),
        };
        let (host, port) = match rest.rsplit_once(':').filter(|(host, _)| !host.contains(':') || host.ends_with(']')) {
            Some((host, "*")) => (host, Ports::Any),
            Some((host, port)) => (host, Ports::Only(u32::from(port.parse::<u16>().ok()?))),
            None => (rest, Ports::Default),
        };
        let host = bare(host).to_ascii_lowercase();
        let is_name = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
        let is_host = host.trim_start_matches('.').contains(|c: char| c.is_ascii_alphanumeric())
            && (is_name || host.parse::<Ipv6Addr>().is_ok());
        is_host.then_some(Self { scheme, host, port })
    }

    fn has_scheme(&self, scheme: &str) -> bool {
        match &self.scheme {
            Some(own) => own.eq_ignore_ascii_case(scheme),
            None => ["http", "https"].iter().any(|own| own.eq_ignore_ascii_case(scheme)),
        }
    }

    fn has_host(&self, host: &str) -> bool {
        if self.host.starts_with('.') {
            let cut = host.len().checked_sub(self.host.len()).filter(|cut| *cut > 0);
            return cut.and_then(|cut| host.get(cut..)).is_some_and(|end| end.eq_ignore_ascii_case(&self.host));
        }
        let address = |text: &str| text.parse::<Ipv6Addr>().ok();
        self.host.eq_ignore_ascii_case(host) || (address(host).is_some() && address(host) == address(&self.host))
    }

    fn has_port(&self, seen: &Seen<'_>) -> bool {
        match self.port {
            Ports::Any => true,
            Ports::Only(port) => port_of(seen) == Some(port),
            Ports::Default => port_of(seen) == seen.scheme.as_deref().and_then(default_port).map(u32::from),
        }
    }
}
