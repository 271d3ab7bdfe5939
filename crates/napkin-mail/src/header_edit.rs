//! Gives access to header fields as written, for the modules that edit headers.

use crate::message::Part;
use crate::rope::Break;
use crate::tree::RawField;

/// Returns the line break of the header of an entity, or of the text around it if the header has none.
pub(crate) fn line_break(part: Part<'_, '_>) -> &'static str {
    let of_header = Break::first(&part.text()[part.header().start..part.body().start]);
    match if of_header == Break::None { Break::first(part.text()) } else { of_header } {
        Break::None => "\n",
        found => found.text(),
    }
}

/// Returns whether a name begins with `start`, in any case.
pub(crate) fn begins_with(name: &[u8], start: &[u8]) -> bool {
    name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// Returns the names and bytes of all fields of an entity. Lines that are no field have an empty name.
pub(crate) fn raw_fields<'m>(part: Part<'m, '_>) -> impl Iterator<Item = (&'m [u8], &'m [u8])> {
    let text = part.text();
    part.raw_fields().iter().map(move |field: &RawField| (field.name.of_bytes(text), field.span.of_bytes(text)))
}
