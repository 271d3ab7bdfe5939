//! Reports disagreements between readers: [`crate::disagreement`] as rules.
//!
//! Most references are excluded first, because a comparison of all readers is slow. A test verifies that readers agree
//! on each reference that passes [`super::super::plain`].

use alloc::string::String;
use alloc::vec::Vec;

use super::{suffixes, words};
use crate::disagreement::{Reader, Reading, Verdict, against, folded, goes_elsewhere};
use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::{Component, Span, Standard, default_port};

pub(crate) fn check(view: &View<'_>, base: Option<&str>, out: &mut Out<'_>) {
    if !(out.asks(rules::READERS_DISAGREE) || out.asks(rules::NORMALISE_FIRST)) || !may_differ(view, base) {
        return;
    }
    // Against a base, browsers read a host after more than two slashes; the RFCs read an empty host and a path.
    if let Some(slashes) = too_many_slashes(view.text) {
        return out.report(rules::READERS_DISAGREE, slashes);
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
        Verdict::Reject => match difference(view.host(), found.readings) {
            Difference::Harmless => {}
            Difference::Spelling => out.report(rules::NORMALISE_FIRST, cause),
            Difference::Unusable => out.report(rules::UNUSABLE_HOST, cause),
            Difference::Target => out.report(rules::READERS_DISAGREE, cause),
        },
    }
}

/// Returns three or more slashes at the beginning of a text, if a name with a dot follows.
fn too_many_slashes(text: &str) -> Option<Span> {
    let rest = text.trim_start_matches('/');
    let count = text.len() - rest.len();
    (count > 2 && suffixes::is_host_name(rest.split(['/', '?', '#', ':']).next()?)).then(|| Span::new(0, count))
}

/// The effect of different readings.
enum Difference {
    /// No reader uses another host or port.
    Harmless,
    /// Readers use two forms of one internationalised name.
    Spelling,
    /// Readers see different hosts, none of which can exist.
    Unusable,
    /// Readers use different hosts or ports, or a host where browsers see none.
    Target,
}

fn difference(written: &str, mut readings: Vec<Reading<'_>>) -> Difference {
    if !differ(&readings) {
        return Difference::Harmless;
    }
    // Programs map some characters beyond ASCII to others, so that the host may exist for one of them.
    if written.is_ascii()
        && !readings.iter().any(|it| it.seen.as_ref().is_ok_and(|seen| seen.host.as_deref().is_some_and(may_exist)))
    {
        return Difference::Unusable;
    }
    if !is_internationalised(written, &readings) {
        return Difference::Target;
    }
    // Some programs show the bytes of a name as single characters, but send the same bytes.
    for seen in readings.iter_mut().filter_map(|reading| reading.seen.as_mut().ok()) {
        let host = seen.host.as_deref().and_then(of_bytes).map(Into::into);
        seen.host = host.or_else(|| seen.host.take());
    }
    if differ(&readings) { Difference::Target } else { Difference::Spelling }
}

/// Returns whether a reader would use another host or port than browsers, or a host where browsers see none.
fn differ(readings: &[Reading<'_>]) -> bool {
    match browsers(readings).and_then(|it| it.seen.as_ref().ok()) {
        Some(browsers) => readings.iter().any(|other| goes_elsewhere(browsers, other)),
        None => readings.iter().any(|it| it.seen.as_ref().is_ok_and(|seen| seen.host.is_some())),
    }
}

fn browsers<'r, 'a>(readings: &'r [Reading<'a>]) -> Option<&'r Reading<'a>> {
    readings.iter().find(|it| it.reader == Reader::Standard(Standard::Whatwg))
}

/// Returns whether a host can be looked up: an address, or a name of letters, digits, `-` and `_`.
fn may_exist(host: &str) -> bool {
    let folded = folded(host);
    let is_of_dns = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    folded.starts_with('[') || (folded.contains(char::is_alphanumeric) && folded.chars().all(is_of_dns))
}

/// Returns whether the written host is a valid name of IDNA 2008 in its Unicode form, as browsers show it again. A form that
/// browsers change, such as full-width letters, is none.
fn is_internationalised(written: &str, readings: &[Reading<'_>]) -> bool {
    let host = browsers(readings).and_then(|it| it.seen.as_ref().ok()).and_then(|seen| seen.host.as_deref());
    let written = written.to_lowercase();
    let is_same = host.is_some_and(|host| suffixes::in_unicode(host).is_some_and(|shown| shown == written));
    // IDNA 2003 maps these letters to others, so older programs look up another name.
    let top = written.rsplit('.').next().unwrap_or_default();
    let has_deviation = written.contains(['\u{df}', '\u{200c}', '\u{200d}']);
    is_same && (!has_deviation || words::DEVIATION_TOPS.contains(&top))
}

/// Returns the text of UTF-8 bytes that were read as one character each.
fn of_bytes(host: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> = host.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    String::from_utf8(bytes?).ok().filter(|text| text != host)
}

/// Returns whether readers may disagree on a reference: if it is not valid, its authority is not an ordinary host, or
/// its path has dot segments.
fn may_differ(view: &View<'_>, base: Option<&str>) -> bool {
    let text = view.text;
    let names_a_host = view.has(Component::Host) || view.is_scheme(&["http", "https", "ftp", "ws", "wss"]);
    if text.starts_with("///") {
        return true;
    }
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
