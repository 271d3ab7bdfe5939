//! Decoded bytes with a map back to their source.
//!
//! `ByteBuilder` records the units of a [`Level`], as `map::Builder` does for text. It works on bytes, because a header field
//! may hold any encoding.

use napkin::Span;
use napkin::map::{Level, Unit, Units};
use std::sync::Arc;

/// Builds bytes with a map to their source. The source places may come in any order.
pub(crate) struct ByteBuilder {
    pub(crate) bytes: Vec<u8>,
    units: Units,
    origin: usize,
    /// The place in the source where the next run is expected.
    at: usize,
    /// The part of the source that has been used.
    cover: Option<Span>,
}

impl ByteBuilder {
    /// Creates a builder for bytes whose source begins at `origin`.
    pub(crate) fn new(origin: usize) -> Self {
        Self { bytes: Vec::new(), units: Units::default(), origin, at: origin, cover: None }
    }

    /// Appends unchanged bytes from `start` of the source.
    pub(crate) fn run(&mut self, raw: &[u8], start: usize) {
        if raw.is_empty() {
            return;
        }
        self.go(start);
        self.bytes.extend_from_slice(raw);
        self.pass(Span::new(start, start + raw.len()));
    }

    /// Appends the bytes that a piece of the source decodes to.
    pub(crate) fn unit(&mut self, bytes: &[u8], source: Span) {
        self.go(source.start);
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.units.push(Unit { text: Span::new(start, self.bytes.len()), source });
        self.pass(source);
    }

    fn go(&mut self, start: usize) {
        if start != self.at {
            let here = self.bytes.len();
            let source = Span::new(self.at.min(start), start);
            self.units.push(Unit { text: Span::new(here, here), source });
        }
    }

    fn pass(&mut self, source: Span) {
        self.at = source.end;
        self.cover = Some(
            self.cover.map_or(source, |cover| Span::new(cover.start.min(source.start), cover.end.max(source.end))),
        );
    }

    /// Returns the bytes and their map.
    pub(crate) fn finish(self) -> Mapped {
        let cover = self.cover.unwrap_or(Span::new(self.origin, self.origin));
        Mapped { bytes: self.bytes, level: Level::new(self.origin, self.units), cover }
    }
}

/// Bytes with a map to their source.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    pub(crate) bytes: Vec<u8>,
    pub(crate) level: Level,
    /// The span of the source that the bytes were decoded from.
    pub(crate) cover: Span,
}

impl Mapped {
    /// Returns the result of `change`, mapped to the same source. `change` gets these bytes and a builder whose source they are.
    pub(crate) fn map(&self, change: impl FnOnce(&[u8], &mut ByteBuilder)) -> Self {
        let mut built = ByteBuilder::new(0);
        change(&self.bytes, &mut built);
        let inner = built.finish();
        Self { bytes: inner.bytes, level: inner.level.within(&Arc::new(self.level.clone())), cover: self.cover }
    }

    /// Replaces ill-formed UTF-8 by U+FFFD, so that places in the bytes are also places in the text.
    pub(crate) fn into_utf8(self) -> Self {
        if std::str::from_utf8(&self.bytes).is_ok() {
            return self;
        }
        self.map(|bytes, built| {
            let mut at = 0;
            for chunk in bytes.utf8_chunks() {
                built.run(chunk.valid().as_bytes(), at);
                at += chunk.valid().len();
                if !chunk.invalid().is_empty() {
                    built.unit("\u{fffd}".as_bytes(), Span::new(at, at + chunk.invalid().len()));
                    at += chunk.invalid().len();
                }
            }
        })
    }

    /// Returns the bytes as text, with ill-formed UTF-8 replaced.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}
