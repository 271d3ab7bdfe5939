//! Findings and errors.

use napkin::{Error, Finding, Severity, Standard, mask_passwords};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::text::{Characters, of_string, place};
use crate::values::{self, Values};

/// Makes a `Finding` of Python. Its places are characters, or without `characters` bytes.
pub(crate) fn finding<'py>(
    py: Python<'py>,
    finding: &Finding,
    characters: Option<&Characters<'_>>,
    level: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = finding.rule;
    let level = level.unwrap_or(match rule.severity() {
        Severity::Remark => "remark",
        _ => "error",
    });
    let (span, also) = (place(characters, finding.span), finding.also.map(|span| place(characters, span)));
    let (message, standard) = (finding.to_string(), finding.standard.name());
    values::finding(py, (rule.code(), span, message, level, finding.see(), rule.why(), standard, rule.is_limit(), also))
}

/// Makes the findings about a text, each with its level. No message shows a password.
pub(crate) fn findings<'py>(
    py: Python<'py>,
    found: &[Finding],
    text: &str,
    level: impl Fn(&Finding) -> Option<&'static str>,
) -> PyResult<Values<'py>> {
    let (characters, password) = (Characters::of(text), napkin::password_span(text));
    found.iter().map(|each| finding(py, &each.redacted(password), Some(&characters), level(each))).collect()
}

/// Makes the `UrlError` for an error in `text`. The message shows no password.
pub(crate) fn error(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    error_saying(py, error.finding(), text, None)
}

/// Makes a `UrlError` with its own sentence, or that of the finding.
pub(crate) fn error_saying(py: Python<'_>, finding: &Finding, text: &str, sentence: Option<&str>) -> PyErr {
    let redacted = finding.redacted(napkin::password_span(text));
    let characters = Characters::of(text);
    let made = self::finding(py, &redacted, Some(&characters), None).and_then(|finding| {
        let drawn = redacted.report(text).to_string();
        // The first line of the report counts bytes.
        let drawn = drawn.split_once('\n').map_or("", |(_, drawing)| drawing);
        let (start, _) = characters.span(redacted.span);
        let sentence = sentence.map_or_else(|| redacted.to_string(), str::to_owned);
        values::url_error(py, (format!("{sentence} at index {start}"), finding, drawn))
    });
    made.map_or_else(|error| error, |value| PyErr::from_value(value))
}

/// Returns everything that is wrong with a text under a standard. `napkin.check` has the documentation.
#[pyfunction]
#[pyo3(signature = (text, standard = "whatwg"))]
pub(crate) fn check<'py>(py: Python<'py>, text: &Bound<'py, PyString>, standard: &str) -> PyResult<Values<'py>> {
    let standard = self::standard(standard)?;
    let text = of_string(text, standard)?;
    let mut found: Vec<Finding> = Vec::new();
    napkin::check(&text, standard, &mut found);
    findings(py, &found, &text, |_| None)
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
