//! The insertion modes before the body, of templates, and of framesets (13.2.6.4.1 to 6, 18, 20 to 23): the elements
//! implied before the body, and the content of a template.

use super::{Content, Made, Mode, Start, Step, Tree};
use crate::names::Name;
use crate::stack::Limit;

impl Tree {
    pub(super) fn before_html_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        self.mode = Mode::BeforeHead;
        if tag.name == Name::Html {
            return Step::Done(self.insert(tag));
        }
        self.insert_phantom(Name::Html);
        Step::Again
    }

    pub(super) fn before_head_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        if tag.name == Name::Html {
            return Step::Done(Made::MERGED);
        }
        self.mode = Mode::InHead;
        self.has_head = true;
        if tag.name == Name::Head {
            return Step::Done(self.insert(tag));
        }
        self.insert_phantom(Name::Head);
        Step::Again
    }

    pub(super) fn in_head_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        match tag.name {
            Name::Html => Step::Done(Made::MERGED),
            Name::Head => Step::Done(Made::IGNORED),
            _ => self.metadata_start(tag).map_or_else(|| self.leave_head(), Step::Done),
        }
    }

    /// Processes the elements for which other modes refer to "in head" (13.2.6.4.4).
    pub(super) fn metadata_start(&mut self, tag: &Start<'_>) -> Option<Made> {
        let made = match tag.name {
            Name::Base | Name::Basefont | Name::Bgsound | Name::Link | Name::Meta => Made::ELEMENT,
            Name::Title => self.insert_text(tag, Content::Rcdata),
            Name::Noscript if self.mode != Mode::InHead => return None,
            Name::Noscript | Name::Noframes | Name::Style => self.insert_text(tag, Content::Rawtext),
            Name::Script => self.insert_text(tag, Content::Script),
            Name::Template => {
                self.formatting.mark(&self.stack);
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                if self.template_modes.len() < self.stack.depth {
                    self.template_modes.push(Mode::InTemplate);
                } else {
                    self.stack.meet(Limit::Depth);
                }
                self.insert(tag)
            }
            _ => return None,
        };
        Some(made)
    }

    fn leave_head<T>(&mut self) -> Step<T> {
        self.stack.pop();
        self.again(Mode::AfterHead)
    }

    pub(super) fn after_head_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        match tag.name {
            Name::Html => return Step::Done(Made::MERGED),
            Name::Head => return Step::Done(Made::IGNORED),
            Name::Body => {
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                return Step::Done(self.insert(tag));
            }
            Name::Frameset => {
                self.mode = Mode::InFrameset;
                return Step::Done(self.insert(tag));
            }
            _ => {}
        }
        // The standard reopens the head for these elements, but none of them depends on it.
        if let Some(made) = self.metadata_start(tag) {
            return Step::Done(made);
        }
        self.insert_phantom(Name::Body);
        self.again(Mode::InBody)
    }

    /// Processes end tags before the body.
    pub(super) fn head_end(&mut self, name: Name) -> Step<()> {
        let implies = matches!(name, Name::Body | Name::Html | Name::Br);
        match self.mode {
            Mode::BeforeHtml if implies || name == Name::Head => {
                self.insert_phantom(Name::Html);
                self.again(Mode::BeforeHead)
            }
            Mode::BeforeHead if implies || name == Name::Head => {
                self.insert_phantom(Name::Head);
                self.has_head = true;
                self.again(Mode::InHead)
            }
            Mode::InHead if implies => self.leave_head(),
            Mode::AfterHead if implies => {
                self.insert_phantom(Name::Body);
                self.again(Mode::InBody)
            }
            mode => {
                match (mode, name) {
                    (Mode::InHead, Name::Head) => {
                        self.stack.pop();
                        self.mode = Mode::AfterHead;
                    }
                    (Mode::InHead | Mode::AfterHead, Name::Template) => self.close_template(),
                    _ => {}
                }
                Step::Done(())
            }
        }
    }

    pub(super) fn template_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        if let Some(made) = self.metadata_start(tag) {
            return Step::Done(made);
        }
        let mode = match tag.name {
            Name::Caption | Name::Colgroup | Name::Tbody | Name::Tfoot | Name::Thead => Mode::InTable,
            Name::Col => Mode::InColumnGroup,
            Name::Tr => Mode::InTableBody,
            Name::Td | Name::Th => Mode::InRow,
            _ => Mode::InBody,
        };
        self.switch_template(mode)
    }

    /// Processes start tags in and after a frameset.
    pub(super) fn frameset_start(&mut self, tag: &Start<'_>) -> Made {
        match tag.name {
            Name::Html => Made::MERGED,
            Name::Noframes => self.insert_text(tag, Content::Rawtext),
            Name::Frameset if self.mode == Mode::InFrameset => self.insert(tag),
            Name::Frame if self.mode == Mode::InFrameset => Made::ELEMENT,
            _ => Made::IGNORED,
        }
    }

    pub(super) fn frameset_end(&mut self, name: Name) {
        if self.mode == Mode::InFrameset && name == Name::Frameset && self.stack.len() > 1 {
            self.stack.pop();
            if !self.stack.last_is(Name::Frameset) {
                self.mode = Mode::AfterFrameset;
            }
        }
    }
}
