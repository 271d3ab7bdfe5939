//! `napkin rewrite`: makes the references of documents absolute or relative, or replaces them.
//!
//! Chooses the output and prints the report. The library verifies the output. Start at `run`.

mod in_place;
mod row;
pub(super) mod save;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;

use napkin::{Severity, Standard, Url};
use napkin_document::rewrite::{Form, Mapping, Pieces, Plan};
use napkin_document::{Entity, Kind, Options as Finding, file_url};

use self::row::Rows;
use crate::entries::url_below;
use crate::input;
use crate::options::{OutputPath, Rewrite, default_output};
use crate::output::{Answer, Page, Printer, Session, Trouble, option_trouble};
use napkin_answer::base;
use napkin_answer::document_findings;
use napkin_answer::names::kind_of;

pub(crate) fn run(options: &Rewrite, session: &Session) -> Result<Answer, Trouble> {
    let has_fields = options.form.json || options.form.format.is_some();
    let writes_files = OutputPath::file(options.output.as_ref()).is_some() || options.in_place;
    let is_listed = options.dry_run || (writes_files && (has_fields || session.is_verbose()));
    if has_fields && !is_listed {
        return Err(Trouble::Usage(
            "--json and --format say what changes: they need --dry-run, --in-place or --output".into(),
        ));
    }
    let printing = options.form.printing_of::<row::Fields<'_>>(session)?;
    let documents = options.list.with(&options.documents)?;
    let documents = &documents[..];
    let (changed, read) = Default::default();
    let rewriting = Rewriting { options, is_listed, changed, read };
    if options.in_place || documents.len() > 1 || documents.iter().any(|path| path.is_dir()) {
        return in_place::run(&rewriting, documents, &printing);
    }
    let path = &documents[0];
    let mut page = Page::new(&printing);
    let mut printer = Printer::new(session);
    let file = input::file(path);
    let name = file.map_or("stdin".into(), Path::to_string_lossy).into_owned();
    let bytes = input::read_whole(file).map_err(|error| Trouble::reading(&name, error))?;
    let url = options.base.clone().or_else(|| file_url(file?));
    let source = Source::new(name, bytes, url, None, options)?;
    rewriting.document(&source, &mut page, &mut |done| deliver(options, path, done, &mut printer))?;
    printer.print(&mut page);
    Ok(printer.finish())
}

/// Writes the document to its output, piece by piece.
fn deliver(options: &Rewrite, from: &Path, done: &Pieces<'_>, printer: &mut Printer<'_>) -> Result<(), Trouble> {
    match OutputPath::file(options.output.as_ref()) {
        _ if options.dry_run => Ok(()),
        Some(path) => {
            let saved = save::Writer::new(path, from).and_then(|mut writer| {
                done.write_to(&mut writer)?;
                writer.finish()
            });
            saved.map_err(|error| Trouble::io(path.to_string_lossy(), error))
        }
        None => {
            printer.write(|out| done.write_to(out));
            Ok(())
        }
    }
}

/// Rewrites documents.
struct Rewriting<'o> {
    options: &'o Rewrite,
    /// Whether standard output is for the report.
    is_listed: bool,
    /// The number of files that were replaced.
    changed: AtomicUsize,
    /// The number of documents.
    read: AtomicUsize,
}

impl Rewriting<'_> {
    /// Rewrites a document, passes the new one to `put`, and prints the changes.
    fn document(
        &self,
        source: &Source,
        page: &mut Page<'_>,
        put: &mut dyn FnMut(&Pieces<'_>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let options = self.options;
        let plan = plan(options, source.standard, source.below.as_deref(), page.session())?;
        let entity = source.entity();
        let finding = Finding::default().with_bare(options.bare).with_limits(options.readers.limits());
        let most = options.max_output.unwrap_or_else(|| default_output(source.bytes.len() as u64));
        let Ok((done, unresolved)) = plan.rewrite_within(&entity, &finding, most) else {
            document_findings::output_too_long(&source.name, most, page);
            return Ok(());
        };
        let has_base = napkin_document::base(&entity).url.is_some();
        let Source { name, bytes, standard, .. } = source;
        let rows = Rows { name, bytes, standard: *standard, has_base, is_listed: self.is_listed };
        rows.print(&done, &unresolved, page);
        document_findings::say(&source.name, &entity, &finding, Severity::Error, page);
        put(&done)
    }
}

/// A document and its origin.
struct Source {
    name: String,
    bytes: Vec<u8>,
    kind: Kind,
    retrieval: Option<String>,
    /// The path below the folder that was walked.
    below: Option<PathBuf>,
    standard: Standard,
}

impl Source {
    fn new(
        name: String,
        bytes: Vec<u8>,
        retrieval: Option<String>,
        below: Option<PathBuf>,
        options: &Rewrite,
    ) -> Result<Self, Trouble> {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(Trouble::Usage(format!(
                "{name}: documents in UTF-16 cannot be rewritten; convert it to UTF-8"
            )));
        }
        if options.kind.is_none() {
            document_findings::check_readable(&name, &bytes, "rewritten")?;
        }
        let kind = kind_of(options.kind, &name, &bytes);
        if kind.is_message() {
            return Err(Trouble::Usage(format!(
                "{name}: expected a document, but found a message, whose parts stay as they are; `napkin mail relink` changes the URLs of \
                 external bodies, `napkin unbundle` makes files of a page in a message, and `--type text` reads the bytes as text"
            )));
        }
        let standard = options.standard.unwrap_or_else(|| Entity::new(&bytes).with_kind(kind).usual_standard());
        Ok(Self { name, bytes, kind, retrieval, below, standard })
    }

    fn entity(&self) -> Entity<'_> {
        let entity = Entity::new(&self.bytes).with_kind(self.kind);
        self.retrieval.as_deref().map_or(entity, |url| entity.retrieved_from(url))
    }
}

/// Returns the plan of the options under a standard, for a document or a file of a folder.
fn plan(options: &Rewrite, standard: Standard, below: Option<&Path>, session: &Session) -> Result<Plan, Trouble> {
    if let Some(base) = &options.base {
        base::check(base, standard, session)?;
    }
    let form = match &options.relative_to {
        Some(place) => Form::RelativeTo(
            Url::parse(url_below(place, below), standard)
                .map_err(|error| option_trouble("relative-to", place, error, session))?,
        ),
        None if options.absolute => Form::Absolute,
        None => Form::AsWritten,
    };
    let mapping = |text: &String| Mapping::parse(text, standard);
    let mappings: Result<Vec<_>, _> = options.map.iter().map(mapping).collect();
    let mappings = mappings.map_err(|error| Trouble::Usage(format!("--map: {error}")))?;
    Ok(Plan::new(form, standard).with_mappings(mappings))
}
