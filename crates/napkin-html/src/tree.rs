//! Performs tree construction (HTML standard 13.2.6) without a tree. Start with `Tree`.
//!
//! Decides whether a start tag becomes an element, its namespace, and how the text after it is read. This depends on
//! the open elements, so the stack of open elements and the list of active formatting elements are kept, without nodes.
//! Scripting is enabled: a `noscript` contains text.
//!
//! Ignored because the decisions do not depend on them: attributes of existing elements, text, positions in the tree,
//! and quirks mode, which only decides whether a `table` ends a `p`.

mod body;
mod foreign;
mod head;
mod table;
mod text;

use crate::formatting::Formatting;
use crate::limits::Limits;
use crate::names::{IMPLIED, Key, Label, Name, THOROUGH};
use crate::stack::{Limit, NONE, Open, Stack};
use crate::tag::{Attributes, Fate, Namespace};

/// The insertion modes of 13.2.4.1, without "in table text" and the modes that depend on scripting, which are not
/// needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    BeforeHtml,
    BeforeHead,
    InHead,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
}

/// How the tokenizer reads the content after a start tag (13.2.5.1 to 13.2.5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Data,
    Rcdata,
    Rawtext,
    Script,
    Plaintext,
}

/// The properties of a start tag that tree construction needs.
#[derive(Clone, Copy)]
pub(super) struct Start<'t> {
    pub(super) name: Name,
    pub(super) label: Label<'t>,
    pub(super) is_closed: bool,
    pub(super) attributes: &'t dyn Attributes,
}

/// The result of a start tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) fate: Fate,
    pub(super) namespace: Namespace,
    pub(super) content: Content,
}

impl Made {
    const IGNORED: Self = Self { fate: Fate::Ignored, namespace: Namespace::Html, content: Content::Data };
    const MERGED: Self = Self { fate: Fate::Merged, ..Self::IGNORED };
    const ELEMENT: Self = Self { fate: Fate::Element, ..Self::IGNORED };

    const fn with(content: Content) -> Self {
        Self { content, ..Self::ELEMENT }
    }
}

/// The result of a token in one mode: done, or to be processed again because the mode has changed.
enum Step<T> {
    Done(T),
    Again,
}

/// The state of tree construction.
#[derive(Debug)]
pub(super) struct Tree {
    mode: Mode,
    /// The mode to return to from text.
    original: Mode,
    template_modes: Vec<Mode>,
    stack: Stack,
    formatting: Formatting,
    has_head: bool,
    /// The slot of the open form.
    form: u32,
    frameset_ok: bool,
    /// Whether a line break that follows immediately is ignored.
    skip_line_break: bool,
}

impl Tree {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            mode: Mode::BeforeHtml,
            original: Mode::InBody,
            template_modes: Vec::new(),
            stack: Stack::new(limits),
            formatting: Formatting::default(),
            has_head: false,
            form: NONE,
            frameset_ok: true,
            skip_line_break: false,
        }
    }

    /// Returns whether a template is open.
    #[inline]
    pub(super) fn in_template(&self) -> bool {
        self.stack.has(Name::Template)
    }

    /// Returns whether CDATA sections are recognized here (13.2.5.42).
    pub(super) fn is_foreign(&self) -> bool {
        self.stack.last().is_some_and(|open| open.namespace != Namespace::Html)
    }

    /// Returns whether text here belongs to an SVG `style`.
    #[inline]
    pub(super) fn in_svg_style(&self) -> bool {
        self.stack.last().is_some_and(|open| open.namespace == Namespace::Svg && open.name == Name::Style)
    }

    /// Returns the first limit that was reached.
    #[inline]
    pub(super) fn reached(&self) -> Option<Limit> {
        self.stack.reached()
    }

    /// Processes a start tag.
    pub(super) fn start(&mut self, tag: &Start<'_>) -> Made {
        self.skip_line_break = false;
        if self.is_foreign_start(tag.name) {
            return self.foreign_start(tag);
        }
        self.html_start(tag)
    }

    /// Processes a start tag by the rules of the insertion mode.
    fn html_start(&mut self, tag: &Start<'_>) -> Made {
        loop {
            if let Step::Done(made) = self.start_step(tag) {
                return made;
            }
        }
    }

    fn start_step(&mut self, tag: &Start<'_>) -> Step<Made> {
        match self.mode {
            Mode::InBody | Mode::Text => Step::Done(self.body_start(tag)),
            Mode::BeforeHtml => self.before_html_start(tag),
            Mode::BeforeHead => self.before_head_start(tag),
            Mode::InHead => self.in_head_start(tag),
            Mode::AfterHead => self.after_head_start(tag),
            Mode::InTable => self.table_start(tag),
            Mode::InCaption => self.caption_start(tag),
            Mode::InColumnGroup => self.column_group_start(tag),
            Mode::InTableBody => self.table_body_start(tag),
            Mode::InRow => self.row_start(tag),
            Mode::InCell => self.cell_start(tag),
            Mode::InTemplate => self.template_start(tag),
            Mode::AfterBody if tag.name == Name::Html => Step::Done(self.body_start(tag)),
            Mode::AfterBody => self.again(Mode::InBody),
            Mode::InFrameset | Mode::AfterFrameset => Step::Done(self.frameset_start(tag)),
        }
    }

    /// Processes an end tag.
    pub(super) fn end(&mut self, label: Label<'_>) {
        let (name, key) = (label.name, self.stack.key(&label));
        self.skip_line_break = false;
        if self.mode == Mode::Text {
            self.stack.pop();
            self.mode = self.original;
        } else if self.is_foreign() {
            self.foreign_end(name, key);
        } else {
            self.html_end(name, key);
        }
    }

    /// Processes an end tag by the rules of the insertion mode.
    fn html_end(&mut self, name: Name, key: Option<Key>) {
        while let Step::Again = self.end_step(name, key) {}
    }

    fn end_step(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match self.mode {
            Mode::InBody | Mode::Text => return self.body_end(name, key),
            Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead => return self.head_end(name),
            Mode::InTable => return self.table_end(name, key),
            Mode::InCaption => return self.caption_end(name, key),
            Mode::InColumnGroup => return self.column_group_end(name),
            Mode::InTableBody => return self.table_body_end(name, key),
            Mode::InRow => return self.row_end(name, key),
            Mode::InCell => return self.cell_end(name, key),
            Mode::InTemplate if name == Name::Template => self.close_template(),
            Mode::AfterBody if name != Name::Html => return self.again(Mode::InBody),
            // "After after body" differs from "after body" only in the place of comments.
            Mode::InTemplate | Mode::AfterBody => {}
            Mode::InFrameset | Mode::AfterFrameset => self.frameset_end(name),
        }
        Step::Done(())
    }

    fn again<T>(&mut self, mode: Mode) -> Step<T> {
        self.mode = mode;
        Step::Again
    }

    // Helpers shared by the modes.

    /// Performs *insert an HTML element* for the tag.
    fn insert(&mut self, tag: &Start<'_>) -> Made {
        self.stack.push_html(&tag.label);
        Made::ELEMENT
    }

    /// Performs *insert an HTML element* for an implied element.
    fn insert_phantom(&mut self, name: Name) {
        self.stack.push(Open::html(name, NONE));
    }

    /// Inserts an element whose content is text only (13.2.6.2).
    fn insert_text(&mut self, tag: &Start<'_>, content: Content) -> Made {
        self.stack.push_html(&tag.label);
        self.original = self.mode;
        self.mode = Mode::Text;
        Made::with(content)
    }

    #[inline]
    fn reconstruct(&mut self) {
        self.formatting.reconstruct(&mut self.stack);
    }

    fn generate_implied_end_tags(&mut self) {
        self.stack.pop_while(|open| open.is(IMPLIED));
    }

    fn generate_implied_end_tags_but(&mut self, name: Name) {
        self.stack.pop_while(|open| open.is(IMPLIED) && !open.is_html(name));
    }

    fn pop_through(&mut self, name: Name) {
        self.stack.pop_through(|open| open.is_html(name));
    }

    fn clear_to_marker(&mut self) {
        self.formatting.clear_to_marker(&mut self.stack);
    }

    /// Performs *reset the insertion mode appropriately* (13.2.4.1).
    fn reset_mode(&mut self) {
        self.mode = self.mode_by_stack();
    }

    fn mode_by_stack(&self) -> Mode {
        let in_cell = self.stack.len() > 1;
        for (_, open) in self.stack.down().filter(|(_, open)| open.namespace == Namespace::Html) {
            return match open.name {
                Name::Td | Name::Th if in_cell => Mode::InCell,
                Name::Tr => Mode::InRow,
                Name::Tbody | Name::Thead | Name::Tfoot => Mode::InTableBody,
                Name::Caption => Mode::InCaption,
                Name::Colgroup => Mode::InColumnGroup,
                Name::Table => Mode::InTable,
                Name::Template => self.template_modes.last().copied().unwrap_or(Mode::InBody),
                Name::Head => Mode::InHead,
                Name::Body => Mode::InBody,
                Name::Frameset => Mode::InFrameset,
                Name::Html if self.has_head => Mode::AfterHead,
                Name::Html => Mode::BeforeHead,
                _ => continue,
            };
        }
        Mode::InBody
    }

    /// Processes the end tag of a template, if one is open (13.2.6.4.4).
    fn close_template(&mut self) {
        if !self.in_template() {
            return;
        }
        self.stack.pop_while(|open| open.is(THOROUGH));
        self.pop_through(Name::Template);
        self.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }

    /// Replaces the mode for the content of the innermost template.
    fn switch_template(&mut self, mode: Mode) -> Step<Made> {
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.again(mode)
    }
}
