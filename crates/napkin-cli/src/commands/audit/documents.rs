//! Audits the links of documents and messages.

use std::path::Path;

use napkin_answer::audit::InMailbox;
#[cfg(feature = "retrieve")]
use napkin_answer::audit::masked;
use napkin_answer::names::kind_of;
use napkin_answer::report::Text;
use napkin_document::{Entity, Kind};

use super::Auditing;
use crate::commands::mend::{Change, Mending, Mode};
use crate::entries::{Answerer, Document, Input, JobOutput, MailboxMessage, Origin, Retrieved};
use crate::output::{Page, Trouble};

impl<'s> Answerer<'s> for Auditing<'_> {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        if let Input::Retrieved(found) = &document.input {
            return self.audit_retrieved(found, &document.origin.name, output);
        }
        let retrieval = document.url(self.question.base.as_deref());
        let file = document.file().map(Path::to_owned);
        let base = document.enclosing_base(self.question.base.as_deref());
        let Document { origin: Origin { name, .. }, input, member } = document;
        let most = self.options.max_document;
        let Some(mut bytes) = input.read_document(&name, most, &mut output.page) else { return };
        if let Some((path, mode)) = file.as_deref().zip(self.mode())
            && self.mend(path, &self.auditor.entity(&name, &bytes, retrieval.as_deref()), mode, output)
        {
            match std::fs::read(path) {
                Ok(mended) => bytes = mended,
                Err(error) => return output.page.trouble(&Trouble::io(&*name, error)),
            }
        }
        let mut entity = self.auditor.entity(&name, &bytes, retrieval.as_deref());
        entity.encapsulating = base.as_deref();
        entity.fragments = member.as_ref().and_then(|member| member.fragments.as_ref());
        self.audit(&name, &entity, None, output);
    }

    fn message(&self, message: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        let content = message.entry.content();
        let mut entity = self.auditor.entity("message.eml", &content, self.question.base.as_deref());
        if self.options.reading.kind.is_none() && Kind::of_content(&content) == Kind::Mhtml {
            entity.kind = Kind::Mhtml;
        }
        let mailbox = InMailbox::new(&message.path, message.offset, message.entry.quotes());
        self.audit(&message.name, &entity, Some(&mailbox), output);
    }

    fn faults(&self) -> &'static str {
        "problem"
    }

    fn finish(&self, page: &mut Page<'s>) {
        self.reports.gaps(page);
    }
}

impl Auditing<'_> {
    /// Retrieves a document and audits it.
    #[cfg(feature = "retrieve")]
    pub(super) fn retrieved(&self, url: &str, output: &mut JobOutput<'_, '_>) {
        use crate::commands::retrieval::{document, trouble};
        let client = match self.client.get_or_init(|| self.options.retrieval.client()) {
            Ok(client) => client,
            Err(why) => return output.page.trouble(why),
        };
        match document(client, napkin_retrieve::Request::get(url), self.options.max_document) {
            Ok(found) => self.audit_retrieved(&found, &masked(&found.url, &self.auditor.settings), output),
            Err(failure) => output.page.trouble(&trouble(&failure, output.page.session())),
        }
    }

    /// Audits a retrieved document and, unless one kind is asked for, its header.
    fn audit_retrieved(&self, document: &Retrieved, name: &str, output: &mut JobOutput<'_, '_>) {
        if let Some(head) = document.head(self.options.reading.kind) {
            self.audit_entity(&head, name, output);
        }
        self.audit_entity(document, name, output);
    }

    /// Audits a retrieved document. Its kind comes from its media type, then its URL, then its content.
    fn audit_entity(&self, document: &Retrieved, name: &str, output: &mut JobOutput<'_, '_>) {
        let charset = document.charset();
        let mut entity = Entity::new(&document.bytes).with_kind(kind_of(
            self.options.reading.kind,
            document.path(),
            &document.bytes,
        ));
        if self.options.reading.kind.is_none() {
            entity.kind = document.kind().unwrap_or(entity.kind);
        }
        entity.charset = charset.as_deref();
        entity.retrieval = Some(self.question.base.as_deref().unwrap_or(&document.url));
        self.audit(name, &entity, None, output);
    }

    /// Mends the links of a file, or shows the difference. Returns whether the file changed.
    fn mend(&self, path: &Path, entity: &Entity<'_>, mode: Mode, output: &mut JobOutput<'_, '_>) -> bool {
        if entity.kind.is_message() {
            return false;
        }
        let fixes = self.auditor.fixes(entity).into_iter();
        let changes = fixes.map(|(link, pieces)| (link, (None, Change::Pieces(pieces)))).collect();
        let mending = Mending { path, kind: Some(entity.kind), bytes: Some(entity.bytes), changes };
        let done = mending.run(mode, &mut output.page);
        if mode == Mode::Write && !done.is_empty() {
            let (count, links) = (done.len(), if done.len() == 1 { "link" } else { "links" });
            output.page.note(&format!("mended {count} {links} of {}", path.display()));
        }
        mode == Mode::Write && !done.is_empty()
    }

    fn audit(&self, name: &str, entity: &Entity<'_>, mailbox: Option<&InMailbox>, output: &mut JobOutput<'_, '_>) {
        let text = Text::new(entity.bytes);
        self.auditor.document(name, entity, mailbox, &mut output.page, &mut |row, page| {
            let flow = self.report(row, Some(&text), page);
            output.early.print_if_long(page);
            flow
        });
    }
}
