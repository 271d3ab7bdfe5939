//! The operators of expressions (RFC 6570 section 2.2), and the table of appendix A.

/// The operator of an expression: what the values are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `{a}`: text, with all reserved characters encoded (section 3.2.2).
    Simple,
    /// `{+a}`: text with reserved characters (section 3.2.3).
    Reserved,
    /// `{#a}`: a fragment (section 3.2.4).
    Fragment,
    /// `{.a}`: labels after dots (section 3.2.5).
    Label,
    /// `{/a}`: segments of a path (section 3.2.6).
    Path,
    /// `{;a}`: parameters of a path (section 3.2.7).
    Parameter,
    /// `{?a}`: pairs of a query (section 3.2.8).
    Query,
    /// `{&a}`: further pairs of a query (section 3.2.9).
    Continuation,
}

/// A row of appendix A.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The text before the first value.
    pub(super) first: &'static str,
    /// The separator between values.
    pub(super) separator: &'static str,
    /// Whether values have names.
    pub(super) is_named: bool,
    /// The text after a name whose value is empty.
    pub(super) if_empty: &'static str,
    /// Whether reserved characters and escapes are kept.
    pub(super) keeps_reserved: bool,
}

impl Operator {
    /// Returns the character of the operator; empty for a simple expression.
    ///
    /// ```
    /// assert_eq!(napkin::template::Operator::Query.as_str(), "?");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Simple => "",
            Self::Reserved => "+",
            Self::Fragment => "#",
            Self::Label => ".",
            Self::Path => "/",
            Self::Parameter => ";",
            Self::Query => "?",
            Self::Continuation => "&",
        }
    }

    /// Returns the operator with this character.
    pub(super) const fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            b'+' => Self::Reserved,
            b'#' => Self::Fragment,
            b'.' => Self::Label,
            b'/' => Self::Path,
            b';' => Self::Parameter,
            b'?' => Self::Query,
            b'&' => Self::Continuation,
            _ => return None,
        })
    }

    pub(super) const fn form(self) -> Form {
        match self {
            Self::Simple => plain("", ",", false),
            Self::Reserved => plain("", ",", true),
            Self::Fragment => plain("#", ",", true),
            Self::Label => plain(".", ".", false),
            Self::Path => plain("/", "/", false),
            Self::Parameter => named(";", ";", ""),
            Self::Query => named("?", "&", "="),
            Self::Continuation => named("&", "&", "="),
        }
    }
}

const fn plain(first: &'static str, separator: &'static str, keeps_reserved: bool) -> Form {
    Form { first, separator, is_named: false, if_empty: "", keeps_reserved }
}

const fn named(first: &'static str, separator: &'static str, if_empty: &'static str) -> Form {
    Form { first, separator, is_named: true, if_empty, keeps_reserved: false }
}
