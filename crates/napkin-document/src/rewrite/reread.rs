//! Reads the rewritten document and reverts edits that do not read back as intended. Start at `settle`.
//!
//! An edit is reverted if its link would not read as intended, or if another link would change. Prose has no escapes,
//! and the reading of a position depends on quotes and brackets far away, so only reading the whole document tells.
//! The first pass reverts the edit before each error; while errors remain, each pass reverts twice as many edits
//! around each error. So the document is read at most as often as the number of edits has binary digits.

use super::callback::{Found, Rewrite};
use super::characters::Style;
use super::edit::{At, Edit};
use super::pieces::View;
use super::report::{Change, Misread, Rewritten};
use super::writer::Writer;
use crate::encoding::{self, CharsetFrom};
use crate::entity::{Entity, Kind};
use crate::links::html as pages;
use crate::options::Options;
use napkin::Span;
use napkin_html::Scanner;
use std::ops::{ControlFlow, Range};

/// The number of bytes of a page read at once; more if a tag or text is longer.
const WINDOW: usize = if cfg!(test) { 16 } else { 1 << 20 };

/// A link that was read: its span in the outermost document, and its text.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) span: Span,
    /// The text, if it differs from the bytes of the document.
    decoded: Option<String>,
}

impl Read {
    pub(super) fn new(span: Span, text: &str, bytes: &[u8]) -> Self {
        Self { span, decoded: (bytes.get(span.range()) != Some(text.as_bytes())).then(|| text.to_owned()) }
    }

    /// Returns the text; `bytes` is the outermost document.
    pub(super) fn text<'r>(&'r self, bytes: &'r [u8]) -> &'r [u8] {
        self.decoded.as_ref().map_or_else(|| &bytes[self.span.range()], |text| text.as_bytes())
    }
}

impl Rewritten {
    /// Reads the new document and compares its links with the expected ones.
    ///
    /// ```
    /// use napkin_document::rewrite::{Found, rewrite};
    /// use napkin_document::{Entity, Options};
    /// let page = Entity::new(b"<a href=beer>beer</a>");
    /// let mut done = rewrite(&page, &Options::default(), &mut |_: &Found<'_, '_>| Some("/menu".to_owned()));
    /// assert_eq!(done.verify(&page, &Options::default()), Ok(()));
    /// done.bytes = b"<a href=/cider>beer</a>".to_vec();
    /// assert_eq!(done.verify(&page, &Options::default()).unwrap_err().found.as_deref(), Some("/cider"));
    /// ```
    ///
    /// # Errors
    /// Returns the first link that differs.
    pub fn verify(&self, old: &Entity<'_>, options: &Options) -> Result<(), Misread> {
        let texts = |entity: &Entity<'_>| {
            let read = read(entity, options);
            read.iter().map(|read| String::from_utf8_lossy(read.text(entity.bytes)).into_owned()).collect::<Vec<_>>()
        };
        let mut expected = texts(old);
        for change in &self.changes {
            if let Some(text) = expected.get_mut(change.number) {
                text.clone_from(&change.new);
            }
        }
        let found = texts(&Entity { bytes: &self.bytes, ..*old });
        let first = expected.iter().zip(&found).position(|(expected, found)| expected != found);
        let number = match first {
            None if expected.len() == found.len() => return Ok(()),
            first => first.unwrap_or(expected.len().min(found.len())),
        };
        Err(Misread { number, expected: expected.get(number).cloned(), found: found.get(number).cloned() })
    }
}

/// Leaves every link as it is.
struct Null;

impl Rewrite for Null {
    fn link(&mut self, _found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        ControlFlow::Continue(None)
    }
}

/// Returns all links, in the order in which they are rewritten.
pub(super) fn read(entity: &Entity<'_>, options: &Options) -> Vec<Read> {
    let mut null = Null;
    let mut writer = Writer::new(entity.bytes, options, &mut null);
    writer.whole(entity);
    writer.read
}

/// Returns all links of the new document, in the order in which they are rewritten. A page in UTF-8 is read window by
/// window, so that it is never held as a whole.
fn read_anew(entity: &Entity<'_>, options: &Options, view: &View<'_>) -> Vec<Read> {
    if is_unicode_page(entity, view) {
        return read_windows(options, view);
    }
    read(&Entity { bytes: &view.whole(), ..*entity }, options)
}

/// Returns whether the old document and the new one are pages in UTF-8.
fn is_unicode_page(entity: &Entity<'_>, view: &View<'_>) -> bool {
    let charset = encoding::charset(entity);
    if entity.kind != Kind::Html || charset.name() != "UTF-8" {
        return false;
    }
    // New texts may move an encoding declaration out of the bytes in which it counts.
    let mut start = Vec::new();
    for piece in view.pieces() {
        start.extend_from_slice(&piece[..piece.len().min(encoding::PRESCAN)]);
        if start.len() >= encoding::PRESCAN {
            break;
        }
    }
    match charset.from {
        CharsetFrom::ByteOrderMark | CharsetFrom::Entity => true,
        CharsetFrom::Content => encoding::declared_by_page(&start) == Some("UTF-8"),
        CharsetFrom::Default => encoding::declared_by_page(&start).is_none_or(|name| name == "UTF-8"),
    }
}

fn read_windows(options: &Options, view: &View<'_>) -> Vec<Read> {
    let mut scanner = Scanner::with_limits(&options.limits.html());
    let (mut window, mut offset, mut wanted) = (Vec::new(), 0, WINDOW);
    let mut pieces = view.pieces().flat_map(|piece| piece.chunks(WINDOW)).peekable();
    let mut all = Vec::new();
    while pieces.peek().is_some() || !window.is_empty() {
        while window.len() < wanted
            && let Some(piece) = pieces.next()
        {
            window.extend_from_slice(piece);
        }
        let is_last = pieces.peek().is_none();
        let go = if is_last { pages::Go::Last } else { pages::Go::Whole };
        let mut null = Null;
        let mut writer = Writer::new(&window, options, &mut null);
        let at = At { bytes: &window, style: Style::default(), outward: &|span| span, depth: 0 };
        let consumed = pages::window(&mut scanner, go, &window, (options, true), &mut |place| {
            writer.place_of_page(place, &at, &mut Vec::new())
        });
        all.extend(writer.read.into_iter().map(|read| Read { span: read.span.shift(offset), ..read }));
        if is_last {
            break;
        }
        window.drain(..consumed);
        offset += consumed;
        // The first token of the window is longer than the window.
        wanted = if consumed == 0 { 2 * wanted } else { WINDOW };
    }
    all
}

/// Reverts the edits that do not read back, and returns their changes.
pub(super) fn settle(
    entity: &Entity<'_>,
    options: &Options,
    old: &[Read],
    changes: &[Change],
    edits: &mut Vec<Edit>,
) -> Vec<usize> {
    let mut taken_back = Vec::new();
    let mut width = 1;
    while !edits.is_empty() {
        let view = View::new(entity.bytes, edits, changes);
        let mut found = read_anew(entity, options, &view);
        found.sort_by_key(|link| link.span.start);
        let expected = expected(entity.bytes, old, changes, edits, &view.starts);
        let blamed = blamed(&expected, (&view, &found), width);
        if !blamed.contains(&true) {
            break;
        }
        let mut blamed = blamed.into_iter();
        edits.retain(|edit| {
            let stays = !blamed.next().unwrap_or(false);
            if !stays {
                taken_back.push(edit.change);
            }
            stays
        });
        width *= 2;
    }
    taken_back
}

/// A link that the new document should have.
struct Expected<'r> {
    text: &'r [u8],
    place: Span,
    /// Whether its span must match exactly.
    is_exact: bool,
}

impl Expected<'_> {
    /// Returns whether a link of the new document is this link.
    fn is(&self, view: &View<'_>, found: &Read) -> bool {
        let is_there = match self.is_exact {
            true => found.span == self.place,
            // An empty text may be anywhere in the white space around it.
            false if found.span.is_empty() => true,
            false => self.place.start <= found.span.start && found.span.end <= self.place.end,
        };
        is_there
            && match &found.decoded {
                Some(decoded) => self.text == decoded.as_bytes(),
                None => self.text.len() == found.span.len() && view.has(self.text, found.span.start),
            }
    }
}

/// Returns the links that the new document should have, in order; `bytes` is the old document.
fn expected<'r>(
    bytes: &'r [u8],
    old: &'r [Read],
    changes: &'r [Change],
    edits: &[Edit],
    starts: &[usize],
) -> Vec<Expected<'r>> {
    let mut own = vec![None; old.len()];
    for (number, edit) in edits.iter().enumerate() {
        own[changes[edit.change].number] = Some(number);
    }
    let moved = |at: usize, behind: usize| match behind.checked_sub(1) {
        Some(last) => starts[last] + edits[last].text(changes).len() + (at - edits[last].span.end),
        None => at,
    };
    let written = |number: usize| Span::new(starts[number], starts[number] + edits[number].text(changes).len());
    let one = |(read, own): (&'r Read, Option<usize>)| {
        if let Some(number) = own {
            let text = changes[edits[number].change].new.as_bytes();
            return Expected { text, place: written(number), is_exact: false };
        }
        let behind = edits.partition_point(|edit| edit.span.end <= read.span.start);
        let start = moved(read.span.start, behind);
        match edits.get(behind).filter(|next| next.span.start < read.span.end) {
            None => {
                Expected { text: read.text(bytes), place: Span::new(start, start + read.span.len()), is_exact: true }
            }
            // It overlaps a changed link.
            Some(_) => {
                let place = written(behind);
                let place = Span::new(start.min(place.start), place.end.max(start + read.span.len()));
                Expected { text: read.text(bytes), place, is_exact: false }
            }
        }
    };
    let mut expected: Vec<Expected<'_>> = old.iter().zip(own).map(one).collect();
    expected.sort_by_key(|link| link.place.start);
    expected
}

/// Returns for each edit whether it is blamed: `width` edits on either side of each error are.
fn blamed(expected: &[Expected<'_>], (view, found): (&View<'_>, &[Read]), width: usize) -> Vec<bool> {
    let starts = &view.starts[..];
    let mut blamed = vec![false; starts.len()];
    let mut blame = |at: usize| blamed[around(starts, at, width)].fill(true);
    let (mut expected, mut found) = (expected.iter().peekable(), found.iter().peekable());
    loop {
        match (expected.peek(), found.peek()) {
            (None, None) => return blamed,
            (Some(one), Some(other)) if one.is(view, other) => {
                expected.next();
                found.next();
            }
            (Some(one), other) if other.is_none_or(|other| one.place.start <= other.span.start) => {
                blame(one.place.start);
                let place = one.place;
                expected.next();
                found.next_if(|other| other.span.start < place.end.max(place.start + 1));
            }
            (_, other) => {
                if let Some(other) = other {
                    blame(other.span.start);
                }
                found.next();
            }
        }
    }
}

/// Returns the edits around an offset of the new document: the last that begins at or before it, or else the first,
/// and with a larger width its neighbours.
fn around(starts: &[usize], at: usize, width: usize) -> Range<usize> {
    let nearest = starts.partition_point(|&start| start <= at).saturating_sub(1);
    nearest.saturating_sub(width - 1)..starts.len().min(nearest.saturating_add(width))
}

#[cfg(test)]
mod tests {
    use super::super::rewrite_within;
    use super::*;

    const PAGES: [&str; 8] = [
        "<a href=x>x</a> <img srcset='a 1x, b 2x'> <p style=\"a:url(b)\">",
        "<base href=b/><style>@import 'x'; p { a: url(y) }</style><a href='z'>",
        "<iframe srcdoc='<a href=&quot;x&quot;> <p style=&quot;a:url(y)&quot;>'></iframe><a href=x>",
        "<noscript><img src=x></noscript><script>var a = '<a href=x>';</script><a href=y",
        "<!-- <a href=x> --><a href=x><svg><image href=y /><style>a{b:url(c)}</style></svg>",
        "<a href=\"a long reference, longer than some windows are\">\u{e9}<a href='&#120;&amp;y'>",
        "<meta http-equiv=refresh content='0; url=x'><a ping='a b c' href>",
        "<title><a href=x></title><textarea><a href=y></textarea><plaintext><a href=z>",
    ];

    fn texts(bytes: &[u8], read: &[Read]) -> Vec<(Span, Vec<u8>)> {
        read.iter().map(|link| (link.span, link.text(bytes).to_vec())).collect()
    }

    /// Windows of 16 bytes and more divide the pages at every place.
    #[test]
    fn windows_have_the_links_of_the_whole_page() {
        let options = Options::default();
        for page in PAGES {
            for new in ["", "b", "http://new.example/", "a\"b'c>"] {
                for padding in 0..17 {
                    let page = format!("{}{page}", "-".repeat(padding));
                    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html);
                    let mut to_new = |found: &Found<'_, '_>| (!found.is_base()).then(|| new.to_owned());
                    let pieces = rewrite_within(&entity, &options, usize::MAX, &mut to_new).unwrap();
                    let whole = pieces.iter().collect::<Vec<_>>().concat();
                    assert_eq!(whole.len(), pieces.length());
                    let changed = Entity { bytes: &whole, ..entity };
                    let view = View::new(&whole, &[], &[]);
                    let expected = texts(&whole, &read(&changed, &options));
                    assert_eq!(texts(&whole, &read_windows(&options, &view)), expected, "{page} {new}");
                }
            }
        }
    }

    #[test]
    fn view_has_the_texts_of_the_whole_document() {
        let context = || crate::context::Context::HtmlRefresh;
        let change = |new: &str| Change {
            number: 0,
            span: Span::new(0, 0),
            old: String::new(),
            new: new.into(),
            context: context(),
        };
        let changes = ["", "xyz", "", "q"].map(change);
        let places = [(0, 0), (0, 2), (2, 4), (7, 7)];
        let edit = |(change, (start, end))| Edit { span: Span::new(start, end), escaped: None, change };
        let edits: Vec<Edit> = places.into_iter().enumerate().map(edit).collect();
        let view = View::new(b"abcdefg", &edits, &changes);
        let whole = view.whole();
        assert_eq!(whole, b"xyzefgq");
        assert_eq!(view.starts, [0, 0, 3, 6]);
        for end in 0..=whole.len() {
            for start in 0..=end {
                let text = &whole[start..end];
                assert!(view.has(text, start), "{start} to {end}");
                for at in 0..text.len() {
                    let mut other = text.to_vec();
                    other[at] = b'-';
                    assert!(!view.has(&other, start), "{start} to {end}, but for {at}");
                }
            }
            assert!(!view.has(b"more than there is", end));
        }
    }
}
