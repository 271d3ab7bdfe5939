//! Prints the media type and the length of a `data:` URL, and its violations.

use napkin::Finding;
use napkin::data::{DataUrl, MediaLimits, check};
use napkin::media::{MediaType, Reading};

use crate::fields;
use crate::output::{self, Page};
use crate::record::{First, Record};

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

    const fn form(&self) -> &'static str {
        if self.is_base64 { "base64" } else { "percent" }
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
            page.row(&Row { found: found.as_ref(), violations: &violations, error: given.first() });
        });
    }
    page.row(&Row { found: found.as_ref(), violations: &violations, error: None });
    if page.shows_remarks() {
        page.remark(&record.text(), record.place, &violations);
    }
}

/// A `data:` URL: its description, if it can be parsed; its violations; and the error that ends parsing.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    /// The description.
    pub found: Option<&'r Found>,
    /// Everything that is wrong; spans are in the input as given.
    pub violations: &'r [Finding],
    /// Why the URL cannot be decoded.
    pub error: Option<&'r Finding>,
}

impl output::Row for Row<'_> {
    fields! { self;
        let found = self.found;
        "ok" => self.error.is_none(),
        "media_type" => found.map(|found| &found.media_type),
        "essence" => found.map(|found| &found.essence),
        "charset" => found.and_then(|found| found.charset.as_deref()),
        "base64" => found.map(|found| found.is_base64),
        "length" => found.and_then(|found| found.length),
        "violations" => self.violations,
        "error" => self.error,
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Some(found) = self.found else { return };
        page.line(format_args!("{}\t{}\t{}", found.media_type, found.form(), found.length.unwrap_or(0)));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let Some(found) = self.found else { return };
        let style = page.paint().name();
        let charset = found.charset.as_deref().unwrap_or("(none)");
        let length = format!("{} bytes", found.length.unwrap_or(0));
        let lines = [("type", &*found.essence), ("charset", charset), ("written", found.form()), ("length", &length)];
        for (name, value) in lines {
            page.line(format_args!("  {style}{name:<9}{style:#} {}", output::shown(value)));
        }
        page.line("");
    }
}
