//! Diagnostics of reviewdog, in one object (`rdjson`). Columns count bytes.

use super::finding::{Finding, Print, Rule, Severity, Tool, gap_text};
use super::place::Place;
use crate::output::{Lacking, Value, object};

type Fields<'a> = Vec<(&'static str, Value<'a>)>;

#[derive(Default)]
pub(super) struct Rdjson {
    has_diagnostics: bool,
    rules: Vec<Rule>,
}

impl Print for Rdjson {
    fn begin(&mut self, tool: &Tool, out: &mut Vec<u8>) {
        self.rules.clone_from(&tool.rules);
        out.extend_from_slice(b"{\"source\":");
        object(&[("name", Value::Text(tool.name))], out);
        out.extend_from_slice(b",\"diagnostics\":[");
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let help = self.rules.iter().find(|rule| rule.code == finding.rule).and_then(|rule| rule.help.as_deref());
        let mut code = vec![("value", Value::Text(finding.rule))];
        code.extend(help.map(|help| ("url", Value::Text(help))));
        let found = finding.places.map(positions);
        let found = found.as_ref().map(range);
        let mut location = vec![("path", Value::Text(finding.file))];
        location.extend(found.as_ref().map(|found| ("range", Value::Object(found))));
        let message = format!("{}: {}", finding.reference, finding.message);
        let mut fields = vec![
            ("message", Value::Text(&message)),
            ("location", Value::Object(&location)),
            ("severity", Value::Text(severity(finding.severity))),
            ("code", Value::Object(&code)),
        ];
        let fix = finding.fix.as_ref().and_then(|fix| Some((fix.places.map(positions)?, &fix.text)));
        let replaced = fix.as_ref().map(|(place, text)| (range(place), text));
        let suggestion =
            replaced.as_ref().map(|(place, text)| [vec![("range", Value::Object(place)), ("text", Value::Text(text))]]);
        fields.extend(suggestion.as_ref().map(|suggestion| ("suggestions", Value::Objects(suggestion))));
        diagnostic(&fields, &mut self.has_diagnostics, out);
    }

    fn end(&mut self, tool: &Tool, gaps: &[Lacking], _: &str, out: &mut Vec<u8>) {
        for gap in gaps {
            let (message, rule) = (gap_text(gap), gap.rule.map_or("incomplete", |rule| rule.code()));
            let file = gap.place.as_ref().map_or(tool.name, |(file, ..)| file);
            let (location, code) = ([("path", Value::Text(file))], [("value", Value::Text(rule))]);
            let fields = [
                ("message", Value::Text(&message)),
                ("location", Value::Object(&location)),
                ("severity", Value::Text("ERROR")),
                ("code", Value::Object(&code)),
            ];
            diagnostic(&fields, &mut self.has_diagnostics, out);
        }
        out.extend_from_slice(b"\n]}\n");
    }
}

/// Prints a diagnostic after others.
fn diagnostic(fields: &[(&'static str, Value<'_>)], has_others: &mut bool, out: &mut Vec<u8>) {
    out.extend_from_slice(if std::mem::replace(has_others, true) { b",\n" } else { b"\n" });
    object(fields, out);
}

fn positions((start, end): (Place, Place)) -> [Fields<'static>; 2] {
    [start, end].map(|at| vec![("line", Value::Number(at.line)), ("column", Value::Number(at.byte_column))])
}

fn range<'a>([start, end]: &'a [Fields<'static>; 2]) -> Fields<'a> {
    vec![("start", Value::Object(start)), ("end", Value::Object(end))]
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Note => "INFO",
    }
}
