//! Fields and formulas of office documents. Start with `instructions`; the module `instruction` reads one.

use super::collected::Collected;
use super::element::{Attribute, Element, Found};
use super::instruction::{Language, Reference, references};
use super::tables::Namespace;
use super::{Document, Piece};
use crate::context::Context;
use crate::decoded::Decoded;
use crate::usage::Use;
use crate::values;
use crate::written::{Holder, Written};
use napkin::Span;
use std::borrow::Cow;

/// The prefix of relative paths in formulas of OpenDocument. Formulas are relative to the package. The document with them is inside of it.
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

    /// Reports that an element uses a relationship.
    pub(super) fn target_use(&mut self, element: Element<'_, 't>, attribute: &Attribute<'t>) {
        let is_hyperlink =
            matches!(element.namespace, Namespace::Word | Namespace::Spreadsheet) && element.name == "hyperlink";
        let text = |value| self.entities.expanded(value, 0).text;
        let place = if is_hyperlink { text(element.others.place) } else { String::new() };
        self.hand_out(Piece::Target { relationship: text(attribute.value), place });
    }

    /// Reports the target of a relationship, with each fragment that the part adds to it.
    pub(super) fn target(&mut self, place: &Found<'_, 'a, 't>, attribute: &Attribute<'t>) {
        let relationship = self.entities.expanded(place.element.others.id, 0).text;
        let Some(fragments) = self.fragments.remove(&*relationship) else { return self.whole(place) };
        let value = attribute.value.trim_end();
        let end = attribute.at + value.len();
        for (number, fragment) in fragments.iter().enumerate() {
            // A target that is repeated counts as an entity that expands.
            if number > 0 && !self.entities.charge(value.len() + 1 + fragment.len()) {
                return;
            }
            if fragment.is_empty() {
                self.whole(place);
                continue;
            }
            let mut built = self.entities.expanded(value, attribute.at);
            built.unit(&format!("#{fragment}"), Span::new(end, end));
            let decoded = Decoded::new(built, attribute.at, &self.level);
            self.composed(&decoded, place.context.clone(), Use::Navigation, None);
        }
    }

    /// Reports a reference that is composed of several pieces, and cannot be replaced.
    pub(super) fn composed(
        &mut self,
        decoded: &Decoded,
        context: Context<'a>,
        used: Use,
        assumed: Option<&'static str>,
    ) {
        let mut link = decoded.link(self.bytes, values::trimmed(decoded.text.as_bytes()), context);
        link.new_request = used != Use::Navigation;
        let has_markup = link.raw.iter().any(|&byte| byte == b'<' || byte.is_ascii_whitespace());
        link.written = Written::whole(if has_markup { Holder::Pieces } else { Holder::Unknown });
        link.assumed = assumed;
        self.put_link(link, used);
    }

    /// Reports the references in a field or a formula, whose quotes are those of another language within XML.
    pub(super) fn instructions(&mut self, language: Language, decoded: &Decoded, context: &Context<'a>) {
        let prefix = self.is_in_package.then_some(OUT_OF_PACKAGE);
        for found in references(language, &decoded.text, prefix) {
            let Reference { built, start, used, assumed } = found;
            self.composed(&Decoded::new(built, start, &decoded.level), context.clone(), used, assumed);
        }
    }
}
