//! Writes a split text and its base as a URL in serialised form: the result of the URL parser and the URL serializer.
//!
//! Schemes and domains become lower case, addresses get their canonical form, default ports and dot segments are removed,
//! characters of the percent-encode sets are encoded, and a path that would parse as a host gets the prefix `/.`. The
//! result is ASCII and parses to itself.

use alloc::borrow::Cow;
use alloc::string::String;

use super::path::{dots, encode, first_segment, is_normalized_drive, push_path, push_segments, shortened_end};
use super::{Against, Class, Front, Keep, Tail, fits, is_drive, split, starts_with_drive};
use crate::bytes::find_any;
use crate::host::whatwg as host;
use crate::path::{Levels, Step};
use crate::percent::EncodeSet;
use crate::syntax::parts::{EMPTY, Hints};
use crate::syntax::scan::tables::{FrontHost, HttpFront, Refusal};
use crate::syntax::scan::{self, PlainTail};
use crate::{HostKind, Parts};

/// A function that writes the query in a legacy encoding: the standard's *percent-encode after encoding*.
pub(crate) type EncodeQuery<'e> = &'e dyn Fn(&str, &mut String);

/// What is known of a text that is not a URL. [`super::fatal_of`] finds the error.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unwritten {
    /// The result of [`split()`].
    Split(Option<Front>),
    /// The place of the error.
    Refused(Refusal),
}

/// Writes the URL of a clean text to `out`, which must be empty.
pub(crate) fn write(
    text: &str,
    base: Option<Against<'_>>,
    encode_query: Option<EncodeQuery<'_>>,
    out: &mut String,
) -> Result<Parts, Unwritten> {
    match HttpFront::of(text.as_bytes()) {
        Ok(front) => return Ok(write_http(text, &front, encode_query, out)),
        Err(Some(refusal)) => return Err(Unwritten::Refused(refusal)),
        Err(None) => {}
    }
    let front = split(text.as_bytes(), base).ok_or(Unwritten::Split(None))?;
    let base = base.filter(|_| front.keep > Keep::Nothing);
    // Escapes can make the URL up to three times as long. The URL may keep little of a long base with listed levels.
    let room = text.len() + base.filter(|base| base.levels.is_none()).map_or(0, |base| base.text.len());
    if !fits(text.as_bytes(), front.keep, base) {
        return Err(Unwritten::Split(Some(front)));
    }
    let authority = match front.has_authority {
        true => Some(authority(text, &front).ok_or(Unwritten::Split(Some(front)))?),
        false => None,
    };
    *out = String::with_capacity(room + "///.".len());
    let mut writer = Writer { text, front: &front, base, out, parts: EMPTY };
    if encode_query.is_some() || !writer.splice() {
        match authority {
            Some((host, port)) => writer.authority(&host, port),
            None => writer.base_authority(),
        }
        writer.own_tail(encode_query);
    }
    Ok(writer.finish())
}

/// Writes an `http` or `https` URL with a front that needs little change.
fn write_http(text: &str, http: &HttpFront, encode_query: Option<EncodeQuery<'_>>, out: &mut String) -> Parts {
    let &HttpFront { scheme_end, host_start, host_end, path_start, .. } = http;
    let (host, respelled) = match http.host {
        FrontHost::Domain => (HostKind::Domain, None),
        FrontHost::Ipv4 => (HostKind::Ipv4, None),
        FrontHost::Respelled(address) => (HostKind::Ipv4, Some(host::Value::Ipv4(address))),
        FrontHost::Ipv6(groups) => (HostKind::Ipv6, Some(host::Value::Ipv6(groups))),
    };
    *out = String::with_capacity(text.len() + "[0:0:0:0:0:0:0:0]/".len());
    out.push_str(&text[..if respelled.is_some() { host_start } else { host_end }]);
    if !http.is_lower {
        out[..scheme_end].make_ascii_lowercase();
        out[host_start..].make_ascii_lowercase();
    }
    if let Some(address) = respelled {
        host::push(&address, out);
    }
    let mut parts = Parts {
        scheme_end: scheme_end as u32,
        user_end: http.user_end as u32,
        at: http.at as u32,
        host_end: out.len() as u32,
        host,
        ..EMPTY
    };
    if let Some(port) = http.port {
        out.push(':');
        host::push_decimal(port, out);
    }
    parts.path_start = out.len() as u32;
    let front = Front::http(scheme_end, host_end, path_start);
    let mut writer = Writer { text, front: &front, base: None, out, parts };
    writer.own_tail(encode_query);
    writer.finish()
}

/// Returns the parts of a text that is in serialised form; `None` for all other texts.
pub(crate) fn canonical(text: &str) -> Option<Parts> {
    let mut out = String::new();
    // A text that is not clean differs from its serialised form, so `Clean` is not needed.
    write(text, None, None, &mut out).ok().filter(|_| out == text)
}

/// The state of writing a URL.
struct Writer<'a, 'o> {
    text: &'a str,
    front: &'o Front,
    base: Option<Against<'a>>,
    out: &'o mut String,
    parts: Parts,
}

impl<'a> Writer<'a, '_> {
    /// Returns the parts of the finished URL.
    fn finish(self) -> Parts {
        Parts { end: self.place(), hints: Hints::ANY, ..self.parts }
    }

    fn place(&self) -> u32 {
        self.out.len() as u32
    }

    fn scheme(&mut self) {
        let scheme = match self.base {
            Some(base) if self.front.scheme_end == 0 => base.scheme(),
            _ => &self.text[..self.front.scheme_end],
        };
        self.out.push_str(scheme);
        self.out.make_ascii_lowercase();
        self.parts.scheme_end = self.place();
        self.out.push(':');
        self.parts.path_start = self.place();
    }

    /// Writes the scheme, and user, password, host and port of the text.
    fn authority(&mut self, host: &host::Value<'_>, port: Option<u16>) {
        let start = if self.has_plain_front() { self.plain_front(host) } else { self.front(host) };
        if self.front.class == Class::File && &self.out[start..] == "localhost" {
            self.out.truncate(start);
        }
        self.parts.host = if self.out.len() == start { HostKind::Empty } else { host.kind() };
        self.parts.host_end = self.place();
        if let Some(port) = port {
            self.port(port);
        }
        self.parts.path_start = self.place();
    }

    /// Returns whether the text before the host is in serialised form, except for the case of the scheme.
    fn has_plain_front(&self) -> bool {
        let Front { scheme_end, authority_start, user_end, at, .. } = *self.front;
        let is_plain = |text: &str| scan::before(text.as_bytes(), EncodeSet::USERINFO) == text.len();
        if scheme_end == 0 || &self.text[scheme_end + 1..authority_start] != "//" {
            return false;
        }
        if !self.front.has_user() {
            return true;
        }
        let password = self.text.get(user_end + 1..at);
        let is_written = password.map_or(user_end > authority_start, |password| !password.is_empty());
        is_written && is_plain(&self.text[authority_start..user_end]) && password.is_none_or(is_plain)
    }

    /// Copies the front, and returns the start of the host. A host that is copied is copied at once with the text before it.
    fn plain_front(&mut self, host: &host::Value<'_>) -> usize {
        let Front { scheme_end, user_end, at, host_start, host_end, .. } = *self.front;
        let is_domain = matches!(host, host::Value::Domain(Cow::Borrowed(_)));
        let is_copied = is_domain || matches!(host, host::Value::Opaque(Cow::Borrowed(_)));
        self.out.push_str(&self.text[..if is_copied { host_end } else { host_start }]);
        self.out[..scheme_end].make_ascii_lowercase();
        if is_domain {
            self.out[host_start..].make_ascii_lowercase();
        }
        if self.front.has_user() {
            self.parts.at = at as u32;
            self.parts.user_end = if user_end < at { user_end as u32 } else { 0 };
        }
        self.parts.scheme_end = scheme_end as u32;
        if !is_copied {
            host::push(host, self.out);
        }
        host_start
    }

    /// Writes the front, and returns the start of the host.
    fn front(&mut self, host: &host::Value<'_>) -> usize {
        self.scheme();
        self.out.push_str("//");
        self.credentials();
        let start = self.out.len();
        host::push(host, self.out);
        start
    }

    fn credentials(&mut self) {
        let Front { authority_start, user_end, at, .. } = *self.front;
        let user = &self.text[authority_start..user_end];
        let password = self.text.get(user_end + 1..at).unwrap_or_default();
        if user.is_empty() && password.is_empty() {
            return;
        }
        encode(EncodeSet::USERINFO, user, self.out);
        if !password.is_empty() {
            self.parts.user_end = self.place();
            self.out.push(':');
            encode(EncodeSet::USERINFO, password, self.out);
        }
        self.parts.at = self.place();
        self.out.push('@');
    }

    /// Writes the port, unless it is the scheme's default.
    fn port(&mut self, port: u16) {
        if default_port(&self.out[..self.parts.scheme_end as usize]) != Some(port) {
            self.out.push(':');
            host::push_decimal(port, self.out);
        }
    }

    /// Writes the scheme, and the authority of the base if the URL keeps it.
    fn base_authority(&mut self) {
        match self.base {
            Some(base) if self.front.keep >= Keep::Authority && base.parts.has_authority() => {
                self.base_until(base, base.parts.path_start);
            }
            _ => self.scheme(),
        }
    }

    /// Writes the base up to an offset in its path or query.
    fn base_until(&mut self, base: Against<'_>, end: u32) {
        self.out.push_str(&base.text[..end as usize]);
        self.parts = Parts { query_start: 0, fragment_start: 0, ..*base.parts };
    }

    /// Writes a URL that is a piece of the base and a piece of the text. Returns `false` for other URLs, and writes nothing.
    fn splice(&mut self) -> bool {
        let Front { class, keep, path_start, .. } = *self.front;
        let Some(base) = self.base.filter(|base| class != Class::File && base.parts.has_authority()) else {
            return false;
        };
        let (kept, start) = match keep {
            Keep::Nothing | Keep::Scheme => return false,
            Keep::Authority => (base.parts.path_start, path_start),
            Keep::Directory => {
                let (kept, start) = self.directory(base);
                (base.parts.path_start + kept as u32, start)
            }
            Keep::Path => (base.parts.path_end(), path_start),
            Keep::Query => (base.parts.query_end(), path_start),
        };
        let Some(tail) = scan::plain_tail(self.text.as_bytes(), start) else { return false };
        self.base_until(base, kept);
        match keep {
            Keep::Directory => self.out.push('/'),
            Keep::Query => self.parts.query_start = base.parts.query_start,
            _ => {}
        }
        self.copy_tail(start, tail);
        true
    }

    /// Writes path, query and fragment behind the scheme or authority.
    fn own_tail(&mut self, encode_query: Option<EncodeQuery<'_>>) {
        if encode_query.is_some() || !self.plain_tail() {
            self.tail(encode_query);
        }
    }

    /// Writes path, query and fragment behind an authority of the text, if they can be copied unchanged.
    fn plain_tail(&mut self) -> bool {
        let Front { class, keep, path_start, .. } = *self.front;
        let text = self.text.as_bytes();
        let begins = matches!(text.get(path_start), None | Some(b'/' | b'?' | b'#'));
        // A file's path may begin with a drive; a path without an authority may parse as one.
        let is_usual = match class {
            Class::File => keep == Keep::Nothing && !text.get(path_start + 1..).is_some_and(starts_with_drive),
            _ => keep <= Keep::Scheme && self.parts.has_authority(),
        };
        if !begins || !is_usual {
            return false;
        }
        let Some(tail) = scan::plain_tail(text, path_start) else { return false };
        if class.is_special() && text.get(path_start) != Some(&b'/') {
            self.out.push('/');
        }
        self.copy_tail(path_start, tail);
        true
    }

    /// Copies the text from `start` on, which is in the path.
    fn copy_tail(&mut self, start: usize, tail: PlainTail) {
        let moved = |place: u32| if place > 0 { place - start as u32 + self.place() } else { 0 };
        let (query_start, fragment_start) = (moved(tail.query_start), moved(tail.fragment_start));
        self.parts.query_start = self.parts.query_start.max(query_start);
        self.parts.fragment_start = fragment_start;
        self.out.push_str(&self.text[start..]);
    }

    /// Writes path, query and fragment.
    #[inline(never)]
    fn tail(&mut self, encode_query: Option<EncodeQuery<'_>>) {
        let tail = Tail::of(self.text.as_bytes(), self.front.path_start);
        self.path(&tail);
        self.query(&tail, encode_query);
        self.fragment(&tail);
    }

    fn path(&mut self, tail: &Tail) {
        let front = self.front;
        let floor = self.out.len();
        let text = &self.text[front.path_start..tail.path_end];
        if front.is_opaque && front.keep == Keep::Nothing {
            self.opaque_path(text, tail.path_end < self.text.len());
            return;
        }
        match (front.keep, self.base) {
            (Keep::Directory, Some(base)) => {
                let (kept, start) = self.directory(base);
                self.out.push_str(&base.path()[..kept]);
                push_segments(self.out, floor, front.class, &self.text[start..tail.path_end]);
                return self.mark_path(floor);
            }
            (Keep::Path | Keep::Query, _) => self.out.push_str(self.base.map_or("", Against::path)),
            // File slash state keeps the drive of the base.
            (Keep::Authority, _) if front.class == Class::File => self.base_drive(text),
            _ => {}
        }
        if !text.is_empty() {
            push_path(self.out, floor, front.class, text);
        } else if self.out.len() == floor && front.class.is_special() {
            self.out.push('/');
        }
        self.mark_path(floor);
    }

    /// Marks a path that begins with two slashes, which without an authority would parse as one.
    fn mark_path(&mut self, floor: usize) {
        if !self.parts.has_authority() && self.out[floor..].starts_with("//") {
            self.out.insert_str(floor, "/.");
            self.parts.path_start = floor as u32 + 2;
        }
    }

    /// Writes an opaque path. A trailing space is escaped if a query or fragment follows.
    fn opaque_path(&mut self, text: &str, is_followed: bool) {
        match text.strip_suffix(' ').filter(|_| is_followed) {
            Some(before) => {
                encode(EncodeSet::C0_CONTROL, before, self.out);
                self.out.push_str("%20");
            }
            None => encode(EncodeSet::C0_CONTROL, text, self.out),
        }
    }

    /// Returns the length of the base's path that a relative path keeps, without its last slash, and the offset of the rest
    /// of the relative path, after the leading `./` and `../` that determine this length.
    fn directory(&self, base: Against<'_>) -> (usize, usize) {
        let Front { class, path_start, .. } = *self.front;
        let path = base.path();
        if let Some(levels) = base.levels {
            return self.directory_of(path, levels);
        }
        let mut from = path_start;
        let mut kept = shortened_end(path, class);
        if class == Class::File {
            // A drive letter may not be removed.
            return (kept, from);
        }
        loop {
            match self.text.as_bytes()[from..] {
                [b'.', slash, ..] if class.is_slash(slash) => from += 2,
                [b'.', b'.', slash, ..] if class.is_slash(slash) => {
                    from += 3;
                    kept = shortened_end(&path[..kept], class);
                }
                _ => return (kept, from),
            }
        }
    }

    /// Does the same with listed levels, without reading the base, for any spelling of dot segments.
    #[cold]
    fn directory_of(&self, path: &str, levels: &Levels) -> (usize, usize) {
        let Front { class, path_start, .. } = *self.front;
        let text = &self.text.as_bytes()[path_start..];
        let text = &text[..find_any(text, *b"?#").unwrap_or(text.len())];
        let drive = class == Class::File && is_normalized_drive(first_segment(path));
        let step = |segment: &[u8]| match dots(segment) {
            // A drive letter replaces the root.
            0 if class == Class::File && is_drive(segment) => Step::Unknown,
            0 => Step::Down,
            1 => Step::Stay,
            _ => Step::Up,
        };
        let climb = levels.climb(text, usize::from(drive), |byte| class.is_slash(byte), step);
        let slash = climb.from > 0 && climb.from < text.len();
        (climb.kept, path_start + climb.from + usize::from(slash))
    }

    /// Writes the drive of the base, unless the text has a drive (file slash state).
    fn base_drive(&mut self, text: &str) {
        let own = text.trim_start_matches(['/', '\\']);
        let slash = own.len() < text.len();
        let Some(base) = self.base.filter(|_| slash) else { return };
        // The test for a drive covers the text after the first slash, including query and fragment.
        let rest = &self.text.as_bytes()[self.front.path_start + 1..];
        let path = base.path();
        if !starts_with_drive(rest) && is_normalized_drive(first_segment(path)) {
            self.out.push_str(&path[..3]);
        }
    }

    fn query(&mut self, tail: &Tail, encode_query: Option<EncodeQuery<'_>>) {
        let Front { keep, class, .. } = *self.front;
        if keep == Keep::Query {
            return self.base_query();
        }
        if tail.query_start == 0 {
            return;
        }
        self.begin_query();
        let text = &self.text[tail.query_start..tail.query_end];
        let scheme = &self.out[..self.parts.scheme_end as usize];
        match encode_query {
            Some(encode) if class.is_special() && !matches!(scheme, "ws" | "wss") => encode(text, self.out),
            _ if class.is_special() => encode(EncodeSet::SPECIAL_QUERY, text, self.out),
            _ => encode(EncodeSet::QUERY, text, self.out),
        }
    }

    fn base_query(&mut self) {
        if let Some(query) = self.base.and_then(Against::query) {
            self.begin_query();
            self.out.push_str(query);
        }
    }

    fn begin_query(&mut self) {
        self.out.push('?');
        self.parts.query_start = self.place();
    }

    fn fragment(&mut self, tail: &Tail) {
        if tail.fragment_start > 0 {
            self.out.push('#');
            self.parts.fragment_start = self.place();
            encode(EncodeSet::FRAGMENT, &self.text[tail.fragment_start..], self.out);
        }
    }
}

/// Returns host and port of a text that has an authority; `None` for failure.
fn authority<'a>(text: &'a str, front: &Front) -> Option<(host::Value<'a>, Option<u16>)> {
    let (host, port) = host_and_port(text, front)?;
    Some((host::parse(host, front.class.is_special()).ok()?, port))
}

/// Returns the text of the host, not yet parsed, and the port; `None` for failure.
pub(super) fn host_and_port<'a>(text: &'a str, front: &Front) -> Option<(&'a str, Option<u16>)> {
    let host = &text[front.host_start..front.host_end];
    if host.is_empty() && (front.class == Class::Special || front.has_user() || front.has_port()) {
        return None;
    }
    let digits = if front.has_port() { &text[front.host_end + 1..front.path_start] } else { "" };
    Some((host, port(digits)?))
}

/// Returns the number of a port: `Some(None)` without digits, `None` if the port is not valid.
pub(crate) fn port(digits: &str) -> Option<Option<u16>> {
    let mut value: u32 = 0;
    for digit in digits.bytes() {
        // Beyond 16 bits the value is only compared with the limit.
        value = (value * 10 + char::from(digit).to_digit(10)?).min(1 << 16);
    }
    if digits.is_empty() { Some(None) } else { u16::try_from(value).ok().map(Some) }
}

/// Returns the default port of a special scheme (section 4.2).
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "ftp" => Some(21),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}
