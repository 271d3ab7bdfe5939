//! Shows findings, each with its place, its reason and its sections.

use maud::{Markup, html};
use napkin::{Finding, Severity, Standard, password_span};

use super::form::Form;
use crate::markup::{quote, rule_link, section, sentence};
use napkin_answer::output::{joined, shown};
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
pub(super) fn show(form: &Form, text: &str, base: Option<&napkin::whatwg::Url>) -> Markup {
    let said = collected(form, text, base);
    let content = html! {
        @if said.is_empty() { p { "None: every standard admits this text as it stands." } }
        @for said in said.iter().take(MOST) { (one(form, text, said)) }
        @if let Some(more @ 1..) = said.len().checked_sub(MOST) {
            p { (more) " more; " code { "napkin parse -v" } " shows them." }
        }
    };
    section("findings", "Findings", content)
}

fn collected(form: &Form, text: &str, base: Option<&napkin::whatwg::Url>) -> Vec<Said> {
    let record = Record::new(text.as_bytes(), Place::Argument(1));
    let first = form.standard();
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

fn one(form: &Form, text: &str, said: &Said) -> Markup {
    let finding = if form.open { said.finding } else { said.finding.redacted(password_span(text)) };
    let rule = finding.rule;
    let word = match rule.severity() {
        Severity::Error => "error",
        Severity::Remark => "remark",
    };
    html! {
        article class=(word) {
            h3 { (word) ": " (rule_link(rule.code())) }
            p { (sentence(&finding.to_string())) }
            (quote(&form.masked(text), finding.span))
            p class="why" { (sentence(rule.why())) }
            p class="aside" { (shown(&said.by.join(" · "))) }
        }
    }
}
