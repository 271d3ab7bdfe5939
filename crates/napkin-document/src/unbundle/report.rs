//! What is said about a document that has been unbundled.

use crate::usage::Use;
use napkin::{Finding, Span};
use std::fmt;

/// A document that has been unbundled, and what is to be said about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unbundled {
    /// The document.
    pub bytes: Vec<u8>,
    /// The files, in the order in which they were handed out.
    pub objects: Vec<Object>,
    /// The `data:` URLs that should be files and still stand there, in the order in which they were found.
    pub failures: Vec<Failure>,
    /// What else is worth knowing.
    pub notes: Vec<Note>,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Object {
    /// What it is called.
    pub name: String,
    /// What it was first needed for.
    pub used: Use,
    /// Its media type.
    pub media_type: String,
    /// How many bytes it has.
    pub size: usize,
    /// How many references name it.
    pub times: usize,
}

/// A `data:` URL that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// Its bytes in the document; of one in the data of another, those of the outermost.
    pub span: Span,
    /// The line of that, from 1.
    pub line: usize,
    /// The column of that in characters, from 1.
    pub column: usize,
    /// What it stands in: `html img[src]`, `css url()`.
    pub context: String,
    /// The URL.
    pub text: String,
    /// What it is for.
    pub used: Use,
    /// Why it stays.
    pub reason: Reason,
}

/// Why a `data:` URL stays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is wrong, so that browsers load nothing; the finding has its place in the URL.
    Wrong(Finding),
    /// It says that it is in an encoding that a file of its type cannot say.
    Charset,
    /// It is in a document in an attribute that has a base URL of its own.
    Base,
    /// It stands in an entity of XML, which may be used elsewhere too.
    Entity,
    /// It has more bytes than [`Limits::object`](super::Limits::object).
    ObjectLimit,
    /// With it there would be more bytes than [`Limits::total`](super::Limits::total).
    TotalLimit,
    /// It stands deeper than [`Limits::depth`](super::Limits::depth).
    DepthLimit,
    /// The receiver of the files has stopped.
    Stopped,
    /// There are more references than [`Limits::count`](super::Limits::count).
    CountLimit,
    /// The page has relative links and a base URL that leads elsewhere, and the absolute URLs would exceed
    /// [`Limits::links`](super::Limits::links).
    LinksLimit,
}

impl Reason {
    /// The word for scripts: `wrong`, `charset`, `base`, `entity`, `object-limit`, `total-limit`, `depth-limit`,
    /// `count-limit`, `links-limit`.
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

impl fmt::Display for Reason {
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

/// Something that is worth knowing, and no failure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The bytes in the document, as those of a [`Failure`].
    pub span: Span,
    /// The line of that, from 1.
    pub line: usize,
    /// The column of that in characters, from 1.
    pub column: usize,
    /// What.
    pub remark: Remark,
}

/// What is worth knowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remark {
    /// What a frame shows had an origin of its own as a `data:` URL, and has that of the page as a file: its scripts can reach
    /// the page.
    Origin,
    /// A module in a file is not loaded from a page that is opened as a file, but from one that is served.
    Module,
    /// The page has a Content Security Policy, which may forbid its files.
    Policy,
    /// The page had a base URL elsewhere, which is empty now; what was relative to it is absolute.
    Base,
}

impl Remark {
    /// `origin`, `module`, `policy`, `base`.
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

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Origin => "what this frame shows is of the page's own origin now, and its scripts can reach the page",
            Self::Module => "browsers load a module in a file only if the page is served",
            Self::Policy => "the page's Content Security Policy may forbid its files",
            Self::Base => "the page's base URL is empty now, and what was relative to it is absolute",
        })
    }
}
