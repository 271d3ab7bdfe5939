//! `ftp` URLs (RFC 1738 section 3.2) by FTP (RFC 959, RFC 2428, RFC 3659), and `ftps` URLs by FTP over TLS (RFC 4217).
//!
//! Decides which commands a URL means. A file is complete only if the server says so on the control connection, and if
//! it has the announced length.
//!
//! `suppaftp` was tried instead. It does not tell whether `EPSV` or the transfer was refused, and gives up at a delayed
//! greeting (120). For permits, octets and limits it needs more lines here than it saves, and 16 crates.

mod file_body;
mod list_entry;
mod reply;
mod session;

use std::path::Path;
use std::time::SystemTime;

use httpdate::fmt_http_date;
use napkin::percent::{Encoded, QUERY};

use self::file_body::{Receiving, Span};
pub use self::list_entry::{Entry, EntryError};
use self::reply::Reply;
use self::session::{Session, Tls};
use super::lines::without_end;
use super::listing::{self, Listing, Render};
use super::{media_types, pull_body};
use crate::{
    Answer, Body, BoxFuture, ContentRange, Entity, Error, Limits, Operation, Permit, Redirect, Request, Retriever,
    Target, Trail, rules, text_protocol,
};

/// Retrieves files, and folders as pages of links.
///
/// - Each segment of the path except the last is a `CWD` command, and the last one is the file. A path from the root
///   begins with `%2F`: `ftp://pub.example/%2Fetc/motd`.
/// - `;type=a` is text, whose lines get LF ends, `;type=i` is octets (the default), and `;type=d` or a final slash is a
///   folder. A folder without its slash redirects to the URL with one.
/// - The default user is `anonymous`, with the password `anonymous@napkin.invalid`, so that no address is revealed.
/// - Data connections are requested by `EPSV`, else by `PASV`. The address in a reply to `PASV` must be that of the
///   server (`0.0.0.0` counts as it), unless the policy [allows others](crate::Policy::allow_data_elsewhere). It is
///   never replaced.
/// - Ranges use `REST`, if the server knows the length of the file (`SIZE`). `last-modified` is `MDTM`.
/// - Folders are listed by `MLSD` if the server has it, else by `LIST`. The page is `text/html`; a request for
///   `text/plain` gets the lines of the server, which [`Entry`] parses.
/// - `ftps` is TLS from the first byte, at port 990. [`Ftp::over_tls`] also protects `ftp` URLs. Data connections are then
///   protected as well, and resume the session of the control connection, as servers demand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ftp {
    needs_tls: bool,
}

impl Ftp {
    /// Starts TLS on the connections of `ftp` URLs, too, by `AUTH TLS`. A server without it is an error.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::Ftp;
    /// use napkin_retrieve::{Client, Policy};
    /// let client = Client::new(Policy::public_web().allow_scheme("ftp")).with_retriever(Ftp::over_tls());
    /// ```
    #[must_use]
    pub fn over_tls() -> Self {
        Self { needs_tls: true }
    }
}

impl Retriever for Ftp {
    fn schemes(&self) -> &[&'static str] {
        &["ftp", "ftps"]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let target = permit.target().clone();
            let wanted = Wanted::of(&target)?;
            if wanted.is_folder && !wanted.name.is_empty() {
                return Ok(wanted.with_slash());
            }
            let tls = Tls::of(target.scheme(), self.needs_tls);
            let mut session = Session::begin(permit, tls, limits, trail).await?;
            for folder in &wanted.folders {
                session.ask(b"CWD", folder, &[200, 250]).await?;
            }
            let answer = if wanted.name.is_empty() {
                wanted.folder(session, request).await.map(Answer::Entity)
            } else {
                wanted.file(session, request).await
            }?;
            if let Answer::Entity(Entity { status: Some(status), .. }) = &answer {
                trail.answered(*status);
            }
            Ok(answer)
        })
    }
}

/// The commands that a URL means.
struct Wanted {
    folders: Vec<Vec<u8>>,
    /// Empty for a folder.
    name: Vec<u8>,
    /// The name as written in the URL, without the type.
    written: String,
    is_folder: bool,
    is_text: bool,
}

impl Wanted {
    /// RFC 1738 sections 3.2.2 and 3.2.3. In that definition a question mark belongs to the name.
    fn of(target: &Target) -> Result<Self, Error> {
        let url = target.url().as_str();
        let reference = target.reference();
        let mut text = reference.path().as_str().strip_prefix('/').unwrap_or_default().to_owned();
        if let Some(query) = reference.query() {
            text.push('?');
            text.push_str(query.as_str());
        }
        let code = text.rsplit_once(";type=").map(|(path, code)| (path.to_owned(), code.to_ascii_lowercase()));
        let (mut is_folder, mut is_text) = (false, false);
        if let Some((path, code)) = code {
            match code.as_str() {
                "a" => is_text = true,
                "d" => is_folder = true,
                "i" => {}
                _ => {
                    let message = "expected one of the types a, i and d, but found another";
                    return Err(Error::new(rules::OBJECT_UNREADABLE, url, message));
                }
            }
            text = path;
        }
        let segments = text.split('/').map(|segment| {
            let segment = Encoded::new(segment, QUERY).map_err(|error| Error::invalid_url(url, &error))?;
            text_protocol::decoded_octets(segment, b"", target)
        });
        let mut folders = segments.collect::<Result<Vec<_>, _>>()?;
        let name = folders.pop().unwrap_or_default();
        let written = text.rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Self { folders, name, written, is_folder, is_text })
    }

    /// Redirects to the URL with a final slash: without it, the references in the page of a folder would resolve
    /// elsewhere.
    fn with_slash(&self) -> Answer {
        Answer::Redirect(Redirect { reference: format!("./{}/", self.written) })
    }

    async fn file(&self, mut session: Session, request: &Request) -> Result<Answer, Error> {
        session.ask(b"TYPE", if self.is_text { b"A" } else { b"I" }, &[200]).await?;
        let known = session.facts(&self.name, self.is_text).await?;
        if session.operation() == Operation::Head {
            return match &known.refusal {
                None => Ok(Answer::Entity(self.entity(&known, None, Body::empty()))),
                Some(refusal) => self.not_a_file(session, refusal).await,
            };
        }
        let span = self.span(&known, &session, request)?;
        let span = match span {
            Some(range) if range.first > 0 && !session.restarts_at(range.first).await? => None,
            other => other,
        };
        let data = session.data().await?;
        let reply = session.tell(b"RETR", &self.name).await?;
        if !reply.is_preliminary() {
            return self.not_a_file(session, &reply).await;
        }
        let data = session.with_tls(data).await?;
        let first = span.map_or(0, |range| range.first);
        let wanted = span.map(|range| range.last - range.first + 1);
        let span = Span { announced: known.length.map(|length| length - first), wanted };
        let (url, limits) = (session.url().to_owned(), session.limits().clone());
        let receiving = Receiving::new(data, session, span, self.is_text);
        let range = wanted.map(|wanted| ContentRange { first, last: first + wanted - 1, total: known.length });
        Ok(Answer::Entity(self.entity(&known, range, pull_body::body(receiving, &url, &limits))))
    }

    /// Returns the range to send, if the request has one and the server supports it.
    fn span(&self, known: &Facts, session: &Session, request: &Request) -> Result<Option<ContentRange>, Error> {
        let is_same = request.if_range.is_none() || request.if_range == known.last_modified;
        match known.length.filter(|_| is_same) {
            Some(length) => request.part_of(session.url(), length),
            None => Ok(None),
        }
    }

    fn entity(&self, known: &Facts, range: Option<ContentRange>, body: Body) -> Entity {
        let name = std::str::from_utf8(&self.name).unwrap_or_default();
        let media_type = media_types::of(Path::new(name)).or(self.is_text.then_some("text/plain"));
        let length = range.map_or(known.length, |range| Some(range.last - range.first + 1));
        // With `date`, an older `last-modified` is a strong validator for resuming.
        let now = || fmt_http_date(SystemTime::now());
        let fields = known.last_modified.iter().flat_map(|date| [("last-modified", date.clone()), ("date", now())]);
        let fields = fields.map(|(name, value)| (name.to_owned(), value)).collect();
        Entity { range, fields, status: known.status, ..Entity::new(media_type.map(str::to_owned), length, body) }
    }

    /// Redirects if the name is a folder; otherwise returns the refusal.
    async fn not_a_file(&self, mut session: Session, refusal: &Reply) -> Result<Answer, Error> {
        let is_folder = matches!(session.tell(b"CWD", &self.name).await?.code, 200 | 250);
        if is_folder { Ok(self.with_slash()) } else { Err(session.refused(refusal)) }
    }

    async fn folder(&self, mut session: Session, request: &Request) -> Result<Entity, Error> {
        if session.operation() == Operation::Head {
            return Ok(Entity::listing(listing::HTML, None, Body::empty()));
        }
        session.ask(b"TYPE", b"A", &[200]).await?;
        let commands: &[&[u8]] = if session.has_mlsd().await? { &[b"MLSD", b"LIST"] } else { &[b"LIST"] };
        let mut refusal = None;
        for command in commands {
            let data = session.data().await?;
            let reply = session.tell(command, b"").await?;
            if !reply.is_preliminary() {
                refusal = Some(reply);
                continue;
            }
            let data = session.with_tls(data).await?;
            let is_mlsd = command == b"MLSD";
            let render: Render = Box::new(move |line, page| render(line, is_mlsd, page));
            let (url, limits) = (session.url().to_owned(), session.limits().clone());
            let confirm: listing::Confirm = Box::new(move || Box::pin(async { session.finished().await.map(drop) }));
            let listing = Listing::new(data, listing::LIST, render, Some(confirm));
            let listing = listing.plain(listing::is_plain_wanted(request));
            let media_type = listing.media_type();
            let body = pull_body::body(listing, &url, &limits);
            return Ok(Entity { status: Some(reply.code), ..Entity::listing(media_type, None, body) });
        }
        Err(refusal
            .map_or_else(|| session.error(rules::OBJECT_UNREADABLE, "expected a list"), |said| session.refused(&said)))
    }
}

/// What the server reports about a file before it is read.
#[derive(Default)]
struct Facts {
    length: Option<u64>,
    /// In the format of HTTP dates.
    last_modified: Option<String>,
    status: Option<u16>,
    /// The reply to `SIZE` without a length; the file may not exist.
    refusal: Option<Reply>,
}

/// Writes the HTML of a line of a list. A line in another format becomes text. The folder itself is not listed.
fn render(line: &[u8], is_mlsd: bool, page: &mut String) {
    let line = without_end(line);
    let entry = if is_mlsd { Entry::of_mlsd(line) } else { Entry::of_list(line) };
    match entry {
        Ok(entry) if matches!(entry.name(), b"." | b"..") || entry.is_own() => {}
        Ok(entry) => listing::entry(page, entry.name(), entry.is_folder()),
        // The number of blocks in the folder.
        Err(_) if line.is_empty() || line.starts_with(b"total ") => {}
        Err(_) => page.push_str(&format!("<li>{}\n", listing::escaped(&listing::text(line)))),
    }
}
