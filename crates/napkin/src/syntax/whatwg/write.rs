//! Writes a split text and its base as a URL in serialised form: the result of the URL parser and the URL serializer.
//!
//! Schemes and domains become lower case, addresses get their canonical form, default ports and dot segments are removed,
//! characters of the percent-encode sets are encoded, and a path that would parse as a host gets the prefix `/.`. The
//! result is ASCII and parses to itself.

use alloc::string::String;

use super::{Against, Class, Clean, Front, Keep, Tail, fits, is_drive, split, starts_with_drive};
use crate::host::whatwg as host;
use crate::path::Step;
use crate::percent::{EncodeSet, escape};
use crate::syntax::parts::{EMPTY, Hints};
use crate::syntax::scan::{self, PlainTail};
use crate::{HostKind, Parts};

/// A function that writes the query in a legacy encoding: the standard's *percent-encode after encoding*.
pub(crate) type EncodeQuery<'e> = &'e dyn Fn(&str, &mut String);

/// Writes the URL of a clean text to `out`, which must be empty. Returns `None` for failure, which
/// [`super::report`] explains.
pub(crate) fn write(
    text: &str,
    base: Option<Against<'_>>,
    encode_query: Option<EncodeQuery<'_>>,
    out: &mut String,
) -> Option<Parts> {
    let front = split(text.as_bytes(), base)?;
    let base = base.filter(|_| front.keep > Keep::Nothing);
    // Escapes can make the URL up to three times as long. The URL may keep little of a long base with listed levels.
    let room = text.len() + base.filter(|base| base.levels.is_none()).map_or(0, |base| base.text.len());
    if !fits(text.as_bytes(), front.keep, base) {
        return None;
    }
    let authority = if front.has_authority { Some(authority(text, &front)?) } else { None };
    out.reserve(room + "///.".len());
    let parts = EMPTY;
    let mut writer = Writer { text, front, base, out, parts };
    writer.scheme();
    match authority {
        Some((host, port)) => writer.authority(&host, port),
        None if front.keep >= Keep::Authority => writer.base_authority(),
        None => {}
    }
    match plain_tail(&writer, encode_query.is_some()) {
        Some(tail) => writer.plain_tail(tail),
        None => writer.tail(encode_query),
    }
    writer.parts.end = writer.out.len() as u32;
    Some(Parts { hints: Hints::NONE.and(Hints::ESCAPE).and(Hints::DOTS).and(Hints::UPPER), ..writer.parts })
}

/// Returns the tail if it can be copied unchanged, which requires that the text has a rooted path or no path.
fn plain_tail(writer: &Writer<'_, '_>, has_encoding: bool) -> Option<PlainTail> {
    let Front { class, keep, path_start, .. } = writer.front;
    let text = writer.text.as_bytes();
    let begins = matches!(text.get(path_start), None | Some(b'/' | b'?' | b'#'));
    // A file's path may begin with a drive; a path without an authority may parse as one.
    let is_usual = match class {
        Class::File => keep == Keep::Nothing && !text.get(path_start + 1..).is_some_and(starts_with_drive),
        _ => writer.parts.has_authority(),
    };
    if has_encoding || !begins || !is_usual {
        return None;
    }
    scan::plain_tail(text, path_start)
}

/// Returns the parts of a text that is in serialised form; `None` for all other texts.
pub(crate) fn canonical(text: &str) -> Option<Parts> {
    let mut out = String::new();
    // A text that is not clean differs from its serialised form, so `Clean` is not needed.
    write(text, None, None, &mut out).filter(|_| out == text)
}

/// The state of writing a URL.
struct Writer<'a, 'o> {
    text: &'a str,
    front: Front,
    base: Option<Against<'a>>,
    out: &'o mut String,
    parts: Parts,
}

impl<'a> Writer<'a, '_> {
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

    /// Writes user, password, host and port of the text.
    fn authority(&mut self, host: &host::Value<'_>, port: Option<u16>) {
        self.out.push_str("//");
        self.credentials();
        let start = self.out.len();
        host::push(host, self.out);
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

    fn credentials(&mut self) {
        let Front { authority_start, user_end, at, .. } = self.front;
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
            host::push_number::<10>(port, self.out);
        }
    }

    fn base_authority(&mut self) {
        let Some(base) = self.base else { return };
        let from = base.parts;
        if from.has_authority() {
            self.out.push_str(&base.text[from.scheme_end as usize + 1..from.path_start as usize]);
            // The scheme is the same, so all offsets stay the same.
            self.parts = Parts { query_start: 0, fragment_start: 0, ..*from };
        }
    }

    /// Writes path, query and fragment unchanged.
    fn plain_tail(&mut self, tail: PlainTail) {
        let Front { keep, path_start, class, .. } = self.front;
        if matches!(keep, Keep::Path | Keep::Query) {
            self.base_path();
        } else if class.is_special() && self.text.as_bytes().get(path_start) != Some(&b'/') {
            self.out.push('/');
        }
        if keep == Keep::Query {
            self.base_query();
        }
        let moved = |start: u32| if start > 0 { start - path_start as u32 + self.place() } else { 0 };
        let (query_start, fragment_start) = (moved(tail.query_start), moved(tail.fragment_start));
        self.parts.query_start = self.parts.query_start.max(query_start);
        self.parts.fragment_start = fragment_start;
        self.out.push_str(&self.text[path_start..]);
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
        let mut text = text;
        match front.keep {
            Keep::Directory => {
                text = self.base_directory(text);
                if text.is_empty() {
                    self.out.push('/');
                }
            }
            Keep::Path | Keep::Query => self.base_path(),
            // File slash state keeps the drive of the base.
            Keep::Authority if front.class == Class::File => self.base_drive(text),
            _ => {}
        }
        if !text.is_empty() {
            push_path(self.out, floor, front.class, text);
        } else if self.out.len() == floor && front.class.is_special() {
            self.out.push('/');
        }
        // Without an authority, a path that begins with two slashes would parse as an authority.
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

    fn base_path(&mut self) {
        self.out.push_str(self.base.map_or("", Against::path));
    }

    /// Writes the base's path without its last segment. If the levels are listed, also omits the segments that leading `..`
    /// of the text remove. Returns the rest of the text.
    fn base_directory(&mut self, text: &'a str) -> &'a str {
        let class = self.front.class;
        let path = self.base.map_or("", Against::path);
        let Some(levels) = self.base.and_then(|base| base.levels) else {
            self.out.push_str(&path[..shortened_end(path, class)]);
            return text;
        };
        let drive = class == Class::File && is_normalized_drive(first_segment(path));
        let step = |segment: &[u8]| match dots(segment) {
            // A drive letter replaces the root.
            0 if class == Class::File && is_drive(segment) => Step::Unknown,
            0 => Step::Down,
            1 => Step::Stay,
            _ => Step::Up,
        };
        let climb = levels.climb(text.as_bytes(), usize::from(drive), |byte| class.is_slash(byte), step);
        self.out.push_str(&path[..climb.kept]);
        &text[climb.from..]
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
        let Front { keep, class, .. } = self.front;
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

/// Appends `text` to `out` with UTF-8 percent-encode. Runs of unescaped bytes are copied at once.
fn encode(set: EncodeSet, text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        // Every byte beyond ASCII is in the set, so this is a character boundary.
        let (before, odd) = rest.split_at(scan::before(rest.as_bytes(), set));
        out.push_str(before);
        let run = odd.bytes().take_while(|&byte| set.contains_byte(byte));
        let count = run.map(|byte| out.push_str(escape(byte))).count();
        rest = &odd[count..];
        if rest.is_empty() {
            return;
        }
    }
}

/// Returns host and port of a text that has an authority; `None` for failure.
fn authority<'a>(text: &'a str, front: &Front) -> Option<(host::Value<'a>, Option<u16>)> {
    let (host, port) = host_and_port(text, front)?;
    Some((host::parse(host, front.class.is_special()).ok()?, port))
}

/// Returns the text of the host, not yet parsed, and the port; `None` for failure.
fn host_and_port<'a>(text: &'a str, front: &Front) -> Option<(&'a str, Option<u16>)> {
    let host = &text[front.host_start..front.host_end];
    if host.is_empty() && (front.class == Class::Special || front.has_user() || front.has_port()) {
        return None;
    }
    let digits = if front.has_port() { &text[front.host_end + 1..front.path_start] } else { "" };
    Some((host, port(digits)?))
}

/// Returns whether the parser accepts a text. Nothing after the authority can make it fail.
pub(crate) fn is_url(raw: &str, base: Option<Against<'_>>) -> bool {
    let text = Clean::trimmed(raw);
    if text.len() < raw.len() && scan::has_ordinary_front(text.as_bytes()) {
        return true;
    }
    let front = split(text.as_bytes(), base).filter(|front| fits(text.as_bytes(), front.keep, base));
    // A tab or newline in the bytes that determined the front, up to the authority's end if there is one, may change the
    // front.
    let read = match front {
        Some(front) if front.has_authority && front.class != Class::File => front.path_start,
        _ => text.len(),
    };
    if scan::has_break(&text.as_bytes()[..read]) {
        return Clean::with(text, |clean| is_url(clean, base));
    }
    front.is_some_and(|front| !front.has_authority || is_authority(text, &front))
}

fn is_authority(text: &str, front: &Front) -> bool {
    host_and_port(text, front).is_some_and(|(host, _)| host::is_host(host, front.class.is_special()))
}

/// Returns the number of a port: `Some(None)` without digits, `None` if the port is not valid.
pub(crate) fn port(digits: &str) -> Option<Option<u16>> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.is_empty() { Some(None) } else { digits.parse().ok().map(Some) }
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

fn first_segment(path: &str) -> &str {
    path.strip_prefix('/').map_or("", |path| path.split('/').next().unwrap_or(""))
}

fn is_normalized_drive(segment: &str) -> bool {
    segment.ends_with(':') && is_drive(segment.as_bytes())
}

/// Returns the end of a path without its last segment (*shorten a path*). A drive is kept.
fn shortened_end(path: &str, class: Class) -> usize {
    let last = path.rfind('/').unwrap_or(0);
    if class == Class::File && last == 0 && is_normalized_drive(first_segment(path)) { path.len() } else { last }
}

/// Appends a path, whose first slash may be missing, to the path in `out` from `floor` on (path state).
pub(crate) fn push_path(out: &mut String, floor: usize, class: Class, text: &str) {
    let mut rest = if class.is_slash(text.as_bytes()[0]) { &text[1..] } else { text };
    loop {
        // A drive letter at the start of the path cannot be copied unchanged.
        if !(class == Class::File && out.len() == floor && starts_with_drive(rest.as_bytes())) {
            let plain = scan::plain_path(rest.as_bytes());
            if plain == rest.len() {
                out.push('/');
                out.push_str(rest);
                return;
            }
            if let Some(slash) = rest[..plain].rfind('/') {
                out.push('/');
                out.push_str(&rest[..slash]);
                rest = &rest[slash + 1..];
            }
        }
        let end = rest.bytes().position(|byte| class.is_slash(byte));
        let segment = &rest[..end.unwrap_or(rest.len())];
        push_segment(out, floor, class, segment, end.is_none());
        let Some(end) = end else { return };
        rest = &rest[end + 1..];
    }
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
                encode(EncodeSet::PATH, segment, out);
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

/// Returns 1 for a *single-dot URL path segment*, 2 for a *double-dot* one, 0 for any other.
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
