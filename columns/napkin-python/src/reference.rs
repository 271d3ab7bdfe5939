//! References: the components, and what every value of Python has.

use std::borrow::Cow;

use napkin::{Component, Encoded, Host, Reference as Borrowed, ReferenceBuf, Standard};
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
    text: ReferenceBuf,
    /// Whether it is the base of a `URL`.
    is_url: bool,
}

impl Reference {
    /// Makes a reference from the text that was given and what it was read as.
    pub(crate) fn read(source: &Bound<'_, PyString>, text: ReferenceBuf, is_url: bool) -> Self {
        Self { source: source.clone().unbind(), text, is_url }
    }

    pub(crate) fn made(py: Python<'_>, text: ReferenceBuf, is_url: bool) -> Self {
        Self { source: PyString::new(py, text.as_str()).unbind(), text, is_url }
    }

    pub(crate) const fn is_url(&self) -> bool {
        self.is_url
    }

    pub(crate) fn text(&self) -> &str {
        self.text.as_str()
    }

    pub(crate) fn borrowed(&self) -> Borrowed<'_> {
        self.text.reference()
    }

    pub(crate) fn standard_of(&self) -> Standard {
        self.borrowed().standard()
    }

    fn component(&self, component: Component) -> Option<&str> {
        self.borrowed().component(component)
    }

    /// Returns the text as a `str`. If it equals `source`, this is the same object.
    fn written<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        let source = self.source.bind(py);
        match source.to_str() {
            Ok(text) if text == self.text() => source.clone(),
            _ => PyString::new(py, self.text()),
        }
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
        let read = ReferenceBuf::parse(&*text, standard).map_err(|why| error(source.py(), &why, &text))?;
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
    fn is_absolute(&self) -> bool {
        self.borrowed().is_absolute()
    }

    /// The scheme, as it is written; ``None`` if there is none.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.component(Component::Scheme)
    }

    /// The user, host and port; ``None`` if there is no ``//``.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.borrowed().authority()
    }

    /// The user, as it is written.
    #[getter]
    fn user(&self) -> Option<&str> {
        self.component(Component::User)
    }

    /// The password, as it is written.
    #[getter]
    fn password(&self) -> Option<&str> {
        self.component(Component::Password)
    }

    /// The host, as it is written; addresses of IPv6 in brackets.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.borrowed().host_text()
    }

    /// The address, as a value of the module ``ipaddress``; ``None`` if the host is a name.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://[::1]/").ip.is_loopback
    /// True
    #[getter]
    fn ip<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(address) = self.borrowed().host().and_then(|host: Host<'_>| host.ip()) else { return Ok(None) };
        Ok(Some(address.into_pyobject(py)?.into_any()))
    }

    /// The port; ``None`` if there is none. Raises ``ValueError`` for one above 65535.
    #[getter]
    fn port(&self) -> PyResult<Option<u16>> {
        match (self.borrowed().port(), self.component(Component::Port)) {
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
    fn port_or_default(&self) -> PyResult<Option<u16>> {
        let default = || self.borrowed().scheme().and_then(napkin::default_port);
        Ok(self.port()?.or_else(default))
    }

    /// The path, as it is written.
    #[getter]
    fn path(&self) -> &str {
        self.borrowed().path().as_str()
    }

    /// The query, as it is written: ``None`` without a ``?``, empty behind a bare one.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.component(Component::Query)
    }

    /// The fragment, as it is written.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.component(Component::Fragment)
    }

    /// The segments of the path, decoded.
    ///
    /// >>> import napkin
    /// >>> napkin.URL("http://pub.example/fish%20pie/").segments
    /// ('fish pie', '')
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.borrowed().segments().map(|segment| decoded(segment.text())).collect::<Vec<_>>())
    }

    /// The parameters of the query.
    #[getter]
    fn params(&self) -> Params {
        Params::of(self.borrowed().query())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.written(py)
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let inner = this.get();
        let name = this.get_type().name()?;
        let text = PyString::new(this.py(), &inner.borrowed().redacted().to_string()).repr()?.to_string();
        let default = if inner.is_url { Standard::Whatwg } else { Standard::Rfc3986 };
        Ok(match inner.standard_of() {
            standard if standard == default => format!("{name}({text})"),
            standard => format!("{name}({text}, '{}')", standard.name()),
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.written(py).hash()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operation: CompareOp) -> Py<PyAny> {
        let py = other.py();
        match other.cast::<Self>() {
            Ok(other) => {
                let is_true = operation.matches(self.text().cmp(other.get().text()));
                PyBool::new(py, is_true).to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        }
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let inner = this.get();
        let standard = inner.standard_of();
        let reads_alone = |source: &str| match inner.is_url {
            true => napkin::Url::parse(source, standard).is_ok_and(|url| url == inner.text()),
            false => true,
        };
        let source = match inner.source.bind(this.py()).to_str() {
            // What a base completed does not read alone.
            Ok(source) if !reads_alone(source) => inner.written(this.py()).unbind(),
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
    fn repr_html(&self) -> String {
        html(self.borrowed())
    }
}

/// Decodes the escapes of a text. If the result is not UTF-8, the escapes stay.
fn decoded(text: Encoded<'_>) -> Cow<'_, str> {
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
        Ok(reference) => Ok(Cow::Borrowed(reference.get().text())),
        Err(_) => Err(PyTypeError::new_err("expected str, Reference or URL")),
    }
}
