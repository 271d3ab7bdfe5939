//! Passwords, masked wherever a diagnostic quotes a text.
//!
//! Decides: what else is a password than what [`napkin::mask_passwords`] knows: under `whatwg` the slashes before a
//! user may be one, or none at all, and tabs and line ends may stand between them.

use std::borrow::Cow;

use napkin::mask_passwords;

/// The schemes behind which `whatwg` looks for an authority whatever slashes there are.
const SPECIAL: [&str; 5] = ["ftp", "http", "https", "ws", "wss"];

/// A text with an asterisk for each byte of its password, at equal width.
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    match (mask_passwords(text), authority_start(text)) {
        // As if the slashes were there, which is a text of which the library knows.
        (Cow::Borrowed(_), Some(start)) => match mask_passwords(&("//".to_owned() + &text[start..])) {
            Cow::Owned(masked) => Cow::Owned(text[..start].to_owned() + &masked["//".len()..]),
            Cow::Borrowed(_) => Cow::Borrowed(text),
        },
        (masked, _) => masked,
    }
}

/// Where the user stands under `whatwg`, if there is one.
fn authority_start(text: &str) -> Option<usize> {
    let is_break = |c: char| matches!(c, '\t' | '\n' | '\r');
    let (scheme, rest) = text.split_once(':').unwrap_or(("", text));
    let scheme: String = scheme.chars().filter(|&c| c > ' ').collect();
    let is_special = SPECIAL.iter().any(|special| scheme.eq_ignore_ascii_case(special));
    let rest = if is_special { rest } else { text.trim_start_matches(|c| c <= ' ') };
    let behind = rest.trim_start_matches(|c| is_break(c) || matches!(c, '/' | '\\'));
    let slashes = rest[..rest.len() - behind.len()].chars().filter(|&c| !is_break(c)).count();
    (is_special || slashes > 1).then_some(text.len() - behind.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_what_any_standard_reads_as_a_password() {
        for (text, expected) in [
            ("http://u:p@h/", "http://u:*@h/"),
            ("http:u:p@h/", "http:u:*@h/"),
            ("http:u:p/q@h/", "http:u:***@h/"),
            (" HTTPS:/u:p@h:8o/", " HTTPS:/u:*@h:8o/"),
            ("ht\ttp:\\u:p:q@h", "ht\ttp:\\u:***@h"),
            ("/\t/u:p@h", "/\t/u:*@h"),
            ("\\/u:p@h", "\\/u:*@h"),
            ("http:h:80/@x", "http:h:80/@x"),
            ("http:u@h/", "http:u@h/"),
            ("mailto:a:b@h", "mailto:a:b@h"),
            ("a:b@c", "a:b@c"),
            ("/a:b@c", "/a:b@c"),
            ("", ""),
        ] {
            assert_eq!(masked(text), expected, "{text:?}");
        }
    }
}
