//! Columns of texts as they are made: pieces of the input where the answer is one, and new text where it is not.
//!
//! Decides: where new text is kept. It does not decide what is null or what the text is.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use napkin::Span;

use crate::blocks::Blocks;
use crate::column::{Column, Place, Text};
use crate::dictionary::by_values;
use crate::views::Views;

/// A column of texts that is made a row at a time.
pub(crate) struct Texts {
    blocks: Blocks,
    views: Views,
}

impl Texts {
    /// For texts of which pieces of the texts of `column` are some.
    pub(crate) fn of(column: &Column<'_>) -> Self {
        Self { blocks: Blocks::of(column), views: Views::with_capacity(column.len()) }
    }

    /// For new texts alone.
    pub(crate) fn beside(rows: usize) -> Self {
        Self { blocks: Blocks::default(), views: Views::with_capacity(rows) }
    }

    pub(crate) fn null(&mut self) {
        self.views.push(None);
    }

    /// A piece of a text of the column.
    pub(crate) fn piece(&mut self, text: Text<'_>, span: Span) {
        self.views.push(Some(text.piece(span)));
    }

    /// A text of the column as it is.
    pub(crate) fn whole(&mut self, text: Text<'_>) {
        self.piece(text, Span::new(0, text.text.len()));
    }

    /// A new text. A short one is in its view alone.
    pub(crate) fn new_text(&mut self, text: &str) {
        if text.len() <= crate::column::INLINE {
            return self.whole(Text { text, tail: text.as_bytes(), place: Place::default() });
        }
        let kept = self.blocks.keep(text);
        self.whole(kept);
    }

    /// A new text, or null.
    pub(crate) fn maybe(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.new_text(text),
            None => self.null(),
        }
    }

    /// What is new, or as it was, of the text of a row.
    pub(crate) fn changed(&mut self, text: Text<'_>, to: &str) {
        if text.text == to { self.whole(text) } else { self.new_text(to) }
    }

    pub(crate) fn finish(self) -> ArrayRef {
        Arc::new(self.views.finish(&self.blocks.finish()))
    }
}

/// The column that `answer` makes of the texts of `array`; null stays null.
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
