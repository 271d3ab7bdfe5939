//! `gopher` URLs (RFC 4266) by the gopher protocol (RFC 1436).
//!
//! Decides: what is sent, which is one line, and what comes back by the type that the URL names, since the protocol says
//! nothing about it. A text ends with a period, a menu too; what is binary ends with the connection, so that nobody can
//! tell whether it is whole.

mod item;

use std::path::Path;

use bytes::Bytes;

use self::item::LINKS;
pub use self::item::{Item, ItemError};
use super::dots::Text;
use super::lines::{Lines, quoted, without_end};
use super::listing::{self, Listing};
use super::media_types;
use super::steps::{self, Source};
use crate::{
    Answer, BoxFuture, Entity, Error, Limits, Operation, Permit, Redirect, Request, Retriever, Target, Trail, line,
    rules,
};

/// Retrieves items of gopher: texts, menus and the answers to searches as pages of links, files, images and sounds.
///
/// - The type is the first character of the path: `0` text, `1` menu, `4` BinHex, `5` `9` files, `6` uuencoded, `7` search,
///   `g` `I` `p` images, `h` HTML, `s` `<` sounds, `d` `P` documents. Others name no data (`2` `3` `8` `i` `T` `+`) or are
///   read as files.
/// - The search string stands behind `%09`. For type `7` it may stand in the query, as forms send it.
/// - A selector `URL:...` of type `h` is a redirect to that URL, which the policy judges.
/// - Menus are `text/html`, or the server's own lines for who asks for `text/plain`; [`Item`] reads these.
/// - There is no length, so that a file that is cut short by a clean end of the connection cannot be told from a whole one,
///   which is remarked (`body-unframed`); the same holds for texts of servers that do not end them with a period, unless the cut is within a line (RFC 1436
///   admits them). A menu without its period is `body-incomplete`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gopher;

impl Retriever for Gopher {
    fn schemes(&self) -> &[&'static str] {
        &["gopher"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let wanted = Wanted::of(permit.target())?;
            if let Some(reference) = wanted.elsewhere() {
                return Ok(Answer::Redirect(Redirect { reference }));
            }
            let connection = permit.connect(limits, trail).await?;
            let mut lines = Lines::new(connection, limits);
            lines.send(&wanted.line()).await?;
            if matches!(wanted.content, Content::File(_)) {
                let message =
                    "expected a length or a period, but a file has neither: only the end of the connection ends it";
                trail.note(lines.error(rules::BODY_UNFRAMED, message));
            }
            answer(lines, &wanted, request, limits).await.map(Answer::Entity)
        })
    }
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Menu,
    Text(&'static str),
    /// With the media type, if that is the same for all of the type.
    File(Option<&'static str>),
}

/// What a URL asks for.
struct Wanted {
    kind: u8,
    content: Content,
    selector: Vec<u8>,
    search: Option<Vec<u8>>,
}

impl Wanted {
    /// RFC 4266 section 2: the type, the selector, and behind a tab the search string.
    fn of(target: &Target) -> Result<Self, Error> {
        let octets = line::octets(target.reference().path(), b"\t", target)?;
        let rest = octets.strip_prefix(b"/").unwrap_or(&octets);
        let (&kind, rest) = rest.split_first().unwrap_or((&b'1', b""));
        let url = target.url().as_str();
        let mut parts = rest.split(|&octet| octet == b'\t').map(<[u8]>::to_vec);
        let mut selector = parts.next().unwrap_or_default();
        let mut search = parts.next().filter(|search| !search.is_empty());
        if parts.next().is_some() {
            let message =
                "expected a selector and a search string, but found a string of Gopher+, which is not built in";
            return Err(Error::new(rules::OPERATION_NOT_OFFERED, url, message));
        }
        // RFC 4266 has no query: a question mark belongs to the selector, but for the forms of browsers.
        match target.reference().query() {
            Some(query) if kind == b'7' && search.is_none() => search = Some(line::octets(query, b"", target)?),
            Some(query) => selector.extend([&b"?"[..], &line::octets(query, b"", target)?].concat()),
            None => {}
        }
        let content = content(kind).map_err(|what| {
            let message = format!("expected an item with data, but found type {}, {what}", quoted(&[kind]));
            Error::new(rules::OBJECT_UNREADABLE, url, message)
        })?;
        Ok(Self { kind, content, selector, search })
    }

    /// The line that is sent.
    fn line(&self) -> Vec<u8> {
        match &self.search {
            None => self.selector.clone(),
            Some(search) => [&self.selector[..], b"\t", search].concat(),
        }
    }

    /// The URL that stands in the selector of a link out of gopher.
    fn elsewhere(&self) -> Option<String> {
        let url = item::elsewhere(self.kind, &self.selector)?;
        Some(String::from_utf8_lossy(url).into_owned())
    }

    fn media_type(&self) -> Option<&'static str> {
        let by_name = || media_types::of(Path::new(std::str::from_utf8(&self.selector).ok()?));
        match self.content {
            Content::Menu => None,
            Content::Text(media_type) => Some(media_type),
            Content::File(media_type) => media_type.or_else(by_name).or(Some("application/octet-stream")),
        }
    }
}

/// What a type stands for (RFC 1436 section 3.8, and what servers have added), or why it is no data.
fn content(kind: u8) -> Result<Content, &'static str> {
    Ok(match kind {
        b'0' => Content::Text("text/plain"),
        b'1' | b'7' => Content::Menu,
        b'4' => Content::Text("application/mac-binhex40"),
        b'6' => Content::Text("text/x-uuencode"),
        b'g' => Content::File(Some("image/gif")),
        b'h' => Content::File(Some("text/html")),
        b'P' => Content::File(Some("application/pdf")),
        b'2' => return Err("a directory of persons"),
        b'3' => return Err("an error"),
        b'8' | b'T' => return Err("an interactive session"),
        b'i' => return Err("a line of a menu"),
        b'+' => return Err("another server of the item before it"),
        _ => Content::File(None),
    })
}

async fn answer(mut lines: Lines, wanted: &Wanted, request: &Request, limits: &Limits) -> Result<Entity, Error> {
    /// The longest line that is looked at for an error.
    const LONGEST: usize = 1 << 10;
    let is_menu = wanted.content == Content::Menu;
    let first = lines.peek(LONGEST).await?;
    if let Some(said) = error(first, is_menu) {
        return Err(lines.error(rules::OBJECT_UNREADABLE, format!("expected an item, but found the error `{said}`")));
    }
    if first.is_empty() {
        return Err(lines.error(rules::OBJECT_UNREADABLE, "expected an item, but found nothing"));
    }
    let lines = lines.in_body();
    let url = lines.url().to_owned();
    if !is_menu {
        let media_type = wanted.media_type().map(str::to_owned);
        let body = match wanted.content {
            Content::Text(_) => steps::body(Text::new(lines, false), &url, limits),
            _ => steps::body(Whole(lines), &url, limits),
        };
        return Ok(Entity::new(media_type, None, body));
    }
    let render = Box::new(|line: &[u8], page: &mut String| item::render(line, page));
    let menu = Listing::new(lines, LINKS, render, None).plain(listing::is_plain_wanted(request));
    Ok(Entity::listing(menu.media_type(), None, steps::body(menu, &url, limits)))
}

/// The text of an error, which is an item of type 3. In what is no menu it also has to name no server, as errors do.
fn error(line: &[u8], is_menu: bool) -> Option<String> {
    let item = Item::parse(without_end(line)).ok()?;
    let is_error = item.kind() == b'3' && (is_menu || matches!(item.port(), 0 | 1) || item.host() == b"error.host");
    is_error.then(|| quoted(item.display()))
}

/// Everything up to the end of the connection.
struct Whole(Lines);

impl Source for Whole {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Error> {
        Ok(self.0.piece().await?.map(|piece| (piece, self)))
    }
}
