//! Embeds what `link`, `script` and `input` load, where several attributes decide together. Start at `Page::element`.
//!
//! A style sheet or a script becomes the text of an element, which is shortest, or a `data:` URL, which preserves
//! everything else. It becomes text only if the difference is visible to nothing but a script that looks for that
//! very element: the element has no attribute that a script or style might use, the execution order stays the same,
//! and the text cannot end the element.

use super::bundler::Bundler;
use super::charset;
use super::edit::Edit;
use super::object::{Made, Outcome, Role, Wanted};
use super::options::Form;
use super::page::Page;
use super::report::Remark;
use super::tags::{Element, whole};
use crate::javascript::is_javascript;
use crate::usage::Use;
use memchr::memchr;
use napkin_html::Quote;

/// The URL written into a disabled hint.
const NOTHING: &str = "data:,%20";

/// Link types of hints. Their objects are in the bundle already, or are not needed to show the page.
const HINTS: [&str; 7] =
    ["preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "prerender", "subresource"];

impl Page<'_, '_> {
    /// Returns the replacement for a reference of `link`, `script` or `input`; `None` if it stays, or if an edit of the
    /// element has been recorded.
    pub(super) fn element(&mut self, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Option<String> {
        let tags = self.tags;
        let Some(element) = tags.around(wanted.span) else {
            // No element was found for this tag, so only the reference is changed.
            let role = if wanted.used == Use::Style { Role::Style } else { Role::Raw };
            return match wanted.used {
                Use::Navigation | Use::Other => self.absolute(wanted.text),
                _ => bundler.embedded(self.source, &Wanted { role, ..*wanted }),
            };
        };
        match element.name {
            "link" => self.linked(element, wanted, bundler),
            "script" => self.script(element, wanted, bundler),
            _ => {
                let kind = element.value(self.source.bytes, "type").unwrap_or_default();
                match kind.trim().eq_ignore_ascii_case("image") {
                    true => bundler.embedded(self.source, wanted),
                    false => self.absolute(wanted.text),
                }
            }
        }
    }

    fn linked(&mut self, element: &Element, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Option<String> {
        let page = self.source.bytes;
        let rel = element.value(page, "rel").unwrap_or_default().to_ascii_lowercase();
        let has = |name: &str| rel.split_ascii_whitespace().any(|word| word == name);
        let integrity = element.value(page, "integrity").filter(|text| !text.trim().is_empty());
        let integrity = integrity.as_deref();
        if has("stylesheet") {
            let kind = element.value(page, "type").unwrap_or_default();
            let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            if !kind.is_empty() && kind != "text/css" {
                return self.absolute(wanted.text);
            }
            let is_only = rel.trim() == "stylesheet";
            return self.style_sheet(element, is_only, &Wanted { role: Role::Style, integrity, ..*wanted }, bundler);
        }
        if HINTS.iter().any(|hint| has(hint)) {
            // A preload that an `onload` script turns into a style sheet is needed.
            let becomes_style = element.find(page, "onload").is_some() && wanted.used == Use::Style;
            if becomes_style {
                let done = bundler.embedded(self.source, &Wanted { role: Role::Style, integrity, ..*wanted });
                return self.checked(element, done);
            }
            return self.hint(element, &rel, wanted, bundler);
        }
        match wanted.used {
            Use::Image => bundler.embedded(self.source, wanted),
            _ => self.absolute(wanted.text),
        }
    }

    /// Disables a hint. If the `link` has other link types too, only those remain.
    fn hint(&mut self, element: &Element, rel: &str, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Option<String> {
        if bundler.form == Form::Parts {
            return None;
        }
        const PLAIN: [&str; 15] = [
            "rel", "href", "as", "type", "media", "integrity", "crossorigin", "nonce", "hreflang", "sizes",
            "imagesrcset", "imagesizes", "referrerpolicy", "fetchpriority", "blocking",
        ];
        let page = self.source.bytes;
        bundler.note(self.source.place(wanted.span, wanted.context), Remark::Hint);
        let others: Vec<&str> = rel.split_ascii_whitespace().filter(|word| !HINTS.contains(word)).collect();
        let is_plain = others.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
        match element.find(page, "rel") {
            // An empty element remains, because selectors may count the elements around it.
            _ if others.is_empty() && !self.source.is_xml && element.has_only(page, &PLAIN) => {
                self.edits.push(Edit { span: element.span, bytes: b"<link>".to_vec() });
                None
            }
            Some(rel) if !others.is_empty() && is_plain && matches!(rel.quote, Quote::Single | Quote::Double) => {
                self.edits.push(Edit { span: rel.value.range().into(), bytes: others.join(" ").into_bytes() });
                self.absolute(wanted.text)
            }
            _ => {
                self.drop_integrity(element);
                Some(NOTHING.into())
            }
        }
    }

    fn style_sheet(
        &mut self,
        element: &Element,
        is_only: bool,
        wanted: &Wanted<'_>,
        bundler: &mut Bundler<'_>,
    ) -> Option<String> {
        const PLAIN: [&str; 9] =
            ["rel", "href", "type", "media", "integrity", "crossorigin", "charset", "referrerpolicy", "fetchpriority"];
        let page = self.source.bytes;
        let may_be_text = is_only
            && bundler.form == Form::Text
            && !self.source.is_xml
            && !self.tags.has_policy(page)
            && element.has_only(page, &PLAIN);
        let media = media(page, element).filter(|_| may_be_text && !wanted.text.contains('#'));
        let Some(media) = media else {
            let done = bundler.embedded(self.source, wanted);
            return self.checked(element, done);
        };
        let target = bundler.wanted(self.source, wanted)?;
        let made = match bundler.made(self.source, &target, wanted) {
            Ok(Outcome::Made(made)) if self.holds(&made, b"</style", Use::Style) => made,
            made => {
                let done = bundler.finished(self.source, wanted, target, made);
                return self.checked(element, done);
            }
        };
        let css = made.bytes.strip_prefix(charset::MARK).unwrap_or(&made.bytes);
        if let Err(reason) = bundler.count_in(&target, wanted.used, &made, css.len()) {
            return bundler.left(self.source, wanted, Some(target), reason);
        }
        let bytes = [&b"<style"[..], &media, &b">"[..], css, &b"</style>"[..]].concat();
        self.edits.push(Edit { span: element.span, bytes });
        None
    }

    /// Returns whether an object can be the text of an element of this page: nothing in it ends the element, its
    /// media type fits the element, and it reads the same in the page's charset.
    fn holds(&self, made: &Made, end: &[u8], used: Use) -> bool {
        let text = &*made.bytes;
        let essence = made.media_type.essence();
        let is_type = if used == Use::Style { essence == "text/css" } else { is_javascript(essence) };
        let lower = |at: usize| text[at..].get(..end.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(end));
        let is_ended = memchr::memchr_iter(b'<', text).any(|at| lower(at) || text[at..].starts_with(b"<!--"));
        let page = self.source.charset.as_deref();
        let own = made.media_type.parameter("charset").map(str::to_owned);
        let own = own.or_else(|| (used == Use::Style).then(|| charset::of_sheet(text)).flatten());
        let is_same = match (own.as_deref(), page) {
            (None, Some(_)) => true,
            (Some(own), Some(page)) => charset::is_utf8(own) && charset::is_utf8(page),
            _ => false,
        };
        let is_utf8 = page.is_some_and(charset::is_utf8) && std::str::from_utf8(text).is_ok();
        is_type && !is_ended && !text.contains(&0) && (text.is_ascii() || (is_same && is_utf8))
    }

    fn script(&mut self, element: &Element, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Option<String> {
        let page = self.source.bytes;
        let kind = element.value(page, "type");
        let kind = kind.as_deref().map_or("", str::trim);
        let integrity = element.value(page, "integrity").filter(|text| !text.trim().is_empty());
        let integrity = integrity.as_deref();
        let wanted = Wanted { integrity, ..*wanted };
        if kind.eq_ignore_ascii_case("module") {
            return self.module(element, &wanted, bundler);
        }
        // Browsers load nothing for any other type.
        if !kind.is_empty() && !is_javascript(&kind.to_ascii_lowercase()) {
            return self.absolute(wanted.text);
        }
        if let Some(bytes) = self.script_text(element, &wanted, bundler) {
            self.edits.push(Edit { span: element.span, bytes });
            return None;
        }
        let done = bundler.embedded(self.source, &wanted);
        self.checked(element, done)
    }

    /// Returns the start tag and the text of a script that can be inlined.
    fn script_text(&mut self, element: &Element, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) -> Option<Vec<u8>> {
        const DROPPED: [&str; 6] = ["src", "integrity", "crossorigin", "charset", "referrerpolicy", "fetchpriority"];
        const KEPT: [&str; 4] = ["type", "language", "nonce", "nomodule"];
        let page = self.source.bytes;
        let behind = page[element.span.end..].trim_ascii_start();
        let is_empty = behind.get(..8).is_some_and(|end| end.eq_ignore_ascii_case(b"</script"));
        if !is_empty
            || bundler.form != Form::Text
            || self.source.is_xml
            || self.tags.has_policy(page)
            || !element.has_only(page, &[&DROPPED[..], &KEPT[..]].concat())
        {
            return None;
        }
        let target = self.source.target(wanted.text)?;
        let Ok(Outcome::Made(made)) = bundler.made(self.source, &target, wanted) else { return None };
        let names_itself = memchr::memmem::find(&made.bytes, b"currentScript").is_some();
        if names_itself || !self.holds(&made, b"</script", Use::Script) {
            return None;
        }
        let text = made.bytes.strip_prefix(charset::MARK).unwrap_or(&made.bytes);
        bundler.count_in(&target, wanted.used, &made, text.len()).ok()?;
        let mut bytes = b"<script".to_vec();
        for attribute in &element.attributes {
            let name = &page[attribute.name.range()];
            if KEPT.iter().any(|kept| name.eq_ignore_ascii_case(kept.as_bytes())) {
                bytes.push(b' ');
                bytes.extend_from_slice(&page[whole(attribute).range()]);
            }
        }
        // No self-closing slash needs to be kept: after an unquoted value it would belong to the value.
        bytes.push(b'>');
        bytes.extend_from_slice(text);
        Some(bytes)
    }

    /// Removes the `integrity` attribute of an embedded object. The digest was checked at embedding and no longer
    /// matches the new bytes.
    pub(super) fn checked(&mut self, element: &Element, new: Option<String>) -> Option<String> {
        if new.as_deref().is_some_and(|new| new.starts_with("data:")) {
            self.drop_integrity(element);
        }
        new
    }

    fn drop_integrity(&mut self, element: &Element) {
        if let Some(attribute) = element.find(self.source.bytes, "integrity") {
            self.edits.push(Edit { span: whole(attribute), bytes: Vec::new() });
        }
    }
}

/// Returns the `media` attribute, with a space before it, in a form that another tag can hold; empty if the element
/// has none.
fn media(page: &[u8], element: &Element) -> Option<Vec<u8>> {
    let Some(media) = element.find(page, "media") else { return Some(Vec::new()) };
    let value = &page[media.value.range()];
    match media.quote {
        Quote::Single | Quote::Double => Some([&b" "[..], &page[whole(media).range()]].concat()),
        _ if memchr(b'"', value).is_some() => None,
        _ => Some([&b" media=\""[..], value, &b"\""[..]].concat()),
    }
}
