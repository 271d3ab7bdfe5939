//! Records the original form of a detached entity in the field `X-Detached` of the inner header, and restores the entity from it.
//!
//! Start at `DetachedForm`. The object and the fields alone do not restore an entity byte for byte. The field adds the order of
//! the fields, the names of added fields, and the line structure of base64. Digests of the object and of the whole entity detect
//! any change. Other programs drop the field when they attach the object, by RFC 2046 section 5.2.3.7.

use crate::delimiter_collision::collides;
use crate::header_edit::{begins_with, raw_fields};
use crate::message::Part;
use crate::object_bytes::Content;
use crate::parameters::ContentType;
use crate::rope::{BodyForm, Break, LONGEST, Piece, Rope};
use crate::{body_counts, canonical_form, transfer};

/// The prefix that hides a kept field from other programs.
const KEPT: &[u8] = b"X-Detached-";

/// The name of the field with the original form.
pub(crate) const FIELD: &str = "X-Detached";

/// Returns whether a field of a part moves into the inner header. The `Content-Length` of a message stays, because its
/// mailbox needs it to find the end of the message.
pub(crate) fn moves(name: &[u8], part: Part<'_, '_>) -> bool {
    let is_length = part.parent().is_none() && name.eq_ignore_ascii_case(body_counts::LENGTH);
    begins_with(name, b"content-") && !is_length
}

/// Returns whether the header of a part has a `Content-Length`.
pub(crate) fn has_length(part: Part<'_, '_>) -> bool {
    raw_fields(part).any(|(name, _)| name.eq_ignore_ascii_case(body_counts::LENGTH))
}

/// Returns the digest of an entity without the count fields, because those are updated when the message changes.
pub(crate) fn digest(entity: &Rope<'_>, has_length: bool) -> String {
    let header = entity.header();
    let uncounted = uncounted(&header, has_length);
    canonical_form::sha256_of(|take| take(&uncounted) && entity.each_behind(header.len(), take))
}

/// Returns a header without the counts that the digest of its entity leaves out.
fn uncounted(header: &[u8], has_length: bool) -> Vec<u8> {
    body_counts::without(header, if has_length { &body_counts::NAMES } else { &body_counts::NAMES[1..] })
}

/// An entity before it was detached, if the caller has it.
#[derive(Clone, Debug)]
pub(crate) struct Original<'e> {
    pub(crate) entity: &'e [u8],
    /// Whether the digest leaves out the `Content-Length`.
    pub(crate) has_length: bool,
    /// The digest.
    pub(crate) digest: String,
}

impl<'e> Original<'e> {
    /// Returns the entity with this header and body, if they equal the original but for the counts; then the digests
    /// are equal too.
    fn restored(&self, entity: &Rope<'_>) -> Option<Rope<'e>> {
        let header = entity.header();
        let (known, rest) = self.entity.split_at(Rope::of(self.entity).header().len());
        let is_same = uncounted(&header, self.has_length) == uncounted(known, self.has_length)
            && entity.is_behind(header.len(), rest);
        is_same.then(|| {
            let mut entity = Rope::of(header);
            entity.push(Piece::Bytes(rest.into()));
            entity
        })
    }
}

/// The original form of an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DetachedForm {
    pub(crate) body: BodyForm,
    /// The runs of fields from the outer (true) or the inner header (false), in order, with the length of each run.
    pub(crate) order: Vec<(bool, usize)>,
    pub(crate) separator: Break,
    /// The names of fields that the entity lacked, in lower case.
    pub(crate) added: Vec<String>,
    /// The SHA-256 digests of the object, and of the entity without its count fields.
    pub(crate) object: String,
    pub(crate) entity: String,
}

impl DetachedForm {
    /// Returns the field `X-Detached`.
    pub(crate) fn write(&self, line_break: &str) -> String {
        let body = match self.body {
            BodyForm::Same => "same".to_owned(),
            BodyForm::Base64 { line, line_break, tail } => {
                format!("base64; line={line}; break={}; tail={tail}", line_break.name())
            }
        };
        let runs = self.order.iter().map(|(is_outer, count)| format!("{count}{}", if *is_outer { 'o' } else { 'i' }));
        let order = runs.collect::<Vec<_>>().join(" ");
        let lines = [
            format!("{FIELD}: {body}; separator={};", self.separator.name()),
            format!(" order=\"{order}\";"),
            format!(" added=\"{}\";", self.added.join(" ")),
            format!(" object={};", self.object),
            format!(" entity={}", self.entity),
        ];
        lines.map(|line| line + line_break).concat()
    }

    /// Parses the field; returns `None` if it is malformed.
    pub(crate) fn read(field: &ContentType<'_>) -> Option<Self> {
        let text = |name: &str| field.parameter(name).map(|it| it.text().into_owned());
        let number = |name: &str| text(name)?.parse().ok().filter(|&number| number <= LONGEST);
        let body = match field.essence() {
            "same" => BodyForm::Same,
            "base64" => BodyForm::Base64 {
                line: number("line").filter(|&line| line > 0)?,
                line_break: Break::of_name(&text("break")?)?,
                tail: number("tail")?,
            },
            _ => return None,
        };
        let run = |run: &str| {
            let (count, whence) = run.split_at_checked(run.len().checked_sub(1)?)?;
            Some((whence == "o", count.parse().ok()?))
        };
        Some(Self {
            body,
            order: text("order")?.split_ascii_whitespace().map(run).collect::<Option<_>>()?,
            separator: Break::of_name(&text("separator")?)?,
            added: text("added")?.split_ascii_whitespace().map(str::to_ascii_lowercase).collect(),
            object: text("object")?,
            entity: text("entity")?,
        })
    }

    /// Returns the original form of an external body, if it has the field.
    pub(crate) fn of(external: Part<'_, '_>) -> Option<Self> {
        Self::read(&external.children().next()?.field(FIELD)?.structured())
    }

    /// Restores the original entity, or returns `None` if its digest does not match. A known entity is compared byte by
    /// byte instead, which proves as much.
    pub(crate) fn restore<'o>(
        &self,
        external: Part<'_, '_>,
        object: &Content<'o>,
        known: Option<&Original<'o>>,
    ) -> Option<Rope<'o>> {
        let mut head = self.header(external)?;
        head.extend_from_slice(self.separator.text().as_bytes());
        let begins_line = head.is_empty() || head.ends_with(b"\n");
        let is_in_the_way = begins_line && self.collides(external, &head, object);
        let mut entity = Rope::of(head);
        entity.push(Piece::Body(self.body, object.clone()));
        let has_length = has_length(external);
        if is_in_the_way || (!begins_line && collides(external, &entity.clone().into_bytes())) {
            return None;
        }
        match known.filter(|known| known.has_length == has_length && known.digest == self.entity) {
            Some(known) => known.restored(&entity),
            None => (digest(&entity, has_length) == self.entity).then_some(entity),
        }
    }

    /// Returns whether a line of the entity could be taken for a delimiter of an enclosing multipart. A line of base64
    /// cannot.
    fn collides(&self, external: Part<'_, '_>, head: &[u8], object: &Content<'_>) -> bool {
        collides(external, head) || (self.body == BodyForm::Same && collides(external, &object.bytes()))
    }

    fn header(&self, external: Part<'_, '_>) -> Option<Vec<u8>> {
        let is_outer = |name: &[u8]| !begins_with(name, b"content-") || name.eq_ignore_ascii_case(body_counts::LENGTH);
        let outer: Vec<&[u8]> =
            raw_fields(external).filter(|(name, _)| is_outer(name)).map(|(_, whole)| whole).collect();
        let mut inner = raw_fields(external.children().next()?).filter_map(|(name, whole)| self.inner(name, whole));
        let counted: usize = self.order.iter().filter(|(is_outer, _)| *is_outer).map(|(_, count)| *count).sum();
        // Fields that were added in transit precede all others.
        let (new, outer) = outer.split_at_checked(outer.len().checked_sub(counted)?)?;
        let mut outer = outer.iter().copied();
        let mut header = new.concat();
        for &(is_outer, count) in &self.order {
            for _ in 0..count {
                header.extend_from_slice(if is_outer { outer.next()? } else { inner.next()? });
            }
        }
        (outer.next().is_none() && inner.next().is_none()).then_some(header)
    }

    /// Returns a field of the inner header as it was in the entity, or `None` if the entity lacked it.
    fn inner<'f>(&self, name: &[u8], whole: &'f [u8]) -> Option<&'f [u8]> {
        if begins_with(name, KEPT) {
            return begins_with(&name[KEPT.len()..], b"content-").then(|| &whole[KEPT.len()..]);
        }
        let is_added = || self.added.iter().any(|added| name.eq_ignore_ascii_case(added.as_bytes()));
        (begins_with(name, b"content-") && !is_added()).then_some(whole)
    }
}

/// Returns a field with the prefix that hides it from other programs.
pub(crate) fn kept(field: &[u8]) -> Vec<u8> {
    [KEPT, field].concat()
}

/// Returns the object of a body, and the form that restores the body from it. If no form can, the object is the encoded body
/// itself.
pub(crate) fn object_of<'m>(part: Part<'m, '_>) -> (Content<'m>, BodyForm) {
    let raw = part.raw_body();
    if part.encoding() == transfer::Encoding::Base64
        && let Some(form) = BodyForm::of_base64(raw)
    {
        let object = Content::encoded(raw, transfer::Encoding::Base64);
        let mut body = Rope::default();
        body.push(Piece::Body(form, object.clone()));
        if body.is(raw) {
            return (object, form);
        }
    }
    (Content::encoded(raw, transfer::Encoding::Binary), BodyForm::Same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_is_read_as_it_was_written() {
        let body = BodyForm::Base64 { line: 76, line_break: Break::CrLf, tail: 2 };
        for body in [body, BodyForm::Same] {
            let form = DetachedForm {
                body,
                order: vec![(true, 2), (false, 3), (true, 1)],
                separator: Break::Lf,
                added: vec!["content-md5".into(), "content-id".into()],
                object: canonical_form::sha256(b"object"),
                entity: canonical_form::sha256(b"entity"),
            };
            let text = form.write("\r\n");
            assert!(text.lines().all(|line| line.len() <= 76), "{text}");
            let value = text.strip_prefix("X-Detached:").unwrap();
            assert_eq!(DetachedForm::read(&ContentType::parse(value.as_bytes())), Some(form));
        }
    }

    #[test]
    fn forms_that_would_take_all_memory_are_refused() {
        let field = |line: &str, tail: &str| {
            format!(
                "base64; separator=lf; order=\"1i\"; added=\"\"; object=a; entity=b; break=lf; line={line}; tail={tail}"
            )
        };
        let read = |text: String| DetachedForm::read(&ContentType::parse(text.as_bytes()));
        assert!(read(field("76", "1")).is_some());
        for (line, tail) in [("0", "1"), ("76", "99999999999"), ("99999999999", "1"), ("-1", "1"), ("76", "")] {
            assert_eq!(read(field(line, tail)), None, "{line} {tail}");
        }
    }

    #[test]
    fn bodies_of_base64_come_back() {
        for (raw, comes_back) in [
            ("bmFwa2lucw==", true),
            ("bmFwa2lucw==\r\n", true),
            ("bmFw\na2lu\ncw==\n\n", true),
            ("bmFw\r\na2lu\ncw==", false),
            ("bmFwa2lucw", false),
            ("bmFw a2lucw==", false),
            ("", false),
        ] {
            let message = format!("Content-Transfer-Encoding: base64\n\n{raw}");
            let message = crate::Message::parse(message.as_bytes());
            let (object, form) = object_of(message.root());
            assert_eq!(form != BodyForm::Same, comes_back, "{raw:?}");
            let mut body = Vec::new();
            form.each(&object, &mut |piece| {
                body.extend_from_slice(piece);
                true
            });
            assert_eq!(body, raw.as_bytes(), "{raw:?}");
        }
    }
}
