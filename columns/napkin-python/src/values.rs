//! Makes the values that are defined in Python (`napkin/_values.py`), and raises `UrlError`.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

/// A list of such values.
pub(crate) type Values<'py> = Vec<Bound<'py, PyAny>>;

const MODULE: &str = "napkin._values";

macro_rules! classes {
    ($($function:ident => $name:literal),* $(,)?) => {
        $(
            #[doc = concat!("Makes a `", $name, "` of its fields.")]
            pub(crate) fn $function<'py>(
                py: Python<'py>,
                fields: impl PyCallArgs<'py>,
            ) -> PyResult<Bound<'py, PyAny>> {
                static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                CLASS.import(py, MODULE, $name)?.call1(fields)
            }
        )*
    };
}

classes! {
    finding => "Finding",
    url_error => "UrlError",
    comparison => "Comparison",
    link => "Link",
    base_found => "Base",
    rewritten => "Rewritten",
    change => "Change",
    left => "Left",
    screened => "Screened",
    embedded => "Embedded",
    wrapped => "Wrapped",
    detached => "Detached",
    detached_object => "DetachedObject",
    left_part => "LeftPart",
    attached => "Attached",
    attached_body => "AttachedBody",
    wanted => "Wanted",
    matched => "PatternMatch",
}

/// Makes a `CheckedLink` of its named fields.
pub(crate) fn checked_link<'py>(py: Python<'py>, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, MODULE, "CheckedLink")?.call((), Some(fields))
}
