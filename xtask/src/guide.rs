//! Generates the page of the guide that lists the rules of the audit.

use std::fmt::Write;

use napkin::{Rule, Standard};
use napkin_audit::rules::AUDIT_RULES;
use napkin_audit::{Level, level};

/// Returns the text of `guide/audit-rules.md`.
pub(crate) fn rules() -> String {
    let mut out = String::from(
        "# The rules of the audit\n\n<!-- Made by `cargo xtask gen` from the rules' table. -->\n\nTo understand a finding of \
         [`napkin audit`](audit.md), look up its rule here, or run `napkin explain RULE`.\n",
    );
    for of in [Level::High, Level::Medium, Level::Low] {
        let _ = writeln!(out, "\n## Level {of}");
        for rule in AUDIT_RULES.iter().copied().filter(|rule| level(*rule) == Some(of)) {
            one(rule, &mut out);
        }
    }
    out
}

fn one(rule: Rule, out: &mut String) {
    let sentence = rule.sentence();
    let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
    let _ = writeln!(out, "\n### `{}`\n\n{}{rest}. {}", rule.code(), first.to_uppercase(), rule.why());
    if let Some(example) = rule.example() {
        let base = example.base.map(|base| format!(", in a page that came from `{base}`")).unwrap_or_default();
        let _ = writeln!(
            out,
            "\nExample: `{}`{base}",
            example.text.escape_debug().to_string().replace("\\\"", "\"").replace("\\\\", "\\")
        );
    }
    let mut sections: Vec<&str> = Standard::ALL.iter().copied().map(|standard| rule.see(standard)).collect();
    sections.retain(|section| !section.is_empty());
    sections.dedup();
    let _ = writeln!(out, "\nSee {}.", sections.join("; "));
}
