//! Canonical forms of the texts of a component (URL Pattern Standard section 3.1). Start at `Encoding`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use crate::percent::EncodeSet;
use crate::syntax::whatwg::{Class, default_port, port, push_path};
use crate::whatwg::{Attribute, Url};
use crate::{Finding, Rule, Span, Standard, rules};

/// The *encoding callback* of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Encoding {
    Protocol,
    User,
    Hostname,
    Ipv6,
    Port,
    Pathname,
    OpaquePathname,
    Search,
    Hash,
}

impl Encoding {
    /// Returns the canonical form of a text, which may be a piece of the component.
    pub(super) fn encode(self, text: &str) -> Result<Cow<'_, str>, Finding> {
        if text.is_empty() {
            return Ok(text.into());
        }
        match self {
            Self::Protocol => protocol(text),
            Self::User => Ok(EncodeSet::USERINFO.encode(text)),
            Self::Hostname => hostname(text),
            Self::Ipv6 => ipv6(text),
            // The dummy URL of the standard is `https`, so that `443*` would be the same as `*`. The Web Platform Tests expect
            // that it stays, as do all implementations.
            Self::Port => port_for(text, ""),
            Self::Pathname => Ok(pathname(text).into()),
            Self::OpaquePathname => Ok(opaque_pathname(text)),
            Self::Search => Ok(encode_clean(EncodeSet::SPECIAL_QUERY, text)),
            Self::Hash => Ok(encode_clean(EncodeSet::FRAGMENT, text)),
        }
    }
}

fn refuse(rule: Rule, text: &str, expected: &'static str) -> Finding {
    Finding::new(rule, Standard::Whatwg, Span::new(0, text.len()), expected, text.chars().next())
}

/// Removes tabs and newlines, as the URL parser does.
fn clean(text: &str) -> Cow<'_, str> {
    const IGNORED: [char; 3] = ['\t', '\n', '\r'];
    if text.contains(IGNORED) { text.replace(IGNORED, "").into() } else { text.into() }
}

fn encode_clean(set: EncodeSet, text: &str) -> Cow<'_, str> {
    match clean(text) {
        Cow::Borrowed(text) => set.encode(text),
        Cow::Owned(text) => set.encode(&text).into_owned().into(),
    }
}

fn protocol(text: &str) -> Result<Cow<'_, str>, Finding> {
    if is_plain_scheme(text) {
        return Ok(text.into());
    }
    let url = Url::parse(&[text, "://dummy.invalid/"].concat(), None);
    url.map(|url| url.scheme().to_string().into()).map_err(|_| refuse(rules::SCHEME, text, "a scheme"))
}

fn is_plain_scheme(text: &str) -> bool {
    text.as_bytes()[0].is_ascii_lowercase()
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        && text != "file"
}

fn hostname(text: &str) -> Result<Cow<'_, str>, Finding> {
    if is_plain_domain(text) {
        return Ok(text.into());
    }
    let mut url = Url::parse("https://dummy.invalid/", None).expect("the dummy URL is valid");
    url.assign(Attribute::Hostname, text).map_err(|error| *error.finding())?;
    Ok(url.hostname().to_string().into())
}

/// Returns whether a text is a domain in canonical form, for the usual ones. It does not end in a number, and has no Punycode.
fn is_plain_domain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    let last = text.rsplit('.').next().unwrap_or_default();
    text.bytes().all(is_plain) && last.starts_with(|c: char| c.is_ascii_lowercase()) && !text.contains("xn--")
}

fn ipv6(text: &str) -> Result<Cow<'_, str>, Finding> {
    let is_allowed = |c: &char| c.is_ascii_hexdigit() || matches!(c, '[' | ']' | ':');
    match text.chars().find(|c| !is_allowed(c)) {
        None => Ok(text.to_ascii_lowercase().into()),
        found => Err(refuse(rules::PATTERN_IPV6, text, "a hex digit, `:`, `[` or `]`").with_found(found)),
    }
}

/// Returns the canonical port; the default port of the scheme is empty.
pub(super) fn port_for<'t>(text: &'t str, scheme: &str) -> Result<Cow<'t, str>, Finding> {
    if text.is_empty() {
        return Ok(text.into());
    }
    let clean = clean(text);
    let digits = clean.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        let found = clean.chars().next();
        return Err(refuse(rules::PORT_INVALID, text, "a digit").with_found(found));
    }
    match port(&clean[..digits]) {
        Some(Some(number)) if default_port(scheme) == Some(number) => Ok("".into()),
        Some(Some(number)) => Ok(number.to_string().into()),
        _ => Err(refuse(rules::PORT_OUT_OF_RANGE, text, "")),
    }
}

/// Returns the canonical form of a path, or of a piece of it. Dot segments are removed within the piece.
fn pathname(text: &str) -> String {
    let mut path = String::with_capacity(text.len() + 2);
    if text.starts_with('/') {
        push_path(&mut path, 0, Class::Special, &clean(text));
        return path;
    }
    // The character keeps a dot at the start of the piece from being a dot segment.
    push_path(&mut path, 0, Class::Special, &clean(&["/-", text].concat()));
    // `..` may have removed what was added.
    path.get(2..).unwrap_or_default().to_string()
}

fn opaque_pathname(text: &str) -> Cow<'_, str> {
    let path = match clean(text) {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => return opaque_pathname(&text).into_owned().into(),
    };
    let end = path.find(['?', '#']).unwrap_or(path.len());
    match path[..end].strip_suffix(' ').filter(|_| end < path.len()) {
        Some(before) => (EncodeSet::C0_CONTROL.encode(before) + "%20").into_owned().into(),
        None => EncodeSet::C0_CONTROL.encode(&path[..end]),
    }
}
