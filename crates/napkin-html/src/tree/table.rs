//! The insertion modes of tables (13.2.6.4.9 to 15): which tags of tables take effect where. Foster parenting is
//! ignored: it changes only the position in the tree.

use super::{Made, Mode, Start, Step, Tree};
use crate::names::{CELL, Key, Name, TABLE_BODY, TABLE_SCOPE};

/// Returns whether a start tag ends a cell, a caption or a row because it belongs to the structure of the table.
fn is_structure(name: Name) -> bool {
    matches!(
        name,
        Name::Caption
            | Name::Col
            | Name::Colgroup
            | Name::Tbody
            | Name::Td
            | Name::Tfoot
            | Name::Th
            | Name::Thead
            | Name::Tr
    )
}

impl Tree {
    /// Performs *clear the stack back to a table context*.
    fn clear_to_table(&mut self) {
        self.stack.pop_while(|open| !open.is(TABLE_SCOPE));
    }

    /// Performs *clear the stack back to a table body context*.
    fn clear_to_table_body(&mut self) {
        let is_kept = |name| matches!(name, Name::Template | Name::Html);
        self.stack.pop_while(|open| !(open.is(TABLE_BODY) || open.is(TABLE_SCOPE) && is_kept(open.name)));
    }

    /// Performs *clear the stack back to a table row context*.
    fn clear_to_row(&mut self) {
        self.stack.pop_while(|open| ![Name::Tr, Name::Template, Name::Html].iter().any(|&name| open.is_html(name)));
    }

    fn in_table_scope(&self, name: Name) -> bool {
        self.stack.in_scope(name, TABLE_SCOPE)
    }

    pub(super) fn table_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        let made = match tag.name {
            Name::Caption => {
                self.clear_to_table();
                self.formatting.mark(&self.stack);
                self.mode = Mode::InCaption;
                self.insert(tag)
            }
            Name::Colgroup => {
                self.clear_to_table();
                self.mode = Mode::InColumnGroup;
                self.insert(tag)
            }
            Name::Col => {
                self.clear_to_table();
                self.insert_phantom(Name::Colgroup);
                return self.again(Mode::InColumnGroup);
            }
            Name::Tbody | Name::Tfoot | Name::Thead => {
                self.clear_to_table();
                self.mode = Mode::InTableBody;
                self.insert(tag)
            }
            Name::Td | Name::Th | Name::Tr => {
                self.clear_to_table();
                self.insert_phantom(Name::Tbody);
                return self.again(Mode::InTableBody);
            }
            Name::Table => {
                if self.in_table_scope(Name::Table) {
                    self.pop_through(Name::Table);
                    self.reset_mode();
                    return Step::Again;
                }
                Made::IGNORED
            }
            Name::Style | Name::Script | Name::Template => {
                return Step::Done(self.metadata_start(tag).unwrap_or(Made::IGNORED));
            }
            Name::Input if tag.attributes.is_hidden() => Made::ELEMENT,
            Name::Form => self.form_in_table(),
            _ => self.body_start(tag),
        };
        Step::Done(made)
    }

    pub(super) fn table_end(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match name {
            Name::Table => {
                if self.in_table_scope(Name::Table) {
                    self.pop_through(Name::Table);
                    self.reset_mode();
                }
            }
            Name::Body | Name::Html => {}
            Name::Template => self.close_template(),
            _ if is_structure(name) => {}
            _ => return self.body_end(name, key),
        }
        Step::Done(())
    }

    /// Ends the caption. Returns whether one was open.
    fn close_caption(&mut self) -> bool {
        let is_open = self.in_table_scope(Name::Caption);
        if is_open {
            self.generate_implied_end_tags();
            self.pop_through(Name::Caption);
            self.clear_to_marker();
            self.mode = Mode::InTable;
        }
        is_open
    }

    pub(super) fn caption_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        if !is_structure(tag.name) {
            return Step::Done(self.body_start(tag));
        }
        if self.close_caption() { Step::Again } else { Step::Done(Made::IGNORED) }
    }

    pub(super) fn caption_end(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match name {
            Name::Caption => {
                self.close_caption();
            }
            Name::Table if self.close_caption() => return Step::Again,
            Name::Table | Name::Body | Name::Html => {}
            _ if is_structure(name) => {}
            _ => return self.body_end(name, key),
        }
        Step::Done(())
    }

    pub(super) fn column_group_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        match tag.name {
            Name::Html => Step::Done(self.body_start(tag)),
            Name::Col => Step::Done(Made::ELEMENT),
            Name::Template => Step::Done(self.metadata_start(tag).unwrap_or(Made::IGNORED)),
            _ if self.close_column_group() => Step::Again,
            _ => Step::Done(Made::IGNORED),
        }
    }

    pub(super) fn close_column_group(&mut self) -> bool {
        let is_open = self.stack.last_is(Name::Colgroup);
        if is_open {
            self.stack.pop();
            self.mode = Mode::InTable;
        }
        is_open
    }

    pub(super) fn column_group_end(&mut self, name: Name) -> Step<()> {
        match name {
            Name::Colgroup => {
                self.close_column_group();
            }
            Name::Col => {}
            Name::Template => self.close_template(),
            _ if self.close_column_group() => return Step::Again,
            _ => {}
        }
        Step::Done(())
    }

    pub(super) fn table_body_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        match tag.name {
            Name::Tr => {
                self.clear_to_table_body();
                self.mode = Mode::InRow;
                Step::Done(self.insert(tag))
            }
            Name::Td | Name::Th => {
                self.clear_to_table_body();
                self.insert_phantom(Name::Tr);
                self.again(Mode::InRow)
            }
            name if is_structure(name) => {
                if self.close_table_body() {
                    Step::Again
                } else {
                    Step::Done(Made::IGNORED)
                }
            }
            _ => self.table_start(tag),
        }
    }

    fn close_table_body(&mut self) -> bool {
        let is_open = self.stack.find(TABLE_SCOPE, |open| open.is(TABLE_BODY)).is_some();
        if is_open {
            self.clear_to_table_body();
            self.stack.pop();
            self.mode = Mode::InTable;
        }
        is_open
    }

    pub(super) fn table_body_end(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match name {
            Name::Tbody | Name::Tfoot | Name::Thead => {
                if self.in_table_scope(name) {
                    self.clear_to_table_body();
                    self.stack.pop();
                    self.mode = Mode::InTable;
                }
            }
            Name::Table if self.close_table_body() => return Step::Again,
            Name::Table => {}
            _ => return self.table_end(name, key),
        }
        Step::Done(())
    }

    pub(super) fn row_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        match tag.name {
            Name::Td | Name::Th => {
                self.clear_to_row();
                self.mode = Mode::InCell;
                let made = self.insert(tag);
                self.formatting.mark(&self.stack);
                Step::Done(made)
            }
            name if is_structure(name) => {
                if self.close_row() {
                    Step::Again
                } else {
                    Step::Done(Made::IGNORED)
                }
            }
            _ => self.table_start(tag),
        }
    }

    fn close_row(&mut self) -> bool {
        let is_open = self.in_table_scope(Name::Tr);
        if is_open {
            self.clear_to_row();
            self.stack.pop();
            self.mode = Mode::InTableBody;
        }
        is_open
    }

    pub(super) fn row_end(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match name {
            Name::Tr => {
                self.close_row();
            }
            Name::Table if self.close_row() => return Step::Again,
            Name::Table => {}
            Name::Tbody | Name::Tfoot | Name::Thead => {
                if self.in_table_scope(name) && self.close_row() {
                    return Step::Again;
                }
            }
            _ => return self.table_end(name, key),
        }
        Step::Done(())
    }

    /// Performs *close the cell*.
    fn close_cell(&mut self) {
        self.generate_implied_end_tags();
        self.stack.pop_through(|open| open.is(CELL));
        self.clear_to_marker();
        self.mode = Mode::InRow;
    }

    pub(super) fn cell_start(&mut self, tag: &Start<'_>) -> Step<Made> {
        if !is_structure(tag.name) {
            return Step::Done(self.body_start(tag));
        }
        if self.stack.find(TABLE_SCOPE, |open| open.is(CELL)).is_none() {
            return Step::Done(Made::IGNORED);
        }
        self.close_cell();
        Step::Again
    }

    pub(super) fn cell_end(&mut self, name: Name, key: Option<Key>) -> Step<()> {
        match name {
            Name::Td | Name::Th => {
                if self.in_table_scope(name) {
                    self.generate_implied_end_tags();
                    self.pop_through(name);
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
            }
            Name::Body | Name::Caption | Name::Col | Name::Colgroup | Name::Html => {}
            Name::Table | Name::Tbody | Name::Tfoot | Name::Thead | Name::Tr => {
                if self.in_table_scope(name) {
                    self.close_cell();
                    return Step::Again;
                }
            }
            _ => return self.body_end(name, key),
        }
        Step::Done(())
    }
}
