//! Shows whether programs agree on a URL, and the findings of the audit in a document.
//!
//! A masked password is also masked in the results of other readers, wherever those readers see it.

use maud::{Markup, html};
use napkin::{Component, Finding, Standard, check, default_port, mask_passwords};
use napkin_answer::audit::{Auditor, Options, Row};
use napkin_answer::bounds::Bounds;
use napkin_answer::output::{Page, Session, shown};
use napkin_audit::{Level, Reader, Seen, Settings, Verdict, against, audit};

use super::document::{First, place, printing};
use super::form::Form;
use crate::answer::Problem;
use crate::markup::{LIST, STACK, clipped, flow, instead, rule_link, section, sentence, table};

/// The longest text that is audited here, in bytes; every standard and every program reads it.
const LONGEST: usize = 64 << 10;

/// The most findings that are shown for a document.
const MOST_OF_DOCUMENT: usize = 500;

const LONG: usize = 200;

/// The compared parts of a URL.
const COLUMNS: [&str; 3] = ["host", "port", "path"];

/// The sign for a missing host or port.
pub(super) const NO_HOST: &str = "–";

const LEVELS: [Level; 3] = [Level::High, Level::Medium, Level::Low];

/// The results of all readers of a URL, and the findings of the audit.
pub(super) struct Audited {
    /// Whether the text has no scheme.
    pub(super) is_relative: bool,
    /// `None` if the text is relative and has no base, or if it is too long.
    pub(super) agreement: Option<Agreement>,
    /// The findings, in the order of their places.
    pub(super) findings: Vec<Finding>,
    is_long: bool,
}

/// Whether readers agree. Passwords are masked.
pub(super) struct Agreement {
    pub(super) verdict: Verdict,
    pub(super) readings: Vec<Reading>,
}

/// The result of one reader.
pub(super) struct Reading {
    pub(super) reader: Reader,
    /// Host, port and path, or the reason for a refusal.
    pub(super) seen: Result<[String; 3], String>,
    /// Which of them differ from the browsers' result.
    pub(super) differs: [bool; 3],
    /// The port, or the default port of the scheme.
    pub(super) port: Option<u32>,
}

/// Audits a URL. `base` is empty if there is none.
pub(super) fn audited(form: &Form, text: &str, base: &str) -> Audited {
    let is_relative = check(text, Standard::Rfc3986, &mut ()).span(Component::Scheme).is_none();
    let is_long = text.len() > LONGEST;
    let base = Some(base).filter(|base| !base.is_empty());
    let mut findings = Vec::new();
    if !is_long {
        audit(text, base, &Settings::default(), &mut findings);
    }
    let agreement = (!is_long && (!is_relative || base.is_some())).then(|| agreement(form, text, base));
    Audited { is_relative, agreement, findings, is_long }
}

fn agreement(form: &Form, text: &str, base: Option<&str>) -> Agreement {
    let found = against(text, base);
    let (hidden, hidden_base) = (form.masked(text), base.map(|base| form.masked(base)));
    let hidden = against(&hidden, hidden_base.as_deref());
    let usual = found.readings.iter().find(|one| one.reader == Reader::Standard(Standard::Whatwg));
    let usual = usual.and_then(|one| one.seen.as_ref().ok());
    let reading = |(one, hidden): (&napkin_audit::Reading<'_>, &napkin_audit::Reading<'_>)| {
        let hidden = hidden.seen.as_ref().map(cells).unwrap_or_default();
        let seen = one.seen.as_ref();
        Reading {
            reader: one.reader,
            seen: seen.map_err(ToString::to_string).map(|seen| {
                let mut told_cells = cells(seen);
                told_cells.iter_mut().zip(&hidden).for_each(|(cell, hidden)| *cell = told(cell, hidden).to_owned());
                told_cells
            }),
            differs: seen.ok().zip(usual).map_or([false; 3], |(seen, usual)| differences(usual, seen)),
            port: seen.ok().and_then(port),
        }
    };
    let readings = found.readings.iter().zip(&hidden.readings).map(reading).collect();
    Agreement { verdict: found.verdict, readings }
}

/// Shows the verdict on a URL, and the result of every reader.
pub(super) fn show(form: &Form, audited: &Audited) -> Markup {
    let content = match &audited.agreement {
        Some(found) => html! { (verdict(form, found)) (readings(found)) },
        None if audited.is_long => html! { p { "Too long to be audited here; " code { "napkin audit" } " reads it." } },
        None => {
            html! { p { "A relative reference leads to a place only together with a base URL. Enter one to compare programs." } }
        }
    };
    section("audit", "What programs make of it", content)
}

fn verdict(form: &Form, found: &Agreement) -> Markup {
    match &found.verdict {
        Verdict::Agree => html! {
            p #verdict .good {
                "✓ agree: every standard, and every program that is modelled here, sees the same host, port and path."
            }
        },
        Verdict::NormaliseFirst(normal) => html! {
            p #verdict .note {
                strong { "≈ normalise first" }
                ": no program sees another host or port, but not all read the text alike. All read this form alike, so use it: "
                code data-copy { (clipped(&form.masked(normal), LONG)) }
            }
        },
        Verdict::Reject => html! {
            p #verdict .problem {
                "✗ reject: programs see different hosts or ports, or browsers see none. No check by one program holds for another."
            }
        },
    }
}

/// Shows the result of each reader, with a mark where it differs from browsers.
fn readings(found: &Agreement) -> Markup {
    let rows = html! {
        @for one in &found.readings {
            tr {
                th scope="row" { @if one.differs.contains(&true) { "≠ " } (shown(&one.reader.to_string())) }
                @match &one.seen {
                    Ok(cells) => {
                        @for ((cell, differs), of) in cells.iter().zip(one.differs).zip(COLUMNS) {
                            @let code = html! { code { (clipped(cell, LONG)) } };
                            td data-of=(of) { @if differs { mark { (code) } } @else { (code) } }
                        }
                    }
                    Err(why) => { td colspan="3" data-of="answer" { "refuses " (sentence(why)) } }
                }
            }
        }
    };
    html! {
        details open[found.verdict != Verdict::Agree] {
            summary { "What " (found.readings.len()) " programs see; ≠ marks where browsers see something else" }
            (table(STACK, "What programs see", &["reader", COLUMNS[0], COLUMNS[1], COLUMNS[2]], rows))
        }
    }
}

fn cells(seen: &Seen<'_>) -> [String; 3] {
    let host = seen.host.as_deref().unwrap_or(NO_HOST).to_owned();
    [host, seen.port.map_or(NO_HOST.to_owned(), |port| port.to_string()), seen.path.clone().into_owned()]
}

/// Returns the port of a reading, or the default port of its scheme.
fn port(seen: &Seen<'_>) -> Option<u32> {
    seen.port.or_else(|| default_port(seen.scheme.as_deref().unwrap_or_default()).map(u32::from))
}

/// Returns which of host, port and path differ, ignoring case, the default port and an empty path.
fn differences(one: &Seen<'_>, other: &Seen<'_>) -> [bool; 3] {
    let host = |seen: &Seen<'_>| seen.host.as_deref().unwrap_or_default().to_ascii_lowercase();
    let path = |seen: &Seen<'_>| if seen.path.is_empty() { "/".to_owned() } else { seen.path.clone().into_owned() };
    [host(one) != host(other), port(one) != port(other), path(one) != path(other)]
}

/// Returns a reader's result with the password masked: the result for the masked text, if the two differ only in the mask.
fn told<'s>(seen: &str, hidden: &'s str) -> &'s str {
    let is_same = seen.chars().count() == hidden.chars().count()
        && seen.chars().zip(hidden.chars()).all(|(seen, hidden)| seen == hidden || hidden == '*');
    if is_same { hidden } else { "(hidden with the password)" }
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
