//! The insertion mode "in body" (13.2.6.4.7): the elements that a tag in the content of a page closes or opens, and the
//! tags that are ignored.

use super::{Content, Made, Mode, Start, Step, Tree};
use crate::names::{BUTTON_SCOPE, HEADING, IMPLIED, Key, LIST_SCOPE, LOOK_BEHIND, Name, SCOPE, SPECIAL};
use crate::stack::{NONE, Open};
use crate::tag::Namespace;

/// Groups of start tags that have the same rule in the body.
#[derive(Clone, Copy)]
enum Kind {
    /// Ends a paragraph.
    Block,
    Formatting,
    /// Void elements.
    Void,
    /// Ignored: parts of tables, framesets and pages.
    Part,
    /// Elements that follow the rules of "in head".
    Metadata,
    /// Any other.
    Plain,
    /// Elements that have a rule of their own.
    Own,
}

fn kind(name: Name) -> Kind {
    use Name::*;
    match name {
        Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset | Figcaption
        | Figure | Footer | Header | Hgroup | Main | Nav | Ol | P | Search | Section | Summary | Ul | Menu => {
            Kind::Block
        }
        B | Big | Code | Em | Font | I | S | Small | Strike | Strong | Tt | U => Kind::Formatting,
        Area | Br | Embed | Img | Image | Keygen | Wbr => Kind::Void,
        Caption | Col | Colgroup | Frame | Head | Tbody | Td | Tfoot | Th | Thead | Tr => Kind::Part,
        Base | Basefont | Bgsound | Link | Meta | Noframes | Script | Style | Template | Title => Kind::Metadata,
        A | Applet | Body | Button | Dd | Dt | Form | Frameset | H1 | H2 | H3 | H4 | H5 | H6 | Hr | Html | Iframe
        | Input | Li | Listing | Marquee | Math | Nobr | Noembed | Noscript | Object | Optgroup | Option | Param
        | Plaintext | Pre | Rb | Rp | Rt | Rtc | Select | Source | Svg | Table | Textarea | Track | Xmp => Kind::Own,
        _ => Kind::Plain,
    }
}

impl Tree {
    pub(super) fn body_start(&mut self, tag: &Start<'_>) -> Made {
        match kind(tag.name) {
            Kind::Plain => {
                self.reconstruct();
                self.insert(tag)
            }
            Kind::Block => {
                self.close_p();
                self.insert(tag)
            }
            Kind::Formatting => {
                self.reconstruct();
                self.open_formatting(tag)
            }
            Kind::Void => {
                self.reconstruct();
                self.frameset_ok = false;
                Made::ELEMENT
            }
            Kind::Part => Made::IGNORED,
            Kind::Metadata => self.metadata_start(tag).unwrap_or(Made::IGNORED),
            Kind::Own => self.own_start(tag),
        }
    }

    fn own_start(&mut self, tag: &Start<'_>) -> Made {
        match tag.name {
            Name::A => {
                self.formatting.close_a(&mut self.stack);
                self.reconstruct();
                self.open_formatting(tag)
            }
            Name::Nobr => {
                self.reconstruct();
                if self.stack.in_scope(Name::Nobr, SCOPE) {
                    self.end_formatting(Name::Nobr);
                    self.reconstruct();
                }
                self.open_formatting(tag)
            }
            Name::Li | Name::Dd | Name::Dt => self.item_start(tag),
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => {
                self.close_p();
                if self.stack.last().is_some_and(|open| open.is(HEADING)) {
                    self.stack.pop();
                }
                self.insert(tag)
            }
            Name::Pre | Name::Listing => {
                self.close_p();
                self.skip_line_break = true;
                self.frameset_ok = false;
                self.insert(tag)
            }
            Name::Table => {
                self.close_p();
                self.frameset_ok = false;
                self.mode = Mode::InTable;
                self.insert(tag)
            }
            Name::Applet | Name::Marquee | Name::Object => {
                self.reconstruct();
                self.formatting.mark(&self.stack);
                self.frameset_ok = false;
                self.insert(tag)
            }
            Name::Svg | Name::Math => {
                self.reconstruct();
                self.insert_foreign(tag, if tag.name == Name::Svg { Namespace::Svg } else { Namespace::MathMl })
            }
            Name::Rb | Name::Rtc | Name::Rp | Name::Rt => self.ruby_start(tag),
            Name::Html | Name::Body | Name::Frameset => self.page_start(tag),
            Name::Param | Name::Source | Name::Track => Made::ELEMENT,
            Name::Textarea | Name::Xmp | Name::Iframe | Name::Noembed | Name::Noscript | Name::Plaintext => {
                self.text_start(tag)
            }
            _ => self.control_start(tag),
        }
    }

    /// Processes the start tags of elements whose content is text.
    fn text_start(&mut self, tag: &Start<'_>) -> Made {
        match tag.name {
            Name::Textarea => {
                self.skip_line_break = true;
                self.frameset_ok = false;
                return self.insert_text(tag, Content::Rcdata);
            }
            Name::Plaintext => {
                self.close_p();
                self.insert(tag);
                return Made::with(Content::Plaintext);
            }
            Name::Xmp => {
                self.close_p();
                self.reconstruct();
                self.frameset_ok = false;
            }
            Name::Iframe => self.frameset_ok = false,
            _ => {}
        }
        self.insert_text(tag, Content::Rawtext)
    }

    fn page_start(&mut self, tag: &Start<'_>) -> Made {
        let body_is_second = self.stack.get(1).is_some_and(|open| open.is_html(Name::Body));
        match tag.name {
            Name::Html if !self.in_template() => Made::MERGED,
            Name::Body if body_is_second && !self.in_template() => {
                self.frameset_ok = false;
                Made::MERGED
            }
            Name::Frameset if body_is_second && self.frameset_ok => {
                self.stack.truncate(1);
                self.mode = Mode::InFrameset;
                self.insert(tag)
            }
            _ => Made::IGNORED,
        }
    }

    /// Processes the start tags of forms, form controls and `hr`.
    fn control_start(&mut self, tag: &Start<'_>) -> Made {
        let in_select = self.stack.in_scope(Name::Select, SCOPE);
        match tag.name {
            Name::Form => return self.form_start(),
            Name::Button => {
                if self.stack.in_scope(Name::Button, SCOPE) {
                    self.generate_implied_end_tags();
                    self.pop_through(Name::Button);
                }
                self.reconstruct();
                self.frameset_ok = false;
            }
            Name::Input => {
                if in_select {
                    self.pop_through(Name::Select);
                }
                self.reconstruct();
                self.frameset_ok &= tag.attributes.is_hidden();
                return Made::ELEMENT;
            }
            Name::Select if in_select => {
                self.pop_through(Name::Select);
                return Made::IGNORED;
            }
            Name::Select => {
                self.reconstruct();
                self.frameset_ok = false;
            }
            Name::Hr => {
                self.close_p();
                if in_select {
                    self.generate_implied_end_tags();
                }
                self.frameset_ok = false;
                return Made::ELEMENT;
            }
            // Only `option` and `optgroup` remain.
            name => {
                match name {
                    Name::Option if in_select => self.generate_implied_end_tags_but(Name::Optgroup),
                    _ if in_select => self.generate_implied_end_tags(),
                    _ if self.stack.last_is(Name::Option) => self.stack.pop(),
                    _ => {}
                }
                self.reconstruct();
            }
        }
        self.insert(tag)
    }

    fn form_start(&mut self) -> Made {
        let in_template = self.in_template();
        if self.form != NONE && !in_template {
            return Made::IGNORED;
        }
        self.close_p();
        let slot = if in_template { NONE } else { self.stack.new_slot() };
        if !in_template {
            self.form = slot;
        }
        self.stack.push(Open::html(Name::Form, slot));
        Made::ELEMENT
    }

    /// Processes a form between the parts of a table: it becomes an element, but stays empty.
    pub(super) fn form_in_table(&mut self) -> Made {
        if self.in_template() || self.form != NONE {
            return Made::IGNORED;
        }
        self.form = self.stack.new_slot();
        Made::ELEMENT
    }

    fn item_start(&mut self, tag: &Start<'_>) -> Made {
        self.frameset_ok = false;
        let is_list_item = tag.name == Name::Li;
        let ends = |open: &Open| match is_list_item {
            true => open.is_html(Name::Li),
            false => open.is_html(Name::Dd) || open.is_html(Name::Dt),
        };
        let mut found = None;
        for (_, open) in self.stack.down() {
            if ends(open) {
                found = Some(open.name);
                break;
            }
            if open.is(SPECIAL) && !open.is(LOOK_BEHIND) {
                break;
            }
        }
        if let Some(name) = found {
            self.generate_implied_end_tags_but(name);
            self.pop_through(name);
        }
        self.close_p();
        self.insert(tag)
    }

    fn ruby_start(&mut self, tag: &Start<'_>) -> Made {
        if self.stack.in_scope(Name::Ruby, SCOPE) {
            match tag.name {
                Name::Rb | Name::Rtc => self.generate_implied_end_tags(),
                _ => self.generate_implied_end_tags_but(Name::Rtc),
            }
        }
        self.insert(tag)
    }

    fn open_formatting(&mut self, tag: &Start<'_>) -> Made {
        self.formatting.open(&mut self.stack, tag.name, tag.attributes);
        Made::ELEMENT
    }

    /// Performs *close a p element* if a `p` is in button scope.
    #[inline]
    fn close_p(&mut self) {
        if self.stack.in_scope(Name::P, SCOPE | BUTTON_SCOPE) {
            self.generate_implied_end_tags_but(Name::P);
            self.pop_through(Name::P);
        }
    }

    pub(super) fn body_end(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match name {
            Name::Template => self.close_template(),
            Name::Body | Name::Html => {
                if self.stack.in_scope(Name::Body, SCOPE) {
                    self.mode = Mode::AfterBody;
                }
            }
            Name::Form => self.end_form(),
            Name::P => {
                // Without an open paragraph, the end tag creates a paragraph and ends it.
                self.close_p();
            }
            Name::Li => self.end_item(name, SCOPE | LIST_SCOPE),
            Name::Dd | Name::Dt => self.end_item(name, SCOPE),
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => {
                if self.stack.find(SCOPE, |open| open.is(HEADING)).is_some() {
                    self.generate_implied_end_tags();
                    self.stack.pop_through(|open| open.is(HEADING));
                }
            }
            Name::A | Name::Nobr => self.end_formatting(name),
            Name::Br => {
                self.reconstruct();
                self.frameset_ok = false;
            }
            Name::Applet | Name::Marquee | Name::Object => {
                if self.end_block(name) {
                    self.clear_to_marker();
                }
            }
            Name::Button | Name::Listing | Name::Pre | Name::Select => {
                self.end_block(name);
            }
            name => match kind(name) {
                Kind::Block => {
                    self.end_block(name);
                }
                Kind::Formatting => self.end_formatting(name),
                _ => self.end_other(name, key),
            },
        }
        Step::Done(())
    }

    fn end_block(&mut self, name: Name) -> bool {
        let is_open = self.stack.in_scope(name, SCOPE);
        if is_open {
            self.generate_implied_end_tags();
            self.pop_through(name);
        }
        is_open
    }

    fn end_item(&mut self, name: Name, scope: u16) {
        if self.stack.in_scope(name, scope) {
            self.generate_implied_end_tags_but(name);
            self.pop_through(name);
        }
    }

    fn end_formatting(&mut self, name: Name) {
        if !self.formatting.adopt(&mut self.stack, name) {
            self.end_other(name, Some(name.key()));
        }
    }

    fn end_form(&mut self) {
        if self.in_template() {
            self.end_block(Name::Form);
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form == NONE {
            return;
        }
        if self.stack.is_open(form) && self.stack.find(SCOPE, |open| open.slot == form).is_some() {
            self.generate_implied_end_tags();
            if let Some(at) = self.stack.place(form) {
                self.stack.remove(at);
            }
        }
        self.stack.let_go(form);
    }

    /// Performs *any other end tag*.
    fn end_other(&mut self, name: Name, key: Option<Key>) {
        let Some(key) = key.filter(|_| self.stack.has(name)) else { return };
        let is_same = |open: &Open| open.has_key(key) && open.namespace == Namespace::Html;
        if self.stack.find(SPECIAL, is_same).is_some() {
            self.stack.pop_while(|open| open.is(IMPLIED) && !is_same(open));
            self.stack.pop_through(is_same);
        }
    }
}
