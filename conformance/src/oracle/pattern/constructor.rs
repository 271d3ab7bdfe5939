//! "Constructor string parsing".

use super::canonical::EncodingCallback;
use super::parser::Options;
use super::tokenizer::{Token, Type, tokenize};
use super::{Init, TypeError, compile_a_component, matches_a_special_scheme};

/// "constructor string parser/state".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Init,
    Protocol,
    Authority,
    Username,
    Password,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
    Done,
}

impl State {
    /// The member of the dictionary with the name of the state.
    fn member(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Username => "username",
            Self::Password => "password",
            Self::Hostname => "hostname",
            Self::Port => "port",
            Self::Pathname => "pathname",
            Self::Search => "search",
            Self::Hash => "hash",
            Self::Init | Self::Authority | Self::Done => panic!("{self:?} is no component"),
        }
    }
}

struct Parser {
    input: Vec<char>,
    token_list: Vec<Token>,
    result: Init,
    component_start: usize,
    token_index: usize,
    token_increment: usize,
    group_depth: usize,
    hostname_ipv6_bracket_depth: isize,
    protocol_matches_a_special_scheme_flag: bool,
    state: State,
}

/// "parse a constructor string".
pub fn parse_constructor_string(input: &str) -> Result<Init, TypeError> {
    let mut parser = Parser {
        input: input.chars().collect(),
        token_list: tokenize(input, false)?,
        result: Init::new(),
        component_start: 0,
        token_index: 0,
        token_increment: 1,
        group_depth: 0,
        hostname_ipv6_bracket_depth: 0,
        protocol_matches_a_special_scheme_flag: false,
        state: State::Init,
    };
    while parser.token_index < parser.token_list.len() {
        parser.token_increment = 1;
        if parser.token_list[parser.token_index].token_type == Type::End {
            if parser.state == State::Init {
                parser.rewind();
                if parser.is_a_hash_prefix() {
                    parser.change_state(State::Hash, 1);
                } else if parser.is_a_search_prefix() {
                    parser.change_state(State::Search, 1);
                } else {
                    parser.change_state(State::Pathname, 0);
                }
                parser.token_index += parser.token_increment;
                continue;
            }
            if parser.state == State::Authority {
                parser.rewind_and_set_state(State::Hostname);
                parser.token_index += parser.token_increment;
                continue;
            }
            parser.change_state(State::Done, 0);
            break;
        }
        if parser.is_a_group(Type::Open) {
            parser.group_depth += 1;
            parser.token_index += parser.token_increment;
            continue;
        }
        if parser.group_depth > 0 {
            if parser.is_a_group(Type::Close) {
                parser.group_depth -= 1;
            } else {
                parser.token_index += parser.token_increment;
                continue;
            }
        }
        parser.switch()?;
        parser.token_index += parser.token_increment;
    }
    if parser.result.contains_key("hostname") && !parser.result.contains_key("port") {
        parser.result.insert("port", String::new());
    }
    Ok(parser.result)
}

impl Parser {
    fn switch(&mut self) -> Result<(), TypeError> {
        match self.state {
            State::Init => {
                if self.is_a(':') {
                    self.rewind_and_set_state(State::Protocol);
                }
            }
            State::Protocol => {
                if self.is_a(':') {
                    self.compute_protocol_matches_a_special_scheme_flag()?;
                    let mut next_state = State::Pathname;
                    let mut skip = 1;
                    if self.next_is_authority_slashes() {
                        next_state = State::Authority;
                        skip = 3;
                    } else if self.protocol_matches_a_special_scheme_flag {
                        next_state = State::Authority;
                    }
                    self.change_state(next_state, skip);
                }
            }
            State::Authority => {
                if self.is_a('@') {
                    self.rewind_and_set_state(State::Username);
                } else if self.is_a('/') || self.is_a_search_prefix() || self.is_a_hash_prefix() {
                    self.rewind_and_set_state(State::Hostname);
                }
            }
            State::Username => {
                if self.is_a(':') {
                    self.change_state(State::Password, 1);
                } else if self.is_a('@') {
                    self.change_state(State::Hostname, 1);
                }
            }
            State::Password => {
                if self.is_a('@') {
                    self.change_state(State::Hostname, 1);
                }
            }
            State::Hostname => {
                if self.is_a('[') {
                    self.hostname_ipv6_bracket_depth += 1;
                } else if self.is_a(']') {
                    self.hostname_ipv6_bracket_depth -= 1;
                } else if self.is_a(':') && self.hostname_ipv6_bracket_depth == 0 {
                    self.change_state(State::Port, 1);
                } else if self.is_a('/') {
                    self.change_state(State::Pathname, 0);
                } else if self.is_a_search_prefix() {
                    self.change_state(State::Search, 1);
                } else if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            State::Port => {
                if self.is_a('/') {
                    self.change_state(State::Pathname, 0);
                } else if self.is_a_search_prefix() {
                    self.change_state(State::Search, 1);
                } else if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            State::Pathname => {
                if self.is_a_search_prefix() {
                    self.change_state(State::Search, 1);
                } else if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            State::Search => {
                if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            State::Hash => {}
            State::Done => panic!("this step is never reached"),
        }
        Ok(())
    }

    fn change_state(&mut self, new_state: State, skip: usize) {
        use State::{Authority, Done, Hash, Hostname, Init, Password, Pathname, Port, Protocol, Search, Username};
        if !matches!(self.state, Init | Authority | Done) {
            let component_string = self.make_a_component_string();
            self.result.insert(self.state.member(), component_string);
        }
        if self.state != Init && new_state != Done {
            if matches!(self.state, Protocol | Authority | Username | Password)
                && matches!(new_state, Port | Pathname | Search | Hash)
            {
                self.result.entry("hostname").or_default();
            }
            if matches!(self.state, Protocol | Authority | Username | Password | Hostname | Port)
                && matches!(new_state, Search | Hash)
            {
                let path = if self.protocol_matches_a_special_scheme_flag { "/" } else { "" };
                self.result.entry("pathname").or_insert_with(|| path.to_owned());
            }
            if matches!(self.state, Protocol | Authority | Username | Password | Hostname | Port | Pathname)
                && new_state == Hash
            {
                self.result.entry("search").or_default();
            }
        }
        self.state = new_state;
        self.token_index += skip;
        self.component_start = self.token_index;
        self.token_increment = 0;
    }

    fn rewind(&mut self) {
        self.token_index = self.component_start;
        self.token_increment = 0;
    }

    fn rewind_and_set_state(&mut self, state: State) {
        self.rewind();
        self.state = state;
    }

    fn get_a_safe_token(&self, index: usize) -> &Token {
        if index < self.token_list.len() {
            return &self.token_list[index];
        }
        let last_index = self.token_list.len() - 1;
        let token = &self.token_list[last_index];
        assert_eq!(token.token_type, Type::End);
        token
    }

    fn is_a_non_special_pattern_char(&self, index: usize, value: char) -> bool {
        let token = self.get_a_safe_token(index);
        if token.value != value.to_string() {
            return false;
        }
        matches!(token.token_type, Type::Char | Type::EscapedChar | Type::InvalidChar)
    }

    /// "is a protocol suffix", "is an identity terminator", "is a password prefix", "is a port prefix", "is a pathname start",
    /// "is an IPv6 open" and "is an IPv6 close".
    fn is_a(&self, value: char) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, value)
    }

    fn next_is_authority_slashes(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index + 1, '/')
            && self.is_a_non_special_pattern_char(self.token_index + 2, '/')
    }

    fn is_a_search_prefix(&self) -> bool {
        if self.is_a('?') {
            return true;
        }
        if self.token_list[self.token_index].value != "?" {
            return false;
        }
        let Some(previous_index) = self.token_index.checked_sub(1) else { return true };
        let previous_token = self.get_a_safe_token(previous_index);
        !matches!(previous_token.token_type, Type::Name | Type::Regexp | Type::Close | Type::Asterisk)
    }

    fn is_a_hash_prefix(&self) -> bool {
        self.is_a('#')
    }

    /// "is a group open" and "is a group close".
    fn is_a_group(&self, token_type: Type) -> bool {
        self.token_list[self.token_index].token_type == token_type
    }

    fn make_a_component_string(&self) -> String {
        assert!(self.token_index < self.token_list.len());
        let token = &self.token_list[self.token_index];
        let component_start_token = self.get_a_safe_token(self.component_start);
        self.input[component_start_token.index..token.index].iter().collect()
    }

    fn compute_protocol_matches_a_special_scheme_flag(&mut self) -> Result<(), TypeError> {
        let protocol_string = self.make_a_component_string();
        let protocol_component = compile_a_component(&protocol_string, EncodingCallback::Protocol, Options::default())?;
        if matches_a_special_scheme(&protocol_component) {
            self.protocol_matches_a_special_scheme_flag = true;
        }
        Ok(())
    }
}
