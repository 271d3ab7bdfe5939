//! Tests `napkin get --cookie-jar` beside curl, which reads and writes the same format.
#![cfg(all(feature = "retrieve", unix))]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::common::http::Server;
use crate::common::napkin_with;
use crate::common::programs::{empty_folder, program};

/// A proxy for every host: it sets cookies at `/login`, and otherwise answers with the cookies that it got.
fn site() -> Server {
    Server::new(|head| {
        let set = [
            "host=1", "wide=2; Domain=pub.example; HttpOnly", "lasting=3; Max-Age=3600; Path=/menu",
            "gone=4; Max-Age=0", "suffix=5; Domain=example", "empty=",
        ];
        let set: String = set.iter().map(|cookie| format!("Set-Cookie: {cookie}\r\n")).collect();
        let set = if head.contains("/login ") { set } else { String::new() };
        let cookies = head.lines().find(|line| line.to_ascii_lowercase().starts_with("cookie: "));
        let body = cookies.map_or("none", |line| &line["cookie: ".len()..]);
        format!("HTTP/1.1 200 OK\r\n{set}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
            .into_bytes()
    })
}

/// The cookies of an answer, in the order of their names.
fn sorted(cookies: &str) -> Vec<String> {
    let mut all: Vec<String> = cookies.split("; ").map(str::to_owned).collect();
    all.sort();
    all
}

fn napkin(proxy: &str, jar: &Path, url: &str) -> Vec<String> {
    let jar = jar.to_str().expect("text");
    let ran = napkin_with(&["get", "--policy", "everything", "--proxy", proxy, "--cookie-jar", jar, url], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    sorted(&ran.out)
}

fn curl(program: &Path, proxy: &str, jar: &Path, url: &str) -> Vec<String> {
    let mut command = Command::new(program);
    command.args(["-sS", "-x", proxy, "-b"]).arg(jar).arg("-c").arg(jar).arg(url);
    let output = command.output().expect("curl");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    sorted(&String::from_utf8_lossy(&output.stdout))
}

const URLS: [&str; 5] = [
    "http://www.pub.example/", "http://www.pub.example/menu/today", "http://pub.example/",
    "http://pub.example.evil.example/", "http://other.example/",
];

/// Each program writes a jar, and both send the same cookies from it to every host.
#[test]
fn cookie_jars_are_those_of_curl() {
    let Some(curl_program) = program("curl", "curl") else { return };
    let (site, folder) = (site(), empty_folder("cookie-jars"));
    let proxy = format!("http://{}", site.address);
    let expected: [&[&str]; 5] = [
        &["empty=", "host=1", "wide=2"],
        &["empty=", "host=1", "lasting=3", "wide=2"],
        &["wide=2"],
        &["none"],
        &["none"],
    ];
    for writer in ["napkin", "curl"] {
        let jar = folder.join(writer);
        let login = "http://www.pub.example/login";
        match writer {
            "napkin" => napkin(&proxy, &jar, login),
            _ => curl(&curl_program, &proxy, &jar, login),
        };
        for (url, expected) in URLS.iter().zip(expected) {
            let copies = ["a", "b"].map(|name| folder.join(name));
            for copy in &copies {
                fs::copy(&jar, copy).expect("a jar");
            }
            assert_eq!(napkin(&proxy, &copies[0], url), expected, "{writer} {url}");
            // Both leave the same cookies.
            assert_eq!(curl(&curl_program, &proxy, &copies[1], url), expected, "{writer} {url}");
            assert_eq!(cookies(&copies[0]), cookies(&copies[1]), "{writer} {url}");
        }
        // A jar that has gone through both programs is still the same.
        assert_eq!(curl(&curl_program, &proxy, &jar, URLS[1]), expected[1]);
        assert_eq!(napkin(&proxy, &jar, URLS[1]), expected[1]);
        assert_eq!(curl(&curl_program, &proxy, &jar, URLS[1]), expected[1]);
    }
}

/// The lines of a jar that are cookies, in order.
fn cookies(jar: &Path) -> Vec<String> {
    let text = fs::read_to_string(jar).expect("a jar");
    let is_cookie = |line: &&str| line.starts_with("#HttpOnly_") || !(line.is_empty() || line.starts_with('#'));
    let mut lines: Vec<String> = text.lines().filter(is_cookie).map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn cookie_jar_is_secret_and_complete() {
    let (site, folder) = (site(), empty_folder("cookie-jar"));
    let proxy = format!("http://{}", site.address);
    let (jar, link) = (folder.join("jar"), folder.join("link"));
    symlink(&jar, &link).expect("a link");
    fs::write(&jar, "# mine\npub.example\tFALSE\t/\tFALSE\t0\tid\t7\n").expect("a file");
    fs::set_permissions(&jar, fs::Permissions::from_mode(0o644)).expect("a file");
    assert_eq!(napkin(&proxy, &link, "http://pub.example/"), ["id=7"]);
    assert_eq!(fs::metadata(&jar).expect("a file").permissions().mode() & 0o777, 0o600);
    assert!(link.symlink_metadata().is_ok_and(|link| link.is_symlink()));
    assert_eq!(cookies(&jar), ["pub.example\tFALSE\t/\tFALSE\t0\tid\t7"]);
    // The file is written even if a retrieval fails, and not if the file itself is wrong.
    let run = |rest: &[&str]| {
        let jar = jar.to_str().expect("text");
        napkin_with(&[&["get", "--policy", "everything", "--proxy", &proxy, "--cookie-jar", jar], rest].concat(), "")
    };
    let ran = run(&["-o", "/dev/null", "http://pub.example/login", "x:"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = run(&["http://pub.example/login", "x:"]);
    assert_eq!((ran.status, cookies(&jar).len()), (1, 5), "{}", ran.err);
    fs::write(&jar, "pub.example id=7\n").expect("a file");
    let ran = run(&["http://pub.example/"]);
    let message = format!("error: {}: line 1: expected 7 fields with tabs between them, but found 1\n", jar.display());
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", message.as_str()));
    assert_eq!(fs::read_to_string(&jar).expect("a file"), "pub.example id=7\n");
    fs::File::create(&jar).and_then(|file| file.set_len((64 << 20) + 1)).expect("a file");
    let ran = run(&["http://pub.example/"]);
    assert!(ran.status == 2 && ran.err.contains("too large"), "{}", ran.err);
}
