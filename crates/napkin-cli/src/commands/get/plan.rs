//! Retrieves a URL and stores its object.
//!
//! Builds the requests, ensures that a file is complete or absent, and handles files that already exist.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use napkin::{Reference, Standard};
use napkin_retrieve::{
    Client, Cookies, Credentials, Error, Failure, Operation, Overwrite, Remainder, Request, Retrieved, SaveOptions,
};

use super::file_name;
use super::outcome::Outcome;
use super::retry::Retry;
use super::server_name::ServerNames;
use super::totals::{ObjectTotal, Totals};
use super::urls::{Asked, Turn, Urls};
use crate::commands::web_archive::WebArchive;
use crate::options::{Get, OutputPath};
use crate::output::{Progress, Session, Trouble};
use napkin_answer::rules;

/// The settings for every URL, from the options.
pub(super) struct Plan {
    client: Client,
    /// The request without URL and credentials.
    request: Request,
    /// The same request with the header fields of the user.
    request_for_user: Request,
    retry: Retry,
    /// The names that servers give, if files get these.
    names: Option<ServerNames>,
    /// Whether standard output is a terminal that must not get binary data.
    is_for_eyes: bool,
    credentials: Option<Credentials>,
    /// The server that may receive the credentials: that of the first URL.
    origin: OnceLock<Option<Origin>>,
    pub(super) to: Where,
    resume: bool,
    force: bool,
    shows_progress: bool,
    /// Whether an earlier run may have left partial files.
    has_traces: bool,
    pub(super) totals: Totals,
}

/// The destination of objects.
pub(super) enum Where {
    /// Standard output, one object after the other.
    Out,
    /// A file, a device or a pipe.
    File(PathBuf),
    /// Files in a folder.
    Folder(PathBuf),
}

impl Plan {
    pub(super) fn new(
        options: &Get,
        cookies: Option<&Cookies>,
        archive: Option<&WebArchive>,
        session: &Session,
    ) -> Result<Self, Trouble> {
        let output = OutputPath::file(options.output.as_ref());
        let is_for_eyes = session.on_terminal && options.output.is_none();
        let to = match (options.folder(), output) {
            (Some(folder), _) => {
                fs::create_dir_all(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
                Where::Folder(folder.to_owned())
            }
            (None, Some(file)) => Where::File(file.to_owned()),
            (None, None) => Where::Out,
        };
        let shows_progress = match to {
            Where::File(_) => session.progress_beside,
            Where::Out if Urls::only(options).is_some() => session.progress,
            // A list has a progress line of its own.
            Where::Out | Where::Folder(_) => false,
        };
        let request = cookies.into_iter().fold(request(options, &to), Request::with_cookies);
        let request = options.http.applied(request)?;
        let request_for_user = options.http.with_fields(request.clone())?;
        let credentials = credentials(options)?;
        let mut client = options.retrieval.client()?;
        if let Some(archive) = archive {
            client = client.with_recorder(Arc::new(archive.clone()));
        }
        if let Some(rate) = options.http.limit_rate {
            let limits = client.limits().clone().with_rate(rate);
            client = client.with_limits(limits);
        }
        let retry = Retry::new(&options.http, request.operation(), session);
        let names = options.remote_name.then(ServerNames::default);
        let has_traces = match &to {
            Where::Folder(folder) => {
                has_traces(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?
            }
            Where::Out | Where::File(_) => true,
        };
        let (resume, force, origin) = (options.resume, options.force, OnceLock::new());
        Ok(Self {
            client,
            request,
            request_for_user,
            retry,
            names,
            is_for_eyes,
            credentials,
            origin,
            to,
            resume,
            force,
            shows_progress,
            has_traces,
            totals: Totals::default(),
        })
    }

    /// Returns the file for a URL if objects go to a folder.
    pub(super) fn file(&self, url: &str) -> Option<PathBuf> {
        match &self.to {
            // The server's name is known when the file is complete.
            Where::Folder(folder) if self.names.is_some() => Some(folder.join(format!(".{}", file_name::of(url)))),
            Where::Folder(folder) => Some(folder.join(file_name::of(url))),
            Where::Out | Where::File(_) => None,
        }
    }

    /// Retrieves a URL, into the [`file`](Self::file) for it if there is one. The result includes the failure, if any.
    pub(super) async fn retrieved(&self, asked: Asked, file: Option<&Path>) -> Outcome {
        let Asked { url, place, wrong, mut turn } = asked;
        let mut done = Outcome::new(&url, place);
        if let Some(wrong) = wrong {
            come(turn).await;
            done.failure = Some(wrong.into());
            self.totals.end(&done.total, true);
            return done;
        }
        let is_file = file.is_some() || matches!(&self.to, Where::File(path) if is_regular(path));
        let mut before = 0;
        loop {
            done.failure = self.once(&url, file, turn.take(), before > 0, &mut done).await.err();
            match self.retry.delay(&done, before, is_file) {
                Some(delay) => tokio::time::sleep(delay).await,
                None => break,
            }
            before += 1;
            done.start_again();
        }
        self.totals.end(&done.total, done.failure.is_some());
        done
    }

    /// Retrieves a URL once. `is_again` says that an earlier attempt may have left a partial file.
    async fn once(
        &self,
        url: &str,
        file: Option<&Path>,
        turn: Option<Turn>,
        is_again: bool,
        done: &mut Outcome,
    ) -> Result<(), Failure> {
        let resume = self.resume || is_again;
        match (file, &self.to) {
            (Some(file), _) if self.names.is_some() => self.to_server_name(file, url, resume, done).await,
            (Some(file), _) => self.to_folder(file, url, resume, done).await,
            (None, Where::File(path)) if is_regular(path) => {
                self.to_file(path, Overwrite::FollowLinks, url, resume, done).await
            }
            (None, Where::File(path)) => self.to_device(path, url, done).await,
            (None, Where::Out | Where::Folder(_)) => self.to_output(url, turn, done).await,
        }
    }

    /// Saves the object under a temporary name, and then under the name that the server gives.
    async fn to_server_name(&self, path: &Path, url: &str, resume: bool, done: &mut Outcome) -> Result<(), Failure> {
        self.to_file(path, Overwrite::ReplaceLinks, url, resume, done).await?;
        let (Some(names), Some(found)) = (&self.names, &done.found) else { return Ok(()) };
        let file = names.put(path, found, self.force).map_err(|error| unwritten(url, path, &error))?;
        done.file = Some(file);
        Ok(())
    }

    async fn to_device(&self, path: &Path, url: &str, done: &mut Outcome) -> Result<(), Failure> {
        let opened = fs::OpenOptions::new().write(true).open(path);
        let mut file = opened.map_err(|error| unwritten(url, path, &error))?;
        let request = self.request(url);
        let found = done.found.insert(self.client.retrieve_exact(&request).await?);
        let rest = Remainder::new(&self.client, &request, found);
        let name = path.to_string_lossy();
        let out = Out { plan: self, out: &mut file, name: &name, is_for_eyes: false };
        out.take(found, rest, &[], (&mut done.bytes, &mut done.total)).await
    }

    /// Returns whether objects are written one after the other.
    pub(super) fn takes_turns(&self) -> bool {
        matches!(self.to, Where::Out) && self.request.operation() != Operation::Head
    }

    /// Writes the object to standard output, after those of earlier URLs. Until then, a limited amount is read ahead.
    async fn to_output(&self, url: &str, turn: Option<Turn>, done: &mut Outcome) -> Result<(), Failure> {
        let request = self.request(url);
        let found = match self.client.retrieve_exact(&request).await {
            Ok(found) => done.found.insert(found),
            Err(failure) => {
                come(turn).await;
                return Err(failure);
            }
        };
        let rest = Remainder::new(&self.client, &request, found);
        let mut held = Vec::new();
        let read = if turn.is_some() { read_ahead(found, &mut held).await } else { Ok(()) };
        come(turn).await;
        let mut stdout = io::stdout();
        let out = Out { plan: self, out: &mut stdout, name: "standard output", is_for_eyes: self.is_for_eyes };
        // The bytes before a failure are written before it is reported.
        let written = out.take(found, rest, &held, (&mut done.bytes, &mut done.total)).await;
        read.and(written)
    }

    /// Builds the request for a URL. Only the server of the first URL receives the credentials and the user's header fields.
    fn request(&self, url: &str) -> Request {
        if !self.is_for_user(url) {
            return self.request.clone().with_url(url);
        }
        let request = self.request_for_user.clone().with_url(url);
        match &self.credentials {
            Some(credentials) => request.with_credentials(credentials.clone()),
            None => request,
        }
    }

    /// Returns whether credentials and header fields are for this URL. Must be called for the URLs in order, since the first one
    /// decides.
    pub(super) fn is_for_user(&self, url: &str) -> bool {
        let origin = origin(url);
        *self.origin.get_or_init(|| origin.clone()) == origin
    }

    /// Saves the object in a file of the folder, unless the file exists.
    async fn to_folder(&self, path: &Path, url: &str, resume: bool, done: &mut Outcome) -> Result<(), Failure> {
        match fs::symlink_metadata(path) {
            Ok(there) if self.resume && there.is_file() => {
                // An existing file is complete: files get their names only when they are.
                (done.file, done.length) = (Some(path.to_owned()), Some(there.len()));
                Ok(())
            }
            Ok(_) if !self.force => {
                let name = path.to_string_lossy();
                let message = format!("expected no file {name}, but found one; --force writes over it");
                Err(Error::new(rules::FILE_EXISTS, url, message).into())
            }
            _ if self.force => self.to_file(path, Overwrite::ReplaceLinks, url, resume, done).await,
            _ => self.to_file(path, Overwrite::Never, url, resume, done).await,
        }
    }

    /// Saves the object in a file that is complete or absent.
    async fn to_file(
        &self,
        path: &Path,
        overwrite: Overwrite,
        url: &str,
        resume: bool,
        done: &mut Outcome,
    ) -> Result<(), Failure> {
        let mut shown: Option<Progress> = None;
        let object = &mut done.total;
        let options = SaveOptions::default().with_overwrite(overwrite).with_resume(resume);
        let options = options.with_no_part_left(!self.has_traces && !resume);
        let options = options.with_progress(|progress| {
            let begin = || Progress::from(self.shows_progress, progress.resumed, progress.total);
            shown.get_or_insert_with(begin).at(progress.bytes);
            self.totals.at(object, progress.bytes, progress.total.map(|total| total.saturating_sub(progress.resumed)));
        });
        match self.client.save(&self.request(url), path, options).await {
            Ok(saved) => {
                (done.bytes, done.file) = (saved.bytes, Some(saved.path));
                done.found = Some(saved.retrieved);
                Ok(())
            }
            Err(failed) => {
                done.bytes = failed.bytes();
                let (failure, found, left) = failed.into_parts();
                (done.found, done.left) = (found, left);
                Err(failure)
            }
        }
    }
}

/// An output that cannot be rewritten: standard output, a device or a pipe.
struct Out<'o> {
    plan: &'o Plan,
    out: &'o mut (dyn Write + Send),
    name: &'o str,
    /// Whether it is a terminal, which binary data would garble.
    is_for_eyes: bool,
}

impl Out<'_> {
    /// Writes the pieces read ahead, then the rest of the object.
    async fn take(
        self,
        found: &mut Retrieved,
        mut rest: Remainder<'_>,
        held: &[Bytes],
        (bytes, object): (&mut u64, &mut ObjectTotal),
    ) -> Result<(), Failure> {
        let is_head = self.plan.request.operation() == Operation::Head;
        let length = if is_head { Some(0) } else { found.entity().length };
        let mut progress = Progress::from(self.plan.shows_progress, 0, length);
        for piece in held {
            self.check(found, piece)?;
            self.out.write_all(piece).map_err(|error| self.failed(found, &error))?;
            *bytes += piece.len() as u64;
        }
        self.plan.totals.at(object, *bytes, length);
        let mut before = 0;
        loop {
            while let Some(piece) = piece(found).await? {
                self.check(found, &piece)?;
                self.out.write_all(&piece).map_err(|error| self.failed(found, &error))?;
                *bytes += piece.len() as u64;
                progress.at(*bytes);
                self.plan.totals.at(object, *bytes, length);
            }
            if !rest.request(found, *bytes - before).await? {
                break;
            }
            before = *bytes;
        }
        self.out.flush().map_err(|error| self.failed(found, &error))
    }

    /// Refuses bytes that act on a terminal: control characters other than white space.
    fn check(&self, found: &Retrieved, piece: &[u8]) -> Result<(), Failure> {
        let acts = |byte: &u8| (*byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x08 | 0x0c)) || *byte == 0x7f;
        if !self.is_for_eyes || !piece.iter().any(acts) {
            return Ok(());
        }
        let message =
            "expected text for a terminal, but found binary data; `-o FILE` saves it, and `-o -` prints it anyway";
        Err(found.failed(Error::new(rules::STORAGE_FAILED, found.url(), message)))
    }

    fn failed(&self, found: &Retrieved, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // The reader has closed the pipe: end like other filters.
            std::process::exit(141);
        }
        found.failed(Error::storage_failed(found.url(), self.name, error))
    }
}

/// The number of bytes to read ahead of an object that waits for its turn.
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

/// Returns whether a path is a regular file, or free for one.
fn is_regular(path: &Path) -> bool {
    path.metadata().map_or(true, |there| there.is_file())
}

/// Waits for a turn. The turn has also come if the retrieval before ended without a signal.
async fn come(turn: Option<Turn>) {
    if let Some(turn) = turn {
        let _ = turn.await;
    }
}

/// Returns whether a folder has partial files of an earlier run.
fn has_traces(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.path().extension().is_some_and(|ending| ending == "part" || ending == "from") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Builds the request without URL and credentials.
fn request(options: &Get, to: &Where) -> Request {
    let mut request = if options.head { Request::head("") } else { Request::get("") };
    request = match options.range {
        Some((first, Some(last))) => request.with_range(first..=last),
        Some((first, None)) => request.from_byte(first),
        None => request,
    };
    request = options.accept.iter().fold(request, Request::with_accept);
    request = options.accept_language.iter().fold(request, Request::with_accept_language);
    // A file can only be resumed if it has no content coding.
    request = if matches!(to, Where::Out) { request } else { request.uncompressed() };
    request.with_any_status(options.any_status)
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
    let piece = found.body().chunk().await;
    piece.map_err(|error| found.failed(error))
}

fn unwritten(url: &str, path: &Path, error: &io::Error) -> Failure {
    Error::storage_failed(url, &path.to_string_lossy(), error).into()
}
