//! Fields and formulas of office documents. Start with `instructions`; the module `instruction` reads one.

use super::Document;
use super::collected::Collected;
use super::element::Attribute;
use super::instruction::{Language, Reference, references};
use crate::context::Context;
use crate::decoded::Decoded;
use crate::usage::Use;
use crate::values;
use crate::written::{Holder, Written};
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

    /// Reports the references in a field or a formula. They cannot be replaced: their quotes are those of another language within XML.
    pub(super) fn instructions(&mut self, language: Language, decoded: &Decoded, context: &Context<'a>) {
        let prefix = self.is_in_package.then_some(OUT_OF_PACKAGE);
        for found in references(language, &decoded.text, prefix) {
            let Reference { built, start, used, assumed } = found;
            let read = Decoded::new(built, start, &decoded.level);
            let span = values::trimmed(read.text.as_bytes());
            let mut link = read.link(self.bytes, span, context.clone());
            link.new_request = used != Use::Navigation;
            link.written = Written::whole(Holder::Unknown);
            link.assumed = assumed;
            self.put_link(link, used);
        }
    }
}
