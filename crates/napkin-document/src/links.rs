//! Where references stand in each kind of document; one module for each.

pub(crate) mod attributes;
pub(crate) mod css;
pub(crate) mod decoded;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod outward;
pub(crate) mod references;
pub(crate) mod script;
pub(crate) mod style;
pub(crate) mod text;
pub(crate) mod values;
pub(crate) mod xml;

use crate::context::Context;
use crate::entity::Kind;
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::message;
use crate::options::Options;
use decoded::Decoded;
use napkin::Sink;
use napkin::base::is_refused;
use napkin::map::SourceSink;
use outward::Outward;
use std::sync::Arc;

/// Hands every link of a document in UTF-8 to `sink`.
pub(crate) fn read<'a>(
    bytes: &'a [u8],
    kind: Kind,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>),
) {
    read_into(bytes, kind, &mut Nested { options, sink, findings, depth: 0 });
}

/// The same of a message, which is enclosed in an entity with this base, or was retrieved by it.
pub(crate) fn read_mail<'a>(
    bytes: &'a [u8],
    base: Option<&str>,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>),
) {
    message::read(bytes, base, &mut Nested { options, sink, findings, depth: 0 });
}

fn read_into<'a>(bytes: &'a [u8], kind: Kind, nested: &mut Nested<'a, '_>) {
    match kind {
        Kind::Html => html::links(bytes, nested),
        Kind::Css => style::links(bytes, &mut |link, _| (nested.sink)(link)),
        Kind::Svg | Kind::Xml => xml::links(bytes, nested),
        Kind::Text => text::links(bytes, nested.options, nested.findings, nested.sink),
        Kind::Markdown => markdown::links(bytes, nested),
        Kind::Json | Kind::Manifest | Kind::SourceMap => json::links(bytes, kind, nested.sink),
        Kind::JavaScript => script::links(bytes, nested.sink),
        Kind::Mail | Kind::Mhtml => message::read(bytes, None, nested),
    }
}

/// Where the links of a document go, and those of documents inside it.
pub(crate) struct Nested<'a, 's> {
    pub(crate) options: &'s Options,
    pub(crate) sink: &'s mut dyn FnMut(Link<'a>),
    /// What is wrong with the documents themselves.
    pub(crate) findings: &'s mut dyn Sink,
    /// In how many others the document stands.
    pub(crate) depth: usize,
}

impl<'a> Nested<'a, '_> {
    /// Reads a document that was decoded from `bytes`. Its `base` element applies inside `base`.
    pub(crate) fn read(&mut self, bytes: &'a [u8], inner: &Decoded, kind: Kind, base: Option<Arc<InnerBase>>) {
        let text = inner.text.as_bytes();
        // The contents of feeds are plain text as often as not.
        let is_plain = kind == Kind::Html && memchr::memchr(b'<', text).is_none();
        if is_plain {
            return;
        }
        // A document of 10 MB can hold two thousand others, each of which would be read in all of those around it.
        if self.depth >= self.options.limits.documents {
            let span = inner.level.source(napkin::Span::new(0, text.len()));
            return self.findings.report(html::too_deep(span));
        }
        let embedded = if kind == Kind::Html { html::base_element(text, &self.options.limits) } else { None };
        let base = match embedded.filter(|element| !is_refused(&element.href)) {
            Some(element) => {
                let context = Context::HtmlAttribute { element: "base".into(), attribute: "href" };
                let span = inner.level.source(element.span);
                Some(InnerBase::new(element.href.into_owned(), span, context, base))
            }
            None => base,
        };
        let mut outward = Outward::new(bytes, &inner.level, base);
        let sink = &mut |link: Link<'_>| (self.sink)(outward.link(link));
        let findings = &mut SourceSink::new(&inner.level, self.findings);
        read_into(text, kind, &mut Nested { options: self.options, sink, findings, depth: self.depth + 1 });
    }
}
