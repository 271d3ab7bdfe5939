//! Bytes that were decoded from other bytes, with the way back.
//!
//! Decides: nothing but the units of a [`Level`]: what `map::Builder` is to text, this is to bytes, which a header field may hold in
//! any encoding.

use napkin::Span;
use napkin::map::{Level, Unit, Units};
use std::sync::Arc;

/// Bytes under construction. Places are given in the source, in any order.
pub(crate) struct ByteBuilder {
    pub(crate) bytes: Vec<u8>,
    units: Units,
    origin: usize,
    /// Where in the source the next run is expected.
    at: usize,
    /// The part of the source that has been taken over.
    cover: Option<Span>,
}

impl ByteBuilder {
    /// Bytes whose source begins at `origin`.
    pub(crate) fn new(origin: usize) -> Self {
        Self { bytes: Vec::new(), units: Units::default(), origin, at: origin, cover: None }
    }

    /// Appends bytes that stand at `start` of the source as they are.
    pub(crate) fn run(&mut self, raw: &[u8], start: usize) {
        if raw.is_empty() {
            return;
        }
        self.go(start);
        self.bytes.extend_from_slice(raw);
        self.pass(Span::new(start, start + raw.len()));
    }

    /// Appends what a piece of the source stands for.
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

    /// What has been built.
    pub(crate) fn finish(self) -> Mapped {
        let cover = self.cover.unwrap_or(Span::new(self.origin, self.origin));
        Mapped { bytes: self.bytes, level: Level::new(self.origin, self.units), cover }
    }
}

/// Bytes, and where each of them comes from.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    pub(crate) bytes: Vec<u8>,
    pub(crate) level: Level,
    /// All of the source that they were made of.
    pub(crate) cover: Span,
}

impl Mapped {
    /// What `change` makes of these bytes: it is given them and a builder in whose source they stand at 0.
    pub(crate) fn map(&self, change: impl FnOnce(&[u8], &mut ByteBuilder)) -> Self {
        let mut built = ByteBuilder::new(0);
        change(&self.bytes, &mut built);
        let inner = built.finish();
        Self { bytes: inner.bytes, level: inner.level.within(&Arc::new(self.level.clone())), cover: self.cover }
    }

    /// The same in UTF-8: what is ill-formed becomes U+FFFD, so that places in the text are those of its bytes.
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

    /// As text, ill-formed UTF-8 replaced.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}
