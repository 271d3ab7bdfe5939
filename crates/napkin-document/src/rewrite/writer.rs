//! Rewrites a document: asks the caller for the new text of each link, and collects the edits. Start at `rewrite`.

use super::callback::{Found, Rewrite};
use super::edit::{At, Edit};
use super::pieces::Pieces;
use super::replacement::place;
use super::report::{Change, Left, LeftReason, Rewritten, TooLong};
use super::reread::{self, Read};
use super::text;
use crate::entity::{Entity, Kind};
use crate::link::Link;
use crate::links::html as pages;
use crate::links::html::Place;
use crate::nested;
use crate::options::Options;
use crate::written::Holder;
use std::collections::HashMap;
use std::mem::take;
use std::ops::ControlFlow;

/// Rewrites a document with the texts that `new` returns for its links; all other bytes are unchanged.
///
/// Links are passed in the order of their first bytes; in Markdown, those of raw HTML come after the others. A link
/// that receives its own text stays as written. The new document is read once more: edits that would read
/// differently, or would change another link, are reverted ([`LeftReason::Misread`]).
///
/// ```
/// use napkin_document::{Entity, rewrite::{Found, rewrite}};
/// let page = Entity::new(b"<a href='x'>");
/// let done = rewrite(&page, &Default::default(), &mut |_: &Found<'_, '_>| Some("it's".to_owned()));
/// assert_eq!(done.bytes, b"<a href='it&#39;s'>");
/// assert_eq!(done.changes[0].old, "x");
/// ```
pub fn rewrite(entity: &Entity<'_>, options: &Options, new: &mut dyn Rewrite) -> Rewritten {
    let mut writer = Writer::new(entity.bytes, options, new);
    let edits = writer.whole(entity);
    writer.settled(entity, edits).into()
}

/// Rewrites a document like [`rewrite`], up to a length of `most` bytes. Never holds anything longer: from the link on
/// that exceeds the limit, no link is passed to `new`. Besides the old document, memory is used for the links and their new
/// texts. Only while it is read once more, the new document is held as well, unless it is an HTML page in UTF-8.
///
/// ```
/// use napkin_document::rewrite::{Found, rewrite_within};
/// use napkin_document::{Entity, Options};
/// let page = Entity::new(b"<a href=a> <a href=b> <a href=c>");
/// let mut long = |_: &Found<'_, '_>| Some("x".repeat(1000));
/// assert!(rewrite_within(&page, &Options::default(), 3100, &mut long).is_ok());
/// assert!(rewrite_within(&page, &Options::default(), 3000, &mut long).is_err());
/// ```
///
/// # Errors
/// Fails if the new document would be longer than `most`, or if `new` has returned `Break`.
pub fn rewrite_within<'d>(
    entity: &Entity<'d>,
    options: &Options,
    most: usize,
    new: &mut dyn Rewrite,
) -> Result<Pieces<'d>, TooLong> {
    let mut writer = Writer::new(entity.bytes, options, new);
    let room = most.checked_sub(entity.bytes.len()).ok_or(TooLong { most })?;
    (writer.room, writer.is_bounded) = (room, true);
    let edits = writer.whole(entity);
    // Escapes of the enclosing documents may have made the new texts longer.
    let grown = |edit: &Edit| edit.text(&writer.changes).len().saturating_sub(edit.span.len());
    let grown: usize = edits.iter().map(grown).sum();
    if writer.is_full || grown > room {
        return Err(TooLong { most });
    }
    Ok(writer.settled(entity, edits))
}

/// Collects the edits of a document and of the documents in it.
pub(super) struct Writer<'w> {
    /// The outermost document.
    bytes: &'w [u8],
    pub(super) options: &'w Options,
    pub(super) new: &'w mut dyn Rewrite,
    before: text::Before,
    /// All links so far.
    pub(super) read: Vec<Read>,
    pub(super) changes: Vec<Change>,
    left: Vec<Left>,
    /// Changes that turned out to be impossible.
    pub(super) undone: HashMap<usize, LeftReason>,
    /// The number of bytes that may still be written.
    room: usize,
    /// Whether a link has exceeded the room, or the rewriter has stopped; no further link is passed.
    is_full: bool,
    /// Whether reading stops once `is_full` is set.
    is_bounded: bool,
}

impl<'w> Writer<'w> {
    pub(super) fn new(bytes: &'w [u8], options: &'w Options, new: &'w mut dyn Rewrite) -> Self {
        let (before, undone) = (text::Before::default(), HashMap::new());
        let (read, changes, left) = (Vec::new(), Vec::new(), Vec::new());
        let (room, is_full, is_bounded) = (usize::MAX, false, false);
        Self { bytes, options, new, before, read, changes, left, undone, room, is_full, is_bounded }
    }

    /// Returns the document with all edits that read back as intended.
    fn settled<'d>(mut self, entity: &Entity<'d>, edits: Vec<Edit>) -> Pieces<'d> {
        let mut edits = self.apart(edits);
        let misread = reread::settle(entity, self.options, &self.read, &self.changes, &mut edits);
        self.undone.extend(misread.into_iter().map(|change| (change, LeftReason::Misread)));
        let links = self.read.len();
        self.read = Vec::new();
        let (changes, left) = self.finish(&mut edits);
        Pieces::new(entity.bytes, edits, changes, left, links)
    }

    /// Returns the edits of a document, in its own bytes.
    pub(super) fn document(&mut self, kind: Kind, at: &At<'_>) -> Vec<Edit> {
        let options = self.options;
        let mut edits = Vec::new();
        let mut one = |link: &Link<'_>, edits: &mut Vec<Edit>| {
            edits.extend(self.link(link, at));
            self.flow()
        };
        let _ = match kind {
            Kind::Html => pages::places(at.bytes, options, &mut |place| self.place_of_page(place, at, &mut edits)),
            Kind::Svg | Kind::Xml => return self.xml(at),
            Kind::Markdown => return self.markdown(at),
            // Links in message parts cannot be written through the encodings of the parts.
            Kind::Mail | Kind::Mhtml => {
                let message = Entity::unknown(at.bytes).with_kind(kind);
                crate::collect_links(&message, options).iter().try_for_each(|link| one(link, &mut edits))
            }
            // Links of documents in JSON are reported as unwritable.
            _ => {
                let document = Entity::unknown(at.bytes).with_kind(kind);
                nested::read(&document, None, options, &mut (), &mut |link| one(&link, &mut edits))
            }
        };
        edits
    }

    /// Returns whether to read on.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.is_bounded && self.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub(super) fn place_of_page(&mut self, place: Place<'_>, at: &At<'_>, edits: &mut Vec<Edit>) -> ControlFlow<()> {
        match place {
            Place::Link(link, _) => edits.extend(self.link(&link, at)),
            Place::Document { text, level, span } if at.depth < self.options.limits.documents => {
                edits.extend(self.in_attribute(&text, &level, span, at));
            }
            Place::Document { .. } | Place::Limit(_) => {}
        }
        self.flow()
    }

    pub(super) fn link(&mut self, link: &Link<'_>, at: &At<'_>) -> Option<Edit> {
        let (number, span) = (self.read.len(), (at.outward)(link.span));
        self.read.push(Read::new(span, &link.text, self.bytes));
        if self.is_full {
            return None;
        }
        let ControlFlow::Continue(new) = self.new.link(&Found { link, span, outward: at.outward }) else {
            self.is_full = true;
            return None;
        };
        let new = new.filter(|new| *new != link.text)?;
        if !self.makes_room(new.len().saturating_sub(link.span.len())) {
            return None;
        }
        let context = || link.context.clone().into_owned();
        let Some((place, text, held)) = place(at.bytes, &self.before, link, &new, at.style, self.options) else {
            let (old, reason) = (link.text.to_string(), LeftReason::Unwritable);
            self.left.push(Left { span, old, new, reason, context: context() });
            return None;
        };
        if text.as_bytes() == &at.bytes[place.range()] {
            return None;
        }
        if matches!(link.written.holder, Holder::Text | Holder::MarkdownText { .. }) {
            self.before.put(at.bytes, place, &text);
        }
        let change = self.changes.len();
        let escaped = (text != held).then_some(text);
        if !self.makes_room(escaped.as_ref().map_or(0, |text| text.len().saturating_sub(new.len()))) {
            return None;
        }
        self.changes.push(Change { number, span, old: link.text.to_string(), new: held, context: context() });
        Some(Edit { span: place, escaped, change })
    }

    /// Returns whether `bytes` more bytes may be written.
    fn makes_room(&mut self, bytes: usize) -> bool {
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Returns the edits without those that overlap an earlier edit.
    fn apart(&mut self, mut edits: Vec<Edit>) -> Vec<Edit> {
        let mut done = 0;
        edits.retain(|edit| {
            let is_apart = done <= edit.span.start;
            if is_apart {
                done = edit.span.end;
            } else {
                self.undone.insert(edit.change, LeftReason::Overlaps);
            }
            is_apart
        });
        edits
    }

    /// Returns the changes and the unchanged links, each in document order, and renumbers the edits that were made.
    fn finish(mut self, edits: &mut [Edit]) -> (Vec<Change>, Vec<Left>) {
        let undone = self.undone;
        let mut order: Vec<usize> = (0..self.changes.len()).filter(|at| !undone.contains_key(at)).collect();
        order.sort_by_key(|&at| self.changes[at].span.start);
        let mut places = vec![0; self.changes.len()];
        order.iter().enumerate().for_each(|(place, &at)| places[at] = place);
        edits.iter_mut().for_each(|edit| edit.change = places[edit.change]);
        let mut reasons = (0..self.changes.len()).map(|at| undone.get(&at));
        let mut taken_back = Vec::new();
        self.changes.retain_mut(|change| {
            let Some(&reason) = reasons.next().flatten() else { return true };
            let (old, new, context) = (take(&mut change.old), take(&mut change.new), change.context.clone());
            taken_back.push(Left { span: change.span, old, new, reason, context });
            false
        });
        self.changes.sort_by_key(|change| change.span.start);
        self.left.append(&mut taken_back);
        self.left.sort_by_key(|left| left.span.start);
        (self.changes, self.left)
    }
}
