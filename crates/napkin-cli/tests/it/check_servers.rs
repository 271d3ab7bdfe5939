//! Tests `napkin check` with servers and with git: the cache of answers, the requests, and the exit status.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use crate::common::Ran;

fn napkin_in(folder: &Path, arguments: &[&str]) -> Ran {
    let output = crate::common::napkin_in(folder, arguments, b"");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A server that answers with the status in the path, and keeps its requests.
struct Server {
    host: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = Arc::clone(&asked);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                let path = head[0].split(' ').nth(1).unwrap_or_default().to_owned();
                let status = path.trim_start_matches('/').get(..3).unwrap_or("200");
                kept.lock().unwrap().push(head.join("\n").to_lowercase());
                let text = format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                let _ = stream.write_all(text.as_bytes());
            }
        });
        Self { host, asked }
    }

    fn count(&self) -> usize {
        std::mem::take(&mut *self.asked.lock().unwrap()).len()
    }
}

fn page(folder: &Path, server: &Server, paths: &[&str]) {
    let links = paths.iter().map(|path| format!("<a href='http://{}/{path}'></a>", server.host));
    fs::write(folder.join("a.html"), links.collect::<String>()).unwrap();
}

fn check(folder: &Path, arguments: &[&str]) -> Ran {
    napkin_in(folder, &[&["check", "--allow-private", "a.html"], arguments].concat())
}

#[test]
fn check_answers_that_are_no_verdict_are_a_class_of_their_own() {
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::start());
    for (path, arguments, status) in [
        ("200", &[][..], 0),
        ("404", &[], 1),
        ("403", &[], 2),
        ("401", &[], 2),
        ("429", &["--tries", "1"], 2),
        ("403", &["--allow", "auth"], 0),
        ("404", &["--allow", "auth"], 1),
        ("403", &["--accept", "127.0.0.1=403"], 0),
        ("403", &["--accept", "pub.example=403"], 2),
    ] {
        page(folder.path(), &server, &[path]);
        let ran = check(folder.path(), arguments);
        assert_eq!(ran.status, status, "{path} {arguments:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn check_keeps_answers_in_a_file_from_run_to_run() {
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::start());
    let run = |arguments: &[&str]| check(folder.path(), &[&["--cache", "kept"], arguments].concat());
    page(folder.path(), &server, &["200", "404"]);
    assert_eq!((run(&[]).status, server.count()), (1, 2));
    assert_eq!((run(&[]).status, server.count()), (1, 0));
    assert_eq!((run(&["--max-age", "broken=0"]).status, server.count()), (1, 1));
    assert_eq!((run(&["--max-age", "0"]).status, server.count()), (1, 2));
    // Nothing was kept by the last run. A damaged file is like an empty one.
    assert_eq!((run(&[]).status, server.count()), (1, 2));
    for damaged in [&b"napkin check 1 \n\xff\t\n"[..], b"\0", &[b'\t'; 5000]] {
        fs::write(folder.path().join("kept"), damaged).unwrap();
        assert_eq!((run(&[]).status, server.count()), (1, 2));
    }
    assert_eq!((run(&["--max-cache", "10"]).status, server.count()), (1, 2));
    assert!(fs::metadata(folder.path().join("kept")).unwrap().len() <= 10);
}

#[test]
#[cfg(unix)]
fn check_reports_a_cache_that_cannot_be_trusted_or_written() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::start());
    page(folder.path(), &server, &["200"]);
    let kept = folder.path().join("kept");
    fs::write(&kept, "").unwrap();
    fs::set_permissions(&kept, PermissionsExt::from_mode(0o666)).unwrap();
    assert_eq!((check(folder.path(), &["--cache", "kept"]).status, server.count()), (2, 0));
    let ran = check(folder.path(), &["--cache", "no/such/folder/kept"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert_eq!(check(folder.path(), &["--cache", "/dev/full"]).status, 2);
}

#[test]
fn check_sends_secrets_of_named_hosts_only() {
    let (folder, server, other) = (tempfile::tempdir().unwrap(), Server::start(), Server::start());
    fs::write(folder.path().join("login"), "sam:secret\n").unwrap();
    let host = format!("http://{}", server.host);
    let (header, login) = (format!("{host}=X-Token: t0ken"), format!("{host}=login"));
    let links = format!("<a href='http://{}/200'></a><a href='http://{}/200'></a>", server.host, other.host);
    fs::write(folder.path().join("a.html"), links).unwrap();
    let ran = check(folder.path(), &["--host-header", &header, "--host-login", &login]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let asked = server.asked.lock().unwrap().concat();
    assert!(asked.contains("x-token: t0ken") && asked.contains("authorization: basic"), "{asked}");
    let asked = other.asked.lock().unwrap().concat();
    assert!(!asked.contains("t0ken") && !asked.contains("authorization"), "{asked}");
    for wrong in [
        ["--host-header", "pub.example=X-Token"],
        ["--host-header", "pub.example=Host: x"],
        ["--host-login", "pub.example=none"],
    ] {
        let ran = check(folder.path(), &wrong);
        assert_eq!(ran.status, 2, "{wrong:?}");
    }
    fs::write(folder.path().join("login"), "secret").unwrap();
    let ran = check(folder.path(), &["--host-login", &login]);
    assert!(ran.status == 2 && !ran.err.contains("secret"), "{}", ran.err);
    // A file that was found, and not named, cannot send anything.
    fs::write(folder.path().join("napkin.toml"), "[check]\nhost-header = [\"pub.example=X-Token: x\"]\n").unwrap();
    let ran = check(folder.path(), &[]);
    assert!(ran.status == 2 && ran.err.contains("host-header"), "{}", ran.err);
}

fn git(folder: &Path, arguments: &[&str]) {
    let options = ["-c", "user.name=sam", "-c", "user.email=sam@pub.example", "-c", "commit.gpgsign=false"];
    let ran = Command::new("git").current_dir(folder).args(options).args(arguments).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn check_since_a_commit_checks_changed_lines_only() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.md", "[a](old.md)\n\n[b](b.md)\n");
    write("b.md", "[a](older.md)\n");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    write("a.md", "[a](old.md)\n\n[b](b.md) [c](new.md)\n");
    let ran = napkin_in(folder.path(), &["check", "--since", "HEAD", "."]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("new.md") && !ran.out.contains("old"), "{}", ran.out);
    git(folder.path(), &["commit", "-q", "-a", "-m", "second"]);
    assert_eq!(napkin_in(folder.path(), &["check", "--since", "HEAD", "."]).status, 0);
    assert_eq!(napkin_in(folder.path(), &["check", "--since", "HEAD~1..HEAD", "."]).status, 1);
    for wrong in ["--output=x", "nothing", ""] {
        assert_eq!(napkin_in(folder.path(), &["check", &format!("--since={wrong}"), "."]).status, 2, "{wrong}");
    }
    // What git has no lines of, and what has lines of its own, is checked whole.
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='tel:+x'>";
    let head =
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://pub.example/\r\nContent-Type: application/http\r\n";
    write("crawl.warc", &format!("{head}Content-Length: {}\r\n\r\n{page}\r\n\r\n", page.len()));
    write("binary.md", "\0\n[a](tel:+x)\n");
    write("mail.mbox", "From sam@pub.example Sat Jan  1 00:00:00 2000\nSubject: menu\n\n<tel:+x>\n\n");
    git(folder.path(), &["add", "."]);
    let ran = napkin_in(folder.path(), &["check", "--since", "HEAD", "--format", "{source}", "."]);
    let found: Vec<_> = ran.out.lines().collect();
    assert_eq!(found, ["binary.md", "crawl.warc/http://pub.example/", "mail.mbox:1"], "{}", ran.err);
    git(folder.path(), &["commit", "-q", "-m", "third"]);
    let ran = napkin_in(folder.path(), &["check", "--since", "HEAD", "."]);
    assert_eq!((ran.status, &*ran.err), (0, "note: 0 links in 0 documents\n"), "{}", ran.out);
}

/// Files that git has seen move are certain, also over several moves and before they are committed.
#[test]
fn check_mends_links_to_files_that_git_has_seen_move() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    git(folder.path(), &["init", "-q"]);
    fs::create_dir_all(at("docs/d\u{e9}")).unwrap();
    for name in ["ale", "stout", "wine"] {
        fs::write(at(&format!("docs/{name}.md")), format!("{name}\n").repeat(40)).unwrap();
    }
    let page = "[a](docs/ale.md#x) [s](docs/stout.md) [w](./docs/wine.md \"t\") [n](docs/none.md)\n";
    fs::write(at("menu.md"), page).unwrap();
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "a"]);
    git(folder.path(), &["mv", "docs/ale.md", "docs/pale.md"]);
    git(folder.path(), &["mv", "docs/stout.md", "docs/dark beer.md"]);
    git(folder.path(), &["commit", "-q", "-m", "b"]);
    git(folder.path(), &["mv", "docs/pale.md", "docs/d\u{e9}/pale.md"]);
    git(folder.path(), &["commit", "-q", "-m", "c"]);
    git(folder.path(), &["mv", "docs/wine.md", "red.md"]);
    let mended = |folder: &Path| {
        let ran = napkin_in(folder, &["check", "--offline", "--fix", "menu.md"]);
        assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
        fs::read_to_string(folder.join("menu.md")).unwrap()
    };
    let expected = "[a](docs/d%C3%A9/pale.md#x) [s](docs/dark%20beer.md) [w](red.md \"t\") [n](docs/none.md)\n";
    assert_eq!(mended(folder.path()), expected);
    // A folder without a repository has no moves.
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("menu.md"), page).unwrap();
    assert_eq!(mended(other.path()), page);
}

#[test]
fn check_groups_links_by_target() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.html"), "<a href=gone></a><a href=lost></a>").unwrap();
    fs::write(folder.path().join("b.html"), "<a href=gone></a>").unwrap();
    let by_target = |options: &[&str]| napkin_in(folder.path(), &[&["check", "--by", "target"], options].concat()).out;
    let rows = by_target(&["--format", "{raw} {source}", "a.html", "b.html"]);
    assert_eq!(rows, "gone a.html\ngone b.html\nlost a.html\n");
    let text = by_target(&["--pretty", "--color", "never", "a.html", "b.html"]);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let headings: Vec<&&str> = lines.iter().filter(|line| line.starts_with("file:")).collect();
    assert!(headings.len() == 2 && headings[0].ends_with("/gone") && headings[1].ends_with("/lost"), "{text}");
    assert!(lines[1].starts_with("a.html:1:9") && lines[3].starts_with("b.html:1:9"), "{text}");
}

/// The settings and attributes of a repository from a stranger name programs.
#[test]
#[cfg(unix)]
fn check_since_a_commit_runs_no_program_of_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.md", "[a](b.md)\n");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    write("a.md", "[a](c.md)\n");
    write(".gitattributes", "*.md filter=x diff=x\n");
    for (key, value) in [
        ("filter.x.clean", "touch ran; cat"),
        ("filter.x.process", "touch ran"),
        ("filter.x.required", "true"),
        ("diff.x.command", "touch ran"),
        ("diff.x.textconv", "touch ran; cat"),
        ("diff.external", "touch ran"),
        ("core.fsmonitor", "touch ran"),
        ("core.pager", "touch ran; cat"),
    ] {
        git(folder.path(), &["config", key, value]);
    }
    let ran = napkin_in(folder.path(), &["check", "--since", "HEAD", "a.md"]);
    assert!(!folder.path().join("ran").exists(), "a program of the repository was run");
    assert!(ran.out.contains("c.md"), "{}{}", ran.out, ran.err);
}

#[test]
fn check_reads_code_of_markdown_by_option() {
    let folder = tempfile::tempdir().unwrap();
    let text = "`http://127.0.0.1:1/a`\n\n```\ncurl http://127.0.0.1:1/b\n```\n";
    fs::write(folder.path().join("a.md"), text).unwrap();
    let raw = |arguments: &[&str]| {
        napkin_in(folder.path(), &[&["check", "a.md", "--offline", "--format", "{raw}"], arguments].concat()).out
    };
    assert_eq!(raw(&[]), "");
    assert_eq!(raw(&["--include-verbatim"]), "http://127.0.0.1:1/a\nhttp://127.0.0.1:1/b\n");
}
