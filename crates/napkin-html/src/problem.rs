//! Problems in a page: markup that the page does not end, and reached limits.

use crate::span::Span;

/// A problem in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// The affected bytes: the markup that is not ended, or the tag that reached a limit.
    pub span: Span,
    /// The text missing from the page, in words or as code between backticks: `` `-->` ``.
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
    /// The page ends inside an element, such as `title`, whose text only its end tag can end.
    EofInRawText,
    /// The page ends inside a script that has opened a comment, in which the script's end tag does not count.
    EofInScriptHtmlCommentLikeText,
    /// Tree construction reached a limit; a browser may read the rest of the page differently.
    ElementsTooDeep,
}

impl ProblemKind {
    /// Returns the code of the kind: the code of the standard's parse error if there is one (13.2.2).
    ///
    /// ```
    /// assert_eq!(napkin_html::ProblemKind::EofInTag.code(), "eof-in-tag");
    /// ```
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
