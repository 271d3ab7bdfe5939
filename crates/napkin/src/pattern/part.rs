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
    /// The prefix, the value, the suffix and the name, in one text: sets have hundreds of thousands of parts.
    text: Cow<'static, str>,
    /// The ends of the first three in the text.
    ends: [u32; 3],
    /// The place of the regular expression in the source.
    regexp: u32,
}

/// The texts of a part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Texts<'t> {
    pub(super) prefix: &'t str,
    pub(super) value: &'t str,
    pub(super) suffix: &'t str,
    pub(super) name: &'t str,
}

impl Part {
    /// Creates a part. The texts are shorter than 4 GiB together, which [`super::PatternOptions::with_max_length`] ensures.
    pub(super) fn new(kind: PartKind, modifier: Modifier, texts: Texts<'_>) -> Self {
        let Texts { prefix, value, suffix, name } = texts;
        let ends = [prefix.len(), prefix.len() + value.len(), prefix.len() + value.len() + suffix.len()];
        let text = [prefix, value, suffix, name].concat();
        Self { kind, modifier, text: text.into(), ends: ends.map(|end| end as u32), regexp: 0 }
    }

    /// Creates a part without a group.
    pub(super) fn fixed(value: &str, modifier: Modifier) -> Self {
        Self::new(PartKind::Fixed, modifier, Texts { value, ..Texts::default() })
    }

    /// Returns the part whose regular expression begins at this byte of the source.
    pub(super) fn with_regexp_at(self, at: usize) -> Self {
        Self { regexp: at as u32, ..self }
    }

    pub(super) fn prefix(&self) -> &str {
        &self.text[..self.ends[0] as usize]
    }

    /// Returns the text of `Fixed`, or the regular expression.
    pub(super) fn value(&self) -> &str {
        &self.text[self.ends[0] as usize..self.ends[1] as usize]
    }

    pub(super) fn suffix(&self) -> &str {
        &self.text[self.ends[1] as usize..self.ends[2] as usize]
    }

    /// Returns the name of the group, or its number as text; empty for `Fixed`.
    pub(super) fn name(&self) -> &str {
        &self.text[self.ends[2] as usize..]
    }

    /// Returns the place of the regular expression in the source.
    pub(super) fn regexp(&self) -> Span {
        Span::new(self.regexp as usize, self.regexp as usize + self.value().len())
    }

    /// Returns whether the group has a name that the pattern gives, not a number.
    pub(super) fn has_own_name(&self) -> bool {
        !self.name().starts_with(|c: char| c.is_ascii_digit())
    }

    pub(super) fn is_group(&self) -> bool {
        self.kind != PartKind::Fixed
    }

    pub(super) fn is_bare(&self) -> bool {
        self.ends[0] == 0 && self.ends[1] == self.ends[2]
    }
}

/// The parts of `*`.
pub(super) static ANY: [Part; 1] =
    [Part { kind: PartKind::Full, modifier: Modifier::None, text: Cow::Borrowed("0"), ends: [0; 3], regexp: 0 }];

/// An empty text.
pub(super) static NOTHING: Part =
    Part { kind: PartKind::Fixed, modifier: Modifier::None, text: Cow::Borrowed(""), ends: [0; 3], regexp: 0 };

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
