//! From bytes to tags and texts, window by window (HTML standard 13.2.5).
//!
//! Decides: which kind of token begins at a `<`, and what of a window has been read. What follows a start tag is read as
//! tree construction says.

use super::names::{Label, Name};
use super::raw::{self, End, Escape};
use super::tokens::{self, Names, Rest};
use super::tree::{Content, Start, Tree};
use super::{Attribute, Fate, Sink, Space, Tag, Text, TextKind};
use crate::options::Limits;
use crate::rules;
use memchr::{memchr, memmem, memrchr};
use napkin::{Finding, Span, Standard};

/// Reads a whole page, and says what stands open at its end: see [`Scanner::unfinished`].
///
/// ```
/// use napkin_document::html::{Sink, Tag, Text, scan};
/// struct Names(Vec<String>);
/// impl Sink for Names {
///     fn tag(&mut self, tag: &Tag<'_>) {
///         self.0.push(String::from_utf8_lossy(tag.bytes(tag.name)).into_owned());
///     }
///     fn text(&mut self, _: &Text<'_>) {}
/// }
/// let mut names = Names(Vec::new());
/// scan(b"<title><b></title><!-- <i> --><svg><title><b></b>", &mut names);
/// assert_eq!(names.0, ["title", "svg", "title", "b"]);
/// ```
pub fn scan<S: Sink + ?Sized>(page: &[u8], sink: &mut S) -> Option<Finding> {
    scan_within(page, &Limits::default(), sink)
}

/// Reads a whole page as [`scan`] does, within other limits.
///
/// ```
/// use napkin_document::{Limits, html};
/// struct Reached(usize);
/// impl html::Sink for Reached {
///     fn tag(&mut self, _: &html::Tag<'_>) {}
///     fn text(&mut self, _: &html::Text<'_>) {}
///     fn finding(&mut self, _: napkin::Finding) {
///         self.0 += 1;
///     }
/// }
/// let (mut usual, mut narrow) = (Reached(0), Reached(0));
/// html::scan(b"<p><p><g><g><g>", &mut usual);
/// html::scan_within(b"<p><p><g><g><g>", &Limits { elements: 3, ..Limits::default() }, &mut narrow);
/// assert_eq!((usual.0, narrow.0), (0, 1));
/// ```
pub fn scan_within<S: Sink + ?Sized>(page: &[u8], limits: &Limits, sink: &mut S) -> Option<Finding> {
    let mut scanner = Scanner::with_limits(limits);
    scanner.scan(page, true, sink);
    scanner.unfinished()
}

/// What is read where a window begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The first bytes of the page.
    Start,
    Data,
    /// Text of an element up to its end tag, of which so many bytes are known not to begin it.
    Raw {
        name: Name,
        kind: Option<TextKind>,
        searched: usize,
    },
    Script(Escape),
    Plaintext,
    /// A comment; whether its first bytes are those behind `<!--`.
    Comment {
        is_fresh: bool,
    },
    /// Anything up to the next `>`, which is a comment to the standard.
    Bogus,
    Doctype,
    Cdata,
    /// A tag whose beginning has been read.
    Rest(Rest),
}

/// How a token has been read.
enum Step {
    /// Up to this place; there is more.
    To(usize),
    /// Up to this place, and the window is not enough to go on.
    Stop(usize),
}

/// Reads a page in windows.
#[derive(Debug)]
pub struct Scanner {
    state: State,
    /// What is read behind a tag whose beginning has been read.
    then: State,
    tree: Tree,
    attributes: Vec<Attribute>,
    offset: usize,
    /// What the text, the comment or the tag begins with that is being read, in bytes of the page.
    opened: Span,
    /// What ends a tag in which the page ends.
    lacks: Option<&'static str>,
    /// Whether a reached limit of tree construction has been reported.
    is_limit_told: bool,
}

impl Default for Scanner {
    fn default() -> Self {
        Self::new()
    }
}

impl Scanner {
    /// At the beginning of a page.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(&Limits::default())
    }

    /// Creates a scanner at the beginning of a page, within these limits.
    #[must_use]
    pub fn with_limits(limits: &Limits) -> Self {
        let (state, then, tree, attributes) = (State::Start, State::Data, Tree::new(limits), Vec::new());
        Self { state, then, tree, attributes, offset: 0, opened: Span::default(), lacks: None, is_limit_told: false }
    }

    /// What stands open where the last window ended, as a finding at the bytes of the page that opened it: what ends there
    /// has swallowed all that is behind these. Behind the end of the page it is an error of the page (HTML standard 13.2.2).
    /// The first bytes of a tag are among what has not been read, if there is more of the page.
    #[must_use]
    pub fn unfinished(&self) -> Option<Finding> {
        let (rule, expected) = match self.state {
            State::Start | State::Data | State::Plaintext => (rules::EOF_IN_TAG, self.lacks?),
            State::Rest(rest) => (rules::EOF_IN_TAG, rest.expected()),
            State::Raw { .. } | State::Script(Escape::None) => (rules::EOF_IN_RAW_TEXT, "its end tag"),
            State::Script(_) => (rules::EOF_IN_SCRIPT_HTML_COMMENT_LIKE_TEXT, "its end tag"),
            State::Comment { .. } => (rules::EOF_IN_COMMENT, "`-->`"),
            State::Bogus => (rules::EOF_IN_COMMENT, "`>`"),
            State::Doctype => (rules::EOF_IN_DOCTYPE, "`>`"),
            State::Cdata => (rules::EOF_IN_CDATA, "`]]>`"),
        };
        Some(Finding::new(rule, Standard::Whatwg, self.opened, expected, None))
    }

    /// Reads as much of a window as can be read without knowing more, and says how many bytes that is. The next window begins
    /// behind these. A tag, and the text of a `style` or a `noscript`, is read as a whole: if nothing has been read, the
    /// window has to grow, or the token to be [`cut`](Self::cut).
    pub fn scan<S: Sink + ?Sized>(&mut self, window: &[u8], is_last: bool, sink: &mut S) -> usize {
        let mut at = 0;
        loop {
            let step = match self.state {
                State::Data => self.data(window, at, is_last, sink),
                _ => self.other(window, at, is_last, sink),
            };
            match step {
                Step::To(next) => at = next,
                Step::Stop(end) => {
                    self.offset += end;
                    return end;
                }
            }
            if at >= window.len() || sink.is_done() {
                self.offset += at;
                return at;
            }
        }
    }

    fn other<S: Sink + ?Sized>(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut S) -> Step {
        match self.state {
            State::Start => self.start(window, is_last),
            State::Data => Step::To(at),
            State::Raw { name, kind, searched } => self.raw(window, at, is_last, (name, kind, searched), sink),
            State::Script(mut escape) => {
                let end = raw::script_end(window, at, &mut escape, is_last);
                self.state = State::Script(escape);
                self.leave_at(end, State::Data)
            }
            State::Plaintext => Step::Stop(window.len()),
            State::Comment { is_fresh } => self.comment(window, at, is_last, is_fresh),
            State::Bogus | State::Doctype => {
                let end =
                    memchr(b'>', &window[at..]).map_or(End::Behind(window.len()), |found| End::At(at + found + 1));
                self.leave_at(end, State::Data)
            }
            State::Cdata => self.cdata(window, at, is_last, sink),
            State::Rest(rest) => match rest.read(&window[at..]) {
                Ok(length) => {
                    let then = std::mem::replace(&mut self.then, State::Data);
                    self.skip(then, at + length)
                }
                Err(rest) => self.leave_at(End::Behind(window.len()), State::Rest(rest)),
            },
        }
    }

    fn leave_at(&mut self, end: End, state: State) -> Step {
        match end {
            End::At(at) => {
                self.state = state;
                Step::To(at)
            }
            End::Behind(at) => {
                if let State::Rest(_) = state {
                    self.state = state;
                }
                Step::Stop(at)
            }
        }
    }

    /// A byte order mark is no text.
    fn start(&mut self, window: &[u8], is_last: bool) -> Step {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        if !is_last && window.len() < MARK.len() && MARK.starts_with(window) {
            return Step::Stop(0);
        }
        self.state = State::Data;
        Step::To(if window.starts_with(MARK) { MARK.len() } else { 0 })
    }

    /// Text up to a tag, and that tag.
    #[inline]
    fn data<S: Sink + ?Sized>(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut S) -> Step {
        if self.tree.in_svg_style() {
            match svg_text_end(window, at, is_last) {
                Some(end) if end > at => {
                    self.hand_over(window, Span::new(at, end), TextKind::SvgStyle, false, sink);
                    self.tree.text(&window[at..end], false);
                    return Step::To(end);
                }
                Some(_) => {}
                None => return Step::Stop(at),
            }
        }
        let Some(found) = memchr(b'<', &window[at..]) else {
            let end = if is_last { window.len() } else { whole_references(window, at) };
            self.tree.text(&window[at..end], false);
            return Step::Stop(end);
        };
        let open = at + found;
        if found > 0 && !self.tree.is_settled() {
            self.tree.text(&window[at..open], false);
        }
        match window.get(open + 1) {
            Some(first) if first.is_ascii_alphabetic() => self.start_tag(window, open, is_last, sink),
            Some(b'/') => self.end_tag(window, open, is_last, sink),
            Some(b'!') => self.declaration(window, open, is_last),
            Some(b'?') => self.begin(State::Bogus, open, open + 2),
            None if !is_last => Step::Stop(open),
            _ => {
                self.tree.text(b"<", false);
                Step::To(open + 1)
            }
        }
    }

    fn skip(&mut self, state: State, at: usize) -> Step {
        self.state = state;
        Step::To(at)
    }

    /// The same where something begins that may swallow what follows.
    fn begin(&mut self, state: State, open: usize, at: usize) -> Step {
        self.opened = Span::new(open, at).shift(self.offset);
        self.skip(state, at)
    }

    /// A tag that does not end in the window.
    #[cold]
    fn incomplete(&mut self, window: &[u8], open: usize, name: usize, is_last: bool) -> Step {
        if !is_last {
            return Step::Stop(open);
        }
        let (end, rest) = match tokens::name(window, name) {
            Some((end, _)) => (end, Rest::Space.read(&window[end..]).err().unwrap_or(Rest::Space)),
            None => (window.len(), Rest::Tag),
        };
        self.opened = Span::new(open, end).shift(self.offset);
        self.lacks = Some(rest.expected());
        Step::Stop(window.len())
    }

    #[inline]
    fn start_tag<S: Sink + ?Sized>(&mut self, window: &[u8], open: usize, is_last: bool, sink: &mut S) -> Step {
        self.attributes.clear();
        let Some(token) = tokens::tag(window, open + 1, &mut self.attributes) else {
            return self.incomplete(window, open, open + 1, is_last);
        };
        let tag = Tag {
            window,
            offset: self.offset,
            span: Span::new(open, token.end),
            name: token.name,
            attributes: &[],
            is_self_closing: token.is_self_closing,
            space: Space::Html,
            fate: Fate::Element,
            in_template: false,
            is_cut: false,
        };
        self.open(tag, token.label(window), sink);
        Step::To(token.end)
    }

    /// A start tag, whose attributes are at hand.
    #[inline]
    fn open<S: Sink + ?Sized>(&mut self, tag: Tag<'_>, label: Label<'_>, sink: &mut S) {
        let name = label.name;
        let in_template = self.tree.in_template();
        let names = Names { window: tag.window, attributes: &self.attributes };
        let start = Start { name, label, is_closed: tag.is_self_closing, attributes: &names };
        let made = self.tree.start(&start);
        self.watch(tag.span, sink);
        sink.tag(&Tag { attributes: &self.attributes, space: made.space, fate: made.fate, in_template, ..tag });
        if made.content == Content::Data {
            return;
        }
        self.opened = tag.span.shift(self.offset);
        self.state = match made.content {
            Content::Data => State::Data,
            Content::Script => State::Script(Escape::None),
            Content::Plaintext => State::Plaintext,
            Content::Rcdata | Content::Rawtext => {
                let kind = match name {
                    Name::Style => Some(TextKind::Style),
                    Name::Noscript => Some(TextKind::Noscript),
                    _ => None,
                };
                State::Raw { name, kind, searched: 0 }
            }
        };
    }

    /// Reports, once, that a tag has reached a limit of tree construction.
    #[inline]
    fn watch<S: Sink + ?Sized>(&mut self, tag: Span, sink: &mut S) {
        if let Some(limit) = self.tree.reached()
            && !self.is_limit_told
        {
            self.is_limit_told = true;
            sink.finding(Finding::new(rules::ELEMENTS_TOO_DEEP, Standard::Whatwg, tag, limit.expected(), None));
        }
    }

    /// What begins with `</`.
    #[inline]
    fn end_tag<S: Sink + ?Sized>(&mut self, window: &[u8], open: usize, is_last: bool, sink: &mut S) -> Step {
        match window.get(open + 2) {
            Some(first) if first.is_ascii_alphabetic() => {}
            Some(b'>') => return Step::To(open + 3),
            Some(_) => return self.begin(State::Bogus, open, open + 2),
            // At the end of the page it is text.
            None => return Step::Stop(if is_last { window.len() } else { open }),
        }
        self.attributes.clear();
        let Some(token) = tokens::tag(window, open + 2, &mut self.attributes) else {
            return self.incomplete(window, open, open + 2, is_last);
        };
        self.tree.end(token.label(window));
        self.watch(Span::new(open, token.end), sink);
        Step::To(token.end)
    }

    /// What begins with `<!` (13.2.5.42).
    fn declaration(&mut self, window: &[u8], open: usize, is_last: bool) -> Step {
        const CDATA: &[u8] = b"[CDATA[";
        const DOCTYPE: &[u8] = b"doctype";
        let rest = &window[open + 2..];
        if rest.starts_with(b"--") {
            return self.begin(State::Comment { is_fresh: true }, open, open + 4);
        }
        if rest.len() < CDATA.len() && !is_last {
            return Step::Stop(open);
        }
        if rest.starts_with(CDATA) && self.tree.is_foreign() {
            return self.begin(State::Cdata, open, open + 2 + CDATA.len());
        }
        if rest.get(..DOCTYPE.len()).is_some_and(|word| word.eq_ignore_ascii_case(DOCTYPE)) {
            return self.begin(State::Doctype, open, open + 2 + DOCTYPE.len());
        }
        self.begin(State::Bogus, open, open + 2)
    }

    /// A comment, from what is behind its `<!--` (13.2.5.43 to 52).
    fn comment(&mut self, window: &[u8], start: usize, is_last: bool, is_fresh: bool) -> Step {
        let mut at = start;
        while let Some(found) = memchr(b'>', &window[at..]) {
            let mark = at + found;
            let text = &window[start..mark];
            let is_empty = is_fresh && matches!(text, b"" | b"-");
            if is_empty || text.ends_with(b"--") || text.ends_with(b"--!") {
                return self.skip(State::Data, mark + 1);
            }
            at = mark + 1;
        }
        // The last three bytes may belong to the end.
        const TAIL: usize = 3;
        if is_last || window.len() <= start + TAIL {
            return Step::Stop(if is_last { window.len() } else { start });
        }
        self.state = State::Comment { is_fresh: false };
        Step::Stop(window.len() - TAIL)
    }

    fn cdata<S: Sink + ?Sized>(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut S) -> Step {
        const END: &[u8] = b"]]>";
        let found = memmem::find(&window[at..], END).map(|found| at + found);
        let in_style = self.tree.in_svg_style();
        if found.is_none() && in_style && !is_last {
            return Step::Stop(at);
        }
        let held = window.len().saturating_sub(END.len() - 1).max(at);
        let end = found.unwrap_or(if is_last { window.len() } else { held });
        self.tree.text(&window[at..end], true);
        if in_style {
            self.hand_over(window, Span::new(at, end), TextKind::SvgStyleVerbatim, false, sink);
        }
        match found {
            Some(end) => self.skip(State::Data, end + END.len()),
            None => Step::Stop(end),
        }
    }

    fn raw<S: Sink + ?Sized>(
        &mut self,
        window: &[u8],
        at: usize,
        is_last: bool,
        (name, kind, searched): (Name, Option<TextKind>, usize),
        sink: &mut S,
    ) -> Step {
        let end = raw::end(window, (at + searched).min(window.len()), name, is_last);
        let Some(kind) = kind else { return self.leave_at(end, State::Data) };
        match end {
            End::Behind(far) if !is_last => {
                self.state = State::Raw { name, kind: Some(kind), searched: far - at };
                Step::Stop(at)
            }
            End::At(text_end) | End::Behind(text_end) => {
                self.hand_over(window, Span::new(at, text_end), kind, false, sink);
                self.leave_at(end, State::Data)
            }
        }
    }

    fn hand_over<S: Sink + ?Sized>(&self, window: &[u8], span: Span, kind: TextKind, is_cut: bool, sink: &mut S) {
        if !span.is_empty() {
            sink.text(&Text { window, offset: self.offset, span, kind, is_cut });
        }
    }

    /// Gives up reading as a whole the token that the window begins with and that does not end in it: hands over as much as
    /// there is, and says how many bytes that is. [`scan`](Self::scan) has read nothing of this window.
    pub fn cut<S: Sink + ?Sized>(&mut self, window: &[u8], sink: &mut S) -> usize {
        let read = match self.state {
            State::Raw { name, kind: Some(kind), searched } => {
                let length = searched.min(window.len());
                self.hand_over(window, Span::new(0, length), kind, true, sink);
                self.state = State::Raw { name, kind: Some(kind), searched: 0 };
                length
            }
            State::Cdata => {
                let length = window.len().saturating_sub(2);
                self.hand_over(window, Span::new(0, length), TextKind::SvgStyleVerbatim, true, sink);
                length
            }
            State::Data if window.first() == Some(&b'<') => self.cut_tag(window, sink),
            State::Data => {
                self.hand_over(window, Span::new(0, window.len()), TextKind::SvgStyle, true, sink);
                window.len()
            }
            _ => window.len(),
        };
        self.offset += read;
        read
    }

    /// The attributes that are whole count; up to the end of the tag no others do.
    fn cut_tag<S: Sink + ?Sized>(&mut self, window: &[u8], sink: &mut S) -> usize {
        let is_end = window.get(1) == Some(&b'/');
        let start = if is_end { 2 } else { 1 };
        let name = tokens::name(window, start);
        self.opened = Span::new(0, name.map_or(start, |(end, _)| end)).shift(self.offset);
        let Some((end, packed)) = name else {
            // No element that anybody knows has a name of that length.
            self.state = State::Rest(Rest::Tag);
            return window.len();
        };
        let rest = Rest::Space.read(&window[end..]).err().unwrap_or(Rest::Space);
        self.attributes.clear();
        tokens::tag(window, start, &mut self.attributes);
        let label = Label::new(&window[start..end], packed);
        if is_end {
            self.tree.end(label);
            self.watch(Span::new(0, end), sink);
        } else {
            let span = Span::new(0, window.len());
            let tag = Tag {
                window,
                offset: self.offset,
                span,
                name: Span::new(start, end),
                attributes: &[],
                is_self_closing: false,
                space: Space::Html,
                fate: Fate::Element,
                in_template: false,
                is_cut: true,
            };
            self.open(tag, label, sink);
        }
        // The rest of the tag stands before what is to be read as the tag says.
        self.then = std::mem::replace(&mut self.state, State::Rest(rest));
        window.len()
    }
}

/// Where a text in a `style` of SVG ends: at what is no text. Nothing if that is not in the window.
fn svg_text_end(window: &[u8], mut at: usize, is_last: bool) -> Option<usize> {
    while let Some(found) = memchr(b'<', &window[at..]) {
        let open = at + found;
        match window.get(open + 1) {
            Some(b'/') if is_last && window.len() == open + 2 => return Some(window.len()),
            Some(b'/' | b'!' | b'?') => return Some(open),
            Some(first) if first.is_ascii_alphabetic() => return Some(open),
            None if !is_last => return None,
            _ => at = open + 1,
        }
    }
    is_last.then_some(window.len())
}

/// Up to where text at the end of a window has no character reference that may go on.
fn whole_references(window: &[u8], at: usize) -> usize {
    const LONGEST: usize = 64;
    let from = window.len().saturating_sub(LONGEST).max(at);
    let Some(found) = memrchr(b'&', &window[from..]) else { return window.len() };
    let rest = &window[from + found + 1..];
    let goes_on = rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    if goes_on { from + found } else { window.len() }
}
