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

use crate::base::is_refused;
use crate::context::Context;
use crate::entity::Kind;
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::options::Options;
use decoded::Decoded;
use outward::Outward;
use std::sync::Arc;

/// Hands every link of a document in UTF-8 to `sink`.
pub(crate) fn read<'a>(bytes: &'a [u8], kind: Kind, options: &Options, sink: &mut dyn FnMut(Link<'a>)) {
    match kind {
        Kind::Html => html::links(bytes, options, sink),
        Kind::Css => style::links(bytes, &mut |link, _| sink(link)),
        Kind::Svg | Kind::Xml => xml::links(bytes, &mut Nested { options, sink }),
        Kind::Text => text::links(bytes, options, sink),
        Kind::Markdown => markdown::links(bytes, &mut Nested { options, sink }),
        Kind::Json | Kind::Manifest | Kind::SourceMap => json::links(bytes, kind, sink),
        Kind::JavaScript => script::links(bytes, sink),
    }
}

/// Where the links of documents inside a document go.
pub(crate) struct Nested<'a, 's> {
    pub(crate) options: &'s Options,
    pub(crate) sink: &'s mut dyn FnMut(Link<'a>),
}

impl<'a> Nested<'a, '_> {
    /// Reads a document that was decoded from `bytes`. Its `base` element applies inside `base`.
    pub(crate) fn read(&mut self, bytes: &'a [u8], inner: &Decoded, kind: Kind, base: Option<Arc<InnerBase>>) {
        let text = inner.text.as_bytes();
        // The contents of feeds are plain text as often as not.
        if kind == Kind::Html && memchr::memchr(b'<', text).is_none() {
            return;
        }
        let embedded = if kind == Kind::Html { html::base_element(text) } else { None };
        let base = match embedded.filter(|element| !is_refused(&element.href)) {
            Some(element) => {
                let context = Context::HtmlAttribute { element: "base".into(), attribute: "href" };
                let span = inner.level.source(element.span);
                Some(InnerBase::new(element.href.into_owned(), span, context, base))
            }
            None => base,
        };
        let mut outward = Outward::new(bytes, &inner.level, base);
        read(text, kind, self.options, &mut |link| (self.sink)(outward.link(link)));
    }
}
