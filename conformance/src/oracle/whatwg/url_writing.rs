//! "URL writing": the valid strings for a URL.
//!
//! Each definition is a function that returns whether a whole string matches. For "followed by", every boundary between the two
//! strings is tried: nothing here assumes which delimiter comes first, and nothing calls the parser.

use super::code_points::is_url_code_point;
use super::host_writing::{is_valid_host_string, is_valid_opaque_host_string};
use super::{Record, is_double_dot, is_single_dot, is_special_scheme};

/// "optionally followed by" a code point and another string.
fn optionally_followed_by(text: &str, mark: char, head: fn(&str) -> bool, tail: fn(&str) -> bool) -> bool {
    head(text) || text.match_indices(mark).any(|(at, _)| tail(&text[at + mark.len_utf8()..]) && head(&text[..at]))
}

/// "optionally followed by a path-absolute-URL string".
fn optionally_followed_by_path(text: &str, head: fn(&str) -> bool) -> bool {
    head(text) || text.match_indices('/').any(|(at, _)| is_path_absolute_url_string(&text[at..]) && head(&text[..at]))
}

/// "valid URL string". A relative string needs a non-null base.
#[must_use]
pub fn is_valid_url_string(text: &str, base: Option<&Record>) -> bool {
    base.is_some_and(|base| is_relative_url_with_fragment_string(text, base))
        || is_absolute_url_with_fragment_string(text)
}

/// "absolute-URL-with-fragment string".
#[must_use]
pub fn is_absolute_url_with_fragment_string(text: &str) -> bool {
    optionally_followed_by(text, '#', is_absolute_url_string, is_url_fragment_string)
}

/// "absolute-URL string".
#[must_use]
pub fn is_absolute_url_string(text: &str) -> bool {
    optionally_followed_by(text, '?', is_absolute_url_without_query, is_url_query_string)
}

/// The list of "absolute-URL string", any of which a query may follow.
fn is_absolute_url_without_query(text: &str) -> bool {
    text.match_indices(':').any(|(at, _)| {
        let (scheme, rest) = (&text[..at], &text[at + 1..]);
        if !is_url_scheme_string(scheme) {
            return false;
        }
        let is_file = scheme.eq_ignore_ascii_case("file");
        let is_special = is_special_scheme(&scheme.to_ascii_lowercase());
        (is_special && !is_file && is_scheme_relative_special_url_string(rest))
            || (!is_special
                && (is_scheme_relative_url_string(rest)
                    || is_path_absolute_non_authority_url_string(rest)
                    || is_opaque_path_url_string(rest)))
            || (is_file && is_scheme_relative_file_url_string(rest))
    })
}

/// "URL-scheme string".
#[must_use]
pub fn is_url_scheme_string(text: &str) -> bool {
    let mut code_points = text.chars();
    code_points.next().is_some_and(|c| c.is_ascii_alphabetic())
        && code_points.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// "relative-URL-with-fragment string".
#[must_use]
pub fn is_relative_url_with_fragment_string(text: &str, base: &Record) -> bool {
    if base.has_opaque_path() {
        return text.strip_prefix('#').is_some_and(is_url_fragment_string);
    }
    let is_relative_url_string = match (base.is_special(), base.scheme.as_str()) {
        (_, "file") => |text: &str| is_relative_url_string(text, is_scheme_relative_file_url_string),
        (true, _) => |text: &str| is_relative_url_string(text, is_scheme_relative_special_url_string),
        (false, _) => |text: &str| is_relative_url_string(text, is_scheme_relative_url_string),
    };
    optionally_followed_by(text, '#', is_relative_url_string, is_url_fragment_string)
}

/// "relative-URL string", where `by_scheme` is what switching on the base URL's scheme gives.
fn is_relative_url_string(text: &str, by_scheme: fn(&str) -> bool) -> bool {
    let without_query = |text: &str| {
        is_path_absolute_non_authority_url_string(text)
            || is_path_relative_scheme_less_url_string(text)
            || by_scheme(text)
    };
    // As `optionally_followed_by`, which takes no closures.
    let mut marks = text.match_indices('?');
    without_query(text) || marks.any(|(at, _)| is_url_query_string(&text[at + 1..]) && without_query(&text[..at]))
}

/// "scheme-relative-special-URL string".
#[must_use]
pub fn is_scheme_relative_special_url_string(text: &str) -> bool {
    let with_port = |text: &str| optionally_followed_by(text, ':', is_valid_host_string, is_url_port_string);
    text.strip_prefix("//").is_some_and(|rest| optionally_followed_by_path(rest, with_port))
}

/// "URL-port string".
#[must_use]
pub fn is_url_port_string(text: &str) -> bool {
    // Of a decimal number, however many zeros it begins with.
    let digits = text.trim_start_matches('0');
    let is_16_bit = digits.is_empty() || digits.parse::<u16>().is_ok();
    text.is_empty() || (text.chars().all(|c| c.is_ascii_digit()) && is_16_bit)
}

/// "scheme-relative-URL string".
#[must_use]
pub fn is_scheme_relative_url_string(text: &str) -> bool {
    text.strip_prefix("//").is_some_and(|rest| optionally_followed_by_path(rest, is_opaque_host_and_port_string))
}

/// "opaque-host-and-port string".
#[must_use]
pub fn is_opaque_host_and_port_string(text: &str) -> bool {
    text.is_empty() || optionally_followed_by(text, ':', is_valid_opaque_host_string, is_url_port_string)
}

/// "scheme-relative-file-URL string".
#[must_use]
pub fn is_scheme_relative_file_url_string(text: &str) -> bool {
    text.strip_prefix("//").is_some_and(|rest| {
        rest.is_empty() || optionally_followed_by_path(rest, is_valid_host_string) || is_path_absolute_url_string(rest)
    })
}

/// "path-absolute-URL string".
#[must_use]
pub fn is_path_absolute_url_string(text: &str) -> bool {
    text.strip_prefix('/').is_some_and(are_url_path_segment_strings)
}

/// "zero or more URL-path-segment strings, separated from each other by U+002F (/)". A segment is free of U+002F, so
/// that there is one way to separate them; and it may be empty, so that one segment is as good as none.
fn are_url_path_segment_strings(text: &str) -> bool {
    text.split('/').all(is_url_path_segment_string)
}

/// "path-absolute-non-authority-URL string".
#[must_use]
pub fn is_path_absolute_non_authority_url_string(text: &str) -> bool {
    is_path_absolute_url_string(text) && !text.starts_with("//")
}

/// "path-relative-URL string".
#[must_use]
pub fn is_path_relative_url_string(text: &str) -> bool {
    are_url_path_segment_strings(text) && !text.starts_with('/')
}

/// "path-relative-scheme-less-URL string".
#[must_use]
pub fn is_path_relative_scheme_less_url_string(text: &str) -> bool {
    let starts_with_scheme = text.match_indices(':').any(|(at, _)| is_url_scheme_string(&text[..at]));
    is_path_relative_url_string(text) && !starts_with_scheme
}

/// "opaque-path-URL string".
#[must_use]
pub fn is_opaque_path_url_string(text: &str) -> bool {
    are_url_units(text, |c| c == '?') && !text.starts_with('/')
}

/// "URL-path-segment string".
#[must_use]
pub fn is_url_path_segment_string(text: &str) -> bool {
    let is_dots = is_single_dot(text) || is_double_dot(text);
    (are_url_units(text, |c| matches!(c, '/' | '?')) && !is_dots) || is_single_dot(text) || is_double_dot(text)
}

/// "URL-query string".
#[must_use]
pub fn is_url_query_string(text: &str) -> bool {
    are_url_units(text, |_| false)
}

/// "URL-fragment string".
#[must_use]
pub fn is_url_fragment_string(text: &str) -> bool {
    are_url_units(text, |_| false)
}

/// "zero or more URL units", excluding some: URL code points and percent-encoded bytes. U+0025 (%) is no URL code point,
/// so that there is one way to divide a string into them.
pub(super) fn are_url_units(text: &str, excluding: fn(char) -> bool) -> bool {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_percent_encoded_byte =
            matches!(rest.as_bytes(), [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
        let length = if is_percent_encoded_byte { 3 } else { c.len_utf8() };
        if !is_percent_encoded_byte && (!is_url_code_point(c) || excluding(c)) {
            return false;
        }
        rest = &rest[length..];
    }
    true
}
