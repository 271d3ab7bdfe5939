//! How a URL is retrieved, and where its object goes.
//!
//! Decides: what is asked for, that a file is there whole or not at all, and what is done with one that is there already.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bytes::Bytes;
use napkin::{Reference, Standard};
use napkin_retrieve::{Client, Credentials, Error, Failure, Operation, Part, PartStep, Request, Retrieved};

use super::done::Done;
use super::name;
use super::partial::{Begun, Partial, Place};
use super::rest::Rest;
use super::urls::{Asked, Turn};
use crate::options::Get;
use crate::output::{Progress, Session, Trouble};
use napkin_answer::rules;

/// What the options say, for every URL.
pub(super) struct Plan {
    client: Client,
    /// All but the URL and the user.
    request: Request,
    credentials: Option<Credentials>,
    /// Whose the user is: the server of the first URL.
    origin: OnceLock<Option<Origin>>,
    pub(super) to: Where,
    /// The bytes that are wanted of an object.
    range: Option<(u64, Option<u64>)>,
    resume: bool,
    force: bool,
    shows_progress: bool,
    /// Whether an earlier run may have left something beside a file.
    has_traces: bool,
}

/// Where objects go.
pub(super) enum Where {
    /// Standard output, one after the other.
    Out,
    /// A file, a device or a pipe.
    File(PathBuf),
    /// Files in a folder.
    Folder(PathBuf),
}

impl Plan {
    pub(super) fn new(options: &Get, session: &Session) -> Result<Self, Trouble> {
        let output = options.output.clone().filter(|path| path != Path::new("-"));
        let to = match (&options.to, output) {
            (Some(folder), _) => {
                fs::create_dir_all(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
                Where::Folder(folder.clone())
            }
            (None, Some(file)) => Where::File(file),
            (None, None) => Where::Out,
        };
        let shows_progress = match to {
            Where::Out => session.progress,
            Where::File(_) => session.progress_beside,
            // That of the list.
            Where::Folder(_) => false,
        };
        let (request, credentials) = (request(options, &to), credentials(options)?);
        let client = options.retrieval.client()?;
        let has_traces = match &to {
            Where::Folder(folder) => {
                has_traces(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?
            }
            Where::Out | Where::File(_) => true,
        };
        let (range, resume, force, origin) = (options.range, options.resume, options.force, OnceLock::new());
        Ok(Self { client, request, credentials, origin, to, range, resume, force, shows_progress, has_traces })
    }

    /// The file for a URL, if it is one of a folder.
    pub(super) fn file(&self, url: &str) -> Option<PathBuf> {
        match &self.to {
            Where::Folder(folder) => Some(folder.join(name::of(url))),
            Where::Out | Where::File(_) => None,
        }
    }

    /// Retrieves a URL, into the [`file`](Self::file) for it where there is one. What goes wrong is among what comes of it.
    pub(super) async fn retrieved(&self, asked: Asked, file: Option<&Path>) -> Done {
        let Asked { url, place, wrong, turn } = asked;
        let mut done = Done::new(&url, place);
        let result = match (wrong, file, &self.to) {
            (Some(wrong), ..) => {
                come(turn).await;
                Err(wrong.into())
            }
            (None, Some(file), _) => self.to_folder(file, &url, &mut done).await,
            (None, None, Where::File(path)) if path.metadata().map_or(true, |there| there.is_file()) => {
                self.to_file(path, Place::Named, &url, &mut done).await
            }
            (None, None, Where::File(path)) => self.to_device(path, &url, &mut done).await,
            (None, None, Where::Out | Where::Folder(_)) => self.to_output(&url, turn, &mut done).await,
        };
        done.failure = result.err();
        done
    }

    async fn to_device(&self, path: &Path, url: &str, done: &mut Done) -> Result<(), Failure> {
        let opened = fs::OpenOptions::new().write(true).open(path);
        let mut file = opened.map_err(|error| unwritten(url, path, &error))?;
        let found = done.found.insert(self.asked_for(url).await?);
        let rest = self.rest(url, found, None);
        let out = Out { out: &mut file, name: &path.to_string_lossy(), shows_progress: self.shows_progress };
        out.take(found, rest, &[], &mut done.bytes).await
    }

    /// Whether objects are written one after the other.
    pub(super) fn takes_turns(&self) -> bool {
        matches!(self.to, Where::Out) && self.request.operation() == Operation::Get
    }

    /// To standard output, when it is its turn. Until then so much is read as may be held.
    async fn to_output(&self, url: &str, turn: Option<Turn>, done: &mut Done) -> Result<(), Failure> {
        let found = match self.asked_for(url).await {
            Ok(found) => done.found.insert(found),
            Err(failure) => {
                come(turn).await;
                return Err(failure);
            }
        };
        let rest = self.rest(url, found, None);
        let mut held = Vec::new();
        let read = if turn.is_some() { read_ahead(found, &mut held).await } else { Ok(()) };
        come(turn).await;
        let mut stdout = io::stdout();
        let out = Out { out: &mut stdout, name: "standard output", shows_progress: self.shows_progress };
        // What came before a failure is written before it is told.
        let written = out.take(found, rest, &held, &mut done.bytes).await;
        read.and(written)
    }

    /// What is asked for. The user is that of the first URL's server, and nobody else is told.
    fn request(&self, url: &str) -> Request {
        let request = self.request.clone().with_url(url);
        match &self.credentials {
            Some(credentials) if self.is_for_user(url) => request.credentials(credentials.clone()),
            _ => request,
        }
    }

    /// Whether the user is for this URL. Asked of each in its order.
    pub(super) fn is_for_user(&self, url: &str) -> bool {
        self.credentials.is_some() && {
            let origin = origin(url);
            origin.is_some() && *self.origin.get_or_init(|| origin.clone()) == origin
        }
    }

    async fn asked_for(&self, url: &str) -> Result<Retrieved, Failure> {
        self.found(&self.request(url)).await
    }

    /// What is found; where a range is wanted, this even of a server that has none.
    async fn found(&self, request: &Request) -> Result<Retrieved, Failure> {
        let mut found = self.client.retrieve(request).await?;
        if let Some((first, last)) = self.range.filter(|_| is_object(&found)) {
            found.cut(first, last)?;
        }
        Ok(found)
    }

    /// Into a file of the folder, unless it is there.
    async fn to_folder(&self, path: &Path, url: &str, done: &mut Done) -> Result<(), Failure> {
        match fs::symlink_metadata(path) {
            Ok(there) if self.resume && there.is_file() => {
                // Files get their names when they are whole.
                (done.file, done.length) = (Some(path.to_owned()), Some(there.len()));
                Ok(())
            }
            Ok(_) if !self.force => {
                let name = path.to_string_lossy();
                let message = format!("expected no file {name}, but found one; --force writes over it");
                Err(Error::new(rules::FILE_EXISTS, url, message).into())
            }
            _ if self.force => self.to_file(path, Place::Taken, url, done).await,
            _ => self.to_file(path, Place::Free, url, done).await,
        }
    }

    /// Into a file that is there whole or not at all.
    async fn to_file(&self, path: &Path, place: Place, url: &str, done: &mut Done) -> Result<(), Failure> {
        let mut partial = Partial::new(path, url, self.has_traces);
        let begun = self.resume.then(|| partial.begun()).flatten();
        let (found, begun) = match self.begin(&partial, begun, url).await {
            Ok((found, begun)) => (done.found.insert(found), begun),
            Err(failure) => {
                done.left = partial.left();
                return Err(failure);
            }
        };
        let mut result = self.fill(&mut partial, begun.as_ref(), found, url, &mut done.bytes).await;
        if result.is_ok() {
            result = partial.finish(place).map_err(|error| unstored(found, path, &error));
        }
        match &result {
            Ok(()) => done.file = Some(path.to_owned()),
            Err(failure) => done.left = partial.give_up(failure.error()),
        }
        result
    }

    /// Returns the answer, and the part that it continues, if there is one.
    async fn begin(
        &self,
        partial: &Partial,
        begun: Option<Begun>,
        url: &str,
    ) -> Result<(Retrieved, Option<Begun>), Failure> {
        let whole = self.request(url);
        let Some(begun) = begun else { return Ok((self.found(&whole).await?, None)) };
        let rest = begun.part.rest(whole.clone(), begun.bytes);
        let found = match self.client.retrieve(&rest).await {
            // Shorter than what is there: another object than the one that was begun.
            Err(failure) if failure.error().rule() == rules::RANGE_MISMATCH => None,
            found => Some(found?),
        };
        let step = found.as_ref().map(|found| begun.part.step(begun.bytes, found.url(), found.entity()));
        match (step, found) {
            (Some(PartStep::Append), Some(found)) => Ok((found, Some(begun))),
            (Some(PartStep::Begin), Some(found)) => Ok((found, None)),
            (Some(PartStep::Refuse), Some(found)) => Err(no_object(&found)),
            _ => {
                partial.forget().map_err(|error| unwritten(url, partial.path(), &error))?;
                Ok((self.client.retrieve(&whole).await?, None))
            }
        }
    }

    /// Tracks the bytes that an answer may have left out.
    fn rest(&self, url: &str, found: &Retrieved, begun: Option<&Begun>) -> Rest<'_> {
        Rest::of(&self.client, self.request(url), found, begun)
    }

    async fn fill(
        &self,
        partial: &mut Partial,
        begun: Option<&Begun>,
        found: &mut Retrieved,
        url: &str,
        bytes: &mut u64,
    ) -> Result<(), Failure> {
        let path = partial.path().to_owned();
        // Another run resumes an object only from its beginning, never a requested range.
        let part = Part::of(url, found.url(), found.entity()).filter(|_| self.range.is_none());
        let opened = match begun {
            Some(begun) => partial.resume(begun),
            None => partial.begin(part),
        };
        opened.map_err(|error| unstored(found, &path, &error))?;
        let first = begun.map_or(0, |begun| begun.bytes);
        let total = found.entity().length.map(|length| first.saturating_add(length));
        let mut progress = Progress::from(self.shows_progress, first, total);
        let mut rest = self.rest(url, found, begun);
        loop {
            let before = *bytes;
            while let Some(piece) = piece(found).await? {
                partial.write(&piece).map_err(|error| unstored(found, &path, &error))?;
                *bytes += piece.len() as u64;
                progress.at(*bytes);
            }
            if !rest.go_on(found, *bytes - before).await? {
                return Ok(());
            }
        }
    }
}

/// To where nothing can be undone: standard output, a device, a pipe.
struct Out<'o> {
    out: &'o mut (dyn Write + Send),
    name: &'o str,
    shows_progress: bool,
}

impl Out<'_> {
    /// Writes what is held, and what comes.
    async fn take(
        self,
        found: &mut Retrieved,
        mut rest: Rest<'_>,
        held: &[Bytes],
        bytes: &mut u64,
    ) -> Result<(), Failure> {
        let mut progress = Progress::from(self.shows_progress, 0, found.entity().length);
        for piece in held {
            self.out.write_all(piece).map_err(|error| self.failed(found, &error))?;
            *bytes += piece.len() as u64;
        }
        let mut before = 0;
        loop {
            while let Some(piece) = piece(found).await? {
                self.out.write_all(&piece).map_err(|error| self.failed(found, &error))?;
                *bytes += piece.len() as u64;
                progress.at(*bytes);
            }
            if !rest.go_on(found, *bytes - before).await? {
                break;
            }
            before = *bytes;
        }
        self.out.flush().map_err(|error| self.failed(found, &error))
    }

    fn failed(&self, found: &Retrieved, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // Nobody reads on: ends as other filters do.
            std::process::exit(141);
        }
        storage(found, self.name, error)
    }
}

/// How much of an object is held that waits for its turn.
const AHEAD: usize = 256 << 10;

async fn read_ahead(found: &mut Retrieved, held: &mut Vec<Bytes>) -> Result<(), Failure> {
    let mut length = 0;
    while length < AHEAD
        && let Some(piece) = piece(found).await?
    {
        length += piece.len();
        held.push(piece);
    }
    Ok(())
}

/// Waits for a turn. Where what was before has ended otherwise, it is there too.
async fn come(turn: Option<Turn>) {
    if let Some(turn) = turn {
        let _ = turn.await;
    }
}

/// Whether it is what was asked for, and not what a server says of a failure (`--any-status`).
fn is_object(found: &Retrieved) -> bool {
    found.entity().status.is_none_or(|status| status < 300)
}

/// Whether there is anything in a folder that a run has not brought to its end.
fn has_traces(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.path().extension().is_some_and(|ending| ending == "part" || ending == "from") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What is asked for, of whichever URL.
fn request(options: &Get, to: &Where) -> Request {
    let mut request = if options.head { Request::head("") } else { Request::get("") };
    request = match options.range {
        Some((first, Some(last))) => request.range(first..=last),
        Some((first, None)) => request.from_byte(first),
        None => request,
    };
    request = options.accept.iter().fold(request, Request::accept);
    request = options.accept_language.iter().fold(request, Request::accept_language);
    // What goes into a file can be resumed only as it is.
    request = if matches!(to, Where::Out) { request } else { request.uncompressed() };
    request.any_status(options.any_status)
}

fn credentials(options: &Get) -> Result<Option<Credentials>, Trouble> {
    let (Some(user), Some(path)) = (&options.user, &options.password_file) else { return Ok(None) };
    let text = fs::read_to_string(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
    Ok(Some(Credentials::new(user, text.lines().next().unwrap_or_default())))
}

/// A scheme, a host and a port.
type Origin = (String, String, Option<u16>);

fn origin(url: &str) -> Option<Origin> {
    let reference = Reference::parse(url, Standard::Rfc3986).ok()?;
    let scheme = reference.scheme()?.to_ascii_lowercase();
    let port = reference.port().or_else(|| napkin::default_port(&scheme));
    Some((scheme, reference.host_text()?.to_ascii_lowercase(), port))
}

async fn piece(found: &mut Retrieved) -> Result<Option<Bytes>, Failure> {
    let piece = found.body().piece().await;
    piece.map_err(|error| found.failed(error))
}

/// Returns the error for an answer to the request for the rest that is no object; the part stays.
fn no_object(found: &Retrieved) -> Failure {
    let status = found.entity().status.unwrap_or_default();
    let message = format!("expected the rest of the object, but found status {status}");
    found.failed(Error::new(rules::STATUS_NOT_SUCCESS, found.url(), message))
}

/// That it could not be written.
fn storage(found: &Retrieved, name: &str, error: &io::Error) -> Failure {
    found.failed(not_stored(found.url(), name, error))
}

fn unstored(found: &Retrieved, path: &Path, error: &io::Error) -> Failure {
    storage(found, &path.to_string_lossy(), error)
}

fn unwritten(url: &str, path: &Path, error: &io::Error) -> Failure {
    not_stored(url, &path.to_string_lossy(), error).into()
}

fn not_stored(url: &str, name: &str, error: &io::Error) -> Error {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default().to_ascii_lowercase();
    Error::new(rules::STORAGE_FAILED, url, format!("expected to write to {name}, but found {text}"))
}
