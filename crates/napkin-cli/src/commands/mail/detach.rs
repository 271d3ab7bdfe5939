//! `napkin mail detach`: moves large parts to files.
//!
//! No object is written before the message is known to change and to be restorable. The library chooses the parts;
//! `change` decides when objects are moved to their places.

use napkin_mail::{DetachOptions, Detached, LeftPart};

use super::change::{self, Changer, Keep, Source};
use super::object_folder::ObjectFolder;
use super::parse_message::parse_message;
use super::unchanged::Unchanged;
use crate::options::MailDetach;
use crate::output::{self, Answer, Page, Session, Trouble, shown};
use napkin_answer::fields;

/// A part that moves to a file, or a part that stays.
struct Row<'r> {
    source: &'r str,
    part: Option<&'r str>,
    media_type: Option<&'r str>,
    size: Option<u64>,
    /// The file and the URL; `None` if the part stays.
    to: Option<(&'r str, &'r str)>,
    unchanged: Option<Unchanged<'r>>,
}

impl<'r> From<Unchanged<'r>> for Row<'r> {
    fn from(unchanged: Unchanged<'r>) -> Self {
        let Unchanged { source, part, media_type, size, .. } = unchanged;
        Self { source: &source.name, part, media_type, size, to: None, unchanged: Some(unchanged) }
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        "ok" => self.unchanged.is_none_or(|unchanged| unchanged.is_right),
        "part" => self.part,
        "media_type" => self.media_type,
        "size" => self.size,
        "file" => self.to.map(|(file, _)| file),
        "url" => self.to.map(|(_, url)| url),
        "source" => self.source,
        "reason" => self.unchanged.map(|unchanged| unchanged.reason()),
        "message" => self.unchanged.map(|unchanged| unchanged.why),
        "finding" => self.unchanged.map(|unchanged| unchanged.worded()),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let (Some(part), Some(media_type), Some(size)) = (self.part, self.media_type, self.size) else { return };
        let file = self.to.map_or(String::new(), |(file, _)| shown(file));
        page.columns(&[&part, &media_type, &size, &file]);
    }
}

pub(super) fn run(options: &MailDetach, session: &Session) -> Result<Answer, Trouble> {
    let printing = change::printing::<Row<'_>>(&options.form, &options.output, session)?;
    let store = ObjectFolder::new((!options.output.dry_run).then_some(&*options.to));
    let change = |source: &Source, page: &mut Page<'_>, keep: &mut Keep<'_>| one(source, options, &store, page, keep);
    let (options, stays) =
        (&options.output, |unchanged: Unchanged<'_>, page: &mut Page<'_>| unchanged.print::<Row<'_>>(page));
    Changer { options, printing: &printing, stays, change: &change, store: Some(&store), asks: false }.run()
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
        if change::lists(&options.output) {
            page.row(&Row {
                source: &source.name,
                part: Some(&object.part),
                media_type: Some(&object.media_type),
                size: Some(object.size),
                to: Some((&path, &object.url)),
                unchanged: None,
            });
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
    unchanged.print::<Row<'_>>(page);
}
