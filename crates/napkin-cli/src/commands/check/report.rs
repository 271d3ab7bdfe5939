//! Reports for other programs: annotations of GitHub, JUnit and Markdown.

use std::fmt::Write;

use napkin_check::{Checked, Verdict};

use crate::options::Report;
use crate::output::Page;

impl Report {
    /// Prints what comes before all documents.
    pub(super) fn begin(self, page: &mut Page<'_>) {
        match self {
            Self::Junit => {
                page.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
                page.line("<testsuites name=\"napkin check\">");
            }
            Self::Markdown => page.line("# Links"),
            Self::Github => {}
        }
    }

    /// Prints the links of a document.
    pub(super) fn document(self, links: &[&Checked], page: &mut Page<'_>) {
        let Some(first) = links.first() else { return };
        match self {
            Self::Junit => junit(&first.source, links, page),
            Self::Markdown => markdown(&first.source, links, page),
            Self::Github => links.iter().for_each(|link| github(link, page)),
        }
    }

    /// Prints what comes after all documents.
    pub(super) fn end(self, counts: &str, page: &mut Page<'_>) {
        match self {
            Self::Junit => page.line("</testsuites>"),
            Self::Markdown => page.line(format_args!("\n{counts}")),
            Self::Github => {}
        }
    }
}

fn junit(source: &str, links: &[&Checked], page: &mut Page<'_>) {
    let count = |is: fn(&Checked) -> bool| links.iter().filter(|link| is(link)).count();
    let failures = count(|link| link.verdict.is_failure());
    let skipped = count(|link| link.verdict == Verdict::Skipped);
    let (source, tests) = (xml(source), links.len());
    page.line(format_args!(
        "  <testsuite name=\"{source}\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\">"
    ));
    for link in links {
        let name = xml(&format!("{}:{} {}", link.line, link.column, link.raw));
        let (verdict, reason) = (link.verdict, xml(&link.reason));
        let inside = match verdict {
            Verdict::Skipped => format!("<skipped message=\"{reason}\"/>"),
            _ if verdict.is_failure() => format!("<failure type=\"{verdict}\" message=\"{reason}\"/>"),
            _ => format!("<system-out>{verdict}: {reason}</system-out>"),
        };
        page.line(format_args!("    <testcase classname=\"{source}\" name=\"{name}\">{inside}</testcase>"));
    }
    page.line("  </testsuite>");
}

/// Escapes a text for XML. Characters that XML excludes are replaced.
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
            _ => escaped.push(character),
        }
    }
    escaped
}

fn markdown(source: &str, links: &[&Checked], page: &mut Page<'_>) {
    page.line(format_args!("\n## {}\n", code(source)));
    for link in links {
        let why = if link.reason.is_empty() { String::new() } else { format!(": {}", plain(&link.reason)) };
        page.line(format_args!("- {}:{} **{}** {}{why}", link.line, link.column, link.verdict, code(&link.raw)));
    }
}

/// Returns a text as code of Markdown: the delimiter has one backtick more than the longest run in the text.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let (ticks, space) = ("`".repeat(longest + 1), if text.starts_with('`') || text.ends_with('`') { " " } else { "" });
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// Returns a text of Markdown in which only code has a meaning.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Prints a command of GitHub Actions, whose values have escapes of their own.
fn github(link: &Checked, page: &mut Page<'_>) {
    let command = if link.verdict.is_failure() { "error" } else { "notice" };
    let value = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| value(text).replace(':', "%3A").replace(',', "%2C");
    let mut line = format!("::{command} file={},line={},col={}", property(&link.source), link.line, link.column);
    // Writing to memory does not fail.
    let _ = write!(line, ",title={}::{}: {}", link.verdict, value(&link.raw), value(&link.reason));
    page.line(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_texts_stay_inside_of_their_place() {
        assert_eq!(xml("<a\u{1} \"&\n"), "&lt;a\u{fffd} &quot;&amp; ");
        assert_eq!(code("a`b``"), "``` a`b`` ```");
        assert_eq!(plain("<b>*x*\n"), "\\<b\\>\\*x\\* ");
    }
}
