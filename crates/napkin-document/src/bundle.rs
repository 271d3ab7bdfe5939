//! A page that needs nothing else.
//!
//! Decides: which references of a page name what it shows or runs, and so become `data:` URLs, or styles and scripts in the page
//! itself; which become absolute; and what is left as it is. What a style sheet, a module or a page in a frame names is
//! resolved against that, and goes into it in the same way. How an object is retrieved is the caller's: a [`Fetch`].
//!
//! What could not be had is listed, and left as an absolute link, so that the result shows as much as it can. The result
//! depends on the page and on what is retrieved, and on nothing else.
//!
//! ```
//! use napkin_document::Entity;
//! use napkin_document::bundle::{Fetched, NotFetched, Options, Request, bundle};
//!
//! let page = Entity::new(b"<img src=napkin.gif><a href=menu>").retrieved_from("http://pub.example/");
//! let mut fetch = |request: &Request<'_>| match request.url {
//!     "http://pub.example/napkin.gif" => Ok(Fetched::new(b"GIF89a".to_vec())),
//!     _ => Err(NotFetched::new("not on the table")),
//! };
//! let bundled = bundle(&page, &Options::default(), &mut fetch);
//! assert_eq!(bundled.bytes, b"<img src=data:image/gif,GIF89a><a href=http://pub.example/menu>");
//! assert!(bundled.failures.is_empty());
//! ```

pub(crate) mod charset;
mod element;
mod imports;
mod integrity;
pub(crate) mod kind;
mod module;
pub(crate) mod page;
mod part;
mod policy;
mod repeated;
mod report;
mod room;
mod sheet;
pub(crate) mod source;
mod specifiers;
mod sprite;
mod store;
mod svg;
pub(crate) mod tags;

pub use self::report::{Bundled, Failure, Note, Object, Place, Reason, Remark};

use self::page::MadePage;
pub(crate) use self::source::is_xml;

use self::source::{Chain, Source};
use self::store::Bundler;
use crate::entity::Entity;
use crate::usage::Use;
use napkin::whatwg::Url;
pub use napkin_mail::{Fetched, NotFetched};
use std::rc::Rc;

/// What a page is bundled with, or unbundled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How much goes into it, or comes out of it.
    pub limits: Limits,
}

/// How much goes into a bundle, or comes out of one. What is beyond is left as an absolute link, or as a `data:` URL, and listed
/// as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one object. Default: 64 MiB.
    pub object: usize,
    /// The most bytes of all objects together, each as often as it is there: in a bundle as they are written, and out of one as
    /// they are. Default: 512 MiB.
    pub total: usize,
    /// How deep objects may stand in each other: style sheets, and pages in frames. Default: 16.
    pub depth: usize,
    /// How many references may be embedded, or become files. Default: 100,000.
    pub count: usize,
    /// Limits the total bytes of the references once they are absolute, each with its base; references beyond the limit
    /// stay as written. Without it, a long base would be written once for each short link. Default: 16 MiB.
    pub links: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { object: 64 << 20, total: 512 << 20, depth: 16, count: 100_000, links: 16 << 20 }
    }
}

/// What a bundle asks for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'r> {
    /// An absolute URL, without fragment.
    pub url: &'r str,
    /// What it is for.
    pub used: Use,
    /// More bytes than this will not be taken.
    pub limit: usize,
    /// The page, style sheet or module that names it: the URL by which that was asked for, without fragment; of the page itself its
    /// own, empty for a page from nowhere.
    pub document: &'r str,
}

/// A way of retrieving. It is asked once for each URL, in the order in which they are first needed, and never for `data:`,
/// `about:`, `blob:` or `javascript:`.
pub trait Fetch {
    /// The object at a URL.
    ///
    /// # Errors
    /// It cannot be had. Its links stay absolute, and are listed.
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched>;

    /// In which scope a document names objects: where one URL may be several objects, as in messages in messages, each scope has
    /// its own, and is asked for them by itself. Otherwise all documents are in one.
    fn scope(&self, document: &str) -> usize {
        let _ = document;
        0
    }
}

impl<F: FnMut(&Request<'_>) -> Result<Fetched, NotFetched>> Fetch for F {
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
        self(request)
    }
}

/// The page, with what it needs in it.
///
/// It is read as HTML, as browsers do, and its references under the URL Standard, against the `base` in it or else
/// against where it was retrieved. A charset that a header field gave goes before the one that the page declares.
pub fn bundle(page: &Entity<'_>, options: &Options, fetch: &mut dyn Fetch) -> Bundled {
    bundle_in(Form::Text, page, options, fetch)
}

/// In what form objects go into the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As text of it where that is shortest, else as `data:` URLs.
    Text,
    /// As `data:` URLs alone, so that each can be taken out again.
    Urls,
    /// Not at all: they stand beside it, each under its URL.
    Parts,
}

/// The same in a form.
pub(crate) fn bundle_in(form: Form, page: &Entity<'_>, options: &Options, fetch: &mut dyn Fetch) -> Bundled {
    let mut bundler = Bundler::new(form, fetch, options.limits);
    let bytes = made(page, &mut bundler).standing_alone();
    bundler.finish(bytes)
}

/// An object beside a page.
pub(crate) struct PartOfPage {
    /// Under which URL it is named there.
    pub(crate) url: String,
    pub(crate) media_type: String,
    pub(crate) bytes: Rc<Vec<u8>>,
}

/// The page with everything that it needs beside it, and the URL under which it stands itself, without fragment. Only references that would
/// not find that are changed.
pub(crate) fn beside(
    page: &Entity<'_>,
    options: &Options,
    fetch: &mut dyn Fetch,
) -> (Bundled, Vec<PartOfPage>, String) {
    let url = url_of(page);
    let mut bundler = Bundler::beside(fetch, options.limits, url.as_ref());
    let mut bytes = made(page, &mut bundler).bytes;
    // What the names are is known when all is there. The folder of a page only ever goes up.
    while let Some(folder) = bundler.other_folder() {
        bundler = bundler.named_below(folder);
        bytes = made(page, &mut bundler).bytes;
    }
    let parts = bundler.take_parts();
    let label = url.map_or_else(|| "thismessage:/".into(), |url| bundler.label(&url).into_string());
    let label = source::without_fragment(&label).to_owned();
    (bundler.finish(bytes), parts, label)
}

fn url_of(page: &Entity<'_>) -> Option<Url> {
    page.encapsulating.or(page.retrieval).and_then(|url| Url::parse(url, None).ok())
}

fn made(page: &Entity<'_>, bundler: &mut Bundler<'_>) -> MadePage {
    let url = url_of(page);
    let bytes = charset::utf8(page.bytes);
    let name = page.retrieval.unwrap_or_default();
    let text = url.as_ref().map_or("", |url| source::without_fragment(url.href()));
    let chain = Chain { url: text, outer: None };
    let is_xml = source::is_xml(name, &bytes);
    let charset = page.charset.map(str::to_ascii_lowercase);
    let source = Source { is_xml, charset, ..Source::page(name, &bytes, url.clone(), &chain) };
    bundler.page(&source)
}
