//! `napkin bundle`: a page with everything that it needs.

mod files;
mod report;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use napkin::whatwg::Url;
use napkin_document::bundle::{Bundled, Limits, Options, bundle};
use napkin_document::{Entity, Kind};

use self::files::Files;
use super::option_trouble;
use super::rewrite::save;
use crate::options::Bundle;
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(crate) fn run(options: &Bundle, session: &Session) -> Result<Answer, Trouble> {
    let has_fields = options.form.json || options.form.format.is_some();
    if has_fields && options.output.is_none() {
        return Err(Trouble::Usage("--json and --format say what is in the page: they need --output".into()));
    }
    let printing = session.printing(&options.form, &report::FIELDS)?;
    let name = options.document.to_string_lossy().into_owned();
    let is_input = name == "-";
    let bytes = read(&options.document, &name)?;
    let url = page_url(options, is_input, session)?;
    let mut files = files(options, is_input, url.as_ref())?;
    let page = Entity::new(&bytes).with_kind(Kind::Html);
    let page = url.as_ref().map_or(page, |url| page.retrieved_from(url.href()));
    let limits = Limits {
        object: options.max_object,
        total: options.max_total,
        depth: options.max_depth,
        count: options.max_count,
    };
    let bundled = bundle(&page, &Options { limits }, &mut files);
    let mut page = Page::new(&printing);
    let shown = if is_input { "stdin" } else { &name };
    report::print(&bundled, shown, url.as_ref().map_or("", Url::href), session, &mut page);
    deliver(options, &bundled, &mut page)?;
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

fn deliver(options: &Bundle, bundled: &Bundled, page: &mut Page<'_>) -> Result<(), Trouble> {
    match &options.output {
        Some(path) => save::whole(path, &options.document, &bundled.bytes)
            .map_err(|error| Trouble::io(path.to_string_lossy(), error))?,
        None => page.bytes(&bundled.bytes),
    }
    Ok(())
}

pub(super) fn read(path: &Path, name: &str) -> Result<Vec<u8>, Trouble> {
    if name == "-" {
        let mut bytes = Vec::new();
        return io::stdin().read_to_end(&mut bytes).map(|_| bytes).map_err(|error| Trouble::io("stdin", error));
    }
    std::fs::read(path).map_err(|error| {
        let has_scheme = name.split_once("://").is_some_and(|(scheme, _)| scheme.len() > 1);
        if error.kind() == io::ErrorKind::NotFound && has_scheme {
            return Trouble::Usage(format!("{name}: this build does not retrieve URLs yet; give a file or `-`"));
        }
        Trouble::io(name, error)
    })
}

/// Where the page is said to come from, or its `file:` URL.
fn page_url(options: &Bundle, is_input: bool, session: &Session) -> Result<Option<Url>, Trouble> {
    if let Some(base) = &options.base {
        return Url::parse(base, None).map(Some).map_err(|error| option_trouble("base", base, error, session));
    }
    let path = if is_input { None } else { std::path::absolute(&options.document).ok() };
    Ok(path.and_then(|path| Url::from_file_path(path).ok()))
}

fn files(options: &Bundle, is_input: bool, url: Option<&Url>) -> Result<Files, Trouble> {
    let folder = if is_input { PathBuf::from(".") } else { options.document.clone() };
    let folder = if is_input { folder } else { folder.parent().unwrap_or(Path::new("")).to_owned() };
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let root = options.root.as_ref().unwrap_or(&folder);
    let found = |path: &Path| path.canonicalize().map_err(|error| Trouble::io(path.to_string_lossy(), error));
    let (root, folder) = (found(root)?, found(&folder)?);
    let published = options.base.is_some().then(|| url.map(Url::href)).flatten();
    Ok(Files::new(root, &folder, published, options.allow_outside))
}
