//! Tests the whole output of `napkin links` on documents.

use crate::common::{napkin, napkin_with};

#[test]
fn findings_stand_where_they_are_in_the_document() {
    let page = "<style>body { background: url(wood\\20 panel.png) }</style>\n<a href='a?x&amp;y#http://h/[z]'>";
    let ran = napkin("links --standard rfc3986 --type html --base http://pub.example/", page);
    let err = "\
error: stdin:1:35: expected a path character, but found a space
  wood\\20 panel.png
      ^^^^ path, RFC 3986 section 3.3
error: stdin:2:29: expected a fragment character, but found `[`
  a?x&amp;y#http://h/[z]
                     ^ fragment, RFC 3986 section 3.5
";
    assert_eq!((ran.status, ran.err.as_str()), (1, err));
}

#[test]
fn notebooks_are_read_under_the_url_standard() {
    let notebook = r#"{"cells": [{"cell_type": "markdown", "source": ["<a href='http://h/a b'>"]}], "nbformat": 4}"#;
    let ran = napkin("links --format {absolute}", notebook);
    assert_eq!((ran.status, ran.out.as_str()), (0, "http://h/a%20b\n"), "{}", ran.err);
    assert_eq!(napkin("links --standard rfc3986", notebook).status, 1);
}

#[test]
fn links_of_a_letter() {
    let ran = napkin("links --format {absolute}\\t{context} examples/letter.txt", "");
    let out = "\
http://pub.example/lost+found/\ttext \"\"
ftp://cellar.pub.example/coasters/\ttext <>
http://pub.example/napkins/front.html#BEER\ttext <>
http://pub.example/two-for-one/friday.html\ttext bare
http://pub.example/tables/corner-by-the-window\ttext <URL:>
mailto:kim@pub.example\ttext bare
tel:+44-1632-960983\ttext bare
\ttext bare
";
    assert_eq!((ran.status, ran.out.as_str()), (1, out));
}

#[test]
fn the_current_document_is_not_the_base() {
    // Section 3: an empty reference is the document; in a request, it is the document's own URL.
    let page = "<base href=http://h/a/b><a href=''></a><a href='#f'></a><form action=''></form>";
    let options =
        "links --standard draft1997 --type html --base http://doc.example/page --format {same_document}|{absolute}";
    assert_eq!(napkin(options, page).out, "true|\ntrue|\nfalse|http://doc.example/page\n");
}

#[test]
fn long_lines_are_shown_in_part() {
    let long = format!("http://h/{}", "x".repeat(200));
    let ran = napkin(&format!("links --type html --explain --base {long}"), "");
    let lines: Vec<&str> = ran.out.lines().skip(1).filter(|line| !line.is_empty()).collect();
    assert!(lines.iter().all(|line| line.chars().count() == 114), "{}", ran.out);
    let applies = format!("  │ │ {:104} │ │", "5.1.3 used to retrieve the document  <- applies");
    let shown = format!("  │ │ {}… │ │", &format!("      {long}")[..103]);
    assert_eq!((lines.len(), lines[9], lines[10]), (14, &*applies, &*shown));
}

#[test]
fn several_documents_come_in_order() {
    let documents = ["examples/letter.txt", "examples/pub.html"].repeat(10);
    let ran = napkin_with(&[&["links", "-q", "-j", "2", "--format", "{source}"], &documents[..]].concat(), "");
    let mut sources: Vec<&str> = ran.out.lines().filter(|line| !line.is_empty()).collect();
    sources.dedup();
    assert_eq!(sources, documents);
}

#[test]
fn a_document_that_cannot_be_read_does_not_stop_the_others() {
    let ran = napkin("links -q examples/none.html examples/letter.txt http://127.0.0.1/", "");
    let files = "error: examples/none.html: no such file or directory\n";
    let url = if cfg!(feature = "retrieve") {
        "\
error: URL: expected an address of the public internet, but found 127.0.0.1 (loopback)
  http://127.0.0.1/
         ^^^^^^^^^ address-special, RFC 6890, and the registries of IANA
help: pass `--allow-host 127.0.0.1` to allow it
"
    } else {
        "error: http://127.0.0.1/: this build does not retrieve URLs; give a file or `-`\n"
    };
    assert_eq!((ran.status, ran.out.lines().count(), ran.err), (2, 8, files.to_owned() + url));
}

#[test]
fn bare_hosts_are_an_option() {
    let text = "see www.pub.example or sam@pub.example";
    assert_eq!(napkin("links --type text", text).out, "");
    let out = "stdin:1:5\thttp://www.pub.example\ttext bare\nstdin:1:24\tmailto:sam@pub.example\ttext bare\n";
    assert_eq!(napkin("links --type text --bare", text).out, out);
}

#[test]
fn pages_are_read_as_browsers_read_them_and_letters_by_the_rfc() {
    // The same references in each kind of document.
    let page = "<a href='\\menu'></a><a href='a b'></a><a href='http:beer'></a><a href='#f'></a>";
    let options = "links --base http://h/x/y --format {standard}|{absolute}|{same_document}";
    let out = "\
whatwg|http://h/menu|false
whatwg|http://h/x/a%20b|false
whatwg|http://h/x/beer|false
whatwg|http://h/x/y#f|true
";
    let ran = napkin(&format!("{options} --type html"), page);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
    let ran = napkin(&format!("{options} --type text"), "<http://h/a> and <HTTP://H>");
    assert_eq!((ran.status, ran.out.as_str()), (0, "rfc3986|http://h/a|false\nrfc3986|HTTP://H|false\n"));
    let ran =
        napkin("links --type html --base http://h/ --standard all --format {standard}|{absolute}", "<a href=a\\b>");
    assert_eq!((ran.status, ran.out.as_str()), (1, "draft1997|\nrfc3986|\nrfc3987|\nwhatwg|http://h/a/b\n"));
}

#[test]
fn a_browsers_errors_and_remarks_stand_where_they_are_in_the_document() {
    let page = "<a href='http://h:8&#111;/'></a><a href='a&amp;b\\c'></a><a href='http://[::1'></a><img src=x>";
    let error = "\
error: stdin:1:20: expected a digit, but found `o`
  http://h:8&#111;/
            ^^^^^^ port-invalid, URL Standard section 4.4
";
    let remark = "\
note: stdin:1:49: a backslash is used as a slash
  a&amp;b\\c
         ^ invalid-reverse-solidus, URL Standard section 4.4
";
    let address = "\
error: stdin:1:77: an IPv6 address is missing the closing `]`
  http://[::1
             ^ IPv6-unclosed, URL Standard section 3.5
";
    let out = "\
stdin:1:10\thttp://h:8o/\thtml a[href]
stdin:1:42\thttp://h/a&b/c\thtml a[href]
stdin:1:66\thttp://[::1\thtml a[href]
stdin:1:92\thttp://h/x\thtml img[src]
";
    let ran = napkin("links --type html --base http://h/", page);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, out, &*[error, address].concat()));
    let ran = napkin("links -v --type html --base http://h/", page);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, out, &*[error, remark, address].concat()));
}

#[test]
fn the_frozen_base_url() {
    // HTML standard 4.2.3: (where the page is from, the page, what `x` resolves to, the layer)
    let http = "http://h/p/q";
    for (url, page, absolute, layer) in [
        (http, "<base href='/a b/'>", "http://h/a%20b/x", "content"),
        (http, "<base href='\\c\\'>", "http://h/c/x", "content"),
        (http, "<base href='http:d/'>", "http://h/p/d/x", "content"),
        (http, "<base href='HTTPS://E:443/..'>", "https://e/x", "content"),
        (http, "<base href='#d'>", "http://h/p/x", "content"),
        (http, "<base href='http://h:8o/'>", "http://h/p/x", "retrieval"),
        (http, "<base href='data:,a'>", "http://h/p/x", "retrieval"),
        (http, "<base href=' DATA:,a'>", "http://h/p/x", "retrieval"),
        (http, "<base href='javascript:a'>", "http://h/p/x", "retrieval"),
        (http, "<base href='java&#10;script:a'>", "http://h/p/x", "retrieval"),
        (http, "<base href='data:,a'><base href='http://e/'>", "http://h/p/x", "retrieval"),
        (http, "<base href='http://'><base href='http://e/'>", "http://h/p/x", "retrieval"),
        // "File slash state" keeps the drive letter of the base, and so does "shorten a URL's path".
        ("file:///C:/p/q", "<base href='/y'>", "file:///C:/x", "content"),
        ("file:///C:/p/q", "<base href='../../..'>", "file:///C:/x", "content"),
        ("file:///C:/p/q", "<base href='D|/y/'>", "file:///D:/y/x", "content"),
        ("file://h/C:/p/q", "<base href='///y/'>", "file:///y/x", "content"),
    ] {
        let options = format!("links -q --type html --base {url} --format {{absolute}}|{{base_from}}");
        let ran = napkin(&options, page.to_owned() + "<a href=x>");
        assert_eq!(ran.out, format!("{absolute}|{layer}\n"), "{url} {page}");
    }
    let ran = napkin("links --type html --base b/c", "<a href=x>");
    let err = "\
error: --base: expected a scheme or a base, but found `b`
  b/c
  ^ missing-scheme-non-relative-URL, URL Standard section 4.4
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", err));
    let ran = napkin("links --type html", "<base href=y/><a href=x>");
    let err = "\
note: stdin:1:12: the base `y/` does not count: it is not absolute, and nothing makes it so
note: stdin: no base URL for 1 relative reference; --base gives one
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "stdin:1:23\tx\thtml a[href]\n", err));
    let ran = napkin("links --type html --base http://h/", "<base href='data:,u'>");
    let err = "note: stdin:1:13: the base `data:,u` does not count: no document's base has the scheme `data`\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", err));
    let ran =
        napkin("links --type html --base http://h/", "<base href='http://sam:pw@h:8o/'><base href=/y/><a href=x>");
    let err = "\
error: stdin:1:13: expected a digit, but found `o`
  http://sam:**@h:8o/
                   ^ port-invalid, URL Standard section 4.4
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "stdin:1:57\thttp://h/x\thtml a[href]\n", err));
}

#[test]
fn every_standard_names_itself() {
    let page = "<a href='a\\b'>";
    let out = "\
draft1997\tstdin:1:10\ta\\b\thtml a[href]
rfc3986\tstdin:1:10\ta\\b\thtml a[href]
rfc3987\tstdin:1:10\ta\\b\thtml a[href]
whatwg\tstdin:1:10\thttp://h/a/b\thtml a[href]
";
    assert_eq!(napkin("links -q --type html --base http://h/ --standard all", page).out, out);
    let ran = napkin("links -q --type html --base http://h/ --standard all --pretty", page);
    let headings: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("stdin")).collect();
    let expected = ["draft1997", "rfc3986", "rfc3987", "whatwg"].map(|standard| format!("stdin under {standard}"));
    assert_eq!(headings, expected);
}

#[test]
fn a_base_inside_may_be_the_only_one() {
    let xml = "<a xml:base='http://h/'><b href='c' xml:base='d/'/></a>";
    let ran = napkin("links --type xml", xml);
    let out = "stdin:1:34\thttp://h/d/c\txml b[href]\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
    // A base that is not a URL is ignored; the enclosing base applies.
    let ran = napkin("links --type xml --standard whatwg", xml.replace("'d/'", "'http://['"));
    assert_eq!((ran.status, ran.out.as_str()), (0, "stdin:1:34\thttp://h/c\txml b[href]\n"));
    let ran = napkin("links --type xml", "<a xml:base='d/'><b href='c'/></a>");
    let err = "note: stdin: no base URL for 1 relative reference; --base gives one\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "stdin:1:27\tc\txml b[href]\n", err));
}

#[test]
fn an_error_in_a_feeds_contents_is_underlined_in_the_feed() {
    let feed = "<rss><channel><description>&lt;a href=\"http://h:8&amp;#111;/\"></description></channel></rss>";
    let ran = napkin("links --type xml --base http://h/", feed);
    let err = "\
error: stdin:1:50: expected a digit, but found `o`
  http://h:8&amp;#111;/
            ^^^^^^^^^^ port, RFC 3987 section 2.2
";
    assert_eq!((ran.status, ran.err.as_str()), (1, err));
}

#[test]
fn queries_are_written_in_the_encoding_of_the_page() {
    // URL Standard section 4.4, query state: the encoding applies to queries alone.
    let page = |charset: &str| {
        let mut page = format!("<meta charset={charset}><a href='caf").into_bytes();
        page.extend(b"\xe9?caf\xe9'></a><p style='b:url(?\xe9)'>");
        page
    };
    let options = "links --type html --base http://h/ --format {absolute}";
    let ran = napkin(options, page("latin1"));
    let out = "http://h/caf%C3%A9?caf%E9\nhttp://h/?%C3%A9\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
    // In windows-1251 the same byte is another character; the caller's label wins over the page's.
    let ran = napkin(&format!("{options} --charset windows-1251"), page("latin1"));
    assert_eq!(ran.out, "http://h/caf%D0%B9?caf%E9\nhttp://h/?%D0%B9\n");
    let ran = napkin("links --charset gibberish", "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("expected a label of the Encoding Standard"), "{}", ran.err);
}

#[test]
fn places_in_utf_16_are_those_of_the_bytes() {
    let page = "\u{feff}<p>\u{1f37a}<a href='http://h:8o/'>";
    let bytes: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let start = 2 * "xxx".len() + 2 + 4 + 2 * "<a href='".len();
    let ran = napkin("links --type html --json", &bytes);
    let place = format!("\"start\":{start},\"end\":{},", start + 2 * "http://h:8o/".len());
    let error = format!("\"start\":{},\"end\":{}", start + 20, start + 22);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains(&place) && ran.out.contains(&error), "{place} {error} {}", ran.out);
    let ran = napkin("links --type html", &bytes);
    assert!(ran.err.contains("\n  http://h:8o/\n            ^ port-invalid"), "{}", ran.err);
}

/// Returns documents with short references and long bases: a page, nested elements, and a style sheet.
fn amplified() -> Vec<(&'static str, String)> {
    let base = |times: usize| format!("http://a.b/{}/", "b".repeat(times));
    let nested = format!("<a xml:base='{}/'><c href='d'/>", "b".repeat(400)).repeat(500) + &"</a>".repeat(500);
    let nested = format!("<r xml:base='http://a.b/'>{nested}</r>");
    vec![
        ("html", format!("<base href='{}'>", base(50_000)) + &"<a href=x>".repeat(5000)),
        ("xml", format!("<r xml:base='{}'>", base(50_000)) + &"<c href='d'/>".repeat(5000) + "</r>"),
        ("xml", nested),
    ]
}

#[test]
fn links_output_has_a_limit_in_every_form() {
    for (kind, document) in amplified() {
        for form in ["--json", "--explain --pretty", "", "--format {absolute}"] {
            let ran = napkin(&format!("links --type {kind} --standard rfc3986 --max-output 1000000 {form}"), &document);
            let rows = 5000 << 10;
            assert!(ran.out.len() < 1_000_000 + rows + 400_000, "{kind} {form}: {}", ran.out.len());
            assert_eq!(ran.status, 2, "{kind} {form}");
            assert!(ran.err.contains("output-too-long"), "{kind} {form}: {}", ran.err);
            assert!(ran.out.ends_with('\n'), "{kind} {form}");
        }
    }
}

#[test]
fn links_of_honest_documents_meet_no_limit() {
    // The shortest references, under every standard, with all details.
    let list = "http://a.b\n".repeat(20_000);
    let ran = napkin("links --json --standard all --type text", &list);
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (0, 80_000, ""));
    let page = "<base href='http://pub.example/menu/today/'>".to_owned() + &"<a href=x>".repeat(20_000);
    assert_eq!(napkin("links --json --type html", &page).status, 0);
}
