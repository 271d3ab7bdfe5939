//! `napkin data inspect`: what a `data:` URL says about its data, and what is wrong with it.
//!
//! Decides: how much of a URL is held. One of standard input that is longer than [`WHOLE`] is looked at as it comes, and of
//! its text no more is kept than what diagnostics quote.

mod long;

use std::io::{self, Read};

use napkin::Finding;
use napkin::data::{DataUrl, MediaLimits, check};
use napkin::media::MediaType;

use super::reading::INPUT;
use crate::options::{DataInspect, DataReading};
#[cfg(feature = "serve")]
use crate::output::Printing;
use crate::output::{Answer, Page, Printer, Session, Trouble, Value};
use crate::record::{First, Place, Record};
use crate::stream::note_file;

/// The answer to a URL that is held.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(url: &str, reading: &DataReading, printing: &'s Printing<'s>) -> Page<'s> {
    let mut page = Page::new(printing);
    answer(&Record::new(url.as_bytes(), Place::Argument(1)), reading, &mut page);
    page
}

const FIELDS: [&str; 8] = ["ok", "media_type", "essence", "charset", "base64", "length", "violations", "error"];

pub(super) fn run(options: &DataInspect, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &FIELDS)?;
    let mut page = Page::new(&printing);
    match options.url.as_deref().filter(|&url| url != "-") {
        Some(url) => {
            note_file(url, 1, &mut page);
            answer(&Record::new(url.as_encoded_bytes(), Place::Argument(1)), &options.reading, &mut page);
        }
        None => standard_input(&options.reading, &mut page).map_err(|error| Trouble::io(INPUT, error))?,
    }
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// The longest text that is held, in bytes. Longer ones are within limits, of which this is one: what begins `data:/` has to
/// be held to be understood.
const WHOLE: usize = MediaLimits::STREAM.kept;

fn standard_input(options: &DataReading, page: &mut Page<'_>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut text = Vec::new();
    input.by_ref().take(WHOLE as u64 + 1).read_to_end(&mut text)?;
    if text.len() > WHOLE {
        return long::answer(text, input, options, page);
    }
    answer(&Record::new(&text, Place::Record(1)), options, page);
    Ok(())
}

/// What has been found out.
struct Found {
    media_type: String,
    essence: String,
    charset: Option<String>,
    is_base64: bool,
    length: Option<u64>,
}

impl Found {
    fn new(media_type: &MediaType<'_>, is_base64: bool, length: Option<u64>) -> Self {
        Self {
            media_type: media_type.to_string(),
            essence: media_type.essence().to_owned(),
            charset: media_type.parameter("charset").map(str::to_owned),
            is_base64,
            length,
        }
    }
}

fn answer(record: &Record<'_>, options: &DataReading, page: &mut Page<'_>) {
    let (reading, limits) = (options.reading(), options.limits());
    let mut first = First::default();
    let fatal = check(record.bytes, reading, &limits, &mut first).err();
    let found = DataUrl::parse_with(record.bytes, reading, &limits).ok().map(|url| {
        let length = url.decode().ok().map(|data| data.len() as u64);
        Found::new(url.media_type(), url.is_base64(), length)
    });
    let violations = record.given(&first.0);
    if let Some(error) = fatal {
        let mut findings = first.0;
        findings.retain(|finding| finding != error.finding());
        findings.insert(0, error.into());
        return page.refuse(record, &findings, |given, page| {
            page.fields(&fields(found.as_ref(), &violations, given.first()));
        });
    }
    let Some(found) = found else { return };
    if !page.fields(&fields(Some(&found), &violations, None)) {
        print(&found, page);
    }
    if page.shows_remarks() {
        page.remark(&record.text(), record.place, &violations);
    }
}

fn print(found: &Found, page: &mut Page<'_>) {
    let form = if found.is_base64 { "base64" } else { "percent" };
    let length = found.length.unwrap_or(0);
    if !page.is_pretty() {
        return page.line(format_args!("{}\t{form}\t{length}", found.media_type));
    }
    let style = page.paint().name();
    let charset = found.charset.as_deref().unwrap_or("(none)");
    let length = format!("{length} bytes");
    for (name, value) in
        [("type", found.essence.as_str()), ("charset", charset), ("written", form), ("length", &length)]
    {
        page.line(format_args!("  {style}{name:<9}{style:#} {}", crate::output::shown(value)));
    }
    page.line("");
}

fn fields<'a>(
    found: Option<&'a Found>,
    violations: &'a [Finding],
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 8] {
    let values = [
        Value::Bool(error.is_none()),
        found.map(|found| found.media_type.as_str()).into(),
        found.map(|found| found.essence.as_str()).into(),
        found.and_then(|found| found.charset.as_deref()).into(),
        found.map_or(Value::Null, |found| Value::Bool(found.is_base64)),
        found.and_then(|found| found.length).map_or(Value::Null, |length| Value::Number(length as usize)),
        Value::Findings(violations),
        error.map_or(Value::Null, Value::Finding),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
