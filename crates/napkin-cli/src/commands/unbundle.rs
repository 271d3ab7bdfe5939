//! `napkin unbundle`: a page with files beside it.

mod folder;
mod report;

use std::ffi::OsString;

use napkin_document::screen::Format;
use napkin_document::unbundle::{Limits, Options, unbundle};
use napkin_document::{Entity, Kind};

use self::folder::Folder;
use super::bundle::read;
use crate::options::Unbundle;
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(crate) fn run(options: &Unbundle, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &report::FIELDS)?;
    let name = options.document.to_string_lossy().into_owned();
    let bytes = read(&options.document, &name)?;
    let shown = if name == "-" { "stdin" } else { &name };
    let kind = kind(&bytes, &name).map_err(|found| Trouble::Usage(format!("{shown}: {found}")))?;
    let document = Entity::new(&bytes).with_kind(kind);
    let limits = Limits {
        object: options.max_object,
        total: options.max_total,
        depth: options.max_depth,
        count: options.max_count,
    };
    let mut folder = Folder::default();
    let done = unbundle(&document, &Options { limits }, &mut |file| folder.take(file.name.into(), file.bytes.to_vec()))
        .map_err(|error| Trouble::Usage(format!("{shown}: {error}")))?;
    let page_name = match options.document.file_name() {
        Some(own) if name != "-" => own.to_owned(),
        _ => OsString::from(format!("index.{}", if kind == Kind::Html { "html" } else { kind.name() })),
    };
    folder.take(page_name.clone(), done.bytes.clone());
    folder.write(&options.output, options.force)?;
    let mut page = Page::new(&printing);
    let report = report::Report { done: &done, source: shown, folder: &options.output, name: &page_name, kind };
    report.print(session, &mut page);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// What a document is: by its name, else by its content.
fn kind(bytes: &[u8], name: &str) -> Result<Kind, &'static str> {
    let format = Format::of_name(name).unwrap_or_else(|| Format::of_content(bytes));
    if format == Format::Mail {
        return Err("expected an HTML document, but found MHTML or mail, whose parts are not unbundled yet");
    }
    Ok(Kind::of_name(name).unwrap_or_else(|| Kind::of_content(bytes)))
}
