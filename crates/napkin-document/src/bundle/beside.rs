//! The objects stored beside a page, and their URLs. Start at `Beside`.

use super::object::{Made, Role};
use napkin::whatwg::Url;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// An object that an archive stores beside the page.
#[derive(Clone)]
pub(crate) struct PartOfPage {
    /// The URL that references use for the object.
    pub(crate) url: String,
    pub(crate) media_type: String,
    pub(crate) bytes: Rc<Vec<u8>>,
}

/// The objects stored so far.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) numbers: HashMap<String, usize>,
    pub(super) list: Vec<(String, Role, Rc<Made>)>,
    /// URLs with fragments, and the numbers of their objects.
    pub(super) fragments: BTreeMap<String, usize>,
    /// The common folder of the page and all objects from files.
    folder: Option<String>,
    /// Files that could not be retrieved, and the URL that their reference would find instead.
    pub(super) absent: Vec<(Url, String)>,
}

impl Beside {
    /// Creates an empty collection for a page in this folder.
    pub(super) fn of(folder: Option<String>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Extends the common folder to contain this file.
    pub(super) fn widen(&mut self, url: &Url) {
        let Some(path) = path(url) else { return };
        let here = self.folder.as_deref().map_or(folder(path), |folder| common(folder, path));
        self.folder = Some(here.to_owned());
    }

    /// Returns the common folder of all files, once all of them are known.
    pub(super) fn common_folder(&mut self) -> Option<String> {
        // A reference cannot lead above the common folder: a failed reference to a file outside could then find a
        // different object inside. The folder is widened to avoid that.
        for (url, found) in std::mem::take(&mut self.absent) {
            if self.numbers.contains_key(&found) {
                self.widen(&url);
            }
        }
        self.folder.clone()
    }
}

/// Returns the path of a `file:` URL, without the host, which is almost always empty.
pub(super) fn path(url: &Url) -> Option<&str> {
    let rest = url.href().strip_prefix("file://").filter(|_| url.scheme() == "file")?;
    Some(&rest[rest.find('/')?..])
}

/// Returns the folder of a `file:` URL, with its trailing slash.
pub(super) fn folder_of(url: &Url) -> Option<String> {
    path(url).map(|path| folder(path).to_owned())
}

/// Returns the folder of a path, with its trailing slash.
fn folder(path: &str) -> &str {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    &path[..path[..end].rfind('/').map_or(0, |slash| slash + 1)]
}

/// Returns the common folder of a folder and a path.
fn common<'p>(one: &'p str, other: &str) -> &'p str {
    let same = one.bytes().zip(folder(other).bytes()).take_while(|(one, other)| one == other).count();
    &one[..one.as_bytes()[..same].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)]
}

/// Returns the URL of a part; for an object from a file, relative to this folder.
pub(super) fn label(url: &Url, folder: &str) -> Url {
    let below = |path: &str| match path.strip_prefix(folder) {
        Some(rest) => format!("/{rest}"),
        None => path.to_owned(),
    };
    // An empty first segment must not be read as a host.
    let written = |path: String| format!("thismessage:{}{path}", if path.starts_with("//") { "/." } else { "" });
    let label = path(url).map(below).map(written);
    label.and_then(|label| Url::parse(&label, None).ok()).unwrap_or_else(|| url.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        for (url, folder, expected) in [
            ("http://pub.example/a?b", "/", "http://pub.example/a?b"),
            ("file:///srv/d/a.png?v=1", "/", "thismessage:/srv/d/a.png?v=1"),
            ("file:///srv/d/a.png?v=1", "/srv/", "thismessage:/d/a.png?v=1"),
            ("file:///srv/d/", "/srv/d/", "thismessage:/"),
            ("file:///srv/d//a", "/srv/d/", "thismessage:/.//a"),
            ("file:///srv/e/a", "/srv/d/", "thismessage:/srv/e/a"),
            ("file://host/d/a.png", "/", "thismessage:/d/a.png"),
            ("file:///C:/a", "/C:/", "thismessage:/a"),
            ("cid:a%2Fb@c", "/", "cid:a%2Fb@c"),
        ] {
            let url = Url::parse(url, None).unwrap();
            assert_eq!(label(&url, folder).href(), expected);
        }
    }

    #[test]
    fn folders() {
        for (one, other, expected) in [
            ("/a/b/", "/a/b/c/d.png", "/a/b/"),
            ("/a/b/", "/a/bc/d.png", "/a/"),
            ("/a/b/", "/a/b?/c/d", "/a/"),
            ("/C:/a/", "/D:/a/", "/"),
            ("/", "/a", "/"),
        ] {
            assert_eq!(common(one, other), expected, "{one} {other}");
        }
    }
}
