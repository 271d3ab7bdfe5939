//! Reads documents that are too large to hold in memory.
//!
//! Pages and texts in UTF-8 that are larger than [`Sizes::whole`] are read in windows, under a single standard. Before
//! its links are read, the file of a page is searched for `base` tags and, unless the page declares UTF-8, checked for
//! it. The scanner runs twice only up to the base, which also applies to the links before it. A pipe is first copied to
//! a temporary file.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;

use napkin::{Finding, Span};
use napkin_document::{
    BaseWindows, CharsetFrom, Entity, Kind, Limits, Link, Options, PageWindows, TextWindows, WindowEnd,
};

use crate::entries::Input;
use crate::output::Cursor;
use napkin_answer::links::Declared;

/// The limits on memory, in bytes.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// The size up to which a document is held as a whole.
    pub(super) whole: u64,
    /// The initial size of a window.
    pub(super) window: usize,
    /// The maximum size of a window, for one tag or the text of one `style` or `noscript` element.
    pub(super) longest: usize,
    /// The size above which no document is held, whatever its kind.
    pub(super) held: u64,
}

/// The number of bytes that determine the kind of a document and declare its encoding.
const HEAD: usize = 4096;

/// The length of the beginning of a `base` tag, without its last byte.
const TAG: usize = "<bas".len();

impl Sizes {
    /// Returns the sizes for at most `held` bytes of a document, and `longest` bytes of a tag.
    pub(super) fn new(held: u64, longest: usize) -> Self {
        // A lower limit could cut the beginning of a declaration, a character reference or an end tag.
        let longest = longest.max(256);
        Self { whole: held.min(64 << 20), window: longest.min(4 << 20), longest, held }
    }
}

/// A document to read.
pub(super) enum Source {
    Whole(Vec<u8>),
    Large(File),
}

/// Opens a file or a pipe.
pub(super) fn open(input: Input, sizes: Sizes) -> io::Result<Source> {
    let mut file = match input {
        Input::File(file) => file,
        Input::Stream(mut stream) => return spooled(&mut stream, sizes),
        Input::Retrieved(found) => return Ok(Source::Whole(found.bytes)),
        #[cfg(feature = "retrieve")]
        Input::Url => return Ok(Source::Whole(Vec::new())),
    };
    let about = file.metadata()?;
    if about.len() > sizes.whole {
        return Ok(Source::Large(file));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(Source::Whole(bytes))
}

/// Stores a stream in memory, or in an unnamed temporary file if it is large.
fn spooled(input: &mut dyn Read, sizes: Sizes) -> io::Result<Source> {
    let mut bytes = Vec::new();
    input.take(sizes.whole.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= sizes.whole {
        return Ok(Source::Whole(bytes));
    }
    let mut file = tempfile::tempfile()?;
    file.write_all(&bytes)?;
    drop(bytes);
    io::copy(input, &mut file)?;
    Ok(Source::Large(file))
}

/// Returns the first bytes of a file.
pub(super) fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.rewind()?;
    file.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns all bytes of a file that cannot be read in windows.
pub(super) fn whole(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A page or a text in UTF-8.
pub(super) struct Large {
    file: File,
    kind: Kind,
    sizes: Sizes,
}

impl Large {
    /// Makes the first pass, which finds the base that the document declares. Returns the file if the document must be
    /// held. `entity` has its first bytes.
    pub(super) fn read(
        file: File,
        entity: &Entity<'_>,
        sizes: Sizes,
        limits: &Limits,
    ) -> io::Result<Result<(Self, Declared), File>> {
        let charset = napkin_document::charset(entity);
        let is_default = charset.from == CharsetFrom::Default;
        let may_be = charset.name() == "UTF-8" || is_default && entity.kind == Kind::Html;
        if !may_be || !matches!(entity.kind, Kind::Html | Kind::Text) {
            return Ok(Err(file));
        }
        let mut large = Self { file, kind: entity.kind, sizes };
        let mut windows = BaseWindows::with_limits(limits);
        let mut place = (1, 1);
        if entity.kind == Kind::Html {
            let (mut last, mut offset) = (None, 0);
            let is_utf8 = large.windows(is_default, &mut |window, more| {
                last = BaseWindows::last_tag(window).map(|at| offset + at).or(last);
                let consumed = if more == WindowEnd::Final { window.len() } else { window.len().saturating_sub(TAG) };
                offset += consumed;
                Some(consumed)
            })?;
            if !is_utf8 {
                return Ok(Err(large.file));
            }
            let (mut spot, mut offset) = (Default::default(), 0);
            large.windows(false, &mut |window, more| {
                if windows.span().is_some() || last.is_none_or(|last| last < offset) {
                    return None;
                }
                let consumed = windows.read(window, more);
                let cursor = Cursor::resume(window, spot);
                if let Some(span) = windows.span() {
                    let at = { cursor }.advance(span.start - offset);
                    place = (at.line, at.column);
                }
                spot = { cursor }.advance(consumed).spot().behind(consumed);
                offset += consumed;
                Some(consumed)
            })?;
        }
        Ok(Ok((large, Declared { base: windows.declared(entity), place })))
    }

    /// Makes the second pass. Passes the links of each window to `sink`, and then the number of bytes read of it. Ends
    /// when `sink` breaks.
    pub(super) fn links(
        &mut self,
        options: &Options,
        sink: &mut dyn FnMut(&[u8], Found<'_, '_>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let (mut pages, mut texts, kind) =
            (PageWindows::with_limits(&options.limits), TextWindows::default(), self.kind);
        let (mut offset, mut findings) = (0, Vec::new());
        let mut flow = ControlFlow::Continue(());
        self.windows(false, &mut |window, more| {
            let mut sink = |found: Found<'_, '_>| {
                if flow.is_continue() {
                    flow = sink(window, found);
                }
            };
            let link = &mut |link: Link<'_>| sink(Found::Link(&link));
            let consumed = match kind {
                Kind::Html => pages.read(window, more, options, &mut findings, link),
                _ => texts.read(window, more == WindowEnd::Final, options, link),
            };
            findings.drain(..).for_each(|finding| sink(Found::Wrong(finding)));
            texts.cut().into_iter().for_each(|finding| sink(Found::Wrong(finding)));
            if let Some(finding) = pages.unfinished() {
                if let Some(start) = finding.span.start.checked_sub(offset) {
                    let span = Span::new(start, finding.span.end - offset);
                    sink(Found::Open(finding.with_span(span)));
                }
                if more == WindowEnd::Final {
                    sink(Found::Unfinished);
                }
            }
            sink(Found::Read(consumed));
            offset += consumed;
            if flow.is_break() { None } else { Some(consumed) }
        })?;
        Ok(())
    }

    /// Passes every window to `read`, which returns the number of bytes that it no longer needs, or `None` to stop. If
    /// `checks` is true, returns whether the file is UTF-8.
    fn windows(&mut self, checks: bool, read: &mut dyn FnMut(&[u8], WindowEnd) -> Option<usize>) -> io::Result<bool> {
        self.file.rewind()?;
        let mut window = vec![0; self.sizes.window.max(1)];
        let (mut filled, mut utf8) = (0, Utf8 { is_so: true, open: Vec::new() });
        loop {
            let count = match self.file.read(&mut window[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if checks && !utf8.goes_on(&window[filled..filled + count]) {
                return Ok(false);
            }
            filled += count;
            if count > 0 && filled < window.len() {
                continue;
            }
            let more = match count {
                0 => WindowEnd::Final,
                _ if window.len() >= self.sizes.longest => WindowEnd::Full,
                _ => WindowEnd::Open,
            };
            let Some(consumed) = read(&window[..filled], more) else { return Ok(true) };
            if more == WindowEnd::Final {
                return Ok(utf8.open.is_empty());
            }
            if consumed == 0 {
                let most = if self.kind == Kind::Html { self.sizes.longest } else { usize::MAX };
                window.resize((window.len() * 2).min(most), 0);
            }
            window.copy_within(consumed..filled, 0);
            filled -= consumed;
        }
    }
}

/// A result of reading a window.
pub(super) enum Found<'l, 'a> {
    Link(&'l Link<'a>),
    /// A finding in a page inside the page, or a tag that is too long.
    Wrong(Finding),
    /// The construct that is unfinished at the end of the window begins in this window.
    Open(Finding),
    /// That construct is still unfinished at the end of the page.
    Unfinished,
    /// The number of bytes of the window that have been read.
    Read(usize),
}

/// Checks whether the concatenation of pieces is UTF-8.
struct Utf8 {
    is_so: bool,
    /// The incomplete character at the end of the last piece.
    open: Vec<u8>,
}

impl Utf8 {
    fn goes_on(&mut self, piece: &[u8]) -> bool {
        self.open.extend_from_slice(piece);
        let valid = match std::str::from_utf8(&self.open) {
            Ok(text) => text.len(),
            Err(error) => {
                self.is_so &= error.error_len().is_none();
                error.valid_up_to()
            }
        };
        self.open.drain(..valid);
        self.is_so
    }
}
