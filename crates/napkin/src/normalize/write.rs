//! Writing a normal form, from the front to the end in one pass over the components.

use alloc::string::String;

use super::{Rung, Rungs, drops_host, drops_port, gains_slash};
use crate::percent::{self, Set, draft1997, escape_at, push_escape};
use crate::syntax::Hints;
use crate::{Component, HostKind, Reference, Standard};

/// What is undone where, by component: the branch on the standard.
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

/// The normal form and what changed. A text that is normal already is written all the same.
pub(super) fn normal(reference: Reference<'_>, rungs: Rungs) -> (String, Rungs) {
    let draft = reference.standard() == Standard::Draft1997;
    let mut writer = Writer {
        reference,
        rungs,
        changed: Rungs::NONE,
        out: String::with_capacity(reference.as_str().len() + 1),
        sets: if draft { &DRAFT1997 } else { &RFC3986 },
        fold_escapes: !draft,
    };
    writer.scheme();
    writer.authority();
    writer.path();
    writer.behind('?', Component::Query, writer.sets.query);
    writer.behind('#', Component::Fragment, writer.sets.fragment);
    (writer.out, writer.changed)
}

struct Writer<'a> {
    reference: Reference<'a>,
    rungs: Rungs,
    changed: Rungs,
    out: String,
    sets: &'static Sets,
    /// Whether the digits of escapes are a matter of case: not in 1997.
    fold_escapes: bool,
}

impl<'a> Writer<'a> {
    fn does(&self, rung: Rung) -> bool {
        self.rungs.contains(rung)
    }

    fn text(&self, component: Component) -> Option<&'a str> {
        self.reference.component(component)
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
        if self.does(Rung::Case) && text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.out[start..].make_ascii_lowercase();
            self.changed |= Rungs::CASE;
        }
    }

    fn authority(&mut self) {
        let Some(host) = self.text(Component::Host) else { return };
        self.out.push_str("//");
        if self.does(Rung::Scheme) && drops_host(&self.reference) {
            self.changed |= Rungs::SCHEME;
            return;
        }
        if let Some(user) = self.text(Component::User) {
            self.escaped(user, self.sets.user);
            if let Some(password) = self.text(Component::Password) {
                self.out.push(':');
                self.escaped(password, self.sets.user);
            }
            self.out.push('@');
        }
        self.host(host);
        if let Some(port) = self.text(Component::Port) {
            if self.does(Rung::Scheme) && drops_port(&self.reference) {
                self.changed |= Rungs::SCHEME;
            } else {
                self.out.push(':');
                self.out.push_str(port);
            }
        }
    }

    fn host(&mut self, host: &str) {
        if self.reference.host_kind() != Some(HostKind::Name) || !host.contains('%') {
            return self.folded(host);
        }
        // Undo escapes first: what they stood for is folded too.
        let start = self.out.len();
        self.escaped(host, self.sets.host);
        if self.does(Rung::Case) {
            self.changed |= fold_between_escapes(&mut self.out, start);
        }
    }

    fn path(&mut self) {
        let path = self.reference.path().as_str();
        let start = self.out.len();
        let hints = self.reference.parts().hints;
        let rooted = path.starts_with('/') && (self.reference.is_absolute() || self.reference.authority().is_some());
        let dots = self.does(Rung::Path) && rooted && self.reference.standard() != Standard::Draft1997;
        if dots && hints.has(Hints::DOTS.and(Hints::ESCAPE)) {
            self.segments(path, start);
        } else if self.guards_colon() {
            self.first_segment(path);
        } else {
            self.escaped(path, self.sets.path);
        }
        if path.is_empty() && self.does(Rung::Scheme) && gains_slash(&self.reference) {
            self.out.push('/');
            self.changed |= Rungs::SCHEME;
        }
    }

    /// Appends a path that begins with `/`, a segment at a time: undo escapes, then look whether it is dots.
    fn segments(&mut self, path: &str, start: usize) {
        let mut dropped_last = false;
        let mut dropped = false;
        for segment in path[1..].split('/') {
            let at = self.out.len();
            self.out.push('/');
            self.escaped(segment, self.sets.path);
            dropped_last = true;
            match &self.out[at..] {
                "/." => self.out.truncate(at),
                "/.." => {
                    self.out.truncate(at);
                    let parent = self.out.as_bytes()[start..].iter().rposition(|&byte| byte == b'/').unwrap_or(0);
                    self.out.truncate(start + parent);
                }
                _ => dropped_last = false,
            }
            dropped |= dropped_last;
        }
        if dropped_last {
            self.out.push('/');
        }
        let guarded = self.reference.authority().is_none() && self.out[start..].starts_with("//");
        if guarded {
            self.out.insert_str(start, "/.");
        }
        // The guard itself is a dot segment that stays.
        if dropped && !(guarded && self.out[start..] == *path) {
            self.changed |= Rungs::PATH;
        }
    }

    /// Whether an escaped colon in the first segment must stay, lest it end a scheme.
    fn guards_colon(&self) -> bool {
        let relative = !self.reference.is_absolute() && self.reference.authority().is_none();
        relative && self.sets.path.contains_byte(b':')
    }

    fn first_segment(&mut self, path: &str) {
        let (first, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
        self.escaped(first, self.sets.path.without(Set::of(b":")));
        self.escaped(rest, self.sets.path);
    }

    fn behind(&mut self, mark: char, component: Component, set: Set) {
        if let Some(text) = self.text(component) {
            self.out.push(mark);
            self.escaped(text, set);
        }
    }

    /// Appends text with its escapes undone where `undo` allows, or in upper case.
    fn escaped(&mut self, text: &str, undo: Set) {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte == b'%') {
            self.out.push_str(&rest[..at]);
            let written = &rest[at..at + 3];
            let octet = escape_at(rest.as_bytes(), at).unwrap_or(b'%');
            if self.does(Rung::Percent) && undo.contains_byte(octet) {
                self.out.push(octet as char);
                self.changed |= Rungs::PERCENT;
            } else if self.does(Rung::Case) && self.fold_escapes && written.bytes().any(|b| b.is_ascii_lowercase()) {
                push_escape(&mut self.out, octet);
                self.changed |= Rungs::CASE;
            } else {
                self.out.push_str(written);
            }
            rest = &rest[at + 3..];
        }
        self.out.push_str(rest);
    }
}

/// Puts the letters behind `start` into lower case, but for the digits of escapes.
fn fold_between_escapes(out: &mut str, start: usize) -> Rungs {
    let mut changed = Rungs::NONE;
    let mut at = start;
    while at < out.len() {
        let end = out[at..].find('%').map_or(out.len(), |escape| at + escape);
        if out[at..end].bytes().any(|byte| byte.is_ascii_uppercase()) {
            out[at..end].make_ascii_lowercase();
            changed = Rungs::CASE;
        }
        at = end + 3;
    }
    changed
}
