//! Annotations of GitHub Actions: workflow commands, whose values have escapes of their own.

use std::io::Write;

use super::finding::{Finding, Print, Severity, Tool, gap_text};
use crate::output::{Lacking, shown};

pub(super) struct Github;

impl Print for Github {
    fn begin(&mut self, _: &Tool, _: &mut Vec<u8>) {}

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        // Writing to memory does not fail.
        let _ = write!(out, "::{command} file={}", property(finding.file));
        if let Some((start, end)) = finding.places {
            let _ = write!(out, ",line={},endLine={}", start.line, end.line);
            // GitHub takes columns only within one line.
            if start.line == end.line {
                let _ = write!(out, ",col={},endColumn={}", start.column, end.column);
            }
        }
        let (reference, message) = (value(&finding.reference), value(&finding.message));
        let _ = writeln!(out, ",title={}::{reference}: {message}", property(finding.rule));
    }

    fn end(&mut self, _: &Tool, gaps: &[Lacking], _: &str, out: &mut Vec<u8>) {
        for gap in gaps {
            let _ = writeln!(out, "::error title=incomplete::{}", value(&gap_text(gap)));
        }
    }
}

/// Escapes a message.
fn value(text: &str) -> String {
    shown(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"))
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    value(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn github_values_end_neither_the_property_nor_the_command() {
        assert_eq!(property("a,b:c%\r\n::error::"), "a%2Cb%3Ac%25%0D%0A%3A%3Aerror%3A%3A");
        assert_eq!(value("a,b\n::error"), "a,b%0A::error");
    }
}
