//! Reports on a bundle: always the failures, and the embedded objects with `--json`, `--format` or `-v`.

use std::borrow::Cow;

use napkin::mask_passwords;
use napkin::whatwg::Url;
use napkin_document::bundle::{Bundled, Failure, Object, Place};

use crate::output::{Page, Session, Value, shown};

/// The names of the fields, in order.
pub(super) const FIELDS: [&str; 16] = [
    "ok",
    "url",
    "use",
    "media_type",
    "size",
    "times",
    "written",
    "source",
    "start",
    "end",
    "line",
    "column",
    "context",
    "text",
    "reason",
    "message",
];

/// Names objects in the report. A `file:` URL would reveal the location of the page on this machine.
struct Names {
    /// The URL of the page if it is a file.
    page: Option<Url>,
}

impl Names {
    fn new(page: &str) -> Self {
        Self { page: Url::parse(page, None).ok().filter(|url| url.scheme() == "file") }
    }

    /// Returns the name of an object: for a file, the path from the folder of the page, as the bundle names files, or
    /// the whole path if it shares no folder with the page; otherwise the URL.
    fn of<'u>(&self, url: &'u str) -> Cow<'u, str> {
        let file = Url::parse(url, None).ok().filter(|url| url.scheme() == "file");
        let Some((page, file)) = self.page.as_ref().zip(file) else { return Cow::Borrowed(url) };
        let folders = page.pathname().rsplit_once('/').map_or("", |(folders, _)| folders);
        let (folders, path): (Vec<_>, Vec<_>) = (folders.split('/').collect(), file.pathname().split('/').collect());
        let shared = folders.iter().zip(&path[..path.len() - 1]).take_while(|(one, other)| one == other).count();
        if page.hostname() != file.hostname() {
            return Cow::Borrowed(url);
        }
        // The first segment is the empty text before the first slash.
        let (up, shared) = if shared > 1 { (folders.len() - shared, shared) } else { (0, 0) };
        Cow::Owned(["../".repeat(up).as_str(), &path[shared..].join("/"), file.search(), file.hash()].concat())
    }
}

/// Prints the report. `name` is the page's name for the user, `url` its name in the bundle's report.
pub(super) fn print(bundled: &Bundled, name: &str, url: &str, session: &Session, page: &mut Page<'_>) {
    let names = Names::new(url);
    let named = |place: &Place| match place.document == url {
        true => name.to_owned(),
        false => names.of(&place.document).into_owned(),
    };
    if page.has_fields() {
        for object in &bundled.objects {
            embedded(object, &names, page);
        }
    }
    for (number, failure) in bundled.failures.iter().enumerate() {
        page.say_no();
        page.count();
        let source = named(&failure.place);
        if page.has_fields() {
            left(failure, &source, &names, page);
        }
        if !page.tells_errors() && number < session.diagnostics {
            let (line, column) = (failure.place.line, failure.place.column);
            let (context, reason) = (&failure.place.context, &failure.reason);
            let text = shown(&mask_passwords(&failure.text));
            let source = mask_passwords(&source).into_owned();
            page.complain(&format!("{source}:{line}:{column}: {context} `{text}` is left as a link: {reason}"));
        }
    }
    let hidden = bundled.failures.len().saturating_sub(session.diagnostics);
    if hidden > 0 && session.diagnostics > 0 && !page.tells_errors() {
        page.note(&format!("{hidden} more are left as links; -v lists them"));
    }
    if page.shows_remarks() && !page.has_fields() {
        for note in &bundled.notes {
            let (source, place, remark) = (named(&note.place), &note.place, note.remark);
            page.note(&format!("{}:{}:{}: {remark}", mask_passwords(&source), place.line, place.column));
        }
        table(&bundled.objects, &names, page);
    }
}

/// Prints a line per object: number of uses, size, written bytes, media type and URL.
fn table(objects: &[Object], names: &Names, page: &mut Page<'_>) {
    for object in objects {
        let Object { size, times, written, media_type, .. } = object;
        let url = names.of(&object.url);
        let url = shown(&mask_passwords(&url));
        page.note(&format!("{times:>4} x {size:>9} -> {written:>9} bytes  {media_type:<26} {url}"));
    }
}

fn embedded(object: &Object, names: &Names, page: &mut Page<'_>) {
    page.count();
    let url = names.of(&object.url);
    let url = mask_passwords(&url);
    let values = [
        Value::Bool(true),
        Value::Text(&url),
        Value::Text(object.used.name()),
        Value::Text(&object.media_type),
        Value::Number(object.size),
        Value::Number(object.times),
        Value::Number(object.written),
    ];
    let rest = std::iter::repeat_n(Value::Null, FIELDS.len() - values.len());
    let fields: Vec<_> = FIELDS.into_iter().zip(values.into_iter().chain(rest)).collect();
    page.fields(&fields);
}

fn left(failure: &Failure, source: &str, names: &Names, page: &mut Page<'_>) {
    let url = failure.url.as_deref().map(|url| names.of(url));
    let url = url.as_deref().map(mask_passwords);
    let (source, text) = (mask_passwords(source), mask_passwords(&failure.text));
    let message = failure.reason.to_string();
    let place = &failure.place;
    let values = [
        Value::Bool(false),
        url.as_deref().into(),
        Value::Text(failure.used.name()),
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Text(&source),
        Value::Number(place.span.start),
        Value::Number(place.span.end),
        Value::Number(place.line),
        Value::Number(place.column),
        Value::Text(&place.context),
        Value::Text(&text),
        Value::Text(failure.reason.code()),
        Value::Text(&message),
    ];
    let fields: Vec<_> = FIELDS.into_iter().zip(values).collect();
    page.fields(&fields);
}
