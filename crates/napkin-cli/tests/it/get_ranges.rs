//! Servers that lie about ranges: how `napkin get` treats each answer, which files it leaves, and how the next run
//! treats them. In all cases a file gets its final name only with the bytes of the object, and no lie lasts: the next
//! run against an honest server completes the object.
#![cfg(all(feature = "retrieve", unix))]

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::sync::Mutex;
use std::time::Instant;

use crate::common::http::Server;
use crate::common::names;

const WHOLE: &str = "0123456789";

/// Returns an honest server's answer: the requested range, if the condition names the current version.
fn honest(head: &str) -> String {
    let range = head.lines().find_map(|line| line.strip_prefix("range: bytes="));
    let is_same = head.lines().all(|line| !line.starts_with("if-range: ") || line == "if-range: \"v1\"");
    let tag = "ETag: \"v1\"\r\n";
    let Some((first, last)) = range.filter(|_| is_same).and_then(|range| range.split_once('-')) else {
        return format!("HTTP/1.1 200 OK\r\n{tag}Content-Length: 10\r\n\r\n{WHOLE}");
    };
    let first: usize = first.parse().expect("a number");
    let last = last.parse().unwrap_or(9).min(9);
    part(&format!("{first}-{last}/10"), tag, &WHOLE[first..=last])
}

/// Returns an answer with a part and its length.
fn part(range: &str, fields: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 206 X\r\nContent-Range: bytes {range}\r\n{fields}Content-Length: {length}\r\n\r\n{body}")
}

/// Returns a partial answer with another framing or with none.
fn framed(range: &str, fields: &str, body: &str) -> String {
    format!("HTTP/1.1 206 X\r\nContent-Range: bytes {range}\r\nETag: \"v1\"\r\n{fields}\r\n{body}")
}

fn chunk(body: &str) -> String {
    format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len())
}

/// Starts a server that sends each of these answers once, and is honest from then on.
fn lying(lies: Vec<String>) -> Server {
    let mut lies = lies;
    lies.reverse();
    let lies = Mutex::new(lies);
    Server::new(move |head| lies.lock().expect("no panic").pop().unwrap_or_else(|| honest(head)).into_bytes())
}

const TAG: &str = "ETag: \"v1\"\r\n";
const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";

/// A server's answers to the request for the bytes after the first four, the exit status, and the files that are left:
/// the whole object, a part of so many bytes, or nothing.
fn lies() -> Vec<(&'static str, Vec<String>, i32, Left)> {
    let ok = |fields: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{fields}\r\n{body}");
    let status = |status: &str| format!("HTTP/1.1 {status} X\r\n{TAG}Content-Length: 0\r\n\r\n");
    let bytes: Vec<_> = (4..10).map(|at| part(&format!("{at}-{at}/10"), TAG, &WHOLE[at..=at])).collect();
    let mut gzip = String::from("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 400\r\n");
    gzip.push_str(&format!("{TAG}\r\n"));
    vec![
        ("the rest", vec![part("4-9/10", TAG, "456789")], 0, Left::Whole),
        ("the rest, by HTTP/1.0", vec![framed("4-9/10", "", "456789").replace("1.1", "1.0")], 0, Left::Whole),
        ("the rest in chunks", vec![framed("4-9/10", CHUNKED, &chunk("456789"))], 0, Left::Whole),
        ("it ends early", vec![part("4-5/10", TAG, "45")], 0, Left::Whole),
        ("it ends early, again and again", bytes, 0, Left::Whole),
        ("a total that is not said", vec![part("4-9/*", TAG, "456789")], 0, Left::Whole),
        ("it ends early, and says no total", vec![part("4-5/*", TAG, "45")], 0, Left::Whole),
        ("fewer bytes, in chunks", vec![framed("4-9/10", CHUNKED, &chunk("45"))], 2, Left::Part(6)),
        ("fewer bytes, up to the end", vec![framed("4-9/10", "", "45")], 2, Left::Part(6)),
        ("no bytes, up to the end", vec![framed("4-9/10", "", "")], 2, Left::Part(4)),
        ("fewer bytes than the length", vec![framed("4-9/10", "Content-Length: 6\r\n", "45")], 2, Left::Part(6)),
        ("more bytes, in chunks", vec![framed("4-9/10", CHUNKED, &chunk("456789XY"))], 2, Left::Part(4)),
        ("more bytes, up to the end", vec![framed("4-9/10", "", "456789XY")], 2, Left::Part(4)),
        ("more bytes, early", vec![framed("4-5/10", "", "45XY")], 2, Left::Part(4)),
        ("another length", vec![framed("4-9/10", "Content-Length: 2\r\n", "45")], 0, Left::Whole),
        ("from before", vec![part("3-9/10", TAG, "3456789")], 0, Left::Whole),
        ("from behind", vec![part("5-9/10", TAG, "56789")], 0, Left::Whole),
        ("from the beginning", vec![part("0-9/10", TAG, WHOLE)], 0, Left::Whole),
        ("a larger total", vec![part("4-9/11", TAG, "XXXXXX")], 0, Left::Whole),
        ("a smaller total", vec![part("4-7/8", TAG, "XXXX")], 0, Left::Whole),
        ("a total before its end", vec![part("4-9/9", TAG, "XXXXXX")], 0, Left::Whole),
        ("beyond the total that was", vec![part("4-11/*", TAG, "XXXXXXXX")], 0, Left::Whole),
        ("another version", vec![part("4-9/10", "ETag: \"v2\"\r\n", "XXXXXX")], 0, Left::Whole),
        ("a weak tag", vec![part("4-9/10", "ETag: W/\"v1\"\r\n", "XXXXXX")], 0, Left::Whole),
        ("no tag", vec![part("4-9/10", "", "XXXXXX")], 0, Left::Whole),
        ("no range", vec![ok(TAG, "").replace("200", "206")], 0, Left::Whole),
        ("two ranges", vec![part("4-9/10\r\nContent-Range: bytes 4-5/10", TAG, "XXXXXX")], 0, Left::Whole),
        ("two ranges in one", vec![part("4-5/10, bytes 6-9/10", TAG, "XXXXXX")], 0, Left::Whole),
        (
            "many ranges",
            vec![ok("Content-Type: multipart/byteranges; boundary=x\r\n", "--x\r\n").replace("200", "206")],
            0,
            Left::Whole,
        ),
        ("another unit", vec![part("4-9/10", TAG, "XXXXXX").replace("bytes", "items")], 0, Left::Whole),
        ("no bytes", vec![part("*/10", TAG, "")], 0, Left::Whole),
        ("signs", vec![part("+4-+9/+10", TAG, "XXXXXX")], 0, Left::Whole),
        ("backwards", vec![part("9-4/10", TAG, "XXXXXX")], 0, Left::Whole),
        ("the largest number", vec![part("4-18446744073709551615/*", TAG, "XXXXXX")], 0, Left::Whole),
        ("beyond numbers", vec![part("4-9/99999999999999999999", TAG, "XXXXXX")], 0, Left::Whole),
        ("a coded part", vec![part("4-9/10", &format!("{TAG}Content-Encoding: gzip\r\n"), "XXXXXX")], 0, Left::Whole),
        ("a transfer coding", vec![framed("4-9/10", "Transfer-Encoding: gzip, chunked\r\n", "")], 2, Left::Part(4)),
        ("all of it", vec![honest("")], 0, Left::Whole),
        ("all of another version, cut", vec![ok("ETag: \"v2\"\r\nContent-Length: 10\r\n", "XXX")], 2, Left::Part(3)),
        ("all of it without a tag, cut", vec![ok("Content-Length: 10\r\n", "XXX")], 2, Left::Nothing),
        ("all of it, coded, cut", vec![gzip], 2, Left::Nothing),
        ("nothing", vec![status("204")], 1, Left::Part(4)),
        ("nothing, reset", vec![status("205")], 1, Left::Part(4)),
        ("something else", vec![status("202")], 1, Left::Part(4)),
        ("not modified", vec![status("304")], 1, Left::Part(4)),
        ("not there", vec![status("404")], 1, Left::Part(4)),
        ("an error", vec![status("500")], 1, Left::Part(4)),
        (
            "shorter than what is there",
            vec![status("416").replace("ETag", "Content-Range: bytes */3\r\nETag")],
            0,
            Left::Whole,
        ),
        ("no such range", vec![status("416")], 0, Left::Whole),
        (
            "elsewhere",
            vec![status("302").replace("ETag", "Location: /other\r\nETag"), part("4-9/10", TAG, "XXXXXX")],
            0,
            Left::Whole,
        ),
        ("some, then all", vec![part("4-5/10", TAG, "45"), honest("")], 2, Left::Part(6)),
        ("some, and the same again", vec![part("4-5/10", TAG, "45"), part("4-5/10", TAG, "45")], 2, Left::Part(6)),
        (
            "some, then of another version",
            vec![part("4-5/10", TAG, "45"), part("6-9/10", "ETag: \"v2\"\r\n", "XXXX")],
            2,
            Left::Part(6),
        ),
        ("some, then nothing", vec![part("4-5/10", TAG, "45"), status("204")], 2, Left::Part(6)),
    ]
}

/// The files that a run leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// The object, and no other file.
    Whole,
    /// A part and its note.
    Part(usize),
    Nothing,
}

#[test]
fn get_continue_at_servers_that_lie_about_ranges() {
    assert!(lies().len() >= 33);
    for (name, lies, status, left) in lies() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("menu");
        let path = file.to_str().expect("text");
        let cut = format!("HTTP/1.1 200 OK\r\n{TAG}Content-Length: 10\r\n\r\n0123");
        let server = lying([vec![cut], lies].concat());
        assert_eq!(server.get("/", &["-o", path]).status, 2, "{name}");
        assert_eq!(fs::read_to_string(folder.path().join("menu.part")).expect("a part"), "0123", "{name}");

        let ran = server.get("/", &["-o", path, "--continue"]);
        assert_eq!(ran.status, status, "{name}: {}", ran.err);
        let heads = server.heads();
        assert!(heads[1].contains("range: bytes=4-\r\n") && heads[1].contains("if-range: \"v1\"\r\n"), "{name}");
        match left {
            Left::Whole => {
                assert_eq!(names(folder.path()), ["menu"], "{name}");
                assert_eq!(fs::read_to_string(&file).expect("a file"), WHOLE, "{name}");
            }
            Left::Nothing => assert_eq!(names(folder.path()), [""; 0], "{name}"),
            Left::Part(length) => {
                assert_eq!(names(folder.path()), ["menu.part", "menu.part.from"], "{name}");
                let bytes = fs::read_to_string(folder.path().join("menu.part")).expect("a part");
                let is_beginning = WHOLE.starts_with(&bytes) || bytes == "XXX";
                assert!(bytes.len() == length && is_beginning, "{name}: {bytes}");
            }
        }
        // The next run against the honest server completes the object.
        let ran = server.get("/", &["-o", path, "--continue"]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), WHOLE, "{name}");
        assert_eq!(names(folder.path()), ["menu"], "{name}");
    }
}

/// A name, a range, the server's answers before it is honest, and the bytes received or the rule of the error.
type Row = (&'static str, &'static str, Vec<String>, Result<&'static str, &'static str>);

/// `--range`, into a file and to standard output, yields the requested bytes, or fails without leaving a part: a part
/// would begin at another byte.
#[test]
fn get_range_at_servers_that_lie_about_ranges() {
    let cut = |fields: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{TAG}{fields}\r\n{body}");
    let rows: Vec<Row> = vec![
        ("the range", "2-7", vec![], Ok("234567")),
        ("it ends early", "2-7", vec![part("2-4/10", TAG, "234")], Ok("234567")),
        ("it ends early, and says no total", "2-7", vec![part("2-4/*", TAG, "234")], Ok("234567")),
        ("early in an open range", "2-", vec![part("2-4/10", TAG, "234")], Ok("23456789")),
        ("the range, and no total", "2-7", vec![part("2-7/*", TAG, "234567")], Ok("234567")),
        ("an open range, and no total", "2-", vec![part("2-9/*", TAG, "23456789")], Err("body-incomplete")),
        ("early, without a tag", "2-7", vec![part("2-4/10", "", "234")], Err("body-incomplete")),
        ("early, by a weak tag", "2-7", vec![part("2-4/10", "ETag: W/\"1\"\r\n", "234")], Err("body-incomplete")),
        ("of a shorter object", "2-7", vec![part("2-5/6", TAG, "2345")], Ok("2345")),
        ("more than was asked for", "2-7", vec![part("2-9/10", TAG, "23456789")], Err("range-mismatch")),
        ("from before", "2-7", vec![part("0-7/10", TAG, "01234567")], Err("range-mismatch")),
        ("fewer bytes, in chunks", "2-7", vec![framed("2-7/10", CHUNKED, &chunk("234"))], Err("body-incomplete")),
        ("more bytes, in chunks", "2-7", vec![framed("2-7/10", CHUNKED, &chunk("2345678"))], Err("body-incomplete")),
        ("fewer bytes, up to the end", "2-7", vec![framed("2-7/10", "", "234")], Err("body-incomplete")),
        ("more bytes, up to the end", "2-7", vec![framed("2-7/10", "", "2345678")], Err("body-incomplete")),
        ("all of it", "2-7", vec![honest("")], Ok("234567")),
        ("all of it, in chunks", "2-7", vec![cut(CHUNKED, &chunk(WHOLE))], Ok("234567")),
        ("all of it, cut", "2-7", vec![cut("Content-Length: 10\r\n", "01234")], Err("body-incomplete")),
        ("all of it, in chunks, cut", "2-7", vec![cut(CHUNKED, "5\r\n01234\r\n")], Err("body-incomplete")),
        ("nothing", "2-7", vec!["HTTP/1.1 204 X\r\n\r\n".into()], Err("range-mismatch")),
        (
            "early, then of another version",
            "2-7",
            vec![part("2-4/10", TAG, "234"), part("5-7/10", "ETag: \"v2\"\r\n", "XXX")],
            Err("body-incomplete"),
        ),
    ];
    for (name, range, lies, expected) in rows {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("menu");
        let path = file.to_str().expect("text");
        let server = lying(lies.clone());
        let ran = server.get("/", &["--range", range, "-o", path]);
        let printed = lying(lies).get("/", &["--range", range]);
        match expected {
            Ok(bytes) => {
                assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}");
                assert_eq!(fs::read_to_string(&file).expect("a file"), bytes, "{name}");
                assert_eq!((printed.status, printed.out.as_str()), (0, bytes), "{name}: {}", printed.err);
                continue;
            }
            Err(rule) => {
                for ran in [ran, printed] {
                    assert_eq!(ran.status, 2, "{name}: {}", ran.err);
                    assert!(ran.err.contains(&format!("^ {rule}")), "{name}: {}", ran.err);
                }
                assert_eq!(names(folder.path()), [""; 0], "{name}");
            }
        }
        let ran = server.get("/", &["--continue", "-o", path]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), WHOLE, "{name}");
    }
}

/// A server that sends one byte at a time is asked only as often as the limit allows; the bytes received can be
/// resumed.
#[test]
fn get_asks_for_no_more_ranges_than_the_limit() {
    let bytes = (4..10).map(|at| part(&format!("{at}-{at}/10"), TAG, &WHOLE[at..=at])).collect();
    let cut = format!("HTTP/1.1 200 OK\r\n{TAG}Content-Length: 10\r\n\r\n0123");
    let server = lying([vec![cut], bytes].concat());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    let path = file.to_str().expect("text");
    assert_eq!(server.get("/", &["-o", path]).status, 2);
    let ran = server.get("/", &["-o", path, "--continue", "--max-ranges", "3"]);
    assert_eq!(ran.status, 2);
    let said = "expected the object in at most 3 answers, but found more";
    assert!(ran.err.contains(said) && ran.err.contains("^ too-many-ranges\n"), "{}", ran.err);
    assert_eq!(server.heads().len(), 4);
    assert_eq!(fs::read_to_string(folder.path().join("menu.part")).expect("a part"), "0123456");
    let ran = server.get("/", &["-o", path, "--continue"]);
    assert_eq!((ran.status, fs::read_to_string(&file).expect("a file").as_str()), (0, WHOLE));
}

/// A part of an error page, which `--any-status` admits, and a part of a body that a cache has decoded, are not
/// resumed.
#[test]
fn get_parts_of_errors_and_of_decoded_bodies_are_not_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    let path = file.to_str().expect("text");
    let page = format!("HTTP/1.1 404 X\r\n{TAG}Content-Length: 10\r\n\r\noops");
    let ran = lying(vec![page]).get("/", &["-o", path, "--any-status"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(names(folder.path()), [""; 0]);

    let cache = folder.path().join("cache");
    // Two stored blocks of deflate (RFC 1951 section 3.2.4) in gzip; the second block is cut.
    let mut coded = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    coded.extend_from_slice(b"\0\x04\0\xfb\xff0123\0\x04\0\xfb\xff45");
    let head = format!("HTTP/1.1 200 OK\r\n{TAG}Content-Encoding: gzip\r\nCache-Control: max-age=60\r\n");
    let said = [format!("{head}Content-Length: 400\r\n\r\n").into_bytes(), coded].concat();
    let server = Server::new(move |_| said.clone());
    let ran = server.get("/", &["-o", path, "--cache", cache.to_str().expect("text")]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(names(folder.path()), ["cache"]);
}

/// Other users' files at the names of a part and its note: a pipe is not waited for, a link not followed, and a file
/// with a second name not written to. Each is replaced, and the retrieval succeeds.
#[test]
fn get_parts_and_notes_are_regular_files_of_ours() {
    for (plant, resume) in (0..6).flat_map(|plant| [(plant, false), (plant, true)]) {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let path = at("menu");
        let path = path.to_str().expect("text");
        let server = lying(vec![format!("HTTP/1.1 200 OK\r\n{TAG}Content-Length: 10\r\n\r\n0123")]);
        assert_eq!(server.get("/", &["-o", path]).status, 2);
        fs::write(at("victim"), "beer").expect("a file");
        let name = at(if plant < 3 { "menu.part" } else { "menu.part.from" });
        let was = fs::read(&name).expect("a file");
        fs::remove_file(&name).expect("a file");
        match plant % 3 {
            0 => assert!(std::process::Command::new("mkfifo").arg(&name).status().expect("mkfifo").success()),
            1 => symlink(at("victim"), &name).expect("a link"),
            _ => {
                fs::write(at("victim"), &was).expect("a file");
                fs::hard_link(at("victim"), &name).expect("a link");
            }
        }
        let victim = fs::read(at("victim")).expect("a file");
        let options: &[&str] = if resume { &["--continue"] } else { &[] };
        let since = Instant::now();
        let ran = server.get("/", &[&["-o", path, "--timeout", "20"], options].concat());
        assert!(since.elapsed().as_secs() < 20, "{plant} {resume}");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{plant} {resume}");
        assert_eq!(fs::read_to_string(path).expect("a file"), WHOLE, "{plant} {resume}");
        assert_eq!(fs::read(at("victim")).expect("a file"), victim, "{plant} {resume}");
        assert_eq!(names(folder.path()), ["menu", "victim"], "{plant} {resume}");
    }
}

/// Another file that takes the place of the part during the run does not get the name of the object.
#[test]
fn get_part_swapped_during_the_run_is_not_put_in_place() {
    for kind in ["file", "link"] {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("other"), "stout").expect("a file");
        let (planted, part) = (at("planted"), at("menu.part"));
        match kind {
            "file" => fs::write(&planted, "XXXXXXXXXX").expect("a file"),
            _ => symlink(at("other"), &planted).expect("a link"),
        }
        let server = Server::by(move |_, stream: &mut TcpStream| {
            let _ = stream.write_all(format!("HTTP/1.1 200 OK\r\n{TAG}Content-Length: 10\r\n\r\n01234").as_bytes());
            while !part.exists() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            fs::rename(&planted, &part).expect("a part");
            let _ = stream.write_all(b"56789");
        });
        let ran = server.get("/", &["-o", at("menu").to_str().expect("text")]);
        assert_eq!(ran.status, 2, "{kind}: {}", ran.err);
        assert!(ran.err.contains("^ storage-failed\n"), "{kind}: {}", ran.err);
        assert!(!at("menu").exists(), "{kind}");
        assert_eq!(fs::read_to_string(at("other")).expect("a file"), "stout");
    }
}
