//! Absolute URLs: made of a text, a base or a path of a file; resolved, relativised.

use std::ffi::OsString;
use std::path::PathBuf;

use napkin::{Base, Error, Reference, ReferenceBuf, Standard, Url as Absolute, whatwg};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::finding::{error, standard};
use crate::reference::{Reference as Value, text_of};
use crate::text::of_string;

/// An absolute URL under one standard: ``whatwg``, ``rfc3986``, ``rfc3987`` or ``draft1997``.
///
/// Under ``whatwg``, ``str(url)`` is the URL as a browser serialises it. The other standards keep the text. With ``base``, the text
/// may be relative. Raises ``UrlError``.
///
/// >>> import napkin
/// >>> url = napkin.URL("HTTP://pub.example/a/../menu")
/// >>> str(url), url.source
/// ('http://pub.example/menu', 'HTTP://pub.example/a/../menu')
/// >>> napkin.URL("menu", base="http://pub.example/")
/// URL('http://pub.example/menu')
/// >>> match url:
/// ...     case napkin.URL(scheme="http" | "https", host=host):
/// ...         print(host)
/// pub.example
#[pyclass(frozen, extends = Value, module = "napkin", name = "URL")]
pub(crate) struct Url;

impl Url {
    fn initial(reference: Value) -> PyClassInitializer<Self> {
        PyClassInitializer::from(reference).add_subclass(Self)
    }

    /// Makes the value of a text that is absolute.
    pub(crate) fn made(py: Python<'_>, text: ReferenceBuf) -> PyResult<Bound<'_, Self>> {
        Bound::new(py, Self::initial(Value::made(py, text, true)))
    }
}

/// Returns the URL or the reference that an edit of `this` makes.
pub(crate) fn edited(this: &Bound<'_, Value>, text: ReferenceBuf) -> PyResult<Py<PyAny>> {
    let py = this.py();
    if this.get().is_url() && text.reference().is_absolute() {
        return Ok(Url::made(py, text)?.into_any().unbind());
    }
    Ok(Bound::new(py, Value::made(py, text, false))?.into_any().unbind())
}

/// Parses a text, against a base if there is one. An error of the base is raised.
fn parse(text: &str, standard: Standard, base: Option<&Bound<'_, PyAny>>) -> PyResult<Result<Absolute, Error>> {
    let Some(base) = base else {
        return Ok(match standard {
            // Without a copy of a text that browsers leave as it is.
            Standard::Whatwg => whatwg::parse_borrowed(text, None).map(|url| url.into_url().into()),
            _ => Absolute::parse(text, standard),
        });
    };
    let base_text = text_of(base, standard)?;
    let url = Absolute::parse(&*base_text, standard).map_err(|why| error(base.py(), &why, &base_text))?;
    Ok(url.join(text))
}

#[pymethods]
impl Url {
    #[new]
    #[pyo3(signature = (source, standard = "whatwg", *, base = None))]
    fn new(
        source: &Bound<'_, PyString>,
        standard: &str,
        base: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let standard = self::standard(standard)?;
        let text = of_string(source, standard)?;
        let url = parse(&text, standard, base)?.map_err(|why| error(source.py(), &why, &text))?;
        Ok(Self::initial(Value::read(source, url.into(), true)))
    }

    /// Returns the URL, or ``None`` if the text is not one.
    ///
    /// >>> import napkin
    /// >>> napkin.URL.try_parse("nonsense") is None
    /// True
    #[classmethod]
    #[pyo3(signature = (source, standard = "whatwg", *, base = None))]
    fn try_parse<'py>(
        class: &Bound<'py, PyType>,
        source: &Bound<'py, PyString>,
        standard: &str,
        base: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, Self>>> {
        let standard = self::standard(standard)?;
        let text = match of_string(source, standard) {
            Err(_) if base.is_none() => return Ok(None),
            text => text?,
        };
        match parse(&text, standard, base)? {
            Ok(url) => Bound::new(class.py(), Self::initial(Value::read(source, url.into(), true))).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Returns whether a text is a URL, without making one.
    ///
    /// >>> import napkin
    /// >>> napkin.URL.can_parse("http://pub.example/"), napkin.URL.can_parse("http://pub.example:8o/")
    /// (True, False)
    #[staticmethod]
    #[pyo3(signature = (source, standard = "whatwg", *, base = None))]
    fn can_parse(source: &Bound<'_, PyString>, standard: &str, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let standard = self::standard(standard)?;
        if base.is_some() {
            return Ok(parse(&of_string(source, standard)?, standard, base)?.is_ok());
        }
        let Ok(text) = of_string(source, standard) else { return Ok(false) };
        Ok(match standard {
            Standard::Whatwg => whatwg::can_parse(&text, None),
            _ => Reference::parse(&text, standard).is_ok_and(|reference| reference.is_absolute()),
        })
    }

    /// Returns the ``file:`` URL of a path. The disk is not read. Raises ``UrlError`` for a relative path.
    ///
    /// >>> import napkin, os
    /// >>> url = napkin.URL.from_path("/pub/beer menu.html")
    /// >>> url, os.fspath(url)
    /// (URL('file:///pub/beer%20menu.html'), '/pub/beer menu.html')
    #[staticmethod]
    fn from_path(path: PathBuf) -> PyResult<Py<Self>> {
        Python::attach(|py| {
            let url = whatwg::Url::from_file_path(&path).map_err(|why| error(py, &why, &path.to_string_lossy()))?;
            Ok(Self::made(py, url.into())?.unbind())
        })
    }

    fn __fspath__(this: &Bound<'_, Self>) -> PyResult<OsString> {
        let text = this.as_super().get().text();
        let path = whatwg::Url::parse(text, None).and_then(|url| url.to_file_path());
        path.map(PathBuf::into_os_string).map_err(|why| error(this.py(), &why, text))
    }

    /// The origin: scheme, host and port by which browsers separate sites; ``null`` for an opaque one.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("https://pub.example:443/menu").origin
    /// 'https://pub.example'
    #[getter]
    fn origin(this: &Bound<'_, Self>) -> PyResult<String> {
        let text = this.as_super().get().text();
        let url = whatwg::Url::parse(text, None).map_err(|why| error(this.py(), &why, text))?;
        Ok(url.origin().to_string())
    }

    /// Returns the URL that a reference means in a document at this URL.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/menu/today").resolve("../beer?size=pint")
    /// URL('http://pub.example/beer?size=pint')
    #[pyo3(signature = (reference, /))]
    fn resolve<'py>(this: &Bound<'py, Self>, reference: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let base = this.as_super().get();
        let text = text_of(reference, base.standard_of())?;
        let fail = |why| error(this.py(), &why, &text);
        let url = Base::new(base.borrowed()).and_then(|base| base.join(&text)).map_err(fail)?;
        Self::made(this.py(), url.into())
    }

    /// Returns the URL with an attribute that is set as a script in a browser sets it: ``protocol``, ``username``, ``password``,
    /// ``host``, ``hostname``, ``port``, ``pathname``, ``search``, ``hash`` (URL Standard section 6.1). Some use the start of a
    /// value and ignore the rest. Raises ``UrlError`` for a value that browsers ignore.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/").assign("port", "8080abc")
    /// URL('http://pub.example:8080/')
    fn assign<'py>(
        this: &Bound<'py, Self>,
        attribute: &str,
        value: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, Self>> {
        let attribute = whatwg::Attribute::named(attribute);
        let attribute =
            attribute.ok_or_else(|| PyValueError::new_err("expected the name of an attribute of the URL Standard"))?;
        let text = this.as_super().get().text();
        let fail = |why| error(this.py(), &why, text);
        let mut url = whatwg::Url::parse(text, None).map_err(fail)?;
        let value = of_string(value, Standard::Whatwg)?;
        url.assign(attribute, &value).map_err(|why| error(this.py(), &why, &value))?;
        Self::made(this.py(), url.into())
    }

    /// Returns the shortest reference that resolves to a URL.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/menu/today").relativize("http://pub.example/beer")
    /// '/beer'
    #[pyo3(signature = (url, /))]
    fn relativize(this: &Bound<'_, Self>, url: &Bound<'_, PyAny>) -> PyResult<String> {
        let base = this.as_super().get();
        let standard = base.standard_of();
        let text = text_of(url, standard)?;
        let fail = |why| error(this.py(), &why, &text);
        let url = Absolute::parse(&*text, standard).map_err(fail)?;
        shortest(base.borrowed(), url.reference()).map_err(fail)
    }
}

/// Returns the shortest reference that resolves to the URL. The URL Standard has no inverse of its parser, so the one of
/// RFC 3987 is tried and checked; if it does not serve, the URL itself does.
fn shortest(base: Reference<'_>, url: Reference<'_>) -> Result<String, Error> {
    if url.standard() != Standard::Whatwg {
        return Base::new(base)?.relativize(url).map(ReferenceBuf::into_string);
    }
    let generic = |url: Reference<'_>| Absolute::parse(url.as_str(), Standard::Rfc3987);
    let found = generic(base).and_then(|base| Base::new(base.reference())?.relativize(generic(url)?.reference()));
    let is_inverse =
        |text: &str| Base::new(base).and_then(|base| base.join(text)).is_ok_and(|joined| joined == url.as_str());
    Ok(found
        .map(ReferenceBuf::into_string)
        .ok()
        .filter(|text| is_inverse(text))
        .unwrap_or_else(|| url.as_str().to_owned()))
}
