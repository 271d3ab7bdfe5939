//! Rows that have been read, some hundred at a time.
//!
//! Decides: how a text is read under each standard, and where the text that was read stands. Under the URL Standard the text of a
//! URL is the serialised one, which for one in ten is not the one that is in the column. Rows are read in small groups, so that
//! what a group's columns are made of stays in the nearest cache, and each column is made by a loop of its own.

use napkin::whatwg::{self, Parsed};
use napkin::{Error, Reference, Standard};

use crate::column::{Column, Place, Text};
use crate::texts::Blocks;

/// How many rows are read before their columns are made.
const GROUP: usize = 128;

/// What has become of a row.
pub(crate) enum Row<'a> {
    /// There was no text.
    Null,
    /// The text is no reference, or no URL, of the standard.
    Wrong(Error),
    /// It is one, and stands there.
    Right(Parsed<'a>, &'a [u8], Place),
}

/// What was read of a row, and where its text stands. Flat, since each column's loop goes through them.
#[derive(Clone, Copy)]
pub(crate) struct Found<'g> {
    pub(crate) reference: Reference<'g>,
    pub(crate) text: Text<'g>,
}

impl Row<'_> {
    #[inline]
    fn found(&self) -> Option<Found<'_>> {
        let Self::Right(parsed, tail, place) = self else { return None };
        let reference = parsed.reference();
        let text = reference.as_str();
        let tail = if let Parsed::Canonical(_) = parsed { tail } else { text.as_bytes() };
        Some(Found { reference, text: Text { text, tail, place: *place } })
    }
}

/// Reads a text by a standard; alone, not against a base.
#[inline]
pub(crate) fn parse(text: &str, standard: Standard) -> Result<Parsed<'_>, Error> {
    if standard == Standard::Whatwg {
        return whatwg::read(text, None);
    }
    Reference::parse(text, standard).map(Parsed::Canonical)
}

/// Reads the text of a row; what is rewritten is kept among the blocks.
#[inline]
fn row<'a>(text: Option<Text<'a>>, standard: Standard, blocks: &mut Blocks) -> Row<'a> {
    let Some(Text { text, tail, place }) = text else { return Row::Null };
    match parse(text, standard) {
        Err(error) => Row::Wrong(error),
        Ok(parsed @ Parsed::Canonical(_)) => Row::Right(parsed, tail, place),
        Ok(parsed @ Parsed::Rewritten(_)) => {
            let place = blocks.keep(parsed.reference().as_str()).place;
            Row::Right(parsed, &[], place)
        }
    }
}

/// Reads all rows of a column, and hands them out in groups: all rows, and beside each what was found.
pub(crate) fn rows<'a>(
    column: &Column<'a>,
    standard: Standard,
    blocks: &mut Blocks,
    mut take: impl FnMut(&[Row<'a>], &[Option<Found<'_>>]),
) {
    let mut group = Vec::with_capacity(GROUP.min(column.len()));
    for begin in (0..column.len()).step_by(GROUP) {
        let end = column.len().min(begin + GROUP);
        group.clear();
        group.extend((begin..end).map(|number| row(column.get(number), standard, blocks)));
        let found: Vec<Option<Found<'_>>> = group.iter().map(Row::found).collect();
        take(&group, &found);
    }
}
