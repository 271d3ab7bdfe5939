//! `napkin screen`: lists every `data:` URL of documents and mailboxes, and whether a policy admits it.

use std::ops::ControlFlow;

use napkin_answer::screen::{Row, document, format_of};
use napkin_document::screen::{Format, Policy, ScreenLimits};

use crate::entries::{self, Answerer, Document, Input, JobOutput, MailboxMessage, Origin, Reading};
use crate::options::Screen;
use crate::output::{Answer, Session, Trouble};
use crate::parallel;

pub(crate) fn run(options: &Screen, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_, '_>>(session)?;
    let documents = options.list.with(&options.documents)?;
    let documents = &documents[..];
    let is_mail = |name: &str, head: &[u8]| format_of(options.kind, name, head) == Format::Mail;
    let threads = parallel::threads(options.inputs.mailboxes.jobs);
    let screener = Screener { options, policy: options.policy() };
    let reading = Reading::screened(&options.inputs, &is_mail);
    Ok(entries::walk(documents, reading, threads, &printing, &screener))
}

struct Screener<'o> {
    options: &'o Screen,
    policy: Policy,
}

impl Screener<'_> {
    fn screen(&self, name: &str, bytes: &[u8], format: Option<Format>, output: &mut JobOutput<'_, '_>) {
        document(name, bytes, format, &self.policy, &mut output.page, &mut |row, page| {
            row.print(page);
            output.early.print_if_long(page);
            ControlFlow::Continue(())
        });
    }
}

impl<'s> Answerer<'s> for Screener<'_> {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        let Document { origin: Origin { name, .. }, input, .. } = document;
        let stated = match &input {
            Input::Retrieved(found) => found.essence().as_deref().and_then(Format::of_essence),
            _ => None,
        };
        let format = self.options.kind.or(stated);
        if let Some(bytes) = input.read_document(&name, self.options.max_document, &mut output.page) {
            self.screen(&name, &bytes, format, output);
        }
    }

    fn message(&self, message: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        self.screen(&message.name, &message.entry.content(), Some(Format::Mail), output);
    }
}

impl Screen {
    fn policy(&self) -> Policy {
        let limits = ScreenLimits::default()
            .with_depth(self.max_depth)
            .with_count(self.max_count)
            .with_size(self.max_size)
            .with_total(self.max_total)
            .with_readers(self.readers.limits());
        Policy::default()
            .with_allow(self.allow.clone())
            .with_deny(self.deny.clone())
            .with_allow_in(self.allow_in.clone())
            .with_deny_in(self.deny_in.clone())
            .with_sniff(self.sniff)
            .with_limits(limits)
    }
}
