//! Asks about a target once: follows redirects, and judges what comes back. Start at `ask`.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use napkin_retrieve::{Client, Cookies, Error, ErrorKind, Hop, HopResult, Request, Retrieved, rules};

use super::answer::{Answer, Asked};
use super::asking::Asking;
use super::body;
use super::kept::{Kept, Step};
use super::robots::{self, Robots};
use super::target::Wanted;
use super::way::{Way, status_of};
use crate::Verdict;

/// A target with the redirects on the way to it.
struct Chain<'a> {
    asking: &'a Asking,
    wanted: &'a Wanted,
    /// The URL that is asked for next.
    current: String,
    redirects: Vec<(String, u16)>,
    /// Whether HEAD is not to be used, or a server on the way has refused it.
    is_head_refused: bool,
}

/// Asks about a target once, and follows its redirects.
pub(super) async fn ask(asking: &Asking, url: &str, wanted: &Wanted) -> Asked {
    let mut chain =
        Chain { asking, wanted, current: url.to_owned(), redirects: Vec::new(), is_head_refused: !asking.options.head };
    let mut asked = chain.follow().await;
    let (Asked::Done(answer) | Asked::Again { answer, .. }) = &mut asked;
    if !chain.redirects.is_empty() {
        redirected(answer, &chain.redirects);
        answer.final_url = Some(napkin::mask_passwords(&chain.current).into_owned());
        answer.redirects = chain.redirects;
    }
    asked
}

impl Chain<'_> {
    async fn follow(&mut self) -> Asked {
        // Of this chain alone, so that no public suffix needs to be known. A page may ask for itself again with the cookie that it sets.
        let cookies = Cookies::new(|domain| !domain.contains('.'));
        let mut seen = HashSet::from([(self.current.clone(), 0)]);
        let most = self.asking.options.max_redirects;
        loop {
            let (next, status) = match self.step(&cookies).await {
                Step::Redirect(next, status) => (next, status),
                Step::Asked(asked) => return *asked,
            };
            self.redirects.push((napkin::mask_passwords(&self.current).into_owned(), status));
            let is_new = seen.insert((next.split('#').next().unwrap_or_default().to_owned(), cookies.count()));
            self.current = next;
            if !is_new {
                let why = format!("the redirects lead back to {}", napkin::mask_passwords(&self.current));
                return Asked::Done(Answer::new(Verdict::RedirectLoop, why));
            }
            if self.redirects.len() > most {
                let why = format!("expected at most {most} redirects, found more");
                return Asked::Done(Answer::new(Verdict::RedirectLoop, why));
            }
        }
    }

    /// Asks for the current URL, or uses what the server has said about it. Others who want the URL wait meanwhile, so that it is
    /// asked for once. With cookies, the answer is for this chain alone.
    async fn step(&mut self, cookies: &Cookies) -> Step {
        let slot = self.asking.slot(&self.current).filter(|_| cookies.count() == 0);
        let mut kept = match &slot {
            Some(slot) => Some(slot.lock().await),
            None => None,
        };
        let wanted = self.asking.wanted(&self.current, self.wanted);
        if let Some(step) = kept.as_ref().and_then(|kept| kept.as_ref()).and_then(|kept| kept.step(&wanted)) {
            return step;
        }
        let step = self.request(&wanted, cookies).await;
        if let Some(kept) = kept.as_mut().filter(|_| cookies.count() == 0) {
            **kept = Kept::of(&step).or(kept.take());
        }
        step
    }

    /// Asks for the current URL.
    async fn request(&mut self, wanted: &Wanted, cookies: &Cookies) -> Step {
        let options = &self.asking.options;
        let mut way = Way::first(&self.current, wanted, options, self.is_head_refused);
        let hop = loop {
            let request = match self.asking.request(&self.current) {
                Ok(request) if options.cookies => request.with_cookies(cookies),
                Ok(request) => request,
                Err(error) => return Step::Asked(Box::new(failed(&error, None))),
            };
            let hop = self.asking.client.retrieve_hop(&way.of(request, options)).await;
            let Some(next) = way.after(&hop, &self.current, wanted, options) else { break hop };
            self.is_head_refused |= way == Way::Head;
            way = next;
        };
        Step::Asked(Box::new(match hop {
            Ok(HopResult::Redirect { url, trail }) => {
                return Step::Redirect(url, trail.hops().last().and_then(Hop::status).unwrap_or_default());
            }
            Ok(HopResult::Found(retrieved)) => self.found(retrieved, wanted).await,
            Ok(_) => Asked::Done(Answer::new(Verdict::Skipped, "an answer of an unknown kind")),
            Err(_) if !self.redirects.is_empty() && napkin::whatwg::Url::parse(&self.current, None).is_err() => {
                Asked::Done(Answer::new(Verdict::Broken, "the server redirects to an invalid URL"))
            }
            Err(failure) => failed(failure.error(), status_of(&failure)),
        }))
    }

    /// Judges an answer by its status and its body.
    async fn found(&self, retrieved: Retrieved, wanted: &Wanted) -> Asked {
        let (_, entity, _) = retrieved.into_parts();
        // Replies of FTP have numbers, too: 150 comes before a folder.
        let (status, options) = (entity.status.filter(|_| self.current.starts_with("http")), &self.asking.options);
        let Some(bad) = status.filter(|status| !matches!(status, 200..=300 | 304)) else {
            return match body::read(entity, &self.current, wanted, options).await {
                Ok(answer) => Asked::Done(Answer { status, ..answer }),
                Err(error) => failed(&error, status),
            };
        };
        if options.hosts.accepts(&self.current, bad) {
            let mut answer = Answer { status, ..Answer::new(Verdict::Ok, format!("status {bad}, which is accepted")) };
            answer.fragments = wanted.fragments.iter().map(|fragment| (fragment.clone(), None)).collect();
            return Asked::Done(answer);
        }
        let after = entity.field("retry-after").and_then(|after| retry_after(after, SystemTime::now()));
        let (verdict, reason) = by_status(bad);
        let answer = Answer { status, ..Answer::new(verdict, reason) };
        let is_limit = bad == 429 || (bad == 503 && after.is_some());
        match bad {
            429 | 500 | 502..=504 => Asked::Again { answer, after, is_limit },
            _ => Asked::Done(answer),
        }
    }
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
    (answer.status, answer.is_unseen) = (status, verdict == Verdict::Skipped);
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
