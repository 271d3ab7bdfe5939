//! `napkin mail extract`: saves attachments to files. Start at `Extractor::part`.
//!
//! One message is read after the other, so that the same mail always gives the same names. `folder` writes the files.

mod damage;
mod folder;

use std::sync::{Mutex, PoisonError};

use napkin::Severity;
use napkin_answer::{document_findings, fields, glob};
use napkin_mail::{Encoding, Message, Part, PartKind, extension};

use self::folder::{Folder, NotSaved, Saved};
use crate::entries::{self, Answerer, Document, JobOutput, MailboxMessage, Reading};
use crate::files;
use crate::options::MailExtract;
use crate::output::{self, Answer, Page, Session, Trouble, shown};

/// A saved part, or a part that is not saved.
struct Row<'r> {
    source: &'r str,
    part: &'r str,
    /// The name that the sender chose.
    name: Option<&'r str>,
    media_type: &'r str,
    disposition: Option<&'r str>,
    size: u64,
    saved: Option<&'r Saved>,
    /// The code and the text of a problem.
    problem: Option<(&'static str, &'r str)>,
}

impl output::Row for Row<'_> {
    fields! { self;
        let file = self.saved.map(|saved| saved.path.to_string_lossy());
        "ok" => self.problem.is_none(),
        "source" => self.source,
        "part" => self.part,
        "name" => self.name,
        "file" => file.as_deref(),
        "type" => self.media_type,
        "disposition" => self.disposition,
        "size" => self.size,
        "sha256" => self.saved.map(|saved| &*saved.sha256),
        "reason" => self.problem.map(|(code, _)| code),
        "message" => self.problem.map(|(_, text)| text),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Some(saved) = self.saved else { return };
        let path = saved.path.to_string_lossy();
        page.columns(&[&self.source, &self.part, &shown(self.media_type), &self.size, &shown(&path)]);
    }
}

pub(super) fn run(options: &MailExtract, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_>>(session)?;
    let messages = options.list.with(&options.messages)?;
    let messages = &messages[..];
    let extractor = Extractor { options, folder: Mutex::new(Folder::new(&options.output, options.force)) };
    let reading = Reading::messages(&options.inputs.mailboxes, Some(&options.inputs.folders));
    Ok(entries::walk(messages, reading, 1, &printing, &extractor))
}

struct Extractor<'o> {
    options: &'o MailExtract,
    folder: Mutex<Folder>,
}

impl<'s> Answerer<'s> for Extractor<'_> {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        match document.input.read_message(self.options.inputs.mailboxes.max_message) {
            Ok(bytes) => self.read(&document.origin.name, &bytes, output),
            Err(error) => output.page.trouble(&Trouble::reading(&document.origin.name, error)),
        }
    }

    fn message(&self, one: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        self.read(&one.name, &one.entry.content(), output);
    }
}

impl Extractor<'_> {
    fn read<'s>(&self, name: &str, bytes: &[u8], output: &mut JobOutput<'_, 's>) {
        if document_findings::is_unreadable(name, bytes, None, "", &mut output.page) {
            return;
        }
        let mut findings = Vec::new();
        let message = Message::read(bytes, &self.options.limits.limits(), &mut findings);
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        for part in message.parts().filter(|part| self.wants(*part)) {
            self.part(name, part, &mut folder, &mut output.page);
            output.early.print_if_long(&mut output.page);
        }
        findings.sort_by_key(|finding| finding.span);
        if findings.iter().any(|finding| finding.rule.severity() == Severity::Error) {
            output.page.say_no();
        }
        if !output.page.is_silent() {
            document_findings::say_of_mail(name, bytes, &findings, &mut output.page);
        }
    }

    /// Returns whether the options select a part, apart from its size.
    fn wants(&self, part: Part<'_, '_>) -> bool {
        let is_typed = |part: Part<'_, '_>| {
            let essence = part.essence();
            self.options
                .types
                .iter()
                .any(|glob| glob::matches(glob.to_ascii_lowercase().as_bytes(), essence.as_bytes()))
        };
        match part.kind() {
            _ if part.is_phantom() => false,
            PartKind::Multipart => false,
            // Its own parts are saved. Both would save the same bytes once per level.
            PartKind::Message => is_typed(part),
            kind => {
                // The header of an external object is that of a phantom part.
                let object = part.children().next().filter(|_| kind == PartKind::ExternalBody);
                let is_attachment = part.is_attachment() || object.is_some_and(|object| object.is_attachment());
                let has_type = is_typed(part) || object.is_some_and(is_typed);
                (self.options.types.is_empty() || has_type) && (self.options.inline || is_attachment)
            }
        }
    }

    /// Saves a part.
    fn part(&self, source: &str, part: Part<'_, '_>, folder: &mut Folder, page: &mut Page<'_>) {
        let size = part.reader().count_bytes();
        if size < self.options.min_size {
            return;
        }
        page.count();
        let (number, essence) = (part.number(), part.essence());
        let (name, disposition) = (part.suggested_name(), part.disposition());
        let saved = match self.obstacle(part, size, folder) {
            Some(obstacle) => Err(obstacle),
            None => folder.save(&safe_name(part, &number, &essence), size, &mut part.reader()),
        };
        let damage = damage::of(part);
        let (saved, problem) = match &saved {
            Ok(saved) => (Some(saved), damage.as_deref().map(|text| ("damaged", text))),
            Err(NotSaved::Because(code, text)) => (None, Some((*code, &**text))),
            Err(NotSaved::Trouble(trouble)) => return page.trouble(trouble),
        };
        let (name, disposition) = (name.as_deref(), disposition.as_deref());
        let row = Row { source, part: &number, name, media_type: &essence, disposition, size, saved, problem };
        if let Some((_, text)) = problem {
            page.say_no();
            if !page.has_fields() {
                let verb = if saved.is_some() { "saved, but" } else { "not saved:" };
                let name = name.map(|name| format!(" `{}`", shown(name))).unwrap_or_default();
                page.complain(&format!("{source}: part {number}{name} {verb} {}", shown(text)));
            }
        }
        if page.has_fields() || saved.is_some() {
            page.row(&row);
        }
    }

    /// Returns why a part cannot be saved.
    fn obstacle(&self, part: Part<'_, '_>, size: u64, folder: &Folder) -> Option<NotSaved> {
        let because = |code, text: String| Some(NotSaved::Because(code, text));
        let options = self.options;
        if part.kind() == PartKind::ExternalBody {
            return because(
                "external-body",
                "the message has only its address; `napkin mail attach` retrieves it".into(),
            );
        }
        if damage::is_encoded(part) {
            return because(
                "encoding",
                match part.encoding() {
                    Encoding::Uuencode => "it is not uuencoded, as its Content-Transfer-Encoding says".into(),
                    _ => "its Content-Transfer-Encoding is unknown".into(),
                },
            );
        }
        if folder.count() >= options.max_count {
            return because(
                "max-count",
                format!("expected at most {} files; --max-count allows more", options.max_count),
            );
        }
        let most = options.max_total;
        if folder.total().saturating_add(size) > most {
            return because(
                "max-total",
                format!("expected at most {most} bytes in all files; --max-total allows more"),
            );
        }
        None
    }
}

/// Returns the name of the file for a part, before its number.
fn safe_name(part: Part<'_, '_>, number: &str, essence: &str) -> String {
    let nameless =
        || format!("part-{number}.{}", if part.kind() == PartKind::Message { "eml" } else { extension(essence) });
    part.filename().and_then(|name| files::safe_name(&name)).unwrap_or_else(nameless)
}
