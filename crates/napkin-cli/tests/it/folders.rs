//! Walks folders, ordinary and hostile ones.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::programs::empty_folder;
use crate::common::{error, napkin_in, out};

/// Creates files with a link to a URL that ends with their path, and the folders that they need.
fn site(name: &str, files: &[&str]) -> PathBuf {
    let folder = empty_folder(&format!("folders/{name}"));
    for file in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, format!("<a href=http://h/{file}>x</a>")).expect("a file");
    }
    folder
}

/// Returns the sources that `links` finds, the diagnostics and the status.
fn sources(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let ran = napkin_in(folder, &[&["links", "--format", "{source}"], arguments].concat(), b"");
    (out(&ran), error(&ran), ran.status.code())
}

fn read(text: &str) -> (String, String, Option<i32>) {
    (text.to_owned(), String::new(), Some(0))
}

#[test]
fn folder_files_are_read_in_the_order_of_their_names() {
    let folder = site("order", &["site/b.html", "site/a/z.html", "site/a.html", "site/a/y/x.html", "site/c.css"]);
    fs::write(folder.join("site/c.css"), "a{background:url(http://h/c)}").unwrap();
    fs::write(folder.join("site/README"), "See http://h/readme").unwrap();
    fs::write(folder.join("site/icon"), b"GIF89a\0\0\0\0\0\0\0").unwrap();
    let expected = "site/README\nsite/a/y/x.html\nsite/a/z.html\nsite/a.html\nsite/b.html\nsite/c.css\n";
    for jobs in ["1", "2", "7"] {
        assert_eq!(sources(&folder, &["-j", jobs, "site"]), read(expected));
        assert_eq!(sources(&folder, &["-j", jobs, "site/"]), read(expected));
    }
    assert_eq!(sources(&folder.join("site"), &["."]), read(&expected.replace("site/", "")));
    let above = sources(&folder.join("site/a"), &[".."]);
    assert_eq!(above, read(&expected.replace("site/", "../")));
    let both = sources(&folder, &["site/b.html", "site/a"]);
    assert_eq!(both, read("site/b.html\nsite/a/y/x.html\nsite/a/z.html\n"));
    let (_, said, status) = sources(&folder, &["-v", "site"]);
    assert_eq!((said.as_str(), status), ("note: not read in folders: 1 of other kinds\n", Some(0)));
}

#[test]
fn folder_options_choose_the_files() {
    let files = [
        "site/.git/config.html", "site/.hidden.html", "site/.well/known.html", "site/drafts/a.html", "site/index.html",
        "site/notes.md", "site/sub/.gitignore", "site/sub/keep.html", "site/sub/new.html", "site/sub/old.html",
        "site/tmp/t.html",
    ];
    let folder = site("options", &files);
    fs::write(folder.join("site/.gitignore"), "tmp/\n*.html\n!index.html\n!keep.html\n# comment\n").unwrap();
    fs::write(folder.join("site/sub/.gitignore"), "!new.html\n/keep.html\n").unwrap();
    let drafts = "site/drafts/a.html\n";
    let cases: [(&[&str], &str); 9] = [
        (&["site"], "site/index.html\nsite/notes.md\nsite/sub/new.html\n"),
        (
            &["--no-ignore", "site"],
            "site/drafts/a.html\nsite/index.html\nsite/notes.md\nsite/sub/keep.html\nsite/sub/new.html\nsite/sub/old.html\n\
             site/tmp/t.html\n",
        ),
        (&["--no-ignore", "--include", "drafts", "site"], drafts),
        (&["--no-ignore", "--include", "/drafts/*", "--include", "*.css", "site"], drafts),
        (
            &["--no-ignore", "--include", "*.html", "--exclude", "sub", "--exclude", "/t*/", "site"],
            "site/drafts/a.html\nsite/index.html\n",
        ),
        (&["--exclude", "*.md", "--exclude", "new.*", "site"], "site/index.html\n"),
        (&["--include", "#*", "--include", "*.md", "site"], "site/notes.md\n"),
        (
            &["--hidden", "--exclude", ".gitignore", "--include", ".*", "--no-ignore", "site"],
            "site/.hidden.html\nsite/.well/known.html\n",
        ),
        // A file that is named itself is read in any case.
        (&["--exclude", "*", "site/tmp/t.html"], "site/tmp/t.html\n"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(sources(&folder, arguments), read(expected), "{arguments:?}");
    }
    let (_, said, status) = sources(&folder, &["-v", "site"]);
    let counts = "note: not read in folders: 5 hidden, 4 by .gitignore\n";
    assert_eq!((said.as_str(), status), (counts, Some(0)));
    let (_, said, status) = sources(&folder, &["--include", "a[", "site"]);
    assert!(said.starts_with("error: --include: expected a pattern, found `a[`: ") && status == Some(2), "{said}");
}

/// A `.gitignore` above the folder counts only within a repository.
#[test]
fn gitignore_above_the_folder_counts_in_a_repository() {
    // The folder of the other tests is in a repository.
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path();
    for name in ["repo/.git", "repo/site"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    for name in ["a", "b"] {
        fs::write(folder.join(format!("repo/site/{name}.html")), "<a href=http://h/>x</a>").unwrap();
    }
    fs::write(folder.join(".gitignore"), "*.html\n").unwrap();
    fs::write(folder.join("repo/.gitignore"), "/site/a.html\n").unwrap();
    assert_eq!(sources(folder, &["repo/site"]), read("repo/site/b.html\n"));
    fs::remove_dir_all(folder.join("repo/.git")).unwrap();
    assert_eq!(sources(folder, &["repo/site"]), read("repo/site/a.html\nrepo/site/b.html\n"));
}

#[test]
fn folder_without_documents_is_an_error() {
    let folder = site("empty", &["site/.a.html"]);
    let said = "error: site: found no documents in this folder (not read: 1 hidden)\n";
    assert_eq!(sources(&folder, &["site"]), (String::new(), said.to_owned(), Some(2)));
    let ran = napkin_in(&folder, &["mail", "list", "--hidden", "site"], b"");
    let said = "error: site: found no messages in this folder (not read: 1 of other kinds)\n";
    assert_eq!((error(&ran).as_str(), ran.status.code()), (said, Some(2)));
}

/// A page that is named `404` makes no MH folder, and a message no mailbox of a web site.
#[test]
fn folder_of_pages_is_no_mailbox() {
    let folder = site("pages", &["site/404", "site/index.html", "web/index.html"]);
    assert_eq!(sources(&folder, &["site"]), read("site/404\nsite/index.html\n"));
    let message = "From: sam@pub.example\nTo: kim@pub.example\nSubject: Menu\n\nSee http://h/1\n";
    for name in ["web/1", "mh/1", "mh/10", "mh/9"] {
        fs::create_dir_all(folder.join("mh")).unwrap();
        fs::write(folder.join(name), message).unwrap();
    }
    assert_eq!(sources(&folder, &["web"]), read("web/1\nweb/index.html\n"));
    assert_eq!(sources(&folder, &["mh"]), read("mh/1\nmh/9\nmh/10\n"));
    for command in ["cur", "new", "tmp"] {
        fs::create_dir_all(folder.join("web").join(command)).unwrap();
    }
    assert_eq!(sources(&folder, &["web"]), read("web/1\nweb/index.html\n"));
    let list = |name: &str| {
        let ran = napkin_in(&folder, &["mail", "list", "--format", "{source}", name], b"");
        (out(&ran), error(&ran), ran.status.code())
    };
    assert_eq!(list("mh"), read("mh/1\nmh/9\nmh/10\n"));
    // In other folders, the messages are found by their content.
    fs::create_dir_all(folder.join("all/inbox")).unwrap();
    fs::write(folder.join("all/inbox/menu"), message).unwrap();
    fs::write(folder.join("all/box"), format!("From sam@pub.example Mon Nov 23 00:00:00 2026\n{message}\nFrom kim@pub.example Mon Nov 23 00:00:00 2026\n{message}")).unwrap();
    fs::write(folder.join("all/page.html"), "<p>").unwrap();
    assert_eq!(list("all"), read("all/box:1\nall/box:2\nall/inbox/menu\n"));
}

#[test]
fn every_command_over_documents_walks_folders() {
    let folder = site("commands", &["site/b/b.html"]);
    fs::write(folder.join("site/a.html"), "<a href=http://u:p@h/>x</a><img src=data:text/html,a>").unwrap();
    for (command, found) in [
        (&["audit", "--format", "{source} {rule}"][..], "site/a.html user-in-url"),
        (&["screen", "--format", "{source} {depth}"], "site/a.html 1"),
        (&["links", "--format", "{source} {absolute}"], "site/b/b.html http://h/site/b/b.html"),
    ] {
        let ran = napkin_in(&folder, &[command, &["site"]].concat(), b"");
        assert!(out(&ran).contains(found), "{command:?}: {ran:?}");
    }
}

/// `--base` is the URL of the folder, and each document is below it.
#[test]
fn folder_base_is_the_url_of_the_folder() {
    let folder = empty_folder("folders/base");
    fs::create_dir_all(folder.join("site/sub")).unwrap();
    fs::write(folder.join("site/sub/a.html"), "<a href=b>x</a><a href=/c>x</a>").unwrap();
    for base in ["https://pub.example/s", "https://pub.example/s/", "https://pub.example/s?q#f"] {
        let ran = napkin_in(&folder, &["links", "--format", "{absolute}", "--base", base, "site"], b"");
        assert_eq!(out(&ran), "https://pub.example/s/sub/b\nhttps://pub.example/c\n", "{ran:?}");
    }
}

#[test]
fn summary_counts_the_errors_of_several_documents() {
    let folder = site("summary", &["site/a.html", "site/b.html", "site/c.html"]);
    fs::write(folder.join("site/b.html"), "<a href=http://h:8o/>x</a><a href=http://[/>x</a>").unwrap();
    fs::write(folder.join("site/c.html"), "<a href=http://h:8o/>x</a>").unwrap();
    let note = "note: 3 errors in 2 of 3 documents\n";
    let (_, said, status) = sources(&folder, &["site"]);
    assert_eq!((said.contains("documents"), status), (false, Some(1)), "a template is for programs: {said}");
    let run = |options: &[&str]| error(&napkin_in(&folder, &[&["links"], options].concat(), b""));
    assert!(run(&["site"]).ends_with(note), "{}", run(&["site"]));
    assert!(run(&["--pretty", "-j", "1", "site/a.html", "site/b.html", "site/c.html"]).ends_with(note));
    for quiet in [&["-q", "site"][..], &["--json", "site"], &["site/b.html"]] {
        assert!(!run(quiet).contains("documents"), "{quiet:?}");
    }
    let ran = napkin_in(&folder, &["audit", "--only", "insecure-scheme", "site/a.html", "site"], b"");
    assert!(error(&ran).ends_with("in 4 of 4 documents\n"), "{}", error(&ran));
}

/// `--from` names documents, one per line, in every command that reads documents.
#[test]
fn documents_come_from_a_list() {
    let folder = site("from", &["site/a.html", "site/b c.html", "site/other/x.html"]);
    let message =
        "From: sam@pub.example\nContent-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nbeer\n";
    fs::write(folder.join("m.eml"), message).unwrap();
    fs::write(folder.join("list"), "site/a.html\r\n\nsite/b c.html").unwrap();
    fs::write(folder.join("nul"), "site/b c.html\0site/other\0").unwrap();
    fs::write(folder.join("mails"), "m.eml\n").unwrap();
    fs::write(folder.join("none"), "\n\n").unwrap();
    let run = |arguments: &[&str], input: &[u8]| {
        let ran = napkin_in(&folder, arguments, input);
        (out(&ran).lines().count(), error(&ran), ran.status.code())
    };
    let links = |arguments: &[&str], input: &[u8]| {
        run(&[&["links", "--format", "{source}", "--base", "http://pub.example/"], arguments].concat(), input).0
    };
    let each = links(&["site/a.html"], b"");
    assert!(each > 0);
    assert_eq!(links(&["--from", "list"], b""), 2 * each);
    assert_eq!(links(&["--from", "nul", "-0"], b""), 2 * each);
    assert_eq!(links(&["--from", "-"], b"site/a.html\n"), each);
    assert_eq!(links(&["--from", "list", "site/other/x.html"], b""), 3 * each);
    for arguments in [
        &["screen", "--from", "list"][..],
        &["check", "--offline", "--from", "list"],
        &["rewrite", "--dry-run", "--absolute", "--base", "http://pub.example/", "--from", "list"],
        &["mail", "list", "--from", "mails"],
        &["mail", "extract", "-o", "saved", "--from", "mails"],
    ] {
        let (_, said, status) = run(arguments, b"");
        assert!(matches!(status, Some(0 | 1)), "{arguments:?}: {said}");
    }
    assert!(folder.join("saved/a.txt").exists());
    let none = run(&["links", "--from", "none"], b"");
    assert_eq!(none, (0, "error: --from none: expected names of documents, but found none\n".to_owned(), Some(2)));
}

#[test]
fn bundle_of_a_folder_needs_another_folder() {
    let folder = site("bundle", &["site/index.html"]);
    let ran = napkin_in(&folder, &["bundle", "site"], b"");
    let said = "error: site: expected a page, but found a folder; add `-o DIR` to bundle each of its pages\n";
    assert_eq!((error(&ran).as_str(), ran.status.code()), (said, Some(2)));
}

#[test]
fn folder_of_ten_thousand_files_is_read_in_order() {
    let folder = empty_folder("folders/many");
    let mut expected = String::new();
    for number in 0..10_000 {
        let name = format!("{:02}/{number:05}.txt", number / 500);
        fs::create_dir_all(folder.join(&name[..2])).unwrap();
        fs::write(folder.join(&name), "http://h/").unwrap();
        expected += &format!("{name}\n");
    }
    assert_eq!(sources(&folder, &["."]), read(&expected));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn pipe(path: &Path) {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    /// Links inside the folder are read under their own names; no link leads out of the folder, or into `.git`.
    #[test]
    fn folder_links_do_not_lead_out() {
        let folder = site("links", &["site/a.html", "site/sub/b.html", "out/secret.html", "site/.git/x.html"]);
        let link = |target: &str, name: &str| symlink(target, folder.join("site").join(name)).unwrap();
        link("a.html", "c.html");
        link("sub", "d");
        link(".", "loop");
        link("../..", "sub/up");
        link("../out", "out");
        link("../out/secret.html", "e.html");
        link(".git/x.html", "f.html");
        let (found, said, status) = sources(&folder, &["-v", "site"]);
        assert_eq!((found.as_str(), status), ("site/a.html\nsite/c.html\nsite/sub/b.html\n", Some(0)));
        let expected = "\
note: site/e.html: is not read: the symbolic link leads out of the folder
note: site/out: is not read: the symbolic link leads out of the folder
note: site/sub/up: is not read: the symbolic link leads out of the folder
note: not read in folders: 1 hidden, 6 symbolic links
";
        assert_eq!(said, expected);
        // A folder that the user names may be a link.
        symlink("site", folder.join("named")).unwrap();
        assert_eq!(sources(&folder, &["-q", "named"]), read("named/a.html\nnamed/c.html\nnamed/sub/b.html\n"));
    }

    #[test]
    fn folder_entries_that_cannot_be_read_are_named() {
        let folder = site("unreadable", &["site/a.html", "site/b.html", "site/sub/c.html"]);
        symlink("nowhere", folder.join("site/broken.html")).unwrap();
        symlink("self.html", folder.join("site/self.html")).unwrap();
        let (found, said, status) = sources(&folder, &["-q", "site"]);
        assert_eq!((found.as_str(), status), ("site/a.html\nsite/b.html\nsite/sub/c.html\n", Some(2)));
        assert!(said.contains("error: site/broken.html: no such file or directory\n"), "{said}");
        assert!(said.contains("error: site/self.html: "), "{said}");
        for name in ["site/b.html", "site/sub"] {
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o000)).unwrap();
        }
        // The administrator reads everything.
        let is_readable = fs::File::open(folder.join("site/b.html")).is_ok();
        let (found, said, status) = sources(&folder, &["-q", "site"]);
        for name in ["site/b.html", "site/sub"] {
            let is_named = said.contains(&format!("error: {name}: permission denied\n"));
            assert_eq!(is_named, !is_readable, "{name}: {said}");
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        assert_eq!((found.contains("site/b.html"), status), (is_readable, Some(2)));
    }

    /// A pipe has no end: nothing waits for it, whatever its name.
    #[test]
    fn folder_pipes_are_not_opened() {
        let folder = site("pipes", &["site/a.html"]);
        for name in ["b.html", "c", "1", ".mh_sequences"] {
            pipe(&folder.join("site").join(name));
        }
        let _socket = UnixListener::bind(folder.join("site/s")).unwrap();
        assert_eq!(sources(&folder, &["site"]), read("site/a.html\n"));
        pipe(&folder.join("site/.gitignore"));
        let (found, said, status) = sources(&folder, &["site"]);
        assert_eq!((found.as_str(), status), ("site/a.html\n", Some(2)));
        assert_eq!(said, "error: site/.gitignore: a pipe, a socket or a device\n");
        assert_eq!(sources(&folder, &["--no-ignore", "site"]), read("site/a.html\n"));
        let ran = napkin_in(&folder, &["mail", "list", "site"], b"");
        assert_eq!(ran.status.code(), Some(2), "{ran:?}");
    }

    /// Names of files cannot act on the terminal, and cannot forge a line of JSON.
    #[test]
    fn folder_names_do_not_act_on_the_terminal() {
        let names = ["site/a\n\x1b[31mb.html", "site/\u{202e}c.html", "site/-"];
        let folder = site("names", &names);
        fs::write(folder.join(names[0]), "<a href=http://h:8o/>x</a>").unwrap();
        symlink("nowhere", folder.join("site/z\r\x1b]0;x\x07")).unwrap();
        let ran = napkin_in(&folder, &["links", "--pretty", "site"], b"");
        for text in [out(&ran), error(&ran)] {
            assert!(!text.contains(['\x1b', '\r', '\x07', '\u{202e}']), "{text:?}");
        }
        assert!(error(&ran).contains("error: site/z␍␛]0;x␇: no such file"), "{}", error(&ran));
        assert!(error(&ran).contains("error: site/a␊␛[31mb.html:1:"), "{}", error(&ran));
        let ran = napkin_in(&folder, &["links", "--json", "site"], b"");
        let of = |line: &str| line.parse::<toml::Value>().is_ok() || line.starts_with("{\"source\":\"site/");
        assert!(out(&ran).lines().all(of) && out(&ran).lines().count() == 3, "{}", out(&ran));
        // `-` is a file of the folder, and not standard input.
        assert_eq!(sources(&folder.join("site"), &["-q", ".", "--include", "-"]), read("./-\n"));
    }

    /// A file that disappears between the listing and the reading is an error, and the others are read.
    #[test]
    fn folder_file_that_disappears_is_named() {
        let folder = site("gone", &["site/a.html"]);
        for number in 0..2000 {
            fs::write(folder.join(format!("site/b{number:04}.html")), "<a href=http://h/>x</a>".repeat(500)).unwrap();
        }
        let mut child = crate::common::command(&["links", "--format", "{source}", "-j", "2", "site"])
            .current_dir(&folder)
            .spawn()
            .expect("it starts");
        let mut stdout = child.stdout.take().expect("a pipe");
        // The first output: the folder has been listed, and the queue of jobs is much shorter than the rest.
        std::io::Read::read_exact(&mut stdout, &mut [0; 8]).expect("output");
        fs::remove_file(folder.join("site/b1999.html")).unwrap();
        std::io::copy(&mut stdout, &mut std::io::sink()).expect("output");
        let output = child.wait_with_output().expect("it ends");
        let said = "error: site/b1999.html: no such file or directory\n";
        assert_eq!((error(&output).as_str(), output.status.code()), (said, Some(2)));
    }
}
