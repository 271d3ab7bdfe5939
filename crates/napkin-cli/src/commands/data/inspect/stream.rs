//! Checks a `data:` URL of any length as a stream.
//!
//! To quote the text of a finding, the text right before it and the following text that has been read by then are kept.

use std::io::{self, Read};

use napkin::data::{Checker, Decoder};
use napkin::{Error, Finding, Sink, password_span};

use super::super::decode::moved;
use crate::options::DataReading;
use crate::output::{Page, joined};
use napkin_answer::data::{Found, Row};
use napkin_answer::record::{First, Place, Record};

/// The number of bytes read at a time.
const BLOCK: usize = 64 << 10;

/// The number of bytes quoted before the start of a finding, and from its start on. A diagnostic shows less.
const QUOTED: usize = 256;

const PLACE: Place<'_> = Place::Record(1);

/// Checks a text whose beginning has been read, and prints the answer.
pub(super) fn answer(
    begun: Vec<u8>,
    mut input: impl Read,
    options: &DataReading,
    page: &mut Page<'_>,
) -> io::Result<()> {
    let mut long = Long {
        checker: Checker::new(options.reading(), options.limits()),
        decoder: Decoder::with_limits(options.reading(), options.limits()),
        failed: None,
        notes: Notes::default(),
    };
    let mut text = Text { bytes: begun, start: 0 };
    let mut new = 0;
    // Once a limit is exceeded, the remainder cannot be interpreted.
    while new < text.bytes.len() && long.push(&text, new).is_ok() {
        new = text.read(&mut input)?;
    }
    long.say(&text, page);
    Ok(())
}

/// The most recent part of the text.
struct Text {
    bytes: Vec<u8>,
    /// The offset of `bytes` in the whole text.
    start: usize,
}

impl Text {
    /// Reads the next block, and drops bytes that are no longer quoted. Returns the index of the new bytes.
    fn read(&mut self, input: &mut impl Read) -> io::Result<usize> {
        let dropped = self.bytes.len().saturating_sub(QUOTED);
        self.bytes.drain(..dropped);
        self.bytes.shrink_to(QUOTED + BLOCK);
        self.start += dropped;
        let new = self.bytes.len();
        input.take(BLOCK as u64).read_to_end(&mut self.bytes)?;
        Ok(new)
    }

    /// Returns the text around a finding.
    fn quote(&self, finding: &Finding) -> Quote {
        let at = finding.span.start.saturating_sub(self.start).min(self.bytes.len());
        let (from, to) = (at.saturating_sub(QUOTED), self.bytes.len().min(at + QUOTED));
        Quote { text: String::from_utf8_lossy(&self.bytes[from..to]).into_owned(), start: self.start + from }
    }
}

/// A piece of the text, and its offset in the whole.
struct Quote {
    text: String,
    start: usize,
}

/// The findings, and the text around each of them.
#[derive(Default)]
struct Notes {
    first: First,
    quotes: Vec<Quote>,
}

struct Noting<'n> {
    text: &'n Text,
    notes: &'n mut Notes,
}

impl Sink for Noting<'_> {
    fn report(&mut self, finding: Finding) {
        if self.notes.first.is_full() {
            self.notes.first.report(finding);
        } else {
            let quote = self.text.quote(&finding);
            let shown = moved(&finding, quote.start).redacted(password_span(&quote.text));
            self.notes.first.report(finding.with_found(shown.found));
            self.notes.quotes.push(quote);
        }
    }
}

struct Long {
    checker: Checker,
    decoder: Decoder,
    /// The error that ended decoding.
    failed: Option<Error>,
    notes: Notes,
}

impl Long {
    /// Checks the new bytes of the text, from index `new` on.
    fn push(&mut self, text: &Text, new: usize) -> Result<(), Error> {
        let piece = &text.bytes[new..];
        if self.failed.is_none() {
            self.failed = self.decoder.push(piece, &mut |_| {}).err();
        }
        self.checker.push(piece, &mut Noting { text, notes: &mut self.notes })
    }

    /// Prints the answer at the end of the text.
    fn say(self, text: &Text, page: &mut Page<'_>) {
        let Self { checker, decoder, failed, mut notes } = self;
        let header = decoder.media_type().cloned().zip(decoder.is_base64());
        let checked = checker.finish(&mut Noting { text, notes: &mut notes });
        let decoded = failed.map_or_else(|| decoder.finish(&mut |_| {}), Err);
        let fatal = checked.err().or_else(|| decoded.as_ref().err().copied());
        let length = decoded.ok().filter(|_| fatal.is_none()).map(|summary| summary.length);
        let found = header.map(|(media_type, is_base64)| Found::new(&media_type, is_base64, length));
        match (fatal, &found) {
            (Some(error), _) => notes.refuse(error, found.as_ref(), text, page),
            (None, Some(found)) => notes.accept(found, page),
            // Unreachable: without an error there is a header.
            (None, None) => {}
        }
    }
}

impl Notes {
    fn accept(&self, found: &Found, page: &mut Page<'_>) {
        page.row(&Row { found: Some(found), violations: &self.first.0, error: None });
        if page.shows_remarks() {
            for finding in joined(&self.first.0) {
                let (quote, finding) = self.quoted(&finding);
                page.remark(quote, PLACE, &[finding]);
            }
        }
    }

    fn refuse(&self, error: Error, found: Option<&Found>, text: &Text, page: &mut Page<'_>) {
        let fatal = error.finding();
        // Only the first findings are kept; the fatal one may come after them.
        let known = self.first.0.iter().position(|finding| finding.rule == fatal.rule && finding.span == fatal.span);
        let late = text.quote(fatal);
        let quote = known.map_or(&late, |number| &self.quotes[number]);
        let shown = moved(fatal, quote.start).redacted(password_span(&quote.text));
        let said = fatal.with_found(shown.found);
        page.refuse(&Record::new(quote.text.as_bytes(), PLACE), &[shown], |_, page| {
            page.row(&Row { found, violations: &self.first.0, error: Some(&said) });
        });
        if page.tells_errors() {
            return;
        }
        for (number, finding) in self.first.0.iter().enumerate().filter(|&(number, _)| Some(number) != known) {
            let quote = &self.quotes[number];
            page.diagnose(&quote.text, PLACE, &[moved(finding, quote.start)]);
        }
    }

    /// Returns the text around a finding, and the finding with its span in that text.
    fn quoted(&self, finding: &Finding) -> (&str, Finding) {
        let same = |known: &Finding| known.rule == finding.rule && known.span.start == finding.span.start;
        let quote = self.first.0.iter().position(same).map(|number| &self.quotes[number]);
        quote.map_or(("", *finding), |quote| (quote.text.as_str(), moved(finding, quote.start)))
    }
}
