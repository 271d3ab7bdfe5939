//! Prints the normal form of each reference.

use std::borrow::Cow;

use napkin::{Finding, Rung, Rungs, Standard, normalize};

use crate::answers::Answers;
use crate::fields;
use crate::names::Standards;
use crate::output::{self, Page, Trouble, Value};
use crate::record::Record;

/// Returns the rung of normalisation with this name.
///
/// # Errors
/// No rung has this name.
pub fn rung(name: &str) -> Result<Rung, String> {
    let found = Rung::ALL.iter().copied().find(|rung| rung.name() == name);
    found.ok_or_else(|| "expected case, percent, path or scheme".into())
}

/// Normalizes references.
#[derive(Debug)]
pub struct Normalizer {
    name: Standards,
    rungs: Rungs,
}

impl Normalizer {
    /// Creates a normalizer for these rungs of RFC 3986 section 6.2, or for all rungs if the list is empty.
    ///
    /// # Errors
    /// Returns an error for rungs under `whatwg`, which has a single normal form.
    pub fn new(standard: Standards, rungs: &[Rung]) -> Result<Self, Trouble> {
        let rungs = match rungs {
            [] => Rungs::ALL,
            _ if standard.list().contains(&Standard::Whatwg) => {
                let why =
                    "--level: whatwg has one normal form and no rungs; choose --standard draft1997, rfc3986 or rfc3987";
                return Err(Trouble::Usage(why.into()));
            }
            chosen => chosen.iter().fold(Rungs::NONE, |rungs, &rung| rungs | Rungs::of(rung)),
        };
        Ok(Self { name: standard, rungs })
    }
}

/// A normal form, and the names of the rungs that changed the reference.
#[derive(Debug)]
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
        for &standard in self.name.list() {
            page.put_standard(self.name, standard);
            match self.normal(record, standard) {
                Ok(normal) => page.row(&Row { record, standard, normal: Ok(&normal) }),
                Err(findings) => page.refuse(record, &findings, |given, page| {
                    page.row(&Row { record, standard, normal: Err(given.first()) });
                }),
            }
        }
    }
}

/// The normal form of a reference, or the error in it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    record: &'r Record<'r>,
    standard: Standard,
    normal: Result<&'r Normal<'r>, Option<&'r Finding>>,
}

impl output::Row for Row<'_> {
    fields! { self;
        "input" => self.record.bytes,
        "standard" => self.standard.name(),
        "ok" => self.normal.is_ok(),
        "normal" => self.normal.ok().map(|normal| &*normal.text),
        "changed" => Value::Names(self.normal.map_or(&[], |normal| &normal.changed)),
        "error" => self.normal.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Ok(normal) = self.normal else { return };
        page.text(&normal.text);
        if page.is_pretty() && !normal.changed.is_empty() {
            let style = page.paint().changed();
            page.put(format_args!("  {style}{}{style:#}", normal.changed.join(", ")));
        }
        page.line("");
    }
}
