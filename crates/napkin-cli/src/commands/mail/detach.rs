//! `napkin mail detach`: moves large parts to files.
//!
//! No object is written before the message is known to change and to be restorable. The library chooses the parts;
//! `change` decides when objects are moved to their places.

use napkin_mail::{DetachOptions, Detached, LeftPart};

use super::change::{self, Changer, Keep, Source};
use super::object_folder::ObjectFolder;
use super::parse_message::parse_message;
use super::unchanged::{Unchanged, print_fields};
use crate::options::MailDetach;
use crate::output::{Answer, Page, Session, Trouble, Value, shown};

const FIELDS: [&str; 10] =
    ["ok", "part", "media_type", "size", "file", "url", "source", "reason", "message", "finding"];

pub(super) fn run(options: &MailDetach, session: &Session) -> Result<Answer, Trouble> {
    let printing = change::printing(&options.form, &options.output, &FIELDS, session)?;
    let store = ObjectFolder::new((!options.output.dry_run).then_some(&*options.to));
    let change = |source: &Source, page: &mut Page<'_>, keep: &mut Keep<'_>| one(source, options, &store, page, keep);
    let (options, fields) = (&options.output, &FIELDS);
    Changer { options, printing: &printing, fields, change: &change, store: Some(&store), asks: false }.run()
}

fn one(
    source: &Source,
    options: &MailDetach,
    store: &ObjectFolder,
    page: &mut Page<'_>,
    keep: &mut Keep<'_>,
) -> Result<Vec<String>, Trouble> {
    let asked = DetachOptions::new(&options.url)
        .with_min_size(options.min_size)
        .with_related(options.related)
        .with_wrap(options.wrap);
    let message = parse_message(&source.bytes, &source.name, options.output.limits, page);
    let detached = message
        .detach(&asked)
        .map_err(|error| Trouble::Usage(format!("--url: {}", napkin::mask_passwords(&error.to_string()))))?;
    if !keep(detached.bytes.as_ref().into()) {
        return Ok(Vec::new());
    }
    let staged = store.stage(&detached.objects)?;
    print(&detached, options, source, page);
    Ok(staged)
}

fn print(detached: &Detached<'_>, options: &MailDetach, source: &Source, page: &mut Page<'_>) {
    for object in &detached.objects {
        page.count();
        let path = options.to.join(&object.name);
        let path = path.to_string_lossy();
        let values = [
            Value::Bool(true),
            Value::Text(&object.part),
            Value::Text(&object.media_type),
            Value::Number(usize::try_from(object.size).unwrap_or(usize::MAX)),
            Value::Text(&path),
            Value::Text(&object.url),
            Value::Text(&source.name),
        ];
        if change::lists(&options.output) && !print_fields(&FIELDS, values, page) {
            page.columns(&[&object.part, &object.media_type, &object.size, &shown(&path)]);
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
    let (finding, why) = (left.finding(), left.why.to_string());
    let what = format!("part {} {} stays", left.part, left.media_type);
    let unchanged = Unchanged {
        part: Some(&left.part),
        media_type: Some(&left.media_type),
        size: Some(left.size),
        is_right: !left.why.is_failure(),
        ..Unchanged::wrongly(source, &what, &finding, &why)
    };
    unchanged.print(&FIELDS, page);
}
