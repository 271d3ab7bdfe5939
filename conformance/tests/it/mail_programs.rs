//! Tests external bodies between napkin and other programs: nmh, mutt, Gnus, Python's `email`.
//!
//! Missing programs are skipped with a message; with `NAPKIN_REQUIRE_ALL` set they are required.

use crate::programs::{empty_folder, has, run};
use napkin_document::bundle::Fetched;
use napkin_mail::{
    AttachOptions, AttachOutcome, DetachOptions, Detached, Message, PartKind, WantedObject, Wrap, write_url,
};
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

const WRAPS: [Wrap; 3] = [Wrap::Words, Wrap::Rfc2231, Wrap::None];

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("mail-programs/{name}"))
}

/// Starts an HTTP server of objects, by their names, on a free port.
fn serve(objects: Vec<(String, String, Vec<u8>)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/kept/", listener.local_addr().expect("an address"));
    let objects = Arc::new(objects);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, objects) = (stream.expect("a connection"), objects.clone());
            std::thread::spawn(move || {
                let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
                let line = lines.next().and_then(Result::ok).unwrap_or_default();
                while lines.next().and_then(Result::ok).is_some_and(|line| !line.is_empty()) {}
                let path = line.split(' ').nth(1).unwrap_or_default();
                let found = objects.iter().find(|(name, ..)| path.ends_with(name.as_str()));
                let (status, media_type, body) = match found {
                    Some((_, media_type, bytes)) => ("200 OK", media_type.as_str(), &bytes[..]),
                    None => ("404 Not Found", "text/html", &b"<h1>Not found</h1>"[..]),
                };
                let length = body.len();
                let head = format!(
                    "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
            });
        }
    });
    url
}

/// Returns bytes without repeated pieces, with every value.
fn octets(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// A message with an attachment.
fn message(object: &[u8]) -> Vec<u8> {
    let encoded = napkin::base64::encode(object);
    let lines: Vec<&str> =
        encoded.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).expect("ASCII")).collect();
    format!(
        "From: sam@pub.example\nSubject: napkins\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n\
         --b\nContent-Type: application/octet-stream; name=\"napkin.bin\"\nContent-Transfer-Encoding: base64\n\
         Content-Disposition: attachment; filename=\"napkin.bin\"\n\n{}\n--b--\n",
        lines.join("\n")
    )
    .into_bytes()
}

/// Returns the message, detached to a server with the object, and the object.
fn detached(wrap: Wrap) -> (Vec<u8>, Detached<'static>) {
    let object = octets(300_000);
    let bytes = message(&object);
    let name = |base: &str| {
        let mut options = DetachOptions::new(base);
        options.wrap = wrap;
        Message::parse(&bytes).detach(&options).expect("a folder").into_owned()
    };
    let done = name("http://127.0.0.1/");
    let base = serve(vec![(done.objects[0].name.clone(), "application/octet-stream".to_owned(), object.clone())]);
    (object, name(&base))
}

fn nmh(folder: &Path, get: &str) -> impl Fn(&str) -> Command + use<> {
    let home = folder.join("home");
    fs::create_dir_all(home.join("Mail/inbox")).expect("a folder");
    fs::create_dir_all(folder.join("out")).expect("a folder");
    let profile =
        format!("Path: {}/Mail\nnmh-access-url: {get}\nnmh-storage: {}/out\n", home.display(), folder.display());
    fs::write(home.join(".mh_profile"), profile).expect("a profile");
    let folder = folder.to_owned();
    move |program| {
        let mut command = Command::new(format!("/usr/bin/mh/{program}"));
        command.env("HOME", &home).env_remove("MH").current_dir(&folder);
        command
    }
}

#[test]
fn nmh_retrieves_what_was_detached() {
    if !has("/usr/bin/mh/mhstore", "nmh") || !has("curl", "curl") {
        return;
    }
    for wrap in WRAPS {
        let folder = folder(&format!("nmh-{wrap:?}"));
        let nmh = nmh(&folder, "curl -s -f -L");
        let (object, done) = detached(wrap);
        fs::write(folder.join("m.eml"), &done.bytes).expect("a message");
        run(nmh("mhstore").args(["-file", "m.eml", "-part", "2", "-clobber", "always"]));
        let stored: Vec<PathBuf> =
            fs::read_dir(folder.join("out")).expect("a folder").map(|it| it.expect("a file").path()).collect();
        assert_eq!(stored.len(), 1, "{wrap:?}");
        assert!(fs::read(&stored[0]).expect("a file") == object, "{wrap:?}");
    }
}

/// A URL with all characters that nmh accepts raw; nmh's own escaping of quotes and backslashes is not valid.
fn url(number: usize, random: &[u8]) -> String {
    const CHARACTERS: &[u8] = b"abcXYZ019-._~!$&'()*+,;=:@/?%20%2F%C3%A9";
    let tail: String =
        random.iter().map(|&byte| char::from(CHARACTERS[usize::from(byte) % CHARACTERS.len()])).collect();
    format!("http://pub.example/{number}/{tail}")
}

fn urls() -> Vec<String> {
    let random = octets(200_000);
    let mut at = 0;
    let mut next = |number: usize| {
        let length = 1 + usize::from(random[at]) % 160;
        let url = url(number, &random[at + 1..=at + length]);
        at += length + 1;
        url
    };
    (0..1000).map(&mut next).collect()
}

/// Returns the URLs that nmh requests, by the number of the part.
fn asked_by_nmh(folder: &Path, file: &str) -> HashMap<usize, String> {
    let get = folder.join("get");
    fs::write(&get, "#!/bin/sh\nprintf %s \"$1\"\n").expect("a script");
    run(Command::new("chmod").arg("+x").arg(&get));
    let nmh = nmh(folder, &get.display().to_string());
    run(nmh("mhstore").args(["-file", file, "-clobber", "always"]));
    let files = fs::read_dir(folder.join("out")).expect("a folder").map(|it| it.expect("a file").path());
    files
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let number = name.strip_prefix(&format!("{file}.")).and_then(|rest| rest.split('.').next());
            (
                number.and_then(|number| number.parse().ok()).expect("a number"),
                fs::read_to_string(&path).expect("a URL"),
            )
        })
        .collect()
}

/// Returns the URLs that napkin reads.
fn read_by_us(bytes: &[u8]) -> HashMap<usize, String> {
    let message = Message::parse(bytes);
    let external = message.parts().filter(|part| part.kind() == PartKind::ExternalBody);
    external
        .map(|part| (part.number().parse().expect("a number"), part.external_body().expect("one").url.expect("a URL")))
        .collect()
}

#[test]
fn a_thousand_urls_that_nmh_writes_are_read_as_it_reads_them() {
    if !has("/usr/bin/mh/mhbuild", "nmh") {
        return;
    }
    let folder = folder("mhbuild");
    let urls = urls();
    let directives: String =
        urls.iter().map(|url| format!("#@application/octet-stream [one] access-type=url; url=\"{url}\"\n")).collect();
    fs::write(folder.join("draft"), format!("To: sam@pub.example\nSubject: x\n\n{directives}")).expect("a draft");
    run(nmh(&folder, "false")("mhbuild").arg("draft"));
    let ours = read_by_us(&fs::read(folder.join("draft")).expect("a message"));
    let theirs = asked_by_nmh(&folder, "draft");
    assert_eq!(ours.len(), 1000);
    assert_eq!(ours, theirs);
    assert_eq!(ours, urls.into_iter().enumerate().map(|(at, url)| (at + 1, url)).collect());
}

#[test]
fn a_thousand_urls_that_we_write_are_read_by_nmh() {
    if !has("/usr/bin/mh/mhstore", "nmh") {
        return;
    }
    for wrap in WRAPS {
        let folder = folder(&format!("mhstore-{wrap:?}"));
        let urls = urls();
        let parts: String = urls
            .iter()
            .map(|url| {
                let url = write_url(url, wrap).replace("\r\n", "\n");
                format!("\n--b\nContent-Type: message/external-body; access-type=URL;\n {url}\n\nContent-Type: image/gif\n\n")
            })
            .collect();
        let message = format!("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n{parts}\n--b--\n");
        fs::write(folder.join("m"), &message).expect("a message");
        let theirs = asked_by_nmh(&folder, "m");
        assert_eq!(theirs, urls.into_iter().enumerate().map(|(at, url)| (at + 1, url)).collect(), "{wrap:?}");
        assert_eq!(read_by_us(message.as_bytes()), theirs);
    }
}

/// Retrieves the external body of a message as Gnus does.
const GNUS: &str = r#"
(defvar gnus-article-mime-handles nil)
(require 'mm-decode)
(require 'mm-extern)
(let ((coding-system-for-read 'binary) (coding-system-for-write 'binary))
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert-file-contents-literally (getenv "MESSAGE"))
    (dolist (handle (cdr (mm-dissect-buffer t)))
      (when (and (listp handle) (equal (mm-handle-media-type handle) "message/external-body"))
        (mm-extern-cache-contents handle)
        (with-current-buffer (mm-handle-buffer (mm-handle-cache handle))
          (write-region (point-min) (point-max) (getenv "OUT")))))))
"#;

#[test]
fn gnus_retrieves_what_was_detached() {
    if !has("emacs", "emacs-nox") {
        return;
    }
    for wrap in [Wrap::Rfc2231, Wrap::None] {
        let folder = folder(&format!("gnus-{wrap:?}"));
        let (object, done) = detached(wrap);
        fs::write(folder.join("m.eml"), &done.bytes).expect("a message");
        fs::write(folder.join("read.el"), GNUS).expect("a program");
        let mut emacs = Command::new("emacs");
        emacs.args(["-Q", "--batch", "-l", "read.el"]).current_dir(&folder).env("HOME", &folder);
        run(emacs.env("MESSAGE", "m.eml").env("OUT", folder.join("out")));
        assert!(fs::read(folder.join("out")).expect("an object") == object, "{wrap:?}");
    }
}

#[test]
fn mutt_shows_the_fields() {
    if !has("mutt", "mutt") || !has("script", "bsdutils") {
        return;
    }
    let folder = folder("mutt");
    let (_, done) = detached(Wrap::Words);
    let mbox = [b"From sam@pub.example Mon Nov 23 00:00:00 2026\n", &done.bytes[..], b"\n"].concat();
    fs::write(folder.join("mbox"), mbox).expect("a mailbox");
    let pager = folder.join("pager");
    let shown = folder.join("shown");
    fs::write(&pager, format!("#!/bin/sh\ncat \"$1\" > {}\n", shown.display())).expect("a script");
    run(Command::new("chmod").arg("+x").arg(&pager));
    let muttrc = format!(
        "set pager=\"{} %s\"\nset folder={}\nset wait_key=no\nset prompt_after=no\npush \"<display-message><exit>\"\n",
        pager.display(),
        folder.display()
    );
    fs::write(folder.join("muttrc"), muttrc).expect("settings");
    let mut mutt = Command::new("timeout");
    mutt.args(["20", "script", "-qec", "mutt -n -F muttrc -R -f mbox", "/dev/null"]);
    // The exit status does not matter, only the output.
    let _ =
        mutt.current_dir(&folder).env("HOME", &folder).env("TERM", "xterm").stdin(std::process::Stdio::null()).output();
    let shown = fs::read_to_string(shown).expect("what mutt shows");
    let object = &done.objects[0];
    let md5 = Message::parse(&done.bytes).part("2").and_then(|part| part.external_body()).and_then(|it| it.md5);
    let md5 = napkin::base64::encode(&md5.expect("a digest"));
    for expected in [
        "[-- This application/octet-stream attachment",
        "Content-Type: application/octet-stream; name=\"napkin.bin\"",
        "Content-Disposition: attachment; filename=\"napkin.bin\"",
        &format!("Content-MD5: {md5}"),
        &format!("object={}", object.name.trim_end_matches(".bin")),
    ] {
        assert!(shown.contains(expected), "{expected} in {shown}");
    }
}

/// Returns what Python's `email` reports about the external body of a message: URL, size, inner type, and the digest.
const PYTHON: &str = r#"
import email, email.policy, email.utils, sys
for policy in (email.policy.compat32, email.policy.default):
    message = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=policy)
    part = [part for part in message.walk() if part.get_content_type() == 'message/external-body'][0]
    url = ''.join(email.utils.collapse_rfc2231_value(part.get_param('url')).split())
    inner = part.get_payload()[0]
    print(url, part.get_param('size'), inner.get_content_type(), inner['Content-MD5'])
"#;

#[test]
fn python_reads_what_was_detached() {
    if !has("python3", "python3") {
        return;
    }
    for wrap in WRAPS {
        let folder = folder(&format!("python-{wrap:?}"));
        let (object, done) = detached(wrap);
        fs::write(folder.join("m.eml"), &done.bytes).expect("a message");
        let said = run(Command::new("python3").args(["-c", PYTHON]).arg(folder.join("m.eml")));
        let digest = "import base64,hashlib,sys; print(base64.b64encode(hashlib.md5(open(sys.argv[1],'rb').read()).digest()).decode())";
        fs::write(folder.join("object"), &object).expect("a file");
        let md5 = run(Command::new("python3").args(["-c", digest]).arg(folder.join("object")));
        let line = format!("{} 300000 application/octet-stream {md5}", done.objects[0].url);
        assert_eq!(said, line.repeat(2), "{wrap:?}");
    }
}

#[test]
fn messages_that_nmh_builds_are_attached() {
    if !has("/usr/bin/mh/mhbuild", "nmh") {
        return;
    }
    let folder = folder("attach");
    let directive = "#@image/gif; name=\"napkin.gif\" [a napkin] {attachment} access-type=url; url=\"http://pub.example/napkin.gif\"\n";
    fs::write(folder.join("draft"), format!("To: sam@pub.example\nSubject: x\n\n{directive}")).expect("a draft");
    run(nmh(&folder, "false")("mhbuild").arg("draft"));
    let built = fs::read(folder.join("draft")).expect("a message");
    let mut retrieve = |_: &WantedObject| Ok(Fetched::new(b"GIF89a\0".to_vec()).of_type("image/gif"));
    let attached = Message::parse(&built).attach(&AttachOptions::default(), &mut retrieve);
    assert!(matches!(attached.bodies[0].outcome, AttachOutcome::Attached(_)), "{:?}", attached.bodies);
    fs::write(folder.join("attached"), &attached.bytes).expect("a message");
    run(nmh(&folder, "false")("mhstore").args(["-file", "attached", "-clobber", "always"]));
    let files: Vec<PathBuf> =
        fs::read_dir(folder.join("out")).expect("a folder").map(|it| it.expect("one").path()).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(fs::read(&files[0]).expect("an object"), b"GIF89a\0");
}
