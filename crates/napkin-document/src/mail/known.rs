//! The fields that are asked for by name, again and again.
//!
//! Decides: which fields a header is searched for as it is read, so that none of them is looked for afterwards. Of several fields of one
//! name the first counts.

use std::num::NonZeroUsize;

/// A field that is found as the header is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Base,
    Description,
    Disposition,
    Id,
    Location,
    Md5,
    SnapshotLocation,
    TransferEncoding,
    Type,
}

/// All of them with their names.
const NAMES: [(Known, &[u8]); COUNT] = [
    (Known::Type, b"content-type"),
    (Known::TransferEncoding, b"content-transfer-encoding"),
    (Known::Disposition, b"content-disposition"),
    (Known::Id, b"content-id"),
    (Known::Description, b"content-description"),
    (Known::Location, b"content-location"),
    (Known::Base, b"content-base"),
    (Known::Md5, b"content-md5"),
    (Known::SnapshotLocation, b"snapshot-content-location"),
];

const COUNT: usize = 9;

/// `Content-ID`
const SHORTEST: usize = 10;

impl Known {
    /// The one of this name, in any case.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        // Most names of a header are shorter or begin otherwise, and are done with here.
        if name.len() < SHORTEST || !matches!(name[0], b'C' | b'c' | b'S' | b's') {
            return None;
        }
        NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|&(known, _)| known)
    }
}

/// Where the known fields of a header stand, among the fields of the message.
#[derive(Clone, Debug, Default)]
pub(super) struct Places([Option<NonZeroUsize>; COUNT]);

impl Places {
    /// A field of this name stands at this place.
    pub(super) fn found(&mut self, known: Known, place: usize) {
        self.0[known as usize] = self.0[known as usize].or(NonZeroUsize::new(place + 1));
    }

    pub(super) fn of(&self, known: Known) -> Option<usize> {
        self.0[known as usize].map(|place| place.get() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case() {
        for (known, name) in NAMES {
            assert_eq!(Known::of(name), Some(known));
            assert_eq!(Known::of(&name.to_ascii_uppercase()), Some(known));
            assert_eq!(Known::of(&name[..name.len() - 1]), None);
        }
        assert_eq!((Known::of(b""), Known::of(b"subject"), Known::of(b"content-types")), (None, None, None));
    }

    #[test]
    fn the_first_field_of_a_name_counts() {
        let mut places = Places::default();
        places.found(Known::Id, 7);
        places.found(Known::Id, 8);
        places.found(Known::Type, 0);
        assert_eq!((places.of(Known::Id), places.of(Known::Type), places.of(Known::Md5)), (Some(7), Some(0), None));
    }
}
