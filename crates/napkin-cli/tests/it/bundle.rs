//! Tests the output and the exit status of `napkin bundle`, over a small site of its own.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use crate::common::{Ran, napkin_with};

/// A folder that exists for a single test.
struct Site {
    folder: PathBuf,
}

impl Site {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("napkin-bundle-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let site = Self { folder };
        for (path, text) in files {
            let path = site.path(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        site
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn bundle(&self, page: &str, options: &[&str]) -> Ran {
        let page = self.path(page);
        let mut arguments = vec!["bundle", page.to_str().expect("text")];
        arguments.extend(options);
        napkin_with(&arguments, "")
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_page_takes_its_files_in() {
    let site = Site::new(
        "plain",
        &[
            (
                "site/page.html",
                "<link rel=stylesheet href=css/a%20b.css><img src='i.gif?v=1#x'><a href='#top'><a href=b>",
            ),
            ("site/css/a b.css", "p{background:url(../i.gif)}"),
            ("site/i.gif", "GIF89a"),
        ],
    );
    let ran = site.bundle("site/page.html", &[]);
    let expected = "<style>p{background:url(data:image/gif,GIF89a)}</style><img src='data:image/gif,GIF89a#x'><a href='#top'>\
                    <a href=b>";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, expected, ""));
}

#[test]
fn nothing_outside_of_the_root_is_read() {
    let page = "<img src='../secret.png'><img src='/etc/passwd'><img src='file:///etc/passwd'><img src='link.png'>\
                <img src='%2e%2e/%2e%2e/secret.png'><img src='../nothing.png'><img src='dir'><img src='d/in.png'>";
    let files = [("site/page.html", page), ("secret.png", "S"), ("site/d/in.png", "I"), ("site/dir/x", "")];
    let site = Site::new("root", &files);
    std::os::unix::fs::symlink(site.path("secret.png"), site.path("site/link.png")).expect("a link");
    let ran = site.bundle("site/page.html", &["--format", "{ok} {text} {message}", "-o", "/dev/null"]);
    let expected = "true  
false ../secret.png outside of the root
false /etc/passwd outside of the root
false file:///etc/passwd outside of the root
false link.png outside of the root
false %2e%2e/%2e%2e/secret.png outside of the root
false ../nothing.png outside of the root
false dir no file
";
    assert_eq!((ran.status, ran.out.as_str()), (1, expected));
    let ran = site.bundle("site/page.html", &["-q", "--root", site.folder.to_str().expect("text")]);
    assert!(ran.out.starts_with("<img src='data:image/png,S'><img src='/etc/passwd'>"), "{}", ran.out);
    let ran = site.bundle("site/page.html", &["-q", "--allow-outside"]);
    assert!(!ran.out.contains("/etc/passwd"), "{}", ran.out);
}

#[test]
fn links_that_are_left_are_reported_with_their_places() {
    let site = Site::new("left", &[("page.html", "<p>\n<img src=gone.png><img src='http://sam:pw@pub.example/'>")]);
    let ran = site.bundle("page.html", &[]);
    let name = site.path("page.html").display().to_string();
    let why = if cfg!(feature = "retrieve") {
        "expected a URL without a user, but found one"
    } else {
        "this build does not retrieve http: URLs"
    };
    let err = format!(
        "error: {name}:2:10: html img[src] `gone.png` is left as a link: no such file\n\
         error: {name}:2:29: html img[src] `http://sam:**@pub.example/` is left as a link: {why}\n"
    );
    assert_eq!((ran.status, ran.err), (1, err));
    assert!(ran.out.contains("<img src=gone.png>"), "{}", ran.out);
}

#[test]
fn a_published_page_is_read_from_its_folder() {
    let files =
        [("site/sub/page.html", "<img src=../i.gif><img src='/other/i.gif'><a href=x>"), ("site/i.gif", "GIF89a")];
    let site = Site::new("base", &files);
    let root = site.path("site");
    let mut options =
        vec!["-q", "--base", "http://pub.example/a/sub/page.html", "--root", root.to_str().expect("text")];
    if cfg!(feature = "retrieve") {
        options.push("--offline");
    }
    let ran = site.bundle("site/sub/page.html", &options);
    let expected =
        "<img src=data:image/gif,GIF89a><img src='http://pub.example/other/i.gif'><a href=http://pub.example/a/sub/x>";
    assert_eq!((ran.status, ran.out.as_str()), (1, expected));
}

#[test]
fn bundle_reports_limits_and_usage() {
    let site = Site::new("limits", &[("page.html", "<img src=i.gif>"), ("i.gif", "GIF89a")]);
    for (options, status) in [
        (&[][..], 0),
        (&["--max-object", "5"], 1),
        (&["--max-total", "5"], 1),
        (&["--max-count", "0"], 1),
        (&["--max-depth", "0"], 0),
        (&["--json"], 2),
        (&["--base", "nonsense"], 2),
        (&["--root", "/no/such/folder"], 2),
    ] {
        assert_eq!(site.bundle("page.html", options).status, status, "{options:?}");
    }
    assert_eq!(site.bundle("no-such-page.html", &[]).status, 2);
}

#[test]
fn the_output_is_there_whole_or_not_at_all() {
    let site = Site::new("output", &[("page.html", "<img src=i.gif>"), ("i.gif", "GIF89a")]);
    let out = site.path("out.html");
    let ran = site.bundle("page.html", &["--json", "-o", out.to_str().expect("text")]);
    assert_eq!(fs::read_to_string(&out).expect("the bundle"), "<img src=data:image/gif,GIF89a>");
    let expected = format!(
        "{{\"ok\":true,\"url\":\"{}\",\"use\":\"image\",\"media_type\":\"image/gif\",\"size\":6,\"times\":1,\
         \"written\":21,\"source\":null,\"start\":null,\"end\":null,\"line\":null,\"column\":null,\"context\":null,\
         \"text\":null,\"reason\":null,\"message\":null,\"page\":\"{}\"}}\n",
        "i.gif",
        site.path("page.html").display()
    );
    assert_eq!((ran.status, ran.out, ran.err), (0, expected, String::new()));
    let nowhere = site.path("no/such/folder/out.html");
    assert_eq!(site.bundle("page.html", &["-o", nowhere.to_str().expect("text")]).status, 2);
}

/// The report does not reveal the folders above the page, so that it can be published like the bundle.
#[test]
fn bundle_report_names_files_from_the_page() {
    let site = Site::new(
        "report",
        &[
            (
                "site/page.html",
                "<link rel=stylesheet href=css/a.css><img src='i.gif?v=1#x'><img src=../o.gif><img src=/no/such.gif>\
                 <img src=none.gif>",
            ),
            ("site/css/a.css", "p{background:url(../i.gif)} q{background:url(none.gif)}"),
            ("site/i.gif", "GIF89a"),
            ("o.gif", "GIF89a"),
        ],
    );
    let out = site.path("out.html");
    let ran = site.bundle("site/page.html", &["--json", "-v", "-o", out.to_str().expect("text")]);
    let value = |line: &str, name: &str| {
        let behind = line.split_once(&format!("\"{name}\":\"")).map(|(_, behind)| behind.to_owned());
        behind.and_then(|behind| behind.split('"').next().map(str::to_owned)).unwrap_or_default()
    };
    let mut urls: Vec<String> = ran.out.lines().map(|line| value(line, "url")).collect();
    urls.sort();
    assert_eq!(urls, ["../o.gif", "/no/such.gif", "css/a.css", "css/none.gif", "i.gif", "i.gif?v=1", "none.gif"]);
    assert!(ran.out.lines().any(|line| value(line, "source") == "css/a.css"), "{}", ran.out);
    let folder = site.path("").display().to_string();
    let page = site.path("site/page.html").display().to_string();
    assert!(!ran.out.contains("file:"), "{}", ran.out);
    // The page itself is named as on the command line.
    assert!(!ran.out.replace(&page, "").contains(folder.trim_end_matches('/')), "{}", ran.out);
}

#[test]
fn a_message_becomes_one_page() {
    let message = "From: <Saved by Blink>\nContent-Location: http://pub.example/\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n\
         --b\nContent-Type: text/html\n\n<img src=a.png><img src='file:///etc/passwd'><a href=menu>\n\
         --b\nContent-Type: image/png\nContent-Location: a.png\n\nA\n--b--\n";
    let site = Site::new("message", &[("saved.mht", message), ("page.html", "<p>")]);
    let ran = site.bundle("saved.mht", &[]);
    let expected = "<img src=data:image/png,A><img src='file:///etc/passwd'><a href=http://pub.example/menu>";
    let name = site.path("saved.mht").display().to_string();
    let err = format!(
        "error: {name} part 1:1:26: html img[src] `file:///etc/passwd` is left as a link: no part of the message\n"
    );
    assert_eq!((ran.status, ran.out.as_str(), ran.err), (1, expected, err));
    let ran = napkin_with(&["bundle", "-q", "-"], message);
    assert_eq!((ran.status, ran.out.as_str()), (1, expected));
}

#[test]
fn a_page_becomes_mhtml_and_html_again() {
    let page = "<title>Menu</title><link rel=stylesheet href=s.css><img src=i.gif>";
    let site = Site::new("mhtml", &[("page.html", page), ("s.css", "p{background:url(i.gif)}"), ("i.gif", "GIF89a")]);
    let base = ["--base", "http://pub.example/page.html"];
    let direct = site.bundle("page.html", &base);
    let options = [&base[..], &["--format", "mhtml", "--date", "2026-11-20T20:00:30Z"]].concat();
    let ran = site.bundle("page.html", &options);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let head = "From: Saved by napkin <napkin@napkin.invalid>\r\nSnapshot-Content-Location: http://pub.example/page.html\r\n\
                Subject: Menu\r\nDate: Fri, 20 Nov 2026 20:00:30 +0000\r\nMIME-Version: 1.0\r\n\
                Content-Type: multipart/related; type=\"text/html\"; start=\"<page.";
    assert!(ran.out.starts_with(head), "{}", ran.out);
    assert!(ran.out.contains("Content-Location: http://pub.example/i.gif\r\n\r\nGIF89a\r\n--"), "{}", ran.out);
    fs::write(site.path("page.mhtml"), &ran.out).expect("a file");
    assert_eq!(site.bundle("page.mhtml", &[]).out, direct.out);
    // The format follows from the name of the output. The page has no URL of its own; it is then bundled again from
    // MHTML.
    let out = site.path("out.mht");
    let to_out = ["--format", "{ok} {url} {times}", "-o", out.to_str().expect("text")];
    let ran = site.bundle("page.html", &to_out);
    assert_eq!((ran.status, ran.out.as_str()), (0, "true i.gif 1\ntrue s.css 1\n"));
    let text = fs::read_to_string(&out).expect("the message");
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Content-Location: ")).collect();
    assert_eq!(names, ["thismessage:/page.html", "thismessage:/i.gif", "thismessage:/s.css"]);
    let folder = site.path("").display().to_string();
    assert!(!text.contains("file:") && !text.contains(folder.trim_end_matches('/')), "{text}");
    let again = site.bundle("out.mht", &["--format", "mhtml"]);
    assert_eq!((again.status, again.out), (0, text));
    assert_eq!(site.bundle("out.mht", &[]).out, direct.out);
    assert_eq!(site.bundle("page.html", &["--date", "soon"]).status, 2);
}

#[test]
fn standard_input_needs_a_base_for_what_is_relative() {
    let ran = napkin_with(&["bundle", "-q", "-"], "<img src=a.png><a href=b>");
    assert_eq!((ran.status, ran.out.as_str()), (1, "<img src=a.png><a href=b>"));
}

/// Objects that are left out are not read: none of these files exists. The policy disables what the page itself contains.
#[test]
fn bundle_leaves_out_kinds_of_objects() {
    let page = "<!DOCTYPE html><html lang=en><link rel=stylesheet href=s.css><script src=a.js></script><img src=i.gif>\
                <video src=v.mp4></video><style>@font-face{src:url(f.woff2)}</style>";
    let site =
        Site::new("without", &[("page.html", page), ("page.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'/>")]);
    let all = ["--no-js", "--no-css", "--no-images", "--no-fonts", "--no-media", "--isolate"];
    let ran = site.bundle("page.html", &all);
    let policy = "default-src 'unsafe-eval' 'unsafe-inline' data:; script-src 'none'; style-src 'none'; img-src 'none'; \
                  font-src 'none'; media-src 'none';";
    let start =
        format!("<!DOCTYPE html><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"><html lang=en>");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.starts_with(&start), "{}", ran.out);
    for gone in ["s.css", "a.js", "i.gif", "v.mp4", "f.woff2"] {
        assert!(!ran.out.contains(gone), "{gone} in {}", ran.out);
    }
    // Each option alone leaves one kind out: four of the five references stay links, and are reported.
    for (option, directive, gone) in [
        ("--no-js", "script-src 'none';", "a.js"),
        ("--no-css", "style-src 'none';", "s.css"),
        ("--no-images", "img-src 'none';", "i.gif"),
        ("--no-fonts", "font-src 'none';", "f.woff2"),
        ("--no-media", "media-src 'none';", "v.mp4"),
    ] {
        let ran = site.bundle("page.html", &[option]);
        assert!(ran.status == 1 && ran.out.contains(&format!("content=\"{directive}\"")), "{option}: {}", ran.out);
        assert!(!ran.out.contains(gone) && !ran.err.contains(gone), "{option}: {} {}", ran.out, ran.err);
        assert_eq!(ran.err.lines().count(), 4, "{option}: {}", ran.err);
    }
    for (page, options) in [("page.html", &["--no-js", "--format", "mhtml"][..]), ("page.xhtml", &["--isolate"])] {
        let ran = site.bundle(page, options);
        assert!(ran.status == 2 && ran.err.contains("expected a page"), "{}", ran.err);
    }
}

/// The title is text of a stranger: its file is in the folder, and no existing file is replaced.
#[test]
fn bundle_names_its_output_by_the_title() {
    let page = "<title>../Beer &amp; wine?</title><p>soup";
    let site = Site::new("title", &[("page.html", page), ("none.html", "<p>soup")]);
    let out = site.path("%title%.html");
    let out = out.to_str().expect("text");
    assert_eq!(site.bundle("page.html", &["-o", out]).status, 0);
    assert_eq!(fs::read_to_string(site.path("_._Beer & wine_.html")).expect("a file"), page);
    let again = site.bundle("page.html", &["-o", out]);
    assert!(again.status == 2 && again.err.contains("_._Beer & wine_.html: there already"), "{}", again.err);
    assert_eq!(site.bundle("none.html", &["-o", out]).status, 0);
    assert!(site.path("untitled.html").exists());
}

/// What JSON-LD names is not loaded with the page: it becomes absolute, in the spelling that a string in a script needs.
#[test]
fn data_in_scripts_stays_data() {
    let page = "<script type='application/ld+json'>{\"@context\":\"https://schema.org\",\"image\":\"i.gif\",\"url\":\"gone\\u002ehtml\"}</script>";
    let site = Site::new("json-ld", &[("page.html", page), ("i.gif", "GIF89a")]);
    let ran = site.bundle("page.html", &["--base", "http://pub.example/d/page.html"]);
    let made = page
        .replace("i.gif", "http://pub.example/d/i.gif")
        .replace("gone\\u002ehtml", "http://pub.example/d/gone.html");
    assert_eq!((ran.status, ran.out, ran.err.as_str()), (0, made, ""));
}

/// WACZ 1.1.1: the page and what it loads as responses, an index by SURT keys, and a description with digests; the same bytes each time.
/// `conformance/web-archives.sh` has the readers of others read it. A page and files are made of it again.
#[test]
fn a_page_becomes_a_web_archive_and_files_again() {
    let page = "<title>A \"menu\"</title><link rel=stylesheet href=s.css><img src=i.gif><a href=other.html>";
    let site = Site::new("wacz", &[("page.html", page), ("s.css", "p{background:url(i.gif)}"), ("i.gif", "GIF89a")]);
    let (out, again, split) = (site.path("out.wacz"), site.path("again"), site.path("split"));
    let text = |path: &PathBuf| path.to_str().expect("text").to_owned();
    let base = ["--base", "http://pub.example/d/page.html"];
    let ran = site.bundle("page.html", &[&base[..], &["-o", &text(&out)]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let ran = site.bundle("page.html", &[&base[..], &["--format", "wacz", "-o", &text(&again)]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(fs::read(&out).expect("a file"), fs::read(&again).expect("a file"));
    let listed = napkin_with(&["archive", "list", "--format", "{kind} {status} {type} {url}", &text(&out)], "");
    let expected = "warcinfo  application/warc-fields \nresponse 200 text/html http://pub.example/d/page.html\n\
        response 200 image/gif http://pub.example/d/i.gif\nresponse 200 text/css http://pub.example/d/s.css\n";
    assert_eq!((listed.status, listed.out.as_str()), (0, expected), "{}", listed.err);
    let mut zip = zip::ZipArchive::new(fs::File::open(&out).expect("a file")).expect("a zip file");
    let mut member = |name: &str| {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut zip.by_name(name).expect("a member"), &mut text).expect("text");
        text
    };
    let index = member("indexes/index.cdx");
    let keys: Vec<&str> = index.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(keys, ["example,pub)/d/i.gif", "example,pub)/d/page.html", "example,pub)/d/s.css"]);
    assert!(member("pages/pages.jsonl").contains("\"title\": \"A \\\"menu\\\"\""));
    assert!(member("datapackage.json").contains("\"mainPageUrl\": \"http://pub.example/d/page.html\""));
    let ran = napkin_with(&["unbundle", &text(&out), "-o", &text(&split)], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let names: Vec<&str> = ran.out.lines().collect();
    assert_eq!(names.len(), 3, "{names:?}");
    let made = fs::read_to_string(split.join("out.html")).expect("the page");
    assert!(made.contains("<a href=http://pub.example/d/other.html>") && !made.contains("href=s.css"), "{made}");
    // A message has no responses.
    let message = "Subject: x\r\nContent-Type: text/html\r\n\r\n<p>";
    assert_eq!(napkin_with(&["bundle", "--format", "wacz", "-"], message).status, 2);
    assert_eq!(napkin_with(&["unbundle", &text(&site.path("page.html")), "-o", &text(&split)], "").status, 0);
    let empty = "WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    let none = napkin_with(&["unbundle", "-", "-o", &text(&split)], empty);
    assert!(none.status == 2 && none.err.contains("expected a page in a web archive, but found none"), "{}", none.err);
}
