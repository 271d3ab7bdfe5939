//! Normal forms, and the comparison of references.

use napkin::{Rung, Rungs, compare, normalize};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::reference::Reference;
use crate::text::Characters;
use crate::url::edited;
use crate::values;

#[pymethods]
impl Reference {
    /// Returns the normal form: by ``case``, ``percent``, ``path``, ``scheme``, or all of them (RFC 3986 section 6.2).
    ///
    /// >>> import napkin
    /// >>> str(napkin.Reference("HTTP://h:80/%7esam/../menu").normalize())
    /// 'http://h/menu'
    /// >>> str(napkin.Reference("HTTP://h:80/%7esam/../menu").normalize("case"))
    /// 'http://h:80/%7Esam/../menu'
    #[pyo3(signature = (*rungs))]
    fn normalize(this: &Bound<'_, Self>, rungs: Vec<String>) -> PyResult<Py<PyAny>> {
        let reference = this.get().borrowed();
        let form = normalize(reference, self::rungs(&rungs)?).text;
        if form == reference.as_str() {
            return Ok(this.clone().into_any().unbind());
        }
        let read = napkin::ReferenceBuf::parse(&*form, reference.standard());
        edited(this, read.map_err(|why| crate::finding::error(this.py(), &why, &form))?)
    }

    /// Returns where this reference and another agree, or differ.
    ///
    /// >>> import napkin
    /// >>> one, two = napkin.URL("http://h/a"), napkin.URL("http://h/b")
    /// >>> found = one.compare(two)
    /// >>> found.is_equivalent, found.component, found.span
    /// (False, 'path', (8, 10))
    #[pyo3(signature = (other, /))]
    fn compare<'py>(&self, other: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (one, two) = (self.borrowed(), other.get().borrowed());
        let found = compare(one, two);
        let place = |text, span| Characters::of(text).span(span);
        let places = found.difference.map(|at| (place(one.as_str(), at.a), place(two.as_str(), at.b)));
        let rung = found.rung.map(|rung| rung.name());
        let component = found.difference.map(|at| at.component.name());
        let (span, other_span) = places.unzip();
        values::comparison(other.py(), (rung, component, span, other_span))
    }
}

/// Returns the rungs of these names; all, if there is none.
pub(crate) fn rungs(names: &[String]) -> PyResult<Rungs> {
    let mut rungs = Rungs::NONE;
    for name in names {
        let Some(&rung) = Rung::ALL.iter().find(|rung| rung.name() == *name) else {
            return Err(PyValueError::new_err(format!("expected case, percent, path or scheme, found {name:?}")));
        };
        rungs |= Rungs::of(rung);
    }
    Ok(if rungs.is_empty() { Rungs::ALL } else { rungs })
}
