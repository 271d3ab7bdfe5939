//! "Parts", "Options" and "Parsing".

use super::TypeError;
use super::canonical::EncodingCallback;
use super::tokenizer::{Token, Type, tokenize};
use super::writer::{FULL_WILDCARD_REGEXP_VALUE, generate_segment_wildcard_regexp};

/// "part/type".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PartType {
    FixedText,
    Regexp,
    SegmentWildcard,
    FullWildcard,
}

/// "part/modifier".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Modifier {
    None,
    Optional,
    ZeroOrMore,
    OneOrMore,
}

/// "part".
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Part {
    pub part_type: PartType,
    pub value: String,
    pub modifier: Modifier,
    pub name: String,
    pub prefix: String,
    pub suffix: String,
}

/// "options".
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Options {
    pub delimiter_code_point: &'static str,
    pub prefix_code_point: &'static str,
    pub ignore_case: bool,
}

impl Options {
    /// "hostname options".
    pub const HOSTNAME: Self = Self { delimiter_code_point: ".", prefix_code_point: "", ignore_case: false };
    /// "pathname options".
    pub const PATHNAME: Self = Self { delimiter_code_point: "/", prefix_code_point: "/", ignore_case: false };
}

struct Parser {
    token_list: Vec<Token>,
    encoding_callback: EncodingCallback,
    segment_wildcard_regexp: String,
    part_list: Vec<Part>,
    pending_fixed_value: String,
    index: usize,
    next_numeric_name: usize,
}

/// "parse a pattern string".
pub fn parse_pattern_string(
    input: &str,
    options: Options,
    encoding_callback: EncodingCallback,
) -> Result<Vec<Part>, TypeError> {
    let mut parser = Parser {
        token_list: tokenize(input, true)?,
        encoding_callback,
        segment_wildcard_regexp: generate_segment_wildcard_regexp(options),
        part_list: Vec::new(),
        pending_fixed_value: String::new(),
        index: 0,
        next_numeric_name: 0,
    };
    while parser.index < parser.token_list.len() {
        let char_token = parser.try_to_consume(Type::Char);
        let mut name_token = parser.try_to_consume(Type::Name);
        let mut regexp_or_wildcard_token = parser.try_to_consume_regexp_or_wildcard(name_token.as_ref());
        if name_token.is_some() || regexp_or_wildcard_token.is_some() {
            let mut prefix = char_token.map_or_else(String::new, |token| token.value);
            if !prefix.is_empty() && prefix != options.prefix_code_point {
                parser.pending_fixed_value.push_str(&prefix);
                prefix.clear();
            }
            parser.maybe_add_a_part_from_the_pending_fixed_value()?;
            let modifier_token = parser.try_to_consume_modifier();
            parser.add_a_part(&prefix, name_token, regexp_or_wildcard_token, "", modifier_token)?;
            continue;
        }
        let mut fixed_token = char_token;
        if fixed_token.is_none() {
            fixed_token = parser.try_to_consume(Type::EscapedChar);
        }
        if let Some(fixed_token) = fixed_token {
            parser.pending_fixed_value.push_str(&fixed_token.value);
            continue;
        }
        let open_token = parser.try_to_consume(Type::Open);
        if open_token.is_some() {
            let prefix = parser.consume_text();
            name_token = parser.try_to_consume(Type::Name);
            regexp_or_wildcard_token = parser.try_to_consume_regexp_or_wildcard(name_token.as_ref());
            let suffix = parser.consume_text();
            parser.consume_required(Type::Close)?;
            let modifier_token = parser.try_to_consume_modifier();
            parser.add_a_part(&prefix, name_token, regexp_or_wildcard_token, &suffix, modifier_token)?;
            continue;
        }
        parser.maybe_add_a_part_from_the_pending_fixed_value()?;
        parser.consume_required(Type::End)?;
    }
    Ok(parser.part_list)
}

impl Parser {
    fn try_to_consume(&mut self, token_type: Type) -> Option<Token> {
        assert!(self.index < self.token_list.len(), "a token is left");
        let next_token = self.token_list[self.index].clone();
        if next_token.token_type != token_type {
            return None;
        }
        self.index += 1;
        Some(next_token)
    }

    fn try_to_consume_modifier(&mut self) -> Option<Token> {
        self.try_to_consume(Type::OtherModifier).or_else(|| self.try_to_consume(Type::Asterisk))
    }

    fn try_to_consume_regexp_or_wildcard(&mut self, name_token: Option<&Token>) -> Option<Token> {
        let mut token = self.try_to_consume(Type::Regexp);
        if name_token.is_none() && token.is_none() {
            token = self.try_to_consume(Type::Asterisk);
        }
        token
    }

    fn consume_required(&mut self, token_type: Type) -> Result<Token, TypeError> {
        self.try_to_consume(token_type).ok_or(TypeError)
    }

    fn consume_text(&mut self) -> String {
        let mut result = String::new();
        loop {
            let token = self.try_to_consume(Type::Char).or_else(|| self.try_to_consume(Type::EscapedChar));
            let Some(token) = token else { break };
            result.push_str(&token.value);
        }
        result
    }

    fn maybe_add_a_part_from_the_pending_fixed_value(&mut self) -> Result<(), TypeError> {
        if self.pending_fixed_value.is_empty() {
            return Ok(());
        }
        let encoded_value = self.encoding_callback.run(&self.pending_fixed_value)?;
        self.pending_fixed_value.clear();
        self.part_list.push(fixed_text(encoded_value, Modifier::None));
        Ok(())
    }

    fn add_a_part(
        &mut self,
        prefix: &str,
        name_token: Option<Token>,
        regexp_or_wildcard_token: Option<Token>,
        suffix: &str,
        modifier_token: Option<Token>,
    ) -> Result<(), TypeError> {
        let modifier = match modifier_token.as_ref().map(|token| token.value.as_str()) {
            Some("?") => Modifier::Optional,
            Some("*") => Modifier::ZeroOrMore,
            Some("+") => Modifier::OneOrMore,
            _ => Modifier::None,
        };
        if name_token.is_none() && regexp_or_wildcard_token.is_none() && modifier == Modifier::None {
            self.pending_fixed_value.push_str(prefix);
            return Ok(());
        }
        self.maybe_add_a_part_from_the_pending_fixed_value()?;
        if name_token.is_none() && regexp_or_wildcard_token.is_none() {
            assert!(suffix.is_empty(), "the suffix is the empty string");
            if prefix.is_empty() {
                return Ok(());
            }
            let encoded_value = self.encoding_callback.run(prefix)?;
            self.part_list.push(fixed_text(encoded_value, modifier));
            return Ok(());
        }
        let mut regexp_value = match &regexp_or_wildcard_token {
            None => self.segment_wildcard_regexp.clone(),
            Some(token) if token.token_type == Type::Asterisk => FULL_WILDCARD_REGEXP_VALUE.to_owned(),
            Some(token) => token.value.clone(),
        };
        let mut part_type = PartType::Regexp;
        if regexp_value == self.segment_wildcard_regexp {
            part_type = PartType::SegmentWildcard;
            regexp_value.clear();
        } else if regexp_value == FULL_WILDCARD_REGEXP_VALUE {
            part_type = PartType::FullWildcard;
            regexp_value.clear();
        }
        let mut name = String::new();
        if let Some(name_token) = name_token {
            name = name_token.value;
        } else if regexp_or_wildcard_token.is_some() {
            name = self.next_numeric_name.to_string();
            self.next_numeric_name += 1;
        }
        if self.part_list.iter().any(|part| part.name == name) {
            return Err(TypeError);
        }
        let prefix = self.encoding_callback.run(prefix)?;
        let suffix = self.encoding_callback.run(suffix)?;
        self.part_list.push(Part { part_type, value: regexp_value, modifier, name, prefix, suffix });
        Ok(())
    }
}

fn fixed_text(value: String, modifier: Modifier) -> Part {
    let empty = String::new;
    Part { part_type: PartType::FixedText, value, modifier, name: empty(), prefix: empty(), suffix: empty() }
}
