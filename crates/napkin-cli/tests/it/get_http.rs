//! Tests what `napkin get` sends to HTTP servers, which requests it repeats, and the file names that servers give.
#![cfg(all(feature = "retrieve", unix))]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Output;

use crate::common::http::Server;
use crate::common::programs::empty_folder;
use crate::common::{Ran, error, names, napkin_in, napkin_with, out};

/// Starts a server that reads bodies, and answers with what it has received, or as the path says.
fn server(other: &str) -> Server {
    let other = other.to_owned();
    Server::by(move |head, stream| {
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split('\r').next()?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut body).expect("a body");
        let text = format!("{head}{}", String::from_utf8_lossy(&body));
        let whole = |fields: &str| format!("HTTP/1.1 {fields}Content-Length: {}\r\n\r\n{text}", text.len());
        let moved =
            |status: u16, to: &str| format!("HTTP/1.1 {status} Moved\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
        let path = head.split(' ').nth(1).unwrap_or_default();
        let answer = match path.strip_prefix('/').unwrap_or_default().split_once('/') {
            Some(("here", status)) => moved(status.parse().expect("a status"), "/end"),
            Some(("away", status)) => moved(status.parse().expect("a status"), &format!("{other}/end")),
            Some(("name", name)) => {
                whole(&format!("200 OK\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n"))
            }
            _ => whole("200 OK\r\n"),
        };
        // A client that hangs up first is no error here.
        drop(stream.write_all(answer.as_bytes()));
    })
}

fn get(options: &[&str], url: &str) -> Ran {
    napkin_with(&[&["get", "--policy", "everything"], options, &[url]].concat(), "")
}

#[test]
fn get_sends_fields_and_bodies_that_are_asked_for() {
    let folder = empty_folder("get-data");
    fs::write(folder.join("order"), "beer=2\n").expect("a file");
    let file = format!("@{}", folder.join("order").display());
    let server = server("");
    let form = "content-type: application/x-www-form-urlencoded\r\n";
    let cases: &[(&[&str], i32, &[&str])] = &[
        (&["-H", "X-Menu: beer"], 0, &["GET / HTTP/1.1\r\n", "x-menu: beer\r\n"]),
        (&["-H", "Accept: a/b", "-H", "Accept:c/d"], 0, &["accept: a/b\r\naccept: c/d\r\n"]),
        (&["-A", "menu/1"], 0, &["user-agent: menu/1\r\n"]),
        (&["-X", "DELETE"], 0, &["DELETE / HTTP/1.1\r\n"]),
        (&["-X", "POST"], 0, &["POST / HTTP/1.1\r\n", "content-length: 0\r\n"]),
        (&["--data", "beer=1"], 0, &["POST / HTTP/1.1\r\n", form, "content-length: 6\r\n", "\r\n\r\nbeer=1"]),
        (
            &["--data", &file, "-X", "PUT", "-H", "Content-Type: a/b"],
            0,
            &["PUT /", "content-type: a/b\r\n", "beer=2\n"],
        ),
        (&["--limit-rate", "1M"], 0, &["GET / HTTP/1.1\r\n"]),
        (
            &["-H", "Host: x"],
            2,
            &["--header: expected a field that may be set, but found host, which napkin writes itself"],
        ),
        (&["-H", "Content-Length: 9"], 2, &["but found content-length"]),
        (&["-H", "a b: c"], 2, &["--header: expected the name of a header field, but found `a b`"]),
        (&["-H", "a:b\nc:d"], 2, &["expected a value of the field a, but found a control character"]),
        (&["-H", "menu"], 2, &["--header: expected NAME:VALUE, but found no colon"]),
        (&["-X", "BREW"], 2, &["expected GET, POST, PUT"]),
        (&["--data", "@missing"], 2, &["missing: "]),
        (&["--data", "x", "--head"], 2, &["cannot be used with"]),
        (&["--limit-rate", "0"], 2, &["expected a number of bytes"]),
    ];
    for (options, status, expected) in cases {
        let ran = get(options, &server.url("/"));
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(ran.status, *status, "{options:?}: {said}");
        assert!(expected.iter().all(|part| said.contains(part)), "{options:?}: {said}");
    }
    for options in [["-H", "X: y"], ["--data", "x"]] {
        let ran = get(&options, "data:,beer");
        assert!(ran.status == 2 && ran.err.contains("operation-not-offered"), "{}", ran.err);
    }
}

/// RFC 9110 section 15.4, and the Fetch Standard's HTTP-redirect fetch.
#[test]
fn get_keeps_fields_and_bodies_at_their_origin() {
    let other = server("");
    let server = server(&other.url(""));
    let field = ["-H", "Authorization: Bearer secret", "-A", "menu/1"];
    let ran = get(&field, &server.url("/here/302"));
    assert!(ran.status == 0 && ran.out.contains("authorization: Bearer secret\r\n"), "{}", ran.out);
    let ran = get(&field, &server.url("/away/302"));
    assert!(
        ran.status == 0 && !ran.out.contains("secret") && ran.out.contains("user-agent: menu/1\r\n"),
        "{}",
        ran.out
    );
    // A list: the fields belong to the server of the first URL.
    let urls = [server.url("/first"), other.url("/second")];
    let ran = napkin_with(&[&["get", "--policy", "everything"], &field[..], &[&urls[0], &urls[1]]].concat(), "");
    let (first, second) = ran.out.split_once("GET /second").expect("both");
    assert!(first.contains("secret") && !second.contains("secret"), "{}", ran.out);
    // (path, method, options, exit status, the beginning of the last request or the rule)
    let cases: &[(&str, &[&str], i32, &str)] = &[
        ("/here/302", &["--data", "beer"], 0, "GET /end"),
        ("/here/303", &["--data", "beer", "-X", "PUT"], 0, "GET /end"),
        ("/here/302", &["--data", "beer", "-X", "PUT"], 0, "PUT /end"),
        ("/here/307", &["--data", "beer"], 0, "POST /end"),
        ("/away/303", &["--data", "beer"], 0, "GET /end"),
        ("/away/307", &["--data", "beer"], 1, "redirect-operation"),
        ("/away/308", &["-X", "DELETE"], 1, "redirect-operation"),
    ];
    for (path, options, status, expected) in cases {
        let ran = get(options, &server.url(path));
        let said = format!("{}{}", ran.out, ran.err);
        assert!(ran.status == *status && said.contains(expected), "{path} {options:?}: {said}");
        assert_eq!(
            ran.out.ends_with("\r\n\r\nbeer"),
            ran.status == 0 && !expected.starts_with("GET"),
            "{path}: {said}"
        );
    }
}

/// The server refuses the first two requests of a run, and says when to ask again.
#[test]
fn get_repeats_requests_that_may_succeed_later() {
    let past = "Sun, 06 Nov 1994 08:49:37 GMT";
    // (Retry-After, status, options, requests, exit status)
    let cases: &[(&str, u16, &[&str], usize, i32)] = &[
        ("0", 503, &["--retry", "2"], 3, 0),
        (past, 429, &["--retry", "5"], 3, 0),
        ("0", 503, &["--retry", "1"], 2, 1),
        ("0", 503, &[], 1, 1),
        ("0", 404, &["--retry", "5"], 1, 1),
        ("601", 503, &["--retry", "5"], 1, 1),
        ("9", 503, &["--retry", "5", "--max-retry-delay", "8"], 1, 1),
        ("0", 503, &["--retry", "5", "--data", "x"], 1, 1),
    ];
    for (wait, refusal, options, requests, status) in cases {
        let (wait, refusal) = ((*wait).to_owned(), *refusal);
        let count = std::sync::atomic::AtomicUsize::new(0);
        let server = Server::new(move |_| {
            let is_refused = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) < 2;
            let answer = if is_refused { format!("{refusal} No\r\nRetry-After: {wait}") } else { "200 OK".to_owned() };
            format!("HTTP/1.1 {answer}\r\nContent-Length: 4\r\n\r\nbeer").into_bytes()
        });
        let ran = get(options, &server.url("/"));
        assert_eq!((server.heads().len(), ran.status), (*requests, *status), "{options:?}: {}", ran.err);
        assert_eq!(ran.out, if *status == 0 { "beer" } else { "" });
        let notes = ran.err.matches("; the next attempt is in 0 s\n").count();
        assert_eq!(notes, requests - 1, "{}", ran.err);
    }
}

/// A body that breaks off is repeated to a file, which continues where it ended, but not to a stream.
#[test]
fn get_repeats_a_body_that_breaks_off() {
    let folder = empty_folder("get-retry");
    for (to, expected) in [(Some("menu"), "0123456789"), (None, "01234")] {
        let server = Server::new(|head| {
            let tag = "ETag: \"1\"\r\n\r\n";
            let first = head.contains("range: bytes=5-");
            let broken = format!("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n{tag}01234");
            let rest = format!("HTTP/1.1 206 OK\r\nContent-Length: 5\r\nContent-Range: bytes 5-9/10\r\n{tag}56789");
            if first { rest } else { broken }.into_bytes()
        });
        let url = server.url("/");
        let output = to.map_or(vec![], |to| vec!["-o", to]);
        let run = [&["get", "--policy", "everything", "--retry", "1", &url], &output[..]].concat();
        let ran = napkin_in(&folder, &run, b"");
        let got = to.map_or_else(|| out(&ran), |to| fs::read_to_string(folder.join(to)).expect("a file"));
        assert_eq!(
            (got.as_str(), ran.status.code()),
            (expected, Some(if to.is_some() { 0 } else { 2 })),
            "{}",
            error(&ran)
        );
    }
}

fn saved(folder: &Path, options: &[&str], urls: &[String]) -> Output {
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    napkin_in(folder, &[&["get", "--policy", "everything", "-j", "1"], options, &urls[..]].concat(), b"")
}

#[test]
fn get_names_files_as_servers_do() {
    let folder = empty_folder("get-names");
    let server = server("");
    let paths = ["/name/menu.pdf", "/menu.pdf?x", "/name/..%5C.bashrc", "/name/CON", "/a/b/", "/name/Menu.PDF"];
    let urls = paths.map(|path| server.url(path));
    let ran = saved(&folder, &["-O"], &urls);
    assert_eq!((ran.status.code(), error(&ran).as_str()), (Some(0), ""));
    let expected = ["./menu.pdf", "./menu-2.pdf", "./..%5C.bashrc", "./_CON", "./object.bin", "./Menu-3.PDF"];
    let files: Vec<String> =
        out(&ran).lines().map(|line| line.split('\t').next().expect("a file").to_owned()).collect();
    let expected = expected.map(|name| name.replace("./..%5C.bashrc", "./_.%5C.bashrc"));
    assert_eq!(files, expected);
    // Nothing is replaced without `--force`.
    let ran = saved(&folder, &["-O"], &urls[..1]);
    assert!(out(&ran).starts_with("./menu-4.pdf\t") || out(&ran).starts_with("./menu-3.pdf\t"), "{}", out(&ran));
    let count = names(&folder).len();
    let ran = saved(&folder, &["-O", "--force", "--to", "."], &urls[..1]);
    assert!(out(&ran).starts_with("./menu.pdf\t") && names(&folder).len() == count, "{}", out(&ran));
    assert!(names(&folder).iter().all(|name| !name.starts_with('.')), "{:?}", names(&folder));
    let ran = saved(&folder, &["-O", "-o", "x"], &urls[..1]);
    assert_eq!(ran.status.code(), Some(2), "{}", error(&ran));
}

/// Cookies are kept over redirects and over the URLs of a list; a host gets only its own.
#[test]
fn get_keeps_cookies_during_a_run() {
    let server = Server::new(|head| {
        let text = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{head}", head.len());
        match head.split(' ').nth(1) {
            Some("/login") => "HTTP/1.1 302 Found\r\nLocation: /in\r\nSet-Cookie: id=7; HttpOnly\r\nSet-Cookie: x=1; Domain=example\r\n\
                               Content-Length: 0\r\n\r\n".to_owned(),
            _ => text,
        }
        .into_bytes()
    });
    let other = server.url("/other").replace("127.0.0.1", "localhost");
    let list = format!("{}\n{}\n{other}\n", server.url("/login"), server.url("/again"));
    let run = |options: &[&str]| napkin_with(&[&["get", "--policy", "everything"], options].concat(), &list);
    let ran = run(&["--cookies"]);
    let has_cookie: Vec<bool> = server.heads().iter().map(|head| head.contains("\r\ncookie: id=7\r\n")).collect();
    assert_eq!((has_cookie, ran.status), (vec![false, true, true, false], 0), "{}{}", ran.out, ran.err);
    let ran = run(&[]);
    assert!(ran.status == 0 && !ran.out.contains("cookie:"), "{}", ran.out);
}
