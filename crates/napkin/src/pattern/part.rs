//! The parts of a pattern string, and the options of its component (URL Pattern Standard sections 2.1.3 and 2.1.4).

use alloc::borrow::Cow;

use crate::Span;

/// How many times the text may contain a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Modifier {
    // The order is that of `compare`: the least specific first.
    ZeroOrMore,
    Optional,
    OneOrMore,
    None,
}

impl Modifier {
    /// Returns the character of the modifier.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Optional => "?",
            Self::ZeroOrMore => "*",
            Self::OneOrMore => "+",
        }
    }

    pub(super) const fn may_be_absent(self) -> bool {
        matches!(self, Self::Optional | Self::ZeroOrMore)
    }

    pub(super) const fn repeats(self) -> bool {
        matches!(self, Self::OneOrMore | Self::ZeroOrMore)
    }
}

/// What a part matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PartKind {
    // The order is that of `compare`: the least specific first.
    /// Any text.
    Full,
    /// One or more characters other than the delimiter.
    Segment,
    /// A regular expression, which is the value.
    Regexp,
    /// The value.
    Fixed,
}

/// A piece of a pattern string: a text, or a group with the text around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) modifier: Modifier,
    /// The name of the group, or its number as text; empty for `Fixed`.
    pub(super) name: Cow<'static, str>,
    pub(super) prefix: Cow<'static, str>,
    pub(super) value: Cow<'static, str>,
    pub(super) suffix: Cow<'static, str>,
    /// The place of the regular expression in the source.
    pub(super) regexp: Span,
}

impl Part {
    /// Returns whether the group has a name that the pattern gives, not a number.
    pub(super) fn has_own_name(&self) -> bool {
        !self.name.starts_with(|c: char| c.is_ascii_digit())
    }

    pub(super) fn is_group(&self) -> bool {
        self.kind != PartKind::Fixed
    }

    pub(super) fn is_bare(&self) -> bool {
        self.prefix.is_empty() && self.suffix.is_empty()
    }
}

/// The parts of `*`.
pub(super) static ANY: [Part; 1] = [Part {
    kind: PartKind::Full,
    modifier: Modifier::None,
    name: Cow::Borrowed("0"),
    prefix: Cow::Borrowed(""),
    value: Cow::Borrowed(""),
    suffix: Cow::Borrowed(""),
    regexp: Span::new(0, 0),
}];

/// How a component reads pattern strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Syntax {
    /// The character at which a segment ends.
    pub(super) delimiter: Option<u8>,
    /// The character before a group that belongs to the group.
    pub(super) prefix: Option<u8>,
}

impl Syntax {
    pub(super) const DEFAULT: Self = Self { delimiter: None, prefix: None };
    pub(super) const HOSTNAME: Self = Self { delimiter: Some(b'.'), prefix: None };
    pub(super) const PATHNAME: Self = Self { delimiter: Some(b'/'), prefix: Some(b'/') };

    /// Returns the regular expression of a segment.
    pub(super) const fn segment(self) -> &'static str {
        match self.delimiter {
            Some(b'/') => r"[^\/]+?",
            Some(_) => r"[^\.]+?",
            None => "[^]+?",
        }
    }

    pub(super) fn is_prefix(self, text: &str) -> bool {
        matches!(text.as_bytes(), [byte] if Some(*byte) == self.prefix)
    }
}

/// The regular expression of any text.
pub(super) const FULL: &str = ".*";
