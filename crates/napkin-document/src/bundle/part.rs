//! Objects stored beside a page as separate parts, each under its URL (MHTML). Start at `Bundler::stood_beside`.
//!
//! A reference is changed only if it would not find its object: a redirected object is stored under its final URL.
//! Objects from `file:` URLs get `thismessage:` URLs (RFC 2557 section 5), because browsers load no `file:` URL from
//! such an archive. Their paths are relative to the common folder of the page and all its files, so the archive
//! reveals no folder above it, and relative references stay as they are. Chromium strips the fragment from the URL of
//! a part only for HTTP URLs, so an object with a `thismessage:` URL is stored once more for each of its fragments.

use super::PartOfPage;
use super::page::{Edit, apply};
use super::report::Reason;
use super::room::Room;
use super::source::{Source, is_let_alone, without_fragment};
use super::specifiers::specifiers;
use super::store::{Bundler, Made, Outcome, Role, Wanted};
use crate::usage::Use;
use napkin::Span;
use napkin::whatwg::Url;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The objects stored so far.
#[derive(Default)]
pub(super) struct Beside {
    numbers: HashMap<String, usize>,
    list: Vec<(String, Role, Rc<Made>)>,
    /// URLs with fragments, and the numbers of their objects.
    fragments: BTreeMap<String, usize>,
    /// The common folder of the page and all objects from files.
    folder: Option<String>,
    /// Files that could not be retrieved, and the URL that their reference would find instead.
    absent: Vec<(Url, String)>,
}

impl Beside {
    /// Creates an empty collection for a page in this folder.
    pub(super) fn of(folder: Option<String>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Extends the common folder to contain this file.
    fn widen(&mut self, url: &Url) {
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
fn path(url: &Url) -> Option<&str> {
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
fn label(url: &Url, folder: &str) -> Url {
    let below = |path: &str| match path.strip_prefix(folder) {
        Some(rest) => format!("/{rest}"),
        None => path.to_owned(),
    };
    // An empty first segment must not be read as a host.
    let written = |path: String| format!("thismessage:{}{path}", if path.starts_with("//") { "/." } else { "" });
    let label = path(url).map(below).map(written);
    label.and_then(|label| Url::parse(&label, None).ok()).unwrap_or_else(|| url.clone())
}

impl Bundler<'_> {
    /// Returns the URL of a part.
    pub(super) fn label(&self, url: &Url) -> Url {
        label(url, &self.folder)
    }

    /// Returns the URL that a reference resolves to in the archive.
    fn found(&self, source: &Source<'_>, text: &str) -> Option<Url> {
        let base = source.base_beside.as_ref().map(|base| self.label(base));
        Url::parse(text, base.as_ref()).ok()
    }

    /// Records a reference to a file that could not be retrieved.
    pub(super) fn absent(&mut self, source: &Source<'_>, text: &str, target: &Url) {
        let Some(found) = self.found(source, text).filter(|_| path(target).is_some()) else { return };
        let found = without_fragment(found.href());
        if found != without_fragment(self.label(target).href()) {
            self.beside.absent.push((target.clone(), found.to_owned()));
        }
    }

    /// Stores an object beside the page. Returns the new text of the reference, or `None` if it finds the part as it
    /// is.
    pub(super) fn stood_beside(
        &mut self,
        source: &Source<'_>,
        target: &Url,
        wanted: &Wanted<'_>,
        outcome: Outcome,
    ) -> Result<Option<String>, Reason> {
        let Outcome::Made(made) = outcome else { return Ok(None) };
        let stored = self.retrieved(without_fragment(target.href()), wanted.used, source.chain.url)?;
        let label = self.label(&stored.url);
        self.beside.widen(&stored.url);
        let name = without_fragment(label.href());
        let known = self.beside.numbers.get(name).copied();
        let number = known.unwrap_or(self.beside.list.len());
        match self.beside.list.get_mut(number) {
            Some((_, role, there)) => {
                if *role == Role::Raw && wanted.role != Role::Raw {
                    (*role, *there) = (wanted.role, made);
                }
            }
            None => {
                self.count_in(target, wanted.used, &made, made.bytes.len())?;
                self.beside.numbers.insert(name.to_owned(), number);
                self.beside.list.push((name.to_owned(), wanted.role, made));
            }
        }
        let new = format!("{name}{}", target.hash());
        if new.len() > name.len() && label.scheme() == "thismessage" {
            self.beside.fragments.insert(new.clone(), number);
        }
        let found = self.found(source, wanted.text);
        Ok(found.is_none_or(|found| found.href() != new).then_some(new))
    }

    /// Returns the parts beside the page and empties the collection.
    pub(super) fn take_parts(&mut self) -> Vec<PartOfPage> {
        let Beside { list, fragments, .. } = std::mem::take(&mut self.beside);
        let part = |url: &str, made: &Made| PartOfPage {
            url: url.to_owned(),
            media_type: made.media_type.to_string(),
            bytes: Rc::clone(&made.bytes),
        };
        let with_fragments = fragments.iter().map(|(url, number)| part(url, &list[*number].2));
        list.iter().map(|(url, _, made)| part(url, made)).chain(with_fragments).collect()
    }

    /// Rewrites a module, or an inline module script, whose imports are stored beside the page.
    pub(super) fn module_beside(&mut self, source: &Source<'_>) -> Vec<u8> {
        let Some(found) = specifiers(source.bytes) else {
            self.left(source, &imported(Span::new(0, 0), "", "js import"), None, Reason::UnreadModule);
            return source.bytes.to_vec();
        };
        let mut edits = Vec::new();
        for one in found.list {
            let text = &*one.text;
            let wanted = imported(one.span, text, "js import");
            // HTML standard 8.1.3.2.2: any other text is a bare specifier, which only an import map resolves.
            let is_url =
                ["/", "./", "../"].iter().any(|start| text.starts_with(start)) || Url::parse(text, None).is_ok();
            if !is_url {
                self.left(source, &wanted, None, Reason::ComputedImport);
            } else if !is_let_alone(text)
                && let Some(new) = self.embedded(source, &wanted)
            {
                edits.push(Edit { span: one.span, bytes: format!("\"{new}\"").into_bytes() });
            }
        }
        for span in found.computed {
            let text = String::from_utf8_lossy(&source.bytes[span.range()]).into_owned();
            self.left(source, &imported(span, &text, "js import()"), None, Reason::ComputedImport);
        }
        edits.sort_by_key(|edit| edit.span.start);
        apply(source.bytes, edits)
    }
}

/// Describes a module that another module imports.
const fn imported<'w>(span: Span, text: &'w str, context: &'w str) -> Wanted<'w> {
    Wanted { span, text, context, used: Use::Script, role: Role::Module, integrity: None, room: Room::Url }
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
