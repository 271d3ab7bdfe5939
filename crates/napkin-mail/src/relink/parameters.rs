//! Rewrites the parameters of an external body.

use crate::header_edit;
use crate::message::Part;
use crate::url_parameter::{Wrap, write_url};
use napkin::Span;

/// Returns the edits that give an external body the access type URL and this URL. Parameters in `gone` are removed; others stay.
pub(super) fn pointed(part: Part<'_, '_>, url: &str, gone: &[&str], wrap: Wrap) -> Option<Vec<(Span, Vec<u8>)>> {
    let field = part.field("content-type")?;
    let line_break = header_edit::line_break(part);
    let written = write_url(url, wrap).replace("\r\n", line_break);
    let content_type = field.structured();
    let at = field.value_span().start;
    let name = |span: Span| {
        let name = String::from_utf8_lossy(&field.value()[span.range()]).to_ascii_lowercase();
        name.split('*').next().unwrap_or_default().to_owned()
    };
    let mut edits = Vec::new();
    let mut end = content_type.head().end;
    let mut is_written = false;
    for piece in content_type.pieces() {
        let name = name(piece.name);
        if name == "access-type" && !std::mem::replace(&mut is_written, true) {
            // Gnus truncates a URL in pieces if another parameter follows.
            let is_last = wrap == Wrap::Rfc2231;
            let text =
                if is_last { "access-type=URL".to_owned() } else { format!("access-type=URL;{line_break} {written}") };
            edits.push((Span::new(piece.name.start, piece.value.end).shift(at), text.into_bytes()));
        } else if name == "access-type" || name == "url" || gone.contains(&name.as_str()) {
            edits.push((Span::new(end, piece.value.end).shift(at), Vec::new()));
        }
        end = piece.value.end;
    }
    if wrap == Wrap::Rfc2231 {
        edits.push((Span::new(end, end).shift(at), format!(";{line_break} {written}").into_bytes()));
    }
    is_written.then_some(edits)
}
