//! Test suites of JUnit, as the schema of Jenkins describes them: one per file, with a test case for each finding.

use std::io::Write;

use super::finding::{Finding, Print, Severity, Tool, gap_text, position};
use crate::output::Lacking;

/// The most test cases of a suite; another suite of the same name has the next ones. A suite begins with its counts, so its
/// cases are held in memory.
const CASES: usize = 1000;

/// The suite that is being collected.
#[derive(Default)]
pub(super) struct Junit {
    file: String,
    cases: Vec<u8>,
    tests: usize,
    failures: usize,
    skipped: usize,
}

impl Print for Junit {
    fn begin(&mut self, tool: &Tool, out: &mut Vec<u8>) {
        // Writing to memory does not fail.
        let _ = writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">", xml(tool.name));
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        if self.file != finding.file || self.tests == CASES {
            self.flush(out);
            finding.file.clone_into(&mut self.file);
        }
        let name = xml(&format!("{} {}", position(finding), finding.reference));
        let (rule, message) = (xml(finding.rule), xml(&finding.message));
        let inside = if finding.fails {
            format!("<failure type=\"{rule}\" message=\"{message}\"/>")
        } else if finding.severity == Severity::Note {
            self.skipped += 1;
            format!("<skipped type=\"{rule}\" message=\"{message}\"/>")
        } else {
            format!("<system-out>{rule}: {message}</system-out>")
        };
        self.tests += 1;
        self.failures += usize::from(finding.fails);
        let class = xml(&self.file);
        let _ = writeln!(self.cases, "    <testcase classname=\"{class}\" name=\"{name}\">{inside}</testcase>");
    }

    fn end(&mut self, tool: &Tool, gaps: &[Lacking], _: &str, out: &mut Vec<u8>) {
        self.flush(out);
        if !gaps.is_empty() {
            let (name, count) = (xml(tool.name), gaps.len());
            let _ = writeln!(out, "  <testsuite name=\"{name}\" tests=\"{count}\" failures=\"0\" errors=\"{count}\">");
            for gap in gaps {
                let message = xml(&gap_text(gap));
                let error = format!("<error type=\"incomplete\" message=\"{message}\"/>");
                let _ = writeln!(out, "    <testcase classname=\"{name}\" name=\"incomplete\">{error}</testcase>");
            }
            let _ = writeln!(out, "  </testsuite>");
        }
        let _ = writeln!(out, "</testsuites>");
    }
}

impl Junit {
    /// Prints the suite, and begins the next one.
    fn flush(&mut self, out: &mut Vec<u8>) {
        let Self { file, cases, tests, failures, skipped } = self;
        if *tests > 0 {
            let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"");
            let _ = writeln!(out, "  <testsuite name=\"{}\" {counts}>", xml(file));
            out.append(cases);
            let _ = writeln!(out, "  </testsuite>");
        }
        (*tests, *failures, *skipped) = (0, 0, 0);
    }
}

/// Escapes a text for XML. Characters that XML excludes are replaced, and invisible ones are character references, so that they
/// do not act on a terminal.
fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if napkin::shown_char(character) == character => escaped.push(character),
            _ => escaped += &format!("&#{};", u32::from(character)),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_of_hostile_texts_stays_inside_of_its_place() {
        assert_eq!(xml("<a\u{1} \"&\n"), "&lt;a\u{fffd} &quot;&amp; ");
        assert_eq!(xml("\u{202e}\u{9b}é"), "&#8238;&#155;é");
    }
}
