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

mod beside;
mod bundler;
pub(crate) mod charset;
mod content_security_policy;
mod css_imports;
pub(crate) mod edit;
mod element;
mod fetch;
mod integrity;
mod links;
pub(crate) mod media_type;
mod module_specifiers;
mod modules;
mod object;
mod options;
mod page;
mod parts;
mod quoted_url;
mod repeated_images;
mod report;
pub(crate) mod source;
mod style_sheet;
mod svg;
mod svg_use;
pub(crate) mod tags;

pub(crate) use self::beside::PartOfPage;
pub use self::fetch::{Fetch, Request};
pub(crate) use self::options::Form;
pub use self::options::{BundleLimits, BundleOptions};
pub use self::report::{Bundled, Failure, FailureReason, Note, Object, Place, Remark};
pub(crate) use self::source::is_xml;
pub use napkin_mail::{Fetched, NotFetched};

use self::bundler::Bundler;
use self::page::MadePage;
use self::source::{Chain, Source};
use crate::entity::Entity;
use napkin::whatwg::Url;

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

/// Bundles a page in the given form.
pub(crate) fn bundle_in(form: Form, page: &Entity<'_>, options: &BundleOptions, fetch: &mut dyn Fetch) -> Bundled {
    let mut bundler = Bundler::new(form, fetch, options.limits);
    let bytes = made(page, &mut bundler).standing_alone();
    bundler.finish(bytes)
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
