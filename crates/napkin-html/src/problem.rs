//! What can be wrong with a page.

use crate::span::Span;

/// A problem of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// The bytes that it is about: the markup that nothing ends, or the tag that reached a limit.
    pub span: Span,
    /// What the page lacks, in words or as code between backticks: `` `-->` ``.
    pub expected: &'static str,
}

/// A kind of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The page ends inside a tag.
    EofInTag,
    /// The page ends inside a comment.
    EofInComment,
    /// The page ends inside a document type declaration.
    EofInDoctype,
    /// The page ends inside a CDATA section.
    EofInCdata,
    /// The page ends inside an element whose text only its end tag ends, such as `title`.
    EofInRawText,
    /// The page ends inside a script that has opened a comment, in which its end tag does not count.
    EofInScriptHtmlCommentLikeText,
    /// A limit of tree construction was reached, so that what follows may be read otherwise than a browser does.
    ElementsTooDeep,
}

impl ProblemKind {
    /// Returns the code of the kind: that of the standard's parse error, if it has one (13.2.2).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::EofInTag => "eof-in-tag",
            Self::EofInComment => "eof-in-comment",
            Self::EofInDoctype => "eof-in-doctype",
            Self::EofInCdata => "eof-in-cdata",
            Self::EofInRawText => "eof-in-raw-text",
            Self::EofInScriptHtmlCommentLikeText => "eof-in-script-html-comment-like-text",
            Self::ElementsTooDeep => "elements-too-deep",
        }
    }
}
