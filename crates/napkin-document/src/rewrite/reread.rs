//! The new document, read once more.
//!
//! Decides: which edits are taken back, since with them a link would not read as it should, or another would not read as it
//! did. Prose has no escapes, and what a reader makes of a place depends on quotes and brackets far away, so that only reading
//! the whole says whether it will do. At first the edit before the trouble is taken back, then, as long as there is any, twice
//! as many around it each time: so the document is read as often as the number of edits has digits in binary, at most.

use super::{Change, Edit, Null, Writer};
use crate::entity::Entity;
use crate::options::Options;
use napkin::Span;
use std::ops::Range;

/// A link as it was read: its place in the outermost document, and its text.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) span: Span,
    /// The text, if it differs from the bytes of the document.
    decoded: Option<String>,
}

impl Read {
    pub(super) fn new(span: Span, text: &str, bytes: &[u8]) -> Self {
        Self { span, decoded: (bytes.get(span.range()) != Some(text.as_bytes())).then(|| text.to_owned()) }
    }

    /// Returns the text; `bytes` is the outermost document.
    pub(super) fn text<'r>(&'r self, bytes: &'r [u8]) -> &'r [u8] {
        self.decoded.as_ref().map_or_else(|| &bytes[self.span.range()], |text| text.as_bytes())
    }
}

/// All links, in the order in which they are rewritten.
pub(super) fn read(entity: &Entity<'_>, options: &Options) -> Vec<Read> {
    let mut null = Null;
    let mut writer = Writer::new(entity.bytes, options, &mut null);
    writer.whole(entity);
    writer.read
}

/// The document with the edits that it can have, and the changes of the others.
pub(super) fn settled(
    entity: &Entity<'_>,
    options: &Options,
    old: &[Read],
    changes: &[Change],
    mut edits: Vec<Edit>,
) -> (Vec<u8>, Vec<usize>) {
    let mut taken_back = Vec::new();
    let mut width = 1;
    loop {
        let bytes = applied(entity.bytes, &edits, changes);
        if edits.is_empty() {
            return (bytes, taken_back);
        }
        let mut found = read(&Entity { bytes: &bytes, ..*entity }, options);
        found.sort_by_key(|link| link.span.start);
        let expected = expected(entity.bytes, old, changes, &edits);
        let blamed = blamed(&expected, (&bytes, &found), &starts(&edits, changes), width);
        if !blamed.contains(&true) {
            return (bytes, taken_back);
        }
        let mut blamed = blamed.into_iter();
        edits.retain(|edit| {
            let stays = !blamed.next().unwrap_or(false);
            if !stays {
                taken_back.push(edit.change);
            }
            stays
        });
        width *= 2;
    }
}

/// The bytes with the edits made, which are in order and apart.
fn applied(bytes: &[u8], edits: &[Edit], changes: &[Change]) -> Vec<u8> {
    let written: usize = edits.iter().map(|edit| edit.text(changes).len()).sum();
    let mut out = Vec::with_capacity(bytes.len() + written);
    let mut done = 0;
    for edit in edits {
        out.extend_from_slice(&bytes[done..edit.span.start]);
        out.extend_from_slice(edit.text(changes).as_bytes());
        done = edit.span.end;
    }
    out.extend_from_slice(&bytes[done..]);
    out
}

/// Where each edit begins in the new document.
fn starts(edits: &[Edit], changes: &[Change]) -> Vec<usize> {
    let (mut old, mut new) = (0, 0);
    let start = |edit: &Edit| {
        let start = new + (edit.span.start - old);
        (old, new) = (edit.span.end, start + edit.text(changes).len());
        start
    };
    edits.iter().map(start).collect()
}

/// A link that the new document should have.
struct Expected<'r> {
    text: &'r [u8],
    place: Span,
    /// Whether it begins and ends there exactly.
    is_exact: bool,
}

impl Expected<'_> {
    /// Returns whether a link of the new document, whose bytes are given, is this link.
    fn is(&self, bytes: &[u8], found: &Read) -> bool {
        let is_there = match self.is_exact {
            true => found.span == self.place,
            // An empty text stands anywhere in the white space around it.
            false if found.span.is_empty() => true,
            false => self.place.start <= found.span.start && found.span.end <= self.place.end,
        };
        is_there && self.text == found.text(bytes)
    }
}

/// Returns the links that the new document should have, in order; `bytes` is the old document.
fn expected<'r>(bytes: &'r [u8], old: &'r [Read], changes: &'r [Change], edits: &[Edit]) -> Vec<Expected<'r>> {
    let starts = starts(edits, changes);
    let mut own = vec![None; old.len()];
    for (number, edit) in edits.iter().enumerate() {
        own[changes[edit.change].number] = Some(number);
    }
    let moved = |at: usize, behind: usize| match behind.checked_sub(1) {
        Some(last) => starts[last] + edits[last].text(changes).len() + (at - edits[last].span.end),
        None => at,
    };
    let written = |number: usize| Span::new(starts[number], starts[number] + edits[number].text(changes).len());
    let one = |(read, own): (&'r Read, Option<usize>)| {
        if let Some(number) = own {
            let text = changes[edits[number].change].new.as_bytes();
            return Expected { text, place: written(number), is_exact: false };
        }
        let behind = edits.partition_point(|edit| edit.span.end <= read.span.start);
        let start = moved(read.span.start, behind);
        match edits.get(behind).filter(|next| next.span.start < read.span.end) {
            None => {
                Expected { text: read.text(bytes), place: Span::new(start, start + read.span.len()), is_exact: true }
            }
            // It shares bytes with another that has changed.
            Some(_) => {
                let place = written(behind);
                let place = Span::new(start.min(place.start), place.end.max(start + read.span.len()));
                Expected { text: read.text(bytes), place, is_exact: false }
            }
        }
    };
    let mut expected: Vec<Expected<'_>> = old.iter().zip(own).map(one).collect();
    expected.sort_by_key(|link| link.place.start);
    expected
}

/// Which edits are at fault, for each of them, where `width` are on either side of what does not read as it should.
fn blamed(expected: &[Expected<'_>], (bytes, found): (&[u8], &[Read]), starts: &[usize], width: usize) -> Vec<bool> {
    let mut blamed = vec![false; starts.len()];
    let mut blame = |at: usize| blamed[around(starts, at, width)].fill(true);
    let (mut expected, mut found) = (expected.iter().peekable(), found.iter().peekable());
    loop {
        match (expected.peek(), found.peek()) {
            (None, None) => return blamed,
            (Some(one), Some(other)) if one.is(bytes, other) => {
                expected.next();
                found.next();
            }
            (Some(one), other) if other.is_none_or(|other| one.place.start <= other.span.start) => {
                blame(one.place.start);
                let place = one.place;
                expected.next();
                found.next_if(|other| other.span.start < place.end.max(place.start + 1));
            }
            (_, other) => {
                if let Some(other) = other {
                    blame(other.span.start);
                }
                found.next();
            }
        }
    }
}

/// The edits around a place of the new document: the last that begins before, or the first of all, and with a larger width
/// those around it.
fn around(starts: &[usize], at: usize, width: usize) -> Range<usize> {
    let nearest = starts.partition_point(|&start| start <= at).saturating_sub(1);
    nearest.saturating_sub(width - 1)..starts.len().min(nearest.saturating_add(width))
}
