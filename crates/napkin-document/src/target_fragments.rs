//! The fragments that hyperlinks of Office Open XML keep apart from their targets. Start with `TargetFragments`.

use napkin::percent::{encode, escape_at, iri};
use std::collections::{BTreeSet, HashMap};

/// The fragments that the hyperlinks of a part add to the targets of its relationships: `w:anchor` of word processing, `location` of
/// spreadsheets (ISO/IEC 29500-1 sections 17.16.22 and 18.3.1.47). The targets are in another member of the package.
///
/// The standard lets `w:anchor` count only without a target. Word, LibreOffice and python-docx append it to the target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetFragments {
    /// By the identifier of the relationship; `""` is a use without a fragment.
    uses: HashMap<String, BTreeSet<String>>,
}

impl TargetFragments {
    /// Notes that an element uses a relationship, with a place in its target unless that is empty.
    pub(crate) fn add(&mut self, relationship: String, place: &str) {
        self.uses.entry(relationship).or_default().insert(fragment(place));
    }

    /// Iterates over the relationships, with their fragments in order. An empty one is a use without a fragment.
    pub(crate) fn by_relationship(&self) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        self.uses.iter().map(|(relationship, fragments)| (&**relationship, fragments))
    }

    /// Forgets the relationships without a fragment. Returns `None` if none is left.
    pub(crate) fn known(mut self) -> Option<Self> {
        self.uses.retain(|_, fragments| fragments.iter().any(|fragment| !fragment.is_empty()));
        (!self.uses.is_empty()).then_some(self)
    }
}

/// Returns the name of a place in an office document as a fragment: a bookmark, a range of cells, or what is a fragment already. Word and Excel
/// show it as it is.
pub(crate) fn fragment(place: &str) -> String {
    let bytes = place.as_bytes();
    let is_encoded = memchr::memchr_iter(b'%', bytes).all(|at| escape_at(bytes, at).is_some());
    let pieces: Vec<_> = place.split('%').map(|piece| encode(piece, iri::FRAGMENT).into_string()).collect();
    pieces.join(if is_encoded { "%" } else { "%25" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_places_become_fragments() {
        for (place, expected) in [
            ("beer", "beer"),
            ("'My Sheet'!A1:B2", "'My%20Sheet'!A1:B2"),
            ("[Book.xlsx]Sheet!A1#x", "%5BBook.xlsx%5DSheet!A1%23x"),
            ("a%20b", "a%20b"),
            ("100% b%20c", "100%25%20b%2520c"),
            ("stra\u{df}e", "stra\u{df}e"),
        ] {
            assert_eq!(fragment(place), expected);
        }
    }
}
