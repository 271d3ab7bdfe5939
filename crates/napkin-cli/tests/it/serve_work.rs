//! The server's work is bounded: the time of an answer, the memory, and the work after the answer, for any request to
//! any route.
#![cfg(all(feature = "serve", target_os = "linux"))]

use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::http::{head, real};
use crate::common::peak_memory;
use crate::common::server::{Server, encoded};
use serde_json::{Value, json};

/// The length of each request's data, in bytes.
const LENGTH: usize = 300 << 10;

/// The seconds that an answer may take, and the additional seconds until it arrives from a busy machine.
const SECONDS: u64 = 4;
const BUSY: u64 = 20;

/// Limits the server's peak memory in KiB: an answer of 16 MiB and an input, each held in several forms.
const MEMORY: usize = 400 << 10;

/// Limits the processor time after an answer, in ticks of 1/100 second.
const TICKS: u64 = 100;

/// Starts a server with low limits.
fn limited(more: &[&str]) -> Server {
    let time = SECONDS.to_string();
    Server::start(&[&["--max-answer", "16777216", "--answer-timeout", &time][..], more].concat())
}

/// Returns the processor time of the server, in ticks.
fn ticks(server: &Server) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.id())).expect("a status");
    let fields = stat.rsplit_once(')').expect("a name").1.split_ascii_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}

/// Returns whether every thread of the server sleeps. A thread that waits for a processor does not.
fn sleeps(server: &Server) -> bool {
    let threads = fs::read_dir(format!("/proc/{}/task", server.id())).expect("threads");
    // A thread that has ended meanwhile has no file.
    let mut states = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("stat")).ok());
    states.all(|stat| stat.rsplit_once(") ").is_some_and(|(_, fields)| fields.starts_with('S')))
}

/// Waits until the server is idle, at two looks in turn; returns the ticks that it used meanwhile.
fn rest(server: &Server) -> u64 {
    let begun = ticks(server);
    let mut was_idle = false;
    for _ in 0..7200 {
        let is_idle = sleeps(server);
        if is_idle && was_idle {
            return ticks(server) - begun;
        }
        was_idle = is_idle;
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the server works on");
}

/// Sends a request, and asserts the server's bounds; returns the status.
#[track_caller]
fn bounded(server: &Server, what: &str, ask: impl FnOnce(&Server) -> u16) -> u16 {
    let begun = Instant::now();
    let status = ask(server);
    let took = begun.elapsed();
    assert!(matches!(status, 200 | 400 | 413 | 502 | 503), "{what}: {status}");
    assert!(took < Duration::from_secs(SECONDS + BUSY), "{what}: {took:?}");
    let after = rest(server);
    assert!(after <= TICKS, "{what}: {after} ticks after the answer");
    let memory = peak_memory(server.id());
    assert!(memory < MEMORY, "{what}: {memory} KiB");
    status
}

/// Texts of the same length that cause much work, or much output.
fn hostile() -> Vec<(&'static str, String)> {
    let repeated = |begin: &str, piece: &str| {
        let mut text = begin.to_owned();
        text.extend(std::iter::repeat_n(piece, (LENGTH - begin.len()) / piece.len()));
        text
    };
    let long_base = format!("<base href=\"http://a.b/{}/\">", "x".repeat(LENGTH / 3));
    vec![
        ("dots", repeated("http://a.b/", "../")),
        ("slashes", repeated("http://a.b/", "/")),
        ("backslashes", repeated("http://a.b/", "\\")),
        ("overrides", repeated("http://a.b/", "\u{202e}")),
        ("urls in parameters", repeated("http://a.b/", "?url=http://c.d/&")),
        ("parameters", repeated("http://a.b/?", "a&")),
        ("percents", repeated("http://a.b/", "%")),
        ("escaped escapes", repeated("http://a.b/", "%25")),
        ("at signs", repeated("http://", "@")),
        ("brackets", repeated("http://", "[")),
        ("labels", repeated("http://", "a.")),
        ("look-alikes", repeated("http://", "\u{430}.")),
        ("controls", repeated("", "\u{1}")),
        ("data", repeated("data:,", "data:,")),
        ("data in data", repeated("data:text/html,", "%3Ciframe src=data:text/html,")),
        ("links", repeated("", "<a href=x>")),
        ("links below a long base", repeated(&long_base, "<a href=x>")),
        ("bases", repeated("", "<svg xml:base=a/><a href=x>")),
        ("open elements", repeated("", "<b><i>")),
        ("style", repeated("<style>", "a{background:url(x)}")),
        ("plain links", repeated("", "http://a.b/ ")),
        ("parts", repeated("Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\nhttp://a.b/\n")),
        ("definitions", repeated("", "[[scheme]]\nname='x'\n")),
        ("keys", repeated("", "a='x'\n")),
        ("nested lists", repeated("a=", "[")),
    ]
}

/// Returns the endpoints of the API that take a body, with their media types and text properties.
fn endpoints() -> Vec<(String, Vec<String>, Value)> {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../napkin-serve/openapi.json")).expect("a file");
    let description: Value = serde_json::from_str(&text).expect("JSON");
    let paths = description["paths"].as_object().expect("paths");
    let posts = paths.iter().filter(|(_, operations)| !operations["post"].is_null());
    let of = |(path, operations): (&String, &Value)| {
        let content = &operations["post"]["requestBody"]["content"];
        let types = content.as_object().expect("types").keys().cloned().collect();
        let mut schema = content["application/json"]["schema"].clone();
        if let Some(name) = schema["$ref"].as_str() {
            schema = description.pointer(name.trim_start_matches('#')).expect("a schema").clone();
        }
        (path.clone(), types, schema["properties"].clone())
    };
    posts.map(of).collect()
}

/// Sends hostile values in every free text property, and as documents, to every endpoint of the API.
#[test]
fn every_endpoint_is_bounded_for_hostile_bodies() {
    const FREE: [&str; 8] = ["url", "base", "a", "b", "document", "name", "rule", "word"];
    let server = limited(&[]);
    let endpoints = endpoints();
    assert!(endpoints.len() >= 12, "{endpoints:?}");
    let mut asked = 0;
    for (shape, text) in hostile() {
        for (path, types, properties) in &endpoints {
            let known: Vec<&str> = FREE.into_iter().filter(|name| !properties[name].is_null()).collect();
            assert!(!known.is_empty(), "{path}: {properties}");
            // One property is hostile, then all.
            for hostile in known.iter().map(|&name| vec![name]).chain([known.clone()]) {
                let value = |name: &&str| if hostile.contains(name) { &*text } else { "http://a.b/" };
                let body: serde_json::Map<_, _> =
                    known.iter().map(|name| ((*name).to_owned(), json!(value(name)))).collect();
                let body = Value::Object(body).to_string();
                bounded(&server, &format!("{path}, {hostile:?}: {shape}"), |server| {
                    server.post(path, "application/json", &body).status
                });
                asked += 1;
            }
            for media_type in types.iter().filter(|media_type| *media_type != "application/json") {
                bounded(&server, &format!("{path}, {media_type}: {shape}"), |server| {
                    server.post(path, media_type, &text).status
                });
                asked += 1;
            }
        }
    }
    assert!(asked > 500, "{asked}");
    assert_eq!(server.get("/api/parse?url=x").status, 200);
}

/// Lists of references, and repeated names and values, expand a small request.
#[test]
fn lists_and_repeated_parameters_are_bounded() {
    let server = limited(&[]);
    let (half, long) = (LENGTH / 2, "x".repeat(LENGTH / 2));
    let list = |value: &str| format!("[{}{value}]", format!("{value},").repeat(half / (value.len() + 1)));
    let empty = list("\"\"");
    let bodies = [
        ("/api/resolve", format!("{{\"base\":\"http://a.b/{long}/\",\"url\":{}}}", list("\"a\"")), 413),
        ("/api/relativize", format!("{{\"base\":\"http://a.b/{long}/\",\"url\":{}}}", list("\"http://a.b/\"")), 413),
        ("/api/parse", format!("{{\"base\":\"http://a.b/{long}\",\"standard\":\"whatwg\",\"url\":{empty}}}"), 413),
        ("/api/parse", format!("{{\"url\":{},\"standard\":\"all\"}}", list("\"\\\\\"")), 413),
        ("/api/audit", format!("{{\"base\":\"http://a.b/{long}/\",\"url\":{}}}", list("\"..\"")), 0),
        // The name is as long as all its values together.
        ("/api/parse", format!("{{\"{long}\":{}}}", list("1")), 400),
        // More than a thousand values of a parameter.
        ("/api/screen", format!("{{\"document\":\"\",\"deny\":{}}}", list("\"a/b\"")), 400),
        ("/api/audit", format!("{{\"url\":\"x\",\"set\":{}}}", list("\"1\"")), 400),
    ];
    for (path, body, expected) in bodies {
        let what = format!("{path}: {}", &body[..40]);
        let status = bounded(&server, &what, |server| server.post(path, "application/json", &body).status);
        assert!(status == expected || matches!(status, 503) || expected == 0, "{what}: {status}");
    }
}

#[test]
fn pages_are_bounded_for_hostile_forms() {
    let server = limited(&[]);
    for (shape, text) in hostile() {
        let text = encoded(&text);
        for (path, form) in [
            ("/", format!("url={text}")),
            ("/", format!("url={text}&base={text}&other={text}")),
            ("/", format!("escapes=read&url={text}")),
            ("/", format!("document={text}&type=html")),
            ("/", format!("document={text}&type=mail&at={text}")),
            ("/lint", format!("definition={text}")),
        ] {
            let what = format!("{path} {}: {shape}", &form[..12]);
            bounded(&server, &what, |server| server.post(path, "application/x-www-form-urlencoded", &form).status);
        }
    }
    assert_eq!(server.get("/").status, 200);
}

/// The client has gone: the work ends.
#[test]
fn work_ends_when_its_client_has_gone() {
    let server = Server::start(&["--answer-timeout", "600", "--max-answer", "4000000000"]);
    let base = "x".repeat(100_000);
    let list = vec!["\"a\""; 400_000].join(",");
    let body = format!("{{\"base\":\"http://a.b/{base}/\",\"url\":[{list}]}}");
    let head = format!(
        "POST /api/resolve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let before = ticks(&server);
    let mut stream = server.connect();
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).expect("sent");
    // The work has begun.
    while ticks(&server) < before + 5 {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(stream);
    let after = rest(&server);
    assert!(after <= TICKS, "{after} ticks after the client has gone");
    assert_eq!(server.get("/api/parse?url=x").status, 200);
}

/// Returns an HTTP server's port and options, for one object at `/`.
fn object(media_type: &'static str, body: String) -> (u16, [String; 2]) {
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let port = real::serve(move |mut stream| {
        head(&mut stream);
        let _ = stream.write_all(answer.as_bytes());
    });
    (port, ["--allow-port".to_owned(), port.to_string()])
}

/// A long base and many short links turn 220 KB into 400 MB.
#[test]
fn gateway_refuses_pages_that_become_too_long() {
    let long = "x".repeat(20_000);
    let (pages, sheets) = ("<img src=a>".repeat(20_000), "@import 'a';".repeat(20_000));
    let nested = format!("<iframe srcdoc='{pages}'></iframe>");
    for (media_type, body) in [
        ("text/html", format!("<base href=http://a.b/{long}/>{pages}")),
        ("text/html", format!("<base href=http://a.b/{long}/>{nested}")),
        ("text/html", format!("<base href=http://a.b/{long}/>{}", "<a href=a>".repeat(20_000))),
        (
            "image/svg+xml",
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://a.b/{long}/'>{}</svg>",
                "<image href='a'/>".repeat(20_000)
            ),
        ),
    ] {
        let (port, options) = object(media_type, body);
        let options: Vec<&str> = options.iter().map(String::as_str).chain(["--allow-host", "127.0.0.1"]).collect();
        let server = limited(&options);
        let status = bounded(&server, media_type, |server| {
            let answer = server.get(&format!("/get/http://127.0.0.1:{port}/"));
            assert!(answer.status == 504 || answer.rule() == "answer-too-long", "{}", answer.body);
            if answer.status == 504 { 502 } else { answer.status }
        });
        assert_eq!(status, 502, "{media_type}");
    }
    // The URL of the request is the base of a style sheet.
    let (port, options) = object("text/css", sheets);
    let options: Vec<&str> = options.iter().map(String::as_str).chain(["--allow-host", "127.0.0.1"]).collect();
    let server = limited(&options);
    let status =
        bounded(&server, "text/css", |server| server.get(&format!("/get/http://127.0.0.1:{port}/{long}/")).status);
    assert!(matches!(status, 502), "{status}");
}

/// A listing whose page would be longer than an answer may be says that it is incomplete, and stops.
#[test]
fn gateway_ends_listings_that_become_too_long() {
    let port = real::serve(|mut stream| {
        let _ = std::io::Read::read(&mut stream, &mut [0; 4096]);
        for _ in 0..100_000 {
            if stream.write_all(b"0beer\t/beer\tpub.example\t70\r\n").is_err() {
                return;
            }
        }
        let _ = stream.write_all(b".\r\n");
    });
    let port = port.to_string();
    let options = ["--allow-host", "127.0.0.1", "--allow-port", &port, "--allow-scheme", "gopher"];
    for (limit, is_whole) in [("100000", false), ("67108864", true)] {
        let server = Server::start(&[&options[..], &["--max-answer", limit]].concat());
        let answer = server.get(&format!("/get/gopher://127.0.0.1:{port}/1"));
        assert_eq!(answer.status, 200);
        let said = answer.body.contains("This is not all of it: expected a listing whose page is within --max-answer");
        assert_eq!((said, answer.body.len() < 400_000), (!is_whole, !is_whole), "{limit}: {}", answer.body.len());
    }
}

/// A body of many short values takes memory in proportion: less than five times its bytes, and the server itself.
#[test]
fn bodies_of_short_values_take_memory_in_proportion() {
    const BODY: usize = 16 << 20;
    let filled = |begin: &str, piece: &str, end: &str| {
        let pieces = (BODY - begin.len() - end.len()) / piece.len();
        [begin, &piece.repeat(pieces), end].concat()
    };
    let form = "application/x-www-form-urlencoded";
    for (path, media_type, body, status) in [
        ("/api/parse", "application/json", filled("{\"url\":[", "\"\",", "\"\"]}"), 413),
        ("/api/parse", "application/json", filled("{\"url\":[", "1,", "1]}"), 413),
        ("/api/parse", form, filled("", "url&", ""), 413),
        ("/lint", form, filled("", "a&", ""), 400),
        ("/lint", form, filled("", "a&b&", ""), 400),
        ("/lint", form, filled("definition=", "a%3D1%0A", ""), 413),
        ("/api/lint", "application/toml", filled("", "a=1\n", ""), 413),
        ("/api/screen", "application/json", filled("{\"document\":\"x\",\"deny\":[", "\"a/b\",", "\"a/b\"]}"), 400),
    ] {
        let server = Server::start(&["--max-body", "16777216", "--max-answer", "1048576"]);
        let before = peak_memory(server.id());
        let answer = server.post(path, media_type, &body);
        assert!(answer.status == status, "{path}: {}", answer.status);
        let grown = peak_memory(server.id()) - before;
        assert!(grown < 5 * (BODY >> 10), "{path} {}: {grown} KiB", &body[..20]);
    }
}
