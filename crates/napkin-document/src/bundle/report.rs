//! What is said about a bundle.

use crate::usage::Use;
use napkin::{Rule, Span};
use std::fmt;

/// A page that has been bundled, and what is to be said about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bundled {
    /// The page.
    pub bytes: Vec<u8>,
    /// What has been embedded, in the order in which it was first needed.
    pub objects: Vec<Object>,
    /// What the page needs, and what is still a link, in the order in which it was found.
    pub failures: Vec<Failure>,
    /// What else is worth knowing.
    pub notes: Vec<Note>,
}

impl Bundled {
    /// Whether the page needs nothing else, as far as its text shows.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.failures.is_empty()
    }
}

/// An object that has been embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Object {
    /// Where it is from, without fragment.
    pub url: String,
    /// What it was first needed for.
    pub used: Use,
    /// Its media type.
    pub media_type: String,
    /// How many bytes it has.
    pub size: usize,
    /// How often it is embedded.
    pub times: usize,
    /// How many bytes it takes in all those places, with what it needs itself.
    pub written: usize,
}

/// Where a reference stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The page, style sheet or module: the URL it was retrieved from; empty for a page from nowhere.
    pub document: String,
    /// The bytes of the reference there.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// What it stands in: `html img[src]`, `css @import`.
    pub context: String,
}

/// Something that is not embedded, although the page needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The reference.
    pub place: Place,
    /// What it is, as written.
    pub text: String,
    /// The absolute URL, which is what the reference is now; `None` if it names none.
    pub url: Option<String>,
    /// What it is for.
    pub used: Use,
    /// Why.
    pub reason: Reason,
}

/// Why something is not embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It could not be retrieved.
    NotFetched(String),
    /// There is no base URL to complete the reference with, or the reference is no URL.
    NoUrl,
    /// It is not what the `integrity` attribute says, so that browsers refuse it.
    Integrity,
    /// It has more bytes than [`Limits::object`](super::Limits::object).
    ObjectLimit,
    /// It would make more bytes than [`Limits::total`](super::Limits::total).
    TotalLimit,
    /// It stands deeper than [`Limits::depth`](super::Limits::depth).
    DepthLimit,
    /// There are more references than [`Limits::count`](super::Limits::count).
    CountLimit,
    /// The references together exceed [`Limits::links`](super::Limits::links).
    LinksLimit,
    /// Browsers take no `data:` URL in `use` of SVG, and the drawing cannot be copied into the page.
    ExternalUse,
    /// The module cannot be read so surely that its imports could be changed.
    UnreadModule,
    /// The page has an import map of its own, beside which another one may not count.
    ImportMap,
    /// Which module is imported is computed, or not named by a URL.
    ComputedImport,
    /// The place cannot hold the URL.
    Unwritable,
    /// A limit of the reader was reached ([`crate::Limits`]): references of this part of the document may be missing.
    Unread(Rule),
}

impl Reason {
    /// The word for scripts: `not-fetched`, `no-url`, `integrity`, `object-limit`, `total-limit`, `depth-limit`,
    /// `count-limit`, `links-limit`, `external-use`, `unread-module`, `import-map`, `computed-import`, `unwritable`, `unread`.
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

impl fmt::Display for Reason {
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

/// Something that is worth knowing, and no failure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Where.
    pub place: Place,
    /// What.
    pub remark: Remark,
}

/// What is worth knowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remark {
    /// A style sheet imports itself, through others or not. As in browsers, it is not applied again.
    CircularImport,
    /// A page has itself in a frame. As in browsers, that frame is empty.
    CircularFrame,
    /// A hint to load something early names nothing any more, since what is needed is here already.
    Hint,
    /// The page has a Content Security Policy that forbade what is embedded, and admits it now.
    Policy,
}

impl Remark {
    /// `circular-import`, `circular-frame`, `hint`, `policy`.
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
