//! Mailboxes whose messages are detached and attached again: whatever the mailbox, it comes back byte for byte. The rows of
//! `data/mail/mailbox-changes.toml`, and random ones.

use std::collections::HashMap;

use crate::cases::cases;
use crate::mailbox::FORMATS;
use napkin_mail::{AttachOptions, DetachOptions, Mailbox, MailboxEntry, MailboxFormat, Message, WantedObject};
use napkin_mail::{Fetched, NotFetched};
use proptest::prelude::*;
use toml::Value;

/// Changes each message of a mailbox, if the mailbox can hold the new message, and, with `is_undone`, if the change can be undone.
fn changed(
    mailbox: &[u8],
    format: MailboxFormat,
    is_undone: bool,
    change: &mut dyn FnMut(&[u8]) -> Vec<u8>,
) -> Vec<u8> {
    let mut one = |entry: MailboxEntry| {
        let content = change(&entry.content());
        let done = if is_undone { entry.with_reversible_content(&content) } else { entry.with_content(&content) };
        done.unwrap_or_else(|_| entry.bytes())
    };
    Mailbox::new(mailbox).with_format(format).flat_map(|entry| one(entry.expect("memory is read"))).collect()
}

/// The mailbox with everything detached, and what that becomes when everything is attached.
fn there_and_back(mailbox: &[u8], format: MailboxFormat) -> (Vec<u8>, Vec<u8>) {
    let mut options = DetachOptions::new("https://pub.example/kept/");
    (options.min_size, options.related) = (0, true);
    let mut objects: HashMap<String, Vec<u8>> = HashMap::new();
    let there = changed(mailbox, format, true, &mut |content| {
        let message = Message::parse(content);
        let detached = message.detach(&options).expect("a folder");
        objects.extend(detached.objects.iter().map(|object| (object.url.clone(), object.bytes().into_owned())));
        detached.bytes.into_owned()
    });
    let mut retrieve = |wanted: &WantedObject| {
        objects.get(&wanted.url).map(|object| Fetched::new(object.clone())).ok_or(NotFetched::new("not on the table"))
    };
    let back = changed(&there, format, false, &mut |content| {
        Message::parse(content).attach(&AttachOptions::default(), &mut retrieve).bytes
    });
    (there, back)
}

fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string().replace("\\n", "\\n\n")
}

#[test]
fn changed_mailboxes_are_those_of_the_cases() {
    let cases = cases("mailbox-changes");
    assert!(!cases.is_empty());
    for case in cases {
        let [name, format, mailbox] = ["name", "format", "text"].map(|key| case[key].as_str().expect(key));
        let (there, back) = there_and_back(mailbox.as_bytes(), format.parse().expect(name));
        assert_eq!(text(&back), text(mailbox.as_bytes()), "{name}: {}", text(&there));
        let moved = case.get("moved").and_then(Value::as_integer);
        let count = there.windows(10).filter(|window| window == b"X-Detached").count();
        assert_eq!(Some(i64::try_from(count).expect("few")), moved, "{name}: {}", text(&there));
    }
}

/// Pieces of mailboxes: lines that begin messages or look as if they did, wrong counts, ends of lines, fields, delimiters.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "From sam@pub.example Mon Nov 23 00:00:00 2026\n",
        "\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\n",
        "\r\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\r\n",
        "\nFrom kim\n",
        "From here on\n",
        ">From there\n",
        ">>From there\r\n",
        "Content-Length: 5\n",
        "Content-Length: 12\r\n",
        "Content-Length: a few\n",
        "Lines: 1\n",
        "Lines: 3\n",
        "Subject: soup\n",
        "no field\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "Content-Type: text/html\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\r\n",
        "Content-Type: message/rfc822\n",
        "--b\n",
        "\r\n--b\r\n",
        "--b--\n",
        "\n",
        "\r\n",
        "\n\n",
        "soup\n",
        "beer",
        "R0lGODlh\n",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// A message whose counts are true, with an end as mailboxes have them.
fn counted() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(
        prop::sample::select(vec![
            "soup\n", ">From there\n", "From here on\n", "\n", "\r\n", "beer\r\n", "--b\n\n", "\n--b--\n",
        ]),
        0..8,
    );
    let field = prop::sample::select(vec!["", "no field\n", "X: y\r\n", "Content-Type: multipart/mixed; boundary=b\n"]);
    let end = prop::sample::select(vec!["\n", "", "\r\n", "\n\n", "beer"]);
    (body, field, end, any::<bool>(), any::<bool>()).prop_map(|(body, field, end, has_length, has_lines)| {
        let body = body.concat();
        let length = if has_length { format!("Content-Length: {}\n", body.len()) } else { String::new() };
        let lines = if has_lines { format!("Lines: {}\n", body.matches('\n').count()) } else { String::new() };
        format!("From sam@pub.example Mon Nov 23 00:00:00 2026\n{length}{field}{lines}\n{body}{end}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_mailboxes_come_back(mailbox in pieces()) {
        for format in FORMATS {
            let (there, back) = there_and_back(mailbox.as_bytes(), format);
            prop_assert_eq!(text(&back), text(mailbox.as_bytes()), "{}: {}", format, text(&there));
        }
    }

    #[test]
    fn mailboxes_with_counts_come_back(messages in prop::collection::vec(counted(), 1..5)) {
        for format in FORMATS {
            let (there, back) = there_and_back(messages.concat().as_bytes(), format);
            prop_assert_eq!(text(&back), text(messages.concat().as_bytes()), "{}: {}", format, text(&there));
        }
    }
}
