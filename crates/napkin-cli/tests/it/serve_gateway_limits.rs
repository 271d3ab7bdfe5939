//! Reaches every limit of the gateway, and the server's limits on large and slow requests: each has its status and its
//! rule.
#![cfg(all(feature = "serve", unix))]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::common::eventually;
use crate::common::http::real;
use crate::common::server::{Server, encoded};

/// 1,000 times `x`, by `printf 'x%.0s' $(seq 1000) | gzip -9n`.
const PACKED: [u8; 29] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0xa8, 0x18, 0x05, 0xa3, 0x60, 0x14, 0x0c, 0x77,
    0x00, 0x00, 0xe6, 0xc9, 0x41, 0x3b, 0xe8, 0x03, 0x00, 0x00,
];

/// Answers by the path. A silent answer signals `told` and waits until the other side closes.
fn answer(mut stream: TcpStream, told: &Sender<()>) {
    let mut request = [0; 4096];
    let length = stream.read(&mut request).unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    // A request that begins with TLS gets no answer.
    let path = request.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()).unwrap_or("/silent");
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
    let page = format!("{head}Content-Type: text/html\r\n");
    let sent: Vec<u8> = match path {
        "/long" => format!("{page}Content-Length: 1000\r\n\r\n{}", "x".repeat(1000)).into(),
        "/unsaid" => format!("{page}\r\n{}", "x".repeat(1000)).into(),
        "/packed" => [format!("{page}Content-Encoding: gzip\r\n\r\n").as_bytes(), &PACKED].concat(),
        "/fields" => format!("{head}X: {}\r\n\r\n", "x".repeat(20_000)).into(),
        "/round" => b"HTTP/1.1 302 Found\r\nLocation: /round\r\nContent-Length: 0\r\n\r\n".to_vec(),
        "/fresh" => {
            let _ = told.send(());
            format!("{head}Cache-Control: max-age=600\r\nContent-Length: 5\r\n\r\nfresh").into()
        }
        "/stops" => format!("{page}\r\n<p>one").into(),
        _ => Vec::new(),
    };
    let _ = stream.write_all(&sent);
    if matches!(path, "/stops" | "/silent") {
        let _ = told.send(());
        let _ = stream.read(&mut [0; 1]);
    }
}

/// Starts such a server. Returns its port, and the receiver of its signals.
fn slow() -> (u16, Receiver<()>) {
    let (told, silent) = channel();
    let port = real::serve(move |stream| {
        let told = told.clone();
        std::thread::spawn(move || answer(stream, &told));
    });
    (port, silent)
}

fn admitting(port: u16, more: &[&str]) -> Server {
    let port = port.to_string();
    Server::start(&[&["--allow-host", "127.0.0.1", "--allow-port", &port][..], more].concat())
}

#[test]
fn of_one_retrieval() {
    let (port, _silent) = slow();
    // (option, value, scheme and path, status, rule)
    for (option, value, scheme, path, status, rule) in [
        ("--max-bytes", "999", "http", "/long", 502, "body-too-large"),
        ("--max-bytes", "999", "http", "/unsaid", 502, "body-too-large"),
        ("--max-bytes", "1000", "http", "/unsaid", 200, ""),
        ("--max-decoded", "999", "http", "/packed", 502, "decoded-too-large"),
        ("--max-decoded", "1000", "http", "/packed", 200, ""),
        ("--max-fields", "8192", "http", "/fields", 502, "fields-too-large"),
        ("--max-redirects", "3", "http", "/round", 502, "too-many-redirects"),
        // The server accepts the connection, but does not answer the TLS handshake.
        ("--connect-timeout", "0.3", "https", "/silent", 504, "connect-timeout"),
        ("--first-byte-timeout", "0.3", "http", "/silent", 504, "first-byte-timeout"),
        ("--read-timeout", "0.3", "http", "/stops", 504, "read-timeout"),
        ("--timeout", "0.3", "http", "/silent", 504, "total-timeout"),
        ("--timeout", "0.3", "http", "/stops", 504, "total-timeout"),
        // A document is read to its end before the first byte of the rewritten one is sent.
        ("--answer-timeout", "1", "http", "/stops", 504, "document-too-slow"),
    ] {
        let server = admitting(port, &[option, value]);
        let answer = server.get(&format!("/get/{scheme}://127.0.0.1:{port}{path}"));
        assert_eq!(answer.status, status, "{option} {path}: {}", answer.body);
        assert_eq!(answer.field("napkin-rule").unwrap_or_default(), rule, "{option} {path}: {}", answer.body);
    }
    // Above `--max-document`, links are not rewritten.
    let page = format!("data:text/html,<img src='http://pub.example/i'>{}", "x".repeat(1000));
    for (limit, is_rewritten) in [("100", false), ("2000", true)] {
        let page = Server::start(&["--max-document", limit]).get(&format!("/get?url={}", encoded(&page))).body;
        assert_eq!(page.contains("/get/~"), is_rewritten, "{limit}: {page}");
    }
}

#[test]
fn of_the_cache() {
    let (port, asked) = slow();
    for (limit, expected) in [("1000000", 1), ("0", 3)] {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().to_str().expect("a name");
        let server = admitting(port, &["--cache", at, "--max-cache", limit]);
        let target = format!("/get/http://127.0.0.1:{port}/fresh");
        assert_eq!([(); 3].map(|()| server.get(&target).body), ["fresh"; 3], "{limit}");
        assert_eq!(asked.try_iter().count(), expected, "{limit}");
    }
}

/// A request beyond the limit gets an error, through a link or as a proxy; the retrieval in progress continues.
#[test]
fn of_retrievals_at_a_time() {
    let (port, silent) = slow();
    let server = admitting(port, &["--max-retrievals", "1", "--queue-timeout", "1"]);
    let mut held = server.connect();
    let head = format!("GET /get/http://127.0.0.1:{port}/silent HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    held.write_all(head.as_bytes()).expect("sent");
    silent.recv_timeout(Duration::from_secs(60)).expect("it is asked");
    for target in ["/get/data:,x", "data:,x", "/trail?url=data:,x"] {
        let answer = server.get(target);
        assert_eq!((answer.status, &*answer.rule()), (503, "too-many-retrievals"), "{target}");
    }
    // The limit does not apply to requests that retrieve nothing.
    assert_eq!(server.get("/api/parse?url=data:,x").status, 200);
    drop(held);
    assert!(eventually(|| server.get("/get/data:,x").status == 200), "the place is still taken");
}

#[test]
fn of_large_requests_at_a_time() {
    const LONG: usize = 100_000;
    let server = Server::start(&["--max-large", "1", "--queue-timeout", "0", "--body-timeout", "60"]);
    let mut held = server.connect();
    let head = format!(
        "POST /api/links?type=html HTTP/1.1\r\nHost: {}\r\nContent-Length: {LONG}\r\nContent-Type: text/html\r\n\
         Connection: close\r\nExpect: 100-continue\r\n\r\n",
        server.address
    );
    held.write_all(head.as_bytes()).expect("sent");
    // The server asks for the body once it has a free slot.
    let mut interim = [0; 25];
    held.read_exact(&mut interim).expect("an interim answer");
    assert!(interim.starts_with(b"HTTP/1.1 100 Continue"));
    let begun = Instant::now();
    for (target, media_type, body) in [
        ("/api/links", "text/html", "x".repeat(LONG)),
        ("/api/links", "text/html", "<a href=x>".to_owned()),
        ("/api/parse", "application/json", format!("{{\"url\":\"{}\"}}", "x".repeat(LONG))),
        ("/", "application/x-www-form-urlencoded", "url=x".to_owned()),
    ] {
        let answer = server.post(target, media_type, &body);
        assert_eq!((answer.status, &*answer.rule()), (503, "too-many-large"), "{target}: {}", answer.body);
    }
    // By default each of the four would have waited for five seconds.
    assert!(begun.elapsed() < Duration::from_secs(4 * 5), "{:?}", begun.elapsed());
    // A small request needs no such slot.
    assert_eq!(server.post("/api/parse", "application/json", "{\"url\":\"x\"}").status, 200);
    held.write_all("x".repeat(LONG).as_bytes()).expect("sent");
    let mut answer = String::new();
    let _ = held.read_to_string(&mut answer);
    assert!(answer.contains("HTTP/1.1 200 "), "{answer}");
    let is_free = || server.post("/api/links", "text/html", "<a href=x>").status == 200;
    assert!(eventually(is_free), "the place is still taken");
}

/// Work ends when the time for an answer is over.
#[test]
fn of_the_time_for_an_answer() {
    let server = Server::start(&["--answer-timeout", "0"]);
    let document = "<a href=x>".repeat(100_000);
    let answer = server.post("/api/links", "text/html", &document);
    assert_eq!((answer.status, &*answer.rule()), (503, "answer-too-late"));
    let list = format!("[{}\"x\"]", "\"http://pub.example/\",".repeat(50_000));
    let answer = server.post("/api/parse", "application/json", &format!("{{\"url\":{list}}}"));
    assert_eq!((answer.status, &*answer.rule()), (503, "answer-too-late"));
    assert_eq!(server.get("/metrics").status, 200);
}

/// Requests in progress when the server is told to end have `--grace` seconds, and no longer.
#[test]
fn of_the_time_for_an_end() {
    let mut server = Server::start(&["--grace", "1", "--body-timeout", "600"]);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/parse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\
         Expect: 100-continue\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).expect("an interim answer");
    assert_eq!(server.end("-TERM"), Some(0));
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert_eq!(answer, "", "it is cut off");
}
