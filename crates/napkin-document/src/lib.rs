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

mod attributes;
pub mod audit;
mod base;
pub mod bundle;
mod completion;
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
mod prepared_base;
mod references;
pub mod rewrite;
pub mod rules;
pub mod screen;
mod typed;
pub mod unbundle;
mod unreadable;
mod usage;
mod values;
mod written;

pub use base::{BaseDeclared, BaseFound, BaseLayer, RejectedBase, base, base_under};
pub use completion::{Based, Completed, Completer};
pub use context::{Context, CssPlace, Delimiter, MarkdownPlace};
pub use cursor::{Cursor, Spot};
pub use encoding::{Charset, CharsetFrom, charset};
pub use entity::{Entity, Kind, file_url};
pub use flow::Flow;
pub use inner_base::InnerBase;
pub use link::{Alternative, InPart, Link, Reading};
pub use links::text::{Windows, write};
pub use message::ParsedMessage;
pub use options::{LimitError, Limits, Options};
pub use pages::{BaseWindows, More, PageWindows};
pub use typed::{Typed, typed};
pub use unreadable::unreadable;
pub use usage::Use;

use napkin::map::SourceSink;
use outward::Outward;
use std::ops::ControlFlow;

/// Passes every link of a document to `sink`, in the order of their first bytes.
///
/// Never fails: it reports the links of any bytes. The base URL is not a link; see [`base()`]. [`read`] also reports
/// the problems of the document. If `sink` [breaks](Flow), no more of the document is read.
pub fn links<'a, R: Flow>(entity: &Entity<'a>, options: &Options, sink: &mut (impl FnMut(Link<'a>) -> R + ?Sized)) {
    read(entity, options, &mut (), sink);
}

/// Passes every link to `sink` as `links` does, and the problems of the document to `findings`. A page, or a page
/// nested in a `srcdoc` or a feed, that ends inside a tag, a comment or a script has lost the content of that construct
/// (HTML standard 13.2.2, "parse errors"). The span is the opening of the construct, in bytes of the document.
///
/// ```
/// use napkin_document::{Entity, Options, read};
/// let page = Entity::new(b"<p><a href=beer>beer</a> <!-- <a href=cider>cider</a>");
/// let (mut links, mut findings) = (0, Vec::new());
/// read(&page, &Options::default(), &mut findings, &mut |_| links += 1);
/// assert_eq!(links, 1);
/// assert_eq!(findings[0].rule, napkin_document::rules::EOF_IN_COMMENT);
/// assert_eq!(findings[0].span, napkin::Span::new(25, 29));
/// assert_eq!(findings[0].to_string(), "expected `-->`, but found the end");
/// ```
pub fn read<'a, R: Flow>(
    entity: &Entity<'a>,
    options: &Options,
    findings: &mut dyn napkin::Sink,
    sink: &mut (impl FnMut(Link<'a>) -> R + ?Sized),
) {
    let _ = read_until(entity, options, findings, &mut |link| sink(link).flow());
}

/// Reads a document until the sink breaks.
pub(crate) fn read_until<'a>(
    entity: &Entity<'a>,
    options: &Options,
    findings: &mut dyn napkin::Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if matches!(entity.kind, Kind::Mail | Kind::Mhtml) {
        return ParsedMessage::parse(entity, options, findings).links_until(options, findings, sink);
    }
    match encoding::transcoded(entity) {
        None => nested::read(entity.bytes, entity.kind, options, findings, sink),
        Some((text, level)) => {
            let mut outward = Outward::new(entity.bytes, &level, None);
            let findings = &mut SourceSink::new(&level, findings);
            nested::read(text.as_bytes(), entity.kind, options, findings, &mut |link| sink(outward.link(link)))
        }
    }
}

/// Returns every link of a document as a list.
#[must_use]
pub fn collect<'a>(entity: &Entity<'a>, options: &Options) -> Vec<Link<'a>> {
    let mut found = Vec::new();
    links(entity, options, &mut |link| found.push(link));
    found
}

/// Includes the README in the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
