//! Tests `napkin get` of several URLs: the records, the files in the folder, and that a failed URL does not stop the
//! run.
#![cfg(feature = "retrieve")]

use crate::common;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::common::http::{Nginx, Server, head};
use crate::common::napkin_with;
use serde_json::Value;

fn records(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

fn files(folder: &Path) -> HashSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect()
}

fn said(body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nETag: \"1\"\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into()
}

/// The first URLs take longest, and some fail; the records are in the order of the list.
#[test]
fn a_record_for_each_url_in_its_order() {
    let server = Server::by(|head, stream| {
        let path = head.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
        let number: u64 = path.parse().unwrap_or_default();
        sleep(Duration::from_millis(200_u64.saturating_sub(number * 10)));
        let answer = match number % 5 {
            0 => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
            1 => format!("HTTP/1.1 302 Found\r\nLocation: /{}\r\nContent-Length: 0\r\n\r\n", number + 1).into(),
            2 => b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\ncut".to_vec(),
            _ => said(path),
        };
        let _ = stream.write_all(&answer);
    });
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("new/folder");
    let urls: Vec<String> = (0..40).map(|number| server.url(&format!("/{number}"))).collect();
    let list = urls.join("\n");
    let ran = server.list(&["--to", to.to_str().expect("text"), "--json", "-j", "8"], &list);
    // Some URLs fail.
    assert_eq!(ran.status, 2, "{}", ran.err);
    let records = records(&ran.out);
    assert_eq!(records.iter().map(|record| &record["input"]).collect::<Vec<_>>(), urls.iter().collect::<Vec<_>>());
    for (number, record) in records.iter().enumerate() {
        match number % 5 {
            0 => assert_eq!(record["error"]["rule"], "status-not-success"),
            // The redirect leads to a truncated object.
            1 | 2 => {
                assert_eq!(record["error"]["rule"], "body-incomplete");
                assert_eq!(record["trail"].as_array().expect("hops").len(), if number % 5 == 1 { 2 } else { 1 });
            }
            _ => {
                assert_eq!((&record["ok"], &record["length"]), (&Value::Bool(true), &number.to_string().len().into()));
                assert_eq!((&record["url"], &record["media_type"]), (&record["input"], &"text/plain".into()));
                let file = record["file"].as_str().expect("a file");
                assert_eq!(fs::read_to_string(file).expect("a file"), number.to_string());
                assert_eq!(Path::new(file).parent(), Some(&*to));
            }
        }
    }
    assert_eq!(files(&to).len(), 16, "{:?}", files(&to));
    // Standard output has the same order, with the received bytes of truncated objects.
    let ran = server.list(&["-j", "8"], &(list.clone() + "\nno URL\ndata:,end"));
    let bytes: String = (0..40)
        .map(|number| match number % 5 {
            0 => String::new(),
            1 | 2 => "cut".to_owned(),
            _ => number.to_string(),
        })
        .collect();
    assert_eq!((ran.status, ran.out), (2, bytes + "end"), "{}", ran.err);
    // Without fields, each URL has a line, which is empty after a failure, and diagnostics give the place.
    let ran = server.list(&["--to", to.to_str().expect("text"), "--force", "-v"], &list);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[12]), (40, "", ""));
    assert!(lines[3].ends_with(&format!("\t{}\ttext/plain\t1", server.url("/3"))), "{}", lines[3]);
    assert!(ran.err.contains("error: stdin:6: expected an object, but found status 404 (Not Found)\n"), "{}", ran.err);
    assert!(ran.err.contains("error: stdin:7, redirect 1: expected the rest of the answer, but found"), "{}", ran.err);
}

/// Lists come from arguments, from standard input among arguments, or from a file, and may be separated by NUL. Objects
/// go to standard output one after the other.
#[test]
fn where_lists_come_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("list");
    let get = |arguments: &[&str], input: &str| napkin_with(&[&["get"], arguments].concat(), input);
    let list = "data:,b\r\ndata:,c";
    for (arguments, expected) in [
        (&["data:,a", "-", "data:,d"][..], "abcd"),
        (&["-"], "bc"),
        (&[], "bc"),
        (&["data:,a", "data:,d"], "ad"),
        (&["-j", "9", "-o", "-", "-"], "bc"),
    ] {
        let ran = get(arguments, list);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, expected, ""), "{arguments:?}");
    }
    fs::write(&file, "data:,x\0\0data:,y%0a\0").expect("a file");
    let ran = get(&["--from", file.to_str().expect("text"), "-0"], "");
    let err = format!(
        "error: {}:2: expected a URL with its scheme, but found none\n  \n  ^ standards-disagree, RFC 3986 section 7\n\
         note: retrieved 2 of 3 objects, 3 B\n",
        file.display()
    );
    assert_eq!((ran.status, ran.out.as_str(), ran.err), (1, "xy\n", err));
    let ran = get(&["--head", "data:,x", "http://127.0.0.1/", "data:text/html,yy"], "");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (1, "data:,x\ttext/plain;charset=US-ASCII\t1\n\ndata:text/html,yy\ttext/html\t2\n")
    );
    assert!(ran.err.starts_with("error: argument 2: expected an address of the public internet"), "{}", ran.err);
    let ran = get(&["--head", "--json", "--max-length", "8", "-"], "data:,12\ndata:,123\n");
    let rules: Vec<_> = records(&ran.out).iter().map(|record| record["error"]["rule"].clone()).collect();
    assert_eq!((ran.status, rules), (1, vec![Value::Null, "too-long".into()]));
    for (arguments, why) in [
        (&["-o", "x", "data:,a", "data:,b"][..], "one file is for one URL: several go into a folder (--to)"),
        (&["-o", "x", "-"], "one file is for one URL: several go into a folder (--to)"),
        (&["--continue", "data:,a"], "--continue goes on with a file: it needs --output, --to or -O"),
        (&["--json", "-"], "--json and --format say what was retrieved: they need --output, --to, -O or --head"),
        (&["--from", "no/such/list"], "no/such/list: no such file or directory"),
    ] {
        let ran = get(arguments, "");
        assert_eq!((ran.status, ran.out.as_str(), ran.err), (2, "", format!("error: {why}\n")), "{arguments:?}");
    }
}

/// No URL can cause a write outside of the folder, or over an existing file.
#[test]
fn nothing_is_written_elsewhere_or_over_anything() {
    let folder = tempfile::tempdir().expect("a folder");
    let (to, beside) = (folder.path().join("a/b/to"), folder.path().join("a/b/x"));
    fs::create_dir_all(&to).expect("a folder");
    fs::write(&beside, "mine").expect("a file");
    let server = Server::new(|_| said("theirs"));
    let paths =
        ["/..%2fx", "/%2e%2e/x", "/..%5cx", "/x/..", "/-rf", "/.profile", "/a%00b", "/CON", "/%ff", "/x?y=/../../x"];
    let list: String = paths.iter().map(|path| server.url(path) + "\n").collect();
    let options = ["--to", to.to_str().expect("text"), "--json"];
    let ran = server.list(&options, &list);
    let made = records(&ran.out);
    assert_eq!((ran.status, made.len()), (0, paths.len()), "{}", ran.err);
    assert_eq!(files(&to).len(), paths.len());
    assert_eq!(files(&folder.path().join("a/b")).len(), 2);
    assert!(files(&to).iter().all(|name| name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric())));
    // The second run requests nothing, since the files exist. A symbolic link in the place of a file is not followed.
    let first = to.join(made[0]["file"].as_str().expect("a file"));
    fs::remove_file(&first).expect("a file");
    std::os::unix::fs::symlink(&beside, &first).expect("a link");
    let asked = server.heads().len();
    let again = server.list(&options, &list);
    assert_eq!((again.status, server.heads().len()), (2, asked));
    assert!(records(&again.out).iter().all(|record| record["error"]["rule"] == "file-exists"), "{}", again.out);
    let part = format!("{}.part", first.display());
    std::os::unix::fs::symlink(&beside, &part).expect("a link");
    let forced = server.list(&[&options[..], &["--force"]].concat(), &list);
    assert_eq!((forced.status, fs::read_to_string(&beside).expect("a file").as_str()), (0, "mine"), "{}", forced.err);
    assert_eq!((fs::read_to_string(&first).expect("a file").as_str(), files(&to).len()), ("theirs", paths.len()));
}

/// If a URL occurs twice, its file is written once, and the second occurrence is reported.
#[test]
fn the_same_url_twice() {
    let server = Server::by(|_, stream| {
        sleep(Duration::from_millis(50));
        let _ = stream.write_all(&said("beer"));
    });
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().to_str().expect("text");
    let list = format!("{0}\n{0}#x\n{1}\n{0}\n", server.url("/menu.txt"), server.url("/other.txt"));
    let ran = server.list(&["--to", to, "--json"], &list);
    let rules: Vec<_> = records(&ran.out).iter().map(|record| record["error"]["rule"].clone()).collect();
    assert_eq!((ran.status, rules), (2, vec![Value::Null, "file-exists".into(), Value::Null, "file-exists".into()]));
    assert_eq!((server.heads().len(), files(folder.path()).len()), (2, 2));
}

/// An interrupted run is resumed: complete files stay, partial files are continued, and the rest is retrieved.
#[test]
fn a_list_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().to_str().expect("text");
    let is_well = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let now = std::sync::Arc::clone(&is_well);
    let server = Server::new(move |head| {
        let part = "HTTP/1.1 206 OK\r\nContent-Range: bytes 4-7/8\r\nContent-Length: 4\r\nETag: \"1\"\r\n\r\nbeer";
        match (head.starts_with("GET /2 "), head.contains("range: bytes=4-"), now.load(Ordering::SeqCst)) {
            (true, false, false) => b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\nETag: \"1\"\r\n\r\nroot".to_vec(),
            (true, true, true) => part.into(),
            (true, ..) => b"HTTP/1.1 500 Oops\r\n\r\n".to_vec(),
            _ => said("whole"),
        }
    });
    let list: String = (1..4).map(|number| server.url(&format!("/{number}\n"))).collect();
    let ran = server.list(&["--to", to], &list);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains(".part has 4 bytes; --continue goes on from there\n"), "{}", ran.err);
    is_well.store(true, Ordering::SeqCst);
    let ran = server.list(&["--to", to, "--continue", "--json"], &list);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let records = records(&ran.out);
    let text = |number: usize| fs::read_to_string(records[number]["file"].as_str().expect("a file")).expect("a file");
    assert_eq!((text(0).as_str(), text(1).as_str(), text(2).as_str()), ("whole", "rootbeer", "whole"));
    // A complete file causes no request.
    assert_eq!((&records[0]["hops"], &records[0]["length"]), (&Value::Array(Vec::new()), &5.into()));
    assert_eq!((server.heads().len(), files(folder.path()).len()), (4, 3));
}

/// Exactly as many retrievals run at a time as `-j` allows.
#[test]
fn as_many_at_once_as_asked_for() {
    for jobs in [1, 3] {
        let now = std::sync::Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let counter = std::sync::Arc::clone(&now);
        let server = Server::by(move |_, stream| {
            let (now, most) = &*counter;
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            sleep(Duration::from_millis(50));
            now.fetch_sub(1, Ordering::SeqCst);
            let _ = stream.write_all(&said("beer"));
        });
        let list: String = (0..12).map(|number| server.url(&format!("/{number}\n"))).collect();
        let ran = server.list(&["--head", "-j", &jobs.to_string()], &list);
        assert_eq!((ran.status, ran.out.lines().count(), now.1.load(Ordering::SeqCst)), (0, 12, jobs), "{}", ran.err);
    }
}

/// With nginx, a connection is reused for one URL after the other.
#[test]
fn connections_are_used_again() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("menu.txt"), "beer").expect("a file");
    let Some(server) = Nginx::start(folder.path(), "") else { return };
    let list: String = (0..500).map(|number| server.url(&format!("/menu.txt?{number}\n"))).collect();
    let to = folder.path().join("to");
    let ran = server.list(&["--to", to.to_str().expect("text"), "--json", "-j", "4"], &list);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let records = records(&ran.out);
    let made = records.iter().filter(|record| record["trail"][0]["reused"] == false).count();
    assert!(records.len() == 500 && (1..=4).contains(&made), "{made}");
    assert_eq!(files(&to).len(), 500);
    assert!(files(&to).iter().all(|name| fs::read_to_string(to.join(name)).is_ok_and(|text| text == "beer")));
}

/// Memory does not grow with the list: ten times as many URLs take no more.
#[cfg(target_os = "linux")]
#[test]
fn a_list_of_any_length() {
    let most = |count: usize| {
        let list = "data:text/plain,beer\n".repeat(count);
        let mut child = common::command(&["get", "--head", "-"]).spawn().expect("the command starts");
        let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).expect("lines"));
        stdin.write_all(list.as_bytes()).expect("it reads");
        let peak = common::peak_memory(child.id());
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
        let bytes = reader.join().expect("lines");
        assert_eq!(bytes, count as u64 * "data:text/plain,beer\ttext/plain\t4\n".len() as u64);
        peak
    };
    let (few, many) = (most(5_000), most(50_000));
    assert!(many < few + 4096, "{few} KiB for a tenth, {many} KiB for all");
}

/// An invalid response affects only its own URL.
#[test]
fn a_server_that_stops_in_the_middle_of_a_list() {
    let server = Server::by(|first, stream| {
        // Two responses on a connection, and then the connection ends.
        let _ = stream.write_all(&said(first.split(' ').nth(1).unwrap_or_default()));
        let second = head(stream);
        let _ = stream.write_all(&said(second.split(' ').nth(1).unwrap_or_default()));
    });
    let list: String = (0..30).map(|number| server.url(&format!("/{number}\n"))).collect();
    let ran = server.list(&["--head", "--json", "-j", "2"], &list);
    assert_eq!((ran.status, ran.err.as_str(), records(&ran.out).len()), (0, "", 30));
}

/// The credentials are sent only to the server of the first URL.
#[test]
fn a_user_is_for_one_server() {
    let [one, two] = [(), ()].map(|()| Server::new(|_| said("beer")));
    let folder = tempfile::tempdir().expect("a folder");
    let password = folder.path().join("password");
    fs::write(&password, "secret\n").expect("a file");
    let port = two.address.port().to_string();
    let list = [one.url("/1"), two.url("/2"), one.url("/3")].join("\n");
    let options =
        ["--allow-port", &port, "--user", "sam", "--password-file", password.to_str().expect("text"), "--head"];
    let ran = one.list(&options, &list);
    assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (0, "", 3));
    assert!(one.heads().len() == 2 && one.heads().iter().all(|head| head.contains("authorization: Basic ")));
    assert!(two.heads().len() == 1 && !two.heads()[0].contains("authorization"), "{:?}", two.heads());
}
