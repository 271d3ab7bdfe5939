//! The least time that an object made of a text, and one of its attributes, can take with PyO3: nothing is parsed.

use pyo3::prelude::*;

#[pyclass(frozen)]
struct Floor {
    text: String,
}

#[pymethods]
impl Floor {
    #[new]
    fn new(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    #[getter]
    fn host(&self) -> &str {
        &self.text
    }
}

#[pymodule]
mod floor {
    #[pymodule_export]
    use super::Floor;
}
