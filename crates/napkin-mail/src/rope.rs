//! A text in pieces, some of which produce more bytes than they store.
//!
//! Lets a text that contains a large object be compared, counted and digested without being in memory.

mod body_form;

pub(crate) use self::body_form::{BodyForm, Break, LONGEST};

use crate::object_bytes::Content;
use napkin::Span;
use std::borrow::Cow;

/// A piece of a text.
#[derive(Clone, Debug)]
pub(crate) enum Piece<'p> {
    Bytes(Cow<'p, [u8]>),
    /// The encoded body of an object.
    Body(BodyForm, Content<'p>),
}

impl Piece<'_> {
    /// Passes the bytes to `take` piece by piece while it returns true. Returns whether it accepted them all.
    fn each(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        match self {
            Self::Bytes(bytes) => take(bytes),
            Self::Body(form, content) => form.each(content, take),
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Body(form, content) => form.length(usize::try_from(content.length()).unwrap_or(usize::MAX)),
        }
    }
}

/// A text in pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rope<'p>(Vec<Piece<'p>>);

impl<'p> Rope<'p> {
    /// Creates a text of one piece.
    pub(crate) fn of(bytes: impl Into<Cow<'p, [u8]>>) -> Self {
        Self(vec![Piece::Bytes(bytes.into())])
    }

    /// Creates a text with some spans replaced; the spans do not overlap.
    pub(crate) fn spliced(bytes: &'p [u8], mut edits: Vec<(Span, Self)>) -> Self {
        edits.sort_by_key(|(span, _)| *span);
        let mut rope = Self::default();
        let mut done = 0;
        for (span, text) in edits {
            rope.push(Piece::Bytes(bytes[done..span.start.max(done)].into()));
            rope.0.extend(text.0);
            done = span.end.max(done);
        }
        rope.push(Piece::Bytes(bytes[done..].into()));
        rope
    }

    pub(crate) fn push(&mut self, piece: Piece<'p>) {
        self.0.push(piece);
    }

    /// Passes the bytes to `take` piece by piece while it returns true. Returns whether it accepted them all.
    pub(crate) fn each(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        self.0.iter().all(|piece| piece.each(take))
    }

    /// Like [`each`](Self::each), without the first `skipped` bytes.
    pub(crate) fn each_behind(&self, mut skipped: usize, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        self.each(&mut |piece| {
            let here = skipped.min(piece.len());
            skipped -= here;
            take(&piece[here..])
        })
    }

    /// Returns whether the text has exactly these bytes.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        self.is_behind(0, bytes)
    }

    /// Returns whether the text has exactly these bytes after the first `skipped` bytes.
    pub(crate) fn is_behind(&self, skipped: usize, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        let is_start = self.each_behind(skipped, &mut |piece| match rest.split_at_checked(piece.len()) {
            Some((here, behind)) if here == piece => {
                rest = behind;
                true
            }
            _ => false,
        });
        is_start && rest.is_empty()
    }

    /// Returns the bytes. They are built in the memory of the largest object, if the text is the only owner.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        let lengths: Vec<usize> = self.0.iter().map(Piece::length).collect();
        let total = lengths.iter().sum();
        let largest = (0..self.0.len()).filter(|&place| matches!(self.0[place], Piece::Body(..)));
        let (mut bytes, mut in_place) = (Vec::new(), None);
        if let Some(place) = largest.max_by_key(|&place| lengths[place])
            && let Piece::Body(form, content) = std::mem::replace(&mut self.0[place], Piece::Bytes(Cow::default()))
        {
            match content.into_unique() {
                Ok(object) => (bytes, in_place) = (object, Some((place, form))),
                Err(content) => self.0[place] = Piece::Body(form, content),
            }
        }
        let object = bytes.len();
        bytes.reserve_exact(total - object);
        bytes.resize(total, 0);
        if let Some((place, form)) = in_place {
            form.encode_in_place(&mut bytes, object, lengths[..place].iter().sum());
        }
        let mut rest = &mut bytes[..];
        for (place, piece) in self.0.iter().enumerate() {
            let (mut here, behind) = rest.split_at_mut(lengths[place]);
            piece.each(&mut |piece| {
                here.split_off_mut(..piece.len()).is_some_and(|part| {
                    part.copy_from_slice(piece);
                    true
                })
            });
            rest = behind;
        }
        bytes
    }

    /// Returns the header and the empty line after it, as mailboxes read it: up to the first empty line, or the whole
    /// text.
    pub(crate) fn header(&self) -> Vec<u8> {
        let mut header = Vec::new();
        // The beginning of the unfinished line.
        let mut line = 0;
        self.each(&mut |piece| {
            for part in piece.split_inclusive(|&byte| byte == b'\n') {
                header.extend_from_slice(part);
                if !part.ends_with(b"\n") {
                    continue;
                }
                if matches!(&header[line..], b"\n" | b"\r\n") {
                    return false;
                }
                line = header.len();
            }
            true
        });
        header
    }

    /// Replaces the first `length` bytes.
    pub(crate) fn with_start(self, length: usize, start: Vec<u8>) -> Self {
        let mut rope = Self::of(start);
        let mut skipped = length;
        for piece in self.0 {
            match piece {
                Piece::Body(..) if skipped == 0 => rope.push(piece),
                Piece::Bytes(bytes) => {
                    let here = skipped.min(bytes.len());
                    skipped -= here;
                    rope.push(Piece::Bytes(match bytes {
                        Cow::Borrowed(bytes) => bytes[here..].into(),
                        Cow::Owned(bytes) => bytes[here..].to_vec().into(),
                    }));
                }
                body @ Piece::Body(..) => {
                    let bytes = Self(vec![body]).into_bytes();
                    let here = skipped.min(bytes.len());
                    skipped -= here;
                    rope.push(Piece::Bytes(bytes[here..].to_vec().into()));
                }
            }
        }
        rope
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header_line::body_start;
    use proptest::prelude::*;

    proptest! {
        /// The bytes do not depend on which pieces own their objects.
        #[test]
        fn ropes_with_objects_become_their_bytes(
            pieces in prop::collection::vec(
                (0_usize..200_000, 0_usize..4, 1_usize..100, any::<bool>(), 0_usize..3), 1..4,
            ),
        ) {
            let break_of = |has_return| if has_return { Break::CrLf } else { Break::Lf };
            let (mut rope, mut shared) = (Rope::of(&b"head"[..]), Vec::new());
            for (length, how, line, has_return, tail) in pieces {
                let object: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
                let object = Content::owned(object);
                if how == 0 {
                    shared.push(object.clone());
                }
                let form = BodyForm::Base64 { line, line_break: break_of(has_return), tail };
                rope.push(Piece::Body(if how == 1 { BodyForm::Same } else { form }, object));
                rope.push(Piece::Bytes(b"between".into()));
            }
            let mut expected = Vec::new();
            rope.each(&mut |piece| { expected.extend_from_slice(piece); true });
            prop_assert!(rope.into_bytes() == expected);
        }

        /// Header and body do not depend on how a text is cut into pieces.
        #[test]
        fn ropes_are_read_as_their_bytes(
            pieces in prop::collection::vec("[a\r\n]{0,4}", 0..8), skipped in 0_usize..20, start in "[b]{0,3}",
        ) {
            let bytes = pieces.concat().into_bytes();
            let mut rope = Rope::default();
            pieces.iter().for_each(|piece| rope.push(Piece::Bytes(piece.as_bytes().into())));
            prop_assert_eq!(&rope.header()[..], &bytes[..body_start(&bytes)]);
            let skipped = skipped.min(bytes.len());
            let mut rest = Vec::new();
            rope.each_behind(skipped, &mut |piece| { rest.extend_from_slice(piece); true });
            prop_assert_eq!(&rest[..], &bytes[skipped..]);
            prop_assert!(rope.is(&bytes));
            let mut other = bytes.clone();
            other.push(b'x');
            prop_assert!(!rope.is(&other));
            let changed = rope.with_start(skipped, start.clone().into_bytes()).into_bytes();
            prop_assert_eq!(changed, [start.as_bytes(), &bytes[skipped..]].concat());
        }
    }
}
