//! `napkin bundle`: writes a page and the resources that it needs as one file. Start at `run`.

mod files;
pub(super) mod message;
mod report;
#[cfg(feature = "retrieve")]
mod retrieved;
mod title;
mod without;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use napkin::whatwg::Url;
use napkin_document::bundle::{BundleOptions, Bundled, Fetch, bundle};
use napkin_document::mhtml::{WriteOptions, write};
use napkin_document::{Entity, Kind};

use self::files::Files;
use self::without::Selected;
use super::rewrite::save;
use crate::options::Bundle;
use crate::output::{Answer, Page, Printer, Session, Trouble, option_trouble};
use napkin_answer::document_findings;

pub(crate) fn run(options: &Bundle, session: &Session) -> Result<Answer, Trouble> {
    let form = options.form();
    if form.json && form.format.is_some() {
        return Err(Trouble::Usage("--json and a template exclude each other".into()));
    }
    let has_fields = form.json || form.format.is_some();
    if has_fields && options.output.is_none() {
        return Err(Trouble::Usage("--json and --format say what is in the page: they need --output".into()));
    }
    let printing = form.printing_of::<report::Outcome<'_>>(session)?;
    let source = source(options, session)?;
    document_findings::check_readable(&source.name, &source.bytes, "bundled")?;
    let mut page = Page::new(&printing);
    // In MHTML, the title is encoded.
    let (name, is_message) = (source.name.clone(), message::is(&source.name, &source.bytes));
    if options.without.any() && (options.makes_mhtml() || is_message) {
        let why = "expected a page and an output in HTML for --isolate and --no-..., but found MHTML";
        return Err(Trouble::Usage(format!("{name}: {why}")));
    }
    let written = (options.makes_mhtml() && !is_message).then(|| source.bytes.clone());
    let (mut bundled, url, shown) = match is_message {
        true => message::bundled(options, &source, &mut page)?,
        false => bundled(options, source),
    };
    report::print(&bundled, &shown, &url, session, &mut page);
    let output = options.output.as_ref().map(|path| title::path(path, written.as_ref().unwrap_or(&bundled.bytes)));
    bundled.bytes = without::with_policy(bundled.bytes, options.without, &name)?;
    deliver(options, output.transpose()?.as_deref(), bundled, &mut page)?;
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// The page, and the way to fetch its resources.
struct Source {
    name: String,
    bytes: Vec<u8>,
    url: Option<Url>,
    fetch: Box<dyn Fetch>,
}

fn source(options: &Bundle, session: &Session) -> Result<Source, Trouble> {
    let name = options.document.to_string_lossy().into_owned();
    #[cfg(feature = "retrieve")]
    if crate::input::is_url(&name) {
        return retrieved::page(options, &name, session);
    }
    if options.document.is_dir() {
        return Err(Trouble::Usage(format!(
            "{name}: expected a page, found a folder; name its page, such as {}, and pass `--root {name}`",
            options.document.join("index.html").to_string_lossy()
        )));
    }
    let is_input = name == "-";
    let bytes = read(&options.document, &name)?;
    let url = page_url(options, is_input, session)?;
    let files = files(options, is_input, url.as_ref())?;
    #[cfg(feature = "retrieve")]
    let fetch: Box<dyn Fetch> = Box::new(retrieved::Everything::new(options, Some(files))?);
    #[cfg(not(feature = "retrieve"))]
    let fetch: Box<dyn Fetch> = Box::new(files);
    Ok(Source { name: if is_input { "stdin".to_owned() } else { name }, bytes, url, fetch })
}

/// Returns the bundle of a page, its URL or an empty text, and its name for diagnostics.
fn bundled(options: &Bundle, mut source: Source) -> (Bundled, String, String) {
    let page = Entity::new(&source.bytes).with_kind(Kind::Html);
    let page = source.url.as_ref().map_or(page, |url| page.retrieved_from(url.href()));
    let limits = options.objects.limits(source.bytes.len(), options.max_links);
    let done = match options.makes_mhtml() {
        true => write(
            &page,
            &WriteOptions::default().with_limits(limits).with_date(options.date.unwrap_or_default()),
            &mut *source.fetch,
        ),
        false => {
            let mut fetch = Selected { fetch: &mut *source.fetch, without: options.without };
            bundle(&page, &BundleOptions::default().with_limits(limits), &mut fetch)
        }
    };
    (done, source.url.map(Url::into_string).unwrap_or_default(), source.name)
}

fn deliver(options: &Bundle, output: Option<&Path>, bundled: Bundled, page: &mut Page<'_>) -> Result<(), Trouble> {
    match output {
        Some(path) => save::whole(path, &options.document, &bundled.bytes)
            .map_err(|error| Trouble::io(path.to_string_lossy(), error))?,
        None => page.whole(bundled.bytes),
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
            return Trouble::Usage(format!("{name}: this build does not retrieve URLs; give a file or `-`"));
        }
        Trouble::io(name, error)
    })
}

/// Returns the URL of `--base`, otherwise the `file:` URL of the page.
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
    Ok(Files::new(root, &folder, published, options.allow_outside).at_root(options.root.is_some()))
}
