//! Objects that stand beside a page, each under its URL.
//!
//! Decides: under which URL, and that a reference is changed only if it would not find its object there: an object that was
//! redirected is under the URL where it was in the end. What is from a `file:` URL is under one of `thismessage:` (RFC 2557 section 5), since
//! browsers read nothing under the former from such a file. Its path begins at the folder that all such objects and the page are in, so that
//! nothing tells what is above that on a machine, and a relative reference stays as it is. Chromium takes the fragment off what it looks for
//! only in URLs of HTTP, so that such an object stands there with each of its fragments too.

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

/// The objects so far.
#[derive(Default)]
pub(super) struct Beside {
    numbers: HashMap<String, usize>,
    list: Vec<(String, Role, Rc<Made>)>,
    /// URLs with fragments, and the objects that they mean.
    fragments: BTreeMap<String, usize>,
    /// The folder that the page and all objects from files are in.
    folder: Option<String>,
    /// Files that could not be had, and what would be found instead.
    absent: Vec<(Url, String)>,
}

impl Beside {
    /// Beside something in this folder.
    pub(super) fn of(folder: Option<String>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// The folder that something from a file is in too.
    fn widen(&mut self, url: &Url) {
        let Some(path) = path(url) else { return };
        let here = self.folder.as_deref().map_or(folder(path), |folder| common(folder, path));
        self.folder = Some(here.to_owned());
    }

    /// The folder below which everything from files can be named, when all is known of it.
    pub(super) fn common_folder(&mut self) -> Option<String> {
        // Above the highest folder a reference leads nowhere: what lies elsewhere could be taken for something in it.
        for (url, found) in std::mem::take(&mut self.absent) {
            if self.numbers.contains_key(&found) {
                self.widen(&url);
            }
        }
        self.folder.clone()
    }
}

/// The path of a `file:` URL, whose host, which hardly any has, is no part of it.
fn path(url: &Url) -> Option<&str> {
    let rest = url.href().strip_prefix("file://").filter(|_| url.scheme() == "file")?;
    Some(&rest[rest.find('/')?..])
}

/// The folder of what is from a file, with the slash behind it.
pub(super) fn folder_of(url: &Url) -> Option<String> {
    path(url).map(|path| folder(path).to_owned())
}

/// The folder of a path, with the slash behind it.
fn folder(path: &str) -> &str {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    &path[..path[..end].rfind('/').map_or(0, |slash| slash + 1)]
}

/// The folder that both are in.
fn common<'p>(one: &'p str, other: &str) -> &'p str {
    let same = one.bytes().zip(folder(other).bytes()).take_while(|(one, other)| one == other).count();
    &one[..one.as_bytes()[..same].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)]
}

/// The URL under which an object stands; of one from a file, below this folder.
fn label(url: &Url, folder: &str) -> Url {
    let below = |path: &str| match path.strip_prefix(folder) {
        Some(rest) => format!("/{rest}"),
        None => path.to_owned(),
    };
    // A segment that is empty at the beginning is no host.
    let written = |path: String| format!("thismessage:{}{path}", if path.starts_with("//") { "/." } else { "" });
    let label = path(url).map(below).map(written);
    label.and_then(|label| Url::parse(&label, None).ok()).unwrap_or_else(|| url.clone())
}

impl Bundler<'_> {
    /// The URL under which an object stands.
    pub(super) fn label(&self, url: &Url) -> Url {
        label(url, &self.folder)
    }

    /// What a reference finds there, without fragment.
    fn found(&self, source: &Source<'_>, text: &str) -> Option<Url> {
        let base = source.base_beside.as_ref().map(|base| self.label(base));
        Url::parse(text, base.as_ref()).ok()
    }

    /// A reference that stays, as its object could not be had.
    pub(super) fn absent(&mut self, source: &Source<'_>, text: &str, target: &Url) {
        let Some(found) = self.found(source, text).filter(|_| path(target).is_some()) else { return };
        let found = without_fragment(found.href());
        if found != without_fragment(self.label(target).href()) {
            self.beside.absent.push((target.clone(), found.to_owned()));
        }
    }

    /// What a reference to an object becomes; `None` if it finds it as it is.
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

    /// What stands beside the page.
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

    /// A module, or the text of one in a page, with what it imports beside it.
    pub(super) fn module_beside(&mut self, source: &Source<'_>) -> Vec<u8> {
        let Some(found) = specifiers(source.bytes) else {
            self.left(source, &imported(Span::new(0, 0), "", "js import"), None, Reason::UnreadModule);
            return source.bytes.to_vec();
        };
        let mut edits = Vec::new();
        for one in found.list {
            let text = &*one.text;
            let wanted = imported(one.span, text, "js import");
            // HTML standard 8.1.3.2.2: anything else is a name that an import map explains.
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

/// A module that another one imports.
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
