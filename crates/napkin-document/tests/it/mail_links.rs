//! Links in messages: `data/mail/links.toml`.

use crate::arbitrary_messages::{HEADERS, messages};
use napkin::Finding;
use napkin_document::rules;
use napkin_document::{Entity, Kind, Link, Options, collect_links, read_links};
use napkin_mail::Profile;
use proptest::prelude::*;
use toml::{Table, Value};

fn cases() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/links.toml");
    let table: Table = std::fs::read_to_string(path).expect(path).parse().expect("TOML");
    table["case"].as_array().expect("a list").iter().map(|case| case.as_table().expect("a table").clone()).collect()
}

fn described(link: &Link<'_>) -> Vec<String> {
    let base = link.base.as_ref();
    let of = |part: &str| format!(" of {part}");
    let field = base.map(|base| format!("{}{}", base.context(), base.part().map(of).unwrap_or_default()));
    let part = link.part.as_ref().expect("a part");
    vec![
        part.number.to_string(),
        link.context.to_string(),
        link.text.to_string(),
        link.raw_lossy().replace('\r', ""),
        base.map(|base| base.text().to_owned()).unwrap_or_default(),
        base.map(|base| base.layer().name().to_owned()).unwrap_or_default(),
        field.unwrap_or_default(),
    ]
}

#[test]
fn links_of_mail_are_those_of_the_cases() {
    let mut checked = 0;
    for case in cases() {
        let name = case["name"].as_str().expect("a name");
        let text = case["message"].as_str().expect("a message").trim_start_matches('\n');
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            for kind in [Kind::Mail, Kind::Mhtml] {
                let links = collect_links(&Entity::new(text.as_bytes()).with_kind(kind), &Options::default());
                let found: Vec<Vec<String>> = links.iter().map(described).collect();
                let row = |row: &Value| -> Vec<String> {
                    row.as_array().expect("a row").iter().map(|it| it.as_str().expect("text").into()).collect()
                };
                let expected: Vec<Vec<String>> = case["links"].as_array().expect("a list").iter().map(row).collect();
                assert_eq!(found, expected, "{name}");
                checked += found.len();
                for link in &links {
                    assert_eq!(link.raw, &text.as_bytes()[link.span.range()]);
                    let whole = link.source_span(napkin::Span::new(0, link.text.len()));
                    assert!(whole.start >= link.span.start && whole.end <= link.span.end, "{name} {whole:?}");
                }
            }
        }
    }
    assert_eq!(checked, 4 * 22);
}

#[test]
fn messages_are_told_by_content() {
    for (text, kind) in [
        ("From: sam@pub.example\nSubject: Menu\n\nBeer", Kind::Mail),
        ("From sam@pub.example Sat Jan  3 01:05:34 1996\nReceived: x\nDate: y\n\nBeer", Kind::Mail),
        ("MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>", Kind::Mail),
        ("From: <Saved by Blink>\r\nSnapshot-Content-Location: http://h/\r\nSubject: x\r\n\r\n", Kind::Mhtml),
        ("Subject: one field\n\nis none", Kind::Text),
        ("From: sam\nTo: alex\nand others\n\nSubject: x", Kind::Text),
        ("Dear: all\nFrom: here on\n", Kind::Text),
    ] {
        assert_eq!(Kind::of_content(text.as_bytes()), kind, "{text}");
    }
    assert_eq!(Kind::of_name("menu.eml"), Some(Kind::Mail));
    assert_eq!(Kind::of_name("menu.mht"), Some(Kind::Mhtml));
}

/// The URL that a message was retrieved by is the document's base, and no part's own.
#[test]
fn the_profile_and_the_retrieval() {
    let text = b"Content-Type: text/html\nContent-Location: sub/page\n\n<a href=x>";
    let base = |profile, retrieval: Option<&'static str>| {
        let mut entity = Entity::new(text).with_kind(Kind::Mail);
        entity.retrieval = retrieval;
        let links = collect_links(&entity, &Options::default().with_profile(profile));
        links[1].base.as_ref().map(|base| base.text().to_owned())
    };
    assert_eq!(base(Profile::Lenient, None).as_deref(), Some("thismessage:/"));
    assert_eq!(base(Profile::Lenient, Some("http://h/dir/")), None);
    assert_eq!(base(Profile::Draft1997, Some("http://h/dir/")).as_deref(), Some("http://h/dir/sub/page"));
    assert_eq!(base(Profile::Draft1997, None), None);
    assert_eq!(base(Profile::Rfc2110, None), None);
}

/// Found by fuzzing: each invalid byte of a URL in a field becomes three bytes in the text, so that places were beyond the message.
#[test]
fn urls_of_fields_that_are_no_utf8() {
    for field in ["List-Unsubscribe: <http://h/@>", "Content-Location: http://h/@", "Archived-At: <http://h/@\n  @>"] {
        let (start, end) = field.split_once('@').expect("a place");
        let message = [start.as_bytes(), &[0xfd; 100], end.replace('@', "\u{e9}").as_bytes(), b"\n\n"].concat();
        let links = collect_links(&Entity::new(&message).with_kind(Kind::Mail), &Options::default());
        let link = links.first().expect("a link");
        assert!(link.text.starts_with("http://h/\u{fffd}\u{fffd}"), "{}", link.text);
        for at in link.text.char_indices().map(|(at, _)| at) {
            let place = link.source_span(napkin::Span::new(at, at + 1));
            assert!(place.start >= link.span.start && place.end <= link.span.end, "{field}: {place:?}");
        }
    }
}

/// Lost parts of a message are reported; mere remarks are not.
#[test]
fn parts_of_mail_that_are_not_read_are_reported() {
    let text = b"Content-Type: multipart/mixed; boundary=b\nContent-Base: a/\n\n--b\n\nx\n--bx\n";
    let mut findings: Vec<Finding> = Vec::new();
    read_links(&Entity::new(text).with_kind(Kind::Mail), &Options::default(), &mut findings, &mut |_| {});
    assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), [rules::MAIL_UNCLOSED]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// A message whose lines end with CR alone has the same links at the same positions as with LF.
    #[test]
    fn mail_links_with_bare_cr_are_those_with_lf(bytes in messages(), with_headers in any::<bool>()) {
        let head = if with_headers { HEADERS.as_bytes() } else { b"Subject: Menu\n" };
        let unix: Vec<u8> = [head, &bytes].concat().into_iter().map(|it| if it == b'\r' { b'\n' } else { it }).collect();
        let mac: Vec<u8> = unix.iter().map(|&it| if it == b'\n' { b'\r' } else { it }).collect();
        let links = |bytes| -> Vec<_> {
            let entity = Entity::new(bytes).with_kind(Kind::Mail);
            collect_links(&entity, &Options::default()).into_iter().map(|it| (it.span, it.text.into_owned())).collect()
        };
        prop_assert_eq!(links(&mac), links(&unix));
        for link in collect_links(&Entity::new(&mac).with_kind(Kind::Mail), &Options::default()) {
            prop_assert_eq!(link.raw, &mac[link.span.range()]);
        }
    }
}
