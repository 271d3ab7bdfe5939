//! Lists every reference of a document with its place and its absolute form.
//!
//! Start reading at `Lister`.

mod document;
mod explained;
mod row;

use std::ops::ControlFlow;

use napkin::percent::EncodeSet;
use napkin::whatwg::{UnknownEncoding, percent_encode_after_encoding};
use napkin::{Severity, Standard};
use napkin_document::{Entity, Kind, Limits, Link, Options as Reading, Reader};
use napkin_mail::{Limits as MailLimits, Profile, Related};

use self::document::Parts;
pub use self::document::{Declared, Document};
pub use self::row::{Row, Rows};
use crate::base;
use crate::document_findings::{self, DocumentFindings};
use crate::names::{Standards, kind_of};
use crate::output::{Page, Printing, Session, Trouble};

/// Options of the question.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The standards to parse under; `None` for the usual standard of the kind of document.
    pub standard: Option<Standards>,
    /// The URL that the document comes from.
    pub base: Option<String>,
    /// The standard by which the parts of a message inherit base URLs.
    pub profile: Profile,
    /// The kind of document; `None` to detect it by name or content.
    pub kind: Option<Kind>,
    /// The encoding of the document, as a header field would name it; a byte order mark takes precedence.
    pub charset: Option<String>,
    /// Whether output for people shows the layers of base URLs.
    pub explain: bool,
    /// Whether text that begins with `www.` or `ftp.`, and mail addresses, count as references in plain text.
    pub bare: bool,
    /// Whether URLs are printed relative to the base URL, except in JSON and templates.
    pub relative: bool,
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

    /// Returns the standards for a document.
    #[must_use]
    pub fn standards(&self, entity: &Entity<'_>) -> Standards {
        self.options.standard.unwrap_or_else(|| Standards::One(entity.usual_standard()))
    }

    /// Returns a document with its kind, encoding and URL, from the options, its name and its content.
    pub fn entity<'e>(&self, bytes: &'e [u8], name: &str, retrieval: Option<&'e str>) -> Entity<'e>
    where
        'o: 'e,
    {
        let mut entity = Entity::new(bytes).with_kind(kind_of(self.options.kind, name, bytes));
        // A mail program passes messages as files, but did not retrieve them from there: RFC 2557 section 5 has a base for them.
        let is_mail = entity.kind.is_message() && self.options.profile != Profile::Draft1997;
        let is_file = |url: &&str| url.starts_with("file:") && self.options.base.is_none();
        entity.retrieval = retrieval.filter(|url| !(is_mail && is_file(url)));
        entity.charset = self.options.charset.as_deref();
        entity
    }

    /// Lists the references of a document in memory, passes each to `each`, and prints the remaining diagnostics.
    pub fn document<'e, 's>(&self, entity: &Entity<'e>, name: &str, page: &mut Page<'s>, each: Each<'_, 's>) {
        if self.options.kind.is_none() && document_findings::has_unreadable_links(name, entity, page) {
            return;
        }
        let mut standards = self.standards(entity).list().to_vec();
        standards.retain(|&standard| self.checks_base(standard, page));
        if standards.is_empty() {
            return;
        }
        let (mut wrongs, reader) = (DocumentFindings::default(), Reader::new(entity, &self.reading()));
        let declared = Declared::new(reader.base().clone(), entity);
        let parsed = reader.message();
        let related = parsed.map(|parsed| Related::new(&parsed.message, &parsed.bases));
        // The standard does not change which references there are: the document is read once. For one standard, nothing is kept.
        let kept = (standards.len() > 1).then(|| {
            let mut kept = Vec::new();
            reader.links(&mut wrongs, &mut |link| kept.push(link));
            kept
        });
        for standard in standards {
            let mut document = Document::new(name, *entity, &declared, standard);
            document.message = parsed.zip(related.as_ref()).map(|(parsed, related)| Parts { parsed, related });
            document.of = self.options.standard.unwrap_or(document.of);
            document.describe(self.options.explain, page);
            let mut rows = document.rows(self.options.explain);
            rows.relative = self.options.relative;
            let mut flow = ControlFlow::Continue(());
            let mut print = |link: &Link<'_>| {
                flow = each(&rows.row(link, entity.bytes), page);
                flow
            };
            match &kept {
                Some(links) => _ = links.iter().try_for_each(print),
                None => reader.links(&mut wrongs, &mut |link| print(&link)),
            }
            if flow.is_break() {
                return;
            }
            rows.finish(page);
        }
        wrongs.place(entity.bytes);
        wrongs.print(name, Severity::Error, page);
    }

    /// Returns the options for the readers of documents.
    #[must_use]
    pub fn reading(&self) -> Reading {
        Reading::default()
            .with_bare(self.options.bare)
            .with_profile(self.options.profile)
            .with_limits(self.options.readers)
            .with_mail(self.options.mail)
    }

    /// Returns whether the base of the options, if any, is valid under a standard; reports an invalid base.
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

/// Draws the layers of bases for people: of a document, or of each message part whose number is in `parts`. A line with the
/// base that applies comes first.
pub fn figures(
    options: &Options,
    name: &str,
    bytes: &[u8],
    parts: &[String],
    printing: &Printing<'_>,
) -> Vec<(Option<String>, Vec<u8>)> {
    let lister = Lister::new(options);
    let entity = lister.entity(bytes, name, options.base.as_deref());
    let reader = Reader::new(&entity, &lister.reading());
    let (standard, declared) = (lister.standards(&entity).list()[0], Declared::new(reader.base().clone(), &entity));
    let mut document = Document::new(name, entity, &declared, standard);
    let mut page = Page::new(printing);
    let Some(parsed) = reader.message() else {
        document.layers(&mut page);
        return vec![(None, page.out().to_vec())];
    };
    let related = Related::new(&parsed.message, &parsed.bases);
    document.message = Some(Parts { parsed, related: &related });
    let figure = |number: &String| {
        let part = parsed.message.part(number)?;
        let (url, from) = document.base_of(part)?;
        if page.flow().is_break() {
            return None;
        }
        document.layers_of(part, &mut page);
        let drawn = page.out().to_vec();
        page.clear();
        Some((Some(format!("Part {number}: base {url}, {from}")), drawn))
    };
    parts.iter().filter_map(figure).collect()
}
