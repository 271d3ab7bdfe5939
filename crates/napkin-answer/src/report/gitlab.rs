//! Code Quality reports of GitLab: one JSON array.

use std::collections::HashMap;

use super::finding::{Finding, Print, Severity, Tool, gap_text};
use crate::output::{Lacking, Value, object};

/// The most fingerprints of a file that are counted; further ones contain their line. A list of URLs can have any number.
const COUNTED: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Gitlab {
    has_issues: bool,
    file: String,
    /// How often a fingerprint has occurred in this file.
    seen: HashMap<String, usize>,
}

impl Print for Gitlab {
    fn begin(&mut self, _: &Tool, out: &mut Vec<u8>) {
        out.extend_from_slice(b"[");
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let severity = match finding.severity {
            Severity::Error => "critical",
            Severity::Warning => "major",
            Severity::Note => "minor",
        };
        let line = finding.places.map_or(finding.position.0, |(start, _)| start.line);
        let fingerprint = self.fingerprint(finding);
        let description = format!("{}: {}", finding.reference, finding.message);
        self.issue(&description, finding.rule, &fingerprint, severity, (finding.file, line), out);
    }

    fn end(&mut self, tool: &Tool, gaps: &[Lacking], _: &str, out: &mut Vec<u8>) {
        for gap in gaps {
            let (text, rule) = (gap_text(gap), gap.rule.map_or("incomplete", |rule| rule.code()));
            let (file, line) = gap.place.as_ref().map_or((tool.name, 1), |(file, line, _)| (file, *line));
            self.issue(&text, rule, &format!("{rule}:{text}"), "critical", (file, line), out);
        }
        out.extend_from_slice(b"\n]\n");
    }
}

impl Gitlab {
    fn issue(
        &mut self,
        description: &str,
        rule: &str,
        fingerprint: &str,
        severity: &str,
        (file, line): (&str, usize),
        out: &mut Vec<u8>,
    ) {
        out.extend_from_slice(if std::mem::replace(&mut self.has_issues, true) { b",\n" } else { b"\n" });
        let lines = [("begin", Value::Number(line.max(1)))];
        let location = [("path", Value::Text(file)), ("lines", Value::Object(&lines))];
        let fields = [
            ("description", Value::Text(description)),
            ("check_name", Value::Text(rule)),
            ("fingerprint", Value::Text(fingerprint)),
            ("severity", Value::Text(severity)),
            ("location", Value::Object(&location)),
        ];
        object(&fields, out);
    }

    /// Returns a fingerprint that no other finding has. GitLab shows one of several issues with the same fingerprint.
    fn fingerprint(&mut self, finding: &Finding<'_>) -> String {
        if self.file != finding.file {
            finding.file.clone_into(&mut self.file);
            self.seen.clear();
        }
        let fingerprint = &finding.fingerprint;
        if self.seen.len() >= COUNTED && !self.seen.contains_key(fingerprint) {
            let (line, column) = finding.position;
            return format!("{fingerprint}:{line}:{column}");
        }
        let number = self.seen.entry(fingerprint.clone()).or_default();
        *number += 1;
        if *number == 1 { fingerprint.clone() } else { format!("{fingerprint}-{number}") }
    }
}
