//! Tests the server's limits on size, time and connections, and its shutdown.
#![cfg(feature = "serve")]

use std::io::{Read, Write};

use crate::common::server::{Server, rest};
use crate::common::{command, eventually};

#[test]
fn limits_are_kept() {
    let limits = ["--max-body", "1000", "--max-answer", "2000", "--max-header", "8192", "--body-timeout", "1"];
    let server = Server::start(&[&limits[..], &["--header-timeout", "1", "--max-connections", "3"]].concat());
    let body = "x".repeat(1001);
    let answer = server.post("/api/links", "text/html", &body);
    assert_eq!((answer.status, &*answer.rule()), (413, "body-too-long"));
    let host = format!("Host: {}\r\n", server.address);
    let chunked =
        format!("POST /api/links HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n3e9\r\n{body}\r\n0\r\n\r\n");
    assert!(server.exchange(chunked.as_bytes()).starts_with("HTTP/1.1 413 "));
    let answer = server.post("/api/links", "text/html", &"<a href=x>".repeat(90));
    assert_eq!((answer.status, &*answer.rule()), (413, "answer-too-long"));
    let answer = server.get("/api/rules");
    assert_eq!((answer.status, &*answer.rule()), (413, "answer-too-long"));
    // A URL with a finding per segment: the limit applies to each record, also in a small request.
    let answer = server.get(&format!("/api/audit?url=http://a.b/{}", "..%5C".repeat(100)));
    assert_eq!((answer.status, &*answer.rule()), (413, "answer-too-long"));
    let long = format!("GET /api/parse?url={} HTTP/1.1\r\n{host}\r\n", "x".repeat(9000));
    assert!(server.exchange(long.as_bytes()).starts_with("HTTP/1.1 431 "));
    let many = format!("GET / HTTP/1.1\r\n{host}{}\r\n", "X: y\r\n".repeat(200));
    assert!(server.exchange(many.as_bytes()).starts_with("HTTP/1.1 431 "));
    // A body that is never sent in full.
    let slow = format!("POST /api/links HTTP/1.1\r\n{host}Content-Length: 10\r\n\r\n<a");
    let mut stream = server.connect();
    stream.write_all(slow.as_bytes()).expect("sent");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    // An unfinished header, and an empty request: the server closes.
    for sent in [&b"GET / HTTP/1.1\r\nX"[..], b""] {
        let mut stream = server.connect();
        stream.write_all(sent).expect("sent");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 2"));
    }
    assert_eq!(server.get("/metrics").status, 200);
}

/// Each connection beyond the limit is answered, whether or not it has sent a request, and none waits for a free slot.
#[test]
fn connections_beyond_the_limit_are_turned_away() {
    const LIMIT: usize = 20;
    const BEYOND: usize = 400;
    let server = Server::start(&["--max-connections", &LIMIT.to_string(), "--header-timeout", "600"]);
    let open: Vec<_> = (0..LIMIT).map(|_| server.connect()).collect();
    // Connections are accepted in order, so the earlier ones have been accepted.
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let beyond: Vec<_> = (0..BEYOND)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                // The server may have closed it already.
                let _ = stream.write_all(request.as_bytes());
            }
            stream
        })
        .collect();
    for (number, stream) in beyond.into_iter().enumerate() {
        let answer = rest(stream);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{number}: {answer}"));
        assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("\r\nretry-after: 1\r\n"), "{number}: {answer}");
        assert_eq!(body, "", "{number}");
    }
    drop(open);
    let mut counted =
        (0..1000).map(|_| server.request("GET", "/metrics", &[], b"")).find(|answer| answer.status == 200);
    let counted = counted.take().expect("there is room again").body;
    let turned_away = counted.lines().find_map(|line| line.strip_prefix("napkin_connections_turned_away_total "));
    let turned_away: usize = turned_away.and_then(|count| count.parse().ok()).expect("a count");
    assert!(turned_away >= BEYOND, "{turned_away}");
}

/// A request in progress is answered; an idle connection is closed.
#[test]
fn it_ends_when_it_is_told_to() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start(&[]);
        let idle = server.connect();
        let mut stream = server.connect();
        let host = server.address;
        let head = format!(
            "POST /api/parse HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("sent");
        // The request has begun once the server asks for its body.
        let mut interim = [0; 25];
        stream.read_exact(&mut interim).expect("an interim answer");
        assert!(interim.starts_with(b"HTTP/1.1 100 Continue"));
        server.signal(signal);
        assert_eq!(rest(idle), "");
        stream.write_all(b"url=x").expect("sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert_eq!(server.end(signal), Some(0));
    }
}

/// A client that has read the address may send a signal at once. Here the server cannot print the address yet, because
/// nobody reads its output.
#[test]
#[cfg(target_os = "linux")]
fn signals_are_handled_before_the_address_is_printed() {
    const FULL: usize = 64 << 10;
    const HANDLED: u64 = 1 << (2 - 1) | 1 << (15 - 1);
    let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(&[b'x'; FULL]).expect("as much as a pipe holds");
    let mut child = command(&["serve", "--listen", "127.0.0.1:0"]).stderr(writer).spawn().expect("it starts");
    let handled = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("its signals");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & HANDLED == HANDLED
    };
    let is_ready = eventually(handled);
    let sent = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let mut said = Vec::new();
    let _ = reader.read_to_end(&mut said);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(is_ready && said[FULL..].starts_with(b"listening on http://127.0.0.1:"));
}

/// A connection that the system accepted before the signal is answered, whether the server had seen it or not.
#[test]
#[cfg(unix)]
fn connections_before_the_end_are_answered() {
    let mut server = Server::start(&[]);
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    server.signal("-STOP");
    let waiting: Vec<_> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).expect("sent");
            stream
        })
        .collect();
    server.signal("-TERM");
    server.signal("-CONT");
    for mut stream in waiting {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn an_address_in_use_is_trouble() {
    let server = Server::start(&[]);
    let address = server.address.to_string();
    let ran = command(&["serve", "--listen", &address]).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), format!("error: --listen {address}: address already in use\n"));
}

/// Thirty megabytes of responses are more than the system buffers for a client that reads none of them.
#[test]
fn a_client_that_does_not_read_is_cut_off() {
    let server = Server::start(&["--write-timeout", "1"]);
    let mut stream = server.connect();
    let request = format!("GET /api/rules HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.repeat(500).as_bytes()).expect("sent");
    let is_alone = || server.get("/metrics").body.contains("napkin_connections_open 1\n");
    assert!(eventually(is_alone), "the connection is still open");
}
