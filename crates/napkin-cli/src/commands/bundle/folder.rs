//! Bundles every page of a folder into the same place of another folder.
//!
//! A file of the output is complete or absent. Nothing is written outside of the output folder, whatever links it contains, and
//! nothing into the source. Links between pages stay relative, so they work in the output too.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use napkin::whatwg::Url;
use napkin_document::bundle::Fetch;
#[cfg(feature = "retrieve")]
use napkin_retrieve::Client;

use super::super::rewrite::save;
use super::files::Files;
use super::page::{Source, made};
#[cfg(feature = "retrieve")]
use super::retrieved;
use crate::entries::{self, Answerer, Document, JobOutput, MailboxMessage, Origin, Reading};
use crate::options::{Bundle, Mailboxes, OutputPath};
use crate::output::{Answer, Form, Page, Printer, Printing, Trouble, option_trouble};
use crate::parallel;

pub(super) fn run(options: &Bundle, printing: &Printing<'_>) -> Result<Answer, Trouble> {
    let site = Site::new(options)?;
    if let Some(base) = &options.base {
        Url::parse(base, None).map_err(|error| option_trouble("base", base, error, printing.session))?;
    }
    let mailboxes = Mailboxes::default();
    let reading = Reading::html(&mailboxes, &options.folders);
    let threads = parallel::threads(options.jobs);
    let answer = entries::walk(std::slice::from_ref(&options.document), reading, threads, printing, &site);
    let (read, written) = (site.read.load(Ordering::Relaxed), site.written.load(Ordering::Relaxed));
    if matches!(printing.form, Form::Plain | Form::Pretty) {
        let pages = if read == 1 { "page" } else { "pages" };
        Printer::new(printing.session).note(format_args!("bundled {written} of {read} {pages}"));
    }
    Ok(answer)
}

/// A folder of pages, and the folder of their bundles.
struct Site<'o> {
    options: &'o Bundle,
    /// The folder below which files are read, without symbolic links.
    root: PathBuf,
    output: Output,
    #[cfg(feature = "retrieve")]
    client: Option<Client>,
    /// The number of pages that were found.
    read: AtomicUsize,
    /// The number of bundles that were written.
    written: AtomicUsize,
}

impl<'o> Site<'o> {
    fn new(options: &'o Bundle) -> Result<Self, Trouble> {
        let name = options.document.to_string_lossy();
        let Some(output) = OutputPath::file(options.output.as_ref()) else {
            let why = format!("{name}: expected a page, but found a folder; add `-o DIR` to bundle each of its pages");
            return Err(Trouble::Usage(why));
        };
        if output.to_string_lossy().contains("%title%") {
            let why = "--output: expected the name of a folder, but found `%title%`, which is for a single page";
            return Err(Trouble::Usage(why.to_owned()));
        }
        let found = |path: &Path| path.canonicalize().map_err(|error| Trouble::io(path.to_string_lossy(), error));
        let source = found(&options.document)?;
        let root = options.root.as_deref().map_or(Ok(source.clone()), found)?;
        let output = Output::new(output, &source)?;
        Ok(Self {
            options,
            root,
            output,
            #[cfg(feature = "retrieve")]
            client: retrieved::client(options)?,
            read: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
        })
    }

    fn page(&self, document: Document, page: &mut Page<'_>) -> Result<(), Trouble> {
        let url = document.url(self.options.base.as_deref()).and_then(|url| Url::parse(&url, None).ok());
        let Document { origin: Origin { path, name, below }, input, .. } = document;
        let below = below.unwrap_or_else(|| path.file_name().map(PathBuf::from).unwrap_or_default());
        let Some(bytes) = input.read_document(&name, self.options.max_document, page) else { return Ok(()) };
        self.read.fetch_add(1, Ordering::Relaxed);
        let fetch = self.fetch(&path, url.as_ref()).map_err(|error| Trouble::reading(&name, error))?;
        let made = made(self.options, Source { name: name.clone(), bytes, url, fetch }, page)?;
        let to = place(&below, self.options.made().ending());
        let saved = self.output.save(&to, &path, &made);
        saved.map_err(|error| Trouble::io(self.output.folder.join(&to).to_string_lossy(), error))?;
        self.written.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn fetch(&self, path: &Path, url: Option<&Url>) -> io::Result<Box<dyn Fetch>> {
        let folder = path.canonicalize()?.parent().unwrap_or(Path::new("/")).to_owned();
        let published = self.options.base.is_some().then(|| url.map(Url::href)).flatten();
        let files = Files::new(self.root.clone(), &folder, published, self.options.allow_outside).at_root(true);
        #[cfg(feature = "retrieve")]
        return Ok(Box::new(retrieved::Everything::new(self.client.clone(), files)));
        #[cfg(not(feature = "retrieve"))]
        Ok(Box::new(files))
    }
}

impl<'s> Answerer<'s> for Site<'_> {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        if let Err(trouble) = self.page(document, &mut output.page) {
            output.page.trouble(&trouble);
        }
    }

    fn message(&self, _: &MailboxMessage, _: &mut JobOutput<'_, 's>) {}
}

/// The folder of the bundles.
struct Output {
    /// As the user named it.
    folder: PathBuf,
    /// Without symbolic links.
    real: PathBuf,
}

impl Output {
    /// Creates the folder, unless it and the source overlap: a second run would then bundle bundles, or replace the source.
    fn new(folder: &Path, source: &Path) -> Result<Self, Trouble> {
        let failed = |error| Trouble::io(folder.to_string_lossy(), error);
        let planned = planned(folder).map_err(failed)?;
        if planned.starts_with(source) || source.starts_with(&planned) {
            return Err(Trouble::Usage(format!(
                "--output {}: expected a folder apart from {}, but found one that overlaps it",
                folder.to_string_lossy(),
                source.to_string_lossy()
            )));
        }
        fs::create_dir_all(folder).map_err(failed)?;
        Ok(Self { folder: folder.to_owned(), real: folder.canonicalize().map_err(failed)? })
    }

    /// Writes a bundle whole. A symbolic link in the folder is an error: it could lead into the source.
    fn save(&self, place: &Path, from: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.real.join(place);
        let folder = path.parent().ok_or(ErrorKind::InvalidInput)?;
        let is_link = fs::symlink_metadata(&path).is_ok_and(|there| there.is_symlink());
        if is_link || planned(folder)? != folder {
            return Err(io::Error::other("is not written: a symbolic link leads elsewhere"));
        }
        fs::create_dir_all(folder)?;
        save::whole(&path, from, bytes)
    }
}

/// Returns the path of a bundle below the folder. MHTML has its own ending behind that of the page, since two pages can differ in
/// theirs alone.
fn place(below: &Path, ending: Option<&str>) -> PathBuf {
    let mut place = below.as_os_str().to_owned();
    if let Some(ending) = ending {
        place.push(".");
        place.push(ending);
    }
    PathBuf::from(place)
}

/// Returns the path of a folder that may not exist yet, without symbolic links.
fn planned(folder: &Path) -> io::Result<PathBuf> {
    let mut missing = Vec::new();
    let mut place = std::path::absolute(folder)?;
    loop {
        match place.canonicalize() {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |path, name| path.join(name))),
            Err(error) if error.kind() == ErrorKind::NotFound && place.file_name().is_some() => {
                missing.push(place.file_name().unwrap_or_default().to_owned());
                place.pop();
            }
            Err(error) => return Err(error),
        }
    }
}
