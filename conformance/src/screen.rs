//! Reads the documents in `data/screen/`, which are labelled with the `data:` URLs that a screen must find in them.
//!
//! `data/screen/README.md` says what the labels mean.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::oracle::data::forgiving_base64_decode;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/screen");

/// The formats; each has a file.
pub const FORMATS: [&str; 7] = ["css", "html", "json", "mail", "svg", "text", "xml"];

/// A set of documents of all formats, written without knowledge of the other documents or of the screen.
const BLIND: &str = "blind";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// A labelled document.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The format, a hyphen, and a name.
    pub id: String,
    /// One of [`FORMATS`].
    pub format: String,
    /// `found` or `none`.
    pub label: String,
    /// The context of the URL, or of a text that looks like a URL.
    pub context: String,
    /// The document, if it is a text.
    pub text: Option<String>,
    /// The document, if it is not.
    pub base64: Option<String>,
    /// What a screen finds, each URL before those inside it.
    pub found: Vec<Found>,
    /// The number of `data:` URLs for which fetching is a network error.
    #[serde(default)]
    pub refused: usize,
    /// The expected behaviour of a reader of the format.
    pub why: String,
    /// The clause that decides.
    pub clause: String,
    /// `requested`, `resolved` or `nothing`, where a browser was asked.
    pub chromium: Option<String>,
    /// Notes on departures.
    pub note: Option<String>,
}

/// A `data:` URL.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The essence of the type that the Fetch Standard gives it.
    pub essence: String,
    /// The nesting depth; 1 for a URL in the document itself.
    pub depth: usize,
    /// The type detected from the bytes, if it differs.
    pub sniffed: Option<String>,
}

impl Case {
    /// Returns the document's bytes. The lines of an email end with CR LF.
    ///
    /// # Panics
    ///
    /// If it has neither a text nor base64, or both.
    #[must_use]
    pub fn document(&self) -> Vec<u8> {
        match (&self.text, &self.base64) {
            (Some(text), None) if self.format == "mail" => text.replace('\n', "\r\n").into_bytes(),
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(digits)) => forgiving_base64_decode(digits).unwrap_or_else(|| panic!("{}: base64", self.id)),
            _ => panic!("{}: a text or base64", self.id),
        }
    }
}

/// Returns all cases by format, then the second set.
///
/// # Panics
///
/// If a file is invalid.
#[must_use]
pub fn cases() -> Vec<Case> {
    FORMATS.iter().chain([&BLIND]).flat_map(|format| file(&Path::new(FOLDER).join(format!("{format}.toml")))).collect()
}

fn file(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.case
}
