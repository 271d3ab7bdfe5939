//! Malicious requests to the gateway, and malicious servers behind it.
#![cfg(all(feature = "serve", unix))]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use crate::common::eventually;
use crate::common::http::real;
use crate::common::markup::{assert_inert, payloads};
use crate::common::server::{Answer, Server, encoded, rest};

const HTML: (&str, &str) = ("Accept", "text/html");

/// Starts a server whose answer depends on the first line of the request. Returns its port, and the heads that it has
/// seen.
fn lying(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> (u16, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let told = Arc::clone(&seen);
    let port = real::serve(move |mut stream: TcpStream| {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut line = String::new();
        let _ = reader.read_line(&mut line);
        let first = line.trim_end().to_owned();
        while line.trim_end().contains("HTTP/1.1") || (!line.trim_end().is_empty() && first.contains("HTTP/1.1")) {
            told.lock().unwrap().push(line.trim_end().to_owned());
            line.clear();
            let _ = reader.read_line(&mut line);
        }
        let _ = stream.write_all(&answer(&first));
    });
    (port, seen)
}

fn admitting(port: u16, more: &[&str]) -> Server {
    let port = port.to_string();
    let schemes = ["ftp", "gopher", "nntp", "tftp"].map(|scheme| ["--allow-scheme", scheme]).concat();
    Server::start(&[&["--allow-host", "127.0.0.1", "--allow-port", &port][..], &schemes, more].concat())
}

/// A target and fields; the expected status and rule.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], u16, &'a str);

#[test]
fn other_names_and_pages_do_not_use_it() {
    let server = Server::start(&[]);
    let port = server.address.port();
    let evil = format!("evil.example:{port}");
    let own = format!("http://{}/get/data:,x", server.address);
    let refers = format!("http://{}/", server.address);
    let cases: [Case<'_>; 20] = [
        // DNS rebinding: a page under its own name, which now resolves to this server.
        ("/get/data:,x", &[("Host", &evil)], 421, "host-not-allowed"),
        ("/get?url=data:,x", &[("Host", "evil.example")], 421, "host-not-allowed"),
        (&own, &[("Host", &evil)], 421, "host-not-allowed"),
        ("/trail?url=data:,x", &[("Host", &evil)], 421, "host-not-allowed"),
        (&own, &[], 200, ""),
        // Requests of pages of other origins.
        ("/get/data:,x", &[("Origin", "http://evil.example")], 403, "origin-not-allowed"),
        ("/get/data:,x", &[("Origin", "null")], 403, "origin-not-allowed"),
        ("/get/data:,x", &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "image")], 403, "origin-not-allowed"),
        ("/get/data:,x", &[("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Dest", "script")], 403, "origin-not-allowed"),
        ("/get/data:,x", &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "iframe")], 403, "origin-not-allowed"),
        (
            "/get/data:,x",
            &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")],
            403,
            "origin-not-allowed",
        ),
        (
            "/trail?url=data:,x",
            &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")],
            403,
            "origin-not-allowed",
        ),
        ("/get/data:,x", &[("Referer", "http://evil.example/")], 403, "origin-not-allowed"),
        ("/get/data:,x", &[("Referer", "nonsense")], 403, "origin-not-allowed"),
        ("/trail?url=data:,x", &[("Referer", "http://evil.example/")], 403, "origin-not-allowed"),
        (
            "/get/data:,x",
            &[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")],
            403,
            "origin-not-allowed",
        ),
        ("/get/data:,x", &[("Referer", &refers)], 200, ""),
        (
            "/get/~0123456789abcdef/data:,x",
            &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "image")],
            403,
            "origin-not-allowed",
        ),
        (
            "/get/data:,x",
            &[("Service-Worker", "script"), ("Sec-Fetch-Site", "same-origin")],
            403,
            "service-worker-refused",
        ),
        ("/get/data:,x", &[("Host", "127.0.0.1"), ("Host", "127.0.0.1")], 400, "host-missing"),
    ];
    for (target, fields, status, rule) in cases {
        let answer = server.request("GET", target, fields, b"");
        assert_eq!(answer.status, status, "{target} {fields:?}: {}", answer.body);
        if status != 200 {
            assert_eq!(answer.rule(), rule, "{target} {fields:?}");
        }
        assert_eq!(answer.field("access-control-allow-origin"), None);
    }
    // A user who follows a link of another page must confirm on a page of ours.
    let followed =
        [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), HTML];
    let asked = server.request("GET", "/get/data:,x", &followed, b"");
    assert!(asked.body.contains("<a class=\"go\" href=\"/get/data:,x\">Retrieve it</a>"), "{}", asked.body);
    // A form of another page, whose body looks like a request to a proxy.
    let inner = "GET data:,smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    let fields = [("Origin", "http://evil.example"), ("Content-Type", "text/plain")];
    let answer = server.request("POST", "/get/data:,x", &fields, inner.as_bytes());
    assert!(answer.status >= 400 && !answer.body.contains("smuggled"), "{}", answer.body);
}

#[test]
fn tunnels_are_refused() {
    let server = Server::start(&["--policy", "everything"]);
    for target in ["pub.example:443", "127.0.0.1:22", "[::1]:22"] {
        let sent = format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\nConnection: close\r\n\r\n");
        let answer = server.exchange(sent.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 501 ") && answer.contains("tunnel-refused"), "{answer}");
    }
}

/// A request whose end two programs could see at different places is refused, or is the last of its connection.
#[test]
fn gateway_smuggles_no_request() {
    let (port, seen) = lying(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbeer".to_vec());
    let server = admitting(port, &["--header-timeout", "2"]);
    let host = format!("Host: {}\r\n", server.address);
    let second = format!("GET http://127.0.0.1:{port}/second HTTP/1.1\r\n{host}\r\n");
    let first = format!("GET http://127.0.0.1:{port}/first HTTP/1.1\r\n{host}");
    let cases = [
        (format!("{first}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{second}"), &["400"][..]),
        (format!("{first}Content-Length: 5\r\nContent-Length: 6\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{first}Content-Length: +5\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{first}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{first}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{first}Content-Length: {}\r\n\r\n{second}", second.len()), &["400"]),
        (format!("{first}Content-Length: 3\r\n\r\nabc{second}"), &["400"]),
        (format!("GET http://127.0.0.1:{port}/first\r /x HTTP/1.1\r\n{host}\r\n{second}"), &["400"]),
        (format!("GET http://127.0.0.1:{port}/first /x HTTP/1.1\r\n{host}\r\n{second}"), &["400"]),
        (format!("GET data:,first HTTP/1.1\r\n{host}\r\n{second}"), &["200"]),
        (format!("GET data:,first HTTP/1.1\r\n{host}\r\nGET data:,second HTTP/1.1\r\n{host}\r\n"), &["200"]),
        (format!("GET data:,fi rst HTTP/1.1\r\n{host}\r\n{second}"), &["400"]),
        (format!("GET data:,first\r\n{host}\r\n{second}"), &["400"]),
    ];
    for (sent, statuses) in cases {
        let answered = server.exchange(sent.as_bytes());
        assert!(statuses.contains(&answered.split(' ').nth(1).unwrap_or("")), "{sent:?}: {answered}");
        assert!(answered.matches("HTTP/1.1 ").count() <= 1, "{sent:?}: {answered}");
    }
    assert!(!seen.lock().unwrap().iter().any(|line| line.contains("second")), "{:?}", seen.lock().unwrap());
    // A path that looks like the target of a proxy request is a path.
    assert_eq!(server.get("/data:,x").status, 404);
}

/// Line ends in URLs stay escaped or are refused; a URL cannot add a line to a request.
#[test]
fn no_line_is_made_of_a_url() {
    let (port, seen) = lying(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbeer".to_vec());
    let server = admitting(port, &[]);
    for end in ["%0d%0a", "%0a", "%0D", "%00", "%E5%98%8A%E5%98%8D"] {
        for path in [format!("/a{end}X-Evil:%201"), format!("/?a{end}X-Evil:%201"), format!("/{end}{end}GET%20/")] {
            let by_link = format!("/get?url={}", encoded(&format!("http://127.0.0.1:{port}{path}")));
            for target in
                [by_link, format!("http://127.0.0.1:{port}{path}"), format!("/get/http://127.0.0.1:{port}{path}")]
            {
                let answer = server.get(&target);
                assert!(answer.field("x-evil").is_none(), "{target}");
            }
        }
        // These octets are not a line end in UTF-8, though some programs treat them as one.
        for scheme in ["ftp", "gopher", "nntp", "tftp"].into_iter().filter(|_| !end.starts_with("%E5")) {
            let url = format!("{scheme}://127.0.0.1:{port}/0a{end}QUIT");
            let answer = server.get(&format!("/get?url={}", encoded(&url)));
            assert_eq!(answer.status, 403, "{url}: {}", answer.body);
        }
        // Raw line ends, in a parameter.
        let raw = encoded(&format!("http://127.0.0.1:{port}/a\r\nX-Evil: 1"));
        assert_eq!(server.get(&format!("/get?url={raw}")).status, 403, "{end}");
    }
    let lines = seen.lock().unwrap();
    assert!(lines.iter().all(|line| !line.to_ascii_lowercase().starts_with("x-evil")), "{lines:?}");
    assert!(lines.len() > 20, "the server was asked");
}

/// Hop-by-hop fields and cookies of a server are not passed to the client, nor those of a client to the server.
#[test]
fn fields_of_a_connection_stay_there() {
    let (port, seen) = lying(|_| {
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close, X-Hop\r\nX-Hop: evil\r\nKeep-Alive: timeout=9\r\n\
          Set-Cookie: a=evil\r\nProxy-Authenticate: evil\r\nTrailer: evil\r\nUpgrade: evil\r\nAlt-Svc: evil\r\nRefresh: 0;evil\r\n\
          Access-Control-Allow-Origin: *\r\nService-Worker-Allowed: /evil\r\nClear-Site-Data: \"evil\"\r\nServer: evil\r\n\
          Napkin-Rule: evil\r\nContent-Type: text/plain\r\n\r\nbeer"
            .to_vec()
    });
    let server = admitting(port, &[]);
    for target in [format!("http://127.0.0.1:{port}/"), format!("/get/http://127.0.0.1:{port}/")] {
        let fields = [
            ("Cookie", "a=secret"),
            ("X-Forwarded-For", "secret"),
            ("Proxy-Connection", "secret"),
            ("TE", "secret"),
            ("X-Api-Key", "secret"),
            ("Proxy-Authorization", "Basic c2VjcmV0OnNlY3JldA=="),
        ];
        let answer = server.request("GET", &target, &fields, b"");
        assert_eq!((answer.status, &*answer.body), (200, "beer"), "{target}");
        assert!(answer.fields.iter().all(|(_, value)| !value.contains("evil")), "{:?}", answer.fields);
        assert_eq!(answer.field("access-control-allow-origin"), None);
    }
    let lines = seen.lock().unwrap().join("\n");
    assert!(!lines.contains("secret") && !lines.contains("c2VjcmV0"), "{lines}");
}

/// Puts active markup in every place of every page of ours, and in pages of servers, whose sandbox has no permissions.
#[test]
fn nothing_of_a_server_or_a_url_is_markup() {
    let payloads = payloads();
    let own = payloads.clone();
    // Each request selects a payload by its number, and the place for it.
    let (port, _) = lying(move |line| {
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        let payload = &own[digits.trim_end_matches("11").parse::<usize>().unwrap_or(0) % own.len()];
        if line.starts_with("GET ") {
            return format!("HTTP/1.1 404 {payload}\r\nContent-Length: 0\r\nContent-Type: {payload}\r\n\r\n").into();
        }
        format!(
            "i{payload}\t\tnull\t1\r\n0{payload}\t{payload}\tpub.example\t70\r\n1x\tx\t{payload}\t70\r\n\
             hx\tURL:{payload}\tpub.example\t70\r\n7{payload}\t/{payload}\tpub.example\t70\r\n{payload}\r\n.\r\n"
        )
        .into()
    });
    let server = admitting(port, &[]);
    let mut asked = 0;
    for (number, payload) in payloads.iter().enumerate() {
        let text = encoded(payload);
        for target in [
            format!("/get?url={text}"),
            format!("/get/{text}"),
            format!("/get?url={}", encoded(&format!("mailto:{payload}"))),
            format!("/get?url={}", encoded(&format!("http://127.0.0.1/{payload}"))),
            format!("/get?url={}", encoded(&format!("http://{payload}/"))),
            format!("/get?url={}", encoded(&format!("{payload}:x"))),
            format!("/get?url=x&{text}={text}"),
            format!("/trail?url={text}"),
            format!("/trail?url={}", encoded(&format!("gopher://127.0.0.1/1{payload}"))),
            format!("/get/gopher://127.0.0.1:{port}/1{number}"),
            format!("/get?url={}", encoded(&format!("gopher://127.0.0.1:{port}/7{payload}"))),
            format!("/get/http://127.0.0.1:{port}/{number}"),
        ] {
            let answer = server.request("GET", &target, &[HTML], b"");
            is_inert(&answer, &target);
            let followed = [
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Mode", "navigate"),
                ("Sec-Fetch-Dest", "document"),
                HTML,
            ];
            is_inert(&server.request("GET", &target, &followed, b""), &target);
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked}");
}

/// Asserts that a response is sandboxed, or contains no markup of a payload.
#[track_caller]
fn is_inert(answer: &Answer, target: &str) {
    let policy = answer.field("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("allow-"), "{target}");
    if policy.starts_with("sandbox;") || answer.field("content-type") == Some("application/json") {
        return;
    }
    assert_inert(&answer.body, target);
}

#[test]
fn it_does_not_ask_itself() {
    let server = Server::start(&["--policy", "everything", "--allow-credentials"]);
    let port = server.address.port();
    for host in ["127.0.0.1", "[::1]", "localhost", "127.0.0.2", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "0.1.2.3"] {
        for target in [
            format!("/get/http://{host}:{port}/metrics"),
            format!("http://sam:secret@{host}:{port}/metrics"),
            format!("/get?url=gopher://{host}:{port}/1/metrics"),
        ] {
            let answer = server.get(&target);
            // A name without such an address is not found.
            assert!(matches!(answer.status, 403 | 502), "{target}: {} {}", answer.status, answer.body);
            assert!(!answer.body.contains("napkin_requests_total"), "{target}");
        }
    }
}

/// At an address that other machines can reach, the gateway is not an open relay.
#[test]
fn elsewhere_a_token_is_required() {
    let file = std::env::temp_dir().join(format!("napkin-gateway-token-{}", std::process::id()));
    fs::write(&file, "two-pints-of-bitter\n").expect("a file");
    let server = Server::start(&["--token-file", file.to_str().expect("a name")]);
    fs::remove_file(&file).expect("it is there");
    // The value with user and password is in base64, by coreutils.
    let (bearer, basic) = ("Bearer two-pints-of-bitter", "Basic c2FtOnR3by1waW50cy1vZi1iaXR0ZXI=");
    for (target, field, value, status) in [
        ("/get/data:,x", "X", "", 401),
        ("/get/data:,x", "Authorization", bearer, 200),
        ("/get/data:,x", "Proxy-Authorization", bearer, 401),
        ("data:,x", "X", "", 407),
        ("data:,x", "Authorization", bearer, 407),
        ("data:,x", "Proxy-Authorization", bearer, 200),
        ("data:,x", "Proxy-Authorization", basic, 200),
        ("data:,x", "Proxy-Authorization", "Basic c2FtOnR3by1waW50cw==", 407),
        ("http://127.0.0.1/", "X", "", 407),
        ("http://127.0.0.1/", "Proxy-Authorization", basic, 403),
    ] {
        let answer = server.request("GET", target, &[(field, value)], b"");
        assert_eq!(answer.status, status, "{target} {field}: {value}");
        assert_eq!(answer.field("proxy-authenticate").is_some(), status == 407, "{target}");
    }
}

#[test]
fn logs_and_counters_keep_secrets() {
    let mut server = Server::start(&["--log"]);
    server.get("/get/http://sam:xyzzy9@127.0.0.1/xyzzy9?xyzzy9");
    server.get("/get?url=data:,xyzzy9&search=xyzzy9");
    server.request("GET", "data:,xyzzy9", &[("Proxy-Authorization", "xyzzy9"), ("Authorization", "Basic xyzzy9")], b"");
    server.get("/get/xyzzy9:xyzzy9");
    let lines: Vec<serde_json::Value> =
        (0..4).map(|_| serde_json::from_str(&server.line()).expect("an object")).collect();
    let said: Vec<_> =
        lines.iter().map(|line| (line["route"].clone(), line["scheme"].clone(), line["status"].clone())).collect();
    let row = |route: &str, scheme: Option<&str>, status: u16| (route.into(), scheme.into(), status.into());
    let expected = [
        row("/get", Some("http"), 403),
        row("/get", Some("data"), 200),
        row("proxy", Some("data"), 200),
        row("/get", None, 501),
    ];
    assert_eq!(said, expected);
    assert!(lines.iter().all(|line| !line.to_string().contains("xyzzy9")), "{lines:?}");
    let counted = server.get("/metrics").body;
    assert!(counted.contains("napkin_requests_total{route=\"proxy\",status=\"2xx\"} 1\n"), "{counted}");
    assert!(counted.contains("napkin_retrievals_refused_total 2\n") && !counted.contains("xyzzy9"), "{counted}");
    assert_eq!(server.end("-TERM"), Some(0));
}

/// An endless response, or a client that does not read, cannot hold memory or a retrieval slot forever.
#[test]
fn retrievals_that_take_too_long_are_ended() {
    let port = real::serve(|mut stream: TcpStream| {
        std::thread::spawn(move || {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let is_silent = request.starts_with(b"GET /silent");
            if !is_silent && stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: x/y\r\n\r\n").is_ok() {
                while stream.write_all(&[b'x'; 65536]).is_ok() {}
            }
            let _ = stream.read(&mut request);
        });
    });
    let options =
        ["--first-byte-timeout", "1", "--write-timeout", "1", "--max-retrievals", "1", "--max-bytes", "1000000000"];
    let server = admitting(port, &options);
    let silent = server.get(&format!("/get/http://127.0.0.1:{port}/silent"));
    assert_eq!((silent.status, &*silent.rule()), (504, "first-byte-timeout"));
    let mut stream = server.connect();
    let head = format!("GET /get/http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(head.as_bytes()).expect("sent");
    // The only slot is in use until the client is cut off.
    assert!(eventually(|| server.get("/get/data:,x").status == 200), "the place is still taken");
    let answered = rest(stream);
    assert!(answered.len() < 100_000_000, "{} bytes", answered.len());
}
