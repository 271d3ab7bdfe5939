//! Lists the references of a document or a message.
//!
//! Chooses where a document is read from, and whether it is held in memory.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;

use napkin::{Severity, Sink};
use napkin_answer::document_findings::{self, DocumentFindings};
use napkin_answer::links::{Declared, Document, Lister, Options, Row};
use napkin_answer::names::Standards;
use napkin_document::{Entity, Kind, TargetFragments, file_url};

use super::filter::Filter;
use super::large_document::{self, Found, Large, Sizes, Source};
use crate::entries::{self, Answerer, EarlyPrinter, Input, JobOutput, MailboxMessage, Origin, Retrieved};
use crate::options::Links;
use crate::output::{Page, Trouble};

/// Lists the references of each document.
pub(super) struct Documents<'c> {
    options: &'c Links,
    question: &'c Options,
    lister: Lister<'c>,
    filter: Filter<'c>,
    /// Created for the first URL.
    #[cfg(feature = "retrieve")]
    client: std::sync::OnceLock<Result<napkin_retrieve::Client, Trouble>>,
}

/// What is known about a document that is not in it.
struct Around<'d> {
    retrieval: Option<&'d str>,
    /// The base that the archive around it declares.
    base: Option<&'d str>,
    fragments: Option<&'d TargetFragments>,
}

impl<'s> Answerer<'s> for Documents<'_> {
    fn document(&self, document: entries::Document, output: &mut JobOutput<'_, 's>) {
        if let Input::Retrieved(found) = &document.input {
            return self.list_retrieved(found, &document.origin.name, output);
        }
        let retrieval = document.url(self.question.base.as_deref());
        let base = document.enclosing_base(self.question.base.as_deref());
        let entries::Document { origin: Origin { name, .. }, input, member } = document;
        let fragments = member.and_then(|member| member.fragments);
        #[cfg(feature = "retrieve")]
        if matches!(input, Input::Url) {
            return self.retrieved(&name, output);
        }
        let around = Around { retrieval: retrieval.as_deref(), base: base.as_deref(), fragments: fragments.as_ref() };
        if let Err(error) = self.read(input, around, &name, output) {
            output.page.trouble(&Trouble::reading(&name, error));
        }
    }

    fn message(&self, message: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        let content = message.entry.content();
        let retrieval = self.question.base.clone().or_else(|| file_url(crate::input::file(&message.path)?));
        let mut entity = self.lister.entity(&content, "message.eml", retrieval.as_deref());
        if self.options.reading.kind.is_none() && Kind::of_content(&content) == Kind::Mhtml {
            entity.kind = Kind::Mhtml;
        }
        self.list(&entity, &message.name, output);
    }
}

impl<'c> Documents<'c> {
    pub(super) fn new(options: &'c Links, question: &'c Options, lister: Lister<'c>) -> Result<Self, Trouble> {
        Ok(Self {
            options,
            question,
            lister,
            filter: Filter::new(&options.filter)?,
            #[cfg(feature = "retrieve")]
            client: std::sync::OnceLock::new(),
        })
    }

    /// Prints a row that the filter admits, and then a long page.
    fn print<'s>(
        &self,
        row: &Row<'_, '_, '_>,
        page: &mut Page<'s>,
        early: &mut EarlyPrinter<'_, 's>,
    ) -> ControlFlow<()> {
        if self.filter.admits(row, page) {
            row.print(page);
        }
        early.print_if_long(page);
        page.flow()
    }

    /// Lists the links of a document of `bytes` bytes until the output reaches its limit.
    fn limited<'s>(&self, bytes: u64, name: &str, page: &mut Page<'s>, list: impl FnOnce(&mut Page<'s>)) {
        let most = self.options.output.of(bytes);
        if !page.within(most, list) {
            page.end_line();
            document_findings::output_too_long(name, most, page);
        }
    }

    /// Lists the links of a document that is held in memory.
    fn list(&self, entity: &Entity<'_>, name: &str, output: &mut JobOutput<'_, '_>) {
        let JobOutput { page, early } = output;
        self.limited(entity.bytes.len() as u64, name, page, |page| {
            self.lister.document(entity, name, page, &mut |row, page| self.print(row, page, early));
        });
    }

    /// Retrieves a document and lists its references.
    #[cfg(feature = "retrieve")]
    fn retrieved(&self, url: &str, output: &mut JobOutput<'_, '_>) {
        use crate::commands::retrieval::{document, trouble};
        let client = match self.client.get_or_init(|| self.options.retrieval.client()) {
            Ok(client) => client,
            Err(why) => return output.page.trouble(why),
        };
        let document = document(client, napkin_retrieve::Request::get(url), self.options.max_document);
        match document {
            Ok(document) => self.list_retrieved(&document, &napkin::mask_passwords(&document.url), output),
            Err(failure) => output.page.trouble(&trouble(&failure, output.page.session())),
        }
    }

    /// Lists the references of a retrieved document and, unless one kind is asked for, of its header.
    fn list_retrieved(&self, document: &Retrieved, name: &str, output: &mut JobOutput<'_, '_>) {
        if let Some(head) = document.head(self.options.reading.kind) {
            self.list_entity(&head, name, output);
        }
        self.list_entity(document, name, output);
    }

    /// Lists the references of a retrieved document. Its kind comes from its media type, then its URL, then its content.
    fn list_entity(&self, document: &Retrieved, name: &str, output: &mut JobOutput<'_, '_>) {
        let charset = document.charset();
        let retrieval = self.question.base.as_deref().unwrap_or(&document.url);
        let mut entity = self.lister.entity(&document.bytes, document.path(), Some(retrieval));
        if self.options.reading.kind.is_none() {
            entity.kind = document.kind().unwrap_or(entity.kind);
        }
        entity.charset = entity.charset.or(charset.as_deref());
        // In the draft of 1997, the header of the response can state a base (section 5.1.2).
        let stated = document.stated_base();
        let is_draft = self.question.standard == Some(Standards::One(napkin::Standard::Draft1997));
        if self.question.base.is_none() && is_draft {
            entity.encapsulating = stated.as_deref();
        }
        self.list(&entity, name, output);
    }

    fn read(&self, input: Input, around: Around<'_>, name: &str, output: &mut JobOutput<'_, '_>) -> io::Result<()> {
        let sizes = self.sizes();
        let bytes = match large_document::open(input, sizes)? {
            Source::Whole(bytes) => Some(bytes),
            Source::Large(file) => self.windows_or_bytes(file, name, around.retrieval, output)?,
        };
        if let Some(bytes) = bytes {
            let mut entity = self.lister.entity(&bytes, name, around.retrieval);
            (entity.encapsulating, entity.fragments) = (around.base, around.fragments);
            self.list(&entity, name, output);
        }
        Ok(())
    }

    /// Lists a document in windows if possible; otherwise returns its bytes, unless they are too many.
    fn windows_or_bytes(
        &self,
        mut file: File,
        name: &str,
        retrieval: Option<&str>,
        output: &mut JobOutput<'_, '_>,
    ) -> io::Result<Option<Vec<u8>>> {
        let (sizes, JobOutput { page, early }) = (self.sizes(), output);
        let head = large_document::head(&mut file)?;
        let length = file.metadata()?.len();
        let entity = self.lister.entity(&head, name, retrieval);
        let is_asked = self.options.reading.kind.is_none();
        if is_asked && document_findings::has_unreadable_links(name, &entity, page) {
            return Ok(None);
        }
        let read = match self.lister.standards(&entity).list() {
            [_] => Large::read(file, &entity, sizes, &self.question.readers)?,
            _ => Err(file),
        };
        match read {
            Ok((large, declared)) => {
                let mut read = Ok(());
                self.limited(length, name, page, |page| {
                    read = self.large(large, &declared, &entity, name, page, early);
                });
                read.map(|()| None)
            }
            Err(mut file) => match file.metadata()?.len() {
                bytes if bytes > sizes.held => {
                    document_findings::too_large(name, bytes, sizes.held, page);
                    Ok(None)
                }
                _ => large_document::whole(&mut file).map(Some),
            },
        }
    }

    fn sizes(&self) -> Sizes {
        let (held, longest) = (self.options.max_document, self.options.max_token);
        let sizes = Sizes::new(held, longest);
        self.options.window.map_or(sizes, |window| Sizes { whole: 0, window, ..sizes })
    }

    /// Lists a document that is read in windows; `entity` has its first bytes.
    fn large<'s>(
        &self,
        mut large: Large,
        declared: &Declared,
        entity: &Entity<'_>,
        name: &str,
        page: &mut Page<'s>,
        early: &mut EarlyPrinter<'_, 's>,
    ) -> io::Result<()> {
        let [standard] = *self.lister.standards(entity).list() else { return Ok(()) };
        if !self.lister.checks_base(standard, page) {
            return Ok(());
        }
        let mut head = *entity;
        (head.bytes, head.charset) = (b"", Some("utf-8"));
        let document = Document::new(name, head, declared, standard);
        document.describe(self.question.explain, page);
        let mut rows = document.rows(self.question.explain);
        rows.relative = self.question.relative;
        let mut wrongs = DocumentFindings::default();
        large.links(&self.lister.reading(), &mut |window, found| {
            match found {
                Found::Link(link) => return self.print(&rows.row(link, window), page, early),
                Found::Wrong(finding) => wrongs.report(finding),
                Found::Open(finding) => wrongs.open(finding, window),
                Found::Unfinished => wrongs.end(),
                Found::Read(consumed) => {
                    wrongs.place(window);
                    wrongs.pass(rows.pass(window, consumed));
                }
            }
            ControlFlow::Continue(())
        })?;
        if page.flow().is_continue() {
            rows.finish(page);
            wrongs.print(name, Severity::Error, page);
        }
        Ok(())
    }
}
