//! `napkin normalize`: the normal form of each reference.

use napkin::{Finding, Rung, Rungs, Standard, normalize};

use super::put_standard;
use crate::options::{Normalize, StandardName};
use crate::output::{Answer, Page, Session, Trouble, Value};
use crate::stream::{self, Answers, Record};

const FIELDS: [&str; 6] = ["input", "standard", "ok", "normal", "changed", "error"];

pub(crate) fn run(options: &Normalize, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    let rungs = match &options.level[..] {
        [] => Rungs::ALL,
        chosen => chosen.iter().fold(Rungs::NONE, |rungs, &rung| rungs | Rungs::of(rung)),
    };
    let normalizer = Normalizer { name: options.records.standard, rungs };
    stream::run(&normalizer, &options.references, &options.records, &printing)
}

struct Normalizer {
    name: StandardName,
    rungs: Rungs,
}

impl Answers for Normalizer {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for &standard in self.name.standards() {
            put_standard(self.name, standard, page);
            let reference = match record.read(standard) {
                Ok(reference) => reference,
                Err(findings) => {
                    page.refuse(record, &findings, |given, page| {
                        page.fields(&fields(record, standard, None, Rungs::NONE, given.first()));
                    });
                    continue;
                }
            };
            let normal = normalize(reference, self.rungs);
            if page.fields(&fields(record, standard, Some(&normal.text), normal.changed, None)) {
                continue;
            }
            page.text(&normal.text);
            if page.is_pretty() && !normal.changed.is_empty() {
                let names: Vec<&str> = normal.changed.iter().map(Rung::name).collect();
                let style = page.paint().changed();
                page.put(format_args!("  {style}{}{style:#}", names.join(", ")));
            }
            page.line("");
        }
    }
}

fn fields<'a>(
    record: &Record<'a>,
    standard: Standard,
    normal: Option<&'a str>,
    changed: Rungs,
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 6] {
    let values = [
        Value::Bytes(record.bytes),
        Value::Text(standard.name()),
        Value::Bool(error.is_none()),
        normal.into(),
        Value::Rungs(changed),
        error.map_or(Value::Null, Value::Finding),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
