//! Rules about parameters: secrets, and URLs in values.
//!
//! A pair of the query, or of a fragment in the same form, is reported by its name and by the form of its value. Names
//! are compared without case, `-`, `_` and `.`.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cell::OnceCell;

use super::{hosts, paths, suffixes, words};
use crate::rules;
use crate::settings::Settings;
use crate::view::{Out, View};
use napkin::percent::Encoded;
use napkin::query::pairs;
use napkin::{Component, Reference, Rule, Span, Standard};

/// The length of the longest known name.
const LONGEST: usize = 32;

pub(crate) fn check(view: &View<'_>, base: Option<&str>, out: &mut Out<'_>) {
    // A relative reference leads to the host of its base.
    let own = OnceCell::new();
    if let (Some(base), true) = (base, view.host().is_empty()) {
        let _ = own.set(suffixes::registered(&host_of(base.split_once("//").map_or("", |(_, rest)| rest))).into());
    }
    for component in [Component::Query, Component::Fragment] {
        let span = view.span(component);
        let mut at = span.start;
        for pair in span.of(view.text).split('&') {
            one(view, pair, at, &own, out);
            at += pair.len() + 1;
        }
    }
    paths_with_urls(view, &own, out);
    path_parameters(view, out);
    addresses_with_secrets(view, out);
}

/// A pair with a value.
struct Pair<'p> {
    name: &'p str,
    /// The name by [`plain`].
    plain: &'p [u8],
    /// The decoded value.
    decoded: &'p [u8],
    /// The place of the value.
    span: Span,
}

/// Checks one pair. `own` caches the registered domain of the reference's host.
fn one(view: &View<'_>, pair: &str, at: usize, own: &OnceCell<String>, out: &mut Out<'_>) {
    let (name, value, decoded) = match pair.split_once('=').filter(|(name, _)| !name.contains("//")) {
        Some((name, value)) => {
            let decoded = pairs(Encoded::unchecked(pair)).next().and_then(|pair| pair.value()).unwrap_or_default();
            (name, value, decoded)
        }
        // `/out?//evil.example`
        None => ("", pair, Encoded::unchecked(pair).decode_bytes()),
    };
    if value.is_empty() {
        return;
    }
    let span = Span::new(at + pair.len() - value.len(), at + pair.len());
    let mut buffer = [0; LONGEST];
    // The fragment may be a path with a query of its own: `#/redirect?next=`.
    let plain = plain(name.rsplit('?').next().unwrap_or_default(), &mut buffer);
    let pair = Pair { name, plain, decoded: &decoded, span };
    secret(view, &pair, out);
    if !name.is_empty() && paths::leads_upwards(&decoded) {
        out.report(rules::PATH_TRAVERSAL, span);
    }
    target(view, &pair, own, out);
}

/// Reports a value that is a secret by its form or by its name.
fn secret(view: &View<'_>, pair: &Pair<'_>, out: &mut Out<'_>) {
    let Pair { plain, decoded, span, .. } = *pair;
    if is_public_key(view.host(), decoded) {
        out.report(rules::IDENTIFIER_PARAMETER, span);
    } else if is_token(decoded) {
        out.report(rules::TOKEN_IN_URL, span);
    } else if is_secret(plain, out.settings) && !is_placeholder(decoded) {
        out.report(rule_of_secret(plain, decoded, out.settings), span);
    }
}

/// Reports a value that is a URL of another host.
fn target(view: &View<'_>, pair: &Pair<'_>, own: &OnceCell<String>, out: &mut Out<'_>) {
    let Pair { name, plain, decoded, span } = *pair;
    let settings = out.settings;
    let by_path = PathWord::of(view);
    let leads_on = || {
        let is_by_path = by_path == PathWord::Redirect || (by_path == PathWord::Login && is_url_name(plain, settings));
        is_by_path || is_redirect(plain, settings)
    };
    let is_named = || leads_on() || is_url_name(plain, settings);
    if name_is_joined(decoded) && is_redirect(plain, settings) {
        out.report(rules::REDIRECT_DISGUISED, span);
    }
    let Some(destination) = destination(decoded) else {
        if decoded.contains(&b'%') && leads_on() && escapes_destination(decoded) {
            out.report(rules::DOUBLE_ENCODING, span);
        }
        return;
    };
    let is_disguised = match &destination {
        Destination::Script => true,
        // An item without a name that is a host: `/?//evil.example`.
        Destination::Disguised => name.is_empty() || is_named(),
        Destination::BehindSlash => leads_on(),
        Destination::Reaching(_) => is_named(),
        Destination::Host(_) => false,
    };
    if is_disguised {
        out.report(rules::REDIRECT_DISGUISED, span);
    }
    if let Destination::Host(host) = &destination
        && is_named()
    {
        let leads_on = leads_on() && !is_passed_on(view, span);
        elsewhere(registered(view, own), host, leads_on, span, out);
    }
    if let Destination::Host(host) | Destination::Reaching(host) = &destination
        && hosts::leads_inward(host)
        && !settings.knows_host(rules::INWARD_HOST, host)
    {
        out.report(rules::INWARD_HOST, span);
    }
}

/// Returns whether a value is an escaped URL among other parameters, as programs write it that count clicks or lead back after a login. Of
/// 1,000 links of the 100 most visited sites two have one; none of the attacks of the corpus that only a redirect gives away.
fn is_passed_on(view: &View<'_>, value: Span) -> bool {
    let is_escaped = || value.of(view.text).split_once('%').is_some_and(|(_, rest)| starts_with(rest, "3a%2f%2f"));
    view.part(Component::Query).contains('&') && is_escaped()
}

/// Returns the registered domain of the reference's host.
fn registered<'o>(view: &View<'_>, own: &'o OnceCell<String>) -> &'o str {
    own.get_or_init(|| suffixes::registered(&view.host().to_ascii_lowercase()).into())
}

/// The word of a path that says what its page does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathWord {
    None,
    /// The page leads on to the URL in its query.
    Redirect,
    /// The page leads on after a login.
    Login,
}

impl PathWord {
    /// Returns the word of the path, or of a path in the fragment. Endings such as `.php` do not count.
    fn of(view: &View<'_>) -> Self {
        let fragment = view.part(Component::Fragment).split('?').next().unwrap_or_default();
        let words = view.part(Component::Path).split('/').chain(fragment.split('/'));
        words.map(Self::of_segment).find(|word| *word != Self::None).unwrap_or(Self::None)
    }

    fn of_segment(segment: &str) -> Self {
        let mut buffer = [0; LONGEST];
        let word = plain(segment.split('.').next().unwrap_or_default(), &mut buffer);
        let is = |words: &[&str]| words.iter().any(|known| known.as_bytes() == word);
        match () {
            () if is(&words::REDIRECT_PATHS) => Self::Redirect,
            () if is(&words::LOGIN_PATHS) => Self::Login,
            () => Self::None,
        }
    }
}

/// Returns whether a value becomes another host if it is joined to one: `@evil.example`, `.evil.example`.
fn name_is_joined(value: &[u8]) -> bool {
    let Some(rest) = value.strip_prefix(b"@").or_else(|| value.strip_prefix(b".")) else { return false };
    let rest = String::from_utf8_lossy(rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let is_file = || words::FILE_ENDINGS.iter().any(|end| host.rsplit('.').next() == Some(end));
    suffixes::is_host_name(host) && !is_file()
}

/// Reports a URL in the path of a page that leads on: `/redirect/http://evil.example`, `/out//evil.example`.
fn paths_with_urls(view: &View<'_>, own: &OnceCell<String>, out: &mut Out<'_>) {
    let path = view.span(Component::Path);
    let mut at = path.start;
    for segment in path.of(view.text).split('/') {
        let end = at + segment.len();
        let rest = view.text.get(end + 1..path.end).unwrap_or_default();
        at = end + 1;
        if rest.is_empty() || PathWord::of_segment(segment) != PathWord::Redirect {
            continue;
        }
        let decoded = Encoded::unchecked(rest).decode_bytes();
        let span = Span::new(end + 1, path.end);
        // Servers join several slashes, so `http:/` is as good as `http://`.
        match destination(&decoded) {
            Some(Destination::Host(host)) => {
                return elsewhere(registered(view, own), &host, true, span, out);
            }
            Some(_) => return out.report(rules::REDIRECT_DISGUISED, span),
            None if starts_with(rest, "/")
                && suffixes::is_host_name(rest[1..].split('/').next().unwrap_or_default()) =>
            {
                return out.report(rules::REDIRECT_DISGUISED, span);
            }
            None => {}
        }
    }
}

/// Returns whether a decoded value is a URL of another host if it is decoded once more.
fn escapes_destination(value: &[u8]) -> bool {
    let text = String::from_utf8_lossy(value);
    destination(&Encoded::unchecked(&text).decode_bytes()).is_some()
}

/// Reports a URL of another host; `own` is the registered domain of the reference's host.
fn elsewhere(own: &str, host: &str, leads_on: bool, span: Span, out: &mut Out<'_>) {
    let rule = if leads_on { rules::REDIRECT_PARAMETER } else { rules::URL_PARAMETER };
    let is_own = !own.is_empty() && own == suffixes::registered(host);
    if !is_own && !out.settings.knows_host(rule, host) {
        out.report(rule, span);
    }
}

/// Returns a name in lower case without `-`, `_`, `.` and brackets; an empty name if it is longer than each known
/// name.
pub(crate) fn plain<'b>(name: &str, buffer: &'b mut [u8; LONGEST]) -> &'b [u8] {
    let mut length = 0;
    for byte in name.bytes().filter(|byte| !matches!(byte, b'-' | b'_' | b'.' | b'[' | b']')) {
        let Some(place) = buffer.get_mut(length) else { return &[] };
        *place = byte.to_ascii_lowercase();
        length += 1;
    }
    &buffer[..length]
}

/// Returns whether a name is a known name of secrets or one of the caller's names. The first letter and the length
/// exclude most names. For the other known names the value decides too.
pub(crate) fn is_known_secret(plain: &[u8], settings: &Settings) -> bool {
    let may_be = match plain {
        [first @ b'a'..=b'z', ..] => KNOWN[usize::from(first - b'a')] & 1 << plain.len().min(63) != 0,
        _ => false,
    };
    (may_be && holds(&words::SECRETS, plain)) || !settings.names.is_empty()
}

/// The lengths of the names of secrets, by their first letter.
static KNOWN: [u64; 26] = {
    const fn add(mut known: [u64; 26], names: &[&str]) -> [u64; 26] {
        let mut at = 0;
        while at < names.len() {
            let name = names[at].as_bytes();
            known[(name[0] - b'a') as usize] |= 1 << name.len();
            at += 1;
        }
        known
    }
    add([0; 26], &words::SECRETS)
};

fn is_secret(plain: &[u8], settings: &Settings) -> bool {
    holds(&words::SECRETS, plain) || settings.adds_name(rules::SECRET_PARAMETER, plain)
}

fn is_redirect(plain: &[u8], settings: &Settings) -> bool {
    holds(&words::REDIRECTS, plain) || settings.adds_name(rules::REDIRECT_PARAMETER, plain)
}

fn is_url_name(plain: &[u8], settings: &Settings) -> bool {
    holds(&words::URLS, plain) || settings.adds_name(rules::URL_PARAMETER, plain)
}

fn holds(names: &[&str], plain: &[u8]) -> bool {
    names.binary_search_by(|name| name.as_bytes().cmp(plain)).is_ok()
}

/// Returns the rule for a value with the name of a secret. Names that are often public need a value that looks like a key.
fn rule_of_secret(plain: &[u8], value: &[u8], settings: &Settings) -> Rule {
    let is_often_public =
        holds(&words::IDENTIFIERS, plain) && !settings.adds_name(rules::SECRET_PARAMETER, plain) && !is_like_key(value);
    if is_often_public { rules::IDENTIFIER_PARAMETER } else { rules::SECRET_PARAMETER }
}

/// Returns whether a value has the length and the mixture of a random key: 16 or more hexadecimal digits, or 24 or more letters
/// and digits of both kinds.
fn is_like_key(value: &[u8]) -> bool {
    let count = |is: fn(&u8) -> bool| value.iter().filter(|byte| is(byte)).count();
    let is_of_keys =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'/' | b'=' | b'.' | b'~');
    let is_long = value.len() >= 24 || (value.len() >= 16 && value.iter().all(u8::is_ascii_hexdigit));
    is_long && value.iter().all(is_of_keys) && count(u8::is_ascii_digit) >= 4 && count(u8::is_ascii_alphabetic) >= 2
}

/// Returns whether a value is a key of Google for web pages, which a page shows to everybody, in a URL of Google.
fn is_public_key(host: &str, value: &[u8]) -> bool {
    let host = host.to_ascii_lowercase();
    let is_of_google = || host.ends_with(".googleapis.com") || host.ends_with(".google.com");
    value.starts_with(b"AIza") && is_of_google()
}

/// Returns whether a value is a placeholder from a manual, or is too short for a secret.
fn is_placeholder(value: &[u8]) -> bool {
    let marks = |byte: &u8| matches!(byte, b'<' | b'{' | b'$' | b'[' | b'*' | b'.');
    value.len() < 4 || value.iter().take(2).any(marks) || value.iter().all(|byte| matches!(byte, b'x' | b'X'))
}

/// Returns whether a value or a word has the form of well-known credentials.
pub(crate) fn is_token(value: &[u8]) -> bool {
    words::TOKENS.iter().any(|(prefix, length)| {
        value.len() >= *length
            && value.starts_with(prefix.as_bytes())
            && value[..*length]
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'+' | b'='))
    }) && (!value.starts_with(b"eyJ") || value.iter().filter(|&&byte| byte == b'.').count() == 2)
}

/// Returns whether a word may begin with the prefix of credentials.
pub(crate) const fn may_be_token(first: u8) -> bool {
    matches!(first, b'A' | b'G' | b'S' | b'a' | b'd' | b'e' | b'g' | b'h' | b'n' | b'p' | b'r' | b's' | b'x' | b'y')
}

/// The target of a value.
enum Destination {
    /// Another host, in lower case.
    Host(String),
    /// Another host, in a form that does not look like a host.
    Disguised,
    /// A URL after one slash, which some programs remove.
    BehindSlash,
    Script,
    /// A URL with a scheme that reads files, runs commands or uses other protocols, with its host in lower case.
    Reaching(String),
}

fn destination(value: &[u8]) -> Option<Destination> {
    let value = String::from_utf8_lossy(value);
    let clean = cleaned(&value);
    let is_altered = clean.len() != value.trim_matches(' ').len();
    if clean.starts_with(['/', '\\']) {
        let rest = &clean[1..];
        let is_url = || ["http://", "https://", "javascript:"].iter().any(|start| starts_with(rest, start));
        return match rest.starts_with(['/', '\\']) {
            true => Some(Destination::Disguised),
            false => is_url().then_some(Destination::BehindSlash),
        };
    }
    let (scheme, rest) = clean.split_once(':')?;
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    if words::SCRIPTS.iter().any(|name| is(name)) || (is("data") && starts_with(rest, "text/html")) {
        return Some(Destination::Script);
    }
    if is("data") && !starts_with(rest, "image/") {
        return Some(Destination::Reaching(String::new()));
    }
    if !is("http") && !is("https") {
        let reaches = words::REACHING.iter().any(|name| is(name));
        let authority =
            rest.strip_prefix("//").or_else(|| rest.split_once("://").filter(|_| is("jar")).map(|(_, rest)| rest))?;
        return reaches.then(|| Destination::Reaching(host_of(authority)));
    }
    if is_altered || !rest.starts_with("//") || rest.starts_with("///") {
        return Some(Destination::Disguised);
    }
    let reference = Reference::parse(&clean, Standard::Rfc3987).ok();
    let is_disguised = reference.is_none_or(|url| url.user().is_some());
    match reference.and_then(|url| url.host_text()).filter(|host| !host.is_empty() && !is_disguised) {
        Some(host) => Some(Destination::Host(host.to_ascii_lowercase())),
        None if rest.contains(['\\', '@']) => Some(Destination::Disguised),
        // Unusual, but not a disguise: the text after the host is not escaped.
        None => Some(Destination::Host(rest[2..].split(['/', '?', '#', ':']).next()?.to_ascii_lowercase())),
    }
}

/// Returns the host after two slashes.
fn host_of(text: &str) -> String {
    let authority = &text[..text.find(['/', '?', '#', '!']).unwrap_or(text.len())];
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let end = if host.starts_with('[') { host.find(']').map(|at| at + 1) } else { host.find(':') };
    host[..end.unwrap_or(host.len())].to_ascii_lowercase()
}

/// Returns the value as browsers read it.
fn cleaned(value: &str) -> Cow<'_, str> {
    let trimmed = value.trim_matches(|c: char| c <= ' ');
    match trimmed.contains(['\t', '\n', '\r']) {
        true => Cow::Owned(trimmed.replace(['\t', '\n', '\r'], "")),
        false => Cow::Borrowed(trimmed),
    }
}

fn starts_with(text: &str, with: &str) -> bool {
    text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// Reports session identifiers, which Java and PHP write into paths.
fn path_parameters(view: &View<'_>, out: &mut Out<'_>) {
    let path = view.span(Component::Path);
    let mut at = path.start;
    for piece in path.of(view.text).split(';') {
        let is_session = |name: &&str| at > path.start && starts_with(piece, name);
        if let Some(name) = ["jsessionid=", "phpsessid=", "sessionid="].into_iter().find(is_session) {
            let end = piece.find('/').unwrap_or(piece.len());
            out.report(rules::SECRET_PARAMETER, Span::new(at + name.len(), at + end));
        }
        at += piece.len() + 1;
    }
}

/// Reports addresses that are secrets themselves, because whoever knows them may post to them, and tokens in path
/// segments and users.
fn addresses_with_secrets(view: &View<'_>, out: &mut Out<'_>) {
    let path = view.span(Component::Path);
    let text = path.of(view.text);
    let is_hook = words::SECRET_PATHS.iter().any(|(host, start, length)| {
        host.eq_ignore_ascii_case(view.host()) && text.starts_with(start) && text.len() >= *length
    });
    if is_hook {
        return out.report(rules::TOKEN_IN_URL, path);
    }
    for component in [Component::User, Component::Password, Component::Path] {
        let mut at = view.span(component).start;
        for word in view.part(component).split('/') {
            if is_token(&Encoded::unchecked(word).decode_bytes()) {
                out.report(rules::TOKEN_IN_URL, Span::new(at, at + word.len()));
            }
            at += word.len() + 1;
        }
    }
}
