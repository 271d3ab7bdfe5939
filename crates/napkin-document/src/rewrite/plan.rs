//! Computes the new references when a document, or its link targets, move. Start at `Plan`.
//!
//! A reference keeps its target, or gets the target that a mapping gives, and is written in the requested form.
//! References to the current document, empty or a fragment alone, stay (draft-fielding-url-syntax-05 section 4.2, RFC
//! 3986 section 4.4), as do `data:`, `javascript:` and `mailto:`. For a page with its own `base`:
//!
//! - [`Form::Absolute`] keeps the `base` and makes it absolute: only fragments still depend on it, which browsers
//!   resolve against it and which so keep their meaning.
//! - [`Form::RelativeTo`] empties the `base`, so that the new location is the base; `wget -k` does the same.
//!   Fragments that browsers resolved against the old base are written out.
//! - [`Form::AsWritten`] maps the `base` like any URL, and writes out only references that the new base would change.

use super::base::{Against, bases};
use super::callback::{Found, Rewrite};
use super::pieces::Pieces;
use super::report::{Rewritten, TooLong};
use super::writer::{rewrite, rewrite_within};
use crate::context::{Context, MarkdownPlace};
use crate::entity::Entity;
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::options::Options;
use crate::rules;
use napkin::Mapping;
use napkin::{Component, Finding, Reference, Span, Standard, Url};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The form of the new references, and the mappings of their targets.
///
/// ```
/// use napkin::Standard;
/// use napkin_document::rewrite::{Form, Plan};
/// use napkin_document::{Entity, Options};
/// let page = Entity::new(b"<a href=../beer> <a href=#dry>").retrieved_from("http://pub.example/menu/cider");
/// let (page, unresolved) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(&page, &Options::default());
/// assert_eq!(page.bytes, b"<a href=http://pub.example/beer> <a href=#dry>");
/// assert!(unresolved.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    form: Form,
    standard: Standard,
    /// Longest prefix first.
    mappings: Vec<Mapping>,
}

/// The form in which references are written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Unchanged, except references whose target a mapping changes, which become absolute.
    AsWritten,
    /// Absolute; absolute references stay as written.
    Absolute,
    /// Relative to this URL, the new location of the document, if possible. In plain text always absolute, because
    /// plain text has no relative references.
    RelativeTo(Url),
}

/// An unchanged reference that is malformed, or is relative without a base.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unresolved {
    /// Its span in the document.
    pub span: Span,
    /// Its text, decoded.
    pub text: String,
    /// The problem, with spans in the text.
    pub finding: Finding,
    /// The span of the problem in the document.
    pub place: Span,
    /// The context of the reference.
    pub context: Context<'static>,
}

impl Plan {
    /// Creates a plan without mappings.
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// use napkin_document::rewrite::{Form, Plan};
    /// use napkin_document::{Entity, Options};
    /// let place = Url::parse("http://pub.example/menu/today", Standard::Whatwg)?;
    /// let page = Entity::new(b"<a href=http://pub.example/menu/beer>");
    /// let (page, _) = Plan::new(Form::RelativeTo(place), Standard::Whatwg).rewrite(&page, &Options::default());
    /// assert_eq!(page.bytes, b"<a href=beer>");
    /// # Ok::<(), napkin::Finding>(())
    /// ```
    #[must_use]
    pub fn new(form: Form, standard: Standard) -> Self {
        Self { form, standard, mappings: Vec::new() }
    }

    /// Adds mappings. If several apply to a URL, the longest one does.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{Entity, rewrite::{Form, Mapping, Plan}};
    /// let mapping = Mapping::new("http://pub.example/", "https://h/", Standard::Whatwg)?;
    /// let plan = Plan::new(Form::AsWritten, Standard::Whatwg).with_mappings([mapping]);
    /// let page = Entity::new(b"<a href=http://pub.example/menu>");
    /// assert_eq!(plan.rewrite(&page, &Default::default()).0.bytes, b"<a href=https://h/menu>");
    /// # Ok::<(), napkin_document::rewrite::MappingError>(())
    /// ```
    #[must_use]
    pub fn with_mappings(mut self, mappings: impl IntoIterator<Item = Mapping>) -> Self {
        self.mappings.extend(mappings);
        self.mappings.sort_by_key(|mapping| std::cmp::Reverse(mapping.prefix_length()));
        self
    }

    /// Returns a rewriter for the references of one document.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{Entity, rewrite::{Form, Plan, rewrite}};
    /// let page = Entity::new(b"<a href=menu>").retrieved_from("http://pub.example/");
    /// let plan = Plan::new(Form::Absolute, Standard::Whatwg);
    /// let mut relinker = plan.relinker(&page);
    /// let done = rewrite(&page, &Default::default(), &mut relinker);
    /// assert_eq!(done.bytes, b"<a href=http://pub.example/menu>");
    /// assert!(relinker.unresolved().is_empty());
    /// ```
    #[must_use]
    pub fn relinker(&self, entity: &Entity<'_>) -> Relinker<'_> {
        let frame = self.frame(entity, None);
        Relinker { plan: self, frames: vec![frame], unresolved: Vec::new(), room: usize::MAX, is_full: false }
    }

    /// Rewrites a document. Returns it with the references that could not be resolved.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::rewrite::{Form, Plan};
    /// use napkin_document::{Entity, Options};
    /// let page = Entity::new(b"<a href=beer>");
    /// let (done, unresolved) = Plan::new(Form::Absolute, Standard::Rfc3986).rewrite(&page, &Options::default());
    /// assert_eq!(done.bytes, page.bytes);
    /// assert_eq!(unresolved[0].text, "beer");
    /// ```
    #[must_use]
    pub fn rewrite(&self, entity: &Entity<'_>, options: &Options) -> (Rewritten, Vec<Unresolved>) {
        let mut relinker = self.relinker(entity);
        let rewritten = rewrite(entity, options, &mut relinker);
        (rewritten, relinker.unresolved)
    }

    /// Rewrites a document like [`rewrite`](Self::rewrite), up to a length of `most` bytes. The absolute references may
    /// have as many bytes in total, because a long base costs time for each reference, whatever is written in the end.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::{Entity, rewrite::{Form, Plan}};
    /// let page = Entity::new(b"<a href=menu>").retrieved_from("http://pub.example/");
    /// let plan = Plan::new(Form::Absolute, Standard::Whatwg);
    /// assert!(plan.rewrite_within(&page, &Default::default(), 100).is_ok());
    /// assert!(plan.rewrite_within(&page, &Default::default(), 20).is_err());
    /// ```
    ///
    /// # Errors
    /// Fails if the new document would be longer; nothing longer was held.
    pub fn rewrite_within<'d>(
        &self,
        entity: &Entity<'d>,
        options: &Options,
        most: usize,
    ) -> Result<(Pieces<'d>, Vec<Unresolved>), TooLong> {
        let mut relinker = self.relinker(entity).within(most);
        let rewritten = rewrite_within(entity, options, most, &mut relinker)?;
        Ok((rewritten, relinker.unresolved))
    }

    fn frame(&self, entity: &Entity<'_>, around: Option<&Against>) -> Frame {
        let (outer, own) = bases(entity, self.standard);
        let old = own.clone().unwrap_or_else(|| outer.clone());
        let mapped = |against: &Against| against.url().and_then(|url| self.map(url));
        let new = match &self.form {
            Form::RelativeTo(place) => {
                around.cloned().unwrap_or_else(|| Against::new(Some(place.as_str()), self.standard))
            }
            Form::AsWritten if own.is_some() => match mapped(&old) {
                Some(url) => Against::new(Some(url.as_str()), self.standard),
                None => old.clone(),
            },
            _ => around.cloned().filter(|_| own.is_none()).unwrap_or_else(|| old.clone()),
        };
        let of_page = |against: Against| against.in_charset_of(entity);
        Frame { has_base: own.is_some(), outer, old: of_page(old), new: of_page(new) }
    }

    fn map(&self, url: &Url) -> Option<Url> {
        self.mappings.iter().find_map(|mapping| mapping.apply(url))
    }
}

/// The bases of a document.
struct Frame {
    /// Whether the document has its own base.
    has_base: bool,
    /// The base that applies without it.
    outer: Against,
    old: Against,
    new: Against,
}

/// Computes the new references of one document under a plan.
pub struct Relinker<'p> {
    plan: &'p Plan,
    frames: Vec<Frame>,
    unresolved: Vec<Unresolved>,
    /// The number of bytes that further absolute references may have.
    room: usize,
    is_full: bool,
}

impl Rewrite for Relinker<'_> {
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        let new = self.text(found);
        if self.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(new) }
    }

    fn enter(&mut self, document: &Entity<'_>, base: Option<&Arc<InnerBase>>) {
        let Some(around) = self.frames.last() else { return };
        let (old, new) = (around.old.within(base), around.new.within(base));
        let url = old.url().map(|url| url.as_str().to_owned());
        let entity = match &url {
            Some(url) => document.within(url),
            None => *document,
        };
        self.frames.push(self.plan.frame(&entity, Some(&new)));
    }

    fn leave(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
    }
}

impl Relinker<'_> {
    /// Returns the new text of a link, or `None` if it stays.
    fn text(&mut self, found: &Found<'_, '_>) -> Option<String> {
        let text = &*found.link.text;
        let frame = self.frames.last()?;
        if found.is_base() {
            return self.base(text, frame).filter(|new| new != text);
        }
        if is_let_alone(text) || self.stays_here(found.link, frame) {
            return None;
        }
        // The cost of an absolute reference is known before it is built.
        let base = frame.old.url().map_or(0, |url| url.as_str().len());
        match self.room.checked_sub(base) {
            Some(room) => self.room = room,
            None => {
                self.is_full = true;
                return None;
            }
        }
        match frame.old.at(found.link).link(found.link) {
            Ok(target) => self.new_text(found, frame, target?).filter(|new| new != text),
            Err(finding) => {
                // Without a base the target is unknown, so no mapping applies.
                let is_relative = rules::lacks_base(finding.rule);
                if self.plan.form != Form::AsWritten || !is_relative {
                    let place = found.source_span(finding.span);
                    let (text, context) = (text.to_owned(), found.link.context.clone().into_owned());
                    self.unresolved.push(Unresolved { span: found.span, text, finding, place, context });
                }
                None
            }
        }
    }

    /// Limits the total bytes of the absolute references, each with its whole base.
    fn within(self, most: usize) -> Self {
        Self { room: most, ..self }
    }

    /// Returns the references that could not be resolved, in order.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_document::rewrite::{Form, Plan, rewrite};
    /// use napkin_document::{Entity, Options};
    /// let page = Entity::new(b"<a href=beer>");
    /// let plan = Plan::new(Form::Absolute, Standard::Rfc3986);
    /// let mut relinker = plan.relinker(&page);
    /// rewrite(&page, &Options::default(), &mut relinker);
    /// assert_eq!(relinker.unresolved()[0].finding.rule.code(), "base-missing");
    /// ```
    #[must_use]
    pub fn unresolved(&self) -> &[Unresolved] {
        &self.unresolved
    }

    fn new_text(&self, found: &Found<'_, '_>, frame: &Frame, target: Url) -> Option<String> {
        let text = &*found.link.text;
        let mapped = self.plan.map(&target);
        let is_mapped = mapped.is_some();
        let target = mapped.unwrap_or(target);
        let new = frame.new.at(found.link);
        let stays = || new.link(found.link).is_ok_and(|now| now.as_ref() == Some(&target));
        let is_absolute = !is_mapped && frame.old.is_absolute(text, &target);
        match &self.plan.form {
            Form::AsWritten => (!stays()).then(|| target.into_string()),
            Form::RelativeTo(_) if !is_absolute_only(&found.link.context) => {
                let is_relative = !frame.old.is_absolute(text, &target);
                if is_relative && stays() {
                    return None;
                }
                match relative(&new, &target).filter(|_| found.link.codebase.is_none()) {
                    Some(relative) => Some(relative),
                    None if is_absolute => None,
                    None => Some(target.into_string()),
                }
            }
            _ => (!is_absolute).then(|| target.into_string()),
        }
    }

    /// Returns the new text of a `base`.
    fn base(&self, text: &str, frame: &Frame) -> Option<String> {
        if !frame.has_base {
            return None;
        }
        if matches!(self.plan.form, Form::RelativeTo(_)) {
            return Some(String::new());
        }
        let target = frame.outer.reference(text, false).ok()??;
        let mapped = self.plan.map(&target);
        match self.plan.form {
            Form::Absolute if mapped.is_none() && !frame.outer.is_absolute(text, &target) => Some(target.into_string()),
            _ => mapped.map(Url::into_string),
        }
    }

    /// Returns whether a reference refers to its own document and so stays. Under `whatwg`, a `base` changes that:
    /// `#a` is a fragment of the base URL; but an empty `action` is still the document, and an empty `src` loads
    /// nothing.
    fn stays_here(&self, link: &Link<'_>, frame: &Frame) -> bool {
        if link.text.is_empty() && link.new_request {
            return true;
        }
        let is_here = link.text.is_empty() || link.text.starts_with('#');
        let moves =
            self.plan.standard == Standard::Whatwg && frame.has_base && matches!(self.plan.form, Form::RelativeTo(_));
        is_here && !moves
    }
}

/// Returns whether only absolute URLs are references in this context.
fn is_absolute_only(context: &Context<'_>) -> bool {
    match context {
        Context::Text(_) | Context::Markdown(MarkdownPlace::Autolink | MarkdownPlace::Bare) => true,
        Context::Json { path, .. } => *path == "string",
        _ => false,
    }
}

/// Returns whether the scheme of a reference names nothing that could move.
fn is_let_alone(text: &str) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    ["data", "javascript", "mailto"].iter().any(|name| scheme.eq_ignore_ascii_case(name))
}

/// Returns a relative reference to a URL of the same authority. A relative path is preferred to a path from the root,
/// even if longer, because it lets a tree of documents move (section 5). The result is never empty, because browsers
/// ignore an empty `src`.
fn relative(base: &Against, target: &Url) -> Option<String> {
    // The URL Standard defines no inverse of its parser, so the result of RFC 3987's inverse is parsed to check it.
    let from = base.inverse()?;
    let target_text = Reference::parse(target.as_str(), from.url().standard()).ok()?;
    let shortest = from.relativize(target_text).ok()?.into_string();
    let names_it = |text: &String| base.reference(text, true).is_ok_and(|url| url.as_ref() == Some(target));
    let is_relative = |text: &String| !text.is_empty() && !text.starts_with("//") && !base.is_absolute(text, target);
    let from_root = shortest.starts_with('/');
    let by_path = || Some(path_from(from.url().path().as_str(), target_text));
    let first = if from_root || shortest.is_empty() { by_path() } else { None };
    first.into_iter().chain([shortest]).find(|text| is_relative(text) && names_it(text))
}

/// Returns a relative path such as `../g` from a path to a URL.
fn path_from(base: &str, target: Reference<'_>) -> String {
    let text = target.as_str();
    let path = target.path().as_str();
    let start = target.parts().span(Component::Path).map_or(0, |span| span.start);
    let equal = base.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    let common = base.as_bytes()[..equal].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let up = match base[common..].matches('/').count() {
        0 if path.len() == common => "./".to_owned(),
        levels => "../".repeat(levels),
    };
    up + &text[start + common..]
}
