//! Shows whether readers agree on a URL, and the findings of the audit in a URL or a document.
//!
//! A masked password is also masked in the results of other readers, wherever those readers see it.

use napkin::{Component, Finding, Standard, check, default_port, mask_passwords, password_span};
use napkin_answer::audit::{Auditor, Options, Row};
use napkin_answer::output::{Page, Session};
use napkin_audit::{Disagreement, Level, Reader, Seen, Settings, Verdict, against, audit, fix, level};

use super::document::{First, place, printing};
use super::question::Question;
use super::quote::quote;
use crate::answer::Problem;
use crate::html::{Html, clipped};

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
pub(super) fn show(question: &Question, text: &str, base: &str, html: &mut Html) {
    html.section("audit", "Audit");
    let is_relative = check(text, Standard::Rfc3986, &mut ()).span(Component::Scheme).is_none();
    if text.len() > LONGEST {
        html.raw("<p>Too long to be audited here; <code>napkin audit</code> reads it.</p></section>");
        return;
    }
    let base = Some(base).filter(|base| !base.is_empty());
    if is_relative && base.is_none() {
        html.raw(
            "<p>Where a relative reference leads depends on its base: with one, it is said whether readers agree.</p>",
        );
    } else {
        let found = against(text, base);
        verdict(question, text, &found, html);
        readings(question, text, base, &found, html);
    }
    let mut findings = Vec::new();
    audit(text, base, &Settings::default(), &mut findings);
    // Highest level first.
    findings.sort_by_key(|finding: &Finding| std::cmp::Reverse(level(finding.rule)));
    if findings.is_empty() {
        html.raw("<p>No rule of the audit finds anything.</p>");
    }
    for finding in findings.iter().take(MOST) {
        one(question, text, finding, html);
    }
    if findings.len() > MOST {
        html.raw("<p>").number(findings.len() - MOST).raw(" more; <code>napkin audit</code> shows them.</p>");
    }
    html.raw("</section>");
}

fn verdict(question: &Question, text: &str, found: &Disagreement<'_>, html: &mut Html) {
    match &found.verdict {
        Verdict::Agree => {
            html.raw(
                "<p class=good id=verdict>✓ agree: every standard, and every program that is modelled here, sees the \
                      same host, port and path.</p>",
            );
        }
        Verdict::NormaliseFirst(form) => {
            html.raw("<p class=note id=verdict><strong>≈ normalise first</strong>: nobody sees another host or port, but not all \
                      read the text alike. Of this form they do, so use it instead: <code>");
            html.text(&clipped(&question.masked(form), LONG)).raw("</code></p>");
        }
        Verdict::Reject => {
            html.raw(
                "<p class=problem id=verdict>✗ reject: readers see different hosts or ports, or browsers see none. \
                      Nobody can check it for another.</p>",
            );
        }
    }
    for &span in found.causes.iter().take(3) {
        quote(&question.masked(text), span, html);
    }
}

/// Shows the result of each reader, with a mark where it differs from browsers.
fn readings(question: &Question, text: &str, base: Option<&str>, found: &Disagreement<'_>, html: &mut Html) {
    let (hidden, hidden_base) = (question.masked(text), base.map(|base| question.masked(base)));
    let hidden = against(&hidden, hidden_base.as_deref());
    let usual = found.readings.iter().find(|one| one.reader == Reader::Standard(Standard::Whatwg));
    let usual = usual.and_then(|one| one.seen.as_ref().ok());
    html.raw("<details").raw(if found.verdict == Verdict::Agree { "" } else { " open" }).raw("><summary>What ");
    html.number(found.readings.len()).raw(" readers see; ≠ stands where browsers see something else</summary>");
    html.stack("What readers see", &["reader", COLUMNS[0], COLUMNS[1], COLUMNS[2]]);
    for (one, hidden) in found.readings.iter().zip(&hidden.readings) {
        html.raw("<tr><th scope=row>");
        match &one.seen {
            Ok(seen) => {
                let differs = usual.map_or([false; 3], |usual| differences(usual, seen));
                html.raw(if differs.contains(&true) { "≠ " } else { "" }).text(&one.reader.to_string()).raw("</th>");
                let hidden = hidden.seen.as_ref().map(cells).unwrap_or_default();
                for (((cell, hidden), differs), of) in cells(seen).iter().zip(&hidden).zip(differs).zip(COLUMNS) {
                    html.raw("<td data-of=").raw(of).raw(if differs { "><mark><code>" } else { "><code>" });
                    html.text(&clipped(told(cell, hidden), LONG));
                    html.raw(if differs { "</code></mark></td>" } else { "</code></td>" });
                }
            }
            Err(why) => {
                html.text(&one.reader.to_string())
                    .raw("</th><td colspan=3 data-of=answer>refuses ")
                    .sentence(&why.to_string());
                html.raw("</td>");
            }
        }
        html.raw("</tr>");
    }
    html.end_table().raw("</details>");
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

fn one(question: &Question, text: &str, finding: &Finding, html: &mut Html) {
    let said = if question.open { *finding } else { finding.redacted(password_span(text)) };
    let level = level(finding.rule).unwrap_or(Level::Medium);
    heading(level.name(), finding.rule.code(), html);
    html.raw("<p>").sentence(&said.to_string()).raw("</p>");
    quote(&question.masked(text), finding.span, html);
    if let Some((_, instead)) = fix(text, finding) {
        html.raw("<p>Instead: <code>").text(&clipped(&question.masked(&instead), LONG));
        html.raw(if instead.is_empty() { "(nothing)</code></p>" } else { "</code></p>" });
    }
    html.raw("<p class=why>")
        .sentence(finding.rule.why())
        .raw("</p><p class=aside>")
        .text(finding.see())
        .raw("</p></article>");
}

/// Begins the article about a finding.
fn heading(level: &str, code: &str, html: &mut Html) {
    html.raw(if level == Level::Low.name() { "<article class=remark><h3>" } else { "<article class=error><h3>" });
    html.text(level).raw(": <a href=\"/rules/").text(code).raw("\">").text(code).raw("</a></h3>");
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
pub(super) fn of_document(question: &Question, options: &Options, name: &str, html: &mut Html) -> Result<(), Problem> {
    let auditor = Auditor::new(options, &Session::silent())?;
    let entity = auditor.entity(name, question.document.as_bytes(), options.base.as_deref());
    let (mut first, mut counts, mut length) = (First::new(MOST_OF_DOCUMENT), [0; LEVELS.len()], 0);
    let printing = printing(html);
    auditor.document(name, &entity, None, &mut Page::new(&printing), &mut |row, _| {
        LEVELS.iter().zip(&mut counts).for_each(|(level, count)| *count += usize::from(*level == row.level));
        first.add(|| {
            let found = Found::of(row);
            length += size_of::<Found>() + found.url.len() + found.message.len();
            found
        });
        html.watch(length)
    });
    html.section("audit", "Audit of the links");
    if first.count == 0 {
        html.raw("<p class=good>✓ No rule of the audit finds anything.</p></section>");
        return Ok(());
    }
    html.raw("<p>");
    for (level, count) in LEVELS.into_iter().zip(counts) {
        html.number(count).raw(" ").raw(level.name()).raw(" · ");
    }
    html.number(first.count).raw(if first.count == 1 { " finding in all" } else { " findings in all" });
    first.said_if_more("napkin audit", html);
    html.raw("</p>").list("Findings of the audit", &["place", "level", "rule", "URL", "what is found"]);
    for found in &first.rows {
        row(question, found, html);
    }
    html.end_table().raw("</section>");
    Ok(())
}

fn row(question: &Question, found: &Found, html: &mut Html) {
    html.raw(if found.level == Level::Low { "<tr><th scope=row>" } else { "<tr class=wrong><th scope=row>" });
    place(found.place, html).raw("</th><td><strong>").raw(found.level.name());
    html.raw("</strong></td><td><a href=\"/rules/").raw(found.rule).raw("\">").raw(found.rule);
    html.raw("</a></td><td><code>").text(&clipped(&question.masked(&found.url), LONG));
    html.raw("</code></td><td>").sentence(&found.message);
    if let Some(instead) = &found.fix {
        html.raw("<br>Instead: <code>").text(&clipped(&mask_passwords(instead), LONG));
        html.raw(if instead.is_empty() { "(nothing)</code>" } else { "</code>" });
    }
    html.raw("<br><span class=aside>").raw(found.see).raw("</span></td></tr>");
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
