//! Documents that are not held in memory.
//!
//! Decides: which those are, and how they are read: pages and texts in UTF-8 that are larger than [`Sizes::whole`], under one
//! standard, window by window. A page is read twice, since a `base` that stands behind a link applies to it, and since what is
//! nowhere declared to be UTF-8 has to be so from end to end. What comes through a pipe goes to a temporary file first.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;

use napkin::{Finding, Span};
use napkin_document::{BaseWindows, CharsetFrom, Entity, Kind, Limits, Link, More, Options, PageWindows, Windows};

use crate::commands::mailbox::Input;
use crate::output::Cursor;
use napkin_answer::links::Declared;

/// How much is held.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// What is no larger is held as a whole.
    pub(super) whole: u64,
    /// How many bytes a window has at first.
    pub(super) window: usize,
    /// How large a window may become for one tag, or the text of one `style` or `noscript`.
    pub(super) longest: usize,
    /// What is larger is not held, whatever it is.
    pub(super) held: u64,
}

/// How much tells what a document is, and declares its encoding.
const HEAD: usize = 4096;

impl Sizes {
    /// Where at most `held` bytes are held of a document, and `longest` of a tag.
    pub(super) fn new(held: u64, longest: usize) -> Self {
        // No less: the beginning of a declaration, a character reference or an end tag is never cut.
        let longest = longest.max(256);
        Self { whole: held.min(64 << 20), window: longest.min(4 << 20), longest, held }
    }
}

/// What is read.
pub(super) enum Source {
    Whole(Vec<u8>),
    Large(File),
}

/// A file, or a pipe.
pub(super) fn open(input: Input, sizes: Sizes) -> io::Result<Source> {
    let mut file = match input {
        Input::File(file) => file,
        Input::Stream(mut stream) => return spooled(&mut stream, sizes),
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

/// What can be read once is kept: in memory, or in a file without name when it is large.
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

/// The first bytes.
pub(super) fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.rewind()?;
    file.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// All bytes, of what is not read in windows.
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
    /// The first pass: what the document says of its base. Gives the file back if the document has to be held. `entity` has
    /// its first bytes.
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
            let mut spot = Default::default();
            let mut offset = 0;
            let is_utf8 = large.windows(is_default, &mut |window, more| {
                let is_new = windows.span().is_none();
                let consumed = windows.read(window, more);
                let cursor = Cursor::resume(window, spot);
                if let Some(span) = windows.span().filter(|_| is_new) {
                    let span = Span::new(span.start - offset, span.end - offset);
                    let at = { cursor }.advance(span.start);
                    place = (at.line, at.column);
                }
                spot = { cursor }.advance(consumed).spot().behind(consumed);
                offset += consumed;
                Some(consumed)
            })?;
            if !is_utf8 {
                return Ok(Err(large.file));
            }
        }
        Ok(Ok((large, Declared { base: windows.declared(entity), place })))
    }

    /// The second pass: the links of each window, and then how much of it has been read. Ends when `sink` says so.
    pub(super) fn links(
        &mut self,
        options: &Options,
        sink: &mut dyn FnMut(&[u8], Found<'_, '_>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let (mut pages, mut texts, kind) = (PageWindows::with_limits(&options.limits), Windows::default(), self.kind);
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
                _ => texts.read(window, more == More::Ended, options, link),
            };
            findings.drain(..).for_each(|finding| sink(Found::Wrong(finding)));
            texts.cut().into_iter().for_each(|finding| sink(Found::Wrong(finding)));
            if let Some(finding) = pages.unfinished() {
                if let Some(start) = finding.span.start.checked_sub(offset) {
                    let span = Span::new(start, finding.span.end - offset);
                    sink(Found::Open(Finding { span, ..finding }));
                }
                if more == More::Ended {
                    sink(Found::Unfinished);
                }
            }
            sink(Found::Read(consumed));
            offset += consumed;
            if flow.is_break() { None } else { Some(consumed) }
        })?;
        Ok(())
    }

    /// Hands every window to `read`, which returns how much it does not need any more, or `None` to stop. Where `checks`, returns
    /// whether all is UTF-8.
    fn windows(&mut self, checks: bool, read: &mut dyn FnMut(&[u8], More) -> Option<usize>) -> io::Result<bool> {
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
                0 => More::Ended,
                _ if window.len() >= self.sizes.longest => More::Cut,
                _ => More::Comes,
            };
            let Some(consumed) = read(&window[..filled], more) else { return Ok(true) };
            if more == More::Ended {
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

/// What comes of a window.
pub(super) enum Found<'l, 'a> {
    Link(&'l Link<'a>),
    /// Something is wrong with a page inside the page, or a tag is too long.
    Wrong(Finding),
    /// In this window begins what stands open where it ends.
    Open(Finding),
    /// That stands open at the end of the page.
    Unfinished,
    /// So many bytes have been read.
    Read(usize),
}

/// Whether pieces are UTF-8 together.
struct Utf8 {
    is_so: bool,
    /// The beginning of a character.
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
