//! `ftp` URLs (RFC 1738 section 3.2) by FTP (RFC 959, RFC 2428, RFC 3659).
//!
//! Decides: which commands a URL is, and that what has come is whole only if the server says so on the control connection,
//! and it is as long as was announced. The client is our own: the crates there are connect by themselves, so that what is
//! connected to would not be what was judged, take names as text, though they are octets, and read lines of any length.

mod body;
mod entry;
mod reply;
mod session;

use std::path::Path;
use std::time::SystemTime;

use httpdate::fmt_http_date;
use napkin::percent::{Encoded, QUERY};

use self::body::{Receiving, Span};
pub use self::entry::{Entry, EntryError};
use self::reply::Reply;
use self::session::Session;
use super::lines::without_end;
use super::listing::{self, Listing, Render};
use super::{media_types, steps};
use crate::{
    Answer, Body, BoxFuture, ContentRange, Entity, Error, Limits, Operation, Permit, Redirect, Request, Retriever,
    Target, Trail, line, rules,
};

/// Retrieves files, and of folders a page of links to what is in them.
///
/// - Each segment of the path is a `CWD`, and the last one is the file. A folder that is not the one after the login begins
///   with `%2F`: `ftp://pub.example/%2Fetc/motd`.
/// - `;type=a` is a text, which comes with LF at the end of its lines, `;type=i` are octets (the default), and `;type=d` is a
///   folder, as is a path that ends with a slash. A folder without its slash is a redirect to the URL with one.
/// - Without a user it is `anonymous`, with the password `anonymous@napkin.invalid`: nobody's address is given away.
/// - Data is asked for by `EPSV`, else by `PASV`. The address that `PASV` names is judged: it has to be the server's own, of
///   which `0.0.0.0` is another name, unless the policy
///   [says otherwise](crate::Policy::allow_data_elsewhere); nothing else is put in its place.
/// - Ranges are `REST`, and are given where the server knows the length of the file (`SIZE`); `last-modified` is `MDTM`.
/// - Folders are listed by `MLSD` where the server has it, else by `LIST`. The page is `text/html`; who asks for `text/plain`
///   gets the lines of the server, which [`Entry`] reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ftp;

impl Retriever for Ftp {
    fn schemes(&self) -> &[&'static str] {
        &["ftp"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get, Operation::Head]
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
            let mut session = Session::begin(permit, limits, trail).await?;
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

/// What a URL asks for.
struct Wanted {
    folders: Vec<Vec<u8>>,
    /// Empty for a folder.
    name: Vec<u8>,
    /// The name as it stands in the URL, without the type.
    written: String,
    is_folder: bool,
    is_text: bool,
}

impl Wanted {
    /// RFC 1738 sections 3.2.2 and 3.2.3. In that definition a question mark is one of the name.
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
            let segment = Encoded::new(segment, QUERY).map_err(|error| Error::unread(url, &error))?;
            line::octets(segment, b"", target)
        });
        let mut folders = segments.collect::<Result<Vec<_>, _>>()?;
        let name = folders.pop().unwrap_or_default();
        let written = text.rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Self { folders, name, written, is_folder, is_text })
    }

    /// The URL of a folder ends with a slash, without which references in its page would lead elsewhere.
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
        let first = span.map_or(0, |range| range.first);
        let wanted = span.map(|range| range.last - range.first + 1);
        let span = Span { announced: known.length.map(|length| length - first), wanted };
        let (url, limits) = (session.url().to_owned(), session.limits().clone());
        let receiving = Receiving::new(data, session, span, self.is_text);
        let range = wanted.map(|wanted| ContentRange { first, last: first + wanted - 1, total: known.length });
        Ok(Answer::Entity(self.entity(&known, range, steps::body(receiving, &url, &limits))))
    }

    /// The range that is wanted, if it can be had.
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
        // With the date of the reply, a date that is older is a validator for what is to be resumed.
        let now = || fmt_http_date(SystemTime::now());
        let fields = known.last_modified.iter().flat_map(|date| [("last-modified", date.clone()), ("date", now())]);
        let fields = fields.map(|(name, value)| (name.to_owned(), value)).collect();
        Entity { range, fields, status: known.status, ..Entity::new(media_type.map(str::to_owned), length, body) }
    }

    /// Perhaps it is a folder.
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
            let is_mlsd = command == b"MLSD";
            let render: Render = Box::new(move |line, page| render(line, is_mlsd, page));
            let (url, limits) = (session.url().to_owned(), session.limits().clone());
            let confirm: listing::Confirm = Box::new(move || Box::pin(async { session.finished().await.map(drop) }));
            let listing = Listing::new(data, listing::LIST, render, Some(confirm));
            let listing = listing.plain(listing::is_plain_wanted(request));
            let media_type = listing.media_type();
            let body = steps::body(listing, &url, &limits);
            return Ok(Entity { status: Some(reply.code), ..Entity::listing(media_type, None, body) });
        }
        Err(refusal
            .map_or_else(|| session.error(rules::OBJECT_UNREADABLE, "expected a list"), |said| session.refused(&said)))
    }
}

/// What is known of a file before it is read.
#[derive(Default)]
struct Facts {
    length: Option<u64>,
    /// As HTTP writes dates.
    last_modified: Option<String>,
    status: Option<u16>,
    /// Why there is no length: perhaps there is no file.
    refusal: Option<Reply>,
}

/// The line of a page for a line of a list. What is none of an entry is text, and the folder itself is not in its page.
fn render(line: &[u8], is_mlsd: bool, page: &mut String) {
    let line = without_end(line);
    let entry = if is_mlsd { Entry::of_mlsd(line) } else { Entry::of_list(line) };
    match entry {
        Ok(entry) if matches!(entry.name(), b"." | b"..") || entry.is_own() => {}
        Ok(entry) => listing::entry(page, entry.name(), entry.is_folder()),
        // How many blocks the folder takes.
        Err(_) if line.is_empty() || line.starts_with(b"total ") => {}
        Err(_) => page.push_str(&format!("<li>{}\n", listing::escaped(&listing::text(line)))),
    }
}
