//! Fields and formulas of office documents. Start with `instructions`; the module `instruction` reads one.

use super::element::Attribute;
use super::instruction::{Language, Reference, references};
use super::{Collected, Document};
use crate::context::Context;
use crate::decoded::Decoded;
use crate::usage::Use;
use crate::values;
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::Builder;
use std::borrow::Cow;

/// The prefix of a reference in a formula of OpenDocument: formulas are relative to the package, and their documents stand in it.
const OUT_OF_PACKAGE: &str = "../";

impl<'a, 't> Document<'a, 't, '_> {
    /// Reads where a field begins, where its result begins, or where it ends (ISO/IEC 29500-1 section 17.16.18). The instruction of a field that
    /// has another in it is not known.
    pub(super) fn field_character(&mut self, attributes: &[Attribute<'t>]) {
        let begins = attributes.iter().any(|attribute| attribute.name == "fldCharType" && attribute.value == "begin");
        match begins {
            true => {
                self.field = None;
                self.release();
            }
            false => self.end_field(),
        }
    }

    /// Reports the reference of the field whose instruction ends here.
    pub(super) fn end_field(&mut self) {
        let Some(Collected { built, place, vocabulary, element, .. }) = self.field.take() else { return };
        if let Some((start, _)) = place {
            let decoded = Decoded::new(built, start, &self.level);
            let context = Context::Xml { vocabulary, element: Cow::Owned(element), attribute: None };
            self.instructions(Language::Field, &decoded, &context);
        }
        self.release();
    }

    /// Reports the references in a field or a formula. They cannot be replaced: their quotes are those of another language within XML.
    pub(super) fn instructions(&mut self, language: Language, decoded: &Decoded, context: &Context<'a>) {
        for found in references(language, &decoded.text) {
            let Reference { mut built, start, used } = found;
            let is_inside = self.is_in_package && language == Language::Formula && is_relative_path(&built.text);
            if is_inside {
                built = prefixed(built, start);
            }
            let read = Decoded::new(built, start, &decoded.level);
            let span = values::trimmed(read.text.as_bytes());
            let mut link = read.link(self.bytes, span, context.clone());
            link.new_request = used != Use::Navigation;
            link.written = Written::whole(Holder::Unknown);
            link.assumed = is_inside.then_some(OUT_OF_PACKAGE);
            self.put_link(link, used);
        }
    }
}

/// Returns whether a reference is a path that is resolved against the path of the base.
fn is_relative_path(reference: &str) -> bool {
    let first = reference.split(['/', '?', '#']).next().unwrap_or_default();
    !first.is_empty() && !first.contains(':')
}

/// Returns a reference behind the prefix that leads out of the package.
fn prefixed(reference: Builder, start: usize) -> Builder {
    let mut built = Builder::default();
    built.unit(OUT_OF_PACKAGE, Span::new(start, start));
    let mut at = 0;
    for unit in reference.units.iter() {
        built.text.push_str(&reference.text[at..unit.text.start]);
        built.unit(unit.text.of(&reference.text), unit.source);
        at = unit.text.end;
    }
    built.text.push_str(&reference.text[at..]);
    built
}
