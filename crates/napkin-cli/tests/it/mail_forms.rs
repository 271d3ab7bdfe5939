//! Bytes are a message or a mailbox by their content alone: detaching and attaching them under any name restores the
//! same bytes. The inputs are random and published messages and mailboxes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::programs::empty_folder;
use crate::common::{error, napkin_in as napkin};

/// The names that a file may have; an empty name is standard input.
const NAMES: [&str; 6] = ["m.eml", "m.mbox", "m.txt", "m", "m.mht", ""];

const DETACH: [&str; 9] =
    ["mail", "detach", "--related", "--min-size", "0", "--to", "kept", "--url", "https://pub.example/kept"];
const ATTACH: [&str; 5] = ["mail", "attach", "--yes", "--from", "https://pub.example/kept=kept"];

/// Runs a command on bytes under a name; returns the status, the output, and the diagnostics without the name.
fn run(folder: &Path, command: &[&str], name: &str, bytes: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let done = if name.is_empty() {
        napkin(folder, command, bytes)
    } else {
        fs::write(folder.join(name), bytes).unwrap();
        napkin(folder, &[command, &[name]].concat(), b"")
    };
    let said = error(&done);
    (done.status.code(), done.stdout, said)
}

/// Counts the results.
#[derive(Debug, Default)]
struct Tally {
    inputs: usize,
    round_trips: usize,
    changed: usize,
    stayed: usize,
}

impl Tally {
    /// Detaches under each name, which must make no difference, and attaches under each name.
    fn comes_back(&mut self, folder: &Path, names: &[&str], what: &str, bytes: &[u8]) {
        let detached: Vec<_> = names.iter().map(|name| run(folder, &DETACH, name, bytes)).collect();
        let (status, first, said) = &detached[0];
        assert!(matches!(status, Some(0 | 1)), "{what}: {said}");
        for ((other_status, other, _), name) in detached.iter().zip(names) {
            assert_eq!((other_status, text(other)), (status, text(first)), "{what} as {name:?}");
        }
        self.inputs += 1;
        self.changed += usize::from(first != bytes);
        self.stayed += usize::from(*status == Some(1));
        for name in names {
            let (_, back, said) = run(folder, &ATTACH, name, first);
            let whole = text(&back) == text(bytes);
            assert!(
                whole,
                "{what} as {name:?}: {said}\n{}\n--- detached\n{}\n--- back\n{}",
                text(bytes),
                text(first),
                text(&back)
            );
            self.round_trips += names.len();
        }
    }
}

fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string().replace("\\n", "\\n\n")
}

/// First lines, headers and bodies of messages, of mailboxes, and of other texts.
const PIECES: [&str; 32] = [
    "From sam@pub.example Mon Nov 23 00:00:00 2026\n",
    "From sam@pub.example Mon Nov 23 00:00:00 2026\r\n",
    "\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\n",
    "\r\n\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\n",
    "From  : sam@pub.example\n",
    "From : sam@pub.example\r\n",
    "From \n",
    "From - \n",
    "From here on\n",
    "From: sam@pub.example\n",
    ">From sam\n",
    ">>From sam\r\n",
    "\nFrom kim@pub.example Mon Nov 23 00:00:00 2026\n",
    "\nFrom kim\n",
    "Subject: soup\n",
    "Subject: soup\r\n",
    "Subject: soup\r",
    "no field\n",
    "Content-Type: multipart/mixed; boundary=b\n",
    "Content-Type: multipart/mixed; boundary=b\r\n",
    "Content-Type: image/gif\n",
    "Content-Type: message/rfc822\n",
    "Content-Transfer-Encoding: base64\r\n",
    "Content-Length: 7\n",
    "\n",
    "\r\n",
    "\r",
    "--b\n",
    "--b--\n",
    "R0lGODlh\n",
    "soup\r\n",
    "beer",
];

/// A random number generator (Knuth's MMIX), so that failures can be reproduced.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Returns a random text; half of them begin like messages or mailboxes.
fn random(random: &mut Random) -> String {
    let start = random.below(24);
    let count = random.below(14);
    let rest = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect::<String>();
    let whole = "From: sam@pub.example\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n\n";
    match random.below(3) {
        0 => format!("{}{whole}{rest}", PIECES[start.min(10)]),
        1 => format!("{}{rest}{whole}", PIECES[start.min(10)]),
        _ => rest,
    }
}

#[test]
fn mail_of_any_form_comes_back_under_any_name() {
    let folder = empty_folder("mail-forms/random");
    let count = std::env::var("NAPKIN_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let seed = std::env::var("NAPKIN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(21);
    let (mut numbers, mut tally) = (Random(seed), Tally::default());
    for number in 0..count {
        let bytes = random(&mut numbers);
        tally.comes_back(&folder, &NAMES, &format!("number {number} of seed {seed}"), bytes.as_bytes());
    }
    println!("{tally:?}");
    assert!(tally.changed > count / 4, "{tally:?}");
}

#[test]
fn mail_that_begins_with_from_comes_back_under_any_name() {
    let folder = empty_folder("mail-forms/from");
    let mut tally = Tally::default();
    for first in &PIECES[..14] {
        for line_break in ["\n", "\r\n"] {
            let body = "R0lGODlh".repeat(20);
            let lines = ["Content-Type: image/gif", "Content-Transfer-Encoding: base64", "", &body, ""];
            let bytes = format!("{first}{}", lines.join(line_break));
            tally.comes_back(&folder, &NAMES, first, bytes.as_bytes());
        }
    }
    println!("{tally:?}");
    assert!(tally.changed >= 24, "{tally:?}");
}

/// A mailbox may begin with empty lines, of less than 64 KiB. Anything else before the envelope line begins a
/// message.
#[test]
fn mailbox_after_empty_lines_comes_back_under_any_name() {
    let folder = empty_folder("mail-forms/empty-lines");
    let mut tally = Tally::default();
    let envelope = "From sam@pub.example Mon Nov 23 00:00:00 2026\n";
    let message = "Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\n";
    let message = message.to_owned() + &"R0lGODlh".repeat(20) + "\n";
    let many = "\n".repeat(70_000);
    for (start, is_mailbox) in [
        ("\n", true),
        ("\r\n", true),
        ("\n\r\n\n", true),
        (&many[..2000], true),
        (&many[..60_000], true),
        (&many, false),
        (" \n", false),
        ("\r", false),
    ] {
        for line_break in ["\n", "\r\n"] {
            let bytes = [envelope, &message, "\n", envelope, &message, "\n"].concat().replace('\n', line_break);
            let bytes = start.to_owned() + &bytes;
            let about = format!("{:?}, {line_break:?}", &start[..start.len().min(8)]);
            tally.comes_back(&folder, &NAMES, &about, bytes.as_bytes());
            let expected = if is_mailbox { "stdin:1\nstdin:2\n" } else { "stdin\n" };
            let list = run(&folder, &["mail", "list", "--format", "{source}"], "", bytes.as_bytes());
            assert_eq!(String::from_utf8_lossy(&list.1), expected, "{about}");
        }
    }
}

fn messages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_message = path.extension().is_some_and(|ending| ending == "eml" || ending == "txt");
        match path.is_dir() {
            true => messages(&path, found),
            false if is_message => found.push(path),
            false => {}
        }
    }
    found.sort();
}

/// The messages that `conformance/fetch-mail.sh` fetches from Debian's archive, unchanged and after an envelope line.
#[test]
fn published_mail_comes_back_under_any_name() {
    let Some(published) = std::env::var_os("NAPKIN_MAIL") else {
        let is_required = std::env::var_os("NAPKIN_REQUIRE_ALL").is_some();
        assert!(!is_required, "NAPKIN_MAIL does not name the folder of conformance/fetch-mail.sh");
        println!("skipped: conformance/fetch-mail.sh, then NAPKIN_MAIL=target/mail");
        return;
    };
    let folder = empty_folder("mail-forms/published");
    let (mut paths, mut tallies) = (Vec::new(), BTreeMap::new());
    messages(Path::new(&published), &mut paths);
    assert!(paths.len() > 300, "{}", paths.len());
    for path in &paths {
        let bytes = fs::read(path).expect("a message");
        for (form, start) in
            [("as it is", ""), ("From line", "From sam Mon Nov 23 00:00:00 2026\n"), ("obs-from", "From  : a@b\n")]
        {
            let bytes = [start.as_bytes(), &bytes].concat();
            let tally = tallies.entry(form).or_insert_with(Tally::default);
            tally.comes_back(&folder, &NAMES[..2], &path.to_string_lossy(), &bytes);
        }
    }
    println!("{tallies:#?}");
    assert!(tallies.values().all(|tally| tally.inputs == paths.len() && tally.changed > 0));
}
