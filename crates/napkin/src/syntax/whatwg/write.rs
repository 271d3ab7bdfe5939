//! From a split text and its base to a URL: what the URL parser makes, as the URL serializer writes it.
//!
//! Decides: how each component is written. Scheme and domain in lower case, addresses in their one form, default
//! ports left out, dot segments folded, characters of the percent-encode sets encoded; `/.` before a path that would
//! read as a host. The result is ASCII and parses to itself.

use alloc::string::String;
use core::fmt::Write;

use super::{Class, Keep, Split, is_drive, split, starts_with_drive};
use crate::host::whatwg as host;
use crate::percent::EncodeSet;
use crate::syntax::parts::{EMPTY, Hints};
use crate::{HostKind, MAX_LENGTH, Parts, Reference};

/// What is written for the query in a legacy charset: the standard's *percent-encode after encoding*.
pub(crate) type EncodeQuery<'e> = &'e dyn Fn(&str, &mut String);

/// Appends the URL that a clean text makes to `out`, which is empty. `None` for failure, which
/// [`super::report`] explains.
pub(crate) fn write(
    text: &str,
    base: Option<Reference<'_>>,
    encode_query: Option<EncodeQuery<'_>>,
    out: &mut String,
) -> Option<Parts> {
    let split = split(text.as_bytes(), base)?;
    let base = base.filter(|_| split.keep > Keep::Nothing);
    // Escapes may make it three times as long at most, and a little is added.
    let room = text.len() + base.map_or(0, |base| base.as_str().len());
    if room > MAX_LENGTH / 4 {
        return None;
    }
    out.reserve(room + "///.".len());
    let parts = EMPTY;
    let mut writer = Writer { text, split, base, out, parts };
    writer.scheme();
    if split.has_authority {
        writer.authority()?;
    } else if split.keep >= Keep::Authority {
        writer.base_authority();
    }
    writer.path();
    writer.query(encode_query);
    writer.fragment();
    writer.parts.end = writer.out.len() as u32;
    Some(Parts { hints: Hints::NONE.and(Hints::ESCAPE).and(Hints::DOTS).and(Hints::UPPER), ..writer.parts })
}

/// The parts of a text that is a URL as the serializer writes it.
pub(crate) fn canonical(text: &str) -> Option<Parts> {
    let mut out = String::new();
    // A text that is not clean is not canonical either: what would be removed makes the two differ.
    write(text, None, None, &mut out).filter(|_| out == text)
}

/// A URL on its way out.
struct Writer<'a, 'o> {
    text: &'a str,
    split: Split,
    base: Option<Reference<'a>>,
    out: &'o mut String,
    parts: Parts,
}

impl<'a> Writer<'a, '_> {
    fn place(&self) -> u32 {
        self.out.len() as u32
    }

    fn scheme(&mut self) {
        let scheme = match self.base {
            Some(base) if self.split.scheme_end == 0 => base.scheme().unwrap_or_default(),
            _ => &self.text[..self.split.scheme_end],
        };
        self.out.push_str(scheme);
        self.out.make_ascii_lowercase();
        self.parts.scheme_end = self.place();
        self.out.push(':');
        self.parts.path_start = self.place();
    }

    /// User, password, host and port of the text; `None` when it has none that is valid.
    fn authority(&mut self) -> Option<()> {
        let (value, port) = authority(self.text, &self.split)?;
        self.out.push_str("//");
        self.credentials();
        let start = self.out.len();
        host::push(&value, self.out);
        if self.split.class == Class::File && &self.out[start..] == "localhost" {
            self.out.truncate(start);
        }
        self.parts.host = if self.out.len() == start { HostKind::Empty } else { kind(&value) };
        self.parts.host_end = self.place();
        if let Some(port) = port {
            self.port(port);
        }
        self.parts.path_start = self.place();
        Some(())
    }

    fn credentials(&mut self) {
        let Split { authority_start, user_end, at, .. } = self.split;
        let user = &self.text[authority_start..user_end];
        let password = self.text.get(user_end + 1..at).unwrap_or_default();
        if user.is_empty() && password.is_empty() {
            return;
        }
        EncodeSet::USERINFO.push(user, self.out);
        if !password.is_empty() {
            self.parts.user_end = self.place();
            self.out.push(':');
            EncodeSet::USERINFO.push(password, self.out);
        }
        self.parts.at = self.place();
        self.out.push('@');
    }

    /// Nothing for the scheme's default.
    fn port(&mut self, port: u16) {
        if default_port(&self.out[..self.parts.scheme_end as usize]) != Some(port) {
            // Writing to a string does not fail.
            let _ = write!(self.out, ":{port}");
        }
    }

    fn base_authority(&mut self) {
        let Some(base) = self.base else { return };
        let from = base.parts();
        if from.has_authority() {
            self.out.push_str(&base.as_str()[from.scheme_end as usize + 1..from.path_start as usize]);
            // The scheme is the same, so that everything stands where it stood.
            self.parts = Parts { query_start: 0, fragment_start: 0, ..from };
        }
    }

    fn path(&mut self) {
        let split = self.split;
        let floor = self.out.len();
        let text = &self.text[split.path_start..split.path_end];
        if split.is_opaque && split.keep == Keep::Nothing {
            self.opaque_path(text);
            return;
        }
        match split.keep {
            Keep::Directory => self.base_path(true),
            Keep::Path | Keep::Query => self.base_path(false),
            // File slash state takes the drive of the base along.
            Keep::Authority if split.class == Class::File => self.base_drive(text),
            _ => {}
        }
        if !text.is_empty() {
            push_path(self.out, floor, split.class, text);
        } else if self.out.len() == floor && split.class.is_special() {
            self.out.push('/');
        }
        // Without an authority a path that begins with two slashes would read as one.
        if !self.parts.has_authority() && self.out[floor..].starts_with("//") {
            self.out.insert_str(floor, "/.");
            self.parts.path_start = floor as u32 + 2;
        }
    }

    fn opaque_path(&mut self, text: &str) {
        // A space at the end would be lost with what follows it.
        let tail = self.split.path_end < self.text.len();
        match text.strip_suffix(' ').filter(|_| tail) {
            Some(before) => {
                EncodeSet::C0_CONTROL.push(before, self.out);
                self.out.push_str("%20");
            }
            None => EncodeSet::C0_CONTROL.push(text, self.out),
        }
    }

    /// The base's path, without its last segment if that is to be shortened.
    fn base_path(&mut self, shortened: bool) {
        let Some(base) = self.base else { return };
        let path = base.path().as_str();
        let end = if shortened { shortened_end(path, self.split.class) } else { path.len() };
        self.out.push_str(&path[..end]);
    }

    /// File slash state: the drive of the base, unless the text brings its own.
    fn base_drive(&mut self, text: &str) {
        let own = text.trim_start_matches(['/', '\\']);
        let slash = own.len() < text.len();
        let Some(base) = self.base.filter(|_| slash) else { return };
        // What stands behind the first slash decides, with the query and the fragment behind it.
        let rest = &self.text.as_bytes()[self.split.path_start + 1..];
        let path = base.path().as_str();
        if !starts_with_drive(rest) && is_normalized_drive(first_segment(path)) {
            self.out.push_str(&path[..3]);
        }
    }

    fn query(&mut self, encode: Option<EncodeQuery<'_>>) {
        let Split { query_start, query_end, keep, class, .. } = self.split;
        if keep == Keep::Query {
            if let Some(query) = self.base.and_then(|base| base.query()) {
                self.begin_query();
                self.out.push_str(query.as_str());
            }
            return;
        }
        if query_start == 0 {
            return;
        }
        self.begin_query();
        let text = &self.text[query_start..query_end];
        let scheme = &self.out[..self.parts.scheme_end as usize];
        match encode {
            Some(encode) if class.is_special() && !matches!(scheme, "ws" | "wss") => encode(text, self.out),
            _ if class.is_special() => EncodeSet::SPECIAL_QUERY.push(text, self.out),
            _ => EncodeSet::QUERY.push(text, self.out),
        }
    }

    fn begin_query(&mut self) {
        self.out.push('?');
        self.parts.query_start = self.place();
    }

    fn fragment(&mut self) {
        let start = self.split.fragment_start;
        if start > 0 {
            self.out.push('#');
            self.parts.fragment_start = self.place();
            EncodeSet::FRAGMENT.push(&self.text[start..], self.out);
        }
    }
}

/// Host and port of a text that has an authority; `None` for failure.
fn authority<'a>(text: &'a str, split: &Split) -> Option<(host::Value<'a>, Option<u16>)> {
    let host = &text[split.host_start..split.host_end];
    if host.is_empty() && (split.class == Class::Special || split.has_user() || split.has_port()) {
        return None;
    }
    let value = host::parse(host, split.class.is_special()).ok()?;
    let digits = if split.has_port() { &text[split.host_end + 1..split.path_start] } else { "" };
    Some((value, port(digits)?))
}

/// Whether a clean text makes a URL. Allocates nothing but for a domain with escapes or beyond ASCII.
pub(crate) fn is_url(text: &str, base: Option<Reference<'_>>) -> bool {
    let room = text.len() + base.map_or(0, |base| base.as_str().len());
    let split = split(text.as_bytes(), base).filter(|_| room <= MAX_LENGTH / 4);
    split.is_some_and(|split| !split.has_authority || authority(text, &split).is_some())
}

const fn kind(value: &host::Value<'_>) -> HostKind {
    match value {
        host::Value::Domain(_) => HostKind::Domain,
        host::Value::Ipv4(_) => HostKind::Ipv4,
        host::Value::Ipv6(_) => HostKind::Ipv6,
        host::Value::Opaque(_) => HostKind::Opaque,
        host::Value::Empty => HostKind::Empty,
    }
}

/// The number of a port: `Some(None)` without digits, `None` when it is none.
pub(crate) fn port(digits: &str) -> Option<Option<u16>> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.is_empty() { Some(None) } else { digits.parse().ok().map(Some) }
}

/// The default ports of the special schemes, section 4.2.
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "ftp" => Some(21),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}

fn first_segment(path: &str) -> &str {
    path.strip_prefix('/').map_or("", |path| path.split('/').next().unwrap_or(""))
}

fn is_normalized_drive(segment: &str) -> bool {
    segment.ends_with(':') && is_drive(segment.as_bytes())
}

/// Shorten a path: where it ends without its last segment. A drive stays.
fn shortened_end(path: &str, class: Class) -> usize {
    let last = path.rfind('/').unwrap_or(0);
    if class == Class::File && last == 0 && is_normalized_drive(first_segment(path)) { path.len() } else { last }
}

/// Path state: appends a path, whose first slash may be missing, to what stands in `out` from `floor` on.
pub(crate) fn push_path(out: &mut String, floor: usize, class: Class, text: &str) {
    let bytes = text.as_bytes();
    if out.len() == floor && bytes[0] == b'/' && class != Class::File && is_plain(bytes, class) {
        out.push_str(text);
        return;
    }
    let mut rest = if class.is_slash(bytes[0]) { &text[1..] } else { text };
    loop {
        let end = rest.bytes().position(|byte| class.is_slash(byte));
        let segment = &rest[..end.unwrap_or(rest.len())];
        push_segment(out, floor, class, segment, end.is_none());
        let Some(end) = end else { return };
        rest = &rest[end + 1..];
    }
}

/// Whether nothing of a path is changed: nothing to encode, no `\` that is a slash, no dot segment.
fn is_plain(bytes: &[u8], class: Class) -> bool {
    let backslash = class.is_special();
    let mut before = 0;
    bytes.iter().all(|&byte| {
        let dot = before == b'/' && matches!(byte, b'.' | b'%');
        before = byte;
        !(dot || EncodeSet::PATH.contains_byte(byte) || (backslash && byte == b'\\'))
    })
}

fn push_segment(out: &mut String, floor: usize, class: Class, segment: &str, is_last: bool) {
    match dots(segment.as_bytes()) {
        0 => {
            let drive = class == Class::File && out.len() == floor && is_drive(segment.as_bytes());
            out.push('/');
            if drive {
                out.push_str(&segment[..1]);
                out.push(':');
            } else {
                EncodeSet::PATH.push(segment, out);
            }
            return;
        }
        1 => {}
        _ => out.truncate(floor + shortened_end(&out[floor..], class)),
    }
    if is_last {
        out.push('/');
    }
}

/// 1 for a *single-dot URL path segment*, 2 for a *double-dot* one, 0 for any other.
fn dots(segment: &[u8]) -> usize {
    let mut rest = segment;
    let mut count = 0;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return 0,
        };
        count += 1;
        if count > 2 {
            return 0;
        }
    }
    count
}
