//! Source maps: from a span of a decoded text back to its source.
//!
//! A link is found in a text that was decoded from a document: `a?x&y` is written as `a?x&amp;y` in HTML. This module keeps which
//! pieces of the text replace which pieces of the source, so that a span of the text becomes a span of the document. Start with
//! [`Builder`], which writes a text and its map at once, and [`Level`], which is one decoding step.
//!
//! A text is its source with some *units* replaced: a character reference or an escape becomes its character, ignored white space
//! becomes nothing, and an assumed prefix comes from nothing. Between units, text and source are the same bytes. Maps do not know
//! what the units are. Levels [compose](Level::within): CSS in an attribute of a page in UTF-16 in a base64 part of a message has
//! one level for each of these.
//!
//! ```
//! use napkin::Span;
//! use napkin::map::{Builder, Level};
//! // The source, from byte 10 of a document on: a?x&amp;y
//! let mut built = Builder::default();
//! built.bytes(b"a?x", 10);
//! built.unit("&", Span::new(13, 18));
//! built.bytes(b"y", 18);
//! assert_eq!(built.text, "a?x&y");
//! let level = Level::new(10, built.units);
//! assert_eq!(level.source(Span::new(2, 4)), Span::new(12, 18));
//! ```

mod units;

pub use self::units::Units;
use crate::finding::{Finding, Sink};
use crate::span::Span;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

/// A piece of the source and the piece of the text that replaces it; either may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The piece of the text, in bytes.
    pub text: Span,
    /// The piece of the source, in bytes.
    pub source: Span,
}

/// Finds the source of a span by computation. For decodings in which almost every byte would be a [`Unit`], such as base64.
pub trait Places: fmt::Debug + Send + Sync {
    /// Returns the bytes of the source from which the bytes of `text` were decoded. Must not panic on any span.
    fn source(&self, text: Span) -> Span;
}

/// One decoding step: where the text begins in its source, and what of the source is replaced in the text.
///
/// A level may lead to a source that is itself a decoded text: see [`within`](Self::within). A clone is cheap: clones share one
/// list of units.
#[derive(Clone, Debug, Default)]
pub struct Level {
    origin: usize,
    /// The start of a slice of the text, so that many slices share one list of units.
    shift: usize,
    steps: Steps,
    /// The level from the source to its own source, if the source is not the document.
    next: Option<Arc<Level>>,
}

#[derive(Clone, Debug, Default)]
enum Steps {
    /// The text is its source.
    #[default]
    None,
    Units(Arc<Units>),
    Places(Arc<dyn Places>),
}

impl Level {
    /// Returns the level of a text that is a copy of its source: byte 0 of the text is byte `origin` of the source.
    ///
    /// ```
    /// use napkin::{Span, map::Level};
    /// assert_eq!(Level::verbatim(100).source(Span::new(2, 3)), Span::new(102, 103));
    /// ```
    #[must_use]
    pub fn verbatim(origin: usize) -> Self {
        Self { origin, ..Self::default() }
    }

    /// Returns the level of a text that begins at byte `origin` of the source. The units have offsets in that source.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin::map::{Level, Unit, Units};
    /// let mut units = Units::default();
    /// units.push(Unit { text: Span::new(1, 2), source: Span::new(11, 16) });
    /// assert_eq!(Level::new(10, units).source(Span::new(2, 3)), Span::new(16, 17));
    /// ```
    #[must_use]
    pub fn new(origin: usize, units: Units) -> Self {
        let steps = if units.is_empty() { Steps::None } else { Steps::Units(units.into()) };
        Self { origin, steps, ..Self::default() }
    }

    /// Returns the level of a text whose source spans `places` computes, relative to byte `origin` of the source.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin::map::{Level, Places};
    /// /// Text in UTF-8 of ASCII characters in UTF-16.
    /// #[derive(Debug)]
    /// struct Wide;
    /// impl Places for Wide {
    ///     fn source(&self, text: Span) -> Span {
    ///         Span::new(2 * text.start, 2 * text.end)
    ///     }
    /// }
    /// let level = Level::computed(100, std::sync::Arc::new(Wide));
    /// assert_eq!(level.source(Span::new(3, 4)), Span::new(106, 108));
    /// ```
    #[must_use]
    pub fn computed(origin: usize, places: Arc<dyn Places>) -> Self {
        Self { origin, steps: Steps::Places(places), ..Self::default() }
    }

    /// Returns this level continued by `outer`, which leads from the source of this level to its own source.
    ///
    /// ```
    /// use napkin::{Span, map::Level};
    /// let page = std::sync::Arc::new(Level::verbatim(1000));
    /// assert_eq!(Level::verbatim(10).within(&page).source(Span::new(0, 1)), Span::new(1010, 1011));
    /// ```
    #[must_use]
    pub fn within(self, outer: &Arc<Self>) -> Self {
        let next = match &self.next {
            Some(next) => Arc::new(Self::clone(next).within(outer)),
            None => Arc::clone(outer),
        };
        Self { next: Some(next), ..self }
    }

    /// Returns the level of the slice of the text that begins at byte `start`.
    ///
    /// ```
    /// use napkin::{Span, map::Level};
    /// assert_eq!(Level::verbatim(10).slice(5).source(Span::new(0, 1)), Span::new(15, 16));
    /// ```
    #[must_use]
    pub fn slice(&self, start: usize) -> Self {
        Self { shift: self.shift + start, ..self.clone() }
    }

    /// Returns whether the text equals a piece of the outermost source.
    ///
    /// ```
    /// assert!(napkin::map::Level::verbatim(10).is_verbatim());
    /// ```
    #[must_use]
    pub fn is_verbatim(&self) -> bool {
        matches!(self.steps, Steps::None) && self.next.is_none()
    }

    /// Returns the span of the outermost source that a span of the text comes from. A span that touches a unit covers the whole unit.
    ///
    /// ```
    /// use napkin::{Span, map::Level};
    /// assert_eq!(Level::verbatim(10).source(Span::new(0, 4)), Span::new(10, 14));
    /// ```
    #[must_use]
    pub fn source(&self, text: Span) -> Span {
        let mut span = self.step(text);
        // A loop, not recursion: the document decides how deep documents are nested.
        let mut next = self.next.as_deref();
        while let Some(level) = next {
            span = level.step(span);
            next = level.next.as_deref();
        }
        span
    }

    fn step(&self, text: Span) -> Span {
        if let Steps::Places(places) = &self.steps {
            return places.source(text.shift(self.shift)).shift(self.origin);
        }
        let end = self.end(text.end + self.shift);
        let start = self.start(text.start + self.shift);
        // An empty span beside an ignored unit is where the text before it ends.
        if text.is_empty() && start > end { Span::new(end, end) } else { Span::new(start, end.max(start)) }
    }

    fn start(&self, at: usize) -> usize {
        match self.last_unit(|start| start <= at) {
            Some(unit) if at < unit.text.end => unit.source.start,
            Some(unit) => unit.source.end + (at - unit.text.end),
            None => self.origin + at,
        }
    }

    fn end(&self, at: usize) -> usize {
        match self.last_unit(|start| start < at) {
            Some(unit) if at <= unit.text.end => unit.source.end,
            Some(unit) => unit.source.end + (at - unit.text.end),
            None => self.origin + at,
        }
    }

    fn last_unit(&self, before: impl Fn(usize) -> bool) -> Option<Unit> {
        let Steps::Units(units) = &self.steps else { return None };
        units.last(before)
    }
}

/// The decoding steps between the text of a link and the document, innermost first: a URL in CSS in an attribute has two.
#[derive(Clone, Debug)]
pub struct Map {
    /// The step from the text.
    pub inner: Level,
    /// The step from the source of `inner` to the document, if that source is not the document.
    pub outer: Option<Level>,
}

impl Map {
    /// Returns the span of the document that a span of the text comes from.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin::map::{Level, Map};
    /// let map = Map { inner: Level::verbatim(10), outer: Some(Level::verbatim(1000)) };
    /// assert_eq!(map.source(Span::new(0, 1)), Span::new(1010, 1011));
    /// ```
    #[must_use]
    pub fn source(&self, text: Span) -> Span {
        let span = self.inner.source(text);
        self.outer.as_ref().map_or(span, |outer| outer.source(span))
    }
}

/// A text under construction, together with its units.
#[derive(Debug, Default)]
pub struct Builder {
    /// The text so far.
    pub text: String,
    /// The units so far.
    pub units: Units,
}

impl Builder {
    /// Appends `text`, which replaces `source`.
    ///
    /// ```
    /// use napkin::{Span, map::Builder};
    /// let mut built = Builder::default();
    /// built.unit("&", Span::new(0, 5));
    /// assert_eq!((built.text.as_str(), built.units.iter().count()), ("&", 1));
    /// ```
    pub fn unit(&mut self, text: &str, source: Span) {
        let start = self.text.len();
        self.text.push_str(text);
        self.units.push(Unit { text: Span::new(start, self.text.len()), source });
    }

    /// Appends bytes that begin at byte `at` of the source. Each ill-formed sequence becomes U+FFFD (Encoding Standard, "UTF-8 decode").
    ///
    /// ```
    /// let mut built = napkin::map::Builder::default();
    /// built.bytes(b"caf\xe9", 0);
    /// assert_eq!(built.text, "caf\u{fffd}");
    /// ```
    pub fn bytes(&mut self, bytes: &[u8], mut at: usize) {
        for chunk in bytes.utf8_chunks() {
            self.text.push_str(chunk.valid());
            at += chunk.valid().len();
            let bad = chunk.invalid().len();
            if bad > 0 {
                self.unit("\u{FFFD}", Span::new(at, at + bad));
            }
            at += bad;
        }
    }
}

/// A sink that reports the findings of a decoded text with their spans in the source.
pub struct SourceSink<'s> {
    level: &'s Level,
    findings: &'s mut dyn Sink,
}

impl<'s> SourceSink<'s> {
    /// Returns a sink that sends findings to `findings`, with their spans mapped by `level`.
    ///
    /// ```
    /// use napkin::map::{Level, SourceSink};
    /// use napkin::{Finding, Standard, check};
    /// let mut first: Option<Finding> = None;
    /// check("a b", Standard::Rfc3986, &mut SourceSink::new(&Level::verbatim(100), &mut first));
    /// assert_eq!(first.unwrap().span.start, 101);
    /// ```
    pub fn new(level: &'s Level, findings: &'s mut dyn Sink) -> Self {
        Self { level, findings }
    }
}

impl fmt::Debug for SourceSink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceSink").field("level", self.level).finish_non_exhaustive()
    }
}

impl Sink for SourceSink<'_> {
    fn report(&mut self, finding: Finding) {
        self.findings.report(Finding { span: self.level.source(finding.span), ..finding });
    }

    fn is_open(&self) -> bool {
        self.findings.is_open()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units<const N: usize>(list: [Unit; N]) -> Units {
        let mut units = Units::default();
        list.into_iter().for_each(|unit| units.push(unit));
        units
    }

    fn level() -> Level {
        // source at 10: a?x&amp;y -\n z   text: a?x&y-z
        let unit = |a, b, c, d| Unit { text: Span::new(a, b), source: Span::new(c, d) };
        Level::new(10, units([unit(3, 4, 13, 18), unit(6, 6, 20, 22)]))
    }

    #[test]
    fn spans_map_to_the_source() {
        for (text, source) in [
            ((0, 1), (10, 11)),
            ((2, 3), (12, 13)),
            ((3, 4), (13, 18)),
            ((4, 5), (18, 19)),
            ((5, 6), (19, 20)),
            ((6, 7), (22, 23)),
            ((5, 7), (19, 23)),
            ((0, 7), (10, 23)),
            ((6, 6), (20, 20)),
            ((0, 0), (10, 10)),
        ] {
            assert_eq!(level().source(Span::new(text.0, text.1)), Span::new(source.0, source.1), "{text:?}");
        }
        assert_eq!(level().slice(4).source(Span::new(0, 1)), Span::new(18, 19));
    }

    #[test]
    fn levels_follow_each_other() {
        // source at 100: 10 bytes, then `a?x&amp;amp;y`, of which the outer level drops one `amp;`.
        let outer = Arc::new(Level::new(100, units([Unit { text: Span::new(13, 14), source: Span::new(113, 118) }])));
        let outermost = Arc::new(Level::verbatim(1000));
        let both = level().within(&outer);
        assert!(!both.is_verbatim());
        assert_eq!(both.source(Span::new(2, 4)), Span::new(112, 122));
        let three = both.within(&outermost);
        assert_eq!(three.source(Span::new(2, 4)), Span::new(1112, 1122));
        assert_eq!(three.slice(2).source(Span::new(0, 1)), Span::new(1112, 1113));
    }
}
