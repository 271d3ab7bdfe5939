//! The results of a check.

use std::borrow::Cow;
use std::sync::Arc;

use napkin::Span;

use crate::Verdict;

/// A link with its verdict.
///
/// ```
/// use napkin_check::{Checker, Document, Options};
/// let mut checker = Checker::new(Options::default());
/// let page = Document::new("menu.html", "<p>\n<a href='tel:a'>call us</a>");
/// checker.check(&page, &mut (), &mut |checked| {
///     assert_eq!((checked.line, checked.column, checked.text.as_deref()), (2, 10, Some("call us")));
///     assert_eq!(checked.verdict.name(), "malformed");
/// });
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The name of the document.
    pub source: Arc<str>,
    /// The number of the message part.
    pub part: Option<Arc<str>>,
    /// The line of the reference, from 1.
    pub line: usize,
    /// The column of the reference in characters, from 1.
    pub column: usize,
    /// The column of the reference in bytes, from 1.
    pub byte_column: usize,
    /// The line, the column in characters and the column in bytes of the end of the reference.
    pub end: (usize, usize, usize),
    /// The bytes of the reference in the document.
    pub span: Span,
    /// The reference as the document writes it; without the markup between its pieces.
    pub raw: String,
    /// Whether `raw` is exactly what the document has: text without a password, which would be masked, and in one piece.
    pub is_exact: bool,
    /// Its place, such as `html a[href]`.
    pub context: String,
    /// The visible text of the link.
    pub text: Option<String>,
    /// The absolute URL.
    pub absolute: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The status of HTTP.
    pub status: Option<u16>,
    /// The URL after redirects.
    pub final_url: Option<String>,
    /// Each redirect: the URL that redirects, and its status.
    pub redirects: Vec<(String, u16)>,
    /// Why, in a sentence; empty for a good link without a remark.
    pub reason: Cow<'static, str>,
    /// What the link should be instead.
    pub suggestion: Option<String>,
    /// Whether the suggestion is certain: the same name in another case, or the target of permanent redirects.
    pub is_certain: bool,
    /// Whether the document was mended.
    pub fixed: bool,
    /// Whether the target could not be looked at, though the check asked for it.
    pub is_unseen: bool,
}

/// The number of links per verdict.
///
/// ```
/// use napkin_check::{Checker, Document, Options, Verdict};
/// let mut checker = Checker::new(Options::default());
/// checker.check(&Document::new("menu.html", "<a href=data:,beer><a href=tel:a>"), &mut (), &mut |_| {});
/// let summary = checker.summary();
/// assert_eq!((summary.count(Verdict::Ok), summary.count(Verdict::Malformed), summary.links()), (1, 1, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    counts: [usize; Verdict::ALL.len()],
    documents: usize,
    unseen: usize,
    unread: usize,
}

impl Summary {
    #[cfg(feature = "retrieve")]
    pub(crate) fn add_unread(&mut self) {
        self.unread += 1;
    }

    /// Returns the number of pages that a search found but did not read, because of [`Options::max_pages`](crate::Options).
    ///
    /// ```
    /// assert_eq!(napkin_check::Summary::default().unread(), 0);
    /// ```
    #[must_use]
    pub fn unread(&self) -> usize {
        self.unread
    }

    pub(crate) fn add(&mut self, verdict: Verdict, is_unseen: bool) {
        self.counts[verdict as usize] += 1;
        self.unseen += usize::from(is_unseen);
    }

    pub(crate) fn add_document(&mut self) {
        self.documents += 1;
    }

    /// Returns the number of links with this verdict.
    ///
    /// ```
    /// use napkin_check::{Summary, Verdict};
    /// assert_eq!(Summary::default().count(Verdict::Broken), 0);
    /// ```
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts[verdict as usize]
    }

    /// Returns the number of links.
    ///
    /// ```
    /// assert_eq!(napkin_check::Summary::default().links(), 0);
    /// ```
    #[must_use]
    pub fn links(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Returns the number of documents.
    ///
    /// ```
    /// assert_eq!(napkin_check::Summary::default().documents(), 0);
    /// ```
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Returns the number of links whose targets could not be looked at.
    ///
    /// ```
    /// assert_eq!(napkin_check::Summary::default().unseen(), 0);
    /// ```
    #[must_use]
    pub fn unseen(&self) -> usize {
        self.unseen
    }
}
