//! Documents that are read in windows have the same output of `napkin links` as documents held in memory.

use crate::common::napkin;

/// Returns pages and texts, with their type.
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
    let texts = table("crates/napkin-document/tests/it/text.toml");
    let cases = texts.values().filter_map(toml::Value::as_array).flatten();
    documents.extend(cases.filter_map(|case| Some(("text", case.get("text")?.as_str()?.to_owned()))));
    documents
}

#[test]
fn large_documents_print_as_small_ones() {
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

/// A document is held in memory if it has another type, is read under several standards, or does not declare its
/// encoding at the beginning.
#[test]
fn documents_that_must_be_held_are_read() {
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

/// Unfinished markup that hides the rest of a page is reported, held in memory or not, and in every form.
#[test]
fn open_markup_at_the_end_is_reported() {
    let page = "<a href=x>x</a>\n<p>\u{e9} <!-- <a href=http://sam:secret@h/>";
    let said = "error: stdin:2:6: expected `-->`, but found the end\n  <!--\n  ^^^^ eof-in-comment, HTML Standard section 13.2.2\n";
    for options in ["", " --window 1", " --window 9", " --json", " --json --window 1", " --standard all"] {
        let ran = napkin(&format!("links --type html --base http://pub.example/{options}"), page);
        assert_eq!((ran.status, ran.err.as_str()), (1, said), "{options}");
        assert!(ran.out.contains("http://pub.example/x"), "{options}: {}", ran.out);
    }
    let said = said.replace("error", "note");
    let ran = napkin("screen --type html", page);
    assert_eq!((ran.status, ran.err), (0, said.clone()));
    let ran = napkin("rewrite --type html --absolute --base http://pub.example/", page);
    assert_eq!((ran.status, ran.err), (1, said.replace("note", "error")));
    assert_eq!(ran.out, page.replace("href=x", "href=http://pub.example/x"));
}

#[test]
fn limits_of_what_is_held_are_said() {
    let too_large = |bytes: usize, limit: usize| {
        let size = format!("{bytes} bytes");
        format!(
            "error: stdin:1:1: a document that must be in memory is larger than the limit\n  \
             {size}; --max-document {limit}\n  {} document-too-large\n",
            "^".repeat(size.len())
        )
    };
    let feed = "<rss><channel><link>http://pub.example/</link></channel></rss>";
    for (options, document) in [
        ("--type json", "[\"http://pub.example/\"]"),
        ("--type css", "@import 'http://pub.example/';"),
        ("--type markdown", "[pub](http://pub.example/)"),
        ("--type xml", feed),
        ("--type html --standard all", "<a href='http://pub.example/'>"),
        ("--type html --charset utf-16le", "<a href='http://pub.example/'>"),
    ] {
        let length = document.len();
        let ran = napkin(&format!("links {options} --max-document {}", length - 1), document);
        assert_eq!((ran.status, ran.out.as_str(), ran.err), (2, "", too_large(length, length - 1)), "{options}");
        let ran = napkin(&format!("links {options} --max-document {length}"), document);
        assert_eq!(ran.err, "", "{options}");
    }
    // A document that is read in windows has no limit except on its tags.
    let ran = napkin("links --type html --max-document 5", "<a href='http://pub.example/'>");
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.err.as_str()),
        (0, "stdin:1:10\thttp://pub.example/\thtml a[href]\n", "")
    );
    let page = format!("<p>\n<a href=http://pub.example/ title='{}'><a href=http://pub.example/2>", "x".repeat(600));
    let ran = napkin("links --type html --max-document 5 --max-token 300", &page);
    let said = "error: stdin:2:1: a tag, or a text that is read as a whole, is longer than the limit\n  <a\n  \
                ^^ token-too-long\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, said));
    assert_eq!(
        ran.out,
        "stdin:2:9\thttp://pub.example/\thtml a[href]\nstdin:2:646\thttp://pub.example/2\thtml a[href]\n"
    );
}
