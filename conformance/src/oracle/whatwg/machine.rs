//! "URL parsing": the basic URL parser. The switch is here; the submodules have a function per state.

mod authority;
mod file;
mod path;
mod scheme;

use std::ops::ControlFlow;

use encoding_rs::{Encoding, UTF_8};

use super::code_points::is_url_code_point;
use super::{Errors, Record, starts_with_windows_drive_letter};

/// The states of the switch, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Hostname,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

/// How a state ends the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// "return", of a parser that was given a url and a state override.
    Return,
    /// "return failure".
    Failure,
}

/// The result of a state: the end of the parser, or nothing.
type Flow = ControlFlow<End>;

const CONTINUE: Flow = ControlFlow::Continue(());
const RETURN: Flow = ControlFlow::Break(End::Return);
const FAILURE: Flow = ControlFlow::Break(End::Failure);

/// "basic URL parser" in UTF-8, without a url.
pub fn parse(input: &str, base: Option<&Record>, errors: &mut Errors) -> Option<Record> {
    parse_encoded(input, base, UTF_8, errors)
}

/// "basic URL parser" without a url: step 1 and what follows.
pub fn parse_encoded(
    input: &str,
    base: Option<&Record>,
    encoding: &'static Encoding,
    errors: &mut Errors,
) -> Option<Record> {
    let is_c0_control_or_space = |c: char| c <= ' ';
    let mut url = Record::default();
    let trimmed = input.trim_matches(is_c0_control_or_space);
    if trimmed.len() != input.len() {
        errors.push("invalid-URL-unit");
    }
    match Machine::new(trimmed, base, encoding, &mut url, None, errors).run() {
        ControlFlow::Break(End::Failure) => None,
        ControlFlow::Break(End::Return) => panic!("without a state override nothing returns early"),
        ControlFlow::Continue(()) => Some(url),
    }
}

/// "basic URL parser" with a url and a state override. Failure is ignored: changes so far remain, and only the `Location`
/// object, which is not implemented here, would check.
pub(super) fn parse_into(input: &str, url: &mut Record, state_override: State, errors: &mut Errors) {
    match Machine::new(input, None, UTF_8, url, Some(state_override), errors).run() {
        ControlFlow::Break(End::Return | End::Failure) | ControlFlow::Continue(()) => {}
    }
}

/// The same, for algorithms that want to know whether the parser fails.
pub(crate) fn parse_over(input: &str, url: &mut Record, state_override: State) -> bool {
    let flow = Machine::new(input, None, UTF_8, url, Some(state_override), &mut Errors::new()).run();
    flow != ControlFlow::Break(End::Failure)
}

/// The variables of the algorithm.
struct Machine<'a> {
    input: Vec<char>,
    base: Option<&'a Record>,
    encoding: &'static Encoding,
    url: &'a mut Record,
    state_override: Option<State>,
    state: State,
    buffer: String,
    at_sign_seen: bool,
    inside_brackets: bool,
    password_token_seen: bool,
    /// -1 points nowhere.
    pointer: isize,
    errors: &'a mut Errors,
}

impl<'a> Machine<'a> {
    /// Steps 2 to 8.
    fn new(
        input: &str,
        base: Option<&'a Record>,
        encoding: &'static Encoding,
        url: &'a mut Record,
        state_override: Option<State>,
        errors: &'a mut Errors,
    ) -> Self {
        let is_ascii_tab_or_newline = |c: &char| matches!(c, '\t' | '\n' | '\r');
        if input.chars().any(|c| is_ascii_tab_or_newline(&c)) {
            errors.push("invalid-URL-unit");
        }
        Self {
            input: input.chars().filter(|c| !is_ascii_tab_or_newline(c)).collect(),
            base,
            encoding: encoding.output_encoding(),
            url,
            state_override,
            state: state_override.unwrap_or(State::SchemeStart),
            buffer: String::new(),
            at_sign_seen: false,
            inside_brackets: false,
            password_token_seen: false,
            pointer: 0,
            errors,
        }
    }

    /// Step 9.
    fn run(&mut self) -> Flow {
        loop {
            self.switch()?;
            if self.points_to_eof() {
                return CONTINUE;
            }
            self.pointer += 1;
        }
    }

    /// One run of the state machine.
    fn switch(&mut self) -> Flow {
        match self.state {
            State::SchemeStart => self.scheme_start(),
            State::Scheme => self.scheme(),
            State::NoScheme => self.no_scheme(),
            State::SpecialRelativeOrAuthority => self.special_relative_or_authority(),
            State::PathOrAuthority => self.path_or_authority(),
            State::Relative => self.relative(),
            State::RelativeSlash => self.relative_slash(),
            State::SpecialAuthoritySlashes => self.special_authority_slashes(),
            State::SpecialAuthorityIgnoreSlashes => self.special_authority_ignore_slashes(),
            State::Authority => self.authority(),
            State::Host | State::Hostname => self.host(),
            State::Port => self.port(),
            State::File => self.file(),
            State::FileSlash => self.file_slash(),
            State::FileHost => self.file_host(),
            State::PathStart => self.path_start(),
            State::Path => self.path(),
            State::OpaquePath => self.opaque_path(),
            State::Query => self.query(),
            State::Fragment => self.fragment(),
        }
    }

    /// The pointer as an index. By the standard, using it while it points nowhere is an error.
    fn index(&self) -> usize {
        usize::try_from(self.pointer).expect("the pointer points nowhere")
    }

    fn points_to_eof(&self) -> bool {
        usize::try_from(self.pointer).is_ok_and(|index| index >= self.input.len())
    }

    /// "c", where `None` is the EOF code point.
    fn c(&self) -> Option<char> {
        self.input.get(self.index()).copied()
    }

    /// "remaining".
    fn remaining(&self) -> &[char] {
        &self.input[self.index() + 1..]
    }

    /// "the code point substring from pointer to the end of input starts with a Windows drive letter".
    fn at_windows_drive_letter(&self) -> bool {
        starts_with_windows_drive_letter(&self.input[self.index()..])
    }

    /// "validation error".
    fn report(&mut self, error: &'static str) {
        self.errors.push(error);
    }

    /// "validation error, return failure".
    fn fail(&mut self, error: &'static str) -> Flow {
        self.report(error);
        FAILURE
    }

    /// "set state to, and decrease pointer by 1".
    fn again_in(&mut self, state: State) {
        self.state = state;
        self.pointer -= 1;
    }

    /// The condition of many states: "c is the EOF code point, U+002F (/), U+003F (?), or U+0023 (#)", or "url is
    /// special and c is U+005C (\)".
    fn at_end_of_authority(&self) -> bool {
        matches!(self.c(), None | Some('/' | '?' | '#')) || self.at_special_backslash()
    }

    /// "url is special and c is U+005C (\)".
    fn at_special_backslash(&self) -> bool {
        self.url.is_special() && self.c() == Some('\\')
    }

    /// "set url's query to the empty string and state to query state".
    fn start_query(&mut self) {
        self.url.query = Some(String::new());
        self.state = State::Query;
    }

    /// "set url's fragment to the empty string and state to fragment state".
    fn start_fragment(&mut self) {
        self.url.fragment = Some(String::new());
        self.state = State::Fragment;
    }

    /// The two steps that every state after the authority takes for a code point that it keeps.
    fn report_no_url_unit(&mut self, c: char) {
        if !is_url_code_point(c) && c != '%' {
            self.report("invalid-URL-unit");
        }
        let starts_with_two_hex = matches!(self.remaining(), [high, low, ..]
            if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
        if c == '%' && !starts_with_two_hex {
            self.report("invalid-URL-unit");
        }
    }
}
