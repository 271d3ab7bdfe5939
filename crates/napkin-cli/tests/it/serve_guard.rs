//! Access checks and malicious requests: other names and origins, malformed, endless, or full of markup.
#![cfg(feature = "serve")]

use std::fs;

use crate::common::markup::{assert_inert, payloads, values};
use crate::common::napkin;
use crate::common::server::{Answer, Server, encoded};

const PAGE: &str = "application/x-www-form-urlencoded";

/// The fields of a browser's form request; a refusal is a page too.
const FORM: [(&str, &str); 2] = [("Content-Type", PAGE), ("Accept", "text/html")];

/// A request with its method, target and fields; the expected status.
type Case<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], u16);

#[test]
fn only_its_own_names_and_pages_are_answered() {
    let server = Server::start(&["--own-host", "napkin.pub.example"]);
    let port = server.address.port();
    let own = format!("127.0.0.1:{port}");
    let local = format!("localhost:{port}");
    let origin = format!("http://{own}");
    let evil = format!("evil.example:{port}");
    // (method, target, fields, status)
    let cases: [Case<'_>; 26] = [
        ("GET", "/", &[("Host", &own)], 200),
        ("GET", "/", &[("Host", &local)], 200),
        ("GET", "/", &[("Host", "napkin.pub.example")], 200),
        ("GET", "/", &[("Host", "evil.example")], 421),
        ("GET", "/", &[("Host", &evil)], 421),
        ("GET", "/metrics", &[("Host", &evil)], 421),
        ("GET", "/api/parse?url=x", &[("Host", "localhost.evil.example")], 421),
        ("GET", "/", &[("Host", "")], 421),
        ("GET", "/", &[("Host", &own), ("Host", &own)], 400),
        ("GET", "/api/parse?url=x", &[("Origin", &origin)], 200),
        ("GET", "/api/parse?url=x", &[("Origin", "http://evil.example")], 403),
        ("GET", "/api/parse?url=x", &[("Origin", "null")], 403),
        ("GET", "/api/parse?url=x", &[("Origin", "http://127.0.0.1")], 403),
        ("GET", "/api/parse?url=x", &[("Host", &local), ("Origin", &origin)], 403),
        ("GET", "/api/parse?url=x", &[("Origin", &origin), ("Origin", "http://evil.example")], 403),
        ("GET", "/api/parse?url=x", &[("Sec-Fetch-Site", "same-origin")], 200),
        ("GET", "/api/parse?url=x", &[("Sec-Fetch-Site", "none")], 200),
        ("GET", "/api/parse?url=x", &[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], 403),
        ("GET", "/api/parse?url=x", &[("Sec-Fetch-Site", "SAME-ORIGIN")], 403),
        ("GET", "/api/parse?url=x", &[("Sec-Fetch-Site", "same-site")], 403),
        ("GET", "/api/parse?url=x", &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")], 403),
        (
            "GET",
            "/api/parse?url=x",
            &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")],
            403,
        ),
        (
            "GET",
            "/",
            &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")],
            200,
        ),
        (
            "GET",
            "/",
            &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")],
            403,
        ),
        ("POST", "/", &[("Origin", "http://evil.example"), ("Content-Type", PAGE)], 403),
        (
            "POST",
            "/",
            &[
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Mode", "navigate"),
                ("Sec-Fetch-Dest", "document"),
                ("Content-Type", PAGE),
            ],
            403,
        ),
    ];
    for (method, target, fields, status) in cases {
        let answer = server.request(method, target, fields, b"url=x");
        assert_eq!(answer.status, status, "{method} {target} {fields:?}: {}", answer.body);
    }
}

/// A link of another page may lead to our pages, which show only themselves, and not to the API or to an answer.
#[test]
fn links_of_other_pages_lead_to_pages_alone() {
    let server = Server::start(&[]);
    let followed = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")];
    for target in ["/", "/api", "/schemes", "/schemes/ftp", "/lint", "/rules", "/rules/port"] {
        assert_eq!(server.request("GET", target, &followed, b"").status, 200, "{target}");
    }
    let form = [&followed[..], &[("Content-Type", PAGE)]].concat();
    assert_eq!(server.request("POST", "/lint", &form, b"definition=x").status, 403);
    for target in ["/api/audit?url=x", "/api/schemes", "/api/scheme?name=ftp", "/schemesx", "/lintx"] {
        assert_eq!(server.request("GET", target, &followed, b"").status, 403, "{target}");
    }
}

#[test]
fn a_token_is_required_where_others_could_ask() {
    let ran = napkin("serve --listen 0.0.0.0:0", "");
    let why = "error: --listen 0.0.0.0:0: others could ask there, so that --token-file is required\n";
    assert_eq!((ran.status, &*ran.err), (2, why));
    let folder = std::env::temp_dir();
    let file = folder.join(format!("napkin-token-{}", std::process::id()));
    fs::write(&file, "short\n").expect("a file");
    let path = file.to_str().expect("a name");
    assert_eq!(napkin(&format!("serve --token-file {path}"), "").status, 2);
    fs::write(&file, "two-pints-of-bitter\n").expect("a file");
    let server = Server::start(&["--token-file", path]);
    fs::remove_file(&file).expect("it is there");
    // The last three are of user and password, in base64, by coreutils.
    let cases = [
        ("", 401),
        ("Bearer two-pints-of-bitter", 200),
        ("bearer  two-pints-of-bitter", 200),
        ("Bearer two-pints-of-bitte", 401),
        ("Bearer", 401),
        ("Digest two-pints-of-bitter", 401),
        ("Basic c2FtOnR3by1waW50cy1vZi1iaXR0ZXI=", 200),
        ("Basic OnR3by1waW50cy1vZi1iaXR0ZXI=", 200),
        ("Basic c2FtOnR3by1waW50cw==", 401),
        ("Basic !", 401),
    ];
    for (authorization, status) in cases {
        let fields: &[_] = if authorization.is_empty() { &[] } else { &[("Authorization", authorization)] };
        let answer = server.request("GET", "/api/parse?url=x", fields, b"");
        assert_eq!(answer.status, status, "{authorization}");
        assert_eq!(answer.field("www-authenticate").is_some(), status == 401, "{authorization}");
    }
}

/// Every response has the protective fields, also an error.
#[test]
fn every_answer_protects_itself() {
    let server = Server::start(&[]);
    for target in [
        "/", "/rules", "/rules/port", "/schemes", "/schemes/ftp", "/schemes/xyzzy", "/lint", "/api",
        "/api/parse?url=x", "/nonsense", "/metrics", "/get/x",
    ] {
        let answer = server.get(target);
        let field = |name| answer.field(name).unwrap_or_else(|| panic!("{target} has no {name}"));
        assert_eq!(field("x-content-type-options"), "nosniff");
        assert_eq!(field("referrer-policy"), "same-origin");
        assert_eq!(field("cross-origin-resource-policy"), "same-origin");
        assert_eq!(field("cache-control"), "no-store");
        let policy = field("content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
        assert_eq!(policy.matches("'self'").collect::<Vec<_>>(), ["'self'"], "{policy}");
        assert!(policy.contains("form-action 'self'"), "{policy}");
        // All policies of an answer apply together, so there must be only one.
        assert_eq!(answer.fields.iter().filter(|(name, _)| name == "content-security-policy").count(), 1, "{target}");
        let asked = match target {
            "/" => Some("/part"),
            "/lint" => Some("/lint"),
            _ => None,
        };
        let asked = asked.map(|path| format!("http://{}{path}", server.address));
        assert_eq!(policy.split_once("; connect-src ").map(|(_, url)| url), asked.as_deref(), "{target}");
        assert_eq!(answer.field("access-control-allow-origin"), None, "{target}");
        assert_eq!(answer.field("server"), None, "{target}");
    }
}

/// A request whose end two programs could see at different places is refused, or is the last of its connection.
#[test]
fn guard_lets_no_request_be_smuggled() {
    let server = Server::start(&["--header-timeout", "2", "--body-timeout", "2"]);
    let host = format!("Host: {}\r\n", server.address);
    let second = format!("GET /metrics HTTP/1.1\r\n{host}\r\n");
    let post = format!("POST /api/parse HTTP/1.1\r\n{host}Content-Type: {PAGE}\r\n");
    let chunked = "Transfer-Encoding: chunked\r\n";
    // (bytes, permitted statuses); the second request is never answered.
    let cases = [
        (format!("{post}Content-Length: 5\r\n{chunked}\r\n0\r\n\r\n{second}"), &["400"][..]),
        (format!("{post}{chunked}Content-Length: 5\r\n\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{post}Content-Length: 5, 6\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{post}Content-Length: +5\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{post}Content-Length: -5\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{post}Content-Length: 0x5\r\n\r\nurl=x{second}"), &["400"]),
        (format!("{post}Content-Length: 99999999999999999999999\r\n\r\n{second}"), &["400"]),
        (format!("{post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n{second}"), &["501"]),
        (format!("{post}{chunked}{chunked}\r\n0\r\n\r\n{second}"), &["501"]),
        (format!("{post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{second}"), &["501"]),
        (format!("{post} {chunked}\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}{chunked}\r\n0x5\r\nurl=x\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}{chunked}\r\n-5\r\nurl=x\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}{chunked}\r\nfffffffffffffffff\r\nurl=x\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}{chunked}\r\n5\r\nurl=xyz\r\n0\r\n\r\n{second}"), &["400"]),
        (format!("{post}{chunked}\r\n5\r\nurl=x\r\n0\r\n\r\n{second}"), &["200"]),
        (format!("GET / HTTP/1.1\r\n{host}X: a\0b\r\n\r\n{second}"), &["400"]),
        (format!("GET / HTTP/1.1\r\n{host}X: a\r\n b\r\n\r\n{second}"), &["400"]),
        (format!("GET / HTTP/1.1\r\n{host}X\r\n\r\n{second}"), &["400"]),
        (format!("GET /\r / HTTP/1.1\r\n{host}\r\n{second}"), &["400"]),
        (format!("GET / HTTP/1.1 \r\n{host}\r\n{second}"), &["400"]),
        (format!("GET  / HTTP/1.1\r\n{host}\r\n{second}"), &["400"]),
        (format!("GET / HTTP/3.1\r\n{host}\r\n{second}"), &["400", "505"]),
        (format!("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{second}"), &["400", "505", ""]),
        (format!("\x16\x03\x01\x02{second}"), &["400"]),
    ];
    for (sent, statuses) in cases {
        let answered = server.exchange(sent.as_bytes());
        let status = answered.split(' ').nth(1).unwrap_or("");
        assert!(statuses.contains(&status), "{sent:?}: {answered}");
        assert!(answered.matches("HTTP/1.1 ").count() <= 1, "{sent:?}: {answered}");
        assert!(!answered.contains("napkin_requests_total"), "{sent:?}: {answered}");
    }
    assert_eq!(server.get("/metrics").status, 200);
}

#[test]
fn no_field_of_an_answer_comes_from_a_request() {
    let server = Server::start(&[]);
    for text in ["\r\nX-Evil: 1", "\nX-Evil: 1", "%0d%0aX-Evil:%201", "\u{2028}X-Evil: 1"] {
        let text = encoded(text);
        for target in
            [format!("/rules/{text}"), format!("/{text}"), format!("/api/parse?url={text}"), format!("/api/{text}")]
        {
            let answer = server.get(&target);
            assert_eq!(answer.field("x-evil"), None, "{target}");
            assert!(answer.status < 500, "{target}");
        }
    }
}

/// Puts active markup in every field of both forms.
#[test]
fn nothing_that_is_asked_is_markup() {
    let server = Server::start(&[]);
    let mut asked = 0;
    for payload in &payloads() {
        let text = encoded(payload);
        let bodies = [
            format!("url={text}"),
            format!("url=x&base={text}"),
            format!("url=http://h/&other={text}"),
            format!("url=http://h/?{text}%23{text}&base={text}&other={text}&passwords=shown"),
            format!("url={}{text}", encoded("data:text/html,")),
            format!("url={}{text}", encoded("data:image/svg+xml,")),
            format!("url={}", encoded(&format!("data:{payload},x"))),
            format!("url=http://{text}:{text}%40h/"),
            format!("document={text}"),
            format!("document={}&at={text}&name={text}", encoded(&format!("<a href=\"{payload}\">"))),
            format!("document={}&type=html", encoded(&format!("<base href='{payload}'><a href='{payload}'>"))),
            format!(
                "document={}&type=css",
                encoded(&format!("@import \"{payload}\"; p {{ background: url('{payload}') }}"))
            ),
        ];
        for body in bodies {
            is_inert(&server.request("POST", "/", &FORM, body.as_bytes()), payload, &body);
            asked += 1;
        }
    }
    assert!(asked >= 300, "only {asked} pages");
}

/// Puts active markup in email, definitions, the registry, and the output of other readers.
#[test]
fn nothing_in_letters_and_definitions_is_markup() {
    let server = Server::start(&[]);
    let mut asked = 0;
    for payload in &payloads() {
        let text = encoded(payload);
        let definition = |toml: String| ("/lint", format!("definition={}", encoded(&toml)));
        // Without quotes in the payload, since they would end the TOML string and break the definition.
        let (single, quoted) = (payload.replace('\'', ""), payload.replace(['\\', '"'], ""));
        let message = format!(
            "From: {payload}\r\nSubject: {payload}\r\nContent-Location: {payload}\r\nContent-Type: multipart/related; \
             boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\nContent-Base: http://h/{payload}\r\n\r\n<a href=\"{payload}\">\r\n\
             --x\r\nContent-ID: <{payload}>\r\nContent-Type: text/plain; name=\"{payload}\"\r\n\r\nhttp://h/{payload}\r\n--x--\r\n"
        );
        let pages = [
            ("/lint", format!("definition={text}")),
            definition(format!(
                "[[scheme]]\nname = '{single}'\nexamples = ['{single}', 'x:{single}']\nreference = ['{single}']"
            )),
            definition(format!(
                "[[scheme]]\nname = \"{quoted}\"\nsecurity = \"{quoted}\"\n\"{quoted}\" = \"{quoted}\""
            )),
            definition(format!(
                "[[scheme]]\nname = 'x'\n[scheme.accepted]\nsecurity-stated = '{single}'\n'{single}' = '{single}'"
            )),
            ("/", format!("document={}&type=mail&name={text}", encoded(&message))),
            ("/", format!("document={}&type=mhtml&at={text}", encoded(&message))),
            ("/", format!("url=http://{text}@h/{text}&base=http://{text}:{text}%40h/{text}")),
            ("/", format!("url={text}&base=http://h/%5C{text}")),
        ];
        for (target, body) in &pages {
            is_inert(&server.request("POST", target, &FORM, body.as_bytes()), payload, body);
            asked += 1;
        }
        let form = [("Accept", "text/html")];
        for target in [
            format!("/schemes?q={text}"),
            format!("/schemes?status={text}"),
            format!("/schemes?{text}={text}"),
            format!("/schemes/{text}"),
            format!("/lint?template={text}"),
            format!("/rules/{text}"),
        ] {
            is_inert(&server.request("GET", &target, &form, b""), payload, &target);
            asked += 1;
        }
    }
    assert!(asked >= 500, "only {asked} pages");
}

/// Asserts that the response to `asked` contains no markup of a payload, and only local links.
#[track_caller]
fn is_inert(answer: &Answer, payload: &str, asked: &str) {
    assert!(matches!(answer.status, 200 | 400 | 404), "{payload}: {}", answer.status);
    assert_eq!(answer.field("content-type").map(|it| it.starts_with("text/html")), Some(true), "{payload}: {asked}");
    assert_inert(&answer.body, asked);
    for link in values(&answer.body, "href") {
        // Without a local link, the target is only named.
        assert!(link.starts_with(['/', '#']) || link == "data:,", "{payload}: {link:.60}");
    }
}

#[test]
fn passwords_are_masked() {
    let server = Server::start(&[]);
    let fields = [
        "url=http://sam:xyzzy9@h/%3Fa%23b&base=http://u:xyzzy9@h/&other=http://sam:xyzzy9@H/",
        "url=//sam:xyzzy9@h:8o/&base=http://u:xyzzy9@h/",
        "url=http:sam:xyzzy9@h",
        "url=x&base=http://u:xyzzy9@h/a/b",
        "document=%3Ca+href=http://u:xyzzy9@h/%3E%3Ca+href=//u:xyzzy9@h:8o%3E&at=http://u:xyzzy9@h/",
        // URLs in which other readers take the password for a host, a port or a path, and one that ends in it.
        "url=http://sam:xyzzy9%5C@evil.example/",
        "url=http://sam:%2578yzzy9@h/%5C..%5C@xyzzy8",
        "url=//sam:xyzzy9@127.1/&base=http://u:xyzzy9@h/",
        "document=Content-Base:+http://u:xyzzy9@h/%0D%0A%0D%0Ahttp://sam:xyzzy9@h:8o/%0D%0A&type=mail",
    ];
    for body in fields {
        let part = [("Content-Type", PAGE), ("Accept", "application/x-napkin-part")];
        let answer = server.request("POST", "/", &part, body.as_bytes());
        assert_eq!(answer.status, 200, "{body}");
        assert!(!answer.body.contains("xyzzy9"), "{body}: {}", answer.body);
    }
    let answer = server.request("POST", "/", &[("Content-Type", PAGE)], b"url=http://sam:xyzzy9@h/&passwords=shown");
    assert!(answer.body.contains("sam:xyzzy9@h"));
}

#[test]
fn logs_keep_secrets() {
    let mut server = Server::start(&["--log"]);
    server.get("/api/parse?url=http://sam:xyzzy9@h/?token=xyzzy9");
    server.request("XYZZY9", "/xyzzy9", &[("X", "xyzzy9"), ("Authorization", "Bearer xyzzy9")], b"");
    server.get("/rules/xyzzy9");
    let lines: Vec<serde_json::Value> =
        (0..3).map(|_| serde_json::from_str(&server.line()).expect("an object")).collect();
    let said: Vec<_> = lines.iter().map(|line| (line["route"].clone(), line["status"].clone())).collect();
    let expected = [("/api/parse", 200), ("other", 405), ("/rules/{rule}", 404)];
    assert_eq!(said, expected.map(|(route, status)| (route.into(), status.into())));
    assert!(lines.iter().all(|line| !line.to_string().to_lowercase().contains("xyzzy9")), "{lines:?}");
    let counted = server.get("/metrics").body;
    assert!(counted.contains("napkin_requests_total{route=\"/api/parse\",status=\"2xx\"} 1\n"), "{counted}");
    assert!(!counted.contains("xyzzy9"));
    assert_eq!(server.end("-TERM"), Some(0));
}

/// Checks the page with its style and its script.
#[test]
fn the_page_is_small_and_of_this_server_alone() {
    let server = Server::start(&[]);
    let page = server.get("/").body;
    assert!(page.len() < 50_000, "{} bytes", page.len());
    // The examples are values of buttons.
    let page = page.replace("value=\"http", "");
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("@import"), "{page}");
    assert!(!page.contains(" style=") && !page.contains(" onclick=") && !page.contains(" src="), "{page}");
}

/// HEAD has the same fields as GET, without the body.
#[test]
fn heads_have_no_body() {
    let server = Server::start(&[]);
    for target in ["/", "/api/parse?url=x", "/nonsense"] {
        let (head, whole) = (server.request("HEAD", target, &[], b""), server.get(target));
        assert_eq!((head.status, head.body.as_str()), (whole.status, ""), "{target}");
        assert_eq!(head.field("content-length"), whole.field("content-length"), "{target}");
    }
}
