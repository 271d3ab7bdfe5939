//! What the header of an entity says of its body, as far as the tree needs it.
//!
//! Decides: which types are composite (RFC 2046 section 5), and the default type of a part.

use super::content_type::ContentType;
use super::transfer::Encoding;
use super::tree::{RawField, Shape, Tree};
use napkin::Span;

/// What the parts of a multipart are to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Subtype {
    /// Anything else, or it is no multipart.
    #[default]
    Other,
    /// Messages, unless they say otherwise (RFC 2046 section 5.1.5).
    Digest,
    /// One page and what it needs (RFC 2387).
    Related,
    /// The same thing in several ways (RFC 2046 section 5.1.4).
    Alternative,
}

/// What the header of an entity says of its body.
pub(super) struct Facts {
    pub(super) shape: Shape,
    pub(super) boundary: Option<Vec<u8>>,
    pub(super) encoding: Encoding,
    pub(super) content_type_span: Span,
    pub(super) encoding_span: Span,
}

impl Facts {
    /// Of an entity whose header has been read.
    pub(super) fn of(tree: &mut Tree, place: usize, bytes: &[u8]) -> Self {
        let node = &tree.nodes[place];
        let is_in_digest = node.parent.is_some_and(|parent| tree.nodes[parent].subtype == Subtype::Digest);
        let fields = &tree.fields[node.fields.clone()];
        let find = |name: &str| {
            fields
                .iter()
                .find(|field| bytes[field.name.range()].eq_ignore_ascii_case(name.as_bytes()))
                .map(|field| field.value)
        };
        let is_type = |field: &RawField| bytes[field.name.range()].eq_ignore_ascii_case(b"content-type");
        let content_type = fields.iter().position(is_type).map(|place| node.fields.start + place);
        let content_type_span = content_type.map(|place| tree.fields[place].value);
        let written = content_type_span.map(|span| ContentType::read(&bytes[span.range()], span.start));
        let essence =
            written.as_ref().map_or(if is_in_digest { "message/rfc822" } else { "text/plain" }, |it| it.essence());
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
        let is_multipart = matches!(shape, Shape::Multipart { .. });
        let boundary = written.as_ref().filter(|_| is_multipart).and_then(|it| it.parameter("boundary"));
        let encoding_span = find("content-transfer-encoding").unwrap_or_default();
        let encoding = Encoding::of(&bytes[encoding_span.range()]);
        let boundary = boundary.map(|boundary| boundary.bytes().to_vec());
        tree.nodes[place].subtype = subtype;
        tree.nodes[place].content_type = content_type;
        let trimmed = |span: Span| {
            let value = &bytes[span.range()];
            let start = span.end - value.trim_ascii_start().len();
            Span::new(start, start + value.trim_ascii().len())
        };
        let content_type_span = trimmed(content_type_span.unwrap_or_default());
        Self { shape, boundary, encoding, content_type_span, encoding_span: trimmed(encoding_span) }
    }
}
