//! One document under one standard: its base, and why it is that.

use napkin::{Base, Reference, Standard};
use napkin_document::{BaseFound, BaseLayer, Entity, Kind};

use super::explained;
use super::row::Rows;
use crate::output::{Cursor, Page, Printing};
use crate::stream::Place;

/// A document, where it was read from, and the base that applies to what it contains.
pub(super) struct Document<'a> {
    pub(super) name: &'a str,
    pub(super) entity: Entity<'a>,
    pub(super) standard: Standard,
    pub(super) found: BaseFound,
}

impl<'a> Document<'a> {
    pub(super) fn new(
        name: &'a str,
        bytes: &'a [u8],
        kind: Kind,
        retrieval: Option<&'a str>,
        standard: Standard,
    ) -> Self {
        let mut entity = Entity::new(bytes).with_kind(kind);
        if let Some(url) = retrieval {
            entity = entity.retrieved_from(url);
        }
        let found = napkin_document::base(&entity);
        Self { name, entity, standard, found }
    }

    /// The base with the URL of the document; `None` when there is none, or it is not valid.
    pub(super) fn base(&self) -> Option<Base<'_>> {
        let read = |url| Reference::parse(url, self.standard).ok();
        let base = Base::new(read(self.found.url.as_deref()?)?).ok()?;
        Some(match self.entity.retrieval.and_then(read) {
            Some(document) => base.document(document),
            None => base,
        })
    }

    pub(super) fn rows(&self, explain: bool) -> Rows<'_> {
        Rows::new(self, explain)
    }

    /// The place of a byte.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let place = Cursor::new(self.entity.bytes).advance(at);
        (place.line, place.column)
    }

    /// What a person wants to know first, and what is wrong with the base.
    pub(super) fn describe(&self, explain: bool, printing: &Printing<'_>, page: &mut Page<'_>) {
        if printing.is_pretty() {
            let (heading, aside) = (page.paint().heading(), page.paint().aside());
            page.line(format_args!("{heading}{}{heading:#}", self.name));
            if explain {
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
        if let Some(rejected) = &self.found.rejected {
            let (line, column) = self.place(rejected.span.start);
            page.note(&format!(
                "{}:{line}:{column}: the base `{}` does not count: it is not absolute, or no base for a document",
                self.name, rejected.text
            ));
        }
        let url = self.found.url.as_deref().unwrap_or_default();
        if let (Err(error), false) = (Reference::parse(url, self.standard), url.is_empty()) {
            let (line, column) = self.place(self.found.span.map_or(0, |span| span.start));
            page.diagnose(url, Place::At { source: self.name, line, column }, &[*error.finding()]);
        }
    }
}
