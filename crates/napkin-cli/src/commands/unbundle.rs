//! `napkin unbundle`: writes the embedded resources of a page to files beside it.

mod folder;
mod report;
mod staging;

use std::ffi::OsString;
use std::path::Path;

use napkin_document::archive::ArchiveLimits;
use napkin_document::container::{Container, ContainerKind};
use napkin_document::unbundle::{BundleOptions, File, unbundle};
use napkin_document::{Entity, Kind, wacz};

use self::folder::Folder;
use super::bundle::{message, read};
use super::mail::parse_message::parse_message;
use crate::options::Unbundle;
use crate::output::{Answer, Page, Printer, Session, Trouble};
use napkin_answer::document_findings;

pub(crate) fn run(options: &Unbundle, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<report::Outcome<'_>>(session)?;
    let name = options.document.to_string_lossy().into_owned();
    let bytes = read(&options.document, &name)?;
    let shown = if name == "-" { "stdin" } else { &name };
    let archive =
        ContainerKind::of_content(&bytes).filter(|kind| matches!(kind, ContainerKind::Warc | ContainerKind::Zip));
    let is_archive = archive.is_some();
    let bytes = if is_archive { page_of(bytes, shown, options.archives.limits())? } else { bytes };
    document_findings::check_readable(shown, &bytes, "unbundled")?;
    let limits = options.objects.limits(bytes.len(), None);
    let mut folder = Folder::default();
    let sink = &mut |file: File<'_>| folder.take(file.name.into(), file.bytes.to_vec());
    let options_of_page = BundleOptions::default().with_limits(limits);
    let is_message = is_archive || message::is(&name, &bytes);
    let mut page = Page::new(&printing);
    let (parted, part, kind) = if is_message {
        let message = parse_message(&bytes, shown, options.limits, &mut page);
        let mut archive = message::archive(&message, options.profile, None, shown)?;
        let part = archive.page().number();
        (archive.unbundle(&options_of_page, &mut message::nowhere, sink), part, Kind::Html)
    } else {
        let kind = Kind::of_name(&name).unwrap_or_else(|| Kind::of_content(&bytes));
        let document = Entity::new(&bytes).with_kind(kind);
        let done = unbundle(&document, &options_of_page, sink);
        (done.map_err(|error| Trouble::Usage(format!("{shown}: {error}")))?.into(), String::new(), kind)
    };
    let done = parted.page;
    let page_name = match options.document.file_name() {
        Some(own) if name != "-" && is_message => Path::new(own).with_extension("html").into_os_string(),
        Some(own) if name != "-" => own.to_owned(),
        _ => OsString::from(format!("index.{}", if kind == Kind::Html { "html" } else { kind.name() })),
    };
    folder.take(page_name.clone(), done.bytes.clone());
    folder.write(&options.output, options.force)?;
    let (missing, part) = (&*parted.failures, &*part);
    let report =
        report::Report { done: &done, missing, part, source: shown, folder: &options.output, name: &page_name, kind };
    report.print(session, &mut page);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// Returns the first page of a web archive with its objects, as a message.
fn page_of(bytes: Vec<u8>, shown: &str, limits: ArchiveLimits) -> Result<Vec<u8>, Trouble> {
    let wrong = |why: String| Trouble::Usage(format!("{shown}: {why}"));
    let opened = Container::of_bytes(bytes, shown, limits);
    let none = || wrong("expected a page in a web archive, but found none".to_owned());
    let container = opened.ok_or_else(none)?.map_err(|error| wrong(error.to_string()))?;
    wacz::to_mhtml(container, limits).map_err(|error| wrong(error.to_string()))?.ok_or_else(none)
}
