//! The URL Standard, as it stood on 2 July 2026 (<https://url.spec.whatwg.org/>).
//!
//! Each file here is one part of the standard, named as the standard names it: [`code_points`] and [`percent`] are
//! its "Percent-encoded bytes" and the sets it is defined with, [`host`] "Host parsing" and "Host serializing",
//! [`idna`] "IDNA", [`machine`] "URL parsing", [`serialize`] "URL serializing" and "Origin", [`urlencoded`]
//! `application/x-www-form-urlencoded`, [`api`] the getters and setters of "URL class"; [`host_writing`] and
//! [`url_writing`] are the grammar of what may be written, which is prose of its own beside the parser's steps.
//!
//! An algorithm's steps stand in the standard's order, also where another order would be shorter, and a variable has
//! the standard's name. Failure is `None`; a validation error is its name, appended to the caller's list at the step
//! that reports it. Not here: `URLSearchParams` objects, blob URL entries (there is no blob URL store, so an entry is
//! always null) and rendering.

pub mod api;
pub mod code_points;
pub mod host;
pub mod host_writing;
pub mod idna;
mod ipv6;
pub mod machine;
pub mod percent;
pub mod serialize;
pub mod url_writing;
pub mod urlencoded;

pub use self::api::{can_parse, parse_api, set, set_reporting};
pub use self::host::{Host, host_parse, ipv4_parse};
pub use self::idna::domain_parse;
pub use self::machine::{parse, parse_encoded};
pub use self::url_writing::is_valid_url_string;

/// The names of validation errors ("Writing"), in the order in which they were reported.
pub type Errors = Vec<&'static str>;

/// "URL representation": a URL record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Without its colon. Initially empty.
    pub scheme: String,
    /// Initially empty.
    pub username: String,
    /// Initially empty.
    pub password: String,
    /// Null is `None`.
    pub host: Option<Host>,
    /// Null is `None`.
    pub port: Option<u16>,
    /// Initially an empty list.
    pub path: Path,
    /// Without its question mark. Null is `None`.
    pub query: Option<String>,
    /// Without its `#`. Null is `None`.
    pub fragment: Option<String>,
}

/// "URL path": a segment, which is an opaque path, or a list of segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// One segment that nothing divides.
    Opaque(String),
    /// Zero or more segments.
    List(Vec<String>),
}

impl Default for Path {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Path {
    /// The list, where the standard has asserted that the path is not opaque.
    fn list(&self) -> &[String] {
        match self {
            Self::List(segments) => segments,
            Self::Opaque(path) => panic!("asserted not to be opaque: {path:?}"),
        }
    }

    /// As [`Path::list`], to be changed.
    fn list_mut(&mut self) -> &mut Vec<String> {
        match self {
            Self::List(segments) => segments,
            Self::Opaque(path) => panic!("asserted not to be opaque: {path:?}"),
        }
    }

    /// The segment, where the standard appends to an opaque path.
    fn opaque_mut(&mut self) -> &mut String {
        match self {
            Self::Opaque(path) => path,
            Self::List(segments) => panic!("asserted to be opaque: {segments:?}"),
        }
    }
}

/// "URL miscellaneous", for records.
impl Record {
    /// "is special".
    #[must_use]
    pub fn is_special(&self) -> bool {
        is_special_scheme(&self.scheme)
    }

    /// "includes credentials".
    #[must_use]
    pub fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// "has an opaque path".
    #[must_use]
    pub fn has_opaque_path(&self) -> bool {
        matches!(self.path, Path::Opaque(_))
    }

    /// "cannot have a username/password/port".
    #[must_use]
    pub fn cannot_have_username_password_port(&self) -> bool {
        matches!(self.host, None | Some(Host::Empty)) || self.scheme == "file"
    }

    /// "shorten a url's path".
    fn shorten(&mut self) {
        let is_file = self.scheme == "file";
        let path = self.path.list_mut();
        if is_file && path.len() == 1 && is_normalized_windows_drive_letter(&path[0]) {
            return;
        }
        path.pop();
    }
}

/// "special scheme": the first column of the table.
#[must_use]
pub fn is_special_scheme(scheme: &str) -> bool {
    ["ftp", "file", "http", "https", "ws", "wss"].contains(&scheme)
}

/// "default port": the second column of the table.
#[must_use]
pub fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "ftp" => Some(21),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}

/// "Windows drive letter".
fn is_windows_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// "normalized Windows drive letter".
fn is_normalized_windows_drive_letter(text: &str) -> bool {
    is_windows_drive_letter(text) && text.ends_with(':')
}

/// "starts with a Windows drive letter".
fn starts_with_windows_drive_letter(text: &[char]) -> bool {
    match text {
        [letter, ':' | '|'] => letter.is_ascii_alphabetic(),
        [letter, ':' | '|', '/' | '\\' | '?' | '#', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// "single-dot URL path segment".
fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

/// "double-dot URL path segment".
fn is_double_dot(segment: &str) -> bool {
    segment == ".." || [".%2e", "%2e.", "%2e%2e"].iter().any(|dots| segment.eq_ignore_ascii_case(dots))
}
