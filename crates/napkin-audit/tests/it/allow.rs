//! Tests allow lists: forms of entries, published attacks, and all short texts of an alphabet of delimiters.

use napkin_audit::{AllowList, Model, disagreement};

#[test]
fn entries_of_allow_lists_admit_hosts_suffixes_and_ports() {
    // (list, URL, whether it is admitted)
    let cases = [
        ("pub.example", "https://pub.example/", true),
        ("PUB.example", "http://pub.EXAMPLE/menu?a=http://evil.example/", true),
        ("pub.example", "https://www.pub.example/", false),
        ("pub.example", "https://evilpub.example/", false),
        ("pub.example", "https://pub.example./", false),
        ("pub.example", "https://pub.example:8443/", false),
        ("pub.example", "https://pub.example:443/", true),
        ("pub.example", "http://pub.example:443/", false),
        ("pub.example:8443", "https://pub.example:8443/", true),
        ("pub.example:8443", "https://pub.example/", false),
        ("pub.example:*", "https://pub.example:1/", true),
        (".pub.example", "https://a.b.pub.example/", true),
        (".pub.example", "https://pub.example/", false),
        (".pub.example", "https://evilpub.example/", false),
        (".pub.example", "https://.pub.example/", false),
        ("127.0.0.1", "http://127.0.0.1/", true),
        ("127.0.0.1", "http://127.1/", false),
        ("[::1]:8080", "http://[::1]:8080/", true),
        ("[::1]:8080", "http://[0:0::1]:8080/", true),
        ("::1", "http://[::1]/", true),
        ("ssh://git.example", "ssh://git.example/menu", true),
        ("ssh://git.example", "https://git.example/menu", false),
        ("pub.example", "ftp://pub.example/", false),
        ("pub.example", "mailto:sam@pub.example", false),
        ("pub.example", "", false),
        ("", "https://pub.example/", false),
        ("xn--bcher-kva.example", "https://xn--bcher-kva.example/", true),
    ];
    for (list, url, expected) in cases {
        let list = AllowList::parse(list).unwrap();
        assert_eq!(list.admits(url, None).is_ok(), expected, "{list:?} {url}: {:?}", list.admits(url, None));
    }
    for wrong in ["https://", "pub.example:beer", "pub example", ".", "b\u{fc}cher.example", "pub.example/menu", "@"] {
        assert!(AllowList::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn published_attacks_on_allow_lists_are_refused() {
    let file: toml::Table =
        toml::from_str(include_str!("../../../../data/audit/allow.toml")).expect("data/audit/allow.toml");
    let list = AllowList::parse("pub.example\n.pub.example").unwrap();
    let cases = file["case"].as_array().expect("cases");
    assert!(cases.len() > 12);
    for case in cases {
        let text = |name: &str| case.get(name).map(|text| text.as_str().expect("a text"));
        assert!(text("source").is_some() && text("check").is_some() && text("went").is_some(), "{case}");
        let (url, base) = (text("url").expect("a URL"), text("base"));
        let expected = case["admit"].as_bool().expect("a verdict");
        assert_eq!(list.admits(url, base).is_ok(), expected, "{case}: {:?}", list.admits(url, base));
    }
}

/// Calls `each` with every text of up to `length` pieces.
fn texts(pieces: &[&str], length: usize, text: &mut String, each: &mut impl FnMut(&str)) {
    each(text);
    if length == 0 {
        return;
    }
    for piece in pieces {
        let end = text.len();
        text.push_str(piece);
        texts(pieces, length - 1, text, each);
        text.truncate(end);
    }
}

/// No text of up to seven pieces is admitted whose host, by the grammar of RFC 3986 as written here, is another than the allowed
/// one, or which any reader takes elsewhere.
#[test]
fn allow_lists_admit_no_short_text_that_a_reader_takes_elsewhere() {
    let pieces = ["a", "b", "/", "\\", "@", ":", "#", "?", "%40", ".", "[", "\t"];
    let list = AllowList::parse("a\n.a").unwrap();
    let (mut seen, mut admitted) = (0, 0);
    for start in ["http://", "http:", "http:/"] {
        let length = if start == "http://" { 6 } else { 5 };
        texts(&pieces, length, &mut start.to_owned(), &mut |text| {
            seen += 1;
            if list.admits(text, None).is_err() {
                return;
            }
            admitted += 1;
            let authority = text.strip_prefix("http://").expect(text).split(['/', '?', '#']).next().expect(text);
            let host = authority.rsplit('@').next().expect(text).split(':').next().expect(text);
            assert!(host == "a" || host.ends_with(".a"), "{text:?}");
            assert!(!authority.contains(['\\', '[', '\t']), "{text:?}");
            for model in Model::ALL {
                let Ok(read) = model.read(text) else { continue };
                let other = read.host.as_deref().is_some_and(|host| host != "a" && !host.ends_with(".a"));
                assert!(!other, "{text:?}: {model:?} {read:?}");
            }
        });
    }
    assert!(seen > 3_000_000, "{seen}");
    assert!(admitted > 1000, "{admitted}");
    assert_eq!(disagreement("http://a/").readings.len(), 4 + Model::ALL.len());
}
