//! Reads several arguments row by row: columns, or scalars, which apply to all rows.

use arrow_array::{ArrayRef, Datum};
use arrow_schema::ArrowError;

use crate::column::{Column, Text};
use crate::dictionary::rows as rows_of;
use crate::texts::Texts;

/// The rows of an argument.
pub(crate) struct Rows<'a> {
    column: Column<'a>,
    is_scalar: bool,
}

impl<'a> Rows<'a> {
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<Text<'a>> {
        self.column.get(if self.is_scalar { 0 } else { row })
    }
}

/// The arguments of a kernel, with dictionaries expanded.
pub(crate) struct Sides {
    arrays: Vec<ArrayRef>,
    scalars: Vec<bool>,
    rows: usize,
}

impl Sides {
    /// Checks and expands the arguments.
    ///
    /// # Errors
    /// The columns have different lengths, or a scalar does not have exactly one row.
    pub(crate) fn of(data: &[&dyn Datum]) -> Result<Self, ArrowError> {
        let (mut arrays, mut scalars, mut rows) = (Vec::new(), Vec::new(), None);
        for datum in data {
            let (array, is_scalar) = datum.get();
            let expected = if is_scalar { 1 } else { *rows.get_or_insert(array.len()) };
            if array.len() != expected {
                let text = format!("expected a column of {expected} rows, but found {}", array.len());
                return Err(ArrowError::InvalidArgumentError(text));
            }
            arrays.push(rows_of(array)?);
            scalars.push(is_scalar);
        }
        Ok(Self { arrays, scalars, rows: rows.unwrap_or(1) })
    }

    /// Returns the number of rows of the result: one if all arguments are scalars.
    pub(crate) const fn len(&self) -> usize {
        self.rows
    }

    /// Returns the rows of an argument.
    ///
    /// # Errors
    /// The argument does not contain texts.
    pub(crate) fn rows(&self, number: usize) -> Result<Rows<'_>, ArrowError> {
        Ok(Rows { column: Column::of(&*self.arrays[number])?, is_scalar: self.scalars[number] })
    }
}

/// Builds a column of texts with `answer` from two arguments. A row is null if either argument is null there.
pub(crate) fn of_both<'d>(
    left: &'d dyn Datum,
    right: &'d dyn Datum,
    mut answer: impl FnMut(Text<'_>, &str, &mut Texts),
) -> Result<ArrayRef, ArrowError> {
    let sides = Sides::of(&[left, right])?;
    let (left, right) = (sides.rows(0)?, sides.rows(1)?);
    let mut texts = Texts::of(&left.column);
    for row in 0..sides.len() {
        match (left.get(row), right.get(row)) {
            (Some(text), Some(beside)) => answer(text, beside.text, &mut texts),
            _ => texts.null(),
        }
    }
    Ok(texts.finish())
}
