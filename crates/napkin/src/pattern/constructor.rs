//! Cuts a constructor string into the pattern strings of components (URL Pattern Standard section 1.6). Start at `split`.

use alloc::vec::Vec;

use super::init::{Source, Sources};
use super::names::Component;
use super::token::{Kind, Token, tokenize};
use crate::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Init,
    Authority,
    In(Component),
    Done,
}

/// Cuts a constructor string. `is_special` returns whether a protocol pattern matches a special scheme.
pub(super) fn split<'t>(text: &'t str, is_special: impl Fn(&str) -> bool) -> Sources<'t> {
    let mut parser = Parser {
        text,
        tokens: tokenize(text),
        sources: Sources::default(),
        start: 0,
        at: 0,
        increment: 1,
        depth: 0,
        brackets: 0,
        has_special_scheme: false,
        state: State::Init,
    };
    parser.run(is_special);
    let mut sources = parser.sources;
    if sources[Component::Hostname as usize].is_some() && sources[Component::Port as usize].is_none() {
        sources[Component::Port as usize] = Some(Source::made(""));
    }
    sources
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    sources: Sources<'t>,
    /// The first token of the component.
    start: usize,
    at: usize,
    increment: usize,
    depth: usize,
    /// The depth of brackets in the hostname; a `]` may come first.
    brackets: isize,
    has_special_scheme: bool,
    state: State,
}

impl Parser<'_> {
    fn run(&mut self, is_special: impl Fn(&str) -> bool) {
        while self.state != State::Done {
            self.increment = 1;
            match self.tokens[self.at].kind {
                Kind::End => self.end(),
                Kind::Open => self.depth += 1,
                kind => {
                    if self.depth > 0 && kind == Kind::Close {
                        self.depth -= 1;
                    }
                    if self.depth == 0 {
                        self.step(&is_special);
                    }
                }
            }
            self.at += self.increment;
        }
    }

    /// The end of the text.
    fn end(&mut self) {
        match self.state {
            State::Init => {
                self.rewind();
                if self.is('#') {
                    self.change(State::In(Component::Hash), 1);
                } else if self.is_search() {
                    self.change(State::In(Component::Search), 1);
                } else {
                    self.change(State::In(Component::Pathname), 0);
                }
            }
            State::Authority => self.rewind_to(Component::Hostname),
            _ => self.change(State::Done, 0),
        }
    }

    fn step(&mut self, is_special: impl Fn(&str) -> bool) {
        match self.state {
            State::Init => {
                if self.is(':') {
                    self.rewind_to(Component::Protocol);
                }
            }
            State::Authority => {
                if self.is('@') {
                    self.rewind_to(Component::Username);
                } else if self.is('/') || self.is_search() || self.is('#') {
                    self.rewind_to(Component::Hostname);
                }
            }
            State::In(Component::Protocol) => {
                if self.is(':') {
                    self.protocol_end(is_special);
                }
            }
            State::In(Component::Username) if self.is(':') => self.change(State::In(Component::Password), 1),
            State::In(Component::Username | Component::Password) => {
                if self.is('@') {
                    self.change(State::In(Component::Hostname), 1);
                }
            }
            State::In(Component::Hostname) if self.is('[') => self.brackets += 1,
            State::In(Component::Hostname) if self.is(']') => self.brackets -= 1,
            State::In(Component::Hostname) if self.is(':') && self.brackets == 0 => {
                self.change(State::In(Component::Port), 1);
            }
            State::In(component) => self.tail(component),
            State::Done => {}
        }
    }

    fn protocol_end(&mut self, is_special: impl Fn(&str) -> bool) {
        self.has_special_scheme = is_special(self.component().of(self.text));
        if self.is_at(self.at + 1, '/') && self.is_at(self.at + 2, '/') {
            self.change(State::Authority, 3);
        } else if self.has_special_scheme {
            self.change(State::Authority, 1);
        } else {
            self.change(State::In(Component::Pathname), 1);
        }
    }

    /// Looks for the start of a later component.
    fn tail(&mut self, component: Component) {
        if component < Component::Pathname && self.is('/') {
            self.change(State::In(Component::Pathname), 0);
        } else if component < Component::Search && self.is_search() {
            self.change(State::In(Component::Search), 1);
        } else if component < Component::Hash && self.is('#') {
            self.change(State::In(Component::Hash), 1);
        }
    }

    /// *Change state*: ends the component, and makes those empty that are left out before the next one.
    fn change(&mut self, next: State, skip: usize) {
        if let State::In(component) = self.state {
            let span = self.component();
            self.sources[component as usize] = Some(Source::at(self.text, span));
        }
        if self.state != State::Init
            && let State::In(next) = next
        {
            self.fill(next);
        }
        self.state = next;
        self.at += skip;
        self.start = self.at;
        self.increment = 0;
    }

    fn fill(&mut self, next: Component) {
        let current = match self.state {
            State::In(component) => component,
            _ => Component::Username,
        };
        let path = if self.has_special_scheme { "/" } else { "" };
        for (component, text) in [(Component::Hostname, ""), (Component::Pathname, path), (Component::Search, "")] {
            let source = &mut self.sources[component as usize];
            if current < component && component < next && source.is_none() {
                *source = Some(Source::made(text));
            }
        }
    }

    fn rewind(&mut self) {
        self.at = self.start;
        self.increment = 0;
    }

    fn rewind_to(&mut self, component: Component) {
        self.rewind();
        self.state = State::In(component);
    }

    /// Returns the component from its start to the current token.
    fn component(&self) -> Span {
        Span::new(self.token(self.start).span.start, self.tokens[self.at].span.start)
    }

    fn token(&self, at: usize) -> Token {
        self.tokens[at.min(self.tokens.len() - 1)]
    }

    fn is(&self, c: char) -> bool {
        self.is_at(self.at, c)
    }

    /// Returns whether a token is a character without a meaning in patterns.
    fn is_at(&self, at: usize, c: char) -> bool {
        let token = self.token(at);
        matches!(token.kind, Kind::Char | Kind::Escaped | Kind::Invalid(_)) && token.value.of(self.text).starts_with(c)
    }

    /// Returns whether a token is a `?` that is not a modifier.
    fn is_search(&self) -> bool {
        if self.is('?') {
            return true;
        }
        let is_mark = self.tokens[self.at].value.of(self.text) == "?";
        let is_group = |at| matches!(self.token(at).kind, Kind::Name | Kind::Regexp | Kind::Close | Kind::Asterisk);
        is_mark && !self.at.checked_sub(1).is_some_and(is_group)
    }
}
