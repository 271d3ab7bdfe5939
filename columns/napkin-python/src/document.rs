//! Documents: their links, their base, and rewriting.

use std::ops::ControlFlow;

use napkin::base::BaseLayer;
use napkin::{Finding, Span, Standard};
use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::container::{Container, ContainerKind};
use napkin_document::rewrite::{Found, Rewrite, rewrite as write};
use napkin_document::{BasedDocument, Entity, Kind, Link, LinkResolver, Options, Reader, unreadable};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::finding::{finding, standard};
use crate::reference::text_of;
use crate::text::{Characters, Document, place};
use crate::values::{self, Values};

/// What a caller says about a document.
pub(crate) struct About {
    pub(crate) kind: Option<Kind>,
    /// The URL from which it was retrieved.
    pub(crate) retrieval: Option<String>,
    charset: Option<String>,
}

impl About {
    /// # Errors
    /// `ValueError` for an unknown kind.
    pub(crate) fn new(kind: Option<&str>, url: Option<&Bound<'_, PyAny>>, charset: Option<String>) -> PyResult<Self> {
        let kind = kind.map(|name| {
            let known = Kind::ALL.into_iter().find(|kind| kind.name() == name).or_else(|| Kind::of_media_type(name));
            known.or_else(|| Kind::of_name(name)).ok_or_else(|| {
                let names = Kind::ALL.map(Kind::name).join(", ");
                PyValueError::new_err(format!("expected a kind ({names}), a media type or a file name, found {name:?}"))
            })
        });
        let retrieval = url.map(|url| text_of(url, Standard::Whatwg).map(|text| text.into_owned()));
        Ok(Self { kind: kind.transpose()?, retrieval: retrieval.transpose()?, charset })
    }

    /// # Errors
    /// `ValueError` for what has no text, such as an image: it would seem to have no links.
    pub(crate) fn entity<'a>(&'a self, document: &Document<'a>) -> PyResult<Entity<'a>> {
        let bytes = document.bytes();
        let mut entity = Entity::new(bytes);
        if let Some(url) = &self.retrieval {
            entity = entity.retrieved_from(url).named(url);
        }
        if let Some(kind) = self.kind {
            entity = entity.with_kind(kind);
        }
        let charset = match document {
            Document::Text(_) => Some("utf-8"),
            Document::Bytes(_) => self.charset.as_deref(),
        };
        if let Some(label) = charset {
            entity = entity.in_charset(label);
        }
        match unreadable(bytes, charset) {
            Some(found) if self.kind.is_none() && entity.kind != Kind::Pdf => {
                Err(PyValueError::new_err(format!("expected a document with text, found {found}")))
            }
            _ => Ok(entity),
        }
    }
}

/// A link, without the document.
pub(crate) struct Kept {
    text: String,
    span: Span,
    context: String,
    absolute: Result<Option<String>, Finding>,
    base: Option<String>,
    layer: BaseLayer,
    rel: Option<String>,
    part: Option<String>,
    assumed: Option<&'static str>,
}

impl Kept {
    /// Keeps a link as it is written, without its base.
    pub(crate) fn of(link: &Link<'_>) -> Self {
        Self {
            text: link.text.to_string(),
            span: link.span,
            context: link.context.to_string(),
            absolute: Ok(None),
            base: None,
            layer: BaseLayer::None,
            rel: link.rel.as_deref().map(str::to_owned),
            part: link.part.as_ref().map(|part| part.number.to_string()),
            assumed: link.assumed,
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Makes the `Link` of Python.
    pub(crate) fn made<'py>(self, py: Python<'py>, characters: Option<&Characters<'_>>) -> PyResult<Bound<'py, PyAny>> {
        let (url, error) = match self.absolute {
            Ok(url) => (url, None),
            Err(error) => (None, Some(finding(py, &error, Some(&Characters::of(&self.text)), None)?)),
        };
        let (span, layer) = (place(characters, self.span), self.layer.name());
        let Self { text, context, base, rel, part, assumed, .. } = self;
        values::link(py, (text, url, span, context, base, layer, rel, part, assumed, error))
    }
}

fn read(entity: &Entity<'_>, options: &Options, standard: Option<Standard>) -> (Vec<Kept>, Vec<Finding>) {
    let reader = Reader::new(entity, options);
    let based = BasedDocument::new(*entity, reader.base(), standard.unwrap_or_else(|| entity.usual_standard()));
    let mut resolver = LinkResolver::new(&based);
    let (mut kept, mut findings) = (Vec::new(), Vec::new());
    reader.links(&mut findings, &mut |link: Link<'_>| {
        let resolved = resolver.resolve(&link);
        let (base, layer) = resolver.base_of(&resolved);
        let base = base.map(str::to_owned);
        let absolute = resolved.absolute.map(|url| url.map(|url| url.into_string()));
        kept.push(Kept { absolute, base, layer, ..Kept::of(&link) });
    });
    (kept, findings)
}

/// Reads the documents of an archive. The part of a link is the path of its document; its place is one there.
fn read_archive(
    bytes: &[u8],
    url: Option<String>,
    limits: ArchiveLimits,
    options: &Options,
    standard: Option<Standard>,
) -> Result<(Vec<Kept>, Vec<Finding>), ArchiveError> {
    let name = url.clone().unwrap_or_default();
    let Some(container) = Container::of_bytes(bytes.to_vec(), &name, limits) else { return Ok(Default::default()) };
    let (mut kept, mut findings) = (Vec::new(), Vec::new());
    for document in container?.documents(url, limits) {
        let document = match document {
            Ok(document) => document,
            Err(error) if error.rule().is_limit() => {
                findings.push(Finding::new(
                    error.rule(),
                    Standard::Rfc3986,
                    Span::new(0, bytes.len().min(1)),
                    "",
                    None,
                ));
                continue;
            }
            Err(error) => return Err(error),
        };
        let (links, found) = read(&document.entity(), options, standard);
        findings.extend(found);
        kept.extend(links.into_iter().map(|link| {
            let part =
                link.part.as_ref().map_or_else(|| document.path.clone(), |part| format!("{}#{part}", document.path));
            Kept { part: Some(part), ..link }
        }));
    }
    Ok((kept, findings))
}

/// Returns the links of a document: the list of them, and the findings about the document itself.
#[pyfunction]
#[pyo3(signature = (document, *, url = None, kind = None, charset = None, standard = None, bare = false, code = false))]
#[allow(clippy::too_many_arguments, reason = "they are options by name")]
pub(crate) fn links<'py>(
    py: Python<'py>,
    document: &Bound<'py, PyAny>,
    url: Option<&Bound<'py, PyAny>>,
    kind: Option<&str>,
    charset: Option<String>,
    standard: Option<&str>,
    bare: bool,
    code: bool,
) -> PyResult<(Values<'py>, Values<'py>)> {
    let standard = standard.map(self::standard).transpose()?;
    let about = About::new(kind, url, charset)?;
    let document = Document::of(document)?;
    let options = Options::default().with_bare(bare).with_code(code);
    if about.kind.is_none() && ContainerKind::of_content(document.bytes()).is_some() {
        let limits = ArchiveLimits::default();
        let read = py.detach(|| read_archive(document.bytes(), about.retrieval.clone(), limits, &options, standard));
        let (kept, findings) = read.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let links = kept.into_iter().map(|link| link.made(py, None)).collect::<PyResult<_>>()?;
        return Ok((links, findings.iter().map(|each| finding(py, each, None, None)).collect::<PyResult<_>>()?));
    }
    let entity = about.entity(&document)?;
    let (kept, findings) = py.detach(|| read(&entity, &options, standard));
    let characters = document.characters();
    let links = kept.into_iter().map(|link| link.made(py, characters.as_ref())).collect::<PyResult<_>>()?;
    Ok((links, of_document(py, &findings, &document)?))
}

/// Makes the findings about a document, whose places are characters of a text or bytes.
pub(crate) fn of_document<'py>(
    py: Python<'py>,
    findings: &[Finding],
    document: &Document<'_>,
) -> PyResult<Values<'py>> {
    let characters = document.characters();
    findings.iter().map(|each| finding(py, each, characters.as_ref(), None)).collect()
}

/// Returns the base URL of a document, and why it applies: its content, its surroundings, its retrieval.
///
/// >>> import napkin
/// >>> found = napkin.base("<base href=/menu/>", url="http://pub.example/")
/// >>> found.url, found.layer
/// ('http://pub.example/menu/', 'content')
#[pyfunction]
#[pyo3(signature = (document, *, url = None, kind = None, charset = None, standard = None))]
pub(crate) fn base<'py>(
    py: Python<'py>,
    document: &Bound<'py, PyAny>,
    url: Option<&Bound<'py, PyAny>>,
    kind: Option<&str>,
    charset: Option<String>,
    standard: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let about = About::new(kind, url, charset)?;
    let document = Document::of(document)?;
    let entity = about.entity(&document)?;
    let standard = standard.map(self::standard).transpose()?.unwrap_or_else(|| entity.usual_standard());
    let found = napkin_document::base_under(&entity, standard);
    let characters = document.characters();
    let span = found.span.map(|span| place(characters.as_ref(), span));
    values::base_found(py, (found.url, found.layer.name(), span, found.href))
}

/// Asks a function of Python for the new text of each link, until it raises an exception.
struct Asked<'py, 'd> {
    function: &'d Bound<'py, PyAny>,
    characters: Option<Characters<'d>>,
    raised: Option<PyErr>,
}

impl Asked<'_, '_> {
    fn ask(&self, found: &Found<'_, '_>) -> PyResult<Option<String>> {
        let link = Kept { span: found.span, ..Kept::of(found.link) };
        let link = link.made(self.function.py(), self.characters.as_ref())?;
        let new = self.function.call1((link,))?;
        if new.is_none() {
            return Ok(None);
        }
        text_of(&new, Standard::Whatwg).map(|text| Some(text.into_owned()))
    }
}

impl Rewrite for Asked<'_, '_> {
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        match self.ask(found) {
            Ok(new) => ControlFlow::Continue(new),
            Err(error) => {
                self.raised = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Returns the document with the texts that a function returns for its links, and every other byte as it was.
///
/// ``function`` takes a ``Link``, and returns its new text, or ``None`` to leave it. What cannot be written is in ``left``.
///
/// >>> import napkin
/// >>> done = napkin.rewrite(b"<a href=menu>", lambda link: "http://pub.example/" + link.text)
/// >>> done.document
/// b'<a href=http://pub.example/menu>'
#[pyfunction]
#[pyo3(signature = (document, function, *, url = None, kind = None, charset = None))]
pub(crate) fn rewrite<'py>(
    py: Python<'py>,
    document: &Bound<'py, PyAny>,
    function: &Bound<'py, PyAny>,
    url: Option<&Bound<'py, PyAny>>,
    kind: Option<&str>,
    charset: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    if !function.is_callable() {
        return Err(PyTypeError::new_err("expected a function that takes a Link"));
    }
    let about = About::new(kind, url, charset)?;
    let document = Document::of(document)?;
    let entity = about.entity(&document)?;
    let mut asked = Asked { function, characters: document.characters(), raised: None };
    let done = write(&entity, &Options::default(), &mut asked);
    if let Some(error) = asked.raised {
        return Err(error);
    }
    let characters = asked.characters;
    let at = |span| place(characters.as_ref(), span);
    let change = |change: napkin_document::rewrite::Change| {
        values::change(py, (at(change.span), change.old, change.new, change.context.to_string()))
    };
    let left = |left: napkin_document::rewrite::Left| {
        values::left(py, (at(left.span), left.old, left.new, left.context.to_string(), left.reason.name()))
    };
    let changes = done.changes.into_iter().map(change).collect::<PyResult<Vec<_>>>()?;
    let left = done.left.into_iter().map(left).collect::<PyResult<Vec<_>>>()?;
    let new = match document {
        Document::Bytes(_) => PyBytes::new(py, &done.bytes).into_any(),
        Document::Text(_) => PyString::from_bytes(py, &done.bytes)?.into_any(),
    };
    values::rewritten(py, (new, changes, left, done.links))
}
