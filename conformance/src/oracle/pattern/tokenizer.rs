//! "Tokens" and "Tokenizing".

use std::sync::LazyLock;

use super::TypeError;

/// "token/type".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Type {
    Open,
    Close,
    Regexp,
    Name,
    Char,
    EscapedChar,
    OtherModifier,
    Asterisk,
    End,
    InvalidChar,
}

/// "token".
#[derive(Clone, Debug)]
pub struct Token {
    /// "type".
    pub token_type: Type,
    /// "index".
    pub index: usize,
    /// "value".
    pub value: String,
}

struct Tokenizer {
    input: Vec<char>,
    is_strict: bool,
    token_list: Vec<Token>,
    index: usize,
    next_index: usize,
    code_point: char,
}

/// "tokenize".
pub fn tokenize(input: &str, is_strict: bool) -> Result<Vec<Token>, TypeError> {
    let mut tokenizer = Tokenizer {
        input: input.chars().collect(),
        is_strict,
        token_list: Vec::new(),
        index: 0,
        next_index: 0,
        code_point: '\0',
    };
    while tokenizer.index < tokenizer.input.len() {
        tokenizer.seek_and_get_the_next_code_point(tokenizer.index);
        match tokenizer.code_point {
            '*' => tokenizer.add_with_default_position_and_length(Type::Asterisk),
            '+' | '?' => tokenizer.add_with_default_position_and_length(Type::OtherModifier),
            '\\' => {
                if tokenizer.index == tokenizer.input.len() - 1 {
                    tokenizer.process_error(tokenizer.next_index, tokenizer.index)?;
                    continue;
                }
                let escaped_index = tokenizer.next_index;
                tokenizer.get_the_next_code_point();
                tokenizer.add_with_default_length(Type::EscapedChar, tokenizer.next_index, escaped_index);
            }
            '{' => tokenizer.add_with_default_position_and_length(Type::Open),
            '}' => tokenizer.add_with_default_position_and_length(Type::Close),
            ':' => {
                let mut name_position = tokenizer.next_index;
                let name_start = name_position;
                while name_position < tokenizer.input.len() {
                    tokenizer.seek_and_get_the_next_code_point(name_position);
                    let first_code_point = name_position == name_start;
                    if !is_a_valid_name_code_point(tokenizer.code_point, first_code_point) {
                        break;
                    }
                    name_position = tokenizer.next_index;
                }
                if name_position <= name_start {
                    tokenizer.process_error(name_start, tokenizer.index)?;
                    continue;
                }
                tokenizer.add_with_default_length(Type::Name, name_position, name_start);
            }
            '(' => tokenizer.regexp()?,
            _ => tokenizer.add_with_default_position_and_length(Type::Char),
        }
    }
    tokenizer.add_with_default_length(Type::End, tokenizer.index, tokenizer.index);
    Ok(tokenizer.token_list)
}

impl Tokenizer {
    /// The steps for U+0028.
    fn regexp(&mut self) -> Result<(), TypeError> {
        let mut depth = 1;
        let mut regexp_position = self.next_index;
        let regexp_start = regexp_position;
        while regexp_position < self.input.len() {
            self.seek_and_get_the_next_code_point(regexp_position);
            if !self.code_point.is_ascii() {
                return self.process_error(regexp_start, self.index);
            }
            if regexp_position == regexp_start && self.code_point == '?' {
                return self.process_error(regexp_start, self.index);
            }
            if self.code_point == '\\' {
                if regexp_position == self.input.len() - 1 {
                    return self.process_error(regexp_start, self.index);
                }
                self.get_the_next_code_point();
                if !self.code_point.is_ascii() {
                    return self.process_error(regexp_start, self.index);
                }
                regexp_position = self.next_index;
                continue;
            }
            if self.code_point == ')' {
                depth -= 1;
                if depth == 0 {
                    regexp_position = self.next_index;
                    break;
                }
            } else if self.code_point == '(' {
                depth += 1;
                if regexp_position == self.input.len() - 1 {
                    return self.process_error(regexp_start, self.index);
                }
                let temporary_position = self.next_index;
                self.get_the_next_code_point();
                if self.code_point != '?' {
                    return self.process_error(regexp_start, self.index);
                }
                self.next_index = temporary_position;
            }
            regexp_position = self.next_index;
        }
        if depth != 0 {
            return self.process_error(regexp_start, self.index);
        }
        let regexp_length = regexp_position - regexp_start - 1;
        if regexp_length == 0 {
            return self.process_error(regexp_start, self.index);
        }
        self.add(Type::Regexp, regexp_position, regexp_start, regexp_length);
        Ok(())
    }

    fn get_the_next_code_point(&mut self) {
        self.code_point = self.input[self.next_index];
        self.next_index += 1;
    }

    fn seek_and_get_the_next_code_point(&mut self, index: usize) {
        self.next_index = index;
        self.get_the_next_code_point();
    }

    /// "add a token".
    fn add(&mut self, token_type: Type, next_position: usize, value_position: usize, value_length: usize) {
        let value = self.input[value_position..value_position + value_length].iter().collect();
        self.token_list.push(Token { token_type, index: self.index, value });
        self.index = next_position;
    }

    fn add_with_default_length(&mut self, token_type: Type, next_position: usize, value_position: usize) {
        let computed_length = next_position - value_position;
        self.add(token_type, next_position, value_position, computed_length);
    }

    fn add_with_default_position_and_length(&mut self, token_type: Type) {
        self.add_with_default_length(token_type, self.next_index, self.index);
    }

    /// "process a tokenizing error".
    fn process_error(&mut self, next_position: usize, value_position: usize) -> Result<(), TypeError> {
        if self.is_strict {
            return Err(TypeError);
        }
        self.add_with_default_length(Type::InvalidChar, next_position, value_position);
        Ok(())
    }
}

/// "is a valid name code point", with ECMAScript's `IdentifierStart` and `IdentifierPart`.
#[must_use]
pub fn is_a_valid_name_code_point(code_point: char, first: bool) -> bool {
    static START: LazyLock<regress::Regex> = LazyLock::new(|| class(r"[$_\p{ID_Start}]"));
    static PART: LazyLock<regress::Regex> = LazyLock::new(|| class(r"[$\u200C\u200D\p{ID_Continue}]"));
    let text = code_point.to_string();
    if first { START.find(&text).is_some() } else { PART.find(&text).is_some() }
}

fn class(text: &str) -> regress::Regex {
    regress::Regex::with_flags(text, regress::Flags { unicode: true, ..regress::Flags::default() }).expect("a class")
}
