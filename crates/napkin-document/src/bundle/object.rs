//! The objects of a bundle, as retrieved and as prepared for embedding, and the references to them.

use super::content_security_policy::Kinds;
use super::quoted_url::{self, Room};
use super::report::Remark;
use super::source::{Chain, Source};
use crate::usage::Use;
use crate::written::QuoteMark;
use napkin::Span;
use napkin::data::Encoder;
use napkin::media::MediaType;
use napkin::whatwg::Url;
use std::cell::OnceCell;
use std::rc::Rc;

/// How an object is prepared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// Unchanged.
    Raw,
    /// A style sheet, with the objects that it refers to.
    Style,
    /// A framed document: a page or SVG is bundled, anything else stays unchanged.
    Frame,
    /// A module, with its imports; only in archives.
    Module,
}

/// An object as it was retrieved.
pub(super) struct Stored {
    pub(super) bytes: Rc<Vec<u8>>,
    pub(super) media_type: MediaType<'static>,
    /// The URL after redirects.
    pub(super) url: Url,
    /// The base URL of its references.
    pub(super) base: Url,
}

impl Stored {
    /// Returns the source of a document other than a page.
    pub(super) fn source<'d>(&self, name: &'d str, bytes: &'d [u8], chain: &'d Chain<'d>) -> Source<'d> {
        Source { base_beside: Some(self.url.clone()), ..Source::new(name, bytes, Some(self.base.clone()), chain) }
    }

    /// Returns the base URL of a page inside an archive: its own `base`, or its URL.
    pub(super) fn base_beside(&self, page: &Source<'_>) -> Option<Url> {
        let is_own = page.base != page.outer_base;
        if is_own { page.base_beside.clone() } else { Some(self.url.clone()) }
    }
}

/// An object prepared for embedding.
pub(super) struct Made {
    pub(super) bytes: Rc<Vec<u8>>,
    pub(super) media_type: MediaType<'static>,
    pub(super) size: usize,
    /// The kinds of the objects embedded in it.
    pub(super) kinds: Kinds,
    url: OnceCell<Rc<str>>,
    /// The shorter URLs for single and double quotes.
    in_quotes: [OnceCell<Rc<str>>; 2],
}

impl Made {
    pub(super) fn new(bytes: Rc<Vec<u8>>, media_type: MediaType<'static>, size: usize) -> Self {
        let (kinds, url, in_quotes) = Default::default();
        Self { bytes, media_type, size, kinds, url, in_quotes }
    }

    /// Returns the shortest `data:` URL. A media type that cannot be written in a URL is omitted, so that browsers
    /// guess it.
    pub(super) fn url(&self) -> Rc<str> {
        let write = || {
            let written = Encoder::new(&self.media_type).encode(&self.bytes);
            let plain = |_| Encoder::new(&MediaType::default_of_data()).encode(&self.bytes);
            Rc::from(written.or_else(plain).unwrap_or_else(|_| "data:,".into()))
        };
        Rc::clone(self.url.get_or_init(write))
    }

    /// Returns the shortest `data:` URL that fits the position.
    pub(super) fn url_for(&self, room: Room) -> Rc<str> {
        let anywhere = self.url();
        let Room::Quotes(quote) = room else { return anywhere };
        let shorter = || {
            quoted_url::in_quotes(&self.bytes, &self.media_type, quote, &anywhere)
                .map_or_else(|| Rc::clone(&anywhere), Rc::from)
        };
        Rc::clone(self.in_quotes[usize::from(quote == QuoteMark::Double)].get_or_init(shorter))
    }
}

/// The result of preparing an object.
pub(super) enum Outcome {
    Made(Rc<Made>),
    /// The object is one of the documents around the reference.
    Circular(Remark),
}

/// A reference that may be embedded.
pub(super) struct Wanted<'w> {
    pub(super) span: Span,
    pub(super) text: &'w str,
    pub(super) context: &'w str,
    pub(super) used: Use,
    pub(super) role: Role,
    pub(super) integrity: Option<&'w str>,
    /// The characters that its position can hold.
    pub(super) room: Room,
}

impl<'w> Wanted<'w> {
    /// Creates a reference whose object is embedded unchanged as a valid URL.
    pub(super) const fn new(span: Span, text: &'w str, context: &'w str, used: Use) -> Self {
        Self { span, text, context, used, role: Role::Raw, integrity: None, room: Room::Url }
    }
}
