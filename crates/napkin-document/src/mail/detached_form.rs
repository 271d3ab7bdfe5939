//! How an entity looked before it was detached: the field `X-Detached` in the header of what is elsewhere.
//!
//! Decides: what has to be known, besides the object and the fields, to put an entity back byte for byte: in which order its fields
//! stood, which fields were added, how its base64 was broken into lines. It says so by digests of the object and of the whole entity, so
//! that nothing is taken for what was there that is not. RFC 2046 section 5.2.3.7 drops such a field when others put the entity back.

use super::attach::collides;
use super::content::Content;
use super::rope::{Piece, Rope};
use super::{ContentType, canonical, counts};
use crate::mail::content_type::OfBytes;
use crate::mail::tree::RawField;
use crate::mail::{Part, transfer};
use napkin::base64;

/// What stands before the name of a field that is kept and not to be read.
const KEPT: &[u8] = b"X-Detached-";

/// The name of the field.
pub(super) const FIELD: &str = "X-Detached";

/// More blank lines than this are not put back, nor does anything here have longer lines.
const LONGEST: usize = 1 << 16;

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    None,
    Lf,
    CrLf,
}

impl Break {
    /// The first one in some bytes.
    pub(super) fn first(bytes: &[u8]) -> Self {
        match memchr::memchr(b'\n', bytes) {
            None => Self::None,
            Some(at) if bytes[..at].ends_with(b"\r") => Self::CrLf,
            Some(_) => Self::Lf,
        }
    }

    /// How lines of a header end, if it has one; else those of the text that it stands in.
    pub(super) fn of_header(part: Part<'_, '_>) -> &'static str {
        let of_header = Self::first(&part.text()[part.header().start..part.body().start]);
        match if of_header == Self::None { Self::first(part.text()) } else { of_header } {
            Self::None => "\n",
            found => found.text(),
        }
    }

    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lf => "lf",
            Self::CrLf => "crlf",
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        [Self::None, Self::Lf, Self::CrLf].into_iter().find(|it| it.name() == name)
    }
}

/// How a body is made of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyForm {
    /// It is the same.
    Same,
    /// It is its base64, in lines of this length; with so many line breaks at the end.
    Base64 { line: usize, line_break: Break, tail: usize },
}

impl BodyForm {
    /// The form of a body of base64, if it is one that can be described.
    pub(super) fn of_base64(raw: &[u8]) -> Option<Self> {
        let line_break = Break::first(raw);
        let line = raw.iter().position(|&byte| matches!(byte, b'\r' | b'\n')).unwrap_or(raw.len());
        let content = raw.iter().rposition(|&byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |last| last + 1);
        let tail = (raw.len() - content) / line_break.text().len().max(1);
        let form = Self::Base64 { line, line_break, tail };
        (line > 0 && line <= LONGEST && tail <= LONGEST).then_some(form)
    }

    /// Passes on the encoded body of an object piece by piece, while `take` returns true. Returns whether it did so to
    /// the end.
    pub(super) fn each(self, object: &Content<'_>, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let Self::Base64 { line, line_break, tail } = self else { return object.each(take) };
        let mut lines = Lines::new(line, line_break.text());
        object.each(&mut |bytes| bytes.chunks(PIECE).all(|piece| take(lines.piece(piece))))
            && take(lines.end())
            && take(line_break.text().repeat(tail).as_bytes())
    }

    /// Returns the length of the encoded body of an object of this length.
    pub(super) fn length(self, object: usize) -> usize {
        let Self::Base64 { line, line_break, tail } = self else { return object };
        let digits = object.div_ceil(3) * 4;
        digits + (digits.saturating_sub(1) / line.max(1) + tail) * line_break.text().len()
    }

    /// Replaces an object, the first `length` bytes of a buffer, by its encoded body at `place`. The buffer has room for
    /// the body. No other memory of that size is used.
    pub(super) fn encode_in_place(self, buffer: &mut [u8], length: usize, place: usize) {
        let Self::Base64 { line, line_break, tail } = self else { return buffer.copy_within(..length, place) };
        let (line, line_break) = (line.max(1), line_break.text().as_bytes());
        let end = place + self.length(length);
        for at in 1..=tail {
            let start = end - at * line_break.len();
            buffer[start..start + line_break.len()].copy_from_slice(line_break);
        }
        // Backwards: base64 is longer than its bytes, so a piece never overwrites one before it.
        for start in (0..length).step_by(PIECE).rev() {
            let encoded = base64::encode(&buffer[start..length.min(start + PIECE)]);
            let (mut digit, mut rest) = (start / 3 * 4, encoded.as_bytes());
            while !rest.is_empty() {
                let (here, behind) = rest.split_at((line - digit % line).min(rest.len()));
                let at = place + digit + digit / line * line_break.len();
                if digit > 0 && digit.is_multiple_of(line) {
                    buffer[at - line_break.len()..at].copy_from_slice(line_break);
                }
                buffer[at..at + here.len()].copy_from_slice(here);
                digit += here.len();
                rest = behind;
            }
        }
    }
}

/// The number of bytes that are encoded at a time: whole groups of three.
const PIECE: usize = 3 << 14;

/// Encodes bytes that come in pieces as lines of base64, without a break after the last line.
struct Lines<'b> {
    line: usize,
    line_break: &'b str,
    /// The length of the unfinished line.
    column: usize,
    /// Bytes of an unfinished group of three.
    open: Vec<u8>,
    /// The output for the last piece.
    text: Vec<u8>,
}

impl<'b> Lines<'b> {
    fn new(line: usize, line_break: &'b str) -> Self {
        Self { line: line.max(1), line_break, column: 0, open: Vec::new(), text: Vec::new() }
    }

    /// Returns the output for a piece.
    fn piece(&mut self, piece: &[u8]) -> &[u8] {
        self.text.clear();
        let mut rest = piece;
        if !self.open.is_empty() {
            let (missing, behind) = rest.split_at((3 - self.open.len()).min(rest.len()));
            self.open.extend_from_slice(missing);
            rest = behind;
            if self.open.len() < 3 {
                return &[];
            }
            let open = std::mem::take(&mut self.open);
            self.append(&open);
        }
        let (groups, open) = rest.split_at(rest.len() / 3 * 3);
        self.append(groups);
        self.open.extend_from_slice(open);
        &self.text
    }

    /// Returns the output for the end.
    fn end(&mut self) -> &[u8] {
        self.text.clear();
        let open = std::mem::take(&mut self.open);
        self.append(&open);
        &self.text
    }

    fn append(&mut self, bytes: &[u8]) {
        let encoded = base64::encode(bytes);
        let mut rest = encoded.as_bytes();
        while !rest.is_empty() {
            if self.column == self.line {
                self.text.extend_from_slice(self.line_break.as_bytes());
                self.column = 0;
            }
            let (here, behind) = rest.split_at((self.line - self.column).min(rest.len()));
            self.text.extend_from_slice(here);
            self.column += here.len();
            rest = behind;
        }
    }
}

/// Whether a field of a part moves with it. Where a message ends in its mailbox, the mailbox needs to know, whatever has moved.
pub(super) fn moves(name: &[u8], part: Part<'_, '_>) -> bool {
    let is_length = part.parent().is_none() && name.eq_ignore_ascii_case(counts::LENGTH);
    begins_with(name, b"content-") && !is_length
}

/// Whether the header of a part says how long the message is in its mailbox.
pub(super) fn has_length(part: Part<'_, '_>) -> bool {
    raw_fields(part).any(|(name, _)| name.eq_ignore_ascii_case(counts::LENGTH))
}

/// The digest of an entity, without the counts that are kept true of what it becomes, in a mailbox of its quoted text.
pub(super) fn digest(entity: &Rope<'_>, has_length: bool) -> String {
    let header = entity.header();
    let uncounted = uncounted(&header, has_length);
    canonical::sha256_of(|take| take(&uncounted) && entity.each_behind(header.len(), take))
}

/// Returns a header without the counts that the digest of its entity leaves out.
fn uncounted(header: &[u8], has_length: bool) -> Vec<u8> {
    counts::without(header, if has_length { &counts::NAMES } else { &counts::NAMES[1..] })
}

/// An entity before it was detached, if the caller has it.
#[derive(Clone, Debug)]
pub(super) struct Known<'e> {
    pub(super) entity: &'e [u8],
    /// Whether the digest leaves out the length.
    pub(super) has_length: bool,
    /// The digest.
    pub(super) digest: String,
}

impl<'e> Known<'e> {
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

/// How an entity looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DetachedForm {
    pub(super) body: BodyForm,
    /// How many fields come from outside, then from inside, then from outside again.
    pub(super) order: Vec<(bool, usize)>,
    pub(super) separator: Break,
    /// Fields that the entity did not have, in lower case.
    pub(super) added: Vec<String>,
    /// SHA-256 of the object, and of the entity without its counts.
    pub(super) object: String,
    pub(super) entity: String,
}

impl DetachedForm {
    /// The field.
    pub(super) fn write(&self, line_break: &str) -> String {
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

    /// What the field says; `None` if it says it wrongly.
    pub(super) fn read(field: &ContentType<'_>) -> Option<Self> {
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

    /// That of an external body.
    pub(super) fn of(external: Part<'_, '_>) -> Option<Self> {
        Self::read(&external.children().next()?.field(FIELD)?.structured())
    }

    /// Restores the original entity, or returns `None` if its digest does not match. A known entity is compared byte by
    /// byte instead, which proves as much.
    pub(super) fn restore<'o>(
        &self,
        external: Part<'_, '_>,
        object: &Content<'o>,
        known: Option<&Known<'o>>,
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
        let is_outer = |name: &[u8]| !begins_with(name, b"content-") || name.eq_ignore_ascii_case(counts::LENGTH);
        let outer: Vec<&[u8]> =
            raw_fields(external).filter(|(name, _)| is_outer(name)).map(|(_, whole)| whole).collect();
        let mut inner = raw_fields(external.children().next()?).filter_map(|(name, whole)| self.inner(name, whole));
        let counted: usize = self.order.iter().filter(|(is_outer, _)| *is_outer).map(|(_, count)| *count).sum();
        // What has come on the way stands before everything else.
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

    /// A field of the entity that stands in the inner header.
    fn inner<'f>(&self, name: &[u8], whole: &'f [u8]) -> Option<&'f [u8]> {
        if begins_with(name, KEPT) {
            return begins_with(&name[KEPT.len()..], b"content-").then(|| &whole[KEPT.len()..]);
        }
        let is_added = || self.added.iter().any(|added| name.eq_ignore_ascii_case(added.as_bytes()));
        (begins_with(name, b"content-") && !is_added()).then_some(whole)
    }
}

/// A field, put by so that nobody reads it.
pub(super) fn kept(field: &[u8]) -> Vec<u8> {
    [KEPT, field].concat()
}

/// Whether a name begins so, in any case.
pub(super) fn begins_with(name: &[u8], start: &[u8]) -> bool {
    name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The names of all fields of an entity, with their bytes; lines that are no field have no name.
pub(super) fn raw_fields<'m>(part: Part<'m, '_>) -> impl Iterator<Item = (&'m [u8], &'m [u8])> {
    let text = part.text();
    part.raw_fields().iter().map(move |field: &RawField| (field.name.of_bytes(text), field.span.of_bytes(text)))
}

/// The object that a body stands for, and how the body is made of it. What cannot be said is kept as it stands, encoded.
pub(super) fn object_of<'m>(part: Part<'m, '_>) -> (Content<'m>, BodyForm) {
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
                object: canonical::sha256(b"object"),
                entity: canonical::sha256(b"entity"),
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
            let message = super::super::Message::parse(message.as_bytes());
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
