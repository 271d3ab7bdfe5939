//! Determines which parts of XML can be replaced without changing anything else.
//!
//! A part that contains a tag cannot be replaced, because the elements after it would change. If a reference is one of
//! several in a value, a part that contains a declared entity cannot be replaced either, because the entity may expand
//! to more than the part.

use crate::written::Sections;
use memchr::memmem;

/// Returns whether a part of an attribute's value can be replaced; `is_part` if the reference is one of several.
pub(crate) fn value(raw: &[u8], is_part: bool) -> bool {
    memchr::memchr(b'<', raw).is_none() && !(is_part && names_entity(raw))
}

/// Returns whether a part of a text, which may contain CDATA sections and comments, can be replaced.
pub(crate) fn text(raw: &[u8], sections: Sections, is_part: bool) -> bool {
    let mut rest = raw;
    let mut ends: &[u8] = if sections.starts { b"]]>" } else { b"" };
    loop {
        if !ends.is_empty() {
            let Some(end) = memmem::find(rest, ends) else { return true };
            rest = &rest[end + ends.len()..];
        }
        let next = memchr::memchr(b'<', rest).unwrap_or(rest.len());
        if is_part && names_entity(&rest[..next]) {
            return false;
        }
        rest = &rest[next..];
        ends = match rest {
            [] => return true,
            [b'<', b'!', b'[', ..] => b"]]>",
            [b'<', b'!', b'-', ..] => b"-->",
            [b'<', b'?', ..] => b"?>",
            _ => return false,
        };
    }
}

/// Returns whether the part references an entity that is not predefined in XML.
fn names_entity(raw: &[u8]) -> bool {
    memchr::memchr_iter(b'&', raw).any(|at| {
        let known: [&[u8]; 6] = [b"#", b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"];
        !known.iter().any(|name| raw[at + 1..].starts_with(name))
    })
}
