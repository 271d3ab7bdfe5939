//! Dangers in URLs and documents, safe hosts and allow lists.

use std::collections::HashMap;

use napkin::Finding;
use napkin_audit::{AllowList as List, MAX_WRAPPERS, Settings, level};
use napkin_document::Options;
use napkin_document::audit::audit as audit_links;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::document::{About, Kept, of_document};
use crate::finding::findings;
use crate::reference::text_of;
use crate::text::Document;
use crate::values::{self, Values};
use napkin::Standard;

/// Returns the settings of the options by name: `settings["port-not-default"] = {"allow": "8080"}`, or `False` to disable.
fn settings(
    options: Option<HashMap<String, Bound<'_, PyAny>>>,
    allow_hosts: Option<&AllowList>,
    protect: Option<Vec<String>>,
) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (code, value) in options.into_iter().flatten() {
        let rule = napkin_audit::rules::find(&code);
        let rule =
            rule.ok_or_else(|| PyValueError::new_err(format!("expected a rule of the audit, found {code:?}")))?;
        if let Ok(is_enabled) = value.extract::<bool>() {
            if is_enabled {
                settings.enable(rule)
            } else {
                settings.disable(rule)
            };
            continue;
        }
        for (name, value) in value.extract::<HashMap<String, String>>()? {
            settings.set(rule, &name, &value).map_err(|why| PyValueError::new_err(why.to_string()))?;
        }
    }
    if let Some(list) = allow_hosts {
        settings.allow_only(list.0.clone());
    }
    for host in protect.iter().flatten() {
        settings.protect(host);
    }
    Ok(settings)
}

/// Returns the dangers in one reference. `napkin.audit` has the documentation.
#[pyfunction]
#[pyo3(signature = (reference, *, base = None, rules = None, allow_hosts = None, protect = None))]
pub(crate) fn audit<'py>(
    py: Python<'py>,
    reference: &Bound<'py, PyAny>,
    base: Option<&Bound<'py, PyAny>>,
    rules: Option<HashMap<String, Bound<'py, PyAny>>>,
    allow_hosts: Option<&AllowList>,
    protect: Option<Vec<String>>,
) -> PyResult<Values<'py>> {
    let settings = settings(rules, allow_hosts, protect)?;
    let text = text_of(reference, Standard::Whatwg)?;
    let base = base.map(|base| text_of(base, Standard::Whatwg)).transpose()?;
    let mut found = Vec::new();
    napkin_audit::audit(&text, base.as_deref(), &settings, &mut found);
    findings(py, &found, &text, level_by(&settings))
}

/// Returns the level of a finding of the audit; other findings have none.
fn level_by(settings: &Settings) -> impl Fn(&Finding) -> Option<&'static str> {
    |each| level(each.rule).map(|_| settings.level(each.rule).name())
}

type Pairs<'py> = (Vec<(Bound<'py, PyAny>, Values<'py>)>, Values<'py>);

/// Returns the links of a document that have dangers, each with its findings, and the findings about the document.
#[pyfunction]
#[pyo3(signature = (document, *, url = None, kind = None, charset = None, rules = None, allow_hosts = None, protect = None))]
#[allow(clippy::too_many_arguments, reason = "they are options by name")]
pub(crate) fn audit_document<'py>(
    py: Python<'py>,
    document: &Bound<'py, PyAny>,
    url: Option<&Bound<'py, PyAny>>,
    kind: Option<&str>,
    charset: Option<String>,
    rules: Option<HashMap<String, Bound<'py, PyAny>>>,
    allow_hosts: Option<&AllowList>,
    protect: Option<Vec<String>>,
) -> PyResult<Pairs<'py>> {
    let settings = settings(rules, allow_hosts, protect)?;
    let about = About::new(kind, url, charset)?;
    let document = Document::of(document)?;
    let entity = about.entity(&document)?;
    let (kept, problems) = py.detach(|| {
        let (mut kept, mut problems) = (Vec::new(), Vec::new());
        audit_links(&entity, &Options::default(), &settings, &mut problems, &mut |link, found| {
            kept.push((Kept::of(link), found.findings.clone()));
        });
        (kept, problems)
    });
    let characters = document.characters();
    let make = |(link, found): (Kept, Vec<Finding>)| {
        let found = findings(py, &found, link.text(), level_by(&settings))?;
        Ok((link.made(py, characters.as_ref())?, found))
    };
    let links = kept.into_iter().map(make).collect::<PyResult<_>>()?;
    Ok((links, of_document(py, &problems, &document)?))
}

/// Returns the host of a URL, if all standards and all modelled programs agree on it. Raises ``UrlError`` if one differs.
///
/// Call it before you compare a host with an allow list.
///
/// >>> import napkin
/// >>> napkin.safe_host("https://sam@PUB.example:8080/menu")
/// 'pub.example'
/// >>> napkin.safe_host("http://pub.example\\@evil.example/")
/// Traceback (most recent call last):
///     ...
/// napkin.UrlError: expected a user or password character, but found `\` under rfc3986 at index 18
#[pyfunction]
#[pyo3(signature = (url, /))]
pub(crate) fn safe_host(url: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = text_of(url, Standard::Whatwg)?;
    match napkin_audit::safe_host(&text) {
        Ok(host) => Ok(host.as_str().to_owned()),
        Err(unsafe_host) => {
            let rule = napkin_audit::rules::READERS_DISAGREE;
            let finding = Finding::new(rule, Standard::Whatwg, unsafe_host.span(), "", None);
            let finding = unsafe_host.error().map_or(finding, |error| *error.finding());
            let why = unsafe_host.to_string();
            Err(crate::finding::error_saying(url.py(), &finding, &text, Some(&why)))
        }
    }
}

/// Returns the part of a domain that somebody registered, by the Public Suffix List; ``None`` for a suffix.
///
/// >>> import napkin
/// >>> napkin.registrable_domain("www.pub.co.uk")
/// 'pub.co.uk'
#[pyfunction]
#[pyo3(signature = (domain, /))]
pub(crate) fn registrable_domain(domain: &str) -> Option<&str> {
    napkin_audit::registrable_domain(domain)
}

/// Returns the links of redirectors and mail gateways around a URL, the outermost first. Nothing is retrieved.
///
/// >>> import napkin
/// >>> napkin.unwrap("https://l.facebook.com/l.php?u=https%3A%2F%2Fpub.example%2Fmenu")
/// [Wrapped(service='Facebook', url='https://pub.example/menu')]
#[pyfunction]
#[pyo3(signature = (url, /))]
pub(crate) fn unwrap<'py>(py: Python<'py>, url: &Bound<'py, PyAny>) -> PyResult<Values<'py>> {
    let text = text_of(url, Standard::Whatwg)?;
    let links = napkin_audit::unwrap_all(&text, MAX_WRAPPERS);
    links.into_iter().map(|link| values::wrapped(py, (link.service, link.url))).collect()
}

/// Hosts that a program may use: ``pub.example``, ``.pub.example`` (subdomains), ``pub.example:8443``, ``ssh://git.example``.
///
/// A URL is admitted if every program that accepts it goes to an allowed host. Raises ``ValueError`` for an entry that is none.
///
/// >>> import napkin
/// >>> allowed = napkin.AllowList("pub.example", ".pub.example")
/// >>> "https://beer.pub.example/menu" in allowed
/// True
/// >>> allowed.admits("https://pub.example\\@evil.example/")
/// False
#[pyclass(frozen, module = "napkin")]
pub(crate) struct AllowList(List);

#[pymethods]
impl AllowList {
    #[new]
    #[pyo3(signature = (*entries))]
    fn new(entries: Vec<String>) -> PyResult<Self> {
        let list = List::parse(&entries.join("\n")).map_err(|why| PyValueError::new_err(why.to_string()))?;
        Ok(Self(list))
    }

    /// Returns whether a URL is admitted.
    #[pyo3(signature = (url, /, *, base = None))]
    fn admits(&self, url: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.why_not(url, base)?.is_none())
    }

    /// Returns why a URL is not admitted; ``None`` if it is.
    #[pyo3(signature = (url, /, *, base = None))]
    fn why_not(&self, url: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let text = text_of(url, Standard::Whatwg)?;
        let base = base.map(|base| text_of(base, Standard::Whatwg)).transpose()?;
        Ok(self.0.admits(&text, base.as_deref()).err().map(|why| why.to_string()))
    }

    fn __contains__(&self, url: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.admits(url, None)
    }
}
