//! Parses rows in groups of about a hundred.
//!
//! `rows` parses each text under a standard, and records the place of the parsed text. Under the URL Standard this is the
//! serialization, which differs from the column's text for one URL in ten. Groups are small, so that their data stays in the
//! nearest cache while each column is built by its own loop.

use napkin::whatwg::{self, Parsed};
use napkin::{Error, Reference, Standard};

use crate::blocks::Blocks;
use crate::column::{Column, Place, Text};

/// The number of rows per group; a multiple of 64.
const GROUP: usize = 128;

/// A group of parsed rows.
pub(crate) struct Group<'g> {
    /// The result for each row.
    pub(crate) found: &'g [Found<'g>],
    /// A bit per row, set if the row is a valid reference under the standard.
    read: &'g [u64],
    /// The invalid rows: the index in the group, and the code of the broken rule.
    pub(crate) wrong: &'g [(usize, &'static str)],
}

impl Group<'_> {
    /// Returns the rows in words of up to 64, each with its bits.
    #[inline]
    pub(crate) fn words(&self) -> impl Iterator<Item = (&[Found<'_>], u64)> {
        self.found.chunks(64).zip(self.read.iter().copied())
    }
}

/// A parsed reference, and the place of its text. A null or invalid row has the empty reference, so that loops need no check.
#[derive(Clone, Copy)]
pub(crate) struct Found<'g> {
    pub(crate) reference: Reference<'g>,
    tail: &'g [u8],
    place: Place,
}

impl<'g> Found<'g> {
    const NOTHING: Self = Self { reference: Reference::from_static(""), tail: &[], place: Place::new(0, 0) };

    /// Returns the text of the reference, and its place.
    #[inline]
    pub(crate) fn text(&self) -> Text<'g> {
        Text { text: self.reference.as_str(), tail: self.tail, place: self.place }
    }
}

/// Parses a text under a standard, without a base.
#[inline]
pub(crate) fn parse(text: &str, standard: Standard) -> Result<Parsed<'_>, Error> {
    if standard == Standard::Whatwg {
        return whatwg::parse_borrowed(text, None);
    }
    Reference::parse(text, standard).map(Parsed::Canonical)
}

/// Parses all rows of a column, and passes them to `take` in groups.
pub(crate) fn rows<'a>(column: &Column<'a>, standard: Standard, blocks: &mut Blocks, mut take: impl FnMut(&Group<'_>)) {
    let mut wrong = Vec::new();
    let starts = (0..column.len()).step_by(GROUP);
    let rows = |begin: usize| begin..column.len().min(begin + GROUP);
    if standard == Standard::Whatwg {
        starts.for_each(|begin| urls(rows(begin).map(|row| column.get(row)), blocks, &mut take));
        return;
    }
    let mut found = vec![Found::NOTHING; GROUP.min(column.len())];
    for begin in starts {
        wrong.clear();
        let (mut read, rows) = ([0; GROUP / 64], rows(begin));
        let found = &mut found[..rows.len()];
        for ((place, row), found) in rows.enumerate().zip(&mut *found) {
            let Some(text) = column.get(row) else {
                *found = Found::NOTHING;
                continue;
            };
            (found.tail, found.place) = (text.tail, text.place);
            match found.reference.parse_into(text.text, standard) {
                Ok(()) => read[place / 64] |= 1 << (place % 64),
                Err(error) => wrong.push((place, error.rule().code())),
            }
        }
        take(&Group { found, read: &read, wrong: &wrong });
    }
}

/// Parses a group under the URL Standard; rewritten texts are copied to blocks. The results borrow from the parsed URLs, so they
/// are allocated anew for each group.
fn urls<'a>(texts: impl Iterator<Item = Option<Text<'a>>>, blocks: &mut Blocks, take: &mut impl FnMut(&Group<'_>)) {
    let mut wrong = Vec::new();
    let mut read = [0; GROUP / 64];
    let rows = texts.enumerate().map(|(row, text)| {
        let Text { text, tail, place } = text?;
        let (parsed, tail, place) = match whatwg::parse_borrowed(text, None) {
            Ok(parsed @ Parsed::Canonical(_)) => (parsed, tail, place),
            Ok(parsed @ Parsed::Rewritten(_)) => {
                let place = blocks.keep(parsed.reference().as_str()).place;
                (parsed, &[][..], place)
            }
            Err(error) => {
                wrong.push((row, error.rule().code()));
                return None;
            }
        };
        read[row / 64] |= 1 << (row % 64);
        Some((parsed, tail, place))
    });
    let rows: Vec<Option<(Parsed<'a>, &[u8], Place)>> = rows.collect();
    let found: Vec<Found<'_>> = rows.iter().map(|row| row.as_ref().map_or(Found::NOTHING, found)).collect();
    take(&Group { found: &found, read: &read, wrong: &wrong });
}

#[inline]
fn found<'g>((parsed, tail, place): &'g (Parsed<'_>, &'g [u8], Place)) -> Found<'g> {
    let reference = parsed.reference();
    let tail = if let Parsed::Canonical(_) = parsed { tail } else { reference.as_str().as_bytes() };
    Found { reference, tail, place: *place }
}
