//! `napkin links`: every reference of a document, its place, and its absolute form.

mod document;
mod explained;
mod large;
mod row;

use std::io;
use std::path::{Path, PathBuf};

use napkin::{Severity, Sink, Standard};
use napkin_document::{Entity, Kind, Link, Options as Finding, file_url};
use napkin_mail::{Bases, Message, Profile, Related};

use self::document::{Declared, Document, Parts};
use self::large::{Large, Sizes, Source};
use super::base;
use super::document_findings::{self, DocumentFindings};
use crate::commands::mailbox::{self, AfterEach, Document as Opened, Held, Input, Reader};
use crate::options::{KindName, Links, StandardName};
use crate::ordered;
use crate::output::{Answer, Page, Printing, Session, Trouble};

pub(crate) fn run(options: &Links, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &row::FIELDS)?;
    let lister = Lister::new(options, &printing);
    if let (Some(base), Some(name)) = (&options.base, &options.standard) {
        name.standards().iter().try_for_each(|&standard| base::check(base, standard, session))?;
    }
    let standard_input = [PathBuf::from("-")];
    let documents = if options.documents.is_empty() { &standard_input[..] } else { &options.documents };
    let is_mail = |name: &str, head: &[u8]| is_mail(options.kind, name, head);
    let threads = ordered::threads(options.mailboxes.jobs);
    Ok(mailbox::read(documents, &options.mailboxes, threads, &is_mail, &printing, &lister))
}

/// Whether what begins like an mbox file is mail, by what the documents are said to be, its name, and its beginning.
fn is_mail(option: KindName, name: &str, head: &[u8]) -> bool {
    is_message(kind(option, name, head))
}

/// The links of a document that is held, on one page. `after_each` may take what is there.
#[cfg(feature = "serve")]
pub(crate) fn page<'o>(
    options: &Links,
    name: &str,
    bytes: &[u8],
    printing: &'o Printing<'o>,
    after_each: AfterEach<'_, 'o>,
) -> Result<Page<'o>, Trouble> {
    let lister = Lister::new(options, printing);
    let entity = lister.entity(bytes, name, options.base.as_deref());
    if let Some(base) = &options.base {
        lister
            .standard(entity.kind)
            .standards()
            .iter()
            .try_for_each(|&standard| base::check(base, standard, printing.session))?;
    }
    let mut page = Page::new(printing);
    lister.whole(&entity, name, &mut page, after_each);
    Ok(page)
}

/// The layers of bases, drawn for people: of a document that is held, or of each part of a message that is asked for by its number,
/// under a line that says which base applies there.
#[cfg(feature = "serve")]
pub(crate) fn figures(
    options: &Links,
    name: &str,
    bytes: &[u8],
    parts: &[String],
    printing: &Printing<'_>,
) -> Vec<(Option<String>, Vec<u8>)> {
    let lister = Lister::new(options, printing);
    let entity = lister.entity(bytes, name, options.base.as_deref());
    let (standard, declared) =
        (lister.standard(entity.kind).standards()[0], Declared::of(&entity, &options.readers.limits()));
    let mut document = Document::new(name, entity, &declared, standard);
    let mut page = Page::new(printing);
    if !is_message(entity.kind) {
        document.layers(&mut page);
        return vec![(None, page.into_out())];
    }
    let message = Message::read(entity.bytes, &options.limits.limits(), &mut ());
    let bases = Bases::new(&message, options.profile, entity.retrieval);
    let related = Related::new(&message, &bases);
    document.message = Some(Parts { message: &message, bases: &bases, related: &related });
    let figure = |number: &String| {
        let part = message.part(number)?;
        let (url, from) = document.base_of(part)?;
        document.layers_of(part, &mut page);
        Some((Some(format!("Part {number}: base {url}, {from}")), page.take_out()))
    };
    parts.iter().filter_map(figure).collect()
}

/// Whether each part has a base of its own.
pub(crate) const fn is_message(kind: Kind) -> bool {
    matches!(kind, Kind::Mail | Kind::Mhtml)
}

impl<'o> Reader<'o> for Lister<'_, 'o> {
    fn document(&self, document: Opened, page: &mut Page<'o>, after_each: AfterEach<'_, 'o>) {
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

    fn message(&self, held: &Held, page: &mut Page<'o>, after_each: AfterEach<'_, 'o>) {
        let content = held.entry.content();
        let retrieval = self.options.base.clone().or_else(|| file_url(crate::input::file(&held.path)?));
        let mut entity = self.entity(&content, "message.eml", retrieval.as_deref());
        if self.options.kind == KindName::Auto && Kind::of_content(&content) == Kind::Mhtml {
            entity.kind = Kind::Mhtml;
        }
        self.limited(content.len() as u64, &held.name, page, |page| self.whole(&entity, &held.name, page, after_each));
    }
}

struct Lister<'c, 'o> {
    options: &'c Links,
    printing: &'o Printing<'o>,
    /// Made for the first URL.
    #[cfg(feature = "retrieve")]
    client: std::sync::OnceLock<Result<napkin_retrieve::Client, Trouble>>,
}

impl<'c, 'o> Lister<'c, 'o> {
    fn new(options: &'c Links, printing: &'o Printing<'o>) -> Self {
        Self {
            options,
            printing,
            #[cfg(feature = "retrieve")]
            client: std::sync::OnceLock::new(),
        }
    }

    fn standard(&self, kind: Kind) -> StandardName {
        self.options.standard.unwrap_or(StandardName::One(kind.usual_standard()))
    }

    /// Lists the links of a document of `bytes` bytes until the output reaches its limit.
    fn limited(&self, bytes: u64, name: &str, page: &mut Page<'o>, list: impl FnOnce(&mut Page<'o>)) {
        let most = self.options.output.of(bytes);
        if !page.within(most, list) {
            page.end_line();
            document_findings::output_too_long(name, most, page);
        }
    }

    /// Lists a document that is retrieved. What it is says its media type, else its URL, else its content.
    #[cfg(feature = "retrieve")]
    fn retrieved(&self, url: &str, page: &mut Page<'o>, after_each: AfterEach<'_, 'o>) {
        use super::retrieval::{document, trouble};
        let client = match self.client.get_or_init(|| self.options.retrieval.client()) {
            Ok(client) => client,
            Err(why) => return page.trouble(why),
        };
        let document = document(client, napkin_retrieve::Request::get(url), self.options.max_document);
        let document = match document {
            Ok(document) => document,
            Err(failure) => return page.trouble(&trouble(&failure, self.printing.session)),
        };
        let charset = document.charset();
        let name = napkin::mask_passwords(&document.url);
        let path = document.url.split(['?', '#']).next().unwrap_or_default();
        let retrieval = self.options.base.as_deref().unwrap_or(&document.url);
        let mut entity = self.entity(&document.bytes, path, Some(retrieval));
        if let (KindName::Auto, Some(media_type)) = (self.options.kind, &document.media_type) {
            entity.kind = Kind::of_media_type(media_type).unwrap_or(entity.kind);
        }
        entity.charset = entity.charset.or(charset.as_deref());
        // The message that the document came in states a base for it (section 5.1.2), for those who read by that draft.
        let stated = document.stated_base();
        if self.options.base.is_none() && self.options.standard == Some(StandardName::One(Standard::Draft1997)) {
            entity.encapsulating = stated.as_deref();
        }
        let length = document.bytes.len() as u64;
        self.limited(length, &name, page, |page| self.whole(&entity, &name, page, after_each));
    }

    fn read(
        &self,
        input: Input,
        file: Option<&Path>,
        name: &str,
        page: &mut Page<'o>,
        after_each: AfterEach<'_, 'o>,
    ) -> io::Result<()> {
        let sizes = self.sizes();
        let retrieval = self.options.base.clone().or_else(|| file_url(file?));
        let bytes = match large::open(input, sizes)? {
            Source::Whole(bytes) => bytes,
            Source::Large(mut file) => {
                let head = large::head(&mut file)?;
                let length = file.metadata()?.len();
                let entity = self.entity(&head, name, retrieval.as_deref());
                let is_asked = self.options.kind == KindName::Auto;
                if is_asked && document_findings::is_unreadable(name, &head, entity.charset, "--type text", page) {
                    return Ok(());
                }
                let read = match self.standard(entity.kind).standards() {
                    [_] => Large::read(file, &entity, sizes, &self.options.readers.limits())?,
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
        let entity = self.entity(&bytes, name, retrieval.as_deref());
        self.limited(bytes.len() as u64, name, page, |page| self.whole(&entity, name, page, after_each));
        Ok(())
    }

    fn sizes(&self) -> Sizes {
        let (held, longest) = (self.options.max_document, self.options.max_token);
        let sizes = Sizes::new(held, longest);
        self.options.window.map_or(sizes, |window| Sizes { whole: 0, window, ..sizes })
    }

    fn entity<'e>(&'e self, bytes: &'e [u8], name: &str, retrieval: Option<&'e str>) -> Entity<'e> {
        let mut entity = Entity::new(bytes).with_kind(kind(self.options.kind, name, bytes));
        // What a mail program hands over as a file was not retrieved from there: RFC 2557 section 5 has a base for it.
        let is_mail = is_message(entity.kind) && self.options.profile != Profile::Draft1997;
        let is_file = |url: &&str| url.starts_with("file:") && self.options.base.is_none();
        entity.retrieval = retrieval.filter(|url| !(is_mail && is_file(url)));
        entity.charset = self.options.charset.as_deref();
        entity
    }

    /// A document that is read in windows, of which `entity` has the first bytes.
    fn large(
        &self,
        mut large: Large,
        declared: &Declared,
        entity: &Entity<'_>,
        name: &str,
        page: &mut Page<'o>,
        after_each: AfterEach<'_, 'o>,
    ) -> io::Result<()> {
        let [standard] = *self.standard(entity.kind).standards() else { return Ok(()) };
        if !self.checks_base(standard, page) {
            return Ok(());
        }
        let mut head = *entity;
        (head.bytes, head.charset) = (b"", Some("utf-8"));
        let document = Document::new(name, head, declared, standard);
        document.describe(self.options.explain, self.printing, page);
        let mut rows = document.rows(self.options.explain);
        let mut wrongs = DocumentFindings::default();
        large.links(&self.finding(), &mut |window, found| match found {
            large::Found::Link(link) => {
                rows.print(link, window, page);
                after_each(page);
            }
            large::Found::Wrong(finding) => wrongs.report(finding),
            large::Found::Open(finding) => wrongs.open(finding, window),
            large::Found::Unfinished => wrongs.end(),
            large::Found::Read(consumed) => {
                wrongs.place(window);
                wrongs.pass(rows.pass(window, consumed));
            }
        })?;
        rows.finish(page);
        wrongs.print(name, Severity::Error, page);
        Ok(())
    }

    /// A document that is held.
    fn whole(&self, entity: &Entity<'_>, name: &str, page: &mut Page<'o>, after_each: AfterEach<'_, 'o>) {
        let is_asked = self.options.kind == KindName::Auto;
        if is_asked && document_findings::is_unreadable(name, entity.bytes, entity.charset, "--type text", page) {
            return;
        }
        let declared = Declared::of(entity, &self.options.readers.limits());
        let which = self.standard(entity.kind);
        let standards = which.standards();
        // What a reference is does not depend on the standard: the document is read once. For one standard, nothing is kept.
        let mut wrongs = DocumentFindings::default();
        let kept = (standards.len() > 1).then(|| {
            let mut links = Vec::new();
            napkin_document::read(entity, &self.finding(), &mut wrongs, &mut |link| links.push(link));
            links
        });
        let message = is_message(entity.kind).then(|| {
            // What lies beyond a limit has been said.
            Message::read(entity.bytes, &self.options.limits.limits(), &mut ())
        });
        let bases = message.as_ref().map(|message| Bases::new(message, self.options.profile, entity.retrieval));
        let related = message.as_ref().zip(bases.as_ref()).map(|(message, bases)| Related::new(message, bases));
        for &standard in standards {
            if !self.checks_base(standard, page) {
                continue;
            }
            let mut document = Document::new(name, *entity, &declared, standard);
            document.message = match (&message, &bases, &related) {
                (Some(message), Some(bases), Some(related)) => Some(Parts { message, bases, related }),
                _ => None,
            };
            document.of = self.options.standard.unwrap_or(document.of);
            document.describe(self.options.explain, self.printing, page);
            let mut rows = document.rows(self.options.explain);
            let mut print = |link: &Link<'_>| {
                rows.print(link, entity.bytes, page);
                after_each(page);
            };
            match &kept {
                Some(links) => links.iter().for_each(print),
                None => napkin_document::read(entity, &self.finding(), &mut wrongs, &mut |link| print(&link)),
            }
            rows.finish(page);
        }
        wrongs.place(entity.bytes);
        wrongs.print(name, Severity::Error, page);
    }

    fn finding(&self) -> Finding {
        Finding {
            bare: self.options.bare,
            profile: self.options.profile,
            limits: self.options.readers.limits(),
            mail: self.options.limits.limits(),
        }
    }

    /// Whether the base that was given, if one was, is one under a standard; says so if not.
    fn checks_base(&self, standard: Standard, page: &mut Page<'o>) -> bool {
        let base = self.options.base.as_deref();
        let checked = base.map_or(Ok(()), |base| base::check(base, standard, self.printing.session));
        checked.map_err(|trouble| page.trouble(&trouble)).is_ok()
    }
}

/// What a document is.
pub(crate) fn kind(option: KindName, name: &str, bytes: &[u8]) -> Kind {
    match option {
        KindName::Auto => Kind::of_name(name).unwrap_or_else(|| Kind::of_content(bytes)),
        KindName::Html => Kind::Html,
        KindName::Css => Kind::Css,
        KindName::Svg => Kind::Svg,
        KindName::Xml => Kind::Xml,
        KindName::Text => Kind::Text,
        KindName::Markdown => Kind::Markdown,
        KindName::Json => Kind::Json,
        KindName::Manifest => Kind::Manifest,
        KindName::SourceMap => Kind::SourceMap,
        KindName::JavaScript => Kind::JavaScript,
        KindName::Mail => Kind::Mail,
        KindName::Mhtml => Kind::Mhtml,
    }
}
