//! `napkin bundle`: writes a page and the resources that it needs as one file. Start at `run`; the pages of a folder are in `folder`.

mod files;
mod folder;
pub(super) mod message;
mod page;
mod report;
#[cfg(feature = "retrieve")]
mod retrieved;
mod title;
mod without;

use std::io::{self, Read};
use std::path::Path;

use napkin::whatwg::Url;
use napkin_document::bundle::Fetch;

use self::page::{Source, files, made};
use super::rewrite::save;
use crate::options::{Bundle, Made, OutputPath};
use crate::output::{Answer, Page, Printer, Session, Trouble, option_trouble};

pub(crate) fn run(options: &Bundle, session: &Session) -> Result<Answer, Trouble> {
    let form = options.form();
    if form.json && form.format.is_some() {
        return Err(Trouble::Usage("--json and a template exclude each other".into()));
    }
    let has_fields = form.json || form.format.is_some();
    if has_fields && OutputPath::file(options.output.as_ref()).is_none() {
        return Err(Trouble::Usage("--json and --format say what is in the page: they need --output".into()));
    }
    let printing = form.printing_of::<report::Outcome<'_>>(session)?;
    if options.document.is_dir() {
        return folder::run(options, &printing);
    }
    let source = source(options, session)?;
    let mut page = Page::new(&printing);
    // In MHTML, the title is encoded, and in WACZ it is packed.
    let written =
        (options.made() != Made::Html && !message::is(&source.name, &source.bytes)).then(|| source.bytes.clone());
    let made = made(options, source, &mut page)?;
    let output =
        OutputPath::file(options.output.as_ref()).map(|path| title::path(path, written.as_ref().unwrap_or(&made)));
    deliver(options, output.transpose()?.as_deref(), made, &mut page)?;
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

fn source(options: &Bundle, session: &Session) -> Result<Source, Trouble> {
    let name = options.document.to_string_lossy().into_owned();
    #[cfg(feature = "retrieve")]
    if crate::input::is_url(&name) {
        return retrieved::page(options, &name, session);
    }
    let is_input = name == "-";
    let bytes = read(&options.document, &name)?;
    let url = page_url(options, is_input, session)?;
    let files = files(options, is_input, url.as_ref())?;
    #[cfg(feature = "retrieve")]
    let fetch: Box<dyn Fetch> = Box::new(retrieved::Everything::new(retrieved::client(options)?, files));
    #[cfg(not(feature = "retrieve"))]
    let fetch: Box<dyn Fetch> = Box::new(files);
    Ok(Source { name: if is_input { "stdin".to_owned() } else { name }, bytes, url, fetch })
}

fn deliver(options: &Bundle, output: Option<&Path>, made: Vec<u8>, page: &mut Page<'_>) -> Result<(), Trouble> {
    match output {
        Some(path) => {
            save::whole(path, &options.document, &made).map_err(|error| Trouble::io(path.to_string_lossy(), error))?
        }
        None => page.whole(made),
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
