//! Reads the documents in `data/screen/`, which are labelled with the `data:` URLs that a screen must find in them.
//!
//! `data/screen/README.md` says what the labels mean.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::oracle::data::forgiving_base64_decode;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/screen");

/// The formats, each of which has a file.
pub const FORMATS: [&str; 7] = ["css", "html", "json", "mail", "svg", "text", "xml"];

/// Has documents of every format, which were written without a look at the others or at the screen.
const BLIND: &str = "blind";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// A document, and what is in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The format, a hyphen, and a name.
    pub id: String,
    /// One of [`FORMATS`].
    pub format: String,
    /// `found` or `none`.
    pub label: String,
    /// Where the URL stands, or what looks like one.
    pub context: String,
    /// The document, if it is a text.
    pub text: Option<String>,
    /// The document, if it is not.
    pub base64: Option<String>,
    /// What a screen finds, each URL before those inside it.
    pub found: Vec<Found>,
    /// How many `data:` URLs there are that fetching makes a network error of.
    #[serde(default)]
    pub refused: usize,
    /// What a reader of the format would do.
    pub why: String,
    /// What decides.
    pub clause: String,
    /// `requested`, `resolved` or `nothing`, where a browser was asked.
    pub chromium: Option<String>,
    /// Where that departs, or is not what happens everywhere.
    pub note: Option<String>,
}

/// A `data:` URL.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The essence of the type that the Fetch Standard gives it.
    pub essence: String,
    /// 1 for one that stands in the document itself.
    pub depth: usize,
    /// What the bytes are, where that is another type.
    pub sniffed: Option<String>,
}

impl Case {
    /// The document's bytes. The lines of a mail end with CR LF.
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

/// All cases, by format; those of the second set behind them.
///
/// # Panics
///
/// If a file does not read.
#[must_use]
pub fn cases() -> Vec<Case> {
    FORMATS.iter().chain([&BLIND]).flat_map(|format| file(&Path::new(FOLDER).join(format!("{format}.toml")))).collect()
}

fn file(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.case
}
