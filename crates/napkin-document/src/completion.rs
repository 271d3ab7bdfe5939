//! Resolves the references of a document to absolute URLs. Start with `LinkResolver`.
//!
//! Chooses the default standard for each kind of document, and the base for each link: the base of the document, or of
//! the nested part that contains the link, resolved from the outside in. `base` determines the base of the document;
//! the crate `napkin` resolves.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use napkin::{Base, Finding, Reference, Resolution, Span, Standard, Url, password_span, whatwg};

use crate::base::{self, BaseDeclared, BaseFound, BaseLayer};
use crate::encoding::Charset;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::links::members;
use crate::prepared_base::{self, PreparedBase};
use crate::rules;

impl Kind {
    /// Returns the default standard for documents of this kind: the URL Standard for documents that browsers read, and
    /// RFC 3987 for XML, whose standards refer to IRIs.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::Kind;
    /// assert_eq!(Kind::Html.usual_standard(), Standard::Whatwg);
    /// assert_eq!(Kind::Mail.usual_standard(), Standard::Rfc3986);
    /// ```
    #[must_use]
    pub const fn usual_standard(self) -> Standard {
        match self {
            Self::Text | Self::Json | Self::Mail => Standard::Rfc3986,
            Self::Xml => Standard::Rfc3987,
            _ => Standard::Whatwg,
        }
    }
}

/// A document under one standard, with the base that applies to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BasedDocument<'a> {
    /// The document.
    pub entity: Entity<'a>,
    /// The standard.
    pub standard: Standard,
    /// Its base, and the origin of the base.
    pub found: BaseFound,
    /// Its encoding.
    pub charset: Charset,
    /// The base, if it is an absolute URL of the standard.
    base: Option<PreparedBase>,
}

impl Entity<'_> {
    /// Returns the default standard for this document: that of its kind, and the URL Standard for Jupyter notebooks, since browsers read
    /// the documents in their cells.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{Entity, Kind};
    /// let notebook = Entity::new(br#"{"cells": [], "nbformat": 4, "nbformat_minor": 5}"#).with_kind(Kind::Json);
    /// assert_eq!(notebook.usual_standard(), Standard::Whatwg);
    /// assert_eq!(Entity::new(b"{}").with_kind(Kind::Json).usual_standard(), Standard::Rfc3986);
    /// ```
    #[must_use]
    pub fn usual_standard(&self) -> Standard {
        match self.kind {
            Kind::Json if members::is_notebook(self.bytes) => Standard::Whatwg,
            kind => kind.usual_standard(),
        }
    }
}

impl<'a> BasedDocument<'a> {
    /// Creates the document from what it declares about its base. The declaration does not depend on the standard.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BasedDocument, Entity};
    /// let page = Entity::new(b"<base href=/menu/>").retrieved_from("http://pub.example/");
    /// let document = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Rfc3986);
    /// assert_eq!(document.found.url.as_deref(), Some("http://pub.example/menu/"));
    /// ```
    #[must_use]
    pub fn new(entity: Entity<'a>, declared: &BaseDeclared, standard: Standard) -> Self {
        let found = declared.under(standard);
        let base = found.url.as_deref().and_then(|url| PreparedBase::parse(url, standard));
        Self { entity, standard, found, charset: declared.charset, base }
    }

    /// Returns the base under [`Standard::Whatwg`], if it is a URL of that standard.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BasedDocument, Entity};
    /// let page = Entity::new(b"<base href=/menu/>").retrieved_from("http://pub.example/");
    /// let document = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Whatwg);
    /// assert_eq!(document.url().unwrap().href(), "http://pub.example/menu/");
    /// ```
    #[must_use]
    pub fn url(&self) -> Option<&whatwg::Url> {
        self.whatwg().map(whatwg::BaseUrl::url)
    }

    fn whatwg(&self) -> Option<&whatwg::BaseUrl> {
        self.base.as_ref()?.whatwg()
    }

    /// Returns the URL of the document.
    fn document(&self) -> Option<Reference<'_>> {
        self.entity.retrieval.and_then(|url| Reference::parse(url, self.standard).ok())
    }

    /// Returns the base for the generic syntax, with the URL of the document. Returns `None` if there is no valid base.
    fn base(&self) -> Option<Base<'_>> {
        let base = self.base.as_ref()?.generic().base();
        Some(self.document().map_or(base, |document| base.with_document(document)))
    }

    /// Parses a link under the URL Standard. In a page in a legacy encoding, queries are written in that encoding,
    /// except in URLs of style sheets (HTML standard 2.4.2, "encoding-parsing").
    fn parse(&self, link: &Link<'_>, base: Option<&whatwg::BaseUrl>) -> Result<whatwg::Url, Finding> {
        let has_charset = self.entity.kind == Kind::Html && !link.context.is_style();
        prepared_base::parse(&link.text, base, if has_charset { self.charset.name() } else { "UTF-8" })
    }
}

/// Resolves the links of a document, one after the other.
///
/// ```
/// use napkin::Standard;
/// use napkin_document::{BaseDeclared, BasedDocument, LinkResolver, Entity, Kind, Options, collect_links};
/// let page = Entity::new(b"<base href=/menu/><a href=beer>").with_kind(Kind::Html).retrieved_from("http://pub.example/");
/// let based = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Whatwg);
/// let mut resolver = LinkResolver::new(&based);
/// let done = resolver.resolve(&collect_links(&page, &Options::default())[0]);
/// assert_eq!(done.absolute?.unwrap().as_str(), "http://pub.example/menu/beer");
/// # Ok::<(), napkin::Finding>(())
/// ```
#[derive(Debug)]
pub struct LinkResolver<'d> {
    of: &'d BasedDocument<'d>,
    /// The base for the generic syntax. Under the URL Standard, the document's base is used.
    base: Option<Base<'d>>,
    document: Option<Reference<'d>>,
    /// The resolved bases of nested parts.
    inner: InnerBases,
}

/// The result of resolving a link.
#[derive(Debug)]
#[non_exhaustive]
pub struct ResolvedLink {
    /// The absolute URL; `None` for a reference to the document itself (draft-fielding-url-syntax-05 section 3). An
    /// error contains no password, and its span refers to the link's text.
    pub absolute: Result<Option<Url>, Finding>,
    inner: Option<Rc<Applies>>,
    /// The base of a message part if it is not a URL under the standard. Relative links of the part then have no
    /// absolute form.
    broken: Option<Arc<InnerBase>>,
}

impl ResolvedLink {
    /// Returns the absolute URL, if there is one.
    ///
    /// ```
    /// use napkin_document::{Entity, Options, absolute_links};
    /// let page = Entity::new(b"<a href=beer><a href=http://h:x/>").retrieved_from("http://pub.example/");
    /// let links = absolute_links(&page, &Options::default());
    /// assert_eq!(links[0].1.url().unwrap().as_str(), "http://pub.example/beer");
    /// assert_eq!(links[1].1.url(), None);
    /// ```
    #[must_use]
    pub fn url(&self) -> Option<&Url> {
        self.absolute.as_ref().ok()?.as_ref()
    }

    /// Returns the base of the nested part that contains the link, if the part has one.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, absolute_links};
    /// let xml = Entity::new(b"<a xml:base='http://pub.example/menu/'><c href='ale'/></a>").with_kind(Kind::Xml);
    /// let links = absolute_links(&xml, &Options::default());
    /// assert_eq!(links[0].1.given().unwrap().text(), "http://pub.example/menu/");
    /// ```
    #[must_use]
    pub fn given(&self) -> Option<&InnerBase> {
        self.inner.as_deref().map(|inner| &*inner.given).or(self.broken.as_deref())
    }
}

impl<'d> LinkResolver<'d> {
    /// Creates a resolver for a document.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BasedDocument, Entity, LinkResolver, Options, collect_links};
    /// let page = Entity::new(b"<base href=/menu/><a href=beer>").retrieved_from("http://pub.example/");
    /// let document = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Whatwg);
    /// let mut resolver = LinkResolver::new(&document);
    /// for link in collect_links(&page, &Options::default()) {
    ///     assert_eq!(resolver.resolve(&link).url().unwrap().as_str(), "http://pub.example/menu/beer");
    /// }
    /// ```
    #[must_use]
    pub fn new(of: &'d BasedDocument<'d>) -> Self {
        let base = if of.standard == Standard::Whatwg { None } else { of.base() };
        Self { of, base, document: of.document(), inner: InnerBases::default() }
    }

    /// Resolves a link.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BasedDocument, Entity, LinkResolver, Options, collect_links};
    /// let page = Entity::new(b"<a href=//cellar.example/>").retrieved_from("http://pub.example/");
    /// let document = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Rfc3986);
    /// let link = &collect_links(&page, &Options::default())[0];
    /// let resolved = LinkResolver::new(&document).resolve(link);
    /// assert_eq!(resolved.url().unwrap().as_str(), "http://cellar.example/");
    /// ```
    pub fn resolve(&mut self, link: &Link<'_>) -> ResolvedLink {
        let inner = link.base.as_ref().and_then(|base| self.inner.resolve(base, self.of));
        let broken = link.base.as_ref().filter(|_| inner.is_none()).and_then(|base| self.broken(base));
        let absolute = match &broken {
            Some((_, error)) if !self.is_absolute(link) => Err(error.with_span(Span::new(0, link.text.len()))),
            _ => self.absolute(link, inner.as_deref()),
        };
        let absolute = absolute.map_err(|error| error.redacted(password_span(&link.text)));
        ResolvedLink { absolute, inner, broken: broken.map(|(base, _)| base) }
    }

    /// Returns the base of the message part that contains a link, with the error, if that base is not a URL.
    fn broken(&self, base: &Arc<InnerBase>) -> Option<(Arc<InnerBase>, Finding)> {
        let mut last = base;
        while let Some(outer) = last.outer() {
            last = outer;
        }
        let standard = self.of.standard;
        let error = base::error(last.text(), standard)?;
        let whole = Span::new(0, 0);
        let error = Finding::new(rules::BASE_MISSING, standard, whole, "a base that is a URL", error.found);
        last.part().map(|_| (Arc::clone(last), error))
    }

    fn is_absolute(&self, link: &Link<'_>) -> bool {
        match self.of.standard {
            Standard::Whatwg => whatwg::Url::parse(&link.text, None).is_ok(),
            standard => Reference::parse(&link.text, standard).is_ok_and(|reference| reference.is_absolute()),
        }
    }

    /// Returns the base that applies to a link, and its layer. The base of a nested part is embedded in the content.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BaseLayer, BasedDocument, Entity, LinkResolver, Options, collect_links};
    /// let page = Entity::new(b"<base href=/menu/><a href=beer>").retrieved_from("http://pub.example/");
    /// let document = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Whatwg);
    /// let link = &collect_links(&page, &Options::default())[0];
    /// let mut resolver = LinkResolver::new(&document);
    /// let resolved = resolver.resolve(link);
    /// assert_eq!(resolver.base_of(&resolved), (Some("http://pub.example/menu/"), BaseLayer::Content));
    /// ```
    #[must_use]
    pub fn base_of<'r>(&'r self, completed: &'r ResolvedLink) -> (Option<&'r str>, BaseLayer) {
        match &completed.inner {
            Some(inner) => (Some(inner.base.url().as_str()), inner.given.layer()),
            None if completed.broken.is_some() => {
                let broken = completed.broken.as_deref();
                (broken.map(InnerBase::text), broken.map_or(BaseLayer::None, InnerBase::layer))
            }
            None => (self.of.found.url.as_deref(), self.of.found.layer),
        }
    }

    /// Returns the base that applies to a link under the URL Standard.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{BaseDeclared, BasedDocument, Entity, LinkResolver, Options, collect_links};
    /// let page = Entity::new(b"<base href=/menu/><a href=beer>").retrieved_from("http://pub.example/");
    /// let document = BasedDocument::new(page, &BaseDeclared::of(&page), Standard::Whatwg);
    /// let link = &collect_links(&page, &Options::default())[0];
    /// let mut resolver = LinkResolver::new(&document);
    /// let resolved = resolver.resolve(link);
    /// assert_eq!(resolver.whatwg_base(&resolved).unwrap().href(), "http://pub.example/menu/");
    /// ```
    #[must_use]
    pub fn whatwg_base<'r>(&'r self, completed: &'r ResolvedLink) -> Option<&'r whatwg::Url> {
        whatwg_base(self.of, completed.inner.as_deref()).map(whatwg::BaseUrl::url)
    }

    fn absolute(&self, link: &Link<'_>, inner: Option<&Applies>) -> Result<Option<Url>, Finding> {
        let standard = self.of.standard;
        if standard == Standard::Whatwg {
            let url = self.of.parse(link, whatwg_base(self.of, inner))?;
            return Ok(Some(url.into()));
        }
        let reference = Reference::parse(&link.text, standard)?;
        let base = match inner {
            Some(inner) => {
                let base = inner.base.generic().base();
                Some(self.document.map_or(base, |document| base.with_document(document)))
            }
            None => self.base,
        };
        let codebase = match (&link.codebase, &base) {
            (Some(codebase), Some(base)) => {
                Some(base.with_new_request(true).resolve(Reference::parse(codebase, standard)?)?)
            }
            _ => None,
        };
        let resolved = match (&codebase, &base) {
            (Some(Resolution::Absolute(codebase)), _) => Base::new(codebase.reference())?.resolve(reference)?,
            (_, Some(base)) => base.with_new_request(link.new_request).resolve(reference)?,
            (_, None) if reference.is_absolute() => return Ok(Some(reference.to_buf().try_into()?)),
            (_, None) => {
                let whole = Span::new(0, link.text.len());
                let found = link.text.chars().next();
                return Err(Finding::new(rules::BASE_MISSING, standard, whole, "a URL with a scheme", found));
            }
        };
        Ok(match resolved {
            Resolution::Absolute(url) => Some(url),
            Resolution::SameDocument => None,
        })
    }
}

fn whatwg_base<'r>(of: &'r BasedDocument<'_>, inner: Option<&'r Applies>) -> Option<&'r whatwg::BaseUrl> {
    inner.map_or(of.whatwg(), |inner| inner.base.whatwg())
}

/// An absolute base inside a document.
#[derive(Debug)]
struct Applies {
    base: PreparedBase,
    /// The declaration of the base.
    given: Arc<InnerBase>,
}

/// The bases that have been resolved, by address. They are kept alive so that no other base gets the same address.
#[derive(Debug, Default)]
struct InnerBases {
    known: HashMap<*const InnerBase, (Arc<InnerBase>, Option<Rc<Applies>>)>,
}

/// The number of bases to keep. A document with more bases rarely returns to an early one.
const KEPT: usize = 1024;

impl InnerBases {
    /// Resolves a base. Returns `None` if nothing makes it absolute. A base that is not a reference is ignored, like an
    /// invalid `base` element: the base around it applies.
    fn resolve(&mut self, base: &Arc<InnerBase>, of: &BasedDocument<'_>) -> Option<Rc<Applies>> {
        let mut fresh = Vec::new();
        let mut at = Some(base);
        let mut applies = None;
        while let Some(base) = at {
            if let Some((_, known)) = self.known.get(&Arc::as_ptr(base)) {
                applies.clone_from(known);
                break;
            }
            fresh.push(base);
            at = base.outer();
        }
        if self.known.len() > KEPT {
            self.known.clear();
        }
        for base in fresh.into_iter().rev() {
            let own = match of.standard {
                Standard::Whatwg => under_whatwg(base, applies.as_deref(), of),
                _ => generic(base, applies.as_deref(), of),
            };
            applies = own.map(Rc::new).or(applies);
            self.known.insert(Arc::as_ptr(base), (Arc::clone(base), applies.clone()));
        }
        applies
    }
}

fn under_whatwg(base: &Arc<InnerBase>, outer: Option<&Applies>, of: &BasedDocument<'_>) -> Option<Applies> {
    let url = prepared_base::parse(base.text(), whatwg_base(of, outer), "UTF-8").ok()?;
    Some(Applies { base: url.into(), given: Arc::clone(base) })
}

fn generic(inner: &Arc<InnerBase>, outer: Option<&Applies>, of: &BasedDocument<'_>) -> Option<Applies> {
    let reference = Reference::parse(inner.text(), of.standard).ok()?;
    let base = match outer {
        Some(outer) => Some(outer.base.generic().base()),
        None => of.base(),
    };
    let url = match base {
        // Resolving an empty base gives the base around it, so the request must be a new one.
        Some(base) => match base.with_new_request(true).resolve(reference).ok()? {
            Resolution::Absolute(url) => url,
            Resolution::SameDocument => return None,
        },
        None => reference.to_buf().try_into().ok()?,
    };
    Some(Applies { base: url.into(), given: Arc::clone(inner) })
}
