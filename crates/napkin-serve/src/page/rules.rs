//! The rules, each with its reason, its example and its sections.

use napkin::{Rule, Severity, Standard};
use napkin_scheme::lint;

use crate::html::Html;
use napkin_answer::explain;

pub(super) fn list() -> String {
    let mut html = Html::default();
    html.raw("<h1>Rules</h1><p>What a text can break, and what is worth knowing about one.</p>");
    html.list("Rules", &["rule", "what it says"]);
    for rule in napkin_answer::rules::all() {
        html.raw("<tr><th scope=row><a href=\"/rules/").raw(rule.code()).raw("\">").raw(rule.code());
        html.raw("</a></th><td>").sentence(rule.sentence()).raw("</td></tr>");
    }
    html.end_table();
    html.into_string()
}

pub(super) fn page(rule: Rule) -> String {
    let mut html = Html::default();
    let word = match rule.severity() {
        Severity::Error => "An error",
        Severity::Remark => "A remark",
    };
    html.raw("<h1><code>").raw(rule.code()).raw("</code></h1><p>").raw(word).raw(": ").sentence(rule.sentence());
    html.raw(".</p><p>").sentence(rule.why()).raw("</p>");
    if let Some(example) = explain::drawn(rule) {
        html.raw("<pre class=quote tabindex=0>");
        for line in example.lines() {
            html.text(line).raw("\n");
        }
        html.raw("</pre>");
    }
    if let Some(question) = lint::question(rule) {
        html.raw("<p>").sentence(question).raw("</p>");
    }
    html.table("Sections", &["standard", "section"]);
    if let Some(level) = napkin_audit::level(rule) {
        html.row("level", &[level.name()]);
    }
    if napkin_answer::rules::is_of_definitions(rule) {
        let kinds: Vec<_> = lint::kinds(rule).iter().map(|kind| kind.name()).collect();
        html.row("judged by", &[&kinds.join(", ")]);
    }
    for standard in Standard::ALL.iter().copied().filter(|&standard| !rule.see(standard).is_empty()) {
        html.row(explain::standing(rule, standard), &[rule.see(standard)]);
    }
    html.end_table().raw("<p><a href=\"/rules\">All rules</a></p>");
    html.into_string()
}
