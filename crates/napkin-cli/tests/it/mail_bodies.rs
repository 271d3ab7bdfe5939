//! Tests `napkin mail detach`, `attach` and `relink`, as users run them.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::programs::{empty_folder, has};
use crate::common::{error, napkin_in as napkin, napkin_path, out};
#[cfg(feature = "retrieve")]
use crate::mail_retrieval::{MD5, Server, soup};

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("mail-bodies/{name}"))
}

fn message() -> Vec<u8> {
    let line = "R0lGODlh".repeat(9) + "R0lG\n";
    let body = line.repeat(1200);
    format!(
        "From: sam@pub.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\n\
         Content-Type: image/gif; name=\"../napkin.gif\"\nContent-Transfer-Encoding: base64\n\n{body}\n--b--\n"
    )
    .into_bytes()
}

#[test]
fn a_message_goes_through_a_pipe_and_comes_back() {
    let folder = folder("pipe");
    let message = message();
    let there = ["mail", "detach", "--to", "kept", "--url", "https://pub.example/kept"];
    let detached = napkin(&folder, &there, &message);
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    assert!(detached.stdout.len() < 1200);
    let files: Vec<_> = fs::read_dir(folder.join("kept")).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(files.len(), 1);
    let name = files[0].to_string_lossy().into_owned();
    assert!(name.len() == 68 && name.ends_with(".gif"), "{name}");
    let back = ["mail", "attach", "--yes", "--from", "https://pub.example/kept=kept"];
    let attached = napkin(&folder, &back, &detached.stdout);
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
    assert!(attached.stdout == message);
    assert!(error(&attached).contains("part 2: retrieve https://pub.example/kept/"), "{}", error(&attached));
    // A second run succeeds: the object exists already.
    assert_eq!(napkin(&folder, &there, &message).status.code(), Some(0));
    // A different file in its place is not overwritten.
    fs::write(folder.join("kept").join(&name), "something else").unwrap();
    let refused = napkin(&folder, &there, &message);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    assert!(error(&refused).contains("there already, and not what its name says"), "{}", error(&refused));
    // A changed object is not attached.
    let attached = napkin(&folder, &back, &detached.stdout);
    assert_eq!(attached.status.code(), Some(1));
    assert!(attached.stdout == detached.stdout);
}

#[test]
fn nothing_is_retrieved_unasked() {
    let folder = folder("unasked");
    let message = "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\nContent-ID: <a@b>\n\n";
    let refused = napkin(&folder, &["mail", "attach"], message.as_bytes());
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    assert_eq!(
        error(&refused),
        "note: stdin: part 1: retrieve http://pub.example/menu as text/plain, which no digest verifies\n\
         error: stdin: nothing is retrieved unless somebody agrees (RFC 2046 section 5.2.3.6): --yes does\n"
    );
    let plan = napkin(&folder, &["mail", "attach", "--dry-run", "--json"], message.as_bytes());
    assert_eq!(
        out(&plan),
        "{\"ok\":true,\"part\":\"1\",\"url\":\"http://pub.example/menu\",\"media_type\":\"text/plain\",\"size\":null,\
         \"source\":\"stdin\",\"notes\":null,\"reason\":null,\"message\":null,\"finding\":null}\n"
    );
    // Without external bodies, no confirmation is needed.
    let plain = napkin(&folder, &["mail", "attach"], b"Subject: soup\n\nof the day\n");
    assert_eq!((plain.status.code(), &plain.stdout[..]), (Some(0), &b"Subject: soup\n\nof the day\n"[..]));
}

/// A record describes the received object, or the external body if nothing was received. A part that is not an external
/// body has its own type.
#[test]
fn records_of_attaching_say_what_the_object_is() {
    let folder = folder("records");
    fs::write(folder.join("menu"), "<p>Soup\n").unwrap();
    fs::write(folder.join("other"), "<p>Soup of yesterday\n").unwrap();
    let part = |name: &str, size: &str, inner: &str| {
        let outer = "Content-Type: message/external-body; access-type=URL;";
        format!("--b\n{outer}{size} URL=\"http://pub.example/{name}\"\n\n{inner}Content-ID: <{name}@pub.example>\n\n")
    };
    let message = [
        "Content-Type: multipart/mixed; boundary=b\n\n".to_owned(),
        part("menu", "", "Content-Type: Text/HTML; charset=utf-8\n"),
        part("menu", " size=8;", ""),
        part("other", " size=8;", "Content-Type: text/html\n"),
        part("none", " size=800;", "Content-Type: image/gif\n"),
        "--b\nContent-Type: application/pdf\n\n%PDF\n--b\nContent-ID: <id@pub.example>\nContent-Type: text/x-menu\n\nbeer\n\
         --b\nContent-Type: message/external-body; access-type=content-id\n\nContent-ID: <id@pub.example>\n\n--b--\n"
            .to_owned(),
    ]
    .concat();
    let parts = ["1", "2", "3", "4", "5", "7", "9"].map(|number| ["--part", number]).concat();
    let attach =
        ["mail", "attach", "--yes", "--from", "http://pub.example/=.", "--format", "{part} {ok} {media_type} {size}"];
    let rows = |more: &[&str]| out(&napkin(&folder, &[&attach[..], &parts, more].concat(), message.as_bytes()));
    let said = |first: &str, third: &str, last: &str| {
        format!(
            "1 true text/html {first}\n2 true text/plain 8\n3 {third} text/html 8\n4 {} image/gif 800\n7 true {last}\n5 false application/pdf \n9 false  \n",
            if first.is_empty() { "true" } else { "false" }
        )
    };
    assert_eq!(rows(&["--output", "whole"]), said("8", "false", "text/x-menu 4"));
    assert_eq!(rows(&["--dry-run"]), said("", "true", "text/plain "));
}

fn external(url: &str, inner: &str) -> Vec<u8> {
    format!("Content-Type: message/external-body; access-type=URL; URL=\"{url}\"\n\n{inner}\nContent-ID: <a@b>\n\n")
        .into_bytes()
}

#[cfg(feature = "retrieve")]
#[test]
fn objects_are_retrieved_over_http_and_checked() {
    let folder = folder("http");
    let server = Server::new(|_, _| soup("text/html; charset=utf-8"));
    let url = format!("{}/", server.url);
    let everything = ["mail", "attach", "--yes", "--policy", "everything"];
    let message = external(&url, &format!("Content-Type: text/html\nContent-MD5: {MD5}"));
    let attached = napkin(&folder, &everything, &message);
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
    let expected = format!("Content-Type: text/html\nContent-MD5: {MD5}\nContent-ID: <a@b>\n\n<p>Soup\n");
    assert_eq!(out(&attached), expected);
    assert!(error(&attached).contains("Content-MD5 agrees: the object is intact, whoever made it"));
    assert!(!error(&attached).contains("authentic"));
    // A page with status 200 that is not the object, and a wrong digest.
    for (inner, why) in [
        (
            "Content-Type: image/png".to_owned(),
            "part 1 stays: expected an object of type image/png, but found text/html\n  image/png\n  ^^^^^^^^^ \
             mail-object-type, RFC 2017 section 3.1\n",
        ),
        (
            "Content-Type: text/html\nContent-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==".to_owned(),
            "part 1 stays: Content-MD5 does not agree with the object\n  Q2hlY2sgSW50ZWdyaXR5IQ==\n  \
             ^^^^^^^^^^^^^^^^^^^^^^^^ mail-object-md5, RFC 1864 section 3\n",
        ),
    ] {
        let message = external(&url, &inner);
        let refused = napkin(&folder, &everything, &message);
        assert_eq!(refused.status.code(), Some(1));
        assert!(refused.stdout == message);
        assert!(error(&refused).ends_with(why), "{}", error(&refused));
    }
}

/// With `--yes`, a policy that admits files requires the folder that may contain them; no other file is read, whatever
/// the URL.
#[cfg(all(feature = "retrieve", unix))]
#[test]
fn attach_without_asking_takes_files_only_below_a_folder() {
    let folder = folder("below");
    fs::create_dir_all(folder.join("kept/inside")).unwrap();
    fs::write(folder.join("kept/menu"), "soup\n").unwrap();
    fs::write(folder.join("secret"), "secret\n").unwrap();
    std::os::unix::fs::symlink("../secret", folder.join("kept/link")).unwrap();
    std::os::unix::fs::symlink("..", folder.join("kept/up")).unwrap();
    std::os::unix::fs::symlink("menu", folder.join("kept/same")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("kept/pipe")).status().unwrap().success());
    let at = format!("file://{}/kept", folder.display());
    let policies: [&[&str]; 3] =
        [&["--policy", "local-files"], &["--allow-scheme", "file"], &["--policy", "everything"]];
    let attach = |more: &[&[&str]], url: &str| {
        let message = external(url, "Content-Type: text/plain");
        let arguments = [&["mail", "attach", "--yes"], &more.concat()[..]].concat();
        (napkin(&folder, &arguments, &message), message)
    };
    for policy in policies {
        for url in [&*format!("{at}/menu"), "file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd"] {
            let (refused, _) = attach(&[policy], url);
            assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{policy:?} {url}");
            assert!(error(&refused).contains("pass --only-below DIR"), "{}", error(&refused));
        }
        // URLs other than `file:` need no folder, and neither do objects that are not retrieved.
        assert_eq!(attach(&[policy], "data:,soup").0.status.code(), Some(0), "{policy:?}");
        let (from, offline) = (format!("{at}=kept"), ["--offline"]);
        assert_eq!(attach(&[policy, &["--from", &from]], &format!("{at}/menu")).0.status.code(), Some(0));
        assert_eq!(attach(&[policy, &offline], "file:///etc/passwd").0.status.code(), Some(1));
        let below: [&[&str]; 2] = [policy, &["--only-below", "kept"]];
        for name in ["menu", "same", "inside/../menu", "inside/%2e%2E/menu"] {
            let (attached, _) = attach(&below, &format!("{at}/{name}"));
            assert!(out(&attached).ends_with("\n\nsoup\n"), "{policy:?} {name}: {}", error(&attached));
        }
        let outside = [
            "link", "../secret", "%2e%2e/secret", ".%2E/secret", "..%2fsecret", "%2e%2e%2Fsecret", "up/secret",
            "inside/../../secret", "..\\secret", "..%5csecret", "menu%00", "pipe", "inside", "/../secret",
            "./%2e./secret",
        ];
        let elsewhere = [
            "file:///etc/passwd", "file://localhost/etc/passwd", "file:/etc/passwd", "file:etc/passwd",
            "file://LOCALHOST/etc/passwd", "file://127.0.0.1/etc/passwd", "file:////etc/passwd",
            "file:///proc/self/environ", "file:///dev/zero", "file://pub.example/etc/passwd", "file:///etc/%70asswd",
        ];
        let urls = outside.iter().map(|name| format!("{at}/{name}")).chain(elsewhere.map(str::to_owned));
        for url in urls {
            let (refused, message) = attach(&below, &url);
            assert_eq!(refused.status.code(), Some(1), "{policy:?} {url}: {}", error(&refused));
            assert!(refused.stdout == message, "{policy:?} {url}");
        }
    }
}

#[test]
fn files_come_from_their_folder_and_no_other() {
    let folder = folder("from");
    fs::create_dir(folder.join("kept")).unwrap();
    fs::write(folder.join("kept/menu"), "soup\n").unwrap();
    fs::write(folder.join("secret"), "secret").unwrap();
    let attach = |url: &str| {
        let message = external(url, "Content-Type: text/plain");
        napkin(&folder, &["mail", "attach", "--yes", "--from", "http://pub.example/kept/=kept"], &message)
    };
    let attached = attach("http://pub.example/kept/menu");
    assert_eq!(out(&attached), "Content-Type: text/plain\nContent-ID: <a@b>\n\nsoup\n");
    for rest in ["../secret", "..%2Fsecret", "%2e%2e/secret", "a/../../secret", "", ".", "%00", "..%5csecret"] {
        let refused = attach(&format!("http://pub.example/kept/{rest}"));
        assert_eq!(refused.status.code(), Some(1), "{rest}: {}", error(&refused));
        assert!(!out(&refused).contains("secret\n"), "{rest}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret", folder.join("kept/link")).unwrap();
        assert_eq!(attach("http://pub.example/kept/link").status.code(), Some(1));
    }
}

#[test]
fn expired_bodies_are_retrieved_only_with_the_option() {
    let folder = folder("expired");
    fs::write(folder.join("menu"), "soup\n").unwrap();
    let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\";\n \
        expiration=\"Fri, 14 Jun 1991 19:13:14 -0400 (EDT)\"\n\nContent-ID: <a@b>\n\n";
    let attach = ["mail", "attach", "--yes", "--from", "http://pub.example/=."];
    let refused = napkin(&folder, &attach, message);
    assert_eq!((refused.status.code(), &refused.stdout[..]), (Some(1), &message[..]));
    assert_eq!(
        error(&refused),
        "error: stdin:2:14: part 1 stays: it has expired, Fri, 14 Jun 1991 19:13:14 -0400 (EDT)\n  \
         Fri, 14 Jun 1991 19:13:14 -0400 (EDT)\n  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mail-expired, RFC 2046 section 5.2.3.1\n"
    );
    let attached = napkin(&folder, &[&attach[..], &["--expired"]].concat(), message);
    assert_eq!(attached.status.code(), Some(0), "{}", error(&attached));
}

#[test]
fn bodies_that_stay_are_reported() {
    let folder = folder("stays");
    let text = "soup ".repeat(40_000);
    let message = format!(
        "DKIM-Signature: v=1\nContent-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/signed; boundary=b\n\n--b\n\n\
         {text}\n--b\n\nsignature\n--b--\n--a\n\n{text}\n--a--\n"
    );
    let arguments = ["mail", "detach", "--to", "kept", "--url", "https://pub.example/kept", "-o", "out", "--json"];
    let detached = napkin(&folder, &arguments, message.as_bytes());
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    let lines = out(&detached);
    assert!(lines.contains("\"part\":\"2\",\"media_type\":\"text/plain\",\"size\":200000,\"file\":\"kept/"), "{lines}");
    assert!(lines.contains("\"reason\":\"mail-protected\""), "{lines}");
    assert_eq!(error(&detached), "note: stdin: a DKIM signature covers a part that has moved (mail-dkim)\n");
    assert!(fs::read(folder.join("out")).unwrap().len() < message.len());
    let refused = napkin(&folder, &["mail", "detach", "--to", "kept", "--url", "kept/"], message.as_bytes());
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        error(&refused),
        "error: --url: expected the absolute URL of a folder, without query and fragment, but found `kept/`\n"
    );
}

#[test]
fn external_bodies_point_elsewhere() {
    let folder = folder("relink");
    let message = external("http://pub.example/menu", "Content-Type: text/html");
    let relink = ["mail", "relink", "--map", "http://pub.example/=https://new.example/"];
    let relinked = napkin(&folder, &relink, &message);
    assert_eq!(relinked.status.code(), Some(0), "{}", error(&relinked));
    assert!(out(&relinked).contains("URL=\"https://new.example/menu\""));
    let listed = napkin(&folder, &[&relink[..], &["--dry-run"]].concat(), &message);
    assert_eq!(out(&listed), "1\thttp://pub.example/menu\thttps://new.example/menu\n");
    let mutt = b"Content-Type: message/external-body; access-type=x-mutt-deleted;\n\tlength=405\n\nContent-Type: application/pdf; name=\"a.pdf\"\n\n";
    let left = napkin(&folder, &["mail", "relink"], mutt);
    assert_eq!((left.status.code(), &left.stdout[..]), (Some(1), &mutt[..]));
    assert_eq!(
        error(&left),
        "error: stdin:1:15: part 1 stays: it was deleted, and nobody says where it may be\n  \
                message/external-body; access-type=x-mutt-deleted;␊␉length=405\n  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mail-deleted, \
                RFC 2046 section 5.2.3.8\n"
    );
    let found = napkin(&folder, &["mail", "relink", "--deleted", "https://new.example/"], mutt);
    assert!(out(&found).contains("URL=\"https://new.example/a.pdf\""));
}

#[test]
fn the_messages_of_a_mailbox_go_through_one_by_one() {
    let folder = folder("mailbox");
    let mut mailbox = Vec::new();
    for sender in ["sam", "kim"] {
        mailbox.extend_from_slice(format!("From {sender} Mon Nov 23 00:00:00 2026\n").as_bytes());
        mailbox.extend_from_slice(&message());
        mailbox.extend_from_slice(b"\n");
    }
    let detached = napkin(&folder, &["mail", "detach", "--to", "kept", "--url", "https://pub.example/kept"], &mailbox);
    assert_eq!(detached.status.code(), Some(0), "{}", error(&detached));
    assert_eq!(out(&detached).matches("access-type=URL").count(), 2);
    assert_eq!(fs::read_dir(folder.join("kept")).unwrap().count(), 1);
    let back = ["mail", "attach", "--yes", "--from", "https://pub.example/kept=kept"];
    let attached = napkin(&folder, &back, &detached.stdout);
    assert!(attached.stdout == mailbox, "{}", error(&attached));
    assert!(error(&attached).contains("stdin:2: part 2"), "{}", error(&attached));
    // A line that would begin another message is quoted; if the mailbox format has no quoting, the object is not
    // attached.
    fs::write(folder.join("other"), "Subject: a\n\n\nFrom here on\n").unwrap();
    let message = external("http://pub.example/other", "Content-Type: message/rfc822");
    let mailbox = [b"From sam\n", &message[..], b"\nFrom kim\n\nsoup\n"].concat();
    let attach = ["mail", "attach", "--yes", "--from", "http://pub.example/=."];
    let quoted = napkin(&folder, &attach, &mailbox);
    assert_eq!(quoted.status.code(), Some(0), "{}", error(&quoted));
    assert!(out(&quoted).contains("\n\n>From here on\n\nFrom kim\n"));
    let refused = napkin(&folder, &[&attach[..], &["--mbox-format", "mboxcl2"]].concat(), &mailbox);
    assert_eq!(refused.status.code(), Some(1), "{}", error(&refused));
    assert!(refused.stdout == mailbox, "{}", out(&refused));
    assert!(
        error(&refused).ends_with(
            "error: stdin:1:1:1: the message stays: a line of what it becomes would begin another message: `From here on`\n  \
             Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/other\"\n  \
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mailbox-begins-message, \
             RFC 4155 appendix, section A\n"
        ),
        "{}",
        error(&refused)
    );
    // In that case, no record claims that an object has been attached.
    let json = ["--mbox-format", "mboxcl2", "--json", "--output", "same"];
    let refused = napkin(&folder, &[&attach[..], &json].concat(), &mailbox);
    assert_eq!(refused.status.code(), Some(1), "{}", error(&refused));
    assert!(fs::read(folder.join("same")).unwrap() == mailbox);
    let start = "{\"ok\":false,\"part\":null,\"url\":null,\"media_type\":null,\"size\":null,\"source\":\"stdin:1\",\"notes\":null,\
                 \"reason\":\"mailbox-begins-message\",\"message\":\"a line of what it becomes would begin another message: `From here on`\",";
    assert!(out(&refused).starts_with(start) && out(&refused).lines().count() == 1, "{}", out(&refused));
}

#[test]
fn a_number_that_is_no_external_body_is_an_error() {
    let folder = folder("numbers");
    fs::write(folder.join("menu"), "soup\n").unwrap();
    let message = "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>\n--b\n\
                   Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\nContent-ID: <a@b>\n\n--b--\n";
    let attach = ["mail", "attach", "--yes", "--from", "http://pub.example/=."];
    let other = "error: stdin:4:15: part 1 stays: expected an external body, but found text/html\n  text/html\n  \
                 ^^^^^^^^^ mail-not-external, RFC 2046 section 5.2.3\n";
    let none = "error: stdin:1:15: part 3: no part of the message has this number\n  multipart/mixed; boundary=b\n  \
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^ mail-not-external, RFC 2046 section 5.2.3\n";
    for (numbers, said) in
        [(&["1"][..], other.to_owned()), (&["3"], none.to_owned()), (&["1", "3"], format!("{other}{none}"))]
    {
        let numbers: Vec<&str> = numbers.iter().flat_map(|number| ["--part", number]).collect();
        for more in [&[][..], &["--dry-run"]] {
            let refused = napkin(&folder, &[&attach[..], &numbers, more].concat(), message.as_bytes());
            assert_eq!((refused.status.code(), error(&refused)), (Some(1), said.clone()), "{numbers:?}");
            assert_eq!(out(&refused), if more.is_empty() { message } else { "" });
        }
        // The others are still attached.
        let attached = napkin(&folder, &[&attach[..], &numbers, &["--part", "2"]].concat(), message.as_bytes());
        assert_eq!(attached.status.code(), Some(1));
        assert!(error(&attached).ends_with(&said) && out(&attached).contains("\n\nsoup\n"), "{}", error(&attached));
    }
}

/// RFC 2046 section 5.2.3.6: the command announces the retrieval and asks. This needs a terminal, which `script`
/// provides.
#[cfg(unix)]
#[test]
fn who_is_asked_may_refuse() {
    if !has("script", "bsdutils") {
        return;
    }
    let folder = folder("asked");
    fs::write(folder.join("menu"), "soup\n").unwrap();
    fs::write(folder.join("m.eml"), external("http://pub.example/menu", "Content-Type: text/plain")).unwrap();
    let command = format!("{} mail attach m.eml -o out --from http://pub.example/=.", napkin_path());
    for (answer, status) in [("n\n", 2), ("\n", 2), ("y\n", 0)] {
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = script.spawn().expect("it runs");
        child.stdin.as_mut().expect("a pipe").write_all(answer.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let said = out(&output);
        assert_eq!(output.status.code(), Some(status), "{answer:?}: {said}");
        assert!(
            said.contains("part 1: retrieve http://pub.example/menu as text/plain") && said.contains("Retrieve? [y/N]")
        );
        assert_eq!(folder.join("out").exists(), status == 0, "{answer:?}");
    }
    assert!(fs::read_to_string(folder.join("out")).unwrap().ends_with("\n\nsoup\n"));
}
