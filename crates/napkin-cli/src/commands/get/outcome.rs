//! The result of a retrieval, and its output.
//!
//! The result is printed as fields for programs, as a line per URL of a list, or as a table for a person.

use std::borrow::Cow;
use std::path::PathBuf;

use napkin_retrieve::{Cached, Entity, Error, Failure, Hop, PartLeft, Retrieved, Trail};

use super::retrieval::{place, told, trail};
use super::totals::ObjectTotal;
use crate::output::{Message, Page, Row, Session, Value, columns, shown};
use napkin_answer::fields;
use napkin_answer::rules;

/// The output if no fields are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing: the bytes have been written already.
    Bytes,
    /// A description of the object of a single URL.
    Head,
    /// A line per URL that describes its object.
    Heads,
    /// A line per URL with the name of its file.
    Files,
}

/// The response, and the reason if it failed or is incomplete.
pub(super) struct Outcome {
    input: String,
    /// The place of the URL in the input.
    start: String,
    pub(super) found: Option<Retrieved>,
    pub(super) failure: Option<Failure>,
    /// The number of bytes written.
    pub(super) bytes: u64,
    /// The part of the object in the totals of the list.
    pub(super) total: ObjectTotal,
    /// The length of a file that existed already.
    pub(super) length: Option<u64>,
    pub(super) file: Option<PathBuf>,
    /// The partial file that an incomplete retrieval left.
    pub(super) left: Option<PartLeft>,
}

impl Outcome {
    pub(super) fn new(input: &str, start: String) -> Self {
        let input = napkin::mask_passwords(input).into_owned();
        let (bytes, total) = (0, ObjectTotal::default());
        Self { input, start, found: None, failure: None, bytes, total, length: None, file: None, left: None }
    }

    /// Forgets an attempt that is repeated.
    pub(super) fn start_again(&mut self) {
        (self.found, self.failure, self.bytes, self.left) = (None, None, 0, None);
    }

    /// Returns the URL with its place, for a note.
    pub(super) fn place(&self) -> &str {
        &self.start
    }

    pub(super) fn error(&self) -> Option<&Error> {
        self.failure.as_ref().map(Failure::error)
    }

    fn trail(&self) -> Option<&Trail> {
        self.failure.as_ref().map(Failure::trail).or_else(|| self.found.as_ref().map(Retrieved::trail))
    }

    fn hops(&self) -> &[Hop] {
        self.trail().map(Trail::hops).unwrap_or_default()
    }

    fn entity(&self) -> Option<&Entity> {
        self.found.as_ref().map(Retrieved::entity)
    }

    /// Returns the last URL, with passwords masked.
    fn url(&self) -> Option<Cow<'_, str>> {
        self.found.as_ref().map(|found| napkin::mask_passwords(found.url()))
    }

    fn media_type(&self) -> Option<&str> {
        self.entity().and_then(|entity| entity.media_type.as_deref())
    }

    fn length(&self) -> Option<u64> {
        self.entity().map_or(self.length, |entity| entity.length)
    }

    /// Returns the messages for standard error.
    fn said(&self, session: &Session) -> Vec<Message> {
        let mut said = Vec::new();
        if session.is_verbose() {
            said.extend(self.trail().map(|hops| trail(hops, &self.start, session)));
        }
        let hops = self.hops();
        let last = place(&self.start, hops.len());
        // Without framing, nobody can tell whether the file is complete, so this finding is reported even without `-v`.
        let findings = hops.last().filter(|_| self.file.is_some() && !session.is_verbose()).map(Hop::findings);
        let unframed = findings.unwrap_or_default().iter().filter(|found| found.rule() == rules::BODY_UNFRAMED);
        said.extend(unframed.map(|remark| told(remark, &last, session)));
        let mut why = self.error().map(|error| told(error, &last, session)).unwrap_or_default();
        if let Some(PartLeft { path, bytes, .. }) = &self.left {
            let left = format!("{} has {bytes} bytes; --continue goes on from there", path.to_string_lossy());
            why = why.with(&Message::note(session.error_paint, left));
        }
        said.extend((!why.is_empty()).then_some(why));
        said
    }

    pub(super) fn print(&self, form: Form, session: &Session, page: &mut Page<'_>) {
        page.count();
        page.row(&OutcomeRow { outcome: self, form });
        page.say(self.said(session));
    }

    /// Prints a line. It is empty after a failure, so that output lines match those of the list.
    fn line(&self, form: Form, page: &mut Page<'_>) {
        if self.failure.is_some() {
            if !page.is_pretty() {
                page.line("");
            }
            return;
        }
        if let Some(file) = self.file.as_ref().filter(|_| form == Form::Files) {
            page.put(shown(&file.to_string_lossy()));
            page.tab();
        }
        let length = self.length().or(self.file.as_ref().map(|_| self.bytes));
        let length = length.map(|length| length.to_string()).unwrap_or_default();
        let url = self.url().unwrap_or(Cow::Borrowed(&self.input));
        page.columns(&[&url, &self.media_type().unwrap_or_default(), &length]);
    }

    /// Prints a table that describes the object, for a person.
    fn described(&self, page: &mut Page<'_>) {
        let number = |number: u64| Some(number.to_string());
        let field = |name: &str| self.entity().and_then(|entity| entity.field(name)).map(str::to_owned);
        let last = self.hops().last();
        let rows = [
            ("url", self.url().map(Cow::into_owned)),
            ("status", last.and_then(Hop::status).and_then(|status| number(status.into()))),
            ("type", self.media_type().map(str::to_owned)),
            ("length", self.length().and_then(number)),
            ("modified", field("last-modified")),
            ("etag", field("etag")),
            ("ranges", field("accept-ranges")),
            ("address", last.and_then(Hop::address).map(|address| address.to_string())),
            ("http", last.and_then(Hop::http_version).map(str::to_owned)),
        ];
        let redirects = self.hops().split_last().map(|(_, before)| before).unwrap_or_default();
        let hops = redirects.iter().map(|hop| ("from", Some(hop.url().to_owned())));
        let aside = page.paint().aside();
        for (name, value) in hops.chain(rows) {
            let Some(value) = value else { continue };
            let space = " ".repeat(10 - columns(name));
            page.line(format_args!("{aside}{name}{aside:#}{space}{}", shown(&value)));
        }
    }
}

/// A result, and its output if no fields are asked for.
pub(super) struct OutcomeRow<'o> {
    outcome: &'o Outcome,
    form: Form,
}

impl Row for OutcomeRow<'_> {
    fields! { self;
        let outcome = self.outcome;
        let hops = outcome.hops();
        let last = hops.last();
        let trail = hops.iter().map(Texts::of).collect::<Vec<_>>();
        let objects = trail.iter().map(Texts::fields).collect::<Vec<_>>();
        let urls = hops.iter().map(Hop::url).collect::<Vec<_>>();
        let range = outcome.entity().and_then(|entity| entity.range);
        "input" => &outcome.input,
        "ok" => outcome.failure.is_none(),
        "url" => outcome.url().as_deref(),
        "status" => last.and_then(Hop::status).map(u64::from),
        "media_type" => outcome.media_type(),
        "length" => outcome.length(),
        "first" => range.map(|range| range.first),
        "last" => range.map(|range| range.last),
        "bytes" => outcome.bytes,
        "file" => outcome.file.as_ref().map(|file| file.to_string_lossy()).as_deref(),
        "address" => trail.last().and_then(|hop| hop.address.as_deref()),
        "http_version" => last.and_then(Hop::http_version),
        "cached" => last.and_then(Hop::cached).map(Cached::name),
        "hops" => &urls[..],
        "trail" => &objects[..],
        "error" => outcome.error().map(|error| Value::Worded(error.finding(), error.message())),
    }

    fn plain(&self, page: &mut Page<'_>) {
        match self.form {
            Form::Bytes => {}
            Form::Head if self.outcome.failure.is_some() => {}
            Form::Head if page.is_pretty() => self.outcome.described(page),
            form => self.outcome.line(form, page),
        }
    }
}

/// A hop, with the texts of its address and its findings.
struct Texts<'h> {
    hop: &'h Hop,
    address: Option<String>,
    findings: Vec<&'h str>,
}

impl<'h> Texts<'h> {
    fn of(hop: &'h Hop) -> Self {
        let address = hop.address().map(|address| address.to_string());
        Self { hop, address, findings: hop.findings().iter().map(|finding| finding.rule().code()).collect() }
    }

    fn fields(&self) -> Vec<(&'static str, Value<'_>)> {
        let hop = self.hop;
        vec![
            ("url", hop.url().into()),
            ("operation", hop.operation().name().into()),
            ("status", hop.status().map(u64::from).into()),
            ("address", self.address.as_deref().into()),
            ("reused", hop.is_reused().into()),
            ("http_version", hop.http_version().into()),
            ("cached", hop.cached().map(Cached::name).into()),
            ("findings", self.findings[..].into()),
        ]
    }
}
