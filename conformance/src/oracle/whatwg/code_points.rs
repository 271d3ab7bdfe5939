//! The sets of code points: "URL code points" of "URL writing", the forbidden ones of "Host miscellaneous" and the
//! percent-encode sets of "Percent-encoded bytes".

/// "URL code points". The surrogates that the standard excludes are no `char`.
#[must_use]
pub fn is_url_code_point(c: char) -> bool {
    match c {
        '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | '-' | '.' | '/' => true,
        ':' | ';' | '=' | '?' | '@' | '_' | '~' => true,
        '\u{A0}'..='\u{10FFFD}' => !is_noncharacter(c),
        _ => c.is_ascii_alphanumeric(),
    }
}

/// Infra's "noncharacter": U+FDD0 to U+FDEF, and the last two of each plane.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || matches!(u32::from(c) & 0xFFFF, 0xFFFE | 0xFFFF)
}

/// Infra's "C0 control".
#[must_use]
pub fn is_c0_control(c: char) -> bool {
    c <= '\u{1F}'
}

/// "forbidden host code point".
#[must_use]
pub fn is_forbidden_host_code_point(c: char) -> bool {
    let separators = ['#', '/', ':', '<', '>', '?', '@', '[', '\\', ']', '^', '|'];
    matches!(c, '\0' | '\t' | '\n' | '\r' | ' ') || separators.contains(&c)
}

/// "forbidden domain code point".
#[must_use]
pub fn is_forbidden_domain_code_point(c: char) -> bool {
    is_forbidden_host_code_point(c) || is_c0_control(c) || matches!(c, '%' | '\u{7F}')
}

/// "percent-encode set": one of those that the standard names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PercentEncodeSet {
    /// "C0 control percent-encode set".
    C0Control,
    /// "fragment percent-encode set".
    Fragment,
    /// "query percent-encode set".
    Query,
    /// "special-query percent-encode set".
    SpecialQuery,
    /// "path percent-encode set".
    Path,
    /// "userinfo percent-encode set".
    Userinfo,
    /// "component percent-encode set".
    Component,
    /// "`application/x-www-form-urlencoded` percent-encode set".
    FormUrlencoded,
}

impl PercentEncodeSet {
    /// Whether the code point is in the set. Each set is the one before it and some more, as the standard has it.
    #[must_use]
    pub fn contains(self, c: char) -> bool {
        match self {
            Self::C0Control => is_c0_control(c) || c > '~',
            Self::Fragment => Self::C0Control.contains(c) || matches!(c, ' ' | '"' | '<' | '>' | '`'),
            Self::Query => Self::C0Control.contains(c) || matches!(c, ' ' | '"' | '#' | '<' | '>'),
            Self::SpecialQuery => Self::Query.contains(c) || c == '\'',
            Self::Path => Self::Query.contains(c) || matches!(c, '?' | '^' | '`' | '{' | '}'),
            Self::Userinfo => Self::Path.contains(c) || matches!(c, '/' | ':' | ';' | '=' | '@' | '['..=']' | '|'),
            Self::Component => Self::Userinfo.contains(c) || matches!(c, '$'..='&' | '+' | ','),
            Self::FormUrlencoded => Self::Component.contains(c) || matches!(c, '!' | '\''..=')' | '~'),
        }
    }
}
