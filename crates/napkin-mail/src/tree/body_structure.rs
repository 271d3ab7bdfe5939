//! Reads the structure of a body from the header of its entity, as far as the tree needs it.
//!
//! The module decides which media types are composite (RFC 2046 section 5), and the default type of a part.

use super::{KnownField, Shape, Subtype, Tree};
use crate::parameters::{Parameter, Written};
use crate::transfer::Encoding;
use napkin::Span;

/// The structure of a body, as the header of its entity declares it.
pub(super) struct BodyStructure {
    pub(super) shape: Shape,
    pub(super) boundary: Option<Vec<u8>>,
    pub(super) encoding: Encoding,
    pub(super) content_type_span: Span,
    pub(super) encoding_span: Span,
}

impl BodyStructure {
    /// Reads the structure of an entity whose header is complete. Stores in its node the facts that are needed later.
    pub(super) fn of(tree: &mut Tree, place: usize, bytes: &[u8]) -> Self {
        let node = &tree.nodes[place];
        let is_in_digest = node.parent.is_some_and(|parent| tree.nodes[parent].subtype == Subtype::Digest);
        let value = |known| tree.known(node, known).map(|field| tree.fields[field].value);
        let (content_type_span, encoding_span) = (value(KnownField::Type), value(KnownField::TransferEncoding));
        let written = content_type_span.map(|span| Written::read(&bytes[span.range()]));
        let essence = match &written {
            Some(written) => written.essence(),
            None if is_in_digest => "message/rfc822",
            None => "text/plain",
        };
        let shape = match essence {
            "message/rfc822" | "message/global" | "message/news" => Shape::Message,
            "message/external-body" => Shape::External,
            _ if essence.starts_with("multipart/") => Shape::Multipart { close: None },
            _ => Shape::Leaf,
        };
        let subtype = match essence {
            "multipart/digest" => Subtype::Digest,
            "multipart/related" => Subtype::Related,
            "multipart/alternative" => Subtype::Alternative,
            _ => Subtype::Other,
        };
        let content_type_span = content_type_span.unwrap_or_default();
        let boundary = written.as_ref().filter(|_| matches!(shape, Shape::Multipart { .. })).and_then(|written| {
            let read = written.of(&bytes[content_type_span.range()], content_type_span.start);
            read.parameter("boundary").map(Parameter::into_bytes)
        });
        let encoding = encoding_span.map_or(Encoding::SevenBit, |span| Encoding::of(&bytes[span.range()]));
        let node = &mut tree.nodes[place];
        (node.subtype, node.encoding) = (subtype, encoding);
        if let Some(written) = written {
            node.content_type = Some(tree.types.len());
            tree.types.push(written);
        }
        let trimmed = |span: Span| {
            let value = &bytes[span.range()];
            let start = span.end - value.trim_ascii_start().len();
            Span::new(start, start + value.trim_ascii().len())
        };
        let (content_type_span, encoding_span) =
            (trimmed(content_type_span), trimmed(encoding_span.unwrap_or_default()));
        Self { shape, boundary, encoding, content_type_span, encoding_span }
    }
}
