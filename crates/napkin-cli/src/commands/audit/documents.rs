//! The links of a document.

use napkin::{Finding, Severity, Span, Standard};
use napkin_audit::fix;
use napkin_document::audit::{Suppressions, audit};
use napkin_document::{Entity, Kind, Options, file_url};

#[cfg(feature = "retrieve")]
use super::mask::masked;
use super::row::{InMailbox, Row, Subject};
use super::{Auditor, rest};
use crate::commands::document_findings;
use crate::commands::links::kind;
use crate::commands::mailbox::{AfterEach, Document, Held, Reader};
use crate::input;
use crate::options::KindName;
#[cfg(feature = "retrieve")]
use crate::output::Session;
use crate::output::{Cursor, Page, Trouble};
use crate::rules;

impl<'s> Reader<'s> for Auditor<'_> {
    fn document(&self, document: Document, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let Document { path, name, input } = document;
        let file = input::file(&path);
        let bytes = match input.read_at_most(self.options.max_document) {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(length)) => return document_findings::too_large(&name, length, self.options.max_document, page),
            Err(error) => return page.trouble(&Trouble::io(&*name, error)),
        };
        let retrieval = self.options.base.clone().or_else(|| file_url(file?));
        let entity = self.entity(&name, &bytes, retrieval.as_deref());
        self.held(&name, &entity, None, page, after_each);
    }

    fn message(&self, held: &Held, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let content = held.entry.content();
        let mut entity = self.entity("message.eml", &content, self.options.base.as_deref());
        if self.options.kind == KindName::Auto && Kind::of_content(&content) == Kind::Mhtml {
            entity.kind = Kind::Mhtml;
        }
        self.held(&held.name, &entity, Some(&InMailbox::of(held)), page, after_each);
    }

    fn finish(&self, page: &mut Page<'s>) {
        if let Some(log) = &self.sarif {
            log.lacks(page.lacking.drain(..));
        }
    }
}

impl Auditor<'_> {
    /// A document that is retrieved. What it is says its media type, else its URL, else its content.
    #[cfg(feature = "retrieve")]
    pub(super) fn retrieved<'s>(
        &self,
        url: &str,
        session: &Session,
        page: &mut Page<'s>,
        after_each: AfterEach<'_, 's>,
    ) {
        use crate::commands::retrieval::{document, trouble};
        let client = match self.client.get_or_init(|| self.options.retrieval.client()) {
            Ok(client) => client,
            Err(why) => return page.trouble(why),
        };
        let document = match document(client, napkin_retrieve::Request::get(url), self.options.max_document) {
            Ok(document) => document,
            Err(failure) => return page.trouble(&trouble(&failure, session)),
        };
        let (name, charset) = (masked(&document.url, &self.settings), document.charset());
        let path = document.url.split(['?', '#']).next().unwrap_or_default();
        let mut entity = Entity::new(&document.bytes).with_kind(kind(self.options.kind, path, &document.bytes));
        if let (KindName::Auto, Some(media_type)) = (self.options.kind, &document.media_type) {
            entity.kind = Kind::of_media_type(media_type).unwrap_or(entity.kind);
        }
        entity.charset = charset.as_deref();
        entity.retrieval = Some(self.options.base.as_deref().unwrap_or(&document.url));
        self.held(&name, &entity, None, page, after_each);
    }

    /// A document that is held, of the kind that the options, its name or its content say; `retrieval` is where it comes from.
    pub(super) fn entity<'e>(&self, name: &str, bytes: &'e [u8], retrieval: Option<&'e str>) -> Entity<'e> {
        let mut entity = Entity::new(bytes).with_kind(kind(self.options.kind, name, bytes));
        // A file of mail was not retrieved from there.
        let is_mail = matches!(entity.kind, Kind::Mail | Kind::Mhtml) && self.options.base.is_none();
        entity.retrieval = retrieval.filter(|_| !is_mail);
        entity
    }

    /// Asks about a document. `after_each` may take what is there.
    pub(super) fn held<'s>(
        &self,
        name: &str,
        entity: &Entity<'_>,
        mailbox: Option<&InMailbox>,
        page: &mut Page<'s>,
        after_each: AfterEach<'_, 's>,
    ) {
        let bytes = entity.bytes;
        let is_asked = self.options.kind == KindName::Auto;
        if is_asked && document_findings::is_unreadable(name, bytes, entity.charset, "--type text", page) {
            return;
        }
        let known = match self.options.suppressions {
            true => Suppressions::of(bytes, entity.kind),
            false => Suppressions::default(),
        };
        let mut cursor = Cursor::new(bytes);
        let mut limits = document_findings::DocumentFindings::of_limits();
        let (mail, limits_of_readers) = (self.options.limits.limits(), self.options.readers.limits());
        let options = Options { mail, limits: limits_of_readers, ..Options::default() };
        audit(entity, &options, &self.settings, &mut limits, &mut |link, found| {
            let mut place = Place { bytes, start: cursor.advance(link.span.start), last: cursor };
            let (context, subject) =
                (link.context.to_string(), Subject::new(name, mailbox, &link.text, &self.settings));
            let part = link.part.as_ref().map(|part| &*part.number);
            // A fix can edit bytes only if the document contains the reference verbatim.
            let is_verbatim = link.raw == link.text.as_bytes() && link.span.len() == link.raw.len();
            let mut report = |finding: &Finding, span: Span, level, fix, omitted| {
                let at = place.of(span.start.max(link.span.start));
                let (subject, context, (line, column)) = (&subject, Some(&*context), (at.line, at.column));
                let row = Row { subject, line, column, span, part, context, finding, level, fix, omitted };
                self.report(&row, page);
            };
            for finding in &found.findings {
                let span = link.source_span(finding.span);
                if !known.cover(finding.rule, span.start) {
                    let fix = if is_verbatim { fix(&link.text, finding) } else { None };
                    let fix = fix.map(|(span, text)| (span.shift(link.span.start), text));
                    report(finding, span, self.settings.level(finding.rule), fix, None);
                }
            }
            for omitted in &found.omitted {
                let (rule, span) = (omitted.rule, link.source_span(omitted.span));
                // All omitted findings are in the baseline only if the first and the last are.
                if !(known.cover(rule, span.start) && known.cover(rule, span.end.max(span.start + 1) - 1)) {
                    report(&rest(omitted), span, self.settings.level(rule), None, Some((omitted.count, rule)));
                }
            }
            after_each(page);
        });
        self.unused(name, bytes, &known, mailbox, page);
        limits.place(bytes);
        limits.print(name, Severity::Error, page);
    }

    fn unused(&self, name: &str, bytes: &[u8], known: &Suppressions, mailbox: Option<&InMailbox>, page: &mut Page<'_>) {
        let mut cursor = Cursor::new(bytes);
        for span in known.unused().filter(|_| self.settings.is_enabled(rules::SUPPRESSION_UNUSED)) {
            let at = cursor.advance(span.start);
            let text = String::from_utf8_lossy(&bytes[span.range()]);
            let finding =
                Finding::new(rules::SUPPRESSION_UNUSED, Standard::Rfc3986, Span::new(0, text.len()), "", None);
            let row = Row {
                subject: &Subject::new(name, mailbox, &text, &self.settings),
                line: at.line,
                column: at.column,
                span,
                part: None,
                context: None,
                finding: &finding,
                level: self.settings.level(finding.rule),
                fix: None,
                omitted: None,
            };
            self.report(&row, page);
        }
    }
}

/// Finds places in a link; ascending positions cost a single pass.
struct Place<'b> {
    bytes: &'b [u8],
    /// The beginning of the link.
    start: Cursor<'b>,
    /// The place that was found last.
    last: Cursor<'b>,
}

impl<'b> Place<'b> {
    fn of(&mut self, at: usize) -> Cursor<'b> {
        if at < self.last.at() {
            self.last = Cursor::resume(self.bytes, self.start.spot());
        }
        self.last.advance(at)
    }
}
