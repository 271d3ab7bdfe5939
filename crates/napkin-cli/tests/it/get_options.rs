//! Tests each retrieval option, the output on a terminal, and the commands that use the same retriever.
#![cfg(all(feature = "retrieve", unix))]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::common::http::{Nginx, Server};
use crate::common::programs::program;
use crate::common::{napkin_path, napkin_with};

/// Starts a server that returns the request, and can fail in some ways.
fn echo() -> Server {
    Server::new(|head| {
        let path = head.split(' ').nth(1).unwrap_or_default();
        let typed = |media_type: &str, fields: &str, body: &str| {
            format!(
                "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\n{fields}Content-Length: {}\r\n\r\n{body}",
                body.len()
            )
        };
        match path {
            "/gone" => "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone".to_owned(),
            "/page" => typed("text/html", "", "<p>"),
            "/long" => typed("text/plain", "", &"x".repeat(5000)),
            "/fields" => typed("text/plain", &"X: y\r\n".repeat(4000), "x"),
            "/fresh" => typed("text/plain", "Cache-Control: max-age=60\r\n", "fresh"),
            "/round" => "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n".to_owned(),
            "/silent" => {
                sleep(Duration::from_secs(3));
                String::new()
            }
            "/stops" => {
                sleep(Duration::from_millis(100));
                "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nx".to_owned()
            }
            _ => typed("text/plain", "", head),
        }
        .into_bytes()
    })
}

/// Each option has the expected exit status and output.
#[test]
fn each_option() {
    let server = echo();
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::create_dir(folder.path().join("below")).expect("a folder");
    fs::write(folder.path().join("below/in"), "inside").expect("a file");
    fs::write(folder.path().join("out"), "outside").expect("a file");
    let (port, http, file) = (server.address.port().to_string(), server.url(""), format!("file://{}", at("")));
    let reserved = format!("http://127.0.0.1:{}/", 6667);
    let host = ["--allow-host", "127.0.0.1", "--allow-port", &port];
    let (cache, below, nowhere) = (at("cache"), at("below"), format!("http://127.0.0.1:{}", free_port()));
    let cases: &[(&[&str], String, i32, &str)] = &[
        (&["--allow-host", "127.0.0.1"], format!("{http}/"), 1, "port-not-permitted"),
        (&["--allow-port", &port], format!("{http}/"), 1, "address-special"),
        (&host, format!("{http}/a?b#c"), 0, "GET /a?b HTTP/1.1\r\n"),
        (&["--allow-network", "127.0.0.0/8", "--allow-port", &port], format!("{http}/"), 0, "GET / HTTP/1.1"),
        (&["--allow-network", "10.0.0.0/8", "--allow-port", &port], format!("{http}/"), 1, "address-special"),
        (&["--policy", "everything"], format!("{http}/"), 0, "GET / HTTP/1.1"),
        (&["--policy", "everything", "--deny-host", "127.0.0.1"], format!("{http}/"), 1, "host-not-permitted"),
        (&["--policy", "everything", "--deny-network", "127.0.0.0/8"], format!("{http}/"), 1, "-not-permitted"),
        (&["--allow-host", "127.0.0.1", "--allow-port", "6667"], reserved.clone(), 1, "port-reserved"),
        (&["--allow-host", "127.0.0.1", "--allow-reserved-port", "6667"], reserved, 2, "connection-failed"),
        (&["--policy", "local-files"], format!("{http}/"), 1, "scheme-not-permitted"),
        (&["--policy", "local-files"], format!("{file}out"), 0, "outside"),
        (&[], format!("{file}out"), 1, "scheme-not-permitted"),
        (&["--allow-scheme", "file"], format!("{file}out"), 0, "outside"),
        (&["--policy", "local-files", "--only-below", &below], format!("{file}below/in"), 0, "inside"),
        (&["--policy", "local-files", "--only-below", &below], format!("{file}out"), 1, "file-not-permitted"),
        (&host, format!("http://sam:x@{}/", server.address), 1, "credentials-not-permitted"),
        (&["--allow-credentials"], format!("http://sam:x@{}/", server.address), 0, "authorization: Basic c2FtOng="),
        (&["--allow-type", "text/html"], format!("{http}/page"), 0, "<p>"),
        (&["--allow-type", "image/*"], format!("{http}/page"), 1, "media-type-not-permitted"),
        (&["--deny-type", "text/html"], format!("{http}/page"), 1, "media-type-not-permitted"),
        (&["--proxy", &http], "http://pub.invalid/x".into(), 0, "GET http://pub.invalid/x HTTP/1.1"),
        (&["--proxy", &nowhere], "http://pub.invalid/x".into(), 2, "connection-failed"),
        (
            &["--proxy", "ftp://pub.example"],
            "http://pub.invalid/".into(),
            2,
            "--proxy ftp://pub.example: expected a proxy",
        ),
        (&["--max-bytes", "100"], format!("{http}/long"), 2, "body-too-large"),
        (&["--max-decoded", "100"], format!("{http}/long"), 2, "body-too-large"),
        (&["--max-bytes", "5000"], format!("{http}/long"), 0, "xxxx"),
        (&["--max-fields", "8192"], format!("{http}/fields"), 2, "fields-too-large"),
        (&[], format!("{http}/round"), 0, "GET /next HTTP/1.1"),
        (&["--max-redirects", "0"], format!("{http}/round"), 2, "too-many-redirects"),
        (&["--first-byte-timeout", "0.3"], format!("{http}/silent"), 2, "first-byte-timeout"),
        (&["--timeout", "0.3"], format!("{http}/silent"), 2, "total-timeout"),
        (&["--timeout", "0"], format!("{http}/"), 2, "expected a number of seconds above 0"),
        (&["--read-timeout", "9"], format!("{http}/stops"), 2, "body-incomplete"),
        (&["--connect-timeout", "9"], format!("{http}/"), 0, "GET / HTTP/1.1"),
        (&["--accept", "text/html"], format!("{http}/"), 0, "accept: text/html\r\n"),
        (&["--accept-language", "de, en;q=0.5"], format!("{http}/"), 0, "accept-language: de, en;q=0.5\r\n"),
        (&["--range", "0-999"], format!("{http}/"), 0, "range: bytes=0-999\r\n"),
        (&["--range", "7000-"], format!("{http}/page"), 2, "range-mismatch"),
        (&["--range", "5"], format!("{http}/"), 2, "expected FIRST-LAST or FIRST-"),
        (&["--any-status"], format!("{http}/gone"), 0, "gone"),
        (&[], format!("{http}/gone"), 1, "status-not-success"),
        (&["--cache", &cache], format!("{http}/fresh"), 0, "fresh"),
        (&["--cache", &cache, "-v"], format!("{http}/fresh"), 0, "cache hit"),
        (&["--cache", &cache, "--max-cache", "0", "-v"], format!("{http}/fresh"), 0, "cache stored"),
        (&["--max-cache", "0"], format!("{http}/fresh"), 2, "--cache <DIR>"),
        (&["--user", "sam"], format!("{http}/"), 2, "--password-file"),
        (&["-j", "0"], format!("{http}/"), 2, "expected a number from 1 to 256"),
        (&["--news-server", "a b"], "news:x@y".into(), 2, "expected a host, and perhaps a port"),
        (&["-q"], format!("{http}/gone"), 1, ""),
    ];
    for (options, url, status, expected) in cases {
        let own = options.iter().any(|option| option.starts_with("--policy") || option.starts_with("--allow-"));
        let is_admitted = own && !options.contains(&"--allow-credentials") && !options.contains(&"--allow-type");
        let admitted: &[&str] = if is_admitted { &[] } else { &host };
        let ran = napkin_with(&[&["get"], admitted, options, &[url.as_str()]].concat(), "");
        assert_eq!(ran.status, *status, "{options:?} {url}: {}{}", ran.out, ran.err);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains(expected) && (!expected.is_empty() || said.is_empty()), "{options:?} {url}: {said}");
    }
}

/// A range is cut out locally if there is no partial response: this server sends the whole object (RFC 9110 section
/// 14.2 permits it), with or without its length, and `data` is a single text. No range is cut out of an error page.
#[test]
fn ranges_of_what_comes_whole() {
    let server = Server::new(|head| {
        let (end, field) = ("\r\n\r\nbeer and bread", "Connection: close");
        match head.split(' ').nth(1) {
            Some("/gone") => format!("HTTP/1.1 404 Not Found\r\nContent-Length: 14{end}"),
            Some("/unsaid") => format!("HTTP/1.1 200 OK\r\n{field}{end}"),
            _ => format!("HTTP/1.1 200 OK\r\nContent-Length: 14{end}"),
        }
        .into_bytes()
    });
    let (said, unsaid, gone) = (server.url("/said"), server.url("/unsaid"), server.url("/gone"));
    for (range, url, status, out) in [
        ("5-7", said.as_str(), 0, "and"),
        ("5-7", &unsaid, 0, "and"),
        ("5-7", "data:,beer%20and%20bread", 0, "and"),
        ("9-", &said, 0, "bread"),
        ("9-99", &unsaid, 0, "bread"),
        ("14-", &said, 2, ""),
        ("14-", &unsaid, 2, ""),
        ("14-", "data:,beer%20and%20bread", 2, ""),
        ("5-7", &gone, 0, "beer and bread"),
    ] {
        let ran = napkin_with(&["get", "--policy", "everything", "--any-status", "--range", range, url], "");
        assert_eq!((ran.status, ran.out.as_str()), (status, out), "{range} of {url}: {}", ran.err);
        assert_eq!(ran.err.contains("range-mismatch"), status == 2, "{range} of {url}: {}", ran.err);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("part");
    let options = ["--policy", "everything", "--range", "5-7", "--json", "-o", file.to_str().expect("text")];
    let ran = napkin_with(&[&["get"], &options[..], &[&said]].concat(), "");
    assert!(ran.out.contains(r#""length":3,"first":5,"last":7,"bytes":3"#), "{}{}", ran.out, ran.err);
    assert_eq!(fs::read_to_string(file).expect("a file"), "and");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

/// `--news-server`: a URL without a server is retrieved from a minimal server (RFC 3977).
#[test]
fn the_server_of_news() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let server = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            let _ = stream.write_all(b"200 hello\r\n");
            while let Some(Ok(line)) = lines.next() {
                let said = match line.as_str() {
                    "ARTICLE <beer@pub.example>" => {
                        "220 0 <beer@pub.example>\r\nSubject: beer\r\n\r\n..and bread\r\n.\r\n"
                    }
                    "STAT <beer@pub.example>" => "223 0 <beer@pub.example>\r\n",
                    "MODE READER" => "200 reader\r\n",
                    _ => "500 what?\r\n",
                };
                let _ = stream.write_all(said.as_bytes());
            }
        }
    });
    let (at, port) = (server.to_string(), server.port().to_string());
    let get = |options: &[&str]| {
        let admitted = ["get", "--allow-scheme", "news", "--allow-host", "127.0.0.1", "--allow-port", &port];
        napkin_with(&[&admitted, options, &["news:beer@pub.example"]].concat(), "")
    };
    let ran = get(&["--news-server", &at]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "Subject: beer\r\n\r\n.and bread\r\n", ""));
    let ran = get(&["--news-server", &at, "--head", "--format", "{media_type}"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "message/rfc822\n"));
    let ran = get(&[]);
    assert!(ran.status == 1 && ran.err.ends_with("help: pass `--news-server HOST` to allow it\n"), "{}", ran.err);
}

/// Runs the command on a terminal and returns the terminal's output, or `None` without `script`.
fn on_terminal(arguments: &[&str]) -> Option<String> {
    on_terminal_but(arguments, "")
}

/// Runs the command on a terminal, with one stream redirected elsewhere in shell syntax.
fn on_terminal_but(arguments: &[&str], elsewhere: &str) -> Option<String> {
    let script = program("script", "bsdutils")?;
    let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
    let line = format!("{} {}{elsewhere}", napkin_path(), quoted.join(" "));
    let mut command = Command::new(script);
    command.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
    let ran = command.output().expect("a terminal");
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// Returns the number and the unit at the end of a text.
fn rate(text: &str) -> &str {
    text.rsplit_once(", ").map_or(text, |(_, rate)| rate)
}

/// A run longer than a second has a progress line, which is removed at the end; `-q` and `--no-progress` suppress it.
#[test]
fn the_progress_line() {
    let server = Server::by(|head, stream| {
        let length = if head.starts_with("GET /known ") { "Content-Length: 40000\r\n" } else { "" };
        let _ = stream.write_all(format!("HTTP/1.1 200 OK\r\n{length}\r\n").as_bytes());
        for _ in 0..40 {
            let _ = stream.write_all(&[b'x'; 1000]);
            sleep(Duration::from_millis(40));
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let (file, port) = (folder.path().join("out"), server.address.port().to_string());
    let file = file.to_str().expect("text");
    let get = |path: &str, options: &[&str]| {
        let admitted = ["get", "--allow-host", "127.0.0.1", "--allow-port", &port, "-o", file];
        on_terminal(&[&admitted, options, &[&server.url(path)]].concat())
    };
    let Some(shown) = get("/known", &[]) else { return };
    assert!(shown.contains(" of 39.06 KiB, ") && shown.contains(" to go"), "{shown:?}");
    // The server sends at most 25,000 bytes per second, and the first ones at once.
    let rates: Vec<&str> = shown.match_indices("B/s, ").map(|(at, _)| rate(&shown[..at + 3])).collect();
    assert!(!rates.is_empty() && rates.iter().all(|rate| rate.ends_with(" KiB/s")), "{rates:?}");
    let is_possible = |rate: &&str| rate.trim_end_matches(" KiB/s").parse().is_ok_and(|rate: f64| rate < 30.0);
    assert!(rates.iter().all(is_possible), "{rates:?}");
    assert_eq!(fs::metadata(file).expect("a file").len(), 40_000);
    // The line is gone in the end: no output follows the sequence that clears it.
    assert!(shown.trim_end().ends_with("\u{1b}[2K"), "{shown:?}");
    let (first, second) = (server.url("/unknown"), server.url("/known"));
    let admitted =
        ["get", "--allow-host", "127.0.0.1", "--allow-port", &port, "--to", folder.path().to_str().expect("text")];
    // One URL after the other, so that the display shows one of two for a moment; standard output is not a terminal.
    let list = [&admitted[..], &["-j", "1", "--json", &first, &second]].concat();
    let shown = on_terminal_but(&list, " >/dev/null").expect("a terminal");
    assert!(shown.contains(" 1 of 2 objects, "), "{shown:?}");
    assert!(shown.contains(" of 78.1") && shown.contains(" to go"), "{shown:?}");
    let shown = get("/unknown", &[]).expect("a terminal");
    assert!(shown.contains(" KiB, ") && !shown.contains(" to go"), "{shown:?}");
    for option in ["-q", "--no-progress"] {
        let shown = get("/known", &[option]).expect("a terminal");
        assert_eq!(shown, "", "{option}");
    }
}

/// Binary data goes to a terminal only on request.
#[test]
fn get_prints_no_binary_data_on_a_terminal() {
    let run = |rest: &[&str]| on_terminal(&[&["get"], rest].concat());
    let Some(shown) = run(&["data:,be%00er"]) else { return };
    assert!(shown.contains("expected text for a terminal, but found binary data; `-o FILE` saves it"), "{shown:?}");
    assert!(run(&["data:,%1b[31m"]).is_some_and(|shown| !shown.contains("[31m") || shown.contains("%1b[31m")));
    assert_eq!(run(&["-o", "-", "data:,be%00er"]).as_deref(), Some("be\0er"));
    assert_eq!(run(&["data:,beer%0A%09stout"]).as_deref(), Some("beer\r\n\tstout"));
    assert_eq!(napkin_with(&["get", "data:,be%00er"], "").out, "be\0er");
}

/// For a person, `--head` describes the object and the redirects to it.
#[test]
fn head_prints_the_answer_for_people() {
    let server = Server::new(|head| match head.starts_with("HEAD /old ") {
        true => b"HTTP/1.1 301 Moved\r\nLocation: /menu\r\nContent-Length: 0\r\n\r\n".to_vec(),
        false => b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nETag: \"1\"\r\n\r\n".to_vec(),
    });
    let ran = server.get("/old", &["--head", "--pretty", "--color", "never"]);
    let (old, new, address) = (server.url("/old"), server.url("/menu"), server.address);
    let out = format!(
        "from      {old}\nurl       {new}\nstatus    200\ntype      text/html\nlength    9\netag      \"1\"\naddress   {address}\n\
         http      1.1\n"
    );
    assert_eq!((ran.status, ran.out, ran.err), (0, out, String::new()));
}

/// Starts nginx with a page, a style sheet and an image.
fn pub_at_nginx(root: &Path) -> Option<Nginx> {
    let page = "<link rel=stylesheet href=/s.css><img src=i.gif><a href=x>x</a>";
    for (name, content) in [("page.html", page), ("s.css", "p{color:red}"), ("i.gif", "GIF89a"), ("menu.txt", "Soup\n")]
    {
        fs::write(root.join(name), content).expect("a file");
    }
    Nginx::start(root, "location = /old { return 302 /page.html; } location = /moved { return 302 /menu.txt; }")
}

/// `links URL`, `bundle URL` and `mail attach` retrieve under the same policy, with redirects, from nginx.
#[test]
fn commands_that_retrieve() {
    let root = tempfile::tempdir().expect("a folder");
    let Some(server) = pub_at_nginx(root.path()) else { return };
    let port = server.port.to_string();
    let admitted = ["--allow-host", "127.0.0.1", "--allow-port", &port];
    let old = server.url("/old");
    let ran = napkin_with(&[&["links", "--format", "{absolute}"], &admitted[..], &[&old]].concat(), "");
    let links: String = ["/s.css", "/i.gif", "/x"].map(|path| server.url(path) + "\n").concat();
    assert_eq!((ran.status, ran.out, ran.err), (0, links, String::new()));
    let ran = napkin_with(&[&["bundle"], &admitted[..], &[&old]].concat(), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains("data:text/css,p%7Bcolor:red%7D") || ran.out.contains("<style>p{color:red}"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("src=data:image/gif,GIF89a") && ran.out.contains(&server.url("/x")), "{}", ran.out);
    // By `printf 'Soup\r\n' | openssl md5 -binary | base64`.
    let md5 = "LAkndX2XY5XzoIWmKLBlVg==";
    let message = format!(
        "Content-Type: message/external-body; access-type=URL; URL=\"{}\"\n\nContent-Type: text/plain\n\
         Content-MD5: {md5}\nContent-ID: <a@b>\n\n",
        server.url("/moved")
    );
    let attach = |options: &[&str]| napkin_with(&[&["mail", "attach", "--yes"], options].concat(), &message);
    let ran = attach(&admitted);
    let expected = format!("Content-Type: text/plain\nContent-MD5: {md5}\nContent-ID: <a@b>\n\nSoup\n");
    assert_eq!((ran.status, ran.out), (0, expected), "{}", ran.err);
    // They are refused in the same way.
    for command in [&["links", &old][..], &["bundle", &old]] {
        let ran = napkin_with(command, "");
        assert!(
            ran.status == 1 && ran.err.contains("^ port-not-permitted, "),
            "{command:?} {}: {}",
            ran.status,
            ran.err
        );
    }
    let ran = attach(&[]);
    assert!(ran.status == 1 && ran.out == message && ran.err.contains("expected port 80, but found"), "{}", ran.err);
}

/// RFC 8288 section 3: links of the header are links of the document, under the same URL.
#[test]
fn links_of_the_header_are_read_with_the_document() {
    let server = Server::new(|head| {
        let (status, body) = if head.contains(" /menu ") { ("200 OK", "<a href=beer>") } else { ("404 Not Found", "") };
        let fields = "Content-Type: text/html\r\nLink: </early.css>; rel=preload, <//0x7f.1>; rel=preconnect\r\nConnection: close";
        format!("HTTP/1.1 {status}\r\n{fields}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    });
    let (url, port) = (server.url("/menu"), server.address.port().to_string());
    let admitted = ["--allow-host", "127.0.0.1", "--allow-port", &port];
    let ran = napkin_with(&[&["links", "--format", "{context} {absolute}"], &admitted[..], &[&url]].concat(), "");
    let expected = format!(
        "http link {}\nhttp link http://127.0.0.1/\nhtml a[href] {}\n",
        server.url("/early.css"),
        server.url("/beer")
    );
    assert_eq!((ran.status, ran.out, ran.err), (0, expected, String::new()));
    let ran = napkin_with(&[&["links", "--type", "html", "--format", "{raw}"], &admitted[..], &[&url]].concat(), "");
    assert_eq!(ran.out, "beer\n");
    let ran =
        napkin_with(&[&["audit", "--retrieve", "--format", "{rule} {context}"], &admitted[..], &[&url]].concat(), "");
    assert!(ran.out.contains("ip-spelling http link\n"), "{} {}", ran.out, ran.err);
    let ran = napkin_with(&["check", "--allow-private", "--format", "{raw} {verdict}", &url], "");
    assert_eq!(ran.out, "/early.css broken\n//0x7f.1 skipped\nbeer broken\n", "{}", ran.err);
}

/// `--authorities` and `--allow-downgrade`, with a certificate by `openssl` and TLS by nginx.
#[test]
fn tls_by_an_authority_of_ones_own() {
    let root = tempfile::tempdir().expect("a folder");
    let Some(openssl) = program("openssl", "openssl") else { return };
    let at = |name: &str| root.path().join(name).to_str().expect("text").to_owned();
    let made = Command::new(openssl)
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=napkin", "-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &at("key.pem"), "-out", &at("own.pem")])
        .output()
        .expect("openssl runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fs::write(root.path().join("menu.txt"), "beer").expect("a file");
    let tls = free_port();
    let more = format!(
        "}} server {{ listen 127.0.0.1:{tls} ssl; root {}; ssl_certificate {}; ssl_certificate_key {};\n\
         location = /down {{ return 302 http://127.0.0.1:PORT/menu.txt; }}",
        root.path().display(),
        at("own.pem"),
        at("key.pem")
    );
    // The redirect needs a port that is not known yet: nginx fills it in from the request.
    let more = more.replace("http://127.0.0.1:PORT", "http://127.0.0.1:$arg_port");
    let Some(server) = Nginx::start(root.path(), &more) else { return };
    let url = |path: &str| format!("https://127.0.0.1:{tls}{path}");
    let (tls_port, own) = (tls.to_string(), at("own.pem"));
    let get = |options: &[&str], url: &str| server.list(&[&["--allow-port", &tls_port], options, &[url]].concat(), "");
    // A server that wants TLS answers http with an error.
    let page = format!("<a href=http://127.0.0.1:{tls}/menu.txt#x>beer</a>");
    let checked = |options: &[&str]| {
        let common =
            ["check", "--allow-private", "--authorities", &own, "--format", "{verdict} {suggestion}", "--type", "html"];
        napkin_with(&[&common[..], options].concat(), &page).out
    };
    assert_eq!(checked(&["--suggest"]), format!("broken {}#x\n", url("/menu.txt")));
    assert_eq!(checked(&[]), "broken \n");
    let ran = get(&["--authorities", &own], &url("/menu.txt"));
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "beer", ""));
    let ran = get(&[], &url("/menu.txt"));
    assert!(ran.status == 2 && ran.err.contains("^ tls-failed\n"), "{}", ran.err);
    let down = url(&format!("/down?port={}", server.port));
    let ran = get(&["--authorities", &own], &down);
    assert!(ran.status == 1 && ran.err.ends_with("help: pass `--allow-downgrade` to allow it\n"), "{}", ran.err);
    let ran = get(&["--authorities", &own, "--allow-downgrade"], &down);
    assert_eq!((ran.status, ran.out.as_str()), (0, "beer"), "{}", ran.err);
    let ran = get(&["--authorities", &at("menu.txt")], &url("/"));
    assert!(ran.status == 2 && ran.err.contains("expected certificates of authorities in PEM"), "{}", ran.err);
}
