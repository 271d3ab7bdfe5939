//! Finds the messages and parts that `cid:` and `mid:` URLs name (RFC 2392), in the files of the command line.
//!
//! Only the location and the identifiers of each message are kept; the message is read again when one of its
//! identifiers is asked for. So a mailbox of any size takes no more memory than its largest message. Identifiers are
//! globally unique (section 1); if two messages have the same, the first one counts.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use napkin_mail::{Mailbox, Message, Part as Entity, content_id, is_mailbox};
use napkin_retrieve::by_scheme::{MessagePart, Messages};

use crate::output::Trouble;

/// The length of the head of a file that decides whether it is a mailbox.
const HEAD: u64 = 64 << 10;

/// An index of messages.
#[derive(Default)]
pub(super) struct ContentIds {
    files: Vec<PathBuf>,
    messages: Vec<Place>,
    /// Messages by their `Message-ID`, including nested messages.
    by_message: HashMap<String, usize>,
    /// The messages in which a part has this `Content-ID`.
    by_content: HashMap<String, Vec<usize>>,
}

/// The location of a message.
struct Place {
    file: usize,
    start: u64,
    length: u64,
}

impl ContentIds {
    /// Indexes messages and mailboxes.
    pub(super) fn of(paths: &[PathBuf]) -> Result<Self, Trouble> {
        let mut kept = Self::default();
        for path in paths {
            kept.files.push(path.clone());
            kept.add(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
        }
        Ok(kept)
    }

    fn add(&mut self, path: &Path) -> io::Result<()> {
        let mut file = File::open(path)?;
        let mut head = Vec::new();
        file.by_ref().take(HEAD).read_to_end(&mut head)?;
        file.seek(SeekFrom::Start(0))?;
        if !is_mailbox(&head) {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            self.index(&bytes, 0);
            return Ok(());
        }
        let mut start = 0;
        for entry in Mailbox::new(BufReader::new(file)) {
            let entry = entry?;
            start += entry.envelope.len() as u64;
            self.index(&entry.message, start);
            start += (entry.message.len() + entry.end.len()) as u64;
        }
        Ok(())
    }

    fn index(&mut self, bytes: &[u8], start: u64) {
        let number = self.messages.len();
        let message = Message::parse(bytes);
        for part in message.parts().filter(|part| !part.is_phantom()) {
            if let Some(id) = identifier(part, "message-id") {
                self.by_message.entry(id).or_insert(number);
            }
            if let Some(id) = identifier(part, "content-id") {
                let messages = self.by_content.entry(id).or_default();
                if messages.last() != Some(&number) {
                    messages.push(number);
                }
            }
        }
        self.messages.push(Place { file: self.files.len() - 1, start, length: bytes.len() as u64 });
    }

    /// Reads a message. Returns `None` if it can no longer be read.
    fn read(&self, number: usize) -> Option<Vec<u8>> {
        let place = self.messages.get(number)?;
        let mut file = File::open(self.files.get(place.file)?).ok()?;
        file.seek(SeekFrom::Start(place.start)).ok()?;
        let mut bytes = Vec::new();
        file.take(place.length).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

impl Messages for ContentIds {
    fn part(&self, message: Option<&str>, content: &str) -> Option<MessagePart> {
        let number = *match message {
            None => self.by_content.get(content)?.first()?,
            Some(id) => self
                .by_message
                .get(id)
                .filter(|number| self.by_content.get(content).is_some_and(|messages| messages.contains(number)))?,
        };
        let bytes = self.read(number)?;
        let whole = Message::parse(&bytes);
        let around = message.and_then(|id| with(&whole, "message-id", id));
        let is_within = |part: &Entity<'_, '_>| {
            // For a nested message, only its own parts count.
            around.is_none_or(|around| part.outwards().any(|outer| outer.number() == around.number()))
        };
        let mut parts = whole.parts().filter(|part| !part.is_phantom() && is_within(part));
        let part = parts.find(|part| identifier(*part, "content-id").as_deref() == Some(content))?;
        let media_type = part.field("content-type").map(|field| {
            let value = String::from_utf8_lossy(field.value());
            value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        });
        Some(MessagePart::new(media_type, part.decoded().bytes.into_owned()))
    }

    fn message(&self, id: &str) -> Option<MessagePart> {
        let bytes = self.read(*self.by_message.get(id)?)?;
        let whole = Message::parse(&bytes);
        let part = with(&whole, "message-id", id)?;
        let octets = match part.parent() {
            None => bytes.clone(),
            Some(_) => bytes.get(part.source_span(part.span()).range())?.to_vec(),
        };
        Some(MessagePart::new(Some("message/rfc822".into()), octets))
    }
}

/// Returns the part with an identifier. A part inside an encoded message has no bytes of its own, and is not found.
fn with<'m, 'a>(message: &'m Message<'a>, field: &str, id: &str) -> Option<Entity<'m, 'a>> {
    message.parts().find(|part| part.is_verbatim() && identifier(*part, field).as_deref() == Some(id))
}

fn identifier(part: Entity<'_, '_>, field: &str) -> Option<String> {
    content_id(part.field(field)?.value())
}
