//! Writes the external body that replaces a part.

use super::{DetachedObject, Folder};
use crate::detached_form::{self, DetachedForm};
use crate::header_edit;
use crate::message::Part;
use crate::rope::BodyForm;
use crate::transfer::Encoding;
use crate::url_parameter::write_url;
use napkin::base64;

impl Folder<'_> {
    /// Returns the external body that replaces a part.
    pub(super) fn stub(&self, part: Part<'_, '_>, object: &DetachedObject<'_>, mut form: DetachedForm) -> Vec<u8> {
        let line_break = header_edit::line_break(part);
        let decoded = decoded(part, object, &form);
        let mut outer = Vec::new();
        let mut inner = Vec::new();
        let mut typed = false;
        for (name, field) in header_edit::raw_fields(part) {
            let is_content = detached_form::moves(name, part);
            if is_content && !std::mem::replace(&mut typed, true) {
                outer.extend_from_slice(self.content_type(object, &decoded, line_break).as_bytes());
            }
            if !is_content {
                outer.extend_from_slice(field);
            }
            if name.eq_ignore_ascii_case(b"content-transfer-encoding") && form.body != BodyForm::Same {
                inner.extend_from_slice(&detached_form::kept(field));
            } else if is_content || goes_along(name) {
                inner.extend_from_slice(field);
            }
        }
        if !typed {
            outer.extend_from_slice(self.content_type(object, &decoded, line_break).as_bytes());
        }
        inner.extend_from_slice(self.added(part, &decoded, &mut form, line_break).as_bytes());
        inner.extend_from_slice(form.write(line_break).as_bytes());
        let mut stub = [&outer, line_break.as_bytes(), &inner].concat();
        // A delimiter follows the stub. At the end of a message, a mailbox would take an empty line for the separator between
        // messages. If the only empty line of a message is its last line, mailboxes take it for the line after the header.
        let has_empty_line = !part.separator().is_empty() && ends_with_empty_line(&part.text()[part.span().range()]);
        let is_last = part.span().end == part.text().len();
        if !is_last || has_empty_line {
            stub.extend_from_slice(line_break.as_bytes());
        }
        stub
    }

    fn content_type(&self, object: &DetachedObject<'_>, decoded: &Facts, line_break: &str) -> String {
        let url = write_url(&object.url, self.options.wrap).replace("\r\n", line_break);
        let size = decoded.size.map(|size| format!("size={size};{line_break} ")).unwrap_or_default();
        // The URL comes last: Gnus truncates a URL in pieces if another parameter follows.
        format!("Content-Type: message/external-body; access-type=URL;{line_break} {size}{url}{line_break}")
    }

    /// Returns the fields that the inner header needs and that the part lacks, and records their names in `form`.
    fn added(&self, part: Part<'_, '_>, decoded: &Facts, form: &mut DetachedForm, line_break: &str) -> String {
        let mut fields = String::new();
        let mut add = |name: &str, value: &str| {
            fields += &format!("{name}: {value}{line_break}");
            form.added.push(name.to_ascii_lowercase());
        };
        if form.body != BodyForm::Same {
            // The external object has no transfer encoding.
            add("Content-Transfer-Encoding", "binary");
        }
        if part.field("content-md5").is_none()
            && let Some(md5) = decoded.md5
        {
            add("Content-MD5", &base64::encode(&md5));
        }
        if part.field("content-id").is_none() {
            let entity = form.entity.get(..32).unwrap_or(&form.entity);
            add("Content-ID", &format!("<{entity}.{}@{}>", part.number(), self.host));
        }
        fields
    }
}

/// Size and digest of an object in its canonical form.
struct Facts {
    size: Option<u64>,
    md5: Option<[u8; 16]>,
}

/// Returns the facts about the decoded object; none if its transfer encoding is unknown.
fn decoded(part: Part<'_, '_>, object: &DetachedObject<'_>, form: &DetachedForm) -> Facts {
    let encoding = part.encoding();
    if encoding == Encoding::Unknown {
        return Facts { size: None, md5: None };
    }
    let is_encoded = form.body == BodyForm::Same;
    let content = if is_encoded { object.content.decoded(encoding) } else { object.content.clone() };
    let canonical = content.canonical(&object.media_type);
    Facts { size: Some(canonical.length), md5: Some(canonical.md5) }
}

/// Returns whether a field belongs in both headers: outside for mail readers, and inside because other programs take it from
/// there when they attach (RFC 2046 section 5.2.2.1).
fn goes_along(name: &[u8]) -> bool {
    [&b"subject"[..], b"message-id", b"encrypted", b"mime-version"].iter().any(|it| name.eq_ignore_ascii_case(it))
}

fn ends_with_empty_line(text: &[u8]) -> bool {
    text.ends_with(b"\n\n") || text.ends_with(b"\n\r\n")
}

/// Returns the runs of fields that stay in the outer header (true) or move (false), with the length of each run.
pub(super) fn order(part: Part<'_, '_>) -> Vec<(bool, usize)> {
    let mut order: Vec<(bool, usize)> = Vec::new();
    for (name, _) in header_edit::raw_fields(part) {
        let is_outer = !detached_form::moves(name, part);
        match order.last_mut() {
            Some((last, count)) if *last == is_outer => *count += 1,
            _ => order.push((is_outer, 1)),
        }
    }
    order
}
