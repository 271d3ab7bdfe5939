//! Redirects, credentials, and reused connections.

use crate::common;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Server, fetch, policy};
use napkin_retrieve::{Client, Credentials, Limits, Request, rules};

fn to(reference: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nLocation: {reference}\r\nContent-Length: 0\r\n\r\n")
}

const BEER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbeer";

/// Answers `/` with a redirect and everything else with an object.
fn leading(reference: &str) -> Server {
    let redirect = to(reference);
    Server::new(move |head, stream| {
        let said = if head.starts_with("GET / ") { redirect.as_str() } else { BEER };
        let _ = stream.write_all(said.as_bytes());
    })
}

#[test]
fn redirects_are_resolved_against_the_request() {
    for (reference, line) in [
        ("menu", "GET /menu HTTP/1.1"),
        ("./menu?a=b#c", "GET /menu?a=b HTTP/1.1"),
        ("?x", "GET /?x HTTP/1.1"),
        ("/beer list", "GET /beer%20list HTTP/1.1"),
        ("/caf\u{e9}|x", "GET /caf%C3%A9%7Cx HTTP/1.1"),
        ("/a/../b", "GET /b HTTP/1.1"),
        ("/100%", "GET /100%25 HTTP/1.1"),
    ] {
        let server = leading(reference);
        let client = Client::new(policy(&[&server]));
        let got = client.retrieve_blocking(&Request::get(server.url("/"))).unwrap();
        let statuses: Vec<_> = got.trail().hops().iter().map(|hop| hop.status()).collect();
        assert_eq!(statuses, [Some(302), Some(200)], "{reference}");
        assert_eq!(got.bytes().unwrap(), "beer");
        let heads = server.heads();
        assert_eq!(heads[1].lines().next(), Some(line), "{reference}");
        assert!(heads[1].contains(&format!("\r\nhost: {}\r\n", server.address)), "{}", heads[1]);
    }
}

#[test]
fn redirects_keep_the_fragment() {
    let server = leading("menu");
    let got = Client::new(policy(&[&server])).retrieve_blocking(&Request::get(server.url("/#beer"))).unwrap();
    assert_eq!(got.url(), server.url("/menu#beer"));
}

/// Each redirect is checked like a requested URL.
#[test]
fn redirects_that_lead_inward_are_refused() {
    for (reference, rule) in [
        ("http://10.0.0.1/", rules::ADDRESS_SPECIAL),
        ("//169.254.169.254/latest/meta-data/", rules::ADDRESS_SPECIAL),
        ("http://localhost/", rules::HOST_NOT_PERMITTED),
        ("http://pub.example:22/", rules::PORT_RESERVED),
        ("file:///etc/passwd", rules::REDIRECT_SCHEME),
        ("data:text/html,x", rules::REDIRECT_SCHEME),
        ("gopher://127.0.0.1:25/xHELO", rules::REDIRECT_SCHEME),
        ("javascript:alert(1)", rules::REDIRECT_SCHEME),
        ("http://sam:secret@pub.example/", rules::CREDENTIALS_NOT_PERMITTED),
        ("/\\10.0.0.1/", rules::STANDARDS_DISAGREE),
        ("\\\\10.0.0.1/", rules::STANDARDS_DISAGREE),
        ("http:10.0.0.1", rules::STANDARDS_DISAGREE),
        ("http:///10.0.0.1/", rules::STANDARDS_DISAGREE),
        ("http://0x7f.1/", rules::STANDARDS_DISAGREE),
        ("http://[::ffff:7f00:1]/", rules::ADDRESS_SPECIAL),
    ] {
        let server = leading(reference);
        let client = Client::new(policy(&[&server]));
        assert_eq!(fetch(&client, Request::get(server.url("/"))), Err(rule), "{reference}");
        assert_eq!(server.heads().len(), 1, "{reference}");
    }
}

#[test]
fn redirects_in_a_circle_end() {
    let server = Server::saying(to("/"));
    let limits = Limits::default().with_max_redirects(5);
    let client = Client::new(policy(&[&server])).with_limits(limits);
    let failure = client.retrieve_blocking(&Request::get(server.url("/"))).unwrap_err();
    assert_eq!(failure.error().rule(), rules::TOO_MANY_REDIRECTS);
    assert_eq!(failure.trail().hops().len(), 6);
    assert_eq!(server.heads().len(), 6);
}

/// The password is sent to its origin, and not to the target of a redirect.
#[test]
fn credentials_stay_with_their_origin() {
    let other = Server::saying(BEER);
    let server = leading(&other.url("/menu"));
    let client = Client::new(policy(&[&server, &other]));
    let request = Request::get(server.url("/")).with_credentials(Credentials::new("sam", "secret"));
    assert_eq!(fetch(&client, request), Ok(b"beer".to_vec()));
    // "sam:secret" in base64 (RFC 7617).
    assert!(server.heads()[0].contains("authorization: Basic c2FtOnNlY3JldA==\r\n"), "{}", server.heads()[0]);
    assert!(!other.heads()[0].to_ascii_lowercase().contains("authorization"), "{}", other.heads()[0]);

    let same = leading("/menu");
    let request = Request::get(same.url("/")).with_credentials(Credentials::new("sam", "secret"));
    assert_eq!(fetch(&Client::new(policy(&[&same])), request), Ok(b"beer".to_vec()));
    assert!(same.heads()[1].contains("authorization: Basic"), "{}", same.heads()[1]);
}

#[test]
fn credentials_in_urls_need_the_policy() {
    let server = Server::saying(BEER);
    let client = Client::new(policy(&[&server]).allow_credentials());
    let url = format!("http://s%61m:s%65cret@{}/", server.address);
    let got = client.retrieve_blocking(&Request::get(url)).unwrap();
    assert!(!format!("{:?}", got.trail()).contains("ecret"));
    let head = server.heads().remove(0);
    assert!(head.contains("authorization: Basic c2FtOnNlY3JldA==\r\n") && !head.contains("sam"), "{head}");
    // A line break in it is refused before anything is sent.
    let url = format!("http://sam%0D%0AX:y@{}/", server.address);
    assert_eq!(fetch(&client, Request::get(url)), Err(rules::ESCAPED_CONTROL));
}

/// A value with a line break is refused.
#[test]
fn request_fields_with_line_breaks_are_refused() {
    let server = Server::saying(BEER);
    let client = Client::new(policy(&[&server]));
    let request = Request::get(server.url("/")).with_accept("text/html\r\nX-Evil: yes");
    assert_eq!(fetch(&client, request), Err(rules::ESCAPED_CONTROL));
    // In HTTP, escapes are sent as written.
    assert_eq!(fetch(&client, Request::get(server.url("/a%0D%0Ab"))), Ok(b"beer".to_vec()));
    assert!(server.heads()[0].starts_with("GET /a%0D%0Ab HTTP/1.1\r\n"));
}

/// One connection serves many requests, one after the other. If the server has closed it, a new one is made.
#[test]
fn http_connections_are_reused() {
    use std::sync::Arc;
    let connections = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&connections);
    let server = Server::new(move |_, stream| {
        counter.fetch_add(1, Ordering::SeqCst);
        for _ in 0..3 {
            let _ = stream.write_all(BEER.as_bytes());
            common::head(stream);
        }
    });
    let client = Client::new(policy(&[&server]));
    let mut reused = Vec::new();
    for _ in 0..6 {
        let got = client.retrieve_blocking(&Request::get(server.url("/"))).unwrap();
        reused.push(got.trail().hops()[0].is_reused());
        assert_eq!(got.bytes().unwrap(), "beer");
    }
    assert_eq!(reused, [false, true, true, false, true, true]);
    assert_eq!(connections.load(Ordering::SeqCst), 2);
}

/// RFC 9112 section 3.2.2 and RFC 9110 section 9.3.6. A proxy is used only if the policy names one.
#[test]
fn proxy_is_used_if_the_policy_names_one() {
    let proxy = Server::new(|head, stream| {
        let said = if head.starts_with("CONNECT ") { "HTTP/1.1 403 Forbidden\r\n\r\n" } else { BEER };
        let _ = stream.write_all(said.as_bytes());
    });
    let policy = napkin_retrieve::Policy::public_web();
    let url = format!("http://sam:secret@{}", proxy.address);
    let client = Client::new(policy.with_proxy(&url).unwrap().allow_scheme("ftp"));
    // The name has no address; the proxy would resolve it.
    assert_eq!(fetch(&client, Request::get("http://pub.invalid/menu?x#y")), Ok(b"beer".to_vec()));
    let head = proxy.heads().remove(0);
    assert!(head.starts_with("GET http://pub.invalid/menu?x HTTP/1.1\r\nhost: pub.invalid\r\n"), "{head}");
    assert!(head.contains("proxy-authorization: Basic c2FtOnNlY3JldA==\r\n"), "{head}");

    let failure = client.retrieve_blocking(&Request::get("https://pub.invalid/")).unwrap_err();
    assert_eq!(failure.error().rule(), rules::CONNECTION_FAILED);
    assert_eq!(failure.error().message(), "expected a tunnel through the proxy, but found `HTTP/1.1 403 Forbidden`");
    let head = proxy.heads().remove(1);
    let expected = "CONNECT pub.invalid:443 HTTP/1.1\r\nHost: pub.invalid:443\r\nProxy-Authorization: Basic c2FtOnNlY3JldA==\r\n\r\n";
    assert_eq!(head, expected);
    // All checks that need no lookup are made.
    assert_eq!(fetch(&client, Request::get("http://10.0.0.1/")), Err(rules::ADDRESS_SPECIAL));
    assert_eq!(fetch(&client, Request::get("http://localhost/")), Err(rules::HOST_NOT_PERMITTED));
    assert_eq!(fetch(&client, Request::get("ftp://pub.invalid/")), Err(rules::SCHEME_NOT_PERMITTED));
    assert_eq!(proxy.heads().len(), 2);
}
