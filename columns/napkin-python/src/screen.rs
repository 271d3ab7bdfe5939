//! `data:` URLs in documents, judged by a policy.

use napkin::Span;
use napkin_document::screen::{Format, Policy, TypePattern};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::finding::finding;
use crate::text::{Characters, Document, place};
use crate::values;

fn patterns(types: Option<Vec<String>>) -> PyResult<Vec<TypePattern>> {
    let pattern = |text: &String| {
        text.parse().map_err(|_| PyValueError::new_err(format!("expected a media type or `active`, found {text:?}")))
    };
    types.iter().flatten().map(pattern).collect()
}

/// What a screening found, without the document.
struct Kept {
    url: String,
    place: Span,
    depth: usize,
    context: String,
    media_type: String,
    sniffed: Option<&'static str>,
    is_denied: bool,
    findings: Vec<napkin::Finding>,
}

/// Returns the ``data:`` URLs of a document, and of the data in them, judged by a policy.
///
/// ``allow`` and ``deny`` take media types: ``image/*``, ``active`` for those that run scripts. With ``sniff``, data that looks like
/// another type counts as that too.
///
/// >>> import napkin
/// >>> screened = napkin.screen("<img src='data:image/gif,GIF89a'>", allow=["image/*"])
/// >>> screened.is_admitted, screened.urls[0].media_type
/// (True, 'image/gif')
#[pyfunction]
#[pyo3(signature = (document, *, kind = None, allow = None, deny = None, sniff = true))]
pub(crate) fn screen<'py>(
    py: Python<'py>,
    document: &Bound<'py, PyAny>,
    kind: Option<&str>,
    allow: Option<Vec<String>>,
    deny: Option<Vec<String>>,
    sniff: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = Policy::default().with_allow(patterns(allow)?).with_deny(patterns(deny)?).with_sniff(sniff);
    let document = Document::of(document)?;
    let format = match kind {
        None => Format::of_content(document.bytes()),
        Some(name) => Format::of_essence(name)
            .or_else(|| Format::of_name(&format!("x.{name}")))
            .ok_or_else(|| PyValueError::new_err(format!("expected a media type or an extension, found {name:?}")))?,
    };
    let (kept, screened) = py.detach(|| {
        let mut kept = Vec::new();
        let screened = napkin_document::screen::screen(document.bytes(), format, &policy, &mut |find| {
            kept.push(Kept {
                url: find.text.to_owned(),
                place: find.chain.first().copied().unwrap_or_default(),
                depth: find.depth(),
                context: find.context.to_owned(),
                media_type: find.essence().to_owned(),
                sniffed: find.sniffed,
                is_denied: find.is_denied(),
                findings: find.findings.to_vec(),
            });
        });
        (kept, screened)
    });
    let characters = document.characters();
    let make = |kept: Kept| {
        let own = Characters::of(&kept.url);
        let findings =
            kept.findings.iter().map(|each| finding(py, each, Some(&own), None)).collect::<PyResult<Vec<_>>>()?;
        let place = place(characters.as_ref(), kept.place);
        let Kept { url, depth, context, media_type, sniffed, is_denied, .. } = kept;
        values::embedded(py, (url, place, depth, context, media_type, sniffed, is_denied, findings))
    };
    let urls = kept.into_iter().map(make).collect::<PyResult<Vec<_>>>()?;
    values::screened(py, (urls, screened.denied, screened.unread))
}
