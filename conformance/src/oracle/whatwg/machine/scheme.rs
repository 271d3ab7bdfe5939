//! The states from "scheme start state" to "special authority ignore slashes state".

use super::super::{Host, Path, Record, default_port, is_special_scheme};
use super::{CONTINUE, FAILURE, Flow, Machine, RETURN, State};

impl<'a> Machine<'a> {
    /// "scheme start state".
    pub(super) fn scheme_start(&mut self) -> Flow {
        match self.c() {
            Some(c) if c.is_ascii_alphabetic() => {
                self.buffer.push(c.to_ascii_lowercase());
                self.state = State::Scheme;
            }
            _ if self.state_override.is_none() => self.again_in(State::NoScheme),
            _ => return FAILURE,
        }
        CONTINUE
    }

    /// "scheme state".
    pub(super) fn scheme(&mut self) -> Flow {
        match self.c() {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.buffer.push(c.to_ascii_lowercase());
            }
            Some(':') => return self.end_of_scheme(),
            _ if self.state_override.is_none() => {
                self.buffer.clear();
                self.state = State::NoScheme;
                // "Start over": the pointer is increased before the next run.
                self.pointer = -1;
            }
            _ => return FAILURE,
        }
        CONTINUE
    }

    /// The steps of "scheme state" for U+003A (:).
    fn end_of_scheme(&mut self) -> Flow {
        if self.state_override.is_some() {
            if is_special_scheme(&self.url.scheme) != is_special_scheme(&self.buffer) {
                return RETURN;
            }
            if (self.url.includes_credentials() || self.url.port.is_some()) && self.buffer == "file" {
                return RETURN;
            }
            if self.url.scheme == "file" && self.url.host == Some(Host::Empty) {
                return RETURN;
            }
        }
        self.url.scheme.clone_from(&self.buffer);
        if self.state_override.is_some() {
            if self.url.port == default_port(&self.url.scheme) {
                self.url.port = None;
            }
            return RETURN;
        }
        self.buffer.clear();
        if self.url.scheme == "file" {
            if !self.remaining().starts_with(&['/', '/']) {
                self.report("special-scheme-missing-following-solidus");
            }
            self.state = State::File;
        } else if self.url.is_special() && self.base.is_some_and(|base| base.scheme == self.url.scheme) {
            self.state = State::SpecialRelativeOrAuthority;
        } else if self.url.is_special() {
            self.state = State::SpecialAuthoritySlashes;
        } else if self.remaining().starts_with(&['/']) {
            self.state = State::PathOrAuthority;
            self.pointer += 1;
        } else {
            self.url.path = Path::Opaque(String::new());
            self.state = State::OpaquePath;
        }
        CONTINUE
    }

    /// "no scheme state".
    pub(super) fn no_scheme(&mut self) -> Flow {
        let Some(base) = self.base else { return self.fail("missing-scheme-non-relative-URL") };
        if base.has_opaque_path() && self.c() != Some('#') {
            return self.fail("missing-scheme-non-relative-URL");
        } else if base.has_opaque_path() {
            self.url.scheme.clone_from(&base.scheme);
            self.url.path.clone_from(&base.path);
            self.url.query.clone_from(&base.query);
            self.start_fragment();
        } else if base.scheme != "file" {
            self.again_in(State::Relative);
        } else {
            self.again_in(State::File);
        }
        CONTINUE
    }

    /// "special relative or authority state".
    pub(super) fn special_relative_or_authority(&mut self) -> Flow {
        if self.c() == Some('/') && self.remaining().starts_with(&['/']) {
            self.state = State::SpecialAuthorityIgnoreSlashes;
            self.pointer += 1;
        } else {
            self.report("special-scheme-missing-following-solidus");
            self.again_in(State::Relative);
        }
        CONTINUE
    }

    /// "path or authority state".
    pub(super) fn path_or_authority(&mut self) -> Flow {
        if self.c() == Some('/') {
            self.state = State::Authority;
        } else {
            self.again_in(State::Path);
        }
        CONTINUE
    }

    /// The base, in states that only a base leads to.
    fn given_base(&self) -> &'a Record {
        self.base.expect("no scheme state and scheme state have checked that there is a base")
    }

    /// "Set url's username, password, host and port to base's".
    fn take_authority(&mut self, base: &Record) {
        self.url.username.clone_from(&base.username);
        self.url.password.clone_from(&base.password);
        self.url.host.clone_from(&base.host);
        self.url.port = base.port;
    }

    /// "relative state".
    pub(super) fn relative(&mut self) -> Flow {
        let base = self.given_base();
        assert_ne!(base.scheme, "file");
        self.url.scheme.clone_from(&base.scheme);
        if self.c() == Some('/') {
            self.state = State::RelativeSlash;
        } else if self.at_special_backslash() {
            self.report("invalid-reverse-solidus");
            self.state = State::RelativeSlash;
        } else {
            self.take_authority(base);
            self.url.path.clone_from(&base.path);
            self.url.query.clone_from(&base.query);
            match self.c() {
                Some('?') => self.start_query(),
                Some('#') => self.start_fragment(),
                Some(_) => {
                    self.url.query = None;
                    self.url.shorten();
                    self.again_in(State::Path);
                }
                None => {}
            }
        }
        CONTINUE
    }

    /// "relative slash state".
    pub(super) fn relative_slash(&mut self) -> Flow {
        if self.url.is_special() && matches!(self.c(), Some('/' | '\\')) {
            if self.c() == Some('\\') {
                self.report("invalid-reverse-solidus");
            }
            self.state = State::SpecialAuthorityIgnoreSlashes;
        } else if self.c() == Some('/') {
            self.state = State::Authority;
        } else {
            self.take_authority(self.given_base());
            self.again_in(State::Path);
        }
        CONTINUE
    }

    /// "special authority slashes state".
    pub(super) fn special_authority_slashes(&mut self) -> Flow {
        if self.c() == Some('/') && self.remaining().starts_with(&['/']) {
            self.state = State::SpecialAuthorityIgnoreSlashes;
            self.pointer += 1;
        } else {
            self.report("special-scheme-missing-following-solidus");
            self.again_in(State::SpecialAuthorityIgnoreSlashes);
        }
        CONTINUE
    }

    /// "special authority ignore slashes state".
    pub(super) fn special_authority_ignore_slashes(&mut self) -> Flow {
        if matches!(self.c(), Some('/' | '\\')) {
            self.report("special-scheme-missing-following-solidus");
        } else {
            self.again_in(State::Authority);
        }
        CONTINUE
    }
}
