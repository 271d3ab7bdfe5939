//! Tests the output of `napkin rewrite`, and the files that it leaves.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{assert_prints, error, names, napkin, napkin_in, napkin_with, out};
use napkin_document::{Entity, Kind, Options, collect_links};

/// Creates a folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn dry_run_lists_the_changes() {
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

/// An emphasis mark before a URL pairs with one after it, at any distance in the line, which would change how the URL
/// reads. Here the replacement adds the first mark, so the link stays.
#[test]
fn links_that_would_read_otherwise_stay() {
    let far = "beer ".repeat(20);
    let letter = format!("http://old/ {far} http://pub.example/menu&amp;*'");
    let err = "error: stdin:1:1: `http://old/` stays: `http://new/-*a` would change how the text reads\n";
    let map = "http://old/=http://new/-*a";
    assert_prints(&["rewrite", "--map", map, "--type", "text"], &letter, 1, &letter, err);
    let arguments = ["rewrite", "--dry-run", "--map", map, "--type", "text", "--format", "{old} {new} {reason}"];
    let ran = napkin_with(&arguments, &letter);
    assert_eq!((ran.status, ran.out.as_str()), (1, "http://old/ http://new/-*a misread\n"));
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
/// The files of the moved tree besides the example: references up, down, out of the tree, and to the document itself.
const TREE: [(&str, &str); 6] = [
    (
        "beer/ale.html",
        "<link rel=stylesheet href=../house.css><link rel=stylesheet href=../sheets/beer.css>\n\
         <img srcset='../napkin.svg 1x, pint.svg?size=2&amp;a 2x'><a href='../index.html#top'><a href='#dry'>\
         <a href='../../outside.html'><a href=http://pub.example/><p style='background: url(\"../napkin.svg\")'>",
    ),
    (
        "beer/pint.svg",
        "<svg xmlns='http://www.w3.org/2000/svg'><use href='../napkin.svg#a'/><image href='/etc/hosts'/></svg>",
    ),
    ("sheets/beer.css", "@import '../paper.css'; p { background: url(../beer/pint.svg) }"),
    ("notes.md", "[Ale](beer/ale.html \"dry\"), ![](napkin.svg), <img src=beer/pint.svg>, [out](../outside.html)\n"),
    (
        "feed.xml",
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='beer/ale.html'/><icon>napkin.svg</icon></feed>",
    ),
    (
        "app.webmanifest",
        "{\"start_url\":\"index.html\",\"icons\":[{\"src\":\"napkin.svg\"},{\"src\":\"../outside.png\"}]}",
    ),
];

fn file_url(path: &Path) -> String {
    format!("file://{}", path.to_str().expect("a name"))
}

/// Returns the references of a file and their targets, by the URL Standard alone.
fn targets(path: &Path) -> Vec<(String, String)> {
    let (bytes, place) = (fs::read(path).expect("a file"), file_url(path));
    let kind = Kind::of_name(path.to_str().expect("a name")).unwrap_or(Kind::JavaScript);
    let entity = Entity::new(&bytes).with_kind(kind);
    let place = napkin::whatwg::Url::parse(&place, None).expect("a URL");
    let of = |text: &str| (text.to_owned(), place.join(text).expect("a reference").href().to_owned());
    collect_links(&entity, &Options::default()).iter().map(|link| of(&link.text)).collect()
}

/// draft-fielding-url-syntax-05 section 5: relative references let a tree of documents be moved as a whole.
#[test]
fn a_tree_of_files_moves_as_a_whole() {
    let (old, new) = (folder("rewrite-tree/old/menu"), folder("rewrite-tree/new/deep/er"));
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/menu");
    let mut names: Vec<String> = TREE.iter().map(|(name, _)| (*name).to_owned()).collect();
    for (name, text) in TREE {
        fs::create_dir_all(old.join(name).parent().expect("a folder")).expect("a folder");
        fs::write(old.join(name), text).expect("a file");
    }
    for entry in fs::read_dir(example).expect("the example") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), old.join(entry.file_name())).expect("a file");
        names.push(entry.file_name().into_string().expect("a name"));
    }
    let (from, to) = (file_url(&old) + "/", file_url(&new) + "/");
    let (mut inside, mut outside) = (0, 0);
    for name in &names {
        let (before, after) = (old.join(name), new.join(name));
        fs::create_dir_all(after.parent().expect("a folder")).expect("a folder");
        let (place, map) = (file_url(&after), format!("{from}={to}"));
        let arguments =
            ["rewrite", "--relative-to", &place, "--map", &map, "--output", after.to_str().expect("a name")];
        assert_prints(&[&arguments[..], &[before.to_str().expect("a name")]].concat(), "", 0, "", "");
        let (before, after) = (targets(&before), targets(&after));
        assert_eq!(before.len(), after.len(), "{name}");
        for ((old_text, old_target), (new_text, new_target)) in before.into_iter().zip(after) {
            match old_target.strip_prefix(&from) {
                // A target in the tree is at the corresponding place, and its reference is unchanged.
                Some(within) => {
                    assert_eq!((new_target, new_text), (format!("{to}{within}"), old_text), "{name}");
                    inside += 1;
                }
                None => {
                    assert_eq!(new_target, old_target, "{name}: {old_text} has become {new_text}");
                    outside += 1;
                }
            }
        }
    }
    assert_eq!((names.len(), inside, outside), (12, 25, 5));
}

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
            "error: --json and --format say what changes: they need --dry-run, --in-place or --output\n",
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

/// A document in another encoding than UTF-8 keeps it, and its queries are written in that encoding (HTML standard
/// 2.4.2).
#[test]
fn documents_stay_in_their_encoding() {
    let folder = folder("rewrite-encoding");
    let file = folder.join("page.html");
    let path = file.to_string_lossy();
    for (page, expected) in [
        (
            b"<meta charset=latin1>\xe9<a href=\xe9?\xe9>".to_vec(),
            b"<meta charset=latin1>\xe9<a href=http://h/%C3%A9?%E9>".to_vec(),
        ),
        (b"<a href=\xe9><a href=b>\xff".to_vec(), b"<a href=http://h/%C3%A9><a href=http://h/b>\xff".to_vec()),
    ] {
        fs::write(&file, page).expect("a file");
        let ran = napkin_with(&["rewrite", "--absolute", "--base", "http://h/", &path, "-o", &path], "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert_eq!(fs::read(&file).expect("a file"), expected);
    }
}

/// Returns a page with a base as long as all its links together.
fn long_base(bytes: usize) -> String {
    let (base, link) = ("b".repeat(bytes / 2), "<a href=x>");
    format!("<base href='http://a.b/{base}/'>") + &link.repeat(bytes / 2 / link.len())
}

#[test]
fn rewrite_output_has_a_limit_and_leaves_no_file() {
    let page = long_base(40_000);
    let ran = napkin_with(&["rewrite", "--absolute", "--type", "html"], &page);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("output-too-long"), "{}", ran.err);
    let file = std::env::temp_dir().join(format!("napkin-rewrite-{}.html", std::process::id()));
    std::fs::write(&file, "old").expect("a file");
    let name = file.to_str().expect("text");
    assert_eq!(napkin_with(&["rewrite", "--absolute", "--type", "html", "-o", name], &page).status, 2);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "old");
    std::fs::remove_file(&file).expect("a file");
    let ran = napkin_with(&["rewrite", "--absolute", "--type", "html", "--max-output", "100000000"], &page);
    assert_eq!((ran.status, ran.out.matches("href=http://a.b/bbb").count()), (0, 2000));
    // The output is short, but each reference is resolved against the whole base.
    let ran = napkin_with(&["rewrite", "--map", "http://c.d/=http://e.f/", "--type", "html"], &page);
    assert_eq!(ran.status, 2, "{}", ran.err);
}

#[test]
fn rewrite_limit_is_exact() {
    let page = "<base href=http://a.b/><a href=c><a href=d>";
    let done = napkin_with(&["rewrite", "--absolute", "--type", "html"], page).out;
    for (most, status) in [(done.len(), 0), (done.len() - 1, 2)] {
        let most = most.to_string();
        assert_eq!(
            napkin_with(&["rewrite", "--absolute", "--type", "html", "--max-output", &most], page).status,
            status
        );
    }
}

/// Creates a site of three pages and a message.
fn site(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("site/sub")).expect("a folder");
    fs::write(folder.join("site/a.html"), "<a href=http://old/a>x</a>").expect("a page");
    fs::write(folder.join("site/none.html"), "<a href=http://other/>x</a>").expect("a page");
    fs::write(folder.join("site/sub/b.css"), "a{background:url(http://old/b)}").expect("a sheet");
    let message = "From: sam@pub.example\nTo: kim@pub.example\n\nhttp://old/\n";
    fs::write(folder.join("site/menu.eml"), message).expect("a message");
    folder
}

fn text(path: PathBuf) -> String {
    fs::read_to_string(path).expect("a file")
}

const MAP: [&str; 3] = ["rewrite", "--map", "http://old/=http://new/"];

#[test]
fn rewrite_in_place_changes_the_files_of_a_folder() {
    let folder = site("rewrite-in-place");
    let run = |options: &[&str]| {
        let ran = napkin_in(&folder, &[&MAP, options].concat(), b"");
        (out(&ran), error(&ran), ran.status.code())
    };
    let (listed, said, status) = run(&["--dry-run", "site"]);
    let expected = "site/a.html:1:9\thttp://old/a\thttp://new/a\thtml a[href]\n\
                    site/sub/b.css:1:18\thttp://old/b\thttp://new/b\tcss url()\n";
    assert_eq!((listed.as_str(), said.as_str(), status), (expected, "", Some(0)));
    let untouched = fs::metadata(folder.join("site/none.html")).and_then(|about| about.modified()).expect("a time");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        fs::set_permissions(folder.join("site/a.html"), fs::Permissions::from_mode(0o640)).expect("a mode");
        symlink("a.html", folder.join("site/link.html")).expect("a link");
    }
    let said = "note: rewrote 2 of 3 documents\n".to_owned();
    assert_eq!(run(&["--in-place", "--backup", ".bak", "site"]), (String::new(), said, Some(0)));
    assert_eq!(text(folder.join("site/a.html")), "<a href=http://new/a>x</a>");
    assert_eq!(text(folder.join("site/a.html.bak")), "<a href=http://old/a>x</a>");
    assert_eq!(text(folder.join("site/sub/b.css")), "a{background:url(http://new/b)}");
    let now = fs::metadata(folder.join("site/none.html")).and_then(|about| about.modified()).expect("a time");
    assert_eq!(untouched, now);
    assert!(text(folder.join("site/menu.eml")).contains("http://old/"));
    let mut expected = vec!["a.html", "a.html.bak", "menu.eml", "none.html", "sub"];
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |name: &str| fs::metadata(folder.join("site").join(name)).expect("a file").permissions().mode() & 0o777;
        assert_eq!((mode("a.html"), mode("a.html.bak")), (0o640, 0o640));
        assert!(folder.join("site/link.html").is_symlink());
        expected.insert(2, "link.html");
    }
    assert_eq!(names(&folder.join("site")), expected);
    // A second run finds nothing to change, and does not read the backups.
    let said = "note: rewrote 0 of 3 documents\n".to_owned();
    assert_eq!(run(&["--in-place", "--backup", ".bak", "site"]), (String::new(), said, Some(0)));
    // An existing backup stays, and so does the file.
    fs::write(folder.join("site/a.html"), "<a href=http://old/c>x</a>").expect("a page");
    let (_, said, status) = run(&["--in-place", "--backup", ".bak", "site/a.html"]);
    assert!(said.starts_with("error: site/a.html: is not replaced: the backup ") && status == Some(2), "{said}");
    assert_eq!(text(folder.join("site/a.html")), "<a href=http://old/c>x</a>");
    assert_eq!(text(folder.join("site/a.html.bak")), "<a href=http://old/a>x</a>");
    assert!(names(&folder.join("site")).iter().all(|name| !name.starts_with('.')));
}

#[test]
fn rewrite_of_several_documents_names_the_option_that_it_needs() {
    let folder = site("rewrite-several");
    let refused = |options: &[&str], expected: &str| {
        let ran = napkin_in(&folder, &[&MAP, options].concat(), b"");
        assert_eq!((error(&ran).as_str(), ran.status.code()), (expected, Some(2)), "{options:?}");
    };
    let hint = "expected one document; add `--in-place` to replace each file, or `--dry-run` to list the changes\n";
    refused(&["site"], &format!("error: site: {hint}"));
    refused(&["site/a.html", "site/none.html"], &format!("error: site/a.html: {hint}"));
    refused(&["--in-place"], "error: --in-place: standard input has no file that could be replaced\n");
    // A file that cannot be rewritten does not stop the others.
    fs::write(folder.join("site/b.html"), b"\xff\xfea\0").expect("a file");
    let ran = napkin_in(&folder, &[&MAP[..], &["--in-place", "site"]].concat(), b"");
    let said = "error: site/b.html: documents in UTF-16 cannot be rewritten; convert it to UTF-8\n\
                note: 1 error in 1 of 4 documents\nnote: rewrote 2 of 4 documents\n";
    assert_eq!((error(&ran).as_str(), ran.status.code()), (said, Some(2)));
    assert_eq!(text(folder.join("site/a.html")), "<a href=http://new/a>x</a>");
}

/// The URL of the options is that of the folder: each document is below it.
#[test]
fn rewrite_of_a_folder_takes_the_url_of_the_folder() {
    let folder = folder("rewrite-base");
    fs::create_dir_all(folder.join("site/sub one")).expect("a folder");
    fs::write(folder.join("site/sub one/b.html"), "<a href=../x>x</a><a href=y>y</a>").expect("a page");
    let run = |options: &[&str]| {
        let ran = napkin_in(&folder, &[&["rewrite", "--dry-run", "--format", "{new}"], options].concat(), b"");
        assert_eq!(ran.status.code(), Some(0), "{}", error(&ran));
        out(&ran)
    };
    let absolute = "http://h/s/x\nhttp://h/s/sub%20one/y\n";
    for base in ["http://h/s/", "http://h/s", "http://h/s?q#f"] {
        assert_eq!(run(&["--absolute", "--base", base, "site"]), absolute);
    }
    let moved =
        run(&["--base", "http://h/s/", "--relative-to", "http://h/t/u/", "--map", "http://h/s/=http://h/t/", "site"]);
    assert_eq!(moved, "../../x\n../../sub%20one/y\n");
}
