//! Embeds JavaScript modules by means of an import map. Start at `Page::module` and `Page::modules`.
//!
//! Each module is in the page once, under a name of its own in the import map, and imports use that name. So all
//! importers share one instance, and modules may import each other in a circle, which nested `data:` URLs could not
//! express. A module that nothing imports becomes the `src` of its script. If the imports of a module cannot be
//! determined for sure, or the page already has an import map, a module with imports stays an absolute link.

use super::Form;
use super::element::{Loading, made};
use super::page::{Edit, Page, apply};
use super::policy;
use super::report::Reason;
use super::room::Room;
use super::source::{Chain, Source, without_fragment};
use super::specifiers::specifiers;
use super::store::{Bundler, Made, Role, Wanted};
use super::tags::Element;
use crate::usage::Use;
use napkin::Span;
use napkin::whatwg::Url;
use std::collections::HashMap;
use std::fmt::Write;

/// The modules of a page so far.
#[derive(Default)]
pub(super) struct Modules {
    numbers: HashMap<String, usize>,
    list: Vec<Module>,
    /// Scripts whose `src` is written at the end: the reference, and the number of the module.
    entries: Vec<(Span, usize)>,
    /// The offset of the first module script.
    first: Option<usize>,
}

struct Module {
    url: Url,
    made: Option<Made>,
    used: Use,
    /// Whether another module or a script of the page imports it.
    is_imported: bool,
}

/// Limits the depth of imports.
const DEPTH: usize = 256;

impl Page<'_, '_> {
    /// Returns the replacement for the `src` of a module script.
    pub(super) fn module(&mut self, element: &Element, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Loading {
        if bundler.form == Form::Parts {
            return bundler.embedded(self.source, &Wanted { role: Role::Module, ..*wanted }).into();
        }
        let Some(target) = bundler.wanted(self.source, wanted) else { return Loading::Same };
        match self.take_in(&target, wanted, 0, bundler) {
            Ok(number) => {
                self.modules.entries.push((wanted.span, number));
                self.begins(element);
                self.checked(element, Some("data:".into()), bundler);
                Loading::Same
            }
            Err(reason) => self.refused(wanted, reason, bundler),
        }
    }

    fn begins(&mut self, element: &Element) {
        let start = element.span.start;
        self.modules.first = Some(self.modules.first.map_or(start, |first| first.min(start)));
    }

    fn has_import_map(&self) -> bool {
        let page = self.source.bytes;
        self.tags.elements.iter().any(|element| {
            let kind = || element.value(page, "type").unwrap_or_default();
            element.name == "script" && kind().trim().eq_ignore_ascii_case("importmap")
        })
    }

    /// Returns the number of a module, after preparing it and all its imports.
    fn take_in(
        &mut self,
        target: &Url,
        wanted: &Wanted<'_>,
        depth: usize,
        bundler: &mut Bundler<'_>,
    ) -> Result<usize, Reason> {
        let url = without_fragment(target.href()).to_owned();
        if let Some(&number) = self.modules.numbers.get(&url) {
            return Ok(number);
        }
        if depth >= DEPTH {
            return Err(Reason::DepthLimit);
        }
        let stored = bundler.retrieved(&url, wanted.used, self.source.chain.url)?;
        if !wanted.integrity.is_none_or(|metadata| super::integrity::holds(metadata, &stored.bytes)) {
            return Err(Reason::Integrity);
        }
        let number = self.modules.list.len();
        let chain = Chain { url: &url, outer: Some(self.source.chain) };
        let bytes = stored.bytes.clone();
        let source = Source::new(&url, &bytes, Some(stored.url.clone()), &chain);
        let is_script = crate::javascript::is_javascript(stored.media_type.essence());
        let mut text = bytes.to_vec();
        if is_script {
            let found = specifiers(&bytes).ok_or(Reason::UnreadModule)?;
            let imports = !found.list.is_empty();
            if imports && self.has_import_map() {
                return Err(Reason::ImportMap);
            }
            // Assigning the number before its imports makes circular imports end.
            self.modules.numbers.insert(url.clone(), number);
            let (made, used) = (None, wanted.used);
            self.modules.list.push(Module { url: target.clone(), made, used, is_imported: false });
            text = self.renamed(&source, found, depth, bundler);
        } else {
            self.modules.numbers.insert(url.clone(), number);
            self.modules.list.push(Module { url: target.clone(), made: None, used: wanted.used, is_imported: false });
        }
        self.modules.list[number].made = Some(made(text, stored.media_type.clone()));
        Ok(number)
    }

    /// Returns the script with its imports renamed to the names of the import map.
    fn renamed(
        &mut self,
        source: &Source<'_>,
        found: super::specifiers::Specifiers,
        depth: usize,
        bundler: &mut Bundler<'_>,
    ) -> Vec<u8> {
        let mut edits = Vec::new();
        for one in found.list {
            let context = "js import";
            let (span, text, used, integrity) = (one.span, &*one.text, Use::Script, None);
            let wanted = Wanted { span, text, context, used, role: Role::Raw, integrity, room: Room::Url };
            // HTML standard 8.1.3.2.2: any other text is a bare specifier, which only an import map resolves.
            let is_url =
                ["/", "./", "../"].iter().any(|start| text.starts_with(start)) || Url::parse(text, None).is_ok();
            let target = if is_url { source.target(text) } else { None };
            let Some(target) = target else {
                bundler.left(source, &wanted, None, Reason::ComputedImport);
                continue;
            };
            if super::source::is_let_alone(text) {
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
        for span in found.computed {
            let text = String::from_utf8_lossy(&source.bytes[span.range()]).into_owned();
            let (text, context, used, integrity) = (&*text, "js import()", Use::Script, None);
            let wanted = Wanted { span, text, context, used, role: Role::Raw, integrity, room: Room::Url };
            bundler.left(source, &wanted, None, Reason::ComputedImport);
        }
        edits.sort_by_key(|edit| edit.span.start);
        apply(source.bytes, edits)
    }

    /// Rewrites inline modules, then writes the import map, then the scripts whose `src` is a module.
    pub(super) fn modules(&mut self, bundler: &mut Bundler<'_>) {
        let tags = self.tags;
        let page = self.source.bytes;
        for element in tags.elements.iter().filter(|element| element.name == "script") {
            let kind = element.value(page, "type").unwrap_or_default();
            if kind.trim().eq_ignore_ascii_case("module") && element.find(page, "src").is_none() {
                self.inline(element, bundler);
            }
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
            self.map = Some(policy::digest(&map));
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
        let (tags, page) = (self.tags, self.source.bytes);
        for element in tags.elements.iter().filter(|element| element.name == "script") {
            let kind = element.value(page, "type").unwrap_or_default();
            if !kind.trim().eq_ignore_ascii_case("module") || element.find(page, "src").is_some() {
                continue;
            }
            let Some(text) = module_text(page, element) else { continue };
            let level = napkin::map::Level::verbatim(element.span.end);
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
    fn inline(&mut self, element: &Element, bundler: &mut Bundler<'_>) {
        let page = self.source.bytes;
        let Some(text) = module_text(page, element) else { return };
        let level = napkin::map::Level::verbatim(element.span.end);
        let source = Source::new("", text, self.source.base.clone(), self.source.chain);
        let source = Source { within: Some((self.source, &level)), ..source };
        let (context, used, integrity) = ("html script", Use::Script, None);
        let wanted =
            Wanted { span: Span::new(0, 0), text: "", context, used, role: Role::Raw, integrity, room: Room::Url };
        // An HTML comment may change where the script ends.
        let found = specifiers(text).filter(|_| memchr::memmem::find(text, b"<!--").is_none());
        let Some(found) = found else {
            bundler.left(&source, &wanted, None, Reason::UnreadModule);
            return;
        };
        if found.list.is_empty() && found.computed.is_empty() {
            return;
        }
        if !found.list.is_empty() && self.has_import_map() {
            bundler.left(&source, &wanted, None, Reason::ImportMap);
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
