//! Exchanges mailboxes between napkin and other programs, in both directions: Python's `mailbox`, mutt and nmh.
//!
//! A missing program is skipped with a message; with `NAPKIN_REQUIRE_ALL` set it is an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::napkin_path;
use crate::common::programs::{empty_folder, has, run};
use toml::{Table, Value};

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("mailbox-programs/{name}"))
}

fn napkin(folder: &Path, arguments: &[&str]) -> String {
    run(Command::new(napkin_path()).args(arguments).current_dir(folder))
}

fn python(folder: &Path, program: &str, arguments: &[&str]) -> String {
    run(Command::new("python3").args(["-c", program]).args(arguments).current_dir(folder))
}

const DETACH: [&str; 8] = ["mail", "detach", "--to", "kept", "--url", "https://pub.example/kept", "--min-size", "1000"];
const ATTACH: [&str; 5] = ["mail", "attach", "--yes", "--from", "https://pub.example/kept=kept"];

/// Writes five messages with attachments and with lines that begin with `From `, into mailboxes of each kind that
/// Python writes.
const WRITE: &str = r#"
import mailbox, email.message
for make in (mailbox.mbox, mailbox.Maildir, mailbox.MH):
    box = make(make.__name__)
    for number in range(5):
        message = email.message.EmailMessage()
        message['From'] = 'sam@pub.example'
        message['Subject'] = str(number)
        message.set_content(f'See http://pub.example/{number}\nFrom here on\n>From there\n')
        message.add_attachment(('soup %d\n' % number * 500).encode(), maintype='application', subtype='x-menu')
        key = box.add(message)
        if make is mailbox.Maildir and number != 3:
            kept = box[key]
            kept.set_subdir('cur')
            kept.set_flags('FS' if number else '')
            box[key] = kept
        if make is mailbox.MH:
            box.set_sequences({'unseen': [3]})
    box.flush()
"#;

/// Prints each message of a mailbox: the key, the flags, its types, and the text of its first part or of all of it.
const READ: &str = r#"
import mailbox, sys
make = getattr(mailbox, sys.argv[1])
box = make(sys.argv[2], create=False)
for key in sorted(box.keys()):
    message = box[key]
    flags = message.get_flags() if hasattr(message, 'get_flags') else message.get_sequences()
    place = message.get_subdir() if hasattr(message, 'get_subdir') else ''
    name = str(key).split(',')[0]
    print(name, place, flags, message['Subject'], [part.get_content_type() for part in message.walk()])
    if len(sys.argv) > 3:
        print(message.as_bytes())
"#;

#[test]
fn python_writes_and_reads() {
    if !has("python3", "python3") {
        return;
    }
    for kind in ["mbox", "Maildir", "MH"] {
        let folder = folder(&format!("python-{kind}"));
        python(&folder, WRITE, &[]);
        let before = python(&folder, READ, &[kind, kind, "all"]);
        assert_eq!(before.matches("'application/x-menu'").count(), 5);
        let links = napkin(&folder, &["links", "--format", "{absolute}", kind]);
        let mut links: Vec<_> = links.lines().collect();
        if kind == "Maildir" {
            // Several messages are delivered in the same second; the numbers in their names have no leading zeros.
            links.sort_unstable();
        }
        let expected: Vec<_> = (0..5).map(|number| format!("http://pub.example/{number}")).collect();
        assert_eq!(links, expected, "{kind}");
        napkin(&folder, &[&DETACH[..], &["--output", kind, kind]].concat());
        let short = |text: &str| text.lines().filter(|line| !line.starts_with("b'")).collect::<Vec<_>>().join("\n");
        let detached = python(&folder, READ, &[kind, kind]);
        // Python treats the header of the external object as a part.
        let external = short(&before).replace("'application/x-menu'", "'message/external-body', 'application/x-menu'");
        assert_eq!(detached.trim_end(), external, "{kind}");
        assert_eq!(fs::read_dir(folder.join("kept")).expect("objects").count(), 5);
        napkin(&folder, &[&ATTACH[..], &["--output", kind, kind]].concat());
        assert_eq!(python(&folder, READ, &[kind, kind, "all"]), before, "{kind}");
    }
}

/// Prints the contents of the messages of an mbox file, each as a line of hexadecimal digits.
const MESSAGES: &str = r#"
import mailbox, sys
box = mailbox.mbox(sys.argv[1], create=False)
for key in box.keys():
    print(box.get_bytes(key).hex())
"#;

/// Runs the cases of `data/mail/mailbox.toml` on which Python agrees.
#[test]
fn python_tells_the_messages_of_an_mbox_apart_alike() {
    if !has("python3", "python3") {
        return;
    }
    let folder = folder("python-cases");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/mailbox.toml");
    let table: Table = fs::read_to_string(path).expect(path).parse().expect("TOML");
    let mut checked = 0;
    for case in table["case"].as_array().expect("a list") {
        if case.get("python").and_then(Value::as_bool) != Some(true) {
            continue;
        }
        fs::write(folder.join("box"), case["text"].as_str().expect("a text")).expect("a mailbox");
        let hexadecimal = |value: &Value| -> String {
            value
                .as_str()
                .expect("a text")
                .bytes()
                .map(|byte| format!("{byte:02x}\n"))
                .collect::<String>()
                .replace('\n', "")
        };
        let expected: String =
            case["messages"].as_array().expect("a list").iter().map(|message| hexadecimal(message) + "\n").collect();
        assert_eq!(python(&folder, MESSAGES, &["box"]), expected, "{case}");
        checked += 1;
    }
    assert!(checked >= 6);
}

/// Makes mutt copy all messages of a mailbox into a new one.
fn mutt(folder: &Path, from: &str, to: &str, kind: &str) {
    let settings = format!(
        "set folder=.\nset mbox_type={kind}\nset wait_key=no\nset confirmappend=no\nset confirmcreate=no\nset quit=yes\n\
         set delete=no\nset move=no\nset sort=mailbox-order\n\
         push \"<tag-pattern>~A<enter><tag-prefix><copy-message>./{to}<enter><exit>\"\n"
    );
    fs::write(folder.join("muttrc"), settings).expect("settings");
    let mut mutt = Command::new("timeout");
    mutt.args(["30", "script", "-qec", &format!("mutt -n -F muttrc -f {from}"), "/dev/null"]);
    // The exit status is ignored; the written mailbox counts.
    let _ = mutt.current_dir(folder).env("HOME", folder).env("TERM", "xterm").stdin(Stdio::null()).output();
    assert!(folder.join(to).exists(), "mutt has written {to}");
}

#[test]
fn mutt_writes_and_reads() {
    if !has("mutt", "mutt") || !has("script", "bsdutils") || !has("python3", "python3") {
        return;
    }
    let folder = folder("mutt");
    python(&folder, WRITE, &[]);
    let links = |from: &str| {
        let mut links: Vec<_> =
            napkin(&folder, &["links", "--format", "{absolute}", from]).lines().map(str::to_owned).collect();
        links.sort_unstable();
        links
    };
    let expected = links("mbox");
    assert_eq!(expected.len(), 5);
    for kind in ["Maildir", "mbox", "MH"] {
        let (theirs, again) = (format!("of-mutt-{kind}"), format!("again-{kind}"));
        mutt(&folder, "mbox", &theirs, kind);
        assert_eq!(links(&theirs), expected, "{kind}");
        let before = python(&folder, READ, &[kind, &theirs, "all"]);
        napkin(&folder, &[&DETACH[..], &["--output", &theirs, &theirs]].concat());
        // mutt finds the same messages by the counts that it writes itself, which it trusts.
        mutt(&folder, &theirs, &again, "mbox");
        let found = python(&folder, READ, &["mbox", &again]);
        assert_eq!(found.lines().count(), 5, "{kind}: {found}");
        assert_eq!(found.matches("'message/external-body', 'application/x-menu'").count(), 5, "{kind}: {found}");
        napkin(&folder, &[&ATTACH[..], &["--output", &theirs, &theirs]].concat());
        assert_eq!(python(&folder, READ, &[kind, &theirs, "all"]), before, "{kind}");
    }
}

#[test]
fn nmh_writes_and_reads() {
    if !has("/usr/bin/mh/inc", "nmh") || !has("python3", "python3") {
        return;
    }
    let folder = folder("nmh");
    fs::create_dir_all(folder.join("Mail/inbox")).expect("a folder");
    fs::write(folder.join(".mh_profile"), format!("Path: {}/Mail\n", folder.display())).expect("a profile");
    let nmh = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(format!("/usr/bin/mh/{program}"));
        run(command.args(arguments).env("HOME", &folder).env_remove("MH").current_dir(&folder))
    };
    python(&folder, WRITE, &[]);
    nmh("inc", &["+inbox", "-file", "mbox", "-silent", "-notruncate"]);
    let inbox = "Mail/inbox";
    let links = |from: &str| napkin(&folder, &["links", "--format", "{source} {absolute}", from]);
    let expected: String =
        (0..5).map(|number| format!("{inbox}/{} http://pub.example/{number}\n", number + 1)).collect();
    assert_eq!(links(inbox), expected);
    let before = nmh("scan", &["+inbox", "-format", "%(msg) %{subject}"]);
    napkin(&folder, &[&DETACH[..], &["--output", inbox, inbox]].concat());
    assert_eq!(nmh("scan", &["+inbox", "-format", "%(msg) %{subject}"]), before);
    let listed = nmh("mhlist", &["+inbox", "all"]);
    assert_eq!(listed.matches("message/external-body").count(), 5, "{listed}");
    // napkin reads what nmh packs with its own quoting, and restores it byte for byte.
    nmh("packf", &["+inbox", "all", "-file", "packed", "-mbox"]);
    let packed = napkin(&folder, &["mail", "list", "--format", "{part} {type}", "packed"]);
    assert_eq!(packed.matches("2 message/external-body").count(), 5, "{packed}");
    napkin(&folder, &[&ATTACH[..], &["--output", "whole", "packed"]].concat());
    napkin(&folder, &[&DETACH[..], &["--output", "again", "whole"]].concat());
    assert_eq!(fs::read(folder.join("again")).expect("a mailbox"), fs::read(folder.join("packed")).expect("a mailbox"));
}
