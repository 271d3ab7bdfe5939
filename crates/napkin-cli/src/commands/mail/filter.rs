//! What the commands share that change messages.
//!
//! Decides: where messages come from and go to: one from a file or a pipe, or the many of a mailbox, one at a time; and that records
//! about them need a place of their own. A change that would make two messages of one in its mailbox is not made.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use napkin_document::mail::Mailbox;

use crate::commands::links::trouble;
use crate::commands::rewrite::save;
use crate::input;
use crate::options::{FormOptions, MailOutput};
use crate::output::{Answer, Page, Printer, Printing, Session, Trouble};

/// A message, and what the user calls it: those of a mailbox by their numbers.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// What becomes of a message, and what is said about that.
pub(super) type Change<'c> = dyn FnMut(&Source, &mut Page<'_>) -> Result<Vec<u8>, Trouble> + 'c;

/// Changes a message, or each one of a mailbox.
pub(super) fn run(
    options: &MailOutput,
    printing: &Printing<'_>,
    session: &Session,
    change: &mut Change<'_>,
) -> Result<Answer, Trouble> {
    let path = options.message.clone().unwrap_or_else(|| PathBuf::from("-"));
    let file = input::file(&path);
    let name = file.map_or("stdin".into(), Path::to_string_lossy).into_owned();
    let failed = |error: io::Error| trouble(&name, error);
    let mut reader: Box<dyn BufRead> = match file {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(failed)?)),
        None => Box::new(io::stdin().lock()),
    };
    let mut head = Vec::new();
    reader.by_ref().take(5).read_to_end(&mut head).map_err(failed)?;
    let is_mailbox = head == b"From ";
    let mut reader = Cursor::new(head).chain(reader);
    if is_mailbox {
        return mailbox(reader, &Source { name, path, bytes: Vec::new() }, options, printing, session, change);
    }
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(failed)?;
    let source = Source { name, path, bytes };
    let mut page = Page::new(printing);
    let bytes = change(&source, &mut page)?;
    match &options.output {
        _ if options.dry_run => {}
        Some(path) => {
            save::whole(path, &source.path, &bytes).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
        }
        None => page.bytes(&bytes),
    }
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

fn mailbox(
    reader: impl BufRead,
    source: &Source,
    options: &MailOutput,
    printing: &Printing<'_>,
    session: &Session,
    change: &mut Change<'_>,
) -> Result<Answer, Trouble> {
    if options.output.is_some() {
        return Err(Trouble::Usage(format!("{}: a mailbox goes to standard output, and not by --output", source.name)));
    }
    let mut printer = Printer::new(session);
    for (number, entry) in Mailbox::new(reader).enumerate() {
        let entry = entry.map_err(|error| trouble(&source.name, error))?;
        let name = format!("{}:{}", source.name, number + 1);
        let one = Source { name, path: source.path.clone(), bytes: entry.message };
        let mut page = Page::new(printing);
        let changed = change(&one, &mut page)?;
        let whole = [&entry.envelope[..], &changed, &entry.end].concat();
        let is_one = changed == one.bytes || Mailbox::new(&whole[..]).take(2).count() == 1;
        if !is_one {
            page.say_no();
            page.complain(&format!("{}: stays: a line of what came would begin another message", one.name));
        }
        if !options.dry_run {
            let unchanged = || [&entry.envelope[..], &one.bytes, &entry.end].concat();
            page.bytes(&if is_one { whole } else { unchanged() });
        }
        printer.print(&mut page);
    }
    Ok(printer.finish())
}

/// The form of the records, which go to standard output only where the message does not.
pub(super) fn printing<'s>(
    form: &FormOptions,
    options: &MailOutput,
    fields: &[&str],
    session: &'s Session,
) -> Result<Printing<'s>, Trouble> {
    let has_fields = form.json || form.format.is_some();
    if has_fields && !lists(options) {
        return Err(Trouble::Usage("--json and --format say what changes: they need --dry-run, or --output".into()));
    }
    session.printing(form, fields)
}

/// Whether standard output is free for records.
pub(super) const fn lists(options: &MailOutput) -> bool {
    options.dry_run || options.output.is_some()
}
