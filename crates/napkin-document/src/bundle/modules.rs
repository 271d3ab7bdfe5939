//! Embeds JavaScript modules by means of an import map. Start at `Page::module` and `Page::modules`.
//!
//! Each module is in the page once, under a name of its own in the import map, and imports use that name. So all
//! importers share one instance, and modules may import each other in a circle, which nested `data:` URLs could not
//! express. A module that nothing imports becomes the `src` of its script. If the imports of a module cannot be
//! determined for sure, or the page already has an import map, a module with imports stays an absolute link.

use super::bundler::Bundler;
use super::edit::{Edit, apply};
use super::module_specifiers::{Specifiers, is_url, specifiers};
use super::object::{Made, Role, Wanted};
use super::options::Form;
use super::page::{Module, Page};
use super::report::FailureReason;
use super::source::{Chain, Source, is_let_alone, without_fragment};
use super::tags::Element;
use super::{content_security_policy, integrity};
use crate::javascript::is_javascript;
use crate::usage::Use;
use napkin::Span;
use napkin::map::Level;
use napkin::whatwg::Url;
use std::fmt::Write;
use std::rc::Rc;

/// Limits the depth of imports.
const DEPTH: usize = 256;

impl Page<'_, '_> {
    /// Returns the replacement for the `src` of a module script.
    pub(super) fn module(
        &mut self,
        element: &Element,
        wanted: &Wanted<'_>,
        bundler: &mut Bundler<'_>,
    ) -> Option<String> {
        if bundler.form == Form::Parts {
            return bundler.embedded(self.source, &Wanted { role: Role::Module, ..*wanted });
        }
        let target = bundler.wanted(self.source, wanted)?;
        match self.take_in(&target, wanted, 0, bundler) {
            Ok(number) => {
                self.modules.entries.push((wanted.span, number));
                self.begins(element);
                self.checked(element, Some("data:".into()));
                None
            }
            Err(reason) => bundler.left(self.source, wanted, Some(target), reason),
        }
    }

    fn begins(&mut self, element: &Element) {
        let start = element.span.start;
        self.modules.first = Some(self.modules.first.map_or(start, |first| first.min(start)));
    }

    fn has_import_map(&self) -> bool {
        self.scripts("importmap").next().is_some()
    }

    /// Returns the number of a module, after preparing it and all its imports.
    fn take_in(
        &mut self,
        target: &Url,
        wanted: &Wanted<'_>,
        depth: usize,
        bundler: &mut Bundler<'_>,
    ) -> Result<usize, FailureReason> {
        let url = without_fragment(target.href()).to_owned();
        if let Some(&number) = self.modules.numbers.get(&url) {
            return Ok(number);
        }
        if depth >= DEPTH {
            return Err(FailureReason::DepthLimit);
        }
        let stored = bundler.retrieved(&url, wanted.used, self.source.chain.url)?;
        if !wanted.integrity.is_none_or(|metadata| integrity::holds(metadata, &stored.bytes)) {
            return Err(FailureReason::Integrity);
        }
        let number = self.modules.list.len();
        let chain = Chain { url: &url, outer: Some(self.source.chain) };
        let bytes = stored.bytes.clone();
        let source = Source::new(&url, &bytes, Some(stored.url.clone()), &chain);
        let is_script = is_javascript(stored.media_type.essence());
        let found = is_script.then(|| specifiers(&bytes).ok_or(FailureReason::UnreadModule)).transpose()?;
        if found.as_ref().is_some_and(|found| !found.list.is_empty()) && self.has_import_map() {
            return Err(FailureReason::ImportMap);
        }
        // Assigning the number before its imports makes circular imports end.
        self.modules.numbers.insert(url.clone(), number);
        self.modules.list.push(Module { url: target.clone(), made: None, used: wanted.used, is_imported: false });
        let text = found.map(|found| self.renamed(&source, found, depth, bundler));
        let text = text.map_or_else(|| Rc::clone(&bytes), Rc::new);
        let size = text.len();
        self.modules.list[number].made = Some(Made::new(text, stored.media_type.clone(), size));
        Ok(number)
    }

    /// Returns the script with its imports renamed to the names of the import map.
    fn renamed(&mut self, source: &Source<'_>, found: Specifiers, depth: usize, bundler: &mut Bundler<'_>) -> Vec<u8> {
        let mut edits = Vec::new();
        for one in found.list {
            let text = &*one.text;
            let wanted = Wanted::new(one.span, text, "js import", Use::Script);
            let Some(target) = source.target(text).filter(|_| is_url(text)) else {
                bundler.left(source, &wanted, None, FailureReason::ComputedImport);
                continue;
            };
            if is_let_alone(text) {
                continue;
            }
            let new = match self.take_in(&target, &wanted, depth + 1, bundler) {
                Ok(number) => {
                    self.modules.list[number].is_imported = true;
                    Some(name(number))
                }
                Err(reason) => bundler.left(source, &wanted, Some(target), reason),
            };
            if let Some(new) = new {
                edits.push(Edit { span: one.span, bytes: format!("\"{new}\"").into_bytes() });
            }
        }
        bundler.left_computed(source, &found.computed);
        edits.sort_by_key(|edit| edit.span.start);
        apply(source.bytes, edits)
    }

    /// Rewrites inline modules, then writes the import map, then the scripts whose `src` is a module.
    pub(super) fn modules(&mut self, bundler: &mut Bundler<'_>) {
        let page = self.source.bytes;
        for (element, text) in self.inline_modules() {
            self.inline(element, text, bundler);
        }
        let mut map = String::new();
        let list = std::mem::take(&mut self.modules.list);
        for (number, module) in list.iter().enumerate().filter(|(_, module)| module.is_imported) {
            if let Some(made) = &module.made {
                let url = made.url();
                // A module beyond a limit is mapped to its absolute URL.
                let counted = bundler.count_in(&module.url, module.used, made, url.len());
                let url = counted.map_or_else(|_| self.source.address(&module.url), |()| url.to_string());
                let comma = if map.is_empty() { "" } else { "," };
                let _ = write!(map, "{comma}\"{}\":\"{url}\"", name(number));
            }
        }
        if let Some(first) = self.modules.first.filter(|_| !map.is_empty()) {
            let map = format!("{{\"imports\":{{{map}}}}}");
            self.map = Some(content_security_policy::digest(&map));
            let bytes = format!("<script type=\"importmap\">{map}</script>").into_bytes();
            self.edits.push(Edit { span: Span::new(first, first), bytes });
        }
        for (span, number) in std::mem::take(&mut self.modules.entries) {
            let url = list.get(number).and_then(|module| match (&module.made, module.is_imported) {
                (_, true) => Some(format!("data:text/javascript,import%22{}%22", name(number))),
                (Some(made), false) => {
                    let url = made.url();
                    let counted = bundler.count_in(&module.url, module.used, made, url.len());
                    Some(counted.map_or_else(|_| self.source.address(&module.url), |()| url.to_string()))
                }
                (None, false) => None,
            });
            if let Some(url) = url {
                let is_bare = span.start == 0 || !matches!(page[span.start - 1], b'"' | b'\'');
                let bytes = if is_bare { format!("\"{url}\"") } else { url };
                self.edits.push(Edit { span, bytes: bytes.into_bytes() });
            }
        }
    }

    /// Rewrites inline modules whose imports are stored beside the page.
    pub(super) fn modules_beside(&mut self, bundler: &mut Bundler<'_>) {
        for (element, text) in self.inline_modules() {
            let level = Level::verbatim(element.span.end);
            let source = Source::new("", text, self.source.base.clone(), self.source.chain);
            let base_beside = self.source.base_beside.clone();
            let new = bundler.module_beside(&Source { base_beside, within: Some((self.source, &level)), ..source });
            if new != text {
                let span = Span::new(0, text.len()).shift(element.span.end);
                self.edits.push(Edit { span, bytes: new });
            }
        }
    }

    /// Rewrites the text of an inline module script.
    fn inline(&mut self, element: &Element, text: &[u8], bundler: &mut Bundler<'_>) {
        let level = Level::verbatim(element.span.end);
        let source = Source::new("", text, self.source.base.clone(), self.source.chain);
        let source = Source { within: Some((self.source, &level)), ..source };
        let wanted = Wanted::new(Span::new(0, 0), "", "html script", Use::Script);
        // An HTML comment may change where the script ends.
        let found = specifiers(text).filter(|_| memchr::memmem::find(text, b"<!--").is_none());
        let Some(found) = found else {
            bundler.left(&source, &wanted, None, FailureReason::UnreadModule);
            return;
        };
        if found.list.is_empty() && found.computed.is_empty() {
            return;
        }
        if !found.list.is_empty() && self.has_import_map() {
            bundler.left(&source, &wanted, None, FailureReason::ImportMap);
            return;
        }
        let new = self.renamed(&source, found, 0, bundler);
        self.begins(element);
        if new != text {
            let span = Span::new(0, text.len()).shift(element.span.end);
            self.edits.push(Edit { span, bytes: new });
        }
    }
}

impl<'p, 'd> Page<'p, 'd> {
    /// Returns the scripts of a type.
    fn scripts(&self, kind: &'static str) -> impl Iterator<Item = &'p Element> + use<'p, 'd> {
        let (tags, page) = (self.tags, self.source.bytes);
        let is_kind = move |element: &&Element| {
            let found = || element.value(page, "type").unwrap_or_default();
            element.name == "script" && found().trim().eq_ignore_ascii_case(kind)
        };
        tags.elements.iter().filter(is_kind)
    }

    /// Returns the module scripts without `src` that have an end tag, and their texts.
    fn inline_modules(&self) -> impl Iterator<Item = (&'p Element, &'d [u8])> + use<'p, 'd> {
        let page = self.source.bytes;
        let inline = self.scripts("module").filter(move |element| element.find(page, "src").is_none());
        inline.filter_map(move |element| Some((element, module_text(page, element)?)))
    }
}

/// Returns the text of a script, if it has an end tag.
fn module_text<'p>(page: &'p [u8], element: &Element) -> Option<&'p [u8]> {
    let rest = &page[element.span.end..];
    let ends = |at: &usize| rest[*at..].get(..8).is_some_and(|end| end.eq_ignore_ascii_case(b"</script"));
    memchr::memchr_iter(b'<', rest).find(|at| ends(at)).map(|length| &rest[..length])
}

/// Returns the name of a module in the import map.
fn name(number: usize) -> String {
    format!("napkin-{number}")
}
