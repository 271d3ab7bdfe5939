//! `napkin data decode`: writes the data of a `data:` URL, as a stream.

use std::io::{self, Read};

use napkin::data::Decoder;
use napkin::{Error, Finding, Span};

use super::limits::INPUT;
use crate::options::DataDecode;
use crate::output::{Answer, Form, Page, Printer, Printing, Session, Trouble};
use crate::records::note_file;
use napkin_answer::record::Place;

/// The number of bytes read from standard input at a time.
const BLOCK: usize = 64 << 10;

/// The number of earlier bytes that are kept, so that an error can be shown in its context.
const BEFORE: usize = 256;

pub(super) fn run(options: &DataDecode, session: &Session) -> Result<Answer, Trouble> {
    let printing = Printing::new(Form::Plain, session);
    let decoder = Decoder::with_limits(options.reading.reading(), options.reading.limits());
    let mut decoding = Decoding { decoder, page: Page::new(&printing), printer: Printer::new(session) };
    match options.url.as_deref().filter(|&url| url != "-") {
        Some(url) => {
            note_file(url, 1, &mut decoding.page);
            let (url, place) = (url.as_encoded_bytes(), Place::Argument(1));
            match decoding.push(url) {
                Ok(()) => decoding.finish(url, 0, place),
                Err(error) => decoding.refuse(error, url, 0, place),
            }
        }
        None => return standard_input(decoding),
    };
    Ok(decoding_answer(decoding))
}

fn standard_input(mut decoding: Decoding<'_>) -> Result<Answer, Trouble> {
    let place = Place::Record(1);
    let mut block = vec![0; BEFORE + BLOCK];
    // The block holds the retained tail of `before` bytes, then the bytes just read. `start` is its offset in the text.
    let (mut before, mut start) = (0, 0);
    loop {
        let length = match io::stdin().read(&mut block[before..before + BLOCK]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result.map_err(|error| Trouble::io(INPUT, error))?,
        };
        let known = &block[..before + length];
        if length == 0 {
            decoding.finish(known, start, place);
            return Ok(decoding_answer(decoding));
        }
        if let Err(error) = decoding.push(&known[before..]) {
            decoding.refuse(error, known, start, place);
            return Ok(decoding_answer(decoding));
        }
        let kept = known.len().min(BEFORE);
        start += known.len() - kept;
        let end = known.len();
        block.copy_within(end - kept..end, 0);
        before = kept;
    }
}

struct Decoding<'s> {
    decoder: Decoder,
    page: Page<'s>,
    printer: Printer<'s>,
}

fn decoding_answer(mut decoding: Decoding<'_>) -> Answer {
    decoding.printer.print(&mut decoding.page);
    decoding.printer.finish()
}

impl Decoding<'_> {
    fn push(&mut self, piece: &[u8]) -> Result<(), Error> {
        let Self { decoder, page, printer } = self;
        decoder.push(piece, &mut |bytes| page.bytes(bytes))?;
        printer.print(page);
        Ok(())
    }

    /// Finishes decoding. `known` is the retained tail of the text, and `start` its offset.
    fn finish(&mut self, known: &[u8], start: usize, place: Place<'_>) {
        let decoder = std::mem::replace(&mut self.decoder, Decoder::new(napkin::data::Reading::Whatwg));
        let page = &mut self.page;
        match decoder.finish(&mut |bytes| page.bytes(bytes)) {
            Err(error) => self.refuse(error, known, start, place),
            Ok(summary) if self.page.shows_remarks() => {
                let remark = summary.white_space.filter(|remark| remark.span.start >= start);
                let remark = remark.map(|remark| moved(&remark, start));
                self.page.remark(&String::from_utf8_lossy(known), place, remark.as_slice());
            }
            Ok(_) => {}
        }
    }

    /// Reports an error in `known`, the retained tail of the text, which begins at offset `start`.
    fn refuse(&mut self, error: Error, known: &[u8], start: usize, place: Place<'_>) {
        let finding = moved(error.finding(), start);
        self.page.say_no();
        self.page.diagnose(&String::from_utf8_lossy(known), place, &[finding]);
    }
}

/// Returns a finding with its span relative to offset `start` of the text.
pub(super) fn moved(finding: &Finding, start: usize) -> Finding {
    let Span { start: from, end } = finding.span;
    finding.with_span(Span::new(from.saturating_sub(start), end.saturating_sub(start)))
}
