//! "Converting part lists to regular expressions" and "Converting part lists to pattern strings".

use super::parser::{Modifier, Options, Part, PartType};
use super::tokenizer::is_a_valid_name_code_point;

/// "full wildcard regexp value".
pub const FULL_WILDCARD_REGEXP_VALUE: &str = ".*";

/// "generate a segment wildcard regexp".
#[must_use]
pub fn generate_segment_wildcard_regexp(options: Options) -> String {
    format!("[^{}]+?", escape_a_regexp_string(options.delimiter_code_point))
}

/// "generate a regular expression and name list".
#[must_use]
pub fn generate_regular_expression(part_list: &[Part], options: Options) -> (String, Vec<String>) {
    let mut result = "^".to_owned();
    let mut name_list = Vec::new();
    for part in part_list {
        let modifier = convert_a_modifier_to_a_string(part.modifier);
        if part.part_type == PartType::FixedText {
            let value = escape_a_regexp_string(&part.value);
            if part.modifier == Modifier::None {
                result += &value;
            } else {
                result += &format!("(?:{value}){modifier}");
            }
            continue;
        }
        assert!(!part.name.is_empty(), "the name is not the empty string");
        name_list.push(part.name.clone());
        let regexp_value = match part.part_type {
            PartType::SegmentWildcard => generate_segment_wildcard_regexp(options),
            PartType::FullWildcard => FULL_WILDCARD_REGEXP_VALUE.to_owned(),
            _ => part.value.clone(),
        };
        if part.prefix.is_empty() && part.suffix.is_empty() {
            if matches!(part.modifier, Modifier::None | Modifier::Optional) {
                result += &format!("({regexp_value}){modifier}");
            } else {
                result += &format!("((?:{regexp_value}){modifier})");
            }
            continue;
        }
        let (prefix, suffix) = (escape_a_regexp_string(&part.prefix), escape_a_regexp_string(&part.suffix));
        if matches!(part.modifier, Modifier::None | Modifier::Optional) {
            result += &format!("(?:{prefix}({regexp_value}){suffix}){modifier}");
            continue;
        }
        result += &format!("(?:{prefix}((?:{regexp_value})(?:{suffix}{prefix}(?:{regexp_value}))*){suffix})");
        if part.modifier == Modifier::ZeroOrMore {
            result += "?";
        }
    }
    result += "$";
    (result, name_list)
}

/// "escape a regexp string".
fn escape_a_regexp_string(input: &str) -> String {
    assert!(input.is_ascii(), "an ASCII string");
    let mut result = String::new();
    for c in input.chars() {
        if ".+*?^${}()[]|/\\".contains(c) {
            result.push('\\');
        }
        result.push(c);
    }
    result
}

/// "generate a pattern string".
#[must_use]
pub fn generate_pattern_string(part_list: &[Part], options: Options) -> String {
    let mut result = String::new();
    for index in 0..part_list.len() {
        let part = &part_list[index];
        let previous_part = if index > 0 { Some(&part_list[index - 1]) } else { None };
        let next_part = part_list.get(index + 1);
        let modifier = convert_a_modifier_to_a_string(part.modifier);
        if part.part_type == PartType::FixedText {
            let value = escape_a_pattern_string(&part.value);
            if part.modifier == Modifier::None {
                result += &value;
            } else {
                result += &format!("{{{value}}}{modifier}");
            }
            continue;
        }
        let custom_name = !starts_with_a_digit(&part.name);
        let mut needs_grouping =
            !part.suffix.is_empty() || (!part.prefix.is_empty() && part.prefix != options.prefix_code_point);
        if !needs_grouping
            && custom_name
            && part.part_type == PartType::SegmentWildcard
            && part.modifier == Modifier::None
            && let Some(next_part) = next_part
            && next_part.prefix.is_empty()
            && next_part.suffix.is_empty()
        {
            needs_grouping = match next_part.part_type {
                PartType::FixedText => starts_with_a_name_code_point(&next_part.value),
                _ => starts_with_a_digit(&next_part.name),
            };
        }
        if !needs_grouping
            && part.prefix.is_empty()
            && let Some(previous_part) = previous_part
            && previous_part.part_type == PartType::FixedText
            && previous_part.value.chars().last().is_some_and(|last| last.to_string() == options.prefix_code_point)
        {
            needs_grouping = true;
        }
        if needs_grouping {
            result.push('{');
        }
        result += &escape_a_pattern_string(&part.prefix);
        if custom_name {
            result.push(':');
            result += &part.name;
        }
        if part.part_type == PartType::Regexp {
            result += &format!("({})", part.value);
        } else if part.part_type == PartType::SegmentWildcard && !custom_name {
            result += &format!("({})", generate_segment_wildcard_regexp(options));
        } else if part.part_type == PartType::FullWildcard {
            let is_apart = previous_part.is_none_or(|previous| {
                previous.part_type == PartType::FixedText || previous.modifier != Modifier::None
            });
            if !custom_name && (is_apart || needs_grouping || !part.prefix.is_empty()) {
                result.push('*');
            } else {
                result += &format!("({FULL_WILDCARD_REGEXP_VALUE})");
            }
        }
        if part.part_type == PartType::SegmentWildcard
            && custom_name
            && !part.suffix.is_empty()
            && starts_with_a_name_code_point(&part.suffix)
        {
            result.push('\\');
        }
        result += &escape_a_pattern_string(&part.suffix);
        if needs_grouping {
            result.push('}');
        }
        result += modifier;
    }
    result
}

fn starts_with_a_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn starts_with_a_name_code_point(text: &str) -> bool {
    text.chars().next().is_some_and(|c| is_a_valid_name_code_point(c, false))
}

/// "escape a pattern string".
#[must_use]
pub fn escape_a_pattern_string(input: &str) -> String {
    assert!(input.is_ascii(), "an ASCII string");
    let mut result = String::new();
    for c in input.chars() {
        if "+*?:{}()\\".contains(c) {
            result.push('\\');
        }
        result.push(c);
    }
    result
}

/// "convert a modifier to a string".
fn convert_a_modifier_to_a_string(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::ZeroOrMore => "*",
        Modifier::Optional => "?",
        Modifier::OneOrMore => "+",
        Modifier::None => "",
    }
}
