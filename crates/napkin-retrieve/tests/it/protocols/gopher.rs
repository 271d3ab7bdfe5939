//! Gopher against gophernicus, and test servers that lie.

use std::io::Write;

use napkin_retrieve::{Policy, Request, rules};

use super::servers::{answering, client, failed, got, policy, rule, short};
use crate::real::{gophernicus, serve};

#[test]
fn gophernicus_serves() {
    let Some((_folder, port)) = gophernicus() else { return };
    let client = client("gopher", port);
    let at = |path: &str| Request::get(format!("gopher://127.0.0.1:{port}{path}"));

    let (media_type, text) = got(&client, at("/0/menu.txt"));
    assert_eq!((media_type.as_str(), text.as_str()), ("text/plain", "beer\r\n.cider\r\n"));
    let binary = client.retrieve_blocking(&at("/9/all.bin")).unwrap();
    assert_eq!(binary.media_type(), Some("application/octet-stream"));
    let remarks = binary.trail().hops()[0].findings().iter().map(napkin_retrieve::Error::rule);
    assert_eq!(remarks.collect::<Vec<_>>(), [rules::BODY_UNFRAMED]);
    assert_eq!(&binary.bytes().unwrap()[..], [0, 255, b'\r', b'\n', b'.', b'\r', b'\n', 7]);
    assert_eq!(got(&client, at("/g/pixel.gif")), ("image/gif".into(), "GIF89a".into()));
    assert_eq!(got(&client, at("/I/pixel.gif")).0, "image/gif");
    assert_eq!(got(&client, at("/h/page.html")), ("text/html".into(), "<a href=x>x</a>".into()));

    // Links of the menu lead to the items below it.
    for path in ["", "/", "/1", "/1/"] {
        let (media_type, page) = got(&client, at(path));
        assert_eq!(media_type, "text/html;charset=utf-8");
        assert!(page.contains(&format!("<a href=\"gopher://127.0.0.1:{port}/0/menu.txt\">menu.txt")), "{path} {page}");
        assert!(page.contains(&format!("<a href=\"gopher://127.0.0.1:{port}/1/sub/\">sub")), "{path} {page}");
    }
    let (_, page) = got(&client, at("/1/sub/a%20b/"));
    let odd = format!("<a href=\"gopher://127.0.0.1:{port}/0/sub/a%20b/%3Cx%3E.txt\">&lt;x&gt;.txt");
    assert!(page.contains(&odd), "{page}");
    assert_eq!(got(&client, at("/0/sub/a%20b/%3Cx%3E.txt")).1, "odd\r\n");

    let (media_type, lines) = got(&client, at("/1").with_accept("text/plain"));
    assert_eq!(media_type, "text/plain");
    assert!(lines.lines().any(|line| line.starts_with("0menu.txt") && line.contains("\t/menu.txt\t127.0.0.1\t")));
    let error = failed(&client, at("/1/nothing/"));
    assert_eq!(error.rule(), rules::OBJECT_UNREADABLE, "{error:?}");
}

/// The meaning of each type, by RFC 1436 section 3.8 and the practice of servers.
#[test]
fn gopher_types_have_media_types() {
    for (path, media_type) in [
        ("/0x", "text/plain"),
        ("/4x.hqx", "application/mac-binhex40"),
        ("/5x.zip", "application/zip"),
        ("/6x.uue", "text/x-uuencode"),
        ("/9x", "application/octet-stream"),
        ("/gx", "image/gif"),
        ("/Ix.jpg", "image/jpeg"),
        ("/hx", "text/html"),
        ("/sx.wav", "audio/wav"),
        ("/Px", "application/pdf"),
    ] {
        let port = answering("beer\r\n.\r\n");
        let got = got(&client("gopher", port), Request::get(format!("gopher://127.0.0.1:{port}{path}")));
        let is_text = matches!(path.as_bytes()[1], b'0' | b'4' | b'6');
        let body = if is_text { "beer\r\n" } else { "beer\r\n.\r\n" };
        assert_eq!(got, (media_type.to_owned(), body.to_owned()), "{path}");
    }
    for path in ["/2x", "/3x", "/8x", "/Tx", "/ix", "/+x"] {
        assert_eq!(rule(&client("gopher", 9), &format!("gopher://127.0.0.1:9{path}")), rules::PORT_RESERVED);
        let url = format!("gopher://127.0.0.1:7000{path}");
        assert_eq!(rule(&client("gopher", 7000), &url), rules::OBJECT_UNREADABLE, "{path}");
    }
}

/// The line that is sent, by RFC 4266 section 2.
#[test]
fn gopher_selectors_are_sent() {
    for (path, line) in [
        ("", ""),
        ("/", ""),
        ("/1", ""),
        ("/0/a%20b", "/a b"),
        ("/0//a", "//a"),
        ("/0a%2Fb;c", "a/b;c"),
        ("/7/find%09beer", "/find\tbeer"),
        ("/7/find?beer%20list", "/find\tbeer list"),
        ("/1/find%09", "/find"),
        ("/0/a?b=c", "/a?b=c"),
        ("/0/%C3%A4#part", "/\u{e4}"),
    ] {
        let (sent, received) = std::sync::mpsc::channel();
        let port = serve(move |stream| {
            let mut reader = std::io::BufReader::new(&stream);
            sent.send(super::servers::read_line(&mut reader)).unwrap();
            (&stream).write_all(b"iOK\t\tnull.host\t1\r\n.\r\n").unwrap();
        });
        got(&client("gopher", port), Request::get(format!("gopher://127.0.0.1:{port}{path}")));
        assert_eq!(received.recv().unwrap(), line, "{path}");
    }
    let port = answering(".\r\n");
    let url = format!("gopher://127.0.0.1:{port}");
    assert_eq!(rule(&client("gopher", port), &format!("{url}/1x%09y%09+")), rules::OPERATION_NOT_OFFERED);
}

/// draft-fielding-url-syntax-05 section 7: a gopher URL must not speak another protocol.
#[test]
fn gopher_cannot_speak_other_protocols() {
    let policies = [("public web", policy("gopher", 7000)), ("everything", Policy::everything())];
    for (name, policy) in policies {
        let client = napkin_retrieve::Client::new(policy);
        for (url, expected) in [
            ("gopher://127.0.0.1/0HELO%0D%0AMAIL", rules::ESCAPED_CONTROL),
            ("gopher://127.0.0.1/0HELO%0aMAIL", rules::ESCAPED_CONTROL),
            ("gopher://127.0.0.1/0x%00", rules::ESCAPED_CONTROL),
            ("gopher://127.0.0.1/7x?a%0D%0Ab", rules::ESCAPED_CONTROL),
            ("gopher://127.0.0.1:25/0HELO", rules::PORT_RESERVED),
            ("gopher://127.0.0.1:6379/0FLUSHALL", rules::PORT_NOT_PERMITTED),
            ("gopher://127.0.0.1:80/0GET", rules::PORT_NOT_PERMITTED),
            ("gopher://127.0.0.1:1023/0x", rules::PORT_NOT_PERMITTED),
        ] {
            assert_eq!(rule(&client, url), expected, "{name}: {url}");
        }
    }
}

/// A link out of gopher is a hop like any other.
#[test]
fn gopher_links_to_the_web_are_redirects() {
    for (reference, expected) in [
        ("http://127.0.0.2/", rules::ADDRESS_SPECIAL),
        ("http://pub.example:25/", rules::PORT_RESERVED),
        ("file:///etc/passwd", rules::REDIRECT_SCHEME),
        ("ftp://pub.example/", rules::REDIRECT_SCHEME),
        ("javascript:alert(1)", rules::REDIRECT_SCHEME),
    ] {
        let failure = client("gopher", 70)
            .retrieve_blocking(&Request::get(format!("gopher://127.0.0.1/hURL:{reference}")))
            .unwrap_err();
        assert_eq!(failure.error().rule(), expected, "{reference}");
    }
}

#[test]
fn gopher_servers_that_lie_are_refused() {
    let item = "0x\t/x\tpub.example\t70\r\n";
    let long = format!("0{}\t\th\t70\r\n.\r\n", "x".repeat(300 << 10));
    for (path, sent, expected) in [
        // A menu that is cut off, between lines and within one.
        ("/1", item.to_owned(), rules::BODY_INCOMPLETE),
        ("/1", format!("{item}0y\t/y"), rules::BODY_INCOMPLETE),
        ("/1", format!("{item}."), rules::BODY_INCOMPLETE),
        // A text that is cut off within a line.
        ("/0x", "beer\r\nci".to_owned(), rules::BODY_INCOMPLETE),
        // Errors, in each position.
        ("/1x", "3not here\t\terror.host\t1\r\n.\r\n".to_owned(), rules::OBJECT_UNREADABLE),
        ("/0x", "3not here\t\terror.host\t1\r\n.\r\n".to_owned(), rules::OBJECT_UNREADABLE),
        ("/9x", "3not here\t\terror.host\t1\r\n".to_owned(), rules::OBJECT_UNREADABLE),
        ("/9x", String::new(), rules::OBJECT_UNREADABLE),
        ("/1x", long, rules::FIELDS_TOO_LARGE),
    ] {
        let port = answering(sent.clone());
        let error = failed(&client("gopher", port), Request::get(format!("gopher://127.0.0.1:{port}{path}")));
        assert_eq!(error.rule(), expected, "{path} {:?} {error:?}", sent.get(..40));
    }
    // Text that looks like an error but begins with the number of one.
    let port = answering("3\ta\tpub.example\t70\r\n.\r\n");
    let url = format!("gopher://127.0.0.1:{port}/0x");
    assert_eq!(got(&client("gopher", port), Request::get(url)).1, "3\ta\tpub.example\t70\r\n");
}

#[test]
fn gopher_servers_that_send_forever_or_nothing_are_ended() {
    let port = serve(|mut stream| while stream.write_all(&[b'x'; 4096]).is_ok() {});
    for path in ["/0x", "/9x"] {
        let limited = client("gopher", port).with_limits(short().with_max_decoded(1 << 20));
        assert_eq!(rule(&limited, &format!("gopher://127.0.0.1:{port}{path}")), rules::DECODED_TOO_LARGE, "{path}");
    }
    assert_eq!(rule(&client("gopher", port), &format!("gopher://127.0.0.1:{port}/1")), rules::FIELDS_TOO_LARGE);
    let silent = serve(std::mem::forget);
    let first_byte = std::time::Duration::from_millis(300);
    let hasty = client("gopher", silent).with_limits(short().with_first_byte_timeout(first_byte));
    assert_eq!(rule(&hasty, &format!("gopher://127.0.0.1:{silent}/1")), rules::FIRST_BYTE_TIMEOUT);
    let stopping = serve(|mut stream| {
        stream.write_all(b"beer\r\n").unwrap();
        std::mem::forget(stream);
    });
    assert_eq!(rule(&client("gopher", stopping), &format!("gopher://127.0.0.1:{stopping}/0x")), rules::READ_TIMEOUT);
}
