//! An mbox file that is being read, as batches of messages.

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::Arc;

use napkin_mail::{EntryKind, Mailbox};

use super::{Job, MailboxMessage, Source};
use crate::options::Mailboxes;
use crate::output::Trouble;

/// The size of a batch of small messages, in bytes.
const BATCH: usize = 128 << 10;

/// An mbox file that is being read.
pub(super) struct Mbox {
    path: Arc<Path>,
    name: String,
    messages: Mailbox<Source>,
    number: u64,
    /// The number of bytes that have been read.
    offset: u64,
    failed: Option<Trouble>,
}

impl Mbox {
    pub(super) fn new(path: &Path, name: String, source: Source, options: &Mailboxes) -> Self {
        let messages = Mailbox::new(source).with_format(options.mbox_format).with_limit(options.max_message);
        Self { path: path.into(), name, messages, number: 0, offset: 0, failed: None }
    }

    fn name_of_message(&self) -> String {
        // The capacity avoids a second allocation: there can be millions of names.
        let mut name = String::with_capacity(self.name.len() + 21);
        name.push_str(&self.name);
        // Writing to memory does not fail.
        let _ = write!(name, ":{}", self.number);
        name
    }

    /// Returns the next messages, or `None` at the end.
    pub(super) fn batch(&mut self) -> Option<(Job, u64)> {
        let mut held = Vec::new();
        let mut bytes = 0;
        while bytes < BATCH && self.failed.is_none() {
            let entry = match self.messages.next() {
                None => break,
                Some(Ok(entry)) => entry,
                Some(Err(error)) => {
                    self.failed = Some(Trouble::reading(&self.name, error));
                    break;
                }
            };
            self.number += u64::from(entry.kind != EntryKind::Continued);
            let length = entry.envelope.len() + entry.message.len() + entry.end.len();
            let offset = Some(self.offset + entry.envelope.len() as u64);
            bytes += length;
            self.offset += length as u64;
            held.push(MailboxMessage { name: self.name_of_message(), path: Arc::clone(&self.path), offset, entry });
        }
        match self.failed.take() {
            Some(failed) if held.is_empty() => {
                // Reading ends after an error.
                self.messages = Mailbox::new(Box::new(io::empty()));
                Some((Job::Failed(failed), 0))
            }
            failed => {
                self.failed = failed;
                (!held.is_empty()).then_some((Job::Messages(held), bytes as u64))
            }
        }
    }
}
