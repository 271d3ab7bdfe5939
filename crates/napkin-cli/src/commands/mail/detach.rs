//! `napkin mail detach`: large parts become files.
//!
//! Decides: in which order things are written: first the objects, then the message that points to them, so that it never points to what
//! is not there. What moves, the library decides.

use std::fs;
use std::path::Path;

use napkin_document::mail::{DetachOptions, Detached, DetachedObject, LeftPart};

use super::filter::{self, Filter, Source};
use super::reading;
use super::staying::Staying;
use crate::commands::rewrite::save;
use crate::options::MailDetach;
use crate::output::{Answer, Page, Session, Trouble, Value, shown};

const FIELDS: [&str; 10] =
    ["ok", "part", "media_type", "size", "file", "url", "source", "reason", "message", "finding"];

pub(super) fn run(options: &MailDetach, session: &Session) -> Result<Answer, Trouble> {
    let printing = filter::printing(&options.form, &options.output, &FIELDS, session)?;
    let change = |source: &Source, page: &mut Page<'_>| one(source, options, page);
    Filter::new(&options.output, &printing, &FIELDS, session, &change).undone().run()
}

fn one(source: &Source, options: &MailDetach, page: &mut Page<'_>) -> Result<Vec<u8>, Trouble> {
    let asked = DetachOptions {
        base: options.url.clone(),
        min_size: options.min_size,
        related: options.related,
        wrap: options.wrap,
    };
    let message = reading::message(&source.bytes, &source.name, options.output.limits, page);
    let detached = message
        .detach(&asked)
        .map_err(|error| Trouble::Usage(format!("--url: {}", napkin::mask_passwords(&error.to_string()))))?;
    if !options.output.dry_run {
        write(&detached.objects, &options.to)?;
    }
    print(&detached, options, source, page);
    Ok(detached.bytes)
}

/// Writes the objects that are not there yet.
fn write(objects: &[DetachedObject], folder: &Path) -> Result<(), Trouble> {
    if objects.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
    for object in objects {
        let path = folder.join(&object.name);
        let name = path.to_string_lossy();
        match fs::read(&path) {
            Ok(bytes) if bytes == object.bytes => {}
            Ok(_) => return Err(Trouble::Usage(format!("{name}: there already, and not what its name says"))),
            Err(_) => save::whole(&path, &path, &object.bytes).map_err(|error| Trouble::io(&*name, error))?,
        }
    }
    Ok(())
}

fn print(detached: &Detached, options: &MailDetach, source: &Source, page: &mut Page<'_>) {
    for object in &detached.objects {
        page.count();
        let path = options.to.join(&object.name);
        let path = path.to_string_lossy();
        let values = [
            Value::Bool(true),
            Value::Text(&object.part),
            Value::Text(&object.media_type),
            Value::Number(object.bytes.len()),
            Value::Text(&path),
            Value::Text(&object.url),
            Value::Text(&source.name),
            Value::Null,
            Value::Null,
            Value::Null,
        ];
        let fields: Vec<_> = FIELDS.into_iter().zip(values).collect();
        if filter::lists(&options.output) && !page.fields(&fields) {
            page.columns(&[&object.part, &object.media_type, &object.bytes.len(), &shown(&path)]);
        }
    }
    for left in &detached.left {
        print_left(left, source, page);
    }
    if let Some(finding) = detached.dkim_finding() {
        page.note(&format!("{}: {finding} ({})", source.name, finding.rule.code()));
    }
}

fn print_left(left: &LeftPart, source: &Source, page: &mut Page<'_>) {
    let (finding, why) = (left.why.finding(left.span), left.why.to_string());
    let what = format!("part {} {} stays", left.part, left.media_type);
    let staying = Staying {
        part: Some(&left.part),
        media_type: Some(&left.media_type),
        size: Some(left.size),
        is_right: !left.why.is_failure(),
        ..Staying::wrongly(source, &what, &finding, &why)
    };
    staying.print(&FIELDS, page);
}
