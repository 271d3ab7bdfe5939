//! Detach, attach and relink: `data/mail/detach.toml`, `attach.toml`, `relink.toml`, and what no table says.

use crate::cases::{cases, list, message, name, text, wrap};
use napkin::Mapping;
use napkin::Standard;
use napkin_mail::{
    AttachOptions, AttachOutcome, Attached, DetachError, DetachOptions, Detached, Message, RelinkOptions, WantedObject,
    WhyLeft, Wrap,
};
use napkin_mail::{Fetched, NotFetched};
use proptest::prelude::*;
use toml::Value;

const BASE: &str = "https://pub.example/kept/";

fn all() -> DetachOptions {
    DetachOptions::new(BASE).with_min_size(0).with_related(true)
}

fn detached(message: &[u8], options: &DetachOptions) -> Detached<'static> {
    Message::parse(message).detach(options).expect("a folder").into_owned()
}

/// Attached from what was detached.
fn back(detached: &Detached<'_>) -> Attached {
    let mut retrieve = |wanted: &WantedObject| {
        let object = detached.objects.iter().find(|object| object.url == wanted.url);
        object.map(|object| Fetched::new(object.bytes().into_owned())).ok_or(NotFetched::new("not on the table"))
    };
    Message::parse(&detached.bytes).attach(&AttachOptions::default(), &mut retrieve)
}

#[test]
fn an_attachment_moves_and_comes_back() {
    let message = "From: sam@pub.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
                   --b\r\n\r\nHello\r\n--b\r\nContent-Type: image/gif; name=\"napkin.gif\"\r\n\
                   Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=\"../napkin.gif\"\r\n\r\n\
                   R0lGODlhAQABAAAAACw=\r\n\r\n--b--\r\n";
    let done = detached(message.as_bytes(), &all());
    let gif = &done.objects[1];
    assert_eq!((gif.part.as_str(), gif.media_type.as_str()), ("2", "image/gif"));
    assert_eq!(*gif.bytes(), *b"GIF89a\x01\0\x01\0\0\0\0,");
    // The digest is that of `sha256sum`.
    assert_eq!(gif.name, "2f41918f848b5fb01cd6731a4f8e50a6d5bb3b78fcc34d0a419052672fb72af3.gif");
    let text = String::from_utf8(done.bytes.to_vec()).unwrap();
    let part = &text[text.find("image/gif").unwrap()..];
    for line in [
        "Content-Disposition: attachment; filename=\"../napkin.gif\"\r\n",
        "X-Detached-Content-Transfer-Encoding: base64\r\n",
        "Content-Transfer-Encoding: binary\r\n",
        "Content-MD5: ",
        "Content-ID: <",
        "X-Detached: base64; line=20; break=crlf; tail=1; separator=crlf;\r\n",
    ] {
        assert!(part.contains(line), "{line} in {part}");
    }
    let stub = "Content-Type: message/external-body; access-type=URL;\r\n size=14;\r\n URL=\"https://pub.example/kept/";
    assert!(text.contains(stub), "{text}");
    assert_eq!(back(&done).bytes, message.as_bytes());
}

#[test]
fn the_top_of_a_message_stays_readable() {
    let message = "Received: by pub.example\nSubject: Menu\nContent-Type: text/html\nFrom: sam@pub.example\n\
                   MIME-Version: 1.0\nContent-Disposition: inline\nX-Last: 1\n\n<p>Soup\n";
    let mut done = detached(message.as_bytes(), &all());
    let text = String::from_utf8(done.bytes.to_vec()).unwrap();
    let (outer, inner) = text.split_once("\n\n").unwrap();
    for field in ["Received: ", "Subject: Menu", "From: ", "MIME-Version: 1.0", "X-Last: 1"] {
        assert!(outer.contains(field), "{field} in {outer}");
    }
    for field in ["Subject: Menu", "MIME-Version: 1.0", "Content-Type: text/html", "Content-Disposition: inline"] {
        assert!(inner.contains(field), "{field} in {inner}");
    }
    assert_eq!(back(&done).bytes, message.as_bytes());
    // A field that comes on the way stays where it was put.
    done.bytes = format!("Received: by h\n{text}").into_bytes().into();
    let attached = back(&done);
    assert!(attached.bytes.starts_with(b"Received: by h\n"), "{}", String::from_utf8_lossy(&attached.bytes));
    assert!(attached.bytes.ends_with(b"\n\n<p>Soup\n"));
}

#[test]
fn small_parts_stay_and_what_would_grow() {
    let message = format!("Content-Type: text/html\n\n{}", "soup ".repeat(60));
    let mut options = DetachOptions::new(BASE);
    assert_eq!(detached(message.as_bytes(), &options).objects.len(), 0);
    options.min_size = 1;
    let done = detached(message.as_bytes(), &options);
    assert_eq!(done.left.iter().map(|left| left.why).collect::<Vec<_>>(), [WhyLeft::Larger]);
    let message = format!("Content-Type: text/html\n\n{}", "soup ".repeat(600));
    let done = detached(message.as_bytes(), &options);
    assert_eq!(done.objects.len(), 1);
    // A part that is already external does not move again.
    assert_eq!(detached(&done.bytes, &all()).bytes, done.bytes);
}

#[test]
fn counts_of_the_body_stay_true() {
    let body = "--b\nContent-Type: text/html\n\n<p>Soup\n--b--\n";
    let lines = body.lines().count();
    let header = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n";
    for (length, lines) in [(body.len(), lines), (body.len() + 1, lines), (0, 0)] {
        let message = format!("{header}Content-Length: {length}\nLines: {lines}\n\n{body}");
        let done = detached(message.as_bytes(), &all());
        let (head, rest) = std::str::from_utf8(&done.bytes).unwrap().split_once("\n\n").unwrap();
        let count = |is_true: bool, count: usize, now: usize| if is_true { now } else { count };
        let length = count(length == body.len(), length, rest.len());
        let lines = count(lines > 0, lines, rest.lines().count());
        assert_eq!(head, format!("{header}Content-Length: {length}\nLines: {lines}").trim_end());
        assert_eq!(back(&done).bytes, message.as_bytes());
    }
}

#[test]
fn nothing_is_put_in_by_a_name_or_a_url() {
    let mutt = b"Content-Type: message/external-body; access-type=x-mutt-deleted\n\nContent-Type: application/pdf\n\
        Content-Disposition: attachment; filename*=utf-8''a%0D%0ABcc:%20sam@pub.example\n\n";
    for (deleted, expected) in [
        ("https://new.example/", Some("https://new.example/a%0D%0ABcc%3A%20sam%40pub.example")),
        ("https://new.example/\r\nBcc: kim/", None),
    ] {
        let options = RelinkOptions::default().with_deleted(deleted);
        let relinked = Message::parse(mutt).relink(&options);
        assert_eq!(relinked.bodies.first().map(|body| body.to.as_str()), expected);
        let message = Message::parse(&relinked.bytes);
        assert!(message.parts().all(|part| part.field("bcc").is_none()));
        assert_eq!(relinked.bytes == mutt, expected.is_none());
    }
    let mozilla = b"Content-Type: text/plain\nX-Mozilla-External-Attachment-URL: javascript:alert(1)\n\n";
    assert_eq!(Message::parse(mozilla).relink(&RelinkOptions::default()).bytes, mozilla);
}

#[test]
fn folders_are_absolute_and_retrieve_something() {
    let message = Message::parse(b"\nsoup");
    for base in ["kept/", "//h/", "", "http://h/?q", "http://h/#f", "http://h/\r\nX: y"] {
        let error = message.detach(&DetachOptions::new(base));
        assert_eq!(error, Err(DetachError::Base(base.to_owned())));
    }
    let error = message.detach(&DetachOptions::new("mailto:sam@pub.example"));
    assert_eq!(error, Err(DetachError::RetrievesNothing("mailto:sam@pub.example".to_owned())));
}

#[test]
fn urls_are_written_as_asked() {
    for (wrap, expected) in [
        (Wrap::Words, "URL=\"https://pub.example/kept/"),
        (Wrap::Rfc2231, "URL*0=\"https://pub.example/kept/"),
        (Wrap::None, "URL=\"https://pub.example/kept/"),
    ] {
        let options = all().with_wrap(wrap);
        let done = detached(b"Content-Type: text/html\n\n<p>Soup\n", &options);
        let text = String::from_utf8_lossy(&done.bytes).into_owned();
        assert!(text.contains(expected), "{text}");
        let line = text.lines().find(|line| line.contains(expected)).unwrap();
        assert_eq!(line.contains(&done.objects[0].name), wrap == Wrap::None);
        assert_eq!(Message::parse(&done.bytes).root().external_body().unwrap().url, Ok(done.objects[0].url.clone()));
    }
}

#[test]
fn the_cases_of_detaching() {
    for case in &cases("detach") {
        let name = name(case);
        let message = message(case, "message").expect(name);
        let related = case.get("related").and_then(Value::as_bool).unwrap_or(true);
        let done = detached(message.as_bytes(), &all().with_related(related));
        let moved: Vec<&str> = done.objects.iter().map(|object| &*object.part).collect();
        assert_eq!(moved, list(case, "moved").unwrap_or_default(), "{name}");
        let left: Vec<String> =
            done.left.iter().map(|left| format!("{} {}", left.part, left.why.rule().code())).collect();
        assert_eq!(left, list(case, "left").unwrap_or_default(), "{name}");
        let objects: Vec<_> =
            done.objects.iter().map(|it| String::from_utf8(it.bytes().into_owned()).unwrap()).collect();
        assert!(list(case, "objects").is_none_or(|expected| expected == objects), "{name}: {objects:?}");
        let holds = list(case, "holds").unwrap_or_default();
        assert!(holds.iter().all(|text| String::from_utf8_lossy(&done.bytes).contains(text)), "{name}");
        let signature = done.dkim.map(|span| String::from_utf8_lossy(span.of_bytes(message.as_bytes())).into_owned());
        assert_eq!(signature.as_deref(), text(case, "dkim"), "{name}");
        assert_eq!(String::from_utf8_lossy(&back(&done).bytes), message, "{name}");
    }
}

#[test]
fn the_cases_of_attaching() {
    for case in &cases("attach") {
        let name = name(case);
        let written = message(case, "message").expect(name);
        let now = case.get("now").and_then(Value::as_integer);
        let expired = case.get("expired").and_then(Value::as_bool).unwrap_or(false);
        let label = case.get("label").and_then(Value::as_bool).unwrap_or(false);
        let list = |key: &str| list(case, key);
        let parts = list("parts").map(|parts| parts.into_iter().map(str::to_owned).collect());
        let mut options = AttachOptions::default().with_expired(expired).with_label(label);
        (options.now, options.parts) = (now, parts);
        if let Some(max) = case.get("max").and_then(Value::as_integer) {
            options.max_object = u64::try_from(max).expect(name);
        }
        let mut asked = Vec::new();
        let mut retrieve = |wanted: &WantedObject| {
            asked.push(format!("{} {}", wanted.url, wanted.media_type));
            let object = text(case, "object").ok_or(NotFetched::new("not on the table"))?;
            let fetched = Fetched::new(object.as_bytes().to_vec());
            let fetched = text(case, "found_at").map_or(fetched.clone(), |url| fetched.found_at(url));
            Ok(match text(case, "type") {
                Some(media_type) => fetched.of_type(media_type),
                None => fetched,
            })
        };
        let attached = Message::parse(written.as_bytes()).attach(&options, &mut retrieve);
        let expected = message(case, "result").unwrap_or(written);
        assert_eq!(String::from_utf8_lossy(&attached.bytes), expected, "{name}");
        let outcomes: Vec<String> = attached.bodies.iter().map(|body| described(&body.outcome)).collect();
        assert_eq!(outcomes, list("outcomes").expect(name), "{name}");
        assert_eq!(asked, list("asked").unwrap_or_default(), "{name}");
        if let Some(places) = list("places") {
            let there: Vec<_> = attached.bodies.iter().map(|body| &written[body.span.range()]).collect();
            assert_eq!(there, places, "{name}");
        }
    }
}

fn described(outcome: &AttachOutcome) -> String {
    match outcome {
        AttachOutcome::Attached(notes) => {
            let notes: Vec<&str> = notes.iter().map(|note| note.code()).collect();
            ["attached"].into_iter().chain(notes).collect::<Vec<_>>().join(" ")
        }
        AttachOutcome::Redundant => "redundant".to_owned(),
        AttachOutcome::Failed(why) => why.rule().code().to_owned(),
        _ => unreachable!("another outcome"),
    }
}

#[test]
fn the_cases_of_relinking() {
    for case in &cases("relink") {
        let name = name(case);
        let written = message(case, "message").expect(name);
        for is_crlf in [false, true] {
            let breaks = |text: &str| if is_crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
            let mappings = text(case, "map").map(|map| Mapping::parse(map, Standard::Rfc3986).expect(name));
            let deleted = text(case, "deleted").map(str::to_owned);
            let mut options = RelinkOptions::default().with_mappings(mappings);
            options.deleted = deleted;
            options.wrap = wrap(case).unwrap_or_default();
            let written = breaks(written);
            let relinked = Message::parse(written.as_bytes()).relink(&options);
            let expected = message(case, "result").map_or(written.clone(), breaks);
            assert_eq!(String::from_utf8_lossy(&relinked.bytes), expected, "{name}");
            let left: Vec<&str> = relinked.left.iter().map(|left| left.why.rule().code()).collect();
            assert_eq!(left, text(case, "left").into_iter().collect::<Vec<_>>(), "{name}");
            let to: Vec<&str> = relinked.bodies.iter().map(|body| body.to.as_str()).collect();
            assert_eq!(to, text(case, "to").into_iter().collect::<Vec<_>>(), "{name}");
        }
    }
}

/// Pieces of messages.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "Content-Type: multipart/mixed; boundary=b\n",
        "Content-Type: message/rfc822\r\n",
        "Content-Type: text/html\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\r\n",
        "Content-ID: <a@b>\n",
        "Subject: soup\n  of the day\n",
        "From sam\n",
        " continued\n",
        "--b\n",
        "\r\n--b\r\n",
        "--b--\n",
        "\n",
        "\r\n",
        "\r",
        "R0lGODlh\n",
        "R0lGODlh",
        "no field\n",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://h/\"\n\n",
        "X-Detached: same; separator=lf; order=\"1i\"; added=\"\"; object=a; entity=b\n",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn attaching_undoes_detaching(message in pieces()) {
        let done = detached(&message, &all());
        let attached = back(&done);
        prop_assert_eq!(String::from_utf8_lossy(&attached.bytes), String::from_utf8_lossy(&message));
    }

    #[test]
    fn any_bytes_can_be_worked_on(message in prop::collection::vec(any::<u8>(), 0..400)) {
        let done = detached(&message, &all());
        prop_assert_eq!(back(&done).bytes, message.clone());
        let relinked = Message::parse(&message).relink(&RelinkOptions::default());
        prop_assert!(relinked.bytes == message || !relinked.bodies.is_empty());
    }
}
