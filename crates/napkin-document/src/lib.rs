//! Finds the references in documents: their byte ranges, their text, and the base URL that applies to them
//! (draft-fielding-url-syntax-05 sections 3, 5.1 and Appendices D and E). Start with `links` and `base`.
//!
//! The crate reads only the bytes it is given. It does not retrieve anything, and it does not check references: the
//! crate `napkin` parses and resolves them.
//!
//! ```
//! use napkin_document::{Entity, Options, base, links};
//!
//! let page = b"<!doctype html><base href='http://pub.example/menu/'><a href='beer?size=pint&amp;n=2'>";
//! let page = Entity::new(page);
//! assert_eq!(base(&page).url.as_deref(), Some("http://pub.example/menu/"));
//!
//! links(&page, &Options::default(), &mut |link| {
//!     assert_eq!(link.text, "beer?size=pint&n=2");
//!     assert_eq!(link.context.to_string(), "html a[href]");
//! });
//! ```

#![deny(unsafe_code, missing_docs)]

mod anchors;
pub mod archive;
mod attributes;
pub mod audit;
mod base;
pub mod bundle;
mod completion;
pub mod container;
mod context;
mod cursor;
mod decoded;
mod encoding;
mod entity;
mod flow;
mod inner_base;
mod javascript;
mod lines;
mod link;
mod links;
mod message;
pub mod mhtml;
mod nested;
mod options;
mod outward;
mod pages;
pub mod pdf;
mod prepared_base;
mod reader;
mod references;
pub mod rewrite;
pub mod rules;
pub mod screen;
pub mod surt;
mod target_fragments;
mod typed;
pub mod unbundle;
mod unreadable;
mod usage;
mod values;
pub mod wacz;
pub mod warc;
mod written;

pub use anchors::Anchor;
pub use base::{BaseDeclared, BaseFound, BaseLayer, RejectedBase};
pub use completion::{BasedDocument, LinkResolver, ResolvedLink};
pub use context::{Context, CssPlace, Delimiter, MarkdownPlace};
pub use cursor::{Cursor, CursorPosition};
pub use encoding::{Charset, CharsetFrom, charset};
pub use entity::{Entity, Kind, file_url, url_below};
pub use flow::Flow;
pub use inner_base::InnerBase;
pub use link::{Alternative, ContainingPart, Link, Reading};
pub use links::marked::http_head;
pub use links::text::{TextWindows, write_delimited};
pub use message::ParsedMessage;
pub use options::{LimitError, Limits, Options};
pub use pages::{BaseWindows, PageWindows, WindowEnd};
pub use reader::{Reader, base, base_under};
pub use target_fragments::TargetFragments;
pub use typed::{CleanedText, clean_typed};
pub use unreadable::unreadable;
pub use usage::Use;

/// Passes every link of a document to `sink`, in the order of their first bytes.
///
/// Never fails: it reports the links of any bytes. The base URL is not a link; see [`base()`]. [`read_links`] also reports
/// the problems of the document. If `sink` [breaks](Flow), no more of the document is read.
///
/// ```
/// use napkin_document::{Entity, Options, links};
/// let mut found = Vec::new();
/// links(&Entity::new(b"<a href=beer>"), &Options::default(), &mut |link| found.push(link.text.to_string()));
/// assert_eq!(found, ["beer"]);
/// ```
pub fn links<'a, R: Flow>(entity: &Entity<'a>, options: &Options, sink: &mut (impl FnMut(Link<'a>) -> R + ?Sized)) {
    read_links(entity, options, &mut (), sink);
}

/// Passes every link to `sink` as `links` does, and the problems of the document to `findings`. A page, or a page
/// nested in a `srcdoc` or a feed, that ends inside a tag, a comment or a script has lost the content of that construct
/// (HTML standard 13.2.2, "parse errors"). The span is the opening of the construct, in bytes of the document.
///
/// ```
/// use napkin_document::{Entity, Options, read_links};
/// let page = Entity::new(b"<p><a href=beer>beer</a> <!-- <a href=cider>cider</a>");
/// let (mut links, mut findings) = (0, Vec::new());
/// read_links(&page, &Options::default(), &mut findings, &mut |_| links += 1);
/// assert_eq!(links, 1);
/// assert_eq!(findings[0].rule, napkin_document::rules::EOF_IN_COMMENT);
/// assert_eq!(findings[0].span, napkin::Span::new(25, 29));
/// assert_eq!(findings[0].to_string(), "expected `-->`, but found the end");
/// ```
pub fn read_links<'a, R: Flow>(
    entity: &Entity<'a>,
    options: &Options,
    findings: &mut dyn napkin::Sink,
    sink: &mut (impl FnMut(Link<'a>) -> R + ?Sized),
) {
    let _ = reader::read_until(entity, options, findings, &mut |link| sink(link).flow());
}

/// Returns every link of a document as a list.
///
/// ```
/// use napkin_document::{Entity, Options, collect_links};
/// let links = collect_links(&Entity::new(b"<a href=beer><a href=cider>"), &Options::default());
/// assert_eq!(links[1].text, "cider");
/// ```
#[must_use]
pub fn collect_links<'a>(entity: &Entity<'a>, options: &Options) -> Vec<Link<'a>> {
    let mut found = Vec::new();
    links(entity, options, &mut |link| found.push(link));
    found
}

/// Returns every link of a document with its absolute form, by the base of the document and the
/// [usual standard](Kind::usual_standard) of its kind.
///
/// ```
/// use napkin_document::{Entity, Options, absolute_links};
/// let page = Entity::new("<base href=/menu/><a href=//b\u{fc}cher.example/><a href=beer>".as_bytes());
/// let links = absolute_links(&page.retrieved_from("http://pub.example/"), &Options::default());
/// let urls: Vec<_> = links.iter().filter_map(|(_, resolved)| resolved.url()).map(|url| url.as_str()).collect();
/// assert_eq!(urls, ["http://xn--bcher-kva.example/", "http://pub.example/menu/beer"]);
/// ```
#[must_use]
pub fn absolute_links<'a>(entity: &Entity<'a>, options: &Options) -> Vec<(Link<'a>, ResolvedLink)> {
    let reader = Reader::new(entity, options);
    let document = BasedDocument::new(*entity, reader.base(), entity.usual_standard());
    let (mut resolver, mut found) = (LinkResolver::new(&document), Vec::new());
    reader.links(&mut (), &mut |link| {
        let resolved = resolver.resolve(&link);
        found.push((link, resolved));
    });
    found
}

/// Returns every URL in a plain text.
///
/// ```
/// let links = napkin_document::text_links("See <http://pub.example/menu>, or write to mailto:sam@pub.example.");
/// let urls: Vec<_> = links.iter().map(|link| &*link.text).collect();
/// assert_eq!(urls, ["http://pub.example/menu", "mailto:sam@pub.example"]);
/// ```
#[must_use]
pub fn text_links(text: &str) -> Vec<Link<'_>> {
    collect_links(&Entity::unknown(text.as_bytes()), &Options::default())
}

/// Includes the README in the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
