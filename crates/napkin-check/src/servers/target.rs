//! Targets, and what is wanted of them.

use std::collections::{BTreeMap, BTreeSet};

/// The targets of a run: URLs without fragments.
pub(crate) type Targets = BTreeMap<String, Wanted>;

/// What is wanted of a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The fragments that links add.
    pub(crate) fragments: BTreeSet<String>,
    /// Whether its own links will be checked.
    pub(crate) keeps: bool,
}

impl Wanted {
    /// Returns whether something is looked up in the body.
    pub(super) fn needs_body(&self) -> bool {
        self.keeps || self.fragments.iter().any(|fragment| !fragment.is_empty())
    }
}

/// Returns the scheme and the authority of a URL.
pub(crate) fn host(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    &url[..end]
}
