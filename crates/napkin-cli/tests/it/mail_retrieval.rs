//! Tests `napkin mail attach` against servers: its requests, the answers that it accepts, and attacks by a message.
#![cfg(feature = "retrieve")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::{Arc, Mutex};

use crate::common::napkin_in;
use crate::common::programs::empty_folder;

/// The Content-MD5 of `<p>Soup` and a line end, by `printf '<p>Soup\r\n' | openssl md5 -binary | base64`.
pub(crate) const MD5: &str = "sfmn3ZbHalLa998B0oXTGQ==";

/// `<p>Soup` and a line end, by Python's `gzip`.
const GZIP: &[u8] = &[
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xff, 0xb3, 0x29, 0xb0, 0x0b, 0xce, 0x2f, 0x2d, 0xe0, 0x02,
    0x00, 0xb0, 0x47, 0x7e, 0xe4, 0x08, 0x00, 0x00, 0x00,
];

/// A server, and the heads of its requests, line by line in lower case.
pub(crate) struct Server {
    pub(crate) url: String,
    heads: Arc<Mutex<Vec<Vec<String>>>>,
}

impl Server {
    /// Answers each connection once, by the path of the request and its head.
    pub(crate) fn new(answer: impl Fn(&str, &[String]) -> Vec<u8> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&heads);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let lines = BufReader::new(stream.try_clone().expect("a stream")).lines().map_while(Result::ok);
                let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                let path = head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
                let head: Vec<String> = head.iter().map(|line| line.to_ascii_lowercase()).collect();
                seen.lock().expect("no panic").push(head.clone());
                // A client that hangs up first is no error here.
                let _ = stream.write_all(&answer(&path, &head));
            }
        });
        Self { url, heads }
    }

    fn heads(&self) -> Vec<Vec<String>> {
        self.heads.lock().expect("no panic").clone()
    }
}

fn answer(status: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub(crate) fn soup(media_type: &str) -> Vec<u8> {
    answer("200 OK", &format!("Content-Type: {media_type}\r\n"), b"<p>Soup\n")
}

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("mail-retrieval/{name}"))
}

fn attach(arguments: &[&str], message: &str) -> Output {
    let arguments = [&["mail", "attach", "--yes"], arguments].concat();
    napkin_in(Path::new(env!("CARGO_TARGET_TMPDIR")), &arguments, message.as_bytes())
}

fn external(url: &str, inner: &str) -> String {
    format!("Content-Type: message/external-body; access-type=URL;\n URL=\"{url}\"\n\n{inner}Content-ID: <a@b>\n\n")
}

/// Asserts that the message is unchanged, with the exit status, the rule and the text of the diagnostic.
#[track_caller]
fn assert_stays(output: &Output, message: &str, rule: &str, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), message);
    assert!(said.contains(&format!(" {rule}, ")) && said.contains(words), "{rule}, {words}: {said}");
}

/// RFC 2017 section 3.1: the version whose type agrees with the inner header is requested.
#[test]
fn the_type_of_the_inner_header_is_asked_for() {
    let server = Server::new(|_, head| {
        let wants_text = head.iter().any(|line| line.starts_with("accept: text/plain"));
        if wants_text { answer("200 OK", "Content-Type: text/plain\r\n", b"Soup\n") } else { soup("text/html") }
    });
    for (inner, body) in
        [("Content-Type: text/html\n", "<p>Soup\n"), ("Content-Type: TEXT/plain; charset=utf-8\n", "Soup\n")]
    {
        let done = attach(&["--policy", "everything"], &external(&format!("{}/menu", server.url), inner));
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(String::from_utf8_lossy(&done.stdout), format!("{inner}Content-ID: <a@b>\n\n{body}"));
    }
    let accepted: Vec<String> =
        server.heads().iter().flatten().filter(|line| line.starts_with("accept: ")).cloned().collect();
    assert_eq!(accepted, ["accept: text/html", "accept: text/plain"]);
}

/// Edge case 42: an error page with status 200, and responses with an error status.
#[test]
fn error_pages_are_not_attached() {
    let server = Server::new(|path, _| match path {
        "/gone" => soup("text/html"),
        "/404" => answer("404 Not Found", "Content-Type: image/png\r\n", b"<p>Soup\n"),
        "/406" => answer("406 Not Acceptable", "Content-Type: image/png\r\n", b"<p>Soup\n"),
        _ => answer("500 Internal Server Error", "Content-Type: image/png\r\n", b"<p>Soup\n"),
    });
    for (path, rule, words) in [
        ("/gone", "mail-object-type", "expected an object of type image/png, but found text/html"),
        ("/404", "mail-not-retrieved", "404"),
        ("/406", "mail-not-retrieved", "406"),
        ("/500", "mail-not-retrieved", "500"),
    ] {
        let message = external(&format!("{}{path}", server.url), "Content-Type: image/png\n");
        assert_stays(&attach(&["--policy", "everything"], &message), &message, rule, words);
    }
}

/// Edge case 46: MIME has no content codings of HTTP, so the digest, the size and the type describe the decoded object
/// (RFC 2557 section 10).
#[test]
fn codings_of_http_are_undone_before_anything_is_compared() {
    let server = Server::new(|_, _| answer("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", GZIP));
    let message = format!(
        "Content-Type: message/external-body; access-type=URL; size=9;\n URL=\"{}/menu\"\n\n\
         Content-Type: text/html\nContent-ID: <a@b>\nContent-MD5: {MD5}\n\n",
        server.url
    );
    let done = attach(&["--policy", "everything"], &message);
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(done.stdout.ends_with(b"\n\n<p>Soup\n") && said.contains("Content-MD5 agrees"), "{said}");
}

/// Edge case 47: the base is the last URL (draft-fielding-url-syntax-05 section 5.1.3), and no redirect leads to a file.
#[test]
fn redirects_are_followed_and_not_to_files() {
    let folder = folder("redirects");
    fs::write(folder.join("secret"), "<p>secret\n").expect("a file");
    let file = format!("Location: file://{}\r\n", folder.join("secret").display());
    let server = Server::new(move |path, _| match path {
        "/menu" => answer("302 Found", "Location: /menus/today\r\n", b""),
        "/file" => answer("302 Found", &file, b""),
        "/data" => answer("302 Found", "Location: data:text/html,secret\r\n", b""),
        _ => soup("text/html"),
    });
    let inner = "Content-Type: text/html\n";
    let everything = ["--policy", "everything", "--label"];
    let done = attach(&everything, &external(&format!("{}/menu", server.url), inner));
    let expected = format!("{inner}Content-ID: <a@b>\nContent-Location: {}/menus/today\n\n<p>Soup\n", server.url);
    assert_eq!(String::from_utf8_lossy(&done.stdout), expected, "{}", String::from_utf8_lossy(&done.stderr));
    for path in ["/file", "/data"] {
        let message = external(&format!("{}{path}", server.url), inner);
        let words = "the object could not be retrieved";
        assert_stays(&attach(&everything, &message), &message, "mail-not-retrieved", words);
    }
}

/// A message from outside names internal addresses: nothing is requested, and the diagnostic names the rule of the
/// policy.
#[test]
fn urls_that_point_inward_are_refused_by_their_rules() {
    let server = Server::new(|_, _| soup("text/html"));
    let port = server.url.rsplit(':').next().expect("a port").to_owned();
    for (url, rule) in [
        ("file:///etc/passwd".to_owned(), "scheme-not-permitted"),
        (format!("http://127.0.0.1:{port}/"), "port-not-permitted"),
        ("http://127.0.0.1/".to_owned(), "address-special"),
        ("http://localhost/".to_owned(), "host-not-permitted"),
        ("http://[::ffff:127.0.0.1]/".to_owned(), "address-special"),
        ("http://[::1]/".to_owned(), "address-special"),
        ("http://169.254.169.254/".to_owned(), "address-special"),
        ("http://2130706433/".to_owned(), "standards-disagree"),
        ("ftp://pub.example/menu".to_owned(), "scheme-not-permitted"),
    ] {
        let message = external(&url, "Content-Type: text/html\n");
        assert_stays(&attach(&[], &message), &message, "mail-not-retrieved", &format!("({rule}"));
    }
    for access in ["local-file; name=\"/etc/passwd\"", "afs; name=\"/afs/h/x\"", "tftp; site=\"127.0.0.1\"; name=x"] {
        let message = format!("Content-Type: message/external-body; access-type={access}\n\nContent-ID: <a@b>\n\n");
        assert_stays(&attach(&[], &message), &message, "mail-not-retrieved", "(scheme-not-permitted");
    }
    assert_eq!(server.heads(), Vec::<Vec<String>>::new());
}

/// No URL can add a line or a field to a request.
#[test]
fn no_field_comes_of_a_url() {
    let server = Server::new(|_, _| soup("text/html"));
    for path in [
        "/a%0D%0AX-Injected:%20y", "/a\r\n X-Injected: y", "/a\n\tHTTP/1.1\n X-Injected: y\n ",
        "/a?%0d%0aX-Injected:%20y", "/a\u{85}X-Injected: y",
    ] {
        attach(&["--policy", "everything"], &external(&format!("{}{path}", server.url), "Content-Type: text/html\n"));
    }
    let heads = server.heads();
    assert!(heads.len() >= 2, "{heads:?}");
    for head in heads {
        assert!(head[0].ends_with(" http/1.1") && head[0].split(' ').count() == 3, "{head:?}");
        assert!(!head.iter().skip(1).any(|line| line.contains("injected")), "{head:?}");
    }
}

#[test]
fn objects_beyond_the_limit_are_not_attached() {
    let folder = folder("limit");
    fs::write(folder.join("menu"), "<p>Soup\n").expect("a file");
    let server = Server::new(|_, _| soup("text/html"));
    let message = external(&format!("{}/menu", server.url), "Content-Type: text/html\n");
    let from = format!("{}={}", server.url, folder.display());
    for source in [&["--policy", "everything"][..], &["--from", &from]] {
        let of = |limit: &'static str| [source, &["--max-object", limit]].concat();
        let words = "the object has more than 7 bytes";
        assert_stays(&attach(&of("7"), &message), &message, "mail-object-too-large", words);
        assert_eq!(attach(&of("8"), &message).status.code(), Some(0));
    }
}

/// The exit status is 2 for a failed retrieval, and 1 for one that is refused or finds no object, for a single message
/// and in a mailbox. The higher status counts. The message is written unchanged.
#[test]
fn attach_exit_status_tells_failures_from_refusals() {
    let server = Server::new(|path, _| match path {
        "/cut" => b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>".to_vec(),
        "/404" => answer("404 Not Found", "", b""),
        _ => soup("text/html"),
    });
    let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let of_server = |path: &str| format!("{}{path}", server.url);
    let none = format!("{}/=.", of_server("/kept"));
    let everything = &["--policy", "everything"][..];
    for (options, urls, expected) in [
        (everything, &[of_server("/menu")][..], 0),
        (&[], &[of_server("/menu")], 1),
        (&["--offline"], &[of_server("/menu")], 1),
        (&["--from", &none], &[of_server("/kept//none")], 1),
        (everything, &[of_server("/404")], 1),
        (everything, &[of_server("/cut")], 2),
        (everything, &[format!("http://{closed}/")], 2),
        (everything, &[of_server("/404"), of_server("/menu")], 1),
        (everything, &[of_server("/cut"), of_server("/404"), of_server("/menu")], 2),
    ] {
        let messages: Vec<String> = urls.iter().map(|url| external(url, "Content-Type: text/html\n")).collect();
        let envelope = "From sam@pub.example Mon Nov 23 00:00:00 2026\n";
        let mailbox: String = messages.iter().map(|message| format!("{envelope}{message}\n")).collect();
        let statuses: Vec<_> = messages.iter().map(|message| attach(options, message).status.code()).collect();
        assert_eq!(statuses.into_iter().max().flatten(), Some(expected), "{options:?} {urls:?}");
        let done = attach(options, &mailbox);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(expected), "{options:?} {urls:?}: {said}");
        let out = String::from_utf8_lossy(&done.stdout);
        assert_eq!(out.matches(envelope).count(), urls.len(), "{out}");
        assert_eq!(out.contains("<p>Soup"), urls.contains(&of_server("/menu")) && options == everything, "{out}");
    }
}
