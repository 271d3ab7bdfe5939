//! `tel:` by RFC 3966.

use super::piece::{Checked, Piece};
use crate::rules;
use napkin::percent::escape_at;

/// Section 3: a global number, or a local number with its context.
pub(super) fn tel(checked: &mut Checked<'_>) {
    let path = checked.path();
    let (number, parameters) = path.split_once(';').map_or((path, None), |(number, rest)| (number, Some(rest)));
    let context = parameters.and_then(|rest| rest.split(';').find_map(|parameter| parameter.strip("phone-context=")));
    if let Some(digits) = number.strip("+") {
        digits_of(checked, digits, "a digit, or `-`, `.`, `(` or `)` between digits", |c| c.is_ascii_digit());
        return;
    }
    let is_digit = |c: char| c.is_ascii_hexdigit() || c == '*';
    digits_of(checked, number, "a digit of a local number", is_digit);
    match context {
        Some(context) if !context.text.is_empty() => {}
        Some(context) => checked.at(rules::TEL_CONTEXT, context, 0, "a domain, or the first digits of global numbers"),
        None => {
            checked.at(rules::TEL_CONTEXT, number, number.text.len(), "`;phone-context=`, or `+` before the number")
        }
    }
}

/// Returns whether a text is digits and visual separators, with at least one digit.
fn digits_of(checked: &mut Checked<'_>, number: Piece<'_>, expected: &'static str, is_digit: impl Fn(char) -> bool) {
    let bytes = number.text.as_bytes();
    let mut at = 0;
    let mut count = 0;
    while at < bytes.len() {
        // `#` is a key of telephones; a URL can contain it only as an escape.
        let (c, length) = escape_at(bytes, at).map_or((bytes[at] as char, 1), |octet| (octet as char, 3));
        let is_key = length == 3 && c == '#';
        if is_digit(c) || is_key {
            count += 1;
        } else if !matches!(c, '-' | '.' | '(' | ')') {
            return checked.at(rules::TEL_NUMBER, number, at, expected);
        }
        at += length;
    }
    if count == 0 {
        checked.at(rules::TEL_NUMBER, number, bytes.len(), "a digit");
    }
}
