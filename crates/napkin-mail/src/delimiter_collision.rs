//! Delimiters of the multiparts around an entity, which the entity must not contain (RFC 2046 section 5.1.1).

use crate::message::{Part, PartKind};

/// Returns the boundaries of the multiparts around an entity.
fn boundaries(external: Part<'_, '_>) -> Vec<Vec<u8>> {
    external.outwards().skip(1).filter_map(boundary).collect()
}

fn boundary(part: Part<'_, '_>) -> Option<Vec<u8>> {
    let content_type = part.content_type().filter(|_| part.kind() == PartKind::Multipart)?;
    Some(content_type.parameter("boundary")?.bytes().trim_ascii_end().to_vec())
}

/// Returns whether a multipart in an entity has a boundary that could match a delimiter of an enclosing multipart. Then the
/// following parts would become parts of the inner multipart.
pub(crate) fn takes_delimiters(external: Part<'_, '_>, entity: &[u8]) -> bool {
    let outer = boundaries(external);
    if outer.is_empty() {
        return false;
    }
    let is_delimiter_of = |inner: &[u8], outer: &[u8]| {
        inner == outer || inner.strip_suffix(b"--") == Some(outer) || outer.strip_suffix(b"--") == Some(inner)
    };
    let message = external.message().like(entity);
    message.parts().filter_map(boundary).any(|inner| outer.iter().any(|outer| is_delimiter_of(&inner, outer)))
}

/// Returns whether a line of a text could be a delimiter of a multipart around the entity.
pub(crate) fn collides(external: Part<'_, '_>, text: &[u8]) -> bool {
    let boundaries = boundaries(external);
    let mut at = Some(0);
    while let Some(line) = at {
        let rest = &text[line..];
        if let Some(rest) = rest.strip_prefix(b"--")
            && boundaries.iter().any(|boundary| is_delimiter(rest, boundary))
        {
            return true;
        }
        at = memchr::memmem::find(rest, b"\n--").map(|found| line + found + 1);
    }
    false
}

/// Returns whether a line is a delimiter. `line` begins after its two hyphens.
fn is_delimiter(line: &[u8], boundary: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(boundary) else { return false };
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let rest = rest[..end].trim_ascii_end();
    rest.is_empty() || rest == b"--"
}
