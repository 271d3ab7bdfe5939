//! Makes a page self-contained: embeds what the page shows or runs, and makes its other references absolute. Start at
//! `bundle`; a [`Fetch`] retrieves the objects.
//!
//! Images, style sheets, scripts and the like become `data:` URLs, or `style` and `script` elements of the page.
//! Style sheets, modules and framed pages are bundled in the same way: their references are resolved against their
//! own base.
//!
//! A failed reference becomes an absolute link and is listed in the report, so the result shows as much as it can.
//! The result depends only on the page and on the retrieved objects.
//!
//! ```
//! use napkin_document::Entity;
//! use napkin_document::bundle::{Fetched, NotFetched, BundleOptions, Request, bundle};
//!
//! let page = Entity::new(b"<img src=napkin.gif><a href=menu>").retrieved_from("http://pub.example/");
//! let mut fetch = |request: &Request<'_>| match request.url {
//!     "http://pub.example/napkin.gif" => Ok(Fetched::new(b"GIF89a".to_vec())),
//!     _ => Err(NotFetched::new("not on the table")),
//! };
//! let bundled = bundle(&page, &BundleOptions::default(), &mut fetch);
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

/// Options of bundling and unbundling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BundleOptions {
    /// Limits on the embedded or extracted objects.
    pub limits: BundleLimits,
}

/// Limits on what a bundle embeds, or on what unbundling extracts. References beyond a limit stay absolute links, or
/// `data:` URLs, and are listed in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundleLimits {
    /// Limits the bytes of one object. Default: 64 MiB.
    pub object: usize,
    /// Limits the total bytes of all objects, counting each occurrence: as encoded when bundling, as decoded when
    /// unbundling. Default: 512 MiB.
    pub total: usize,
    /// Limits how deep style sheets and framed pages may nest. Default: 16.
    pub depth: usize,
    /// Limits the number of references that are embedded or become files. Default: 100,000.
    pub count: usize,
    /// Limits the total bytes of the references once they are absolute, each with its base; references beyond the limit
    /// stay as written. Without it, a long base would be written once for each short link. Default: 16 MiB.
    pub links: usize,
}

impl Default for BundleLimits {
    fn default() -> Self {
        Self { object: 64 << 20, total: 512 << 20, depth: 16, count: 100_000, links: 16 << 20 }
    }
}

/// Describes an object that the bundler wants to retrieve.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'r> {
    /// The absolute URL, without fragment.
    pub url: &'r str,
    /// How the page uses the object.
    pub used: Use,
    /// The object limit: a longer object is refused.
    pub limit: usize,
    /// The URL by which the referring page, style sheet or module was requested, without fragment. For the page
    /// itself, its own URL, or an empty string if the page has none.
    pub document: &'r str,
}

/// Retrieves the objects of a bundle. The bundler calls it once per URL, in the order of first need, and never for
/// `data:`, `about:`, `blob:` or `javascript:`.
pub trait Fetch {
    /// Returns the object at a URL.
    ///
    /// # Errors
    /// Fails if the object cannot be retrieved. Its links then become absolute and are listed in the report.
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched>;

    /// Returns the scope in which a document names objects. One URL may name different objects in different scopes,
    /// as in nested messages; the bundler then requests it once per scope. By default all documents share one scope.
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

/// Bundles a page: embeds the objects that it needs.
///
/// The page is read as HTML, as browsers do. References are resolved under the URL Standard against the page's
/// `base`, or else against its retrieval URL. A charset from a header field takes precedence over the one that the
/// page declares.
///
/// ```
/// use napkin_document::Entity;
/// use napkin_document::bundle::{Fetched, NotFetched, Request, bundle};
/// let page = Entity::new(b"<img src=a.gif>").retrieved_from("http://pub.example/");
/// let mut fetch = |_: &Request<'_>| Ok::<_, NotFetched>(Fetched::new(b"GIF89a".to_vec()));
/// let bundled = bundle(&page, &Default::default(), &mut fetch);
/// assert_eq!(bundled.bytes, b"<img src=data:image/gif,GIF89a>");
/// assert_eq!(bundled.objects[0].url, "http://pub.example/a.gif");
/// ```
pub fn bundle(page: &Entity<'_>, options: &BundleOptions, fetch: &mut dyn Fetch) -> Bundled {
    bundle_in(Form::Text, page, options, fetch)
}

/// The form in which a bundle contains objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As text of the page where that is shortest, otherwise as `data:` URLs.
    Text,
    /// Only as `data:` URLs, so that each object can be extracted again.
    Urls,
    /// As separate parts beside the page, each under its URL (MHTML).
    Parts,
}

/// Bundles a page in the given form.
pub(crate) fn bundle_in(form: Form, page: &Entity<'_>, options: &BundleOptions, fetch: &mut dyn Fetch) -> Bundled {
    let mut bundler = Bundler::new(form, fetch, options.limits);
    let bytes = made(page, &mut bundler).standing_alone();
    bundler.finish(bytes)
}

/// An object that an archive stores beside the page.
pub(crate) struct PartOfPage {
    /// The URL that references use for the object.
    pub(crate) url: String,
    pub(crate) media_type: String,
    pub(crate) bytes: Rc<Vec<u8>>,
}

/// Returns the page, the objects that it needs as separate parts, and the page's own URL without fragment. Changes
/// only references that would not find their part.
pub(crate) fn beside(
    page: &Entity<'_>,
    options: &BundleOptions,
    fetch: &mut dyn Fetch,
) -> (Bundled, Vec<PartOfPage>, String) {
    let url = url_of(page);
    let mut bundler = Bundler::beside(fetch, options.limits, url.as_ref());
    let mut bytes = made(page, &mut bundler).bytes;
    // The labels of `file:` objects depend on their common folder, which is known only after a pass. Each pass can
    // only move that folder up, so the loop ends.
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
