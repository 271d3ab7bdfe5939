//! Documents of a bundle (pages, style sheets, modules) and their base URLs. Start at `Source`.
//!
//! A `Source` resolves references and locates them for the report.

use super::report::Place;
use crate::base::BaseLayer;
use crate::entity::{Entity, Kind};
use crate::lines::Lines;
use crate::reader::base;
use napkin::Span;
use napkin::map::Level;
use napkin::whatwg::{self, Url};
use std::cell::OnceCell;

/// A document and the documents around it, innermost first.
#[derive(Clone, Copy)]
pub(super) struct Chain<'c> {
    /// The URL of the document, without fragment.
    pub(super) url: &'c str,
    pub(super) outer: Option<&'c Chain<'c>>,
}

impl Chain<'_> {
    pub(super) fn holds(&self, url: &str) -> bool {
        let mut chain = Some(self);
        while let Some(link) = chain {
            if link.url == url {
                return true;
            }
            chain = link.outer;
        }
        false
    }

    pub(super) fn depth(&self) -> usize {
        let (mut depth, mut chain) = (0, self.outer);
        while let Some(link) = chain {
            depth += 1;
            chain = link.outer;
        }
        depth
    }
}

/// A document whose references are rewritten.
pub(super) struct Source<'d> {
    /// The name for the report.
    pub(super) name: &'d str,
    pub(super) bytes: &'d [u8],
    /// The base URL of the references.
    pub(super) base: Option<Url>,
    /// The base URL that applies without a `base` in the document.
    pub(super) outer_base: Option<Url>,
    /// The base URL inside an archive, where the document may have another URL.
    pub(super) base_beside: Option<Url>,
    /// Whether a `base` makes a lone fragment refer to another document.
    pub(super) is_based_elsewhere: bool,
    /// The document's charset, if known; it applies to style sheets and scripts that declare none.
    pub(super) charset: Option<String>,
    /// Whether browsers read it as XML, so that character references count in the text of elements.
    pub(super) is_xml: bool,
    pub(super) chain: &'d Chain<'d>,
    /// The document that contains this one in an attribute or element.
    pub(super) within: Option<(&'d Source<'d>, &'d Level)>,
    pub(super) lines: OnceCell<Lines>,
    /// The parsed base URL, cached at the first reference.
    pub(super) prepared: OnceCell<Option<whatwg::BaseUrl>>,
}

impl<'d> Source<'d> {
    /// Creates the source of a page.
    pub(super) fn page(name: &'d str, bytes: &'d [u8], url: Option<Url>, chain: &'d Chain<'d>) -> Self {
        let found = base(&Entity::new(bytes).with_kind(Kind::Html).retrieved_from(url.as_ref().map_or("", Url::href)));
        let own = match (found.layer, &found.href) {
            (BaseLayer::Content, Some(href)) => Url::parse(href, url.as_ref()).ok(),
            _ => found.rejected.as_ref().and_then(|base| Url::parse(&base.text, url.as_ref()).ok()),
        };
        // HTML standard 4.2.3: a base with one of these schemes is ignored.
        let own = own.filter(|url| !matches!(url.scheme(), "data" | "javascript"));
        let same =
            |own: &Url| url.as_ref().is_some_and(|url| without_fragment(url.href()) == without_fragment(own.href()));
        let is_based_elsewhere = own.as_ref().is_some_and(|own| !same(own));
        let base = own.or_else(|| url.clone());
        Self { is_based_elsewhere, outer_base: url, ..Self::new(name, bytes, base, chain) }
    }

    /// Creates the source of a style sheet or a module.
    pub(super) fn new(name: &'d str, bytes: &'d [u8], base: Option<Url>, chain: &'d Chain<'d>) -> Self {
        Self {
            name,
            bytes,
            outer_base: base.clone(),
            base_beside: base.clone(),
            base,
            is_based_elsewhere: false,
            charset: None,
            is_xml: false,
            chain,
            within: None,
            lines: OnceCell::new(),
            prepared: OnceCell::new(),
        }
    }

    /// Returns a copy of a document.
    pub(super) fn of(source: &Source<'d>) -> Self {
        Self {
            base: source.base.clone(),
            outer_base: source.outer_base.clone(),
            base_beside: source.base_beside.clone(),
            charset: source.charset.clone(),
            lines: OnceCell::new(),
            prepared: OnceCell::new(),
            ..*source
        }
    }

    /// Resolves a reference.
    pub(super) fn target(&self, text: &str) -> Option<Url> {
        let prepared = self.prepared.get_or_init(|| self.base.clone().map(whatwg::BaseUrl::new));
        prepared.as_ref().map_or_else(|| Url::parse(text, None), |base| base.join(text)).ok()
    }

    /// Returns the text for a reference that is not embedded, so that it still leads to this URL; `None` if the
    /// reference stays as it is.
    ///
    /// The text is the absolute URL. A `file:` URL means nothing on another machine, and would reveal the folders of
    /// this one: a reference to a file stays as it is in the page itself; in a document that the page embeds, it
    /// becomes relative to the page, because both end up in the page's place.
    pub(super) fn staying(&self, text: &str, url: &Url) -> Option<String> {
        if !is_portable(url) {
            return None;
        }
        if url.scheme() != "file" {
            return (url.href() != text).then(|| url.href().to_owned());
        }
        let outermost = std::iter::successors(self.chain.outer, |chain| chain.outer).last()?;
        relative_path(&Url::parse(outermost.url, None).ok()?, url)
    }

    /// Returns the URL of an object as the page names it: a file URL relative to the page if the page is a file too.
    pub(super) fn address(&self, url: &Url) -> String {
        let page = self.outer_base.as_ref().filter(|_| url.scheme() == "file");
        page.and_then(|page| relative_path(page, url)).unwrap_or_else(|| url.href().to_owned())
    }

    /// Returns the position of a reference in the document that was retrieved.
    pub(super) fn place(&self, span: Span, context: &str) -> Place {
        if let Some((around, level)) = self.within {
            return around.place(level.source(span), context);
        }
        let lines = self.lines.get_or_init(|| Lines::of(self.bytes));
        let (line, column) = lines.position(self.bytes, span.start);
        Place { document: self.name.to_owned(), span, line, column, context: context.to_owned() }
    }
}

/// Returns whether the URL means something outside its message: `thismessage:` URLs (RFC 2557 section 5) only
/// distinguish the parts of one message.
pub(super) fn is_portable(url: &Url) -> bool {
    url.scheme() != "thismessage"
}

/// Returns the path from the folder of one file to another file; `None` if they share no top folder. The path names no
/// folder that contains both.
fn relative_path(from: &Url, to: &Url) -> Option<String> {
    let path = |url: &Url| url.pathname().split('/').map(str::to_owned).collect::<Vec<_>>();
    let (from_path, to_path) = (path(from), path(to));
    let folders = from_path.split_last()?.1;
    let shared = folders.iter().zip(&to_path[..to_path.len() - 1]).take_while(|(one, other)| one == other).count();
    if from.scheme() != to.scheme() || from.host() != to.host() || shared == 0 {
        return None;
    }
    let up = "../".repeat(folders.len() - shared);
    let dot = if up.is_empty() { "./" } else { "" };
    Some(format!("{dot}{up}{}{}{}", to_path[shared..].join("/"), to.search(), to.hash()))
}

pub(crate) fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

/// Returns whether browsers read a page as XML, judging by its name: many `.html` files begin as XML and are read as
/// HTML. If the name does not tell, a page that begins like XML counts as XML.
pub(crate) fn is_xml(name: &str, bytes: &[u8]) -> bool {
    let name = name.split(['?', '#']).next().unwrap_or_default();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    ends(&[".xhtml", ".xht", ".xml"]) || (!ends(&[".html", ".htm"]) && bytes.starts_with(b"<?xml"))
}

/// Returns whether a reference has a scheme that is never retrieved.
pub(crate) fn is_let_alone(text: &str) -> bool {
    let scheme = text.trim_start().split_once(':').map_or("", |(scheme, _)| scheme);
    ["data", "javascript", "mailto", "about", "blob", "tel"].iter().any(|name| scheme.eq_ignore_ascii_case(name))
}
