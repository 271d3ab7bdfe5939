//! Edits of references. What an edit does not name keeps its bytes.

use napkin::query::Pairs;
use napkin::{Component, Edit, Error, ReferenceBuf, Standard, whatwg};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::finding::error;
use crate::reference::Reference;
use crate::url::edited;

#[pymethods]
impl Reference {
    /// Returns the reference with other components; ``None`` removes one. All other bytes stay.
    ///
    /// The texts are those of a URL, with their escapes; with ``encode`` they are data, and are encoded.
    ///
    /// >>> import napkin
    /// >>> url = napkin.URL("http://pub.example:8080/menu?sig=%2f")
    /// >>> url.replace(port=None, path="/beer")
    /// URL('http://pub.example/beer?sig=%2f')
    /// >>> url.replace(path="/100% beer?", encode=True)
    /// URL('http://pub.example:8080/100%25%20beer%3F?sig=%2f')
    #[pyo3(signature = (*, encode = false, **components))]
    fn replace(this: &Bound<'_, Self>, encode: bool, components: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        let changes = changes(components)?;
        let reference = this.get().borrowed();
        let mut edit = Edit::of(reference);
        for (component, text) in &changes {
            edit = match text {
                Some(text) if encode => edit.set_data(*component, text),
                Some(text) => edit.set(*component, text),
                None => edit.clear(*component),
            };
        }
        let made = match edit.finish() {
            // Browsers accept more than a serialised URL has: capitals in a host, a default port.
            Err(_) if reference.standard() == Standard::Whatwg => assigned(reference.as_str(), &changes, encode),
            made => made,
        };
        let shown = || changes.iter().filter_map(|(_, text)| text.as_deref()).collect::<Vec<_>>().join(" ");
        edited(this, made.map_err(|why| error(this.py(), &why, &shown()))?)
    }

    /// Returns the reference with one parameter of this name; the others keep their bytes.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://h/?sig=%2f&day=1").set_param("day", 2)
    /// URL('http://h/?sig=%2f&day=2')
    fn set_param(this: &Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let value = parameter(value)?;
        Self::with_pairs(this, |pairs| {
            pairs.set(name, &value);
        })
    }

    /// Returns the reference with a parameter more.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://h/?a=1").add_param("a", "x y")
    /// URL('http://h/?a=1&a=x%20y')
    fn add_param(this: &Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let value = parameter(value)?;
        Self::with_pairs(this, |pairs| {
            pairs.add(name, &value);
        })
    }

    /// Returns the reference without the parameters of these names. In a name, ``*`` matches any text and ``?`` one character.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://h/?utm_id=7&sig=%2f").drop_params("utm_*")
    /// URL('http://h/?sig=%2f')
    #[pyo3(signature = (*patterns))]
    fn drop_params(this: &Bound<'_, Self>, patterns: Vec<String>) -> PyResult<Py<PyAny>> {
        Self::with_pairs(this, |pairs| {
            pairs.remove_if(|name| patterns.iter().any(|glob| napkin_answer::glob::matches(glob.as_bytes(), name)));
        })
    }

    /// Returns the reference with more segments, and without query and fragment. A slash at the end stays.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/menu?day=1") / "fish pie/"
    /// URL('http://pub.example/menu/fish%20pie/')
    fn __truediv__(this: &Bound<'_, Self>, segments: &str) -> PyResult<Py<PyAny>> {
        let mut edit = Edit::of(this.get().borrowed()).clear(Component::Query).clear(Component::Fragment);
        for segment in segments.split('/') {
            edit = edit.append_segment(segment);
        }
        Self::finished(this, edit)
    }

    /// The folder: without the last segment, query and fragment.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/menu/today?day=1").parent
    /// URL('http://pub.example/menu/')
    #[getter]
    fn parent(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let reference = this.get().borrowed();
        let edit = Edit::of(reference).clear(Component::Query).clear(Component::Fragment);
        let path = reference.path().as_str();
        let end = path.strip_suffix('/').unwrap_or(path).rfind('/').map_or(0, |slash| slash + 1);
        Self::finished(this, edit.set(Component::Path, if end == 0 && path == "/" { "/" } else { &path[..end] }))
    }
}

impl Reference {
    fn with_pairs(this: &Bound<'_, Self>, change: impl FnOnce(&mut Pairs)) -> PyResult<Py<PyAny>> {
        Self::finished(this, Edit::of(this.get().borrowed()).pairs(change))
    }

    fn finished(this: &Bound<'_, Self>, edit: Edit) -> PyResult<Py<PyAny>> {
        let made = edit.finish().map_err(|why| error(this.py(), &why, this.get().text()))?;
        edited(this, made)
    }
}

/// Returns the components that are named, with their new texts.
fn changes(components: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(Component, Option<String>)>> {
    let mut changes = Vec::new();
    for (name, value) in components.into_iter().flatten() {
        let name: String = name.extract()?;
        let Ok(component) = name.parse::<Component>() else {
            return Err(PyTypeError::new_err(format!("replace() has no component {name:?}")));
        };
        let text = if value.is_none() { None } else { Some(parameter(&value)?) };
        changes.push((component, text));
    }
    Ok(changes)
}

/// Returns the text of a `str` or of an `int`.
fn parameter(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    match value.extract::<i128>() {
        Ok(number) if !value.is_instance_of::<pyo3::types::PyBool>() => Ok(number.to_string()),
        _ => Err(PyTypeError::new_err(format!("expected str or int, found {}", value.get_type().name()?))),
    }
}

/// Sets the components by the setters of the URL Standard.
fn assigned(text: &str, changes: &[(Component, Option<String>)], encode: bool) -> Result<ReferenceBuf, Error> {
    use whatwg::Attribute;
    let mut url = whatwg::Url::parse(text, None)?;
    for (component, text) in changes {
        let attribute = match component {
            Component::Scheme => Attribute::Protocol,
            Component::Authority => Attribute::Host,
            Component::User => Attribute::Username,
            Component::Password => Attribute::Password,
            Component::Host => Attribute::Hostname,
            Component::Port => Attribute::Port,
            Component::Path => Attribute::Pathname,
            Component::Query => Attribute::Search,
            _ => Attribute::Hash,
        };
        let text = text.as_deref().unwrap_or_default();
        let data = if encode { text.replace('%', "%25") } else { text.to_owned() };
        url.set(attribute, &data)?;
    }
    Ok(url.into())
}
