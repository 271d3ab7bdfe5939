//! `napkin data inspect`: describes and checks a `data:` URL.
//!
//! A URL on standard input that is longer than [`WHOLE`] is read as a stream, and only the text that diagnostics quote
//! is kept.

mod stream;

use std::io::{self, Read};

use napkin::data::MediaLimits;
use napkin_answer::data::{Row, answer};
use napkin_answer::record::{Place, Record};

use super::limits::INPUT;
use crate::options::{DataInspect, DataReading};
use crate::output::{Answer, Page, Session, Trouble, print_answer};
use crate::records::note_file;

pub(super) fn run(options: &DataInspect, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_>>(session)?;
    print_answer(&printing, |page| {
        let Some(url) = options.url.as_deref().filter(|&url| url != "-") else {
            return standard_input(&options.reading, page).map_err(|error| Trouble::io(INPUT, error));
        };
        note_file(url, 1, page);
        let record = Record::new(url.as_encoded_bytes(), Place::Argument(1));
        answer(&record, options.reading.reading(), &options.reading.limits(), page);
        Ok(())
    })
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
