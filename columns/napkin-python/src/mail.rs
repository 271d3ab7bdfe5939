//! External bodies of messages (RFC 2017).

use napkin::Span;
use napkin_mail::{
    AttachOptions, AttachOutcome, AttachedBody, DetachOptions, Fetched, Message, NotFetched, WantedObject,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::finding::finding;
use crate::values::{self, Values};

/// Returns the bytes of a message: `bytes`, or what an `email.message.Message` is as bytes.
fn bytes_of<'py>(message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = message.cast::<PyBytes>() {
        return Ok(bytes.clone());
    }
    match message.call_method0("as_bytes") {
        Ok(bytes) => Ok(bytes.cast_into::<PyBytes>()?),
        Err(_) => Err(PyTypeError::new_err("expected bytes or email.message.Message")),
    }
}

/// Moves large parts out of a message, and puts external bodies in their place (RFC 2017).
///
/// ``message`` is ``bytes`` or an ``email.message.Message``, and ``base`` the URL of the folder in which you publish the objects. Parts
/// below ``min_size`` bytes stay, and those of ``multipart/related``, unless ``related``. Attaching restores the same bytes.
///
/// >>> import napkin
/// >>> message = b"Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n"
/// >>> done = napkin.detach(message, "https://pub.example/kept/", min_size=0)
/// >>> done.objects[0].body, done.objects[0].media_type
/// (b'GIF89a', 'image/gif')
/// >>> napkin.attach(done.message, lambda wanted: done.objects[0].body).message == message
/// True
#[pyfunction]
#[pyo3(signature = (message, base, *, min_size = 65536, related = false))]
pub(crate) fn detach<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    base: String,
    min_size: u64,
    related: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = bytes_of(message)?;
    let options = DetachOptions::new(base).with_min_size(min_size).with_related(related);
    let bytes = bytes.as_bytes();
    let done = py.detach(|| Message::parse(bytes).detach(&options).map(napkin_mail::Detached::into_owned));
    let done = done.map_err(|why| PyValueError::new_err(why.to_string()))?;
    let object = |object: &napkin_mail::DetachedObject<'_>| {
        let bytes = PyBytes::new(py, &object.bytes());
        values::detached_object(py, (&object.part, &object.media_type, &object.name, &object.url, bytes))
    };
    let left = |left: &napkin_mail::LeftPart| {
        let why = finding(py, &left.finding(), None, None)?;
        values::left_part(py, (&left.part, &left.media_type, left.why.to_string(), why))
    };
    let objects = done.objects.iter().map(object).collect::<PyResult<Vec<_>>>()?;
    let left = done.left.iter().map(left).collect::<PyResult<Vec<_>>>()?;
    let dkim = done.dkim_finding().map(|broken| finding(py, &broken, None, None)).transpose()?;
    values::detached(py, (PyBytes::new(py, &done.bytes), objects, left, dkim))
}

/// Returns the objects that attaching would retrieve, and the external bodies that cannot be attached.
///
/// Show the list to the reader of the message, and retrieve only with consent.
///
/// >>> import napkin
/// >>> message = b'Content-Type: message/external-body; access-type=URL; URL="http://pub.example/menu"\n\nContent-Type: text/html\n\n'
/// >>> objects, failed = napkin.wanted(message)
/// >>> objects[0].url, objects[0].media_type
/// ('http://pub.example/menu', 'text/html')
#[pyfunction]
#[pyo3(signature = (message, *, url = None))]
pub(crate) fn wanted<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    url: Option<String>,
) -> PyResult<(Values<'py>, Values<'py>)> {
    let bytes = bytes_of(message)?;
    let (mut objects, mut failed) = (Vec::new(), Vec::new());
    for each in Message::parse(bytes.as_bytes()).wanted(&options(url)) {
        match each {
            Ok(wanted) => objects.push(object(py, &wanted)?),
            Err(body) => failed.push(outcome(py, &body)?),
        }
    }
    Ok((objects, failed))
}

fn options(url: Option<String>) -> AttachOptions {
    let options = AttachOptions::default();
    match url {
        Some(url) => options.with_retrieval(url),
        None => options,
    }
}

fn object<'py>(py: Python<'py>, wanted: &WantedObject) -> PyResult<Bound<'py, PyAny>> {
    let expiration = wanted.expiration.as_deref();
    let fields =
        (&wanted.part, &wanted.url, &wanted.media_type, wanted.size, expiration, wanted.is_here(), wanted.limit);
    values::wanted(py, fields)
}

fn outcome<'py>(py: Python<'py>, body: &AttachedBody) -> PyResult<Bound<'py, PyAny>> {
    let word = match &body.outcome {
        AttachOutcome::Attached(_) => "attached",
        AttachOutcome::Redundant => "redundant",
        _ => "failed",
    };
    let finding = body.finding().map(|why| finding(py, &why, None, None)).transpose()?;
    let why = match &body.outcome {
        AttachOutcome::Failed(why) => Some(why.to_string()),
        _ => None,
    };
    let Span { start, end } = body.span;
    values::attached_body(py, (&body.part, body.url.as_deref(), (start, end), word, why, finding))
}

/// Puts the objects of external bodies back. This function retrieves nothing: ``fetch`` does.
///
/// ``fetch`` takes a ``Wanted``, and returns its bytes, or a tuple of bytes and their media type, or ``None`` to refuse.
///
/// >>> import napkin
/// >>> message = b'Content-Type: message/external-body; access-type=URL; URL="http://pub.example/menu"\n\nContent-Type: text/html\n\n'
/// >>> napkin.attach(message, lambda wanted: None).bodies[0].why
/// 'the object could not be retrieved: not permitted'
/// >>> napkin.attach(message, lambda wanted: (b"<p>Soup\n", "text/html")).message
/// b'Content-Type: text/html\n\n<p>Soup\n'
#[pyfunction]
#[pyo3(signature = (message, fetch, *, url = None))]
pub(crate) fn attach<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    fetch: &Bound<'py, PyAny>,
    url: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = bytes_of(message)?;
    let mut raised = None;
    let mut ask = |wanted: &WantedObject| {
        let asked = object(py, wanted).and_then(|wanted| fetch.call1((wanted,)));
        match asked.and_then(|answer| fetched(&answer)) {
            Ok(Some(fetched)) => Ok(fetched),
            Ok(None) => Err(NotFetched::new("not permitted")),
            Err(error) => {
                raised.get_or_insert(error);
                Err(NotFetched::failed("the function raised an exception"))
            }
        }
    };
    let done = Message::parse(bytes.as_bytes()).attach(&options(url), &mut ask);
    if let Some(error) = raised {
        return Err(error);
    }
    let bodies = done.bodies.iter().map(|body| outcome(py, body)).collect::<PyResult<Vec<_>>>()?;
    values::attached(py, (PyBytes::new(py, &done.bytes), bodies))
}

/// Returns the object of an answer: `None`, bytes, or bytes and their media type.
fn fetched(answer: &Bound<'_, PyAny>) -> PyResult<Option<Fetched>> {
    if answer.is_none() {
        return Ok(None);
    }
    if let Ok(bytes) = answer.cast::<PyBytes>() {
        return Ok(Some(Fetched::new(bytes.as_bytes().to_vec())));
    }
    let Ok((bytes, media_type)) = answer.extract::<(Vec<u8>, String)>() else {
        return Err(PyTypeError::new_err("expected None, bytes, or a tuple of bytes and a media type"));
    };
    Ok(Some(Fetched::new(bytes).of_type(media_type)))
}
