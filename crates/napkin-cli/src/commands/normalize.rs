//! `napkin normalize`: the normal form of each reference.

use std::borrow::Cow;

use napkin::{Finding, Rung, Rungs, Standard, normalize};

use super::put_standard;
use crate::options::{Normalize, StandardName};
#[cfg(feature = "serve")]
use crate::output::Printing;
use crate::output::{Answer, Page, Session, Trouble, Value};
use crate::record::Record;
use crate::stream::{self, Answers};

const FIELDS: [&str; 6] = ["input", "standard", "ok", "normal", "changed", "error"];

pub(crate) fn run(options: &Normalize, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    stream::run(&normalizer(options)?, &options.references, &options.records, &printing)
}

/// The answers to the references of the options, on one page.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(options: &Normalize, printing: &'s Printing<'s>) -> Result<Page<'s>, Trouble> {
    Ok(stream::page(&normalizer(options)?, &options.references, &options.records, printing))
}

fn normalizer(options: &Normalize) -> Result<Normalizer, Trouble> {
    let name = options.records.standard;
    let rungs = match &options.level[..] {
        [] => Rungs::ALL,
        _ if name.standards().contains(&Standard::Whatwg) => {
            let why =
                "--level: whatwg has one normal form and no rungs; choose --standard draft1997, rfc3986 or rfc3987";
            return Err(Trouble::Usage(why.into()));
        }
        chosen => chosen.iter().fold(Rungs::NONE, |rungs, &rung| rungs | Rungs::of(rung)),
    };
    Ok(Normalizer { name, rungs })
}

struct Normalizer {
    name: StandardName,
    rungs: Rungs,
}

/// A normal form, and the names of the rungs that changed something.
struct Normal<'a> {
    text: Cow<'a, str>,
    changed: Vec<&'static str>,
}

impl Normalizer {
    fn normal<'a>(&self, record: &'a Record<'_>, standard: Standard) -> Result<Normal<'a>, Vec<Finding>> {
        if standard == Standard::Whatwg {
            let url = record.url(None)?;
            let changed = if url.href() == record.text() { Vec::new() } else { vec!["serialize"] };
            return Ok(Normal { text: url.into_string().into(), changed });
        }
        let normal = normalize(record.read(standard)?, self.rungs);
        Ok(Normal { text: normal.text, changed: normal.changed.iter().map(Rung::name).collect() })
    }
}

impl Answers for Normalizer {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for &standard in self.name.standards() {
            put_standard(self.name, standard, page);
            match self.normal(record, standard) {
                Ok(normal) => print(record, standard, &normal, page),
                Err(findings) => {
                    page.refuse(record, &findings, |given, page| {
                        page.fields(&fields(record, standard, None, &[], given.first()));
                    });
                }
            }
        }
    }
}

fn print(record: &Record<'_>, standard: Standard, normal: &Normal<'_>, page: &mut Page<'_>) {
    if page.fields(&fields(record, standard, Some(&normal.text), &normal.changed, None)) {
        return;
    }
    page.text(&normal.text);
    if page.is_pretty() && !normal.changed.is_empty() {
        let style = page.paint().changed();
        page.put(format_args!("  {style}{}{style:#}", normal.changed.join(", ")));
    }
    page.line("");
}

fn fields<'a>(
    record: &Record<'a>,
    standard: Standard,
    normal: Option<&'a str>,
    changed: &'a [&'a str],
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 6] {
    let values = [
        Value::Bytes(record.bytes),
        Value::Text(standard.name()),
        Value::Bool(error.is_none()),
        normal.into(),
        Value::Names(changed),
        error.map_or(Value::Null, Value::Finding),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
