//! Converts the links of a nested document to links of the outer document: their spans, their texts and their bases.

use crate::inner_base::InnerBase;
use crate::link::{Alternative, Link};
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::{Level, Map};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Converts links of a decoded text to links of its source document.
pub(crate) struct Outward<'o> {
    bytes: &'o [u8],
    level: Arc<Level>,
    base: Option<Arc<InnerBase>>,
    /// Bases that have been converted, with the results, by address. They are kept alive so that no other base gets the
    /// same address.
    bases: HashMap<*const InnerBase, (Arc<InnerBase>, Arc<InnerBase>)>,
}

impl<'o> Outward<'o> {
    /// `bytes` is the outer document, `level` maps to it, and `base` applies at the place of the inner document.
    pub(crate) fn new(bytes: &'o [u8], level: &Arc<Level>, base: Option<Arc<InnerBase>>) -> Self {
        Self { bytes, level: Arc::clone(level), base, bases: HashMap::new() }
    }

    pub(crate) fn span(&self, inner: Span) -> Span {
        self.level.source(inner)
    }

    /// Converts a link to a link of the outer document.
    pub(crate) fn link(&mut self, link: Link<'_>) -> Link<'o> {
        let span = self.span(link.span);
        let raw = &self.bytes[span.range()];
        let map = self.map(link.map, link.span.start);
        let (text, map) = match std::str::from_utf8(raw) {
            Ok(raw) if raw == link.text => (Cow::Borrowed(raw), None),
            _ => (Cow::Owned(link.text.into_owned()), Some(map)),
        };
        let alternatives = link.alternatives.into_iter().map(|other| self.alternative(other)).collect();
        Link {
            span,
            raw,
            text,
            context: link.context.into_shown(),
            new_request: link.new_request,
            assumed: link.assumed,
            codebase: link.codebase.map(|codebase| Cow::Owned(codebase.into_owned())),
            rel: link.rel.map(|rel| Cow::Owned(rel.into_owned())),
            base: self.base(link.base),
            part: link.part,
            alternatives,
            map,
            written: Written { holder: Holder::Unknown, ..link.written },
        }
    }

    fn alternative(&self, other: Alternative<'_>) -> Alternative<'o> {
        let span = self.span(other.span);
        let map = Some(self.map(other.map, other.span.start));
        Alternative { reading: other.reading, span, text: Cow::Owned(other.text.into_owned()), map }
    }

    fn map(&self, map: Option<Box<Map>>, start: usize) -> Box<Map> {
        let mut map = map.unwrap_or_else(|| Box::new(Map { inner: Level::verbatim(start), outer: None }));
        match map.outer.take() {
            Some(outer) => map.outer = Some(outer.within(&self.level)),
            None => map.inner = map.inner.within(&self.level),
        }
        map
    }

    /// Returns the base of the inner document, nested in the base at its place.
    fn base(&mut self, inner: Option<Arc<InnerBase>>) -> Option<Arc<InnerBase>> {
        let mut fresh = Vec::new();
        let mut at = inner;
        let mut outer = loop {
            let Some(base) = at else { break self.base.clone() };
            if let Some((_, known)) = self.bases.get(&Arc::as_ptr(&base)) {
                break Some(Arc::clone(known));
            }
            at = base.outer().cloned();
            fresh.push(base);
        };
        while let Some(base) = fresh.pop() {
            let made = InnerBase::new(base.text().to_owned(), self.span(base.span()), base.context().clone(), outer);
            self.bases.insert(Arc::as_ptr(&base), (base, Arc::clone(&made)));
            outer = Some(made);
        }
        outer
    }
}
