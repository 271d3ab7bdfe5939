//! `napkin rewrite`, by what it prints and what it leaves.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{assert_prints, napkin, napkin_with};

/// A folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_page_on_standard_output() {
    let page = "<p class=x><a href=menu?a=b&c>\r\n<img srcset='a 1x, b 2x'><a href='#d'>";
    let arguments = ["rewrite", "--absolute", "--base", "http://pub.example/x/", "--type", "html"];
    let out = "<p class=x><a href=\"http://pub.example/x/menu?a=b&c\">\r\n\
               <img srcset='http://pub.example/x/a 1x, http://pub.example/x/b 2x'><a href='#d'>";
    assert_prints(&arguments, page, 0, out, "");
}

#[test]
fn what_would_change() {
    let ran = napkin("rewrite --dry-run --relative-to http://pub.example/menu/index.html examples/pub.html", "");
    let first = "examples/pub.html:8:13\thttp://pub.example/menu/tonight/\t\thtml base[href]\n\
                 examples/pub.html:9:30\t../house.css\thouse.css\thtml link[href]\n";
    assert!(ran.out.starts_with(first), "{}", ran.out);
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (0, 12, ""));
    let page = "<a href=x>\n<a href='http://h:8&#111;/'>";
    let ran = napkin("rewrite --dry-run --json --absolute --base http://a/ --type html", page);
    let out = "{\"source\":\"stdin\",\"start\":8,\"end\":9,\"line\":1,\"column\":9,\"context\":\"html a[href]\",\
               \"standard\":\"whatwg\",\"ok\":true,\"old\":\"x\",\"new\":\"http://a/x\",\"reason\":null,\"error\":null}\n\
               {\"source\":\"stdin\",\"start\":20,\"end\":37,\"line\":2,\"column\":10,\"context\":\"html a[href]\",\
               \"standard\":\"whatwg\",\"ok\":false,\"old\":\"http://h:8o/\",\"new\":null,\"reason\":\"unresolved\",\
               \"error\":{\"rule\":\"port-invalid\",\"start\":30,\"end\":36,\"message\":\"expected a digit, but found `o`\",\
               \"see\":\"URL Standard section 4.4\"}}\n";
    assert_eq!((ran.status, ran.out.as_str()), (1, out));
}

#[test]
fn what_stays_is_told() {
    let page = "<a href=x> <a href='http://h:8&#111;/'>";
    let err = "\
stdin:1:31: error: expected a digit, but found `o`
  http://h:8&#111;/
            ^^^^^^ port-invalid, URL Standard section 4.4
note: stdin: no base URL for 1 relative reference; --base gives one
";
    assert_prints(&["rewrite", "--absolute"], page, 1, page, err);
    let arguments = ["rewrite", "-v", "--absolute", "--base", "http://a/"];
    assert_prints(&arguments, "<a href=x>", 0, "<a href=http://a/x>", "note: stdin:1:9: `x` becomes `http://a/x`\n");
}

#[test]
fn documents_of_other_kinds() {
    for (kind, document, out) in [
        (
            "css",
            "a{b:url(c d)}a{b:url(c)}/*# sourceMappingURL=e*/",
            "a{b:url(c d)}a{b:url(http://h/%3E&/c)}/*# sourceMappingURL=http://h/%3E&/e*/",
        ),
        (
            "svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><a href='c'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><a href='http://h/%3E&amp;/c'/></svg>",
        ),
        (
            "xml",
            "<rss><link>http://old/c</link><description>&lt;a href=\"c\"></description></rss>",
            "<rss><link>http://h/%3E&amp;/c</link><description>&lt;a href=\"http://h/%3E&amp;amp;/c\"></description></rss>",
        ),
        ("markdown", "[c](c 'd') <http://old/c>", "[c](http://h/%3E&/c 'd') <http://h/%3E&/c>"),
        ("json", "{\"c\":\"http:\\/\\/old\\/c\"}", "{\"c\":\"http://h/%3E&/c\"}"),
        ("manifest", "{\"start_url\":\"c\"}", "{\"start_url\":\"http://h/%3E&/c\"}"),
        ("sourcemap", "{\"sources\":[\"c\"]}", "{\"sources\":[\"http://h/%3E&/c\"]}"),
    ] {
        let map = "http://old/=http://h/%3E&/";
        assert_prints(&["rewrite", "--base", "http://old/", "--map", map, "--type", kind], document, 0, out, "");
    }
    let feed = "<rss><link>http://old/</link></rss>";
    let ran = napkin_with(&["rewrite", "--dry-run", "--map", "http://old/=http://new/", "--type", "xml"], feed);
    assert_eq!((ran.status, ran.out.as_str()), (0, "stdin:1:12\thttp://old/\thttp://new/\trss link\n"));
    let wide = [0xff, 0xfe, b'a', 0];
    let path = folder("rewrite-wide").join("wide.css");
    fs::write(&path, wide).expect("a file");
    let ran = napkin_with(&["rewrite", "--absolute", path.to_str().expect("a name")], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
}

#[test]
fn a_file_in_its_own_place() {
    let folder = folder("rewrite-in-place");
    let page = folder.join("page.html");
    fs::write(&page, "<a href=\"http://old.example/x\">\n<a href=\"http://old.example.org/\">").expect("a file");
    let path = page.to_str().expect("a name");
    let map = "http://old.example=https://new.example/sub";
    let ran = napkin_with(&["rewrite", "--map", map, path, "-o", path], "");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let expected = "<a href=\"https://new.example/sub/x\">\n<a href=\"http://old.example.org/\">";
    assert_eq!(fs::read_to_string(&page).expect("a file"), expected);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing else is left behind");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("rewrite-permissions");
    let (page, link) = (folder.join("page.html"), folder.join("link.html"));
    fs::write(&page, "<a href=x>").expect("a file");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink(&page, &link).expect("a link");
    let path = link.to_str().expect("a name");
    let ran = napkin_with(&["rewrite", "--absolute", "--base", "http://h/", path, "-o", path], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&page).expect("a file"), "<a href=http://h/x>");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::metadata(&page).expect("a file").permissions().mode() & 0o777, 0o640);
}

#[test]
fn options_that_make_no_sense() {
    for (arguments, err) in [
        ("rewrite --map x=y -", "error: --map: expected FROM=TO, two URLs\n"),
        (
            "rewrite --absolute --json -",
            "error: --json and --format say what changes: they need --dry-run, or --output\n",
        ),
        ("rewrite --absolute no-such-file", "error: no-such-file: no such file or directory\n"),
        ("rewrite --absolute -o no/such/folder -", "error: no/such/folder: no such file or directory\n"),
    ] {
        let ran = napkin(arguments, "");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", err), "{arguments}");
    }
    assert_eq!(napkin("rewrite examples/pub.html", "").status, 2);
    assert_eq!(napkin("rewrite --absolute --relative-to http://h/ -", "").status, 2);
    let utf16 = [0xff, 0xfe, b'<', 0];
    let err = "error: stdin: documents in UTF-16 cannot be rewritten; convert it to UTF-8\n";
    assert_eq!(napkin("rewrite --absolute -", utf16).err, err);
}
