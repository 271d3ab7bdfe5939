//! Prints the media type and the length of a `data:` URL, and its violations.

use napkin::Finding;
use napkin::data::{DataUrl, MediaLimits, check};
use napkin::media::{MediaType, Reading};

use crate::output::{Page, Value};
use crate::record::{First, Record};

/// The names of the fields, in their order.
pub const FIELDS: [&str; 8] = ["ok", "media_type", "essence", "charset", "base64", "length", "violations", "error"];

/// The media type, the encoding and the length that a `data:` URL has.
#[derive(Debug)]
pub struct Found {
    media_type: String,
    essence: String,
    charset: Option<String>,
    is_base64: bool,
    length: Option<u64>,
}

impl Found {
    /// Describes data of `length` bytes; `None` if the data cannot be decoded.
    #[must_use]
    pub fn new(media_type: &MediaType<'_>, is_base64: bool, length: Option<u64>) -> Self {
        Self {
            media_type: media_type.to_string(),
            essence: media_type.essence().to_owned(),
            charset: media_type.parameter("charset").map(str::to_owned),
            is_base64,
            length,
        }
    }
}

/// Prints the description of a `data:` URL, and its violations.
pub fn answer(record: &Record<'_>, reading: Reading, limits: &MediaLimits, page: &mut Page<'_>) {
    let mut first = First::default();
    let fatal = check(record.bytes, reading, limits, &mut first).err();
    let found = DataUrl::parse_with(record.bytes, reading, limits).ok().map(|url| {
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

/// Prints the description on one line, or on several lines for people.
pub fn print(found: &Found, page: &mut Page<'_>) {
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

/// Returns the fields of a `data:` URL: its description, if it can be parsed; its violations; and the error that ends parsing.
#[must_use]
pub fn fields<'a>(
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
