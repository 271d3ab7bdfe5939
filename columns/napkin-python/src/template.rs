//! URI templates (RFC 6570).

use std::collections::BTreeMap;

use napkin::template::{Template as Parsed, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyMapping, PySequence, PyString};

use crate::finding::error;

/// A URI template of any level (RFC 6570). Raises ``UrlError``.
///
/// >>> import napkin
/// >>> template = napkin.Template("/menu{/drink}{?size,with*}")
/// >>> template.expand(drink="dry cider", **{"with": {"ice": 1}})
/// '/menu/dry%20cider?ice=1'
/// >>> template.match_url("/menu/stout?size=pint")
/// {'drink': 'stout', 'size': 'pint'}
#[pyclass(frozen, eq, hash, module = "napkin")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Template {
    text: String,
}

impl Template {
    fn parsed(&self, py: Python<'_>) -> PyResult<Parsed<'_>> {
        Parsed::parse(&self.text).map_err(|why| error(py, &why, &self.text))
    }
}

#[pymethods]
impl Template {
    #[new]
    fn new(py: Python<'_>, text: String) -> PyResult<Self> {
        let template = Self { text };
        template.parsed(py)?;
        Ok(template)
    }

    /// The names of the variables.
    #[getter]
    fn variables(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for variable in self.parsed(py)?.variables() {
            if !names.iter().any(|name| name == variable.name) {
                names.push(variable.name.to_owned());
            }
        }
        Ok(names)
    }

    /// The level, from 1 to 4.
    #[getter]
    fn level(&self, py: Python<'_>) -> PyResult<u8> {
        Ok(self.parsed(py)?.level())
    }

    /// Returns the URL for values: texts, numbers, sequences and mappings of them. ``None`` is left out.
    #[pyo3(signature = (values = None, /, **named))]
    fn expand(
        &self,
        py: Python<'_>,
        values: Option<Bound<'_, PyMapping>>,
        named: Option<Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let mut all: BTreeMap<String, Value<'static>> = BTreeMap::new();
        let own = values.map(|values| values.items()).transpose()?;
        for item in own.iter().flat_map(|items| items.iter()) {
            let (name, item): (String, Bound<'_, PyAny>) = item.extract()?;
            all.insert(name, value(&item)?);
        }
        for (name, item) in named.into_iter().flatten() {
            all.insert(name.extract()?, value(&item)?);
        }
        let made = self.parsed(py)?.expand(&all).map_err(|why| error(py, &why, &self.text))?;
        Ok(made.into_owned())
    }

    /// Returns the values that make this URL; ``None`` if none do.
    fn match_url<'py>(&self, py: Python<'py>, url: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
        let template = self.parsed(py)?;
        let Ok(found) = template.match_url(url) else { return Ok(None) };
        let values = PyDict::new(py);
        for (name, value) in found.variables() {
            values.set_item(name, object(py, value)?)?;
        }
        Ok(Some(values))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Template({})", PyString::new(py, &self.text).repr()?))
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.text,)
    }
}

/// Returns the value of a variable: a text, a number, a sequence of them, or a mapping of them.
fn value(object: &Bound<'_, PyAny>) -> PyResult<Value<'static>> {
    if object.is_none() {
        return Ok(Value::Undefined);
    }
    if let Ok(pairs) = object.cast::<PyMapping>() {
        let pair = |item: PyResult<Bound<'_, PyAny>>| {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
            Ok((text(&name)?, text(&value)?))
        };
        return Ok(Value::pairs(pairs.items()?.try_iter()?.map(pair).collect::<PyResult<Vec<_>>>()?));
    }
    if object.cast::<PyString>().is_err()
        && let Ok(items) = object.cast::<PySequence>()
    {
        return Ok(Value::list(items.try_iter()?.map(|item| text(&item?)).collect::<PyResult<Vec<_>>>()?));
    }
    Ok(Value::from(text(object)?))
}

fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    let is_number = object.extract::<f64>().is_ok() && !object.is_instance_of::<PyBool>();
    if is_number {
        Ok(object.str()?.to_str()?.to_owned())
    } else {
        Err(PyTypeError::new_err(format!(
            "expected str, a number, a sequence or a mapping, found {}",
            object.get_type().name()?
        )))
    }
}

fn object<'py>(py: Python<'py>, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Undefined => py.None().into_bound(py),
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::List(items) => PyList::new(py, items.iter())?.into_any(),
        Value::Pairs(pairs) => {
            let values = PyDict::new(py);
            for (name, value) in pairs.iter() {
                values.set_item(name, value)?;
            }
            values.into_any()
        }
        _ => return Err(PyValueError::new_err("expected a text, a list or pairs")),
    })
}
