//! Shows whether readers agree on a URL, and the findings of the audit in a URL or a document.
//!
//! A masked password is also masked in the results of other readers, wherever those readers see it.

use maud::{Markup, html};
use napkin::{Component, Finding, Standard, check, default_port, mask_passwords, password_span};
use napkin_answer::audit::{Auditor, Options, Row};
use napkin_answer::bounds::Bounds;
use napkin_answer::output::{Page, Session, shown};
use napkin_audit::{Disagreement, Level, Reader, Seen, Settings, Verdict, against, audit, fix, level};

use super::document::{First, place, printing};
use super::form::Form;
use crate::answer::Problem;
use crate::markup::{LIST, STACK, clipped, flow, instead, quote, rule_link, section, sentence, table};

/// The longest text that is audited here, in bytes; every standard and every program reads it.
const LONGEST: usize = 64 << 10;

/// The most findings that are shown for a URL.
const MOST: usize = 40;
/// The most findings that are shown for a document.
const MOST_OF_DOCUMENT: usize = 500;

const LONG: usize = 200;

/// The compared parts of a URL.
const COLUMNS: [&str; 3] = ["host", "port", "path"];

const LEVELS: [Level; 3] = [Level::High, Level::Medium, Level::Low];

/// Shows the verdict on a URL, the result of every reader, and the findings. `base` is empty if there is none.
pub(super) fn show(form: &Form, text: &str, base: &str) -> Markup {
    if text.len() > LONGEST {
        let too_long = html! { p { "Too long to be audited here; " code { "napkin audit" } " reads it." } };
        return section("audit", "Audit", too_long);
    }
    let is_relative = check(text, Standard::Rfc3986, &mut ()).span(Component::Scheme).is_none();
    let base = Some(base).filter(|base| !base.is_empty());
    let agreement = if is_relative && base.is_none() {
        html! { p { "Where a relative reference leads depends on its base: with one, it is said whether readers agree." } }
    } else {
        let found = against(text, base);
        html! { (verdict(form, text, &found)) (readings(form, text, base, &found)) }
    };
    let mut findings = Vec::new();
    audit(text, base, &Settings::default(), &mut findings);
    // Highest level first.
    findings.sort_by_key(|finding: &Finding| std::cmp::Reverse(level(finding.rule)));
    let content = html! {
        (agreement)
        @if findings.is_empty() { p { "No rule of the audit finds anything." } }
        @for finding in findings.iter().take(MOST) { (one(form, text, finding)) }
        @if let Some(more @ 1..) = findings.len().checked_sub(MOST) {
            p { (more) " more; " code { "napkin audit" } " shows them." }
        }
    };
    section("audit", "Audit", content)
}

fn verdict(form: &Form, text: &str, found: &Disagreement<'_>) -> Markup {
    let verdict = match &found.verdict {
        Verdict::Agree => html! {
            p #verdict .good {
                "✓ agree: every standard, and every program that is modelled here, sees the same host, port and path."
            }
        },
        Verdict::NormaliseFirst(normal) => html! {
            p #verdict .note {
                strong { "≈ normalise first" }
                ": nobody sees another host or port, but not all read the text alike. Of this form they do, so use it instead: "
                code { (clipped(&form.masked(normal), LONG)) }
            }
        },
        Verdict::Reject => html! {
            p #verdict .problem {
                "✗ reject: readers see different hosts or ports, or browsers see none. Nobody can check it for another."
            }
        },
    };
    html! { (verdict) @for &span in found.causes.iter().take(3) { (quote(&form.masked(text), span)) } }
}

/// Shows the result of each reader, with a mark where it differs from browsers.
fn readings(form: &Form, text: &str, base: Option<&str>, found: &Disagreement<'_>) -> Markup {
    let (hidden, hidden_base) = (form.masked(text), base.map(|base| form.masked(base)));
    let hidden = against(&hidden, hidden_base.as_deref());
    let usual = found.readings.iter().find(|one| one.reader == Reader::Standard(Standard::Whatwg));
    let usual = usual.and_then(|one| one.seen.as_ref().ok());
    let rows = html! {
        @for (one, hidden) in found.readings.iter().zip(&hidden.readings) {
            @let differs = one.seen.as_ref().ok().zip(usual).map_or([false; 3], |(seen, usual)| differences(usual, seen));
            tr {
                th scope="row" { @if differs.contains(&true) { "≠ " } (shown(&one.reader.to_string())) }
                @match &one.seen {
                    Ok(seen) => {
                        @let hidden = hidden.seen.as_ref().map(cells).unwrap_or_default();
                        @for (((cell, hidden), differs), of) in cells(seen).iter().zip(&hidden).zip(differs).zip(COLUMNS) {
                            @let code = html! { code { (clipped(told(cell, hidden), LONG)) } };
                            td data-of=(of) { @if differs { mark { (code) } } @else { (code) } }
                        }
                    }
                    Err(why) => { td colspan="3" data-of="answer" { "refuses " (sentence(&why.to_string())) } }
                }
            }
        }
    };
    html! {
        details open[found.verdict != Verdict::Agree] {
            summary { "What " (found.readings.len()) " readers see; ≠ stands where browsers see something else" }
            (table(STACK, "What readers see", &["reader", COLUMNS[0], COLUMNS[1], COLUMNS[2]], rows))
        }
    }
}

fn cells(seen: &Seen<'_>) -> [String; 3] {
    let host = seen.host.as_deref().unwrap_or("–").to_owned();
    [host, seen.port.map_or("–".to_owned(), |port| port.to_string()), seen.path.clone().into_owned()]
}

/// Returns which of host, port and path differ, ignoring case, the default port and an empty path.
fn differences(one: &Seen<'_>, other: &Seen<'_>) -> [bool; 3] {
    let host = |seen: &Seen<'_>| seen.host.as_deref().unwrap_or_default().to_ascii_lowercase();
    let port = |seen: &Seen<'_>| {
        let usual = default_port(seen.scheme.as_deref().unwrap_or_default()).map(u32::from);
        seen.port.or(usual)
    };
    let path = |seen: &Seen<'_>| if seen.path.is_empty() { "/".to_owned() } else { seen.path.clone().into_owned() };
    [host(one) != host(other), port(one) != port(other), path(one) != path(other)]
}

/// Returns a reader's result with the password masked: the result for the masked text, if the two differ only in the mask.
fn told<'s>(seen: &str, hidden: &'s str) -> &'s str {
    let is_same = seen.chars().count() == hidden.chars().count()
        && seen.chars().zip(hidden.chars()).all(|(seen, hidden)| seen == hidden || hidden == '*');
    if is_same { hidden } else { "(hidden with the password)" }
}

fn one(form: &Form, text: &str, finding: &Finding) -> Markup {
    let said = if form.open { *finding } else { finding.redacted(password_span(text)) };
    let level = level(finding.rule).unwrap_or(Level::Medium);
    html! {
        article class=(if level == Level::Low { "remark" } else { "error" }) {
            h3 { (level.name()) ": " (rule_link(finding.rule.code())) }
            p { (sentence(&said.to_string())) }
            (quote(&form.masked(text), finding.span))
            @if let Some((_, text)) = fix(text, finding) { p { (instead(&clipped(&form.masked(&text), LONG))) } }
            p class="why" { (sentence(finding.rule.why())) }
            p class="aside" { (shown(finding.see())) }
        }
    }
}

/// A finding in a document; its quoted text contains no secret.
struct Found {
    place: (usize, usize),
    level: Level,
    rule: &'static str,
    url: String,
    message: String,
    fix: Option<String>,
    see: &'static str,
}

impl Found {
    fn of(row: &Row<'_, '_>) -> Self {
        Self {
            place: (row.line, row.column),
            level: row.level,
            rule: row.finding.rule.code(),
            url: row.quoted().0.to_owned(),
            message: row.message(),
            fix: row.fix().map(|(_, text)| text.to_owned()),
            see: row.finding.see(),
        }
    }
}

/// Shows the findings in a document.
pub(super) fn of_document(form: &Form, options: &Options, name: &str, bounds: &Bounds) -> Result<Markup, Problem> {
    let auditor = Auditor::new(options, &Session::silent())?;
    let entity = auditor.entity(name, form.document.as_bytes(), options.base.as_deref());
    let (mut first, mut counts, mut length) = (First::new(MOST_OF_DOCUMENT), [0; LEVELS.len()], 0);
    let (printing, mut checked) = (printing(bounds), Ok(()));
    auditor.document(name, &entity, None, &mut Page::new(&printing), &mut |row, _| {
        LEVELS.iter().zip(&mut counts).for_each(|(level, count)| *count += usize::from(*level == row.level));
        first.add(|| {
            let found = Found::of(row);
            length += size_of::<Found>() + found.url.len() + found.message.len();
            found
        });
        checked = bounds.check(length);
        flow(checked)
    });
    checked?;
    let content = html! {
        @if first.count == 0 {
            p class="good" { "✓ No rule of the audit finds anything." }
        } @else {
            p {
                @for (level, count) in LEVELS.into_iter().zip(counts) { (count) " " (level.name()) " · " }
                (first.count) @if first.count == 1 { " finding in all" } @else { " findings in all" }
                (first.said_if_more("napkin audit"))
            }
            @let rows = html! { @for found in &first.rows { (row(form, found)) } };
            (table(LIST, "Findings of the audit", &["place", "level", "rule", "URL", "what is found"], rows))
        }
    };
    Ok(section("audit", "Audit of the links", content))
}

fn row(form: &Form, found: &Found) -> Markup {
    html! {
        tr class=[(found.level != Level::Low).then_some("wrong")] {
            th scope="row" { (place(found.place)) }
            td { strong { (found.level.name()) } }
            td { (rule_link(found.rule)) }
            td { code { (clipped(&form.masked(&found.url), LONG)) } }
            td {
                (sentence(&found.message))
                @if let Some(text) = &found.fix { br; (instead(&clipped(&mask_passwords(text), LONG))) }
                br;
                span class="aside" { (found.see) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_secrets_stay_masked() {
        let cases = [
            ("/menu", "/menu", "/menu"),
            ("sam:secret@h", "sam:******@h", "sam:******@h"),
            // A different result, and a result with the password decoded.
            ("secret@h", "/", "(hidden with the password)"),
            ("sam:sec@h", "sam:*********@h", "(hidden with the password)"),
        ];
        for (seen, hidden, expected) in cases {
            assert_eq!(told(seen, hidden), expected, "{seen}");
        }
    }
}
