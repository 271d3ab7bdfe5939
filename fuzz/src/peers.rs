//! Peers under the URL Standard: what they make of a text beside what the engine makes of it, and a table of the
//! differences that the standard decides.
//!
//! A file here is a peer: how it is asked, and its differences.

pub mod ada_url;
pub mod data_url;
pub mod url;

use napkin::whatwg::{Url, can_parse};

use crate::attributes::get;
use crate::whatwg::ATTRIBUTES;

/// The values of [`ATTRIBUTES`], in their order.
pub type Values = [String; ATTRIBUTES.len()];

/// What a peer makes of a text and its base.
pub type Peer = fn(&str, Option<&str>) -> Option<Values>;

/// A text, what it is parsed against, and what became of it.
#[derive(Debug)]
pub struct Case<'a> {
    /// What was parsed.
    pub text: &'a str,
    /// What against.
    pub base: Option<&'a str>,
    /// By the engine; or the name of the validation error that ends its parser.
    pub ours: Result<Values, &'static str>,
    /// By the peer. `None` is failure.
    pub theirs: Option<Values>,
}

/// Stands for an attribute where it is whether the text parses that differs.
pub const PARSING: &str = "parsing";

/// A difference that the standard decides.
pub struct Departure {
    /// Which part of the standard decides it, and how.
    pub clause: &'static str,
    /// A text and its base that are read differently: counter-example to the peer.
    pub example: (&'static str, Option<&'static str>),
    /// The attributes that may differ; [`PARSING`] is one of them, `href` is not, since it differs with another always.
    pub attributes: &'static [&'static str],
    /// Whether a case is one of these, as narrowly as can be.
    pub applies: fn(&Case<'_>) -> bool,
}

impl<'a> Case<'a> {
    /// The engine's part of the case, which must not contradict itself.
    ///
    /// # Panics
    /// When asking whether the text parses gives another answer than parsing.
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

    /// What differs, but for `href`.
    ///
    /// # Panics
    /// When nothing but `href` does.
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

    /// The value of an attribute, as the engine has it and as the peer has it; empty for failure.
    fn values(&self, attribute: &str) -> (&str, &str) {
        let ours = self.ours.as_ref().map_or("", |values| value(values, attribute));
        (ours, self.theirs.as_ref().map_or("", |values| value(values, attribute)))
    }

    /// Every text of the case, as the basic URL parser reads it: without what it removes first.
    fn texts(&self) -> impl Iterator<Item = String> {
        let clean = |text: &str| {
            let trimmed = text.trim_matches(|c: char| c <= ' ');
            trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
        };
        [self.text].into_iter().chain(self.base).map(clean)
    }

    /// The text, as the basic URL parser reads it.
    fn clean(&self) -> String {
        self.texts().next().expect("the text is the first")
    }

    /// Whether it is a `blob` URL whose path, which has its origin, is written or read differently. That has to be
    /// explained too.
    fn is_blob_of_departure(&self, table: &[Departure], peer: Peer) -> bool {
        let (path, theirs) = self.values("pathname");
        let of_path = Case::new(path, None, peer(path, None));
        let is_blob = self.values("protocol") == ("blob:", "blob:");
        if is_blob {
            of_path.assert_explained(table);
        }
        is_blob && (path != theirs || !of_path.differing().is_empty())
    }

    /// Holds the case against the table: whatever differs has a departure that says so.
    fn assert_explained(&self, table: &[Departure]) {
        for attribute in self.differing() {
            let says = |departure: &Departure| departure.attributes.contains(&attribute) && (departure.applies)(self);
            assert!(table.iter().any(says), "{attribute} {self:?}");
        }
    }
}

/// The value of one attribute.
fn value<'v>(values: &'v Values, attribute: &str) -> &'v str {
    &values[ATTRIBUTES.iter().position(|&one| one == attribute).expect("an attribute")]
}

/// Holds the engine against a peer: whatever differs has a departure that says so. A base that is itself read
/// differently is not parsed against.
///
/// # Panics
/// When something differs that no departure is about.
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

/// Every departure's example is read differently, and is one that the departure is about: what a newer peer does right
/// leaves the table.
///
/// # Panics
/// When one is not.
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
