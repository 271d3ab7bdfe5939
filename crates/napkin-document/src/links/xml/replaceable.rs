//! What in XML can be replaced by another text without changing anything else.
//!
//! Decides: that no tag is taken away with a text, which would make another element of what follows; nor, where a reference is a
//! part of something, an entity that the document declares itself: that may stand for more than the part.

use crate::written::Sections;
use memchr::memmem;

/// Whether a piece of an attribute's value can be; `is_part` says whether it is one of something.
pub(crate) fn value(raw: &[u8], is_part: bool) -> bool {
    memchr::memchr(b'<', raw).is_none() && !(is_part && names_entity(raw))
}

/// Whether a piece of text can be, which may have CDATA sections and comments in it.
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

/// Whether a reference to an entity stands there that is none of XML's own.
fn names_entity(raw: &[u8]) -> bool {
    memchr::memchr_iter(b'&', raw).any(|at| {
        let known: [&[u8]; 6] = [b"#", b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"];
        !known.iter().any(|name| raw[at + 1..].starts_with(name))
    })
}
