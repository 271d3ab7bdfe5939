//! The report of a bundle: embedded objects, failures and notes. Start at `Bundled`.

use crate::usage::Use;
use napkin::{Rule, Span};
use std::fmt;

/// A bundled page and its report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bundled {
    /// The page.
    pub bytes: Vec<u8>,
    /// The embedded objects, in the order of first need.
    pub objects: Vec<Object>,
    /// The references that the page needs and that are still links, in the order in which they were found.
    pub failures: Vec<Failure>,
    /// Other remarks.
    pub notes: Vec<Note>,
}

impl Bundled {
    /// Returns whether the page is self-contained, as far as its text shows.
    ///
    /// ```
    /// use napkin_document::Entity;
    /// use napkin_document::bundle::{NotFetched, Request, bundle};
    /// let page = Entity::new(b"<img src=http://pub.example/a.gif>");
    /// let mut nothing = |_: &Request<'_>| Err(NotFetched::new("not on the table"));
    /// assert!(!bundle(&page, &Default::default(), &mut nothing).is_complete());
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.failures.is_empty()
    }
}

/// An object that has been embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Object {
    /// The URL of the object, without fragment.
    pub url: String,
    /// Its first use.
    pub used: Use,
    /// Its media type.
    pub media_type: String,
    /// Its size in bytes.
    pub size: usize,
    /// The number of times it is embedded.
    pub times: usize,
    /// The bytes written for all occurrences, including the objects that it contains.
    pub written: usize,
}

/// The position of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The URL from which the page, style sheet or module was retrieved; empty for a page without URL.
    pub document: String,
    /// The byte span of the reference in that document.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The construct that contains the reference: `html img[src]`, `css @import`.
    pub context: String,
}

/// A reference that the page needs and that is not embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The position of the reference.
    pub place: Place,
    /// The text of the reference, as written.
    pub text: String,
    /// The absolute URL, which the reference has now; `None` if it has none.
    pub url: Option<String>,
    /// The use of the object.
    pub used: Use,
    /// The reason.
    pub reason: FailureReason,
}

/// The reason why a reference is not embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureReason {
    /// The object could not be retrieved.
    NotFetched(String),
    /// The reference is relative without a base URL, or is no URL.
    NoUrl,
    /// The object does not match the `integrity` attribute, so browsers refuse it.
    Integrity,
    /// The object has more bytes than [`BundleLimits::object`](super::BundleLimits::object).
    ObjectLimit,
    /// The embedded objects would exceed [`BundleLimits::total`](super::BundleLimits::total).
    TotalLimit,
    /// The object is nested deeper than [`BundleLimits::depth`](super::BundleLimits::depth).
    DepthLimit,
    /// There are more references than [`BundleLimits::count`](super::BundleLimits::count).
    CountLimit,
    /// The references together exceed [`BundleLimits::links`](super::BundleLimits::links).
    LinksLimit,
    /// Browsers refuse `data:` URLs in `use` of SVG, and the drawing cannot be copied into the page.
    ExternalUse,
    /// The imports of the module cannot be determined for sure.
    UnreadModule,
    /// The page has its own import map; a second one might be ignored.
    ImportMap,
    /// The imported module is computed at run time, or is not named by a URL.
    ComputedImport,
    /// The syntax at that position cannot hold the URL.
    Unwritable,
    /// A limit of the reader was reached ([`crate::Limits`]): references of this part of the document may be missing.
    Unread(Rule),
}

impl FailureReason {
    /// Returns the code of the reason: `not-fetched`, `no-url`, `integrity`, `object-limit`, `total-limit`,
    /// `depth-limit`, `count-limit`, `links-limit`, `external-use`, `unread-module`, `import-map`, `computed-import`,
    /// `unwritable`, `unread`.
    ///
    /// ```
    /// use napkin_document::bundle::FailureReason;
    /// assert_eq!(FailureReason::NoUrl.code(), "no-url");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFetched(_) => "not-fetched",
            Self::NoUrl => "no-url",
            Self::Integrity => "integrity",
            Self::ObjectLimit => "object-limit",
            Self::TotalLimit => "total-limit",
            Self::DepthLimit => "depth-limit",
            Self::CountLimit => "count-limit",
            Self::LinksLimit => "links-limit",
            Self::ExternalUse => "external-use",
            Self::UnreadModule => "unread-module",
            Self::ImportMap => "import-map",
            Self::ComputedImport => "computed-import",
            Self::Unwritable => "unwritable",
            Self::Unread(_) => "unread",
        }
    }
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NotFetched(why) => why,
            Self::NoUrl => "no URL, and no base to complete it",
            Self::Integrity => "not what its integrity attribute says",
            Self::ObjectLimit => "more bytes than one object may have",
            Self::TotalLimit => "more bytes than all objects may have",
            Self::DepthLimit => "deeper in other objects than allowed",
            Self::CountLimit => "more references than allowed",
            Self::LinksLimit => "more bytes than all absolute links may have",
            Self::ExternalUse => "browsers take no data: URL in `use` of SVG, and a copy would not be the same",
            Self::UnreadModule => "its imports cannot be told for sure",
            Self::ImportMap => "the page has an import map of its own",
            Self::ComputedImport => "which module it is, only running it tells",
            Self::Unwritable => "its place cannot hold the URL",
            Self::Unread(rule) => rule.sentence(),
        })
    }
}

/// A remark that is not a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The position.
    pub place: Place,
    /// The remark.
    pub remark: Remark,
}

/// A remark about a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remark {
    /// A style sheet imports itself, directly or not. As in browsers, it is not applied again.
    CircularImport,
    /// A page frames itself, so the inner frame is empty, as in browsers.
    CircularFrame,
    /// A preload hint or similar was disabled, because the bundle contains what the page needs.
    Hint,
    /// The page's Content Security Policy forbade the embedded objects and now admits them.
    Policy,
}

impl Remark {
    /// Returns the code of the remark: `circular-import`, `circular-frame`, `hint`, `policy`.
    ///
    /// ```
    /// use napkin_document::bundle::Remark;
    /// assert_eq!(Remark::CircularImport.code(), "circular-import");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::CircularImport => "circular-import",
            Self::CircularFrame => "circular-frame",
            Self::Hint => "hint",
            Self::Policy => "policy",
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::CircularImport => "a style sheet that imports itself is not applied again",
            Self::CircularFrame => "a page in a frame of itself is left empty",
            Self::Hint => "a hint to load something early names nothing any more",
            Self::Policy => "the page's Content Security Policy admits data: URLs now, as what is embedded needs",
        })
    }
}
