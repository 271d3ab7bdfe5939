//! Delimiters of the multiparts around an entity, which the entity must not contain (RFC 2046 section 5.1.1).

use crate::message::{Part, PartKind};

/// The boundaries of what an entity stands in.
fn boundaries(external: Part<'_, '_>) -> Vec<Vec<u8>> {
    external.outwards().skip(1).filter_map(boundary).collect()
}

fn boundary(part: Part<'_, '_>) -> Option<Vec<u8>> {
    let content_type = part.content_type().filter(|_| part.kind() == PartKind::Multipart)?;
    Some(content_type.parameter("boundary")?.bytes().trim_ascii_end().to_vec())
}

/// Whether something in an entity has a boundary for which delimiters of what it stands in may be taken: the parts behind it would become
/// parts of it.
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

/// Whether a line may be taken for a delimiter of something that the entity stands in.
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

/// Whether a line, behind its two hyphens, is a delimiter.
fn is_delimiter(line: &[u8], boundary: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(boundary) else { return false };
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let rest = rest[..end].trim_ascii_end();
    rest.is_empty() || rest == b"--"
}
