//! `news` and `nntp` URLs (RFC 5538) by NNTP (RFC 3977).
//!
//! Decides which commands a URL means. An article without its end is incomplete.

use napkin::percent::{self, PCHAR, Set};

use super::dot_stuffing::Text;
use super::lines::{Lines, code, quoted, without_end};
use super::listing::{self, Listing, Render, escaped, text};
use super::pull_body;
use crate::{
    Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Request, Retriever, Target, Trail, rules,
    text_protocol,
};

/// Retrieves articles as `message/rfc822`, and lists of articles and groups as pages of links.
///
/// - `news:ID` is an article, in any group. `news:GROUP` and `nntp://HOST/GROUP` list the articles of a group (`OVER`,
///   else `XOVER`, else `LISTGROUP`). `nntp://HOST/GROUP/NUMBER` is one of them. `news:*`, or another pattern, lists
///   groups.
/// - `news` URLs may name a server (`news://HOST/...`). For the others the policy must name one
///   ([`Policy::with_server`](crate::Policy::with_server)); otherwise the error is `scheme-not-retrievable`.
/// - A user and a password are sent if the server asks for them (RFC 4643), unencrypted.
/// - For a request for `text/plain`, lists are the lines of the server.
#[derive(Clone, Copy, Debug, Default)]
pub struct News;

impl Retriever for News {
    fn schemes(&self) -> &[&'static str] {
        &["news", "nntp"]
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
            if target.host().is_none() {
                let message = "expected a server of news in the policy, since the URL names none, but found none";
                return Err(Error::new(rules::SCHEME_NOT_RETRIEVABLE, target.url().as_str(), message));
            }
            let connection = permit.connect(limits, trail).await?;
            let mut session = Session { lines: Lines::new(connection, limits), target, limits: limits.clone() };
            session.greet().await?;
            let answer = wanted.answer(session, request).await?;
            answer.status.into_iter().for_each(|status| trail.answered(status));
            Ok(Answer::Entity(answer))
        })
    }
}

/// The commands that a URL means.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    /// Groups by a pattern.
    Groups(String),
    Group(String),
    Article(String),
    Numbered(String, u64),
}

impl Wanted {
    /// RFC 5538 sections 2 and 3.
    fn of(target: &Target) -> Result<Self, Error> {
        let unreadable = |message: &str| Err(Error::new(rules::OBJECT_UNREADABLE, target.url().as_str(), message));
        let mut octets = text_protocol::decoded_octets(target.reference().path(), b"", target)?;
        if let Some(query) = target.reference().query() {
            octets.extend([&b"?"[..], &text_protocol::decoded_octets(query, b"", target)?].concat());
        }
        let Ok(text) = String::from_utf8(octets) else {
            return unreadable("expected the name of a group or of an article, but found octets that are no text");
        };
        let has_host = target.reference().host_text().is_some();
        let text = if has_host { text.strip_prefix('/').unwrap_or(&text) } else { &text };
        // White space ends the arguments of a command.
        if text.contains(char::is_whitespace) {
            return unreadable("expected the name of a group or of an article, but found a space in it");
        }
        if target.scheme() == "nntp" {
            return match text.split_once('/') {
                Some((group, number)) if !group.is_empty() => match number.parse() {
                    Ok(number) => Ok(Self::Numbered(group.to_owned(), number)),
                    Err(_) if number.is_empty() => Ok(Self::Group(group.to_owned())),
                    Err(_) => unreadable("expected the number of an article, but found something else"),
                },
                None if !text.is_empty() => Ok(Self::Group(text.to_owned())),
                _ => unreadable("expected a group, but found none"),
            };
        }
        let is_marked = text.contains(['<', '>']);
        match text {
            _ if is_marked => unreadable("expected a message identifier without angle brackets, but found one"),
            id if id.contains('@') => Ok(Self::Article(id.to_owned())),
            "" => Ok(Self::Groups("*".to_owned())),
            pattern if pattern.contains(['*', '?', ',', '!', '[']) => Ok(Self::Groups(pattern.to_owned())),
            group => Ok(Self::Group(group.to_owned())),
        }
    }

    async fn answer(&self, mut session: Session, request: &Request) -> Result<Entity, Error> {
        let is_get = session.target.operation() == Operation::Get;
        let verb = if is_get { "ARTICLE" } else { "STAT" };
        match self {
            Self::Article(id) => session.ask(&format!("{verb} <{id}>"), &[220, 223]).await?.article(session),
            Self::Numbered(group, number) => {
                session.ask(&format!("GROUP {group}"), &[211]).await?;
                session.ask(&format!("{verb} {number}"), &[220, 223]).await?.article(session)
            }
            Self::Group(group) => session.group(group, request).await,
            Self::Groups(pattern) => {
                let reply = session.ask(&format!("LIST ACTIVE {pattern}"), &[215]).await?;
                let links = Links::of(&session.target, "");
                let render: Render = Box::new(move |line, page| links.group(line, page));
                Ok(session.listing(reply, render, request))
            }
        }
    }
}

struct Reply {
    code: u16,
    text: String,
}

impl Reply {
    /// RFC 3977 section 6.2.1: the article follows the reply 220.
    fn article(self, session: Session) -> Result<Entity, Error> {
        let body = match self.code {
            220 => {
                let text = Text::new(session.lines.in_body(), true);
                pull_body::body(text, session.target.url().as_str(), &session.limits)
            }
            _ => Body::empty(),
        };
        Ok(Entity { status: Some(self.code), ..Entity::new(Some("message/rfc822".to_owned()), None, body) })
    }
}

struct Session {
    lines: Lines,
    target: Target,
    limits: Limits,
}

impl Session {
    async fn reply(&mut self) -> Result<Reply, Error> {
        let Some(line) = self.lines.line().await? else {
            return Err(self
                .lines
                .error(rules::CONNECTION_FAILED, "expected a reply, but found the end of the connection"));
        };
        match code(&line) {
            Some(code) => Ok(Reply { code, text: quoted(line.get(3..).unwrap_or_default()) }),
            None => Err(self.lines.error(
                rules::PROTOCOL_ERROR,
                format!("expected a reply with its number, but found `{}`", quoted(&line)),
            )),
        }
    }

    /// RFC 3977 section 5.1; and `MODE READER`, which servers that also accept articles from others need (section 5.3).
    async fn greet(&mut self) -> Result<(), Error> {
        let greeting = self.reply().await?;
        if !matches!(greeting.code, 200 | 201) {
            return Err(self.refused(&greeting));
        }
        self.lines.send(b"MODE READER").await?;
        match self.reply().await? {
            closed if matches!(closed.code, 400 | 502) => Err(self.refused(&closed)),
            _ => Ok(()),
        }
    }

    fn refused(&self, reply: &Reply) -> Error {
        let message = format!("expected an article or a group, but found `{} {}`", reply.code, reply.text);
        self.lines.error(rules::OBJECT_UNREADABLE, message)
    }

    /// Returns the reply to a command, and logs in if the server asks for it.
    async fn tell(&mut self, command: &str) -> Result<Reply, Error> {
        self.lines.send(command.as_bytes()).await?;
        let reply = self.reply().await?;
        if reply.code != 480 {
            return Ok(reply);
        }
        self.log_in().await?;
        self.lines.send(command.as_bytes()).await?;
        self.reply().await
    }

    async fn ask(&mut self, command: &str, expected: &[u16]) -> Result<Reply, Error> {
        let reply = self.tell(command).await?;
        if expected.contains(&reply.code) { Ok(reply) } else { Err(self.refused(&reply)) }
    }

    /// RFC 4643 section 2.3. Does not quote the server's reply, which may repeat the password.
    async fn log_in(&mut self) -> Result<(), Error> {
        let denied = |lines: &Lines, found: &str| {
            let message = format!("expected a user whom the server admits, but found {found}");
            Err(lines.error(rules::OBJECT_UNREADABLE, message))
        };
        let Some(credentials) = self.target.credentials().cloned() else {
            return denied(&self.lines, "none, and it asks for one");
        };
        self.lines.send(format!("AUTHINFO USER {}", credentials.user()).as_bytes()).await?;
        let mut reply = self.reply().await?;
        if reply.code == 381 {
            self.lines.send(format!("AUTHINFO PASS {}", credentials.password()).as_bytes()).await?;
            reply = self.reply().await?;
        }
        if reply.code == 281 { Ok(()) } else { denied(&self.lines, &format!("one to whom it says {}", reply.code)) }
    }

    /// RFC 3977 sections 6.1 and 8.3.
    async fn group(mut self, group: &str, request: &Request) -> Result<Entity, Error> {
        let selected = self.ask(&format!("GROUP {group}"), &[211]).await?;
        let mut numbers = selected.text.split(' ').map(|number| number.parse::<u64>().ok());
        let (Some(Some(count)), Some(Some(low)), Some(Some(high))) = (numbers.next(), numbers.next(), numbers.next())
        else {
            let message = format!("expected three numbers, but found `211 {}`", selected.text);
            return Err(self.lines.error(rules::PROTOCOL_ERROR, message));
        };
        let links = Links::of(&self.target, group);
        if count == 0 || high < low || self.target.operation() == Operation::Head {
            return Ok(empty(selected.code));
        }
        for command in ["OVER", "XOVER"] {
            let reply = self.tell(&format!("{command} {low}-{high}")).await?;
            match reply.code {
                224 => {
                    let render: Render = Box::new(move |line, page| links.overview(line, page));
                    return Ok(self.listing(reply, render, request));
                }
                // The group has had articles, but has none now.
                420 | 423 => return Ok(empty(reply.code)),
                500..=503 => {}
                _ => return Err(self.refused(&reply)),
            }
        }
        let reply = self.ask(&format!("LISTGROUP {group}"), &[211]).await?;
        let render: Render = Box::new(move |line, page| links.number(line, page));
        Ok(self.listing(reply, render, request))
    }

    fn listing(self, reply: Reply, render: Render, request: &Request) -> Entity {
        if self.target.operation() == Operation::Head {
            return empty(reply.code);
        }
        let is_plain = listing::is_plain_wanted(request);
        let listing = Listing::new(self.lines.in_body(), listing::LIST, render, None).plain(is_plain);
        let media_type = listing.media_type();
        let body = pull_body::body(listing, self.target.url().as_str(), &self.limits);
        Entity { status: Some(reply.code), ..Entity::listing(media_type, None, body) }
    }
}

/// An empty list.
fn empty(code: u16) -> Entity {
    let page = [listing::HEAD, listing::LIST[0], listing::LIST[1]].concat();
    Entity { status: Some(code), ..Entity::listing(listing::HTML, None, Body::from(page)) }
}

/// The prefixes of links in a list.
struct Links {
    /// `news:`, `news://HOST/` or `nntp://HOST/`: for groups, and for articles of `news`.
    groups: String,
    /// `nntp://HOST/GROUP/`: for articles by number.
    articles: String,
    is_by_number: bool,
}

/// Characters of the name of an article or a group that need no escape.
const NAME: Set = PCHAR;

impl Links {
    fn of(target: &Target, group: &str) -> Self {
        let authority = target.authority();
        let group = percent::encode(group, NAME);
        let articles = format!("nntp://{authority}/{}/", group.as_str());
        let groups = match target.reference().host_text() {
            None => "news:".to_owned(),
            Some(_) => format!("{}://{authority}/", target.scheme()),
        };
        Self { groups, articles, is_by_number: target.scheme() == "nntp" }
    }

    /// Writes a line of an overview: number, subject, author, date, identifier, and more (RFC 3977 section 8.3.2).
    fn overview(&self, line: &[u8], page: &mut String) {
        let mut fields = line.split(|&octet| octet == b'\t');
        let mut field = || fields.next().unwrap_or_default();
        let (number, subject, author, date, id) = (field(), field(), field(), field(), field());
        let id = id.strip_prefix(b"<").and_then(|id| id.strip_suffix(b">"));
        let href = match id.filter(|_| !self.is_by_number) {
            Some(id) => format!("{}{}", self.groups, percent::encode(id, NAME).as_str()),
            None => format!("{}{}", self.articles, percent::encode(number, NAME).as_str()),
        };
        let subject = if subject.is_empty() { number } else { subject };
        let [subject, author, date] = [subject, author, date].map(|field| escaped(&text(field)));
        page.push_str(&format!("<li><a href=\"{}\">{subject}</a> {author}, {date}\n", escaped(&href)));
    }

    fn number(&self, line: &[u8], page: &mut String) {
        let href = format!("{}{}", self.articles, percent::encode(line, NAME).as_str());
        page.push_str(&format!("<li><a href=\"{}\">{}</a>\n", escaped(&href), escaped(&text(line))));
    }

    /// Writes a line of a list of groups: name, last number, first number and a flag (section 7.6.3).
    fn group(&self, line: &[u8], page: &mut String) {
        let name = without_end(line).split(|&octet| octet == b' ').next().unwrap_or_default();
        let href = format!("{}{}", self.groups, percent::encode(name, NAME).as_str());
        page.push_str(&format!("<li><a href=\"{}\">{}</a>\n", escaped(&href), escaped(&text(name))));
    }
}
