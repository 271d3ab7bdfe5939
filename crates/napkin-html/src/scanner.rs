//! Tokenizes a page into tags and texts, window by window (HTML standard 13.2.5). Start with `Scanner::scan`.
//!
//! The scanner decides which kind of token begins at a `<`, and how much of a window has been read. Tree construction
//! decides how to read the text after a start tag.
//!
//! The file is longer than 500 lines, because the methods of all states share the private fields of the scanner.

use std::ops::ControlFlow;

use memchr::{memchr, memmem, memrchr};

use crate::limits::Limits;
use crate::names::{Label, Name};
use crate::problem::{Problem, ProblemKind};
use crate::raw::{self, End, Escape};
use crate::sink::{Sink, Text, TextKind};
use crate::span::Span;
use crate::tag::{Attribute, Fate, Namespace, Tag};
use crate::tokens::{self, Names, Rest};
use crate::tree::{Content, Start, Tree};

/// Reads a whole page and returns the markup that is still open at its end: see [`Scanner::unfinished`]. Breaks if the
/// sink does.
///
/// ```
/// use napkin_html::{Sink, Tag, scan};
/// use std::ops::ControlFlow;
///
/// struct Names(Vec<String>);
/// impl Sink for Names {
///     fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
///         self.0.push(String::from_utf8_lossy(tag.bytes(tag.name)).into_owned());
///         if self.0.len() < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
///     }
/// }
/// let mut names = Names(Vec::new());
/// assert!(scan(b"<title><b></title><!-- <i> --><svg><title><b></b><u>", &mut names).is_break());
/// assert_eq!(names.0, ["title", "svg", "title", "b"]);
/// ```
pub fn scan<S: Sink + ?Sized>(page: &[u8], sink: &mut S) -> ControlFlow<(), Option<Problem>> {
    scan_within(page, &Limits::default(), sink)
}

/// Reads a whole page as [`scan`] does, within other limits.
///
/// ```
/// # use napkin_html::Sink;
/// # struct Skip;
/// # impl Sink for Skip {}
/// use napkin_html::{Limits, ProblemKind, scan_within};
/// let open = scan_within(b"<p><a href=x", &Limits::default().with_open_elements(8), &mut Skip).continue_value().flatten();
/// assert_eq!(open.map(|problem| problem.kind), Some(ProblemKind::EofInTag));
/// ```
pub fn scan_within<S: Sink + ?Sized>(page: &[u8], limits: &Limits, sink: &mut S) -> ControlFlow<(), Option<Problem>> {
    let mut scanner = Scanner::with_limits(limits);
    match scanner.scan(page, true, sink) {
        ControlFlow::Continue(_) => ControlFlow::Continue(scanner.unfinished()),
        ControlFlow::Break(_) => ControlFlow::Break(()),
    }
}

/// The kind of content at the start of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The first bytes of the page.
    Start,
    Data,
    /// Text of an element up to its end tag. The first `searched` bytes of the window do not begin the end tag.
    Raw {
        name: Name,
        kind: Option<TextKind>,
        searched: usize,
    },
    /// The text of a script. A text that the sink receives is read whole: its first bytes, whose number this is, do not begin the end tag.
    Script(Escape, Option<usize>),
    Plaintext,
    /// A comment; `is_fresh` if the window begins immediately after `<!--`.
    Comment {
        is_fresh: bool,
    },
    /// A bogus comment: anything up to the next `>`.
    Bogus,
    Doctype,
    Cdata,
    /// The remainder of a tag whose beginning has been read.
    Rest(Rest),
}

/// The result of reading a token.
enum Step {
    /// Reading continues at this offset.
    To(usize),
    /// Reading stops at this offset because the rest needs a larger window.
    Stop(usize),
    /// Reading stops at this offset because the sink broke.
    Break(usize),
}

impl Step {
    /// Returns the step, or `Step::Break` at its offset if the sink broke.
    #[inline]
    fn unless(self, flow: ControlFlow<()>) -> Self {
        match (flow, self) {
            (ControlFlow::Break(()), Self::To(at) | Self::Stop(at)) => Self::Break(at),
            (_, step) => step,
        }
    }
}

/// Reads a page in windows.
#[derive(Debug)]
pub struct Scanner {
    state: State,
    /// The state after the remainder of a cut tag.
    then: State,
    tree: Tree,
    attributes: Vec<Attribute>,
    offset: usize,
    /// The opening bytes of the current text, comment or tag, in bytes of the page.
    opened: Span,
    /// The missing end of a tag in which the page ends.
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
    /// Creates a scanner at the beginning of a page.
    ///
    /// ```
    /// # use napkin_html::Sink;
    /// # struct Skip;
    /// # impl Sink for Skip {}
    /// let mut scanner = napkin_html::Scanner::new();
    /// assert_eq!(scanner.scan(b"<p>beer", true, &mut Skip).continue_value(), Some(7));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(&Limits::default())
    }

    /// Creates a scanner at the beginning of a page, within these limits.
    ///
    /// ```
    /// # use napkin_html::Sink;
    /// # struct Skip;
    /// # impl Sink for Skip {}
    /// use napkin_html::{Limits, Scanner};
    /// let mut scanner = Scanner::with_limits(&Limits::default().with_look_back(64));
    /// assert_eq!(scanner.scan(b"<p>beer", true, &mut Skip).continue_value(), Some(7));
    /// ```
    #[must_use]
    pub fn with_limits(limits: &Limits) -> Self {
        let (state, then, tree, attributes) = (State::Start, State::Data, Tree::new(limits), Vec::new());
        Self { state, then, tree, attributes, offset: 0, opened: Span::default(), lacks: None, is_limit_told: false }
    }

    /// Returns the markup that is still open at the end of the last window, with the bytes of the page that opened it.
    /// At the end of the page this is an error (13.2.2): all bytes after the opening are lost. If more of the page
    /// follows, a tag at the end of the window is not reported because it has not been read.
    ///
    /// ```
    /// # use napkin_html::Sink;
    /// # struct Skip;
    /// # impl Sink for Skip {}
    /// use napkin_html::{ProblemKind, Scanner};
    /// let mut scanner = Scanner::new();
    /// assert!(scanner.scan(b"<p><!-- beer", true, &mut Skip).is_continue());
    /// assert_eq!(scanner.unfinished().map(|problem| problem.kind), Some(ProblemKind::EofInComment));
    /// ```
    #[must_use]
    pub fn unfinished(&self) -> Option<Problem> {
        let (kind, expected) = match self.state {
            State::Start | State::Data | State::Plaintext => (ProblemKind::EofInTag, self.lacks?),
            State::Rest(rest) => (ProblemKind::EofInTag, rest.expected()),
            State::Raw { .. } | State::Script(Escape::None, _) => (ProblemKind::EofInRawText, "its end tag"),
            State::Script(..) => (ProblemKind::EofInScriptHtmlCommentLikeText, "its end tag"),
            State::Comment { .. } => (ProblemKind::EofInComment, "`-->`"),
            State::Bogus => (ProblemKind::EofInComment, "`>`"),
            State::Doctype => (ProblemKind::EofInDoctype, "`>`"),
            State::Cdata => (ProblemKind::EofInCdata, "`]]>`"),
        };
        Some(Problem { kind, span: self.opened, expected })
    }

    /// Reads as much of a window as possible without knowing the following bytes, and returns the number of bytes read.
    /// The next window begins after these bytes. A tag, and the text of a `style` or a `noscript`, is read whole: if
    /// the result is 0, let the window grow, or [`cut`](Self::cut) the token. If the sink breaks, so does this method,
    /// with the bytes up to the end of the last token passed to the sink.
    ///
    /// ```
    /// # use napkin_html::Sink;
    /// # struct Skip;
    /// # impl Sink for Skip {}
    /// let mut scanner = napkin_html::Scanner::new();
    /// assert_eq!(scanner.scan(b"<p><a hr", false, &mut Skip).continue_value(), Some(3));
    /// assert_eq!(scanner.scan(b"<a href=x>", true, &mut Skip).continue_value(), Some(10));
    /// ```
    pub fn scan<S: Sink + ?Sized>(&mut self, window: &[u8], is_last: bool, sink: &mut S) -> ControlFlow<usize, usize> {
        let mut at = 0;
        loop {
            let step = match self.state {
                State::Data => self.data(window, at, is_last, sink),
                _ => self.other(window, at, is_last, sink),
            };
            match step {
                Step::To(next) if next < window.len() => at = next,
                Step::To(end) | Step::Stop(end) => {
                    self.offset += end;
                    return ControlFlow::Continue(end);
                }
                Step::Break(end) => {
                    self.offset += end;
                    return ControlFlow::Break(end);
                }
            }
        }
    }

    fn other<S: Sink + ?Sized>(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut S) -> Step {
        match self.state {
            State::Start => self.start(window, is_last),
            State::Data => Step::To(at),
            State::Raw { name, kind, searched } => self.raw(window, at, is_last, (name, kind, searched), sink),
            State::Script(mut escape, None) => {
                let end = raw::script_end(window, at, &mut escape, is_last);
                self.state = State::Script(escape, None);
                self.leave_at(end, State::Data)
            }
            State::Script(escape, Some(searched)) => self.json_ld(window, at, is_last, (escape, searched), sink),
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

    /// Skips a byte order mark, which is not text.
    fn start(&mut self, window: &[u8], is_last: bool) -> Step {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        if !is_last && window.len() < MARK.len() && MARK.starts_with(window) {
            return Step::Stop(0);
        }
        self.state = State::Data;
        Step::To(if window.starts_with(MARK) { MARK.len() } else { 0 })
    }

    /// Reads text up to a tag, and that tag.
    #[inline]
    fn data<S: Sink + ?Sized>(&mut self, window: &[u8], at: usize, is_last: bool, sink: &mut S) -> Step {
        if self.tree.in_svg_style() {
            match svg_text_end(window, at, is_last) {
                Some(end) if end > at => {
                    let flow = self.hand_over(window, Span::new(at, end), TextKind::SvgStyle, false, sink);
                    self.tree.text(&window[at..end], false);
                    return Step::To(end).unless(flow);
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

    /// Skips the opening of a token that may consume the rest of the page, and records its span.
    fn begin(&mut self, state: State, open: usize, at: usize) -> Step {
        self.opened = Span::new(open, at).shift(self.offset);
        self.skip(state, at)
    }

    /// Handles a tag that does not end in the window.
    #[cold]
    fn incomplete(&mut self, window: &[u8], open: usize, name: usize, is_last: bool) -> Step {
        if !is_last {
            return Step::Stop(open);
        }
        let (end, rest) = match tokens::name(window, name) {
            Some((end, _)) => (end, Rest::Namespace.read(&window[end..]).err().unwrap_or(Rest::Namespace)),
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
            namespace: Namespace::Html,
            fate: Fate::Element,
            in_template: false,
            is_cut: false,
        };
        let flow = self.open(tag, token.label(window), sink);
        Step::To(token.end).unless(flow)
    }

    /// Reports a start tag whose attributes have been read, and selects how to read its content.
    #[inline]
    fn open<S: Sink + ?Sized>(&mut self, tag: Tag<'_>, label: Label<'_>, sink: &mut S) -> ControlFlow<()> {
        let name = label.name;
        let in_template = self.tree.in_template();
        let names = Names { window: tag.window, attributes: &self.attributes };
        let start = Start { name, label, is_closed: tag.is_self_closing, attributes: &names };
        let made = self.tree.start(&start);
        let is_json_ld = made.content == Content::Script && names.is_json_ld();
        let mut flow = self.watch(tag.span, sink);
        if flow.is_continue() {
            flow = sink.tag(&Tag {
                attributes: &self.attributes,
                namespace: made.namespace,
                fate: made.fate,
                in_template,
                ..tag
            });
        }
        if made.content == Content::Data {
            return flow;
        }
        self.opened = tag.span.shift(self.offset);
        self.state = match made.content {
            Content::Data => State::Data,
            Content::Script => State::Script(Escape::None, is_json_ld.then_some(0)),
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
        flow
    }

    /// Reports, once, that a tag has reached a limit of tree construction.
    #[inline]
    fn watch<S: Sink + ?Sized>(&mut self, tag: Span, sink: &mut S) -> ControlFlow<()> {
        if let Some(limit) = self.tree.reached()
            && !self.is_limit_told
        {
            self.is_limit_told = true;
            return sink.problem(Problem { kind: ProblemKind::ElementsTooDeep, span: tag, expected: limit.expected() });
        }
        ControlFlow::Continue(())
    }

    /// Reads a token that begins with `</`.
    #[inline]
    fn end_tag<S: Sink + ?Sized>(&mut self, window: &[u8], open: usize, is_last: bool, sink: &mut S) -> Step {
        match window.get(open + 2) {
            Some(first) if first.is_ascii_alphabetic() => {}
            Some(b'>') => return Step::To(open + 3),
            Some(_) => return self.begin(State::Bogus, open, open + 2),
            // At the end of the page, `</` is text.
            None => return Step::Stop(if is_last { window.len() } else { open }),
        }
        self.attributes.clear();
        let Some(token) = tokens::tag(window, open + 2, &mut self.attributes) else {
            return self.incomplete(window, open, open + 2, is_last);
        };
        self.tree.end(token.label(window));
        let flow = self.watch(Span::new(open, token.end), sink);
        Step::To(token.end).unless(flow)
    }

    /// Reads a token that begins with `<!` (13.2.5.42).
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

    /// Reads a comment from after its `<!--` (13.2.5.43 to 52).
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
        // The last three bytes may belong to the end of the comment.
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
        let flow = match in_style {
            true => self.hand_over(window, Span::new(at, end), TextKind::SvgStyleVerbatim, false, sink),
            false => ControlFlow::Continue(()),
        };
        match found {
            Some(end) => self.skip(State::Data, end + END.len()),
            None => Step::Stop(end),
        }
        .unless(flow)
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
                let flow = self.hand_over(window, Span::new(at, text_end), kind, false, sink);
                self.leave_at(end, State::Data).unless(flow)
            }
        }
    }

    /// Reads the text of a script for the sink.
    fn json_ld<S: Sink + ?Sized>(
        &mut self,
        window: &[u8],
        at: usize,
        is_last: bool,
        (mut escape, searched): (Escape, usize),
        sink: &mut S,
    ) -> Step {
        let end = raw::script_end(window, (at + searched).min(window.len()), &mut escape, is_last);
        match end {
            End::Behind(far) if !is_last => {
                self.state = State::Script(escape, Some(far - at));
                Step::Stop(at)
            }
            End::At(text_end) | End::Behind(text_end) => {
                self.state = State::Script(escape, Some(0));
                let flow = self.hand_over(window, Span::new(at, text_end), TextKind::JsonLd, false, sink);
                self.leave_at(end, State::Data).unless(flow)
            }
        }
    }

    fn hand_over<S: Sink + ?Sized>(
        &self,
        window: &[u8],
        span: Span,
        kind: TextKind,
        is_cut: bool,
        sink: &mut S,
    ) -> ControlFlow<()> {
        match span.is_empty() {
            true => ControlFlow::Continue(()),
            false => sink.text(&Text { window, offset: self.offset, span, kind, is_cut }),
        }
    }

    /// Reads the incomplete token at the start of the window up to the end of the window, and returns the number of
    /// bytes read. Use it if [`scan`](Self::scan) needs a larger window and the window may not grow. If the sink
    /// breaks, so does this method.
    ///
    /// ```
    /// # use napkin_html::{Sink, Tag};
    /// # struct Count(usize);
    /// # impl Sink for Count {
    /// #     fn tag(&mut self, _: &Tag<'_>) -> std::ops::ControlFlow<()> {
    /// #         self.0 += 1;
    /// #         std::ops::ControlFlow::Continue(())
    /// #     }
    /// # }
    /// let mut tags = Count(0);
    /// let mut scanner = napkin_html::Scanner::new();
    /// let window = b"<a href=long";
    /// assert_eq!(scanner.scan(window, false, &mut tags).continue_value(), Some(0));
    /// assert!(scanner.cut(window, &mut tags).is_continue());
    /// assert_eq!(tags.0, 1);
    /// ```
    pub fn cut<S: Sink + ?Sized>(&mut self, window: &[u8], sink: &mut S) -> ControlFlow<usize, usize> {
        let text = |length, kind| (length, Some(kind));
        let (read, kind) = match self.state {
            State::Raw { name, kind: Some(kind), searched } => {
                self.state = State::Raw { name, kind: Some(kind), searched: 0 };
                text(searched.min(window.len()), kind)
            }
            State::Script(escape, Some(searched)) => {
                self.state = State::Script(escape, Some(0));
                text(searched.min(window.len()), TextKind::JsonLd)
            }
            State::Cdata => text(window.len().saturating_sub(2), TextKind::SvgStyleVerbatim),
            State::Data if window.first() != Some(&b'<') => text(window.len(), TextKind::SvgStyle),
            _ => (window.len(), None),
        };
        let flow = match kind {
            Some(kind) => self.hand_over(window, Span::new(0, read), kind, true, sink),
            None if self.state == State::Data => self.cut_tag(window, sink),
            None => ControlFlow::Continue(()),
        };
        self.offset += read;
        match flow {
            ControlFlow::Continue(()) => ControlFlow::Continue(read),
            ControlFlow::Break(()) => ControlFlow::Break(read),
        }
    }

    /// Reports the complete attributes; later attributes of the tag are ignored.
    fn cut_tag<S: Sink + ?Sized>(&mut self, window: &[u8], sink: &mut S) -> ControlFlow<()> {
        let is_end = window.get(1) == Some(&b'/');
        let start = if is_end { 2 } else { 1 };
        let name = tokens::name(window, start);
        self.opened = Span::new(0, name.map_or(start, |(end, _)| end)).shift(self.offset);
        let Some((end, packed)) = name else {
            // No known element has such a long name.
            self.state = State::Rest(Rest::Tag);
            return ControlFlow::Continue(());
        };
        let rest = Rest::Namespace.read(&window[end..]).err().unwrap_or(Rest::Namespace);
        self.attributes.clear();
        tokens::tag(window, start, &mut self.attributes);
        let label = Label::new(&window[start..end], packed);
        let flow = if is_end {
            self.tree.end(label);
            self.watch(Span::new(0, end), sink)
        } else {
            let span = Span::new(0, window.len());
            let tag = Tag {
                window,
                offset: self.offset,
                span,
                name: Span::new(start, end),
                attributes: &[],
                is_self_closing: false,
                namespace: Namespace::Html,
                fate: Fate::Element,
                in_template: false,
                is_cut: true,
            };
            self.open(tag, label, sink)
        };
        // The remainder of the tag is read before its content.
        self.then = std::mem::replace(&mut self.state, State::Rest(rest));
        flow
    }
}

/// Returns the end of a text in an SVG `style`: the next markup. Returns `None` if the window does not contain the end.
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

/// Returns the end of the text that contains no incomplete character reference at the end of the window.
fn whole_references(window: &[u8], at: usize) -> usize {
    const LONGEST: usize = 64;
    let from = window.len().saturating_sub(LONGEST).max(at);
    let Some(found) = memrchr(b'&', &window[from..]) else { return window.len() };
    let rest = &window[from + found + 1..];
    let goes_on = rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    if goes_on { from + found } else { window.len() }
}
