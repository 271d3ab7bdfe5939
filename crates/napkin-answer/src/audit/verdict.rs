//! Prints whether programs agree on a URL.
//!
//! With `--json`, the normal form is printed whole, because the user asked for it. Everything else has its secrets masked.

use std::borrow::Cow;

use napkin_audit::{Disagreement, Reading, Settings, Verdict, against};

use super::mask::Mask;
use crate::fields;
use crate::output::{self, Page, Value, shown};
use crate::record::Record;

/// Prints the verdict on a record, with at most `most` of its causes.
pub(super) fn answer(record: &Record<'_>, base: Option<&str>, most: usize, settings: &Settings, page: &mut Page<'_>) {
    let text = record.text();
    let found = against(&text, base);
    if found.verdict == Verdict::Reject {
        page.say_no();
    }
    page.row(&Row { record, mask: Mask::of(&text, settings), found: &found, most, settings });
}

/// Whether programs agree on a URL.
pub struct Row<'r> {
    record: &'r Record<'r>,
    mask: Mask<'r>,
    found: &'r Disagreement<'r>,
    most: usize,
    settings: &'r Settings,
}

impl Row<'_> {
    fn normal(&self) -> Option<&str> {
        match &self.found.verdict {
            Verdict::NormaliseFirst(form) => Some(form.as_str()),
            _ => None,
        }
    }

    fn masked_normal(&self) -> Option<String> {
        self.normal().map(|form| Mask::of(form, self.settings).reference().into_owned())
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        let (found, input) = (self.found, self.mask.reference());
        let seen = found.readings.iter().map(|reading| Shown::of(reading, &self.mask)).collect::<Vec<_>>();
        let readings = seen.iter().map(Shown::fields).collect::<Vec<_>>();
        let causes = &found.causes[..found.causes.len().min(self.most)];
        "input" => if let Cow::Owned(masked) = &input { masked.into() } else { Value::Bytes(self.record.bytes) },
        "ok" => found.verdict != Verdict::Reject,
        "verdict" => found.verdict.name(),
        "normal" => self.normal(),
        "causes" => causes,
        "causes_omitted" => found.causes.len() - causes.len(),
        "readings" => &readings[..],
    }

    fn plain(&self, page: &mut Page<'_>) {
        let normal = self.masked_normal().unwrap_or_else(|| "-".into());
        let masked = self.mask.reference();
        page.line(format_args!("{}\t{normal}\t{}", self.found.verdict.name(), shown(&masked)));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        let (verdict, masked) = (self.found.verdict.name(), self.mask.reference());
        page.line(format_args!("{heading}{verdict}{heading:#}: {}", shown(&masked)));
        if let Some(normal) = self.masked_normal() {
            page.line(format_args!("  use {}", shown(&normal)));
        }
        for reading in &self.found.readings {
            page.line(format_args!("  {aside}{:<12}{aside:#} {}", reading.reader, shown(&seen(reading, &self.mask))));
        }
    }
}

/// Returns the host and the path of a reading, with secrets masked.
fn texts<'r>(reading: &'r Reading<'_>, mask: &Mask<'_>) -> (Option<Cow<'r, str>>, Option<Cow<'r, str>>) {
    let seen = reading.seen.as_ref().ok();
    (
        seen.and_then(|seen| seen.host.as_deref()).map(|host| mask.derived(host)),
        seen.map(|seen| mask.derived(&seen.path)),
    )
}

/// The texts of a reading, with secrets masked.
struct Shown<'r> {
    reader: String,
    host: Option<Cow<'r, str>>,
    port: Option<u32>,
    path: Option<Cow<'r, str>>,
    refused: Option<String>,
}

impl<'r> Shown<'r> {
    fn of(reading: &'r Reading<'_>, mask: &Mask<'_>) -> Self {
        let (host, path) = texts(reading, mask);
        let port = reading.seen.as_ref().ok().and_then(|seen| seen.port);
        let refused = reading.seen.as_ref().err().map(ToString::to_string);
        Self { reader: reading.reader.to_string(), host, port, path, refused }
    }

    fn fields(&self) -> Vec<(&'static str, Value<'_>)> {
        vec![
            ("reader", Value::Text(&self.reader)),
            ("host", self.host.as_deref().into()),
            ("port", self.port.into()),
            ("path", self.path.as_deref().into()),
            ("refused", self.refused.as_deref().into()),
        ]
    }
}

fn seen(reading: &Reading<'_>, mask: &Mask<'_>) -> String {
    let (host, path) = texts(reading, mask);
    match &reading.seen {
        Err(refused) => format!("refused: {refused}"),
        Ok(seen) => {
            let port = seen.port.map(|port| format!(":{port}")).unwrap_or_default();
            format!("{}{port} {}", host.as_deref().unwrap_or("no host"), path.unwrap_or_default())
        }
    }
}
