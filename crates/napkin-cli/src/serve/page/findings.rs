//! Findings, each with its place, its reason and its sections.

use napkin::{Finding, Severity, Span, Standard, password_span};

use super::Asked;
use super::html::Html;
use crate::output::{joined, underlined};
use crate::record::{Place, Record};

/// How many columns of a text are quoted.
const WIDTH: usize = 96;

/// The most that are shown.
const MOST: usize = 40;

/// One thing that is said, by one standard or several.
struct Said {
    finding: Finding,
    /// Where it is read from.
    by: Vec<&'static str>,
}

/// What the standards find in `text`, the first standard's first.
pub(super) fn show(asked: &Asked, text: &str, base: Option<&napkin::whatwg::Url>, html: &mut Html) {
    let said = collected(asked, text, base);
    html.section("findings", "Findings");
    if said.is_empty() {
        html.raw("<p>None: every standard admits this text as it stands.</p></section>");
        return;
    }
    for said in said.iter().take(MOST) {
        one(asked, text, said, html);
    }
    if said.len() > MOST {
        html.raw("<p>").number(said.len() - MOST).raw(" more; <code>napkin parse -v</code> shows them.</p>");
    }
    html.raw("</section>");
}

fn collected(asked: &Asked, text: &str, base: Option<&napkin::whatwg::Url>) -> Vec<Said> {
    let record = Record::new(text.as_bytes(), Place::Argument(1));
    let first = asked.standard();
    let others = Standard::ALL.iter().copied().filter(|&standard| standard != first);
    let mut said: Vec<Said> = Vec::new();
    for standard in std::iter::once(first).chain(others) {
        let findings = match standard {
            Standard::Whatwg => record.violations(base),
            _ => record.read(standard).err().unwrap_or_default(),
        };
        for finding in joined(&findings) {
            let is_same = |said: &&mut Said| {
                let other = &said.finding;
                other.rule == finding.rule && other.span == finding.span && other.to_string() == finding.to_string()
            };
            match said.iter_mut().find(is_same) {
                Some(said) => said.by.push(finding.see()),
                None => said.push(Said { finding, by: vec![finding.see()] }),
            }
        }
    }
    said
}

fn one(asked: &Asked, text: &str, said: &Said, html: &mut Html) {
    let finding = if asked.open { said.finding } else { said.finding.redacted(password_span(text)) };
    let rule = finding.rule;
    let (class, word) = match rule.severity() {
        Severity::Error => ("<article class=error><h3>", "error"),
        Severity::Remark => ("<article class=remark><h3>", "remark"),
    };
    html.raw(class)
        .raw(word)
        .raw(": <a href=\"/rules/")
        .raw(rule.code())
        .raw("\">")
        .raw(rule.code())
        .raw("</a></h3><p>");
    html.sentence(&finding.to_string()).raw("</p>");
    quote(&asked.masked(text), finding.span, html);
    html.raw("<p class=why>").sentence(rule.why()).raw("</p><p class=aside>");
    html.text(&said.by.join(" · ")).raw("</p></article>");
}

/// The text with the place underlined.
pub(super) fn quote(masked: &str, span: Span, html: &mut Html) {
    let (line, underline) = underlined(masked, span, WIDTH);
    html.raw("<pre class=quote tabindex=0>").text(&line).raw("\n").raw("<span class=caret>").text(&underline);
    html.raw("</span></pre>");
}
