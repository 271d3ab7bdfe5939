//! The report of unbundling: files, failures and notes. Start at `Unbundled`.

use crate::usage::Use;
use napkin::{Finding, Span};
use std::fmt;

/// An unbundled document and its report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unbundled {
    /// The document.
    pub bytes: Vec<u8>,
    /// The files, in the order in which `sink` received them.
    pub objects: Vec<ExtractedObject>,
    /// The `data:` URLs that could not be extracted, in the order in which they were found.
    pub failures: Vec<ExtractionFailure>,
    /// Other remarks.
    pub notes: Vec<ExtractionNote>,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedObject {
    /// The file name.
    pub name: String,
    /// Its first use.
    pub used: Use,
    /// Its media type.
    pub media_type: String,
    /// Its size in bytes.
    pub size: usize,
    /// The number of references to it.
    pub times: usize,
}

/// A `data:` URL that was not extracted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractionFailure {
    /// Its span in the document; for a URL nested in the data of another, the span of the outermost.
    pub span: Span,
    /// The line of the span, from 1.
    pub line: usize,
    /// The column of the span in characters, from 1.
    pub column: usize,
    /// The construct that contains it: `html img[src]`, `css url()`.
    pub context: String,
    /// The URL.
    pub text: String,
    /// Its use.
    pub used: Use,
    /// The reason.
    pub reason: ExtractionFailureReason,
}

/// The reason why a `data:` URL was not extracted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtractionFailureReason {
    /// The URL is malformed, so browsers load nothing; the span of the finding is in the URL.
    Wrong(Finding),
    /// Its charset cannot be declared in a file of its type.
    Charset,
    /// It is in a document in an attribute, and that document has its own base URL.
    Base,
    /// It is in an XML entity, which may be used elsewhere too.
    Entity,
    /// It has more bytes than [`BundleLimits::object`](super::BundleLimits::object).
    ObjectLimit,
    /// The files would exceed [`BundleLimits::total`](super::BundleLimits::total).
    TotalLimit,
    /// It is nested deeper than [`BundleLimits::depth`](super::BundleLimits::depth).
    DepthLimit,
    /// The receiver of the files has returned `Break`.
    Stopped,
    /// There are more references than [`BundleLimits::count`](super::BundleLimits::count).
    CountLimit,
    /// The page has relative links and a base URL that leads elsewhere, and the absolute URLs would exceed
    /// [`BundleLimits::links`](super::BundleLimits::links).
    LinksLimit,
}

impl ExtractionFailureReason {
    /// Returns the code of the reason: `wrong`, `charset`, `base`, `entity`, `object-limit`, `total-limit`,
    /// `depth-limit`, `stopped`, `count-limit`, `links-limit`.
    ///
    /// ```
    /// use napkin_document::unbundle::ExtractionFailureReason;
    /// assert_eq!(ExtractionFailureReason::ObjectLimit.code(), "object-limit");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong(_) => "wrong",
            Self::Charset => "charset",
            Self::Base => "base",
            Self::Entity => "entity",
            Self::ObjectLimit => "object-limit",
            Self::TotalLimit => "total-limit",
            Self::DepthLimit => "depth-limit",
            Self::Stopped => "stopped",
            Self::CountLimit => "count-limit",
            Self::LinksLimit => "links-limit",
        }
    }
}

impl fmt::Display for ExtractionFailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(finding) => write!(f, "browsers load nothing from it: {finding}"),
            Self::Charset => f.pad("no file of its type can say that it is in this encoding"),
            Self::Base => f.pad("the document around it has a base URL of its own"),
            Self::Entity => f.pad("it stands in an entity"),
            Self::ObjectLimit => f.pad("more bytes than one object may have"),
            Self::TotalLimit => f.pad("more bytes than all objects may have"),
            Self::DepthLimit => f.pad("deeper in other objects than allowed"),
            Self::Stopped => f.pad("no more files were taken"),
            Self::CountLimit => f.pad("more references than allowed"),
            Self::LinksLimit => f.pad("more bytes than all absolute links may have"),
        }
    }
}

/// A remark that is not a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractionNote {
    /// The span in the document, as in a [`ExtractionFailure`].
    pub span: Span,
    /// The line of the span, from 1.
    pub line: usize,
    /// The column of the span in characters, from 1.
    pub column: usize,
    /// The remark.
    pub remark: ExtractionRemark,
}

/// A remark about an unbundled document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExtractionRemark {
    /// The framed document had its own origin as a `data:` URL, and as a file it shares that of the page: its scripts
    /// can reach the page.
    Origin,
    /// Browsers load a module from a file only if the page is served, not if it is opened as a file.
    Module,
    /// The page has a Content Security Policy, which may forbid its files.
    Policy,
    /// The page had a base URL elsewhere, which is empty now; relative references became absolute.
    Base,
}

impl ExtractionRemark {
    /// Returns the code of the remark: `origin`, `module`, `policy`, `base`.
    ///
    /// ```
    /// use napkin_document::unbundle::ExtractionRemark;
    /// assert_eq!(ExtractionRemark::Module.code(), "module");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Origin => "origin",
            Self::Module => "module",
            Self::Policy => "policy",
            Self::Base => "base",
        }
    }
}

impl fmt::Display for ExtractionRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Origin => "what this frame shows is of the page's own origin now, and its scripts can reach the page",
            Self::Module => "browsers load a module in a file only if the page is served",
            Self::Policy => "the page's Content Security Policy may forbid its files",
            Self::Base => "the page's base URL is empty now, and what was relative to it is absolute",
        })
    }
}
