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

/// Rows that have been read.
pub(crate) struct Group<'g> {
    /// What was found in each; nothing in a row that is null or wrong.
    pub(crate) found: &'g [Option<Found<'g>>],
    /// The rows that are wrong, by their number in the group, and the code of the rule that each breaks.
    pub(crate) wrong: &'g [(usize, &'static str)],
}

/// What was read of a row, and where its text stands. Flat, since each column's loop goes through them.
#[derive(Clone, Copy)]
pub(crate) struct Found<'g> {
    pub(crate) reference: Reference<'g>,
    pub(crate) text: Text<'g>,
}

/// Reads a text by a standard; alone, not against a base.
#[inline]
pub(crate) fn parse(text: &str, standard: Standard) -> Result<Parsed<'_>, Error> {
    if standard == Standard::Whatwg {
        return whatwg::read(text, None);
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
    let mut found = Vec::with_capacity(GROUP.min(column.len()));
    for begin in starts {
        found.clear();
        wrong.clear();
        found.extend(rows(begin).map(|row| {
            let text = column.get(row)?;
            match Reference::parse(text.text, standard) {
                Ok(reference) => Some(Found { reference, text }),
                Err(error) => {
                    wrong.push((row - begin, error.rule().code()));
                    None
                }
            }
        }));
        take(&Group { found: &found, wrong: &wrong });
    }
}

/// A group of the URL Standard, of which some texts are rewritten: these are kept among the blocks. What was found is borrowed from what
/// was read, and so made anew for each group.
fn urls<'a>(texts: impl Iterator<Item = Option<Text<'a>>>, blocks: &mut Blocks, take: &mut impl FnMut(&Group<'_>)) {
    let mut wrong = Vec::new();
    let read = texts.enumerate().map(|(row, text)| {
        let Text { text, tail, place } = text?;
        match whatwg::read(text, None) {
            Ok(parsed @ Parsed::Canonical(_)) => Some((parsed, tail, place)),
            Ok(parsed @ Parsed::Rewritten(_)) => {
                let place = blocks.keep(parsed.reference().as_str()).place;
                Some((parsed, &[][..], place))
            }
            Err(error) => {
                wrong.push((row, error.rule().code()));
                None
            }
        }
    });
    let read: Vec<Option<(Parsed<'a>, &[u8], Place)>> = read.collect();
    let found: Vec<Option<Found<'_>>> = read.iter().map(|row| row.as_ref().map(found)).collect();
    take(&Group { found: &found, wrong: &wrong });
}

#[inline]
fn found<'g>((parsed, tail, place): &'g (Parsed<'_>, &'g [u8], Place)) -> Found<'g> {
    let reference = parsed.reference();
    let text = reference.as_str();
    let tail = if let Parsed::Canonical(_) = parsed { tail } else { text.as_bytes() };
    Found { reference, text: Text { text, tail, place: *place } }
}
