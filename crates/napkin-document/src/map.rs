//! From places in a decoded text back to places in the source.
//!
//! Decides: how a span in `a?x&y` becomes a span in `a?x&amp;y`. A text is its source with some *units* replaced:
//! a character reference or an escape by what it stands for, ignored white space by nothing, an assumed prefix
//! from nothing. Between units both run byte by byte. Maps do not know what the units are. Where a source is itself a
//! decoded text, such as the contents of a feed, or a page in UTF-16, its own way back follows.

mod units;

pub(crate) use self::units::Units;
use crate::encoding::Checkpoints;
use crate::mail::Runs;
use napkin::Span;
use std::sync::Arc;

/// A piece of the source that stands in the text as something else; either side may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) text: Span,
    pub(crate) source: Span,
}

/// One decoding step: where the text begins in its source, and the units in order.
///
/// `shift` is the start of a slice of the text, so that many slices share one list of units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    origin: usize,
    shift: usize,
    steps: Steps,
    /// The way back from the source, where that is not the document.
    next: Option<Arc<Level>>,
}

#[derive(Clone, Debug, Default)]
enum Steps {
    /// The text is its source.
    #[default]
    None,
    Units(Arc<Units>),
    /// The source is in another encoding.
    Encoded(Arc<Checkpoints>),
    /// The source is base64.
    Grouped(Arc<Runs>),
}

impl Level {
    /// A text that is its source, from `origin` on.
    pub(crate) fn verbatim(origin: usize) -> Self {
        Self { origin, shift: 0, steps: Steps::None, next: None }
    }

    /// A text that begins at `origin` of the source and has `units` with offsets in that source.
    pub(crate) fn new(origin: usize, units: Units) -> Self {
        let steps = if units.is_empty() { Steps::None } else { Steps::Units(units.into()) };
        Self { origin, shift: 0, steps, next: None }
    }

    /// A text whose source is in another encoding.
    pub(crate) fn encoded(places: Checkpoints) -> Self {
        Self { steps: Steps::Encoded(Arc::new(places)), ..Self::default() }
    }

    /// A text whose source is base64, from `origin` on.
    pub(crate) fn grouped(origin: usize, runs: Arc<Runs>) -> Self {
        Self { origin, steps: Steps::Grouped(runs), ..Self::default() }
    }

    /// The same, where the source is a decoded text of its own.
    pub(crate) fn within(self, outer: &Arc<Self>) -> Self {
        let next = match &self.next {
            Some(next) => Arc::new(Self::clone(next).within(outer)),
            None => Arc::clone(outer),
        };
        Self { next: Some(next), ..self }
    }

    /// The level of the text's slice that begins at `start`.
    pub(crate) fn slice(&self, start: usize) -> Self {
        Self { shift: self.shift + start, ..self.clone() }
    }

    pub(crate) fn is_verbatim(&self) -> bool {
        matches!(self.steps, Steps::None) && self.next.is_none()
    }

    /// The source of a span of the text; a span that touches a unit covers the whole unit.
    pub(crate) fn source(&self, text: Span) -> Span {
        let mut span = self.step(text);
        // Without recursion: how many documents stand in each other, a document says.
        let mut next = self.next.as_deref();
        while let Some(level) = next {
            span = level.step(span);
            next = level.next.as_deref();
        }
        span
    }

    fn step(&self, text: Span) -> Span {
        if let Steps::Encoded(places) = &self.steps {
            return places.source(text.shift(self.shift));
        }
        if let Steps::Grouped(runs) = &self.steps {
            return runs.source(text.shift(self.shift)).shift(self.origin);
        }
        let end = self.end(text.end + self.shift);
        let start = self.start(text.start + self.shift);
        // An empty span beside an ignored unit stands where the text before it ended.
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

/// The decoding steps between a link's text and the document, innermost first: a URL in CSS in an attribute has two.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) inner: Level,
    pub(crate) outer: Option<Level>,
}

impl Map {
    pub(crate) fn source(&self, text: Span) -> Span {
        let span = self.inner.source(text);
        self.outer.as_ref().map_or(span, |outer| outer.source(span))
    }
}

/// A text under construction, together with its units.
#[derive(Default)]
pub(crate) struct Builder {
    pub(crate) text: String,
    pub(crate) units: Units,
}

impl Builder {
    /// Appends what `source` stands for.
    pub(crate) fn unit(&mut self, text: &str, source: Span) {
        let start = self.text.len();
        self.text.push_str(text);
        self.units.push(Unit { text: Span::new(start, self.text.len()), source });
    }

    /// Appends bytes that stand for themselves; each ill-formed sequence becomes U+FFFD, as the Encoding standard says.
    pub(crate) fn bytes(&mut self, bytes: &[u8], mut at: usize) {
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
        // source at 100: 10 bytes, then `a?x&amp;amp;y`, of which `amp;` is left out once more.
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
