//! `data:` URLs.

use napkin::data::{DataUrl as Read, Encoder, Form, Reading};
use napkin::media::MediaType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::finding::error;
use crate::reference::text_of;
use napkin::Standard;

/// The contents of a ``data:`` URL. See ``data_url``.
#[pyclass(frozen, module = "napkin")]
pub(crate) struct DataUrl {
    media_type: String,
    essence: String,
    is_base64: bool,
    body: Py<PyBytes>,
}

#[pymethods]
impl DataUrl {
    /// The media type, with its parameters.
    #[getter]
    fn media_type(&self) -> &str {
        &self.media_type
    }

    /// The media type, without its parameters.
    #[getter]
    fn essence(&self) -> &str {
        &self.essence
    }

    /// Whether the data is in base64.
    #[getter]
    fn is_base64(&self) -> bool {
        self.is_base64
    }

    /// The data.
    #[getter]
    fn body(&self, py: Python<'_>) -> Py<PyBytes> {
        self.body.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<DataUrl {}, {} bytes>", self.media_type, self.body.bind(py).as_bytes().len())
    }
}

/// Reads a ``data:`` URL as browsers do (Fetch Standard), or with ``strict`` by RFC 2397. Raises ``UrlError``.
///
/// >>> import napkin
/// >>> data = napkin.data_url("data:text/plain;charset=utf-8,fish%20pie")
/// >>> data.body, data.media_type, data.essence
/// (b'fish pie', 'text/plain;charset=utf-8', 'text/plain')
#[pyfunction]
#[pyo3(signature = (url, /, *, strict = false))]
pub(crate) fn data_url(py: Python<'_>, url: &Bound<'_, PyAny>, strict: bool) -> PyResult<DataUrl> {
    let text = text_of(url, Standard::Whatwg)?;
    let reading = if strict { Reading::Strict } else { Reading::Whatwg };
    let read = py.detach(|| {
        let read = Read::parse(&*text, reading)?;
        Ok((read.decode()?, read))
    });
    let (body, read) = read.map_err(|why| error(py, &why, &text))?;
    let media_type = read.media_type();
    Ok(DataUrl {
        media_type: media_type.to_string(),
        essence: media_type.essence().to_owned(),
        is_base64: read.is_base64(),
        body: PyBytes::new(py, &body).unbind(),
    })
}

/// Writes a ``data:`` URL: in the shorter form, or in base64 or not.
///
/// >>> import napkin
/// >>> napkin.encode_data_url(b"fish pie", "text/plain")
/// 'data:text/plain,fish%20pie'
#[pyfunction]
#[pyo3(signature = (body, media_type = "application/octet-stream", *, base64 = None))]
pub(crate) fn encode_data_url(py: Python<'_>, body: &[u8], media_type: &str, base64: Option<bool>) -> PyResult<String> {
    let kind = MediaType::parse(media_type, Reading::Whatwg).map_err(|why| error(py, &why, media_type))?;
    let encoder = Encoder::new(&kind);
    let encoder = match base64 {
        None => encoder,
        Some(true) => encoder.with_form(Form::Base64),
        Some(false) => encoder.with_form(Form::Percent),
    };
    py.detach(|| encoder.encode(body)).map_err(|why| PyValueError::new_err(why.to_string()))
}
