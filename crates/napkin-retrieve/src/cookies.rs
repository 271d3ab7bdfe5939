//! Cookies of a run (RFC 6265). Nothing is read from disk or written to it.
//!
//! A cookie goes back to the host that has set it, and to the hosts below a domain that it names, unless that domain is a
//! public suffix. Start at `Cookies::store` and `Cookies::header`.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use httpdate::parse_http_date;

/// The most bytes of a cookie's name and value (RFC 6265 section 6.1). A larger cookie is ignored.
const MAX_SIZE: usize = 4096;
/// The most cookies of a domain. The oldest one is dropped.
const MAX_OF_DOMAIN: usize = 50;
/// The most domains with cookies. Cookies of further domains are ignored.
const MAX_DOMAINS: usize = 3000;

/// The cookies that servers have set, shared by all requests of a run. A cookie has at most 4096 bytes, a domain at most 50
/// cookies, and at most 3000 domains have cookies.
///
/// ```
/// use napkin_retrieve::{Cookies, Request};
/// let cookies = Cookies::new(|domain| ["com", "co.uk"].contains(&domain));
/// let request = Request::get("https://pub.example/").with_cookies(&cookies);
/// ```
#[derive(Clone)]
pub struct Cookies(Arc<Jar>);

struct Jar {
    is_public_suffix: fn(&str) -> bool,
    domains: Mutex<HashMap<String, Vec<Cookie>>>,
}

/// A cookie of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cookie {
    name: String,
    value: String,
    path: String,
    is_host_only: bool,
    is_secure: bool,
    expires: Option<SystemTime>,
}

/// The parts of a request that decide about cookies.
pub(crate) struct CookieTarget<'t> {
    pub(crate) is_https: bool,
    /// In lower case.
    pub(crate) host: &'t str,
    /// The path of the URL, which may be empty.
    pub(crate) path: &'t str,
}

impl CookieTarget<'_> {
    const fn path(&self) -> &str {
        if self.path.is_empty() { "/" } else { self.path }
    }
}

/// Shows no values: a cookie is a password.
impl fmt::Debug for Cookies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cookies(**)")
    }
}

impl Cookies {
    /// Creates an empty jar. The function returns whether a domain, in lower case, is a public suffix, under which anybody can
    /// register names.
    ///
    /// ```
    /// use napkin_retrieve::Cookies;
    /// let cookies = Cookies::new(|domain| !domain.contains('.'));
    /// ```
    #[must_use]
    pub fn new(is_public_suffix: fn(&str) -> bool) -> Self {
        Self(Arc::new(Jar { is_public_suffix, domains: Mutex::default() }))
    }

    /// Returns the number of cookies that servers have set. It tells a page that redirects to itself after it has set a cookie from
    /// one that does so for ever.
    ///
    /// ```
    /// use napkin_retrieve::Cookies;
    /// assert_eq!(Cookies::new(|domain| !domain.contains('.')).count(), 0);
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.domains.lock().unwrap_or_else(PoisonError::into_inner).values().map(Vec::len).sum()
    }

    /// Stores a cookie by the value of `Set-Cookie` in an answer to this request (sections 5.2 and 5.3).
    pub(crate) fn store(&self, target: &CookieTarget<'_>, field: &str, now: SystemTime) {
        let Some((domain, cookie)) = self.read(target, field, now) else { return };
        let mut domains = self.0.domains.lock().unwrap_or_else(PoisonError::into_inner);
        if domains.len() >= MAX_DOMAINS && !domains.contains_key(&domain) {
            return;
        }
        let own = domains.entry(domain).or_default();
        own.retain(|other| (&other.name, &other.path) != (&cookie.name, &cookie.path));
        if cookie.expires.is_none_or(|expires| expires > now) {
            own.push(cookie);
        }
        if own.len() > MAX_OF_DOMAIN {
            own.remove(0);
        }
    }

    /// Returns the value of `Cookie` for a request (section 5.4).
    pub(crate) fn header(&self, target: &CookieTarget<'_>, now: SystemTime) -> Option<String> {
        let (host, path) = (target.host, target.path());
        let domains = self.0.domains.lock().unwrap_or_else(PoisonError::into_inner);
        let is_address = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
        let parents = host.match_indices('.').filter(|_| !is_address).map(|(at, _)| &host[at + 1..]);
        let mut found: Vec<&Cookie> = Vec::new();
        for (place, domain) in std::iter::once(host).chain(parents).enumerate() {
            let own = domains.get(domain).into_iter().flatten();
            found.extend(own.filter(|cookie| {
                (place == 0 || !cookie.is_host_only)
                    && matches(path, &cookie.path)
                    && (!cookie.is_secure || target.is_https)
                    && cookie.expires.is_none_or(|expires| expires > now)
            }));
        }
        found.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.len()));
        let pairs: Vec<String> = found.iter().map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// Reads a cookie and its domain; `None` if it is to be ignored.
    fn read(&self, target: &CookieTarget<'_>, field: &str, now: SystemTime) -> Option<(String, Cookie)> {
        let host = target.host;
        let mut pieces = field.split(';');
        let (name, value) = pieces.next()?.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty()
            || name.len() + value.len() > MAX_SIZE
            || field.contains(|c: char| c.is_control() && c != '\t')
        {
            return None;
        }
        let (mut domain, mut stated_path, mut is_secure, mut expires, mut max_age) = (None, None, false, None, None);
        for piece in pieces {
            let (attribute, text) = piece.split_once('=').unwrap_or((piece, ""));
            let text = text.trim();
            match attribute.trim().to_ascii_lowercase().as_str() {
                "domain" => domain = Some(text.trim_start_matches('.').to_ascii_lowercase()),
                "path" => stated_path = text.starts_with('/').then(|| text.to_owned()),
                "secure" => is_secure = true,
                "expires" => expires = date(text).or(expires),
                "max-age" => max_age = age(text, now).or(max_age),
                _ => {}
            }
        }
        let domain = domain.filter(|domain| !domain.is_empty());
        let domain = match domain {
            Some(domain) if (self.0.is_public_suffix)(&domain) && domain == host => None,
            // It would go to strangers.
            Some(domain) if (self.0.is_public_suffix)(&domain) => return None,
            domain => domain,
        };
        let is_host_only = domain.is_none();
        let domain = domain.unwrap_or_else(|| host.to_owned());
        let has_prefix =
            |prefix: &str| name.get(..prefix.len()).is_some_and(|front| front.eq_ignore_ascii_case(prefix));
        let needs_secure = has_prefix("__Secure-") || has_prefix("__Host-");
        let is_bound = is_host_only && stated_path.as_deref() == Some("/");
        let is_wrong =
            (is_secure && !target.is_https) || (needs_secure && !is_secure) || (has_prefix("__Host-") && !is_bound);
        if is_wrong || !is_below(host, &domain) {
            return None;
        }
        let path = stated_path.unwrap_or_else(|| folder(target.path()).to_owned());
        let (name, value, expires) = (name.to_owned(), value.to_owned(), max_age.or(expires));
        Some((domain, Cookie { name, value, path, is_host_only, is_secure, expires }))
    }
}

/// Returns whether a host is a domain, or a name below it (section 5.1.3).
fn is_below(host: &str, domain: &str) -> bool {
    let is_name = host.parse::<IpAddr>().is_err() && !host.starts_with('[');
    host == domain || (is_name && host.strip_suffix(domain).is_some_and(|front| front.ends_with('.')))
}

/// Returns the default path of a cookie (section 5.1.4).
fn folder(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(end) => &path[..end],
    }
}

/// Returns whether a request's path matches that of a cookie (section 5.1.4).
fn matches(path: &str, own: &str) -> bool {
    path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || own.ends_with('/') || rest.starts_with('/'))
}

/// Reads a date, also in the old form of cookies with hyphens (section 5.1.1).
fn date(text: &str) -> Option<SystemTime> {
    parse_http_date(text).or_else(|_| parse_http_date(&text.replace('-', " "))).ok()
}

/// Returns when a cookie of this age expires; the past for an age of 0 or less (section 5.2.2).
fn age(text: &str, now: SystemTime) -> Option<SystemTime> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.len() < text.len() {
        return Some(now);
    }
    // Longer than any program runs, and far from the end of the clock.
    const LONGEST: u64 = 400 * 24 * 3600;
    Some(now + Duration::from_secs(digits.parse().unwrap_or(LONGEST).min(LONGEST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(url: &str) -> CookieTarget<'_> {
        let (scheme, rest) = url.split_once("://").expect("a scheme");
        let (authority, _) = rest.split_once('/').expect("a path");
        let host = authority.split(':').next().expect("a host");
        CookieTarget { is_https: scheme == "https", host, path: &rest[authority.len()..] }
    }

    fn jar() -> Cookies {
        Cookies::new(|domain| ["example", "co.uk"].contains(&domain))
    }

    /// RFC 6265 sections 5.1 to 5.4, and the prefixes and the rule about `Secure` of its successor.
    #[test]
    fn cookies_go_back_to_their_domains_and_paths() {
        // (URL that sets, Set-Cookie, URL that is requested, Cookie)
        let cases = [
            ("http://pub.example/", "a=1", "http://pub.example/x", Some("a=1")),
            ("http://pub.example/", "a=1", "http://pub.example:8080/", Some("a=1")),
            ("http://pub.example/", "a=1", "http://www.pub.example/", None),
            ("http://pub.example/", "a=1; Domain=pub.example", "http://www.pub.example/", Some("a=1")),
            ("http://pub.example/", "a=1; domain=.PUB.example", "http://www.pub.example/", Some("a=1")),
            ("http://www.pub.example/", "a=1; Domain=pub.example", "http://pub.example/", Some("a=1")),
            ("http://pub.example/", "a=1; Domain=ub.example", "http://pub.example/", None),
            ("http://pub.example/", "a=1; Domain=evil.example", "http://evil.example/", None),
            ("http://pub.example/", "a=1; Domain=example", "http://other.example/", None),
            ("http://pub.co.uk/", "a=1; Domain=co.uk", "http://pub.co.uk/", None),
            ("http://127.0.0.1/", "a=1; Domain=0.0.1", "http://127.0.0.1/", None),
            ("http://127.0.0.1/", "a=1; Domain=127.0.0.1", "http://127.0.0.1/", Some("a=1")),
            ("http://pub.example/menu/today", "a=1", "http://pub.example/menu/beer", Some("a=1")),
            ("http://pub.example/menu/today", "a=1", "http://pub.example/menu", Some("a=1")),
            ("http://pub.example/menu/today", "a=1", "http://pub.example/menus", None),
            ("http://pub.example/menu", "a=1; Path=/beer/", "http://pub.example/beer/x", Some("a=1")),
            ("http://pub.example/", "a=1; Path=beer", "http://pub.example/", Some("a=1")),
            ("https://pub.example/", "a=1; Secure", "http://pub.example/", None),
            ("https://pub.example/", "a=1; Secure", "https://pub.example/", Some("a=1")),
            ("http://pub.example/", "a=1; Secure", "https://pub.example/", None),
            ("https://pub.example/", "__Host-a=1; Secure; Path=/", "https://pub.example/", Some("__Host-a=1")),
            ("https://pub.example/", "__Host-a=1; Secure", "https://pub.example/", None),
            ("https://pub.example/", "__Secure-a=1", "https://pub.example/", None),
            ("http://pub.example/", "a=1; Max-Age=0", "http://pub.example/", None),
            ("http://pub.example/", "a=1; Max-Age=-1", "http://pub.example/", None),
            ("http://pub.example/", "a=1; Max-Age=99999999999999999999", "http://pub.example/", Some("a=1")),
            (
                "http://pub.example/",
                "a=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "http://pub.example/",
                Some("a=1"),
            ),
            ("http://pub.example/", "a=1; Expires=Wed, 21-Oct-2015 07:28:00 GMT", "http://pub.example/", None),
            ("http://pub.example/", "a=1; Expires=soon", "http://pub.example/", Some("a=1")),
            ("http://pub.example/", " a = 1=2 ; HttpOnly", "http://pub.example/", Some("a=1=2")),
            ("http://pub.example/", "=1", "http://pub.example/", None),
            ("http://pub.example/", "a", "http://pub.example/", None),
            ("http://pub.example/", "a=1\u{1}", "http://pub.example/", None),
        ];
        for (from, field, to, expected) in cases {
            let (jar, now) = (jar(), SystemTime::now());
            jar.store(&target(from), field, now);
            assert_eq!(jar.header(&target(to), now).as_deref(), expected, "{from} {field} {to}");
        }
    }

    #[test]
    fn cookies_replace_each_other_and_have_limits() {
        let (jar, now) = (jar(), SystemTime::now());
        let pub_example = target("http://pub.example/menu/today");
        for field in ["a=1", "b=2; Path=/", "a=3", "c=4"] {
            jar.store(&pub_example, field, now);
        }
        assert_eq!(jar.header(&pub_example, now).as_deref(), Some("a=3; c=4; b=2"));
        jar.store(&pub_example, "a=; Max-Age=0", now);
        assert_eq!(jar.header(&pub_example, now).as_deref(), Some("c=4; b=2"));
        jar.store(&pub_example, &format!("d={}", "x".repeat(MAX_SIZE)), now);
        for number in 0..2 * MAX_OF_DOMAIN {
            jar.store(&pub_example, &format!("n{number}=1"), now);
        }
        let header = jar.header(&pub_example, now).expect("cookies");
        assert!(header.split("; ").count() == MAX_OF_DOMAIN && header.starts_with("n50=1; "), "{header}");
        for number in 0..MAX_DOMAINS + 9 {
            jar.store(&target(&format!("http://h{number}.example/")), "a=1", now);
        }
        assert_eq!(jar.0.domains.lock().expect("no panic").len(), MAX_DOMAINS);
        assert!(!format!("{jar:?}").contains("n50"));
    }
}
