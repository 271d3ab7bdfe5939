//! `napkin links` on documents, by what it prints, whole.

mod common;

use common::{napkin, napkin_with};

#[test]
fn links_of_a_page() {
    let ran = napkin("links examples/pub.html", "");
    let out = "\
examples/pub.html:9:30\thttp://pub.example/menu/house.css\thtml link[href]
examples/pub.html:10:47\thttp://pub.example/menu/tonight/tomorrow.html\thtml meta[refresh]
examples/pub.html:13:12\thttp://pub.example/menu/tonight/candles.css\thtml style
examples/pub.html:14:26\thttp://pub.example/menu/tonight/wood-panel.png\thtml style
examples/pub.html:19:13\thttp://pub.example/menu/tonight/beer?size=pint&for=kim\thtml a[href]
examples/pub.html:19:70\thttp://cellar.pub.example/cider#dry\thtml a[href]
examples/pub.html:20:14\tmailto:sam@pub.example\thtml a[href]
examples/pub.html:21:11\thttp://pub.example/menu/tonight/snug.jpg\thtml img[src]
examples/pub.html:21:29\thttp://pub.example/menu/tonight/snug.jpg\thtml img[srcset]
examples/pub.html:21:42\thttp://pub.example/menu/tonight/snug-large.jpg\thtml img[srcset]
examples/pub.html:22:28\thttp://pub.example/menu/tonight/napkin.png\thtml p[style]
examples/pub.html:22:73\thttp://h/\thtml a[href]
examples/pub.html:23:36\thttp://pub.example/menu/tonight/\thtml a[href]
examples/pub.html:24:15\thttp://pub.example/menu/tonight/\thtml form[action]
examples/pub.html:24:42\thttp://pub.example/menu/tonight/ring-the-bell.png\thtml input[src]
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
}

#[test]
fn findings_stand_where_they_are_in_the_document() {
    let page = "<style>body { background: url(wood\\20 panel.png) }</style>\n<a href='a?x&amp;y#http://h/[z]'>";
    let ran = napkin("links --standard rfc3986 --type html --base http://pub.example/", page);
    let err = "\
stdin:1:35: error: expected a path character, but found a space
  wood\\20 panel.png
      ^^^^ path, RFC 3986 section 3.3
stdin:2:29: error: expected a fragment character, but found `[`
  a?x&amp;y#http://h/[z]
                     ^ fragment, RFC 3986 section 3.5
";
    assert_eq!((ran.status, ran.err.as_str()), (1, err));
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
fn json_has_the_contracts_fields() {
    let page = "<base href=http://h/a/b><a href='c?x&amp;y'>";
    let ran = napkin("links --json --type html", page);
    let out = "{\"source\":\"stdin\",\"part\":null,\"start\":33,\"end\":42,\"raw\":\"c?x&amp;y\",\
               \"context\":\"html a[href]\",\"base\":\"http://h/a/b\",\"base_from\":\"content\",\
               \"standard\":\"whatwg\",\"ok\":true,\"absolute\":\"http://h/a/c?x&y\",\"same_document\":false,\
               \"scheme\":\"http\",\"error\":null,\"line\":1,\"column\":34,\"readings\":[\"c?x&y\"]}\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
}

#[test]
fn the_current_document_is_not_the_base() {
    // Section 3: an empty reference is the document; where a request is made, it is the document's own URL.
    let page = "<base href=http://h/a/b><a href=''></a><a href='#f'></a><form action=''></form>";
    let options =
        "links --standard draft1997 --type html --base http://doc.example/page --format {same_document}|{absolute}";
    assert_eq!(napkin(options, page).out, "true|\ntrue|\nfalse|http://doc.example/page\n");
}

#[test]
fn without_a_base_relative_references_stay() {
    let ran = napkin("links --type html", "<a href=x></a><a href=http://h/></a><a href=y>");
    let out = "stdin:1:9\tx\thtml a[href]\nstdin:1:23\thttp://h/\thtml a[href]\nstdin:1:45\ty\thtml a[href]\n";
    let err = "note: stdin: no base URL for 2 relative references; --base gives one\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, out, err));
}

#[test]
fn the_layers_are_drawn() {
    let page = "<base href=/a/><a href=b></a><a href=mailto:sam@pub.example></a><a href=''></a>";
    let ran = napkin_with(&["links", "--pretty", "--explain", "--standard", "draft1997", "--base", "http://h/x"], page);
    let out = "\
stdin
  \u{250c} 5.1.4 otherwise: every reference has to be absolute
  \u{2502} \u{250c} 5.1.3 used to retrieve the document: http://h/x
  \u{2502} \u{2502} \u{250c} 5.1.2 of the encapsulating entity: none
  \u{2502} \u{2502} \u{2502} \u{250c} 5.1.1 embedded in the content: http://h/a/  <- applies
  \u{2502} \u{2502} \u{2502} \u{2502} /a/ at 1:12
  \u{2502} \u{2502} \u{2502} \u{2502} 
    1:24  html a[href]           http://h/a/b  <- b
          against http://h/a/ from section 5.1.1 (content)
    1:38  html a[href]           mailto:sam@pub.example
          absolute by itself; the base plays no part
    1:74  html a[href]             this document
          a reference to the current document (section 3); the base plays no part

";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, out, ""));
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
    let ran = napkin("links -q examples/none.html examples/letter.txt crates http://pub.example/", "");
    let err = "\
error: examples/none.html: no such file or directory
error: crates: is a directory
error: http://pub.example/: this build does not retrieve URLs yet; give a file or `-`
";
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (2, 8, err));
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
    // The same references, with a form of each kind of document.
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
stdin:1:20: error: expected a digit, but found `o`
  http://h:8&#111;/
            ^^^^^^ port-invalid, URL Standard section 4.4
";
    let remark = "\
stdin:1:49: note: a backslash stands for a slash
  a&amp;b\\c
         ^ invalid-reverse-solidus, URL Standard section 4.4
";
    let address = "\
stdin:1:77: error: an IPv6 address is missing the closing `]`
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
--base: error: expected a scheme or a base, but found `b`
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
stdin:1:13: error: expected a digit, but found `o`
  http://sam:**@h:8o/
                   ^ port-invalid, URL Standard section 4.4
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "stdin:1:57\thttp://h/x\thtml a[href]\n", err));
}

#[test]
fn the_layers_are_drawn_under_whatwg() {
    let page = "<base href=/a/><a href=b></a><a href=http:c></a><a href='HTTP://D'></a><a href='http://h:8o/'>";
    let ran = napkin("links --type html --pretty --explain -q --base http://h/x", page);
    let out = "\
stdin
  \u{250c} 5.1.4 otherwise: every reference has to be absolute
  \u{2502} \u{250c} 5.1.3 used to retrieve the document: http://h/x
  \u{2502} \u{2502} \u{250c} 5.1.2 of the encapsulating entity: none
  \u{2502} \u{2502} \u{2502} \u{250c} 5.1.1 embedded in the content: http://h/a/  <- applies
  \u{2502} \u{2502} \u{2502} \u{2502} /a/ at 1:12
  \u{2502} \u{2502} \u{2502} \u{2502} 
    1:24  html a[href]           http://h/a/b  <- b
          against http://h/a/ from section 5.1.1 (content)
    1:38  html a[href]           http://h/a/c  <- http:c
          against http://h/a/ from section 5.1.1 (content)
    1:58  html a[href]           http://d/  <- HTTP://D
          absolute by itself; the base plays no part
    1:81  html a[href]           http://h:8o/  port-invalid
          expected a digit, but found `o` (URL Standard section 4.4)

";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, out, ""));
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
