//! Answers in one sentence: whether a URL is valid, complete, and the same for all programs.
//!
//! The sections below have the details.

use maud::{Markup, html};
use napkin::Standard;
use napkin_audit::{Reader, Verdict};

use super::audit::{Agreement, Audited, NO_HOST, Reading};
use super::findings::{Grade, Point};
use super::form::Form;
use super::standards;
use crate::markup::{clipped, sentence};

const LONG: usize = 120;

/// The class of a sentence, and its sign for people who do not see colours.
type Mood = (&'static str, &'static str);

const GOOD: Mood = ("good", "✓ ");
const NOTE: Mood = ("note", "≈ ");
const PROBLEM: Mood = ("problem", "✗ ");

/// Shows the sentence, the number of findings, and `link`, which leads to this answer.
pub(super) fn show(
    form: &Form,
    readings: &[standards::Reading],
    audited: &Audited,
    points: &[Point],
    link: &Markup,
) -> Markup {
    let ((class, sign), said) = answer(form, readings, audited, points);
    html! {
        section class="brief" aria-label="In short" {
            p #brief class=(class) { (sign) (sentence(&said)) }
            p {
                @if !points.is_empty() {
                    a href="#findings" { (points.len()) @if points.len() == 1 { " finding" } @else { " findings" } } " "
                }
                (link)
            }
        }
    }
}

fn answer(form: &Form, readings: &[standards::Reading], audited: &Audited, points: &[Point]) -> (Mood, String) {
    let valid: Vec<Standard> = readings.iter().filter(|one| one.valid != "no").map(|one| one.standard).collect();
    let agreement = audited.agreement.as_ref();
    let is_incomplete = audited.is_relative && form.base.is_empty();
    if valid.is_empty() {
        let error = points.iter().find(|point| point.grade == Grade::Error);
        let reason = error.map(|point| format!(": {}", point.finding)).unwrap_or_default();
        return (PROBLEM, format!("Not valid under any of the four standards{reason}."));
    }
    if let Some(apart) = agreement.filter(|found| found.verdict == Verdict::Reject).and_then(apart) {
        return (PROBLEM, apart);
    }
    if is_incomplete {
        return (NOTE, "Relative: it needs a base URL, such as the URL of its page.".to_owned());
    }
    if let Some(Verdict::NormaliseFirst(normal)) = agreement.map(|found| &found.verdict) {
        let normal = clipped(&form.masked(normal), LONG);
        return (NOTE, format!("Programs read this spelling differently. All read this one alike: `{normal}`"));
    }
    let validity = validity(&valid);
    // Another danger says more than that readers disagree, which can be its effect.
    let high = || points.iter().filter(|point| point.grade == Grade::High);
    let is_special = |point: &&Point| point.finding.rule != napkin_audit::rules::READERS_DISAGREE;
    if let Some(danger) = high().find(is_special).or_else(|| high().next()) {
        return (PROBLEM, format!("{validity}, but dangerous: {}.", danger.finding));
    }
    let goes = agreement.and_then(common).map(|host| format!("; every program goes to `{host}`")).unwrap_or_default();
    (if valid.len() == Standard::ALL.len() { GOOD } else { NOTE }, format!("{validity}{goes}."))
}

/// Returns the standards under which a text is valid.
fn validity(valid: &[Standard]) -> String {
    if valid.len() == Standard::ALL.len() {
        return "Valid under all four standards".to_owned();
    }
    let named = Standard::ALL.iter().filter(|one| valid.contains(one)).map(|standard| standard.name());
    format!("Valid only under {}", named.collect::<Vec<_>>().join(" and "))
}

/// Returns the host to which all programs go.
fn common(found: &Agreement) -> Option<String> {
    let [host, ..] = found.readings.first().filter(|_| found.verdict == Verdict::Agree)?.seen.as_ref().ok()?;
    (host != NO_HOST).then(|| clipped(host, LONG))
}

/// Says that browsers and another program go to different places. The other program is curl, if curl is one of them.
fn apart(found: &Agreement) -> Option<String> {
    let own = found.readings.iter().find(|one| one.reader == Reader::Standard(Standard::Whatwg))?;
    let refuses = own.seen.is_err();
    // In `mailto:sam@pub.example`, some programs see a host, to which none of them connects.
    if own.seen.as_ref().is_ok_and(|[host, ..]| host == NO_HOST) {
        return None;
    }
    let host = |one: &Reading| one.seen.as_ref().ok().map(|[host, ..]| meant(host));
    let goes_elsewhere = |one: &&Reading| {
        matches!(one.reader, Reader::Model(_))
            && one.seen.as_ref().is_ok_and(|[host, ..]| host != NO_HOST && host.is_ascii())
            && (refuses || host(one) != host(own) || one.differs[1])
    };
    let others = || found.readings.iter().filter(goes_elsewhere);
    let Some(other) = others().find(|one| one.reader.to_string() == "curl").or_else(|| others().next()) else {
        return refuses.then(|| "Browsers refuse this URL.".to_owned());
    };
    let is_port = !refuses && host(other) == host(own);
    let place = |one: &Reading| {
        let [host, ..] = one.seen.as_ref().ok()?;
        let port = one.port.filter(|_| is_port).map(|port| format!(":{port}")).unwrap_or_default();
        Some(clipped(&format!("{host}{port}"), LONG))
    };
    let (name, there) = (other.reader.to_string(), place(other)?);
    let Some(here) = place(own) else {
        return Some(format!("Browsers refuse this URL, but {name} goes to `{there}`."));
    };
    let what = if is_port { "ports" } else { "hosts" };
    Some(format!("Browsers and {name} go to different {what}: `{here}` and `{there}`."))
}

/// Returns a host as browsers write it: programs that keep a name beyond ASCII connect to the same host.
fn meant(host: &str) -> String {
    let url = napkin::whatwg::Url::parse(&format!("http://{host}/"), None);
    url.map_or_else(|_| host.to_ascii_lowercase(), |url| url.hostname().to_owned())
}
