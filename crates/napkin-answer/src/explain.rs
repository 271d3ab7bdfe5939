//! Explains a rule: what it finds, why, and an example that the engine itself reads.

use napkin::data::{MediaLimits, Reading};
use napkin::rules::Example;
use napkin::{Base, Finding, Reference, Rule, Severity, Span, Standard, check, data, whatwg};
use napkin_audit::{AllowList, Settings, audit};
use napkin_document::audit::audit as audit_links;
use napkin_document::screen::{example_policy, screen_url};
use napkin_document::{Entity, Kind, read_links};
use napkin_mail::{example_findings, example_mailbox_findings};
use napkin_scheme::source::Node;
use napkin_scheme::{self as scheme, lint};

use crate::output::{self, Form, Page, Printing, Session, underlined};
use crate::{fields, rules};

/// Prints one rule, or all rules if `rule` is `None`.
pub fn answer(rule: Option<Rule>, page: &mut Page<'_>) {
    match rule {
        Some(rule) => page.row(&Row(rule)),
        None if page.has_fields() => rules::all().for_each(|rule| page.row(&Row(rule))),
        None => list(page),
    }
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Row(Rule);

/// The section is null for a standard without this rule.
impl output::Row for Row {
    fields! { self;
        let see = |standard| Some(self.0.see(standard)).filter(|see| !see.is_empty());
        let example = self.0.example();
        "rule" => self.0.code(),
        "severity" => match self.0.severity() {
            Severity::Error => "error",
            Severity::Remark => "remark",
        },
        "sentence" => self.0.sentence(),
        "why" => self.0.why(),
        "draft1997" => see(Standard::Draft1997),
        "rfc3986" => see(Standard::Rfc3986),
        "rfc3987" => see(Standard::Rfc3987),
        "whatwg" => see(Standard::Whatwg),
        "example" => example.map(|example| example.text),
        "example_standard" => example.map(|example| example.standard.name()),
        "example_base" => example.and_then(|example| example.base),
    }

    fn plain(&self, page: &mut Page<'_>) {
        explain(self.0, page);
    }
}

fn list(page: &mut Page<'_>) {
    let style = page.paint().name();
    for rule in rules::all() {
        page.line(format_args!("{style}{:<38}{style:#} {}", rule.code(), rule.sentence()));
    }
}

fn explain(rule: Rule, page: &mut Page<'_>) {
    let heading = page.paint().heading();
    page.line(format_args!("{heading}{}{heading:#}: {}", rule.code(), rule.sentence()));
    page.line("");
    page.lines(wrapped(rule.why(), page.width().min(100)));
    if let Some(example) = rule.example() {
        page.line("");
        draw(rule, &example, page);
    }
    if let Some(question) = lint::question(rule) {
        page.line("");
        page.lines(wrapped(question, page.width().min(100)));
    }
    page.line("");
    if rules::is_of_definitions(rule) {
        return guidelines(rule, page);
    }
    if let Some(level) = napkin_audit::level(rule) {
        page.line(format_args!("  {:<10} {level}", "level"));
    }
    for standard in Standard::ALL.iter().copied().filter(|&standard| !rule.see(standard).is_empty()) {
        page.line(format_args!("  {:<10} {}", standard.name(), rule.see(standard)));
    }
}

/// Prints how a rule of the lint is judged, its guideline, and the guideline's successor.
fn guidelines(rule: Rule, page: &mut Page<'_>) {
    let kinds: Vec<&str> = lint::kinds(rule).iter().map(|kind| kind.name()).collect();
    page.line(format_args!("  {:<10} {}", "judged by", kinds.join(", ")));
    for standard in Standard::ALL.iter().copied().filter(|&standard| !rule.see(standard).is_empty()) {
        page.line(format_args!("  {:<10} {}", standing(rule, standard), rule.see(standard)));
    }
}

/// Returns the label of a section: the standard, or for a rule of the lint `guideline`, `successor` or `limit`.
pub fn standing(rule: Rule, standard: Standard) -> &'static str {
    match standard {
        Standard::Rfc3986 if [rules::DEFINITION_TOO_DEEP, rules::DEFINITION_TOO_MANY_ITEMS].contains(&rule) => "limit",
        Standard::Draft1997 if rules::is_of_definitions(rule) => "guideline",
        Standard::Rfc3986 if rules::is_of_definitions(rule) => "successor",
        standard => standard.name(),
    }
}

/// Prints the example of a rule of the lint: a definition with its finding underlined.
fn draw_definition(rule: Rule, text: &str, page: &mut Page<'_>) {
    let Some(finding) = definition_findings(rule, text).into_iter().find(|finding| finding.rule == rule) else {
        return;
    };
    let style = page.paint().error();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let here = start..start + line.len();
        page.line(format_args!("  {}", line.trim_end()));
        if here.contains(&finding.span.start) {
            let end = finding.span.end.min(start + line.trim_end().len()).max(finding.span.start);
            let span = Span::new(finding.span.start - start, end - start);
            let (_, underline) = underlined(line.trim_end(), span, line.len() + 1);
            let message = finding.to_string();
            let message = if message == rule.sentence() { "" } else { &message };
            page.line(format_args!("  {style}{underline}{style:#} {message}"));
        }
        start = here.end;
    }
}

fn definition_findings(rule: Rule, text: &str) -> Vec<Finding> {
    // A lower limit keeps the example of too many items short enough to read.
    let limits = scheme::source::Limits::default();
    let limits = if rule == rules::DEFINITION_TOO_MANY_ITEMS { limits.with_items(4) } else { limits };
    let mut findings = Vec::new();
    match Node::parse_toml(text, &limits) {
        Err(finding) => findings.push(finding),
        Ok(file) => {
            for (node, definition) in scheme::source::read(&file, &limits, &mut findings) {
                let remarks = lint::lint(&definition, &lint::Surroundings::default());
                findings.extend(remarks.iter().map(|remark| remark.finding(node)));
            }
        }
    }
    findings
}

/// Returns the example of a rule with its finding, as people see it; `None` for a rule without an example.
pub fn drawn(rule: Rule) -> Option<String> {
    let session = Session::silent();
    let printing = Printing::new(Form::Pretty, &session);
    let mut page = Page::new(&printing);
    draw(rule, &rule.example()?, &mut page);
    String::from_utf8(page.into_out().ok()?).ok().filter(|drawn| !drawn.is_empty())
}

/// Prints the example with its finding, as a diagnostic would show it.
fn draw(rule: Rule, example: &Example, page: &mut Page<'_>) {
    if rules::is_of_definitions(rule) {
        return draw_definition(rule, example.text, page);
    }
    let style = page.paint().error();
    let found = findings(rule, example).into_iter().find(|finding| finding.rule == rule);
    let Some(finding) = found else {
        // Only a policy or a server finds this rule: print the text alone.
        let from = example.base.map(|base| format!("   (redirected from {base})")).unwrap_or_default();
        return page.line(format_args!("  {}{from}", napkin::mask_passwords(example.text)));
    };
    let (line, underline) = underlined(example.text, finding.span, 80);
    let against = example.base.map(|base| format!("   (against {base})")).unwrap_or_default();
    page.line(format_args!("  {line}{against}"));
    let message = finding.to_string();
    // The heading already contains the rule's sentence.
    let message = if message == rule.sentence() { String::new() } else { message + ", " };
    page.line(format_args!("  {style}{underline}{style:#} {message}under {}", example.standard));
}

/// The rules of the audit that apply only to links in documents.
const OF_LINKS: [Rule; 3] = [rules::MIXED_CONTENT, rules::INSECURE_SCHEME, rules::MISLEADING_LINK_TEXT];

/// Returns the findings of the audit for an example: a URL or a page.
fn audited(rule: Rule, example: &Example) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !OF_LINKS.contains(&rule) {
        let mut settings = Settings::all();
        // What the examples of these two rules are compared with.
        settings.protect("paypal.com");
        if rule == rules::HOST_NOT_ALLOWED
            && let Ok(list) = AllowList::parse("pub.example")
        {
            settings.allow_only(list);
        }
        audit(example.text, example.base, &settings, &mut findings);
        return findings;
    }
    let mut page = Entity::new(example.text.as_bytes()).with_kind(Kind::Html);
    page.retrieval = example.base;
    audit_links(&page, &Default::default(), &Settings::all(), &mut (), &mut |link, found| {
        findings.extend(found.findings.iter().map(|finding| finding.with_span(link.source_span(finding.span))));
    });
    findings
}

/// Returns the findings of an example, from the reader for the rule's family.
fn findings(rule: Rule, example: &Example) -> Vec<Finding> {
    let mut findings = Vec::new();
    match rule.family() {
        "audit" => return audited(rule, example),
        "scheme" => {
            if let Ok(url) = Reference::parse(example.text, example.standard) {
                scheme::check(url, &mut findings);
            }
        }
        "retrieval" => {}
        "mail" => return example_findings(example.text.as_bytes()),
        "mailbox" => return example_mailbox_findings(example.text.as_bytes()),
        "document" => {
            let page = Entity::new(example.text.as_bytes()).with_kind(Kind::Html);
            read_links(&page, &Default::default(), &mut findings, &mut |_| {});
        }
        "screen" => {
            screen_url(example.text, &example_policy(), &mut |find| {
                // A finding in a nested URL covers the whole outer URL.
                let span = |finding: &Finding| if find.depth() > 1 { find.chain[0] } else { finding.span };
                findings.extend(find.findings.iter().map(|finding| finding.with_span(span(finding))));
            });
        }
        _ => read_alone(example, &mut findings),
    }
    findings
}

/// Collects the findings of an example that is a `data:` URL, or a reference with or without a base.
fn read_alone(example: &Example, findings: &mut Vec<Finding>) {
    if example.text.starts_with("data:") {
        let reading = if example.standard == Standard::Whatwg { Reading::Whatwg } else { Reading::Strict };
        // `findings` also receives the finding that ends the reader.
        let _ = data::check(example.text, reading, &MediaLimits::NONE, findings);
        return;
    }
    if example.standard == Standard::Whatwg {
        let base = example.base.and_then(|base| whatwg::Url::parse(base, None).ok());
        // `findings` also receives the finding that ends the parser.
        let _ = whatwg::violations(example.text, base.as_ref(), findings);
        if findings.is_empty() {
            findings.extend(Reference::parse(example.text, example.standard).err().map(Finding::from));
        }
        return;
    }
    check(example.text, example.standard, findings);
    if let (Some(base), true) = (example.base, findings.is_empty()) {
        let read = |text| Reference::parse(text, example.standard);
        let resolved = read(base).and_then(Base::new).and_then(|base| {
            let resolved = base.resolve_with(read(example.text)?, findings);
            resolved.map(|_| ())
        });
        findings.extend(resolved.err().map(Finding::from));
    }
}

/// Wraps a text to lines of at most `width` columns.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column > 0 && column + 1 + word.len() > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_drawn_and_only_those_of_policies_without_a_finding() {
        for rule in rules::all() {
            let Some(example) = rule.example() else { continue };
            let drawn = drawn(rule).unwrap_or_else(|| panic!("{} has no drawing", rule.code()));
            let is_found = drawn.contains('^');
            let is_of_policy = rule.family() == "retrieval" || rule == rules::ESCAPED_CONTROL;
            assert!(is_found || is_of_policy, "{}: {}: {drawn}", rule.code(), example.text);
        }
    }
}
