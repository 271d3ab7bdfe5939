//! `napkin get`: the object that a URL names.

mod partial;
mod progress;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use napkin::Rule;
use napkin_retrieve::{Cached, Client, Credentials, Error, Failure, Fetched, Hop, Request, Retrieved, Trail};

use self::partial::Partial;
use self::progress::Progress;
use super::retrieval::{answer, told, trail};
use crate::options::Get;
use crate::output::{Answer, Page, Printer, Session, Trouble, Value};

const FIELDS: [&str; 14] = [
    "input",
    "ok",
    "url",
    "status",
    "media_type",
    "length",
    "first",
    "last",
    "bytes",
    "file",
    "address",
    "cached",
    "hops",
    "error",
];

pub(crate) fn run(options: &Get, session: &Session) -> Result<Answer, Trouble> {
    let output = options.output.as_deref().filter(|path| *path != Path::new("-"));
    let has_fields = options.form.json || options.form.format.is_some();
    if has_fields && output.is_none() && !options.head {
        return Err(Trouble::Usage("--json and --format say what was retrieved: they need --output or --head".into()));
    }
    let printing = session.printing(&options.form, &FIELDS)?;
    let client = options.retrieval.client()?;
    let job = Job { options, client, output, session };
    let mut page = Page::new(&printing);
    let done = job.done()?;
    done.print(options, &mut page);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    if session.diagnostics > 0 {
        // Where standard error is closed there is nobody to tell.
        let _ = io::stderr().lock().write_all(done.said(session).as_bytes());
    }
    Ok(printer.finish().max(done.error().map_or(Answer::Yes, answer)))
}

struct Job<'o> {
    options: &'o Get,
    client: Client,
    output: Option<&'o Path>,
    session: &'o Session,
}

/// What came of it: what was found, and why it did not come whole.
struct Done {
    found: Option<Retrieved>,
    failure: Option<Failure>,
    /// How many bytes have been written.
    bytes: u64,
    file: Option<PathBuf>,
    /// What is left of a file that did not come whole.
    left: Option<(PathBuf, u64)>,
}

impl Job<'_> {
    fn request(&self) -> Result<Request, Trouble> {
        let options = self.options;
        let mut request = if options.head { Request::head(&options.url) } else { Request::get(&options.url) };
        request = match options.range {
            Some((first, Some(last))) => request.range(first..=last),
            Some((first, None)) => request.from_byte(first),
            None => request,
        };
        request = options.accept.iter().fold(request, Request::accept);
        request = options.accept_language.iter().fold(request, Request::accept_language);
        if let (Some(user), Some(path)) = (&options.user, &options.password_file) {
            let text = fs::read_to_string(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
            request = request.credentials(Credentials::new(user, text.lines().next().unwrap_or_default()));
        }
        // What goes into a file can be resumed only as it is.
        request = if self.output.is_some() { request.uncompressed() } else { request };
        Ok(request.any_status(options.any_status))
    }

    fn done(&self) -> Result<Done, Trouble> {
        let request = self.request()?;
        match self.output {
            Some(path) if path.metadata().map_or(true, |there| there.is_file()) => self.to_file(path, request),
            Some(path) => {
                let file = fs::OpenOptions::new().write(true).open(path);
                let mut file = file.map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
                Ok(self.through(self.client.fetch(request), &mut file, &path.to_string_lossy()))
            }
            None => Ok(self.through(self.client.fetch(request), &mut io::stdout().lock(), "standard output")),
        }
    }

    /// To where nothing can be undone: standard output, a device, a pipe.
    fn through(&self, fetched: Result<Fetched, Failure>, out: &mut dyn Write, name: &str) -> Done {
        let mut fetched = match fetched {
            Ok(fetched) => fetched,
            Err(failure) => return Done::failed(failure),
        };
        let mut bytes = 0;
        let failure = self.copied(&mut fetched, out, name, &mut bytes).err();
        Done { found: Some(fetched.into_retrieved()), failure, bytes, file: None, left: None }
    }

    /// Into a file that is there whole or not at all.
    fn to_file(&self, path: &Path, request: Request) -> Result<Done, Trouble> {
        let io = |error| Trouble::io(path.to_string_lossy(), error);
        let mut partial = Partial::new(path, &self.options.url);
        let resumed = self.options.resume.then(|| partial.resumable()).flatten();
        let mut fetched = match &resumed {
            Some((bytes, validator)) => {
                self.client.fetch(request.clone().from_byte(*bytes).if_range(validator.as_str()))
            }
            None => self.client.fetch(request.clone()),
        };
        if resumed.is_some() && fetched.as_ref().is_err_and(|failure| failure.error().rule() == Rule::RangeMismatch) {
            // Shorter than what is there: another object than the one that was begun.
            fetched = self.client.fetch(request);
        }
        let mut fetched = match fetched {
            Ok(fetched) => fetched,
            Err(failure) => return Ok(Done { left: partial.left(), ..Done::failed(failure) }),
        };
        let mut file = partial.open(&fetched, resumed.as_ref()).map_err(io)?;
        let mut bytes = 0;
        let mut failure = self.copied(&mut fetched, &mut file, &path.to_string_lossy(), &mut bytes).err();
        if failure.is_none() {
            failure = partial.finish(file).err().map(|error| storage(&fetched, &path.to_string_lossy(), &error));
        }
        let left = failure.as_ref().and_then(|failure| partial.give_up(failure.error()));
        let file = failure.is_none().then(|| path.to_owned());
        Ok(Done { found: Some(fetched.into_retrieved()), failure, bytes, file, left })
    }

    fn copied(&self, fetched: &mut Fetched, out: &mut dyn Write, name: &str, bytes: &mut u64) -> Result<(), Failure> {
        let mut progress = Progress::new(self.session, fetched.entity().length);
        let written = |result: io::Result<()>, fetched: &Fetched| match result {
            Ok(()) => Ok(()),
            // Nobody reads on: ends as other filters do.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(141),
            Err(error) => Err(storage(fetched, name, &error)),
        };
        while let Some(piece) = fetched.piece()? {
            written(out.write_all(&piece), fetched)?;
            *bytes += piece.len() as u64;
            progress.at(*bytes);
        }
        written(out.flush(), fetched)
    }
}

/// That it could not be written.
fn storage(fetched: &Fetched, name: &str, error: &io::Error) -> Failure {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default().to_ascii_lowercase();
    let message = format!("expected to write to {name}, but found {text}");
    fetched.failed(Error::new(Rule::StorageFailed, fetched.url(), message))
}

impl Done {
    fn failed(failure: Failure) -> Self {
        Self { found: None, failure: Some(failure), bytes: 0, file: None, left: None }
    }

    fn error(&self) -> Option<&Error> {
        self.failure.as_ref().map(Failure::error)
    }

    fn trail(&self) -> Option<&Trail> {
        self.failure.as_ref().map(Failure::trail).or_else(|| self.found.as_ref().map(Retrieved::trail))
    }

    /// What is said on standard error.
    fn said(&self, session: &Session) -> String {
        let mut said = String::new();
        if session.is_verbose() {
            self.trail().into_iter().for_each(|hops| said.push_str(&trail(hops, session)));
        }
        // Of a file it matters that nobody can tell whether it is whole.
        let hops = self.trail().map(Trail::hops).unwrap_or_default();
        let findings = hops.last().filter(|_| self.file.is_some() && !session.is_verbose()).map(Hop::findings);
        for remark in findings.unwrap_or_default().iter().filter(|found| found.rule() == Rule::BodyUnframed) {
            said.push_str(&told(remark, hops.len() - 1, session));
        }
        if let Some(failure) = &self.failure {
            let hop = failure.trail().hops().len().saturating_sub(1);
            said.push_str(&told(failure.error(), hop, session));
        }
        if let Some((path, bytes)) = &self.left {
            let style = session.error_paint.note();
            let path = path.to_string_lossy();
            said.push_str(&format!("{style}note:{style:#} {path} has {bytes} bytes; --continue goes on from there\n"));
        }
        said
    }

    fn print(&self, options: &Get, page: &mut Page<'_>) {
        page.count();
        let failed = self.error();
        let entity = self.found.as_ref().map(Retrieved::entity);
        let url = self.found.as_ref().map(|found| napkin::mask_passwords(found.url()));
        let media_type = entity.and_then(|entity| entity.media_type.as_deref());
        let number = |number: Option<u64>| number.map_or(Value::Null, |number| Value::Number(number as usize));
        let length = entity.and_then(|entity| entity.length);
        if options.head && failed.is_none() && !page.has_fields() {
            let length = length.map(|length| length.to_string()).unwrap_or_default();
            let columns = [url.as_deref().unwrap_or_default(), media_type.unwrap_or_default(), &length];
            return page.line(columns.join("\t"));
        }
        let hops = self.trail().map(Trail::hops).unwrap_or_default();
        let last = hops.last();
        let urls: Vec<&str> = hops.iter().map(Hop::url).collect();
        let address = last.and_then(Hop::address).map(|address| address.to_string());
        let message = failed.map(ToString::to_string).unwrap_or_default();
        let file = self.file.as_ref().map(|file| file.to_string_lossy());
        let range = entity.and_then(|entity| entity.range);
        let input = napkin::mask_passwords(&options.url);
        page.fields(&[
            ("input", Value::Text(&input)),
            ("ok", Value::Bool(failed.is_none())),
            ("url", url.as_deref().into()),
            ("status", number(last.and_then(Hop::status).map(u64::from))),
            ("media_type", media_type.into()),
            ("length", number(length)),
            ("first", number(range.map(|range| range.first))),
            ("last", number(range.map(|range| range.last))),
            ("bytes", Value::Number(self.bytes as usize)),
            ("file", file.as_deref().into()),
            ("address", address.as_deref().into()),
            ("cached", last.and_then(Hop::cached).map(Cached::name).into()),
            ("hops", Value::Texts(&urls)),
            ("error", failed.map_or(Value::Null, |error| Value::Worded(error.finding(), &message))),
        ]);
    }
}
