//! Shows findings, each with its place, its reason and its sections.

use napkin::{Finding, Severity, Standard, password_span};

use super::question::Question;
use super::quote::quote;
use crate::html::Html;
use napkin_answer::output::joined;
use napkin_answer::record::{Place, Record};

/// The most findings that are shown.
const MOST: usize = 40;

/// A finding, by one or several standards.
struct Said {
    finding: Finding,
    /// The standards that report the finding.
    by: Vec<&'static str>,
}

/// Shows the findings of all standards in `text`, in the order of the standards.
pub(super) fn show(question: &Question, text: &str, base: Option<&napkin::whatwg::Url>, html: &mut Html) {
    let said = collected(question, text, base);
    html.section("findings", "Findings");
    if said.is_empty() {
        html.raw("<p>None: every standard admits this text as it stands.</p></section>");
        return;
    }
    for said in said.iter().take(MOST) {
        one(question, text, said, html);
    }
    if said.len() > MOST {
        html.raw("<p>").number(said.len() - MOST).raw(" more; <code>napkin parse -v</code> shows them.</p>");
    }
    html.raw("</section>");
}

fn collected(question: &Question, text: &str, base: Option<&napkin::whatwg::Url>) -> Vec<Said> {
    let record = Record::new(text.as_bytes(), Place::Argument(1));
    let first = question.standard();
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

fn one(question: &Question, text: &str, said: &Said, html: &mut Html) {
    let finding = if question.open { said.finding } else { said.finding.redacted(password_span(text)) };
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
    quote(&question.masked(text), finding.span, html);
    html.raw("<p class=why>").sentence(rule.why()).raw("</p><p class=aside>");
    html.text(&said.by.join(" · ")).raw("</p></article>");
}
