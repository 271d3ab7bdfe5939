//! Reads an HTML page of any length in windows, in bounded memory. Start with `PageWindows`.
//!
//! A `base` also applies to earlier links: `BaseWindows` finds the base, then `PageWindows` the links. The first one
//! needs to read only pages with a `base` tag, and only up to the base. Both need pages in UTF-8, because the encoding
//! of another page can only be determined from the whole page.

use crate::base::BaseDeclared;
use crate::encoding::charset;
use crate::entity::Entity;
use crate::flow::Flow;
use crate::link::Link;
use crate::links::html::{self, BaseElement, Go};
use crate::nested;
use crate::options::{Limits, Options};
use crate::rules;
use napkin::{Finding, Sink, Span, Standard};
use napkin_html::Scanner;

/// Whether more of the page follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowEnd {
    /// There is more of the page, and the window may grow.
    Open,
    /// There is more of the page, but the window may not grow. If the tag or text at the start of the window does not
    /// fit, its beginning is read alone.
    Full,
    /// This is the end of the page.
    Final,
}

/// Finds the links of an HTML page in UTF-8 window by window: for pages of any length in bounded memory.
///
/// Each window begins with the bytes that [`read`](Self::read) has not yet consumed, followed by more of the page. The
/// division into windows does not change the links, as long as nothing is [cut](WindowEnd::Full).
///
/// ```
/// use napkin_document::{WindowEnd, Options, PageWindows};
/// let page = b"<p>see <a href=menu>it</a> and <a href=beer>that</a>";
/// let (mut windows, mut window, mut found) = (PageWindows::default(), Vec::new(), Vec::new());
/// for piece in page.chunks(7) {
///     window.extend_from_slice(piece);
///     let sink = &mut |link: napkin_document::Link<'_>| found.push(link.text.to_string());
///     let consumed = windows.read(&window, WindowEnd::Open, &Options::default(), &mut (), sink);
///     window.drain(..consumed);
/// }
/// windows.read(&window, WindowEnd::Final, &Options::default(), &mut (), &mut |link| found.push(link.text.to_string()));
/// assert_eq!(found, ["menu", "beer"]);
/// assert!(windows.unfinished().is_none());
/// ```
#[derive(Debug, Default)]
pub struct PageWindows {
    scanner: Scanner,
}

impl PageWindows {
    /// Creates a reader at the beginning of a page, within these limits of tree construction. The other limits come
    /// with the options of each window.
    ///
    /// ```
    /// use napkin_document::{Limits, Options, PageWindows, WindowEnd};
    /// let mut windows = PageWindows::with_limits(&Limits::default());
    /// let read = windows.read(b"<p>", WindowEnd::Final, &Options::default(), &mut (), &mut |_| ());
    /// assert_eq!(read, 3);
    /// ```
    #[must_use]
    pub fn with_limits(limits: &Limits) -> Self {
        Self { scanner: Scanner::with_limits(&limits.html()) }
    }

    /// Passes the links of a window to `sink`, with spans relative to the window, and returns the number of bytes that
    /// have been consumed. If it is 0, let the window grow. Problems of pages in attributes, and [cut](WindowEnd::Full)
    /// tokens, are reported to `findings`, with spans relative to the window. If `sink` [breaks](Flow), the result is
    /// the end of the tag at which it did; reading can continue from there.
    ///
    /// ```
    /// use napkin_document::{Limits, Options, PageWindows, WindowEnd};
    /// let (mut windows, mut count) = (PageWindows::default(), 0);
    /// windows.read(b"<a href=beer>", WindowEnd::Final, &Options::default(), &mut (), &mut |_| count += 1);
    /// assert_eq!(count, 1);
    /// ```
    pub fn read<'w, R: Flow>(
        &mut self,
        window: &'w [u8],
        more: WindowEnd,
        options: &Options,
        findings: &mut dyn Sink,
        sink: &mut (impl FnMut(Link<'w>) -> R + ?Sized),
    ) -> usize {
        let sink = &mut |link| sink(link).flow();
        let go = if more == WindowEnd::Final { Go::Last } else { Go::Whole };
        match nested::window(&mut self.scanner, go, window, options, findings, sink) {
            0 if more == WindowEnd::Full => {
                findings.report(too_long(window));
                nested::window(&mut self.scanner, Go::Cut, window, options, findings, sink)
            }
            consumed => consumed,
        }
    }

    /// Returns the markup that is still open at the end of the last window; at the end of the page this is an error:
    /// see [`read_links`](crate::read_links). The span is the opening of the markup in bytes of the page, possibly before the last
    /// window.
    ///
    /// ```
    /// use napkin_document::{Limits, Options, PageWindows, WindowEnd};
    /// let mut windows = PageWindows::default();
    /// windows.read(b"<p><!-- beer", WindowEnd::Final, &Options::default(), &mut (), &mut |_| ());
    /// assert_eq!(windows.unfinished().unwrap().rule, napkin_document::rules::EOF_IN_COMMENT);
    /// ```
    #[must_use]
    pub fn unfinished(&self) -> Option<Finding> {
        self.scanner.unfinished().map(|problem| html::finding(problem, 0))
    }
}

/// Returns the finding for a token that exceeds the largest window.
fn too_long(window: &[u8]) -> Finding {
    const NAME: usize = 32;
    let start = &window[..window.len().min(NAME)];
    let name = start.iter().position(u8::is_ascii_whitespace).unwrap_or(start.len());
    Finding::new(rules::TOKEN_TOO_LONG, Standard::Whatwg, Span::new(0, name.max(1)), "", None)
}

/// Finds the base that an HTML page in UTF-8 declares, window by window.
///
/// ```
/// use napkin_document::{BaseWindows, Entity, WindowEnd};
/// let mut windows = BaseWindows::default();
/// let consumed = windows.read(b"<a href=x><base hr", WindowEnd::Open);
/// assert_eq!(consumed, 10);
/// windows.read(b"<base href=http://pub.example/>", WindowEnd::Final);
/// let declared = windows.declared(&Entity::new(b""));
/// assert_eq!(declared.under(napkin::Standard::Whatwg).url.as_deref(), Some("http://pub.example/"));
/// ```
#[derive(Debug, Default)]
pub struct BaseWindows {
    scanner: Scanner,
    offset: usize,
    found: Option<BaseElement>,
}

impl BaseWindows {
    /// Creates a reader at the beginning of a page, within these limits.
    ///
    /// ```
    /// use napkin_document::{BaseWindows, Entity, Limits, WindowEnd};
    /// let mut windows = BaseWindows::with_limits(&Limits::default());
    /// windows.read(b"<base href=/menu/><p>", WindowEnd::Final);
    /// assert!(windows.span().is_some());
    /// ```
    #[must_use]
    pub fn with_limits(limits: &Limits) -> Self {
        Self { scanner: Scanner::with_limits(&limits.html()), ..Self::default() }
    }

    /// Returns the offset of the last tag of a window that may be a `base`. A page without one declares no base, and
    /// need not be read.
    ///
    /// ```
    /// use napkin_document::BaseWindows;
    /// assert_eq!(BaseWindows::last_tag(b"<p><BASE href=/><p>"), Some(3));
    /// assert_eq!(BaseWindows::last_tag(b"<p>"), None);
    /// ```
    #[must_use]
    pub fn last_tag(window: &[u8]) -> Option<usize> {
        html::last_base_tag(window)
    }

    /// Reads a window and returns the number of bytes that have been consumed: see [`PageWindows::read`].
    ///
    /// ```
    /// use napkin_document::{BaseWindows, Entity, Limits, WindowEnd};
    /// let mut windows = BaseWindows::with_limits(&Limits::default());
    /// windows.read(b"<base href=/menu/><p>", WindowEnd::Final);
    /// assert!(windows.span().is_some());
    /// ```
    pub fn read(&mut self, window: &[u8], more: WindowEnd) -> usize {
        if self.found.is_some() {
            return window.len();
        }
        let go = if more == WindowEnd::Final { Go::Last } else { Go::Whole };
        let (mut consumed, mut found) = html::base_window(&mut self.scanner, go, window, self.offset);
        if consumed == 0 && more == WindowEnd::Full {
            (consumed, found) = html::base_window(&mut self.scanner, Go::Cut, window, self.offset);
        }
        self.offset += consumed;
        self.found = found;
        consumed
    }

    /// Returns the `href` of the `base` element, in bytes of the page, once it has been found. The rest of the page is
    /// then irrelevant.
    ///
    /// ```
    /// use napkin_document::{BaseWindows, Entity, Limits, WindowEnd};
    /// let mut windows = BaseWindows::with_limits(&Limits::default());
    /// windows.read(b"<base href=/menu/><p>", WindowEnd::Final);
    /// assert_eq!(windows.span(), Some(napkin::Span::new(11, 17)));
    /// ```
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.found.as_ref().map(|found| found.span)
    }

    /// Returns the declarations of the page and of the surroundings in `entity`, whose bytes are not read.
    #[must_use]
    pub fn declared(self, entity: &Entity<'_>) -> BaseDeclared {
        let charset = charset(&Entity { bytes: b"", ..*entity }.in_charset("utf-8"));
        BaseDeclared::new(self.found, entity, charset)
    }
}
