//! The result of a rewriting: the new document, the changes, and the links that could not be changed. Start at
//! `Rewritten`.

use crate::context::Context;
use napkin::Span;
use std::fmt;

/// A rewritten document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rewritten {
    /// The new document.
    pub bytes: Vec<u8>,
    /// The changes, in document order.
    pub changes: Vec<Change>,
    /// The links that could not be changed, in document order.
    pub left: Vec<Left>,
    /// The number of links found, including unchanged ones.
    pub links: usize,
}

/// A changed link.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The number of the link, counted from 0.
    pub number: usize,
    /// Its span in the old document.
    pub span: Span,
    /// Its old text, decoded.
    pub old: String,
    /// Its new text, decoded: the requested text, percent-encoded where the syntax cannot hold it.
    pub new: String,
    /// The context of the link.
    pub context: Context<'static>,
}

/// A link that could not be rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Left {
    /// Its span in the document.
    pub span: Span,
    /// Its text, decoded.
    pub old: String,
    /// The requested text, as far as it was escaped.
    pub new: String,
    /// The reason.
    pub reason: LeftReason,
    /// The context of the link.
    pub context: Context<'static>,
}

/// The reason why a link could not be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LeftReason {
    /// The syntax at its position cannot express the text: an empty URL in `srcset`, a relative one in prose.
    Unwritable,
    /// It overlaps bytes that another link has changed.
    Overlaps,
    /// The text would be read as something else there, or would change what another link is: beside a quote in prose
    /// that another link continues across.
    Misread,
}

impl LeftReason {
    /// Returns the name of the reason: `unwritable`, `overlaps`, `misread`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unwritable => "unwritable",
            Self::Overlaps => "overlaps",
            Self::Misread => "misread",
        }
    }
}

/// A link of the rewritten document that does not read as intended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misread {
    /// The first link that differs, counted from 0.
    pub number: usize,
    /// The expected text; `None` if there should be no such link.
    pub expected: Option<String>,
    /// The text that was found; `None` if there is no such link.
    pub found: Option<String>,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &String| format!("`{}`", napkin::mask_passwords(text));
        let shown = |text: &Option<String>| text.as_ref().map_or("no link".to_owned(), quoted);
        let (expected, found) = (shown(&self.expected), shown(&self.found));
        write!(f, "link {}: expected {expected}, but found {found}", self.number + 1)
    }
}

impl std::error::Error for Misread {}

/// A rewritten document would be longer than a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLong {
    /// The limit, in bytes.
    pub most: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a document of at most {} bytes, but found that its new references make it longer",
            self.most
        )
    }
}

impl std::error::Error for TooLong {}
