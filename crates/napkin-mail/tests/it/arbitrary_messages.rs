//! Messages for tests of properties, here and in other crates.

use proptest::prelude::*;

/// A message with all kinds of headers: of parts, of nested parts, and of a message in a part.
pub(crate) const HEADERS: &str = "From: sam@pub.example\nSubject: Menu\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
    Content-Type: text/html\nContent-ID: <a@b>\n\n<p><a href=http://pub.example/>\n--b\n\
    Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nU291cAo=\n\
    --c--\n--b\nContent-Type: message/rfc822\n\nReceived: from a\nDate: Sat, 3 Jan 1996 01:05:34 +0000\n\
    Content-Type: text/html\n\n<p>See http://pub.example/\n--b--\n";

/// Generates messages from lines in random order.
pub(crate) fn messages() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::sample::select(vec![
        "Content-Type: multipart/mixed; boundary=a",
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: multipart/digest; boundary=\"a--\"",
        "Content-Type: message/rfc822",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"",
        "Content-Transfer-Encoding: base64",
        "Content-Transfer-Encoding: quoted-printable",
        "Subject: Menu",
        " folded",
        "",
        "",
        "",
        "--a",
        "--a",
        "--b",
        "--b--",
        "--a--",
        "--a----",
        "--a  ",
        "--",
        "text",
        "Q29udGVudC1UeXBlOiBtZXNzYWdlL3JmYzgyMgoKCg==",
        "From sam",
    ]);
    let ends = prop::sample::select(vec!["\n", "\r\n", "\r\n", "\r", ""]);
    prop::collection::vec((lines, ends), 0..40).prop_map(|lines| {
        lines.into_iter().flat_map(|(line, end)| [line.as_bytes(), end.as_bytes()].concat()).collect()
    })
}
