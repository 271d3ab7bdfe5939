//! Appendix B of the draft and of RFC 3986: one regular expression splits any text.
//!
//! ```text
//! ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//!  12            3  4          5       6  7        8 9
//! ```

/// The five values that Appendix B names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched<'a> {
    /// `$2`.
    pub scheme: Option<&'a str>,
    /// `$4`: the draft's site.
    pub authority: Option<&'a str>,
    /// `$5`.
    pub path: &'a str,
    /// `$7`.
    pub query: Option<&'a str>,
    /// `$9`.
    pub fragment: Option<&'a str>,
}

/// Matches the expression against the whole of `text`, group by group from the left.
#[must_use]
pub fn matched(text: &str) -> Matched<'_> {
    let rest = text;

    // (([^:/?#]+):)?
    let run = not_of(rest, ":/?#");
    let (scheme, rest) =
        if run > 0 && rest[run..].starts_with(':') { (Some(&rest[..run]), &rest[run + 1..]) } else { (None, rest) };

    // (//([^/?#]*))?
    let (authority, rest) = if let Some(after) = rest.strip_prefix("//") {
        let run = not_of(after, "/?#");
        (Some(&after[..run]), &after[run..])
    } else {
        (None, rest)
    };

    // ([^?#]*)
    let (path, rest) = rest.split_at(not_of(rest, "?#"));

    // (\?([^#]*))?
    let (query, rest) = if let Some(after) = rest.strip_prefix('?') {
        let run = not_of(after, "#");
        (Some(&after[..run]), &after[run..])
    } else {
        (None, rest)
    };

    // (#(.*))?
    let fragment = rest.strip_prefix('#');
    Matched { scheme, authority, path, query, fragment }
}

/// The length of the longest prefix without any of `stops`.
fn not_of(text: &str, stops: &str) -> usize {
    text.find(|c| stops.contains(c)).unwrap_or(text.len())
}
