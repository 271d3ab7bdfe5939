//! Judges the links of documents. Start with `Checker::check`.

mod judge;
#[cfg(feature = "retrieve")]
mod remote;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use napkin::{Sink, Standard};
use napkin_document::audit::LinkTexts;
use napkin_document::{BasedDocument, Cursor, Entity, Flow, Kind, Link, LinkResolver, Reader};
use napkin_mail::Related;

use crate::end::End;
use crate::fragment::Places;
use crate::moves::Moves;
use crate::nearest::Nearest;
#[cfg(feature = "retrieve")]
use crate::servers::{Servers, host};
use crate::site::{Home, Sites};
use crate::{Checked, Document, Options, Summary, Verdict};

#[cfg(feature = "retrieve")]
pub use self::remote::Stopper;

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
    moves: Moves,
    end: End,
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
    /// The labels of the parts of a message, once a link asks for them.
    related: Option<Related<'d, 'd>>,
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
            moves: Moves::default(),
            end: End::default(),
            #[cfg(feature = "retrieve")]
            servers: None,
            #[cfg(feature = "retrieve")]
            search: Search::default(),
        }
    }

    /// Returns the checker that reads a document no further once `is_over` says so. It is asked at each link.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default()).with_end(|| true);
    /// checker.check(&Document::new("menu.html", "<a href=tel:a><a href=tel:b>"), &mut (), &mut |_| {});
    /// assert_eq!(checker.summary().links(), 0);
    /// ```
    #[must_use]
    pub fn with_end(self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { end: End::new(is_over), ..self }
    }

    /// Returns the checker that suggests the new place of a file that has moved. `moved` gets the path of a missing file, without symbolic
    /// links, and returns the path at which the file is now, if it knows.
    ///
    /// ```
    /// use napkin_check::{Checker, Options};
    /// let checker = Checker::new(Options::default()).with_moves(|missing| Some(missing.with_extension("html")));
    /// assert_eq!(checker.summary().links(), 0);
    /// ```
    #[must_use]
    pub fn with_moves(self, moved: impl Fn(&Path) -> Option<PathBuf> + Send + Sync + 'static) -> Self {
        Self { moves: Moves::new(moved), ..self }
    }

    /// Returns the number of links so far, for each verdict.
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
        self.hold(document, findings, sink)?;
        self.finish(sink)
    }

    /// Checks a stream of documents or [targets](Document::target), and passes the links to `sink` in the order of the stream, whatever
    /// the order of the answers. Links wait for servers until [`Options::max_held`] of them are held. If the sink breaks, nothing more
    /// is read; returns whether it did.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// use std::ops::ControlFlow;
    /// let targets = ["mailto:sam@pub.example", "tel:beer", "tel:+1"].into_iter().map(Document::target);
    /// let mut found = Vec::new();
    /// let _ = Checker::new(Options::default()).check_all(targets, &mut (), &mut |checked| {
    ///     found.push(format!("{} {}", checked.verdict, checked.raw));
    ///     if checked.verdict.is_failure() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(found, ["ok mailto:sam@pub.example", "malformed tel:beer"]);
    /// ```
    pub fn check_all<R: Flow>(
        &mut self,
        documents: impl IntoIterator<Item = Document>,
        findings: &mut dyn Sink,
        sink: &mut (impl FnMut(Checked) -> R + ?Sized),
    ) -> ControlFlow<()> {
        for document in documents {
            self.hold(&document, findings, sink)?;
            if self.waiting == 0 || self.held.len() >= self.options.max_held {
                self.finish(sink)?;
            }
        }
        self.finish(sink)
    }

    /// Judges the links of a document without servers, and holds them for [`finish`](Self::finish). So the servers of many
    /// documents are asked at the same time. As soon as [`Options::max_held`] links are held, they are finished, so that the memory
    /// does not grow with the document. If the sink breaks, nothing more is read; returns whether it did.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default());
    /// let mut sources = Vec::new();
    /// let mut sink = |checked: napkin_check::Checked| sources.push(checked.source.to_string());
    /// let _ = checker.hold(&Document::new("a.html", "<a href=#x>"), &mut (), &mut sink);
    /// let _ = checker.hold(&Document::new("b.html", "<a href=#x>"), &mut (), &mut sink);
    /// assert_eq!((checker.held(), checker.waiting()), (2, 0));
    /// let _ = checker.finish(&mut sink);
    /// assert_eq!(sources, ["a.html", "b.html"]);
    /// ```
    pub fn hold<R: Flow>(
        &mut self,
        document: &Document,
        findings: &mut dyn Sink,
        sink: &mut (impl FnMut(Checked) -> R + ?Sized),
    ) -> ControlFlow<()> {
        self.hold_in(document, None, findings, &mut |checked| sink(checked).flow())
    }

    /// Judges the links in these lines of a document like [`hold`](Self::hold), for example in the lines that a change touches.
    ///
    /// ```
    /// use napkin_check::{Checked, Checker, Document, Options};
    /// let mut checker = Checker::new(Options::default());
    /// let document = Document::new("a.html", "<a href=#x>\n<a href=#y>\n<a href=#z>");
    /// let mut sink = |checked: Checked| assert_eq!(checked.raw, "#y");
    /// let _ = checker.hold_lines(&document, &[2..=2], &mut (), &mut sink);
    /// let _ = checker.finish(&mut sink);
    /// assert_eq!(checker.summary().links(), 1);
    /// ```
    pub fn hold_lines<R: Flow>(
        &mut self,
        document: &Document,
        lines: &[RangeInclusive<usize>],
        findings: &mut dyn Sink,
        sink: &mut (impl FnMut(Checked) -> R + ?Sized),
    ) -> ControlFlow<()> {
        let mut lines = lines.to_vec();
        lines.sort_unstable_by_key(|lines| *lines.end());
        self.hold_in(document, Some(&lines), findings, &mut |checked| sink(checked).flow())
    }

    /// Holds the links in these lines, which are sorted by their ends; without lines, all links.
    fn hold_in(
        &mut self,
        document: &Document,
        lines: Option<&[RangeInclusive<usize>]>,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.begin(document);
        let (kind, home) = (document.kind(), self.sites.of(document, &self.options));
        let url = home.url.clone();
        let mut entity = Entity::new(&document.bytes).with_kind(kind).retrieved_from(&url);
        entity.charset = document.charset.as_deref();
        entity.fragments = document.fragments.as_ref();
        let reader = Reader::new(&entity, &self.options.reading);
        let based = BasedDocument::new(entity, reader.base(), Standard::Whatwg);
        let mut resolver = LinkResolver::new(&based);
        let mut current = Current { document, reader: &reader, kind, home, own: None, related: None };
        let mut cursor = Cursor::new(&document.bytes);
        let mut base: Arc<str> = "".into();
        let source: Arc<str> = document.name.as_str().into();
        let (mut first, texts, mut flow) = (self.held.len(), OnceCell::new(), ControlFlow::Continue(()));
        reader.links(findings, &mut |link| {
            if self.end.is_reached() {
                return ControlFlow::Break(());
            }
            // Lines are counted only for links that need them.
            let early = lines.map(|lines| (lines, cursor.advance(link.span.start)));
            if early.as_ref().is_some_and(|(lines, at)| !has_line(lines, at.line)) {
                return ControlFlow::Continue(());
            }
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
                return ControlFlow::Continue(());
            }
            let at = early.map_or_else(|| cursor.advance(link.span.start), |(_, at)| at);
            let checked = checked(&source, &link, at, verdict, judged);
            self.waiting += usize::from(pending.is_some());
            if *directory != *base {
                base = directory.into();
            }
            self.held.push(Held { checked, pending, base: Arc::clone(&base) });
            if self.held.len() >= self.options.max_held {
                self.add_texts(first, &texts, &reader);
                first = 0;
                flow = self.finish(sink);
            }
            flow
        });
        self.add_texts(first, &texts, &reader);
        flow
    }

    /// Counts a document, and remembers that it needs no search.
    fn begin(&mut self, document: &Document) {
        self.summary.add_document();
        #[cfg(not(feature = "retrieve"))]
        let _ = document;
        #[cfg(feature = "retrieve")]
        if let Some(url) = document.url.as_deref().filter(|_| self.options.recurse) {
            self.search.origins.insert(host(url).to_owned());
            self.search.seen.insert(url.split('#').next().unwrap_or_default().to_owned());
        }
    }

    /// Adds the texts of the links to those that are held from the link `first` on.
    fn add_texts(&mut self, first: usize, texts: &OnceCell<LinkTexts>, reader: &Reader<'_>) {
        let held = &mut self.held[first..];
        // Of the elements of HTML, `a` alone has a text; to find it, the page is scanned again.
        let may_have_text = |context: &str| !context.starts_with("html ") || context.starts_with("html a[");
        if self.end.is_reached() || !held.iter().any(|held| may_have_text(&held.checked.context)) {
            return;
        }
        let texts = texts.get_or_init(|| LinkTexts::of(reader, &self.options.reading.limits));
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
    /// let mut sink = |checked: napkin_check::Checked| assert_eq!(checked.verdict.name(), "ok");
    /// let _ = checker.hold(&Document::new("a.html", "<a href=tel:+1>"), &mut (), &mut sink);
    /// assert!(checker.finish(&mut sink).is_continue());
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
}

fn has_line(lines: &[RangeInclusive<usize>], line: usize) -> bool {
    let next = lines.partition_point(|lines| *lines.end() < line);
    lines.get(next).is_some_and(|lines| *lines.start() <= line)
}

fn checked(source: &Arc<str>, link: &Link<'_>, mut at: Cursor<'_>, verdict: Verdict, judged: Judged) -> Checked {
    let Cursor { line, column, byte_column, .. } = at;
    let end = at.advance(link.span.end);
    let raw = napkin::mask_passwords(&link.readable()).into_owned();
    Checked {
        source: Arc::clone(source),
        part: link.part.as_ref().map(|part| Arc::clone(&part.number)),
        line,
        column,
        byte_column,
        end: (end.line, end.column, end.byte_column),
        span: link.span,
        is_exact: raw.as_bytes() == link.raw,
        raw,
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
