//! Indexes the fields that are requested often, while a header is read, so that no later search is needed.
//!
//! If several fields have the same name, the first counts.

use std::num::NonZeroU32;

/// A field that is indexed while the header is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownField {
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

const COUNT: usize = 9;

impl KnownField {
    /// Returns the known field with this name, in any case.
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        // The length and one letter leave a single candidate.
        let letter = |at: usize| name[at].to_ascii_lowercase();
        let known = match name.len() {
            10 => Self::Id,
            11 => Self::Md5,
            12 if letter(8) == b't' => Self::Type,
            12 => Self::Base,
            16 => Self::Location,
            19 if letter(9) == b'i' => Self::Disposition,
            19 => Self::Description,
            25 if letter(0) == b'c' => Self::TransferEncoding,
            25 => Self::SnapshotLocation,
            _ => return None,
        };
        known.name().eq_ignore_ascii_case(name).then_some(known)
    }

    const fn name(self) -> &'static [u8] {
        match self {
            Self::Base => b"content-base",
            Self::Description => b"content-description",
            Self::Disposition => b"content-disposition",
            Self::Id => b"content-id",
            Self::Location => b"content-location",
            Self::Md5 => b"content-md5",
            Self::SnapshotLocation => b"snapshot-content-location",
            Self::TransferEncoding => b"content-transfer-encoding",
            Self::Type => b"content-type",
        }
    }
}

/// The positions of the known fields of a header, counted from its first field.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownFields([Option<NonZeroU32>; COUNT]);

impl KnownFields {
    /// Records the position of a field, unless an earlier field has the same name.
    pub(crate) fn found(&mut self, known: KnownField, place: usize) {
        let behind = u32::try_from(place + 1).ok().and_then(NonZeroU32::new);
        self.0[known as usize] = self.0[known as usize].or(behind);
    }

    pub(crate) fn of(&self, known: KnownField) -> Option<usize> {
        self.0[known as usize].map(|behind| behind.get() as usize - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case() {
        for known in [
            KnownField::Base,
            KnownField::Description,
            KnownField::Disposition,
            KnownField::Id,
            KnownField::Location,
            KnownField::Md5,
            KnownField::SnapshotLocation,
            KnownField::TransferEncoding,
            KnownField::Type,
        ] {
            let name = known.name();
            assert_eq!(KnownField::of(name), Some(known));
            assert_eq!(KnownField::of(&name.to_ascii_uppercase()), Some(known));
            assert_eq!(KnownField::of(&name[..name.len() - 1]), None);
            assert_eq!(KnownField::of(&[b"-", &name[1..]].concat()), None);
        }
        assert_eq!(
            (KnownField::of(b""), KnownField::of(b"subject"), KnownField::of(b"content-types")),
            (None, None, None)
        );
    }

    #[test]
    fn the_first_field_of_a_name_counts() {
        let mut places = KnownFields::default();
        places.found(KnownField::Id, 7);
        places.found(KnownField::Id, 8);
        places.found(KnownField::Type, 0);
        assert_eq!(
            (places.of(KnownField::Id), places.of(KnownField::Type), places.of(KnownField::Md5)),
            (Some(7), Some(0), None)
        );
    }
}
