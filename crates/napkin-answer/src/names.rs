//! Parses the names of standards and of kinds of documents in options.

use std::str::FromStr;

use napkin::Standard;
use napkin_document::Kind;

/// The standards under which a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standards {
    /// One standard.
    One(Standard),
    /// Each standard in turn; every record is answered once per standard.
    All,
}

impl Default for Standards {
    fn default() -> Self {
        Self::One(Standard::Rfc3986)
    }
}

impl Standards {
    /// Returns the standards in their order.
    #[must_use]
    pub fn list(&self) -> &[Standard] {
        match self {
            Self::One(standard) => std::slice::from_ref(standard),
            Self::All => Standard::ALL,
        }
    }
}

impl FromStr for Standards {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "all" => Ok(Self::All),
            _ => name.parse().map(Self::One).map_err(|_| "expected draft1997, rfc3986, rfc3987, whatwg or all".into()),
        }
    }
}

/// The name that asks to detect the kind by the document's name, or else by its content.
pub const AUTO: &str = "auto";

/// Returns the kind of document with this name; `None` for [`AUTO`].
///
/// # Errors
/// No kind has this name.
pub fn kind(name: &str) -> Result<Option<Kind>, String> {
    match name {
        AUTO => Ok(None),
        "js" => Ok(Some(Kind::JavaScript)),
        _ => {
            let found = Kind::ALL.into_iter().find(|kind| kind.name() == name);
            found.map(Some).ok_or_else(|| format!("invalid variant: {name}"))
        }
    }
}

/// Returns the kind of a document: the given kind, else by its name, else by its content.
#[must_use]
pub fn kind_of(given: Option<Kind>, name: &str, bytes: &[u8]) -> Kind {
    given.or_else(|| Kind::of_name(name)).unwrap_or_else(|| Kind::of_content(bytes))
}
