//! `napkin links` of documents that are not held: what it prints is what it prints of those that are.

mod common;

use common::napkin;

/// Pages and texts, with their type.
fn documents() -> Vec<(&'static str, String)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).expect("a file of the project");
    let table = |name: &str| read(name).parse::<toml::Table>().expect("TOML");
    let mut documents = vec![("html", read("examples/pub.html")), ("text", read("examples/letter.txt"))];
    for case in table("data/documents/html.toml")["case"].as_array().expect("cases") {
        documents.push(("html", case["document"].as_str().expect("a document").to_owned()));
    }
    for page in [
        "<a href='a b'>\n<p>\u{e9} <a href=http://h:8o/>\n<base href='java\tscript:x'>",
        "<a href=x>\n\n<!-- -->\u{e9}\u{e9}<base href=http://h:8o/><a href='//[z/'>",
        "<a href=x><svg><style>a{b:url(c&amp;d)}</style></svg>\n<noscript><img src='\\\\'></noscript><base href=/late/y>",
        "",
    ] {
        documents.push(("html", page.to_owned()));
    }
    let texts = table("crates/napkin-document/tests/text.toml");
    let cases = texts.values().filter_map(toml::Value::as_array).flatten();
    documents.extend(cases.filter_map(|case| Some(("text", case.get("text")?.as_str()?.to_owned()))));
    documents
}

#[test]
fn what_is_not_held_is_printed_the_same() {
    let documents = documents();
    assert!(documents.len() > 20, "{}", documents.len());
    for (number, (kind, document)) in documents.iter().enumerate() {
        let from = if number % 2 == 0 { " --base http://pub.example/menu/" } else { "" };
        for options in ["", " --json", " --explain", " --standard rfc3986 --json"] {
            let options = format!("links --type {kind}{from}{options}");
            let held = napkin(&options, document);
            for window in [1, 7, 64] {
                let ran = napkin(&format!("{options} --window {window}"), document);
                let (expected, found) = ((held.status, &held.out, &held.err), (ran.status, &ran.out, &ran.err));
                assert_eq!(found, expected, "{options} --window {window}: {document}");
            }
        }
    }
}

#[test]
fn a_file_is_read_twice() {
    for options in ["links examples/pub.html", "links examples/letter.txt", "links --explain examples/pub.html"] {
        let (held, ran) = (napkin(options, ""), napkin(&format!("{options} --window 5"), ""));
        assert!(!held.out.is_empty());
        assert_eq!((ran.status, ran.out, ran.err), (held.status, held.out, held.err), "{options}");
    }
}

/// Of other types, under several standards, and where the encoding is not known from the beginning, a document is held.
#[test]
fn what_has_to_be_held_is_read_all_the_same() {
    for (options, document) in [
        ("links --type css", "@import 'x';"),
        ("links --type html --standard all", "<a href=x>"),
        ("links --type html --charset latin1", "<a href=x?\u{e9}>"),
        ("links", "<meta charset=latin2><a href=x>"),
    ] {
        let (held, ran) = (napkin(options, document), napkin(&format!("{options} --window 5"), document));
        assert!(!held.out.is_empty(), "{options}");
        assert_eq!((ran.status, ran.out, ran.err), (held.status, held.out, held.err), "{options}");
    }
}
