//! Resolves references under one standard. Start at `Against`.
//!
//! [`base_under`] selects the base that applies; the engine does the resolving.

use crate::base::BaseLayer;
use crate::encoding::charset;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::prepared_base::{self, PreparedBase};
use crate::reader::base_under;
use crate::rules;
use napkin::{Base, Finding, Reference, Resolution, Span, Standard, Url, whatwg};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A base URL, or none.
#[derive(Clone)]
pub(super) struct Against {
    /// The last base inside the content and its resolved form, cached because links of the same part follow each
    /// other.
    part: RefCell<Option<(Arc<InnerBase>, Box<Against>)>>,
    standard: Standard,
    base: Option<Rc<PreparedBase>>,
    /// The encoding of the queries of links, under `whatwg` (HTML standard 2.4.2).
    charset: &'static str,
}

impl Against {
    pub(super) fn new(url: Option<&str>, standard: Standard) -> Self {
        let base = url.and_then(|url| PreparedBase::parse(url, standard)).map(Rc::new);
        Self { part: RefCell::new(None), standard, base, charset: "UTF-8" }
    }

    /// Returns the same base for links in a page with this encoding.
    pub(super) fn in_charset_of(self, entity: &Entity<'_>) -> Self {
        Self { charset: if entity.kind == Kind::Html { charset(entity).name() } else { "UTF-8" }, ..self }
    }

    pub(super) fn url(&self) -> Option<&Url> {
        self.base.as_deref().map(PreparedBase::url)
    }

    /// Returns the base for relativizing.
    pub(super) fn inverse(&self) -> Option<Base<'_>> {
        Some(self.base.as_deref()?.inverse()?.base())
    }

    /// Returns the base that applies to a link.
    pub(super) fn at(&self, link: &Link<'_>) -> Cow<'_, Self> {
        match &link.base {
            None => Cow::Borrowed(self),
            base => Cow::Owned(self.within(base.as_ref())),
        }
    }

    /// Returns the base that applies in a part of the document with its own base. A base that cannot be resolved is
    /// ignored.
    pub(super) fn within(&self, base: Option<&Arc<InnerBase>>) -> Self {
        let Some(base) = base else { return self.clone() };
        if let Some((known, against)) = &*self.part.borrow()
            && Arc::ptr_eq(known, base)
        {
            return Self::clone(against);
        }
        // Elements with bases are nested; the result for the previous element is reused.
        let known = self.part.borrow().clone();
        let is_known = |base: &&InnerBase| known.as_ref().is_some_and(|(known, _)| std::ptr::eq(&**known, *base));
        let bases: Vec<&InnerBase> = base.outwards().take_while(|base| !is_known(base)).collect();
        let is_below = bases.len() < base.outwards().count();
        let mut against = match &known {
            Some((_, against)) if is_below => Self::clone(against),
            _ => Self { part: RefCell::new(None), ..self.clone() },
        };
        for base in bases.into_iter().rev() {
            if let Ok(Some(url)) = against.reference(base.text(), true) {
                against = Self { charset: self.charset, ..Self::new(Some(url.as_str()), self.standard) };
            }
        }
        *self.part.borrow_mut() = Some((Arc::clone(base), Box::new(against.clone())));
        against
    }

    /// Resolves a link against this base, which must already be the base at its position; `None` for the current
    /// document, under `draft1997`.
    pub(super) fn link(&self, link: &Link<'_>) -> Result<Option<Url>, Finding> {
        let codebase = link.codebase.as_deref().filter(|_| self.standard != Standard::Whatwg);
        match codebase.map(|codebase| self.reference(codebase, true)).transpose()?.flatten() {
            Some(codebase) => Self::new(Some(codebase.as_str()), self.standard).reference(&link.text, true),
            None => {
                let charset = if link.context.is_style() { "UTF-8" } else { self.charset };
                self.reference_in(&link.text, link.new_request, charset)
            }
        }
    }

    /// Resolves a reference.
    pub(super) fn reference(&self, text: &str, new_request: bool) -> Result<Option<Url>, Finding> {
        self.reference_in(text, new_request, "UTF-8")
    }

    fn reference_in(&self, text: &str, new_request: bool, charset: &str) -> Result<Option<Url>, Finding> {
        if self.standard == Standard::Whatwg {
            let base = self.base.as_deref().and_then(PreparedBase::whatwg);
            return Ok(Some(prepared_base::parse(text, base, charset)?.into()));
        }
        let reference = Reference::parse(text, self.standard)?;
        let resolved = match self.base.as_deref().map(PreparedBase::generic) {
            Some(base) => {
                base.base().with_document(base.url().reference()).with_new_request(new_request).resolve(reference)?
            }
            None if reference.is_absolute() => return Ok(Some(reference.to_buf().try_into()?)),
            None => {
                let whole = Span::new(0, text.len());
                let found = text.chars().next();
                return Err(Finding::new(rules::BASE_MISSING, self.standard, whole, "a URL with a scheme", found));
            }
        };
        Ok(match resolved {
            Resolution::Absolute(url) => Some(url),
            Resolution::SameDocument => None,
        })
    }

    /// Returns whether a reference has the same target without a base: under `whatwg`, `http:a` does not.
    pub(super) fn is_absolute(&self, text: &str, target: &Url) -> bool {
        match self.standard {
            Standard::Whatwg => whatwg::Url::parse(text, None).is_ok_and(|url| url.href() == target.as_str()),
            standard => Reference::parse(text, standard).is_ok_and(|reference| reference.is_absolute()),
        }
    }
}

/// Returns the base that applies without the content of a document, and the base that the content gives, if any.
pub(super) fn bases(entity: &Entity<'_>, standard: Standard) -> (Against, Option<Against>) {
    let found = base_under(entity, standard);
    let outer = Against::new(found.outer.as_deref(), standard);
    let is_url = |url: &String| standard == Standard::Whatwg || Url::parse(url, standard).is_ok();
    let inner = found.url.filter(|url| found.layer == BaseLayer::Content && is_url(url));
    (outer, inner.map(|url| Against::new(Some(&url), standard)))
}
