//! `gopher` URLs (RFC 4266) by the gopher protocol (RFC 1436).
//!
//! Decides what to send, which is one line, and interprets the answer by the item type in the URL, because the protocol
//! sends no type. Text and menus end with a period. Binary files end with the connection, so a truncated file cannot be
//! detected.

mod item;

use std::path::Path;

use bytes::Bytes;

use self::item::LINKS;
pub use self::item::{Item, ItemError};
use super::dot_stuffing::Text;
use super::lines::{Lines, quoted, without_end};
use super::listing::{self, Listing};
use super::media_types;
use super::pull_body::{self, Source};
use crate::{
    Answer, BoxFuture, Entity, Error, Limits, Operation, Permit, Redirect, Request, Retriever, Target, Trail, rules,
    text_protocol,
};

/// Retrieves gopher items: text, files, images and sounds; menus and search results as pages of links.
///
/// - The item type is the first character of the path: `0` text, `1` menu, `4` BinHex, `5` `9` files, `6` uuencoded,
///   `7` search, `g` `I` `p` images, `h` HTML, `s` `<` sounds, `d` `P` documents. `2` `3` `8` `i` `T` `+` are not data;
///   others are read as files.
/// - The search string follows `%09`. For type `7` it can be the query, as forms send it.
/// - A selector `URL:...` of type `h` is a redirect to that URL, which the policy checks.
/// - Menus are `text/html`; a request for `text/plain` gets the lines of the server, which [`Item`] parses.
/// - There is no length, so a file that is cut short by a clean end of the connection looks complete; the remark
///   `body-unframed` says so. The same holds for text from servers that send no final period, unless it is cut within a
///   line (RFC 1436 permits this). A menu without its period is `body-incomplete`.
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

/// How to read the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Menu,
    Text(&'static str),
    /// With the media type, if the item type implies one.
    File(Option<&'static str>),
}

/// The request that a URL means.
struct Wanted {
    kind: u8,
    content: Content,
    selector: Vec<u8>,
    search: Option<Vec<u8>>,
}

impl Wanted {
    /// RFC 4266 section 2: the type, the selector, and after a tab the search string.
    fn of(target: &Target) -> Result<Self, Error> {
        let octets = text_protocol::decoded_octets(target.reference().path(), b"\t", target)?;
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
        // RFC 4266 has no query: a question mark belongs to the selector, except for the forms of browsers.
        match target.reference().query() {
            Some(query) if kind == b'7' && search.is_none() => {
                search = Some(text_protocol::decoded_octets(query, b"", target)?)
            }
            Some(query) => selector.extend([&b"?"[..], &text_protocol::decoded_octets(query, b"", target)?].concat()),
            None => {}
        }
        let content = content(kind).map_err(|what| {
            let message = format!("expected an item with data, but found type {}, {what}", quoted(&[kind]));
            Error::new(rules::OBJECT_UNREADABLE, url, message)
        })?;
        Ok(Self { kind, content, selector, search })
    }

    /// Returns the line to send.
    fn line(&self) -> Vec<u8> {
        match &self.search {
            None => self.selector.clone(),
            Some(search) => [&self.selector[..], b"\t", search].concat(),
        }
    }

    /// Returns the URL in the selector of a link out of gopher.
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

/// Returns how to read an item type (RFC 1436 section 3.8, and later practice), or why it is not data.
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
    /// Limits the length of a line that may be an error.
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
            Content::Text(_) => pull_body::body(Text::new(lines, false), &url, limits),
            _ => pull_body::body(Whole(lines), &url, limits),
        };
        return Ok(Entity::new(media_type, None, body));
    }
    let render = Box::new(|line: &[u8], page: &mut String| item::render(line, page));
    let menu = Listing::new(lines, LINKS, render, None).plain(listing::is_plain_wanted(request));
    Ok(Entity::listing(menu.media_type(), None, pull_body::body(menu, &url, limits)))
}

/// Returns the text of an error, which is an item of type 3. Outside of menus the item must also name no server, as
/// errors do.
fn error(line: &[u8], is_menu: bool) -> Option<String> {
    let item = Item::parse(without_end(line)).ok()?;
    let is_error = item.kind() == b'3' && (is_menu || matches!(item.port(), 0 | 1) || item.host() == b"error.host");
    is_error.then(|| quoted(item.display()))
}

/// A body that ends with the connection.
struct Whole(Lines);

impl Source for Whole {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Error> {
        Ok(self.0.chunk().await?.map(|piece| (piece, self)))
    }
}
