//! Reads the resources of a page from files.
//!
//! Maps a URL to a file, and refuses files outside of the root unless `--allow-outside` is given. The canonical path is
//! checked, so that a symbolic link cannot lead out of the root. Only regular files are read. A process that can change
//! the folder during a run can change which file is read.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use napkin::whatwg::Url;
use napkin_document::bundle::{Fetch, Fetched, NotFetched, Request};

use crate::commands::data::media_type::media_type;

pub(super) struct Files {
    root: PathBuf,
    /// The URL of a published folder, and its path.
    published: Option<(String, PathBuf)>,
    allow_outside: bool,
    /// Whether a path that begins with `/` can name a file below the root, as it does on the site.
    maps_root: bool,
}

impl Files {
    /// `root` and `folder` (the folder of the page) are canonical paths. `published` is the URL of the page if it
    /// differs from its `file:` URL.
    pub(super) fn new(root: PathBuf, folder: &Path, published: Option<&str>, allow_outside: bool) -> Self {
        let published = published.map(|url| {
            let mut url =
                url.split(['?', '#']).next().and_then(|url| url.rsplit_once('/')).map_or(url, |(front, _)| front);
            // Move up while the folders in the URL have the same names as those of the page, at most to the root.
            let mut place = folder;
            while place != root
                && let (Some(name), Some(parent)) = (place.file_name().and_then(|name| name.to_str()), place.parent())
                && let Some(front) = url.strip_suffix(name).and_then(|front| front.strip_suffix('/'))
            {
                (url, place) = (front, parent);
            }
            (format!("{url}/"), place.to_owned())
        });
        Self { root, published, allow_outside, maps_root: false }
    }

    /// Returns the same files, with `/` mapped to the root if `maps_root` is true.
    pub(super) fn at_root(self, maps_root: bool) -> Self {
        Self { maps_root, ..self }
    }

    /// Returns whether a URL is read from a file: its scheme is `file`, or it is below the published folder.
    #[cfg(feature = "retrieve")]
    pub(super) fn has(&self, url: &str) -> bool {
        let is_published = self.published.as_ref().is_some_and(|(front, _)| url.starts_with(front.as_str()));
        is_published || url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
    }

    fn path(&self, url: &str) -> Result<PathBuf, NotFetched> {
        let within = self.published.as_ref().and_then(|(front, place)| Some((url.strip_prefix(front)?, place)));
        let file = match within {
            // The remainder is percent-encoded, so it is resolved as a URL and then converted to a path.
            Some((rest, place)) => {
                Url::from_file_path(place.join("x")).and_then(|folder| folder.join(&format!("./{rest}")))
            }
            None => Url::parse(url, None),
        };
        let file = file.map_err(|_| NotFetched::new("no URL"))?;
        if file.scheme() != "file" {
            return Err(NotFetched::new(format!("this build does not retrieve {}: URLs", file.scheme())));
        }
        file.to_file_path().map_err(|_| NotFetched::new("no path of a file"))
    }

    /// Returns the file below the root that an absolute path names on the site, if it exists and the path is not itself
    /// below the root.
    fn below_root(&self, path: &Path) -> Option<PathBuf> {
        let rest = path.strip_prefix("/").ok().filter(|_| self.maps_root && !path.starts_with(&self.root))?;
        Some(self.root.join(rest)).filter(|path| path.exists())
    }
}

impl Fetch for Files {
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
        let trouble = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => NotFetched::new("no such file"),
            ErrorKind::PermissionDenied => NotFetched::new("permission denied"),
            _ => NotFetched::new("cannot be read"),
        };
        let named = self.path(request.url)?;
        let below_root = self.below_root(&named);
        let path = below_root.as_ref().unwrap_or(&named).canonicalize().map_err(trouble);
        // An error must not reveal whether a file outside of the root exists.
        let is_outside = |path: &Path| !self.allow_outside && !path.starts_with(&self.root);
        let path = match path {
            Err(_) if is_outside(&named) && !self.may_be_inside(&named) => {
                return Err(NotFetched::new("outside of the root"));
            }
            path => path?,
        };
        if is_outside(&path) {
            return Err(NotFetched::new("outside of the root"));
        }
        let metadata = path.metadata().map_err(trouble)?;
        if !metadata.is_file() {
            return Err(NotFetched::new("no file"));
        }
        if metadata.len() > request.limit as u64 {
            return Err(NotFetched::too_large());
        }
        let mut bytes = Vec::new();
        let most = (request.limit as u64).saturating_add(1);
        File::open(&path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(trouble)?;
        let media_type = media_type(&bytes, Some(&path)).to_string();
        let fetched = Fetched::new(bytes).of_type(media_type);
        // References in the file are relative to its real place.
        let there = below_root.and_then(|path| Url::from_file_path(path).ok());
        Ok(match there {
            Some(url) => fetched.found_at(url.href()),
            None => fetched,
        })
    }
}

impl Files {
    /// Returns whether a path that does not exist would be below the root.
    fn may_be_inside(&self, path: &Path) -> bool {
        path.ancestors().find_map(|place| place.canonicalize().ok()).is_some_and(|place| place.starts_with(&self.root))
    }
}
