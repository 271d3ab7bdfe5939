//! The fragments that a part of Office Open XML adds to the targets of its relationships (ISO/IEC 29500-2 section 9.3).

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use crate::archive::{Archive, ArchiveError, Member};
use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::links::xml::{Piece, pieces};
use crate::options::Limits;
use crate::target_fragments::TargetFragments;

/// Returns the fragments for the targets in a member, if it has relationships of a part with such.
///
/// # Errors
/// No more of the archive may be unpacked. A part that cannot be read is reported when it is read itself.
pub(super) fn fragments_for<R: Read + Seek>(
    relationships: &Member,
    archive: &mut Archive<R>,
) -> Result<Option<TargetFragments>, ArchiveError> {
    // Bytes of 0 are those of UTF-16.
    let has_targets = |bytes: &[u8]| memchr::memmem::find(bytes, b"External").is_some() || bytes.contains(&0);
    let Some(part) = part_of(&relationships.path).filter(|_| has_targets(&relationships.bytes)) else {
        return Ok(None);
    };
    match archive.read(&part) {
        Some(Ok(part)) => Ok(of_part(&part.bytes)),
        Some(Err(error @ ArchiveError::Total(_))) => Err(error),
        Some(Err(_)) | None => Ok(None),
    }
}

/// Returns the path of the part that has these relationships (ISO/IEC 29500-2 section 9.3.3).
fn part_of(relationships: &str) -> Option<String> {
    let (folder, name) = relationships.strip_suffix(".rels")?.rsplit_once('/')?;
    let folder = folder.strip_suffix("_rels")?;
    (!name.is_empty() && (folder.is_empty() || folder.ends_with('/'))).then(|| format!("{folder}{name}"))
}

/// Returns the fragments in a part.
fn of_part(part: &[u8]) -> Option<TargetFragments> {
    let part = Entity::unknown(part).with_kind(Kind::Xml);
    let decoded = encoding::transcoded(&part);
    let text = decoded.as_ref().map_or(part.bytes, |(text, _)| text.as_bytes());
    // An entity may be one of the attributes' names, but not a part of one.
    if [&b"anchor"[..], b"location"].iter().all(|name| memchr::memmem::find(text, name).is_none()) {
        return None;
    }
    let mut fragments = TargetFragments::default();
    let _ = pieces(text, &Limits::default(), false, None, &mut |piece| {
        if let Piece::Target { relationship, place } = piece {
            fragments.add(relationship, &place);
        }
        ControlFlow::Continue(())
    });
    fragments.known()
}
