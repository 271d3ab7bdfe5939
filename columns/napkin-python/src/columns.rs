//! Functions over columns of any library that has Arrow's capsules. The text is not copied.

use std::num::NonZeroUsize;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, Datum, Scalar, StringArray, new_empty_array};
use arrow_schema::{ArrowError, DataType};
use arrow_select::concat::concat;
use napkin::Standard;
use napkin::template::Template as Parsed;
use napkin_columns as kernels;
use napkin_columns::{Decoding, Field, Section};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyArray, PyChunkedArray};

use crate::finding::{error, standard};
use crate::normal::rungs;
use crate::pattern::Pattern;

/// The rows of a piece of work of one thread.
const PIECE: usize = 1 << 16;

/// A column, in the pieces that its library holds.
struct Pieces {
    pieces: Vec<ArrayRef>,
    /// Whether it is one array, and no stream of them.
    is_array: bool,
}

impl Pieces {
    /// Takes a column. Of a table with one column, as DuckDB's relations are, this column.
    fn of(column: AnyArray) -> PyResult<Self> {
        let is_array = matches!(column, AnyArray::Array(_));
        let (mut pieces, field) = column.into_chunked_array()?.into_inner();
        if pieces.is_empty() {
            pieces.push(new_empty_array(field.data_type()));
        }
        let of_table = |piece: ArrayRef| match piece.data_type() {
            DataType::Struct(fields) if fields.len() == 1 => piece.as_struct().column(0).clone(),
            _ => piece,
        };
        Ok(Self { pieces: pieces.into_iter().map(of_table).collect(), is_array })
    }

    /// Returns the pieces cut into smaller ones, for several threads.
    fn cut(&self) -> impl Iterator<Item = ArrayRef> {
        self.pieces.iter().flat_map(|piece| {
            let starts = (0..piece.len()).step_by(PIECE);
            starts.map(|start| piece.slice(start, PIECE.min(piece.len() - start)))
        })
    }

    /// Applies a kernel to each piece.
    fn map(
        self,
        py: Python<'_>,
        threads: usize,
        kernel: impl Fn(&dyn Array) -> Result<ArrayRef, ArrowError> + Sync,
    ) -> PyResult<Py<PyAny>> {
        let threads = match threads {
            0 => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            number => NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN),
        };
        let done = py.detach(|| {
            if threads == NonZeroUsize::MIN {
                return self.pieces.iter().map(|piece| kernel(piece)).collect::<Result<Vec<_>, _>>();
            }
            let mut done = Vec::new();
            kernels::in_order(
                self.cut(),
                threads,
                |piece| kernel(&piece),
                |made: Result<_, ArrowError>| {
                    done.push(made?);
                    Ok::<(), ArrowError>(())
                },
            )?;
            if done.is_empty() { self.pieces.iter().map(|piece| kernel(piece)).collect() } else { Ok(done) }
        });
        answer(py, done.map_err(failed)?, self.is_array)
    }
}

fn failed(error: ArrowError) -> PyErr {
    match error {
        ArrowError::InvalidArgumentError(why) => PyTypeError::new_err(why),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Makes the answer: an array for an array, and a stream for a stream.
fn answer(py: Python<'_>, mut pieces: Vec<ArrayRef>, is_array: bool) -> PyResult<Py<PyAny>> {
    if is_array && pieces.len() > 1 {
        pieces = vec![concat(&pieces.iter().map(|piece| &**piece).collect::<Vec<_>>()).map_err(failed)?];
    }
    match pieces.pop() {
        Some(piece) if is_array => Ok(Bound::new(py, PyArray::from_array_ref(piece))?.into_any().unbind()),
        last => {
            pieces.extend(last);
            Ok(Bound::new(py, PyChunkedArray::from_array_refs(pieces)?)?.into_any().unbind())
        }
    }
}

/// Returns the fields of these names; all, if there is none.
fn fields(arguments: &[String]) -> PyResult<Vec<Field>> {
    if arguments.is_empty() {
        return Ok(Field::ALL.to_vec());
    }
    let field = |name: &String| {
        Field::ALL.iter().copied().find(|field| field.name() == name).ok_or_else(|| {
            let names: Vec<_> = Field::ALL.iter().map(|field| field.name()).collect();
            PyValueError::new_err(format!("expected {}, found {name:?}", names.join(", ")))
        })
    };
    arguments.iter().map(field).collect()
}

/// Splits each URL: a column of structs with these fields.
#[pyfunction]
pub(crate) fn column_parts(
    py: Python<'_>,
    column: AnyArray,
    standard: &str,
    parts: Vec<String>,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    let (standard, fields) = (self::standard(standard)?, fields(&parts)?);
    Pieces::of(column)?.map(py, threads, |piece| kernels::parts(piece, standard, &fields))
}

/// Returns one field of each URL.
#[pyfunction]
pub(crate) fn column_part(
    py: Python<'_>,
    column: AnyArray,
    standard: &str,
    part: String,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    let (standard, fields) = (self::standard(standard)?, fields(&[part])?);
    Pieces::of(column)?.map(py, threads, |piece| {
        let rows = kernels::rows(&*kernels::parts(piece, standard, &fields)?)?;
        Ok(rows.as_struct().column(0).clone())
    })
}

/// Returns an answer for each URL by the kernel of a name that needs nothing but a standard.
#[pyfunction]
pub(crate) fn column_of(
    py: Python<'_>,
    column: AnyArray,
    standard: &str,
    kernel: &str,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    let standard = self::standard(standard)?;
    let kernel = match kernel {
        "valid" => kernels::valid,
        "findings" => kernels::findings,
        "params" => kernels::query_pairs,
        "registrable_domain" => {
            |piece: &dyn Array, standard| kernels::registrable_domain(piece, standard, Section::All)
        }
        "public_suffix" => |piece: &dyn Array, standard| kernels::public_suffix(piece, standard, Section::All),
        "surt" => |piece: &dyn Array, _: Standard| kernels::surt_key(piece),
        "decode" => |piece: &dyn Array, _: Standard| {
            kernels::percent_decode(piece, Decoding { lossy: true, ..Decoding::default() })
        },
        name => return Err(PyValueError::new_err(format!("no kernel has the name {name:?}"))),
    };
    Pieces::of(column)?.map(py, threads, |piece| kernel(piece, standard))
}

/// Returns the normal form of each URL.
#[pyfunction]
#[pyo3(signature = (column, standard, threads, *rungs))]
pub(crate) fn column_normalize(
    py: Python<'_>,
    column: AnyArray,
    standard: &str,
    threads: usize,
    rungs: Vec<String>,
) -> PyResult<Py<PyAny>> {
    let (standard, rungs) = (self::standard(standard)?, self::rungs(&rungs)?);
    Pieces::of(column)?.map(py, threads, |piece| kernels::normalize(piece, standard, rungs))
}

/// The second argument of a function: a text for all rows, or a column.
#[derive(FromPyObject)]
pub(crate) enum Other {
    Text(String),
    Column(AnyArray),
}

type Pairwise = fn(&dyn Datum, &dyn Datum, Standard) -> Result<ArrayRef, ArrowError>;

/// Applies a kernel to two columns, or to a column and a text.
#[pyfunction]
pub(crate) fn column_with(
    py: Python<'_>,
    column: AnyArray,
    other: Other,
    standard: &str,
    kernel: &str,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    let standard = self::standard(standard)?;
    let kernel: Pairwise = match kernel {
        "resolve" => kernels::resolve,
        "relativize" => kernels::relativize,
        "equivalence" => kernels::equivalence,
        "param" => kernels::query_get,
        "drop_param" => kernels::query_remove,
        name => return Err(PyValueError::new_err(format!("no kernel has the name {name:?}"))),
    };
    let column = Pieces::of(column)?;
    let other = match other {
        Other::Text(text) => {
            let scalar = Scalar::new(StringArray::from(vec![text]));
            return column.map(py, threads, |piece| kernel(&piece, &scalar, standard));
        }
        Other::Column(other) => Pieces::of(other)?,
    };
    let (is_array, pairs) = (column.is_array, in_pairs(column, other)?);
    let done = py.detach(|| pairs.iter().map(|(one, two)| kernel(one, two, standard)).collect::<Result<Vec<_>, _>>());
    answer(py, done.map_err(failed)?, is_array)
}

/// Returns the pieces of two columns with the same rows. Columns that are cut in different places are joined first.
fn in_pairs(one: Pieces, two: Pieces) -> PyResult<Vec<(ArrayRef, ArrayRef)>> {
    let rows = |pieces: &Pieces| pieces.pieces.iter().map(|piece| piece.len()).collect::<Vec<_>>();
    let (of_one, of_two) = (rows(&one), rows(&two));
    let (all, others) = (of_one.iter().sum::<usize>(), of_two.iter().sum::<usize>());
    if all != others {
        return Err(PyValueError::new_err(format!("expected a column of {all} rows, found {others}")));
    }
    if of_one == of_two {
        return Ok(one.pieces.into_iter().zip(two.pieces).collect());
    }
    let joined =
        |pieces: Pieces| concat(&pieces.pieces.iter().map(|piece| &**piece).collect::<Vec<_>>()).map_err(failed);
    Ok(vec![(joined(one)?, joined(two)?)])
}

/// Sets a parameter of each URL.
#[pyfunction]
pub(crate) fn column_set_param(
    py: Python<'_>,
    column: AnyArray,
    name: String,
    value: String,
    standard: &str,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    let standard = self::standard(standard)?;
    let [name, value] = [name, value].map(|text| Scalar::new(StringArray::from(vec![text])));
    Pieces::of(column)?.map(py, threads, |piece| kernels::query_set(&piece, &name, &value, standard))
}

/// Returns whether each URL matches a pattern.
#[pyfunction]
pub(crate) fn column_match(py: Python<'_>, column: AnyArray, pattern: &Pattern, threads: usize) -> PyResult<Py<PyAny>> {
    Pieces::of(column)?.map(py, threads, |piece| kernels::pattern_match(piece, pattern.compiled()))
}

/// Returns the values of a template in each URL.
#[pyfunction]
pub(crate) fn column_template(py: Python<'_>, column: AnyArray, template: &str, threads: usize) -> PyResult<Py<PyAny>> {
    let parsed = Parsed::parse(template).map_err(|why| error(py, &why, template))?;
    Pieces::of(column)?.map(py, threads, |piece| kernels::template_match(piece, &parsed))
}
