//! One document under one standard: its base, and why it is that.

use napkin::{Base, Finding, Reference, Rule, Standard, mask_passwords, whatwg};
use napkin_document::mail::{Bases, Message, Related};
use napkin_document::{BaseDeclared, BaseFound, BaseLayer, Charset, Entity, Kind, Link};

use super::explained;
use super::row::Rows;
use crate::options::StandardName;
use crate::output::{Cursor, Page, Printing, shown};
use crate::stream::{Place, violations};

/// What a document says of its base, and where.
pub(super) struct Declared {
    pub(super) base: BaseDeclared,
    /// Line and column of the `href`.
    pub(super) place: (usize, usize),
}

impl Declared {
    pub(super) fn of(entity: &Entity<'_>) -> Self {
        let base = BaseDeclared::of(entity);
        let span = base.span().unwrap_or_default();
        let at = Cursor::new(entity.bytes).advance(span.start);
        Self { base, place: (at.line, at.column) }
    }
}

/// A document, where it was read from, and the base that applies to what it contains.
pub(super) struct Document<'a> {
    pub(super) name: &'a str,
    pub(super) entity: Entity<'a>,
    pub(super) standard: Standard,
    /// The choice of standards of which that is one.
    pub(super) of: StandardName,
    pub(super) found: BaseFound,
    charset: Charset,
    /// The same base under `whatwg`.
    pub(super) url: Option<whatwg::Url>,
    /// What is to be said about the base that the content gives, and its text.
    findings: Option<(String, Vec<Finding>)>,
    /// Where that stands.
    pub(super) declared: &'a Declared,
    /// Of a message: what its parts refer to each other by.
    pub(super) message: Option<Parts<'a>>,
}

/// A message: its parts, their bases, and what they refer to each other by.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) message: &'a Message<'a>,
    pub(super) bases: &'a Bases,
    pub(super) related: &'a Related<'a, 'a>,
}

impl<'a> Document<'a> {
    /// One of which it is known what it says of its base, whatever the standard.
    pub(super) fn new(name: &'a str, entity: Entity<'a>, declared: &'a Declared, standard: Standard) -> Self {
        let found = declared.base.under(standard);
        let of = StandardName::One(standard);
        let charset = napkin_document::charset(&entity);
        let mut document =
            Self { name, entity, standard, of, found, charset, url: None, findings: None, declared, message: None };
        match standard {
            Standard::Whatwg => document.check_whatwg(),
            _ => document.check(),
        }
        document
    }

    /// What is wrong with the base, by the generic syntax: it stays, so that the error shows where it is.
    fn check(&mut self) {
        let url = self.found.url.clone().unwrap_or_default();
        let error = Reference::parse(&url, self.standard).err();
        self.findings = error.map(|error| (url, vec![error.into()]));
    }

    /// What the base that the content gives violates under `whatwg`, and why it does not count if it does not.
    fn check_whatwg(&mut self) {
        let read = |url: &Option<String>| url.as_deref().and_then(|url| whatwg::Url::parse(url, None).ok());
        self.url = read(&self.found.url);
        let rejected = self.found.rejected.as_ref().map(|rejected| rejected.text.clone());
        let Some(text) = rejected.or_else(|| self.found.href.clone()) else { return };
        let (mut findings, error) = violations(&text, read(&self.found.outer).as_ref());
        // Where a base is missing, or is of a scheme that makes none, that it is rejected says enough.
        match error.map(Finding::from) {
            Some(error) if error.rule != Rule::MissingSchemeNonRelativeUrl => findings = vec![error],
            None if self.found.rejected.is_none() => {}
            _ => findings.clear(),
        }
        self.findings = Some((text, findings));
    }

    /// The base of the generic syntax with the URL of the document; `None` when there is none, or it is not valid.
    pub(super) fn base(&self) -> Option<Base<'_>> {
        let read = |url| Reference::parse(url, self.standard).ok();
        let base = Base::new(read(self.found.url.as_deref()?)?).ok()?;
        Some(match self.entity.retrieval.and_then(read) {
            Some(document) => base.document(document),
            None => base,
        })
    }

    /// Whether the document is in UTF-16, of which the bytes are not to be shown.
    pub(super) fn is_wide(&self) -> bool {
        self.charset.name().starts_with("UTF-16")
    }

    /// A link under `whatwg`. HTML standard 2.4.2, "encoding-parsing": in a page of a legacy encoding queries are written
    /// in that, but for the URLs of its style sheets.
    pub(super) fn parse(&self, link: &Link<'_>, base: Option<&whatwg::Url>) -> Result<whatwg::Url, Finding> {
        let is_utf8 = self.charset.name() == "UTF-8" || link.text.is_ascii();
        if self.entity.kind != Kind::Html || link.context.is_style() || is_utf8 {
            return Ok(whatwg::Url::parse(&link.text, base)?);
        }
        match whatwg::Url::parse_in(&link.text, base, self.charset.name()) {
            Ok(url) => Ok(url),
            Err(whatwg::ParseInError::Url(error)) => Err(error.into()),
            // The name of an encoding is a label of it.
            Err(whatwg::ParseInError::Encoding(_)) => Ok(whatwg::Url::parse(&link.text, base)?),
        }
    }

    pub(super) fn rows(&self, explain: bool) -> Rows<'_> {
        Rows::new(self, explain)
    }

    /// What a person wants to know first, and what is wrong with the base.
    pub(super) fn describe(&self, explain: bool, printing: &Printing<'_>, page: &mut Page<'_>) {
        if printing.is_pretty() {
            let (heading, aside) = (page.paint().heading(), page.paint().aside());
            let under = match self.of {
                StandardName::All => format!(" under {}", self.standard),
                StandardName::One(_) => String::new(),
            };
            page.line(format_args!("{heading}{}{heading:#}{aside}{under}{aside:#}", self.name));
            if self.message.is_some() {
                // Each part has a base of its own.
            } else if explain {
                explained::layers(self, page);
            } else {
                let base = self.found.url.as_deref().unwrap_or("none");
                let from = match self.found.layer {
                    BaseLayer::None => "every reference has to be absolute, section 5.1.4".to_owned(),
                    layer => format!("from the {layer}, section {}", layer.section()),
                };
                page.line(format_args!("  base {base}  {aside}{from}{aside:#}"));
            }
        }
        self.complain(page);
    }

    fn complain(&self, page: &mut Page<'_>) {
        let is_told =
            self.standard == Standard::Whatwg && self.findings.as_ref().is_some_and(|(_, all)| !all.is_empty());
        if let Some(rejected) = self.found.rejected.as_ref().filter(|_| !is_told) {
            let (line, column) = self.declared.place;
            let why = match whatwg::Url::parse(&rejected.text, None) {
                Ok(url) if is_refused(&url) => format!("no document's base has the scheme `{}`", url.scheme()),
                _ => "it is not absolute, and nothing makes it so".to_owned(),
            };
            page.note(&format!(
                "{}:{line}:{column}: the base `{}` does not count: {why}",
                self.name,
                shown(&mask_passwords(&rejected.text))
            ));
        }
        let Some((text, findings)) = &self.findings else { return };
        let (line, column) = self.declared.place;
        let place = Place::At { source: self.name, line, column };
        // Under `whatwg` a base that is one may violate much; one that is none has a single finding.
        let is_read = self.found.layer == BaseLayer::Content && self.url.is_some();
        match is_read {
            true if page.shows_remarks() => page.remark(text, place, findings),
            true => {}
            false => page.diagnose(text, place, findings),
        }
    }
}

/// Whether HTML makes no base of a URL (HTML standard 4.2.3, "set the frozen base URL").
fn is_refused(url: &whatwg::Url) -> bool {
    matches!(url.scheme(), "data" | "javascript")
}
