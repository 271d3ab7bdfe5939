//! The arguments of a function call.
//!
//! Arguments such as standards and names of parts must be constants, so that the result has one type. This module also applies
//! the defaults for missing or null arguments.

use arrow_array::{Array, ArrayRef, Datum, Scalar};
use datafusion_common::{Result, ScalarValue, exec_err};
use datafusion_expr::ColumnarValue;
use napkin::Standard;
use napkin_columns::Section;

/// The arguments of one call.
pub(crate) struct Arguments {
    columns: Vec<Column>,
    values: Vec<Option<ScalarValue>>,
    /// The index of the argument with the standard.
    before_standard: usize,
}

enum Column {
    Array(ArrayRef),
    Value(Scalar<ArrayRef>),
}

impl Arguments {
    pub(crate) fn of(arguments: &[ColumnarValue], before_standard: usize) -> Result<Self> {
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                ColumnarValue::Array(array) => {
                    columns.push(Column::Array(array.clone()));
                    values.push(None);
                }
                ColumnarValue::Scalar(value) => {
                    columns.push(Column::Value(Scalar::new(value.to_array()?)));
                    values.push(Some(value.clone()));
                }
            }
        }
        Ok(Self { columns, values, before_standard })
    }

    /// Returns whether all arguments are constants; the result is then a constant too.
    pub(crate) fn is_constant(&self) -> bool {
        self.columns.iter().all(|column| matches!(column, Column::Value(_)))
    }

    /// Returns an argument for kernels of two columns.
    pub(crate) fn datum(&self, number: usize) -> &dyn Datum {
        match &self.columns[number] {
            Column::Array(array) => array,
            Column::Value(value) => value,
        }
    }

    /// Returns an argument for kernels of one column: a constant is a column of one row.
    pub(crate) fn array(&self, number: usize) -> &dyn Array {
        self.datum(number).get().0
    }

    /// Returns a constant text; `None` if it is missing or null.
    pub(crate) fn text(&self, number: usize) -> Result<Option<&str>> {
        match self.values.get(number) {
            None => Ok(None),
            Some(Some(value)) => Ok(value.try_as_str().flatten()),
            Some(None) => exec_err!("expected a constant as argument {}, but found a column", number + 1),
        }
    }

    /// Returns the name of the standard as given; the default is `rfc3986`.
    pub(crate) fn standard_name(&self) -> Result<&str> {
        Ok(self.text(self.before_standard)?.unwrap_or(Standard::Rfc3986.name()))
    }

    pub(crate) fn standard(&self) -> Result<Standard> {
        standard_of(self.standard_name()?)
    }

    /// Returns the section of the public suffix list from the argument after the standard: `icann` or `all`.
    pub(crate) fn section(&self) -> Result<Section> {
        match self.text(self.before_standard + 1)? {
            None | Some("all") => Ok(Section::All),
            Some("icann") => Ok(Section::Icann),
            Some(name) => exec_err!("expected `all` or `icann`, but found `{name}`"),
        }
    }
}

/// Returns the standard with a name.
pub(crate) fn standard_of(name: &str) -> Result<Standard> {
    match name.parse() {
        Ok(standard) => Ok(standard),
        Err(_) => exec_err!("expected `draft1997`, `rfc3986`, `rfc3987` or `whatwg`, but found `{name}`"),
    }
}
