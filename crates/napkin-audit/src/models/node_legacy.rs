//! `url.parse` of Node 20 (`lib/url.js`), the API before `URL`.
//!
//! White space around the reference is removed, and `\` before the query becomes `/`. The last `@` before the end of
//! the host ends the user. A character that is not allowed in a host ends it, and a slash is inserted after it. A port
//! with other characters than digits becomes part of the path. Names are checked as domains; addresses in brackets are
//! hardly checked.

mod resolve;

use alloc::borrow::Cow;
use alloc::string::String;

use super::seen::{Read, Refused, Seen, number};
use crate::rules;
use napkin::whatwg::domain_to_ascii;

const HAVE_SLASHES: [&str; 7] = ["http", "https", "ftp", "gopher", "file", "ws", "wss"];

pub(super) fn read(text: &str) -> Read<'_> {
    let text = slashed(text);
    let (front, rest) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    if is_simple(front, rest) {
        let path = text.split('?').next().unwrap_or_default();
        return Ok(Seen { path: Cow::Owned(path.into()), ..Seen::default() });
    }
    let Url { scheme, host, port, path, .. } = Url::parse(&text, false)?;
    let host = host.filter(|host| !host.is_empty()).map(Cow::Owned);
    Ok(Seen { scheme: scheme.map(Cow::Owned), host, port, path: Cow::Owned(path.unwrap_or_default()) })
}

/// `url.resolve`, then `url.parse` of its result.
pub(super) fn read_against(text: &str, base: &str) -> Read<'static> {
    let (base, reference) = (Url::parse(&slashed(base), true)?, Url::parse(&slashed(text), true)?);
    read(&resolve::resolved(base, reference)).map(Seen::into_owned)
}

/// Returns the text without white space around it, with slashes for backslashes up to the query.
fn slashed(text: &str) -> String {
    let text = text.trim_matches(|c: char| c <= ' ' || matches!(c, '\u{A0}' | '\u{FEFF}'));
    let (front, rest) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    [&front.replace('\\', "/"), rest].concat()
}

/// The object that `parse` returns. Of the user, the query and the fragment only the presence matters.
#[derive(Clone, Debug, Default)]
struct Url {
    scheme: Option<String>,
    has_slashes: bool,
    has_user: bool,
    /// Without brackets; empty if an authority has no host.
    host: Option<String>,
    is_literal: bool,
    port: Option<u32>,
    path: Option<String>,
    has_query: bool,
    has_fragment: bool,
}

impl Url {
    /// With `denotes_host`, two slashes begin an authority even without a scheme.
    fn parse(text: &str, denotes_host: bool) -> Result<Self, Refused> {
        let is_protocol = |text: &str| !text.is_empty() && text.bytes().all(super::seen::is_scheme_byte);
        let (written, rest) = text
            .split_once(':')
            .filter(|(scheme, _)| is_protocol(scheme))
            .map_or((None, text), |(scheme, rest)| (Some(scheme), rest));
        let mut url = Self { scheme: written.map(str::to_ascii_lowercase), ..Self::default() };
        let is_script = url.scheme.as_deref() == Some("javascript");
        let may_have_host = denotes_host || url.scheme.is_some() || has_user(rest.get(2..).unwrap_or_default());
        url.has_slashes = rest.starts_with("//") && !is_script && may_have_host;
        let rest = if url.has_slashes { &rest[2..] } else { rest };
        let mut path = String::new();
        // `HTTP:` is looked up as written, and not found.
        let is_unknown = written.is_some_and(|scheme| !HAVE_SLASHES.contains(&scheme));
        if !is_script && (url.has_slashes || is_unknown) {
            authority(rest, &mut url, &mut path)?;
        } else {
            path.push_str(rest);
        }
        let (front, fragment) = path.split_at(path.find('#').unwrap_or(path.len()));
        let (front, query) = front.split_at(front.find('?').unwrap_or(front.len()));
        (url.has_query, url.has_fragment) = (!query.is_empty(), !fragment.is_empty());
        let has_host = url.host.as_deref().is_some_and(|host| !host.is_empty());
        let path = match front {
            "" if has_host && url.is_slashed() => "/".into(),
            _ if is_script => front.into(),
            _ => escaped(front),
        };
        url.path = Some(path).filter(|path| !path.is_empty());
        Ok(url)
    }

    /// Returns whether the scheme is one that Node writes with slashes.
    fn is_slashed(&self) -> bool {
        self.scheme.as_deref().is_some_and(|scheme| HAVE_SLASHES.contains(&scheme))
    }
}

/// One or two slashes, no user, no fragment and no white space: Node returns such a path unchanged.
fn is_simple(front: &str, rest: &str) -> bool {
    let is_path = front.starts_with('/') && !front.starts_with("///") && !front.contains('@') && !rest.contains('#');
    is_path && !front.contains(char::is_whitespace) && !rest.contains(char::is_whitespace)
}

/// Without a scheme, two slashes begin an authority only if a user follows.
fn has_user(behind: &str) -> bool {
    let segment = behind.split('/').next().unwrap_or_default();
    segment.split_once('@').is_some_and(|(user, rest)| !user.is_empty() && !rest.is_empty() && !rest.starts_with('@'))
}

/// Parses the host and the port, and returns the rest.
fn authority(text: &str, url: &mut Url, rest: &mut String) -> Result<(), Refused> {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    // Tabs and line ends are removed up to that place.
    let kept: String = text[..end].split(['\t', '\r', '\n']).collect();
    let host = kept.rsplit_once('@').map_or(&*kept, |(_, host)| host);
    url.has_user = kept.len() > host.len() + 1;
    if kept.len() > host.len() && !super::seen::has_whole_escapes(&kept[..kept.len() - host.len() - 1]) {
        return Err(Refused::Wrong("a user with a wrong escape"));
    }
    let (host, behind) =
        super::seen::before(host, &[' ', '"', '%', '\'', ';', '<', '>', '\\', '^', '`', '{', '|', '}']);
    rest.push_str(behind);
    rest.push_str(&text[end..]);
    let (mut name, mut port) = (host, None);
    if let Some((before, digits)) = host.rsplit_once(':').filter(|(_, digits)| super::seen::is_digits(digits)) {
        (name, port) = (before, number(digits));
    }
    let literal = super::seen::unbracketed(name);
    let mut moved = "";
    if literal.is_none() {
        (name, moved) = super::seen::before(name, &[':']);
    }
    if !moved.is_empty() {
        *rest = ["/", moved, &*rest].concat();
    }
    if name.len() > 255 {
        name = "";
    }
    let is_wrong = |c: char| match literal {
        Some(_) => "\0\t\n\r #%/<>?@\\^|".contains(c),
        None => "\0\t\n\r #%/:<>?@[\\]^|".contains(c),
    };
    // A lookup of the name ends at a NUL.
    let name = literal.unwrap_or_else(|| name.split('\0').next().unwrap_or_default());
    if name.contains(is_wrong) || (name.is_empty() && kept.contains('\0')) {
        return Err(super::seen::BAD_HOST);
    }
    if literal.is_some() && !rest.starts_with('/') {
        rest.insert(0, '/');
    }
    let name = if literal.is_none() { ascii(name)? } else { name.to_ascii_lowercase() };
    (url.host, url.is_literal, url.port) = (Some(name), literal.is_some(), port);
    Ok(())
}

/// Returns a domain in lower case and in ASCII, as far as the features of this crate allow.
fn ascii(name: &str) -> Result<String, Refused> {
    if name.is_ascii() {
        return Ok(name.to_ascii_lowercase());
    }
    match domain_to_ascii(name) {
        Err(error) if error.rule() == rules::IDNA_MISSING => Ok(name.to_lowercase()),
        ascii => ascii.map_err(|_| super::seen::BAD_HOST),
    }
}

fn escaped(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            '\t' | '\n' | '\r' | ' ' | '"' | '\'' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => {
                super::seen::push_escaped(&mut out, c as u8, false);
            }
            c => out.push(c),
        }
    }
    out
}
