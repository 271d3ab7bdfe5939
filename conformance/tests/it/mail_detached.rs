//! Detaches and attaches real messages: `attach(detach(m))` is `m`, byte for byte.
//!
//! The messages are the test messages of `mail-parser` (in its package), of Python's `email` (`apt-get install
//! libpython3.11-testsuite`), and of nmh, which `fetch-mail.sh` stores in the folder that `NAPKIN_MAIL` names.

use napkin_conformance::wpt;
use napkin_document::bundle::{Fetched, NotFetched};
use napkin_mail::{AttachOptions, AttachOutcome, DetachOptions, Message, WantedObject};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Debian's folder of the messages of Python's tests.
const PYTHON: &str = "/usr/lib/python3.11/test/test_email/data";

fn files(folder: &Path, is_one: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, is_one, found);
        } else if is_one(&path) {
            found.push(path);
        }
    }
    found.sort();
}

/// The number of restored messages, and the number of moved parts.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    messages: usize,
    with_parts: usize,
    objects: usize,
    bytes: u64,
    left: HashMap<&'static str, usize>,
}

fn there_and_back(paths: &[PathBuf], related: bool) -> Tally {
    let mut tally = Tally::default();
    for path in paths {
        let bytes = std::fs::read(path).expect("a message");
        // The original, with the other kind of line breaks, and cut off.
        let text = String::from_utf8_lossy(&bytes).into_owned().replace("\r\n", "\n");
        for bytes in [&bytes[..], text.as_bytes(), text.replace('\n', "\r\n").as_bytes(), &bytes[..bytes.len() / 2]] {
            there(path, bytes, related, &mut tally);
        }
    }
    tally
}

fn there(path: &Path, bytes: &[u8], related: bool, tally: &mut Tally) {
    let mut options = DetachOptions::new("https://pub.example/kept");
    (options.min_size, options.related) = (0, related);
    let whole = Message::parse(bytes);
    let detached = whole.detach(&options).expect("a base");
    let objects: HashMap<&str, Cow<'_, [u8]>> =
        detached.objects.iter().map(|object| (object.url.as_str(), object.bytes())).collect();
    let mut retrieve = |wanted: &WantedObject| {
        let object = objects.get(wanted.url.as_str()).ok_or(NotFetched::new("not on the table"))?;
        Ok(Fetched::new(object.to_vec()))
    };
    let message = Message::parse(&detached.bytes);
    let attached = message.attach(&AttachOptions::default(), &mut retrieve);
    assert!(attached.bytes == bytes, "{}", path.display());
    let count = attached.bodies.iter().filter(|body| matches!(body.outcome, AttachOutcome::Attached(_))).count();
    assert_eq!(count, detached.objects.len(), "{}", path.display());
    tally.messages += 1;
    tally.with_parts += usize::from(count > 0);
    tally.objects += count;
    tally.bytes += detached.objects.iter().map(|object| object.size).sum::<u64>();
    for left in &detached.left {
        *tally.left.entry(left.why.rule().code()).or_default() += 1;
    }
}

#[test]
fn messages_of_mail_parser() {
    let mut paths = Vec::new();
    let folder = wpt::package_root("mail-parser").join("resources");
    files(&folder, &|path| path.extension().is_some_and(|ending| ending == "eml"), &mut paths);
    assert_eq!(paths.len(), 208);
    let tally = there_and_back(&paths, true);
    println!("{tally:?}");
    assert_eq!(tally.messages, 4 * 208);
    // Only parts with one of these reasons stay.
    assert_eq!(tally.left.get("mail-related"), None);
    let tally = there_and_back(&paths, false);
    assert!(tally.left["mail-related"] > 0);
}

#[test]
fn messages_of_python() {
    let folder = Path::new(PYTHON);
    if !folder.exists() {
        assert!(std::env::var_os("NAPKIN_REQUIRE_ALL").is_none(), "libpython3.11-testsuite is not installed");
        println!("skipped: libpython3.11-testsuite is not installed");
        return;
    }
    let mut paths = Vec::new();
    let is_message = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("msg_"));
    files(folder, &is_message, &mut paths);
    assert_eq!(paths.len(), 47);
    let tally = there_and_back(&paths, true);
    println!("{tally:?}");
    assert_eq!(tally.messages, 4 * 47);
}

#[test]
fn messages_of_nmh() {
    let Some(folder) = std::env::var_os("NAPKIN_MAIL") else {
        assert!(
            std::env::var_os("NAPKIN_REQUIRE_ALL").is_none(),
            "NAPKIN_MAIL does not name the folder of fetch-mail.sh"
        );
        println!("skipped: ./fetch-mail.sh, then NAPKIN_MAIL=target/mail");
        return;
    };
    let mut paths = Vec::new();
    let is_message = |path: &Path| path.extension().is_some_and(|ending| ending == "eml");
    files(&Path::new(&folder).join("nmh"), &is_message, &mut paths);
    assert!(paths.len() > 100, "{}", paths.len());
    let tally = there_and_back(&paths, true);
    println!("{tally:?}");
    assert_eq!(tally.messages, 4 * paths.len());
    assert!(tally.with_parts > 100);
}
