//! Objects that come in more than one answer: a part that an earlier run left, and answers with less than requested.
//!
//! Decides whether an answer continues the part, replaces it or is useless ([`StoredPart::next_step`]), and whether the object
//! is complete at the end of a body ([`BodyEnd::of`]). Both are pure functions of the request, the part and the head of the
//! answer. A wrong decision produces a file of the right length with wrong bytes, so in doubt the object is requested again.

use std::time::Duration;

use httpdate::parse_http_date;
use napkin::mask_passwords;

use crate::answer::number;
use crate::{ContentRange, Entity, Request, is_http};

/// The facts known about the stored beginning of an object, used to request the rest and to recognise it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredPart {
    /// The requested URL and the final URL after redirects, without passwords.
    asked: String,
    url: String,
    status: Option<u16>,
    etag: Option<String>,
    modified: Option<String>,
    /// The validator for the request of the rest.
    validator: String,
    /// The length of the object in bytes.
    total: Option<u64>,
    /// The number of the first byte of the part within the object.
    offset: u64,
}

/// What to do with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// Append the body to the part.
    Append,
    /// Replace the part: the body is the object from its beginning.
    Begin,
    /// Discard the part and request the whole object: the answer belongs to another version or object.
    AskAnew,
    /// Keep the part: the answer is no object.
    Refuse,
}

/// The first line of a note.
const MAGIC: &str = "napkin part 1";

impl StoredPart {
    /// Returns the facts about an object that a request for `asked` has found at `url`. `None` if its rest could not be
    /// recognised: without a strong validator (RFC 9110 section 8.8.1), if a coding was decoded, or if the answer is
    /// not the object.
    pub(crate) fn of(asked: &str, url: &str, entity: &Entity) -> Option<Self> {
        let is_object = matches!(status(url, entity), None | Some(200 | 206));
        if !is_object || is_coded(entity) {
            return None;
        }
        let field = |name| entity.field(name).map(str::to_owned);
        let range = entity.range;
        Some(Self {
            asked: mask_passwords(asked).into_owned(),
            url: mask_passwords(url).into_owned(),
            status: status(url, entity),
            etag: field("etag"),
            modified: field("last-modified"),
            validator: validator(entity)?.to_owned(),
            total: range.map_or(entity.length, |range| range.total),
            offset: range.map_or(0, |range| range.first),
        })
    }

    /// Reads a note; `None` for anything that [`Display`](std::fmt::Display) did not write.
    pub(crate) fn read(note: &str) -> Option<Self> {
        let mut lines = note.strip_suffix('\n')?.split('\n');
        let mut value = |name: &str| lines.next()?.strip_prefix(name).map(str::to_owned);
        let text = |value: String| (!value.is_empty()).then_some(value);
        value(MAGIC).filter(String::is_empty)?;
        let (asked, url) = (value("asked: ")?, value("url: ")?);
        let status = text(value("status: ")?).map(|status| status.parse()).transpose().ok()?;
        let (etag, modified) = (text(value("etag: ")?), text(value("modified: ")?));
        let validator = text(value("validator: ")?)?;
        let total = text(value("total: ")?).map(|total| number(&total).ok_or(())).transpose().ok()?;
        let offset = number(&value("offset: ")?)?;
        value("coding: ").filter(|coding| coding == "identity")?;
        let part = Self { asked, url, status, etag, modified, validator, total, offset };
        lines.next().is_none().then_some(part)
    }

    /// Returns whether `bytes` stored bytes are the beginning of the object at `asked`, so that the rest can be
    /// requested.
    pub(crate) fn is_begun(&self, asked: &str, bytes: u64) -> bool {
        let is_within = self.total.is_none_or(|total| bytes < total);
        self.offset == 0 && bytes > 0 && is_within && self.asked == mask_passwords(asked)
    }

    /// Returns the request for the rest after `bytes` bytes, on condition that the object is unchanged.
    pub(crate) fn rest(&self, whole: Request, bytes: u64) -> Request {
        let last = whole.wanted_range().and_then(|(_, last)| last);
        let first = self.offset.saturating_add(bytes);
        let rest = match last {
            Some(last) => whole.with_range(first..=last),
            None => whole.from_byte(first),
        };
        rest.with_if_range(&self.validator)
    }

    /// Returns what to do with an answer from `url` to the request for the [`rest`](Self::rest), with `bytes` bytes
    /// stored.
    pub(crate) fn next_step(&self, bytes: u64, url: &str, entity: &Entity) -> NextStep {
        match (entity.range, status(url, entity)) {
            (None, None | Some(200 | 203)) => NextStep::Begin,
            (None, _) => NextStep::Refuse,
            (Some(range), None | Some(206)) if self.continues(bytes, url, range, entity) => NextStep::Append,
            (Some(_), _) => NextStep::AskAnew,
        }
    }

    fn continues(&self, bytes: u64, url: &str, range: ContentRange, entity: &Entity) -> bool {
        let is_next = self.offset.checked_add(bytes) == Some(range.first);
        let is_total = match (self.total, range.total) {
            (Some(ours), Some(total)) => ours == total && range.last < total,
            (ours, total) => ours.or(total).is_some_and(|total| range.last < total),
        };
        // A validator that the answer lacks does not count as changed; the one in the request must be present.
        let is_same = |name, ours: &Option<String>| {
            entity.field(name).is_none_or(|value| ours.as_deref().is_none_or(|ours| ours == value))
        };
        let is_object = is_same("etag", &self.etag) && is_same("last-modified", &self.modified);
        let names_it = ["etag", "last-modified"].iter().any(|name| entity.field(name) == Some(&self.validator));
        is_next && is_total && is_object && names_it && !is_coded(entity) && self.url == mask_passwords(url)
    }

    /// Returns the length of the object, if it is known.
    pub(crate) fn total(&self) -> Option<u64> {
        self.total
    }
}

/// Writes the note: lines of names and values.
impl std::fmt::Display for StoredPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
        writeln!(f, "{MAGIC}\nasked: {}\nurl: {}", self.asked, self.url)?;
        writeln!(f, "status: {}", number(self.status.map(u64::from)))?;
        writeln!(f, "etag: {}\nmodified: {}", text(&self.etag), text(&self.modified))?;
        writeln!(f, "validator: {}\ntotal: {}", self.validator, number(self.total))?;
        writeln!(f, "offset: {}\ncoding: identity", self.offset)
    }
}

/// The next step after the end of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyEnd {
    /// All requested bytes of the object are stored.
    Whole,
    /// Bytes are missing, and this answer has brought some: request the rest.
    AskOn,
    /// Bytes are missing, or may be, and another request would not help.
    Short,
}

impl BodyEnd {
    /// Decides at the end of an answer's body. `next` is the number of the byte after the last one stored, `last` the
    /// last requested byte, if the request is limited, and `came` the number of bytes that this answer has brought.
    pub(crate) fn of(last: Option<u64>, total: Option<u64>, next: u64, came: u64) -> Self {
        let end = match (last.map(|last| last.saturating_add(1)), total) {
            (Some(end), Some(total)) => end.min(total),
            (Some(end), None) | (None, Some(end)) => end,
            // The total is unknown.
            (None, None) => return Self::Short,
        };
        match next.cmp(&end) {
            std::cmp::Ordering::Equal => Self::Whole,
            std::cmp::Ordering::Less if came > 0 => Self::AskOn,
            _ => Self::Short,
        }
    }
}

/// Returns the status, if it is one of HTTP.
fn status(url: &str, entity: &Entity) -> Option<u16> {
    entity.status.filter(|_| is_http(url.split(':').next().unwrap_or_default()))
}

/// Ranges refer to the encoded bytes, so a decoded body is no part of a range.
fn is_coded(entity: &Entity) -> bool {
    let has_coding =
        |(name, value): &(String, String)| name == "content-encoding" && !value.eq_ignore_ascii_case("identity");
    entity.is_decoded || entity.fields.iter().any(has_coding)
}

/// Returns the strong entity tag; or, if there is no tag, the date of modification if it is at least a minute older
/// than the answer, which makes it strong (RFC 9110 section 8.8.2.2).
fn validator(entity: &Entity) -> Option<&str> {
    const SETTLED: Duration = Duration::from_secs(60);
    if let Some(tag) = entity.field("etag") {
        let is_strong = tag.len() > 1 && tag.starts_with('"') && tag.ends_with('"');
        return is_strong.then_some(tag);
    }
    let (modified, date) = (entity.field("last-modified")?, entity.field("date")?);
    let age = parse_http_date(date).ok()?.duration_since(parse_http_date(modified).ok()?).ok()?;
    (age >= SETTLED).then_some(modified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;

    const URL: &str = "http://pub.example/menu";

    fn entity(status: Option<u16>, range: Option<(u64, u64, Option<u64>)>, fields: &[(&str, &str)]) -> Entity {
        let range = range.map(|(first, last, total)| ContentRange { first, last, total });
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Entity { status, range, fields, ..Entity::new(None, Some(10), Body::empty()) }
    }

    const TAG: &[(&str, &str)] = &[("etag", "\"1\"")];

    fn part() -> StoredPart {
        StoredPart::of(URL, URL, &entity(Some(200), None, TAG)).unwrap()
    }

    /// RFC 9110 sections 14.4 and 15.3.7: answers are joined only if they are known to be of one object.
    #[test]
    fn part_steps_by_answer() {
        let cut = |range| entity(Some(206), range, TAG);
        let cases = [
            ("the rest", cut(Some((4, 9, Some(10)))), NextStep::Append),
            ("some of it", cut(Some((4, 5, Some(10)))), NextStep::Append),
            ("the same total, not repeated", cut(Some((4, 9, None))), NextStep::Append),
            ("beyond the total that was", cut(Some((4, 10, None))), NextStep::AskAnew),
            ("another total", cut(Some((4, 10, Some(11)))), NextStep::AskAnew),
            ("from elsewhere", cut(Some((3, 9, Some(10)))), NextStep::AskAnew),
            ("from behind", cut(Some((5, 9, Some(10)))), NextStep::AskAnew),
            ("another tag", entity(Some(206), Some((4, 9, Some(10))), &[("etag", "\"2\"")]), NextStep::AskAnew),
            ("a weak tag", entity(Some(206), Some((4, 9, Some(10))), &[("etag", "W/\"1\"")]), NextStep::AskAnew),
            ("no tag", entity(Some(206), Some((4, 9, Some(10))), &[]), NextStep::AskAnew),
            (
                "coded",
                entity(Some(206), Some((4, 9, Some(10))), &[("etag", "\"1\""), ("content-encoding", "gzip")]),
                NextStep::AskAnew,
            ),
            ("all of it", entity(Some(200), None, TAG), NextStep::Begin),
            ("all of another version", entity(Some(200), None, &[("etag", "\"2\"")]), NextStep::Begin),
            ("all of it, changed on the way", entity(Some(203), None, TAG), NextStep::Begin),
            ("nothing", entity(Some(204), None, TAG), NextStep::Refuse),
            ("reset", entity(Some(205), None, TAG), NextStep::Refuse),
            ("accepted", entity(Some(202), None, TAG), NextStep::Refuse),
            ("not there", entity(Some(404), None, TAG), NextStep::Refuse),
            ("an error", entity(Some(500), None, TAG), NextStep::Refuse),
            ("a part of an error", entity(Some(404), Some((4, 9, Some(10))), TAG), NextStep::AskAnew),
            ("a part as an object", entity(Some(200), Some((4, 9, Some(10))), TAG), NextStep::AskAnew),
        ];
        for (name, answer, expected) in cases {
            assert_eq!(part().next_step(4, URL, &answer), expected, "{name}");
        }
        let rest = cut(Some((4, 9, Some(10))));
        assert_eq!(part().next_step(4, "http://pub.example/other", &rest), NextStep::AskAnew);
        assert_eq!(part().next_step(u64::MAX, URL, &rest), NextStep::AskAnew);
        // Status codes of other protocols have other meanings.
        let ftp = "ftp://pub.example/menu";
        let part = StoredPart::of(ftp, ftp, &entity(Some(213), None, TAG)).unwrap();
        assert_eq!(part.next_step(4, ftp, &entity(Some(213), Some((4, 9, Some(10))), TAG)), NextStep::Append);
        assert_eq!(part.next_step(4, ftp, &entity(Some(213), None, TAG)), NextStep::Begin);
        // Without a total, the end of the object would be unknown.
        let endless = Entity { length: None, ..entity(Some(200), None, TAG) };
        let endless = StoredPart::of(URL, URL, &endless).unwrap();
        assert_eq!(endless.next_step(4, URL, &cut(Some((4, 9, None)))), NextStep::AskAnew);
        assert_eq!(endless.next_step(4, URL, &rest), NextStep::Append);
    }

    /// RFC 9110 sections 8.8.1, 8.8.2.2 and 8.8.3.
    #[test]
    fn part_needs_a_strong_validator_and_the_object_itself() {
        const OLD: (&str, &str) = ("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT");
        let dated = |date| [OLD, ("date", date)];
        for (status, fields, expected) in [
            (Some(200), TAG, true),
            (Some(206), TAG, true),
            (None, TAG, true),
            (Some(203), TAG, false),
            (Some(204), TAG, false),
            (Some(404), TAG, false),
            (Some(200), &[], false),
            (Some(200), &[("etag", "W/\"1\"")], false),
            (Some(200), &[("etag", "1")], false),
            (Some(200), &[("etag", "\"")], false),
            (Some(200), &[("etag", "\"1\""), ("content-encoding", "gzip")], false),
            (Some(200), &[("etag", "\"1\""), ("content-encoding", "identity")], true),
            (Some(200), &dated("Sun, 06 Nov 1994 08:50:37 GMT"), true),
            (Some(200), &dated("Sun, 06 Nov 1994 08:50:36 GMT"), false),
            (Some(200), &dated("Sun, 06 Nov 1994 08:49:36 GMT"), false),
            (Some(200), &dated("yesterday"), false),
            (Some(200), &[OLD], false),
            (Some(200), &[OLD, ("date", "Mon, 07 Nov 1994 08:49:37 GMT"), ("etag", "W/\"1\"")], false),
        ] {
            let part = StoredPart::of(URL, URL, &entity(status, None, fields));
            assert_eq!(part.is_some(), expected, "{status:?} {fields:?}");
            // A body that was decoded on the way, such as by a cache, leaves no trace in the fields.
            let decoded = Entity { is_decoded: true, ..entity(status, None, fields) };
            assert_eq!(StoredPart::of(URL, URL, &decoded), None);
        }
    }

    #[test]
    fn part_notes_are_read_only_as_written() {
        let part = StoredPart::of("http://sam:secret@pub.example/", URL, &entity(Some(200), None, TAG)).unwrap();
        let note = part.to_string();
        assert!(!note.contains("secret"), "{note}");
        assert_eq!(StoredPart::read(&note), Some(part.clone()));
        assert!(part.is_begun("http://sam:secret@pub.example/", 4));
        for (asked, bytes) in [(URL, 4), ("http://sam:secret@pub.example/", 0), ("http://sam:secret@pub.example/", 10)]
        {
            assert!(!part.is_begun(asked, bytes), "{asked} {bytes}");
        }
        for end in 0..note.len() {
            assert_eq!(StoredPart::read(&note[..end]), None, "{end}");
        }
        for other in [
            note.replace("identity", "gzip"),
            note.replace("offset: 0", "offset: -1"),
            note.replace("offset: 0", "offset: 18446744073709551616"),
            note.replace("total: 10", "total: +10"),
            note.replace("status: 200", "status: two"),
            note.replace("validator: \"1\"", "validator: "),
            format!("{note}\n"),
            // A note in the format of earlier versions.
            format!("{URL}\n\"1\"\n"),
        ] {
            assert_eq!(StoredPart::read(&other), None, "{other}");
        }
        let middle = StoredPart::read(&note.replace("offset: 0", "offset: 5")).unwrap();
        assert!(!middle.is_begun("http://sam:secret@pub.example/", 4));
    }

    /// Every answer of every length to every request for an object of up to 4 bytes.
    #[test]
    fn part_end_is_whole_only_at_the_end() {
        for total in (0..=4).map(Some).chain([None]) {
            for (last, next) in (0..=4).map(Some).chain([None]).flat_map(|last| (0..=6).map(move |next| (last, next))) {
                for came in 0..=2 {
                    let wanted: Option<u64> = [last.map(|last| last + 1), total].into_iter().flatten().min();
                    let expected = match wanted {
                        Some(end) if next == end => BodyEnd::Whole,
                        Some(end) if next < end && came > 0 => BodyEnd::AskOn,
                        _ => BodyEnd::Short,
                    };
                    assert_eq!(BodyEnd::of(last, total, next, came), expected, "{last:?} {total:?} {next} {came}");
                }
            }
        }
        assert_eq!(BodyEnd::of(Some(u64::MAX), None, u64::MAX, 1), BodyEnd::Whole);
    }
}
