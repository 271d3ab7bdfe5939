//! Folders as sites: which URL belongs to which file. Start with `Sites::of`.
//!
//! A folder that has no URL of publication gets one with a reserved host (RFC 6761), so that its links resolve as on a server. It is
//! never shown and never asked for.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use napkin::percent;
use napkin_document::file_url;

use crate::folder::Folder;
use crate::{Document, Options};

/// The URL of a document without a place.
pub(crate) const NOWHERE: &str = "http://document.napkin.invalid/";

/// A folder with the URL of its root.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) folder: Folder,
    /// The URL of the root, with a slash at its end.
    pub(crate) url: String,
    /// The URL of the root as it is shown.
    pub(crate) shown: String,
    /// Whether the URL is the one of publication.
    pub(crate) is_published: bool,
    /// Whether links may begin with `/`.
    pub(crate) is_rooted: bool,
}

impl Site {
    /// Returns the path in the folder of a URL without query and fragment.
    pub(crate) fn path<'u>(&self, url: &'u str) -> Option<&'u str> {
        url.strip_prefix(&*self.url).or_else(|| url.strip_prefix(&*self.shown))
    }

    /// Returns a URL of the folder as it is shown.
    pub(crate) fn shown(&self, url: &str) -> String {
        match url.strip_prefix(&*self.url) {
            Some(rest) => format!("{}{rest}", self.shown),
            None => url.to_owned(),
        }
    }
}

/// All folders of a check.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    pub(crate) all: Vec<Site>,
    /// Their numbers by their roots, and by whether they are rooted; `None` for an archive that cannot be opened.
    known: HashMap<(PathBuf, bool), Option<usize>>,
    /// The numbers of those that are no archives: a folder may have many archives.
    folders: Vec<usize>,
}

/// The URL of a site that is not published has its number between these.
const OWN: (&str, &str) = ("http://folder", ".napkin.invalid/");

/// Where a document is: the number of its site, and its URL.
pub(crate) struct Home {
    pub(crate) site: Option<usize>,
    pub(crate) url: String,
}

impl Sites {
    /// Returns where a document is.
    pub(crate) fn of(&mut self, document: &Document, options: &Options) -> Home {
        let elsewhere = || document.url.clone().or_else(|| options.base.clone()).unwrap_or_else(|| NOWHERE.to_owned());
        if let Some((archive, path)) = &document.archive {
            let Some(site) = self.site(archive.clone(), true, options, Folder::of_archive) else {
                return Home { site: None, url: elsewhere() };
            };
            let url = format!("{}{}", self.all[site].url, percent::encode(path.as_bytes(), percent::PATH).as_str());
            return Home { site: Some(site), url };
        }
        let Some(path) = document.path.as_deref().filter(|_| !document.kind().is_message()) else {
            return Home { site: None, url: elsewhere() };
        };
        let root = options.root.as_deref().or(document.folder.as_deref());
        let within = root.and_then(|root| Some((root.to_owned(), relative(path, root)?)));
        let (root, rest, is_rooted) = match within.or_else(|| on_disk(path).filter(|_| options.base.is_none())) {
            Some((root, rest)) => (root, rest, options.root.is_some() || document.folder.is_some()),
            None => return Home { site: None, url: elsewhere() },
        };
        let Some(site) = self.site(root, is_rooted, options, |root, options| {
            Some(Folder::new(root, options.fallback_extensions.clone()))
        }) else {
            return Home { site: None, url: elsewhere() };
        };
        let rest = rest.as_os_str().as_encoded_bytes().iter();
        let rest: Vec<u8> = rest.map(|&byte| if cfg!(windows) && byte == b'\\' { b'/' } else { byte }).collect();
        let url = format!("{}{}", self.all[site].url, percent::encode(&rest, percent::PATH).as_str());
        Home { site: Some(site), url }
    }

    /// Returns the number of the site of a folder or an archive; `None` if it cannot be opened.
    fn site(
        &mut self,
        root: PathBuf,
        is_rooted: bool,
        options: &Options,
        open: impl Fn(PathBuf, &Options) -> Option<Folder>,
    ) -> Option<usize> {
        let key = (root, is_rooted);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let folder = open(key.0.clone(), options);
        let site = folder.map(|folder| self.add(folder, is_rooted, options));
        self.known.insert(key, site);
        site
    }

    fn add(&mut self, folder: Folder, is_rooted: bool, options: &Options) -> usize {
        let (number, is_archive) = (self.all.len(), folder.is_archive());
        let mut shown = file_url(folder.root()).unwrap_or_default();
        if !shown.ends_with('/') {
            shown.push('/');
        }
        let base = options.base.clone().filter(|_| !is_archive);
        let is_published = base.is_some();
        let url = base.unwrap_or_else(|| format!("{}{number}{}", OWN.0, OWN.1));
        let shown = if is_published { url.clone() } else { shown };
        self.all.push(Site { folder, url, shown, is_published, is_rooted });
        self.folders.extend((!is_archive).then_some(number));
        number
    }

    /// Returns the site of a URL without query and fragment, and the path in it.
    pub(crate) fn find<'u>(&self, url: &'u str) -> Option<(usize, &'u str)> {
        let own = || url.strip_prefix(OWN.0)?.split_once(OWN.1)?.0.parse::<usize>().ok();
        let mut numbers = own().into_iter().chain(self.folders.iter().copied());
        numbers.find_map(|number| Some((number, self.all.get(number)?.path(url)?)))
    }
}

/// Returns the path of a file below a folder.
fn relative(path: &Path, root: &Path) -> Option<PathBuf> {
    if let Ok(rest) = path.strip_prefix(root) {
        return Some(rest.to_owned());
    }
    let (path, root) = (fs::canonicalize(path).ok()?, fs::canonicalize(root).ok()?);
    path.strip_prefix(&root).ok().map(Path::to_owned)
}

/// Returns the root of the file system and the path of a file from there.
fn on_disk(path: &Path) -> Option<(PathBuf, PathBuf)> {
    // Only the folder: a link to the file itself keeps its name.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let path = fs::canonicalize(folder).ok()?.join(path.file_name()?);
    let root = path.ancestors().last()?.to_owned();
    let rest = path.strip_prefix(&root).ok()?.to_owned();
    Some((root, rest))
}
