//! `napkin links`: lists every reference of documents and mailboxes.
//!
//! Chooses where a document is read from, and whether it is held in memory.

mod large;

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use napkin::{Severity, Sink};
use napkin_answer::document_findings::{self, DocumentFindings};
use napkin_answer::links::{Declared, Document, Lister, Options, Row};
use napkin_answer::names::{is_message, kind_of};
use napkin_document::{Entity, Kind, file_url};

use self::large::{Large, Sizes, Source};
use crate::commands::mailbox::{self, AfterEach, Document as Opened, Held, Input, Reader};
use crate::options::Links;
use crate::ordered;
use crate::output::{Answer, Page, Session, Trouble};

pub(crate) fn run(options: &Links, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_, '_, '_>>(session)?;
    let question = options.question();
    let lister = Lister::new(&question);
    if let Some(standards) = options.standard {
        lister.check_base(standards, session)?;
    }
    let documents = Documents {
        options,
        question: &question,
        lister,
        #[cfg(feature = "retrieve")]
        session,
        #[cfg(feature = "retrieve")]
        client: std::sync::OnceLock::new(),
    };
    let standard_input = [PathBuf::from("-")];
    let names = if options.documents.is_empty() { &standard_input[..] } else { &options.documents };
    let is_mail = |name: &str, head: &[u8]| is_message(kind_of(options.kind, name, head));
    let threads = ordered::threads(options.mailboxes.jobs);
    Ok(mailbox::read(names, &options.mailboxes, threads, &is_mail, &printing, &documents))
}

/// Lists the references of each document.
struct Documents<'c> {
    options: &'c Links,
    question: &'c Options,
    lister: Lister<'c>,
    #[cfg(feature = "retrieve")]
    session: &'c Session,
    /// Created for the first URL.
    #[cfg(feature = "retrieve")]
    client: std::sync::OnceLock<Result<napkin_retrieve::Client, Trouble>>,
}

impl<'s> Reader<'s> for Documents<'_> {
    fn document(&self, document: Opened, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let Opened { path, name, input } = document;
        let file = match input {
            #[cfg(feature = "retrieve")]
            Input::Url => return self.retrieved(&name, page, after_each),
            Input::File(_) => Some(path.as_path()),
            Input::Stream(_) => crate::input::file(&path),
        };
        if let Err(error) = self.read(input, file, &name, page, after_each) {
            page.trouble(&Trouble::reading(&name, error));
        }
    }

    fn message(&self, held: &Held, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let content = held.entry.content();
        let retrieval = self.question.base.clone().or_else(|| file_url(crate::input::file(&held.path)?));
        let mut entity = self.lister.entity(&content, "message.eml", retrieval.as_deref());
        if self.options.kind.is_none() && Kind::of_content(&content) == Kind::Mhtml {
            entity.kind = Kind::Mhtml;
        }
        self.held(&entity, &held.name, page, after_each);
    }
}

/// Prints a row, and calls `after_each`, which prints a long page.
fn print<'s>(row: &Row<'_, '_, '_>, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) -> ControlFlow<()> {
    row.print(page);
    after_each(page);
    page.flow()
}

impl Documents<'_> {
    /// Lists the links of a document of `bytes` bytes until the output reaches its limit.
    fn limited<'s>(&self, bytes: u64, name: &str, page: &mut Page<'s>, list: impl FnOnce(&mut Page<'s>)) {
        let most = self.options.output.of(bytes);
        if !page.within(most, list) {
            page.end_line();
            document_findings::output_too_long(name, most, page);
        }
    }

    /// Lists the links of a document that is held in memory.
    fn held<'s>(&self, entity: &Entity<'_>, name: &str, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        self.limited(entity.bytes.len() as u64, name, page, |page| {
            self.lister.document(entity, name, page, &mut |row, page| print(row, page, after_each));
        });
    }

    /// Retrieves a document and lists its references. Its kind comes from its media type, then its URL, then its
    /// content.
    #[cfg(feature = "retrieve")]
    fn retrieved<'s>(&self, url: &str, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        use super::retrieval::{document, trouble};
        use napkin_answer::names::Standards;
        let client = match self.client.get_or_init(|| self.options.retrieval.client()) {
            Ok(client) => client,
            Err(why) => return page.trouble(why),
        };
        let document = document(client, napkin_retrieve::Request::get(url), self.options.max_document);
        let document = match document {
            Ok(document) => document,
            Err(failure) => return page.trouble(&trouble(&failure, self.session)),
        };
        let charset = document.charset();
        let name = napkin::mask_passwords(&document.url);
        let path = document.url.split(['?', '#']).next().unwrap_or_default();
        let retrieval = self.question.base.as_deref().unwrap_or(&document.url);
        let mut entity = self.lister.entity(&document.bytes, path, Some(retrieval));
        if let (None, Some(media_type)) = (self.options.kind, &document.media_type) {
            entity.kind = Kind::of_media_type(media_type).unwrap_or(entity.kind);
        }
        entity.charset = entity.charset.or(charset.as_deref());
        // In the draft of 1997, the header of the response can state a base (section 5.1.2).
        let stated = document.stated_base();
        let is_draft = self.question.standard == Some(Standards::One(napkin::Standard::Draft1997));
        if self.question.base.is_none() && is_draft {
            entity.encapsulating = stated.as_deref();
        }
        self.held(&entity, &name, page, after_each);
    }

    fn read<'s>(
        &self,
        input: Input,
        file: Option<&Path>,
        name: &str,
        page: &mut Page<'s>,
        after_each: AfterEach<'_, 's>,
    ) -> io::Result<()> {
        let sizes = self.sizes();
        let retrieval = self.question.base.clone().or_else(|| file_url(file?));
        let bytes = match large::open(input, sizes)? {
            Source::Whole(bytes) => bytes,
            Source::Large(mut file) => {
                let head = large::head(&mut file)?;
                let length = file.metadata()?.len();
                let entity = self.lister.entity(&head, name, retrieval.as_deref());
                let is_asked = self.options.kind.is_none();
                if is_asked && document_findings::is_unreadable(name, &head, entity.charset, "--type text", page) {
                    return Ok(());
                }
                let read = match self.lister.standards(entity.kind).list() {
                    [_] => Large::read(file, &entity, sizes, &self.question.readers)?,
                    _ => Err(file),
                };
                match read {
                    Ok((large, declared)) => {
                        let mut read = Ok(());
                        self.limited(length, name, page, |page| {
                            read = self.large(large, &declared, &entity, name, page, after_each);
                        });
                        return read;
                    }
                    Err(mut file) => match file.metadata()?.len() {
                        bytes if bytes > sizes.held => {
                            document_findings::too_large(name, bytes, sizes.held, page);
                            return Ok(());
                        }
                        _ => large::whole(&mut file)?,
                    },
                }
            }
        };
        self.held(&self.lister.entity(&bytes, name, retrieval.as_deref()), name, page, after_each);
        Ok(())
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
        after_each: AfterEach<'_, 's>,
    ) -> io::Result<()> {
        let [standard] = *self.lister.standards(entity.kind).list() else { return Ok(()) };
        if !self.lister.checks_base(standard, page) {
            return Ok(());
        }
        let mut head = *entity;
        (head.bytes, head.charset) = (b"", Some("utf-8"));
        let document = Document::new(name, head, declared, standard);
        document.describe(self.question.explain, page);
        let mut rows = document.rows(self.question.explain);
        let mut wrongs = DocumentFindings::default();
        large.links(&self.lister.reading(), &mut |window, found| {
            match found {
                large::Found::Link(link) => return print(&rows.row(link, window), page, after_each),
                large::Found::Wrong(finding) => wrongs.report(finding),
                large::Found::Open(finding) => wrongs.open(finding, window),
                large::Found::Unfinished => wrongs.end(),
                large::Found::Read(consumed) => {
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
