//! References: the components, and what every value of Python has.

use std::borrow::Cow;

use napkin::{Component, Encoded, Host, Parts, Reference as Borrowed, Standard};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple, PyType};

use crate::finding::{error, standard};
use crate::query::Params;
use crate::text::of_string;

/// A URL reference, absolute or relative, under one standard.
///
/// It is immutable, and equal to every reference with the same text.
///
/// >>> import napkin
/// >>> reference = napkin.Reference("../menu?day=1#soup")
/// >>> reference.scheme, reference.host, reference.path, reference.query
/// (None, None, '../menu', 'day=1')
#[pyclass(frozen, subclass, weakref, module = "napkin", name = "Reference")]
pub(crate) struct Reference {
    /// The text as it was given.
    source: Py<PyString>,
    /// The text of the reference: the same, or what browsers make of it.
    text: Py<PyString>,
    /// The places of its components, so that it is parsed once.
    parts: Parts,
    standard: Standard,
    /// Whether it is the base of a `URL`.
    is_url: bool,
}

impl Reference {
    /// Keeps a reference that was read from `source`. An equal text is not copied.
    pub(crate) fn read(source: &Bound<'_, PyString>, reference: Borrowed<'_>, is_url: bool) -> Self {
        let is_same = source.to_str().is_ok_and(|given| given == reference.as_str());
        let text = if is_same { source.clone() } else { PyString::new(source.py(), reference.as_str()) };
        Self { source: source.clone().unbind(), ..Self::kept(text, reference, is_url) }
    }

    /// Keeps a reference that was made.
    pub(crate) fn made(py: Python<'_>, reference: Borrowed<'_>, is_url: bool) -> Self {
        Self::kept(PyString::new(py, reference.as_str()), reference, is_url)
    }

    fn kept(text: Bound<'_, PyString>, reference: Borrowed<'_>, is_url: bool) -> Self {
        let (parts, standard) = (reference.parts(), reference.standard());
        Self { source: text.clone().unbind(), text: text.unbind(), parts, standard, is_url }
    }

    pub(crate) const fn is_url(&self) -> bool {
        self.is_url
    }

    pub(crate) fn text(&self, py: Python<'_>) -> &str {
        self.text.to_str(py).expect("a text that was made of UTF-8")
    }

    pub(crate) fn borrowed(&self, py: Python<'_>) -> Borrowed<'_> {
        Borrowed::with_parts(self.text(py), self.parts, self.standard).expect("the parts of this text")
    }

    pub(crate) const fn standard_of(&self) -> Standard {
        self.standard
    }

    fn component(&self, py: Python<'_>, component: Component) -> Option<&str> {
        self.borrowed(py).component(component)
    }
}

/// The type of a value, and the arguments that make it again.
type Reduced<'py> = (Bound<'py, PyType>, (Py<PyString>, &'static str));

#[pymethods]
impl Reference {
    #[new]
    #[pyo3(signature = (source, standard = "rfc3986"))]
    fn new(source: &Bound<'_, PyString>, standard: &str) -> PyResult<Self> {
        let standard = self::standard(standard)?;
        let text = of_string(source, standard)?;
        let read = Borrowed::parse(&text, standard).map_err(|why| error(source.py(), &why, &text))?;
        Ok(Self::read(source, read, false))
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("scheme", "authority", "path", "query", "fragment")
    }

    /// The text as it was given.
    #[getter]
    fn source(&self, py: Python<'_>) -> Py<PyString> {
        self.source.clone_ref(py)
    }

    /// The standard: ``draft1997``, ``rfc3986``, ``rfc3987`` or ``whatwg``.
    #[getter]
    fn standard(&self) -> &'static str {
        self.standard_of().name()
    }

    /// Whether it has a scheme.
    #[getter]
    fn is_absolute(&self, py: Python<'_>) -> bool {
        self.borrowed(py).is_absolute()
    }

    /// The scheme, as it is written; ``None`` if there is none.
    #[getter]
    fn scheme(&self, py: Python<'_>) -> Option<&str> {
        self.component(py, Component::Scheme)
    }

    /// The user, host and port; ``None`` if there is no ``//``.
    #[getter]
    fn authority(&self, py: Python<'_>) -> Option<&str> {
        self.borrowed(py).authority()
    }

    /// The user, as it is written.
    #[getter]
    fn user(&self, py: Python<'_>) -> Option<&str> {
        self.component(py, Component::User)
    }

    /// The password, as it is written.
    #[getter]
    fn password(&self, py: Python<'_>) -> Option<&str> {
        self.component(py, Component::Password)
    }

    /// The host, as it is written; addresses of IPv6 in brackets.
    #[getter]
    fn host(&self, py: Python<'_>) -> Option<&str> {
        self.borrowed(py).host_text()
    }

    /// The address, as a value of the module ``ipaddress``; ``None`` if the host is a name.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://[::1]/").ip.is_loopback
    /// True
    #[getter]
    fn ip<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(address) = self.borrowed(py).host().and_then(|host: Host<'_>| host.ip()) else { return Ok(None) };
        Ok(Some(address.into_pyobject(py)?.into_any()))
    }

    /// The port; ``None`` if there is none. Raises ``ValueError`` for one above 65535.
    #[getter]
    fn port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        match (self.borrowed(py).port(), self.component(py, Component::Port)) {
            (None, Some(text)) if !text.is_empty() => {
                Err(PyValueError::new_err(format!("expected a port up to 65535, found {text}")))
            }
            (port, _) => Ok(port),
        }
    }

    /// The port, or the default one of the scheme.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("https://pub.example/").port_or_default
    /// 443
    #[getter]
    fn port_or_default(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        let default = || self.borrowed(py).scheme().and_then(napkin::default_port);
        Ok(self.port(py)?.or_else(default))
    }

    /// The path, as it is written.
    #[getter]
    fn path(&self, py: Python<'_>) -> &str {
        self.borrowed(py).path().as_str()
    }

    /// The query, as it is written: ``None`` without a ``?``, empty behind a bare one.
    #[getter]
    fn query(&self, py: Python<'_>) -> Option<&str> {
        self.component(py, Component::Query)
    }

    /// The fragment, as it is written.
    #[getter]
    fn fragment(&self, py: Python<'_>) -> Option<&str> {
        self.component(py, Component::Fragment)
    }

    /// The segments of the path, decoded.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/fish%20pie/").segments
    /// ('fish pie', '')
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.borrowed(py).segments().map(|segment| decoded(segment.text())).collect::<Vec<_>>())
    }

    /// The parameters of the query.
    #[getter]
    fn params(&self, py: Python<'_>) -> Params {
        Params::of(self.borrowed(py).query())
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let inner = this.get();
        let name = this.get_type().name()?;
        let text = PyString::new(this.py(), &inner.borrowed(this.py()).redacted().to_string()).repr()?.to_string();
        let default = if inner.is_url { Standard::Whatwg } else { Standard::Rfc3986 };
        Ok(match inner.standard_of() {
            standard if standard == default => format!("{name}({text})"),
            standard => format!("{name}({text}, '{}')", standard.name()),
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.bind(py).hash()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operation: CompareOp) -> Py<PyAny> {
        let py = other.py();
        match other.cast::<Self>() {
            Ok(other) => {
                let is_true = operation.matches(self.text(py).cmp(other.get().text(py)));
                PyBool::new(py, is_true).to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        }
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let inner = this.get();
        let standard = inner.standard_of();
        let reads_alone = |source: &str| match inner.is_url {
            true => napkin::Url::parse(source, standard).is_ok_and(|url| url == inner.text(this.py())),
            false => true,
        };
        let source = match inner.source.bind(this.py()).to_str() {
            // What a base completed does not read alone.
            Ok(source) if !reads_alone(source) => inner.text.clone_ref(this.py()),
            _ => inner.source.clone_ref(this.py()),
        };
        Ok((this.get_type(), (source, inner.standard_of().name())))
    }

    fn __copy__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        this
    }

    #[pyo3(name = "_repr_html_")]
    fn repr_html(&self, py: Python<'_>) -> String {
        html(self.borrowed(py))
    }
}

/// Returns what a text with escapes stands for. What is no UTF-8 stays escaped.
pub(crate) fn decoded(text: Encoded<'_>) -> Cow<'_, str> {
    match text.decode_bytes() {
        Cow::Borrowed(_) => Cow::Borrowed(text.as_str()),
        Cow::Owned(bytes) => String::from_utf8(bytes).map_or(Cow::Borrowed(text.as_str()), Cow::Owned),
    }
}

/// Draws the parts, each with its name as a title. The password is masked.
fn html(reference: Borrowed<'_>) -> String {
    const COLOURS: [(&str, Component); 7] = [
        ("#795e26", Component::Scheme),
        ("#a31515", Component::User),
        ("#a31515", Component::Password),
        ("#0451a5", Component::Host),
        ("#098658", Component::Port),
        ("#811f3f", Component::Query),
        ("#666666", Component::Fragment),
    ];
    let text = reference.redacted().to_string();
    let escape =
        |piece: &str| piece.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let (mut out, mut at) = (String::from("<code>"), 0);
    for (colour, component) in COLOURS {
        let Some(span) = reference.span(component) else { continue };
        let (between, part) = (escape(&text[at..span.start]), escape(&text[span.start..span.end]));
        out += &format!("{between}<span title=\"{}\" style=\"color:{colour}\">{part}</span>", component.name());
        at = span.end;
    }
    out + &escape(&text[at..]) + "</code>"
}

/// Returns the text of an argument that may be a `str`, a reference or a URL.
///
/// # Errors
/// `TypeError` for anything else.
pub(crate) fn text_of<'a>(argument: &'a Bound<'_, PyAny>, standard: Standard) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = argument.cast::<PyString>() {
        return of_string(text, standard);
    }
    match argument.cast::<Reference>() {
        Ok(reference) => Ok(Cow::Borrowed(reference.get().text(argument.py()))),
        Err(_) => Err(PyTypeError::new_err("expected str, Reference or URL")),
    }
}
