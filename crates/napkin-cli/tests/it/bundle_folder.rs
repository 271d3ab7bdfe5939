//! Tests `napkin bundle FOLDER -o DIR`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::common::programs::empty_folder;
use crate::common::{Ran, napkin_with};

const FILES: [(&str, &str); 7] = [
    ("site/index.html", "<!doctype html><img src=/img/a.gif><a href=menu/today.html>menu</a>"),
    ("site/menu/today.html", "<!doctype html><img src=../img/a.gif><a href=../index.html>home</a>"),
    ("site/menu/old.htm", "<!doctype html><img src=none.gif>"),
    ("site/menu/noname", "<!doctype html><title>x</title><img src=/img/a.gif>"),
    ("site/img/a.gif", "GIF89a"),
    ("site/style.css", "p{color:red}"),
    ("site/notes.txt", "http://pub.example/"),
];

fn site(name: &str) -> std::path::PathBuf {
    let folder = empty_folder(name);
    for (path, text) in FILES {
        fs::create_dir_all(folder.join(path).parent().expect("a folder")).expect("a folder");
        fs::write(folder.join(path), text).expect("a file");
    }
    folder
}

fn bundle(folder: &Path, options: &[&str]) -> Ran {
    let source = folder.join("site");
    napkin_with(&[&["bundle", source.to_str().expect("text")], options].concat(), "")
}

/// Returns the files below a folder with their contents, in order.
fn tree(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(place) = folders.pop() {
        for entry in fs::read_dir(&place).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn bundle_of_a_folder_has_the_tree_of_its_pages() {
    let folder = site("bundle-folder");
    let (out, source) = (folder.join("out"), folder.join("site"));
    let name = source.display();
    for jobs in ["1", "4"] {
        let ran = bundle(&folder, &["-j", jobs, "-o", out.to_str().expect("text")]);
        let err = format!(
            "error: {name}/menu/old.htm:1:25: html img[src] `none.gif` is left as a link: no such file\n\
             note: 1 error in 1 of 4 documents\nnote: bundled 4 of 4 pages\n"
        );
        assert_eq!((ran.status, ran.out.as_str(), ran.err), (1, "", err));
        let own = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(
            tree(&out),
            [
                own("index.html", "<!doctype html><img src=data:image/gif,GIF89a><a href=menu/today.html>menu</a>"),
                own("menu/noname", "<!doctype html><title>x</title><img src=data:image/gif,GIF89a>"),
                own("menu/old.htm", "<!doctype html><img src=none.gif>"),
                own("menu/today.html", "<!doctype html><img src=data:image/gif,GIF89a><a href=../index.html>home</a>"),
            ]
        );
    }
    let ran =
        bundle(&folder, &["--include", "index.html", "--json", "-o", folder.join("json").to_str().expect("text")]);
    assert!(ran.status == 0 && ran.err.is_empty(), "{}", ran.err);
    assert!(ran.out.contains(&format!("\"page\":\"{name}/index.html\"")), "{}", ran.out);
    let mhtml = folder.join("mhtml");
    let ran = bundle(&folder, &["--exclude", "old.htm", "--format", "mhtml", "-o", mhtml.to_str().expect("text")]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let names: Vec<String> = tree(&mhtml).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["index.html.mhtml", "menu/noname.mhtml", "menu/today.html.mhtml"]);
}

/// Nothing is written into the source, or out of the output folder.
#[test]
fn bundle_of_a_folder_writes_only_to_its_output() {
    let folder = site("bundle-folder-output");
    let before = tree(&folder.join("site"));
    let overlaps = ["site", "site/out", "site/../site/x", "."].map(|name| folder.join(name));
    for out in overlaps {
        let ran = bundle(&folder, &["-o", out.to_str().expect("text")]);
        assert_eq!(ran.status, 2, "{}: {}", out.display(), ran.err);
        assert!(ran.err.contains("expected a folder apart from"), "{}", ran.err);
    }
    symlink(folder.join("site"), folder.join("link")).expect("a link");
    let ran = bundle(&folder, &["-o", folder.join("link/x").to_str().expect("text")]);
    assert!(ran.status == 2 && ran.err.contains("expected a folder apart from"), "{}", ran.err);
    let out = folder.join("out");
    fs::create_dir(&out).expect("a folder");
    symlink(folder.join("site/menu"), out.join("menu")).expect("a link");
    symlink(folder.join("site/index.html"), out.join("index.html")).expect("a link");
    let ran = bundle(&folder, &["-o", out.to_str().expect("text")]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(ran.err.matches("is not written: a symbolic link leads elsewhere").count(), 4, "{}", ran.err);
    assert!(ran.err.ends_with("note: bundled 0 of 4 pages\n"), "{}", ran.err);
    assert_eq!(tree(&folder.join("site")), before);
    let none = bundle(&folder, &[]);
    let why = "expected a page, but found a folder; add `-o DIR` to bundle each of its pages\n";
    assert!(none.status == 2 && none.err.ends_with(why), "{}", none.err);
    let ran = bundle(&folder, &["--include", "*.css", "-o", folder.join("css").to_str().expect("text")]);
    assert!(ran.status == 2 && ran.err.contains("found no pages in HTML in this folder"), "{}", ran.err);
}
