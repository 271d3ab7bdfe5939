//! `napkin check`: what it prints, and its exit status.

use std::fs;
use std::path::Path;

use crate::common::{Ran, napkin_with};

fn napkin_in(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let output = crate::common::napkin_in(folder, arguments, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

fn site(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

#[test]
fn check_names_sources_as_written_and_in_order() {
    let links = "<a href=x>";
    let site = site(&[("s/b.html", links), ("s/a/z.md", "[x](y)"), ("s/.hidden.html", links), ("s/c.bin", "\0\0\0\0")]);
    let ran = napkin_in(site.path(), &["check", "./s", "--format", "{source} {raw} {verdict}"], "");
    assert_eq!((ran.out.as_str(), ran.status), ("./s/a/z.md y broken\n./s/b.html x broken\n", 1));
}

#[test]
fn check_fails_only_for_broken_and_unseen_links() {
    let site = site(&[
        ("a.html", "<p id=x><a href=#x>"),
        ("b.html", "<a href=#y>"),
        ("c.html", "<a href=http://pub.example/>"),
    ]);
    let status = |arguments: &[&str]| napkin_in(site.path(), &[&["check"], arguments].concat(), "").status;
    assert_eq!(status(&["a.html"]), 0);
    assert_eq!(status(&["b.html"]), 1);
    assert_eq!(status(&["b.html", "--allow", "fragment-missing"]), 0);
    assert_eq!(status(&["c.html", "--offline"]), 0);
    assert_eq!(status(&["no-such-file.html"]), 2);
    assert_eq!(status(&["a.html", "--root", "no-such-folder"]), 2);
    assert_eq!(status(&["a.html", "--base", "docs"]), 2);
}

#[test]
fn check_of_standard_input_cannot_see_relative_links_without_a_base() {
    let ran = napkin_with(&["check", "--type", "html", "--offline"], "<a href=beer.html>");
    assert_eq!(ran.status, 2);
    assert!(ran.out.contains("expected --base"), "{}", ran.out);
    let ran =
        napkin_with(&["check", "--type", "html", "--offline", "--base", "https://pub.example/"], "<a href=beer.html>");
    assert_eq!(ran.status, 0);
}

#[test]
fn check_reads_links_that_begin_with_a_slash_below_the_root_only() {
    let site = site(&[("s/a.html", "<a href=/b.html>"), ("s/b.html", "")]);
    let status = |arguments: &[&str]| napkin_in(site.path(), &[&["check"], arguments].concat(), "").status;
    assert_eq!(status(&["s"]), 0);
    assert_eq!(status(&["s/a.html", "--root", "s"]), 0);
    assert_eq!(status(&["s/a.html"]), 2);
    assert_eq!(status(&["s", "--root", "."]), 1);
}

#[test]
fn check_documents_above_the_limit_make_the_answer_incomplete() {
    let site = site(&[("a.html", "<a href=b.html#x>"), ("b.html", &"<p id=x>".repeat(100))]);
    let ran = napkin_in(site.path(), &["check", "--max-document", "100", "a.html"], "");
    assert_eq!(ran.status, 2);
    assert!(ran.out.contains("expected at most 100 bytes, found a file of 800"), "{}", ran.out);
    let ran = napkin_in(site.path(), &["check", "--max-document", "100", "b.html"], "");
    assert_eq!(ran.status, 2);
}

#[test]
fn check_groups_links_by_document_for_people() {
    let site = site(&[("a.html", "<a href=#x>beer</a> <a href=#y>ale</a>")]);
    let ran = napkin_in(site.path(), &["check", "--pretty", "--color", "never", "a.html"], "");
    let expected = "a.html
  1:9     fragment-missing   #x
          \u{201c}beer\u{201d} no place named `x` in this document
  1:29    fragment-missing   #y
          \u{201c}ale\u{201d} no place named `y` in this document
2 links in 1 document: 2 fragment-missing
";
    assert_eq!(ran.out, expected);
}

/// A server that answers each request with the response of its path, and closes the connection.
#[cfg(feature = "retrieve")]
fn server(responses: &'static [(&str, &str)]) -> String {
    use std::io::{BufRead, BufReader, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let path = lines.next().and_then(|line| line.split(' ').nth(1).map(str::to_owned)).unwrap_or_default();
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let found = responses.iter().find(|(name, _)| *name == path);
            let (head, body) = found.map_or(("404 Not Found", ""), |(_, response)| response.split_once('|').unwrap());
            let head = format!("HTTP/1.1 {head}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n", body.len());
            let _ = stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes());
        }
    });
    host
}

#[test]
#[cfg(feature = "retrieve")]
fn check_asks_servers_of_all_documents() {
    let host = server(&[("/ok", "200 OK|<p id=x>"), ("/moved", "301 X\r\nLocation: /ok|")]);
    let page = format!("<a href='http://{host}/ok#x'><a href='http://{host}/no'>");
    let site = site(&[
        ("s/a.html", &page),
        ("s/b.html", &format!("<a href=http://{host}/moved#y>")),
        ("s/c.html", "<a href=d>"),
    ]);
    let ran = napkin_in(
        site.path(),
        &["check", "--allow-private", "s", "--format", "{source} {verdict} {status} {final}"],
        "",
    );
    let expected = format!(
        "s/a.html ok 200 \ns/a.html broken 404 \ns/b.html fragment-missing 200 http://{host}/ok#y\ns/c.html broken  \n"
    );
    assert_eq!((ran.out, ran.status), (expected, 1));
    let ran = napkin_in(site.path(), &["check", "s/b.html"], "");
    assert_eq!(ran.status, 2);
    assert!(ran.out.contains("port-not-permitted"), "{}", ran.out);
}

#[test]
#[cfg(feature = "retrieve")]
fn check_retrieves_documents() {
    let host = server(&[("/ok", "200 OK|<p id=x><a href=#x></a><a href=ok#y></a><a href=/no></a>")]);
    let ran = napkin_with(
        &["check", "--allow-private", &format!("http://{host}/ok"), "--format", "{source} {raw} {verdict}"],
        "",
    );
    let url = format!("http://{host}/ok");
    assert_eq!(ran.out, format!("{url} #x ok\n{url} ok#y fragment-missing\n{url} /no broken\n"));
    assert_eq!(ran.status, 1);
}

#[test]
fn check_mends_only_what_is_certain_byte_by_byte() {
    let page = "<A HREF='beer.html?x&amp;y#z' class=x>b</A>\r\n<a href=bere.html>c</a> <img src=Glass.PNG>";
    let notes = "[a](beer.html) [b](<menu/ale list.md>) [c]\n\n[c]: BEER.html 'title'\n";
    let files = [
        ("s/a.html", page),
        ("s/n.md", notes),
        ("s/Beer.html", "<p id=z>"),
        ("s/glass.png", ""),
        ("s/Menu/Ale List.md", ""),
    ];
    let site = site(&files);
    let ran = napkin_in(site.path(), &["check", "--diff", "s"], "");
    let expected = "--- s/a.html\n+++ s/a.html\n@@ -1 +1 @@\n-<A HREF='beer.html?x&amp;y#z' class=x>b</A>\r\n+<A HREF='Beer.html?x&amp;y#z' class=x>b</A>\r\n";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    assert_eq!(fs::read_to_string(site.path().join("s/a.html")).unwrap(), page);
    let ran =
        napkin_in(site.path(), &["check", "--fix", "--suggest", "s", "--format", "{raw} {suggestion} {fixed}"], "");
    assert_eq!(ran.status, 1);
    assert!(
        ran.out.contains("bere.html Beer.html false\n") && ran.out.contains("Glass.PNG glass.png true\n"),
        "{}",
        ran.out
    );
    let read = |name| fs::read_to_string(site.path().join(name)).unwrap();
    assert_eq!(read("s/a.html"), page.replace("beer.html", "Beer.html").replace("Glass.PNG", "glass.png"));
    let mended = read("s/n.md");
    assert!(mended.contains("[a](Beer.html)") && mended.contains("[c]: Beer.html 'title'"), "{mended}");
    let ran = napkin_in(site.path(), &["check", "--fix", "s/n.md"], "");
    assert_eq!((ran.status, read("s/n.md")), (0, mended));
}

#[test]
fn check_suggests_the_nearest_fragment_and_file() {
    let site =
        site(&[("a.html", "<p id=beer-menu><a href=#beer-menue></a><a href=wien.html#x></a>"), ("wine.html", "")]);
    let ran = napkin_in(site.path(), &["check", "--suggest", "--format", "{raw} {suggestion}", "a.html"], "");
    assert_eq!(ran.out, "#beer-menue #beer-menu\nwien.html#x wine.html#x\n");
}

#[test]
fn check_reports_for_other_programs() {
    let site = site(&[("a.html", "<a href='#x&amp;<'>"), ("b.html", "<a href=c>")]);
    let report = |form| napkin_in(site.path(), &["check", "--report", form, "a.html", "b.html"], "").out;
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"napkin check\">
  <testsuite name=\"a.html\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\">
    <testcase classname=\"a.html\" name=\"1:10 #x&amp;amp;&lt;\"><failure type=\"fragment-missing\" message=\"no place named `x&amp;&lt;` in this document\"/></testcase>
  </testsuite>
  <testsuite name=\"b.html\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\">
    <testcase classname=\"b.html\" name=\"1:9 c\"><failure type=\"broken\" message=\"no file `c`\"/></testcase>
  </testsuite>
</testsuites>
";
    assert_eq!(
        report("junit").replace(&site.path().to_string_lossy()[1..], "DIR").replace(" in the folder `DIR`", ""),
        expected
    );
    assert!(
        report("markdown")
            .starts_with("# Links\n\n## `a.html`\n\n- 1:10 **fragment-missing** `#x&amp;<`: no place named")
    );
    assert!(report("markdown").ends_with("\n2 links in 2 documents: 1 broken, 1 fragment-missing\n"));
    assert!(report("github").starts_with(
        "::error file=a.html,line=1,endLine=1,col=10,endColumn=18,title=fragment-missing::#x&amp;<: no place"
    ));
}

#[test]
fn check_hides_the_links_of_a_baseline() {
    let site = site(&[("a.html", "<a href=x><a href=y>")]);
    let status = |arguments: &[&str]| napkin_in(site.path(), &[&["check", "a.html"], arguments].concat(), "").status;
    assert_eq!(status(&["--write-baseline", "known"]), 0);
    assert_eq!(status(&["--baseline", "known"]), 0);
    fs::write(site.path().join("a.html"), "\n<a href=y><a href=z>").unwrap();
    let ran = napkin_in(site.path(), &["check", "a.html", "--baseline", "known"], "");
    assert!(ran.status == 1 && ran.out.lines().count() == 1 && ran.out.contains("\tz\t"), "{}", ran.out);
    assert_eq!(status(&["--baseline", "missing"]), 2);
}
