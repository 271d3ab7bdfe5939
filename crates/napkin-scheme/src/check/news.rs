//! `news:` and `nntp:` by RFC 5538.

use super::mail;
use super::piece::{Checked, Piece};
use crate::rules;
use napkin::percent::escape_at;

/// Section 4: an article, a group, or all groups, with or without a server.
pub(super) fn news(checked: &mut Checked<'_>) {
    let path = checked.path();
    let path = if checked.url.authority().is_some() { path.strip("/").unwrap_or(path) } else { path };
    let is_article =
        path.text.contains('@') || (0..path.text.len()).any(|at| escape_at(path.text.as_bytes(), at) == Some(b'@'));
    if is_article {
        return mail::message_id(checked, path);
    }
    if path.text != "*" && !(path.text.is_empty() && checked.url.authority().is_some()) {
        group(checked, path, true);
    }
}

/// Section 3: a group and the number of an article, which has at most 16 digits.
pub(super) fn nntp(checked: &mut Checked<'_>) {
    let path = checked.path();
    let Some(path) = path.strip("/") else {
        return checked.at(rules::NEWS_GROUP, path, 0, "a slash and the name of a group");
    };
    let (name, article) = path.split_once('/').map_or((path, None), |(name, article)| (name, Some(article)));
    group(checked, name, false);
    let Some(article) = article else { return };
    let is_odd = checked.first_not(rules::NNTP_ARTICLE, article, "a digit", |c| c.is_ascii_digit());
    if !is_odd && (article.text.is_empty() || article.text.len() > 16) {
        checked.at(rules::NNTP_ARTICLE, article, article.text.len().min(16), "a number of at most 16 digits");
    }
}

/// Checks a name by RFC 5536 section 3.1.4: components of letters, digits, `+`, `-` and `_`, separated by dots.
/// Escaped characters are accepted, because single servers allow more; with `wild`, `*` matches groups.
fn group(checked: &mut Checked<'_>, name: Piece<'_>, wild: bool) {
    let admit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '.' | '%') || (wild && c == '*');
    // The general check refuses a slash.
    if checked.first_not(rules::NEWS_GROUP, name, "a letter, a digit, `+`, `-`, `_` or a dot", |c| admit(c) || c == '/')
    {
        return;
    }
    if let Some(empty) = name.split('.').find(|word| word.text.is_empty()) {
        checked.at(rules::NEWS_GROUP, empty, 0, "a word of the name");
    }
}
