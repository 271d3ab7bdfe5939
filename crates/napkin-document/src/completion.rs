//! The references of a document in their absolute form.
//!
//! Decides: under which standards documents of a kind are read unless someone says otherwise, and which base applies to a link: that
//! of the document, or of the part of it that the link stands in, resolved from the outside in. What the base of a document is, `base`
//! decides, and what resolution is, the engine.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use napkin::{Base, Finding, Reference, Resolution, Span, Standard, Url, password_span, whatwg};

use crate::base::{self, BaseDeclared, BaseFound, BaseLayer};
use crate::encoding::{Charset, charset};
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::prepared_base::{self, PreparedBase};
use crate::rules;

impl Kind {
    /// The standard that documents of this kind are read under unless someone says otherwise: what browsers read, as they read it;
    /// XML, whose standards speak of IRIs, by RFC 3987.
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
pub struct Based<'a> {
    /// The document.
    pub entity: Entity<'a>,
    /// The standard.
    pub standard: Standard,
    /// Its base, and where that comes from.
    pub found: BaseFound,
    /// Its encoding.
    pub charset: Charset,
    /// The base, if it is an absolute URL of the standard.
    base: Option<PreparedBase>,
}

impl<'a> Based<'a> {
    /// A document of which it is known what it says of its base, whatever the standard.
    #[must_use]
    pub fn new(entity: Entity<'a>, declared: &BaseDeclared, standard: Standard) -> Self {
        let found = declared.under(standard);
        let base = found.url.as_deref().and_then(|url| PreparedBase::parse(url, standard));
        Self { entity, standard, found, charset: charset(&entity), base }
    }

    /// Returns the base under [`Standard::Whatwg`], if it is a URL of that standard.
    #[must_use]
    pub fn url(&self) -> Option<&whatwg::Url> {
        self.whatwg().map(whatwg::BaseUrl::url)
    }

    fn whatwg(&self) -> Option<&whatwg::BaseUrl> {
        self.base.as_ref()?.whatwg()
    }

    /// The URL of the document.
    fn document(&self) -> Option<Reference<'_>> {
        self.entity.retrieval.and_then(|url| Reference::parse(url, self.standard).ok())
    }

    /// The base of the generic syntax with the URL of the document; `None` where there is none, or it is not valid.
    fn base(&self) -> Option<Base<'_>> {
        let base = self.base.as_ref()?.generic().base();
        Some(self.document().map_or(base, |document| base.document(document)))
    }

    /// A link under the URL Standard. HTML standard 2.4.2, "encoding-parsing": in a page of a legacy encoding queries are written
    /// in that, but for the URLs of its style sheets.
    fn parse(&self, link: &Link<'_>, base: Option<&whatwg::BaseUrl>) -> Result<whatwg::Url, Finding> {
        let has_charset = self.entity.kind == Kind::Html && !link.context.is_style();
        prepared_base::parse(&link.text, base, if has_charset { self.charset.name() } else { "UTF-8" })
    }
}

/// Makes the links of a document absolute, one after the other.
///
/// ```
/// use napkin::Standard;
/// use napkin_document::{BaseDeclared, Based, Completer, Entity, Kind, Options, collect};
/// let page = Entity::new(b"<base href=/menu/><a href=beer>").with_kind(Kind::Html).retrieved_from("http://pub.example/");
/// let based = Based::new(page, &BaseDeclared::of(&page), Standard::Whatwg);
/// let mut completer = Completer::new(&based);
/// let done = completer.complete(&collect(&page, &Options::default())[0]);
/// assert_eq!(done.absolute?.unwrap().as_str(), "http://pub.example/menu/beer");
/// # Ok::<(), napkin::Finding>(())
/// ```
#[derive(Debug)]
pub struct Completer<'d> {
    of: &'d Based<'d>,
    /// That of the generic syntax; the one under `whatwg` is the document's.
    base: Option<Base<'d>>,
    document: Option<Reference<'d>>,
    /// Those that the content gives for its parts.
    inner: InnerBases,
}

/// What came of a link.
#[derive(Debug)]
#[non_exhaustive]
pub struct Completed {
    /// Its absolute form; `None` for a reference to the document itself (draft-fielding-url-syntax-05 section 3). What is wrong has no
    /// password in it, and its place is in the link's text.
    pub absolute: Result<Option<Url>, Finding>,
    inner: Option<Rc<Applies>>,
    /// The base of a message part, if it is no URL by the standard; relative links of the part have no absolute form.
    broken: Option<Arc<InnerBase>>,
}

impl Completed {
    /// The base of the part of the document that the link stands in, if that has one.
    #[must_use]
    pub fn given(&self) -> Option<&InnerBase> {
        self.inner.as_deref().map(|inner| &*inner.given).or(self.broken.as_deref())
    }
}

impl<'d> Completer<'d> {
    /// Of a document.
    #[must_use]
    pub fn new(of: &'d Based<'d>) -> Self {
        let base = if of.standard == Standard::Whatwg { None } else { of.base() };
        Self { of, base, document: of.document(), inner: InnerBases::default() }
    }

    /// The absolute form of a link.
    pub fn complete(&mut self, link: &Link<'_>) -> Completed {
        let inner = link.base.as_ref().and_then(|base| self.inner.resolve(base, self.of));
        let broken = link.base.as_ref().filter(|_| inner.is_none()).and_then(|base| self.broken(base));
        let absolute = match &broken {
            Some((_, error)) if !self.is_absolute(link) => {
                Err(Finding { span: Span::new(0, link.text.len()), ..*error })
            }
            _ => self.absolute(link, inner.as_deref()),
        };
        let absolute = absolute.map_err(|error| error.redacted(password_span(&link.text)));
        Completed { absolute, inner, broken: broken.map(|(base, _)| base) }
    }

    /// Returns the base of the message part that contains a link, if that base is no URL, and the error.
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

    /// The base that applies to a link, and its layer: one of a part of the document is embedded in the content.
    #[must_use]
    pub fn base_of<'r>(&'r self, completed: &'r Completed) -> (Option<&'r str>, BaseLayer) {
        match &completed.inner {
            Some(inner) => (Some(inner.base.url().as_str()), inner.given.layer()),
            None if completed.broken.is_some() => {
                let broken = completed.broken.as_deref();
                (broken.map(InnerBase::text), broken.map_or(BaseLayer::None, InnerBase::layer))
            }
            None => (self.of.found.url.as_deref(), self.of.found.layer),
        }
    }

    /// The base that applies to a link under the URL Standard.
    #[must_use]
    pub fn whatwg_base<'r>(&'r self, completed: &'r Completed) -> Option<&'r whatwg::Url> {
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
                Some(self.document.map_or(base, |document| base.document(document)))
            }
            None => self.base,
        };
        let codebase = match (&link.codebase, &base) {
            (Some(codebase), Some(base)) => {
                Some(base.new_request(true).resolve(Reference::parse(codebase, standard)?)?)
            }
            _ => None,
        };
        let resolved = match (&codebase, &base) {
            (Some(Resolution::Absolute(codebase)), _) => Base::new(codebase.reference())?.resolve(reference)?,
            (_, Some(base)) => base.new_request(link.new_request).resolve(reference)?,
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

fn whatwg_base<'r>(of: &'r Based<'_>, inner: Option<&'r Applies>) -> Option<&'r whatwg::BaseUrl> {
    inner.map_or(of.whatwg(), |inner| inner.base.whatwg())
}

/// A base inside a document, in its absolute form.
#[derive(Debug)]
struct Applies {
    base: PreparedBase,
    /// What gives it.
    given: Arc<InnerBase>,
}

/// Those that have been resolved. They are kept, so that their addresses stay theirs.
#[derive(Debug, Default)]
struct InnerBases {
    known: HashMap<*const InnerBase, (Arc<InnerBase>, Option<Rc<Applies>>)>,
}

/// A document with more bases than this is not likely to come back to the first.
const KEPT: usize = 1024;

impl InnerBases {
    /// What a base comes to; `None` where nothing makes it absolute. One that is no reference does not count, as a `base`
    /// element that is none does not: the one around it applies.
    fn resolve(&mut self, base: &Arc<InnerBase>, of: &Based<'_>) -> Option<Rc<Applies>> {
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

fn under_whatwg(base: &Arc<InnerBase>, outer: Option<&Applies>, of: &Based<'_>) -> Option<Applies> {
    let url = prepared_base::parse(base.text(), whatwg_base(of, outer), "UTF-8").ok()?;
    Some(Applies { base: url.into(), given: Arc::clone(base) })
}

fn generic(inner: &Arc<InnerBase>, outer: Option<&Applies>, of: &Based<'_>) -> Option<Applies> {
    let reference = Reference::parse(inner.text(), of.standard).ok()?;
    let base = match outer {
        Some(outer) => Some(outer.base.generic().base()),
        None => of.base(),
    };
    let url = match base {
        // A base is asked for itself: an empty one is that around it.
        Some(base) => match base.new_request(true).resolve(reference).ok()? {
            Resolution::Absolute(url) => url,
            Resolution::SameDocument => return None,
        },
        None => reference.to_buf().try_into().ok()?,
    };
    Some(Applies { base: url.into(), given: Arc::clone(inner) })
}
