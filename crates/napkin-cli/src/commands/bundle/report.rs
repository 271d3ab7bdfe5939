//! Reports on a bundle: always the failures, and the embedded objects with `--json`, `--format` or `-v`.

use std::borrow::Cow;

use napkin::mask_passwords;
use napkin::whatwg::Url;
use napkin_answer::fields;
use napkin_document::bundle::{Bundled, Failure, Object, Place};

use crate::output::{Page, Row, shown};

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
pub(super) fn print(bundled: &Bundled, name: &str, url: &str, page: &mut Page<'_>) {
    let (names, session) = (Names::new(url), page.session());
    let own = mask_passwords(name);
    let named = |place: &Place| match place.document == url {
        true => name.to_owned(),
        false => names.of(&place.document).into_owned(),
    };
    if page.has_fields() {
        for object in &bundled.objects {
            page.count();
            page.row(&Outcome { page: &own, names: &names, of: Ok(object) });
        }
    }
    for (number, failure) in bundled.failures.iter().enumerate() {
        page.say_no();
        page.count();
        let source = named(&failure.place);
        if page.has_fields() {
            page.row(&Outcome { page: &own, names: &names, of: Err((failure, &source)) });
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

/// An embedded object, or a failure and the document that contains it.
pub(super) struct Outcome<'r> {
    /// The page that is bundled.
    page: &'r str,
    names: &'r Names,
    of: Result<&'r Object, (&'r Failure, &'r str)>,
}

impl Row for Outcome<'_> {
    fields! { self;
        let (object, failure) = (self.of.ok(), self.of.err().map(|(failure, _)| failure));
        let url = object.map(|object| &*object.url).or(failure.and_then(|failure| failure.url.as_deref()));
        let url = url.map(|url| self.names.of(url));
        let source = self.of.err().map(|(_, source)| mask_passwords(source));
        let place = failure.map(|failure| &failure.place);
        "ok" => self.of.is_ok(),
        "url" => url.as_deref().map(mask_passwords).as_deref(),
        "use" => object.map(|object| object.used).or(failure.map(|failure| failure.used)).map(|used| used.name()),
        "media_type" => object.map(|object| &object.media_type),
        "size" => object.map(|object| object.size),
        "times" => object.map(|object| object.times),
        "written" => object.map(|object| object.written),
        "source" => source.as_deref(),
        "start" => place.map(|place| place.span.start),
        "end" => place.map(|place| place.span.end),
        "line" => place.map(|place| place.line),
        "column" => place.map(|place| place.column),
        "context" => place.map(|place| &place.context),
        "text" => failure.map(|failure| mask_passwords(&failure.text)).as_deref(),
        "reason" => failure.map(|failure| failure.reason.code()),
        "message" => failure.map(|failure| failure.reason.to_string()).as_ref(),
        "page" => self.page,
    }

    /// The bundle itself is on standard output.
    fn plain(&self, _: &mut Page<'_>) {}
}
