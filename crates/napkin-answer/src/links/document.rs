//! One document under one standard: its base URL, and the reason for that base.

use napkin::{Finding, Reference, Standard, mask_passwords, whatwg};
use napkin_document::{BaseDeclared, BaseLayer, BasedDocument, Entity, ParsedMessage};
use napkin_mail::{Part, Related};

use super::explained;
use super::row::Rows;
use crate::names::Standards;
use crate::output::{Cursor, Page, shown};
use crate::record::{Place, violations};
use crate::rules;

/// The base that a document declares, and the place of the declaration.
#[derive(Debug)]
pub struct Declared {
    /// The base, and the span of its declaration.
    pub base: BaseDeclared,
    /// Line and column of the `href`.
    pub place: (usize, usize),
}

impl Declared {
    /// Creates the declaration with its place in the document.
    #[must_use]
    pub fn new(base: BaseDeclared, entity: &Entity<'_>) -> Self {
        let span = base.span().unwrap_or_default();
        let at = Cursor::new(entity.bytes).advance(span.start);
        Self { base, place: (at.line, at.column) }
    }
}

/// A document, its source, and the base that applies to its references.
pub struct Document<'a> {
    pub(super) name: &'a str,
    /// The entity, its standard, and its base.
    pub(super) based: BasedDocument<'a>,
    /// The standards that the user chose; the document's standard is among them.
    pub(super) of: Standards,
    /// The text of the base in the content, and the findings about it.
    findings: Option<(String, Vec<Finding>)>,
    /// The declared base, and its place.
    pub(super) declared: &'a Declared,
    /// For a message: its parts, and how they refer to each other.
    pub(super) message: Option<Parts<'a>>,
}

/// A message: its parts, their bases, and the references between them.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) parsed: &'a ParsedMessage<'a>,
    pub(super) related: &'a Related<'a, 'a>,
}

impl<'a> Document<'a> {
    /// Creates a document from its declared base, which does not depend on the standard.
    #[must_use]
    pub fn new(name: &'a str, entity: Entity<'a>, declared: &'a Declared, standard: Standard) -> Self {
        let based = BasedDocument::new(entity, &declared.base, standard);
        let of = Standards::One(standard);
        let mut document = Self { name, based, of, findings: None, declared, message: None };
        match standard {
            Standard::Whatwg => document.check_whatwg(),
            _ => document.check(),
        }
        document
    }

    /// Checks the base by the generic syntax. An invalid base is kept, so that the error shows its place.
    fn check(&mut self) {
        let url = self.based.found.url.clone().unwrap_or_default();
        let error = Reference::parse(&url, self.based.standard).err();
        self.findings = error.map(|error| (url, vec![error.into()]));
    }

    /// Checks the base in the content under `whatwg`: collects its violations, or the reason why it is rejected.
    fn check_whatwg(&mut self) {
        let read = |url: &Option<String>| url.as_deref().and_then(|url| whatwg::Url::parse(url, None).ok());
        let rejected = self.based.found.rejected.as_ref().map(|rejected| rejected.text.clone());
        let Some(text) = rejected.or_else(|| self.based.found.href.clone()) else { return };
        let (mut findings, error) = violations(&text, read(&self.based.found.outer).as_ref());
        // For a missing base, or a scheme that cannot be a base, the rejection itself says enough.
        match error.map(Finding::from) {
            Some(error) if error.rule != rules::MISSING_SCHEME_NON_RELATIVE_URL => findings = vec![error],
            None if self.based.found.rejected.is_none() => {}
            _ => findings.clear(),
        }
        self.findings = Some((text, findings));
    }

    /// Returns whether the document is in UTF-16; its bytes are then not shown.
    pub(super) fn is_wide(&self) -> bool {
        self.based.charset.name().starts_with("UTF-16")
    }

    /// Returns the printer of its rows.
    #[must_use]
    pub fn rows(&self, explain: bool) -> Rows<'_> {
        Rows::new(self, explain)
    }

    /// Prints the heading for people, and what is wrong with the base.
    pub fn describe(&self, explain: bool, page: &mut Page<'_>) {
        if page.is_pretty() {
            let (heading, aside) = (page.paint().heading(), page.paint().aside());
            let under = match self.of {
                Standards::All => format!(" under {}", self.based.standard),
                Standards::One(_) => String::new(),
            };
            page.line(format_args!("{heading}{}{heading:#}{aside}{under}{aside:#}", self.name));
            if self.message.is_some() {
                // Each part has its own base.
            } else if explain {
                self.layers(page);
            } else {
                let base = self.based.found.url.as_deref().unwrap_or("none");
                let from = match self.based.found.layer {
                    BaseLayer::None => "every reference has to be absolute, section 5.1.4".to_owned(),
                    layer => format!("from the {layer}, section {}", layer.section()),
                };
                page.line(format_args!("  base {base}  {aside}{from}{aside:#}"));
            }
        }
        self.complain(page);
    }

    /// Draws the layers of bases of the document.
    pub(super) fn layers(&self, page: &mut Page<'_>) {
        explained::layers(self, page);
    }

    /// Draws the layers of bases of a message part.
    pub(super) fn layers_of(&self, part: Part<'_, '_>, page: &mut Page<'_>) {
        if let Some(Parts { parsed, .. }) = self.message {
            explained::layers_of_part(part, &parsed.bases, self, page);
        }
    }

    /// Returns the base of a message part, and its source.
    pub(super) fn base_of(&self, part: Part<'_, '_>) -> Option<(String, String)> {
        let ParsedMessage { message, bases, .. } = self.message?.parsed;
        let base = bases.of(part);
        let of = base.field.and_then(|field| Some((field.name, message.part_at(field.part)?.number())));
        let of = of.map(|(name, part)| format!(", {name} of part {part}")).unwrap_or_default();
        let url = base.url.as_deref().map_or("none".to_owned(), shown);
        Some((url, format!("from section {} ({}{of})", base.layer.section(), base.layer)))
    }

    fn complain(&self, page: &mut Page<'_>) {
        let is_told =
            self.based.standard == Standard::Whatwg && self.findings.as_ref().is_some_and(|(_, all)| !all.is_empty());
        if let Some(rejected) = self.based.found.rejected.as_ref().filter(|_| !is_told) {
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
        // Under `whatwg` a valid base may have many violations; an invalid base has a single finding.
        let is_read = self.based.found.layer == BaseLayer::Content && self.based.url().is_some();
        match is_read {
            true if page.shows_remarks() => page.remark(text, place, findings),
            true => {}
            false => page.diagnose(text, place, findings),
        }
    }
}

/// Returns whether HTML refuses a URL as a base (HTML standard 4.2.3, "set the frozen base URL").
fn is_refused(url: &whatwg::Url) -> bool {
    matches!(url.scheme(), "data" | "javascript")
}
