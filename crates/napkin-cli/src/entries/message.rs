//! Messages of a mailbox, in memory.

use std::path::Path;
use std::sync::Arc;

use napkin_mail::{EntryKind, MailboxEntry};

use crate::output::Page;
use napkin_answer::document_findings;

/// A message of a mailbox in memory, or a piece of a message that is too large.
pub(crate) struct MailboxMessage {
    pub(crate) name: String,
    /// The file or folder of the mailbox.
    pub(crate) path: Arc<Path>,
    /// The offset of the message in its mbox file.
    pub(crate) offset: Option<u64>,
    pub(crate) entry: MailboxEntry,
}

impl MailboxMessage {
    /// Returns whether it is a whole message. Reports it if it is not.
    pub(crate) fn is_message(&self, page: &mut Page<'_>) -> bool {
        let mut findings = Vec::new();
        self.entry.check(&mut findings);
        document_findings::say_of_mail(&self.name, &self.entry.message, &findings, page);
        self.entry.kind == EntryKind::Message
    }
}
