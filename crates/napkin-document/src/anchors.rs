//! Finds the places of a document that a fragment can name. Start with `Reader::anchors`.
//!
//! A checker of links asks whether `page.html#menu` exists. HTML, SVG and XML write such names; Markdown has headings, from
//! which the program that makes the page derives a name. The names in raw HTML of Markdown count, too.

use crate::decoded;
use crate::entity::Kind;
use crate::links::markdown;
use crate::reader::Reader;
use napkin_html::{self as html, Fate, Namespace, Tag};
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag as Block, TagEnd};
use quick_xml::events::{BytesStart, Event as XmlEvent};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// A place in a document that a fragment can name.
///
/// ```
/// use napkin_document::{Anchor, Entity, Options, Reader};
/// let mut found = Vec::new();
/// let page = Entity::new(b"<p id=beer><a name=ale></a><template><p id=wine></template><!-- <p id=gin> -->");
/// Reader::new(&page, &Options::default()).anchors(&mut |anchor| found.push(anchor));
/// assert_eq!(found, [Anchor::Id("beer".into()), Anchor::Id("ale".into())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Anchor {
    /// An `id`, an `xml:id`, or the `name` of an `a` element (HTML standard 7.4.6.4).
    Id(String),
    /// The `name` or the `id` of a `map` element, to which `usemap` refers (HTML standard 2.3.8).
    Map(String),
    /// The text of a term of Markdown, before the line of its definition, which begins with a colon.
    Term(String),
    /// The label of a footnote of Markdown.
    Footnote(String),
    /// A heading of Markdown: its text without markup, and the name that the author gives it: `# Beer {#ale}`.
    Heading {
        /// The text.
        text: String,
        /// The explicit name.
        id: Option<String>,
    },
}

impl Reader<'_> {
    /// Passes every place that a fragment can name to `sink`, in the order of the document. Returns whether fragments of
    /// this kind of document name such places; for other kinds, such as plain text, nothing is known.
    ///
    /// ```
    /// use napkin_document::{Anchor, Entity, Kind, Options, Reader};
    /// let notes = Entity::new(b"# The *beer* menu\n").with_kind(Kind::Markdown);
    /// let mut headings = Vec::new();
    /// let is_known = Reader::new(&notes, &Options::default()).anchors(&mut |anchor| match anchor {
    ///     Anchor::Heading { text, .. } => headings.push(text),
    ///     _ => {}
    /// });
    /// assert!(is_known);
    /// assert_eq!(headings, ["The beer menu"]);
    /// ```
    pub fn anchors(&self, sink: &mut dyn FnMut(Anchor)) -> bool {
        let bytes = self.decoded().map_or(self.entity().bytes, |(text, _)| text.as_bytes());
        match self.entity().kind {
            Kind::Html => page(bytes, sink),
            Kind::Svg | Kind::Xml => xml(bytes, sink),
            Kind::Markdown => notes(&String::from_utf8_lossy(bytes), sink),
            _ => return false,
        }
        true
    }

    /// Returns the text of the document in UTF-8, with ill-formed bytes replaced.
    ///
    /// ```
    /// use napkin_document::{Entity, Options, Reader};
    /// let page = Entity::new(b"caf\xe9").in_charset("latin1");
    /// assert_eq!(Reader::new(&page, &Options::default()).text(), "caf\u{e9}");
    /// ```
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.decoded().map_or_else(|| String::from_utf8_lossy(self.entity().bytes), |(text, _)| Cow::Borrowed(text))
    }
}

struct Page<'s> {
    sink: &'s mut dyn FnMut(Anchor),
    /// Whether the `html` and the `body` element have an id, so that a later tag cannot give them one.
    has_id: [bool; 2],
}

impl html::Sink for Page<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        if tag.in_template || tag.fate == Fate::Ignored || tag.attributes.is_empty() {
            return ControlFlow::Continue(());
        }
        let is = |name: &[u8]| tag.bytes(tag.name).eq_ignore_ascii_case(name);
        let value = |name| tag.attribute(name).map(|attribute| tag.value(attribute).into_owned());
        let mut id = value("id");
        if let Some(place) = [&b"html"[..], b"body"].into_iter().position(is) {
            let has_id = self.has_id[place];
            self.has_id[place] |= id.is_some();
            id = id.filter(|_| !(has_id && tag.fate == Fate::Merged));
        }
        // An `a` of SVG has no name.
        let is_html = |name| tag.namespace == Namespace::Html && is(name);
        if is_html(b"map") {
            id.clone().into_iter().chain(value("name")).for_each(|name| (self.sink)(Anchor::Map(name)));
        } else if is_html(b"a") {
            value("name").into_iter().for_each(|name| (self.sink)(Anchor::Id(name)));
        }
        id.into_iter().for_each(|id| (self.sink)(Anchor::Id(id)));
        ControlFlow::Continue(())
    }
}

fn page(bytes: &[u8], sink: &mut dyn FnMut(Anchor)) {
    let _ = html::scan(bytes, &mut Page { sink, has_id: [false; 2] });
}

/// Reads XML up to the first error, as browsers do.
fn xml(bytes: &[u8], sink: &mut dyn FnMut(Anchor)) {
    let (text, _) = decoded::text_of(bytes);
    let mut reader = quick_xml::Reader::from_str(&text);
    let config = reader.config_mut();
    (config.check_end_names, config.allow_unmatched_ends) = (false, true);
    loop {
        match reader.read_event() {
            Ok(XmlEvent::Start(tag) | XmlEvent::Empty(tag)) => element(&tag, sink),
            Ok(XmlEvent::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

fn element(tag: &BytesStart<'_>, sink: &mut dyn FnMut(Anchor)) {
    for attribute in tag.attributes().with_checks(false).flatten() {
        let (key, element) = (attribute.key.as_ref(), tag.local_name());
        // A bookmark of OpenDocument (ODF 1.3 part 3 section 6.2) is named by a link's fragment.
        let is_name = (key == "name" && element.as_ref() == "a")
            || (key == "text:name" && matches!(element.as_ref(), "bookmark" | "bookmark-start" | "reference-mark"));
        if is_name || matches!(attribute.key.as_ref(), "id" | "xml:id") {
            sink(Anchor::Id(html::decode_attribute_value(attribute.value.as_bytes()).into_owned()));
        }
    }
}

/// Reads Markdown: its headings, terms and footnotes, and the names in its raw HTML.
fn notes(text: &str, sink: &mut dyn FnMut(Anchor)) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let extensions = [Extensions::ENABLE_HEADING_ATTRIBUTES, Extensions::ENABLE_DEFINITION_LIST];
    let extensions = extensions.into_iter().fold(markdown::EXTENSIONS, Extensions::union);
    let mut open: Option<(String, Option<String>)> = None;
    let (mut raw, mut images) = (String::new(), 0_usize);
    for event in Parser::new_ext(&text[markdown::front_matter(text).map_or(0, |front| front.length)..], extensions) {
        match event {
            Event::Start(Block::Heading { id, .. }) => open = Some((String::new(), id.map(|id| id.to_string()))),
            Event::Start(Block::DefinitionListTitle) => open = Some(Default::default()),
            Event::End(TagEnd::Heading(_)) => {
                open.take().into_iter().for_each(|(text, id)| sink(Anchor::Heading { text, id }));
            }
            Event::End(TagEnd::DefinitionListTitle) => {
                open.take().into_iter().for_each(|(text, _)| sink(Anchor::Term(text)));
            }
            Event::Start(Block::FootnoteDefinition(label)) => sink(Anchor::Footnote(label.to_string())),
            Event::Start(Block::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images = images.saturating_sub(1),
            Event::Text(text) | Event::Code(text) if images == 0 => {
                if let Some((name, _)) = &mut open {
                    name.push_str(&text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((name, _)) = &mut open {
                    name.push(' ');
                }
            }
            Event::Html(html) | Event::InlineHtml(html) => raw.push_str(&html),
            _ => {}
        }
    }
    page(raw.as_bytes(), sink);
}
