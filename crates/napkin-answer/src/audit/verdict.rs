//! Prints whether programs agree on a URL.
//!
//! With `--json`, the normal form is printed whole, because the user asked for it. Everything else has its secrets masked.

use std::borrow::Cow;

use napkin_audit::{Reading, Settings, Verdict, against};

use super::mask::Mask;
use crate::output::{Page, Value, shown};
use crate::record::Record;

/// The names of the fields, in their order.
pub const FIELDS: [&str; 7] = ["input", "ok", "verdict", "normal", "causes", "causes_omitted", "readings"];

/// Prints the verdict on a record, with at most `most` of its causes.
pub(super) fn answer(record: &Record<'_>, base: Option<&str>, most: usize, settings: &Settings, page: &mut Page<'_>) {
    let text = record.text();
    let mask = Mask::of(&text, settings);
    let found = against(&text, base);
    let is_good = found.verdict != Verdict::Reject;
    if !is_good {
        page.say_no();
    }
    let normal = match &found.verdict {
        Verdict::NormaliseFirst(form) => Some(form.as_str()),
        _ => None,
    };
    if page.has_fields() {
        let names: Vec<String> = found.readings.iter().map(|reading| reading.reader.to_string()).collect();
        let refused: Vec<Option<String>> =
            found.readings.iter().map(|reading| reading.seen.as_ref().err().map(ToString::to_string)).collect();
        let texts: Vec<_> = found.readings.iter().map(|reading| texts(reading, &mask)).collect();
        let readings: Vec<_> = (0..names.len())
            .map(|at| fields(&found.readings[at], &names[at], refused[at].as_deref(), &texts[at]))
            .collect();
        let input = mask.reference();
        let causes = &found.causes[..found.causes.len().min(most)];
        let values = [
            if matches!(input, Cow::Owned(_)) { Value::Text(&input) } else { Value::Bytes(record.bytes) },
            Value::Bool(is_good),
            Value::Text(found.verdict.name()),
            normal.into(),
            Value::Spans(causes),
            Value::Number(found.causes.len() - causes.len()),
            Value::Objects(&readings),
        ];
        let fields: [_; 7] = std::array::from_fn(|number| (FIELDS[number], values[number]));
        page.fields(&fields);
        return;
    }
    let masked = mask.reference();
    let normal = normal.map(|form| Mask::of(form, settings).reference().into_owned());
    if !page.is_pretty() {
        let (verdict, normal) = (found.verdict.name(), normal.unwrap_or_else(|| "-".into()));
        return page.line(format_args!("{verdict}\t{normal}\t{}", shown(&masked)));
    }
    let (heading, aside) = (page.paint().heading(), page.paint().aside());
    page.line(format_args!("{heading}{}{heading:#}: {}", found.verdict.name(), shown(&masked)));
    if let Some(normal) = normal {
        page.line(format_args!("  use {}", shown(&normal)));
    }
    for reading in &found.readings {
        page.line(format_args!("  {aside}{:<12}{aside:#} {}", reading.reader, shown(&seen(reading, &mask))));
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

fn fields<'r>(
    reading: &'r Reading<'_>,
    name: &'r str,
    refused: Option<&'r str>,
    (host, path): &'r (Option<Cow<'r, str>>, Option<Cow<'r, str>>),
) -> Vec<(&'static str, Value<'r>)> {
    let seen = reading.seen.as_ref().ok();
    let port = seen.and_then(|seen| seen.port).map_or(Value::Null, |port| Value::Number(port as usize));
    vec![
        ("reader", Value::Text(name)),
        ("host", host.as_deref().into()),
        ("port", port),
        ("path", path.as_deref().into()),
        ("refused", refused.into()),
    ]
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
