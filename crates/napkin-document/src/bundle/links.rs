//! Rewrites the references of a page. Start at `Bundler::page`.
//!
//! The element and the attribute decide whether a reference is embedded, becomes absolute, or stays. All other bytes
//! of the page are unchanged.

use super::bundler::Bundler;
use super::edit::{Edit, apply};
use super::object::{Role, Wanted};
use super::options::Form;
use super::page::{MadePage, Modules, Page, Sprites};
use super::quoted_url::Room;
use super::report::{FailureReason, Remark};
use super::source::{Chain, Source, is_let_alone};
use super::tags::Tags;
use super::{charset, content_security_policy};
use crate::context::Context;
use crate::link::Link;
use crate::links::html::{Place, places};
use crate::options::Options;
use crate::rewrite::{self, Escape, QuoteMark};
use crate::rules;
use crate::usage::Use;
use napkin::Span;
use napkin::map::Level;
use napkin::whatwg::Url;
use std::ops::ControlFlow;

impl Bundler<'_> {
    /// Rewrites a page so that it contains what it needs.
    pub(super) fn page(&mut self, source: &Source<'_>) -> MadePage {
        let tags = Tags::of(source.bytes, Options::default().limits.noscript);
        let declared = tags.charset(source.bytes);
        let has_mark = source.bytes.starts_with(charset::MARK);
        let label = if has_mark { Some("utf-8".to_owned()) } else { source.charset.clone() };
        let is_stated = label.is_some();
        let label = label.or_else(|| declared.clone().map(|(label, _)| label));
        // The charset of the response is lost when the page is saved as a file.
        let page = Source { charset: label.clone(), within: None, ..Source::of(source) };
        let edits = self.edits(&page, &tags, 0);
        let at = declared.as_ref().map_or(0, |&(_, at)| at);
        let grown = edits.iter().any(|edit| edit.span.start < at && edit.bytes.len() > edit.span.len());
        let is_declared =
            has_mark || declared.is_some_and(|(name, _)| !grown && (!is_stated || Some(&name) == label.as_ref()));
        let room = tags.first.unwrap_or(0).min(edits.first().map_or(usize::MAX, |edit| edit.span.start));
        MadePage { bytes: apply(source.bytes, edits), charset: label, is_declared, room }
    }

    /// Returns the edits of a page.
    fn edits(&mut self, source: &Source<'_>, tags: &Tags, depth: usize) -> Vec<Edit> {
        let is_ascii = !rewrite::is_utf8(source.bytes);
        let mut page = Page {
            source,
            tags,
            edits: Vec::new(),
            modules: Modules::default(),
            map: None,
            sprites: Sprites::default(),
            depth,
            form: self.form,
            is_ascii,
        };
        let _ = places(source.bytes, &Options::default(), &mut |place| {
            match place {
                Place::Link(link, used) => page.link(&link, used, self),
                Place::Document { text, level, span } => page.document(&text, &level, span, self),
                Place::Limit(finding) => self.unread(source, finding.span, finding.rule),
            }
            ControlFlow::Continue(())
        });
        for &span in &tags.styles {
            page.style(span, self);
        }
        if self.form == Form::Parts {
            page.modules_beside(self);
        } else {
            page.modules(self);
            page.sprites();
            page.policies(self);
        }
        let mut edits = page.edits;
        // An inserted element goes before an edit that begins at the same offset.
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        edits
    }
}

/// How a reference is treated.
enum Becomes {
    Embedded(Role),
    Absolute,
    Same,
    /// Copied into the page as an inline SVG drawing, if possible.
    Sprite,
    /// As other attributes of the element decide.
    ByElement,
}

fn becomes(context: &Context<'_>, used: Use) -> Becomes {
    let Context::HtmlAttribute { element, attribute } = context else {
        // What data in a script names is not loaded.
        return match context {
            Context::HtmlRefresh | Context::Json { .. } => Becomes::Absolute,
            _ => Becomes::Embedded(Role::Raw),
        };
    };
    match (&**element, *attribute) {
        ("link", "href" | "imagesrcset") | ("script", "src") | ("input", "src") => Becomes::ByElement,
        ("iframe" | "frame" | "embed", "src") | ("object", "data") => Becomes::Embedded(Role::Frame),
        ("use", _) if used == Use::Image => Becomes::Sprite,
        // `usemap` names a map in the same page; the others are resolved by Java applets only.
        (_, "usemap") | ("applet" | "object", _) => Becomes::Same,
        // Browsers load nothing of these.
        (_, "dynsrc" | "lowsrc" | "icon") | ("bgsound" | "cursor", _) => Becomes::Absolute,
        ("pattern" | "filter" | "lineargradient" | "radialgradient" | "mpath" | "textpath", _) => Becomes::Absolute,
        _ if matches!(used, Use::Image | Use::Media | Use::Font | Use::Style | Use::Script | Use::Frame) => {
            Becomes::Embedded(Role::Raw)
        }
        _ => Becomes::Absolute,
    }
}

impl Page<'_, '_> {
    fn link(&mut self, link: &Link<'_>, used: Use, bundler: &mut Bundler<'_>) {
        if matches!(link.context, Context::HtmlStyle) && self.tags.is_in_style(link.span) {
            return;
        }
        let text = &*link.text;
        if is_let_alone(text) || (text.is_empty() && used != Use::Navigation) {
            return;
        }
        if let Context::HtmlAttribute { element, attribute: "href" } = &link.context
            && element == "base"
        {
            return self.base(link, bundler);
        }
        let is_fragment = text.is_empty() || text.starts_with('#');
        let is_here = is_fragment && (!self.source.is_based_elsewhere || used != Use::Navigation);
        if is_here {
            return;
        }
        let context = link.context.to_string();
        let wanted = Wanted { room: self.room(link), ..Wanted::new(link.span, text, &context, used) };
        let becomes = becomes(&link.context, used);
        // An embedded object is counted when it is requested.
        let is_counted = matches!(becomes, Becomes::Absolute | Becomes::ByElement | Becomes::Sprite);
        if is_counted && !bundler.completes(self.source, &wanted) {
            return;
        }
        let new = match becomes {
            Becomes::Same => None,
            Becomes::Absolute => self.absolute(text),
            Becomes::Embedded(role) => bundler.embedded(self.source, &Wanted { role, ..wanted }),
            Becomes::Sprite if self.form == Form::Parts => bundler.embedded(self.source, &wanted),
            Becomes::Sprite => match self.sprite(&wanted, bundler) {
                Ok(name) => Some(name),
                Err(reason) => bundler.left(self.source, &wanted, self.source.target(text), reason),
            },
            Becomes::ByElement => self.element(&wanted, bundler),
        };
        if let Some(new) = new {
            self.write(link, &new, &wanted, bundler);
        }
    }

    fn room(&self, link: &Link<'_>) -> Room {
        match link.escapes()[..] {
            // In XML, and in a document inside an attribute, more characters need escapes.
            _ if self.source.is_xml || self.source.within.is_some() => Room::Url,
            [Escape::HtmlAttribute(quote @ (QuoteMark::Single | QuoteMark::Double)), Escape::Whole] => {
                Room::Quotes(quote)
            }
            _ => Room::Url,
        }
    }

    /// Makes the `base` absolute, so that scripts still resolve URLs as before.
    fn base(&mut self, link: &Link<'_>, bundler: &mut Bundler<'_>) {
        let mut target = Url::parse(&link.text, self.source.outer_base.as_ref()).ok();
        if self.form == Form::Parts {
            // A URL relative to the page's own URL must be relative to the page's label.
            target = target.map(|target| bundler.label(&target)).filter(|_| Url::parse(&link.text, None).is_ok());
        }
        let new = target.and_then(|target| match self.form {
            Form::Parts => Some(target.into_string()).filter(|new| *new != link.text),
            Form::Text | Form::Urls => self.source.staying(&link.text, &target),
        });
        if let Some(new) = new {
            let context = link.context.to_string();
            self.write(link, &new, &Wanted::new(link.span, &link.text, &context, Use::Other), bundler);
        }
    }

    fn write(&mut self, link: &Link<'_>, new: &str, wanted: &Wanted<'_>, bundler: &mut Bundler<'_>) {
        if !new.starts_with("data:") {
            bundler.counts_link(new.len());
        }
        match rewrite::written(self.source.bytes, self.is_ascii, link, new) {
            Some((span, text)) => self.edits.push(Edit { span, bytes: text.into_bytes() }),
            None => {
                let target = self.source.target(wanted.text);
                bundler.left(self.source, wanted, target, FailureReason::Unwritable);
            }
        }
    }

    /// Rewrites a document in an attribute (`srcdoc`).
    fn document(&mut self, text: &str, level: &Level, value: Span, bundler: &mut Bundler<'_>) {
        if self.depth >= Options::default().limits.documents {
            return bundler.unread(self.source, value, rules::DOCUMENT_TOO_DEEP);
        }
        let chain = Chain { ..*self.source.chain };
        let inner = Source::page("", text.as_bytes(), self.source.base.clone(), &chain);
        // Without its own `base`, it has the base of the page around it.
        let is_own = inner.base != inner.outer_base;
        let base_beside = if is_own { inner.base_beside.clone() } else { self.source.base_beside.clone() };
        let charset = Some("utf-8".into());
        let inner = Source { charset, base_beside, within: Some((self.source, level)), ..inner };
        let tags = Tags::of(inner.bytes, Options::default().limits.noscript);
        for edit in bundler.edits(&inner, &tags, self.depth + 1) {
            let span = level.source(edit.span);
            let new = String::from_utf8_lossy(&edit.bytes);
            let text = rewrite::into_attribute(self.source.bytes, self.is_ascii, value, span, &new);
            self.edits.push(Edit { span, bytes: text.into_bytes() });
        }
    }

    /// Rewrites the text of a `style` element.
    fn style(&mut self, span: Span, bundler: &mut Bundler<'_>) {
        let css = &self.source.bytes[span.range()];
        if memchr::memchr2(b'(', b'@', css).is_none() {
            return;
        }
        let level = Level::verbatim(span.start);
        let inner = Source::new("", css, self.source.base.clone(), self.source.chain);
        let (charset, base_beside) = (self.source.charset.clone(), self.source.base_beside.clone());
        let inner = Source { charset, base_beside, within: Some((self.source, &level)), ..inner };
        let bytes = bundler.sheet(&inner);
        if bytes != css {
            self.edits.push(Edit { span, bytes });
        }
    }

    fn policies(&mut self, bundler: &mut Bundler<'_>) {
        for meta in self.tags.elements.iter().filter(|element| element.is_policy(self.source.bytes)) {
            let Some(content) = meta.find(self.source.bytes, "content") else { continue };
            let policy = meta.value(self.source.bytes, "content").unwrap_or_default();
            let map = self.map.as_deref();
            let Some(new) = content_security_policy::admitting(&policy, bundler.kinds, map) else { continue };
            let value = Span::from(content.value.range());
            let text = rewrite::into_attribute(self.source.bytes, self.is_ascii, value, value, &new);
            self.edits.push(Edit { span: value, bytes: text.into_bytes() });
            bundler.note(self.source.place(meta.span, "html meta"), Remark::Policy);
        }
    }
}
