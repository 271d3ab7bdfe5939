//! Tests `cid:` and `mid:` URLs (RFC 2392) in the messages that `--message` names.
#![cfg(feature = "retrieve")]

use std::fs;

use crate::common::{assert_prints, napkin_with};

const FIGURES: &str = "data/mhtml/t5-cid.mht";

/// Returns the message of RFC 2392 section 2, from the test cases of bases.
fn message(name: &str) -> String {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/bases.toml")).expect("cases");
    let cases: toml::Table = text.parse().expect("TOML");
    let cases = cases["case"].as_array().expect("cases");
    let case = cases.iter().find(|case| case["name"].as_str() == Some(name)).expect("the case");
    case["message"].as_str().expect("a message").to_owned()
}

/// Identifiers with characters that a URL has to escape: MHTML's own test messages (RFC 2557, "T5").
#[test]
fn parts_of_a_message() {
    for (url, width) in [("cid:foo4%25foo1@bar.net", 18), ("cid:a%2Fb*c@bar.net", 19), ("CID:foo5*foo1@bar.net", 20)] {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"7\"/>\r\n");
        assert_prints(&["get", "--message", FIGURES, url], "", 0, &svg, "");
        let head = format!("{url}\timage/svg+xml\t{}\n", svg.len());
        assert_prints(&["get", "--message", FIGURES, "--head", "--color", "never", url, "-"], "", 0, &head, "");
    }
    let err = "\
error: URL: expected a message or a part of one, but found none of that name
  cid:a/b*c@bar.net.invalid
  ^^^^^^^^^^^^^^^^^^^^^^^^^ object-unreadable
";
    assert_prints(&["get", "--message", FIGURES, "cid:a/b*c@bar.net.invalid"], "", 1, "", err);
    let ran = napkin_with(&["get", "cid:foo5*foo1@bar.net"], "");
    assert!(ran.err.ends_with("help: pass `--message FILE` to allow it\n"), "{}", ran.err);
    let ran = napkin_with(&["get", "--message", "no/such/message", "cid:x"], "");
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: no/such/message: no such file or directory\n"));
}

/// Tests a nested message and the parts of both messages, alone and in a mailbox with others.
#[test]
fn messages_and_their_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = "Message-ID: <960830.1639@XIson.com>\nContent-Type: multipart/mixed; boundary=c\n\n\
                 --c\nContent-ID: <partA.960830.1639@XIson.com>\n\nA\n--c--";
    let forwarded = message("RFC 2392, another message");
    assert!(forwarded.contains(inner));
    let other = "From: sam@pub.example\nMessage-ID: <menu@pub.example>\nContent-Type: text/plain;\n charset=utf-8\n\
                 Content-ID: <beer@pub.example>\nContent-Transfer-Encoding: base64\n\nYmVlcg==\n";
    let files = [
        ("forwarded", forwarded.trim_start().to_owned()),
        ("other", other.to_owned()),
        ("box", format!("From sam\n{other}\nFrom kim\n{}\n", forwarded.trim_start())),
    ];
    let [one, two, mailbox] = files.map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("text").to_owned()
    });
    let cases: [(&str, Result<&str, &str>); 7] = [
        ("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", Ok("A")),
        ("mid:960830.1639@XIson.com", Ok(inner)),
        // A part of the outer message, which has no identifier.
        ("cid:other@XIson.com", Ok("B")),
        ("mid:960830.1639@XIson.com/other@XIson.com", Err("object-unreadable")),
        ("mid:menu@pub.example/beer@pub.example", Ok("beer")),
        ("mid:menu@pub.example", Ok(other)),
        ("mid:970701.32784@VIers.none.com", Err("object-unreadable")),
    ];
    for messages in [&["--message", &one, "--message", &two][..], &["--message", &mailbox]] {
        for (url, expected) in cases {
            let ran = napkin_with(&[&["get"], messages, &[url]].concat(), "");
            match expected {
                Ok(text) => assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, text, ""), "{url}"),
                Err(rule) => assert!(ran.status == 1 && ran.err.contains(rule), "{url}: {}", ran.err),
            }
        }
        let ran = napkin_with(&[&["get", "--head", "-", "--format", "{media_type}"], messages].concat(), cases[4].0);
        assert_eq!(ran.out, "text/plain; charset=utf-8\n");
    }
}

/// Tests the links of a part and of a message, and a page of a message with embedded images.
#[test]
fn documents_in_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = "<img src=cid:i@pub.example><a href=http://pub.example/>";
    let text = format!(
        "Message-ID: <m@pub.example>\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\
         Content-ID: <p@pub.example>\n\n{page}\n--b\nContent-Type: image/gif\nContent-ID: <i@pub.example>\n\nGIF89a\n--b--\n"
    );
    let path = folder.path().join("message");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("text");
    let links = "cid:p@pub.example:1:10\tcid:i@pub.example\thtml img[src]\n\
                 cid:p@pub.example:1:36\thttp://pub.example/\thtml a[href]\n";
    assert_prints(&["links", "--message", path, "cid:p@pub.example"], "", 0, links, "");
    let ran = napkin_with(&["links", "--message", path, "--format", "{part} {absolute}", "mid:m@pub.example"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.ends_with("1 http://pub.example/\n"), "{}", ran.out);
    let bundled = page.replace("cid:i@pub.example", "data:image/gif,GIF89a");
    assert_prints(&["bundle", "--message", path, "cid:p@pub.example"], "", 0, &bundled, "");
}
