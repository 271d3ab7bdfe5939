//! The parameters of a query.

use napkin::Encoded;
use napkin::query::pairs;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// The parameters of a query, in their order. Names and values are decoded; ``raw`` has them as they are written.
///
/// >>> import napkin
/// >>> params = napkin.URL("http://h/?a=x+y&b&a=%7e").params
/// >>> params["a"], params.all("a"), params.raw("a"), len(params)
/// ('x y', ['x y', '~'], ['x+y', '%7e'], 3)
/// >>> params.items()
/// [('a', 'x y'), ('b', None), ('a', '~')]
#[pyclass(frozen, module = "napkin", sequence)]
pub(crate) struct Params(Vec<Param>);

struct Param {
    name: String,
    value: Option<String>,
    text: String,
}

impl Params {
    pub(crate) fn of(query: Option<Encoded<'_>>) -> Self {
        Self::of_pairs(query.into_iter().flat_map(pairs))
    }

    fn of_pairs<'q>(pairs: impl Iterator<Item = napkin::query::Pair<'q>>) -> Self {
        let text = |bytes: std::borrow::Cow<'_, [u8]>| String::from_utf8_lossy(&bytes).into_owned();
        let param = |pair: napkin::query::Pair<'_>| Param {
            name: text(pair.name()),
            value: pair.value().map(text),
            text: pair.text().as_str().to_owned(),
        };
        Self(pairs.map(param).collect())
    }

    fn named<'p, 'n>(&'p self, name: &'n str) -> impl Iterator<Item = &'p Param> + use<'p, 'n> {
        self.0.iter().filter(move |param| param.name == name)
    }
}

#[pymethods]
impl Params {
    #[new]
    fn new(query: &str) -> Self {
        // A `%` that begins no escape stays.
        Self::of_pairs(napkin::query::form_pairs(query))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.named(name).next().is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.names().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'p>(&'p self, name: &str) -> PyResult<&'p str> {
        match self.named(name).next() {
            Some(param) => Ok(param.value.as_deref().unwrap_or_default()),
            None => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// Returns the first value of a name; ``default`` if there is none.
    #[pyo3(signature = (name, default = None))]
    fn get(&self, py: Python<'_>, name: &str, default: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
        match self.named(name).next() {
            Some(param) => Ok(Some(param.value.as_deref().unwrap_or_default().into_pyobject(py)?.into_any().unbind())),
            None => Ok(default),
        }
    }

    /// Returns all values of a name.
    fn all<'p>(&'p self, name: &str) -> Vec<&'p str> {
        self.named(name).map(|param| param.value.as_deref().unwrap_or_default()).collect()
    }

    /// Returns all values of a name as they are written.
    fn raw<'p>(&'p self, name: &str) -> Vec<&'p str> {
        self.named(name).map(|param| param.text.split_once('=').map_or("", |(_, value)| value)).collect()
    }

    /// Returns the names, in their order.
    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|param| param.name.as_str()).collect()
    }

    /// Returns the names and values; ``None`` for a name without ``=``.
    fn items(&self) -> Vec<(&str, Option<&str>)> {
        self.0.iter().map(|param| (param.name.as_str(), param.value.as_deref())).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.items() == other.items()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        Ok(format!("Params({})", self.items().into_pyobject(py)?.repr()?))
    }
}
