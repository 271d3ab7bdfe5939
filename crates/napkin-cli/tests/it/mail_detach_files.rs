//! The files that `napkin mail detach` writes to its folder: complete objects of messages that can be restored, and
//! nothing else. Linux only, since the tests need pipes, devices and links.
#![cfg(target_os = "linux")]

use crate::common;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::programs::empty_folder;
use crate::common::{command, error, napkin_in as napkin, napkin_path};

const DETACH: [&str; 8] = ["mail", "detach", "--min-size", "0", "--to", "kept", "--url", "https://pub.example/kept"];

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("mail-detach-files/{name}"))
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&DETACH[..], more].concat()
}

fn message() -> Vec<u8> {
    b"Subject: napkin\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n".to_vec()
}

/// Returns a mailbox of such a message, and of a message whose only unquoted line would be detached with its text:
/// nobody could tell afterwards that the mailbox does not quote such lines.
fn mailbox() -> Vec<u8> {
    let first = [b"From sam@pub.example Mon Nov 23 00:00:00 2026\n", &message()[..], b"\n"].concat();
    [&first[..], b"From kim@pub.example Mon Nov 23 00:00:00 2026\nSubject: soup\n\nsoup\nFrom here on beer\n"].concat()
}

/// Returns all files below a folder, with their bytes; empty if there is no folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let entries = entries.map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap_or_default()))
        .collect()
}

#[test]
fn detach_writes_no_object_of_a_message_that_stays_in_its_mailbox() {
    let folder = folder("stays");
    fs::write(folder.join("menus"), mailbox()).unwrap();
    let whole = napkin(&folder, &DETACH, b"From kim\nSubject: soup\n\nsoup\nFrom here on beer\n");
    assert_eq!(whole.status.code(), Some(1));
    assert!(error(&whole).contains("mail-not-reversible"), "{}", error(&whole));
    assert!(!folder.join("kept").exists());
    for more in [&["menus"][..], &["menus", "-o", "out"]] {
        let done = napkin(&folder, &with(more), b"");
        assert_eq!(done.status.code(), Some(1), "{}", error(&done));
        let kept = files(&folder.join("kept"));
        assert_eq!(kept.values().collect::<Vec<_>>(), [b"GIF89a"], "{kept:?}");
        fs::remove_dir_all(folder.join("kept")).unwrap();
    }
}

/// The folder is unchanged (here it does not exist) whatever goes wrong with the output.
#[test]
fn detach_writes_no_object_where_the_output_cannot_be_written() {
    let folder = folder("output");
    let (mut mailboxes, mut closed) = (mailbox(), 0);
    mailboxes.truncate(mailboxes.len() - 86);
    for input in [&message()[..], &mailboxes] {
        fs::write(folder.join("input"), input).unwrap();
        for output in ["missing/out", "/dev/full", "."] {
            let done = napkin(&folder, &with(&["input", "-o", output]), b"");
            assert_eq!(done.status.code(), Some(2), "{output}: {}", error(&done));
            assert!(!folder.join("kept").exists(), "{output}: {:?}", files(&folder.join("kept")));
        }
        let full = File::options().write(true).open("/dev/full").unwrap();
        let done = command(&with(&["input"])).current_dir(&folder).stdout(full).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{}", error(&done));
        assert!(!folder.join("kept").exists());
        // The reader has closed the pipe.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = command(&with(&["input"])).current_dir(&folder).stdout(writer).output().unwrap();
        assert_eq!(done.status.code(), Some(141), "{}", error(&done));
        assert!(!folder.join("kept").exists());
        closed += 1;
    }
    assert_eq!(closed, 2);
}

#[test]
fn detach_leaves_no_part_of_an_object_where_the_disk_is_full() {
    let folder = folder("full");
    let line = "R0lGODlh".repeat(9) + "R0lG\n";
    let large = |count| {
        let head = "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n";
        format!("{head}{}", line.repeat(count))
    };
    fs::write(folder.join("large"), large(20_000)).unwrap();
    fs::create_dir(folder.join("small")).unwrap();
    let script = "mount -t tmpfs -o size=256k none small || exit 99\n\
                  echo kept > small/other\n\
                  \"$0\" mail detach --to small/kept --url https://pub.example/kept large -o out; status=$?\n\
                  ls -A small; [ ! -e out ] || echo out; exit $status";
    let mut run = Command::new("unshare");
    run.args(["--mount", "--map-root-user", "sh", "-c", script, napkin_path()]).current_dir(&folder);
    let done = run.output().expect("unshare of util-linux");
    if !matches!(done.status.code(), Some(0..=2)) {
        assert!(std::env::var_os("NAPKIN_REQUIRE_ALL").is_none(), "no file system can be mounted: {}", error(&done));
        println!("skipped: no file system can be mounted: {}", error(&done));
        return;
    }
    assert_eq!(done.status.code(), Some(2), "{}", error(&done));
    assert_eq!(common::out(&done), "other\n", "{}", error(&done));
}

/// Returns the private folder of a run that is waiting for the rest of its mailbox.
fn private(folder: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder).ok()?.map(|entry| entry.unwrap().path());
    entries.find(|path| path.file_name().unwrap().to_string_lossy().starts_with(".napkin-detach-"))
}

#[test]
fn detach_removes_what_a_killed_run_left_and_nothing_of_one_that_runs() {
    let folder = folder("killed");
    let kept = folder.join("kept");
    let start = || {
        let mut child = command(&with(&["-o", "out"]));
        let mut child = child.current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // More messages than are processed together, so that objects are written before the end.
        let one = [b"From sam@pub.example Mon Nov 23 00:00:00 2026\n", &message()[..], b"\n"].concat();
        stdin.write_all(&one.repeat(8000)).unwrap();
        let since = Instant::now();
        let room = loop {
            match private(&kept).filter(|room| !files(room).is_empty()) {
                Some(room) => break room,
                None => assert!(since.elapsed() < Duration::from_secs(60), "nothing is written"),
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        (child, stdin, room)
    };
    let (mut killed, _stdin, left) = start();
    assert_eq!(fs::metadata(&left).unwrap().permissions().mode() & 0o777, 0o700);
    assert!(files(&kept).values().all(Vec::is_empty), "nothing but the private folder: {:?}", files(&kept).keys());
    // Another run leaves the private folder alone.
    assert_eq!(napkin(&folder, &DETACH, b"Subject: empty\n\n").status.code(), Some(0));
    assert!(left.exists());
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(left.exists() && !folder.join("out").exists());
    // A link or a pipe with such a name is not a private folder and is left alone as well.
    fs::create_dir(folder.join("elsewhere")).unwrap();
    fs::write(folder.join("elsewhere/file"), "kept").unwrap();
    symlink(folder.join("elsewhere"), kept.join(".napkin-detach-link")).unwrap();
    mkfifo(&kept.join(".napkin-detach-pipe"));
    let done = limited(&folder, &with(&["-o", "one"]), &message());
    assert_eq!(done.status.code(), Some(0), "{}", error(&done));
    assert!(!left.exists());
    let names: Vec<String> = files_without_waiting(&kept);
    assert_eq!(names.len(), 3, "{names:?}");
    assert_eq!(fs::read(folder.join("elsewhere/file")).unwrap(), b"kept");
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Binds a socket in a folder whose path is too long for a socket address.
fn socket(folder: &Path, name: &str) {
    let folder = File::open(folder).unwrap();
    let path = format!("/proc/self/fd/{}/{name}", std::os::fd::AsRawFd::as_raw_fd(&folder));
    drop(UnixListener::bind(path).unwrap());
}

fn files_without_waiting(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Runs the command, for at most 20 seconds.
fn limited(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments).current_dir(folder).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let since = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if since.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("{arguments:?} waits");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn detach_uses_only_a_regular_file_with_the_same_bytes_at_the_name_of_an_object() {
    let folder = folder("names");
    let kept = folder.join("kept");
    let done = napkin(&folder, &DETACH, &message());
    assert_eq!(done.status.code(), Some(0), "{}", error(&done));
    let name = files(&kept).into_keys().next().unwrap();
    let place = kept.join(&name);
    let victim = folder.join("victim");
    let bytes: &[u8] = b"GIF89a";
    type Prepare<'p> = &'p dyn Fn();
    let cases: [(&str, Prepare<'_>, bool); 10] = [
        ("a pipe", &|| mkfifo(&place), false),
        ("a link to the same bytes", &|| symlink(&victim, &place).unwrap(), false),
        ("a link to nowhere", &|| symlink(folder.join("nowhere"), &place).unwrap(), false),
        ("a link to a device", &|| symlink("/dev/zero", &place).unwrap(), false),
        ("a folder", &|| fs::create_dir(&place).unwrap(), false),
        ("a socket", &|| socket(&kept, &name), false),
        ("another file", &|| fs::write(&place, "GIF89b").unwrap(), false),
        ("a file that goes on", &|| fs::write(&place, "GIF89a ").unwrap(), false),
        ("another name of another file", &|| fs::hard_link(folder.join("other"), &place).unwrap(), false),
        ("the same bytes", &|| fs::hard_link(&victim, &place).unwrap(), true),
    ];
    for (what, prepare, is_used) in cases {
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir(&kept).unwrap();
        fs::write(&victim, bytes).unwrap();
        fs::write(folder.join("other"), "other").unwrap();
        prepare();
        for more in [&[][..], &["-o", "out"]] {
            let done = limited(&folder, &with(more), &message());
            assert_eq!(done.status.code(), Some(if is_used { 0 } else { 2 }), "{what}: {}", error(&done));
            assert!(is_used || done.stdout.is_empty() && !folder.join("out").exists(), "{what}");
            assert!(is_used || error(&done).contains(&name), "{what}: {}", error(&done));
            assert_eq!(files_without_waiting(&kept), std::slice::from_ref(&name), "{what}");
        }
        assert_eq!(fs::read(&victim).unwrap(), bytes, "{what}");
        assert_eq!(fs::read(folder.join("other")).unwrap(), b"other", "{what}");
        assert!(!folder.join("nowhere").exists());
    }
    // The hard link still exists: the file was not replaced.
    assert_eq!(fs::metadata(&victim).unwrap().nlink(), 2);
}

/// A file with the former name of a temporary file does not affect this run.
#[test]
fn detach_does_not_wait_for_what_is_called_like_a_temporary_file() {
    let folder = folder("temporary");
    let kept = folder.join("kept");
    fs::create_dir(&kept).unwrap();
    for number in 0..3 {
        mkfifo(&kept.join(format!(".napkin-detach-{number}")));
    }
    let done = limited(&folder, &DETACH, &message());
    assert_eq!(done.status.code(), Some(0), "{}", error(&done));
    assert_eq!(files_without_waiting(&kept).len(), 4);
}

/// Two concurrent runs with the same objects, repeated.
#[test]
fn detach_runs_beside_another_in_one_folder() {
    let folder = folder("beside");
    for round in 0..10 {
        let _ = fs::remove_dir_all(folder.join("kept"));
        let run =
            |name: &str| command(&with(&["-o", name])).current_dir(&folder).stdin(Stdio::piped()).spawn().unwrap();
        let mut children = ["a", "b", "c", "d"].map(run);
        for child in &mut children {
            child.stdin.take().unwrap().write_all(&message()).unwrap();
        }
        for child in children {
            let done = child.wait_with_output().unwrap();
            assert_eq!(done.status.code(), Some(0), "{round}: {}", error(&done));
        }
        assert_eq!(files(&folder.join("kept")).into_values().collect::<Vec<_>>(), [b"GIF89a"], "{round}");
    }
}
