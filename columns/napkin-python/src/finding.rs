//! Findings and errors.

use napkin::{Error, Finding, Severity, Span, Standard, mask_passwords};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::text::{Characters, of_string};
use crate::values;

/// Makes a `Finding` of Python about `text`.
pub(crate) fn finding<'py>(
    py: Python<'py>,
    finding: &Finding,
    characters: &Characters<'_>,
    level: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    placed(py, finding, &|span| characters.span(span), level)
}

/// Makes a `Finding` of Python about bytes.
pub(crate) fn in_bytes<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    placed(py, finding, &|span| (span.start, span.end), None)
}

fn placed<'py>(
    py: Python<'py>,
    finding: &Finding,
    place: &dyn Fn(Span) -> (usize, usize),
    level: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = finding.rule;
    let severity = level.unwrap_or(match rule.severity() {
        Severity::Remark => "remark",
        _ => "error",
    });
    let fields = (rule.code(), place(finding.span), finding.to_string(), severity, finding.see(), rule.why());
    let (code, span, message, severity, see, why) = fields;
    let also = finding.also.map(place);
    values::finding(py, (code, span, message, severity, see, why, finding.standard.name(), rule.is_limit(), also))
}

/// Makes the `UrlError` for an error in `text`. The message shows no password.
pub(crate) fn error(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    let redacted = error.finding().redacted(napkin::password_span(text));
    error_saying(py, &redacted, text, &redacted.to_string())
}

/// Makes a `UrlError` with its own sentence.
pub(crate) fn error_saying(py: Python<'_>, finding: &Finding, text: &str, sentence: &str) -> PyErr {
    let redacted = finding.redacted(napkin::password_span(text));
    let characters = Characters::of(text);
    let made = self::finding(py, &redacted, &characters, None).and_then(|finding| {
        let drawn = redacted.report(text).to_string();
        // The first line of the report counts bytes.
        let drawn = drawn.split_once('\n').map_or("", |(_, drawing)| drawing);
        let (start, _) = characters.span(redacted.span);
        values::url_error(py, (format!("{sentence} at index {start}"), finding, drawn))
    });
    made.map_or_else(|error| error, |value| PyErr::from_value(value))
}

/// Returns everything that is wrong with a text under a standard. `napkin.check` has the documentation.
#[pyfunction]
#[pyo3(signature = (text, standard = "whatwg"))]
pub(crate) fn check<'py>(py: Python<'py>, text: &Bound<'py, PyString>, standard: &str) -> PyResult<Bound<'py, PyList>> {
    let standard = self::standard(standard)?;
    let text = of_string(text, standard)?;
    let mut found: Vec<Finding> = Vec::new();
    napkin::check(&text, standard, &mut found);
    let characters = Characters::of(&text);
    let list = PyList::empty(py);
    for each in &found {
        list.append(finding(py, &each.redacted(napkin::password_span(&text)), &characters, None)?)?;
    }
    Ok(list)
}

/// Returns the standard of a name.
///
/// # Errors
/// `ValueError` with the names.
pub(crate) fn standard(name: &str) -> PyResult<Standard> {
    name.parse().map_err(|_| {
        let names: Vec<_> = Standard::ALL.iter().map(|standard| standard.name()).collect();
        let names = names.join(", ");
        pyo3::exceptions::PyValueError::new_err(format!(
            "expected a standard ({names}), found {:?}",
            mask_passwords(name)
        ))
    })
}
