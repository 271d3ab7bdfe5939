//! Reads and writes mailboxes as users have them: mbox files, Maildir and MH folders.

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::programs::{empty_folder, has};
use crate::common::{error, napkin_in as napkin, out};

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("mailboxes/{name}"))
}

/// Returns a message with an attachment of 90,000 bytes that depends on the number.
fn message(number: usize) -> Vec<u8> {
    let line = format!("{number:08}").repeat(9) + "R0lG\n";
    let body = line.repeat(1200);
    format!(
        "From: sam@pub.example\nSubject: {number}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n\
         See http://pub.example/{number}\n--b\nContent-Type: image/gif; name=\"napkin.gif\"\n\
         Content-Transfer-Encoding: base64\n\n{body}\n--b--\n"
    )
    .into_bytes()
}

fn mbox(count: usize) -> Vec<u8> {
    let one = |number| [b"From sam@pub.example Mon Nov 23 00:00:00 2026\n", &message(number)[..], b"\n"].concat();
    (1..=count).flat_map(one).collect()
}

const DETACH: [&str; 6] = ["mail", "detach", "--to", "kept", "--url", "https://pub.example/kept"];
const ATTACH: [&str; 5] = ["mail", "attach", "--yes", "--from", "https://pub.example/kept=kept"];

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// Returns the size of a message with LF line ends if they were CR LF: the W of Maildir++.
fn on_the_wire(message: &[u8]) -> usize {
    message.len() + message.iter().filter(|&&byte| byte == b'\n').count()
}

/// Creates a Maildir of three messages, one of them new. One is in a subfolder.
fn maildir(folder: &Path) -> PathBuf {
    let root = folder.join("Maildir");
    for inside in ["", ".Menus"] {
        ["tmp", "new", "cur"].iter().for_each(|place| fs::create_dir_all(root.join(inside).join(place)).unwrap());
    }
    let name = |number: usize, flags: &str| {
        let message = message(number);
        format!("17000000{number:02}.M1P1.pub,S={},W={}{flags}", message.len(), on_the_wire(&message))
    };
    fs::write(root.join("cur").join(name(2, ":2,FS")), message(2)).unwrap();
    fs::write(root.join("new").join(name(1, "")), message(1)).unwrap();
    fs::write(root.join(".Menus/cur").join(name(3, ":2,")), message(3)).unwrap();
    fs::write(root.join("cur/.hidden"), "no message").unwrap();
    fs::write(root.join("tmp/1700000004.M1P1.pub"), "half of a mess").unwrap();
    root
}

/// Returns all files of a folder, by name.
fn files(root: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut open, mut files) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
                files.push((name, fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn messages_are_listed_in_their_order_however_many_work() {
    let folder = folder("list");
    fs::write(folder.join("box"), mbox(60)).unwrap();
    let list = ["mail", "list", "--format", "{source} {part} {start} {size}"];
    let one = napkin(&folder, &with(&list, &["-j", "1", "box"]), b"");
    assert_eq!(one.status.code(), Some(0), "{}", error(&one));
    let sources: Vec<String> = out(&one).lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    let expected: Vec<String> = (1..=60).flat_map(|number| std::iter::repeat_n(format!("box:{number}"), 3)).collect();
    assert_eq!(sources, expected);
    for more in [&["-j", "4", "box"][..], &["-j", "3", "--max-ahead", "1", "box"]] {
        assert_eq!(out(&napkin(&folder, &with(&list, more), b"")), out(&one));
    }
    let piped = napkin(&folder, &list, &mbox(60));
    assert_eq!(out(&piped), out(&one).replace("box:", "stdin:"));
}

#[test]
fn links_and_data_are_found_in_every_message() {
    let folder = folder("links");
    let mut text = mbox(2);
    text.extend_from_slice(
        b"From sam\nSubject: 3\nFrom: sam@pub.example\nContent-Type: text/html\n\n<img src=data:,hi>\n",
    );
    fs::write(folder.join("box"), &text).unwrap();
    fs::write(folder.join("box.txt"), &text).unwrap();
    for jobs in ["1", "3"] {
        let links = napkin(&folder, &["links", "-j", jobs, "--format", "{source} {absolute}", "box"], b"");
        assert_eq!(
            out(&links),
            "box:1 http://pub.example/1\nbox:2 http://pub.example/2\nbox:3 data:,hi\n",
            "{}",
            error(&links)
        );
        let screened = napkin(&folder, &["screen", "-j", jobs, "--format", "{source} {url}", "box"], b"");
        assert_eq!(out(&screened), "box:3 data:,hi\n", "{}", error(&screened));
    }
    // A `.txt` file is text, whatever its content, unless `--type` says that it is mail.
    let text = napkin(&folder, &["links", "--format", "{source} {absolute}", "box.txt"], b"");
    assert!(out(&text).starts_with("box.txt http://pub.example/1\n"), "{}", out(&text));
    let mail = napkin(&folder, &["links", "--type", "mail", "--format", "{source} {absolute}", "box.txt"], b"");
    assert!(out(&mail).starts_with("box.txt:1 http://pub.example/1\n"), "{}", out(&mail));
}

/// Every command reads the same bytes in the same way, as a mailbox or a message, whatever the name of the file.
#[test]
fn mailbox_or_message_is_decided_by_content_and_not_by_name() {
    let folder = folder("by-content");
    let field = "From  : sam@pub.example\nTo: kim@pub.example\n\nSee http://pub.example/ and data:,a\n";
    let separated = format!("From sam@pub.example Mon Nov 23 00:00:00 2026\n{field}\n");
    for (bytes, is_mailbox) in [(field.to_owned(), false), (separated.repeat(2), true)] {
        for name in ["1", "1.eml", "1.mbox", "1.mht"] {
            fs::write(folder.join(name), &bytes).unwrap();
            for command in [&["mail", "list"][..], &["links"], &["screen"]] {
                let text = out(&napkin(&folder, &with(command, &[name]), b""));
                let second = text.lines().any(|line| line.starts_with(&format!("{name}:2")));
                assert_eq!(second, is_mailbox, "{command:?} {name}: {text}");
            }
        }
    }
}

/// Lines that are not fields, and CR as the line end, hide nothing from the commands that look for dangers; they are
/// reported.
#[test]
fn header_lines_that_are_no_fields_hide_nothing() {
    let folder = folder("no-field");
    let html = "<a href=https://127.1/>x</a><img src=data:image/png,a>\n";
    let message = format!("Subject: Menu\nsoup\nContent-Type: text/html\n\n{html}");
    let mac = message.replace("soup\n", "").replace('\n', "\r");
    for (name, bytes, rule) in [("junk.eml", &message, "is skipped"), ("mac.eml", &mac, "bare CR")] {
        fs::write(folder.join(name), bytes).unwrap();
        for (command, found) in [
            (&["links"][..], "https://127"),
            (&["audit"], "127.1"),
            (&["screen"], "image/png"),
            (&["mail", "list"], "text/html"),
        ] {
            let ran = napkin(&folder, &with(command, &[name]), b"");
            assert!(out(&ran).contains(found), "{command:?} {name}: {ran:?}");
            assert!(error(&ran).contains(rule), "{command:?} {name}: {ran:?}");
            assert_eq!(ran.status.code(), Some(1), "{command:?} {name}: {ran:?}");
        }
        // Standard input is classified by its content.
        let ran = napkin(&folder, &["links"], bytes.as_bytes());
        assert!(out(&ran).contains("https://127") && ran.status.code() == Some(1), "{name}: {ran:?}");
    }
    // Such a message is read, but not changed.
    let attached = mac.replace("text/html", "application/pdf");
    fs::write(folder.join("1.eml"), &attached).unwrap();
    let ran = napkin(&folder, &with(&DETACH, &["--min-size", "1", "--output", "2.eml", "1.eml"]), b"");
    assert_eq!(fs::read(folder.join("2.eml")).unwrap_or_default(), attached.as_bytes(), "{ran:?}");
}

/// `bundle` reads one message and refuses a mailbox of several; `rewrite` refuses all messages.
#[test]
fn mailbox_of_several_messages_is_refused_where_one_is_expected() {
    let folder = folder("several");
    let one = "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\nContent-Type: text/html\n\n<p>soup\n\n";
    for (count, status) in [(1, 0), (2, 2)] {
        fs::write(folder.join("menu.mbox"), one.repeat(count)).unwrap();
        let ran = napkin(&folder, &["bundle", "menu.mbox"], b"");
        assert_eq!(ran.status.code(), Some(status), "{count}: {ran:?}");
        assert_eq!(error(&ran).contains("expected one message"), count == 2, "{ran:?}");
        let ran = napkin(&folder, &["rewrite", "--absolute", "menu.mbox"], b"");
        assert!(ran.status.code() == Some(2) && error(&ran).contains("napkin mail relink"), "{count}: {ran:?}");
    }
}

#[test]
fn an_mbox_goes_to_a_file_whole_or_not_at_all() {
    let folder = folder("mbox");
    let before = mbox(20);
    fs::write(folder.join("box"), &before).unwrap();
    let detached = napkin(&folder, &with(&DETACH, &["--output", "small", "box"]), b"");
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    assert_eq!(out(&detached).lines().count(), 20);
    assert!(fs::read(folder.join("small")).unwrap().len() < 20_000);
    assert_eq!(fs::read_dir(folder.join("kept")).unwrap().count(), 20);
    let attached = napkin(&folder, &with(&ATTACH, &["--output", "whole", "small"]), b"");
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
    assert!(fs::read(folder.join("whole")).unwrap() == before);
    // The mailbox is changed in place, and no other file is left beside it.
    let in_place = napkin(&folder, &with(&DETACH, &["--output", "box", "box"]), b"");
    assert_eq!(in_place.status.code(), Some(0), "{}", error(&in_place));
    assert!(fs::read(folder.join("box")).unwrap() == fs::read(folder.join("small")).unwrap());
    // An external body that cannot be attached stays, and the others are attached.
    let kept: Vec<_> = fs::read_dir(folder.join("kept")).unwrap().map(|it| it.unwrap().path()).collect();
    fs::remove_file(&kept[0]).unwrap();
    let most = napkin(&folder, &with(&ATTACH, &["--output", "most", "small"]), b"");
    assert_eq!(most.status.code(), Some(1), "{}", error(&most));
    assert_eq!(String::from_utf8(fs::read(folder.join("most")).unwrap()).unwrap().matches("access-type").count(), 1);
    // If the folder cannot be written, no output file is written.
    fs::write(folder.join("file"), "").unwrap();
    let failed = ["mail", "detach", "--to", "file/in", "--url", "https://pub.example/", "--output", "none", "whole"];
    let failed = napkin(&folder, &failed, b"");
    assert_eq!(failed.status.code(), Some(2), "{}", error(&failed));
    let left: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| !name.starts_with('.') && name != "none"), "{left:?}");
}

#[test]
fn quoting_and_counts_are_undone_and_done_again() {
    let folder = folder("quoting");
    let text = "From here on it is quoted\nso that >From stands for it\n";
    let body = |quoted: bool| {
        let text = if quoted { format!(">{text}") } else { text.to_owned() };
        format!("--b\n\n{}--b\nContent-Type: text/x-menu\n\n{}--b--\n", text, text.repeat(2000))
    };
    let header = |length: usize, lines: usize| {
        format!(
            "From: sam@pub.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\
             Content-Length: {length}\nLines: {lines}\n\n"
        )
    };
    for (format, quoted) in [("mboxcl", true), ("mboxcl2", false), ("auto", true), ("auto", false)] {
        // The second line that begins with From belongs to the body of a part.
        let body = body(quoted).replace("\nFrom", "\n\nFrom").replace("\n>From", "\n\n>From");
        let lines = body.matches('\n').count();
        let one = format!("From sam@pub.example Mon Nov 23 00:00:00 2026\n{}{body}\n", header(body.len(), lines));
        let mailbox = one.repeat(2);
        let chosen = ["--mbox-format", format];
        let detach = with(&DETACH, &["--min-size", "1000"]);
        let detached = napkin(&folder, &with(&detach, &chosen), mailbox.as_bytes());
        assert_eq!(detached.status.code(), Some(0), "{format}: {}", error(&detached));
        let small = out(&detached);
        assert_eq!(small.matches("access-type=URL").count(), 2, "{format}");
        // The counts match the written body.
        let (head, rest) = small.split_once("\n\n").unwrap();
        let next = rest.find("\nFrom sam@pub.example").unwrap();
        let body = &rest[..next];
        assert!(
            head.contains(&format!("\nContent-Length: {}\nLines: {}", body.len(), body.matches('\n').count())),
            "{small}"
        );
        let attached = napkin(&folder, &with(&ATTACH, &chosen), &detached.stdout);
        assert_eq!(out(&attached), mailbox, "{format}: {}", error(&attached));
        // The detached objects contain no quoting.
        let kept: Vec<_> =
            fs::read_dir(folder.join("kept")).unwrap().map(|it| fs::read(it.unwrap().path()).unwrap()).collect();
        assert!(kept.iter().all(|object| !object.windows(7).any(|window| window == b"\n>From ")), "{format}");
        fs::remove_dir_all(folder.join("kept")).unwrap();
    }
}

#[test]
fn messages_that_are_too_large_stay_and_the_rest_goes_on() {
    let folder = folder("large");
    let mailbox = [mbox(2), b"From kim\nSubject: 2\n\nBeer\n".to_vec()].concat();
    let large = String::from_utf8(mailbox).unwrap().replacen("R0lG\n", &"R0lG\n".repeat(40_000), 1).into_bytes();
    fs::write(folder.join("box"), &large).unwrap();
    let listed = napkin(&folder, &["mail", "list", "--max-message", "200000", "box"], b"");
    assert_eq!(listed.status.code(), Some(1));
    assert!(
        error(&listed).starts_with("error: box:1:1:1: a message of a mailbox is larger than the limit\n"),
        "{}",
        error(&listed)
    );
    let sources: Vec<_> = out(&listed).lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect();
    assert_eq!(sources, ["box:2", "box:2", "box:2", "box:3"]);
    let detached = napkin(&folder, &with(&DETACH, &["--max-message", "200000", "box"]), b"");
    assert_eq!(detached.status.code(), Some(1));
    let attached = napkin(&folder, &with(&ATTACH, &["--max-message", "200000"]), &detached.stdout);
    assert!(attached.stdout == large, "{}", error(&attached));
}

/// A single message is held as a whole, so the limit applies to it too.
#[test]
fn a_message_by_itself_has_the_same_limit() {
    let folder = folder("alone");
    let message = [&b"Subject: 1\n\n"[..], &[b'x'; 990]].concat();
    fs::write(folder.join("1.eml"), &message).unwrap();
    let list = ["mail", "list"];
    let detach = ["mail", "detach", "--to", "kept", "--url", "https://pub.example/kept"];
    for (command, file) in [(&list[..], "1.eml"), (&list, "-"), (&detach, "1.eml"), (&detach, "-")] {
        for (limit, is_within) in [("1002", true), ("1001", false)] {
            let done = napkin(&folder, &with(command, &["--max-message", limit, file]), &message);
            assert_eq!(done.status.code(), Some(if is_within { 0 } else { 2 }), "{command:?} {file} {limit}");
            let name = if file == "-" { "stdin" } else { file };
            let said = format!("error: {name}: is larger than 1001 bytes, which --max-message allows\n");
            assert_eq!(error(&done), if is_within { String::new() } else { said }, "{command:?}");
            assert_eq!(done.stdout.is_empty(), !is_within, "{command:?} {file} {limit}");
        }
    }
}

#[test]
fn a_maildir_is_read_in_the_order_of_delivery() {
    let folder = folder("maildir");
    let root = maildir(&folder);
    let list = |more: &[&str]| {
        let listed = napkin(&folder, &with(&["mail", "list", "--format", "{source}\t{part}"], more), b"");
        (out(&listed), error(&listed), listed.status.code())
    };
    let names = |text: &str| -> Vec<String> {
        let name = |line: &str| line.strip_suffix("\t0").map(|name| name.split(",S=").next().unwrap().to_owned());
        text.lines().filter_map(name).collect()
    };
    let (text, said, status) = list(&["Maildir"]);
    assert_eq!((&said[..], status), ("", Some(0)));
    assert_eq!(names(&text), ["Maildir/new/1700000001.M1P1.pub", "Maildir/cur/1700000002.M1P1.pub"]);
    let (text, _, status) = list(&["--subfolders", "-j", "3", "Maildir"]);
    assert_eq!((names(&text).len(), status), (3, Some(0)));
    assert_eq!(names(&text)[2], "Maildir/.Menus/cur/1700000003.M1P1.pub");
    let links = napkin(&folder, &["links", "--format", "{absolute}", "Maildir"], b"");
    assert_eq!(out(&links), "http://pub.example/1\nhttp://pub.example/2\n", "{}", error(&links));
    let screened = napkin(&folder, &["screen", "--deny", "*/*", "Maildir"], b"");
    assert_eq!((out(&screened), screened.status.code()), (String::new(), Some(0)));
    // Anything that is not a file, and a broken link, is reported, and the others are read.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", root.join("cur/1700000000.lost:2,")).unwrap();
        let (text, said, status) = list(&["Maildir"]);
        assert_eq!((names(&text).len(), status), (2, Some(2)));
        assert_eq!(said, "error: Maildir/cur/1700000000.lost:2,: no such file or directory\n");
    }
    // A folder that is no mailbox is walked.
    let (text, ..) = list(&["Maildir/new"]);
    assert_eq!(names(&text), ["Maildir/new/1700000001.M1P1.pub"]);
}

#[test]
fn a_maildir_changes_in_its_place_and_back() {
    let folder = folder("in-place");
    let root = maildir(&folder);
    let before = files(&root);
    let times = || -> Vec<_> {
        let time = |(name, _): &(String, Vec<u8>)| root.join(name).metadata().unwrap().modified().unwrap();
        files(&root).iter().map(time).collect()
    };
    let old = times();
    let refused = napkin(&folder, &with(&DETACH, &["Maildir"]), b"");
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        error(&refused),
        "error: Maildir: the messages of a folder go to a folder: --output, to a new one or to the same\n"
    );
    let all = ["--subfolders", "--output", "Maildir", "Maildir"];
    let detached = napkin(&folder, &with(&DETACH, &all), b"");
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    let small = files(&root);
    assert_eq!(small.len(), before.len());
    for (name, bytes) in small.iter().filter(|(name, _)| name.contains("S=")) {
        let sizes = format!(",S={},W={}", bytes.len(), on_the_wire(bytes));
        assert!(name.split(':').next().unwrap().ends_with(&sizes), "{name}: {sizes}");
        assert!(bytes.len() < 1000);
    }
    assert!(small.iter().any(|(name, _)| name.ends_with(":2,FS")));
    assert_eq!(times().len(), old.len());
    let attached = napkin(&folder, &with(&ATTACH, &all), b"");
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
    assert!(files(&root) == before);
    assert_eq!(times(), old);
}

#[test]
fn a_maildir_goes_to_a_new_one_whole_or_not_at_all() {
    let folder = folder("elsewhere");
    let root = maildir(&folder);
    let before = files(&root);
    let detached = napkin(&folder, &with(&DETACH, &["--subfolders", "--output", "Small", "Maildir"]), b"");
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    assert!(files(&root) == before);
    let attached = napkin(&folder, &with(&ATTACH, &["--subfolders", "--output", "Whole", "Small"]), b"");
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
    let messages = |files: Vec<(String, Vec<u8>)>| -> Vec<_> {
        files.into_iter().filter(|(name, _)| name.contains("S=")).collect()
    };
    assert!(messages(files(&folder.join("Whole"))) == messages(before));
    assert!(folder.join("Whole/.Menus/tmp").is_dir());
    let there = napkin(&folder, &with(&DETACH, &["--output", "Small", "Maildir"]), b"");
    assert_eq!(error(&there), "error: Small: there already; a mailbox goes to a new folder, or back to its own\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", root.join("cur/1700000000.lost:2,")).unwrap();
        let half = napkin(&folder, &with(&DETACH, &["--output", "Half", "Maildir"]), b"");
        assert_eq!(half.status.code(), Some(2));
        assert!(
            error(&half).ends_with("error: Half: not written, since not everything could be read\n"),
            "{}",
            error(&half)
        );
    }
    let left: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| !name.starts_with('.') && name != "Half"), "{left:?}");
}

#[test]
fn mh_folders_are_read_by_numbers() {
    let folder = folder("mh");
    let root = folder.join("inbox");
    fs::create_dir_all(root.join("menus")).unwrap();
    for number in [10, 9, 1] {
        fs::write(root.join(number.to_string()), message(number)).unwrap();
    }
    fs::write(root.join("menus/2"), message(2)).unwrap();
    fs::write(root.join(".mh_sequences"), "cur: 9\n").unwrap();
    fs::write(root.join(",3"), "removed").unwrap();
    let links = |more: &[&str]| out(&napkin(&folder, &with(&["links", "--format", "{source} {absolute}"], more), b""));
    let expected = "inbox/1 http://pub.example/1\ninbox/9 http://pub.example/9\ninbox/10 http://pub.example/10\n";
    assert_eq!(links(&["inbox"]), expected);
    assert_eq!(links(&["--subfolders", "inbox"]), format!("{expected}inbox/menus/2 http://pub.example/2\n"));
    let before = files(&root);
    let detached = napkin(&folder, &with(&DETACH, &["--output", "inbox", "inbox"]), b"");
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    assert!(fs::read(root.join("9")).unwrap().len() < 1000);
    let attached = napkin(&folder, &with(&ATTACH, &["--output", "again", "inbox"]), b"");
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
    let outermost: Vec<_> = before.into_iter().filter(|(name, _)| !name.contains('/') && name != ",3").collect();
    assert!(files(&folder.join("again")) == outermost);
}

/// With a terminal for standard error, a run longer than a second shows its progress. The input makes the pause.
#[test]
fn progress_is_shown_on_a_terminal() {
    if !has("script", "bsdutils") {
        return;
    }
    let folder = folder("progress");
    fs::write(folder.join("box"), mbox(20)).unwrap();
    let napkin = common::napkin_path();
    let command = format!("{{ cat box; sleep 1.2; cat box; }} | {napkin} mail list -j 1 > list");
    let shown = |command: &str| {
        let typed = Command::new("script").args(["-qec", command, "/dev/null"]).current_dir(&folder).output().unwrap();
        String::from_utf8_lossy(&typed.stdout).into_owned()
    };
    let text = shown(&command);
    assert!(text.contains(" records in "), "{text:?}");
    assert_eq!(fs::read_to_string(folder.join("list")).unwrap().lines().count(), 120);
    assert_eq!(shown(&command.replace("-j 1", "-j 1 --no-progress")), "");
    assert_eq!(shown(&command.replace("sleep 1.2", "true").replace("-j 1", "-q")), "");
}

/// Returns the peak memory of a run, in KiB, when all but the end of a mailbox from a pipe has been read.
#[cfg(target_os = "linux")]
fn peak_memory(command: &[&str], messages: usize) -> usize {
    use std::io::Write;
    let mut child = common::command(command).stdout(std::process::Stdio::null()).spawn().expect("starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let body = "The beer of the day is on the menu, and so is the soup.\n".repeat(160);
    for number in 0..messages {
        let message = format!(
            "From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: {number}\nMessage-ID: <{number}@pub.example>\n\n\
             {body}https://pub{number}.example/menu\n\n"
        );
        stdin.write_all(message.as_bytes()).expect("is read");
    }
    let peak = crate::common::peak_memory(child.id());
    drop(stdin);
    assert_eq!(child.wait().expect("ends").code(), Some(0), "{command:?}");
    peak
}

/// Messages are read one by one: sixteen times as many take no more memory.
#[cfg(target_os = "linux")]
#[test]
fn mailbox_memory_does_not_grow_with_the_messages() {
    for command in [
        &["audit", "--type", "mail", "--json", "-j", "2"][..],
        &["links", "--json", "-j", "2"],
        &["screen", "--json", "-j", "2"],
        &["mail", "list", "--json", "-j", "2"],
    ] {
        let (some, many) = (peak_memory(command, 200), peak_memory(command, 3200));
        assert!(many < some + 4096, "{command:?}: {some} KiB for 200 messages, {many} KiB for 3,200");
    }
}
