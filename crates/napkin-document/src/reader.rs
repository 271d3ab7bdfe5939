//! Reads a document once: for its base, then for its links. Start with `Reader`.

use crate::base::{BaseDeclared, BaseFound};
use crate::encoding::{self, charset};
use crate::entity::{Entity, Kind};
use crate::flow::Flow;
use crate::link::Link;
use crate::links::html::{self, Begun};
use crate::links::xml;
use crate::message::ParsedMessage;
use crate::nested;
use crate::options::Options;
use crate::outward::Outward;
use napkin::map::{Level, SourceSink};
use napkin::{Finding, Sink, Standard};
use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Finds the base URL of a document (section 5.1).
///
/// ```
/// use napkin_document::{BaseLayer, Entity, base};
/// let page = Entity::new(b"<p><base target=_top><base href='/Test/a/b/c'>").retrieved_from("http://pub.example/menu");
/// let found = base(&page);
/// assert_eq!(found.layer, BaseLayer::Content);
/// assert_eq!(found.url.as_deref(), Some("http://pub.example/Test/a/b/c"));
/// ```
#[must_use]
pub fn base(entity: &Entity<'_>) -> BaseFound {
    base_under(entity, Standard::Rfc3986)
}

/// Returns the base URL of a document under a standard. Under the URL Standard it is serialized by that standard, or
/// absent if the applicable base is not a URL. Under the other standards it is the result of [`base()`].
///
/// ```
/// use napkin::Standard;
/// use napkin_document::{Entity, base_under};
/// let page = Entity::new(b"<base href='/y'>").retrieved_from("file:///C:/x");
/// assert_eq!(base_under(&page, Standard::Whatwg).url.as_deref(), Some("file:///C:/y"));
/// assert_eq!(base_under(&page, Standard::Rfc3986).url.as_deref(), Some("file:///y"));
/// ```
#[must_use]
pub fn base_under(entity: &Entity<'_>, standard: Standard) -> BaseFound {
    BaseDeclared::of(entity).under(standard)
}

impl BaseDeclared {
    /// Reads a document. A [`Reader`] also passes its links.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, Entity};
    /// let page = Entity::new(b"<base href=//h>").retrieved_from("http://pub.example/");
    /// let declared = BaseDeclared::of(&page);
    /// assert_eq!(declared.under(Standard::Whatwg).url.as_deref(), Some("http://h/"));
    /// assert_eq!(declared.under(Standard::Rfc3986).url.as_deref(), Some("http://h"));
    /// ```
    #[must_use]
    pub fn of(entity: &Entity<'_>) -> Self {
        Reader::new(entity, &Options::default()).base
    }
}

/// Reads a document once for its base, which may follow links, and then for its links.
///
/// Until the base of a page is known, the tags before it are kept, up to 65,536 tags and attributes. If there are
/// more, they are read twice. A page without a `base` tag keeps nothing. A message is parsed once.
///
/// ```
/// use napkin::Standard;
/// use napkin_document::{Entity, Options, Reader};
/// let page = Entity::new(b"<a href=beer><base href=http://pub.example/>");
/// let reader = Reader::new(&page, &Options::default());
/// let base = reader.base().under(Standard::Whatwg);
/// assert_eq!(base.url.as_deref(), Some("http://pub.example/"));
/// let mut links = Vec::new();
/// reader.links(&mut (), &mut |link| links.push(link.text));
/// assert_eq!(links, ["beer"]);
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    text: Text<'a>,
    options: Options,
    begun: RefCell<Option<Begun>>,
    base: BaseDeclared,
    /// The message, if the document is one, and the findings of its parser.
    message: OnceCell<(ParsedMessage<'a>, Vec<Finding>)>,
}

impl<'a> Reader<'a> {
    /// Reads a document up to its base.
    ///
    /// ```
    /// use napkin_document::{Entity, Options, Reader};
    /// let mut found = Vec::new();
    /// let reader = Reader::new(&Entity::new(b"<a href=beer>"), &Options::default());
    /// reader.links(&mut (), &mut |link| found.push(link.context.to_string()));
    /// assert_eq!(found, ["html a[href]"]);
    /// ```
    #[must_use]
    pub fn new(entity: &Entity<'a>, options: &Options) -> Self {
        let charset = charset(entity);
        // Each part of a message has its own encoding.
        let decoded = if entity.kind.is_message() { None } else { encoding::decoded(entity.bytes, charset) };
        let text = Text { entity: *entity, decoded };
        let begun = (entity.kind == Kind::Html).then(|| Begun::to_base(text.bytes(), &options.limits, html::KEPT));
        let element = match &begun {
            Some(begun) => begun.base.clone(),
            None if matches!(entity.kind, Kind::Xml | Kind::Svg) => xml::base_element(text.bytes(), &options.limits),
            None => None,
        };
        let element = match &text.decoded {
            Some((_, level)) => element.map(|element| element.placed(|span| level.source(span))),
            None => element,
        };
        let (base, begun) = (BaseDeclared::new(element, entity, charset), RefCell::new(begun));
        Self { text, options: *options, begun, base, message: OnceCell::new() }
    }

    /// Returns what the document and its surroundings declare about its base.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{Entity, Options, Reader};
    /// let page = Entity::new(b"<a href=beer><base href=/menu/>").retrieved_from("http://pub.example/");
    /// let reader = Reader::new(&page, &Options::default());
    /// assert_eq!(reader.base().under(Standard::Rfc3986).url.as_deref(), Some("http://pub.example/menu/"));
    /// ```
    #[must_use]
    pub const fn base(&self) -> &BaseDeclared {
        &self.base
    }

    /// Passes every link to `sink`, and the problems of the document to `findings`: see [`read_links`](crate::read_links). If the
    /// sink [breaks](Flow), no more of the document is read. A second call reads the document again.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use napkin_document::{Entity, Link, Options, Reader};
    /// let mut first = None;
    /// Reader::new(&Entity::new(b"<a href=beer><a href=cider>"), &Options::default()).links(&mut (), &mut |link: Link<'_>| {
    ///     first = Some(link.text.into_owned());
    ///     ControlFlow::Break(())
    /// });
    /// assert_eq!(first.as_deref(), Some("beer"));
    /// ```
    pub fn links<R: Flow>(&self, findings: &mut dyn Sink, sink: &mut (impl FnMut(Link<'a>) -> R + ?Sized)) {
        let sink = &mut |link| sink(link).flow();
        let _ = match self.parsed() {
            Some((message, lost)) => {
                lost.iter().for_each(|&finding| findings.report(finding));
                message.links(&self.options, findings, sink)
            }
            None => self.text.read(self.begun.take(), &self.options, findings, sink),
        };
    }

    /// Returns the message with the bases of its parts, if the document is a message.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, Reader};
    /// let message = Entity::new(b"Subject: Menu\n\nhttp://pub.example/").with_kind(Kind::Mail);
    /// assert_eq!(Reader::new(&message, &Options::default()).message().unwrap().message.parts().count(), 1);
    /// ```
    #[must_use]
    pub fn message(&self) -> Option<&ParsedMessage<'a>> {
        self.parsed().map(|(message, _)| message)
    }

    pub(crate) const fn entity(&self) -> &Entity<'a> {
        &self.text.entity
    }

    /// Returns the text in UTF-8 with the mapping to its bytes, if the document is in another encoding.
    pub(crate) fn decoded(&self) -> Option<(&str, &Level)> {
        self.text.decoded.as_ref().map(|(text, level)| (&**text, &**level))
    }

    fn parsed(&self) -> Option<&(ParsedMessage<'a>, Vec<Finding>)> {
        let parse = || {
            let mut lost = Vec::new();
            (ParsedMessage::parse(&self.text.entity, &self.options, &mut lost), lost)
        };
        self.text.entity.kind.is_message().then(|| self.message.get_or_init(parse))
    }
}

/// Reads a document until the sink breaks.
pub(crate) fn read_until<'a>(
    entity: &Entity<'a>,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match entity.kind.is_message() {
        true => ParsedMessage::parse(entity, options, findings).links(options, findings, sink),
        false => Text { entity: *entity, decoded: encoding::transcoded(entity) }.read(None, options, findings, sink),
    }
}

/// A document, and its text in UTF-8 with the mapping to its bytes if it is in another encoding.
#[derive(Debug)]
struct Text<'a> {
    entity: Entity<'a>,
    decoded: Option<(Arc<str>, Arc<Level>)>,
}

impl<'a> Text<'a> {
    fn bytes(&self) -> &[u8] {
        self.decoded.as_ref().map_or(self.entity.bytes, |(text, _)| text.as_bytes())
    }

    fn read(
        &self,
        begun: Option<Begun>,
        options: &Options,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &self.decoded {
            None => nested::read(&self.entity, begun, options, findings, sink),
            Some((text, level)) => {
                let mut outward = Outward::new(self.entity.bytes, level, None);
                let decoded = Entity { bytes: text.as_bytes(), ..self.entity };
                let findings = &mut SourceSink::new(level, findings);
                nested::read(&decoded, begun, options, findings, &mut |link| sink(outward.link(link)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::html::SCANNED;

    /// Returns the base, the number of links, and the number of bytes that were scanned as HTML.
    fn read(page: &str) -> (Option<String>, usize, usize) {
        let page = Entity::new(page.as_bytes()).with_kind(Kind::Html);
        let before = SCANNED.get();
        let reader = Reader::new(&page, &Options::default());
        let mut links = 0;
        reader.links(&mut (), &mut |_| links += 1);
        (reader.base().under(Standard::Whatwg).url, links, SCANNED.get() - before)
    }

    #[test]
    fn pages_are_scanned_once_for_base_and_links() {
        let links = "<a href=x>y</a> <style>a{b:url(c)}</style>".repeat(50);
        let base = "<base href=http://pub.example/>";
        for (start, end) in [
            ("", String::new()),
            (base, links.clone()),
            (&links, format!("{base}{links}")),
            (&links, format!("<!-- <base href=x> --><template><base href=y></template>{links}")),
            (&links, format!("<svg><base href=x></svg><base target=y><script><base href=z>{links}</script>")),
            (&links, "<base href=http://pub.example/".to_owned()),
        ] {
            let page = [start, &links, &end].concat();
            let (found, count, scanned) = read(&page);
            assert_eq!(found.is_some(), page.contains(base), "{end}");
            assert!(count >= 100 && scanned == page.len(), "{count} {scanned} of {}: {end}", page.len());
        }
    }

    #[test]
    fn nested_pages_are_scanned_once() {
        let inner = "<a href=x><base href=y><a href=z>";
        let page = format!("<iframe srcdoc='{inner}'></iframe>");
        assert_eq!(read(&page), (None, 2, page.len() + inner.len()));
    }

    #[test]
    fn pages_with_many_tags_before_their_base_are_scanned_twice() {
        let page = "<a href=x>".repeat(html::KEPT) + "<base href=http://pub.example/>";
        let (base, links, scanned) = read(&page);
        assert_eq!((base.as_deref(), links, scanned), (Some("http://pub.example/"), html::KEPT, 2 * page.len()));
    }
}
