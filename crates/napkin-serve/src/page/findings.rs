//! Shows the findings of the standards and of the audit. The URL is drawn once, with a numbered line for each place.

use maud::{Markup, html};
use napkin::{Finding, Severity, Span, Standard, password_span};
use napkin_audit::{Level, fix, level};

use super::form::Form;
use crate::markup::{clipped, figure, instead, quote, rule_link, section, sentence};
use napkin_answer::output::{joined, shown};
use napkin_answer::record::{Place, Record};

/// The most findings that are shown.
const MOST: usize = 40;
/// The number of findings that are not folded.
const OPEN: usize = 6;

const LONG: usize = 200;

/// How grave a finding is; the gravest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Grade {
    High,
    Error,
    Medium,
    Low,
    Remark,
}

impl Grade {
    const fn name(self) -> &'static str {
        ["high", "error", "medium", "low", "remark"][self as usize]
    }

    /// Returns the class of the frame.
    const fn class(self) -> &'static str {
        if matches!(self, Self::Low | Self::Remark) { "remark" } else { "error" }
    }

    fn of(finding: &Finding) -> Self {
        match (level(finding.rule), finding.rule.severity()) {
            (Some(Level::High), _) => Self::High,
            (Some(Level::Medium), _) => Self::Medium,
            (Some(Level::Low), _) => Self::Low,
            (None, Severity::Error) => Self::Error,
            (None, Severity::Remark) => Self::Remark,
        }
    }
}

/// A finding of one or several standards, or of the audit; no part of a masked password is in it.
pub(super) struct Point {
    pub(super) grade: Grade,
    pub(super) finding: Finding,
    /// The sections of all standards that report it.
    see: Vec<&'static str>,
    instead: Option<String>,
}

/// Returns the findings of all standards in `text`, and those of the audit, the gravest first.
pub(super) fn points(form: &Form, text: &str, base: Option<&napkin::whatwg::Url>, audited: &[Finding]) -> Vec<Point> {
    let mut points = of_standards(form, text, base);
    points.extend(audited.iter().map(|finding| Point {
        grade: Grade::of(finding),
        finding: *finding,
        see: vec![finding.see()],
        instead: fix(text, finding).map(|(_, text)| clipped(&form.masked(&text), LONG)),
    }));
    points.sort_by_key(|point| point.grade);
    if !form.open {
        let password = password_span(text);
        points.iter_mut().for_each(|point| point.finding = point.finding.redacted(password));
    }
    points
}

/// Returns the findings in the order of the standards; the chosen standard comes first.
fn of_standards(form: &Form, text: &str, base: Option<&napkin::whatwg::Url>) -> Vec<Point> {
    let record = Record::new(text.as_bytes(), Place::Argument(1));
    let first = form.standard();
    let others = Standard::ALL.iter().copied().filter(|&standard| standard != first);
    let mut points: Vec<Point> = Vec::new();
    for standard in std::iter::once(first).chain(others) {
        let findings = match standard {
            Standard::Whatwg => record.violations(base),
            _ => record.read(standard).err().unwrap_or_default(),
        };
        for finding in joined(&findings) {
            let is_same = |point: &&mut Point| {
                let other = &point.finding;
                other.rule == finding.rule && other.span == finding.span && other.to_string() == finding.to_string()
            };
            match points.iter_mut().find(is_same) {
                Some(point) => point.see.push(finding.see()),
                None => {
                    let see = vec![finding.see()];
                    points.push(Point { grade: Grade::of(&finding), finding, see, instead: None });
                }
            }
        }
    }
    points
}

/// Shows the findings.
pub(super) fn show(form: &Form, text: &str, points: &[Point]) -> Markup {
    let masked = form.masked(text);
    let all = &points[..points.len().min(MOST)];
    let (open, folded) = all.split_at(all.len().min(OPEN));
    let mut spans: Vec<Span> = all.iter().map(|point| point.finding.span).collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    let figure = figure(&masked, &spans);
    let one = |point: &Point| {
        let number = spans.iter().position(|span| *span == point.finding.span).map_or(0, |place| place + 1);
        let number = Some(number).filter(|_| figure.is_some() && spans.len() > 1);
        let quoted = if figure.is_some() {
            html! {}
        } else {
            quote(&masked, point.finding.span)
        };
        self::one(point, number, &quoted)
    };
    let content = html! {
        @if all.is_empty() { p { "None: every standard admits this text, and no rule of the audit finds anything." } }
        @if let Some(figure) = &figure { (figure) }
        @for point in open { (one(point)) }
        @if !folded.is_empty() {
            details {
                summary { (folded.len()) " more" }
                @for point in folded { (one(point)) }
            }
        }
        @if let Some(more @ 1..) = points.len().checked_sub(MOST) {
            p { (more) " more; " code { "napkin parse -v" } " and " code { "napkin audit" } " show them." }
        }
    };
    section("findings", "Findings", content)
}

fn one(point: &Point, number: Option<usize>, quoted: &Markup) -> Markup {
    let rule = point.finding.rule;
    html! {
        article class=(point.grade.class()) {
            h3 {
                @if let Some(number) = number { span class="number" { (number) } " " }
                (point.grade.name()) ": " (rule_link(rule.code()))
            }
            p {
                (sentence(&point.finding.to_string()))
                @if let Some(text) = &point.instead { ". " (instead(text)) }
            }
            (quoted)
            p class="why" { (sentence(rule.why())) " " span class="aside" { (shown(&point.see.join(" · "))) } }
        }
    }
}
