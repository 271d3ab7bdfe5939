//! `LinkChecker`: what the links of documents point at.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use napkin::{Finding, Standard, whatwg};
use napkin_check::{Checked, Checker, Document, Options, Stopper, Summary, Verdict};
use napkin_retrieve::{Client, Policy};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::document::About;
use crate::reference::text_of;
use crate::text::{Characters, Document as Text, place};
use crate::values::{self, Values};

/// How often a check looks for signals, such as that of Ctrl+C.
const SIGNALS: Duration = Duration::from_millis(100);

/// Checks what the links of documents point at: fragments, files, and servers if it is asked to. It remembers what it has looked
/// at, so that each target is asked for once. Nothing is retrieved without ``ask_servers=True``, and nothing from a private
/// network without ``allow_private=True``.
///
/// ``root`` is the folder to which links that begin with ``/`` lead, and ``base`` the URL at which it will be published. ``suggest``
/// looks for the nearest existing file or fragment. ``slugs`` names the rule by which headings of Markdown become fragments:
/// ``github``, ``gitlab``, ``mdbook`` or ``docusaurus``. ``timeout`` is the longest time for a target, in seconds.
///
/// >>> import napkin
/// >>> checker = napkin.LinkChecker()
/// >>> for link in checker.check("# Beer\n[beer](#beer), [wine](#wine)", name="menu.md"):
/// ...     print(link.raw, link.verdict)
/// #beer ok
/// #wine fragment-missing
#[pyclass(frozen, module = "napkin")]
pub(crate) struct LinkChecker {
    checker: Mutex<Checker>,
    stopper: Stopper,
    /// What a signal raises.
    raised: Arc<Mutex<Option<PyErr>>>,
}

#[pymethods]
impl LinkChecker {
    #[new]
    #[pyo3(signature = (*, root = None, base = None, ask_servers = false, allow_private = false, suggest = false, slugs = None, timeout = 30.0))]
    fn new(
        root: Option<PathBuf>,
        base: Option<&Bound<'_, PyAny>>,
        ask_servers: bool,
        allow_private: bool,
        suggest: bool,
        slugs: Option<&str>,
        timeout: f64,
    ) -> PyResult<Self> {
        let base = base.map(|base| text_of(base, Standard::Whatwg).map(|text| text.into_owned())).transpose()?;
        if let Some(base) = &base {
            whatwg::Url::parse(base, None).map_err(|why| PyValueError::new_err(format!("base: {why}")))?;
        }
        let mut options = Options::default().with_report_good(true).with_suggest(suggest).with_offline(!ask_servers);
        options.root = root;
        options.base = base;
        if let Some(slugs) = slugs {
            options.slugs = slugs.parse().map_err(PyValueError::new_err)?;
        }
        let mut checker = Checker::new(options);
        if ask_servers {
            let timeout = Duration::try_from_secs_f64(timeout).map_err(|why| PyValueError::new_err(why.to_string()))?;
            checker = checker.with_client(client(allow_private, timeout)).map_err(PyOSError::new_err)?;
        }
        let stopper = checker.stopper();
        let raised = Arc::<Mutex<Option<PyErr>>>::default();
        let checker = Mutex::new(checker.with_end(signals(Arc::clone(&raised))));
        Ok(Self { checker, stopper, raised })
    }

    /// Checks the links of a document: a ``str``, ``bytes``, or the path of a file, whose links to other files are followed.
    /// Returns all links with their verdicts, in the order of the document.
    ///
    /// ``name`` is the name of the document in the results, and says its kind unless ``kind`` does; ``url`` is where it was retrieved.
    #[pyo3(signature = (document, /, *, name = None, url = None, kind = None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        document: &Bound<'py, PyAny>,
        name: Option<String>,
        url: Option<&Bound<'_, PyAny>>,
        kind: Option<&str>,
    ) -> PyResult<Values<'py>> {
        let About { kind, retrieval: url, .. } = About::new(kind, url, None)?;
        if document.hasattr("__fspath__")? {
            let path: PathBuf = document.extract()?;
            let bytes = py.detach(|| std::fs::read(&path))?;
            let mut read = Document::new(name.unwrap_or_else(|| path.display().to_string()), bytes);
            (read.path, read.kind, read.url) = (Some(path), kind, url);
            return self.checked(py, &read, None);
        }
        let text = Text::of(document)?;
        let mut read = Document::new(name.unwrap_or_else(|| "document".to_owned()), text.bytes());
        (read.kind, read.url) = (kind, url);
        read.charset = matches!(text, Text::Text(_)).then(|| "utf-8".to_owned());
        self.checked(py, &read, text.characters().as_ref())
    }

    /// Stops the check that is running in another thread. Targets that were still to be asked are skipped.
    fn stop(&self) {
        self.stopper.stop();
    }

    /// The number of links so far, by verdict.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let summary: Summary = py.detach(|| locked(&self.checker).summary());
        let counts = PyDict::new(py);
        for verdict in Verdict::ALL.into_iter().filter(|verdict| summary.count(*verdict) > 0) {
            counts.set_item(verdict.name(), summary.count(verdict))?;
        }
        Ok(counts)
    }
}

impl LinkChecker {
    /// Checks a document without the GIL, and makes its links.
    fn checked<'py>(
        &self,
        py: Python<'py>,
        document: &Document,
        characters: Option<&Characters<'_>>,
    ) -> PyResult<Values<'py>> {
        let (found, findings) = py.detach(|| {
            let (mut found, mut findings): (Vec<Checked>, Vec<Finding>) = Default::default();
            let _ = locked(&self.checker).check(document, &mut findings, &mut |checked| found.push(checked));
            (found, findings)
        });
        if let Some(raised) = locked(&self.raised).take() {
            return Err(raised);
        }
        if let Some(limit) = findings.first() {
            return Err(PyValueError::new_err(format!("{}: {limit}", document.name)));
        }
        found.into_iter().map(|checked| made(py, checked, characters)).collect()
    }
}

/// Makes the `CheckedLink` of Python.
fn made<'py>(py: Python<'py>, link: Checked, characters: Option<&Characters<'_>>) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("source", &*link.source)?;
    fields.set_item("raw", link.raw)?;
    fields.set_item("url", link.absolute)?;
    fields.set_item("verdict", link.verdict.name())?;
    fields.set_item("reason", &*link.reason)?;
    fields.set_item("is_failure", link.verdict.is_failure())?;
    fields.set_item("is_unseen", link.is_unseen)?;
    fields.set_item("status", link.status)?;
    fields.set_item("final_url", link.final_url)?;
    fields.set_item("redirects", link.redirects)?;
    fields.set_item("suggestion", link.suggestion)?;
    fields.set_item("is_certain", link.is_certain)?;
    fields.set_item("line", link.line)?;
    fields.set_item("column", link.column)?;
    fields.set_item("span", place(characters, link.span))?;
    fields.set_item("context", link.context)?;
    fields.set_item("text", link.text)?;
    fields.set_item("part", link.part.as_deref())?;
    values::checked_link(py, &fields)
}

/// Returns the client that asks servers. A redirect from https to http is followed, because nothing but the verdict depends on it.
fn client(allow_private: bool, timeout: Duration) -> Client {
    let policy = Policy::public_web().allow_downgrade();
    let client = Client::new(if allow_private { policy.allow_private() } else { policy });
    let limits = client.limits().clone().with_timeout(timeout).with_first_byte_timeout(timeout);
    client.with_limits(limits)
}

/// Returns what ends a check when a signal raises an exception, such as `KeyboardInterrupt`.
fn signals(raised: Arc<Mutex<Option<PyErr>>>) -> impl Fn() -> bool + Send + Sync + 'static {
    let next = Mutex::new(Instant::now());
    move || {
        if Instant::now() < *locked(&next) {
            return false;
        }
        *locked(&next) = Instant::now() + SIGNALS;
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            *locked(&raised) = Some(error);
        }
        locked(&raised).is_some()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
