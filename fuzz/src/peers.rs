//! Compares the engine with a peer under the URL Standard, with a table of the differences that the standard decides.
//!
//! Each file here has one peer: its calls, and its deviations.

pub mod ada_url;
pub mod data_url;
pub mod url;

use napkin::whatwg::{Url, can_parse};

use crate::attributes::get;
use crate::whatwg::ATTRIBUTES;

/// The values of [`ATTRIBUTES`], in their order.
pub type Values = [String; ATTRIBUTES.len()];

/// A peer's result for a text and its base.
pub type Peer = fn(&str, Option<&str>) -> Option<Values>;

/// A text, its base, and both results.
#[derive(Debug)]
pub struct Case<'a> {
    /// The text.
    pub text: &'a str,
    /// The base.
    pub base: Option<&'a str>,
    /// The engine's result, or the name of the fatal validation error.
    pub ours: Result<Values, &'static str>,
    /// The peer's result; `None` is failure.
    pub theirs: Option<Values>,
}

/// The pseudo-attribute for a difference in whether the text parses.
pub const PARSING: &str = "parsing";

/// A deviation that the standard decides.
pub struct Departure {
    /// The clause of the standard that decides it, and how.
    pub clause: &'static str,
    /// A text and its base with different results: a counter-example.
    pub example: (&'static str, Option<&'static str>),
    /// The attributes that may differ, including [`PARSING`]. `href` is left out, because it differs whenever another
    /// does.
    pub attributes: &'static [&'static str],
    /// Whether a case has this deviation; as narrow as possible.
    pub applies: fn(&Case<'_>) -> bool,
}

impl<'a> Case<'a> {
    /// Checks that the engine's results agree with each other.
    ///
    /// # Panics
    /// If asking whether the text parses disagrees with parsing.
    #[must_use]
    pub fn new(text: &'a str, base: Option<&'a str>, theirs: Option<Values>) -> Self {
        let ours = base.map(|base| Url::parse(base, None)).transpose().and_then(|base| {
            let url = Url::parse(text, base.as_ref());
            assert_eq!(can_parse(text, base.as_ref()), url.is_ok());
            url
        });
        let ours = ours.map(|url| ATTRIBUTES.map(|attribute| get(&url, attribute)));
        Self { text, base, ours: ours.map_err(|error| error.rule().code()), theirs }
    }

    /// Returns the attributes that differ, except `href`.
    ///
    /// # Panics
    /// If only `href` differs.
    #[must_use]
    pub fn differing(&self) -> Vec<&'static str> {
        let (ours, theirs) = match (&self.ours, &self.theirs) {
            (Err(_), None) => return Vec::new(),
            (Ok(ours), Some(theirs)) => (ours, theirs),
            _ => return vec![PARSING],
        };
        let both = ATTRIBUTES.into_iter().zip(ours.iter().zip(theirs));
        let differing: Vec<&str> = both.filter(|(_, (ours, theirs))| ours != theirs).map(|(name, _)| name).collect();
        assert_ne!(differing, ["href"], "{self:?}");
        differing.into_iter().filter(|&attribute| attribute != "href").collect()
    }

    /// Returns the engine's and the peer's value of an attribute; empty for failure.
    fn values(&self, attribute: &str) -> (&str, &str) {
        let ours = self.ours.as_ref().map_or("", |values| value(values, attribute));
        (ours, self.theirs.as_ref().map_or("", |values| value(values, attribute)))
    }

    /// Returns each text of the case as the basic URL parser reads it: without the characters that it removes first.
    fn texts(&self) -> impl Iterator<Item = String> {
        let clean = |text: &str| {
            let trimmed = text.trim_matches(|c: char| c <= ' ');
            trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
        };
        [self.text].into_iter().chain(self.base).map(clean)
    }

    /// Returns the text as the basic URL parser reads it.
    fn clean(&self) -> String {
        self.texts().next().expect("the text is the first")
    }

    /// Returns whether the case is a `blob` URL whose path, which contains its origin, is serialised or parsed
    /// differently. This needs an explanation too.
    fn is_blob_of_departure(&self, table: &[Departure], peer: Peer) -> bool {
        let (path, theirs) = self.values("pathname");
        let of_path = Case::new(path, None, peer(path, None));
        let is_blob = self.values("protocol") == ("blob:", "blob:");
        if is_blob {
            of_path.assert_explained(table);
        }
        is_blob && (path != theirs || !of_path.differing().is_empty())
    }

    /// Checks the case against the table: each difference has a deviation that explains it.
    fn assert_explained(&self, table: &[Departure]) {
        for attribute in self.differing() {
            let says = |departure: &Departure| departure.attributes.contains(&attribute) && (departure.applies)(self);
            assert!(table.iter().any(says), "{attribute} {self:?}");
        }
    }
}

/// Returns the value of one attribute.
fn value<'v>(values: &'v Values, attribute: &str) -> &'v str {
    &values[ATTRIBUTES.iter().position(|&one| one == attribute).expect("an attribute")]
}

/// Compares the engine with a peer: each difference has a deviation that explains it. A base on which they differ is
/// not used.
///
/// # Panics
/// If no deviation explains a difference.
pub fn assert_alike(text: &str, base: Option<&str>, table: &[Departure], peer: Peer) {
    let mut pairs = vec![(text, None)];
    if let Some(base) = base {
        let alone = Case::new(base, None, peer(base, None));
        alone.assert_explained(table);
        if alone.differing().is_empty() {
            pairs.push((text, Some(base)));
        }
    }
    for (text, base) in pairs {
        Case::new(text, base, peer(text, base)).assert_explained(table);
    }
}

/// Checks that the example of each deviation still differs and matches it. A deviation that a newer peer has mended
/// leaves the table.
///
/// # Panics
/// If an example does not.
pub fn assert_not_stale(table: &[Departure], peer: Peer) {
    for departure in table {
        let (text, base) = departure.example;
        let case = Case::new(text, base, peer(text, base));
        assert!((departure.applies)(&case), "{}: {case:?}", departure.clause);
        let differing = case.differing();
        let stale = departure.attributes.iter().all(|attribute| !differing.contains(attribute));
        assert!(!stale, "stale: {}", departure.clause);
        case.assert_explained(table);
    }
}
