//! A page with the way to fetch its resources, and its bundle. Start at `made`.

use std::path::{Path, PathBuf};

use napkin::whatwg::Url;
use napkin_document::bundle::{BundleOptions, Bundled, Fetch, bundle};
use napkin_document::mhtml::{WriteOptions, write};
use napkin_document::wacz;
use napkin_document::{Entity, Kind};

use super::files::Files;
use super::without::Selected;
use super::{message, report, without};
use crate::options::{Bundle, Made};
use crate::output::{Page, Trouble};
use napkin_answer::document_findings;

/// Returns the bundle of a page, and prints the report.
pub(super) fn made(options: &Bundle, source: Source, page: &mut Page<'_>) -> Result<Vec<u8>, Trouble> {
    document_findings::check_readable(&source.name, &source.bytes, "bundled")?;
    let (name, is_message) = (source.name.clone(), message::is(&source.name, &source.bytes));
    if options.without.any() && (options.made() != Made::Html || is_message) {
        let why = "expected a page and an output in HTML for --isolate and --no-..., but found another";
        return Err(Trouble::Usage(format!("{name}: {why}")));
    }
    let (bundled, url, shown) = match is_message {
        true => message::bundled(options, &source, page)?,
        false => bundled(options, source)?,
    };
    report::print(&bundled, &shown, &url, page);
    without::with_policy(bundled.bytes, options.without, &name)
}

/// The page, and the way to fetch its resources.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) url: Option<Url>,
    pub(super) fetch: Box<dyn Fetch>,
}

/// Returns the bundle of a page, its URL or an empty text, and its name for diagnostics.
fn bundled(options: &Bundle, mut source: Source) -> Result<(Bundled, String, String), Trouble> {
    let page = Entity::new(&source.bytes).with_kind(Kind::Html);
    let page = source.url.as_ref().map_or(page, |url| page.retrieved_from(url.href()));
    let limits = options.objects.limits(source.bytes.len(), options.max_links);
    let written = WriteOptions::default().with_limits(limits).with_date(options.date.unwrap_or_default());
    let done = match options.made() {
        Made::Mhtml => write(&page, &written, &mut *source.fetch),
        Made::Wacz => {
            wacz::write(&page, &written, &mut *source.fetch).map_err(|error| Trouble::io(&*source.name, error))?
        }
        Made::Html => {
            let mut fetch = Selected { fetch: &mut *source.fetch, without: options.without };
            bundle(&page, &BundleOptions::default().with_limits(limits), &mut fetch)
        }
    };
    Ok((done, source.url.map(Url::into_string).unwrap_or_default(), source.name))
}

pub(super) fn files(options: &Bundle, is_input: bool, url: Option<&Url>) -> Result<Files, Trouble> {
    let folder = if is_input { PathBuf::from(".") } else { options.document.clone() };
    let folder = if is_input { folder } else { folder.parent().unwrap_or(Path::new("")).to_owned() };
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let root = options.root.as_ref().unwrap_or(&folder);
    let found = |path: &Path| path.canonicalize().map_err(|error| Trouble::io(path.to_string_lossy(), error));
    let (root, folder) = (found(root)?, found(&folder)?);
    let published = options.base.is_some().then(|| url.map(Url::href)).flatten();
    Ok(Files::new(root, &folder, published, options.allow_outside).at_root(options.root.is_some()))
}
