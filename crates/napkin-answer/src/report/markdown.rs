//! Lists in Markdown, below a heading for each file.

use std::io::Write;

use super::finding::{Finding, Print, Tool, gap_text, position};
use crate::output::{Lacking, shown};

#[derive(Default)]
pub(super) struct Markdown {
    file: Option<String>,
}

impl Print for Markdown {
    fn begin(&mut self, tool: &Tool, out: &mut Vec<u8>) {
        // Writing to memory does not fail.
        let _ = writeln!(out, "# {}", tool.heading);
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        if self.file.as_deref() != Some(finding.file) {
            let _ = writeln!(out, "\n## {}\n", code(finding.file));
            self.file = Some(finding.file.to_owned());
        }
        let (position, rule) = (position(finding), finding.rule);
        let (reference, message) = (code(&finding.reference), plain(&finding.message));
        let _ = writeln!(out, "- {position} **{rule}** {reference}: {message}");
    }

    fn end(&mut self, _: &Tool, gaps: &[Lacking], counts: &str, out: &mut Vec<u8>) {
        if !gaps.is_empty() {
            let _ = writeln!(out, "\n## Not looked at\n");
        }
        for gap in gaps {
            let _ = writeln!(out, "- {}", plain(&gap_text(gap)));
        }
        let _ = writeln!(out, "\n{counts}");
    }
}

/// Returns a text as code of Markdown: between more backticks than it has in a row.
fn code(text: &str) -> String {
    let text = shown(&text.replace(['\n', '\r'], " "));
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let (ticks, space) = ("`".repeat(longest + 1), if text.starts_with('`') || text.ends_with('`') { " " } else { "" });
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// Returns a text of Markdown in which only code has a meaning.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.replace(['\n', '\r'], " ").chars() {
        if matches!(character, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    shown(&escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_of_hostile_texts_stays_text() {
        assert_eq!(code("a`b``"), "``` a`b`` ```");
        assert_eq!(plain("<b>*x*\n"), "\\<b\\>\\*x\\* ");
    }
}
