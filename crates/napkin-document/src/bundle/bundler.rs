//! Retrieves and prepares the objects of a bundle, within the limits. Start at `Bundler::embedded`.
//!
//! Each object is retrieved once and prepared once per role. If it cannot be retrieved, its reference is listed and
//! becomes an absolute link.

use super::beside::{Beside, folder_of};
use super::content_security_policy::Kinds;
use super::fetch::{Fetch, Request};
use super::object::{Made, Outcome, Role, Stored, Wanted};
use super::options::{BundleLimits, Form};
use super::report::{Bundled, Failure, FailureReason, Note, Object, Place, Remark};
use super::source::{Chain, Source, is_portable, is_xml, without_fragment};
use super::{charset, integrity, media_type};
use crate::javascript::is_javascript;
use crate::usage::Use;
use napkin::whatwg::Url;
use napkin::{Rule, Span};
use std::collections::HashMap;
use std::rc::Rc;

/// Limits the depth of imports.
const MODULES_DEPTH: usize = 256;

/// The key of a prepared object: its URL, its role, the charset around it (the fallback if it declares none) and its
/// scope.
type Key = (String, Role, Option<String>, usize);

/// Collects the objects of a bundle, and counts them against the limits.
pub(super) struct Bundler<'f> {
    pub(super) form: Form,
    fetch: &'f mut dyn Fetch,
    pub(super) limits: BundleLimits,
    stored: HashMap<(usize, String), Result<Rc<Stored>, FailureReason>>,
    made: HashMap<Key, Rc<Made>>,
    objects: Vec<Object>,
    numbers: HashMap<String, usize>,
    pub(super) failures: Vec<Failure>,
    pub(super) notes: Vec<Note>,
    total: usize,
    count: usize,
    /// The remaining bytes for absolute references.
    links: usize,
    /// The objects beside the page.
    pub(super) beside: Beside,
    /// The folder to which the labels of files are relative, with its trailing slash.
    pub(super) folder: String,
    /// Whether the total limit was exceeded: from then on no document with references is prepared.
    is_full: bool,
    /// The kinds of the objects embedded in the current page.
    pub(super) kinds: Kinds,
    /// The number of prepared documents. A document that depends on its position is prepared anew each time.
    makes: usize,
    /// The number of omissions that depend on the position: a document with such an omission is not reused elsewhere.
    cuts: usize,
}

impl<'f> Bundler<'f> {
    pub(super) fn new(form: Form, fetch: &'f mut dyn Fetch, limits: BundleLimits) -> Self {
        Self {
            form,
            fetch,
            limits,
            stored: HashMap::new(),
            made: HashMap::new(),
            objects: Vec::new(),
            numbers: HashMap::new(),
            failures: Vec::new(),
            notes: Vec::new(),
            total: 0,
            count: 0,
            links: limits.links,
            beside: Beside::default(),
            folder: "/".to_owned(),
            is_full: false,
            kinds: Kinds::default(),
            makes: 0,
            cuts: 0,
        }
    }

    /// Creates a bundler for a page at this URL whose objects are stored beside it.
    pub(super) fn beside(fetch: &'f mut dyn Fetch, limits: BundleLimits, page: Option<&Url>) -> Self {
        let folder = page.and_then(folder_of);
        let beside = Beside::of(folder.clone());
        Self { beside, folder: folder.unwrap_or_else(|| "/".to_owned()), ..Self::new(Form::Parts, fetch, limits) }
    }

    /// Returns the common folder of all files, if it differs from the assumed one.
    pub(super) fn other_folder(&mut self) -> Option<String> {
        self.beside.common_folder().filter(|folder| *folder != self.folder)
    }

    /// Returns a fresh bundler with this folder, keeping the retrieved objects.
    pub(super) fn named_below(self, folder: String) -> Self {
        let beside = Beside::of(Some(folder.clone()));
        Self { beside, folder, stored: self.stored, ..Self::new(self.form, self.fetch, self.limits) }
    }

    pub(super) fn finish(self, bytes: Vec<u8>) -> Bundled {
        let Self { objects, failures, notes, .. } = self;
        Bundled { bytes, objects: objects.into_iter().filter(|object| object.times > 0).collect(), failures, notes }
    }

    /// Embeds the object of a reference. Returns the new text: a `data:` URL or an absolute URL; `None` if the
    /// reference stays.
    pub(super) fn embedded(&mut self, source: &Source<'_>, wanted: &Wanted<'_>) -> Option<String> {
        let target = self.wanted(source, wanted)?;
        let made = self.made(source, &target, wanted);
        self.finished(source, wanted, target, made)
    }

    /// Finishes a reference whose object has been prepared. Returns its new text.
    pub(super) fn finished(
        &mut self,
        source: &Source<'_>,
        wanted: &Wanted<'_>,
        target: Url,
        made: Result<Outcome, FailureReason>,
    ) -> Option<String> {
        let written = made.and_then(|outcome| match self.form {
            Form::Parts => self.stood_beside(source, &target, wanted, outcome),
            Form::Text | Form::Urls => self.written(source, &target, wanted, outcome).map(Some),
        });
        match written {
            Ok(new) => new,
            Err(reason) => self.left(source, wanted, Some(target), reason),
        }
    }

    /// Returns the URL of a reference; lists the reference as a failure if it has none.
    pub(super) fn wanted(&mut self, source: &Source<'_>, wanted: &Wanted<'_>) -> Option<Url> {
        if !self.completes(source, wanted) {
            return None;
        }
        let target = source.target(wanted.text);
        if target.is_none() {
            self.left(source, wanted, None, FailureReason::NoUrl);
        }
        target
    }

    /// Counts the bytes of an absolute reference before it is built. Returns `false` if they exceed the limit; the
    /// reference is listed then and stays as written.
    pub(super) fn completes(&mut self, source: &Source<'_>, wanted: &Wanted<'_>) -> bool {
        let bytes = wanted.text.len() + source.base.as_ref().map_or(0, |base| base.href().len());
        if let Some(links) = self.links.checked_sub(bytes) {
            self.links = links;
            return true;
        }
        self.links = 0;
        self.left(source, wanted, None, FailureReason::LinksLimit);
        false
    }

    /// Counts a link that is written as an absolute URL against the total size, so that less is left for objects.
    pub(super) const fn counts_link(&mut self, bytes: usize) {
        self.total = self.total.saturating_add(bytes);
    }

    /// Lists a reference that is not embedded. Returns its absolute URL, unless it is already written so.
    pub(super) fn left(
        &mut self,
        source: &Source<'_>,
        wanted: &Wanted<'_>,
        url: Option<Url>,
        reason: FailureReason,
    ) -> Option<String> {
        if let Some(url) = url.as_ref().filter(|_| self.form == Form::Parts) {
            self.absent(source, wanted.text, url);
        }
        let new = url.as_ref().filter(|_| self.form != Form::Parts).and_then(|url| source.staying(wanted.text, url));
        let url = url.filter(is_portable).map(Url::into_string);
        let place = source.place(wanted.span, wanted.context);
        self.failures.push(Failure { place, text: wanted.text.to_owned(), url, used: wanted.used, reason });
        new
    }

    /// Lists a part of a document that a limit left unread, or that browsers may read differently.
    pub(super) fn unread(&mut self, source: &Source<'_>, span: Span, rule: Rule) {
        const SHOWN: usize = 80;
        let bytes = &source.bytes[span.start..span.end.min(span.start + SHOWN)];
        let (place, text) = (source.place(span, rule.code()), String::from_utf8_lossy(bytes).into_owned());
        self.failures.push(Failure { place, text, url: None, used: Use::Other, reason: FailureReason::Unread(rule) });
    }

    pub(super) fn note(&mut self, place: Place, remark: Remark) {
        self.notes.push(Note { place, remark });
    }

    fn written(
        &mut self,
        source: &Source<'_>,
        target: &Url,
        wanted: &Wanted<'_>,
        outcome: Outcome,
    ) -> Result<String, FailureReason> {
        let made = match outcome {
            Outcome::Made(made) => made,
            Outcome::Circular(remark) => {
                self.note(source.place(wanted.span, wanted.context), remark);
                let nothing = if remark == Remark::CircularFrame { "about:blank" } else { "data:text/css," };
                return Ok(nothing.to_owned());
            }
        };
        let url = made.url_for(wanted.room);
        self.count_in(target, wanted.used, &made, url.len())?;
        self.kinds = self.kinds.with(Kinds::of(wanted.used, wanted.context));
        Ok(format!("{url}{}", target.hash()))
    }

    /// Counts an object against the limits, written with this many bytes.
    pub(super) fn count_in(&mut self, url: &Url, used: Use, made: &Made, written: usize) -> Result<(), FailureReason> {
        if self.count >= self.limits.count {
            self.cuts += 1;
            return Err(FailureReason::CountLimit);
        }
        if self.total.saturating_add(written) > self.limits.total {
            self.cuts += 1;
            self.is_full = true;
            return Err(FailureReason::TotalLimit);
        }
        if used != Use::Frame {
            self.kinds = self.kinds.with(Kinds::of(used, ""));
        }
        self.kinds = self.kinds.with(made.kinds);
        self.total += written;
        self.count += 1;
        let url = without_fragment(url.href());
        let next = self.objects.len();
        let number = *self.numbers.entry(url.to_owned()).or_insert(next);
        if number == next {
            let media_type = made.media_type.to_string();
            let (url, size) = (url.to_owned(), made.size);
            self.objects.push(Object { url, used, media_type, size, times: 0, written: 0 });
        }
        self.objects[number].times += 1;
        self.objects[number].written += written;
        Ok(())
    }

    /// Returns the object at a URL, prepared for its role, with the objects that it needs.
    pub(super) fn made(
        &mut self,
        source: &Source<'_>,
        target: &Url,
        wanted: &Wanted<'_>,
    ) -> Result<Outcome, FailureReason> {
        let url = without_fragment(target.href());
        let circular = match wanted.role {
            Role::Style | Role::Module => Some(Remark::CircularImport),
            Role::Frame => Some(Remark::CircularFrame),
            Role::Raw => None,
        };
        if let Some(remark) = circular.filter(|_| source.chain.holds(url)) {
            // An object beside the page is the same wherever it is referenced.
            self.cuts += usize::from(self.form != Form::Parts);
            return Ok(Outcome::Circular(remark));
        }
        if self.count >= self.limits.count {
            self.cuts += 1;
            return Err(FailureReason::CountLimit);
        }
        let stored = self.retrieved(url, wanted.used, source.chain.url)?;
        if !wanted.integrity.is_none_or(|metadata| integrity::holds(metadata, &stored.bytes)) {
            return Err(FailureReason::Integrity);
        }
        let scope = self.fetch.scope(source.chain.url);
        let key = (url.to_owned(), wanted.role, source.charset.clone(), scope);
        if let Some(made) = self.made.get(&key) {
            return Ok(Outcome::Made(Rc::clone(made)));
        }
        let cuts = self.cuts;
        let around = std::mem::take(&mut self.kinds);
        let made = self.make(source, url, &stored, wanted.role);
        let kinds = std::mem::replace(&mut self.kinds, around);
        let mut made = made?;
        made.kinds = kinds;
        let made = Rc::new(made);
        if self.cuts == cuts {
            self.made.insert(key, Rc::clone(&made));
        }
        Ok(Outcome::Made(made))
    }

    fn make(&mut self, source: &Source<'_>, url: &str, stored: &Stored, role: Role) -> Result<Made, FailureReason> {
        let size = stored.bytes.len();
        let is_style = role == Role::Style && stored.media_type.essence() == "text/css";
        let is_page = role == Role::Frame && media_type::is_page(&stored.media_type);
        let is_svg = role == Role::Frame && stored.media_type.essence() == "image/svg+xml";
        let is_module = role == Role::Module && is_javascript(stored.media_type.essence());
        if !is_style && !is_page && !is_svg && !is_module {
            return Ok(Made::new(Rc::clone(&stored.bytes), stored.media_type.clone(), size));
        }
        self.makes += 1;
        if self.is_full || self.makes > self.limits.count {
            self.cuts += 1;
            return Err(if self.is_full { FailureReason::TotalLimit } else { FailureReason::CountLimit });
        }
        let depth = if is_module { MODULES_DEPTH.max(self.limits.depth) } else { self.limits.depth };
        if source.chain.depth() >= depth {
            self.cuts += 1;
            return Err(FailureReason::DepthLimit);
        }
        let chain = Chain { url, outer: Some(source.chain) };
        if is_module {
            let bytes = self.module_beside(&stored.source(url, &stored.bytes, &chain));
            return Ok(Made::new(Rc::new(bytes), stored.media_type.clone(), size));
        }
        if is_svg {
            let svg = self.svg(&stored.source(url, &stored.bytes, &chain));
            return Ok(Made::new(Rc::new(svg), stored.media_type.clone(), size));
        }
        let text = charset::utf8(&stored.bytes);
        let given = stored.media_type.parameter("charset");
        let around = source.charset.as_deref();
        if is_style {
            let own = given.map(str::to_owned).or_else(|| charset::of_sheet(&text));
            let inner = own.or_else(|| source.charset.clone());
            let sheet = Source { charset: inner, ..stored.source(url, &text, &chain) };
            let css = self.sheet(&sheet);
            let says_so = charset::of_sheet(&css).is_some();
            let media_type = charset::stated(&stored.media_type, &css, around.filter(|_| !says_so));
            return Ok(Made::new(Rc::new(css), media_type, size));
        }
        let is_xml = is_xml(url, &text) || stored.media_type.essence() == "application/xhtml+xml";
        let page = Source::page(url, &text, Some(stored.base.clone()), &chain);
        let page = Source { is_xml, base_beside: stored.base_beside(&page), ..page };
        let made = self.page(&Source { charset: given.map(str::to_owned), ..page });
        let media_type = charset::stated(&stored.media_type, &made.bytes, made.charset_for_data(around).as_deref());
        Ok(Made::new(Rc::new(made.bytes), media_type, size))
    }

    /// Retrieves the object at a URL, once per scope.
    pub(super) fn retrieved(&mut self, url: &str, used: Use, document: &str) -> Result<Rc<Stored>, FailureReason> {
        let key = (self.fetch.scope(document), url.to_owned());
        if let Some(stored) = self.stored.get(&key) {
            return stored.clone();
        }
        let limit = self.limits.object;
        let stored = match self.fetch.fetch(&Request { url, used, limit, document }) {
            Err(why) if why.is_too_large() => Err(FailureReason::ObjectLimit),
            Err(why) => Err(FailureReason::NotFetched(why.to_string())),
            Ok(fetched) if fetched.bytes.len() > limit => Err(FailureReason::ObjectLimit),
            Ok(fetched) => {
                let found_at = fetched.url.as_deref().unwrap_or(url);
                let media_type = media_type::media_type(fetched.media_type.as_deref(), found_at, &fetched.bytes);
                let url = Url::parse(found_at, None).map_err(|_| FailureReason::NoUrl);
                let base = fetched.base.and_then(|base| Url::parse(&base, None).ok());
                let bytes = Rc::new(fetched.bytes);
                url.map(|url| Rc::new(Stored { bytes, media_type, base: base.unwrap_or_else(|| url.clone()), url }))
            }
        };
        self.stored.insert(key, stored.clone());
        stored
    }
}
