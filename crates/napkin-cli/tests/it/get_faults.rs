//! Faulty servers and disks: the message of `napkin get -o`, the file that it leaves, and that resuming completes the
//! object.
#![cfg(all(feature = "retrieve", unix))]

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::common::http::{Nginx, Server, ftp};
use crate::common::{Ran, names, napkin_path, napkin_with};

const WHOLE: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// Returns the answer of a correct server: the rest of the object if the validator matches, otherwise all of it.
fn well(head: &str, whole: &str) -> String {
    let first = head.split("range: bytes=").nth(1).and_then(|rest| rest.split('-').next()?.parse::<usize>().ok());
    match first.filter(|_| head.contains("if-range: \"v1\"\r\n")) {
        Some(first) => format!(
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes {first}-{}/{}\r\nContent-Length: {}\r\nETag: \"v1\"\r\n\r\n{}",
            whole.len() - 1,
            whole.len(),
            whole.len() - first,
            &whole[first..]
        ),
        None => format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nETag: \"v1\"\r\n\r\n{whole}", whole.len()),
    }
}

/// A fault of a server in its first answer.
enum Fault {
    /// Sends this text and closes.
    Says(String),
    /// Sends this text, and then nothing more.
    Stops(String),
    /// Sends this text, and then one byte after the other.
    Drips(String),
    /// Sends this text, and then the same piece forever.
    Forever(String, &'static str),
}

use Fault::{Drips, Forever, Says, Stops};

fn faulty(fault: Fault) -> Server {
    let asked = Arc::new(AtomicUsize::new(0));
    Server::by(move |head, stream: &mut TcpStream| {
        if asked.fetch_add(1, Ordering::SeqCst) > 0 {
            return drop(stream.write_all(well(head, WHOLE).as_bytes()));
        }
        let (Says(text) | Stops(text) | Drips(text) | Forever(text, _)) = &fault;
        let mut is_open = stream.write_all(text.as_bytes()).is_ok();
        match &fault {
            Says(_) => {}
            Stops(_) => sleep(Duration::from_secs(20)),
            Drips(_) => {
                while is_open {
                    sleep(Duration::from_millis(20));
                    is_open = stream.write_all(b"x").is_ok();
                }
            }
            Forever(_, piece) => while stream.write_all(piece.as_bytes()).is_ok() {},
        }
    })
}

/// Returns each fault with its options, the rule, and the number of bytes left to resume from.
fn faults() -> Vec<(&'static str, Fault, &'static [&'static str], &'static str, usize)> {
    let ok = "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n";
    let lengthy = format!("{ok}Content-Length: 36\r\n\r\n0123456789");
    let chunked = format!("{ok}Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n");
    let gzip = format!("{ok}Content-Encoding: gzip\r\n");
    vec![
        ("it closes midway", Says(lengthy.clone()), &[], "body-incomplete", 10),
        ("it closes before the body", Says(format!("{ok}Content-Length: 36\r\n\r\n")), &[], "body-incomplete", 0),
        ("it closes in its head", Says(ok.to_owned()), &[], "body-incomplete", 0),
        ("it closes in a chunk", Says(chunked.replace("\r\na\r\n", "\r\n20\r\n")), &[], "body-incomplete", 12),
        ("it closes behind a chunk", Says(chunked.clone()), &[], "body-incomplete", 10),
        ("a chunk has no length", Says(format!("{chunked}zz\r\nabc")), &[], "protocol-error", 10),
        (
            "a chunk is longer than it says",
            Says(format!("{chunked}1\r\nabcdef\r\n0\r\n\r\n")),
            &[],
            "protocol-error",
            11,
        ),
        ("it stops midway", Stops(lengthy.clone()), &["--read-timeout", "0.3"], "read-timeout", 10),
        ("it stops in its head", Stops(ok.to_owned()), &["--first-byte-timeout", "0.5"], "first-byte-timeout", 0),
        (
            "it is too slow",
            Drips(format!("{ok}Content-Length: 9999\r\n\r\n")),
            &["--timeout", "1"],
            "total-timeout",
            usize::MAX,
        ),
        ("it never ends", Forever(chunked.clone(), "4\r\nabcd\r\n"), &["--max-bytes", "30"], "body-too-large", 30),
        ("its fields never end", Forever(ok.to_owned(), "X: y\r\n"), &[], "fields-too-large", 0),
        ("there is no end to a field", Forever(ok.to_owned(), "xxxxxxxx"), &[], "fields-too-large", 0),
        (
            "it never comes to its answer",
            Forever(String::new(), "HTTP/1.1 102 Processing\r\n\r\n"),
            &["--first-byte-timeout", "1"],
            "first-byte-timeout",
            0,
        ),
        ("bad gzip", Says(format!("{gzip}Content-Length: 9\r\n\r\n012345678")), &[], "content-coding", 0),
        ("gzip that is cut", Says(format!("{gzip}Content-Length: 2\r\n\r\n\x1f\x07")), &[], "content-coding", 0),
        (
            "it redirects to itself",
            Says("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n".into()),
            &["--max-redirects", "0"],
            "too-many-redirects",
            0,
        ),
        ("it is no server of HTTP", Says("220 pub.example ESMTP\r\n".into()), &[], "protocol-error", 0),
    ]
}

/// A fault leaves a finding, and either a file that can be resumed or none. The second run has the whole object in both
/// cases.
#[test]
fn after_each_fault_it_goes_on() {
    for (name, fault, options, rule, left) in faults() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("menu");
        let path = file.to_str().expect("text");
        let server = faulty(fault);
        let ran = server.get("/", &[options, &["-o", path]].concat());
        assert_eq!(ran.status, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains(&format!("^ {rule}")), "{name}: {}", ran.err);
        if left == 0 {
            assert_eq!(names(folder.path()), [""; 0], "{name}");
        } else {
            assert_eq!(names(folder.path()), ["menu.part", "menu.part.from"], "{name}");
            let bytes = fs::read(folder.path().join("menu.part")).expect("a file").len();
            assert!(bytes == left || left == usize::MAX, "{name}: {bytes}");
            assert!(
                ran.err.contains(&format!("menu.part has {bytes} bytes; --continue goes on")),
                "{name}: {}",
                ran.err
            );
        }
        if left == usize::MAX {
            // The received bytes are not of the current object.
            continue;
        }
        let again = server.get("/", &["-o", path, "--continue"]);
        assert_eq!((again.status, again.err.as_str()), (0, ""), "{name}");
        let whole = fs::read_to_string(&file).expect("a file");
        // Invented bytes cannot be told from the object if the server claims the same version.
        assert_eq!(whole.len(), WHOLE.len(), "{name}: {whole}");
        assert!(
            whole == WHOLE
                || ["it closes in a chunk", "a chunk is longer than it says", "it never ends"].contains(&name),
            "{whole}"
        );
        assert_eq!(names(folder.path()), ["menu"], "{name}");
        let asked = server.heads().pop().expect("a request");
        assert_eq!(asked.contains("range: bytes="), left > 0, "{name}: {asked}");
    }
}

/// If the object has changed meanwhile, all of it is retrieved again, and no byte of the old version remains.
#[test]
fn objects_that_change_meanwhile_start_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("menu");
    let path = file.to_str().expect("text");
    let asked = AtomicUsize::new(0);
    let server = Server::new(move |head| match asked.fetch_add(1, Ordering::SeqCst) {
        0 => b"HTTP/1.1 200 OK\r\nETag: \"v0\"\r\nContent-Length: 36\r\n\r\nOLDOLDOLD".to_vec(),
        _ => well(head, WHOLE).into(),
    });
    assert_eq!(server.get("/", &["-o", path]).status, 2);
    assert_eq!(fs::read(folder.path().join("menu.part")).expect("a file"), b"OLDOLDOLD");
    let ran = server.get("/", &["-o", path, "--continue"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(server.heads()[1].contains("if-range: \"v0\"\r\n"), "{}", server.heads()[1]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), WHOLE);
}

/// With a slow nginx, the bytes received within the time limit are the beginning, and the second run retrieves the
/// rest.
#[test]
fn a_time_limit_at_nginx() {
    let root = tempfile::tempdir().expect("a folder");
    let whole: String = (0..60_000).map(|number| format!("{number:09}\n")).collect();
    fs::write(root.path().join("digits.txt"), &whole).expect("a file");
    let Some(server) = Nginx::start(root.path(), "limit_rate_after 400k; limit_rate 20k;") else { return };
    let file = root.path().join("out");
    let (path, url) = (file.to_str().expect("text"), server.url("/digits.txt"));
    // The date of a file is a validator only if it is older than the response.
    Command::new("touch").args(["-d", "2020-01-01"]).arg(root.path().join("digits.txt")).status().expect("touch");
    let ran = server.list(&["--timeout", "2", "-o", path, &url], "");
    assert!(ran.status == 2 && ran.err.contains("^ total-timeout\n"), "{}", ran.err);
    let left = fs::read(root.path().join("out.part")).expect("a file");
    assert!(left.len() > 300_000 && whole.as_bytes().starts_with(&left), "{}", left.len());
    let ran = server.list(&["-o", path, "--continue", "--json", &url], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains(&format!("\"first\":{},\"last\":599999,", left.len())), "{}", ran.out);
    assert!(fs::read_to_string(&file).expect("a file") == whole);
}

fn by_ftp(port: u16, arguments: &[&str]) -> Ran {
    let port = port.to_string();
    let admitted = ["get", "--allow-scheme", "ftp", "--allow-host", "127.0.0.1", "--allow-port", &port];
    napkin_with(&[&admitted, arguments].concat(), "")
}

/// With FTP, a limit ends the transfer midway, and the second run continues with `REST`; a changed file is retrieved
/// from the beginning.
#[test]
fn a_limit_at_a_server_of_ftp() {
    let root = tempfile::tempdir().expect("a folder");
    let whole: String = (0..60_000).map(|number| format!("{number:09}\n")).collect();
    let served = root.path().join("digits.txt");
    fs::write(&served, &whole).expect("a file");
    let touched = |date: &str| {
        assert!(Command::new("touch").args(["-d", date]).arg(&served).status().expect("touch").success());
    };
    touched("2020-01-01");
    let Some((_running, port)) = ftp(root.path()) else { return };
    let out = tempfile::tempdir().expect("a folder");
    let file = out.path().join("out");
    let (path, url) = (file.to_str().expect("text"), format!("ftp://127.0.0.1:{port}/digits.txt"));
    for changes in [false, true] {
        let ran = by_ftp(port, &["--max-bytes", "200000", "-o", path, &url]);
        assert!(ran.status == 2 && ran.err.contains("^ body-too-large\n"), "{}", ran.err);
        let left = fs::read(out.path().join("out.part")).expect("a file");
        assert!(!left.is_empty() && left.len() <= 200_000 && whole.as_bytes().starts_with(&left), "{}", left.len());
        let mut expected = whole.clone();
        if changes {
            expected = whole.replace('0', "x");
            fs::write(&served, &expected).expect("a file");
            touched("2021-01-01");
        }
        let ran = by_ftp(port, &["-o", path, "--continue", "--json", &url]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let first = if changes { "\"first\":null".to_owned() } else { format!("\"first\":{}", left.len()) };
        assert!(ran.out.contains(&first), "{}", ran.out);
        assert!(fs::read_to_string(&file).expect("a file") == expected);
        assert_eq!(names(out.path()), ["out"]);
    }
}

/// Schemes without ranges leave no partial file: gopher, news and TFTP start from the beginning.
#[test]
fn schemes_without_ranges_leave_nothing() {
    let cut = |said: &'static [&'static str]| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                use std::io::{BufRead, BufReader};
                let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
                for (number, said) in said.iter().enumerate() {
                    // A news server sends the first line.
                    if said.starts_with("20") && number == 0 || lines.next().is_some() {
                        let _ = stream.write_all(said.as_bytes());
                    }
                }
            }
        });
        port
    };
    let gopher = cut(&["beer\r\nci"]);
    let news = cut(&["200 hello\r\n", "200 reader\r\n", "220 0 <a@b>\r\nSubject: x\r\n\r\nbee"]);
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").expect("a port");
    let tftp = socket.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        let mut buffer = [0; 600];
        while let Ok((_, from)) = socket.recv_from(&mut buffer) {
            let own = std::net::UdpSocket::bind("127.0.0.1:0").expect("a port");
            let block = [&[0, 3, 0, 1][..], &[b'x'; 512]].concat();
            let _ = own.send_to(&block, from);
            let _ = own.recv_from(&mut buffer);
            let _ = own.send_to(b"\0\x05\0\0disk on fire\0", from);
        }
    });
    for (scheme, port, path) in [("gopher", gopher, "/0x"), ("news", news, "/a@b"), ("tftp", tftp, "/x")] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("out");
        let (url, port) = (format!("{scheme}://127.0.0.1:{port}{path}"), port.to_string());
        let admitted = ["get", "--allow-scheme", scheme, "--allow-host", "127.0.0.1", "--allow-port", &port];
        let ran = napkin_with(&[&admitted[..], &["-o", file.to_str().expect("text"), &url]].concat(), "");
        assert_eq!(ran.status, 2, "{scheme}: {}", ran.err);
        assert!(ran.err.contains("^ body-incomplete, "), "{scheme}: {}", ran.err);
        assert_eq!(names(folder.path()), [""; 0], "{scheme}");
    }
}

/// Runs a script with a separate file system of `kib` KiB at `$1`. Returns `None` if the system does not permit that.
fn on_small_disk(kib: usize, place: &Path, script: &str, arguments: &[&str]) -> Option<std::process::Output> {
    let mount = format!("mount -t tmpfs -o size={kib}k none \"$1\" || exit 99; {script}");
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let mut command = Command::new("unshare");
    command.args(if is_root { &["-m"][..] } else { &["-r", "-m"] }).args(["sh", "-c", &mount, "sh"]).arg(place);
    let ran = command.args(arguments).output().ok().filter(|ran| ran.status.code() != Some(99));
    if ran.as_ref().is_none_or(|ran| String::from_utf8_lossy(&ran.stderr).starts_with("unshare:")) {
        let is_required = std::env::var_os("NAPKIN_REQUIRE_ALL").is_some_and(|value| value == "1");
        assert!(!is_required, "a file system of the test's own is required: {ran:?}");
        eprintln!("skipped: the system lets us mount nothing");
        return None;
    }
    ran
}

/// With a full disk, for one URL and for a list, an object that does not fit leaves nothing and one that fits is saved.
/// With enough space, all are.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk() {
    let server = Server::new(|head| {
        let length = if head.starts_with("GET /large ") { 1 << 20 } else { 1000 };
        format!("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: {length}\r\n\r\n{}", "x".repeat(length)).into()
    });
    let folder = tempfile::tempdir().expect("a folder");
    let place: PathBuf = folder.path().join("disk");
    fs::create_dir(&place).expect("a folder");
    let (port, large) = (server.address.port().to_string(), server.url("/large"));
    let script = "get=\"$2 get --allow-host 127.0.0.1 --allow-port $3\"\n\
        $get -o \"$1/out\" \"$4\"; echo $? $(ls -A \"$1\")\n\
        printf '%s\\n%s\\n%s\\n' \"$5\" \"$4\" \"$6\" | $get --to \"$1/to\" > /dev/null; echo $? $(cat \"$1\"/to/* | wc -c)\n\
        mount -o remount,size=4096k \"$1\" && $get -o \"$1/out\" \"$4\"; echo $? $(wc -c < \"$1/out\")\n";
    let arguments = [napkin_path(), &port, &large, &server.url("/1"), &server.url("/2")];
    let Some(ran) = on_small_disk(256, &place, script, &arguments) else { return };
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "2\n2 2000\n0 1048576\n", "{err}");
    assert_eq!(err.matches("but found no space left on device\n").count(), 2, "{err}");
    assert!(err.contains("error: stdin:2: expected to write to "), "{err}");
}
