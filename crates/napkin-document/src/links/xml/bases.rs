//! The bases that elements declare: `xml:base`, and `BaseURL` of DASH.

use super::Document;
use super::element::{Attribute, Element};
use crate::context::{Context, shown_name};
use crate::decoded::Decoded;
use crate::inner_base::{InnerBase, is_absolute};
use crate::link::Link;
use crate::values;
use napkin::Span;
use std::borrow::Cow;
use std::sync::Arc;

impl<'a, 't> Document<'a, 't, '_> {
    /// Records an `xml:base`. A base nested deeper than the limit is ignored: resolving a hundred thousand nested bases
    /// would take quadratic time, because each result is longer than the last.
    pub(super) fn inner_base(&mut self, element: Element<'_, 't>, attribute: &Attribute<'t>) {
        if self.base.as_ref().is_some_and(|base| base.depth() >= self.limits.bases) {
            let place = Span::new(attribute.at, attribute.at + attribute.value.len());
            let place = self.level.source(place);
            self.too_deep.get_or_insert(place);
            return;
        }
        let decoded = Decoded::new(self.entities.expanded(attribute.value, attribute.at), attribute.at, &self.level);
        let inside = values::trimmed(decoded.text.as_bytes());
        let outer = self.base.take();
        if let Some(open) = self.open.last_mut() {
            open.outer.get_or_insert_with(|| outer.clone());
        }
        let context = Context::Xml {
            vocabulary: element.namespace.name(),
            element: Cow::Owned(shown_name(element.name)),
            attribute: Some(Cow::Borrowed("xml:base")),
        };
        let (text, span) = (inside.of(&decoded.text).to_owned(), decoded.level.source(inside));
        self.base = Some(InnerBase::new(text, span, context, outer));
    }

    /// Makes the text of an element at this depth the base of what follows in its parent, unless an earlier one is: others are alternatives.
    /// Returns the base of the text itself.
    pub(super) fn base_of_parent(&mut self, depth: usize, link: &Link<'a>) -> Option<Arc<InnerBase>> {
        let outer = self.base.clone();
        let Some(parent) = depth.checked_sub(2).and_then(|parent| self.open.get_mut(parent)) else { return outer };
        if let Some(declared) = &parent.declares {
            return declared.clone();
        }
        if outer.as_ref().is_some_and(|base| base.depth() >= self.limits.bases) {
            self.too_deep.get_or_insert(link.span);
            return outer;
        }
        parent.declares = Some(outer.clone());
        parent.outer.get_or_insert_with(|| outer.clone());
        let own = outer.clone().filter(|_| !is_absolute(&link.text));
        self.base = Some(InnerBase::new(link.text.to_string(), link.span, link.context.clone().into_owned(), own));
        outer
    }
}
