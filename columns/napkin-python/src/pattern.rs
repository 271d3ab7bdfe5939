//! URL patterns (the URL Pattern Standard), and sets of them.

use napkin::pattern::{Component, Init, Pattern as Compiled, PatternOptions, PatternSet as Set, Regress};
use napkin::whatwg;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::finding::error;
use crate::reference::text_of;
use crate::values;
use napkin::Standard;

/// A pattern that URLs match (URL Pattern Standard): a text, or components by name. Raises ``UrlError``.
///
/// >>> import napkin
/// >>> pattern = napkin.Pattern("https://*.pub.example/menu/:drink{/:size}?")
/// >>> pattern.test("https://cork.pub.example/menu/stout")
/// True
/// >>> pattern.exec("https://cork.pub.example/menu/stout/pint").pathname
/// {'drink': 'stout', 'size': 'pint'}
/// >>> napkin.Pattern(pathname="/menu/*").test("ftp://h/menu/today")
/// True
#[pyclass(frozen, module = "napkin")]
pub(crate) struct Pattern(Compiled);

impl Pattern {
    pub(crate) const fn compiled(&self) -> &Compiled {
        &self.0
    }
}

/// Parses the base of a pattern or of an input.
fn base_url(base: Option<&Bound<'_, PyAny>>) -> PyResult<Option<whatwg::Url>> {
    let Some(base) = base else { return Ok(None) };
    let text = text_of(base, Standard::Whatwg)?;
    whatwg::Url::parse(&text, None).map(Some).map_err(|why| error(base.py(), &why, &text))
}

/// Parses what is matched; `None` if it is no URL.
fn input(url: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<Option<whatwg::Url>> {
    let base = base_url(base)?;
    Ok(whatwg::Url::parse(&text_of(url, Standard::Whatwg)?, base.as_ref()).ok())
}

#[pymethods]
impl Pattern {
    #[new]
    #[pyo3(signature = (pattern = None, *, base = None, ignore_case = false, **components))]
    fn new(
        py: Python<'_>,
        pattern: Option<&Bound<'_, PyString>>,
        base: Option<&Bound<'_, PyAny>>,
        ignore_case: bool,
        components: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = PatternOptions::default().with_ignore_case(ignore_case).with_engine(&Regress);
        let base = base_url(base)?;
        let Some(text) = pattern else { return of_components(components, base.as_ref(), options) };
        if components.is_some() {
            return Err(PyTypeError::new_err("expected a pattern or its components, not both"));
        }
        let text = text.to_str()?;
        let compiled = Compiled::parse_with(text, base.as_ref(), options);
        Ok(Self(compiled.map_err(|why| error(py, &why, text))?))
    }

    /// Returns whether a URL matches; false for a text that is not a URL.
    #[pyo3(signature = (url, /, *, base = None))]
    fn test(&self, url: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(input(url, base)?.is_some_and(|url| self.0.test(&url)))
    }

    /// Returns the texts of the groups; ``None`` if the URL does not match.
    #[pyo3(signature = (url, /, *, base = None))]
    fn exec<'py>(
        &self,
        url: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(input) = input(url, base)? else { return Ok(None) };
        let Some(found) = self.0.exec(&input) else { return Ok(None) };
        let py = url.py();
        let mut all = Vec::new();
        for component in Component::ALL {
            let groups = PyDict::new(py);
            for (name, text) in found.groups(component) {
                groups.set_item(name, text)?;
            }
            all.push(groups);
        }
        let [protocol, username, password, hostname, port, pathname, search, hash] = &all[..] else { return Ok(None) };
        values::matched(py, (protocol, username, password, hostname, port, pathname, search, hash)).map(Some)
    }

    /// Whether a part of it is a regular expression.
    #[getter]
    fn has_regexp_groups(&self) -> bool {
        self.0.has_regexp_groups()
    }

    /// The pattern of the component ``protocol``.
    #[getter]
    fn protocol(&self) -> &str {
        self.0.text(Component::Protocol)
    }

    /// The pattern of the component ``username``.
    #[getter]
    fn username(&self) -> &str {
        self.0.text(Component::Username)
    }

    /// The pattern of the component ``password``.
    #[getter]
    fn password(&self) -> &str {
        self.0.text(Component::Password)
    }

    /// The pattern of the component ``hostname``.
    #[getter]
    fn hostname(&self) -> &str {
        self.0.text(Component::Hostname)
    }

    /// The pattern of the component ``port``.
    #[getter]
    fn port(&self) -> &str {
        self.0.text(Component::Port)
    }

    /// The pattern of the component ``pathname``.
    #[getter]
    fn pathname(&self) -> &str {
        self.0.text(Component::Pathname)
    }

    /// The pattern of the component ``search``.
    #[getter]
    fn search(&self) -> &str {
        self.0.text(Component::Search)
    }

    /// The pattern of the component ``hash``.
    #[getter]
    fn hash(&self) -> &str {
        self.0.text(Component::Hash)
    }

    fn __repr__(&self) -> String {
        let part = |component: Component| {
            (self.0.text(component) != "*").then(|| format!("{}={:?}", component.name(), self.0.text(component)))
        };
        let parts: Vec<_> = Component::ALL.into_iter().filter_map(part).collect();
        format!("Pattern({})", parts.join(", "))
    }
}

fn of_components(
    components: Option<&Bound<'_, PyDict>>,
    base: Option<&whatwg::Url>,
    options: PatternOptions<'_>,
) -> PyResult<Pattern> {
    let mut texts: Vec<(Component, String)> = Vec::new();
    for (name, text) in components.into_iter().flatten() {
        let name: String = name.extract()?;
        let component = Component::named(&name);
        texts.push((
            component.ok_or_else(|| PyTypeError::new_err(format!("Pattern() has no component {name:?}")))?,
            text.extract()?,
        ));
    }
    let mut init = Init::default();
    for (component, text) in &texts {
        init = init.with(*component, text);
    }
    if let Some(base) = base {
        init = init.with_base(base);
    }
    let compiled = Compiled::from_init_with(&init, options);
    Ok(Pattern(compiled.map_err(|why| PyValueError::new_err(why.to_string()))?))
}

/// Many patterns, which one walk over a URL compares.
///
/// >>> import napkin
/// >>> routes = napkin.PatternSet(["https://h/menu/:drink", "https://h/*"])
/// >>> routes.find("https://h/beer"), routes.matches("https://h/menu/stout")
/// (1, [0, 1])
#[pyclass(frozen, module = "napkin")]
pub(crate) struct PatternSet(Set);

#[pymethods]
impl PatternSet {
    #[new]
    fn new(patterns: &Bound<'_, PyAny>) -> PyResult<Self> {
        let options = PatternOptions::default().with_engine(&Regress);
        let mut compiled = Vec::new();
        for item in patterns.try_iter()? {
            let item = item?;
            compiled.push(match item.cast::<Pattern>() {
                Ok(pattern) => pattern.get().0.clone(),
                Err(_) => {
                    let text = text_of(&item, Standard::Whatwg)?;
                    Compiled::parse_with(&text, None, options).map_err(|why| error(item.py(), &why, &text))?
                }
            });
        }
        Ok(Self(Set::new(compiled)))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns the index of the first pattern that a URL matches.
    #[pyo3(signature = (url, /))]
    fn find(&self, url: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        Ok(input(url, None)?.and_then(|url| self.0.find(&url)))
    }

    /// Returns the indices of all patterns that a URL matches.
    #[pyo3(signature = (url, /))]
    fn matches(&self, url: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        Ok(input(url, None)?.map(|url| self.0.matches(&url)).unwrap_or_default())
    }
}
