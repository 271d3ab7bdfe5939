//! Objects that stand beside a page, each under its URL.
//!
//! Decides: under which URL, and that a reference is changed only if it would not find its object there: an object that was
//! redirected is under the URL where it was in the end. What is from a `file:` URL is under one of `thismessage:` (RFC 2557 section 5) with
//! the same path, since browsers read nothing under the former from such a file; then a relative reference stays as it is. Chromium takes
//! the fragment off what it looks for only in URLs of HTTP, so that such an object stands there with each of its fragments too.

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
}

/// The URL under which an object stands.
pub(super) fn label(url: &Url) -> Url {
    let local = url.href().strip_prefix("file:").filter(|_| url.scheme() == "file");
    // The host of a `file:` URL, which hardly any has, is no part of the path.
    let path = local.and_then(|rest| rest.strip_prefix("//")).and_then(|rest| Some(&rest[rest.find('/')?..]));
    path.and_then(|path| Url::parse(&format!("thismessage:{path}"), None).ok()).unwrap_or_else(|| url.clone())
}

impl Bundler<'_> {
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
        let label = label(&stored.url);
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
        let found = Url::parse(wanted.text, source.base_beside.as_ref());
        Ok((!found.is_ok_and(|found| found.href() == new)).then_some(new))
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
        for (url, expected) in [
            ("http://pub.example/a?b", "http://pub.example/a?b"),
            ("file:///srv/d/a.png?v=1", "thismessage:/srv/d/a.png?v=1"),
            ("file://host/d/a.png", "thismessage:/d/a.png"),
            ("file:///C:/a", "thismessage:/C:/a"),
            ("cid:a%2Fb@c", "cid:a%2Fb@c"),
        ] {
            let url = Url::parse(url, None).unwrap();
            assert_eq!(label(&url).href(), expected);
        }
    }
}
