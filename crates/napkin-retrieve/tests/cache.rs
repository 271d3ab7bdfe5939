//! What is kept, for how long, and how much of it (RFC 9111).

mod common;

use std::fs;
use std::path::Path;

use common::{Server, policy};
use napkin_retrieve::{Cache, Cached, Client, Credentials, Request};

fn server(fields: &str, body: &str) -> Server {
    let said = format!("HTTP/1.1 200 OK\r\n{fields}Content-Length: {}\r\n\r\n{body}", body.len());
    Server::saying(said)
}

fn cached(client: &Client, request: Request) -> Option<Cached> {
    let got = client.fetch(request).unwrap();
    let cached = got.trail().hops()[0].cached();
    got.bytes().unwrap();
    cached
}

/// Sections 3 and 5.2.2; a cache of one user is a private one.
#[test]
fn what_an_answer_allows() {
    for (fields, first, second) in [
        ("Cache-Control: max-age=60\r\n", Some(Cached::Stored), Some(Cached::Hit)),
        ("Cache-Control: private, max-age=60\r\n", Some(Cached::Stored), Some(Cached::Hit)),
        ("Cache-Control: no-store\r\n", None, None),
        ("Cache-Control: no-store, max-age=60\r\n", None, None),
        // Stale at once: asked for again, and answered anew.
        ("Cache-Control: max-age=0\r\nETag: \"1\"\r\n", Some(Cached::Stored), Some(Cached::Stored)),
        ("Cache-Control: no-cache, max-age=60\r\nETag: \"1\"\r\n", Some(Cached::Stored), Some(Cached::Stored)),
        ("Cache-Control: max-age=60\r\nVary: *\r\n", Some(Cached::Stored), Some(Cached::Stored)),
        ("Cache-Control: max-age=60\r\nAge: 61\r\n", Some(Cached::Stored), Some(Cached::Stored)),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let server = server(fields, "beer");
        let client = Client::new(policy(&[&server])).cache(Cache::at(folder.path()).unwrap());
        let get = || cached(&client, Request::get(server.url("/")));
        assert_eq!((get(), get()), (first, second), "{fields}");
        let again = matches!(second, Some(Cached::Hit));
        assert_eq!(server.heads().len(), if again { 1 } else { 2 }, "{fields}");
    }
}

#[test]
fn what_is_never_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=60\r\n", "beer");
    let client = Client::new(policy(&[&server])).cache(Cache::at(folder.path()).unwrap());
    let sam = || Credentials::new("sam", "secret");
    assert_eq!(cached(&client, Request::get(server.url("/")).credentials(sam())), None);
    assert_eq!(cached(&client, Request::head(server.url("/"))), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(cached(&client, Request::get(server.url("/"))), Some(Cached::Stored));
    // What was kept for nobody is not given to a user.
    assert_eq!(cached(&client, Request::get(server.url("/")).credentials(sam())), None);
    let content = fs::read_dir(folder.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    assert!(content.into_iter().all(|content| !String::from_utf8_lossy(&content).contains("c2Ft")));
}

/// The policy judges what is in the cache as it judges everything.
#[test]
fn a_cache_is_no_way_around_a_policy() {
    let folder = tempfile::tempdir().unwrap();
    let server = server("Cache-Control: max-age=60\r\nContent-Type: text/html\r\n", "<p>");
    let keep = || Cache::at(folder.path()).unwrap();
    let client = Client::new(policy(&[&server])).cache(keep());
    assert_eq!(cached(&client, Request::get(server.url("/"))), Some(Cached::Stored));
    let strict = Client::new(policy(&[&server]).deny_host("127.0.0.1")).cache(keep());
    let failure = strict.fetch(Request::get(server.url("/"))).unwrap_err();
    assert_eq!(failure.error().rule(), napkin::Rule::HostNotPermitted);
    let types = napkin_retrieve::MediaTypes::default().deny("text/html");
    let strict = Client::new(policy(&[&server]).media_types(types)).cache(keep());
    let failure = strict.fetch(Request::get(server.url("/"))).unwrap_err();
    assert_eq!(failure.error().rule(), napkin::Rule::MediaTypeNotPermitted);
}

#[test]
fn a_cache_has_a_limit() {
    let bytes = |folder: &Path| -> u64 {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
    };
    let folder = tempfile::tempdir().unwrap();
    // What is not the cache's is left alone.
    fs::write(folder.path().join("menu.txt"), "beer").unwrap();
    let server = server("Cache-Control: max-age=60\r\n", &"x".repeat(10_000));
    let client = Client::new(policy(&[&server])).cache(Cache::at(folder.path()).unwrap().limit(100_000));
    for number in 0..30 {
        assert_eq!(cached(&client, Request::get(server.url(&format!("/{number}")))), Some(Cached::Stored));
        assert!(bytes(folder.path()) <= 120_000, "{number}");
    }
    assert!(bytes(folder.path()) > 50_000);
    // The last one is there.
    assert_eq!(cached(&client, Request::get(server.url("/29"))), Some(Cached::Hit));
    assert_eq!(cached(&client, Request::get(server.url("/0"))), Some(Cached::Stored));
    drop(Cache::at(folder.path()).unwrap().limit(0));
    assert_eq!(bytes(folder.path()), 4);
}
