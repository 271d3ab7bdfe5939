//! Reports disagreements between readers: [`crate::disagreement`] as rules.
//!
//! Most references are excluded first, because a comparison of all readers is slow. A test verifies that readers agree
//! on each reference that passes [`super::super::plain`].

use crate::disagreement::{Reader, Reading, Verdict, against, goes_elsewhere};
use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::{Component, Span, Standard, default_port};

pub(crate) fn check(view: &View<'_>, base: Option<&str>, out: &mut Out<'_>) {
    if !(out.asks(rules::READERS_DISAGREE) || out.asks(rules::NORMALISE_FIRST)) || !may_differ(view, base) {
        return;
    }
    let found = against(view.text, base);
    let whole = Span::new(0, view.text.len());
    let cause = found.causes.first().copied().unwrap_or(whole);
    let fragment = view.span(Component::Fragment).start;
    match found.verdict {
        Verdict::Agree => {}
        // An unusual spelling of an address is already reported, with the same fix.
        Verdict::NormaliseFirst(_) if out.findings.iter().any(|it| it.rule == rules::IP_SPELLING) => {}
        // A fragment is not sent to the server.
        Verdict::NormaliseFirst(_) if view.has(Component::Fragment) && cause.start >= fragment => {}
        Verdict::NormaliseFirst(_) => out.report(rules::NORMALISE_FIRST, cause),
        Verdict::Reject if differ(&found.readings) => out.report(rules::READERS_DISAGREE, cause),
        Verdict::Reject => {}
    }
}

/// Returns whether a reader would use another host or port than browsers, or a host where browsers see none.
fn differ(readings: &[Reading<'_>]) -> bool {
    let browsers = readings.iter().find(|it| it.reader == Reader::Standard(Standard::Whatwg));
    match browsers.and_then(|it| it.seen.as_ref().ok()) {
        Some(browsers) => readings.iter().any(|other| goes_elsewhere(browsers, other)),
        None => readings.iter().any(|it| it.seen.as_ref().is_ok_and(|seen| seen.host.is_some())),
    }
}

/// Returns whether readers may disagree on a reference: if it is not valid, its authority is not an ordinary host, or
/// its path has dot segments.
fn may_differ(view: &View<'_>, base: Option<&str>) -> bool {
    let text = view.text;
    let names_a_host = view.has(Component::Host) || view.is_scheme(&["http", "https", "ftp", "ws", "wss"]);
    let is_odd_start = text.trim_start_matches(|c: char| c <= ' ').starts_with(['/', '\\']) && !view.is_valid;
    // A reference with a scheme leads elsewhere on its own: nobody would use a host in `mailto:sam at pub.example`.
    let is_odd_against_base = base.is_some() && !view.is_valid && !view.has(Component::Scheme);
    if !(names_a_host || is_odd_start || is_odd_against_base) {
        return false;
    }
    let has_odd_dots = view.parts.may_have_dot_segments() || has_escaped_dot(view);
    !view.is_valid || !has_plain_authority(view) || has_odd_dots
}

fn has_escaped_dot(view: &View<'_>) -> bool {
    let path = view.part(Component::Path).as_bytes();
    view.parts.may_have_escapes() && (0..path.len()).any(|at| escape_at(path, at) == Some(b'.'))
}

/// Returns whether the host is an ordinary name or a plain address, without a user or an unusual port.
fn has_plain_authority(view: &View<'_>) -> bool {
    let (host, port) = (view.host(), view.part(Component::Port));
    let is_plain_port =
        !view.has(Component::Port) || (!port.is_empty() && !port.starts_with('0') && port.parse::<u16>().is_ok());
    let is_plain_host = !host.is_empty()
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
        && (host.parse::<core::net::Ipv4Addr>().is_ok() || host.rsplit('.').next().is_some_and(is_plain_label));
    let has_default = !view.has(Component::Scheme) || default_port(view.part(Component::Scheme)).is_some();
    is_plain_port && is_plain_host && has_default && !view.has(Component::User)
}

fn is_plain_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
}
