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
const GROUP: usize = 256;

/// What has become of a row.
pub(crate) enum Row<'a> {
    /// There was no text.
    Null,
    /// The text is no reference, or no URL, of the standard.
    Wrong(Error),
    /// It is one.
    Right(Parsed<'a>, &'a [u8], Place),
}

impl Row<'_> {
    /// What was read, and the text with its place.
    #[inline]
    pub(crate) fn reference(&self) -> Option<(Reference<'_>, Text<'_>)> {
        let Self::Right(parsed, tail, place) = self else { return None };
        let reference = parsed.reference();
        let tail = if let Parsed::Canonical(_) = parsed { tail } else { reference.as_str().as_bytes() };
        Some((reference, Text { text: reference.as_str(), tail, place: *place }))
    }
}

/// Reads a text; what is rewritten is kept among the blocks.
#[inline]
pub(crate) fn row<'a>(text: Option<Text<'a>>, standard: Standard, blocks: &mut Blocks) -> Row<'a> {
    let Some(Text { text, tail, place }) = text else { return Row::Null };
    let parsed = if standard == Standard::Whatwg {
        whatwg::read(text, None)
    } else {
        Reference::parse(text, standard).map(Parsed::Canonical)
    };
    match parsed {
        Err(error) => Row::Wrong(error),
        Ok(parsed @ Parsed::Canonical(_)) => Row::Right(parsed, tail, place),
        Ok(parsed @ Parsed::Rewritten(_)) => {
            let place = blocks.keep(parsed.reference().as_str());
            Row::Right(parsed, &[], place)
        }
    }
}

/// Reads all rows of a column, and hands them out in groups.
pub(crate) fn rows<'a>(
    column: &Column<'a>,
    standard: Standard,
    blocks: &mut Blocks,
    mut take: impl FnMut(&[Row<'a>]),
) {
    let mut group = Vec::with_capacity(GROUP.min(column.len()));
    for begin in (0..column.len()).step_by(GROUP) {
        let end = column.len().min(begin + GROUP);
        group.clear();
        group.extend((begin..end).map(|number| row(column.get(number), standard, blocks)));
        take(&group);
    }
}
