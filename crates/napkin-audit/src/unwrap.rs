//! Finds the URL inside of a link that a mail gateway, a redirector, an archive or a cache made. No request is sent.
//!
//! The services and their forms are in `data/wrapped.tsv`. Start with [`unwrap`].

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::families::suffixes;
use napkin::query::pairs;
use napkin::{Component, Encoded, Span, Standard, base64, check};

/// The most links within each other that [`unwrap_all`] opens by default.
pub const MAX_WRAPPERS: usize = 16;

const TABLE: &str = include_str!("../data/wrapped.tsv");

/// A link around another URL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wrapped {
    /// The service that made the link.
    pub service: &'static str,
    /// The URL inside; `None` if only the service knows it.
    pub url: Option<String>,
    /// The place of the inner URL in the link, in bytes; the whole link if only the service knows it.
    pub span: Span,
}

/// Returns the URL inside of a link that a known service made; `None` for any other URL.
///
/// ```
/// use napkin_audit::unwrap;
/// let link = "https://l.facebook.com/l.php?u=https%3A%2F%2Fpub.example%2Fmenu&h=AT0";
/// let wrapped = unwrap(link).unwrap();
/// assert_eq!((wrapped.service, wrapped.url.as_deref()), ("Facebook", Some("https://pub.example/menu")));
/// assert_eq!(wrapped.span.of(link), "https%3A%2F%2Fpub.example%2Fmenu");
/// assert_eq!(unwrap("https://pub.example/menu"), None);
/// // Only the service knows the target.
/// assert_eq!(unwrap("https://t.co/beer").unwrap().url, None);
/// ```
#[must_use]
pub fn unwrap(text: &str) -> Option<Wrapped> {
    let parts = check(text, Standard::Rfc3986, &mut ());
    let span = |component| parts.span(component).unwrap_or_default();
    let scheme = span(Component::Scheme).of(text);
    if !["http", "https"].iter().any(|web| web.eq_ignore_ascii_case(scheme)) {
        return None;
    }
    let host = span(Component::Host).of(text).to_ascii_lowercase();
    let link = Link { text, path: span(Component::Path), query: span(Component::Query) };
    TABLE.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut columns = line.split('\t');
        let (service, of, start, form) = (columns.next()?, columns.next()?, columns.next()?, columns.next()?);
        (is_host(&host, of) && link.path.of(text).starts_with(start)).then(|| link.open(service, start, form))?
    })
}

/// Returns the links within each other, the outermost first, at most `limit` of them. The last may be opaque.
///
/// ```
/// use napkin_audit::{MAX_WRAPPERS, unwrap_all};
/// let link = "https://www.google.com/url?q=https://l.facebook.com/l.php%3Fu%3Dhttps%253A%252F%252Fpub.example%252F";
/// let links = unwrap_all(link, MAX_WRAPPERS);
/// assert_eq!(links.len(), 2);
/// assert_eq!(links[1].url.as_deref(), Some("https://pub.example/"));
/// assert_eq!(unwrap_all(link, 1).len(), 1);
/// ```
#[must_use]
pub fn unwrap_all(text: &str, limit: usize) -> Vec<Wrapped> {
    let mut links: Vec<Wrapped> = Vec::new();
    while links.len() < limit {
        let next = match links.last() {
            None => unwrap(text),
            Some(last) => last.url.as_deref().and_then(unwrap),
        };
        match next {
            Some(link) => links.push(link),
            None => break,
        }
    }
    links
}

/// Returns whether a host in lower case is the one of the table.
fn is_host(host: &str, of: &str) -> bool {
    match of.strip_suffix('*') {
        Some(start) => host.strip_prefix(start).is_some_and(|rest| {
            // `google.*` is not `google.evil.example`.
            let name = start.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
            !rest.is_empty() && suffixes::registered(host).strip_prefix(name) == Some(&*[".", rest].concat())
        }),
        None if of.starts_with(['.', '-']) => host.len() > of.len() && host.ends_with(of),
        None => host == of,
    }
}

struct Link<'t> {
    text: &'t str,
    path: Span,
    query: Span,
}

impl Link<'_> {
    fn open(&self, service: &'static str, start: &str, form: &str) -> Option<Wrapped> {
        let (form, names) = form.split_once(':').unwrap_or((form, ""));
        let rest = Span::new(self.path.start + start.len(), self.text.len());
        let (span, url) = match form {
            "query" => self.parameter(names, &str::to_owned)?,
            "base64" => self.parameter(names, &|value| of_base64(value).unwrap_or_default())?,
            "proofpoint2" => self.parameter(names, &|value| {
                Encoded::unchecked(&value.replace('-', "%").replace('_', "/")).decode_lossy().into_owned()
            })?,
            "proofpoint3" => of_proofpoint(self.text, rest)?,
            "last" => {
                let at = self.path.of(self.text).rfind('/')? + self.path.start + 1;
                let span = Span::new(at, self.path.end);
                (span, Encoded::unchecked(span.of(self.text)).decode_lossy().into_owned())
            }
            "archive" => {
                let at = rest.of(self.text).find("http")? + rest.start;
                let span = Span::new(at, self.text.len());
                let before = self.text[rest.start..at].trim_end_matches('/').rsplit('/').next().unwrap_or_default();
                // The time, with letters for the form of the answer: `20240131000000id_`.
                let is_time = before.bytes().filter(u8::is_ascii_digit).count() >= 4 || before.is_empty();
                is_time.then(|| (span, span.of(self.text).to_owned()))?
            }
            "amp" => (rest, ["https://", rest.of(self.text)].concat()),
            "amp-http" => (rest, ["http://", rest.of(self.text)].concat()),
            _ => return Some(Wrapped { service, url: None, span: Span::new(0, self.text.len()) }),
        };
        // An archive and some servers join two slashes.
        let url = with_slashes(&url);
        is_url(&url).then_some(Wrapped { service, url: Some(url), span })
    }

    /// Returns the first parameter with one of the names, decoded.
    fn parameter(&self, names: &str, decode: &dyn Fn(&str) -> String) -> Option<(Span, String)> {
        let mut at = self.query.start;
        for pair in self.query.of(self.text).split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let span = Span::new(at + pair.len() - value.len(), at + pair.len());
            at += pair.len() + 1;
            // Links in mail often have their ampersands escaped for HTML.
            let name = name.strip_prefix("amp;").unwrap_or(name);
            if names.split(',').any(|known| known == name) && !value.is_empty() {
                let decoded = pairs(Encoded::unchecked(pair)).next().and_then(|pair| pair.value())?;
                return Some((span, decode(&String::from_utf8_lossy(&decoded))));
            }
        }
        None
    }
}

fn is_url(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
        is_scheme && !rest.is_empty()
    })
}

/// Writes the second slash after `http:` and `https:`.
fn with_slashes(url: &str) -> String {
    for scheme in ["http:/", "https:/"] {
        if let Some(rest) = url.strip_prefix(scheme).filter(|rest| !rest.starts_with('/')) {
            return [scheme, "/", rest].concat();
        }
    }
    url.to_owned()
}

fn of_base64(text: &str) -> Option<String> {
    let standard = text.replace('-', "+").replace('_', "/");
    let mut bytes = Vec::new();
    base64::decode_forgiving(standard.as_bytes(), &mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// Decodes `__URL__;BASE64!...$`: each `*` in the URL is the next character of the base64 text, and `**X` is as many of them as
/// the letter says.
fn of_proofpoint(text: &str, rest: Span) -> Option<(Span, String)> {
    let inner = rest.of(text);
    let end = inner.find("__;")?;
    let (url, behind) = (&inner[..end], &inner[end + 3..]);
    let replaced = of_base64(&behind[..behind.find('!')?])?;
    let mut replaced = replaced.chars();
    let mut out = String::with_capacity(url.len());
    let mut written = url.chars();
    while let Some(c) = written.next() {
        if c != '*' {
            out.push(c);
        } else if written.as_str().starts_with('*') {
            written.next();
            let count = RUNS.find(written.next()?)? + 2;
            out.extend(replaced.by_ref().take(count));
        } else {
            out.push(replaced.next()?);
        }
    }
    Some((Span::new(rest.start, rest.start + end), out))
}

/// The lengths of runs, from two.
const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
