//! Reports the validation errors of the URL Standard, by their names in the standard and with exact spans.
//!
//! This module reports the errors of the basic URL parser (section 4.4); [`crate::host::violations`] reports those of the
//! host parser. It uses the same [`Front`] and [`Tail`] as [`super::write`](mod@super::write), which writes the URL. A text
//! without errors is a *valid URL string* (section 4.3). Start with `report`.

use alloc::vec::Vec;

use super::write::{Unwritten, port};
use super::{Against, Class, Clean, Front, Keep, Tail, fits, is_drive, split};
use crate::host::violations::{offence, report as report_host, units, violation};
use crate::syntax::scan::tables::Refusal;
use crate::{Error, Finding, Sink, Span, rules};

/// Reports every validation error of a text with `base`, in text order. Errors are not collected, because the findings of
/// a text that consists of errors would take a hundred times the space of the text.
///
/// # Errors
/// Returns the error on which the parser fails.
pub(crate) fn report<S: Sink + ?Sized>(raw: &str, base: Option<Against<'_>>, sink: &mut S) -> Result<(), Error> {
    let clean = Clean::new(raw);
    let mut back = clean.way_back();
    let white = |span: Span| {
        let found = span.of(raw).chars().next();
        Finding { found, expected: EXPECTED, ..violation(rules::INVALID_URL_UNIT, span.start, span.end) }
    };
    let mut removed = clean.removed().map(white).peekable();
    let front = split(clean.text.as_bytes(), base);
    let fatal = walk(&clean.text, front, base, true, &mut |finding| {
        let finding = Finding { span: back.span(finding.span), ..finding };
        while let Some(before) = removed.next_if(|white| white.span.start < finding.span.start) {
            sink.report(before);
        }
        sink.report(finding);
    });
    // After the fatal error, only white space is still reported.
    removed.for_each(|white| sink.report(white));
    fatal.map_err(|fatal| in_place(fatal, &clean))
}

/// Returns the error on which the parser fails, if the text is not a URL.
pub(crate) fn fatal(clean: &Clean<'_>, base: Option<Against<'_>>) -> Option<Error> {
    fatal_of(clean, Unwritten::Split(split(clean.text.as_bytes(), base)), base)
}

/// Does the same with what [`super::write()`] has found.
pub(crate) fn fatal_of(clean: &Clean<'_>, unwritten: Unwritten, base: Option<Against<'_>>) -> Option<Error> {
    let text = &*clean.text;
    let finding = match unwritten {
        Unwritten::Split(front) => walk(text, front, base, false, &mut |_| ()).err()?,
        Unwritten::Refused(Refusal::Port { colon, end }) => port_error(text, colon + 1, end)?,
        Unwritten::Refused(Refusal::Domain { start, at }) => offence(&text[start..=at]).shift(start),
    };
    Some(in_place(finding, clean))
}

/// Returns the error with its span in the original text.
fn in_place(finding: Finding, clean: &Clean<'_>) -> Error {
    Error::new(Finding { span: clean.way_back().span(finding.span), ..finding })
}

const EXPECTED: &str = "a URL code point or an escape";

type Note<'n> = &'n mut dyn FnMut(Finding);

/// Reports the errors to `note` in text order, and returns the fatal one as `Err` after reporting it. If `all` is `false`,
/// only the fatal error matters, and errors that are costly to find may be left out.
fn walk(text: &str, front: Option<Front>, base: Option<Against<'_>>, all: bool, note: Note<'_>) -> Result<(), Finding> {
    let Some(front) = front else {
        let found = text.chars().next();
        let missing = violation(rules::MISSING_SCHEME_NON_RELATIVE_URL, 0, 0);
        // A base with an opaque path can only resolve a fragment.
        let expected =
            if base.is_none() { "a scheme or a base" } else { "a scheme or a base with a hierarchical path" };
        return ends(Finding { expected, found, ..missing }, note);
    };
    if !fits(text.as_bytes(), front.keep, base) {
        let too_long = violation(rules::TOO_LONG, text.len(), text.len());
        return ends(Finding { expected: "the end within the limit", ..too_long }, note);
    }
    if all {
        slashes(text, &front, note);
    }
    if front.has_authority {
        authority(text, &front, all, note)?;
    }
    let tail = Tail::of(text.as_bytes(), front.path_start);
    path(text, &front, tail.path_end, note);
    let component = |start: usize, end: usize| if start > 0 { (&text[start..end], start) } else { ("", 0) };
    for (component, from) in [component(tail.query_start, tail.query_end), component(tail.fragment_start, text.len())] {
        units(component, from, note);
    }
    Ok(())
}

/// Reports the errors in the slashes between the scheme and the authority or path.
fn slashes(text: &str, front: &Front, note: Note<'_>) {
    if !front.class.is_special() {
        return;
    }
    let (bytes, rest) = (text.as_bytes(), front.rest());
    let proper = bytes[rest..].starts_with(b"//");
    if front.scheme_end > 0 && !proper {
        let written = bytes[rest..].iter().take(2).take_while(|&&byte| byte == b'/').count();
        note(violation(rules::SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, rest, rest + written));
    }
    if !front.has_authority {
        return;
    }
    let expected = if front.keep == Keep::Scheme || proper { rest + 2 } else { rest };
    if front.class == Class::File {
        return reverse(bytes, rest, front.authority_start, note);
    }
    if front.keep == Keep::Scheme {
        reverse(bytes, rest, expected, note);
    }
    // Special authority ignore slashes state.
    for at in expected..front.authority_start {
        note(violation(rules::SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, at, at + 1));
    }
}

/// Reports every `\` that is used as a slash.
fn reverse(bytes: &[u8], from: usize, to: usize, note: Note<'_>) {
    for at in (from..to).filter(|&at| bytes[at] == b'\\') {
        note(violation(rules::INVALID_REVERSE_SOLIDUS, at, at + 1));
    }
}

fn authority(text: &str, front: &Front, all: bool, note: Note<'_>) -> Result<(), Finding> {
    let &Front { authority_start, host_start, host_end, path_start, class, .. } = front;
    let user = if all { authority_start..host_start } else { host_start..host_start };
    for (at, _) in text[user].match_indices('@') {
        note(violation(rules::INVALID_CREDENTIALS, authority_start + at, authority_start + at + 1));
    }
    let host = &text[host_start..host_end];
    if host.is_empty() {
        if class == Class::Special || front.has_user() || front.has_port() {
            return ends(violation(rules::HOST_MISSING, host_start, host_start), note);
        }
        return Ok(());
    }
    host_errors(host, host_start, class.is_special(), all, note)?;
    match port_error(text, host_end + 1, path_start).filter(|_| front.has_port()) {
        Some(error) => ends(error, note),
        None => Ok(()),
    }
}

/// Reports the fatal error and returns it.
fn ends(error: Finding, note: Note<'_>) -> Result<(), Finding> {
    note(error);
    Err(error)
}

/// Reports the errors of the host at offset `from`.
fn host_errors(host: &str, from: usize, special: bool, all: bool, note: Note<'_>) -> Result<(), Finding> {
    let is_opaque = !special && !host.starts_with('[');
    if is_opaque || !all {
        // The errors of an opaque host come in text order; without `all`, the order does not matter.
        let fatal = report_host(host, special, all, &mut |finding| note(finding.shift(from)));
        return fatal.or_else(|error| ends(error.shift(from), note));
    }
    // Some errors cover the whole domain or address, so they must be sorted. There are at most about a dozen.
    let mut found: Vec<Finding> = Vec::new();
    let fatal = report_host(host, special, all, &mut |finding| found.push(finding.shift(from)));
    let fatal = fatal.map_err(|error| error.shift(from));
    found.extend(fatal.err());
    found.sort_by_key(|finding| finding.span.start);
    found.into_iter().for_each(note);
    fatal
}

/// Returns the error of a port, if it has one.
fn port_error(text: &str, start: usize, end: usize) -> Option<Finding> {
    let digits = text.get(start..end)?;
    if port(digits).is_some() {
        return None;
    }
    Some(match digits.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        Some((at, c)) => {
            let place = violation(rules::PORT_INVALID, start + at, start + at + c.len_utf8());
            Finding { expected: "a digit", found: Some(c), ..place }
        }
        None => violation(rules::PORT_OUT_OF_RANGE, start, end),
    })
}

/// Reports the errors of path start state, path state and opaque path state.
fn path(text: &str, front: &Front, path_end: usize, note: Note<'_>) {
    let &Front { path_start, class, has_authority, .. } = front;
    let path = &text[path_start..path_end];
    let mut from = path_start;
    let drive = path.get(..2).is_some_and(|drive| is_drive(drive.as_bytes()));
    if class == Class::File && drive {
        let host = has_authority && front.authority_start > front.rest();
        if host {
            // A drive in the position of a host: the parser does not check its characters.
            note(violation(rules::FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, from, from + 2));
            from += 2;
        } else if front.keep == Keep::Authority {
            note(violation(rules::FILE_INVALID_WINDOWS_DRIVE_LETTER, from, from + 2));
        }
    }
    if !class.is_special() || front.is_opaque {
        return units(&text[from..path_end], from, note);
    }
    let mut segment = from;
    let ends = text[from..path_end].match_indices('\\').map(|(at, _)| from + at).chain([path_end]);
    for end in ends {
        units(&text[segment..end], segment, note);
        if end < path_end {
            note(violation(rules::INVALID_REVERSE_SOLIDUS, end, end + 1));
            segment = end + 1;
        }
    }
}
