//! Rewrites the documents of files and folders, each in its own file.
//!
//! A file is replaced whole, and only if it is still the file that was read. A document without changes stays untouched.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use napkin::Standard;
use napkin_document::rewrite::Pieces;

use super::{Rewriting, Source, plan, save};
use crate::entries::{self, Answerer, Document, Input, JobOutput, MailboxMessage, Origin, Reading};
use crate::options::Mailboxes;
use crate::output::{Answer, Form, Page, Printer, Printing, Trouble};
use crate::parallel;

pub(super) fn run(
    rewriting: &Rewriting<'_>,
    documents: &[PathBuf],
    printing: &Printing<'_>,
) -> Result<Answer, Trouble> {
    let options = rewriting.options;
    let name = documents[0].to_string_lossy();
    if !options.in_place && !options.dry_run {
        return Err(Trouble::Usage(format!(
            "{name}: expected one document; add `--in-place` to replace each file, or `--dry-run` to list the changes"
        )));
    }
    if options.in_place && documents.iter().any(|path| path.as_os_str() == "-") {
        return Err(Trouble::Usage("--in-place: standard input has no file that could be replaced".to_owned()));
    }
    if options.relative_to.is_some() && documents.len() > 1 {
        return Err(Trouble::Usage(
            "--relative-to: is the new URL of one document or folder; for several, use `--map` or `--absolute`"
                .to_owned(),
        ));
    }
    // A wrong option is reported once, and not for each document.
    plan(options, options.standard.unwrap_or(Standard::Whatwg), None, printing.session)?;
    let mailboxes = Mailboxes::default();
    let mut walked = options.folders.clone();
    // A second run changes no backup of the first.
    walked.exclude.extend(options.backup.as_ref().map(|suffix| format!("*{}", literal(suffix))));
    let reading = Reading::pages(&mailboxes, &walked);
    let answer = entries::walk(documents, reading, parallel::threads(options.jobs), printing, rewriting);
    if options.in_place && printing.session.diagnostics > 0 && matches!(printing.form, Form::Plain | Form::Pretty) {
        let (changed, read) = (rewriting.changed.load(Ordering::Relaxed), rewriting.read.load(Ordering::Relaxed));
        let documents = if read == 1 { "document" } else { "documents" };
        Printer::new(printing.session).note(format_args!("rewrote {changed} of {read} {documents}"));
    }
    Ok(answer)
}

/// Escapes a text for a pattern.
fn literal(text: &str) -> String {
    text.chars().flat_map(|character| ['\\', character]).collect()
}

impl<'s> Answerer<'s> for Rewriting<'_> {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        self.read.fetch_add(1, Ordering::Relaxed);
        if let Err(trouble) = self.file(document, &mut output.page) {
            output.page.trouble(&trouble);
        }
    }

    fn message(&self, _: &MailboxMessage, _: &mut JobOutput<'_, 's>) {}
}

impl Rewriting<'_> {
    fn file(&self, document: Document, page: &mut Page<'_>) -> Result<(), Trouble> {
        let url = document.url(self.options.base.as_deref());
        let Document { origin: Origin { path, name, below }, input, .. } = document;
        let failed = |error| Trouble::reading(&name, error);
        let read = match &input {
            Input::File(file) => Some(State::of(file).map_err(failed)?),
            _ if self.options.in_place => return Err(failed(ErrorKind::InvalidInput.into())),
            _ => None,
        };
        let Some(bytes) = input.read_document(&name, self.options.max_document, page) else { return Ok(()) };
        let source = Source::new(name.clone(), bytes, url, below, self.options)?;
        if page.is_pretty() && self.is_listed {
            let heading = page.paint().heading();
            page.line(format_args!("{heading}{name}{heading:#}"));
        }
        self.document(&source, page, &mut |done| match &read {
            Some(read) if self.options.in_place && !done.changes.is_empty() => {
                self.replace(&path, read, done).map_err(|error| Trouble::io(&*name, error))?;
                self.changed.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            _ => Ok(()),
        })
    }

    /// Replaces the file at `path`, which was in this state when it was read. Follows a link to its file.
    fn replace(&self, path: &Path, read: &State, done: &Pieces<'_>) -> io::Result<()> {
        let path = fs::canonicalize(path)?;
        let mut writer = save::Writer::new(&path, &path)?;
        done.write_to(&mut writer)?;
        writer.prepare()?;
        if State::at(&path)? != *read {
            return Err(io::Error::other("is not replaced: another program has changed it meanwhile"));
        }
        let backup = self.options.backup.as_ref().map(|suffix| backup(&path, suffix)).transpose()?;
        let replaced = writer.finish();
        if let (Err(_), Some(backup)) = (&replaced, backup) {
            // The first error is the one to report.
            let _ = fs::remove_file(backup);
        }
        replaced
    }
}

/// Gives a file a second name, which the old bytes keep when the file is replaced. An existing file stays.
fn backup(path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    let to = PathBuf::from(name);
    let result = match fs::hard_link(path, &to) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => copy(path, &to),
        result => result,
    };
    result.map(|()| to.clone()).map_err(|error| {
        io::Error::new(error.kind(), format!("is not replaced: the backup {}: {error}", to.to_string_lossy()))
    })
}

/// Copies a file in a file system without hard links.
fn copy(path: &Path, to: &Path) -> io::Result<()> {
    let mut from = napkin_files::open(path)?;
    let mut file = napkin_files::create(to)?;
    io::copy(&mut from, &mut file)?;
    file.set_permissions(from.metadata()?.permissions())
}

/// The length of a file and the time of its last change.
#[derive(PartialEq, Eq)]
struct State(u64, Option<SystemTime>);

impl State {
    fn of(file: &File) -> io::Result<Self> {
        file.metadata().map(Self::from)
    }

    fn at(path: &Path) -> io::Result<Self> {
        fs::symlink_metadata(path).map(Self::from)
    }
}

impl From<Metadata> for State {
    fn from(about: Metadata) -> Self {
        Self(about.len(), about.modified().ok())
    }
}
