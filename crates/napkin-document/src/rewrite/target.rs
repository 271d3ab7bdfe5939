//! What a reference names, under one standard.
//!
//! Decides: nothing of its own; which base applies where, [`base_under`] says, and resolving is the engine's.

use crate::base::{BaseLayer, base_under};
use crate::entity::Entity;
use crate::link::Link;
use napkin::{Base, Finding, Reference, Resolution, Rule, Span, Standard, Url, whatwg};

/// A base URL, or that there is none.
#[derive(Clone)]
pub(super) struct Against {
    standard: Standard,
    url: Option<Url>,
    /// The same under `whatwg`.
    parsed: Option<whatwg::Url>,
}

impl Against {
    pub(super) fn new(url: Option<&str>, standard: Standard) -> Self {
        let parsed = url.filter(|_| standard == Standard::Whatwg).and_then(|url| whatwg::Url::parse(url, None).ok());
        let url = match &parsed {
            Some(parsed) => Some(Url::from(parsed.clone())),
            None => url.and_then(|url| Url::parse(url, standard).ok()),
        };
        Self { standard, url, parsed }
    }

    pub(super) fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }

    /// What a link names; `None` for the current document, under `draft1997`.
    pub(super) fn link(&self, link: &Link<'_>) -> Result<Option<Url>, Finding> {
        let codebase = link.codebase.as_deref().filter(|_| self.standard != Standard::Whatwg);
        match codebase.map(|codebase| self.reference(codebase, true)).transpose()?.flatten() {
            Some(codebase) => Self::new(Some(codebase.as_str()), self.standard).reference(&link.text, true),
            None => self.reference(&link.text, link.new_request),
        }
    }

    /// What a reference names.
    pub(super) fn reference(&self, text: &str, new_request: bool) -> Result<Option<Url>, Finding> {
        if self.standard == Standard::Whatwg {
            return Ok(Some(whatwg::Url::parse(text, self.parsed.as_ref())?.into()));
        }
        let reference = Reference::parse(text, self.standard)?;
        let resolved = match &self.url {
            Some(url) => {
                Base::new(url.reference())?.document(url.reference()).new_request(new_request).resolve(reference)?
            }
            None if reference.is_absolute() => return Ok(Some(reference.to_buf().try_into()?)),
            None => {
                let whole = Span::new(0, text.len());
                let found = text.chars().next();
                return Err(Finding::new(Rule::BaseMissing, self.standard, whole, "a URL with a scheme", found));
            }
        };
        Ok(match resolved {
            Resolution::Absolute(url) => Some(url),
            Resolution::SameDocument => None,
        })
    }

    /// Whether a reference names the same without a base: under `whatwg`, `http:a` does not.
    pub(super) fn is_absolute(&self, text: &str, target: &Url) -> bool {
        match self.standard {
            Standard::Whatwg => whatwg::Url::parse(text, None).is_ok_and(|url| url.href() == target.as_str()),
            standard => Reference::parse(text, standard).is_ok_and(|reference| reference.is_absolute()),
        }
    }
}

/// The bases of a document: the one that applies without its content, and the one that applies, if that is another.
pub(super) fn bases(entity: &Entity<'_>, standard: Standard) -> (Against, Option<Against>) {
    let found = base_under(entity, standard);
    let outer = Against::new(found.outer.as_deref(), standard);
    let is_url = |url: &String| standard == Standard::Whatwg || Url::parse(url, standard).is_ok();
    let inner = found.url.filter(|url| found.layer == BaseLayer::Content && is_url(url));
    (outer, inner.map(|url| Against::new(Some(&url), standard)))
}
