//! Replaces the links of a document and leaves every other byte unchanged. Start at `rewrite`; a [`Plan`] computes
//! the new links when documents move.
//!
//! One algorithm serves every kind of document: each link is one edit at its bytes, written through the levels of
//! escaping at that position (`escape`). Documents in attributes (`srcdoc`) are rewritten as documents, and their
//! edits become edits of the attribute. The caller supplies the new text of each link, as a function or as a
//! [`Plan`]; the module does not check that it is a sensible reference.
//!
//! ```
//! use napkin_document::{Entity, Options, rewrite::rewrite};
//! let page = Entity::new(b"<a href=beer?size=pint&for=kim> <p style=\"background: url('napkin.png')\">");
//! let mut to_pub = |found: &napkin_document::rewrite::Found<'_, '_>| Some(format!("http://pub.example/{}", found.link.text));
//! let page = rewrite(&page, &Options::default(), &mut to_pub);
//! let expected = "<a href=\"http://pub.example/beer?size=pint&for=kim\"> \
//!                 <p style=\"background: url('http://pub.example/napkin.png')\">";
//! assert_eq!(page.bytes, expected.as_bytes());
//! ```

mod css;
mod documents;
mod escape;
mod html;
mod json;
mod markdown;
mod pieces;
mod plan;
mod reread;
mod target;
mod text;
mod values;
mod xml;

pub use self::escape::Escape;
pub use self::pieces::Pieces;
pub use self::plan::{Form, Plan, Relinker, Unresolved};
pub use crate::written::{Quote, Sections};
pub use napkin::{Mapping, MappingError};

use self::escape::Style;
use self::reread::Read;
use crate::context::Context;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::links::html::Place;
use crate::links::{self, html as pages};
use crate::message;
use crate::options::Options;
use crate::written::Holder;
use napkin::Span;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::mem::take;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Supplies the new text of links.
pub trait Rewrite {
    /// Returns the new text of a link, or `None` to leave its bytes as they are. It is called for the `base` of a
    /// page too ([`Found::is_base`]). After `Break`, no more links are passed, and [`rewrite_within`] refuses the
    /// document at once.
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>>;

    /// Called at the start of a nested document, to which the next links belong. `base` is the base that applies at
    /// its position, in addition to the base of the document around it.
    fn enter(&mut self, _document: &Entity<'_>, _base: Option<&Arc<InnerBase>>) {}

    /// Called at the end of a nested document.
    fn leave(&mut self) {}
}

impl<F: FnMut(&Found<'_, '_>) -> Option<String>> Rewrite for F {
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        ControlFlow::Continue(self(found))
    }
}

/// A link that may be rewritten.
#[non_exhaustive]
pub struct Found<'l, 'a> {
    /// The link, with spans in the document that contains it.
    pub link: &'l Link<'a>,
    /// Its span in the outermost document.
    pub span: Span,
    outward: &'l dyn Fn(Span) -> Span,
}

impl fmt::Debug for Found<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("link", self.link).field("span", &self.span).finish_non_exhaustive()
    }
}

impl Found<'_, '_> {
    /// Returns the bytes of the outermost document that a span of the link's text comes from.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin_document::{Entity, rewrite::{Found, rewrite}};
    /// let page = Entity::new(b"<iframe srcdoc='<a href=&quot;x&amp;amp;y&quot;>'>");
    /// rewrite(&page, &Default::default(), &mut |found: &Found<'_, '_>| {
    ///     assert_eq!(found.source_span(Span::new(1, 2)), Span::new(32, 41));
    ///     None
    /// });
    /// ```
    #[must_use]
    pub fn source_span(&self, text: Span) -> Span {
        (self.outward)(self.link.source_span(text))
    }

    /// Returns whether this is the `href` of a `base`, which is no link by itself.
    ///
    /// ```
    /// use napkin_document::{Entity, rewrite::{Found, rewrite}};
    /// let page = Entity::new(b"<base href=/menu/><a href=beer>");
    /// let mut bases = 0;
    /// rewrite(&page, &Default::default(), &mut |found: &Found<'_, '_>| {
    ///     bases += usize::from(found.is_base());
    ///     None
    /// });
    /// assert_eq!(bases, 1);
    /// ```
    #[must_use]
    pub fn is_base(&self) -> bool {
        match &self.link.context {
            Context::HtmlAttribute { element, attribute: "href" } => element == "base",
            Context::Xml { vocabulary: "html", element, attribute: Some(attribute) } => {
                element == "base" && attribute == "href"
            }
            _ => false,
        }
    }
}

/// A rewritten document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rewritten {
    /// The new document.
    pub bytes: Vec<u8>,
    /// The changes, in document order.
    pub changes: Vec<Change>,
    /// The links that could not be changed, in document order.
    pub left: Vec<Left>,
    /// The number of links found, including unchanged ones.
    pub links: usize,
}

/// A changed link.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The number of the link, counted from 0.
    pub number: usize,
    /// Its span in the old document.
    pub span: Span,
    /// Its old text, decoded.
    pub old: String,
    /// Its new text, decoded: the requested text, percent-encoded where the syntax cannot hold it.
    pub new: String,
    /// The context of the link.
    pub context: Context<'static>,
}

/// A link that could not be rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Left {
    /// Its span in the document.
    pub span: Span,
    /// Its text, decoded.
    pub old: String,
    /// The requested text, as far as it was escaped.
    pub new: String,
    /// The reason.
    pub reason: Reason,
    /// The context of the link.
    pub context: Context<'static>,
}

/// The reason why a link could not be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The syntax at its position cannot express the text: an empty URL in `srcset`, a relative one in prose.
    Unwritable,
    /// It overlaps bytes that another link has changed.
    Overlaps,
    /// The text would be read as something else there, or would change what another link is: beside a quote in prose
    /// that another link continues across.
    Misread,
}

impl Reason {
    /// Returns the name of the reason: `unwritable`, `overlaps`, `misread`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unwritable => "unwritable",
            Self::Overlaps => "overlaps",
            Self::Misread => "misread",
        }
    }
}

/// A link of the rewritten document that does not read as intended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misread {
    /// The first link that differs, counted from 0.
    pub number: usize,
    /// The expected text; `None` if there should be no such link.
    pub expected: Option<String>,
    /// The text that was found; `None` if there is no such link.
    pub found: Option<String>,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &String| format!("`{}`", napkin::mask_passwords(text));
        let shown = |text: &Option<String>| text.as_ref().map_or("no link".to_owned(), quoted);
        let (expected, found) = (shown(&self.expected), shown(&self.found));
        write!(f, "link {}: expected {expected}, but found {found}", self.number + 1)
    }
}

impl std::error::Error for Misread {}

/// Rewrites a document with the texts that `new` returns for its links; all other bytes are unchanged.
///
/// Links are passed in the order of their first bytes; in Markdown, those of raw HTML come after the others. A link
/// that receives its own text stays as written. The new document is read once more: edits that would read
/// differently, or would change another link, are reverted ([`Reason::Misread`]).
///
/// ```
/// use napkin_document::{Entity, rewrite::{Found, rewrite}};
/// let page = Entity::new(b"<a href='x'>");
/// let done = rewrite(&page, &Default::default(), &mut |_: &Found<'_, '_>| Some("it's".to_owned()));
/// assert_eq!(done.bytes, b"<a href='it&#39;s'>");
/// assert_eq!(done.changes[0].old, "x");
/// ```
pub fn rewrite(entity: &Entity<'_>, options: &Options, new: &mut dyn Rewrite) -> Rewritten {
    let mut writer = Writer::new(entity.bytes, options, new);
    let edits = writer.whole(entity);
    writer.settled(entity, edits).into()
}

/// Rewrites a document like [`rewrite`], up to a length of `most` bytes. Never holds anything longer: from the link on
/// that exceeds the limit, no link is passed to `new`. Besides the old document, memory is used for the links and their new
/// texts. Only while it is read once more, the new document is held as well, unless it is an HTML page in UTF-8.
///
/// ```
/// use napkin_document::rewrite::{Found, rewrite_within};
/// use napkin_document::{Entity, Options};
/// let page = Entity::new(b"<a href=a> <a href=b> <a href=c>");
/// let mut long = |_: &Found<'_, '_>| Some("x".repeat(1000));
/// assert!(rewrite_within(&page, &Options::default(), 3100, &mut long).is_ok());
/// assert!(rewrite_within(&page, &Options::default(), 3000, &mut long).is_err());
/// ```
///
/// # Errors
/// Fails if the new document would be longer than `most`, or if `new` has returned `Break`.
pub fn rewrite_within<'d>(
    entity: &Entity<'d>,
    options: &Options,
    most: usize,
    new: &mut dyn Rewrite,
) -> Result<Pieces<'d>, TooLong> {
    let mut writer = Writer::new(entity.bytes, options, new);
    let room = most.checked_sub(entity.bytes.len()).ok_or(TooLong { most })?;
    (writer.room, writer.is_bounded) = (room, true);
    let edits = writer.whole(entity);
    // Escapes of the enclosing documents may have made the new texts longer.
    let grown = |edit: &Edit| edit.text(&writer.changes).len().saturating_sub(edit.span.len());
    let grown: usize = edits.iter().map(grown).sum();
    if writer.is_full || grown > room {
        return Err(TooLong { most });
    }
    Ok(writer.settled(entity, edits))
}

/// A rewritten document would be longer than a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLong {
    /// The limit, in bytes.
    pub most: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a document of at most {} bytes, but found that its new references make it longer",
            self.most
        )
    }
}

impl std::error::Error for TooLong {}

impl Rewritten {
    /// Reads the new document and compares its links with the expected ones.
    ///
    /// ```
    /// use napkin_document::{Entity, rewrite::{Found, rewrite}};
    /// let page = Entity::new(b"<a href=x>");
    /// let mut done = rewrite(&page, &Default::default(), &mut |_: &Found<'_, '_>| Some("y".to_owned()));
    /// assert!(done.verify(&page, &Default::default()).is_ok());
    /// done.bytes = b"<a href=z>".to_vec();
    /// let misread = done.verify(&page, &Default::default()).unwrap_err();
    /// assert_eq!(misread.to_string(), "link 1: expected `y`, but found `z`");
    /// ```
    ///
    /// # Errors
    /// Returns the first link that differs.
    pub fn verify(&self, old: &Entity<'_>, options: &Options) -> Result<(), Misread> {
        let texts = |entity: &Entity<'_>| {
            let read = reread::read(entity, options);
            read.iter().map(|read| String::from_utf8_lossy(read.text(entity.bytes)).into_owned()).collect::<Vec<_>>()
        };
        let mut expected = texts(old);
        for change in &self.changes {
            if let Some(text) = expected.get_mut(change.number) {
                text.clone_from(&change.new);
            }
        }
        let found = texts(&Entity { bytes: &self.bytes, ..*old });
        let first = expected.iter().zip(&found).position(|(expected, found)| expected != found);
        let number = match first {
            None if expected.len() == found.len() => return Ok(()),
            first => first.unwrap_or(expected.len().min(found.len())),
        };
        Err(Misread { number, expected: expected.get(number).cloned(), found: found.get(number).cloned() })
    }
}

/// Leaves every link as it is.
struct Null;

impl Rewrite for Null {
    fn link(&mut self, _found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        ControlFlow::Continue(None)
    }
}

/// Returns whether a document is recognizably UTF-8, so that characters outside ASCII can be written in UTF-8. An
/// all-ASCII document may be declared in any encoding.
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// New text for bytes of a document.
struct Edit {
    span: Span,
    /// The escaped text, if the link's new text has to be escaped.
    escaped: Option<String>,
    /// The number of the change.
    change: usize,
}

impl Edit {
    fn text<'e>(&'e self, changes: &'e [Change]) -> &'e str {
        self.escaped.as_deref().unwrap_or_else(|| &changes[self.change].new)
    }
}

/// A document being rewritten.
struct At<'d> {
    bytes: &'d [u8],
    style: Style,
    /// Maps its spans to the outermost document.
    outward: &'d dyn Fn(Span) -> Span,
    /// The number of documents around it.
    depth: usize,
}

struct Writer<'w> {
    /// The outermost document.
    bytes: &'w [u8],
    options: &'w Options,
    new: &'w mut dyn Rewrite,
    before: text::Before,
    /// All links so far.
    read: Vec<Read>,
    changes: Vec<Change>,
    left: Vec<Left>,
    /// Changes that turned out to be impossible.
    undone: HashMap<usize, Reason>,
    /// The number of bytes that may still be written.
    room: usize,
    /// Whether a link has exceeded the room, or the rewriter has stopped; no further link is passed.
    is_full: bool,
    /// Whether reading stops once `is_full` is set.
    is_bounded: bool,
}

impl<'w> Writer<'w> {
    fn new(bytes: &'w [u8], options: &'w Options, new: &'w mut dyn Rewrite) -> Self {
        let (before, undone) = (text::Before::default(), HashMap::new());
        let (read, changes, left) = (Vec::new(), Vec::new(), Vec::new());
        let (room, is_full, is_bounded) = (usize::MAX, false, false);
        Self { bytes, options, new, before, read, changes, left, undone, room, is_full, is_bounded }
    }

    /// Returns the document with all edits that read back as intended.
    fn settled<'d>(mut self, entity: &Entity<'d>, edits: Vec<Edit>) -> Pieces<'d> {
        let mut edits = self.apart(edits);
        let misread = reread::settle(entity, self.options, &self.read, &self.changes, &mut edits);
        self.undone.extend(misread.into_iter().map(|change| (change, Reason::Misread)));
        let links = self.read.len();
        self.read = Vec::new();
        let (changes, left) = self.finish(&mut edits);
        Pieces::new(entity.bytes, edits, changes, left, links)
    }

    /// Returns the edits of a document, in its own bytes.
    fn document(&mut self, kind: Kind, at: &At<'_>) -> Vec<Edit> {
        let options = self.options;
        let mut edits = Vec::new();
        let mut one = |link: &Link<'_>, edits: &mut Vec<Edit>| {
            edits.extend(self.link(link, at));
            self.flow()
        };
        let _ = match kind {
            Kind::Html => pages::places(at.bytes, options, &mut |place| self.place_of_page(place, at, &mut edits)),
            Kind::Text => links::text::links(at.bytes, options, &mut (), &mut |link| one(&link, &mut edits)),
            Kind::Css => links::style::links(at.bytes, &mut |link, _| one(&link, &mut edits)),
            Kind::Json | Kind::Manifest | Kind::SourceMap => {
                links::json::links(at.bytes, kind, options, &mut (), &mut |link| one(&link, &mut edits))
            }
            Kind::JavaScript => links::script::links(at.bytes, &mut |link| one(&link, &mut edits)),
            Kind::Svg | Kind::Xml => return self.xml(at),
            Kind::Markdown => return self.markdown(at),
            // Links in message parts cannot be written through the encodings of the parts.
            Kind::Mail | Kind::Mhtml => {
                let mut links = Vec::new();
                let _ = message::read(at.bytes, None, options, &mut (), &mut |link| {
                    links.push(link);
                    ControlFlow::Continue(())
                });
                links.iter().try_for_each(|link| one(link, &mut edits))
            }
        };
        edits
    }

    /// Returns whether to read on.
    fn flow(&self) -> ControlFlow<()> {
        if self.is_bounded && self.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn place_of_page(&mut self, place: Place<'_>, at: &At<'_>, edits: &mut Vec<Edit>) -> ControlFlow<()> {
        match place {
            Place::Link(link, _) => edits.extend(self.link(&link, at)),
            Place::Document { text, level, span } if at.depth < self.options.limits.documents => {
                edits.extend(self.in_attribute(&text, &level, span, at));
            }
            Place::Document { .. } | Place::Limit(_) => {}
        }
        self.flow()
    }

    fn link(&mut self, link: &Link<'_>, at: &At<'_>) -> Option<Edit> {
        let (number, span) = (self.read.len(), (at.outward)(link.span));
        self.read.push(Read::new(span, &link.text, self.bytes));
        if self.is_full {
            return None;
        }
        let ControlFlow::Continue(new) = self.new.link(&Found { link, span, outward: at.outward }) else {
            self.is_full = true;
            return None;
        };
        let new = new.filter(|new| *new != link.text)?;
        if !self.makes_room(new.len().saturating_sub(link.span.len())) {
            return None;
        }
        let context = || link.context.clone().into_owned();
        let Some((place, text, held)) = place(at.bytes, &self.before, link, &new, at.style, self.options) else {
            let (old, reason) = (link.text.to_string(), Reason::Unwritable);
            self.left.push(Left { span, old, new, reason, context: context() });
            return None;
        };
        if text.as_bytes() == &at.bytes[place.range()] {
            return None;
        }
        if matches!(link.written.holder, Holder::Text | Holder::MarkdownText { .. }) {
            self.before.put(at.bytes, place, &text);
        }
        let change = self.changes.len();
        let escaped = (text != held).then_some(text);
        if !self.makes_room(escaped.as_ref().map_or(0, |text| text.len().saturating_sub(new.len()))) {
            return None;
        }
        self.changes.push(Change { number, span, old: link.text.to_string(), new: held, context: context() });
        Some(Edit { span: place, escaped, change })
    }

    /// Returns whether `bytes` more bytes may be written.
    fn makes_room(&mut self, bytes: usize) -> bool {
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Returns the edits without those that overlap an earlier edit.
    fn apart(&mut self, mut edits: Vec<Edit>) -> Vec<Edit> {
        let mut done = 0;
        edits.retain(|edit| {
            let is_apart = done <= edit.span.start;
            if is_apart {
                done = edit.span.end;
            } else {
                self.undone.insert(edit.change, Reason::Overlaps);
            }
            is_apart
        });
        edits
    }

    /// Returns the changes and the unchanged links, each in document order, and renumbers the edits that were made.
    fn finish(mut self, edits: &mut [Edit]) -> (Vec<Change>, Vec<Left>) {
        let undone = self.undone;
        let mut order: Vec<usize> = (0..self.changes.len()).filter(|at| !undone.contains_key(at)).collect();
        order.sort_by_key(|&at| self.changes[at].span.start);
        let mut places = vec![0; self.changes.len()];
        order.iter().enumerate().for_each(|(place, &at)| places[at] = place);
        edits.iter_mut().for_each(|edit| edit.change = places[edit.change]);
        let mut reasons = (0..self.changes.len()).map(|at| undone.get(&at));
        let mut taken_back = Vec::new();
        self.changes.retain_mut(|change| {
            let Some(&reason) = reasons.next().flatten() else { return true };
            let (old, new, context) = (take(&mut change.old), take(&mut change.new), change.context.clone());
            taken_back.push(Left { span: change.span, old, new, reason, context });
            false
        });
        self.changes.sort_by_key(|change| change.span.start);
        self.left.append(&mut taken_back);
        self.left.sort_by_key(|left| left.span.start);
        (self.changes, self.left)
    }
}

/// Returns the bytes of a page that a new reference replaces, and the text to write there; `None` if the syntax
/// cannot hold it. For bundles: `data:` URLs from `napkin::data` need no escapes, however long they are.
pub(crate) fn written(bytes: &[u8], ascii: bool, link: &Link<'_>, new: &str) -> Option<(Span, String)> {
    let is_quoted = matches!(link.written.holder, Holder::HtmlAttribute(Quote::Single | Quote::Double));
    if is_quoted && new.starts_with("data:") && !new.ends_with(',') && memchr::memchr(b'#', new.as_bytes()).is_none() {
        return Some((link.span, new.to_owned()));
    }
    let style = Style { ascii, ..Style::default() };
    place(bytes, &text::Before::default(), link, new, style, &Options::default()).map(|(span, text, _)| (span, text))
}

/// Escapes a piece of a document in an attribute for the span where it is written.
pub(crate) fn into_attribute(bytes: &[u8], ascii: bool, value: Span, span: Span, text: &str) -> String {
    attribute(bytes, Style { ascii, ..Style::default() }, value, span, text)
}

fn attribute(bytes: &[u8], style: Style, value: Span, span: Span, text: &str) -> String {
    let quote = Quote::around(bytes, value);
    let joins = joins(bytes, span, Holder::HtmlAttribute(quote));
    html::attribute(text, quote, Style { joins, ..style }).into_owned()
}

/// Returns the bytes that a text replaces, the escaped text, and its decoded form.
fn place(
    bytes: &[u8],
    before: &text::Before,
    link: &Link<'_>,
    new: &str,
    style: Style,
    options: &Options,
) -> Option<(Span, String, String)> {
    let escapes = link.escapes();
    let new = &*if style.xml { xml::hold(new) } else { Cow::Borrowed(new) };
    let held = escapes.last()?.hold(new, style)?;
    // Empty text in XML is no reference.
    if held.is_empty() && matches!(escapes[..], [Escape::XmlText(_), Escape::Whole]) {
        return None;
    }
    let around = || (&bytes[..link.span.start], &bytes[link.span.end..]);
    if let Some(way) = markdown::written(bytes, before, link, &held, style, options) {
        return way.map(|(text, held)| (link.span, text, held));
    }
    if matches!(&link.context, Context::Json { path: "string", .. }) && !json::is_read(&held, style) {
        return None;
    }
    if let [Escape::Text(delimiter)] = escapes[..] {
        let text = text::written(bytes, before, link, delimiter, &held, options)?;
        return Some((link.span, text, held.into_owned()));
    }
    let holder = link.written.holder;
    let is_bare = memchr::memchr_iter(b'&', link.raw).any(|at| !crate::references::is_reference(&link.raw[at..]));
    let style = Style { bare_ampersands: is_bare, joins: joins(bytes, link.span, holder), ..style };
    let mut text: Cow<'_, str> = Cow::Borrowed(&held);
    for &escape in escapes[1..].iter().rev() {
        text = Cow::Owned(escape.write(&text, style).into_owned());
    }
    if holder == Holder::HtmlAttribute(Quote::None) {
        if html::is_missing(bytes, link.span) && link.is_only() {
            let value = html::attribute(&text, Quote::Double, Style { joins: false, ..style });
            return Some((link.span, format!("=\"{value}\""), held.into_owned()));
        }
        if html::is_whole(bytes, link.span)
            && link.is_only()
            && let Some(quoted) = html::quoted(&text, style)
        {
            return Some((link.span, quoted, held.into_owned()));
        }
    }
    if let Escape::XmlText(sections) = escapes[0] {
        return Some((link.span, xml::text(&text, sections, around(), style), held.into_owned()));
    }
    let text = escapes[0].write(&text, style).into_owned();
    Some((link.span, text, held.into_owned()))
}

impl Link<'_> {
    /// Returns whether the attribute contains nothing but the reference.
    fn is_only(&self) -> bool {
        matches!(self.written.before, 0)
    }
}

/// Returns whether a character reference without semicolon may end directly before the link, so that the new text
/// could extend it.
fn joins(bytes: &[u8], span: Span, holder: Holder) -> bool {
    let is_decoded = matches!(holder, Holder::HtmlAttribute(_) | Holder::HtmlText);
    is_decoded && span.start.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric())
}
