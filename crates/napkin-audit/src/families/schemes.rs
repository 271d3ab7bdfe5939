//! Rules about schemes: scripts, active data, nested URLs, and unclear schemes.
//!
//! The rules use the reading of the URL Standard, which removes white space: scripts are hidden that way (section
//! 4.4).

use alloc::borrow::Cow;
use alloc::string::String;

use super::words;
use crate::rules;
use crate::view::{Out, View};
use napkin::data::{DataUrl, Reading};
use napkin::percent::escape_at;
use napkin::{Component, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let clean = cleaned(view.text);
    let (scheme, rest) = scheme_of(&clean).unwrap_or(("", &clean));
    // The end of the scheme in the original text.
    let colon = view.text.find(':').unwrap_or(0);
    let whole = Span::new(0, colon);
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    if words::SCRIPTS.iter().any(|name| is(name)) {
        if !is_harmless(rest) {
            out.report(
                if clean.len() == view.text.len() && is_call(rest) { rules::SCRIPT_CALL } else { rules::SCRIPT_URL },
                whole,
            );
        }
    } else if is("data") {
        data(&clean, whole, view.text.len(), out);
    } else if is("gopher") {
        gopher(view, out);
    } else if let Some(inner) = words::WRAPPERS.iter().any(|name| is(name)).then(|| scheme_of(rest)).flatten() {
        out.report(rules::NESTED_SCHEME, whole);
        if words::SCRIPTS.iter().any(|name| inner.0.eq_ignore_ascii_case(name)) {
            out.report(rules::SCRIPT_URL, Span::new(0, view.text.len()));
        }
    }
    confusion(view, &clean, scheme, rest, out);
}

/// Returns the text as browsers read it: without controls and spaces at the ends, and without tabs and line ends.
fn cleaned(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_matches(|c: char| c <= ' ');
    match trimmed.contains(['\t', '\n', '\r']) {
        true => Cow::Owned(trimmed.replace(['\t', '\n', '\r'], "")),
        false => Cow::Borrowed(trimmed),
    }
}

fn scheme_of(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    is_scheme.then_some((scheme, rest))
}

/// Returns whether a script does nothing; pages contain thousands of these.
fn is_harmless(script: &str) -> bool {
    let script: String = script.chars().filter(|c| !matches!(c, ' ' | ';')).collect();
    words::HARMLESS_SCRIPTS.contains(&script.as_str())
}

/// Returns whether a script only calls a function of the page with constant arguments: names, numbers and quoted text without
/// markup. Functions of browsers do not count, except those that open a window or leave the page.
fn is_call(script: &str) -> bool {
    let mut script = script.trim_matches([' ', ';']);
    for end in ["void(0)", "void 0", "return false"] {
        script = script.strip_suffix(end).map_or(script, |before| before.trim_end_matches([' ', ';']));
    }
    let script = script.strip_prefix("return ").unwrap_or(script);
    let script = script.strip_prefix("void(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(script);
    let Some((name, rest)) = script.split_once('(') else { return false };
    let Some(arguments) = rest.strip_suffix(')') else { return false };
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
    };
    let is_constant = |c: char| c.is_alphanumeric() || " ,'\"._/:?&=#%+-".contains(c);
    let is_of_browsers = || name.split('.').any(|part| words::BROWSER_FUNCTIONS.contains(&part));
    let tells = ["document", "cookie", "location", "storage", "eval"];
    let runs_text = || {
        let arguments = arguments.to_ascii_lowercase();
        words::SCRIPTS.iter().chain(&tells).any(|word| arguments.contains(word))
    };
    name.split('.').all(is_name)
        && arguments.chars().all(is_constant)
        && (!is_of_browsers() || words::HARMLESS_FUNCTIONS.contains(&name))
        && !runs_text()
}

fn data(text: &str, whole: Span, length: usize, out: &mut Out<'_>) {
    let Ok(url) = DataUrl::parse(text, Reading::Whatwg) else { return };
    let essence = url.media_type().essence();
    let is_active = matches!(essence, "text/html" | "text/xsl" | "text/javascript" | "application/javascript")
        || essence.ends_with("/xml")
        || essence.ends_with("+xml");
    if is_active {
        out.report(rules::ACTIVE_DATA, Span::new(whole.start, length.min(whole.end + 1 + essence.len())));
    }
    if out.asks(rules::NESTED_SCHEME) && url.decode().is_ok_and(|bytes| holds_data_url(&bytes)) {
        out.report(rules::NESTED_SCHEME, Span::new(url.body().start.min(length), length));
    }
}

fn holds_data_url(bytes: &[u8]) -> bool {
    const SCHEME: &[u8] = b"data";
    let mut rest = bytes;
    while let Some(colon) = crate::bytes::find(rest, b':') {
        let at = colon.saturating_sub(SCHEME.len());
        if rest[at..colon].eq_ignore_ascii_case(SCHEME) {
            return true;
        }
        rest = &rest[colon + 1..];
    }
    false
}

/// Section 7 of the draft: the client sends a selector unchanged.
fn gopher(view: &View<'_>, out: &mut Out<'_>) {
    let port = view.part(Component::Port);
    let bytes = view.text.as_bytes();
    let breaks =
        (view.span(Component::Path).start..bytes.len()).find(|&at| matches!(escape_at(bytes, at), Some(b'\r' | b'\n')));
    match breaks {
        Some(at) => out.report(rules::GOPHER_IMPERSONATION, Span::new(at, at + 3)),
        None if !port.is_empty() && port != "70" => out.report(rules::GOPHER_IMPERSONATION, view.span(Component::Port)),
        None => {}
    }
}

fn confusion(view: &View<'_>, clean: &str, scheme: &str, rest: &str, out: &mut Out<'_>) {
    let is_special = || ["http", "https", "ftp", "ws", "wss"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    let behind_slashes = rest.strip_prefix("//");
    let mut rule = rules::SCHEME_CONFUSION;
    let is_odd = if scheme.is_empty() {
        begins_like_a_scheme(clean)
    } else if is_special() {
        // Two slashes, and a host with the name of a scheme: `http://http://host`.
        let twice = |rest: &str| ["http://", "https://", "http:/", "https:/"].iter().any(|name| rest.starts_with(name));
        let has_no_host = view.has(Component::Host) && view.host().is_empty();
        has_no_host || behind_slashes.is_none_or(|rest| rest.starts_with(['/', '\\']) || twice(rest))
    } else {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_port =
            (1..=5).contains(&digits) && rest[digits..].chars().next().is_none_or(|c| matches!(c, '/' | '?' | '#'));
        rule = rules::HOST_WITHOUT_SCHEME;
        (scheme.contains('.') || scheme.eq_ignore_ascii_case("localhost")) && is_port
    };
    if is_odd {
        let end = view.text.find([':', '/', '\\']).map_or(view.text.len(), |at| at + 1);
        out.report(rule, Span::new(0, end));
    }
}

/// Reports text that is not a scheme but looks like one: `http//host`, `http;//host`, `://host`, `1http://host`,
/// `127.0.0.1:80/`.
fn begins_like_a_scheme(text: &str) -> bool {
    let starts = |with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let is_mistyped =
        ["http//", "https//", "http;//", "https;//", "http\\:", "https\\:", "://"].into_iter().any(starts);
    let digits_first = text.split_once(':').is_some_and(|(before, behind)| {
        let is_word = before.starts_with(|c: char| c.is_ascii_digit())
            && before.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
        is_word && (behind.starts_with("//") || behind.starts_with(|c: char| c.is_ascii_digit()))
    });
    is_mistyped || digits_first
}
