//! `napkin screen`: lists every `data:` URL of documents and mailboxes, and whether a policy admits it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use napkin_answer::document_findings;
use napkin_answer::screen::{FIELDS, document, format_of};
use napkin_document::screen::{Format, Policy, ScreenLimits};

use crate::commands::mailbox::{self, AfterEach, Document, Held, Reader};
use crate::options::Screen;
use crate::ordered;
use crate::output::{Answer, Page, Session, Trouble};

pub(crate) fn run(options: &Screen, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing(session, &FIELDS)?;
    let standard_input = [PathBuf::from("-")];
    let documents = if options.documents.is_empty() { &standard_input[..] } else { &options.documents };
    let is_mail = |name: &str, head: &[u8]| format_of(options.kind, name, head) == Format::Mail;
    let threads = ordered::threads(options.mailboxes.jobs);
    let screener = Screener { options, policy: options.policy() };
    Ok(mailbox::read(documents, &options.mailboxes, threads, &is_mail, &printing, &screener))
}

struct Screener<'o> {
    options: &'o Screen,
    policy: Policy,
}

impl Screener<'_> {
    fn held<'s>(
        &self,
        name: &str,
        bytes: &[u8],
        format: Option<Format>,
        page: &mut Page<'s>,
        after_each: AfterEach<'_, 's>,
    ) {
        document(name, bytes, format, &self.policy, page, &mut |row, page| {
            row.print(page);
            after_each(page);
            ControlFlow::Continue(())
        });
    }
}

impl<'s> Reader<'s> for Screener<'_> {
    fn document(&self, document: Document, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        let Document { name, input, .. } = document;
        match input.read_at_most(self.options.max_document) {
            Ok(Ok(bytes)) => self.held(&name, &bytes, self.options.kind, page, after_each),
            Ok(Err(length)) => document_findings::too_large(&name, length, self.options.max_document, page),
            Err(error) => page.trouble(&Trouble::io(name, error)),
        }
    }

    fn message(&self, message: &Held, page: &mut Page<'s>, after_each: AfterEach<'_, 's>) {
        self.held(&message.name, &message.entry.content(), Some(Format::Mail), page, after_each);
    }
}

impl Screen {
    fn policy(&self) -> Policy {
        let limits = ScreenLimits {
            depth: self.max_depth,
            count: self.max_count,
            size: self.max_size,
            total: self.max_total,
            readers: self.readers.limits(),
        };
        Policy {
            allow: self.allow.clone(),
            deny: self.deny.clone(),
            allow_in: self.allow_in.clone(),
            deny_in: self.deny_in.clone(),
            sniff: self.sniff,
            limits,
        }
    }
}
