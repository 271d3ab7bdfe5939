//! Tests conventions of all commands: manual pages, closed pipes, existing files, references that are file names.

use std::fs;
use std::process::Stdio;

use crate::common::programs::empty_folder;
use crate::common::{command, error, napkin_in, napkin_with};

#[test]
fn man_has_a_page_for_each_command() {
    let list = napkin_with(&["man", "--list"], "");
    assert_eq!((list.status, list.err.as_str()), (0, ""));
    let pages: Vec<&str> = list.out.lines().collect();
    for page in ["parse", "mail", "mail list", "mail detach", "data encode", "scheme show", "man"] {
        assert!(pages.contains(&page), "{page} in {pages:?}");
    }
    // Each name begins a usage line: the list is the tree of commands.
    for page in pages {
        let words: Vec<&str> = page.split(' ').collect();
        let ran = napkin_with(&[&["man"], &words[..]].concat(), "");
        let title = format!(".TH NAPKIN-{} 1", page.replace(' ', "-").to_uppercase());
        assert!(
            ran.status == 0 && ran.out.replace("\\-", "-").contains(&title),
            "{page}: {}",
            &ran.out[..200.min(ran.out.len())]
        );
        assert_eq!(napkin_with(&["man", page], "").out, ran.out, "{page} as one argument");
    }
    let ran = napkin_with(&["man", "mail", "lists"], "");
    let err = "error: expected a command, but found `mail lists`; `napkin man --list` lists all pages\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", err));
}

#[test]
fn help_tells_which_commands_need_another_program() {
    let help = napkin_with(&["--help"], "").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(help.matches("needs the separate program `napkin-query`").count(), 2, "{help}");
    for name in ["query", "columns"] {
        let help = napkin_with(&["help", name], "").out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("cargo build --release --features program"), "{help}");
    }
}

/// `--match` and `--except` choose the same URLs in each command that has them.
#[test]
fn patterns_choose_the_same_links_in_all_commands() {
    let folder = empty_folder("patterns-of-commands");
    // Each link is one that each command reports: `audit` because of the line break in it.
    let page = "<a href=mailto:sam@pub%0a>1</a>\n<a href=mailto:kim@pub%0a>2</a>\n<a href='http://['>3</a>";
    fs::write(folder.join("page.html"), page).unwrap();
    let commands: [&[&str]; 3] = [
        &["links", "-q", "--format", "{line}"],
        &["audit", "--base", "https://pub.example/page.html", "--only", "escaped-line-break", "--format", "{line}"],
        &["check", "-q", "--offline", "--base", "https://pub.example/", "--format", "{verdict} {line}"],
    ];
    for (options, expected) in [
        (&[][..], [true, true, true]),
        (&["--match", r"mailto\:sam*"], [true, false, false]),
        (&["--match", r"mailto\:sam*", "--match", r"mailto\:kim*"], [true, true, false]),
        (&["--except", r"mailto\:kim*"], [true, false, true]),
        (&["--match", r"mailto\:*pub*", "--except", r"mailto\:sam*"], [false, true, false]),
        (&["--match", "ftp://*"], [false, false, false]),
    ] {
        for command in commands {
            let ran = napkin_in(&folder, &[command, &["page.html"], options].concat(), b"");
            let out = String::from_utf8(ran.stdout).unwrap();
            let has = |line: &str| out.lines().any(|row| row.ends_with(line) && !row.starts_with("skipped"));
            // The third link is no URL, which `audit --only` of these rules does not report.
            let found = [has("1"), has("2"), has("3") || (command[0] == "audit" && expected[2])];
            assert_eq!(found, expected, "{command:?} {options:?}: {out} {}", String::from_utf8_lossy(&ran.stderr));
        }
    }
    let ran = napkin_with(&["links", "--except", "/{", "-"], "");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (2, "error: /{ is no pattern: a pattern without a protocol needs a base URL at byte 0\n")
    );
}

/// A command whose reader has closed the pipe ends like a filter that SIGPIPE ended, whatever it prints.
#[cfg(unix)]
#[test]
fn closed_pipe_ends_every_command_with_141() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/menu/index.html");
    let runs: [&[&str]; 20] = [
        &["man"],
        &["man", "mail", "list"],
        &["man", "--list"],
        &["completions", "bash"],
        &["explain"],
        &["explain", "port"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["help", "mail"],
        &["mail", "list", "--help"],
        &["scheme", "list"],
        &["scheme", "show", "http"],
        &["scheme", "template", "x"],
        &["parse", "http://h/"],
        &["links", page],
        &["rewrite", "--absolute", page],
        &["data", "encode", page],
        &["data", "decode", "data:,x"],
        &["audit", "--sarif", "http://u:p@h/"],
    ];
    for run in runs {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(run).stdin(Stdio::null()).stdout(writer).output().expect("it runs");
        assert_eq!((output.status.code(), error(&output).as_str()), (Some(141), ""), "{run:?}");
    }
}

/// A file named by `-o` is replaced atomically; an existing file in a named folder is kept unless `--force` is given.
#[test]
fn output_replaces_a_named_file_and_nothing_in_a_folder() {
    let folder = empty_folder("output");
    fs::write(folder.join("a.html"), "<a href=x><img src=data:image/gif,GIF89a>").expect("a page");
    fs::write(folder.join("a.eml"), "Content-Type: text/plain\n\nsoup\n").expect("a message");
    let runs: [&[&str]; 6] = [
        &["rewrite", "--absolute", "--base", "http://h/", "a.html", "-o", "out"],
        &["bundle", "--base", "http://h/", "a.html", "-o", "out"],
        &["mail", "detach", "a.eml", "--to", "to", "--url", "http://h/", "--min-size", "1", "-o", "out"],
        &["mail", "attach", "a.eml", "--yes", "-o", "out"],
        &["mail", "relink", "a.eml", "--map", "http://a/=http://b/", "-o", "out"],
        #[cfg(feature = "retrieve")]
        &["get", "data:,soup", "-o", "out"],
        #[cfg(not(feature = "retrieve"))]
        &["rewrite", "--absolute", "--base", "http://h/", "a.html", "-o", "out"],
    ];
    for run in runs {
        fs::write(
            folder.join("out"),
            "what was there, which is longer than all that any of these commands writes".repeat(9),
        )
        .expect("a file");
        let output = napkin_in(&folder, run, b"");
        assert_eq!(output.status.code(), Some(0), "{run:?}: {}", error(&output));
        let there = fs::read_to_string(folder.join("out")).expect("a file");
        assert!(!there.contains("what was there"), "{run:?}: {there}");
        let left = fs::read_dir(&folder)
            .expect("a folder")
            .flatten()
            .filter(|file| file.file_name().to_string_lossy().starts_with(".out"));
        assert_eq!(left.count(), 0, "{run:?} leaves nothing beside it");
    }
    let unbundle = ["unbundle", "a.html", "-o", "dir"];
    assert_eq!(napkin_in(&folder, &unbundle, b"").status.code(), Some(0));
    fs::write(folder.join("dir/a.html"), "mine").expect("a file");
    let output = napkin_in(&folder, &unbundle, b"");
    assert!(output.status.code() == Some(2) && error(&output).contains("--force"), "{}", error(&output));
    assert_eq!(fs::read_to_string(folder.join("dir/a.html")).expect("a file"), "mine");
    assert_eq!(napkin_in(&folder, &[&unbundle[..], &["--force"]].concat(), b"").status.code(), Some(0));
    assert_ne!(fs::read_to_string(folder.join("dir/a.html")).expect("a file"), "mine");
}

/// `-o -` is standard output, as without the option.
#[test]
fn output_to_a_dash_is_standard_output() {
    let folder = empty_folder("output-dash");
    fs::write(folder.join("a.html"), "<a href=x>").expect("a page");
    fs::write(folder.join("a.eml"), "Content-Type: text/plain\n\nsoup\n").expect("a message");
    let runs: [&[&str]; 7] = [
        &["rewrite", "--absolute", "--base", "http://h/", "a.html"],
        &["bundle", "--base", "http://h/", "a.html"],
        &["mail", "detach", "a.eml", "--to", "to", "--url", "http://h/"],
        &["mail", "attach", "a.eml", "--yes"],
        &["mail", "relink", "a.eml", "--map", "http://a/=http://b/"],
        &["audit", "--report", "sarif", "http://127.1/"],
        #[cfg(feature = "retrieve")]
        &["get", "data:,soup"],
        #[cfg(not(feature = "retrieve"))]
        &["audit", "--report", "junit", "http://127.1/"],
    ];
    for run in runs {
        let (without, with) = (napkin_in(&folder, run, b""), napkin_in(&folder, &[run, &["-o", "-"]].concat(), b""));
        assert!(!without.stdout.is_empty() && without.stdout == with.stdout, "{run:?}: {}", error(&with));
        assert!(!folder.join("-").exists(), "{run:?} makes a file");
    }
}

#[test]
fn argument_that_names_a_file_is_noted() {
    let folder = empty_folder("noted");
    fs::write(folder.join("urls.txt"), "HTTP://H/\n").expect("a list");
    let runs: [&[&str]; 9] = [
        &["parse", "./urls.txt"],
        &["data", "decode", "./urls.txt"],
        &["data", "inspect", "./urls.txt"],
        &["resolve", "--base", "http://h/", "./urls.txt"],
        &["normalize", "./urls.txt"],
        &["compare", "./urls.txt", "./urls.txt"],
        &["edit", "./urls.txt", "--set", "query=x"],
        &["relativize", "--base", "http://h/", "./urls.txt"],
        &["scheme", "check", "./urls.txt"],
    ];
    for run in runs {
        let note = "note: argument 1: a file of this name exists; to read references from it, write `< ./urls.txt`\n";
        let output = napkin_in(&folder, run, b"");
        assert!(error(&output).starts_with(note), "{run:?}: {}", error(&output));
        let quiet = napkin_in(&folder, &[run, &["-q"]].concat(), b"");
        assert_eq!(error(&quiet), "", "{run:?}");
    }
    assert_eq!(error(&napkin_in(&folder, &["normalize", "http://h/urls.txt"], b"")), "");
}

#[test]
fn rewrite_refuses_messages_and_offers_only_documents() {
    let folder = empty_folder("messages");
    fs::write(folder.join("one.eml"), "Content-Type: text/html\n\n<a href=x>y</a>\n").expect("a message");
    let output = napkin_in(&folder, &["rewrite", "--absolute", "one.eml"], b"");
    let said = error(&output);
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{said}");
    assert!(said.starts_with("error: one.eml: expected a document, but found a message"), "{said}");
    // The suggested command works.
    let text = napkin_in(&folder, &["rewrite", "--map", "http://a/=http://b/", "--type", "text", "one.eml"], b"");
    assert_eq!(text.status.code(), Some(0), "{}", error(&text));
    for kind in ["mail", "mhtml"] {
        let output = napkin_in(&folder, &["rewrite", "--absolute", "--type", kind, "one.eml"], b"");
        let said = error(&output);
        assert!(output.status.code() == Some(2) && said.contains("[possible values: auto, html, css,"), "{said}");
        assert!(!said.contains("mhtml]"), "{said}");
    }
}

/// The bundle of a local page names no folder of the machine, wherever it contains a link; with `--root`, `/` is the
/// root.
#[test]
fn bundle_of_a_file_names_no_folder_of_the_machine() {
    let folder = empty_folder("local-page");
    fs::create_dir_all(folder.join("site/sub")).expect("a folder");
    fs::create_dir_all(folder.join("site/css")).expect("a folder");
    fs::write(folder.join("site/icon.gif"), "GIF89a").expect("an image");
    fs::write(folder.join("site/css/a.css"), "a{background:url(gone.png)}b{background:url(/icon.gif)}")
        .expect("a sheet");
    let page = "<!DOCTYPE html><link rel=stylesheet href=/css/a.css><a href=other.html>o</a><a href=../up.html#x>u</a>\
                <a href=/top.html>t</a><img src=/icon.gif><img src=gone.gif><a href=http://pub.example/>p</a>";
    fs::write(folder.join("site/sub/page.html"), page).expect("a page");
    let output = napkin_in(&folder, &["bundle", "--offline", "--root", "site", "site/sub/page.html"], b"");
    let made = String::from_utf8(output.stdout.clone()).expect("text");
    let expected = "<!DOCTYPE html><style>a{background:url(../css/gone.png)}b{background:url(data:image/gif,GIF89a)}</style>\
                    <a href=other.html>o</a><a href=../up.html#x>u</a><a href=/top.html>t</a><img src=data:image/gif,GIF89a>\
                    <img src=gone.gif><a href=http://pub.example/>p</a>";
    assert_eq!((output.status.code(), made.as_str()), (Some(1), expected), "{}", error(&output));
    let without = napkin_in(&folder, &["bundle", "--offline", "site/sub/page.html"], b"");
    let made = String::from_utf8(without.stdout.clone()).expect("text");
    assert!(made.contains("<img src=/icon.gif>") && !made.contains("file:"), "{made}");
}
