//! Writes a normal form in one pass over the components. Start at `normal`.

use alloc::string::String;

use super::{Rung, Rungs, drops_host, drops_port, gains_slash, mailto};
use crate::bytes::{find, find_escape_or_dot, rfind};
use crate::percent::{self, Set, draft1997, escape_at, push_escape};
use crate::syntax::Hints;
use crate::{Component, HostKind, Reference, Standard};

/// The characters whose escapes are decoded in each component, by standard.
struct Sets {
    user: Set,
    host: Set,
    path: Set,
    query: Set,
    fragment: Set,
}

const RFC3986: Sets = Sets {
    user: percent::UNRESERVED,
    host: percent::UNRESERVED,
    path: percent::UNRESERVED,
    query: percent::UNRESERVED,
    fragment: percent::UNRESERVED,
};

const DRAFT1997: Sets = Sets {
    user: draft1997::USER_FREE,
    host: draft1997::UNRESERVED,
    path: draft1997::PATH_FREE,
    query: draft1997::QUERY_FREE,
    fragment: draft1997::UNRESERVED,
};

/// Returns the normal form, and the rungs that changed something. Writes the text even if it is normal already.
pub(super) fn normal(reference: &Reference<'_>, rungs: Rungs) -> (String, Rungs) {
    let draft = reference.standard() == Standard::Draft1997;
    let mut writer = Writer {
        reference,
        rungs,
        changed: Rungs::NONE,
        out: String::with_capacity(reference.as_str().len() + 1),
        sets: if draft { &DRAFT1997 } else { &RFC3986 },
    };
    writer.head();
    let path_start = writer.out.len();
    writer.path();
    writer.tail();
    if rungs.contains(Rung::Scheme)
        && mailto::applies(reference)
        && let Some(text) = mailto::normal(&writer.out, path_start)
    {
        return (text, writer.changed | Rungs::SCHEME);
    }
    (writer.out, writer.changed)
}

struct Writer<'r, 'a> {
    reference: &'r Reference<'a>,
    rungs: Rungs,
    changed: Rungs,
    out: String,
    sets: &'static Sets,
}

impl<'a> Writer<'_, 'a> {
    fn does(&self, rung: Rung) -> bool {
        self.rungs.contains(rung)
    }

    fn text(&self, component: Component) -> Option<&'a str> {
        self.reference.component(component)
    }

    fn has(&self, hints: Hints) -> bool {
        self.reference.parts().hints.has(hints)
    }

    /// Appends scheme and authority.
    fn head(&mut self) {
        let (text, parts) = (self.reference.as_str(), self.reference.parts());
        let head = &text[..parts.path_start as usize];
        let by_scheme = self.does(Rung::Scheme)
            && (drops_port(self.reference) || drops_host(self.reference, self.text(Component::Host).unwrap_or("")));
        if parts.at == 0 && !by_scheme && (!self.has(Hints::ESCAPE) || find(head.as_bytes(), b'%').is_none()) {
            // Only case can change here: there is no user, no escape, and no change by the scheme's rules.
            return self.folded(head);
        }
        self.scheme();
        self.authority();
    }

    fn scheme(&mut self) {
        if let Some(scheme) = self.text(Component::Scheme) {
            self.folded(scheme);
            self.out.push(':');
        }
    }

    /// Appends text in lower case, if case is to be normalised.
    fn folded(&mut self, text: &str) {
        let start = self.out.len();
        self.out.push_str(text);
        if self.does(Rung::Case) && self.has(Hints::UPPER) {
            self.changed |= fold(&mut self.out[start..]);
        }
    }

    fn authority(&mut self) {
        let Some(host) = self.text(Component::Host) else { return };
        self.out.push_str("//");
        if let Some(user) = self.text(Component::User) {
            self.escaped(user, self.sets.user);
            if let Some(password) = self.text(Component::Password) {
                self.out.push(':');
                self.escaped(password, self.sets.user);
            }
            self.out.push('@');
        }
        let start = self.out.len();
        self.host(host);
        if self.does(Rung::Scheme) && drops_host(self.reference, &self.out[start..]) {
            self.out.truncate(start);
            self.changed |= Rungs::SCHEME;
            return;
        }
        if let Some(port) = self.text(Component::Port) {
            if self.does(Rung::Scheme) && drops_port(self.reference) {
                self.changed |= Rungs::SCHEME;
            } else {
                self.out.push(':');
                self.out.push_str(port);
            }
        }
    }

    fn host(&mut self, host: &str) {
        let is_name = self.reference.host_kind() == Some(HostKind::Name);
        if !is_name || !self.has(Hints::ESCAPE) || find(host.as_bytes(), b'%').is_none() {
            return self.folded(host);
        }
        // Decode escapes first, so that the decoded letters are made lower case, too.
        let start = self.out.len();
        self.escaped(host, self.sets.host);
        if self.does(Rung::Case) {
            self.changed |= fold_between_escapes(&mut self.out, start);
        }
    }

    fn path(&mut self) {
        let path = self.reference.path().as_str();
        let start = self.out.len();
        let rooted = path.starts_with('/') && (self.reference.is_absolute() || self.reference.authority().is_some());
        let dots = self.does(Rung::Path) && rooted && self.reference.standard() != Standard::Draft1997;
        if dots && self.has(Hints::DOTS.and(Hints::ESCAPE)) {
            self.without_dots(path, start);
        } else if self.guards_colon() {
            self.first_segment(path);
        } else {
            self.escaped(path, self.sets.path);
        }
        if path.is_empty() && self.does(Rung::Scheme) && gains_slash(self.reference) {
            self.out.push('/');
            self.changed |= Rungs::SCHEME;
        }
    }

    /// Appends a path that begins with `/`, and removes its dot segments. Copies the text between dot segments and
    /// escapes in one piece.
    ///
    /// An escaped dot counts as a dot even if the percent rung is not chosen: by section 2.3 both identify the same
    /// resource.
    fn without_dots(&mut self, path: &str, start: usize) {
        let bytes = path.as_bytes();
        // The offsets up to which the path is written, and examined.
        let (mut done, mut at) = (0, 1);
        let mut dropped = false;
        while let Some(place) = find_escape_or_dot(bytes, at) {
            let dots = if bytes[place - 1] == b'/' { dot_segment(bytes, place) } else { None };
            if let Some(dots) = dots {
                // The slash before the dot segment is dropped and the one after it kept; at the end of the path, one is
                // added.
                self.out.push_str(&path[done..place - 1]);
                self.drop_segment(dots, start);
                if dots.end == path.len() {
                    self.out.push('/');
                }
                (done, at, dropped) = (dots.end, dots.end + 1, true);
            } else if bytes[place] == b'%' {
                self.out.push_str(&path[done..place]);
                self.escape(&path[place..place + 3], self.sets.path);
                (done, at) = (place + 3, place + 3);
            } else {
                at = place + 1;
            }
        }
        self.out.push_str(&path[done..]);
        self.guard(path, start, dropped);
    }

    fn drop_segment(&mut self, dots: Dots, start: usize) {
        if dots.up {
            let parent = rfind(&self.out.as_bytes()[start..], b'/').unwrap_or(0);
            self.out.truncate(start + parent);
        }
        if dots.escaped && self.does(Rung::Percent) {
            self.changed |= Rungs::PERCENT;
        }
    }

    /// Inserts `/.` before a path that would begin with `//` and so be read as an authority.
    fn guard(&mut self, path: &str, start: usize, dropped: bool) {
        let guarded = self.reference.authority().is_none() && self.out[start..].starts_with("//");
        if guarded {
            self.out.insert_str(start, "/.");
        }
        // The guard itself is a dot segment that stays.
        if dropped && !(guarded && self.out[start..] == *path) {
            self.changed |= Rungs::PATH;
        }
    }

    /// Returns whether an escaped colon in the first segment must stay, because it would end a scheme.
    fn guards_colon(&self) -> bool {
        let relative = !self.reference.is_absolute() && self.reference.authority().is_none();
        relative && self.sets.path.contains_byte(b':')
    }

    fn first_segment(&mut self, path: &str) {
        let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
        self.escaped(first, self.sets.path.without(Set::of(b":")));
        self.escaped(rest, self.sets.path);
    }

    /// Appends query and fragment.
    fn tail(&mut self) {
        if self.reference.standard() == Standard::Draft1997 {
            self.behind('?', Component::Query, self.sets.query);
            self.behind('#', Component::Fragment, self.sets.fragment);
        } else {
            // Both decode the same escapes, and no decoded character is `?` or `#`.
            let tail = &self.reference.as_str()[self.reference.parts().path_end() as usize..];
            self.escaped(tail, self.sets.query);
        }
    }

    fn behind(&mut self, mark: char, component: Component, set: Set) {
        if let Some(text) = self.text(component) {
            self.out.push(mark);
            self.escaped(text, set);
        }
    }

    /// Appends text. Escapes of the characters in `undo` are decoded, others get upper-case digits.
    fn escaped(&mut self, text: &str, undo: Set) {
        let mut rest = text;
        if self.has(Hints::ESCAPE) {
            while let Some(at) = find(rest.as_bytes(), b'%') {
                self.out.push_str(&rest[..at]);
                self.escape(&rest[at..at + 3], undo);
                rest = &rest[at + 3..];
            }
        }
        self.out.push_str(rest);
    }

    /// Appends an escape or its octet.
    fn escape(&mut self, written: &str, undo: Set) {
        let octet = escape_at(written.as_bytes(), 0).unwrap_or(b'%');
        if self.does(Rung::Percent) && undo.contains_byte(octet) {
            self.out.push(octet as char);
            self.changed |= Rungs::PERCENT;
        } else if self.does(Rung::Case) && written[1..].bytes().any(|digit| digit >= b'a') {
            push_escape(&mut self.out, octet);
            self.changed |= Rungs::CASE;
        } else {
            self.out.push_str(written);
        }
    }
}

/// A dot segment.
#[derive(Clone, Copy)]
struct Dots {
    /// Whether the segment is `..` rather than `.`.
    up: bool,
    /// Whether one of its dots is escaped.
    escaped: bool,
    /// The offset of its end.
    end: usize,
}

/// Returns the dot segment at `at`; `None` if the segment is not a dot segment.
fn dot_segment(path: &[u8], at: usize) -> Option<Dots> {
    let (mut end, mut dots) = (at, 0);
    loop {
        end += match path[end..] {
            [b'.', ..] => 1,
            [b'%', b'2', b'e' | b'E', ..] => 3,
            [b'/', ..] | [] if dots > 0 => return Some(Dots { up: dots == 2, escaped: end - at > dots, end }),
            _ => return None,
        };
        dots += 1;
        if dots > 2 {
            return None;
        }
    }
}

/// Returns whether no escape changes at `rungs`, under standards that decode the same escapes in every component.
pub(super) fn escapes_are_normal(reference: &Reference<'_>, rungs: Rungs) -> bool {
    let mut rest = reference.as_str().as_bytes();
    while let Some(at) = find(rest, b'%') {
        let octet = escape_at(rest, at).unwrap_or(b'%');
        let undone = rungs.contains(Rung::Percent) && RFC3986.path.contains_byte(octet);
        let folded = rungs.contains(Rung::Case) && rest[at..at + 3].iter().any(u8::is_ascii_lowercase);
        // An escaped dot may form a dot segment.
        if undone || folded || octet == b'.' {
            return false;
        }
        rest = &rest[at + 3..];
    }
    true
}

/// Makes the letters lower case. Looks for a capital first, which mostly is the first letter.
fn fold(text: &mut str) -> Rungs {
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Rungs::NONE;
    }
    text.make_ascii_lowercase();
    Rungs::CASE
}

/// Makes the letters after `start` lower case, except for the digits of escapes.
pub(super) fn fold_between_escapes(out: &mut str, start: usize) -> Rungs {
    let mut changed = Rungs::NONE;
    let mut at = start;
    while at < out.len() {
        let end = out[at..].find('%').map_or(out.len(), |escape| at + escape);
        changed |= fold(&mut out[at..end]);
        at = end + 3;
    }
    changed
}
