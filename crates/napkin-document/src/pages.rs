//! A page that is read piece by piece, in memory that does not grow with it.
//!
//! Decides: nothing but how a caller goes on: what a window holds to the end, `html` says, and what in that is a link,
//! `links::html`. A page is read twice, since a `base` that stands behind a link applies to it: first for what it declares,
//! then for its links. Both are for pages in UTF-8; the encoding of others has to be known as a whole.

use crate::base::BaseDeclared;
use crate::entity::Entity;
use crate::flow::Flow;
use crate::link::Link;
use crate::links::html::{self, BaseElement, Go};
use crate::nested;
use crate::options::{Limits, Options};
use crate::rules;
use napkin::{Finding, Sink, Span, Standard};
use napkin_html::Scanner;

/// How much more a caller has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum More {
    /// There is more of the page, and the window may grow.
    Comes,
    /// There is more of the page, but the window may not grow: the tag or text with which it begins is read as far as it is
    /// there, if the window was not enough for it.
    Cut,
    /// This is the end of the page.
    Ended,
}

/// The links of an HTML page in UTF-8 window by window: for pages of any length in bounded memory.
///
/// Each window begins with what [`read`](Self::read) has not yet consumed of the window before, and has more of the page
/// behind. However the page is divided, the links are those of the whole, as long as nothing is [cut](More::Cut).
///
/// ```
/// use napkin_document::{More, Options, PageWindows};
/// let page = b"<p>see <a href=menu>it</a> and <a href=beer>that</a>";
/// let (mut windows, mut window, mut found) = (PageWindows::default(), Vec::new(), Vec::new());
/// for piece in page.chunks(7) {
///     window.extend_from_slice(piece);
///     let sink = &mut |link: napkin_document::Link<'_>| found.push(link.text.to_string());
///     let consumed = windows.read(&window, More::Comes, &Options::default(), &mut (), sink);
///     window.drain(..consumed);
/// }
/// windows.read(&window, More::Ended, &Options::default(), &mut (), &mut |link| found.push(link.text.to_string()));
/// assert_eq!(found, ["menu", "beer"]);
/// assert!(windows.unfinished().is_none());
/// ```
#[derive(Debug, Default)]
pub struct PageWindows {
    scanner: Scanner,
}

impl PageWindows {
    /// Creates a reader at the beginning of a page, within these limits of tree construction. Each window also has its options.
    #[must_use]
    pub fn with_limits(limits: &Limits) -> Self {
        Self { scanner: Scanner::with_limits(&limits.html()) }
    }

    /// Hands the links of a window to `sink`, their places counted from the window's first byte, and returns how many bytes
    /// at its beginning are not needed any more. If it is none, let the window grow. What is wrong with pages in attributes,
    /// and what is [cut](More::Cut), is reported to `findings`, with places counted in the same way.
    /// If `sink` [breaks](Flow), the answer is the end of the tag at which it did: from there the page can be read on.
    pub fn read<'w, R: Flow>(
        &mut self,
        window: &'w [u8],
        more: More,
        options: &Options,
        findings: &mut dyn Sink,
        sink: &mut (impl FnMut(Link<'w>) -> R + ?Sized),
    ) -> usize {
        let sink = &mut |link| sink(link).flow();
        let go = if more == More::Ended { Go::Last } else { Go::Whole };
        match nested::window(&mut self.scanner, go, window, options, findings, sink) {
            0 if more == More::Cut => {
                findings.report(too_long(window));
                nested::window(&mut self.scanner, Go::Cut, window, options, findings, sink)
            }
            consumed => consumed,
        }
    }

    /// What stands open where the last window ended, as an error of the page if that is its end: see [`read`](crate::read).
    /// The place is that of what has opened it, in bytes of the page: in the last window, or in one before it.
    #[must_use]
    pub fn unfinished(&self) -> Option<Finding> {
        self.scanner.unfinished().map(|problem| html::finding(problem, 0))
    }
}

/// What the window begins with is longer than it may be.
fn too_long(window: &[u8]) -> Finding {
    const NAME: usize = 32;
    let start = &window[..window.len().min(NAME)];
    let name = start.iter().position(u8::is_ascii_whitespace).unwrap_or(start.len());
    Finding::new(rules::TOKEN_TOO_LONG, Standard::Whatwg, Span::new(0, name.max(1)), "", None)
}

/// What an HTML page in UTF-8 declares of its base, window by window.
///
/// ```
/// use napkin_document::{BaseWindows, Entity, More};
/// let mut windows = BaseWindows::default();
/// let consumed = windows.read(b"<a href=x><base hr", More::Comes);
/// assert_eq!(consumed, 10);
/// windows.read(b"<base href=http://pub.example/>", More::Ended);
/// let declared = windows.declared(&Entity::new(b""));
/// assert_eq!(declared.under(napkin::Standard::Whatwg).url.as_deref(), Some("http://pub.example/"));
/// ```
#[derive(Debug, Default)]
pub struct BaseWindows {
    scanner: Scanner,
    offset: usize,
    found: Option<BaseElement<'static>>,
}

impl BaseWindows {
    /// Creates a reader at the beginning of a page, within these limits.
    #[must_use]
    pub fn with_limits(limits: &Limits) -> Self {
        Self { scanner: Scanner::with_limits(&limits.html()), ..Self::default() }
    }

    /// Reads a window, and returns how many bytes at its beginning are not needed any more: see [`PageWindows::read`].
    pub fn read(&mut self, window: &[u8], more: More) -> usize {
        if self.found.is_some() {
            return window.len();
        }
        let go = if more == More::Ended { Go::Last } else { Go::Whole };
        let (mut consumed, mut found) = html::base_window(&mut self.scanner, go, window, self.offset);
        if consumed == 0 && more == More::Cut {
            (consumed, found) = html::base_window(&mut self.scanner, Go::Cut, window, self.offset);
        }
        self.offset += consumed;
        self.found = found;
        consumed
    }

    /// The `href` of the `base` element, in bytes of the page, once it has been found: then the rest of the page does not
    /// matter.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.found.as_ref().map(|found| found.span)
    }

    /// What the page declares, with what its surroundings say; the bytes of `entity` are not read.
    #[must_use]
    pub fn declared(self, entity: &Entity<'_>) -> BaseDeclared {
        BaseDeclared::with_element(self.found, entity)
    }
}
