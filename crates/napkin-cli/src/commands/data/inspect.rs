//! `napkin data inspect`: describes and checks a `data:` URL.
//!
//! A URL on standard input that is longer than [`WHOLE`] is read as a stream, and only the text that diagnostics quote
//! is kept.

mod stream;

use std::io::{self, Read};

use napkin::data::MediaLimits;
use napkin_answer::data::{FIELDS, answer};
use napkin_answer::record::{Place, Record};

use super::limits::INPUT;
use crate::options::{DataInspect, DataReading};
use crate::output::{Answer, Page, Printer, Session, Trouble};
use crate::records::note_file;

pub(super) fn run(options: &DataInspect, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing(session, &FIELDS)?;
    let mut page = Page::new(&printing);
    match options.url.as_deref().filter(|&url| url != "-") {
        Some(url) => {
            note_file(url, 1, &mut page);
            let record = Record::new(url.as_encoded_bytes(), Place::Argument(1));
            answer(&record, options.reading.reading(), &options.reading.limits(), &mut page);
        }
        None => standard_input(&options.reading, &mut page).map_err(|error| Trouble::io(INPUT, error))?,
    }
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// The maximum length of a text that is held in memory, in bytes. The limits of longer texts include this one, since a
/// text that begins with `data:/` can only be parsed as a whole.
const WHOLE: usize = MediaLimits::STREAM.kept;

fn standard_input(options: &DataReading, page: &mut Page<'_>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut text = Vec::new();
    input.by_ref().take(WHOLE as u64 + 1).read_to_end(&mut text)?;
    if text.len() > WHOLE {
        return stream::answer(text, input, options, page);
    }
    answer(&Record::new(&text, Place::Record(1)), options.reading(), &options.limits(), page);
    Ok(())
}
