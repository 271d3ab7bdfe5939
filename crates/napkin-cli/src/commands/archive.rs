//! `napkin archive list`: lists the records of web archives, and the members of zip files.

use std::fs::File;
use std::io::{Cursor, Read, Seek};

use napkin_answer::document_findings;
use napkin_answer::fields;
use napkin_document::Kind;
use napkin_document::archive::{Archive, ArchiveError, ArchiveLimits, is_archive};
use napkin_document::container::{Container, ContainerItem, ContainerKind};
use napkin_document::warc::WarcRecord;

use crate::entries::{self, Answerer, Document, EarlyPrinter, Input, JobOutput, MailboxMessage, Reading};
use crate::options::{ArchiveCommand, ArchiveList};
use crate::output::{self, Answer, Page, Session, Trouble};

pub(crate) fn run(command: &crate::options::Archive, session: &Session) -> Result<Answer, Trouble> {
    let ArchiveCommand::List(options) = &command.command;
    let printing = options.form.printing_of::<Row<'_>>(session)?;
    let names = options.list.with(&options.files)?;
    let reading = Reading::archives(&options.inputs.mailboxes, &options.inputs.folders);
    Ok(entries::walk(&names, reading, 1, &printing, options))
}

impl<'s> Answerer<'s> for ArchiveList {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        let limits = self.inputs.archives.limits();
        let name = document.origin.name;
        let listed = match document.input {
            Input::File(file) => list_file(file, &name, limits, output),
            Input::Stream(stream) => list_stream(stream, &name, limits, output),
            _ => Ok(false),
        };
        match listed {
            Ok(true) => {}
            Ok(false) => output.page.trouble(&Trouble::Usage(format!("{name}: expected a web archive or a zip file"))),
            Err(error) => output.page.trouble(&Trouble::reading(&name, error)),
        }
    }

    fn message(&self, _: &MailboxMessage, _: &mut JobOutput<'_, 's>) {}
}

/// Lists a file. Returns whether it is an archive.
fn list_file(
    mut file: File,
    name: &str,
    limits: ArchiveLimits,
    output: &mut JobOutput<'_, '_>,
) -> std::io::Result<bool> {
    let mut head = Vec::new();
    file.by_ref().take(ContainerKind::HEAD).read_to_end(&mut head)?;
    if is_archive(&head) {
        let opened = Archive::open(file.try_clone()?, limits);
        if !has_web_archives(&opened) {
            list_members(opened, name, output);
            return Ok(true);
        }
    }
    file.rewind()?;
    Ok(list_container(Container::of_file(file, name, limits)?, name, output))
}

/// Lists a stream. Returns whether it is an archive.
fn list_stream(
    mut stream: Box<dyn Read + Send>,
    name: &str,
    limits: ArchiveLimits,
    output: &mut JobOutput<'_, '_>,
) -> std::io::Result<bool> {
    let mut head = Vec::new();
    stream.by_ref().take(ContainerKind::HEAD).read_to_end(&mut head)?;
    let Some(kind) = ContainerKind::of_content(&head) else { return Ok(false) };
    let stream: Box<dyn Read + Send> = Box::new(Cursor::new(head).chain(stream));
    if kind != ContainerKind::Zip {
        let container = Container::of_stream(kind, stream, name, limits);
        return Ok(container.is_some_and(|container| list_records(container, name, output)));
    }
    let bytes = match entries::whole_archive(name, stream, limits)? {
        Ok(bytes) => bytes,
        Err(error) => return Ok(list_container(Some(Err(error)), name, output)),
    };
    let opened = Archive::open(Cursor::new(&*bytes), limits);
    if !has_web_archives(&opened) {
        list_members(opened, name, output);
        return Ok(true);
    }
    Ok(list_container(Container::of_bytes(bytes, name, limits), name, output))
}

/// Returns whether a zip file is a WACZ file, whose records are listed.
fn has_web_archives<R: Read + Seek>(opened: &Result<Archive<R>, ArchiveError>) -> bool {
    opened.as_ref().is_ok_and(|archive| archive.web_archives().is_some())
}

/// Lists the records of what may be a container. Returns whether it is one.
fn list_container(opened: Option<Result<Container, ArchiveError>>, name: &str, output: &mut JobOutput<'_, '_>) -> bool {
    match opened {
        Some(Ok(container)) => list_records(container, name, output),
        Some(Err(error)) => {
            document_findings::archive(name, &error, &mut output.page);
            true
        }
        None => false,
    }
}

fn list_members<R: Read + Seek>(
    opened: Result<Archive<R>, ArchiveError>,
    name: &str,
    JobOutput { page, early }: &mut JobOutput<'_, '_>,
) {
    match opened {
        Ok(mut archive) => {
            for (path, size, packed) in archive.members().filter(|(path, ..)| !path.ends_with('/')) {
                let kind = Kind::of_name(&path);
                print(&Row { source: name, path: &path, what: What::Member { size, packed, kind } }, page, early);
            }
        }
        Err(error) => document_findings::archive(name, &error, page),
    }
}

/// Lists the records of web archives. Returns whether there were any, or another answer.
fn list_records(container: Container, name: &str, output: &mut JobOutput<'_, '_>) -> bool {
    let JobOutput { page, early } = output;
    let mut is_listed = false;
    for item in container.as_stored() {
        match item {
            Ok(ContainerItem::Record(path, record)) => {
                print(&Row { source: name, path: &path, what: What::Record(&record) }, page, early);
            }
            Ok(_) => continue,
            Err(error) => document_findings::archive(name, &error, page),
        }
        is_listed = true;
    }
    is_listed
}

fn print<'s>(row: &Row<'_>, page: &mut Page<'s>, early: &mut EarlyPrinter<'_, 's>) {
    page.count();
    page.row(row);
    early.print_if_long(page);
}

/// A record, or a member.
struct Row<'r> {
    source: &'r str,
    /// The path in the file: of a member, or of the web archive that has the record.
    path: &'r str,
    what: What<'r>,
}

enum What<'r> {
    Record(&'r WarcRecord),
    Member { size: u64, packed: u64, kind: Option<Kind> },
}

impl<'r> Row<'r> {
    fn record(&self) -> Option<&'r WarcRecord> {
        match self.what {
            What::Record(record) => Some(record),
            What::Member { .. } => None,
        }
    }

    fn field(&self, name: &str) -> Option<&'r str> {
        self.record()?.field(name)
    }

    fn kind(&self) -> &'r str {
        match self.what {
            What::Record(record) => record.field("WARC-Type").unwrap_or("?"),
            What::Member { .. } => "member",
        }
    }

    fn size(&self) -> u64 {
        match self.what {
            What::Record(record) => record.length,
            What::Member { size, .. } => size,
        }
    }

    /// Returns the media type of what a server sent, or of the record; the type of a member.
    fn media_type(&self) -> Option<String> {
        match self.what {
            What::Record(record) => {
                let of_record = || record.field("Content-Type").map(str::to_owned);
                record.capture().map_or_else(of_record, |capture| capture.media_type().map(str::to_owned))
            }
            What::Member { kind, .. } => kind.map(|kind| kind.name().to_owned()),
        }
    }

    fn status(&self) -> Option<u16> {
        self.record()?.capture()?.status
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        let media_type = self.media_type();
        let url = self.field("WARC-Target-URI").map(napkin::mask_passwords);
        let packed = match self.what {
            What::Member { packed, .. } => Some(packed),
            What::Record(_) => None,
        };
        "source" => self.source,
        "path" => (!self.path.is_empty()).then_some(self.path),
        "offset" => self.record().map(|record| record.offset),
        "kind" => self.kind(),
        "url" => url.as_deref(),
        "date" => self.field("WARC-Date"),
        "status" => self.status().map(u64::from),
        "type" => media_type.as_deref(),
        "size" => self.size(),
        "size_packed" => packed,
        "id" => self.field("WARC-Record-ID"),
        "refers_to" => self.field("WARC-Refers-To").or_else(|| self.field("WARC-Refers-To-Target-URI")),
        "payload_digest" => self.field("WARC-Payload-Digest"),
        "truncated" => self.field("WARC-Truncated"),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let place = self.record().map_or_else(|| "-".to_owned(), |record| record.offset.to_string());
        let size = self.size().to_string();
        let status = self.status().map_or_else(|| "-".to_owned(), |status| status.to_string());
        let media_type = self.media_type();
        let url = self.field("WARC-Target-URI").map(napkin::mask_passwords);
        let name = url.as_deref().unwrap_or(if self.path.is_empty() { "-" } else { self.path });
        let media_type = media_type.as_deref().unwrap_or("-");
        page.columns(&[&self.source, &place, &self.kind(), &status, &media_type, &size, &name]);
    }
}
