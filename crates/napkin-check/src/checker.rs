//! Judges the links of documents. Start with `Checker::check`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use napkin::{Base, Finding, Reference, Sink, Standard};
use napkin_document::audit::LinkTexts;
use napkin_document::{BasedDocument, Context, Cursor, Entity, Flow, Kind, Link, LinkResolver, Reader};

use crate::folder::Place;
use crate::fragment::Places;
use crate::nearest::Nearest;
use crate::schemes;
#[cfg(feature = "retrieve")]
use crate::servers::{Servers, Targets, host};
use crate::site::{Home, NOWHERE, Site, Sites};
use crate::{Checked, Document, Options, Summary, Verdict};

/// Checks the links of documents, one document after the other, and remembers what it has looked at.
///
/// ```
/// use napkin_check::{Checker, Document, Options, Verdict};
/// let mut checker = Checker::new(Options::default());
/// let notes = Document::new("notes.md", "# Beer\n[beer](#beer), [wine](#wine)");
/// let mut found = Vec::new();
/// checker.check(&notes, &mut (), &mut |checked| found.push(checked.verdict));
/// assert_eq!(found, [Verdict::Ok, Verdict::FragmentMissing]);
/// ```
#[derive(Debug)]
pub struct Checker {
    options: Options,
    sites: Sites,
    /// The places of files, by site and number.
    places: HashMap<(usize, usize), Looked>,
    summary: Summary,
    held: Vec<Held>,
    waiting: usize,
    nearest: Nearest,
    #[cfg(feature = "retrieve")]
    servers: Option<Servers>,
    #[cfg(feature = "retrieve")]
    search: Search,
}

/// A target that a server is to be asked about: the URL, and the fragment of the link.
type Pending = (String, String);

/// The search for pages of the same origins.
#[cfg(feature = "retrieve")]
#[derive(Debug, Default)]
struct Search {
    /// The schemes and authorities of the documents that the check began with.
    origins: std::collections::BTreeSet<String>,
    /// The URLs of all documents, without fragments.
    seen: std::collections::HashSet<String>,
    found: Vec<Document>,
}

/// A link whose verdict may wait for a server.
#[derive(Debug)]
struct Held {
    checked: Checked,
    pending: Option<Pending>,
    /// The base of the reference.
    base: Arc<str>,
}

/// The places of a file, or why they are unknown.
type Looked = Result<Arc<Places>, Arc<str>>;

/// A verdict with its reason.
#[derive(Default)]
struct Judged {
    verdict: Option<Verdict>,
    reason: Cow<'static, str>,
    absolute: Option<String>,
    suggestion: Option<String>,
    is_unseen: bool,
    /// Whether the suggestion is the only one possible.
    is_certain: bool,
    pending: Option<Pending>,
}

impl Judged {
    fn new(verdict: Verdict, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { verdict: Some(verdict), reason: reason.into(), ..Self::default() }
    }

    fn good() -> Self {
        Self::new(Verdict::Ok, "")
    }

    fn unseen(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { is_unseen: true, ..Self::new(Verdict::Skipped, reason) }
    }
}

/// The document whose links are being judged.
struct Current<'d> {
    document: &'d Document,
    reader: &'d Reader<'d>,
    kind: Kind,
    home: Home,
    /// Its own places, once a link asks for them.
    own: Option<Arc<Places>>,
}

impl Checker {
    /// Creates a checker.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert_eq!(Checker::new(Options::default()).summary().links(), 0);
    /// ```
    #[must_use]
    pub fn new(options: Options) -> Self {
        let (sites, places, summary, held) = Default::default();
        Self {
            options,
            sites,
            places,
            summary,
            held,
            waiting: 0,
            nearest: Nearest::default(),
            #[cfg(feature = "retrieve")]
            servers: None,
            #[cfg(feature = "retrieve")]
            search: Search::default(),
        }
    }

    /// Returns how many links had which verdict so far.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default());
    /// checker.check(&Document::new("menu.html", "<a href=mailto:sam@pub.example>"), &mut (), &mut |_| {});
    /// assert_eq!((checker.summary().documents(), checker.summary().links()), (1, 1));
    /// ```
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Returns the checker that asks servers through a client, under its policy.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// use napkin_retrieve::{Client, Policy};
    /// let checker = Checker::new(Options::default()).with_client(Client::new(Policy::public_web()))?;
    /// assert_eq!(checker.summary().links(), 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// No runtime can be started.
    #[cfg(feature = "retrieve")]
    pub fn with_client(self, client: napkin_retrieve::Client) -> std::io::Result<Self> {
        Ok(Self { servers: Some(Servers::new(client)?), ..self })
    }

    /// Checks the links of a document and passes them to `sink` in their order, and what is wrong with the document itself to
    /// `findings`. If the sink breaks, no more links are passed; returns whether it did.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default());
    /// let _ = checker.check(&Document::new("menu.html", "<a href=data:;base64,a>beer</a>"), &mut (), &mut |checked| {
    ///     assert_eq!(checked.verdict.name(), "malformed");
    /// });
    /// ```
    pub fn check<R: Flow>(
        &mut self,
        document: &Document,
        findings: &mut dyn Sink,
        sink: &mut (impl FnMut(Checked) -> R + ?Sized),
    ) -> ControlFlow<()> {
        self.hold(document, findings);
        self.finish(sink)
    }

    /// Judges the links of a document without servers, and holds them for [`finish`](Self::finish). So the servers of many
    /// documents are asked at the same time.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default());
    /// checker.hold(&Document::new("a.html", "<a href=#x>"), &mut ());
    /// checker.hold(&Document::new("b.html", "<a href=#x>"), &mut ());
    /// assert_eq!((checker.held(), checker.waiting()), (2, 0));
    /// let mut sources = Vec::new();
    /// let _ = checker.finish(&mut |checked| sources.push(checked.source.to_string()));
    /// assert_eq!(sources, ["a.html", "b.html"]);
    /// ```
    pub fn hold(&mut self, document: &Document, findings: &mut dyn Sink) {
        self.summary.add_document();
        #[cfg(feature = "retrieve")]
        if let Some(url) = document.url.as_deref().filter(|_| self.options.recurse) {
            self.search.origins.insert(host(url).to_owned());
            self.search.seen.insert(url.split('#').next().unwrap_or_default().to_owned());
        }
        let (kind, home) = (document.kind(), self.sites.of(document, &self.options));
        let url = home.url.clone();
        let mut entity = Entity::new(&document.bytes).with_kind(kind).retrieved_from(&url);
        entity.charset = document.charset.as_deref();
        let reader = Reader::new(&entity, &self.options.reading);
        let based = BasedDocument::new(entity, reader.base(), Standard::Whatwg);
        let mut resolver = LinkResolver::new(&based);
        let mut current = Current { document, reader: &reader, kind, home, own: None };
        let mut cursor = Cursor::new(&document.bytes);
        let mut base: Arc<str> = "".into();
        let (source, first): (Arc<str>, _) = (document.name.as_str().into(), self.held.len());
        reader.links(findings, &mut |link| {
            let resolved = resolver.resolve(&link);
            let absolute = match &resolved.absolute {
                Ok(url) => Ok(url.as_ref().map_or("", |url| url.as_str())),
                Err(error) => Err(error),
            };
            let directory = resolver.whatwg_base(&resolved).map_or("", |base| base.href());
            let mut judged = self.judge(&link, absolute, directory, &mut current);
            let verdict = judged.verdict.unwrap_or(Verdict::Skipped);
            let pending = judged.pending.take();
            if verdict == Verdict::Ok && !self.options.report_good {
                self.summary.add(verdict, false);
            } else {
                let checked = checked(&source, &link, cursor.advance(link.span.start), verdict, judged);
                self.waiting += usize::from(pending.is_some());
                if *directory != *base {
                    base = directory.into();
                }
                self.held.push(Held { checked, pending, base: Arc::clone(&base) });
            }
        });
        let held = &mut self.held[first..];
        if held.is_empty() {
            return;
        }
        let texts = LinkTexts::of(&reader, &self.options.reading.limits);
        for Held { checked, .. } in held {
            checked.text = texts.at(checked.span.start).map(str::to_owned);
        }
    }

    /// Returns the number of links that are held.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert_eq!(Checker::new(Options::default()).held(), 0);
    /// ```
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Returns the number of held links whose servers are still to be asked.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert_eq!(Checker::new(Options::default()).waiting(), 0);
    /// ```
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Asks the servers of the links that are held, and passes the links to `sink` in the order of the documents. If the sink
    /// breaks, no more links are passed; returns whether it did.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default());
    /// checker.hold(&Document::new("a.html", "<a href=tel:+1>"), &mut ());
    /// assert!(checker.finish(&mut |checked| assert_eq!(checked.verdict.name(), "ok")).is_continue());
    /// ```
    pub fn finish<R: Flow>(&mut self, sink: &mut (impl FnMut(Checked) -> R + ?Sized)) -> ControlFlow<()> {
        #[cfg(feature = "retrieve")]
        self.ask();
        self.waiting = 0;
        for Held { mut checked, pending, base } in std::mem::take(&mut self.held) {
            #[cfg(feature = "retrieve")]
            self.complete(&mut checked, pending.as_ref(), &base);
            #[cfg(not(feature = "retrieve"))]
            let _ = (&mut checked, pending, base);
            self.summary.add(checked.verdict, checked.is_unseen);
            if checked.verdict != Verdict::Ok || self.options.report_good {
                sink(checked).flow()?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Asks about the targets that no answer covers yet.
    #[cfg(feature = "retrieve")]
    fn ask(&mut self) {
        let (Some(servers), search) = (&mut self.servers, &mut self.search) else { return };
        let mut targets = Targets::new();
        for origin in &search.origins {
            let maps = servers.read_rules(origin).into_iter();
            let maps = maps.filter(|map| search.origins.contains(host(map)) && !search.seen.contains(map));
            maps.for_each(|map| targets.entry(map).or_default().keeps = true);
        }
        let pending = self.held.iter().filter_map(|held| held.pending.as_ref());
        for (url, fragment) in pending.filter(|(url, fragment)| !servers.knows(url, fragment)) {
            // The target alone costs nothing in addition.
            let wanted = targets.entry(url.clone()).or_default();
            wanted.fragments.extend([String::new(), fragment.clone()]);
            wanted.keeps = search.origins.contains(host(url)) && !search.seen.contains(url);
        }
        if targets.is_empty() {
            return;
        }
        for (url, page) in servers.ask(targets, &self.options) {
            let is_new = search.seen.insert(url.clone()) | (url != page.url && search.seen.insert(page.url.clone()));
            if !is_new || !search.origins.contains(host(&page.url)) {
                continue;
            }
            if search.seen.len() > self.options.max_pages {
                self.summary.add_unread();
                continue;
            }
            let mut document = Document::new(napkin::mask_passwords(&page.url), page.bytes).retrieved_from(page.url);
            (document.kind, document.charset) = (Some(page.kind), page.charset);
            search.found.push(document);
        }
    }

    /// Returns the pages that the last [`finish`](Self::finish) found at the origins of the documents, if the options ask for a
    /// search. Checking them finds further pages.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// assert!(Checker::new(Options::default().with_recurse(true)).take_pages().is_empty());
    /// ```
    #[cfg(feature = "retrieve")]
    pub fn take_pages(&mut self) -> Vec<Document> {
        std::mem::take(&mut self.search.found)
    }

    /// Adds what the server says to a link.
    #[cfg(feature = "retrieve")]
    fn complete(&self, checked: &mut Checked, pending: Option<&Pending>, base: &str) {
        let Some((url, fragment)) = pending else { return };
        let Some(answer) = self.servers.as_ref().and_then(|servers| servers.answer(url)) else { return };
        (checked.verdict, checked.reason, checked.is_unseen) =
            (answer.verdict, answer.reason.clone(), answer.is_unseen);
        (checked.status, checked.redirects) = (answer.status, answer.redirects.clone());
        // A fragment that no redirect replaces stays (RFC 9110 section 10.2.2).
        let hash = if fragment.is_empty() { "" } else { "#" };
        let with = |url: &String| if url.contains('#') { url.clone() } else { format!("{url}{hash}{fragment}") };
        checked.final_url = answer.final_url.as_ref().map(with);
        if checked.verdict == Verdict::RedirectPermanent {
            let same_host = |url: &&String| host(url) == host(base);
            let relative =
                checked.final_url.as_ref().filter(same_host).and_then(|url| self.written(&checked.raw, url, base));
            checked.suggestion = relative.or_else(|| checked.final_url.clone());
            checked.is_certain = true;
        }
        if let Some(why) = answer.missing(fragment).filter(|_| !checked.verdict.is_failure()) {
            (checked.verdict, checked.reason) = (Verdict::FragmentMissing, why.to_owned().into());
        }
    }

    fn judge(&mut self, link: &Link<'_>, url: Result<&str, &Finding>, base: &str, current: &mut Current<'_>) -> Judged {
        if let Some(why) = not_followed(link) {
            return Judged::new(Verdict::Skipped, why);
        }
        let url = match url {
            Ok(url) => url,
            Err(error) => return Judged::new(Verdict::Malformed, error.to_string()),
        };
        let (place, fragment) = url.split_once('#').unwrap_or((url, ""));
        let judged = if is_map(link) {
            let name = link.text.trim_start_matches('#');
            let is_there = self.own(current).has_map(name);
            if is_there { Judged::good() } else { missing_fragment(format!("no map named `{name}` in the page")) }
        } else if link.context.is_style() && link.text.starts_with('#') {
            // CSS Values 4, section 4.5.1.1: such a URL names a place in the document that the style sheet is of.
            if current.kind == Kind::Css { Judged::good() } else { self.own_fragment(fragment, current) }
        } else {
            self.target(&link.text, place, fragment, base, current)
        };
        let absolute = judged.absolute.clone().or_else(|| self.shown(url));
        if let Some(fragment) = judged.suggestion.as_ref().filter(|better| better.starts_with('#')) {
            let before = link.text.split('#').next().unwrap_or_default();
            return Judged { absolute, suggestion: Some(format!("{before}{fragment}")), ..judged };
        }
        let rest = &url[url.find(['?', '#']).unwrap_or(url.len())..];
        let better =
            judged.suggestion.as_ref().and_then(|better| self.written(&link.text, &format!("{better}{rest}"), base));
        Judged { absolute, suggestion: better, ..judged }
    }

    /// Returns a URL in the form in which a reference is written: absolute, from the root, or relative.
    fn written(&self, text: &str, url: &str, base: &str) -> Option<String> {
        if text.starts_with(['/', '\\']) {
            let authority = url.find("://")? + 3;
            return Some(url[authority + url[authority..].find('/')?..].to_owned());
        }
        let read = |url| Reference::parse(url, Standard::Rfc3986).ok();
        if read(text).is_some_and(|reference| reference.is_absolute()) {
            return self.shown(url);
        }
        Some(Base::new(read(base)?).ok()?.relativize(read(url)?).ok()?.to_string())
    }

    /// Returns a URL as it is shown; `None` for one without a place.
    fn shown(&self, url: &str) -> Option<String> {
        if url.starts_with(NOWHERE) {
            return None;
        }
        let site = self.sites.0.iter().find(|site| url.starts_with(&*site.url));
        Some(site.map_or_else(|| url.to_owned(), |site| site.shown(url)))
    }

    fn target(&mut self, text: &str, url: &str, fragment: &str, base: &str, current: &mut Current<'_>) -> Judged {
        let scheme = url.split(':').next().unwrap_or_default();
        match scheme {
            "http" | "https" | "file" => {}
            _ => {
                let (verdict, reason) = schemes::judge(scheme, url);
                let has_server = napkin_scheme::find(scheme).is_some_and(|definition| definition.port.is_some());
                return match has_server && verdict == Verdict::Skipped && self.admits(url) {
                    true => self.server(url, fragment),
                    false => Judged::new(verdict, reason),
                };
            }
        }
        let without_query = url.split('?').next().unwrap_or_default();
        let ends: &[char] = if current.home.site.is_some() { &['?', '#'] } else { &['#'] };
        let own = current.home.url.split(ends).next().unwrap_or_default();
        if url.split(ends).next().unwrap_or_default() == own {
            return self.own_fragment(fragment, current);
        }
        if let Some((site, path)) = self.sites.find(without_query) {
            let about = &self.sites.0[site];
            if !about.is_published && climbs(text, base, about) {
                return Judged::new(Verdict::Broken, "the path leads out of the root folder");
            }
            if !about.is_rooted && text.starts_with(['/', '\\']) {
                return Judged::unseen("expected --root, found a path that begins with `/`");
            }
            let path = path.to_owned();
            return self.file(site, &path, fragment, current.kind);
        }
        if url.starts_with(NOWHERE) {
            return Judged::unseen("expected --base, found a relative reference in a document without a URL");
        }
        match scheme {
            "file" => Judged::new(Verdict::Skipped, "a file outside of the root folder"),
            _ => self.server(url, fragment),
        }
    }

    /// Returns whether the policy admits a URL of another scheme.
    fn admits(&self, url: &str) -> bool {
        #[cfg(feature = "retrieve")]
        return !self.options.offline && self.servers.as_ref().is_some_and(|servers| servers.admits(url));
        #[cfg(not(feature = "retrieve"))]
        {
            let _ = url;
            false
        }
    }

    /// Leaves a target to its server.
    fn server(&self, url: &str, fragment: &str) -> Judged {
        let judged = match self.options.offline {
            true => return Judged::new(Verdict::Skipped, "a server, which is not asked"),
            false => Judged::unseen("a server, which is not asked"),
        };
        #[cfg(feature = "retrieve")]
        if self.servers.is_some() {
            return Judged { pending: Some((url.to_owned(), fragment.to_owned())), ..judged };
        }
        let _ = (url, fragment);
        judged
    }

    /// Judges a path in a folder.
    fn file(&mut self, site: usize, path: &str, fragment: &str, kind: Kind) -> Judged {
        let folder = &mut self.sites.0[site].folder;
        let place = match folder.place(path) {
            Place::Folder => self.index(site, path, kind),
            place => place,
        };
        match place {
            Place::File(number) if fragment.is_empty() => {
                let _ = number;
                Judged::good()
            }
            Place::File(number) => self.fragment(site, number, fragment),
            Place::Folder if fragment.is_empty() => Judged::good(),
            Place::Folder => Judged::new(Verdict::Ok, "a folder, whose fragments are unknown"),
            Place::Unseen(why) => Judged::unseen(why.to_string()),
            Place::Missing(missing) => {
                let Site { folder, url, .. } = &mut self.sites.0[site];
                let other_case = folder.other_case(&missing);
                let is_certain = other_case.is_some();
                let nearest = if self.options.suggest { folder.nearest(path, &mut self.nearest) } else { None };
                let suggestion = other_case.or(nearest).map(|path| format!("{url}{path}"));
                Judged { suggestion, is_certain, ..Judged::new(Verdict::Broken, missing.reason.clone()) }
            }
        }
    }

    /// Returns what answers for a folder.
    fn index(&mut self, site: usize, path: &str, kind: Kind) -> Place {
        const PAGES: [&str; 2] = ["index.html", "index.htm"];
        const NOTES: [&str; 5] = ["index.html", "index.htm", "index.md", "README.md", "."];
        let folder = &mut self.sites.0[site].folder;
        let is_notes = matches!(kind, Kind::Markdown | Kind::Text | Kind::Json);
        let found = match &self.options.index_files {
            Some(names) => folder.index(path, names),
            None if is_notes => folder.index(path, &NOTES),
            None => folder.index(path, &PAGES),
        };
        found.unwrap_or_else(|| {
            let names = self.options.index_files.as_ref().map_or_else(|| PAGES.join(", "), |names| names.join(", "));
            let reason = format!("the folder has no index file ({names})");
            Place::Missing(Arc::new(crate::folder::Missing { reason, other_case: None }))
        })
    }

    /// Judges a fragment of a file.
    fn fragment(&mut self, site: usize, number: usize, fragment: &str) -> Judged {
        let path = self.sites.0[site].folder.file(number).to_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let options = &self.options;
        let places = self.places.entry((site, number)).or_insert_with(|| {
            let read = read(&path, options.max_document)?;
            let Some((kind, bytes)) = read else { return Ok(Arc::new(Places::Unknown)) };
            let entity = Entity::new(&bytes).with_kind(kind);
            Ok(Arc::new(Places::of(&Reader::new(&entity, &options.reading), kind, options.slugs)))
        });
        let places = match places {
            Ok(places) => Arc::clone(places),
            Err(why) => return Judged::unseen(why.to_string()),
        };
        let mut text = || {
            let (kind, bytes) = read(&path, options.max_document).ok()??;
            let entity = Entity::new(&bytes).with_kind(kind);
            Some(Reader::new(&entity, &options.reading).text().into_owned())
        };
        let missing = places.missing(fragment, &format!("`{name}`"), &mut text);
        missing.map_or_else(Judged::good, |why| self.missing(why, &places, fragment))
    }

    /// Judges a fragment of the current document.
    fn own_fragment(&mut self, fragment: &str, current: &mut Current<'_>) -> Judged {
        if fragment.is_empty() || current.kind.is_message() {
            return Judged::good();
        }
        let places = self.own(current);
        let reader = current.reader;
        let missing = places.missing(fragment, "this document", &mut || Some(reader.text().into_owned()));
        missing.map_or_else(Judged::good, |why| self.missing(why, &places, fragment))
    }

    /// Judges a fragment that names nothing. The suggestion is the fragment alone.
    fn missing(&mut self, why: String, places: &Places, fragment: &str) -> Judged {
        let better = if self.options.suggest { places.nearest(fragment, &mut self.nearest) } else { None };
        let suggestion = better.map(|better| format!("#{better}"));
        Judged { suggestion, ..missing_fragment(why) }
    }

    /// Returns the places of the current document, and keeps them for links from other documents.
    fn own(&mut self, current: &mut Current<'_>) -> Arc<Places> {
        if let Some(own) = &current.own {
            return Arc::clone(own);
        }
        let site =
            current.home.site.and_then(|site| Some((site, self.sites.0[site].path(&current.home.url)?.to_owned())));
        let number = site.and_then(|(site, path)| match self.sites.0[site].folder.place(&path) {
            Place::File(number) if current.document.kind.is_none() => Some((site, number)),
            _ => None,
        });
        let known = number.and_then(|number| self.places.get(&number)).and_then(|looked| looked.clone().ok());
        let own = known.unwrap_or_else(|| Arc::new(Places::of(current.reader, current.kind, self.options.slugs)));
        if let Some(number) = number {
            self.places.insert(number, Ok(Arc::clone(&own)));
        }
        current.own = Some(Arc::clone(&own));
        own
    }
}

fn missing_fragment(reason: String) -> Judged {
    Judged::new(Verdict::FragmentMissing, reason)
}

/// Reads a file in which fragments name places; `None` for a file of another kind.
fn read(path: &std::path::Path, limit: u64) -> Result<Option<(Kind, Vec<u8>)>, Arc<str>> {
    let failed = |error: std::io::Error| Arc::from(format!("the file cannot be read: {error}"));
    let named = Kind::of_name(&path.to_string_lossy());
    let has_places = |kind| matches!(kind, Kind::Html | Kind::Svg | Kind::Xml | Kind::Markdown);
    let is_named = path.extension().is_some();
    if is_named && !named.is_some_and(has_places) {
        return Ok(None);
    }
    let length = std::fs::metadata(path).map_err(failed)?.len();
    if length > limit {
        return Err(format!("expected at most {limit} bytes, found a file of {length}").into());
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    let kind = named.unwrap_or_else(|| Kind::of_content(&bytes));
    Ok(has_places(kind).then_some((kind, bytes)))
}

fn checked(source: &Arc<str>, link: &Link<'_>, at: Cursor<'_>, verdict: Verdict, judged: Judged) -> Checked {
    Checked {
        source: Arc::clone(source),
        part: link.part.as_ref().map(|part| Arc::clone(&part.number)),
        line: at.line,
        column: at.column,
        span: link.span,
        raw: napkin::mask_passwords(&link.raw_lossy()).into_owned(),
        context: link.context.to_string(),
        text: None,
        absolute: judged.absolute.map(|url| napkin::mask_passwords(&url).into_owned()),
        verdict,
        status: None,
        final_url: None,
        redirects: Vec::new(),
        reason: judged.reason,
        suggestion: judged.suggestion,
        fixed: false,
        is_unseen: judged.is_unseen,
        is_certain: judged.is_certain,
    }
}

/// Returns why a reference is not followed: it names something, or following it would send something.
fn not_followed(link: &Link<'_>) -> Option<&'static str> {
    match &link.context {
        Context::HtmlAttribute { element, attribute } => match (&**element, *attribute) {
            (_, "action" | "formaction") => Some("a form, which is not sent"),
            (_, "itemtype" | "itemid" | "profile") => Some("a name, not a link"),
            ("link", "href") if is_hint(link) => Some("a hint for connections, not a link"),
            _ => None,
        },
        Context::XmlDoctype | Context::XmlEntity | Context::ThisMessage => Some("a name, not a link"),
        _ => None,
    }
}

/// Returns whether all types of a `link` only prepare a connection.
fn is_hint(link: &Link<'_>) -> bool {
    let rel = link.rel.as_deref().unwrap_or_default();
    let mut types = rel.split_ascii_whitespace().peekable();
    let is_of_hints = |word: &str| ["preconnect", "dns-prefetch"].iter().any(|hint| word.eq_ignore_ascii_case(hint));
    types.peek().is_some() && types.all(is_of_hints)
}

fn is_map(link: &Link<'_>) -> bool {
    matches!(&link.context, Context::HtmlAttribute { attribute: "usemap", .. }) && link.text.starts_with('#')
}

/// Returns whether a reference has more `..` than there are folders above it in the site. As URLs, those at the root
/// are dropped; as paths of files they lead out.
fn climbs(text: &str, base: &str, site: &Site) -> bool {
    if !text.contains("..") && !text.contains("%2") {
        return false;
    }
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let Some(base) = site.path(base.split(['?', '#']).next().unwrap_or_default()) else { return false };
    let depth = if path.starts_with(['/', '\\']) { 0 } else { base.matches('/').count() };
    let mut depth = i64::try_from(depth).unwrap_or(i64::MAX);
    for segment in path.split(['/', '\\']).filter(|segment| !segment.is_empty()) {
        let plain = segment.replace("%2e", ".").replace("%2E", ".");
        depth += match &*plain {
            "." => 0,
            ".." => -1,
            _ => 1,
        };
        if depth < 0 {
            return true;
        }
    }
    false
}
