//! Every reference of a document, its place, and its absolute form.

mod document;
mod explained;
mod row;

use std::ops::ControlFlow;

use napkin::percent::EncodeSet;
use napkin::whatwg::{UnknownEncoding, percent_encode_after_encoding};
use napkin::{Severity, Standard};
use napkin_document::{Entity, Kind, Limits, Link, Options as Reading};
use napkin_mail::{Bases, Limits as MailLimits, Message, Profile, Related};

use self::document::Parts;
pub use self::document::{Declared, Document};
pub use self::row::{FIELDS, Row, Rows};
use crate::base;
use crate::document_findings::{self, DocumentFindings};
use crate::names::{Standards, is_message, kind_of};
use crate::output::{Page, Printing, Session, Trouble};

/// Options of the question.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The standards to read under; `None` means the usual standard of the kind of document.
    pub standard: Option<Standards>,
    /// The URL that the document comes from.
    pub base: Option<String>,
    /// The standard by which base URLs go through the parts of a message.
    pub profile: Profile,
    /// The kind of document; `None` if its name or its content says it.
    pub kind: Option<Kind>,
    /// The encoding of the document, as a header field would name it; a byte order mark is stronger.
    pub charset: Option<String>,
    /// Whether people see the layers of base URLs.
    pub explain: bool,
    /// Whether plain text has references that begin with `www.` or `ftp.`, and mail addresses.
    pub bare: bool,
    /// Limits of messages.
    pub mail: MailLimits,
    /// Limits of the readers of documents.
    pub readers: Limits,
}

/// Returns the label of an encoding.
///
/// # Errors
/// The Encoding standard has no such label.
pub fn charset(label: &str) -> Result<String, UnknownEncoding> {
    percent_encode_after_encoding("", label, EncodeSet::QUERY).map(|_| label.to_owned())
}

/// Receives each row of a document, until it ends the work.
pub type Each<'a, 's> = &'a mut dyn FnMut(&Row<'_, '_, '_>, &mut Page<'s>) -> ControlFlow<()>;

/// Lists the references of documents.
#[derive(Clone, Copy, Debug)]
pub struct Lister<'o> {
    options: &'o Options,
}

impl<'o> Lister<'o> {
    /// Creates a lister.
    #[must_use]
    pub const fn new(options: &'o Options) -> Self {
        Self { options }
    }

    /// Returns the standards for a document of this kind.
    #[must_use]
    pub fn standards(&self, kind: Kind) -> Standards {
        self.options.standard.unwrap_or(Standards::One(kind.usual_standard()))
    }

    /// Returns a document with the kind, the encoding and the place that the options, its name and its content say.
    pub fn entity<'e>(&self, bytes: &'e [u8], name: &str, retrieval: Option<&'e str>) -> Entity<'e>
    where
        'o: 'e,
    {
        let mut entity = Entity::new(bytes).with_kind(kind_of(self.options.kind, name, bytes));
        // What a mail program hands over as a file was not retrieved from there: RFC 2557 section 5 has a base for it.
        let is_mail = is_message(entity.kind) && self.options.profile != Profile::Draft1997;
        let is_file = |url: &&str| url.starts_with("file:") && self.options.base.is_none();
        entity.retrieval = retrieval.filter(|url| !(is_mail && is_file(url)));
        entity.charset = self.options.charset.as_deref();
        entity
    }

    /// Lists the references of a document that is held in memory, hands each to `each`, and prints what else there is to say.
    pub fn document<'s>(&self, entity: &Entity<'_>, name: &str, page: &mut Page<'s>, each: Each<'_, 's>) {
        if self.options.kind.is_none()
            && document_findings::is_unreadable(name, entity.bytes, entity.charset, "--type text", page)
        {
            return;
        }
        let declared = Declared::of(entity, &self.options.readers);
        let which = self.standards(entity.kind);
        let standards = which.list();
        // What a reference is does not depend on the standard: the document is read once. For one standard, nothing is kept.
        let mut wrongs = DocumentFindings::default();
        let kept = (standards.len() > 1).then(|| {
            let mut links = Vec::new();
            napkin_document::read(entity, &self.reading(), &mut wrongs, &mut |link| links.push(link));
            links
        });
        let message = is_message(entity.kind).then(|| {
            // What lies beyond a limit has been said.
            Message::read(entity.bytes, &self.options.mail, &mut ())
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
            document.describe(self.options.explain, page);
            let mut rows = document.rows(self.options.explain);
            let mut flow = ControlFlow::Continue(());
            let mut print = |link: &Link<'_>| {
                flow = each(&rows.row(link, entity.bytes), page);
                flow
            };
            match &kept {
                Some(links) => _ = links.iter().try_for_each(print),
                None => napkin_document::read(entity, &self.reading(), &mut wrongs, &mut |link| print(&link)),
            }
            if flow.is_break() {
                return;
            }
            rows.finish(page);
        }
        wrongs.place(entity.bytes);
        wrongs.print(name, Severity::Error, page);
    }

    /// Returns how the readers of documents read.
    #[must_use]
    pub fn reading(&self) -> Reading {
        Reading {
            bare: self.options.bare,
            profile: self.options.profile,
            limits: self.options.readers,
            mail: self.options.mail,
        }
    }

    /// Returns whether the base of the options, if there is one, can be used under a standard; reports it if not.
    pub fn checks_base(&self, standard: Standard, page: &mut Page<'_>) -> bool {
        let base = self.options.base.as_deref();
        let checked = base.map_or(Ok(()), |base| base::check(base, standard, page.session()));
        checked.map_err(|trouble| page.trouble(&trouble)).is_ok()
    }

    /// Checks the base of the options under each of the standards.
    ///
    /// # Errors
    /// Returns why the base cannot be used.
    pub fn check_base(&self, standards: Standards, session: &Session) -> Result<(), Trouble> {
        let Some(base) = &self.options.base else { return Ok(()) };
        standards.list().iter().try_for_each(|&standard| base::check(base, standard, session))
    }
}

/// Draws the layers of bases for people: of a document, or of each part of a message that is asked for by its number, under a line
/// with the base that applies there.
pub fn figures(
    options: &Options,
    name: &str,
    bytes: &[u8],
    parts: &[String],
    printing: &Printing<'_>,
) -> Vec<(Option<String>, Vec<u8>)> {
    let lister = Lister::new(options);
    let entity = lister.entity(bytes, name, options.base.as_deref());
    let (standard, declared) = (lister.standards(entity.kind).list()[0], Declared::of(&entity, &options.readers));
    let mut document = Document::new(name, entity, &declared, standard);
    let mut page = Page::new(printing);
    if !is_message(entity.kind) {
        document.layers(&mut page);
        return vec![(None, page.out().to_vec())];
    }
    let message = Message::read(entity.bytes, &options.mail, &mut ());
    let bases = Bases::new(&message, options.profile, entity.retrieval);
    let related = Related::new(&message, &bases);
    document.message = Some(Parts { message: &message, bases: &bases, related: &related });
    let figure = |number: &String| {
        let part = message.part(number)?;
        let (url, from) = document.base_of(part)?;
        document.layers_of(part, &mut page);
        let drawn = page.out().to_vec();
        page.clear();
        Some((Some(format!("Part {number}: base {url}, {from}")), drawn))
    };
    parts.iter().filter_map(figure).collect()
}
