//! Rows that have been read, some hundred at a time.
//!
//! Decides: how a text is read under each standard, and where the text that was read stands. Under the URL Standard the text of a
//! URL is the serialised one, which for one in ten is not the one that is in the column. Rows are read in small groups, so that
//! what a group's columns are made of stays in the nearest cache, and each column is made by a loop of its own.

use napkin::whatwg::{self, Parsed};
use napkin::{Error, Reference, Standard};

use crate::blocks::Blocks;
use crate::column::{Column, Place, Text};

/// How many rows are read before their columns are made; a multiple of 64.
const GROUP: usize = 128;

/// Rows that have been read.
pub(crate) struct Group<'g> {
    /// What was found in each.
    pub(crate) found: &'g [Found<'g>],
    /// A bit for each row, set where it is a reference of the standard.
    read: &'g [u64],
    /// The rows that are wrong, by their number in the group, and the code of the rule that each breaks.
    pub(crate) wrong: &'g [(usize, &'static str)],
}

impl Group<'_> {
    /// Up to 64 rows at a time, with their bits.
    #[inline]
    pub(crate) fn words(&self) -> impl Iterator<Item = (&[Found<'_>], u64)> {
        self.found.chunks(64).zip(self.read.iter().copied())
    }
}

/// What was read of a row, and where its text stands; in a row that is null or wrong the empty reference, so that no loop needs to ask.
#[derive(Clone, Copy)]
pub(crate) struct Found<'g> {
    pub(crate) reference: Reference<'g>,
    tail: &'g [u8],
    place: Place,
}

impl<'g> Found<'g> {
    const NOTHING: Self = Self { reference: Reference::from_static(""), tail: &[], place: Place::new(0, 0) };

    /// The text of the reference, and where it stands.
    #[inline]
    pub(crate) fn text(&self) -> Text<'g> {
        Text { text: self.reference.as_str(), tail: self.tail, place: self.place }
    }
}

/// Reads a text by a standard; alone, not against a base.
#[inline]
pub(crate) fn parse(text: &str, standard: Standard) -> Result<Parsed<'_>, Error> {
    if standard == Standard::Whatwg {
        return whatwg::parse_borrowed(text, None);
    }
    Reference::parse(text, standard).map(Parsed::Canonical)
}

/// Reads all rows of a column, and hands them out in groups.
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

/// A group of the URL Standard, of which some texts are rewritten: these are kept among the blocks. What was found is borrowed from what
/// was read, and so made anew for each group.
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
