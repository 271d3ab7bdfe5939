//! Checks who may send requests.
//!
//! A request must name this server by its own name, so that no page can reach it under another name (DNS rebinding). It must
//! not come from another origin's page, and must carry the token if one is required. Start reading at `Guard`.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{AUTHORIZATION, HOST, HeaderMap, HeaderValue, ORIGIN, PROXY_AUTHORIZATION};
use hyper::{Method, StatusCode, Uri};
use napkin::Network;
use napkin::base64;

use crate::answer::Problem;

/// The default port.
const HTTP_PORT: u16 = 80;

pub(crate) struct Guard {
    address: SocketAddr,
    /// Further names, in lower case.
    names: Vec<String>,
    token: Option<Vec<u8>>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, names: &[String], token: Option<Vec<u8>>) -> Self {
        Self { address, names: names.iter().map(|name| name.to_ascii_lowercase()).collect(), token }
    }

    /// Checks whether a request may be answered.
    ///
    /// # Errors
    /// Returns the reason why not.
    pub(crate) fn check(&self, method: &Method, target: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        self.check_host(headers)?;
        if !self.is_own_page(method, target, headers) {
            return Err(other_page());
        }
        self.check_token(headers)
    }

    /// Checks that the request names this server by one of its own names.
    ///
    /// # Errors
    /// Returns the reason if it does not.
    pub(crate) fn check_host(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "host-missing", "expected one Host field"));
        };
        if host.to_str().is_ok_and(|host| self.is_own(host)) {
            return Ok(());
        }
        let why = "expected this server's own address in Host; --own-host admits other names";
        Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host-not-allowed", why))
    }

    /// Checks the token.
    ///
    /// # Errors
    /// A required token is missing or wrong.
    pub(crate) fn check_token(&self, headers: &HeaderMap) -> Result<(), Problem> {
        if self.has_token(headers.get(AUTHORIZATION)) {
            return Ok(());
        }
        let why = "expected the token, as bearer token or as a password";
        Err(Problem::new(StatusCode::UNAUTHORIZED, "token-missing", why))
    }

    /// Checks the token of a request to the proxy, which has its own field (RFC 9110 section 11.7).
    ///
    /// # Errors
    /// A required token is missing or wrong, or there are two `Host` fields.
    pub(crate) fn check_proxied(&self, headers: &HeaderMap) -> Result<(), Problem> {
        if headers.get_all(HOST).iter().count() > 1 {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "host-missing", "expected one Host field"));
        }
        if self.has_token(headers.get(PROXY_AUTHORIZATION)) {
            return Ok(());
        }
        let why = "expected the token of the proxy, as bearer token or as a password";
        Err(Problem::new(StatusCode::PROXY_AUTHENTICATION_REQUIRED, "token-missing", why))
    }

    /// Returns all addresses, and the port, that reach this server.
    pub(crate) fn own_servers(&self) -> (Vec<Network>, u16) {
        let own = self.address.ip();
        let blocks: &[&str] = match own {
            _ if own.is_unspecified() => &["0.0.0.0/0", "::/0"],
            // Systems treat the unspecified address as their own.
            _ if own.is_loopback() => &["127.0.0.0/8", "::1", "0.0.0.0/8", "::"],
            _ => &["0.0.0.0/8", "::"],
        };
        let blocks = blocks.iter().filter_map(|block| block.parse().ok());
        (blocks.chain([Network::from(own)]).collect(), self.address.port())
    }

    /// Returns whether an authority is this server's own: the address that it listens at, for a loopback address also its other
    /// names, and the names of `--own-host`. If the server listens at all addresses, any IP address is safe to admit, because
    /// rebinding needs a name.
    pub(crate) fn is_own(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port.parse().ok()),
            _ => (&*authority, Some(HTTP_PORT)),
        };
        if self.names.iter().any(|own| *own == authority || (own == name && port == Some(self.address.port()))) {
            return true;
        }
        if port != Some(self.address.port()) {
            return false;
        }
        let literal = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let own = self.address.ip();
        match literal.parse::<IpAddr>() {
            Ok(address) => address == own || own.is_unspecified() || (own.is_loopback() && address.is_loopback()),
            Err(_) => name == "localhost" && (own.is_loopback() || own.is_unspecified()),
        }
    }

    /// Returns whether a request is addressed to a proxy. The absolute form of this server's own addresses is not (RFC 9112
    /// section 3.2.2).
    pub(crate) fn is_proxied(&self, method: &Method, target: &Uri) -> bool {
        *method == Method::CONNECT || target.authority().is_some_and(|authority| !self.is_own(authority.as_str()))
    }

    /// Returns whether the requesting page, if any, is this server's own. Other pages may link to this server's pages, which then
    /// show only themselves.
    pub(crate) fn is_own_page(&self, method: &Method, target: &Uri, headers: &HeaderMap) -> bool {
        let field = |name| headers.get(name).map(|value| value.to_str().unwrap_or("-"));
        let origins = headers.get_all(ORIGIN).iter().count();
        if let Some(origin) = field("origin") {
            let own = origin.split_once("://").is_some_and(|(scheme, host)| {
                matches!(scheme, "http" | "https") && self.is_own(host) && Some(host) == field("host")
            });
            if origins != 1 || !own {
                return false;
            }
        }
        let is_own = |site: &HeaderValue| matches!(site.as_bytes(), b"same-origin" | b"none");
        if headers.get_all("sec-fetch-site").iter().all(is_own) {
            return true;
        }
        *method == Method::GET
            && field("sec-fetch-mode") == Some("navigate")
            && field("sec-fetch-dest") == Some("document")
            && (matches!(target.path(), "/" | "/api" | "/lint" | "/schemes")
                || ["/rules", "/schemes/"].iter().any(|pages| target.path().starts_with(pages)))
    }

    /// Returns whether a field contains the token. Browsers ask for a user and a password, and only the password counts
    /// (RFC 7617); programs send a bearer token (RFC 6750).
    fn has_token(&self, given: Option<&HeaderValue>) -> bool {
        let Some(token) = &self.token else { return true };
        let Some(given) = given else { return false };
        let given = given.as_bytes();
        let at = given.iter().position(|&byte| byte == b' ').unwrap_or(given.len());
        let (scheme, rest) = given.split_at(at);
        let rest = rest.trim_ascii();
        if scheme.eq_ignore_ascii_case(b"bearer") {
            return is_equal(rest, token);
        }
        let mut pair = Vec::new();
        let is_basic = scheme.eq_ignore_ascii_case(b"basic") && base64::decode_forgiving(rest, &mut pair).is_ok();
        let password = pair.iter().position(|&byte| byte == b':').map(|colon| &pair[colon + 1..]);
        is_basic && password.is_some_and(|password| is_equal(password, token))
    }
}

/// Returns the problem of a request from a page of another origin.
pub(crate) fn other_page() -> Problem {
    let why = "expected a request of this server's own page, or of no page, but found one of another origin";
    Problem::new(StatusCode::FORBIDDEN, "origin-not-allowed", why)
}

/// Compares in constant time, so that nobody learns a secret character by character.
pub(crate) fn is_equal(given: &[u8], token: &[u8]) -> bool {
    let differing = given.iter().zip(token).fold(0, |differing, (a, b)| differing | (a ^ b));
    given.len() == token.len() && std::hint::black_box(differing) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guard_knows_the_names_of_its_server() {
        let at = |address: &str, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            Guard::new(address.parse().expect("an address"), &names, None)
        };
        let cases = [
            ("127.0.0.1:8640", &[][..], "127.0.0.1:8640", true),
            ("127.0.0.1:8640", &[], "localhost:8640", true),
            ("127.0.0.1:8640", &[], "LOCALHOST:8640", true),
            ("127.0.0.1:8640", &[], "[::1]:8640", true),
            ("127.0.0.1:8640", &[], "127.0.0.1", false),
            ("127.0.0.1:80", &[], "127.0.0.1", true),
            ("127.0.0.1:8640", &[], "localhost:8641", false),
            ("127.0.0.1:8640", &[], "evil.example:8640", false),
            ("127.0.0.1:8640", &[], "localhost.evil.example:8640", false),
            ("127.0.0.1:8640", &[], "evil.localhost:8640", false),
            ("127.0.0.1:8640", &[], "127.1:8640", false),
            ("127.0.0.1:8640", &[], "localhost:8640:8640", false),
            ("127.0.0.1:8640", &[], "sam@localhost:8640", false),
            ("127.0.0.1:8640", &[], "", false),
            ("0.0.0.0:8640", &[], "192.0.2.7:8640", true),
            ("0.0.0.0:8640", &[], "evil.example:8640", false),
            ("192.0.2.7:8640", &[], "192.0.2.8:8640", false),
            ("127.0.0.1:8640", &["napkin.pub.example"], "napkin.pub.example:8640", true),
            ("127.0.0.1:8640", &["napkin.pub.example"], "napkin.pub.example:80", false),
            ("127.0.0.1:8640", &["napkin.pub.example"], "napkin.pub.example", true),
            ("127.0.0.1:8640", &["napkin.pub.example:443"], "napkin.pub.example:443", true),
        ];
        for (address, names, host, expected) in cases {
            assert_eq!(at(address, names).is_own(host), expected, "{host} at {address}");
        }
    }

    #[test]
    fn tokens_are_compared_whole() {
        assert!(is_equal(b"0123456789abcdef", b"0123456789abcdef"));
        for other in [&b""[..], b"0123456789abcdeg", b"0123456789abcde", b"0123456789abcdef0"] {
            assert!(!is_equal(other, b"0123456789abcdef"));
        }
    }
}
