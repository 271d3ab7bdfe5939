//! Builds columns of texts: views of the input where possible, otherwise new text.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use napkin::Span;

use crate::blocks::Blocks;
use crate::column::{Column, Place, Text};
use crate::dictionary::by_values;
use crate::views::Views;

/// Builds a column of texts, one row at a time.
pub(crate) struct Texts {
    blocks: Blocks,
    views: Views,
}

impl Texts {
    /// Creates a builder for pieces of the texts of `column`, and for new texts.
    pub(crate) fn of(column: &Column<'_>) -> Self {
        Self { blocks: Blocks::of(column), views: Views::with_capacity(column.len()) }
    }

    /// Creates a builder for new texts only.
    pub(crate) fn beside(rows: usize) -> Self {
        Self { blocks: Blocks::default(), views: Views::with_capacity(rows) }
    }

    pub(crate) fn null(&mut self) {
        self.views.push(None);
    }

    /// Adds a piece of a text of the column.
    pub(crate) fn piece(&mut self, text: Text<'_>, span: Span) {
        self.views.push(Some(text.piece(span)));
    }

    /// Adds a text of the column unchanged.
    pub(crate) fn whole(&mut self, text: Text<'_>) {
        self.piece(text, Span::new(0, text.text.len()));
    }

    /// Adds a new text. A short text is stored in its view.
    pub(crate) fn new_text(&mut self, text: &str) {
        if text.len() <= crate::column::INLINE {
            return self.whole(Text { text, tail: text.as_bytes(), place: Place::default() });
        }
        let kept = self.blocks.keep(text);
        self.whole(kept);
    }

    /// Adds a new text, or null.
    pub(crate) fn maybe(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.new_text(text),
            None => self.null(),
        }
    }

    /// Adds the new text of a row, or the row's own text if they are equal.
    pub(crate) fn changed(&mut self, text: Text<'_>, to: &str) {
        if text.text == to { self.whole(text) } else { self.new_text(to) }
    }

    pub(crate) fn finish(self) -> ArrayRef {
        Arc::new(self.views.finish(&self.blocks.finish()))
    }
}

/// Builds a column with `answer` from the texts of `array`; null stays null.
pub(crate) fn of_each(array: &dyn Array, mut answer: impl FnMut(Text<'_>, &mut Texts)) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut texts = Texts::of(&column);
        for row in 0..column.len() {
            match column.get(row) {
                Some(text) => answer(text, &mut texts),
                None => texts.null(),
            }
        }
        Ok(texts.finish())
    })
}
