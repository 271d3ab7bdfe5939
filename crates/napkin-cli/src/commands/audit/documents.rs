//! The links of a document.

use std::io;

use napkin::audit::fix;
use napkin::{Finding, Rule, Severity, Span, Standard};
use napkin_document::audit::{Suppressions, audit};
use napkin_document::{Entity, Kind, Link, Options, file_url};

use super::Auditor;
#[cfg(feature = "retrieve")]
use super::mask::masked;
use super::row::{InMailbox, Row};
use crate::commands::links::kind;
use crate::commands::links::wrong;
use crate::commands::mailbox::{Document, Held, Input};
use crate::input;
use crate::options::KindName;
#[cfg(feature = "retrieve")]
use crate::output::Session;
use crate::output::{Cursor, Page, Trouble};

impl Auditor<'_> {
    pub(super) fn document(&self, document: Document, page: &mut Page<'_>) {
        let Document { path, name, input } = document;
        let file = input::file(&path);
        let bytes = match self.read(input) {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(length)) => return wrong::too_large(&name, length, self.options.max_document, page),
            Err(error) => return page.trouble(&Trouble::io(&*name, error)),
        };
        let retrieval = self.options.base.clone().or_else(|| file_url(file?));
        let entity = self.entity(&name, &bytes, retrieval.as_deref());
        self.held(&name, &entity, None, page, &mut |_| {});
    }

    /// A message of a mailbox.
    pub(super) fn message(&self, held: &Held, page: &mut Page<'_>) {
        let content = held.entry.content();
        let mut entity = self.entity("message.eml", &content, self.options.base.as_deref());
        if self.options.kind == KindName::Auto && Kind::of_content(&content) == Kind::Mhtml {
            entity.kind = Kind::Mhtml;
        }
        self.held(&held.name, &entity, Some(&InMailbox::of(held)), page, &mut |_| {});
    }

    /// A document that is retrieved. What it is says its media type, else its URL, else its content.
    #[cfg(feature = "retrieve")]
    pub(super) fn retrieved(&self, url: &str, session: &Session, page: &mut Page<'_>) {
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
        self.held(&name, &entity, None, page, &mut |_| {});
    }

    /// The bytes of a document, or how many they are if that is too many.
    fn read(&self, input: Input) -> io::Result<Result<Vec<u8>, u64>> {
        match &input {
            Input::File(file) if file.metadata()?.len() > self.options.max_document => Ok(Err(file.metadata()?.len())),
            _ => input.read_whole().map(Ok),
        }
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
        after_each: &mut dyn FnMut(&mut Page<'s>),
    ) {
        let bytes = entity.bytes;
        let is_asked = self.options.kind == KindName::Auto;
        if is_asked && wrong::is_unreadable(name, bytes, entity.charset, "--type text", page) {
            return;
        }
        let known = match self.options.suppressions {
            true => Suppressions::of(bytes, entity.kind),
            false => Suppressions::default(),
        };
        let mut cursor = Cursor::new(bytes);
        let mut limits = wrong::Wrongs::of_limits();
        let options = Options { mail: self.options.limits.limits(), ..Options::default() };
        audit(entity, &options, &self.settings, &mut limits, &mut |link, findings| {
            let at = cursor.advance(link.span.start);
            let context = link.context.to_string();
            for finding in findings {
                let span = link.source_span(finding.span);
                if known.cover(finding.rule, span.start) {
                    continue;
                }
                let at = Cursor::resume(bytes, at.spot()).advance(span.start.max(link.span.start));
                let row = Row {
                    source: name,
                    line: at.line,
                    column: at.column,
                    span,
                    part: link.part.as_ref().map(|part| &*part.number),
                    context: Some(&context),
                    text: &link.text,
                    mailbox,
                    settings: &self.settings,
                    finding,
                    level: self.settings.level(finding.rule),
                    fix: fixed(link, finding),
                };
                self.report(&row, page);
            }
            after_each(page);
        });
        self.unused(name, bytes, &known, mailbox, page);
        limits.place(bytes);
        limits.print(name, Severity::Error, page);
    }

    fn unused(&self, name: &str, bytes: &[u8], known: &Suppressions, mailbox: Option<&InMailbox>, page: &mut Page<'_>) {
        let mut cursor = Cursor::new(bytes);
        for span in known.unused().filter(|_| self.settings.is_enabled(Rule::SuppressionUnused)) {
            let at = cursor.advance(span.start);
            let text = String::from_utf8_lossy(&bytes[span.range()]);
            let finding = Finding::new(Rule::SuppressionUnused, Standard::Rfc3986, Span::new(0, text.len()), "", None);
            let row = Row {
                source: name,
                line: at.line,
                column: at.column,
                span,
                part: None,
                context: None,
                text: &text,
                mailbox,
                settings: &self.settings,
                finding: &finding,
                level: self.settings.level(finding.rule),
                fix: None,
            };
            self.report(&row, page);
        }
    }
}

/// The fix in bytes of the document, where the reference stands there as it is.
fn fixed(link: &Link<'_>, finding: &Finding) -> Option<(Span, String)> {
    let is_verbatim = link.raw == link.text.as_bytes() && link.span.len() == link.raw.len();
    let (span, text) = fix(&link.text, finding).filter(|_| is_verbatim)?;
    Some((span.shift(link.span.start), text))
}
