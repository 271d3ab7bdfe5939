//! What a server says about a target.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, SystemTime};

use napkin_document::{Entity, Kind, Reader};
use napkin_retrieve::{Client, Cookies, Error, ErrorKind, HopResult, Request, Retrieved, rules};

use super::robots::{self, Robots};
use super::{Limits, Wanted};
use crate::Verdict;
use crate::fragment::Places;

/// The answer about a target.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) reason: Cow<'static, str>,
    pub(crate) status: Option<u16>,
    /// The URL after redirects, if there were any.
    pub(crate) final_url: Option<String>,
    pub(crate) redirects: Vec<(String, u16)>,
    pub(crate) is_unseen: bool,
    /// Why each fragment names nothing.
    fragments: BTreeMap<String, Option<String>>,
    /// The page, if its links will be checked.
    pub(super) page: Option<Page>,
}

/// A page of a server.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) url: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: Kind,
    pub(crate) charset: Option<String>,
}

/// The outcome of one try.
pub(super) enum Asked {
    Done(Answer),
    /// Another try may have another outcome.
    Again {
        answer: Answer,
        /// The pause that the server asks for.
        after: Option<Duration>,
        /// Whether the server wants fewer requests.
        is_limit: bool,
    },
}

impl Answer {
    fn new(verdict: Verdict, reason: impl Into<Cow<'static, str>>) -> Self {
        let (status, final_url, redirects, fragments) = Default::default();
        Self { verdict, reason: reason.into(), status, final_url, redirects, is_unseen: false, fragments, page: None }
    }

    /// The answer for a host that is left alone.
    pub(super) fn not_asked() -> Self {
        Self::new(Verdict::RateLimited, "the server wants fewer requests, so it was not asked again")
    }

    /// The answer for a target that `robots.txt` keeps from programs.
    pub(super) fn disallowed() -> Self {
        Self::new(Verdict::Skipped, "robots.txt does not allow programs to ask for it")
    }

    /// Returns whether the answer covers a fragment.
    pub(super) fn knows(&self, fragment: &str) -> bool {
        self.verdict.is_failure() || self.is_unseen || self.fragments.contains_key(fragment)
    }

    /// Returns why a fragment names nothing.
    pub(crate) fn missing(&self, fragment: &str) -> Option<&str> {
        self.fragments.get(fragment)?.as_deref()
    }
}

/// Asks about a target once, and follows its redirects.
pub(super) async fn ask(client: &Client, url: &str, wanted: &Wanted, limits: &Limits) -> Asked {
    let (mut current, mut redirects) = (url.to_owned(), Vec::new());
    // Of this chain alone, so that no public suffix needs to be known. A page may ask for itself again with the cookie that it sets.
    let cookies = Cookies::new(|domain| !domain.contains('.'));
    let mut seen = HashSet::from([(url.to_owned(), 0)]);
    let mut asked = loop {
        let request = Request::get(&current).with_any_status(true);
        let request = if limits.cookies { request.with_cookies(&cookies) } else { request };
        match client.retrieve_hop(&request).await {
            Ok(HopResult::Redirect { url: next, trail }) => {
                let status = trail.hops().last().and_then(napkin_retrieve::Hop::status).unwrap_or_default();
                redirects.push((napkin::mask_passwords(&current).into_owned(), status));
                let is_new = seen.insert((next.split('#').next().unwrap_or_default().to_owned(), cookies.count()));
                current = next;
                if !is_new || redirects.len() > limits.max_redirects {
                    break Asked::Done(Answer::new(Verdict::RedirectLoop, "the redirects do not end"));
                }
            }
            Ok(HopResult::Found(retrieved)) => break found(retrieved, &current, wanted, limits).await,
            Ok(_) => break Asked::Done(Answer::new(Verdict::Skipped, "an answer of an unknown kind")),
            Err(_) if !redirects.is_empty() && napkin::whatwg::Url::parse(&current, None).is_err() => {
                break Asked::Done(Answer::new(Verdict::Broken, "the server redirects to an invalid URL"));
            }
            Err(failure) => {
                let status = failure.trail().hops().last().and_then(napkin_retrieve::Hop::status);
                break failed(failure.error(), status).with_status(status);
            }
        }
    };
    let (Asked::Done(answer) | Asked::Again { answer, .. }) = &mut asked;
    if !redirects.is_empty() {
        redirected(answer, &redirects);
        answer.final_url = Some(napkin::mask_passwords(&current).into_owned());
        answer.redirects = redirects;
    }
    asked
}

/// Judges redirects that lead to a good answer.
fn redirected(answer: &mut Answer, redirects: &[(String, u16)]) {
    if answer.verdict == Verdict::Ok {
        let is_permanent = redirects.iter().all(|(_, status)| matches!(status, 301 | 308));
        (answer.verdict, answer.reason) = match is_permanent {
            true => (Verdict::RedirectPermanent, "the target has moved for good".into()),
            false => (Verdict::RedirectTemporary, "the server answers with another URL for now".into()),
        };
    }
}

/// Judges an answer by its status and its body.
async fn found(retrieved: Retrieved, url: &str, wanted: &Wanted, limits: &Limits) -> Asked {
    let (_, entity, _) = retrieved.into_parts();
    // Replies of FTP have numbers, too: 150 comes before a folder.
    let is_http = url.starts_with("http");
    let status = entity.status.filter(|_| is_http);
    let Some(status) = status.filter(|status| !matches!(status, 200..=300 | 304)) else {
        let answer = read(entity, url, wanted, limits).await;
        return match answer {
            Ok(answer) => Asked::Done(Answer { status, ..answer }),
            Err(error) => failed(&error, status).with_status(status),
        };
    };
    let after = entity.field("retry-after").and_then(|after| retry_after(after, SystemTime::now()));
    let (verdict, reason) = by_status(status);
    let answer = Answer { status: Some(status), ..Answer::new(verdict, reason) };
    let is_limit = status == 429 || (status == 503 && after.is_some());
    match status {
        429 | 500 | 502..=504 => Asked::Again { answer, after, is_limit },
        _ => Asked::Done(answer),
    }
}

impl Asked {
    fn with_status(mut self, status: Option<u16>) -> Self {
        let (Self::Done(answer) | Self::Again { answer, .. }) = &mut self;
        answer.status = status;
        self
    }
}

fn by_status(status: u16) -> (Verdict, String) {
    let verdict = match status {
        410 => Verdict::Gone,
        401 | 403 | 407 | 451 => Verdict::Auth,
        408 => Verdict::Timeout,
        429 => Verdict::RateLimited,
        500.. => Verdict::ServerError,
        _ => Verdict::Broken,
    };
    let why = match verdict {
        Verdict::Gone => "the target has been removed for good",
        Verdict::Auth => "whether the target exists cannot be told",
        Verdict::RateLimited => "the server wants fewer requests",
        Verdict::ServerError => "the server failed",
        Verdict::Timeout => "the server gave up waiting",
        _ => "the server has no such target",
    };
    (verdict, format!("{why}: status {status}"))
}

/// Returns the pause that `Retry-After` asks for: seconds, or until a date (RFC 9110 section 10.2.3).
fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    Some(httpdate::parse_http_date(value).ok()?.duration_since(now).unwrap_or_default())
}

/// Reads a body to its end, and looks up the fragments in it.
async fn read(
    mut entity: napkin_retrieve::Entity,
    url: &str,
    Wanted { fragments, keeps }: &Wanted,
    limits: &Limits,
) -> Result<Answer, Error> {
    let media_type = entity.media_type.clone().unwrap_or_default();
    let kind = if media_type.is_empty() { Some(Kind::Html) } else { kind_of(&media_type) };
    let own = url.split_once('#').map(|(_, fragment)| fragment.to_owned());
    let is_asked = own.is_some() || fragments.iter().any(|fragment| !fragment.is_empty());
    // An answer without content has no places, and does not replace the page that links to it.
    let is_empty = entity.status == Some(204);
    let is_kept = *keeps && kind.is_some_and(is_searched);
    let has_places = !is_empty && kind.is_some_and(has_names);
    let (mut bytes, mut length) = (Vec::new(), 0_u64);
    while let Some(chunk) = entity.body.chunk().await? {
        length += chunk.len() as u64;
        if length > limits.max_body {
            break;
        }
        if (is_asked && has_places) || is_kept {
            bytes.extend_from_slice(&chunk);
        }
    }
    let mut answer = Answer::new(Verdict::Ok, "");
    if length > limits.max_body && ((is_asked && has_places) || is_kept) {
        answer = Answer::new(Verdict::Skipped, format!("expected at most {} bytes, found more", limits.max_body));
        answer.is_unseen = true;
        return Ok(answer);
    }
    // MIME Sniffing section 7.1: what has no type is recognised by its content.
    let kind =
        if media_type.is_empty() { Some(Kind::of_content(&bytes)).filter(|kind| has_names(*kind)) } else { kind };
    let places = kind.filter(|_| is_asked && has_places).map(|kind| {
        let charset = charset(&media_type);
        let mut page = Entity::new(&bytes).with_kind(kind);
        page.charset = charset.as_deref();
        let reader = Reader::new(&page, &limits.reading);
        let places = Places::of(&reader, kind, limits.slugs);
        // The fragment of a redirect replaces the link's (RFC 9110 section 10.2.2).
        let missing = |fragment: &String| {
            let fragment = own.as_ref().unwrap_or(fragment);
            places.missing(fragment, "the page", &mut || Some(reader.text().into_owned()))
        };
        fragments.iter().map(|fragment| (fragment.clone(), missing(fragment))).collect()
    });
    let unknown = || fragments.iter().map(|fragment| (fragment.clone(), None)).collect();
    answer.fragments = places.unwrap_or_else(unknown);
    if let Some(kind) = kind.filter(|_| is_kept) {
        let url = url.split('#').next().unwrap_or_default().to_owned();
        answer.page = Some(Page { url, bytes, kind, charset: charset(&media_type) });
    }
    Ok(answer)
}

/// Returns the kind of a media type. XHTML is XML.
fn kind_of(media_type: &str) -> Option<Kind> {
    let is_xhtml =
        media_type.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("application/xhtml+xml"));
    if is_xhtml { Some(Kind::Xml) } else { Kind::of_media_type(media_type) }
}

/// Returns whether fragments name places in documents of this kind.
const fn has_names(kind: Kind) -> bool {
    matches!(kind, Kind::Html | Kind::Svg | Kind::Xml | Kind::Markdown)
}

/// Returns whether documents of this kind lead to further ones, or to what they show.
const fn is_searched(kind: Kind) -> bool {
    !matches!(kind, Kind::Text | Kind::Json | Kind::Mail | Kind::Mhtml | Kind::JavaScript)
}

/// Reads the rules of a host (RFC 9309 section 2.3.1): a host without the file allows everything, one that fails nothing.
pub(super) async fn robots(client: &Client, url: &str) -> Robots {
    let Ok(retrieved) = client.retrieve(&Request::get(url).with_any_status(true)).await else {
        return Robots::nothing();
    };
    let (_, mut entity, _) = retrieved.into_parts();
    match entity.status {
        Some(200..300) | None => {}
        Some(500..) => return Robots::nothing(),
        Some(_) => return Robots::default(),
    }
    let mut text = Vec::new();
    while let Ok(Some(chunk)) = entity.body.chunk().await {
        text.extend_from_slice(&chunk);
        if text.len() as u64 > robots::MOST {
            break;
        }
    }
    Robots::read(&String::from_utf8_lossy(&text))
}

fn charset(media_type: &str) -> Option<String> {
    let read = napkin::media::MediaType::parse(media_type, napkin::media::Reading::Whatwg).ok()?;
    read.parameter("charset").map(str::to_owned)
}

/// Judges a failure after a status, if there was one. A new try may succeed if the connection ended without an answer.
fn failed(error: &Error, status: Option<u16>) -> Asked {
    let rule = error.rule();
    let is = |rules: &[napkin::Rule]| rules.contains(&rule);
    let verdict = match error.kind() {
        _ if is(&[rules::TOO_MANY_REDIRECTS]) => Verdict::RedirectLoop,
        _ if is(&[rules::CONNECT_TIMEOUT, rules::FIRST_BYTE_TIMEOUT, rules::READ_TIMEOUT, rules::TOTAL_TIMEOUT]) => {
            Verdict::Timeout
        }
        _ if is(&[rules::TLS_FAILED]) => Verdict::TlsError,
        _ if is(&[rules::HOST_NOT_FOUND, rules::CONNECTION_FAILED]) => Verdict::Refused,
        _ if status.is_none() && is(&[rules::BODY_INCOMPLETE]) => Verdict::ServerError,
        _ if is(&[rules::BODY_INCOMPLETE, rules::CONTENT_CODING]) => Verdict::BodyBroken,
        // Behind a header that was good, such as a chunk without a size.
        _ if status.is_some_and(|status| (200..300).contains(&status)) && is(&[rules::PROTOCOL_ERROR]) => {
            Verdict::BodyBroken
        }
        // The target of a redirect is the server's.
        _ if status.is_some_and(|status| (300..400).contains(&status)) => Verdict::Broken,
        ErrorKind::NoObject => Verdict::Broken,
        ErrorKind::Failed => Verdict::ServerError,
        ErrorKind::Refused | ErrorKind::Limit => Verdict::Skipped,
        _ => Verdict::Malformed,
    };
    let mut answer = Answer::new(verdict, format!("{} ({})", error.message(), rule.code()));
    answer.is_unseen = verdict == Verdict::Skipped;
    match status.is_none() && is(&[rules::BODY_INCOMPLETE]) {
        true => Asked::Again { answer, after: None, is_limit: false },
        false => Asked::Done(answer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_has_two_forms() {
        let now = httpdate::parse_http_date("Wed, 25 Nov 2026 10:00:00 GMT").unwrap();
        assert_eq!(retry_after("120", now), Some(Duration::from_secs(120)));
        assert_eq!(retry_after("Wed, 25 Nov 2026 10:00:07 GMT", now), Some(Duration::from_secs(7)));
        assert_eq!(retry_after("Wed, 25 Nov 2026 09:00:00 GMT", now), Some(Duration::ZERO));
        assert_eq!(retry_after("soon", now), None);
        assert_eq!(retry_after("-1", now), None);
    }
}
