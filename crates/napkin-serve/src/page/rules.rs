//! The rules, each with its reason, its example and its sections.

use maud::{Markup, html};
use napkin::{Rule, Severity, Standard};
use napkin_scheme::lint;

use crate::markup::{LIST, TABLE, lines, row, rule_link, sentence, table};
use napkin_answer::explain;

pub(super) fn list() -> Markup {
    let rows = html! {
        @for rule in napkin_answer::rules::all() {
            tr { th scope="row" { (rule_link(rule.code())) } td { (sentence(rule.sentence())) } }
        }
    };
    html! {
        h1 { "Rules" }
        p { "What a text can break, and what is worth knowing about one." }
        (table(LIST, "Rules", &["rule", "what it says"], rows))
    }
}

pub(super) fn page(rule: Rule) -> Markup {
    let word = match rule.severity() {
        Severity::Error => "An error",
        Severity::Remark => "A remark",
    };
    let rows = html! {
        @if let Some(level) = napkin_audit::level(rule) { (row("level", &[level.name()])) }
        @if napkin_answer::rules::is_of_definitions(rule) {
            @let kinds: Vec<_> = lint::kinds(rule).iter().map(|kind| kind.name()).collect();
            (row("judged by", &[&kinds.join(", ")]))
        }
        @for standard in Standard::ALL.iter().copied().filter(|&standard| !rule.see(standard).is_empty()) {
            (row(explain::standing(rule, standard), &[rule.see(standard)]))
        }
    };
    html! {
        h1 { code { (rule.code()) } }
        p { (word) ": " (sentence(rule.sentence())) "." }
        p { (sentence(rule.why())) }
        @if let Some(example) = explain::drawn(rule) {
            pre class="quote" tabindex="0" { (lines(example.lines())) }
        }
        @if let Some(question) = lint::question(rule) { p { (sentence(question)) } }
        (table(TABLE, "Sections", &["standard", "section"], rows))
        p { a href="/rules" { "All rules" } }
    }
}
