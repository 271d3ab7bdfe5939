//! Objects stored beside a page as separate parts, each under its URL (MHTML). Start at `Bundler::stood_beside`.
//!
//! A reference is changed only if it would not find its object: a redirected object is stored under its final URL.
//! Objects from `file:` URLs get `thismessage:` URLs (RFC 2557 section 5), because browsers load no `file:` URL from
//! such an archive. Their paths are relative to the common folder of the page and all its files, so the archive
//! reveals no folder above it, and relative references stay as they are. Chromium strips the fragment from the URL of
//! a part only for HTTP URLs, so an object with a `thismessage:` URL is stored once more for each of its fragments.

use super::beside::{Beside, PartOfPage, label, path};
use super::bundler::Bundler;
use super::edit::{Edit, apply};
use super::module_specifiers::{is_url, specifiers};
use super::object::{Made, Outcome, Role, Wanted};
use super::report::FailureReason;
use super::source::{Source, is_let_alone, without_fragment};
use crate::usage::Use;
use napkin::Span;
use napkin::whatwg::Url;
use std::rc::Rc;

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
    ) -> Result<Option<String>, FailureReason> {
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

    /// Lists the imports of a module that name a computed text.
    pub(super) fn left_computed(&mut self, source: &Source<'_>, computed: &[Span]) {
        for span in computed {
            let text = String::from_utf8_lossy(&source.bytes[span.range()]);
            let wanted = Wanted::new(*span, &text, "js import()", Use::Script);
            self.left(source, &wanted, None, FailureReason::ComputedImport);
        }
    }

    /// Rewrites a module, or an inline module script, whose imports are stored beside the page.
    pub(super) fn module_beside(&mut self, source: &Source<'_>) -> Vec<u8> {
        let Some(found) = specifiers(source.bytes) else {
            let here = Wanted::new(Span::new(0, 0), "", "js import", Use::Script);
            self.left(source, &here, None, FailureReason::UnreadModule);
            return source.bytes.to_vec();
        };
        let mut edits = Vec::new();
        for one in found.list {
            let text = &*one.text;
            let wanted = Wanted { role: Role::Module, ..Wanted::new(one.span, text, "js import", Use::Script) };
            if !is_url(text) {
                self.left(source, &wanted, None, FailureReason::ComputedImport);
            } else if !is_let_alone(text)
                && let Some(new) = self.embedded(source, &wanted)
            {
                edits.push(Edit { span: one.span, bytes: format!("\"{new}\"").into_bytes() });
            }
        }
        self.left_computed(source, &found.computed);
        edits.sort_by_key(|edit| edit.span.start);
        apply(source.bytes, edits)
    }
}
